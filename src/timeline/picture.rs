//! A timeline as an SVG picture. All positions are whole numbers: no floating point, the same text
//! everywhere.

use alloc::{format, string::String};
use core::fmt::Write as _;

use super::{
    Paid, Period, Timeline,
    table::{price, shown, title},
};

/// The most periods that the picture shows.
const ROWS: usize = 24;
const WIDTH: u64 = 864;
const HEAD: u64 = 44;
const ROW: u64 = 44;
const LINE: u64 = 20;
const BAR_LEFT: u64 = 480;
const BAR_WIDTH: u64 = 368;
const MARGIN: u64 = 16;

/// A file of its own follows the system's dark mode; within a page the page's text colour is used, as
/// `:root` is then the page.
const STYLE: &str = "svg:root{color:#1f2328;background:#fff}\
    @media (prefers-color-scheme:dark){svg:root{color:#e6edf3;background:#0d1117}}";

impl Timeline {
    /// The timeline as an SVG picture: a bar for each period, to scale, with the product, article,
    /// price, dates and payment in words, and a mark where the order is created. It shows 24 periods
    /// at most and says how many there are more.
    ///
    /// The picture has a title and a description for screen readers, uses the text colour of the page
    /// around it, or as a file of its own light or dark as the system does, and refers to nothing
    /// outside.
    ///
    /// ```
    /// use renewal_rules::timeline;
    ///
    /// let product = r#"{"id":101,"licence_term":"P1M",
    ///     "renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    /// let svg = timeline(product, &timeline::Options::new("2026-01-31".parse()?))?.to_svg();
    /// assert!(svg.starts_with("<svg "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self) -> String {
        let shown = self.periods.iter().take(ROWS);
        let rows = shown.len() as u64;
        let more = self.periods.len().saturating_sub(ROWS);
        let below = u64::from(more > 0) + u64::from(self.stop.is_some());
        let height = HEAD + rows * ROW + below * LINE + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" fill=\"currentColor\" font-size=\"13\" \
             font-family=\"system-ui,sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <style>{STYLE}</style>\n",
            escaped(&self.heading()),
            escaped(&self.description()),
        );
        line(&mut svg, 28, 16, &self.heading());
        let scale = Scale::of(self);
        for (period, index) in shown.zip(0..) {
            row(&mut svg, &scale, period, HEAD + index * ROW);
        }
        let mut y = HEAD + rows * ROW + 13;
        if more > 0 {
            line(&mut svg, y, 13, &format!("… and {more} more"));
            y += LINE;
        }
        if let Some(stop) = &self.stop {
            line(&mut svg, y, 11, &stop.message);
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn heading(&self) -> String {
        let product = self.periods.first().and_then(|period| period.product_id);
        let product =
            product.map_or_else(|| String::from("the product"), |id| format!("product {id}"));
        format!("Renewals of {product}, kind: {}", self.kind_name())
    }

    fn description(&self) -> String {
        let mut words = String::new();
        for period in self.periods.iter().take(ROWS) {
            words += &first_line(period);
            words += ": ";
            words += &second_line(period);
            words += ". ";
        }
        let more = self.periods.len().saturating_sub(ROWS);
        if more > 0 {
            draw(&mut words, format_args!("And {more} more. "));
        }
        if let Some(stop) = &self.stop {
            words.push_str(&stop.message);
        }
        String::from(words.trim_end())
    }
}

/// Days to pixels.
struct Scale {
    start: super::CalendarDate,
    days: u64,
}

impl Scale {
    fn of(timeline: &Timeline) -> Self {
        let shown = || timeline.periods.iter().take(ROWS);
        let start = timeline
            .periods
            .first()
            .map_or(super::CalendarDate::FIRST, |first| first.start);
        let latest = shown()
            .map(|period| period.end.unwrap_or(period.start))
            .max();
        let days = latest.map_or(0, |latest| start.days_until(latest).unsigned_abs());
        let is_open = shown().any(|period| period.end.is_none());
        let days = u64::from(days);
        Self {
            start,
            // A period without an end takes the last fifth.
            days: (if is_open { days + days / 4 + 1 } else { days }).max(1),
        }
    }

    fn x(&self, date: super::CalendarDate) -> u64 {
        let days = u64::try_from(self.start.days_until(date)).unwrap_or(0);
        BAR_LEFT + days.min(self.days) * BAR_WIDTH / self.days
    }
}

fn row(svg: &mut String, scale: &Scale, period: &Period, y: u64) {
    // The words end before the bars begin.
    line(svg, y + 13, 13, &shown(&first_line(period), 60));
    line(svg, y + 29, 11, &second_line(period));
    let left = scale.x(period.start);
    let right = period.end.map_or(BAR_LEFT + BAR_WIDTH, |end| scale.x(end));
    let opacity = match period.paid {
        Paid::Automatically => "0.6",
        Paid::FromMessage | Paid::FromLink => "0.35",
        Paid::Checkout | Paid::Free => "0.15",
    };
    let dashes = if period.end.is_none() {
        " stroke-dasharray=\"4 3\""
    } else {
        ""
    };
    draw(
        svg,
        format_args!(
            "<rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"16\" fill-opacity=\"{opacity}\" \
         stroke=\"currentColor\"{dashes}/>\n",
            y + 8,
            right.saturating_sub(left).max(2),
        ),
    );
    if let Some(ordered) = period.ordered {
        let x = scale.x(ordered);
        draw(
            svg,
            format_args!(
                "<path d=\"M{x} {0}v24m-4 -24h8\" fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"2\"/>\n",
                y + 4,
            ),
        );
    }
}

fn draw(svg: &mut String, element: core::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = svg.write_fmt(element);
}

fn line(svg: &mut String, y: u64, size: u64, text: &str) {
    draw(
        svg,
        format_args!(
            "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{size}\">{}</text>\n",
            escaped(text),
        ),
    );
}

/// What is bought, and for how much.
fn first_line(period: &Period) -> String {
    let mut words = title(period);
    let mut add = |text: &str| {
        words.push_str(", ");
        words.push_str(text);
    };
    if let Some(id) = period.product_id {
        add(&format!("product {id}"));
    }
    if let Some(article) = &period.article {
        add(&shown(article, 20));
    }
    if let Some(price) = price(period) {
        add(&shown(&price, 20));
    }
    words
}

/// When, and who pays.
fn second_line(period: &Period) -> String {
    let end = period.end_words();
    let ordered = period
        .ordered
        .map(|ordered| format!(", ordered {ordered}"))
        .unwrap_or_default();
    format!("{} {end}{ordered}, {}", period.start, period.paid.words())
}

/// Text as it stands in XML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no such characters, not even as references.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
