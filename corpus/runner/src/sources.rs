//! Inputs of cases: the examples and cases of the rules, the tables of the core's tests, and random products.

use std::fs;
use std::path::Path;

use renewal_rules::Code;
use renewal_rules_oracle::cases::Dice;
use renewal_rules_oracle::choices::Choices;
use renewal_rules_oracle::{make, table};
use serde_json::{Value, json};

/// Input of a case: the name of a call, the options and the text. The call was not run yet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Input {
    pub(crate) call: &'static str,
    pub(crate) options: String,
    pub(crate) text: String,
}

fn input(call: &'static str, options: &str, text: &str) -> Input {
    // Parse and format the options as the corpus does: the order of the members of `current` can affect the report, so
    // use the order of the stored case.
    let options: Value = if options.is_empty() { json!({}) } else { serde_json::from_str(options).expect(options) };
    Input { call, options: options.to_string(), text: text.into() }
}

/// Pairs of calls with the same input: one that checks, and one that fixes.
const CALLS: [(&str, &str); 3] =
    [("check", "fix"), ("checkCatalogue", "fixCatalogue"), ("checkCatalogueLines", "fixCatalogueLines")];

/// Returns the call that fixes what another call checks.
pub(crate) fn fixing(call: &str) -> Option<&'static str> {
    CALLS.iter().find(|(check, _)| *check == call).map(|(_, fix)| *fix)
}

/// Returns the call with this name, if it is a call that checks.
pub(crate) fn call(name: &str) -> Option<&'static str> {
    CALLS.iter().map(|(check, _)| *check).chain(["checkSetup"]).find(|call| *call == name)
}

/// Returns the examples of the rules, and the literals of the lists `pass`, `fail` and `fix` in their sources.
pub(crate) fn rules(root: &Path) -> Vec<Input> {
    let mut inputs = Vec::new();
    for rule in Code::ALL.iter().map(|code| code.rule()) {
        let example = rule.example();
        let call = if example.catalogue { "checkCatalogue" } else { "check" };
        inputs.extend([example.bad, example.good].map(|text| input(call, example.options, text)));
    }
    let mut files: Vec<_> = fs::read_dir(root.join("src/rules")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        for rule in text.split("\nrule! {\n").skip(1) {
            let rule = rule.split("\n}\n").next().unwrap();
            let call = if rule.contains("catalogue: true") { "checkCatalogue" } else { "check" };
            let options = literals(rule.split("options: ").nth(1).unwrap_or("")).next().unwrap_or("{}");
            let lists = rule.split("\n    pass: [").nth(1).unwrap_or("");
            inputs.extend(literals(lists).filter(|text| !text.starts_with(['E', 'W', 'I'])).map(|text| {
                let (options, text) = text.split_once(" > ").unwrap_or((options, text));
                input(call, options, text)
            }));
        }
    }
    inputs
}

/// Iterates over the raw string literals of a source.
fn literals(source: &str) -> impl Iterator<Item = &str> {
    source.split("r#\"").skip(1).filter_map(|rest| Some(rest.split_once("\"#")?.0))
}

/// Returns the inputs of the tables in `tests/rules`.
pub(crate) fn tables(root: &Path) -> Vec<Input> {
    let mut files: Vec<_> = fs::read_dir(root.join("tests/rules")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let cases = texts.flat_map(|text| table::cases(&text));
    let calls = |case: &table::Case| -> &'static [&'static str] {
        match case.compare.as_str() {
            "dependents" => &[],
            "reason" => &["effectiveKind"],
            "fixed" => &["check", "fix"],
            "fixed lines" => &["checkCatalogueLines", "fixCatalogueLines"],
            "fixed catalogue" => &["checkCatalogue", "fixCatalogue"],
            compare if compare.contains("catalogue") => &["checkCatalogue"],
            _ => &["check"],
        }
    };
    cases.flat_map(|case| calls(&case).iter().map(move |call| input(call, &case.options, &case.text()))).collect()
}

/// Returns purchases that only theorems of `docs/proofs.md` tell apart: AR is chosen although later kinds are on, and
/// AR is never mandatory for a product that renews itself.
pub(crate) fn theorems() -> Vec<Input> {
    let ar = r#""renew_ar":{"enable":true,"required":true}"#;
    let purchases = [
        ("given", "[102,102]", r#""renew_ar":{"enable":true},"renew_pmr":true,"renew_email":true"#),
        ("given", "[102,102]", r#""renew_pmr":true,"renew_email":true"#),
        ("declined", "[102,102]", ar),
        ("declined", "[101,101]", ar),
    ];
    let purchases = purchases.map(|(consent, chain, kinds)| {
        let settings = format!(r#"{{"product_id_for_renew":{chain},{kinds}}}"#);
        let product = format!(r#"{{"id":101,"licence_term":"P1M","renew_settings":{settings}}}"#);
        input("effectiveKind", &json!({ "consent": consent }).to_string(), &product)
    });
    purchases.into()
}

/// Returns products with each short chain, and with combinations of terms, kinds and prices.
pub(crate) fn small() -> Vec<Input> {
    let mut inputs = vec![input("checkCatalogue", "", "\"text\"")];
    for length in 0..=4_u32 {
        for number in 0..3_usize.pow(length) {
            let ids = (0..length).map(|digit| (101 + number / 3_usize.pow(digit) % 3).to_string());
            let chain = ids.collect::<Vec<_>>().join(",");
            let settings = format!(r#"{{"product_id_for_renew":[{chain}],"renew_ar":{{"enable":true}}}}"#);
            let product = format!(r#"{{"id":101,"licence_term":"P1M","renew_settings":{settings}}}"#);
            inputs.push(input("check", "", &product));
            inputs.push(input("timeline", r#"{"purchaseDate":"2026-01-31","renewals":2}"#, &product));
        }
    }
    let rare = [
        (r#"{"purchaseDate":"2026-01-31","pmrLeadDays":40}"#, r#""renew_pmr":true"#),
        (r#"{"purchaseDate":"2026-01-31","emailLeadDays":5,"monthCount":"chained"}"#, r#""renew_email":true"#),
        (r#"{"purchaseDate":"2026-01-31","trial":true}"#, r#""renew_ar":{"enable":true,"required":true}"#),
    ];
    for (purchase, kind) in rare {
        let variants = r#"[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]"#;
        let settings = format!(r#"{{"product_id_for_renew":[102,102],{kind}}}"#);
        let product = format!(r#"{{"id":101,"licence_term":"P1M","renew_settings":{settings},"variants":{variants}}}"#);
        inputs.push(input("timeline", purchase, &format!(r#"[{product},{{"id":102,"licence_term":"P1M"}}]"#)));
    }
    let terms = ["P6D", "P5D", "P4D", "P3D", "P10D", "P11D", "P1M", "P2M", "P12M", "P0D", "P0M", "P1W"];
    let chains = ["[101,101]", "[102,102]", "[102,103,103]"];
    let kinds = [r#""renew_ar":{"enable":true}"#, r#""renew_pmr":true"#, r#""renew_email":true"#];
    for (chain, set) in chains.iter().flat_map(|chain| (1..8_usize).map(move |set| (chain, set))) {
        let on: Vec<&str> =
            kinds.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, kind)| *kind).collect();
        let settings = format!(r#"{{"product_id_for_renew":{chain},{}}}"#, on.join(","));
        for term in terms {
            let product = format!(r#"{{"id":101,"licence_term":"{term}","renew_settings":{settings}}}"#);
            let others = r#"{"id":102,"licence_term":"P6D"},{"id":103,"licence_term":"P1M"}"#;
            for payment in ["", r#""payment":"online""#, r#""payment":"offline""#] {
                let comma = if payment.is_empty() { "" } else { "," };
                let purchase =
                    format!(r#"{{{payment}{comma}"purchaseDate":"2026-01-31","productId":101,"renewals":3}}"#);
                let payment = format!("{{{payment}}}");
                inputs.push(input("check", &payment, &product));
                inputs.push(input("effectiveKind", &payment, &product));
                inputs.push(input("timeline", &purchase, &format!("[{product},{others}]")));
            }
        }
    }
    inputs
}

/// Generates one random input for each call. Later seeds give longer inputs.
pub(crate) fn random(seed: u64) -> Vec<Input> {
    let data = Dice(seed).bytes(40 + usize::try_from(seed).unwrap_or(0) / 40);
    let mut c = Choices::new(&data);
    let product = make::product(&mut c);
    let options = make::options(&mut c);
    let purchase = make::purchase_options(&mut c, false);
    let mut inputs = vec![input("check", &options, &product)];
    let mut decision: Value = serde_json::from_str(&options).unwrap();
    if let Some(members) = decision.as_object_mut() {
        members.remove("maxDiagnostics");
        members.insert("consent".into(), c.pick(&["given", "declined", "unavailable"]).into());
    }
    inputs.push(input("effectiveKind", &decision.to_string(), &product));
    let mut data = Dice(seed + (1 << 32));
    let data = data.bytes(60 + usize::try_from(seed).unwrap_or(0) / 40);
    let mut c = Choices::new(&data);
    let limits = make::catalogue_options(&mut c);
    let products = make::catalogue(&mut c);
    inputs.push(input("checkCatalogue", &limits, &format!("[{}]", products.join(","))));
    if products.iter().all(|product| !product.contains(['\n', '\r'])) {
        inputs.push(input("checkCatalogueLines", &limits, &products.join("\n")));
    }
    inputs.push(input("timeline", &purchase, &format!("[{}]", products.join(","))));
    inputs.push(input("timeline", &purchase, &product));
    inputs.push(input("checkSetup", &limits, &make::setup(&mut c)));
    inputs
}
