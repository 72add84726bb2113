//! Formats a timeline as plain text.

use alloc::string::{String, ToString as _};
use core::fmt;

use super::{Period, Timeline};
use renewal_rules::messages::{align_columns, truncate};
use renewal_rules::{EffectiveKind, ProductId};

const HEADINGS: [&str; 8] = ["", "Product", "Article", "Price", "Start", "End", "Ordered", "Payment"];
/// Maximum length of an article, amount or currency in the table, in code points.
const MAX_LENGTH: usize = 24;

/// Formats the timeline as a plain text table, one line for each period, followed by the reason for its end and the
/// notes. Columns are aligned by code points. The end of a period is the day after its last day; `-` means unknown.
///
/// ```text
/// Kind: AR
///
///            Product  Article  Price     Start       End         Ordered     Payment
/// Purchase   101      S1       9.90 USD  2026-01-31  2026-02-06  -           buyer checks out and pays
/// Renewal 1  101      S1       9.90 USD  2026-02-06  2026-02-12  2026-02-01  charged automatically
/// ```
impl fmt::Display for Timeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![HEADINGS.map(String::from)];
        rows.extend(self.periods.iter().map(row));
        let kind = self.decision.kind.map_or("none", EffectiveKind::name);
        write!(f, "Kind: {kind}\n\n{}", align_columns(&rows))?;
        if let Some(stop) = &self.stop {
            write!(f, "\n{}\n", stop.message)?;
        }
        for (index, note) in self.notes.iter().enumerate() {
            let bullet = if index == 0 { "\n- " } else { "- " };
            writeln!(f, "{bullet}{}", note.message())?;
        }
        Ok(())
    }
}

fn row(period: &Period) -> [String; HEADINGS.len()] {
    let known = |text: Option<String>| text.unwrap_or_else(|| String::from("-"));
    [
        match period.number {
            0 => String::from("Purchase"),
            number => format!("Renewal {number}"),
        },
        known(period.product_id.as_ref().map(ProductId::to_string)),
        known(period.article.as_deref().map(|article| truncate(article, MAX_LENGTH))),
        known(price(period)),
        period.start.to_string(),
        known(period.end.map(|end| end.to_string())),
        known(period.ordered.map(|ordered| ordered.to_string())),
        String::from(period.paid.description()),
    ]
}

/// Returns the amount and, if known, the currency; `None` without an amount.
pub(crate) fn price(period: &Period) -> Option<String> {
    let price = truncate(period.price.as_deref()?, MAX_LENGTH);
    Some(match &period.currency {
        Some(currency) => format!("{price} {}", truncate(currency, MAX_LENGTH)),
        None => price,
    })
}

/// Returns the significant digits of a well-formed amount, which are equal for equal amounts.
pub(crate) fn significant(amount: &str) -> &str {
    let amount = amount.trim_start_matches('0');
    if amount.contains('.') { amount.trim_end_matches('0').trim_end_matches('.') } else { amount }
}
