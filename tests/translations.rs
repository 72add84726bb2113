//! Tests translated messages, and that each template is used.

use std::collections::{BTreeMap, BTreeSet};

use renewal_rules::{Code, Diagnostic, Input, Messages, Options, RUSSIAN, check, check_catalogue};
use renewal_rules_oracle::cases::{catalogue_options, check_example, options};
use renewal_rules_oracle::table::{Case, cases};
use serde_json::{Map, Value, json};

/// Returns all diagnostics of the cases in `rules/messages.txt` and of the rules' examples.
fn all_diagnostics() -> Vec<Diagnostic> {
    let of_case = |case: Case| match &*case.compare {
        "messages" => check(case.input, &options(&case.options)).diagnostics,
        _ => check_catalogue(case.input, &catalogue_options(&case.options)).diagnostics,
    };
    let table = cases(include_str!("rules/messages.txt")).into_iter().flat_map(of_case);
    let examples = Code::ALL.iter().flat_map(|code| check_example(*code, code.rule().example().bad));
    table.chain(examples).collect()
}

/// Returns the English templates as a translation table.
fn english() -> Value {
    let templates = |code: &Code| -> Map<String, Value> {
        let templates = code.rule().templates.iter();
        templates.map(|template| (template.id.to_owned(), template.text.into())).collect()
    };
    let codes = Code::ALL.iter();
    codes.map(|code| (code.as_str().to_owned(), Value::from(templates(code)))).collect()
}

#[test]
fn message_is_template_filled_with_params() {
    let table = Messages::from_json(&english().to_string()).unwrap();
    for diagnostic in all_diagnostics() {
        assert_eq!(diagnostic.translated(&table), diagnostic);
        let template = table.get(diagnostic.code, &diagnostic.message_id).unwrap();
        // Asserts that the literal segments of the template appear in the message in order.
        let mut rest = diagnostic.message.as_str();
        for part in template.split('{').enumerate().map(|(index, part)| match index {
            0 => part,
            _ => part.split_once('}').unwrap().1,
        }) {
            let at = rest.find(part).unwrap_or_else(|| panic!("{template}\n{}", diagnostic.message));
            rest = &rest[at + part.len()..];
        }
        assert_eq!(rest, "", "{template}");
    }
}

#[test]
fn translation_changes_only_messages() {
    let table = Messages::from_json(RUSSIAN).unwrap();
    let report = check(r#"{"id":"x","name":"","licence_term":"P1W"}"#, &Options::default());
    assert_eq!(report.diagnostics.len(), 3);
    let russian = report.translated(&table);
    for (english, russian) in report.diagnostics.iter().zip(&russian.diagnostics) {
        assert_ne!(english.message, russian.message);
        let mut same = russian.clone();
        same.message.clone_from(&english.message);
        assert_eq!(*english, same);
    }
}

#[test]
fn numbers_select_plural_forms() {
    let table = Messages::from_json(RUSSIAN).unwrap();
    let message = |minimum: u32, term: &str| {
        let options = options(&format!(r#"{{"limits":{{"arMinDays":{minimum}}}}}"#));
        let product = format!(
            r#"{{"id":101,"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[101,101],"renew_ar":{{"enable":true}}}}}}"#
        );
        let report = check(product.as_str(), &options);
        let russian = report.translated(&table).diagnostics.remove(0).message;
        (report.diagnostics[0].message.clone(), russian)
    };
    for (minimum, term, english, short, least) in [
        (2, "P1D", "1 day at its shortest, but AR renewal needs at least 2 days", "1 день", "2 дней"),
        (21, "P3D", "3 days at its shortest, but AR renewal needs at least 21 days", "3 дня", "21 дня"),
        (31, "P11D", "11 days at its shortest, but AR renewal needs at least 31 days", "11 дней", "31 дня"),
        (41, "P22D", "22 days at its shortest, but AR renewal needs at least 41 days", "22 дня", "41 дня"),
        (111, "P1M", "28 days at its shortest, but AR renewal needs at least 111 days", "28 дней", "111 дней"),
    ] {
        let (found, russian) = message(minimum, term);
        assert!(found.contains(english), "{found}");
        assert!(russian.contains(short) && russian.contains(least), "{russian}");
    }
}

#[test]
fn wrong_translation_table_is_rejected() {
    const NO_TABLE: &str =
        "the messages must be an object of codes, each with an object of templates by their messageId";
    const OTHER: &str =
        "the message `one-id` of `chain-too-short` must have the same placeholders as the English one: id";
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut table = english();
        change(&mut table);
        table.to_string()
    };
    let with = |code: &str, id: &str, template: Value| changed(&|table| table[code][id] = template.clone());
    let one_id = |template: &str| with("chain-too-short", "one-id", template.into());
    for (table, words) in [
        ("{".to_owned(), NO_TABLE),
        ("[]".to_owned(), NO_TABLE),
        (changed(&|table| table["id-range"] = json!(5)), NO_TABLE),
        (with("id-range", "range", json!(5)), NO_TABLE),
        (with("chain-empty", "emtpy", "".into()), "there is no message `emtpy` of `chain-empty`"),
        (with("chain", "a", "".into()), "there is no message `a` of `chain`"),
        (
            RUSSIAN.replacen("\"chain-too-short\"", "\"chain-empty\"", 1),
            "there is no message `one-id` of `chain-empty`",
        ),
        (one_id("x"), OTHER),
        (one_id("{id} {other}"), OTHER),
        (one_id("{ID}{id}"), OTHER),
    ] {
        let error = Messages::from_json(&table).unwrap_err();
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn untranslated_message_stays_english() {
    let report = check(r#"{"id":0,"renew_settings":{"product_id_for_renew":[]}}"#, &Options::default());
    let mut partial: Value = RUSSIAN.parse().unwrap();
    partial["id-range"]["range"] = " ".into();
    partial.as_object_mut().unwrap().remove("chain-empty").unwrap();
    let translated = report.translated(&Messages::from_json(&partial.to_string()).unwrap());
    for (english, russian) in report.diagnostics.iter().zip(&translated.diagnostics) {
        let is_untranslated = [Code::IdRange, Code::ChainEmpty].contains(&english.code);
        assert_eq!(english.message == russian.message, is_untranslated, "{english}");
    }
    assert_eq!(report.translated(&Messages::from_json("{}").unwrap()), report);
}

/// Returns the diagnostics of inputs with a wrong JSON type: the product, the catalogue, or a value of the product.
fn of_types() -> Vec<Diagnostic> {
    const PRODUCT: &str = r#"{"id":1,"name":"N","renew_settings":{"product_id_for_renew":[2],"renew_ar":{},"renew_pmr":true},
        "localization_values":{"en_US":{}},"variants":[{"vendor_code":"V","price":{"common":{}}}]}"#;
    let values = ["null", "true", "0", "\"x\"", "[]", "{}"].map(|text| -> Value { text.parse().unwrap() });
    let mut found = Vec::new();
    for value in &values {
        found.extend(check(value, &Options::default()).diagnostics);
        found.extend(check_catalogue(value, &Options::default()).diagnostics);
        for path in [
            "/id",
            "/name",
            "/renew_settings",
            "/renew_settings/product_id_for_renew",
            "/renew_settings/renew_pmr",
            "/variants/0/vendor_code",
            "/variants/0/price",
        ] {
            let mut product: Value = PRODUCT.parse().unwrap();
            *product.pointer_mut(path).unwrap() = value.clone();
            found.extend(check(&product, &Options::default()).diagnostics);
        }
    }
    found
}

/// Returns the diagnostics of each cause of invalid JSON, and of JavaScript values that JSON cannot represent.
fn of_syntax() -> Vec<Diagnostic> {
    let texts = [
        "{\0}\0",
        "[",
        "[maybe]",
        "[é]",
        "[\u{2028}]",
        "[:]",
        "{a:1}",
        "{\"a\" 1}",
        "{\"a\":1 2}",
        "[1 2]",
        "1 2",
        "[01]",
        "[\"\\x\"]",
        "[\"\u{1}\"]",
        "[// a\n]",
        "['a']",
        "[1,]",
        "",
    ];
    let texts = texts.into_iter().flat_map(|text| check(text, &Options::default()).diagnostics);
    let reasons =
        "bigint cycle depth exception no-text too-large undefined bytes date file form-data json-text map no-members promise
        request response search-parameters set stream";
    let values = reasons
        .split_whitespace()
        .chain(["my own"])
        .map(|reason| Input::NoJson(reason.into()))
        .chain([Input::Json("x".into())]);
    let values = values.flat_map(|input| check(input, &Options::default()).diagnostics);
    let bytes = check(b"\xff", &Options::default()).diagnostics;
    texts.chain(values).chain(bytes).collect()
}

/// Returns the diagnostics of renewal products whose term is missing, unlimited or too short, for initiators with and
/// without an id.
fn of_terms() -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (id, price) in [("\"id\":1,", "5.00"), ("", "5.00"), ("\"id\":1,", "0.00"), ("", "0.00")] {
        for term in ["", r#","licence_term":"P0D""#, r#","licence_term":"P1D""#] {
            for payment in ["online", "offline"] {
                let stated =
                    format!(r#"{{"payment":"{payment}","limits":{{"pmrOnlineMinDays":9,"pmrOfflineMinDays":9}}}}"#);
                let initiator = format!(
                    r#"{{{id}"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[2,2],"renew_ar":{{"enable":true,"required":true}},"renew_pmr":true,"renew_email":true}},
                    "variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]}}"#
                );
                let catalogue = format!(r#"[{initiator},{{"id":2{term}}}]"#);
                let report = check_catalogue(catalogue.as_str(), &catalogue_options(&stated));
                found.extend(report.diagnostics);
                let own = initiator.replace("P1M", "P1D");
                found.extend(check(own.as_str(), &options(&stated)).diagnostics);
            }
        }
    }
    let trial = r#"{"licence_term":"P1D","renew_settings":{"product_id_for_renew":[2,2],"renew_ar":{"enable":true}}}"#;
    found.extend(check(trial, &options(r#"{"trial":true}"#)).diagnostics);
    found.extend(check(r#"{"licence_term":"P1MX"}"#, &Options::default()).diagnostics);
    found
}

/// Returns the diagnostics of an update that drops more items than a message lists.
fn of_updates() -> Vec<Diagnostic> {
    let variants: Vec<Value> = (0..8).map(|sku| json!({ "sku": format!("S{sku}") })).collect();
    let locales: Map<String, Value> = ('a'..'i').map(|a| (format!("a{a}_XX"), json!({}))).collect();
    let stated = json!({"operation":"update","current":{"variants":variants,"localization_values":locales}});
    let sent = r#"{"variants":[],"localization_values":{}}"#;
    check(sent, &options(&stated.to_string())).diagnostics
}

/// Returns at least one diagnostic for each template and each of its choices.
fn of_templates() -> Vec<Diagnostic> {
    [all_diagnostics(), of_types(), of_syntax(), of_terms(), of_updates()].into_iter().flatten().collect()
}

#[test]
fn each_template_is_used() {
    let found = of_templates();
    let seen: BTreeSet<(Code, &str)> = found.iter().map(|found| (found.code, &*found.message_id)).collect();
    let unseen: Vec<String> = Code::ALL
        .iter()
        .flat_map(|code| code.rule().templates.iter().map(move |template| (*code, template.id)))
        // Templates of setups are covered by the tests of setups.
        .filter(|(_, id)| !id.starts_with("setup") && !matches!(*id, "same-content" | "term"))
        .filter(|key| !seen.contains(key))
        .map(|(code, id)| format!("{code} {id}"))
        .collect();
    assert!(unseen.is_empty(), "no input of this file or of the rules' examples produces {unseen:?}: add one");
}

/// Returns the params for which a template has choices, each with the values of its choices.
fn choices(template: &str) -> Vec<(&str, Vec<&str>)> {
    let placeholders = template.split('{').skip(1);
    let placeholders = placeholders.filter_map(|part| part.split_once('}')?.0.split_once('|'));
    let chosen = placeholders.filter(|(_, forms)| forms.contains(':'));
    let values = chosen.map(|(name, forms)| {
        let values = forms.split('|').map(|form| form.split_once(':').unwrap().0);
        (name, values.collect())
    });
    values.collect()
}

#[test]
fn each_template_choice_is_used() {
    let russian = Messages::from_json(RUSSIAN).unwrap();
    let found = of_templates();
    let mut seen = BTreeSet::new();
    for one in &found {
        let english = one.code.rule().template(&one.message_id).unwrap().text;
        for template in [Some(english), russian.get(one.code, &one.message_id)].into_iter().flatten() {
            for (name, values) in choices(template) {
                let Some(value) = one.params.text(name) else { continue };
                assert!(values.contains(&value) || values.contains(&"other"), "{template}: {value}");
                seen.insert((one.code, name, value));
            }
        }
    }
    for code in Code::ALL {
        for template in code.rule().templates {
            for (name, values) in choices(template.text) {
                for value in values.into_iter().filter(|value| *value != "other") {
                    let is_seen = seen.contains(&(*code, name, value));
                    assert!(is_seen, "no input of this file produces {name} = {value} of {code}: add one");
                }
            }
        }
    }
}

#[test]
fn translations_may_select_by_other_values() {
    const AR: &str = r#""renew_ar":{"enable":true}"#;
    const EMAIL: &str = r#""renew_email":true"#;
    let filled = |template: &str, kinds: &str| {
        let mut table = english();
        let all = "{shortestDays|.|.}{minimumDays|.|.}{initiator}{initiatorIndex}{initiatorFile}";
        table["term-below-minimum"]["short"] = format!("{template}{all}").into();
        let table = Messages::from_json(&table.to_string()).unwrap();
        let product = format!(
            r#"{{"id":101,"licence_term":"P1D","renew_settings":{{"product_id_for_renew":[101,101],{kinds}}}}}"#
        );
        let report = check(&product, &options(r#"{"payment":"offline"}"#));
        report.translated(&table).diagnostics.remove(0).message
    };
    for (template, ar, email) in [
        ("{kind|email:E|ar:A}{payment|offline: off}", "A", "E off"),
        ("{kind|pmr:P|other:K}{payment|other: any}", "K any", "K any"),
        ("{kind|online:P}{payment|online: on}", "", ""),
        ("{kind}{payment}", "ar", "emailoffline"),
        ("{kind|ar:a: b|other:}{payment|other:}", "a: b", ""),
    ] {
        assert_eq!(filled(template, AR), format!("{ar}.."), "{template}");
        assert_eq!(filled(template, EMAIL), format!("{email}.."), "{template}");
    }
}

/// Returns the names in backticks of a text, which are the same in all languages.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// `cargo xtask release --check` reports the rules that are not translated.
#[test]
fn russian_explanations_keep_names_in_backticks() {
    let table = include_str!("../src/messages/rules.ru.json");
    let table: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(table).unwrap();
    for (code, texts) in table {
        let code: Code = code.parse().unwrap_or_else(|_| panic!("rules.ru.json: there is no code `{code}`: remove it"));
        for (name, russian) in texts {
            let english = match &*name {
                "title" => code.rule().title(),
                "explanation" => code.rule().explanation(),
                _ => panic!("rules.ru.json: `{code}` has the unknown text `{name}`: expected `title` or `explanation`"),
            };
            assert_eq!(names(&russian), names(english), "rules.ru.json: names in backticks in `{name}` of `{code}`");
        }
    }
}
