//! A comparison as text for a reviewer.

use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use super::{
    Change, Comparison, Offer, PeriodChange, Presence, Problem, ProductComparison, ShownPrice,
    Situation, Step, ending,
};
use crate::{
    Consent, EffectiveKind, LicenceTerm, Payment, Period, ProductId, Rejection, Stop, Undecided,
    timeline::table::shown,
};

/// The most code points of a comment or name that the text shows.
const SHOWN: usize = 80;
/// The most periods of one timeline that the text shows.
const PERIODS: usize = 3;

impl Comparison {
    /// The comparison as plain text, for a person who reviews the change: each line says what buyers
    /// see now and saw before, and in which situations. Timelines show the first three periods that
    /// differ.
    ///
    /// ```
    /// use renewal_rules::{CompareOptions, compare};
    ///
    /// let old = r#"{"id":101,"name":"Example Pro","licence_term":"P1M"}"#;
    /// let new = r#"{"id":101,"name":"Example Pro","licence_term":"P12M"}"#;
    /// let options = CompareOptions::default();
    /// assert_eq!(
    ///     compare(old, new, &options)?.to_text(),
    ///     "Product 101 (Example Pro)\n  Purchase: the term changes from P1M to P12M.\n",
    /// );
    /// assert_eq!(compare(old, old, &options)?.to_text(), "Nothing changes for buyers.\n");
    /// # Ok::<(), renewal_rules::CompareError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines = Vec::new();
        if !self.changed {
            lines.push(String::from("Nothing changes for buyers."));
        }
        for product in &self.products {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(heading(product));
            for change in &product.changes {
                describe(change, product, &mut lines);
            }
        }
        problems("New problems:", &self.appeared, &mut lines);
        problems("Problems that are gone:", &self.disappeared, &mut lines);
        lines.push(String::new());
        lines.join("\n")
    }
}

fn heading(product: &ProductComparison) -> String {
    let id = product
        .product_id
        .map_or_else(|| String::from("The product"), |id| format!("Product {id}"));
    let name = product
        .name
        .as_ref()
        .map_or_else(String::new, |name| format!(" ({})", shown(name, SHOWN)));
    match product.presence {
        Presence::Both => format!("{id}{name}"),
        Presence::Added => format!("{id}{name} is new."),
        Presence::Removed => format!("{id}{name} is gone."),
    }
}

fn problems(title: &str, problems: &[Problem], lines: &mut Vec<String>) {
    if problems.is_empty() {
        return;
    }
    lines.push(String::new());
    lines.push(String::from(title));
    for problem in problems {
        let product = problem
            .product_id
            .map_or_else(String::new, |id| format!("product {id}: "));
        let diagnostic = &problem.diagnostic;
        lines.push(format!(
            "  {}: {product}{} ({})",
            diagnostic.severity.as_str(),
            diagnostic.message,
            diagnostic.code,
        ));
    }
}

fn at(step: Step, last: Step) -> String {
    match step {
        0 => String::from("Purchase"),
        step if step == last => format!("Renewal {step} and all later ones"),
        step => format!("Renewal {step}"),
    }
}

#[expect(clippy::too_many_lines, reason = "one arm for each kind of change")]
fn describe(change: &Change, product: &ProductComparison, lines: &mut Vec<String>) {
    let last = product.last_step;
    let line = match change {
        Change::Configuration { old, new } => format!(
            "The configuration changes from {} to {}.",
            old.map_or("none", crate::Configuration::as_str),
            new.map_or("none", crate::Configuration::as_str),
        ),
        Change::Trial { new: true, .. } => String::from("It becomes a free trial."),
        Change::Trial { new: false, .. } => String::from("It is no longer a free trial."),
        Change::Kind {
            situations,
            old,
            new,
            lost,
            gained,
            undecided,
        } => kind(situations, (*old, *new), (lost, gained), *undecided),
        Change::Chain { old, new } => {
            format!("The renewals change from {} to {}.", chain(old), chain(new))
        }
        Change::Offer {
            step,
            situations,
            old,
            new,
        } => format!(
            "{}{}: {} instead of {}.",
            at(*step, last),
            within(situations),
            offer(new.as_ref()),
            offer(old.as_ref()),
        ),
        Change::Name { step, old, new } => format!(
            "{}: the name changes from {} to {}.",
            at(*step, last),
            quoted(old.as_deref()),
            quoted(new.as_deref()),
        ),
        Change::Term { step, old, new } => format!(
            "{}: the term changes from {} to {}.",
            at(*step, last),
            term(*old),
            term(*new),
        ),
        Change::Price {
            step,
            sku,
            old,
            new,
        } => {
            let sku = sku
                .as_ref()
                .map_or_else(String::new, |sku| format!(" of {}", shown(sku, SHOWN)));
            let at = at(*step, last);
            match (old, new) {
                (None, Some(new)) => format!("{at}: the price{sku} is new: {}.", price(new)),
                (Some(old), None) => format!("{at}: the price{sku}, {}, is gone.", price(old)),
                (old, new) => {
                    let text =
                        |of: &Option<ShownPrice>| of.as_ref().map_or_else(String::new, price);
                    format!(
                        "{at}: the price{sku} changes from {} to {}.",
                        text(old),
                        text(new)
                    )
                }
            }
        }
        Change::Article {
            step,
            situations,
            old,
            new,
        } => format!(
            "{}{}: the article changes from {} to {}.",
            at(*step, last),
            within(situations),
            quoted(old.as_deref()),
            quoted(new.as_deref()),
        ),
        Change::Comment {
            step,
            locale,
            situations,
            old,
            new,
        } => format!(
            "{}{}: the comment in {} changes from {} to {}.",
            at(*step, last),
            within(situations),
            shown(locale, SHOWN),
            quoted(old.as_deref()),
            quoted(new.as_deref()),
        ),
        Change::Timeline {
            situations,
            periods,
            old,
            new,
        } => {
            timeline(situations, periods, lines);
            if ending(old.as_ref(), product.old_id) != ending(new.as_ref(), product.product_id) {
                lines.push(end(new.as_ref()));
            }
            return;
        }
    };
    lines.push(format!("  {line}"));
}

fn kind(
    situations: &[Situation],
    (old, new): (Option<EffectiveKind>, Option<EffectiveKind>),
    (lost, gained): (&[Rejection], &[Rejection]),
    undecided: Option<Undecided>,
) -> String {
    let name = |kind: Option<EffectiveKind>| kind.map_or("no renewal", EffectiveKind::name);
    let mut why = Vec::new();
    if !lost.is_empty() {
        why.push(format!(
            "{} no longer applies: {}",
            name(old),
            reasons(lost)
        ));
    }
    if !gained.is_empty() {
        why.push(format!("{} did not apply: {}", name(new), reasons(gained)));
    }
    why.extend(undecided.map(|undecided| String::from(undecided.words())));
    let why = if why.is_empty() {
        String::new()
    } else {
        format!(" ({})", why.join("; "))
    };
    format!(
        "Kind{}: {} instead of {}{why}.",
        within(situations),
        name(new),
        name(old),
    )
}

fn reasons(reasons: &[Rejection]) -> String {
    let words: Vec<_> = reasons.iter().map(|reason| reason.words()).collect();
    words.join(", ")
}

/// The situations in words, with a comma before them; nothing where it is all of them.
fn within(situations: &[Situation]) -> String {
    if situations.len() == Situation::all().count() {
        return String::new();
    }
    let of_payment = |payment: Payment| {
        Consent::ALL.iter().all(|consent| {
            situations.contains(&Situation {
                payment,
                consent: *consent,
            })
        })
    };
    let mut words = Vec::new();
    let whole = Payment::ALL
        .iter()
        .copied()
        .find(|payment| of_payment(*payment));
    if let Some(payment) = whole {
        words.push(format!("{} payment", payment.as_str()));
    }
    for consent in Consent::ALL {
        let payments: Vec<&str> = situations
            .iter()
            .filter(|each| each.consent == *consent && Some(each.payment) != whole)
            .map(|each| each.payment.as_str())
            .collect();
        match payments.as_slice() {
            [] => {}
            [payment] => words.push(format!("consent {}, {payment} payment", consent.as_str())),
            _ => words.push(format!("consent {}", consent.as_str())),
        }
    }
    format!(", {}", words.join("; "))
}

fn chain(ids: &[ProductId]) -> String {
    let Some((last, before)) = ids.split_last() else {
        return String::from("none");
    };
    let mut words: Vec<String> = before.iter().map(ProductId::to_string).collect();
    words.push(format!("{last} again and again"));
    words.join(", then ")
}

fn offer(offer: Option<&Offer>) -> String {
    let Some(offer) = offer else {
        return String::from("nothing");
    };
    let mut words = alloc::vec![
        offer
            .product_id
            .map_or_else(|| String::from("the product"), |id| format!("product {id}"),)
    ];
    if !offer.known {
        words.push(String::from("not in the set-up"));
    }
    words.extend(offer.name.as_ref().map(|name| shown(name, SHOWN)));
    words.extend(offer.licence_term.map(|term| term.to_string()));
    words.extend(offer.prices.iter().map(price));
    format!("[{}]", words.join(", "))
}

fn price(of: &ShownPrice) -> String {
    let texts = [&of.price, &of.currency];
    let texts: Vec<_> = texts
        .into_iter()
        .flatten()
        .map(|text| shown(text, SHOWN))
        .collect();
    if texts.is_empty() {
        String::from("none")
    } else {
        texts.join(" ")
    }
}

fn term(term: Option<LicenceTerm>) -> String {
    match term {
        None => String::from("none"),
        Some(term) if term.is_unlimited() => format!("{term} (unlimited)"),
        Some(term) => term.to_string(),
    }
}

fn quoted(text: Option<&str>) -> String {
    text.map_or_else(
        || String::from("none"),
        |text| format!("“{}”", shown(text, SHOWN)),
    )
}

fn timeline(situations: &[Situation], periods: &[PeriodChange], lines: &mut Vec<String>) {
    lines.push(format!("  Timeline{}:", within(situations)));
    for period in periods.iter().take(PERIODS) {
        let title = match period.number {
            0 => String::from("Purchase"),
            number => format!("Renewal {number}"),
        };
        lines.push(format!(
            "    {title}: {} instead of {}.",
            dates(period.new.as_ref()),
            dates(period.old.as_ref()),
        ));
    }
    if periods.len() > PERIODS {
        lines.push(format!("    … and {} more", periods.len() - PERIODS));
    }
}

fn end(stop: Option<&Stop>) -> String {
    stop.map_or_else(
        || String::from("    It no longer ends."),
        |stop| format!("    It ends: {}", stop.message),
    )
}

fn dates(period: Option<&Period>) -> String {
    let Some(period) = period else {
        return String::from("nothing");
    };
    let product = period
        .product_id
        .map_or_else(String::new, |id| format!("product {id}, "));
    let end = period.end_words();
    let ordered = period
        .ordered
        .map_or_else(String::new, |ordered| format!(", ordered {ordered}"));
    format!("[{product}{} {end}{ordered}]", period.start)
}
