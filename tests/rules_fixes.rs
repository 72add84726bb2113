//! Tests which fixes are safe.
use renewal_rules::{
    CatalogueCheck, CatalogueReport, Code, Options, PatchOp, check_catalogue_lines, fix_all, fix_catalogue,
    fix_catalogue_lines,
};
use renewal_rules_oracle::cases::{only, options, verdict};
use renewal_rules_oracle::{invariants::invariants, promises};

/// A valid product with renewals; `#` stands for its chain, `%` for its switches.
const PRODUCT: &str = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":#,%}}"#;

fn product(chain: &str, switches: &str) -> String {
    PRODUCT.replace('#', chain).replace('%', switches)
}

fn priced(amount: &str, required: &str) -> String {
    format!(
        r#"{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true,{required}}}}},"variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":{amount}}}}}}}]}}"#
    )
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn safe_fixes_are_offered() {
    let ar = r#""renew_ar":{"enable":true}"#;
    let required = r#""required":true"#;
    let variant =
        |fields: &str, common: &str| format!(r#"{{"variants":[{{{fields},"price":{{"common":{{{common}}}}}}}]}}"#);
    let codes = r#""vendor_code":"V","sku":"S""#;
    let money = r#""currency":"USD","price":"9""#;
    let chain = |ids: &str| product(ids, ar);
    let pair = |switches: &str| product("[102,102]", switches);
    let own = |switches: &str| product("[101,101]", switches);
    let texts = [
        // Repeats the last id.
        (chain("[102]"), chain("[102,102]")),
        (chain("[102,103]"), chain("[102,103,103]")),
        (chain(r#"[102,"103",104,104]"#), chain("[102,103,104,104]")),
        // Removes `required` from a product that renews itself.
        (own(r#""renew_ar":{"enable":true,"required":true}"#), own(ar)),
        (own(r#""renew_ar":{"required":false,"enable":true}"#), own(ar)),
        // Typos in names.
        (variant(r#""vendorCode":"V","sku":"S""#, money), variant(codes, money)),
        (variant(codes, r#""curency":"USD","price":"9""#), variant(codes, money)),
        (
            pair(r#""renew_ar":{"enabel":false},"renew_pmr":true"#),
            pair(r#""renew_ar":{"enable":false},"renew_pmr":true"#),
        ),
    ];
    let short_texts = [
        // Numbers that should be strings.
        (r#"{"name":5}"#, r#"{"name":"5"}"#),
        (r#"{"name":0}"#, r#"{"name":"0"}"#),
        (r#"{"name":0.0}"#, r#"{"name":"0.0"}"#),
        // Other spellings of terms and locales.
        (r#"{"licence_term":"p6d"}"#, r#"{"licence_term":"P6D"}"#),
        (r#"{"licence_term":"P2m"}"#, r#"{"licence_term":"P2M"}"#),
        (r#"{"licence_term":"P2W"}"#, r#"{"licence_term":"P14D"}"#),
        (
            r#"{"localization_values":{"en-us":{"comment_for_product_for_AR":{}}}}"#,
            r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":{}}}}"#,
        ),
        (r#"{"localization_values":{"en-US":{}}}"#, r#"{"localization_values":{"en_US":{}}}"#),
        // Typos in names.
        (r#"{"license_term":"P1M"}"#, r#"{"licence_term":"P1M"}"#),
        (r#"{"licenceTerm":"p5d"}"#, r#"{"licence_term":"P5D"}"#),
        (
            r#"{"renew_setings":{"renewAr":{"Enable":false}},"varients":[]}"#,
            r#"{"renew_settings":{"renew_ar":{"enable":false}},"variants":[]}"#,
        ),
        (r#"{ "familyName" : "F" , "id":101 }"#, r#"{ "family_name" : "F" , "id":101 }"#),
    ];
    let long = "1".repeat(40);
    let spaced = format!(r#"" {long} ""#);
    let amounts = [
        // A trial price gets two decimals.
        (r#""0""#, "0.00"),
        (r#""0.0""#, "0.00"),
        (r#""000.000""#, "0.00"),
        // Numbers that should be strings.
        ("9.5", "9.5"),
        ("9", "9"),
        // Amounts with a missing or an extra character.
        (r#"".5""#, "0.5"),
        (r#""5.""#, "5"),
        (r#"" 9.90 ""#, "9.90"),
        (spaced.as_str(), long.as_str()),
    ];
    let stated = [
        // A fix may reveal what the malformed value hid.
        (
            r#"{"limits":{"pmrOnlineMinDays":50,"pmrOfflineMinDays":50}}"#,
            pair(r#""renew_ar":{"enable":true},"renew_pmr":"true""#),
            pair(r#""renew_ar":{"enable":true},"renew_pmr":true"#),
        ),
        // A trial gets mandatory AR.
        (r#"{"trial":true}"#, priced(r#""0.00""#, r#""required":false"#), priced(r#""0.00""#, required)),
    ];
    let short_texts = short_texts.map(|(before, after)| (before.to_owned(), after.to_owned()));
    let amounts = amounts.map(|(before, after)| {
        let after = format!("\"{after}\"");
        (priced(before, required), priced(&after, required))
    });
    let plain = texts.into_iter().chain(short_texts).chain(amounts);
    let plain = plain.map(|(before, after)| ("", before, after));
    let mut failures = Vec::new();
    for (stated, input, expected) in plain.chain(stated) {
        let fixed = fix_all(&input, &options(stated));
        if fixed.text != expected {
            failures.push(format!("{input}\n    {}\n    not {expected}", fixed.text));
        }
        failures.extend(invariants(&input, &options(stated)));
    }
    verdict(&failures);
}

#[test]
fn wrong_type_is_fixed_if_unambiguous() {
    let single = |field: &str| format!(r#"{{"id":101,{field}}}"#);
    let switch = |value: &str| {
        format!(
            r#"{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true}},"renew_pmr":{value}}}}}"#
        )
    };
    let price = |amount: &str| {
        format!(
            r#"{{"variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":{amount}}}}}}}]}}"#
        )
    };
    let rows: &[(String, Option<&str>)] = &[
        (single(r#""name":30"#), Some(r#""30""#)),
        (r#"{"id":"5"}"#.into(), Some("5")),
        (r#"{"id":"+5"}"#.into(), None),
        (single(r#""name":true"#), None),
        (single(r#""name":1e-9"#), None),
        // 1.2 and 1.20 are equal amounts, but different names.
        (single(r#""name":1.20"#), None),
        (single(r#""name":5.10"#), None),
        (single(r#""name":1.00"#), Some(r#""1.00""#)),
        (price("1.20"), Some(r#""1.20""#)),
        (price("9.90"), Some(r#""9.90""#)),
        (price("0.000"), Some(r#""0.00""#)),
        // An exponent in a price or name is never intended.
        (price("1e2"), None),
        (price("1.10e1"), None),
        (price("0e0"), None),
        (single(r#""name":1E5"#), None),
        (single(r#""name":-0.0"#), None),
        (price("1.55e1"), None),
        // Days, months or years: not certain.
        (single(r#""licence_term":30"#), None),
        (price("0"), Some(r#""0.00""#)),
        (price("0.0"), Some(r#""0.00""#)),
        (price("1"), Some(r#""1""#)),
        (price("9"), Some(r#""9""#)),
        (price("9.9"), Some(r#""9.9""#)),
        (price("0.5"), Some(r#""0.5""#)),
        (price("0.05"), Some(r#""0.05""#)),
        (price("12.0625"), Some(r#""12.0625""#)),
        (price("123456789012345678901234567890.10"), Some(r#""123456789012345678901234567890.10""#)),
        (price("-1"), None),
        (price("-9"), None),
        (switch(r#""true""#), Some("true")),
        (switch(r#""false""#), Some("false")),
        (switch(r#""yes""#), None),
        (switch("1"), None),
    ];
    for (text, expected) in rows {
        let found = only(text, "", Code::TypeMismatch).unwrap();
        let values: Vec<&str> = found
            .fix
            .iter()
            .flatten()
            .map(|operation| match operation {
                PatchOp::Add { path, value } | PatchOp::Replace { path, value } => {
                    assert_eq!(*path, found.path);
                    value.as_str()
                }
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(values, Vec::from_iter(*expected), "{text}");
    }
}

#[test]
fn update_fixes_only_sent_fields() {
    let rows = [
        (r#""id":"101""#, r#""id":101"#),
        (r#""family_name":5"#, r#""family_name":"5""#),
        (r#""name":5"#, r#""name":"5""#),
        (r#""license_type":5"#, r#""license_type":"5""#),
        (r#""licence_term":"p6d""#, r#""licence_term":"P6D""#),
        (
            r#""renew_settings":{"product_id_for_renew":[102]}"#,
            r#""renew_settings":{"product_id_for_renew":[102,102]}"#,
        ),
        (r#""localization_values":{"en-US":{}}"#, r#""localization_values":{"en_US":{}}"#),
        (
            r#""variants":[{"vendor_code":"V","sku":5,"price":{}}]"#,
            r#""variants":[{"vendor_code":"V","sku":"5","price":{}}]"#,
        ),
        (r#""licenc_term":"P6D""#, r#""licence_term":"P6D""#),
    ];
    for (wrong, fixed) in rows {
        let (sent, other) = (format!("{{{wrong}}}"), r#"{"x":1}"#);
        let update =
            |current: &str| options(&format!(r#"{{"operation":"update","productId":101,"current":{current}}}"#));
        assert_eq!(fix_all(&sent, &update("{}")).text, format!("{{{fixed}}}"));
        let kept = fix_all(other, &update(&sent));
        assert_eq!(kept.text, other);
        assert!(
            !kept.report.diagnostics.is_empty() && kept.report.diagnostics.iter().all(|found| found.fix.is_none()),
            "{wrong}: {:?}",
            kept.report.diagnostics
        );
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn ambiguous_values_have_no_fix() {
    let ar = r#""renew_ar":{"enable":true}"#;
    let rows: Vec<(&str, String)> = vec![
        // The new name or id exists already, or would.
        ("", r#"{"localization_values":{"en-US":{},"en_US":{}}}"#.into()),
        ("", r#"{"localization_values":{"en-US":{},"EN_us":{}}}"#.into()),
        ("", product("[102,102]", r#""renew_ar":{"enable":true},"renewAr":{"enable":true}"#)),
        ("", product("[102,103,102]", ar)),
        ("", product("[102,103,103,104]", ar)),
        ("", product("[101,102]", ar)),
        ("", product("[102,101]", ar)),
        // A rename requires that only one field can be meant.
        ("", r#"{"variants":[{"vendorCode":"V","VendorCode":"W","sku":"S","price":{"common":{"currency":"USD","price":"9"}}}]}"#.into()),
        ("", r#"{"localization_values":{"en_US":{"comment_for_product_for_PR":"Pay by hand."}}}"#.into()),
        ("", r#"{"localization_values":{"en_US":{"comment_for_product_for_PR":"a","comment-for-product-for-AR":"b"}}}"#.into()),
        // No fix changes which amount is charged.
        ("", r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","prise":"9"}}}]}"#.into()),
        ("", r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"comon":{"currency":"USD","price":9}}}]}"#.into()),
        ("", r#"{"variants":[{"vendor_code":"V","sku":"S","prices":{"common":{"currency":"USD","price":"9"}}}]}"#.into()),
        ("", r#"{"varients":[{},{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#.into()),
        // No fix turns on AR, even deep inside a misspelt object.
        ("", r#"{"renew_setings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#.into()),
        ("", r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":false,"renew_email":true,"renewAr":{"required":true}}}"#.into()),
        ("", r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true,"renew_ar":{"Enable":true}}}"#.into()),
        (r#"{"trial":true}"#, priced(r#""9.90""#, r#""required":false"#)),
        (r#"{"trial":true}"#, priced(r#""9.90""#, r#""requierd":true"#)),
        (r#"{"trial":true}"#, priced(r#""9.90""#, r#""required":"true""#)),
        (r#"{"trial":true}"#, priced("9.90", r#""required":false"#).replace("9.90", "null")),
        ("", priced(&format!(r#"" {} ""#, "1".repeat(41)), r#""required":true"#)),
        // The intent is not certain.
        ("", priced("-1", r#""required":true"#)),
        ("", product("[]", ar)),
        ("", r#"{"licence_term":"six days"}"#.into()),
        ("", r#"{"licence_term":"P6"}"#.into()),
        ("", r#"{"licence_term":30}"#.into()),
        ("", r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#.into()),
        ("", r#"{"id":101,"id":102}"#.into()),
        ("", "{".into()),
        ("", "[]".into()),
    ];
    let mut failures = Vec::new();
    for (stated, input) in rows {
        let fixed = fix_all(&input, &options(stated));
        if fixed.text != input || fixed.applied != 0 {
            failures.push(format!("{input}\n    {}", fixed.text));
        }
        failures.extend(invariants(&input, &options(stated)));
    }
    verdict(&failures);
}

#[test]
fn update_of_unknown_product_gets_no_required_switch() {
    let product = r#"{"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},"variants":[{"price":{"common":{"price":"0.00"}}}]}"#;
    let is_fixed = |stated: &str| {
        let stated = format!(r#"{{"operation":"update","trial":true{stated}}}"#);
        only(product, &stated, Code::TrialArNotRequired).map(|found| found.fix.is_some())
    };
    assert_eq!(is_fixed(""), Some(false));
    assert_eq!(is_fixed(r#","productId":100"#), Some(true));
    assert_eq!(is_fixed(r#","productId":101"#), None);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn no_fix_makes_a_buyer_pay_who_did_not() {
    let free = r#""variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]"#;
    let of = |switches: &str| {
        format!(
            r#"{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102]{switches}}},{free}}}"#
        )
    };
    let both = r#","renew_ar":{"enable":true,"required":true}"#;
    let rows = [
        // With zero prices throughout, a manual renewal may be all that is intended.
        (of(r#","renew_pmr":true"#), of(&format!(r#","renew_pmr":true{both}"#))),
        (
            of(r#","renew_ar":{"enable":false},"renew_email":true"#),
            of(r#","renew_ar":{"enable":true,"required":true},"renew_email":true"#),
        ),
        (of(r#","renew_ar":{"enable":true}"#), of(both)),
        (of(r#","renew_ar":{"required":true}"#), of(r#","renew_ar":{"required":true,"enable":true}"#)),
        (of(""), of(both)),
        // Renaming a member or converting its type turns on no AR either.
        (of(r#","renew_ar":{"enabel":true,"required":true}"#), String::new()),
        (of(r#","renew_ar":{"enable":"true","required":true}"#), of(both)),
        (of(r#","renewAr":{"enable":true,"required":true}"#), String::new()),
        (of(both).replace("renew_settings", "renewSettings"), of(both)),
    ];
    let mut failures = Vec::new();
    for (input, expected) in rows {
        let sent = input.replace(r#""id":101,"#, "");
        for (text, stated) in [
            (&input, "{}"),
            (&input, r#"{"trial":false}"#),
            (&sent, r#"{"operation":"create"}"#),
            (&sent, r#"{"operation":"update","productId":101}"#),
            (&sent, r#"{"operation":"update","productId":101,"current":{"id":101}}"#),
        ] {
            let fixed = fix_all(text, &options(stated));
            if fixed.text != *text {
                failures.push(format!("{stated} {text}\n    {}", fixed.text));
            }
            failures.extend(invariants(text, &options(stated)));
        }
        let listed = format!("[{input}]");
        let fixed = fix_catalogue(&listed, &Options::default());
        if fixed.text != listed {
            failures.push(format!("{listed}\n    {}", fixed.text));
        }
        for (text, expected, stated) in [
            (input.clone(), expected.clone(), r#"{"trial":true}"#),
            (sent, expected.replace(r#""id":101,"#, ""), r#"{"trial":true,"operation":"update","productId":101}"#),
        ] {
            let fixed = fix_all(&text, &options(stated));
            // A misspelt name beside the right one is left alone.
            if fixed.text != expected && !expected.is_empty() {
                failures.push(format!("{stated} {text}\n    {}", fixed.text));
            }
            failures.extend(invariants(&text, &options(stated)));
        }
    }
    verdict(&failures);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn misspelt_object_is_not_read_as_correct_one() {
    for input in [
        r#"{"renew_settings":{"product_id_for_renewal":[102,102]},"renewSettings":{"product_id_for_renew":[]}}"#,
        r#"{"renewSettings":{"product_id_for_renew":[]},"renew_settings":{"product_id_for_renewal":[102,102]}}"#,
        r#"{"id":102,"renew_settings":{"product_id_for_renewal":[102,102]},"renewSettings":{}}"#,
        r#"{"renew_settings":{"renew_ar":{"enabel":true},"renewAR":{"enable":1}}}"#,
        r#"{"variants":[{"price":{"common":{"prize":"1"},"comon":{"price":"x"}}}],"varients":[{"price":5}]}"#,
    ] {
        for stated in ["", r#"{"trial":true}"#, r#"{"operation":"update","trial":true}"#] {
            promises::verdict(stated, input, &invariants(input, &options(stated)));
        }
    }
}

#[test]
fn a_fix_reaches_every_member_of_a_name() {
    for (stated, input, fixed) in [
        (r#"{"operation":"create"}"#, r#"{"id":101,"id":102}"#, "{}"),
        ("", r#"{"localization_values":{"en-US":{},"en-US":{}}}"#, r#"{"localization_values":{"en_US":{}}}"#),
        ("", r#"{"localization_values":{"en-US":null,"en-US":{}}}"#, r#"{"localization_values":{"en_US":{}}}"#),
        (
            "",
            r#"{"id":102,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true,"required":true}}}"#,
            r#"{"id":102,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        ),
        // A fix of one duplicate leaves the shadowed one, which does not count.
        ("", r#"{"licence_term":"p7d","licence_term":"p6d"}"#, r#"{"licence_term":"p7d","licence_term":"P6D"}"#),
        ("", r#"{"license_term":"P6D","license_term":"P6D"}"#, r#"{"licence_term":"P6D"}"#),
    ] {
        promises::verdict(stated, input, &invariants(input, &options(stated)));
        let found = fix_all(input, &options(stated)).text;
        assert_eq!(found, fixed, "{stated} {input}");
    }
}

/// A product with a renewal of its own, `members` before its variants, with these amounts.
fn with_amounts(members: &str, settings: &str, amounts: &[&str]) -> String {
    let variant =
        |amount: &&str| format!(r#"{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD"{amount}}}}}}}"#);
    let variants: Vec<String> = amounts.iter().map(variant).collect();
    format!(
        r#"{{{members}"licence_term":"P1M","{settings}":{{"product_id_for_renew":[102,102],"renew_pmr":true}},"variants":[{}]}}"#,
        variants.join(",")
    )
}

/// The cases whose fixes change a text, with the text that they give.
fn changed(cases: &[(&str, String)]) -> Vec<String> {
    let mut changed = Vec::new();
    for (stated, text) in cases {
        let options = options(stated);
        let fixed = fix_all(text, &options);
        if fixed.text != *text || fixed.applied != 0 {
            changed.push(format!("{stated} {text}\n    {}", fixed.text));
        }
        changed.extend(invariants(text, &options));
    }
    changed
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn only_zero_amounts_make_auto_renewal_mandatory() {
    let trial = r#"{"trial":true}"#;
    let ar = |amounts: &[&str]| with_amounts("", "renew_settings", amounts);
    let zero = r#","price":"0.00""#;
    verdict(&changed(&[
        (trial, ar(&[])),
        (trial, ar(&[""])),
        (trial, ar(&[zero, ""])),
        (trial, ar(&[r#","prcie":"9.90""#])),
        (trial, ar(&[zero, r#","prcie":"0.00""#])),
        (trial, ar(&[r#","price":null"#])),
        (trial, ar(&[r#","price":"free""#])),
        (trial, ar(&[zero, r#","price":"0,00""#])),
        (trial, ar(&[zero, r#","price":"9.90""#])),
        (trial, ar(&[zero]).replace("variants", "varaints")),
        (trial, ar(&[zero]).replace("common", "comon")),
        (
            r#"{"trial":true,"operation":"update"}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renewAr":{"enable":true}}}"#.into(),
        ),
        (
            r#"{"trial":true,"operation":"update"}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":"true"}}}"#.into(),
        ),
        ("", ar(&[zero])),
    ]));
    let fixed = fix_all(ar(&[zero]), &options(trial));
    assert!(fixed.text.contains(r#""renew_ar":{"enable":true,"required":true}"#), "{}", fixed.text);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn no_fix_changes_whether_a_trial_is_inferred() {
    let product = |amounts: &[&str]| with_amounts(r#""id":101,"#, "renew_settings", amounts);
    let misspelt = |amounts: &[&str]| with_amounts(r#""id":101,"#, "renewSettings", amounts);
    let created = |amounts: &[&str]| with_amounts(r#""family_name":"F","name":"N","#, "renew_settings", amounts);
    let [zero, spaced, number, short] =
        [r#","price":"0.00""#, r#","price":" 0.00""#, r#","price":0"#, r#","price":"0.""#];
    let current = format!(r#"{{"operation":"update","current":{}}}"#, product(&[r#","price":"9.90""#]));
    let sent = format!(
        r#"{{"variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD"{spaced}}}}}}}]}}"#
    );
    verdict(&changed(&[
        ("", product(&[spaced])),
        ("", product(&[number])),
        ("", product(&[short])),
        ("", product(&[zero, spaced])),
        // Together they would make it a trial.
        ("", product(&[number, spaced])),
        ("", misspelt(&[zero])),
        ("", misspelt(&[number, spaced])),
        (r#"{"operation":"create"}"#, created(&[spaced])),
        (r#"{"operation":"create","role":"renewal"}"#, created(&[zero])),
        (&current, sent.clone()),
    ]));
    let fixes_in = |stated: &str, text: &str| fix_all(text, &options(stated)).applied;
    // Another price, no renewals, or a trial that is set: nothing is inferred from these amounts.
    assert_eq!(fixes_in("", &product(&[spaced, r#","price":"9.90""#])), 1);
    assert_eq!(fixes_in("", &product(&[spaced, ""])), 1);
    assert_eq!(fixes_in("", &misspelt(&[r#","price":"9.90""#])), 1);
    assert_eq!(fixes_in("", &sent), 1);
    assert_eq!(fixes_in(r#"{"trial":false}"#, &product(&[spaced])), 1);
    assert_eq!(fixes_in(r#"{"operation":"create","role":"renewal"}"#, &created(&[r#","price":"9.90""#])), 1);
    let catalogue = format!("[{}]", product(&[spaced]));
    assert_eq!(fix_catalogue(&catalogue, &Options::default()).text, catalogue);
}

#[test]
fn no_fix_of_an_update_replaces_the_variants() {
    for stated in
        [r#"{"operation":"update"}"#, r#"{"operation":"update","current":{"id":101,"variants":[{"sku":"S"}]}}"#]
    {
        for name in ["variantss", "Variants", "varaints"] {
            for value in ["[]", r#"[{"sku":"S"}]"#, "null"] {
                let text = format!(r#"{{"{name}":{value}}}"#);
                let found = only(&text, stated, Code::UnknownField).unwrap();
                assert_eq!((found.params.text("suggestion"), found.fix), (Some("variants"), None), "{stated} {text}");
                assert_eq!(fix_all(&text, &options(stated)).text, text);
            }
        }
    }
    assert_eq!(fix_all(r#"{"variantss":[]}"#, &Options::default()).text, r#"{"variants":[]}"#);
}

#[test]
fn no_fix_gives_a_product_the_id_of_another_one() {
    let term = r#""licence_term":"p1m""#;
    for (products, fixed) in [
        (&[r#""id":2"#, r#""id":"2""#][..], &[r#""id":2"#, r#""id":"2""#][..]),
        (&[r#""id":"2""#, r#""id":2"#], &[r#""id":"2""#, r#""id":2"#]),
        (&[r#""id":"2""#, r#""id":"2""#], &[r#""id":"2""#, r#""id":"2""#]),
        (&[r#""ID":2"#, r#""id":2"#], &[r#""ID":2"#, r#""id":2"#]),
        (&[r#""ID":2"#, r#""id":"2""#], &[r#""ID":2"#, r#""id":"2""#]),
        (&[r#""ID":"2""#, r#""id":2"#], &[r#""id":"2""#, r#""id":2"#]),
        (&[r#""id":2.0"#, r#""id":"2""#], &[r#""id":2.0"#, r#""id":"2""#]),
        (&[r#""id":"2""#, r#""id":"3""#, r#""id":1"#], &[r#""id":2"#, r#""id":3"#, r#""id":1"#]),
        // A chain names the product, whatever its id.
        (
            &[r#""id":"2""#, r#""id":1,"renew_settings":{"product_id_for_renew":[2],"renew_pmr":true}"#],
            &[r#""id":2"#, r#""id":1,"renew_settings":{"product_id_for_renew":[2,2],"renew_pmr":true}"#],
        ),
    ] {
        let catalogue = |products: &[&str], term: &str, between: &str| {
            let products: Vec<String> = products.iter().map(|product| format!("{{{product},{term}}}")).collect();
            products.join(between)
        };
        let fixed_term = term.to_uppercase().replace("LICENCE_TERM", "licence_term");
        let (before, after) = (catalogue(products, term, ","), catalogue(fixed, &fixed_term, ","));
        assert_eq!(fix_catalogue(format!("[{before}]"), &Options::default()).text, format!("[{after}]"));
        let (before, after) = (catalogue(products, term, "\n"), catalogue(fixed, &fixed_term, "\n"));
        assert_eq!(fix_catalogue_lines(&before, &Options::default()).text, after);
        // Checked in parts, it offers no other fixes.
        let mut check = CatalogueCheck::new(&Options::default());
        for product in before.lines() {
            let mut next = CatalogueCheck::new(&Options::default());
            next.push(product);
            check.append(next);
        }
        let fixes =
            |report: CatalogueReport| -> Vec<_> { report.diagnostics.into_iter().map(|found| found.fix).collect() };
        assert_eq!(fixes(check.finish()), fixes(check_catalogue_lines(&before, &Options::default())));
    }
}
