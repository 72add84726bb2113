//! The rules of a stored product as plain functions, which the benchmarks of other validation crates call for rules that
//! those crates cannot express.

use std::collections::BTreeSet;

pub const MAX_ID: u64 = 9_007_199_254_740_991;

const AR_MIN_DAYS: u64 = 6;
pub const PMR_MIN_DAYS: u32 = 3;
const EMAIL_MIN_DAYS: [u64; 2] = [4, 11];

/// Input of the cross-field rules; `None` for an absent or malformed field.
pub struct Facts<'a> {
    pub id: Option<u64>,
    pub term: Field<&'a str>,
    pub settings: Option<Settings<'a>>,
    /// For each amount, whether it is zero and whether it is written `0.00`; `None` if one is malformed.
    pub amounts: Option<Vec<(bool, bool)>>,
}

pub struct Settings<'a> {
    pub chain: Field<std::borrow::Cow<'a, [u64]>>,
    pub enable: Field<bool>,
    pub required: Field<bool>,
    pub pmr: Field<bool>,
    pub email: Field<bool>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Field<T> {
    Absent,
    Malformed,
    Given(T),
}

impl<T> Field<T> {
    pub fn of(value: Option<T>) -> Self {
        value.map_or(Self::Absent, Self::Given)
    }

    fn given(&self) -> Option<&T> {
        match self {
            Self::Given(value) => Some(value),
            _ => None,
        }
    }
}

impl Field<bool> {
    fn is_on(self) -> bool {
        matches!(self, Self::Given(true))
    }

    fn is_off(self) -> bool {
        matches!(self, Self::Given(false) | Self::Absent)
    }
}

const TERM: &str = "licence_term";
const SETTINGS: &str = "renew_settings";
const CHAIN: &str = "renew_settings.product_id_for_renew";
const ENABLE: &str = "renew_settings.renew_ar.enable";
const REQUIRED: &str = "renew_settings.renew_ar.required";
const PMR: &str = "renew_settings.renew_pmr";
const EMAIL: &str = "renew_settings.renew_email";
const VARIANTS: &str = "variants";

/// Reports each cross-field problem, with its path.
pub fn check_cross_field_rules(facts: &Facts<'_>, report: &mut dyn FnMut(&'static str, String)) {
    let Some(settings) = &facts.settings else { return };
    let chain = settings.chain.given().map(|chain| &chain[..]);
    let mut is_formed = chain.is_some();
    if matches!(settings.chain, Field::Absent) {
        report(CHAIN, "the chain is missing".to_owned());
    }
    if let Some(chain) = chain {
        chain_shape(chain, facts.id, &mut |message| {
            is_formed = false;
            report(CHAIN, message);
        });
    }
    let formed = chain.filter(|_| is_formed);
    let single = formed.is_some_and(|ids| ids.len() == 2 && facts.id == Some(ids[0]));
    let long = formed.is_some_and(|ids| ids.len() > 2);
    let trial = facts.amounts.as_ref().is_some_and(|all| !all.is_empty() && all.iter().all(|(zero, _)| *zero));

    match facts.term {
        Field::Absent => report(TERM, "a product with renewals needs a term".to_owned()),
        Field::Malformed => {}
        Field::Given(text) => {
            if let Some(term) = parse_term(text) {
                let ar = trial || settings.enable.is_on();
                let pmr = !trial && settings.pmr.is_on();
                let email = !trial && !long && settings.email.is_on();
                term_length(term, [ar, pmr, email], report);
            }
        }
    }
    let switches = [&settings.enable, &settings.pmr, &settings.email];
    if !trial && switches.iter().all(|switch| switch.is_off()) {
        report(SETTINGS, "no renewal kind is enabled".to_owned());
    }
    if single && settings.required != Field::Absent {
        report(REQUIRED, "no effect if the product renews itself".to_owned());
    }
    if !single && !trial && settings.required.is_on() && settings.enable.is_off() {
        report(REQUIRED, "no effect without AR".to_owned());
    }
    if long && !trial && settings.email.is_on() {
        report(EMAIL, "Email does not suit a chain".to_owned());
    }
    if trial {
        if single {
            report(CHAIN, "a free trial cannot renew itself".to_owned());
        }
        if settings.enable.is_off() {
            report(ENABLE, "AR must be enabled for a free trial".to_owned());
        }
        if !single && settings.required.is_off() {
            report(REQUIRED, "AR must be required for a free trial".to_owned());
        }
        for (switch, path) in [(settings.pmr, PMR), (settings.email, EMAIL)] {
            if switch.is_on() {
                report(path, "no effect on a free trial".to_owned());
            }
        }
    }
    for (index, (zero, written)) in facts.amounts.iter().flatten().enumerate() {
        if trial && !written {
            report(VARIANTS, format!("{index}: a free price is written 0.00"));
        } else if !trial && *zero {
            report(VARIANTS, "some prices are zero and others are not".to_owned());
            break;
        }
    }
}

fn chain_shape(ids: &[u64], own: Option<u64>, report: &mut dyn FnMut(String)) {
    match ids {
        [] => report("the chain is empty".to_owned()),
        [id] => report(format!("one id only: {id}")),
        [.., before, last] if before != last => {
            report(format!("the last two ids differ: {before}, {last}"));
        }
        _ => {}
    }
    let repeats = ids.len() > 1 && ids[ids.len() - 1] == ids[ids.len() - 2];
    let body = &ids[..ids.len() - usize::from(repeats)];
    // Comparing pairs is cheaper than a set for the few ids of a chain.
    if body.len() <= 16 {
        for (index, id) in body.iter().enumerate() {
            if body[..index].contains(id) {
                report(format!("{id} appears twice"));
            }
        }
    } else {
        let mut seen = BTreeSet::new();
        for id in body {
            if !seen.insert(id) {
                report(format!("{id} appears twice"));
            }
        }
    }
    if let Some(own) = own
        && ids.contains(&own)
        && ids.iter().any(|id| *id != own)
    {
        report(format!("{own} is the product's own id"));
    }
}

fn term_length(term: (u32, bool), [ar, pmr, email]: [bool; 3], report: &mut dyn FnMut(&'static str, String)) {
    let days = shortest_days(term);
    if days == 0 {
        report(TERM, "a term of zero is never renewed".to_owned());
        return;
    }
    for (kind, applies, minimum) in [
        ("AR", ar, AR_MIN_DAYS),
        ("PMR", pmr, u64::from(PMR_MIN_DAYS)),
        ("Email", email, EMAIL_MIN_DAYS[0]),
        // Count this warning as a problem, because the other crates cannot report warnings.
        ("Email with offline payment", email && days >= EMAIL_MIN_DAYS[0], EMAIL_MIN_DAYS[1]),
    ] {
        if applies && days < minimum {
            report(TERM, format!("{days} days are too short for {kind}, which needs {minimum}"));
        }
    }
}

/// Parses a term such as `P1M`; returns its number, and whether its unit is months.
pub fn parse_term(text: &str) -> Option<(u32, bool)> {
    let rest = text.strip_prefix('P')?;
    let (digits, months) = match rest.strip_suffix('M') {
        Some(digits) => (digits, true),
        None => (rest.strip_suffix('D')?, false),
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?.map(|count| (count, months))
}

/// Returns the least number of days that a term can take: exact up to 12 months, otherwise a lower bound, which
/// suffices because every minimum term is below a year.
fn shortest_days((count, months): (u32, bool)) -> u64 {
    const OF_MONTHS: [u64; 13] = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334, 365];
    let count_as = usize::try_from(count).unwrap_or(usize::MAX);
    if months { OF_MONTHS.get(count_as).copied().unwrap_or(u64::from(count) * 28) } else { u64::from(count) }
}

pub fn is_price(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, part)) => digits(whole) && digits(part),
        None => digits(text),
    }
}

/// Returns whether a well-formed amount is zero, and whether it is written `0.00`.
pub fn zero(text: &str) -> (bool, bool) {
    let zero = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    (zero, text == "0.00")
}

pub fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

pub fn is_locale(text: &str) -> bool {
    matches!(text.as_bytes(), [a, b, b'_', c, d]
        if a.is_ascii_lowercase() && b.is_ascii_lowercase() && c.is_ascii_uppercase() && d.is_ascii_uppercase())
}

pub fn is_written(text: &str) -> bool {
    !text.trim().is_empty()
}
