//! A catalogue that is checked in parts: the report is that of the whole, wherever it is split.

use renewal_rules::{
    CatalogueCheck, CatalogueReport, Code, Input, Level, Options, Payment, RuleLevels,
    check_catalogue,
};
use serde_json::{Value, json};

/// Products with every kind of problem, alone and for one another.
fn products() -> Vec<Value> {
    let mut products: Vec<Value> = Vec::new();
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        let example = rule.example();
        for document in [example.bad, example.good] {
            match serde_json::from_str(document) {
                Ok(Value::Array(several)) => products.extend(several),
                Ok(product) => products.push(product),
                Err(_) => {}
            }
        }
    }
    // An initiator without an id, before and after what renews it, and a fix beside it.
    let initiator = json!({"renew_settings": {"product_id_for_renew": [7, 7],
        "renew_ar": {"enable": true}, "renew_pmr": true}, "licence_term": "P1M"});
    let renewal = json!({"id": 7, "licence_term": "p5d", "renew_settings": {}});
    let short = json!({"id": 8, "licence_term": "P2D"});
    products.insert(0, initiator.clone());
    products.extend([renewal, short, initiator]);
    products
}

fn in_parts(products: &[Value], parts: usize, options: &Options) -> CatalogueReport {
    let size = products.len().div_ceil(parts);
    std::thread::scope(|threads| {
        let part = |part: &'_ [Value]| {
            let mut check = CatalogueCheck::new(options);
            check.extend(part);
            check
        };
        let started: Vec<_> = products
            .chunks(size)
            .map(|chunk| threads.spawn(move || part(chunk)))
            .collect();
        let mut whole = CatalogueCheck::new(options);
        for thread in started {
            whole.append(thread.join().unwrap());
        }
        assert_eq!(whole.len(), products.len());
        whole.finish()
    })
}

#[test]
fn parts_give_the_report_of_the_whole() {
    let products = products();
    let text = Value::from(products.clone()).to_string();
    let levels = RuleLevels::default().with(Code::NotChecked, Level::Error);
    let all = [
        Options::default(),
        Options::default().with_payment(Payment::Offline),
        Options::default().with_rules(levels.unwrap()),
        Options::default().with_max_diagnostics(0),
        Options::default().with_max_diagnostics(1),
        Options::default().with_max_diagnostics(20),
    ];
    for options in all {
        let expected = check_catalogue(Input::Json(text.as_str().into()), &options);
        assert!(!expected.valid);
        for parts in [1, 2, 3, 7, products.len()] {
            assert_eq!(
                in_parts(&products, parts, &options),
                expected,
                "{parts} {options:?}"
            );
        }
    }
    let codes = |report: &CatalogueReport| {
        let codes = report
            .diagnostics
            .iter()
            .map(|one| (one.code, one.fix.is_some()));
        codes.collect::<Vec<_>>()
    };
    let found = codes(&in_parts(&products, 2, &Options::default()));
    assert!(found.contains(&(Code::NotChecked, false)));
    assert!(found.contains(&(Code::DuplicateProductId, false)));
    assert!(found.contains(&(Code::TermFormat, true)));
}

#[test]
fn lines_can_come_one_by_one() {
    let mut check = CatalogueCheck::new(&Options::default());
    assert!(check.is_empty());
    check.extend(
        "{\"id\":1}\n{\"id\":}\n{\"id\":1}"
            .lines()
            .map(String::from),
    );
    check.push(b"\xff");
    check.push(&json!({"id": 1}));
    let report = check.finish();
    let found: Vec<_> = report
        .diagnostics
        .iter()
        .map(|one| (one.path.as_str(), one.code))
        .collect();
    let expected = [
        ("/1", Code::JsonSyntax),
        ("/2/id", Code::DuplicateProductId),
        ("/3", Code::JsonSyntax),
        ("/4/id", Code::DuplicateProductId),
    ];
    assert_eq!(found, expected);
    assert_eq!(report.diagnostics[0].location.map(|at| at.column), Some(7));
    assert_eq!(report.diagnostics[1].location, None);
}
