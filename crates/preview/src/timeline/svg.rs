//! Draws a timeline as SVG. All positions are integers, so the output is identical on every platform.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::{CalendarDate, Paid, Period, Timeline, price};
use crate::{sentences::Sentences, summary::describe_stop};
use renewal_rules::messages::truncate;
use renewal_rules::put;

/// Maximum number of bars in a picture.
const ROWS: usize = 24;
/// Number of times a repeating last period is drawn before “and so on”.
const REPEATS: usize = 3;
/// Width of the picture: fits the labels, and a text column of a page without scaling.
const WIDTH: u64 = 560;
const MARGIN: u64 = 12;
const HEAD: u64 = 72;
const ROW: u64 = 46;
const BAR: u64 = 36;
const LINE: u64 = 22;
/// Upper estimate of the average character width of a label.
const CHARACTER: u64 = 8;
/// Minimum distance between two month labels, in pixels.
const TICK: u64 = 60;

/// A standalone file follows the system's dark mode. Inside a page `svg:root` does not match, so the page's text colour
/// applies.
const STYLE: &str = "svg:root{color:#1f2328;background:#fff}\
    @media (prefers-color-scheme:dark){svg:root{color:#e6edf3;background:#0d1117}}";

/// Options for drawing a timeline.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SvgOptions {
    /// Date of the line that marks today; no line if `None` or outside the picture.
    pub today: Option<CalendarDate>,
    /// Sentences of the picture's language.
    pub sentences: Sentences,
}

impl Timeline {
    /// Draws the timeline as SVG: an axis of months, a bar to scale for each period with its price, product, dates and
    /// payment, and a marker at the date on which the order is created. A repeating period is drawn a few times; at
    /// most 24 periods are drawn.
    ///
    /// The picture has a title and a description for screen readers and no external references. Inside a page it uses
    /// the page's text colour; as a standalone file it follows the system's light or dark mode. Bars have the class
    /// `bar` and one of `automatically`, `free`, `checkout`, `from-message` and `from-link`.
    ///
    /// ```
    /// use renewal_rules_preview::{SvgOptions, timeline};
    ///
    /// let product = r#"{"id":101,"licence_term":"P1M",
    ///     "renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    /// let timeline = timeline(product, &timeline::TimelineOptions::new("2026-01-31".parse()?))?;
    /// assert!(timeline.to_svg(&SvgOptions::default()).starts_with("<svg "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self, options: &SvgOptions) -> String {
        let sentences = &options.sentences;
        let rows = self.rows();
        let drawing = Drawing::new(rows, sentences);
        let below = self.lines_below(rows.len(), sentences);
        let bars = HEAD + rows.len() as u64 * ROW;
        let height = bars + (below.len() as u64 + 1) * LINE + MARGIN;
        let product = self.periods.first().and_then(|period| period.product_id);
        let title = sentences.fill("picture-title", &[("product", &sentences.product(product))]);
        let lines = rows.iter().map(|row| drawing.lines(row).join(", ") + ". ");
        let description = lines.collect::<String>() + &below.join(" ");
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" fill=\"currentColor\" font-size=\"13\" \
             font-family=\"system-ui,sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <style>{STYLE}</style>\n",
            escape_xml(&title),
            escape_xml(description.trim_end()),
        );
        text(&mut svg, (MARGIN, 20, 15), "", &title);
        drawing.axis(&mut svg, bars);
        for (period, index) in rows.iter().zip(0..) {
            drawing.row(&mut svg, period, HEAD + index * ROW);
        }
        drawing.today(&mut svg, options.today, bars);
        for (line, index) in below.iter().zip(0..) {
            text(&mut svg, (MARGIN, bars + 16 + index * LINE, 13), "", line);
        }
        drawing.legend(&mut svg, bars + 16 + below.len() as u64 * LINE);
        svg.push_str("</svg>\n");
        svg
    }

    /// Returns the periods to draw: at most [`ROWS`], and of equal periods at the end only the first [`REPEATS`].
    fn rows(&self) -> &[Period] {
        let same = |a: &Period, b: &Period| {
            (a.product_id, &a.price, a.licence_term, a.paid) == (b.product_id, &b.price, b.licence_term, b.paid)
        };
        let last = self.periods.chunk_by(same).next_back().unwrap_or_default();
        let shown = ROWS.min(self.periods.len() - last.len() + REPEATS);
        self.periods.get(..shown).unwrap_or(&self.periods)
    }

    /// Returns the lines of text below the bars.
    fn lines_below(&self, shown: usize, sentences: &Sentences) -> Vec<String> {
        let mut below = Vec::new();
        let more = self.periods.len().saturating_sub(shown);
        if more > 0 && shown < ROWS && self.stop.is_none() {
            below.push(format!("… {}", sentences.get("picture-and-so-on")));
        } else if more > 0 {
            below.push(format!("… {}", sentences.fill_number("more", more as u64)));
        }
        if let Some(stop) = &self.stop {
            below.push(describe_stop(stop, sentences));
        }
        below
    }
}

/// Scale and language of a drawing.
struct Drawing<'p> {
    sentences: &'p Sentences,
    start: CalendarDate,
    /// Number of days that the width represents.
    days: u64,
}

impl<'p> Drawing<'p> {
    fn new(rows: &[Period], sentences: &'p Sentences) -> Self {
        let start = rows.first().map_or(CalendarDate::UNSET, |row| row.start);
        let latest = rows.iter().map(|row| row.end.unwrap_or(row.start)).max();
        let days = u64::from(start.days_until(latest.unwrap_or(start)).unsigned_abs());
        let is_open = rows.iter().any(|row| row.end.is_none());
        // A period without an end takes the last fifth of the width.
        let days = (if is_open { days + days / 4 + 1 } else { days }).max(1);
        Self { sentences, start, days }
    }

    /// Returns the horizontal position of a date.
    fn x(&self, date: CalendarDate) -> u64 {
        let days = u64::try_from(self.start.days_until(date)).unwrap_or(0);
        MARGIN + days.min(self.days) * (WIDTH - 2 * MARGIN) / self.days
    }

    /// Returns whether the date is within the picture.
    fn has(&self, date: CalendarDate) -> bool {
        u64::try_from(self.start.days_until(date)).is_ok_and(|days| days <= self.days)
    }

    /// Draws a line and a label for each month, or for every second, third, sixth or twelfth month if space is scarce.
    fn axis(&self, svg: &mut String, bottom: u64) {
        let shortest = 28 * (WIDTH - 2 * MARGIN);
        let fits = |every: &u64| every * shortest >= TICK * self.days;
        let every = [1, 2, 3, 6, 12].into_iter().find(fits).unwrap_or(12);
        // The label of a month is centred: it must not begin before the picture.
        let mut free = TICK / 2;
        let mut month = self.start.next_month();
        while let Some(first) = month.filter(|first| self.has(*first)) {
            let x = self.x(first);
            let is_named = (u64::from(first.month()) - 1).is_multiple_of(every);
            if is_named && x >= free && x + TICK / 2 <= WIDTH {
                put!(
                    svg,
                    "<path class=\"tick\" d=\"M{x} 60V{bottom}\" stroke=\"currentColor\" stroke-opacity=\"0.2\"/>\n"
                );
                let name = first.to_string();
                let name = name.get(..name.len().saturating_sub(3)).unwrap_or(&name);
                text(svg, (x, 54, 12), " text-anchor=\"middle\"", name);
                free = x + TICK;
            }
            month = first.next_month();
        }
    }

    /// Draws a period as a bar, with a marker at the date of its order.
    fn row(&self, svg: &mut String, period: &Period, y: u64) {
        let left = self.x(period.start);
        let right = period.end.map_or(WIDTH - MARGIN, |end| self.x(end)).max(left + 3);
        let opacity = match period.paid {
            Paid::Automatically => "0.22",
            Paid::FromMessage | Paid::FromLink => "0.12",
            Paid::Checkout | Paid::Free => "0.04",
        };
        let dashes = period.end.map_or(" stroke-dasharray=\"4 3\"", |_| "");
        put!(
            svg,
            "<rect class=\"bar {}\" x=\"{left}\" y=\"{y}\" width=\"{}\" height=\"{BAR}\" rx=\"4\" \
             fill-opacity=\"{opacity}\" stroke=\"currentColor\"{dashes}/>\n",
            period.paid.as_str(),
            right - left,
        );
        if let Some(ordered) = period.ordered {
            let (x, middle) = (self.x(ordered), y + BAR / 2);
            put!(svg, "<path class=\"order\" d=\"M{x} {middle}H{left}\" stroke=\"currentColor\"/>\n");
            diamond(svg, x, middle);
        }
        self.label(svg, period, [left, right], y);
    }

    /// Draws the label inside, after or before the bar, whichever fits first. If none fits, shortens the first line so
    /// that the dates fit, or else uses the widest space: only then may a label in the bar extend beyond its right end.
    fn label(&self, svg: &mut String, period: &Period, [left, right]: [u64; 2], y: u64) {
        let before = period.ordered.map_or(left, |ordered| self.x(ordered));
        let inside = (right - left).saturating_sub(16);
        let after = (WIDTH - MARGIN).saturating_sub(right + 8);
        let before = before.saturating_sub(MARGIN + 10);
        let onward = (WIDTH - MARGIN - left).saturating_sub(10);
        let lines = self.lines(period);
        // Number of characters of each line that fit, by the average widths of 7.5 and 6.5 pixels.
        let most = |room: u64| [room * 2 / 15, room * 2 / 13].map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        let fits = |room: u64, from: usize| {
            lines.iter().zip(most(room)).skip(from).all(|(line, most)| line.chars().count() <= most)
        };
        let within = |room| (room, left + 10, "");
        let ahead = (before, MARGIN + before, " text-anchor=\"end\"");
        let ahead = if before == onward { within(before) } else { ahead };
        let spaces = [within(inside), (after, right + 8, ""), ahead];
        let widest = if before > onward { ahead } else { within(onward) };
        let first = |from: usize| spaces.into_iter().find(|(room, ..)| fits(*room, from));
        let (room, x, anchor) = first(0).or_else(|| first(1)).unwrap_or(widest);
        for ((line, most), (y, size)) in lines.iter().zip(most(room)).zip([(y + 15, 13), (y + 31, 12)]) {
            text(svg, (x, y, size), anchor, &truncate(line, most));
        }
    }

    /// Returns the two lines of a bar's label: first price, payment and product, then the dates and the step.
    fn lines(&self, period: &Period) -> [String; 2] {
        let paid = match period.paid {
            Paid::Free => self.sentences.get("picture-free"),
            Paid::Automatically => self.sentences.get("picture-charged"),
            Paid::Checkout | Paid::FromMessage | Paid::FromLink => self.sentences.get("picture-buyer-pays"),
        };
        let price = match price(period) {
            Some(price) if period.paid != Paid::Free => price + ", ",
            _ => String::new(),
        };
        let name = period.name.as_deref().map(|name| format!(" · {}", truncate(name, 40)));
        let end = match (period.end, period.licence_term) {
            (Some(end), _) => end.to_string(),
            (None, Some(term)) if term.is_unlimited() => self.sentences.get("picture-open").into(),
            (None, _) => self.sentences.get("picture-end-unknown").into(),
        };
        let number = self.sentences.purchase_or_renewal(period.number);
        [format!("{price}{paid}{}", name.unwrap_or_default()), format!("{} – {end} · {number}", period.start)]
    }

    fn today(&self, svg: &mut String, today: Option<CalendarDate>, bottom: u64) {
        let Some(today) = today.filter(|today| self.has(*today)) else { return };
        let x = self.x(today);
        put!(
            svg,
            "<path class=\"today\" d=\"M{x} 44V{bottom}\" stroke=\"currentColor\" \
             stroke-width=\"2\" stroke-dasharray=\"2 4\"/>\n"
        );
        let anchor = if x > WIDTH / 2 { " text-anchor=\"end\"" } else { " text-anchor=\"start\"" };
        text(svg, (x, 40, 12), anchor, self.sentences.get("picture-today"));
    }

    /// Draws the legend of bars and markers.
    fn legend(&self, svg: &mut String, y: u64) {
        let mut x = MARGIN;
        let bars = [("automatically", "0.22", "picture-charged"), ("from-message", "0.12", "picture-buyer-pays")];
        for (class, opacity, name) in bars {
            put!(
                svg,
                "<rect class=\"key {class}\" x=\"{x}\" y=\"{}\" width=\"16\" height=\"12\" rx=\"2\" \
                 fill-opacity=\"{opacity}\" stroke=\"currentColor\"/>\n",
                y - 10,
            );
            let name = self.sentences.get(name);
            text(svg, (x + 22, y, 12), "", name);
            x += 46 + name.chars().count() as u64 * CHARACTER;
        }
        diamond(svg, x + 6, y - 4);
        text(svg, (x + 18, y, 12), "", self.sentences.get("picture-order"));
    }
}

fn diamond(svg: &mut String, x: u64, y: u64) {
    let top = y.saturating_sub(6);
    put!(svg, "<path class=\"order\" d=\"M{x} {top}l6 6l-6 6l-6 -6z\"/>\n");
}

fn text(svg: &mut String, (x, y, size): (u64, u64, u64), more: &str, text: &str) {
    put!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{more}>{}</text>\n", escape_xml(text));
}

/// Escapes `&`, `<`, `>` and `"` for XML, and replaces U+FFFE and U+FFFF by U+FFFD. Does not replace control characters:
/// sanitize the text first.
pub fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML forbids these characters, even as character references.
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
