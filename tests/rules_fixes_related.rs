//! Fixes of one product of a catalogue, which must bring no error to another.

use renewal_rules::{check_catalogue, fix_catalogue};
use renewal_rules_oracle::cases::catalogue_options;

/// An initiator whose Email switch is text, and a renewal with these members.
fn catalogue(initiator: &str, renewal: &str) -> String {
    format!(
        r#"[{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102],{initiator}}}}},{{"id":102,{renewal}}}]"#
    )
}

/// Whether the switch is fixed: alone, and with all others.
fn is_fixed(text: &str, stated: &str) -> bool {
    let options = catalogue_options(stated);
    let report = check_catalogue(text, &options);
    let is_switch = |path: &str| path == "/0/renew_settings/renew_email";
    let mut found = report.diagnostics.iter();
    let found = found.find(|one| is_switch(&one.path)).unwrap();
    let fixed = fix_catalogue(text, &options).text;
    assert_eq!(found.fix.is_some(), fixed.contains(r#""renew_email":true"#));
    found.fix.is_some()
}

#[test]
fn a_fix_brings_no_error_to_a_renewal() {
    let email = r#""renew_ar":{"enable":true},"renew_email":"true""#;
    let offline = r#"{"payment":"offline"}"#;
    let raised = r#"{"payment":"offline","rules":{"renewal-has-settings":"error"}}"#;
    for (renewal, stated, expected) in [
        // Email needs eleven days where the payment is offline.
        (r#""licence_term":"P11D""#, offline, true),
        (r#""licence_term":"P10D""#, offline, false),
        (r#""licence_term":"P10D""#, "", true),
        // It is too short already, for AR or by its own settings: the error is no new one.
        (r#""licence_term":"P5D""#, offline, true),
        (
            r#""licence_term":"P10D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}"#,
            offline,
            true,
        ),
        // An error of another code does not hide it.
        (
            r#""licence_term":"P10D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}"#,
            raised,
            false,
        ),
        // Without a term it fails for every kind.
        (r#""name":"Example""#, offline, true),
    ] {
        let text = catalogue(email, renewal);
        assert_eq!(is_fixed(&text, stated), expected, "{stated} {text}");
    }
}

#[test]
fn a_fix_makes_no_renewal_free_where_that_is_an_error() {
    let trial = r#"{"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#;
    let renewal = r#"{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":".00"}}}]}"#;
    let text = format!("[{trial},{renewal}]");
    let fixed = |text: &str, stated: &str| fix_catalogue(text, &catalogue_options(stated)).applied;
    let raised = r#"{"rules":{"trial-renewal-free":"error"}}"#;
    assert_eq!(fixed(&text, ""), 1);
    assert_eq!(fixed(&text, raised), 0);
    // Only the renewal of a trial must not be free.
    assert_eq!(fixed(&text.replace(r#""0.00""#, r#""9.90""#), raised), 1);
}

#[test]
fn a_fix_of_a_chain_brings_no_error_to_the_products_that_it_then_lists() {
    let own = r#""renew_settings":{"product_id_for_renew":[102,102]}"#;
    for (renewal, expected) in [
        (r#""licence_term":"P1M""#, 1),
        (r#""name":"Example""#, 0),
        (r#""licence_term":"P0D""#, 0),
        // What it is told already as a product of its own is no new error.
        (own, 1),
        (&format!(r#""licence_term":"P0D",{own}"#), 1),
    ] {
        let text = catalogue(r#""renew_ar":{"enable":true}"#, renewal);
        let text = text.replacen("[102,102]", r#"["102",102]"#, 1);
        let fixed = fix_catalogue(&text, &catalogue_options(""));
        assert_eq!(fixed.applied, expected, "{text}");
    }
}
