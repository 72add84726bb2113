//! The diagnostics and the effective renewal kind of every product, against a second, obvious statement
//! of the rules.

use renewal_rules::{Configuration, Consent, Options, Payment, check, effective_kind};
use renewal_rules_oracle::{
    cases::{compare, verdict},
    decision::expected,
};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// One cell of the table.
#[derive(Clone, Copy, Debug)]
struct Cell {
    chain: &'static str,
    enable: Option<bool>,
    required: Option<bool>,
    pmr: bool,
    email: bool,
    /// Whether all prices are zero, and what is stated about a trial.
    prices: (bool, Option<bool>),
    term: Option<&'static str>,
    payment: Option<Payment>,
    limits: Limits,
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    ar: u64,
    /// With online payment methods, and with offline ones.
    email: [u64; 2],
    pmr: [Option<u64>; 2],
}

const DEFAULT: Limits = Limits {
    ar: 6,
    email: [4, 11],
    pmr: [None, None],
};
const CHANGED: Limits = Limits {
    ar: 28,
    email: [29, 5],
    pmr: [Some(4), Some(10)],
};
/// One minimum of PMR alone, and the other one alone.
const ONLINE: Limits = Limits {
    pmr: [Some(5), None],
    ..DEFAULT
};
const OFFLINE: Limits = Limits {
    pmr: [None, Some(29)],
    ..DEFAULT
};

const PMR_LIMITS: [&str; 2] = ["limits.pmrOnlineMinDays", "limits.pmrOfflineMinDays"];

pub(super) const SINGLE: &str = "[101,101]";
pub(super) const PAIR: &str = "[102,102]";
pub(super) const CHAIN: &str = "[102,103,103]";

const SWITCH: [Option<bool>; 3] = [None, Some(false), Some(true)];
const TERMS: [Option<&str>; 12] = [
    None,
    Some("P0D"),
    Some("P0M"),
    Some("P3D"),
    Some("P4D"),
    Some("P5D"),
    Some("P6D"),
    Some("P10D"),
    Some("P11D"),
    Some("P28D"),
    Some("P1M"),
    Some("P29D"),
];

impl Cell {
    /// Every cell of one chain and one set of limits.
    fn each(chain: &'static str, limits: Limits, mut visit: impl FnMut(Self)) {
        for enable in SWITCH {
            for required in SWITCH {
                for (pmr, email) in [(false, false), (false, true), (true, false), (true, true)] {
                    for prices in [
                        (false, None),
                        (true, None),
                        (false, Some(true)),
                        (true, Some(false)),
                    ] {
                        for term in TERMS {
                            for payment in [None, Some(Payment::Online), Some(Payment::Offline)] {
                                visit(Self {
                                    chain,
                                    enable,
                                    required,
                                    pmr,
                                    email,
                                    prices,
                                    term,
                                    payment,
                                    limits,
                                });
                            }
                        }
                    }
                }
            }
        }
    }

    fn product(&self) -> String {
        let mut text = String::from(r#"{"id":101,"#);
        if let Some(term) = self.term {
            let _ = write!(text, r#""licence_term":"{term}","#);
        }
        let _ = write!(
            text,
            r#""renew_settings":{{"product_id_for_renew":{},"renew_ar":{{"#,
            self.chain
        );
        let members: Vec<String> = [("enable", self.enable), ("required", self.required)]
            .iter()
            .filter_map(|(name, value)| value.map(|value| format!(r#""{name}":{value}"#)))
            .collect();
        let amount = if self.prices.0 { "0.00" } else { "9.90" };
        let _ = write!(
            text,
            r#"{}}},"renew_pmr":{},"renew_email":{}}},"variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}]}}"#,
            members.join(","),
            self.pmr,
            self.email
        );
        text
    }

    fn options(&self) -> Options {
        let mut options = Options::default();
        options.trial = self.prices.1;
        options.payment = self.payment;
        options.limits.ar_min_days = u32::try_from(self.limits.ar).unwrap();
        let days = |days| u32::try_from(days).unwrap();
        options.limits.email_online_min_days = days(self.limits.email[0]);
        options.limits.email_offline_min_days = days(self.limits.email[1]);
        options.limits.pmr_online_min_days = self.limits.pmr[0].map(days);
        options.limits.pmr_offline_min_days = self.limits.pmr[1].map(days);
        options
    }

    fn is_trial(&self) -> bool {
        self.prices.1.unwrap_or(self.prices.0)
    }

    fn configuration(&self) -> Configuration {
        match self.chain {
            SINGLE => Configuration::Single,
            PAIR => Configuration::Pair,
            _ => Configuration::Chain,
        }
    }

    /// The shortest days of the few terms of the table.
    fn days(&self) -> Option<u64> {
        self.term.map(|term| match term {
            "P0M" => 0,
            "P1M" => 28,
            days => days[1..days.len() - 1].parse().unwrap(),
        })
    }

    /// The diagnostics as the rules state them, in their order.
    fn expected_diagnostics(&self) -> Vec<String> {
        let mut list = vec![];
        let trial = self.is_trial();
        let single = self.chain == SINGLE;
        let in_chain = self.chain == CHAIN;
        let on = self.enable == Some(true);
        let required = self.required == Some(true);
        let used = match self.payment {
            Some(Payment::Online) => 0..=0,
            Some(Payment::Offline) => 1..=1,
            None => 0..=1,
        };
        let unknown = used.filter(|nth| self.limits.pmr[*nth].is_none());
        let needs: Vec<&str> = unknown.map(|nth| PMR_LIMITS[nth]).collect();
        if self.pmr && !trial && !needs.is_empty() {
            list.push(format!("I not-checked {}", json!({ "needs": needs })));
        }
        match self.days() {
            None => list.push("E term-missing /licence_term".to_owned()),
            Some(0) => list.push("E term-zero /licence_term".to_owned()),
            Some(days) => {
                let mut below = |severity: &str, kind: &str, minimum: u64, payment: Value| {
                    if days < minimum {
                        let params = json!({
                            "kind":kind, "minimumDays":minimum, "shortestDays":days, "payment":payment,
                        });
                        list.push(format!(
                            "{severity} term-below-minimum /licence_term {params}"
                        ));
                    }
                    days < minimum
                };
                if trial || on {
                    below("E", "ar", self.limits.ar, Value::Null);
                }
                let email = self.limits.email.map(Some);
                for (kind, applies, [online, offline]) in [
                    ("pmr", self.pmr, self.limits.pmr),
                    ("email", self.email && !in_chain, email),
                ] {
                    let mut below = |severity: &str, minimum: Option<u64>, payment: &str| {
                        minimum.is_some_and(|days| below(severity, kind, days, json!(payment)))
                    };
                    match (self.payment, online, offline) {
                        _ if trial || !applies => {}
                        (Some(Payment::Online), ..) => _ = below("E", online, "online"),
                        (Some(Payment::Offline), ..) => _ = below("E", offline, "offline"),
                        (None, Some(small), Some(large)) if small <= large => {
                            _ = below("E", online, "online") || below("W", offline, "offline");
                        }
                        (None, Some(_), Some(_)) => {
                            _ = below("E", offline, "offline") || below("W", online, "online");
                        }
                        (None, ..) => {
                            below("W", online, "online");
                            below("W", offline, "offline");
                        }
                    }
                }
            }
        }
        let mut add = |holds: bool, line: &str| {
            if holds {
                list.push(line.replace('~', "/renew_settings/"));
            }
        };
        add(
            !trial && !on && !self.pmr && !self.email,
            "W no-kind-enabled /renew_settings",
        );
        add(trial && single, "E trial-in-single ~product_id_for_renew");
        add(trial && !on, "E trial-ar-not-enabled ~renew_ar/enable");
        add(
            single && self.required.is_some(),
            "E ar-required-in-single ~renew_ar/required",
        );
        add(
            !trial && !single && required && !on,
            "W ar-required-without-ar ~renew_ar/required",
        );
        add(
            trial && !single && !required,
            "E trial-ar-not-required ~renew_ar/required",
        );
        add(trial && self.pmr, "W trial-kind-ignored ~renew_pmr");
        add(
            in_chain && !trial && self.email,
            "E email-in-chain ~renew_email",
        );
        add(trial && self.email, "W trial-kind-ignored ~renew_email");
        add(
            self.prices == (false, Some(true)),
            "E trial-price-not-zero /variants/0/price/common/price",
        );
        list
    }
}

fn decides(chain: &'static str, limits: Limits) {
    let mut failures = Vec::new();
    Cell::each(chain, limits, |cell| {
        let product = cell.product();
        let options = cell.options();
        let report = check(product.as_str(), &options);
        assert_eq!(report.configuration, Some(cell.configuration()), "{cell:?}");
        assert_eq!(report.trial, cell.is_trial(), "{cell:?}");
        let value = serde_json::from_str(&product).unwrap();
        for &consent in Consent::ALL {
            let found = effective_kind(&product, &options.clone().with_consent(consent));
            let found = serde_json::to_value(found).unwrap();
            let expected = expected(&value, &report, &options, consent);
            if found != expected {
                failures.push(format!(
                    "{cell:?} {consent:?}\n    expected {expected}\n    found    {found}"
                ));
            }
        }
        let expected = cell.expected_diagnostics();
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        if let Err(difference) = compare(&report.diagnostics, &expected) {
            failures.push(format!("{cell:?}\n{difference}"));
        }
    });
    failures.truncate(20);
    verdict(&failures);
}

#[test]
fn every_product_that_renews_itself_is_decided() {
    decides(SINGLE, DEFAULT);
    decides(SINGLE, CHANGED);
}

#[test]
fn every_product_with_one_renewal_is_decided() {
    decides(PAIR, DEFAULT);
    decides(PAIR, CHANGED);
    decides(PAIR, ONLINE);
    decides(PAIR, OFFLINE);
}

#[test]
fn every_product_with_several_renewals_is_decided() {
    decides(CHAIN, DEFAULT);
    decides(CHAIN, CHANGED);
}
