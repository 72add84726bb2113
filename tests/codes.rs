//! Every code: its bad example breaks it and nothing else, its fixed example is clean.

use renewal_rules::{Code, Diagnostic, Options, Severity, check, check_catalogue, depends_on};

fn diagnostics(code: Code, document: &str) -> Vec<Diagnostic> {
    let example = code.rule().example();
    if example.catalogue {
        check_catalogue(document, &Options::default()).diagnostics
    } else {
        let options = Options::from_json(example.options).expect("the example's options");
        check(document, &options).diagnostics
    }
}

#[test]
fn bad_examples_break_their_rule_alone() {
    for &code in Code::ALL {
        let example = code.rule().example();
        let found = diagnostics(code, example.bad);
        let codes: Vec<Code> = found.iter().map(|d| d.code).collect();
        assert_eq!(codes, [code], "{code}: {found:#?}");
    }
}

#[test]
fn fixed_examples_are_clean() {
    for &code in Code::ALL {
        let found = diagnostics(code, code.rule().example().good);
        assert_eq!(found, [], "{code}");
    }
}

#[test]
fn diagnostics_agree_with_the_data_of_their_code() {
    for &code in Code::ALL {
        let rule = code.rule();
        for diagnostic in diagnostics(code, rule.example().bad) {
            assert!(rule.severities().contains(&diagnostic.severity), "{code}");
            assert_eq!(diagnostic.section(), rule.section());
            let params = serde_json::to_value(&diagnostic.params).expect("params");
            for name in params.as_object().expect("an object").keys() {
                assert!(
                    rule.params().iter().any(|param| param.name == name),
                    "{code}: {name}"
                );
            }
            for pointer in &diagnostic.related {
                let at = pointer.trim_start_matches(|c: char| c == '/' || c.is_ascii_digit());
                let field = at.trim_start_matches('/').replace('/', ".");
                let mut reads = rule.reads();
                assert!(reads.any(|read| read == field), "{code}: {field}");
            }
        }
    }
}

#[test]
fn codes_are_kebab_case() {
    for &code in Code::ALL {
        let is_kebab_case = |b: u8| b.is_ascii_lowercase() || b == b'-';
        assert!(code.as_str().bytes().all(is_kebab_case), "{code}");
    }
}

#[test]
fn severities_are_those_that_are_promised() {
    let of = |code: &str| code.parse::<Code>().expect(code).rule().severities();
    assert_eq!(of("chain-empty"), [Severity::Error]);
    assert_eq!(of("missing-field"), [Severity::Error, Severity::Warning]);
    assert_eq!(of("not-checked"), [Severity::Info]);
}

/// What a change of one field can alter, reported by the data of the rules, covers what it does alter;
/// and what goes with it stood at the field, or named it as related.
#[test]
fn a_change_of_a_field_alters_what_the_data_says() {
    let product = |term: &str, enable: &str, chain: &str, email: &str, price: &str| {
        format!(
            r#"{{"id":101,"licence_term":"{term}","renew_settings":{{"product_id_for_renew":{chain},"renew_ar":{{"enable":{enable},"required":true}},"renew_email":{email}}},"variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}}"#
        )
    };
    let values: [(&str, &[&str]); 5] = [
        ("licence_term", &["P5D", "P1M", "P0D", "P9D"]),
        ("renew_settings.renew_ar.enable", &["true", "false"]),
        (
            "renew_settings.product_id_for_renew",
            &["[101,101]", "[102,102]", "[102,103,103]", "[]"],
        ),
        ("renew_settings.renew_email", &["true", "false"]),
        ("variants[].price.common.price", &["0.00", "0", "9.90"]),
    ];
    let fields = |choice: [usize; 5]| {
        let value = |field: usize| values[field].1[choice[field] % values[field].1.len()];
        let text = product(value(0), value(1), value(2), value(3), value(4));
        let report = check(&text, &Options::default());
        report
            .diagnostics
            .into_iter()
            .map(|d| ((d.path, d.code, d.severity), d.related))
            .collect::<Vec<_>>()
    };
    let holds = |outer: &str, inner: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let field_of = |pointer: &str| {
        pointer
            .trim_start_matches('/')
            .replace("variants/0", "variants[]")
            .replace('/', ".")
    };
    for choice in 0..4_usize.pow(5) {
        let choice = core::array::from_fn(|field| choice / 4_usize.pow(field as u32) % 4);
        let before = fields(choice);
        for changed in 0..5 {
            let mut other = choice;
            other[changed] += 1;
            let after = fields(other);
            let allowed = renewal_rules::depends_on(values[changed].0);
            let lacks = |found: &[(_, _)], one: &_| found.iter().all(|(other, _)| other != one);
            let gone = before.iter().filter(|(one, _)| lacks(&after, one));
            let field = values[changed].0.replace('.', "/").replace("[]", "/0");
            let field = format!("/{field}");
            for ((path, code, _), related) in gone.clone() {
                let mut near = related.iter().chain([path]);
                assert!(
                    near.any(|near| holds(near, &field) || holds(&field, near)),
                    "{code} at {path} goes with {field}, beside {related:?}"
                );
            }
            let new = after.iter().filter(|(one, _)| lacks(&before, one));
            for ((path, code, _), _) in gone.chain(new) {
                let field = field_of(path);
                let own = field == values[changed].0;
                assert!(
                    own || allowed.contains(&field),
                    "{code} at {path}: {changed}"
                );
            }
        }
    }
}

#[test]
fn each_rule_has_words_of_its_own() {
    let mut words: Vec<String> = Vec::new();
    for &code in Code::ALL {
        let rule = code.rule();
        assert_eq!(rule.code(), code);
        assert_eq!(format!("{code}"), code.as_str());
        assert!(format!("{rule:?}").contains(rule.code().as_str()));
        for diagnostic in diagnostics(code, rule.example().bad) {
            assert!(diagnostic.message.ends_with(['.', '?']), "{code}");
            words.push(diagnostic.message);
        }
        assert!(
            !rule.title().ends_with('.'),
            "{code}: a title is not a sentence"
        );
        words.push(rule.title().into());
        assert!(rule.explanation().ends_with('.'), "{code}");
        words.push(rule.explanation().into());
    }
    assert!(words.iter().all(|text| text.contains(' ')));
    words.sort();
    let reported = words.len();
    words.dedup();
    assert_eq!(words.len(), reported);
}

#[test]
fn a_field_has_those_fields_checked_again_whose_diagnostics_it_can_change() {
    const BY_PRICES: &[&str] = &[
        "",
        "licence_term",
        "renew_settings",
        "renew_settings.product_id_for_renew",
        "renew_settings.renew_ar.enable",
        "renew_settings.renew_ar.required",
        "renew_settings.renew_pmr",
        "renew_settings.renew_email",
        "variants",
        "variants[].price.common.price",
    ];
    for (field, expected) in [
        ("name", &[""][..]),
        ("renew", &[]),
        ("licence_term", &[""]),
        ("variants[].sku", &["variants"]),
        ("variants[].vendor_code", &[]),
        ("variants[].price.common.price", BY_PRICES),
        ("variants[].price", BY_PRICES),
        ("localization_values.<locale>", &["localization_values"]),
        ("localization_values.en_US.comment_for_product_for_AR", &[]),
        (
            "renew_settings.renew_email",
            &["licence_term", "renew_settings"],
        ),
        ("renew_settings.renew_ar.required", &["renew_settings"]),
        (
            "renew_settings.product_id_for_renew[]",
            &[
                "licence_term",
                "renew_settings.product_id_for_renew",
                "renew_settings.product_id_for_renew[]",
                "renew_settings.renew_ar.required",
                "renew_settings.renew_email",
            ],
        ),
    ] {
        assert_eq!(depends_on(field), expected, "{field}");
    }
    for (written, meant) in [
        ("variants[3].sku", "variants[].sku"),
        ("variants.3.sku", "variants[].sku"),
        ("variants[3][sku]", "variants[].sku"),
        ("/variants/3/sku", "variants[].sku"),
        ("/localization_values/en_US", "localization_values.<locale>"),
    ] {
        assert_eq!(depends_on(written), depends_on(meant), "{written}");
    }
}
