//! Compares diagnostics and effective kind with an independent implementation, for combinations of the settings, terms,
//! prices and options below: for all of them if `RANDOM_FACTOR` is set, as `cargo xtask prove --only random` does.

use renewal_rules::{Configuration, Options, check};
use renewal_rules_oracle::{cases::some_cases, decision::decided, rules::agree};

pub(super) const SINGLE: &str = "[101,101]";
pub(super) const PAIR: &str = "[102,102]";
pub(super) const CHAIN: &str = "[102,103,103]";

const CHANGED: &str =
    r#""arMinDays":28,"emailOnlineMinDays":29,"emailOfflineMinDays":5,"pmrOnlineMinDays":4,"pmrOfflineMinDays":10"#;

/// Members of `renew_ar`; the empty text leaves the member out.
const ENABLE: [&str; 3] = ["", r#""enable":false"#, r#""enable":true"#];
const REQUIRED: [&str; 3] = ["", r#""required":false"#, r#""required":true"#];
const PMR: [&str; 2] = [r#""renew_pmr":false"#, r#""renew_pmr":true"#];
const EMAIL: [&str; 2] = [r#""renew_email":false"#, r#""renew_email":true"#];
const TERMS: [&str; 12] = [
    "",
    r#""licence_term":"P0D""#,
    r#""licence_term":"P0M""#,
    r#""licence_term":"P3D""#,
    r#""licence_term":"P4D""#,
    r#""licence_term":"P5D""#,
    r#""licence_term":"P6D""#,
    r#""licence_term":"P10D""#,
    r#""licence_term":"P11D""#,
    r#""licence_term":"P28D""#,
    r#""licence_term":"P1M""#,
    r#""licence_term":"P29D""#,
];
const PAYMENTS: [&str; 3] = ["", r#""payment":"online""#, r#""payment":"offline""#];
/// Rows: the price, the option `trial`, and whether the product is then a free trial.
const PRICES: [(&str, &str, bool); 4] =
    [("9.90", "", false), ("0.00", "", true), ("9.90", r#""trial":true"#, true), ("0.00", r#""trial":false"#, false)];

/// Builds an object from the members that are not empty.
fn object(members: &[&str]) -> String {
    let present: Vec<&str> = members.iter().copied().filter(|one| !one.is_empty()).collect();
    format!("{{{}}}", present.join(","))
}

fn decides(configuration: Configuration, chain: &str, limits: &str) {
    let chain = format!(r#""product_id_for_renew":{chain}"#);
    let limits = format!(r#""limits":{{{limits}}}"#);
    // This step shares no factor with the number of values of a setting, so that each pair of values occurs.
    for number in some_cases(0.., 5) {
        let mut rest = number;
        let mut next = |count: usize| {
            let nth = rest % count;
            rest /= count;
            nth
        };
        let ar = object(&[ENABLE[next(3)], REQUIRED[next(3)]]);
        let ar = format!(r#""renew_ar":{ar}"#);
        let settings = object(&[&chain, &ar, PMR[next(2)], EMAIL[next(2)]]);
        let settings = format!(r#""renew_settings":{settings}"#);
        let (amount, stated, is_trial) = PRICES[next(PRICES.len())];
        let variants = format!(
            r#""variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}]"#
        );
        let term = TERMS[next(TERMS.len())];
        let product = object(&[r#""id":101"#, term, &settings, &variants]);
        let options = object(&[PAYMENTS[next(3)], stated, &limits]);
        if rest > 0 {
            return;
        }
        let options = Options::from_json(&options).unwrap();
        let report = check(&product, &options);
        let found = (report.configuration, report.trial);
        assert_eq!(found, (Some(configuration), is_trial), "{product}");
        agree(&product, &options, &report);
        decided(&product, &options);
    }
}

#[test]
fn slow_products_that_renew_themselves_are_decided() {
    decides(Configuration::Single, SINGLE, "");
    decides(Configuration::Single, SINGLE, CHANGED);
}

#[test]
fn slow_products_with_one_renewal_are_decided() {
    decides(Configuration::Pair, PAIR, "");
    decides(Configuration::Pair, PAIR, CHANGED);
    decides(Configuration::Pair, PAIR, r#""pmrOnlineMinDays":5"#);
    decides(Configuration::Pair, PAIR, r#""pmrOfflineMinDays":29"#);
}

#[test]
fn slow_products_with_several_renewals_are_decided() {
    decides(Configuration::Chain, CHAIN, "");
    decides(Configuration::Chain, CHAIN, CHANGED);
}
