//! A timeline as an SVG picture. All positions are whole numbers: no floating point, the same text everywhere.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::{answer::stop_words, table::price, words::Words};
use crate::timeline::{CalendarDate, Paid, Period, Timeline};
use renewal_rules::messages::shortened;
use renewal_rules::put;

const ROWS: usize = 24;
/// How often the last period is shown before it is said that it goes on so.
const REPEATS: usize = 3;
/// Wide enough for the labels, and narrow enough that a column of a page need not shrink it.
const WIDTH: u64 = 560;
const MARGIN: u64 = 12;
const HEAD: u64 = 72;
const ROW: u64 = 46;
const BAR: u64 = 36;
const LINE: u64 = 22;
/// What a character of a label takes at most, on average.
const CHARACTER: u64 = 8;
/// The least room between the names of two months.
const TICK: u64 = 60;

/// A file of its own follows the system's dark mode; within a page the page's text colour is used, as
/// `:root` is then the page.
const STYLE: &str = "svg:root{color:#1f2328;background:#fff}\
    @media (prefers-color-scheme:dark){svg:root{color:#e6edf3;background:#0d1117}}";

/// How a timeline is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Picture {
    /// The day at which a line marks today.
    pub today: Option<CalendarDate>,
    /// The language.
    pub words: Words,
}

impl Timeline {
    /// The timeline as an SVG picture: an axis of months, a bar for each period, to scale, with its
    /// price, product, dates and payment, and a mark where the order is created. Periods that only
    /// repeat are drawn a few times; 24 are drawn at most.
    ///
    /// The picture has a title and a description for screen readers, uses the text colour of the page around it, or as
    /// a file of its own light or dark as the system does, and refers to nothing outside. Bars have the classes `bar`
    /// and `automatically`, `free`, `checkout`, `from-message` or `from-link`.
    ///
    /// ```
    /// use renewal_rules_preview::{Picture, timeline};
    ///
    /// let product = r#"{"id":101,"licence_term":"P1M",
    ///     "renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#;
    /// let timeline = timeline(product, &timeline::TimelineOptions::new("2026-01-31".parse()?))?;
    /// assert!(timeline.to_svg(&Picture::default()).starts_with("<svg "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_svg(&self, how: &Picture) -> String {
        let rows = self.rows();
        let drawing = Drawing::of(rows, &how.words);
        let below = self.below(rows.len(), &how.words);
        let bars = HEAD + rows.len() as u64 * ROW;
        let height = bars + (below.len() as u64 + 1) * LINE + MARGIN;
        let product = self.periods.first().and_then(|period| period.product_id);
        let title = how.words.say("picture-title", &[("product", &how.words.product(product))]);
        let lines = rows.iter().map(|row| drawing.lines(row).join(", ") + ". ");
        let description = lines.collect::<String>() + &below.join(" ");
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" fill=\"currentColor\" font-size=\"13\" \
             font-family=\"system-ui,sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <style>{STYLE}</style>\n",
            escaped(&title),
            escaped(description.trim_end()),
        );
        text(&mut svg, (MARGIN, 20, 15), "", &title);
        drawing.axis(&mut svg, bars);
        for (period, index) in rows.iter().zip(0..) {
            drawing.row(&mut svg, period, HEAD + index * ROW);
        }
        drawing.today(&mut svg, how.today, bars);
        for (line, index) in below.iter().zip(0..) {
            text(&mut svg, (MARGIN, bars + 16 + index * LINE, 13), "", line);
        }
        drawing.legend(&mut svg, bars + 16 + below.len() as u64 * LINE);
        svg.push_str("</svg>\n");
        svg
    }

    fn rows(&self) -> &[Period] {
        let same = |a: &Period, b: &Period| {
            (a.product_id, &a.price, a.licence_term, a.paid) == (b.product_id, &b.price, b.licence_term, b.paid)
        };
        let last = self.periods.chunk_by(same).next_back().unwrap_or_default();
        let shown = ROWS.min(self.periods.len() - last.len() + REPEATS);
        self.periods.get(..shown).unwrap_or(&self.periods)
    }

    fn below(&self, shown: usize, words: &Words) -> Vec<String> {
        let mut below = Vec::new();
        let more = self.periods.len().saturating_sub(shown);
        if more > 0 && shown < ROWS && self.stop.is_none() {
            below.push(format!("… {}", words.text("picture-and-so-on")));
        } else if more > 0 {
            below.push(format!("… {}", words.count("more", more as u64)));
        }
        if let Some(stop) = &self.stop {
            below.push(stop_words(stop, words));
        }
        below
    }
}

struct Drawing<'p> {
    words: &'p Words,
    start: CalendarDate,
    /// How many days its width shows.
    days: u64,
}

impl<'p> Drawing<'p> {
    fn of(rows: &[Period], words: &'p Words) -> Self {
        let start = rows.first().map_or(CalendarDate::UNSTATED, |row| row.start);
        let latest = rows.iter().map(|row| row.end.unwrap_or(row.start)).max();
        let days = u64::from(start.days_until(latest.unwrap_or(start)).unsigned_abs());
        let is_open = rows.iter().any(|row| row.end.is_none());
        // A period without an end takes the last fifth.
        let days = (if is_open { days + days / 4 + 1 } else { days }).max(1);
        Self { words, start, days }
    }

    fn x(&self, date: CalendarDate) -> u64 {
        let days = u64::try_from(self.start.days_until(date)).unwrap_or(0);
        MARGIN + days.min(self.days) * (WIDTH - 2 * MARGIN) / self.days
    }

    fn has(&self, date: CalendarDate) -> bool {
        u64::try_from(self.start.days_until(date)).is_ok_and(|days| days <= self.days)
    }

    /// A line and a name for each month, or for every few where there is little room.
    fn axis(&self, svg: &mut String, bottom: u64) {
        let shortest = 28 * (WIDTH - 2 * MARGIN);
        let fits = |every: &u64| every * shortest >= TICK * self.days;
        let every = [1, 2, 3, 6, 12].into_iter().find(fits).unwrap_or(12);
        let mut free = 0;
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
        // The label is in the bar, after it or before it: where it fits, else where the most room is. From
        // within the bar it may go on to the right.
        let before = period.ordered.map_or(left, |ordered| self.x(ordered));
        let inside = (right - left).saturating_sub(16);
        let after = (WIDTH - MARGIN).saturating_sub(right + 8);
        let before = before.saturating_sub(MARGIN + 10);
        let onward = (WIDTH - MARGIN - left).saturating_sub(10);
        let lines = self.lines(period);
        let most = |room: u64| [room * 2 / 15, room * 2 / 13].map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        let fits = |room: u64| lines.iter().zip(most(room)).all(|(line, most)| line.chars().count() <= most);
        let within = |room| (room, left + 10, "");
        let ahead = (before, MARGIN + before, " text-anchor=\"end\"");
        let ahead = if before == onward { within(before) } else { ahead };
        let places = [within(inside), (after, right + 8, ""), ahead];
        let widest = if before > onward { ahead } else { within(onward) };
        let (room, x, anchor) = places.into_iter().find(|(room, ..)| fits(*room)).unwrap_or(widest);
        for ((line, most), (y, size)) in lines.iter().zip(most(room)).zip([(y + 15, 13), (y + 31, 12)]) {
            text(svg, (x, y, size), anchor, &shortened(line, most));
        }
    }

    /// What is bought for how much, and when.
    fn lines(&self, period: &Period) -> [String; 2] {
        let paid = match period.paid {
            Paid::Free => self.words.text("picture-free"),
            Paid::Automatically => self.words.text("picture-charged"),
            Paid::Checkout | Paid::FromMessage | Paid::FromLink => self.words.text("picture-buyer-pays"),
        };
        let price = match price(period) {
            Some(price) if period.paid != Paid::Free => price + ", ",
            _ => String::new(),
        };
        let name = period.name.as_deref().map(|name| format!(" · {}", shortened(name, 40)));
        let end = match (period.end, period.licence_term) {
            (Some(end), _) => end.to_string(),
            (None, Some(term)) if term.is_unlimited() => self.words.text("picture-open").into(),
            (None, _) => self.words.text("picture-end-unknown").into(),
        };
        let number = self.words.purchase_or_renewal(period.number);
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
        text(svg, (x, 40, 12), anchor, self.words.text("picture-today"));
    }

    /// What the bars and marks mean.
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
            let name = self.words.text(name);
            text(svg, (x + 22, y, 12), "", name);
            x += 46 + name.chars().count() as u64 * CHARACTER;
        }
        diamond(svg, x + 6, y - 4);
        text(svg, (x + 18, y, 12), "", self.words.text("picture-order"));
    }
}

fn diamond(svg: &mut String, x: u64, y: u64) {
    let top = y.saturating_sub(6);
    put!(svg, "<path class=\"order\" d=\"M{x} {top}l6 6l-6 6l-6 -6z\"/>\n");
}

fn text(svg: &mut String, (x, y, size): (u64, u64, u64), more: &str, text: &str) {
    put!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{more}>{}</text>\n", escaped(text),);
}

/// Text as it is written in XML.
pub fn escaped(text: &str) -> String {
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
