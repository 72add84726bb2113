//! Generates nearly valid products, options, catalogues and setups as JSON text.

mod options;

pub use options::{catalogue_options, options, purchase_options};

use super::choices::Choices;

const WRONG_TYPES: &[&str] = &["null", "5", "\"x\"", "[]", "{}", "true", "-1.5", "1e400", "\"\\ud800\"", "[{}]"];

/// Function that generates the value of a member.
type Make = fn(&mut Choices<'_>) -> String;

/// Possible members of an object: name, probability of presence in tenths, and generator.
type Members = [(&'static str, usize, Make)];

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text serialises to JSON")
}

/// Returns one of the valid texts, or sometimes an invalid text or a value of another type.
fn one(c: &mut Choices<'_>, good: &[&str], bad: &[&str]) -> String {
    if c.mistake() {
        let is_other_type = c.coin();
        return c.pick(if is_other_type { WRONG_TYPES } else { bad }).into();
    }
    c.pick(good).into()
}

/// Returns the values of a list in `values.txt`. Each line of this file is a list: its name, and its values separated
/// by ` | `.
fn values(name: &str) -> Vec<&'static str> {
    let mut lines = include_str!("make/values.txt").lines();
    let list = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    list.expect(name).split(" | ").collect()
}

/// Like [`one`], with the texts of a list in `values.txt`.
fn listed(c: &mut Choices<'_>, name: &str) -> String {
    one(c, &values(name), &values(&format!("wrong {name}")))
}

/// Returns a typo of a name.
fn typo(c: &mut Choices<'_>, name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    let at = c.below(letters.len());
    match c.below(8) {
        0 => return name.to_uppercase(),
        1 => return name.replace('_', "-"),
        2 => return name.replace('_', ""),
        3 => return name.to_owned() + "s",
        4 => _ = letters.remove(at),
        5 => letters.insert(at, 'x'),
        6 => letters[at] = 'x',
        _ => letters.swap(at, (at + 1) % name.len()),
    }
    letters.into_iter().collect()
}

/// Returns a name as JSON, sometimes with escapes.
fn key(c: &mut Choices<'_>, name: &str) -> String {
    match name.chars().next() {
        Some(first) if first.is_ascii() && c.once_in(64) => {
            format!("\"\\u{:04x}{}\"", u32::from(first), &name[1..])
        }
        _ => quoted(name),
    }
}

/// Builds an object of these members in random order.
fn laid_out(c: &mut Choices<'_>, mut members: Vec<(String, String)>) -> String {
    match c.below(8) {
        0..=4 => {}
        5 => members.reverse(),
        6 if !members.is_empty() => {
            let nth = c.below(members.len());
            members.rotate_left(nth);
        }
        _ => members.sort(),
    }
    if !members.is_empty() && c.mistake() {
        let twice = members[c.below(members.len())].0.clone();
        let other = members[c.below(members.len())].1.clone();
        members.push((twice, other));
    }
    let space = c.pick(&["", "", "", "", " ", "\n", "\t", "\r\n"]);
    let members: Vec<String> =
        members.iter().map(|(name, value)| format!("{space}{}:{space}{value}", key(c, name))).collect();
    format!("{{{}{space}}}", members.join(","))
}

/// Builds an object of some of the members; sometimes one has a typo, has another type, or is unknown.
fn object(c: &mut Choices<'_>, named: &Members) -> String {
    let mut members = Vec::new();
    for (name, tenths, make) in named {
        let chosen = (c.below(10) + 1) % 10;
        if chosen >= *tenths {
            continue;
        }
        let value = if c.mistake() { c.pick(WRONG_TYPES).into() } else { make(c) };
        let name = if c.mistake() { typo(c, name) } else { (*name).into() };
        members.push((name, value));
    }
    if c.mistake() {
        let (name, _, make) = &named[c.below(named.len())];
        let value = make(c);
        members.push((typo(c, name), value));
    }
    if c.once_in(16) {
        let name = c.pick(&["zzz", "a/b~c", "", "vat", "\u{1f600}", "__proto__", "0"]);
        members.push((name.into(), c.pick(&values("any")).into()));
    }
    laid_out(c, members)
}

fn array(c: &mut Choices<'_>, most: usize, make: Make) -> String {
    let count = (c.below(most + 1) + 1) % (most + 1);
    let mut items = Vec::new();
    for _ in 0..count {
        let is_wrong = c.mistake();
        items.push(if is_wrong { c.pick(WRONG_TYPES).into() } else { make(c) });
    }
    format!("[{}]", items.join(","))
}

fn id(c: &mut Choices<'_>) -> String {
    listed(c, "id")
}

fn text(c: &mut Choices<'_>) -> String {
    one(
        c,
        &["\"N\"", "\"Example Pro\"", "\"\u{1f600}\u{e4}\"", "\"\\ud83d\\ude00\\n\""],
        &["\"\"", "\" \"", "\"\\u0000\\u001b[2J\"", "\"\u{202e}\"", "\"\\ud800\""],
    )
}

fn term(c: &mut Choices<'_>) -> String {
    if c.once_in(8) {
        let unit = c.pick(&["D", "M"]);
        return format!("\"P{}{unit}\"", c.number());
    }
    listed(c, "term")
}

fn chain(c: &mut Choices<'_>) -> String {
    if c.once_in(6) {
        return array(c, 5, id);
    }
    listed(c, "chain")
}

fn flag(c: &mut Choices<'_>) -> String {
    listed(c, "switch")
}

fn auto(c: &mut Choices<'_>) -> String {
    object(c, &[("enable", 9, flag), ("required", 5, flag)])
}

fn settings(c: &mut Choices<'_>) -> String {
    object(
        c,
        &[("product_id_for_renew", 9, chain), ("renew_ar", 8, auto), ("renew_pmr", 4, flag), ("renew_email", 4, flag)],
    )
}

fn comments(c: &mut Choices<'_>) -> String {
    object(c, &[("comment_for_product_for_AR", 7, text), ("comment_for_product_for_MR", 7, text)])
}

fn locales(c: &mut Choices<'_>) -> String {
    let mut members = Vec::new();
    for _ in 0..c.below(4) {
        let is_wrong = c.mistake();
        let name = c.pick(if is_wrong {
            &["en-US", "en-us", "EN_us", "de", "", "en_US ", "en_us", "a/b"]
        } else {
            &["en_US", "de_DE", "fr_FR", "ru_RU", "pt_BR"]
        });
        let comments = comments(c);
        if is_wrong || members.iter().all(|(other, _)| other != name) {
            members.push((name.into(), comments));
        }
    }
    laid_out(c, members)
}

fn currency(c: &mut Choices<'_>) -> String {
    listed(c, "currency")
}

fn amount(c: &mut Choices<'_>) -> String {
    listed(c, "amount")
}

fn common(c: &mut Choices<'_>) -> String {
    object(c, &[("currency", 10, currency), ("price", 10, amount)])
}

fn price(c: &mut Choices<'_>) -> String {
    object(c, &[("common", 10, common)])
}

fn variant(c: &mut Choices<'_>) -> String {
    let article: Make = |c| listed(c, "sku");
    object(c, &[("vendor_code", 10, text), ("sku", 10, article), ("sku_ar", 4, article), ("price", 10, price)])
}

fn free(c: &mut Choices<'_>) -> String {
    let amount = listed(c, "amount of a trial");
    format!(r#"[{{"vendor_code":"V","sku":"A","price":{{"common":{{"currency":"USD","price":{amount}}}}}}}]"#)
}

fn variants(c: &mut Choices<'_>) -> String {
    if c.once_in(4) {
        return free(c);
    }
    array(c, 3, variant)
}

const FIELDS: &Members = &[
    ("id", 8, id),
    ("family_name", 8, text),
    ("name", 8, text),
    ("license_type", 4, text),
    ("licence_term", 9, term),
    ("renew_settings", 8, settings),
    ("localization_values", 4, locales),
    ("variants", 7, variants),
];

/// Generates a product, or sometimes a value of another type.
pub fn product(c: &mut Choices<'_>) -> String {
    if c.once_in(250) {
        return c.pick(WRONG_TYPES).into();
    }
    object(c, FIELDS)
}

/// Generates products that refer to one another, each as its own JSON text.
pub fn catalogue(c: &mut Choices<'_>) -> Vec<String> {
    let count = 1 + c.below(5);
    let mut products = Vec::new();
    for nth in 0..count {
        let product = product(c);
        // Usually each product has an id to which the chains of the other products refer.
        let named = format!("{{\"id\":{},", 101 + nth);
        let has_id = product.contains("\"id\"") || !product.starts_with("{\"");
        products.push(if has_id { product } else { product.replacen('{', &named, 1) });
    }
    products
}

/// Generates a setup. Its products are usually complete, so that a plan can be made.
pub fn setup(c: &mut Choices<'_>) -> String {
    let is_trial = c.once_in(3);
    let kinds = c.pick(&[
        r#"{"ar":true}"#,
        r#"{"ar":{"required":true}}"#,
        r#"{"ar":true,"pmr":true}"#,
        r#"{"ar":{"required":true},"email":true}"#,
        r#"{"pmr":true}"#,
        r#"{"email":true}"#,
        "{}",
        r#"{"ar":{"required":false},"pmr":true,"email":true}"#,
    ]);
    let mut members = vec![("initiator".to_owned(), part(c, "a", if is_trial { "0.00" } else { "9.90" }))];
    let mut renewals = Vec::new();
    for nth in 0..c.below(4) {
        renewals.push(match c.below(8) {
            5 => c.pick(&["55", "56", "56.0", "9007199254740991"]).to_owned(),
            6 => c.pick(&[r#"{"id":57}"#, r#"{"id":58,"licence_term":"P1M"}"#]).to_owned(),
            7 if c.mistake() => product(c),
            _ => part(c, &format!("r{nth}"), "4.90"),
        });
    }
    if !renewals.is_empty() || c.coin() {
        members.push(("renewals".into(), format!("[{}]", renewals.join(","))));
    }
    members.push((
        "kinds".into(),
        if is_trial && !c.mistake() { r#"{"ar":{"required":true}}"#.into() } else { kinds.into() },
    ));
    let trial = c.pick(&["", "", "", "", "true", "false"]);
    if !trial.is_empty() {
        members.push(("trial".into(), trial.into()));
    }
    if c.mistake() {
        members.push((typo(c, "renewals"), c.pick(WRONG_TYPES).into()));
    }
    laid_out(c, members)
}

/// Generates a product of a setup.
fn part(c: &mut Choices<'_>, name: &str, price: &str) -> String {
    let amount = if c.mistake() { amount(c) } else { quoted(price) };
    let mut members = vec![
        ("family_name".to_owned(), "\"E\"".to_owned()),
        ("name".to_owned(), quoted(name)),
        ("licence_term".to_owned(), term(c)),
        (
            "variants".to_owned(),
            format!(r#"[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":{amount}}}}}}}]"#),
        ),
    ];
    if c.mistake() {
        members.remove(c.below(4));
    }
    if c.mistake() {
        let (name, _, make) = FIELDS[c.below(FIELDS.len())];
        let value = make(c);
        members.push((name.into(), value));
    }
    if c.once_in(16) {
        members.push((c.pick(&["vat", "\u{e4}", "note"]).into(), c.pick(&values("any")).into()));
    }
    laid_out(c, members)
}

/// Generates a response body, usually that of a successful creation.
pub fn answer(c: &mut Choices<'_>) -> Vec<u8> {
    match c.below(8) {
        0..=3 => format!("{{\"id\":{}}}", 1 + c.below(80)).into_bytes(),
        4 => format!("{{\"id\":{},\"id\":{}}}", id(c), id(c)).into_bytes(),
        5 => product(c).into_bytes(),
        6 => c
            .pick(&[
                "",
                "{}",
                "<html>",
                "[{\"id\":5}]",
                "{\"id\":\"5\"}",
                "{\"id\":null}",
                "\u{feff}{\"id\":5}",
                "{\"id\":5}}",
                "{\"data\":{\"id\":5}}",
            ])
            .into(),
        _ => vec![b'{', 0xff, b'}'],
    }
}
