//! A comparison as text for a reviewer.

use alloc::{
    format,
    string::{String, ToString as _},
    vec::Vec,
};

use super::{
    Change, Comparison, Offer, PeriodChange, PositionChange, Presence, Problem, ProductComparison,
    ShownPrice, ShownVariant, Situation, data::Step, ending,
};
use crate::{
    Consent, EffectiveKind, LicenceTerm, Payment, ProductId, Rejection,
    timeline::{Period, Stop, table::shown},
};

/// The most code points of a comment or name that the text shows.
const SHOWN: usize = 80;
/// The most periods of one timeline, and positions of one order, that the text shows.
const LINES: usize = 3;

impl Comparison {
    /// The comparison as plain text, for a person who reviews the change: each line says what buyers
    /// see now and saw before, and in which situations. Timelines show the first three periods that
    /// differ.
    ///
    /// ```
    /// use renewal_rules::compare::{Options, compare};
    ///
    /// let old = r#"{"id":101,"name":"Example Pro","licence_term":"P1M"}"#;
    /// let new = r#"{"id":101,"name":"Example Pro","licence_term":"P12M"}"#;
    /// let options = Options::default();
    /// assert_eq!(
    ///     compare(old, new, &options)?.to_text(),
    ///     "Product 101 (Example Pro)\n  Purchase: the term changes from P1M to P12M.\n",
    /// );
    /// assert_eq!(compare(old, old, &options)?.to_text(), "Nothing that is compared here changes for buyers.\n");
    /// # Ok::<(), renewal_rules::compare::Error>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut lines = Vec::new();
        if !self.changed {
            lines.push(String::from(
                "Nothing that is compared here changes for buyers.",
            ));
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

fn describe(change: &Change, product: &ProductComparison, lines: &mut Vec<String>) {
    let at = |step: &Step| at(*step, product.last_step);
    let quoted = |text: &Option<String>| quoted(text.as_deref());
    let line = match change {
        Change::Configuration { old, new } => format!(
            "The configuration changes from {} to {}.",
            old.map_or("none", crate::Configuration::as_str),
            new.map_or("none", crate::Configuration::as_str),
        ),
        Change::Trial { new: true, .. } => String::from("It becomes a free trial."),
        Change::Trial { new: false, .. } => String::from("It is no longer a free trial."),
        Change::Kind { .. } => kind(change),
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
            at(step),
            within(situations),
            offer(new.as_ref()),
            offer(old.as_ref()),
        ),
        Change::Name { step, old, new } => from_to(&at(step), "name", &quoted(old), &quoted(new)),
        Change::Term {
            step,
            old,
            new,
            was_malformed,
            is_malformed,
        } => {
            let (old, new) = (term(*old, *was_malformed), term(*new, *is_malformed));
            from_to(&at(step), "term", &old, &new)
        }
        Change::Order { step, positions } => {
            order(&at(step), positions, lines);
            return;
        }
        Change::Price {
            step,
            sku,
            old,
            new,
        } => price_change(&at(step), sku.as_deref(), (old.as_ref(), new.as_ref())),
        Change::Article {
            step,
            situations,
            old,
            new,
        } => {
            let at = at(step) + &within(situations);
            from_to(&at, "article", &quoted(old), &quoted(new))
        }
        Change::Comment {
            step,
            locale,
            situations,
            old,
            new,
        } => {
            let what = format!("comment in {}", shown(locale, SHOWN));
            let at = at(step) + &within(situations);
            from_to(&at, &what, &quoted(old), &quoted(new))
        }
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

fn order(at: &str, positions: &[PositionChange], lines: &mut Vec<String>) {
    lines.push(format!(
        "  {at}: the variants are in another order. The interface document does not show which \
         variant a renewal uses; the timeline takes the one at the position of the purchase.",
    ));
    shorten(positions, lines, |change| {
        let (old, new) = (variant(change.old.as_ref()), variant(change.new.as_ref()));
        format!("Variant {}: {new} instead of {old}.", change.position + 1)
    });
}

fn from_to(at: &str, what: &str, old: &str, new: &str) -> String {
    format!("{at}: the {what} changes from {old} to {new}.")
}

fn price_change(
    at: &str,
    sku: Option<&str>,
    change: (Option<&ShownPrice>, Option<&ShownPrice>),
) -> String {
    let sku = sku.map_or_else(String::new, |sku| format!(" of {}", shown(sku, SHOWN)));
    match change {
        (Some(old), Some(new)) => from_to(at, &format!("price{sku}"), &price(old), &price(new)),
        (Some(old), None) => format!("{at}: the price{sku}, {}, is gone.", price(old)),
        (None, Some(new)) => format!("{at}: the price{sku} is new: {}.", price(new)),
        (None, None) => String::from(at),
    }
}

/// What applied before, what applies now, and why.
fn kind(change: &Change) -> String {
    let Change::Kind {
        situations,
        old,
        new,
        lost,
        gained,
        old_undecided,
        undecided,
    } = change
    else {
        return String::new();
    };
    let name = |kind: &Option<EffectiveKind>| kind.map_or("no renewal", EffectiveKind::name);
    // A kind is named by its switch: before it became a trial, a product had no AR Trial to reject.
    let switch = |kind: &Option<EffectiveKind>| kind.map_or("", |kind| kind.switch().name());
    let mut text = alloc::vec![format!(
        "Kind{}: {} before, {} now.",
        within(situations),
        name(old),
        name(new)
    )];
    let mut why = |version: &str, reason: String| {
        text.push(format!("In the {version} version {reason}."));
    };
    if !gained.is_empty() {
        let reason = format!("{} does not apply: {}", switch(new), reasons(gained));
        why("old", reason);
    }
    if let Some(undecided) = old_undecided {
        why("old", undecided.words().into());
    }
    if !lost.is_empty() {
        let reason = format!("{} does not apply: {}", switch(old), reasons(lost));
        why("new", reason);
    }
    if let Some(undecided) = undecided {
        why("new", undecided.words().into());
    }
    match (old, new) {
        (Some(EffectiveKind::ArTrial), Some(_)) => {
            why("new", "the product is no longer a free trial".into());
        }
        (_, Some(EffectiveKind::ArTrial)) => {
            why(
                "new",
                "the product is a free trial, for which only AR is considered".into(),
            );
        }
        _ => {}
    }
    text.join(" ")
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

fn variant(of: Option<&ShownVariant>) -> String {
    let Some(of) = of else {
        return String::from("nothing");
    };
    let sku = of.sku.as_ref().map(|sku| shown(sku, SHOWN));
    let words: Vec<_> = sku.into_iter().chain([price(&of.price)]).collect();
    format!("[{}]", words.join(", "))
}

fn price(of: &ShownPrice) -> String {
    if of.malformed {
        return String::from("an amount that cannot be read");
    }
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

fn term(term: Option<LicenceTerm>, is_malformed: bool) -> String {
    match term {
        None if is_malformed => String::from("one that cannot be read"),
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
    shorten(periods, lines, |period| {
        let title = match period.number {
            0 => String::from("Purchase"),
            number => format!("Renewal {number}"),
        };
        let (old, new) = (dates(period.old.as_ref()), dates(period.new.as_ref()));
        format!("{title}: {new} instead of {old}.")
    });
}

/// Adds a line for each of the first few.
fn shorten<T>(all: &[T], lines: &mut Vec<String>, line: impl Fn(&T) -> String) {
    let shown = all.iter().take(LINES);
    lines.extend(shown.map(|one| format!("    {}", line(one))));
    if all.len() > LINES {
        lines.push(format!("    … and {} more", all.len() - LINES));
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
