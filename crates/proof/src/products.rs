//! Enumerates products and options that the rules can tell apart.

use std::fmt::Write as _;
use std::iter::once;

use renewal_rules::{LicenceTerm, Limits, Operation, Options, Payment, ProductId, Role};

/// Chain of a product, and the product's own id.
#[derive(Clone, Debug, PartialEq)]
pub struct Ids {
    /// Id of the product itself, if known.
    pub own: Option<u64>,
    /// `None` for a product without `renew_settings`, an inner `None` for settings without a chain.
    pub chain: Option<Option<Vec<u64>>>,
}

/// Own id of a product that no enumerated chain contains.
pub const FOREIGN: u64 = 101;

/// Returns all chains of up to `longest` elements, up to renaming of the ids. The own id is absent, foreign, or one of
/// the ids in the chain. Also returns settings without a chain, and products without settings, with and without an own
/// id.
pub fn all_ids(longest: usize) -> Vec<Ids> {
    let mut all: Vec<Ids> = [None, Some(None)]
        .into_iter()
        .flat_map(|chain| [None, Some(FOREIGN)].map(|own| Ids { own, chain: chain.clone() }))
        .collect();
    let mut chains = vec![Vec::new()];
    for _ in 0..=longest {
        let mut longer = Vec::new();
        for chain in chains {
            // Ids are numbered in the order of their first occurrence.
            let next = chain.iter().max().map_or(FOREIGN + 1, |last| last + 1);
            let owns = once(None).chain((FOREIGN..next).map(Some));
            all.extend(owns.map(|own| Ids { own, chain: Some(Some(chain.clone())) }));
            longer.extend((FOREIGN + 1..=next).map(|id| [&*chain, &[id]].concat()));
        }
        chains = longer;
    }
    all
}

/// Returns a chain of each configuration and some invalid ones, each for a product whose own id is known and for one
/// whose id is unknown.
pub fn few_ids() -> Vec<Ids> {
    let with = |own, chain: &[u64]| Ids { own, chain: Some(Some(chain.into())) };
    let [none, foreign, last] = [None, Some(FOREIGN), Some(102)];
    vec![
        Ids { own: none, chain: None },
        Ids { own: foreign, chain: None },
        with(none, &[102]),
        with(foreign, &[102]),
        with(none, &[102, 102]),
        with(foreign, &[102, 102]),
        with(last, &[102, 102]),
        with(none, &[102, 103, 103]),
        with(foreign, &[102, 103, 103]),
    ]
}

/// Licence term of a product, and limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub term: Option<LicenceTerm>,
    pub limits: Limits,
}

fn limits(ar: u32, email: [u32; 2], pmr: [Option<u32>; 2]) -> Limits {
    Limits::default()
        .with_ar_min_days(ar)
        .with_email_online_min_days(email[0])
        .with_email_offline_min_days(email[1])
        .with_pmr_online_min_days(pmr[0])
        .with_pmr_offline_min_days(pmr[1])
}

/// Returns an absent term, two zero terms, and terms below, at and above each of five different limits; then a term in
/// months, and one with limits that are not set.
pub fn terms() -> Vec<Term> {
    let distinct = limits(7, [5, 9], [Some(3), Some(11)]);
    let zeros = [LicenceTerm::days(0), LicenceTerm::months(0)];
    let all = once(None).chain(zeros.into_iter().chain((2..=12).map(LicenceTerm::days)).map(Some));
    let terms = all.map(|term| Term { term, limits: distinct });
    let month = Term { term: Some(LicenceTerm::months(1)), limits: limits(28, [29, 5], [None, Some(29)]) };
    terms.chain([month, Term { term: Some(LicenceTerm::days(5)), limits: Limits::default() }]).collect()
}

/// Returns [`terms`], and a term for each combination of two properties: which limits exceed the term, and which of the
/// two limits of a kind is greater. An absent and a zero term are combined with each set of unset limits.
pub fn term_relations() -> Vec<Term> {
    const EMAIL: [[u32; 2]; 6] = [[10, 10], [11, 10], [10, 11], [11, 12], [11, 11], [12, 11]];
    const KNOWN: [Option<u32>; 3] = [None, Some(10), Some(11)];
    let pmr = KNOWN.into_iter().flat_map(|online| KNOWN.map(|offline| [online, offline]));
    let pmr: Vec<_> = pmr.chain([[Some(11), Some(12)], [Some(12), Some(11)]]).collect();
    let mut terms = terms();
    for pmr in pmr {
        for email in EMAIL {
            terms.extend([10, 11].map(|ar| Term { term: Some(LicenceTerm::days(10)), limits: limits(ar, email, pmr) }));
        }
        if pmr.iter().flatten().all(|days| *days == 10) {
            terms.extend(
                [None, Some(0)]
                    .map(|days| Term { term: days.map(LicenceTerm::days), limits: limits(10, EMAIL[0], pmr) }),
            );
        }
    }
    terms
}

/// Returns an absent term, a zero term, a term that is too short for each renewal kind, and one that is long enough for
/// each.
pub fn few_terms() -> Vec<Term> {
    let limits = limits(7, [5, 9], [Some(3), Some(11)]);
    [None, Some(0), Some(2), Some(12)].map(|days| Term { term: days.map(LicenceTerm::days), limits }).into()
}

/// Fields that an update with `current` sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    Settings,
    AllButSettings,
}

/// Operation and role of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub operation: Operation,
    pub role: Option<Role>,
    /// Fields that are sent, for an update with `current`; `None` if all fields are sent.
    pub sent: Option<Sent>,
}

const fn request(operation: Operation, role: Option<Role>) -> Request {
    Request { operation, role, sent: None }
}

/// Request that checks a stored product, without a role.
pub const RECORD: Request = request(Operation::Record, None);

/// Five requests that differ in their allowed and required fields, and in the source of the own id.
pub const REQUESTS: [Request; 5] = [
    RECORD,
    request(Operation::Record, Some(Role::Renewal)),
    request(Operation::Create, Some(Role::Initiator)),
    request(Operation::Create, Some(Role::SelfRenewing)),
    request(Operation::Update, None),
];

/// Returns each operation with each role; updates with and without `current`.
pub fn all_requests() -> Vec<Request> {
    let roles: Vec<Option<Role>> = once(None).chain(Role::ALL.iter().copied().map(Some)).collect();
    let sent = [(Operation::Update, Some(Sent::Settings)), (Operation::Update, Some(Sent::AllButSettings))];
    let operations = Operation::ALL.iter().map(|operation| (*operation, None)).chain(sent);
    operations
        .flat_map(|(operation, sent)| roles.iter().map(move |role| Request { operation, role: *role, sent }))
        .collect()
}

/// The values of `renew_ar.enable`, `renew_ar.required`, `renew_pmr` and `renew_email`.
pub type Switches = [Option<bool>; 4];

/// Returns all values of the four switches.
pub fn all_switches() -> Vec<Switches> {
    let mut all = vec![[None; 4]];
    for nth in 0..4 {
        let with = |switches: &Switches| {
            [None, Some(false), Some(true)].map(|value| {
                let mut switches = *switches;
                switches[nth] = value;
                switches
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Amounts of the variants. An empty list stands for a product without `variants`.
pub const PRICES: [&[&str]; 4] = [&[], &["0.00"], &["9.90"], &["0", "9.90"]];

/// Values of the option `trial`.
pub const TRIALS: [Option<bool>; 3] = [None, Some(false), Some(true)];

/// Values of the option `payment`.
pub const PAYMENTS: [Option<Payment>; 3] = [None, Some(Payment::Online), Some(Payment::Offline)];

/// A product and its options, except for the ids.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    pub request: Request,
    pub switches: Switches,
    pub term: Term,
    pub price: &'a [&'a str],
    pub trial: Option<bool>,
    pub payment: Option<Payment>,
}

impl Case<'_> {
    /// Prepares the options, and the texts of all fields except the ids.
    pub fn prepare(&self) -> Prepared {
        let options = Options::default()
            .with_operation(self.request.operation)
            .with_role(self.request.role)
            .with_trial(self.trial)
            .with_payment(self.payment)
            .with_limits(self.term.limits);
        let mut rest = String::from(r#""family_name":"F","name":"N""#);
        if let Some(term) = self.term.term {
            let _ = write!(rest, r#","licence_term":"{term}""#);
        }
        if !self.price.is_empty() {
            let variants: Vec<String> =
                self.price.iter().enumerate().map(|(nth, amount)| variant(nth, amount)).collect();
            let _ = write!(rest, r#","variants":[{}]"#, variants.join(","));
        }
        Prepared { request: self.request, options, switches: switch_members(self.switches), rest }
    }
}

fn variant(nth: usize, amount: &str) -> String {
    format!(r#"{{"vendor_code":"V","sku":"S{nth}","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}"#)
}

/// Returns the members of `renew_settings` that set the switches, each after a comma.
fn switch_members([enable, required, pmr, email]: Switches) -> String {
    let member = |name: &str, value: Option<bool>| value.map(|value| format!(r#""{name}":{value}"#));
    let ar: Vec<String> = [member("enable", enable), member("required", required)].into_iter().flatten().collect();
    let ar = (!ar.is_empty()).then(|| format!(r#""renew_ar":{{{}}}"#, ar.join(",")));
    let members = [ar, member("renew_pmr", pmr), member("renew_email", email)];
    members.into_iter().flatten().fold(String::new(), |all, member| all + "," + &member)
}

/// The options and field texts of a [`Case`], from which products with different ids are written.
pub struct Prepared {
    request: Request,
    options: Options,
    switches: String,
    rest: String,
}

impl Prepared {
    /// Writes the product with these ids to `text`, and returns its options.
    pub fn with_ids(&self, ids: &Ids, text: &mut String) -> Options {
        text.clear();
        text.push('{');
        let mut options = self.options.clone();
        let id = ids.own.and_then(ProductId::new);
        if self.request.operation == Operation::Update && self.request.sent.is_none() {
            options.product_id = id;
        }
        match self.request.sent {
            None => {
                if self.request.operation != Operation::Update {
                    push_id(id, text);
                }
                self.push_settings(ids, text);
                text.push_str(&self.rest);
            }
            Some(sent) => {
                let mut current = String::from("{");
                push_id(id, &mut current);
                let (with_settings, with_rest) = match sent {
                    Sent::Settings => (&mut *text, &mut current),
                    Sent::AllButSettings => (&mut current, &mut *text),
                };
                self.push_settings(ids, with_settings);
                with_rest.push_str(&self.rest);
                close(&mut current);
                options = options.with_current(current).expect("the current product is a JSON object");
            }
        }
        close(text);
        options
    }

    fn push_settings(&self, ids: &Ids, text: &mut String) {
        let Some(chain) = &ids.chain else { return };
        text.push_str(r#""renew_settings":{"#);
        match chain {
            None => text.push_str(self.switches.trim_start_matches(',')),
            Some(chain) => {
                text.push_str(r#""product_id_for_renew":["#);
                for (nth, id) in chain.iter().enumerate() {
                    let _ = write!(text, "{}{id}", if nth == 0 { "" } else { "," });
                }
                text.push(']');
                text.push_str(&self.switches);
            }
        }
        text.push_str("},");
    }
}

fn push_id(id: Option<ProductId>, text: &mut String) {
    if let Some(id) = id {
        let _ = write!(text, r#""id":{id},"#);
    }
}

/// Closes a JSON object; first removes a trailing comma, if there is one.
fn close(text: &mut String) {
    if text.ends_with(',') {
        text.pop();
    }
    text.push('}');
}
