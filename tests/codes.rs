//! Tests each code's documentation: the bad example triggers that code alone, the fixed one is clean.

use renewal_rules::{Code, Diagnostic, Options, check, check_catalogue};

fn diagnostics(code: Code, document: &str) -> Vec<Diagnostic> {
    let example = code.rule().example();
    if example.catalogue {
        check_catalogue(document, &Options::default()).diagnostics
    } else {
        let options = Options::from_json(example.options).expect("the options of the example are valid");
        check(document, &options).diagnostics
    }
}

#[test]
fn bad_examples_violate_only_their_rule() {
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
fn diagnostics_match_the_metadata_of_their_rule() {
    for &code in Code::ALL {
        let rule = code.rule();
        for diagnostic in diagnostics(code, rule.example().bad) {
            assert!(rule.severities.contains(&diagnostic.severity), "{code}");
            assert_eq!(diagnostic.section, rule.section);
            let params = serde_json::to_value(&diagnostic.params).expect("params serialise to JSON");
            for name in params.as_object().expect("params are a JSON object").keys() {
                assert!(rule.params().iter().any(|param| param.name == name), "{code}: {name}");
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

/// These codes report that checks were skipped, so suppressing them would hide the problems that the checks would find.
#[test]
fn unread_and_unchecked_codes_are_never_suppressed() {
    let unknown: Vec<&str> =
        Code::ALL.iter().filter(|code| !code.rule().can_be_suppressed()).map(|code| code.as_str()).collect();
    assert_eq!(unknown, ["json-syntax", "not-checked"]);
}

#[test]
fn codes_are_kebab_case() {
    for &code in Code::ALL {
        let is_kebab_case = |b: u8| b.is_ascii_lowercase() || b == b'-';
        assert!(code.as_str().bytes().all(is_kebab_case), "{code}");
    }
}

#[test]
fn rule_texts_are_unique_sentences() {
    let mut words: Vec<String> = Vec::new();
    for &code in Code::ALL {
        let rule = code.rule();
        assert_eq!(rule.code, code);
        assert_eq!(format!("{code}"), code.as_str());
        assert!(format!("{rule:?}").contains(rule.code.as_str()));
        for diagnostic in diagnostics(code, rule.example().bad) {
            assert!(diagnostic.message.ends_with(['.', '?']), "{code}");
            words.push(diagnostic.message);
        }
        assert!(!rule.title().ends_with('.'), "{code}: the title must not end with a full stop");
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
