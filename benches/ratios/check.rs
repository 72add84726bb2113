//! Measures checking one product from bytes.

use std::{hint::black_box, rc::Rc};

use measure::{Case, Table};
use renewal_rules::{Options, check};

use crate::{plain, rules::PMR_MIN_DAYS, with_garde, with_jsonschema::Checker};

pub const TABLE: Table = Table {
    name: "check",
    title: "A check from bytes; ratios to plain deserialisation of the benchmark product",
    counted: "problems",
    cases,
};

pub const RULES: &str = "
jsonschema: the schema says types, ids, the forms of terms, amounts and locales, and what a variant must
have; a function by hand says empty texts, currencies, the chain, the minimum term of each kind, the
kinds and free trials. Its errors become texts with a path, as a report's do.
garde: the owned structs say types and what a variant must have, and the first thing that does not fit ends the
reading; rules of fields say ids, forms, empty texts and currencies; the same function by hand says the rest.
Neither says: a key given twice, a misspelt name, where in the text a problem is, a stable code, whether
it is an error or a warning, how to fix it. jsonschema takes a term above 4294967295.";

const PRODUCT: &str = include_str!("../product.json");

fn cases() -> Vec<Case> {
    let documents = [
        ("nothing to report", PRODUCT.replace(r#""renew_pmr":true"#, r#""renew_pmr":false"#)),
        ("its one warning", PRODUCT.to_owned()),
        (
            "three problems across fields",
            PRODUCT
                .replace("\"P1M\"", "\"P5D\"")
                .replace(r#""renew_pmr":true"#, r#""renew_pmr":false"#)
                .replace(r#""required":true"#, r#""required":false"#)
                .replace("102,103,103", "102,103"),
        ),
        (
            "four problems, two of type or name",
            PRODUCT
                .replace("\"P1M\"", "\"p1m\"")
                .replace("\"0.00\"", "0")
                .replace("renew_email", "renew_emial")
                .replace("102,103,103", "102,103"),
        ),
    ];
    let mut cases = vec![
        Case::new("plain deserialisation", || {
            black_box(serde_json::from_slice::<plain::Product>(black_box(PRODUCT.as_bytes())).unwrap());
            0
        }),
        Case::new("serde_json::Value", || {
            black_box(serde_json::from_slice::<serde_json::Value>(black_box(PRODUCT.as_bytes())).unwrap());
            0
        }),
    ];
    let checker = Rc::new(Checker::new());
    let mut options = Options::default();
    options.limits.pmr_online_min_days = Some(PMR_MIN_DAYS);
    options.limits.pmr_offline_min_days = Some(PMR_MIN_DAYS);
    for (what, text) in documents {
        let text: Rc<str> = text.into();
        let (options, checker) = (options.clone(), Rc::clone(&checker));
        let (second, third) = (Rc::clone(&text), Rc::clone(&text));
        cases.extend([
            Case::new(format!("check: {what}"), move || {
                let report = check(black_box(text.as_bytes()), &options);
                black_box(report).diagnostics.len()
            }),
            Case::new("  jsonschema and a function", move || checker.check(black_box(second.as_bytes()))),
            Case::new("  garde and a function", move || with_garde::check(black_box(third.as_bytes()))),
        ]);
    }
    cases
}
