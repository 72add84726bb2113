//! Tests each code's documentation: the bad example triggers that code alone, the fixed one is clean.

use renewal_rules::{Code, JsonType, Options, ParamType, Payment, RenewalKind, Role, check};
use renewal_rules_oracle::cases::check_example;

#[test]
fn bad_examples_violate_only_their_rule() {
    for &code in Code::ALL {
        let found = check_example(code, code.rule().example().bad);
        let codes: Vec<Code> = found.iter().map(|d| d.code).collect();
        assert_eq!(codes, [code], "{code}: {found:#?}");
    }
}

#[test]
fn fixed_examples_are_clean() {
    for &code in Code::ALL {
        let found = check_example(code, code.rule().example().good);
        assert_eq!(found, [], "{code}");
    }
}

#[test]
fn diagnostics_match_the_metadata_of_their_rule() {
    for &code in Code::ALL {
        let rule = code.rule();
        for diagnostic in check_example(code, rule.example().bad) {
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
        for diagnostic in check_example(code, rule.example().bad) {
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

/// Returns whether a template can use a parameter of this type with these keywords as choices, and with this number of
/// alternatives without a keyword, such as plural forms.
fn suits(kind: ParamType, choices: &[&str], others: usize) -> bool {
    let keywords = match kind {
        ParamType::Number => return choices.is_empty() && others <= 2,
        ParamType::List => return choices.is_empty() && others == 0,
        ParamType::RenewalKind => RenewalKind::KEYWORDS,
        ParamType::Payment => Payment::KEYWORDS,
        ParamType::JsonType => JsonType::KEYWORDS,
        _ => return if choices.is_empty() { others <= 1 } else { others == 0 },
    };
    others == 0 && choices.iter().all(|choice| *choice == "other" || keywords.contains(choice))
}

#[test]
fn templates_use_declared_params_as_their_types_allow() {
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        for template in rule.templates {
            for placeholder in template.text.split('{').skip(1) {
                let at = format!("{}, template `{}`: `{placeholder}`", rule.code, template.id);
                let (placeholder, _) = placeholder.split_once('}').expect(&at);
                let mut forms = placeholder.split('|');
                let param = forms.next().and_then(|name| rule.params().iter().find(|param| param.name == name));
                let (choices, others): (Vec<&str>, Vec<&str>) = forms.partition(|form| form.contains(':'));
                let choices: Vec<&str> = choices.iter().map(|choice| choice.split(':').next().unwrap()).collect();
                assert!(suits(param.expect(&at).kind, &choices, others.len()), "{at}");
            }
        }
    }
}

#[test]
fn messages_for_a_renewal_mention_no_product_that_renews_itself() {
    for trial in [None, Some(true), Some(false)] {
        let options = Options::default().with_role(Role::Renewal).with_trial(trial);
        for chain in ["[]", "[102]", "[101,101]", "[102,101]", "[102,103]", "[102,102,102]"] {
            for price in ["0.00", "9.90"] {
                let product = format!(
                    r#"{{"id":101,"renew_settings":{{"product_id_for_renew":{chain},
                        "renew_ar":{{"enable":true,"required":true}},"renew_email":true}},
                        "variants":[{{"price":{{"common":{{"price":"{price}"}}}}}}]}}"#
                );
                for found in check(&product, &options).diagnostics {
                    assert!(!found.message.contains("itself"), "{}", found.message);
                }
            }
        }
    }
}
