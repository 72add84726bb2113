//! Measures following a purchase through its renewals.

use std::hint::black_box;

use measure::{Case, Table};
use renewal_rules::{Options, check};
use renewal_rules_preview::timeline;

pub const TABLE: Table = Table {
    name: "timeline",
    title: "Timelines of a purchase; ratios to a check of the same product",
    counted: "periods",
    cases,
};

const PRODUCT: &str = r#"{"id":101,"family_name":"Example","name":"Example Pro","licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V1","sku":"S1","sku_ar":"S1-AR","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;

fn cases() -> Vec<Case> {
    let mut cases = vec![Case::new("check", || {
        let report = check(black_box(PRODUCT), &Options::default());
        black_box(report).diagnostics.len()
    })];
    for renewals in [1, 12, 120, 1000] {
        let mut options = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
        options.renewals = renewals;
        let case = Case::new(format!("{renewals} renewals"), move || {
            let followed = timeline(black_box(PRODUCT), &options).unwrap();
            black_box(followed).periods.len()
        });
        cases.push(case.of_size("renewals", renewals));
    }
    cases
}
