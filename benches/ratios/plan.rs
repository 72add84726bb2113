//! Measures the plans of whole setups against an in-memory service.

use std::{cell::LazyCell, fmt::Write as _, hint::black_box, rc::Rc};

use measure::{Case, Table};
use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{Operation, Options, Role, check};
use renewal_rules_service::Plan;

pub const TABLE: Table = Table {
    name: "plan",
    title: "Execution of the plan of a setup; ratios to a check of each of its products",
    counted: "problems or calls",
    cases,
};

/// Builds a product with this number of variants and locales.
fn product(name: &str, parts: u32) -> String {
    let mut text =
        format!(r#"{{"family_name":"Example","name":"{name}","licence_term":"P1M","localization_values":{{"#);
    let letter = |number: u32, first: u8| char::from(first + u8::try_from(number % 26).unwrap());
    for part in 0..parts {
        let (a, b, c) = (letter(part, b'a'), letter(part / 26, b'a'), letter(part / 676, b'A'));
        let comma = if part == 0 { "" } else { "," };
        write!(
            text,
            r#"{comma}"{a}{b}_{c}A":{{"comment_for_product_for_AR":"Renews automatically.","comment_for_product_for_MR":"Renew by hand."}}"#
        )
        .unwrap();
    }
    text.push_str(r#"},"variants":["#);
    for part in 0..parts {
        let comma = if part == 0 { "" } else { "," };
        write!(
            text,
            r#"{comma}{{"vendor_code":"V{part}","sku":"S{part}","sku_ar":"S{part}-AR","price":{{"common":{{"currency":"USD","price":"9.90"}}}}}}"#
        )
        .unwrap();
    }
    text.push_str("]}");
    text
}

/// Carries out the setup and returns the number of calls.
fn make(initiator: &str, renewals: &[String], is_saved: bool) -> usize {
    let mut setup = Setup::new(initiator).unwrap().with_kinds(Kinds::auto());
    for renewal in renewals {
        setup = setup.with_renewal(renewal).unwrap();
    }
    run(Plan::new(setup, &Options::default()).unwrap(), is_saved)
}

/// Makes a plan and returns the number of its calls.
fn run(mut plan: Plan, is_saved: bool) -> usize {
    let mut made = 0;
    let save = |plan: &Plan| {
        if is_saved {
            black_box(plan.to_json());
        }
    };
    while let Some(request) = plan.next_request().unwrap() {
        black_box(request);
        save(&plan);
        made += 1;
        plan.record_response(201, format!(r#"{{"id":{}}}"#, 100 + made)).unwrap();
        save(&plan);
    }
    made
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: &str, series: [&'static str; 2], size: u32, renewals: u32, parts: u32| {
        let initiator: Rc<str> = product("Example", parts).into();
        let renewals: Rc<[String]> =
            (0..renewals).map(|renewal| product(&format!("Renewal {renewal}"), parts)).collect();
        let base = cases.len();
        let (first, more) = (Rc::clone(&initiator), Rc::clone(&renewals));
        let mut options = Options::default();
        options.operation = Operation::Create;
        options.role = Some(Role::Renewal);
        cases.push(
            Case::new(format!("check of {name}"), move || {
                let texts = more.iter().map(String::as_str).chain([&*first]);
                texts.map(|text| black_box(check(black_box(text), &options)).diagnostics.len()).sum()
            })
            .against(base),
        );
        let (first, more) = (Rc::clone(&initiator), Rc::clone(&renewals));
        cases.push(Case::new("  execution", move || make(&first, &more, false)).against(base).of_size(series[0], size));
        cases.push(
            Case::new("  execution, saved around each call", move || make(&initiator, &renewals, true))
                .against(base)
                .of_size(series[1], size),
        );
    };
    for parts in [1, 10, 100, 1000] {
        add(&format!("a pair, {parts} variants and locales each"), ["variants", "variants, saved"], parts, 1, parts);
    }
    for renewals in [1, 10, 100] {
        add(&format!("an initiator and {renewals} renewals"), ["renewals", "renewals, saved"], renewals, renewals, 1);
    }
    for size in [100, 1_000, 10_000] {
        let base = cases.len();
        // Make the plan lazily: each measurement runs this program for a single case, which may not need this plan.
        let plan = Rc::new(LazyCell::new(move || {
            let product = product("Renewal", 1);
            let mut setup = Setup::new(&product).unwrap().with_kinds(Kinds::auto());
            for _ in 0..size {
                setup = setup.with_renewal(&product).unwrap();
            }
            Plan::new(setup, &Options::default()).unwrap()
        }));
        let first = Rc::clone(&plan);
        let run = move || run((**first).clone(), false);
        cases.push(
            Case::new(format!("execution of a plan with {size} renewals"), run)
                .against(base)
                .of_size("execution", size),
        );
        cases.push(
            Case::new("  preview of its calls", move || plan.planned_calls().len())
                .against(base)
                .of_size("preview", size),
        );
    }
    cases
}
