//! Lists the smallest changes of an input.

use renewal_rules::messages::nearest;
use serde_json::{Value, json};

/// Returns alternative values of a member or an element, by the name of the member.
fn alternatives(name: &str) -> Vec<Value> {
    match name {
        "licence_term" => vec![json!("P1M"), json!("P6D"), json!("P11D"), json!("P5D"), json!("P0D")],
        "price" | "common" => {
            vec![json!("0.00"), json!("9.90"), json!({"common": {"currency": "USD", "price": "9.90"}})]
        }
        "currency" => vec![json!("USD")],
        "product_id_for_renew" => vec![json!([102, 102]), json!([101, 101]), json!([102, 103, 103])],
        "id" | "" => vec![json!(101), json!(102), json!(103), json!(104), json!({})],
        "renew_ar" => vec![json!({"enable": true}), json!({"enable": true, "required": true})],
        "enable" | "required" | "renew_pmr" | "renew_email" => vec![json!(true), json!(false)],
        "renew_settings" => vec![json!({"product_id_for_renew": [102, 102], "renew_ar": {"enable": true}})],
        "variants" => {
            let price = json!({"common": {"currency": "USD", "price": "9.90"}});
            vec![json!([{"vendor_code": "V", "sku": "S", "price": price}])]
        }
        "localization_values" | "en_US" | "de_DE" => vec![json!({})],
        _ => vec![json!("N")],
    }
}

/// Names of the objects in a product; the empty name is the product itself.
const OBJECTS: [&str; 7] = ["", "renew_settings", "renew_ar", "localization_values", "variants", "price", "common"];

/// Returns the members to add to an object that lacks them, by the name of the object.
fn members(name: &str) -> &'static [&'static str] {
    match name {
        "renew_settings" => &["product_id_for_renew", "renew_ar", "renew_pmr", "renew_email"],
        "renew_ar" => &["enable", "required"],
        "variants" => &["vendor_code", "sku", "price"],
        "price" => &["common"],
        "common" => &["currency", "price"],
        "localization_values" => &["en_US", "de_DE"],
        "" => &["id", "family_name", "name", "licence_term", "renew_settings", "localization_values", "variants"],
        _ => &[],
    }
}

/// Returns each value that results from one change: a member or element removed, added, replaced or renamed.
pub(crate) fn changes(value: &Value) -> Vec<Value> {
    changes_of(value, "", 0)
}

fn changes_of(value: &Value, name: &str, depth: usize) -> Vec<Value> {
    let mut all = alternatives(name);
    let nested = |child: &Value, name: &str| if depth < 6 { changes_of(child, name, depth + 1) } else { Vec::new() };
    match value {
        Value::Object(object) => {
            for (member, child) in object {
                let mut without = object.clone();
                without.remove(member);
                all.push(Value::from(without.clone()));
                let known = OBJECTS.into_iter().flat_map(members).copied();
                if let Some(other) = nearest(member, known).filter(|other| !object.contains_key(*other)) {
                    without.insert(other.to_owned(), child.clone());
                    all.push(Value::from(without));
                }
                for changed in nested(child, member) {
                    let mut object = object.clone();
                    object.insert(member.clone(), changed);
                    all.push(Value::from(object));
                }
            }
            for member in members(name).iter().filter(|member| !object.contains_key(**member)) {
                for added in alternatives(member) {
                    let mut object = object.clone();
                    object.insert((*member).to_owned(), added);
                    all.push(Value::from(object));
                }
            }
        }
        Value::Array(array) => {
            for (index, child) in array.iter().enumerate() {
                let mut without = array.clone();
                without.remove(index);
                all.push(Value::from(without));
                let mut twice = array.clone();
                twice.push(child.clone());
                all.push(Value::from(twice));
                let element = if name == "product_id_for_renew" { "id" } else { name };
                for changed in nested(child, element) {
                    let mut array = array.clone();
                    array[index] = changed;
                    all.push(Value::from(array));
                }
            }
            all.push(array.iter().cloned().chain([json!({"id": 103, "licence_term": "P1M"})]).collect());
        }
        _ => {}
    }
    all
}

/// Returns texts that differ in a removed range or an inserted token, for inputs that are not JSON.
pub(crate) fn text_changes(text: &str) -> Vec<String> {
    let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let is_boundary = |at: &&usize| text[**at..].is_empty() || text[**at..].starts_with([',', '"', '}', ']', '{', '[']);
    let boundaries: Vec<usize> = cuts.iter().filter(is_boundary).copied().collect();
    let mut all = Vec::new();
    for pair in cuts.windows(2).filter(|_| cuts.len() < 400) {
        all.push(format!("{}{}", &text[..pair[0]], &text[pair[1]..]));
    }
    for (nth, start) in boundaries.iter().enumerate().filter(|_| boundaries.len() < 100) {
        for end in &boundaries[nth + 1..] {
            all.push(format!("{}{}", &text[..*start], &text[*end..]));
        }
    }
    for at in cuts.iter().filter(|_| cuts.len() < 400) {
        all.extend(["}", "]", "\"", "0", "{}"].map(|token| format!("{}{token}{}", &text[..*at], &text[*at..])));
    }
    all
}

/// Returns the size of a change in bytes: the length of the longer text, without the common start and end of both
/// texts.
pub(crate) fn distance(one: &str, other: &str) -> usize {
    let (a, b) = (one.as_bytes(), other.as_bytes());
    let start = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let most = a.len().min(b.len()) - start;
    let end = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(x, y)| x == y).count();
    a.len().max(b.len()) - start - end
}
