//! Every code: its bad example breaks it and nothing else, its mended example is clean.
#![allow(clippy::expect_used)]

use renewal_rules::{Code, Diagnostic, Options, Severity, check, check_catalogue};

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
fn mended_examples_are_clean() {
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
                assert!(rule.params().contains(&name.as_str()), "{code}: {name}");
            }
            assert!(!diagnostic.message.is_empty(), "{code}");
        }
    }
}

#[test]
fn codes_are_kebab_case_and_distinct() {
    let mut texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    for text in &texts {
        assert!(
            text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'),
            "{text}"
        );
        assert_eq!(Code::from_text(text).map(Code::as_str), Some(*text));
    }
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), Code::ALL.len());
    assert_eq!(Code::from_text("no-such-code"), None);
}

#[test]
fn severities_are_those_of_the_rulebook() {
    let of = |code: &str| Code::from_text(code).expect(code).rule().severities();
    assert_eq!(of("chain-empty"), [Severity::Error]);
    assert_eq!(of("missing-field"), [Severity::Error, Severity::Warning]);
    assert_eq!(of("not-checked"), [Severity::Info]);
}
