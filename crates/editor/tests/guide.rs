//! Tests hover and completion at a position in a text.

use renewal_rules::{Code, Options, check};
use renewal_rules_editor::Guide;
use renewal_rules_editor::OpenText;
use renewal_rules_preview::{SENTENCES_RUSSIAN, Sentences};

const CATALOGUE: &str = r#"[
  {"id":101,"name":"Start","licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},
  {"id":102,"name":"Pro","licence_term":"P0D"}
]"#;

fn open(text: &str) -> OpenText {
    OpenText::new(text, false, &Options::default())
}

/// Returns the line and column of the second character of a substring, both from 1.
fn place(text: &str, word: &str) -> (usize, usize) {
    let before = &text[..text.find(word).unwrap()];
    let line = before.rsplit('\n').next().unwrap();
    (before.matches('\n').count() + 1, line.len() + 2)
}

fn hover(guide: &Guide, word: &str) -> Option<String> {
    let open = open(CATALOGUE);
    let (line, column) = place(CATALOGUE, word);
    guide.hover(&[&open], &open.cursor(line, column), &Options::default())
}

#[test]
fn hover_explains_consequences_of_a_field() {
    let guide = Guide::default();
    let hover_text = |word: &str| hover(&guide, word).unwrap();
    assert!(hover_text("\"P14D\"").contains("At its shortest it is 14 days."));
    assert!(hover_text("\"P0D\"").contains("It has no end."));
    assert!(hover_text("\"product_id_for_renew\"").contains("- 102: Pro\n"));
    let settings = hover_text("\"renew_settings\"");
    assert!(settings.contains("- offline payment, consent given: Charged automatically"));
    assert!(settings.contains("- [`chain-missing`]("), "{settings}");
    assert_eq!(hover(&guide, "["), None);
}

#[test]
fn fields_are_documented_in_russian() {
    let mut russian = Guide::default();
    let (fields, rules) = (include_str!("../src/fields.ru.json"), include_str!("../../../src/messages/rules.ru.json"));
    russian = russian.with_language(Sentences::from_json(SENTENCES_RUSSIAN).unwrap(), fields, rules);
    let product = r#"{"id":1,"family_name":"F","name":"N","license_type":"","licence_term":"P1M","renew_settings":{"product_id_for_renew":[2],"renew_ar":{"enable":true,"required":true},"renew_pmr":true,"renew_email":true},"localization_values":{"en_US":{"comment_for_product_for_AR":"","comment_for_product_for_MR":""}},"variants":[{"vendor_code":"V","sku":"S","sku_ar":"A","price":{"common":{"currency":"USD","price":"1"}}}]}"#;
    let open = open(product);
    let names = product.match_indices("\":").filter(|(at, _)| !product[..*at].ends_with("en_US"));
    let mut count = 0;
    for (at, _) in names {
        let cursor = open.cursor(1, at + 1);
        let english = Guide::default().hover(&[&open], &cursor, &Options::default());
        let other = russian.hover(&[&open], &cursor, &Options::default());
        let meaning = |hover_text: Option<String>| {
            let hover_text = hover_text.unwrap_or_else(|| panic!("{}", cursor.pointer));
            hover_text.lines().next().unwrap().split_once(": ").unwrap().1.to_owned()
        };
        let (english, other) = (meaning(english), meaning(other));
        assert!(english.is_ascii() || english.contains('§'), "{english}");
        assert!(english.len() > 5);
        count += usize::from(other.chars().any(|c| c.is_alphabetic() && !c.is_ascii()));
    }
    assert!(count > 20, "{count}");
}

#[test]
fn untranslated_texts_stay_english() {
    let fields = r#"{"name":"Название.","licence_term":" "}"#;
    let rules = r#"{"chain-empty":{"title":"Цепочка пуста"}}"#;
    let (english, partial) = (Guide::default(), Guide::default().with_language(Sentences::english(), fields, rules));
    let first_line = |guide: &Guide, word: &str| hover(guide, word).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(first_line(&partial, "\"name\""), "`name`: Название.");
    for word in ["\"licence_term\"", "\"renew_settings\""] {
        assert_eq!(first_line(&partial, word), first_line(&english, word));
    }
    let explanation = Code::ChainEmpty.rule().explanation();
    assert_eq!(
        partial.explain(Code::ChainEmpty),
        format!("[`chain-empty`]({}): **Цепочка пуста**\n\n{explanation}\n", Code::ChainEmpty.url())
    );
    assert_eq!(partial.explain(Code::IdRange), english.explain(Code::IdRange));
}

#[test]
fn fix_title_describes_the_patch() {
    let title = |product: &str, code: Code| {
        let found = check(product, &Options::default()).diagnostics;
        let found = found.into_iter().find(|found| found.code == code).unwrap();
        Guide::default().fix_title(&found.fix.unwrap())
    };
    assert_eq!(title(r#"{"licence_term":"p1m"}"#, Code::TermFormat), "Write \"P1M\" instead");
    assert_eq!(title(r#"{"licence-term":"P1M"}"#, Code::UnknownField), "Rename it to licence_term");
    let chain = r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2]}}"#;
    assert_eq!(title(chain, Code::ChainTooShort), "Add product_id_for_renew: 2");
    let single = r#"{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[1,1],"renew_ar":{"enable":true,"required":false}}}"#;
    assert_eq!(title(single, Code::ArRequiredInSingle), "Remove required");
}
