//! An independent implementation of the rules of one product on `serde_json` values, written for comparison with the
//! rules' documentation, not for speed. Other tests cover unknown and duplicate names.

mod reading;
mod update;

use std::collections::BTreeSet;

use renewal_rules::{
    Amount, Code, Configuration, Diagnostic, LicenceTerm, Operation, Options, Payment, RenewalKind, Report, Role,
    Severity,
};
use serde_json::{Value, json};

use super::promises::{current, id_in, merged, plain};

const CHAIN: &str = "/renew_settings/product_id_for_renew";

/// Codes that the oracle knows. The oracle ignores diagnostics of other codes, so that the tests pass before it
/// implements a new rule. `cargo xtask prove --only oracle` lists the missing codes.
const CODES: &str =
    "json-syntax duplicate-key type-mismatch unknown-field missing-field empty-text id-range term-format
    price-format currency-format locale-format chain-missing chain-empty chain-too-short chain-last-not-repeated
    chain-repeated-id chain-self-mixed term-missing term-zero term-below-minimum no-kind-enabled ar-required-in-single
    ar-required-without-ar email-in-chain trial-in-single trial-ar-not-enabled trial-ar-not-required
    trial-kind-ignored trial-price-form trial-price-not-zero trial-mixed-prices field-not-on-create
    renew-settings-missing renewal-has-settings id-mismatch patch-empty patch-drops-variants patch-drops-locales
    patch-drops-settings not-checked duplicate-product-id chain-unknown-product trial-renewal-free";

/// Returns whether the oracle knows a code.
pub fn knows(code: Code) -> bool {
    CODES.split_whitespace().any(|known| known == code.as_str())
}

/// Renewal kind of a diagnostic; empty if it has none.
pub fn kind(diagnostic: &Diagnostic) -> &'static str {
    let text = diagnostic.params.text("kind");
    let mut kinds = RenewalKind::ALL.iter().map(|kind| kind.as_str());
    kinds.find(|kind| text == Some(kind)).unwrap_or_default()
}

/// Value of a switch in `renew_settings`.
#[derive(Clone, Copy, PartialEq)]
enum Switch {
    Absent,
    Malformed,
    On,
    Off,
}

struct Judge<'a> {
    options: &'a Options,
    /// The checked product: an update is merged into the current product.
    product: Value,
    sent: &'a Value,
    current: Option<Value>,
    found: BTreeSet<String>,
}

/// Results of the rules implemented here.
pub struct Expectation {
    /// The checked product: an update is merged into the current product.
    pub product: Value,
    /// Diagnostics as text: severity, code, path and the params that the oracle computes.
    pub lines: BTreeSet<String>,
    pub configuration: Option<Configuration>,
    pub is_trial: bool,
}

/// Applies the rules to a product. Returns `None` if `Value` cannot represent the text.
pub fn expectation(text: &str, options: &Options) -> Option<Expectation> {
    let sent = plain(text)?;
    let current = current(options)?;
    let product = merged(sent.clone(), current.clone())?;
    let mut judge = Judge { options, product, sent: &sent, current, found: BTreeSet::new() };
    judge.all();
    let (configuration, is_trial) = (judge.configuration().parse().ok(), judge.is_trial());
    Some(Expectation { lines: judge.found, configuration, is_trial, product: judge.product })
}

/// Like `Value::pointer`, for a pointer that contains no `~`: does not unescape its tokens, which makes it several times
/// as fast.
fn descend<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('/').skip(1).try_fold(value, |parent, token| match parent {
        Value::Array(elements) => elements.get(token.parse::<usize>().ok()?),
        _ => parent.get(token),
    })
}

/// Formats reported diagnostics like [`Expectation::lines`]; leaves out the codes that the oracle does not check.
pub fn lines(diagnostics: &[Diagnostic]) -> BTreeSet<String> {
    let judged = diagnostics.iter();
    judged
        .filter(|d| knows(d.code) && !matches!(d.code, Code::UnknownField | Code::DuplicateKey))
        .map(|d| {
            let params = json!(d.params);
            let data = ["kind", "minimumDays", "shortestDays", "payment", "needs"];
            let data: Vec<&Value> = data.iter().filter_map(|name| params.get(name)).collect();
            line(d.severity, d.code.as_str(), &d.path, &json!(data))
        })
        .collect()
}

/// Compares a product's report with the rules implemented here.
pub fn agree(text: &str, options: &Options, report: &Report) {
    let Some(expected) = expectation(text, options) else { return };
    let (expected, reported) = (expected.lines, lines(&report.diagnostics));
    let (missing, extra): (Vec<_>, Vec<_>) =
        (expected.difference(&reported).collect(), reported.difference(&expected).collect());
    assert!(
        missing.is_empty() && extra.is_empty(),
        "{options:?}\n{text}\nnot reported: {missing:#?}\nreported and not expected: {extra:#?}"
    );
}

fn line(severity: Severity, code: &str, path: &str, data: &Value) -> String {
    format!("{} {code} {path} {data}", severity.as_str())
}

impl Judge<'_> {
    /// Adds an expected diagnostic. `data` has the params of `term-below-minimum` and `not-checked`; for other codes it
    /// is empty.
    fn report(&mut self, severity: Severity, code: &str, path: &str, data: &Value) {
        self.found.insert(line(severity, code, path, data));
    }

    fn error(&mut self, code: &str, path: &str) {
        self.report(Severity::Error, code, path, &json!([]));
    }

    fn warn(&mut self, code: &str, path: &str) {
        self.report(Severity::Warning, code, path, &json!([]));
    }

    fn get(&self, path: &str) -> Option<Value> {
        if path.contains('~') { self.product.pointer(path).cloned() } else { descend(&self.product, path).cloned() }
    }

    fn is(&self, operation: Operation) -> bool {
        self.options.operation == operation
    }

    fn all(&mut self) {
        if !self.product.is_object() {
            self.error("type-mismatch", "");
            return;
        }
        self.reading();
        self.chain();
        self.terms();
        self.kinds();
        self.trial();
        self.role();
        self.change();
    }

    fn is_configured(&self) -> bool {
        self.get("/renew_settings").is_some_and(|settings| settings.is_object())
    }

    /// Returns the ids of the chain if all elements are well-formed.
    fn ids(&self) -> Option<Vec<u64>> {
        let chain = self.get(CHAIN)?;
        let ids = chain.as_array()?.iter();
        ids.map(|id| Some(id_in(&serde_json::json!({ "id": id }))?.get())).collect()
    }

    fn own(&self) -> Option<u64> {
        let own = match self.options.operation {
            Operation::Create => None,
            Operation::Record => id_in(&self.product),
            Operation::Update => {
                self.options.product_id.or_else(|| id_in(self.current.as_ref()?)).or_else(|| id_in(&self.product))
            }
        };
        own.map(renewal_rules::ProductId::get)
    }

    fn is_well_formed(ids: &[u64], own: Option<u64>) -> bool {
        let Some((last, rest)) = ids.split_last() else { return false };
        let is_mixed = own.is_some_and(|own| ids.contains(&own) && ids.iter().any(|id| *id != own));
        let distinct: BTreeSet<&u64> = rest.iter().collect();
        rest.last() == Some(last) && distinct.len() == rest.len() && !is_mixed
    }

    fn configuration(&self) -> &'static str {
        let Some(ids) = self.ids() else { return "" };
        let own = self.own();
        if !Self::is_well_formed(&ids, own) {
            return "";
        }
        match ids.as_slice() {
            [first, _] if own == Some(*first) => "single",
            [_, _] => "pair",
            _ => "chain",
        }
    }

    /// Returns whether the renewal settings turn no renewal kind on and must not be sent. Removing them is then the
    /// only advice, and no missing field is reported.
    fn are_settings_for_nothing(&self) -> bool {
        let names = ["renew_ar", "renew_pmr", "renew_email"];
        self.is(Operation::Create)
            && matches!(self.options.role, Some(Role::Renewal | Role::SelfRenewing))
            && names.iter().all(|name| self.get(&format!("/renew_settings/{name}")).is_none())
    }

    fn chain(&mut self) {
        if !self.is_configured() {
            return;
        }
        if self.get(CHAIN).is_none() && !self.are_settings_for_nothing() {
            self.error("chain-missing", CHAIN);
        }
        let Some(ids) = self.ids() else { return };
        match ids.as_slice() {
            [] => self.error("chain-empty", CHAIN),
            [_] => self.error("chain-too-short", CHAIN),
            [.., before, last] if before != last => self.error("chain-last-not-repeated", CHAIN),
            _ => {}
        }
        for (nth, id) in ids.iter().enumerate() {
            let is_exempt = nth + 1 == ids.len() && nth > 0 && ids[nth - 1] == *id;
            if ids[..nth].contains(id) && !is_exempt {
                self.error("chain-repeated-id", &format!("{CHAIN}/{nth}"));
            }
        }
        if let Some(own) = self.own()
            && let Some(nth) = ids.iter().position(|id| *id == own)
            && ids.iter().any(|id| *id != own)
        {
            self.error("chain-self-mixed", &format!("{CHAIN}/{nth}"));
        }
    }

    /// Returns each variant's amount, if well-formed.
    fn amounts(&self) -> Vec<Option<Amount>> {
        let variants = self.get("/variants");
        let variants = variants.as_ref().and_then(Value::as_array);
        let amounts = variants.into_iter().flatten().map(|variant| {
            variant.pointer("/price/common/price").and_then(Value::as_str).and_then(|text| text.parse().ok())
        });
        amounts.collect()
    }

    fn is_trial(&self) -> bool {
        self.options.trial.unwrap_or_else(|| {
            let amounts = self.amounts();
            self.is_configured()
                && !amounts.is_empty()
                && amounts.iter().all(|amount| amount.as_ref().is_some_and(Amount::is_zero))
        })
    }

    fn switch(&self, name: &str) -> Switch {
        if !self.is_configured() {
            return Switch::Absent;
        }
        let ar = self.get("/renew_settings/renew_ar");
        if name.starts_with("renew_ar/") && ar.is_some_and(|ar| !ar.is_object()) {
            return Switch::Malformed;
        }
        match self.get(&format!("/renew_settings/{name}")) {
            None => Switch::Absent,
            Some(Value::Bool(true)) => Switch::On,
            Some(Value::Bool(false)) => Switch::Off,
            Some(_) => Switch::Malformed,
        }
    }

    fn applies(&self, kind: &str) -> bool {
        if self.is_trial() {
            return kind == "ar";
        }
        match kind {
            "ar" => self.switch("renew_ar/enable") == Switch::On,
            "pmr" => self.switch("renew_pmr") == Switch::On,
            _ => self.switch("renew_email") == Switch::On && self.configuration() != "chain",
        }
    }

    /// Returns whether an absent field counts as missing: not in an update without `current`.
    fn is_whole(&self) -> bool {
        !self.is(Operation::Update) || self.current.is_some()
    }

    fn terms(&mut self) {
        const TERM: &str = "/licence_term";
        let needs_one = self.is_configured() || self.options.role == Some(Role::Renewal);
        let Some(term) = self.get(TERM) else {
            let is_renewal = self.options.role == Some(Role::Renewal);
            if needs_one && self.is_whole() && (is_renewal || !self.are_settings_for_nothing()) {
                self.error("term-missing", TERM);
            }
            return;
        };
        let term = term.as_str().and_then(|term| term.parse::<LicenceTerm>().ok());
        let Some(term) = term else { return };
        if term.is_unlimited() {
            if needs_one {
                self.error("term-zero", TERM);
            }
            return;
        }
        let (days, ar) = (term.shortest_days(), self.options.limits.ar_min_days);
        if self.applies("ar") && days < u64::from(ar) {
            let data = json!(["ar", ar, days]);
            self.report(Severity::Error, "term-below-minimum", TERM, &data);
        }
        for kind in ["pmr", "email"] {
            if let Some((severity, minimum, payment)) = too_short(term, kind, self.options)
                && self.applies(kind)
            {
                let data = json!([kind, minimum, days, payment]);
                self.report(severity, "term-below-minimum", TERM, &data);
            }
        }
    }

    fn kinds(&mut self) {
        let enable = self.switch("renew_ar/enable");
        let (pmr, email) = (self.switch("renew_pmr"), self.switch("renew_email"));
        let all = [enable, pmr, email];
        if self.is_configured()
            && !self.are_settings_for_nothing()
            && !self.is_trial()
            && !all.contains(&Switch::On)
            && !all.contains(&Switch::Malformed)
        {
            self.warn("no-kind-enabled", "/renew_settings");
        }
        let required = self.switch("renew_ar/required");
        let path = "/renew_settings/renew_ar/required";
        let is_single = self.configuration() == "single";
        if is_single && self.get(path).is_some() {
            self.error("ar-required-in-single", path);
        }
        if !self.is_trial() && !is_single && required == Switch::On && matches!(enable, Switch::Absent | Switch::Off) {
            self.warn("ar-required-without-ar", path);
        }
        if self.configuration() == "chain" && !self.is_trial() && email == Switch::On {
            self.error("email-in-chain", "/renew_settings/renew_email");
        }
    }

    fn trial(&mut self) {
        let amounts = self.amounts();
        let texts: Vec<String> = (0..amounts.len()).map(|nth| format!("/variants/{nth}/price/common/price")).collect();
        let known: Vec<bool> = amounts.iter().flatten().map(Amount::is_zero).collect();
        if self.options.trial.is_none() && self.is_configured() && known.contains(&true) && known.contains(&false) {
            self.warn("trial-mixed-prices", "/variants");
        }
        if !self.is_trial() {
            return;
        }
        let is_single = self.configuration() == "single";
        if is_single {
            self.error("trial-in-single", CHAIN);
        }
        if self.is_configured() {
            let may_have = !self.are_settings_for_nothing();
            let is_off = |switch| may_have && matches!(switch, Switch::Absent | Switch::Off);
            if is_off(self.switch("renew_ar/enable")) {
                self.error("trial-ar-not-enabled", "/renew_settings/renew_ar/enable");
            }
            if is_off(self.switch("renew_ar/required")) && !is_single {
                self.error("trial-ar-not-required", "/renew_settings/renew_ar/required");
            }
            for name in ["renew_pmr", "renew_email"] {
                if self.switch(name) == Switch::On {
                    self.warn("trial-kind-ignored", &format!("/renew_settings/{name}"));
                }
            }
        }
        for (amount, path) in amounts.iter().zip(&texts) {
            match amount {
                Some(amount) if amount.is_zero() && amount.as_str() != "0.00" => {
                    self.error("trial-price-form", path);
                }
                Some(amount) if !amount.is_zero() && self.options.trial == Some(true) => {
                    self.error("trial-price-not-zero", path);
                }
                _ => {}
            }
        }
    }

    fn role(&mut self) {
        let role = self.options.role;
        let has = |judge: &Self, path: &str| judge.get(path).is_some();
        if self.is(Operation::Create) {
            let mut refused = vec!["/id"];
            match role {
                Some(Role::Renewal) => refused.push("/renew_settings"),
                Some(Role::SelfRenewing) => refused.extend(["/licence_term", "/renew_settings"]),
                _ => {}
            }
            for path in refused {
                if has(self, path) {
                    self.error("field-not-on-create", path);
                }
            }
        }
        let has_settings = has(self, "/renew_settings");
        let asks = role == Some(Role::Initiator) || self.options.trial == Some(true);
        if asks && !self.is(Operation::Update) && !has_settings {
            self.error("renew-settings-missing", "/renew_settings");
        }
        if role == Some(Role::Renewal) && !self.is(Operation::Create) && has_settings {
            self.warn("renewal-has-settings", "/renew_settings");
        }
        let limits = self.options.limits;
        let unknown = [
            (Payment::Online, "limits.pmrOnlineMinDays", limits.pmr_online_min_days),
            (Payment::Offline, "limits.pmrOfflineMinDays", limits.pmr_offline_min_days),
        ];
        let needs: Vec<&str> = unknown
            .into_iter()
            .filter(|(payment, ..)| self.options.payment.is_none_or(|stated| stated == *payment))
            .filter_map(|(_, name, days)| days.is_none().then_some(name))
            .collect();
        if self.applies("pmr") && !needs.is_empty() {
            self.report(Severity::Info, "not-checked", "", &json!([needs]));
        }
    }
}

/// If a term is too short for PMR or Email, whose minimums depend on the payment method, returns the severity, the
/// reported minimum and its payment method.
pub fn too_short(term: LicenceTerm, kind: &str, options: &Options) -> Option<(Severity, u32, Payment)> {
    let limits = options.limits;
    let (online, offline) = if kind == "pmr" {
        (limits.pmr_online_min_days, limits.pmr_offline_min_days)
    } else {
        (Some(limits.email_online_min_days), Some(limits.email_offline_min_days))
    };
    let mut below = vec![(online, Payment::Online), (offline, Payment::Offline)];
    below.retain(|(days, payment)| {
        options.payment.is_none_or(|stated| stated == *payment)
            && days.is_some_and(|days| term.shortest_days() < u64::from(days))
    });
    let severity = if options.payment.is_some() || below.len() == 2 { Severity::Error } else { Severity::Warning };
    let (days, payment) = below.into_iter().min_by_key(|(days, _)| *days)?;
    Some((severity, days?, payment))
}
