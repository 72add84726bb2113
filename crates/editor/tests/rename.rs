//! Tests the rename of product ids.

use renewal_rules::Options;
use renewal_rules_editor::{Guide, OpenText};

fn open(text: &str) -> OpenText {
    OpenText::new(text, false, &Options::default())
}

/// Renames the id at the first `|` of the first text; returns all texts with their edits.
fn renamed(texts: &[&str], name: &str) -> Result<Vec<String>, String> {
    let column = texts[0].find('|').unwrap() + 1;
    let mut opened: Vec<OpenText> = texts.iter().map(|text| open(&text.replace('|', ""))).collect();
    let all: Vec<&OpenText> = opened.iter().collect();
    let (id, locations) = Guide::default().rename(&all, &all[0].cursor(1, column), name)?;
    for (text, locations) in opened.iter_mut().zip(locations) {
        for location in locations.into_iter().rev() {
            text.edit(location, &id.to_string());
        }
    }
    Ok(opened.iter().map(OpenText::text).collect())
}

#[test]
fn rename_edits_every_notation_of_the_id() {
    let chain = r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,102.0,1.02e2,1020,"102"]}}"#;
    let after = r#"{"id":101,"renew_settings":{"product_id_for_renew":[7,7,7,1020,"102"]}}"#;
    assert_eq!(renamed(&[r#"{"id":|102}"#, chain], "7").unwrap(), [r#"{"id":7}"#, after]);
    assert_eq!(renamed(&[&chain.replace("102.0", "1|02.0")], "7").unwrap(), [after]);
}

#[test]
fn rename_keeps_other_members_with_the_number() {
    let text = r#"[{"id":5|,"name":"5","variants":[{"id":5}]},{"identity":5}]"#;
    let after = r#"[{"id":6,"name":"5","variants":[{"id":5}]},{"identity":5}]"#;
    assert_eq!(renamed(&[text], "6").unwrap(), [after]);
    for text in [r#"{"variants":[{"id":5|}]}"#, r#"{"identity":5|}"#, r#"{"id":"5|"}"#, r#"{"i|d":5}"#, r#"{"id":-5|}"#]
    {
        assert_eq!(
            renamed(&[text], "6").unwrap_err().split('.').next(),
            Some("Put the cursor on the id of a product or on an element of a chain")
        );
    }
}

#[test]
fn rename_of_an_id_that_no_product_has_is_possible() {
    let text = r#"{"id":1,"renew_settings":{"product_id_for_renew":[2|,3]}}"#;
    assert_eq!(renamed(&[text], "4").unwrap(), [text.replace("2|", "4")]);
    assert!(renamed(&[text], "1").unwrap_err().starts_with("1 is the id of another product."));
}

#[test]
fn rename_edits_products_with_syntax_errors() {
    let chain = r#"{"id":1,"renew_settings":{"product_id_for_renew":[2,2],"renew_pmr":true}}"#;
    for product in [
        "{\"licence_term\":\"P1M\" \"name\":\"2\", \"id\": 2|}",
        "{\"name\":\"2\" \"id\": 2|, \"licence_term\":}",
        "{\"id\":2|,\"variants\":[{\"id\":2}",
        "{\"renew_settings\":{\"product_id_for_renew\":[7,2|",
    ] {
        let after = [product.replace("2|", "5"), chain.replace('2', "5")];
        assert_eq!(renamed(&[product, chain], "5").unwrap(), after);
        assert_eq!(
            renamed(&[&chain.replace(":[2", ":[2|"), &product.replace('|', "")], "5").unwrap().last(),
            after.first()
        );
    }
}

#[test]
fn rename_works_if_other_products_are_incomplete() {
    let text = "[{\"id\":2|},\n{\"id\":";
    assert_eq!(renamed(&[text], "4").unwrap(), ["[{\"id\":4},\n{\"id\":"]);
}
