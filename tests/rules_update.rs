//! Tests the rules of a role and of an update.

use renewal_rules_oracle::cases::{filled, products, products_as};

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn some_fields_are_not_sent_on_create() {
    let create = r#"{"operation":"create"}"#;
    let renewal = r#"{"operation":"create","role":"renewal"}"#;
    let own = r#"{"operation":"create","role":"self-renewing"}"#;
    let names = r#""family_name":"F","name":"N","variants":[]"#;
    let whole = format!(
        r#"{{"id":101,{names},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true}}}}}}"#
    );
    let id = "E field-not-on-create /id";
    let settings = "E field-not-on-create /renew_settings";
    products(&[
        (create, &whole, &[id]),
        (renewal, &whole, &[id, settings]),
        (own, &whole, &[id, "E field-not-on-create /licence_term", settings]),
        (r#"{"operation":"create","role":"initiator"}"#, &whole, &[id]),
        (create, &format!(r#"{{{names},"id":null}}"#), &["E type-mismatch /id", id]),
        (own, &format!("{{{names}}}"), &[]),
        (
            own,
            &format!(r#"{{{names},"licence_term":"x"}}"#),
            &["E term-format /licence_term", "E field-not-on-create /licence_term"],
        ),
        (
            renewal,
            &format!(r#"{{{names},"licence_term":"P1M","renew_settings":[]}}"#),
            &["E type-mismatch /renew_settings", settings],
        ),
        (r#"{"role":"self-renewing"}"#, r#"{"id":101,"licence_term":"P1M"}"#, &[]),
        // Settings that must be left out lack nothing.
        (renewal, &format!(r#"{{{names},"licence_term":"P1M","renew_settings":{{}}}}"#), &[settings]),
        (own, &format!(r#"{{{names},"renew_settings":{{}}}}"#), &[settings]),
    ]);
}

#[test]
fn an_initiator_needs_renewal_settings() {
    let missing: &[&str] = &["E renew-settings-missing /renew_settings"];
    products(&[
        (r#"{"role":"initiator"}"#, "{}", missing),
        (r#"{"role":"initiator"}"#, r#"{"renew_settings":5}"#, &["E type-mismatch /renew_settings"]),
        (r#"{"role":"initiator","operation":"create"}"#, r#"{"family_name":"F","name":"N","variants":[]}"#, missing),
        (r#"{"role":"initiator","operation":"update"}"#, r#"{"name":"N"}"#, &[]),
        (r#"{"role":"initiator","operation":"update","current":{}}"#, r#"{"name":"N"}"#, &[]),
        (r#"{"trial":true}"#, "{}", &["E renew-settings-missing /renew_settings", "E missing-field /variants"]),
        (r#"{"trial":false}"#, "{}", &[]),
        (r#"{"trial":true,"operation":"update"}"#, r#"{"name":"N"}"#, &[]),
        (r#"{"role":"self-renewing"}"#, "{}", &[]),
        (r#"{"role":"renewal"}"#, r#"{"licence_term":"P1M"}"#, &[]),
    ]);
}

#[test]
fn a_renewal_has_no_renewal_settings() {
    let whole = r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[]}"#;
    let has: &[&str] = &["W renewal-has-settings /renew_settings"];
    products(&[
        (r#"{"role":"renewal"}"#, whole, has),
        (r#"{"role":"renewal","operation":"update"}"#, whole, &[r#"I not-checked {"needs":["current"]}"#, has[0]]),
        (r#"{"role":"renewal","operation":"update","current":{}}"#, whole, has),
        (&format!(r#"{{"role":"renewal","operation":"update","current":{whole}}}"#), r#"{"name":"N"}"#, has),
        (r#"{"role":"initiator"}"#, whole, &[]),
        (r#"{"role":"self-renewing"}"#, whole, &[]),
    ]);
}

#[test]
fn update_needs_matching_id_and_a_field() {
    let mismatch: &[&str] = &["E id-mismatch /id"];
    products_as(
        r#"{"operation":"update","productId":101}"#,
        &[
            (r#"{"id":102}"#, mismatch),
            (r#"{"id":101}"#, &[]),
            (r#"{"id":101.0}"#, &[]),
            (r#"{"id":"102"}"#, &["E type-mismatch /id"]),
            (r#"{"id":0}"#, &["E id-range /id"]),
            (r#"{"name":"N"}"#, &[]),
        ],
    );
    products(&[
        (r#"{"operation":"update","productId":101,"current":{"id":102}}"#, r#"{"id":102}"#, mismatch),
        (r#"{"operation":"update"}"#, r#"{"id":102}"#, &[]),
        (r#"{"productId":101}"#, r#"{"id":102}"#, &[]),
        (r#"{"operation":"update"}"#, "{}", &["W patch-empty"]),
        (r#"{"operation":"update","productId":101,"current":{"name":"N"}}"#, " {\n} ", &["W patch-empty"]),
        (r#"{"operation":"update"}"#, r#"{"zzz":1}"#, &[]),
        ("", "{}", &[]),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn update_lists_dropped_items() {
    let current = |product: &str| format!(r#"{{"operation":"update","current":{product}}}"#);
    let price = r#""price":{"common":{"currency":"USD","price":"1"}}"#;
    let sku = |names: &[&str]| {
        let list: Vec<String> =
            names.iter().map(|name| format!(r#"{{"vendor_code":"V","sku":"{name}",{price}}}"#)).collect();
        format!(r#"{{"variants":[{}]}}"#, list.join(","))
    };
    let locales = |names: &[&str]| {
        let list: Vec<String> = names.iter().map(|name| format!(r#""{name}":{{}}"#)).collect();
        format!(r#"{{"localization_values":{{{}}}}}"#, list.join(","))
    };
    let three = current(&sku(&["B", "A", "C"]));
    let spoken = current(&locales(&["fr_FR", "de_DE", "en_US"]));
    products_as(
        &three,
        &[
            (&sku(&["A", "B", "C"]), &[]),
            (&sku(&["A"]), &[r#"W patch-drops-variants /variants {"dropped":["B","C"]}"#]),
            (&sku(&["D"]), &[r#"W patch-drops-variants /variants {"dropped":["B","A","C"],"more":null}"#]),
            (r#"{"variants":[]}"#, &[r#"W patch-drops-variants /variants {"dropped":["B","A","C"]}"#]),
            // A malformed `sku` may be any of them.
            (
                &format!(r#"{{"variants":[{{"vendor_code":"V","sku":null,{price}}}]}}"#),
                &["E type-mismatch /variants/0/sku"],
            ),
            (r#"{"variants":[5]}"#, &["E type-mismatch /variants/0"]),
            // An absent `sku` is none of them.
            (
                &format!(r#"{{"variants":[{{"vendor_code":"V",{price}}}]}}"#),
                &[r#"W patch-drops-variants /variants {"dropped":["B","A","C"]}"#, "E missing-field /variants/0/sku"],
            ),
            (r#"{"name":"N"}"#, &[]),
        ],
    );
    products_as(
        &spoken,
        &[
            (&locales(&["en_US", "de_DE", "fr_FR", "it_IT"]), &[]),
            (&locales(&["de_DE"]), &[r#"W patch-drops-locales /localization_values {"dropped":["fr_FR","en_US"]}"#]),
            (
                r#"{"localization_values":{}}"#,
                &[r#"W patch-drops-locales /localization_values {"dropped":["fr_FR","de_DE","en_US"]}"#],
            ),
            (r#"{"name":"N"}"#, &[]),
        ],
    );
    let some = |count: usize| current(&sku(&["A", "B", "C", "D", "E", "F", "G"][..count]));
    let all = r#"W patch-drops-variants /variants {"shown":["A","B","C","D","E"],"more":null}"#;
    let more = r#"W patch-drops-variants /variants {"shown":["A","B","C","D","E"],"more":2}"#;
    products(&[
        (&some(5), r#"{"variants":[]}"#, &[all]),
        (&some(7), r#"{"variants":[]}"#, &[more]),
        (&current("{}"), &sku(&["A"]), &[]),
        (r#"{"operation":"update"}"#, r#"{"localization_values":{}}"#, &[r#"I not-checked {"needs":["current"]}"#]),
    ]);
}

#[test]
fn malformed_current_settings_drop_nothing() {
    let rest = r#""product_id_for_renew":[102,102],"renew_pmr":true"#;
    for malformed in ["1", "null", "[]"] {
        let current = format!(
            r#"{{"operation":"update","limits":{{"pmrOnlineMinDays":1,"pmrOfflineMinDays":1}},"current":{{"licence_term":"P1M","renew_settings":{{{rest},"renew_ar":{malformed}}}}}}}"#
        );
        for sent in [rest.to_owned(), format!(r#"{rest},"renew_ar":{{}}"#)] {
            let update = format!(r#"{{"renew_settings":{{{sent}}}}}"#);
            products(&[(&current, &update, &[])]);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn an_update_of_the_renewal_settings_should_send_all_of_them() {
    let current = r#"{"operation":"update","productId":101,"limits":{"pmrOnlineMinDays":1,"pmrOfflineMinDays":1},"current":{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false},"renew_pmr":true}}}"#;
    filled(
        current,
        r#"{"renew_settings":#}"#,
        &[
            (r#"{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false},"renew_pmr":true}"#, &[]),
            (
                r#"{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true}"#,
                // Dropping a switch that is false loses nothing.
                &[],
            ),
            (
                r#"{"product_id_for_renew":[102,102],"renew_ar":{"required":false},"renew_pmr":true}"#,
                &[r#"W patch-drops-settings /renew_settings {"dropped":["/renew_ar/enable"]}"#],
            ),
            (
                r#"{"product_id_for_renew":[102,102],"renew_pmr":true}"#,
                &[r#"W patch-drops-settings /renew_settings {"dropped":["/renew_ar/enable"]}"#],
            ),
            (
                r#"{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false}}"#,
                &[r#"W patch-drops-settings /renew_settings {"dropped":["/renew_pmr"]}"#],
            ),
            (
                r#"{"renew_ar":{"enable":true,"required":false},"renew_pmr":true}"#,
                &[
                    r#"W patch-drops-settings /renew_settings {"dropped":["/product_id_for_renew"]}"#,
                    "E chain-missing /renew_settings/product_id_for_renew",
                ],
            ),
            (
                "{}",
                &[
                    "W no-kind-enabled /renew_settings",
                    r#"W patch-drops-settings /renew_settings {"dropped":["/product_id_for_renew","/renew_ar/enable","/renew_pmr"]}"#,
                    "E chain-missing /renew_settings/product_id_for_renew",
                ],
            ),
        ],
    );
    products(&[
        (current, r#"{"name":"N"}"#, &[]),
        // The switches of a malformed `renew_ar` are unknown, in the current product and in the update.
        (
            r#"{"operation":"update","productId":101,"current":{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":[]}}}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true}}"#,
            &[r#"I not-checked {"needs":["limits.pmrOnlineMinDays","limits.pmrOfflineMinDays"]}"#],
        ),
        (
            r#"{"operation":"update","productId":101,"current":{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":[],"renew_email":true}}"#,
            &["E type-mismatch /renew_settings/renew_ar"],
        ),
        (
            r#"{"operation":"update","current":{"licence_term":"P1M"}}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
            &[],
        ),
    ]);
}

#[test]
fn typos_in_update_are_reported_beside_current() {
    let current = r#"{"operation":"update","current":{"id":101,"licence_term":"P1M","licenceTerm":"P2M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}}"#;
    let term = r#"W unknown-field /licenceTerm {"suggestion":"licence_term"}"#;
    products_as(
        current,
        &[
            (r#"{"licenceTerm":"P3M"}"#, &[term]),
            (
                r#"{"renewSettings":{"renew_ar":{"enable":false}}}"#,
                &[r#"W unknown-field /renewSettings {"suggestion":"renew_settings"}"#],
            ),
            (r#"{"licenceTerm":"P3M","licence_term":"P3M"}"#, &[]),
            // An extra member of the current product is no typo of the update.
            (r#"{"name":"N"}"#, &[]),
        ],
    );
}

#[test]
fn update_id_is_that_of_current() {
    products(&[
        (
            r#"{"operation":"update","current":{"id":7}}"#,
            r#"{"id":8,"name":"N"}"#,
            &[r#"E id-mismatch /id {"productId":7}"#],
        ),
        (r#"{"operation":"update","current":{"id":7}}"#, r#"{"id":7.0,"name":"N"}"#, &[]),
        (r#"{"operation":"update","productId":8,"current":{"id":7}}"#, r#"{"id":8,"name":"N"}"#, &[]),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn typos_in_update_are_reported_first() {
    let current =
        r#"{"operation":"update","productId":101,"current":{"id":101,"licenc_term":"P1M","nam":"N","varients":[]}}"#;
    let licence_term = r#"W unknown-field /licenc_term {"suggestion":"licence_term"}"#;
    let name = r#"W unknown-field /nam {"suggestion":"name"}"#;
    let variants = r#"W unknown-field /varients {"suggestion":"variants"}"#;
    products_as(
        current,
        &[
            (r#"{"license_type":"L"}"#, &[licence_term, name, variants]),
            (r#"{"varients":[],"nam":"M"}"#, &[variants, name, licence_term]),
            (r#"{"varients":[],"name":"M"}"#, &[variants, licence_term]),
            (
                r#"{"variants":[],"familyName":"F","licence_term":"P1M"}"#,
                &[r#"W unknown-field /familyName {"suggestion":"family_name"}"#, name],
            ),
        ],
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn update_with_current_is_checked_as_merged() {
    let current = r#"{"operation":"update","productId":101,"current":{"id":101,"name":"","licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,103],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V"}]}}"#;
    let rest: &[&str] = &["E missing-field /variants/0/sku", "E missing-field /variants/0/price"];
    let name = "W empty-text /name";
    let below = r#"E term-below-minimum /licence_term {"kind":"ar"}"#;
    let chain = "E chain-last-not-repeated /renew_settings/product_id_for_renew";
    products_as(
        current,
        &[
            (r#"{"family_name":"F"}"#, &[name, below, chain, rest[0], rest[1]]),
            (r#"{"name":"N"}"#, &[below, chain, rest[0], rest[1]]),
            (r#"{"licence_term":"P6D"}"#, &[name, chain, rest[0], rest[1]]),
            (r#"{"variants":[]}"#, &[name, below, chain]),
            (
                r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false},"renew_email":true}}"#,
                &[name, r#"W term-below-minimum /licence_term {"kind":"email","payment":"offline"}"#, rest[0], rest[1]],
            ),
            (r#"{"licence_term":"P0D"}"#, &[name, "E term-zero /licence_term", chain, rest[0], rest[1]]),
            (r#"{"licence_term":5}"#, &[name, "E type-mismatch /licence_term", chain, rest[0], rest[1]]),
            ("{}", &["W patch-empty", name, below, chain, rest[0], rest[1]]),
            // An update that is not an object changes nothing.
            ("[]", &[r#"E type-mismatch {"expected":"object","found":"array"}"#]),
            ("", &["E json-syntax"]),
        ],
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn update_without_current_is_checked_by_sent_fields() {
    let stated = r#"{"operation":"update"}"#;
    let needs = r#"I not-checked {"needs":["current"]}"#;
    products(&[
        (stated, r#"{"licence_term":"P0D"}"#, &[needs]),
        (stated, r#"{"licence_term":"P1D"}"#, &[needs]),
        (stated, r#"{"licence_term":"x"}"#, &[needs, "E term-format /licence_term"]),
        (stated, r#"{"variants":[]}"#, &[needs]),
        (
            stated,
            r#"{"renew_settings":{"renew_ar":{"enable":true}}}"#,
            &[needs, "E chain-missing /renew_settings/product_id_for_renew"],
        ),
        (
            stated,
            r#"{"renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}},"variants":[]}"#,
            &[needs, "E chain-too-short /renew_settings/product_id_for_renew"],
        ),
        (
            stated,
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[]}"#,
            &[needs, r#"E term-below-minimum /licence_term {"kind":"ar"}"#],
        ),
        (
            stated,
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true},"variants":[]}"#,
            &[r#"I not-checked {"needs":["limits.pmrOnlineMinDays","limits.pmrOfflineMinDays"]}"#, needs],
        ),
        // It may drop locales, variants or settings of the product that it changes.
        (stated, r#"{"localization_values":{}}"#, &[needs]),
        (stated, r#"{"localization_values":null}"#, &[needs, "E type-mismatch /localization_values"]),
        (stated, r#"{"licence_term":"P1M","localization_values":{},"variants":[]}"#, &[needs]),
        (r#"{"operation":"update","current":{}}"#, r#"{"localization_values":{}}"#, &[]),
        (stated, r#"{"name":"N"}"#, &[]),
        (r#"{"operation":"update","current":{}}"#, r#"{"licence_term":"P0D"}"#, &[]),
    ]);
}
