//! The rules of one product: its chain, its term, its kinds, a free trial, its role and an update.

use renewal_rules::{Options, check};
use renewal_rules_oracle::{
    cases::{Row, filled, options, places, products, report, verdict},
    invariants::invariants,
};
use serde_json::{Value, json};

/// A product with renewals without fault; the chain is filled in.
const CHAIN: &str = r##"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":#,"renew_ar":{"enable":true}}}"##;

#[test]
fn a_chain_ends_with_its_last_id_twice_and_has_each_other_id_once() {
    filled(
        "",
        CHAIN,
        &[
            ("[102,102]", &[]),
            ("[101,101]", &[]),
            ("[102.0,102]", &[]),
            ("[102,103,103]", &[]),
            ("[102,103,104,105,105]", &[]),
            (
                "[]",
                &["E chain-empty /renew_settings/product_id_for_renew"],
            ),
            (
                "[102]",
                &["E chain-too-short /renew_settings/product_id_for_renew"],
            ),
            (
                "[101]",
                &["E chain-too-short /renew_settings/product_id_for_renew"],
            ),
            (
                "[102,103]",
                &["E chain-last-not-repeated /renew_settings/product_id_for_renew"],
            ),
            (
                "[102,103,104]",
                &["E chain-last-not-repeated /renew_settings/product_id_for_renew"],
            ),
            (
                "[102,102,102]",
                &["E chain-repeated-id /renew_settings/product_id_for_renew/1"],
            ),
            (
                "[102,102,102,102]",
                &[
                    "E chain-repeated-id /renew_settings/product_id_for_renew/1",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/2",
                ],
            ),
            (
                "[102,102,103,103]",
                &["E chain-repeated-id /renew_settings/product_id_for_renew/1"],
            ),
            (
                "[102,103,102,102]",
                &["E chain-repeated-id /renew_settings/product_id_for_renew/2"],
            ),
            (
                "[102,103,102]",
                &[
                    "E chain-last-not-repeated /renew_settings/product_id_for_renew",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/2",
                ],
            ),
            (
                "[102,102,103]",
                &[
                    "E chain-last-not-repeated /renew_settings/product_id_for_renew",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/1",
                ],
            ),
            (
                "[102,103,102,103,103]",
                &[
                    "E chain-repeated-id /renew_settings/product_id_for_renew/2",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/3",
                ],
            ),
            (
                "[101,102,102]",
                &["E chain-self-mixed /renew_settings/product_id_for_renew/0"],
            ),
            (
                "[102,101,101]",
                &["E chain-self-mixed /renew_settings/product_id_for_renew/1"],
            ),
            (
                "[102,101,103,103]",
                &["E chain-self-mixed /renew_settings/product_id_for_renew/1"],
            ),
            (
                "[102,101]",
                &[
                    "E chain-last-not-repeated /renew_settings/product_id_for_renew",
                    "E chain-self-mixed /renew_settings/product_id_for_renew/1",
                ],
            ),
            (
                "[101,101,101]",
                &["E chain-repeated-id /renew_settings/product_id_for_renew/1"],
            ),
            (
                "[101,102,101,101]",
                &[
                    "E chain-self-mixed /renew_settings/product_id_for_renew/0",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/2",
                ],
            ),
            (
                "[102,101,101,103]",
                &[
                    "E chain-last-not-repeated /renew_settings/product_id_for_renew",
                    "E chain-self-mixed /renew_settings/product_id_for_renew/1",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/2",
                ],
            ),
            // A malformed element silences the rules of the chain.
            (
                "[102,0]",
                &["E id-range /renew_settings/product_id_for_renew/1"],
            ),
            (
                "[102,102,102,\"x\"]",
                &["E type-mismatch /renew_settings/product_id_for_renew/3"],
            ),
            (
                "[null]",
                &["E type-mismatch /renew_settings/product_id_for_renew/0"],
            ),
            (
                "102",
                &["E type-mismatch /renew_settings/product_id_for_renew"],
            ),
        ],
    );
    products(&[(
        "",
        r#"{"licence_term":"P1M","renew_settings":{"renew_ar":{"enable":true}}}"#,
        &["E chain-missing /renew_settings/product_id_for_renew"],
    )]);
}

#[test]
fn the_configuration_follows_from_the_chain_and_the_own_id() {
    let rows = [
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("single"),
        ),
        (
            "",
            r#"{"id":101.0,"renew_settings":{"product_id_for_renew":[101,1.01e2]}}"#,
            json!("single"),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,102]}}"#,
            json!("pair"),
        ),
        (
            "",
            r#"{"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("pair"),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,103,103]}}"#,
            json!("chain"),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,103]}}"#,
            json!(null),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[102]}}"#,
            json!(null),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[]}}"#,
            json!(null),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,102,102]}}"#,
            json!(null),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,102,102]}}"#,
            json!(null),
        ),
        (
            "",
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,"101"]}}"#,
            json!(null),
        ),
        ("", r#"{"id":101,"renew_settings":{}}"#, json!(null)),
        ("", r#"{"id":101}"#, json!(null)),
        // The own id: none on create; on update the stated one, then that of the current product.
        (
            r#"{"operation":"create"}"#,
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("pair"),
        ),
        (
            r#"{"operation":"create","productId":101}"#,
            r#"{"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("pair"),
        ),
        (
            r#"{"productId":102}"#,
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("single"),
        ),
        (
            r#"{"operation":"update","productId":102}"#,
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("pair"),
        ),
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("single"),
        ),
        (
            r#"{"operation":"update","current":{"id":101}}"#,
            r#"{"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("single"),
        ),
        (
            r#"{"operation":"update","current":{"id":101},"productId":102}"#,
            r#"{"renew_settings":{"product_id_for_renew":[102,102]}}"#,
            json!("single"),
        ),
        (
            r#"{"operation":"update","current":{"id":102}}"#,
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("pair"),
        ),
        (
            r#"{"operation":"update","current":{}}"#,
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("single"),
        ),
        (
            r#"{"operation":"update"}"#,
            r#"{"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("single"),
        ),
        (
            r#"{"operation":"update"}"#,
            r#"{"renew_settings":{"product_id_for_renew":[101,101]}}"#,
            json!("pair"),
        ),
        (
            r#"{"operation":"update","current":{"renew_settings":{"product_id_for_renew":[102,103,103]}}}"#,
            r#"{"name":"N"}"#,
            json!("chain"),
        ),
        (
            r#"{"operation":"update","current":{"id":101,"renew_settings":{"product_id_for_renew":[102,102]}}}"#,
            r#"{"renew_settings":{}}"#,
            json!(null),
        ),
    ];
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|(stated, input, expected)| {
            let found = report(stated, input)["configuration"].clone();
            (found != *expected).then(|| format!("{stated} {input}: {found}, not {expected}"))
        })
        .collect();
    verdict(&failures);
}

#[test]
fn the_own_id_beside_others_is_found_by_the_own_id_of_the_operation() {
    let update = r#"{"renew_settings":{"product_id_for_renew":[101,102,102],"renew_ar":{"enable":true}},"licence_term":"P1M","variants":[]}"#;
    let mixed: &[&str] = &["E chain-self-mixed /renew_settings/product_id_for_renew/0"];
    products(&[
        (r#"{"operation":"update","productId":101}"#, update, mixed),
        (
            r#"{"operation":"update","productId":102}"#,
            update,
            &["E chain-self-mixed /renew_settings/product_id_for_renew/1"],
        ),
        (
            r#"{"operation":"update","current":{"id":101}}"#,
            update,
            mixed,
        ),
        (r#"{"operation":"update"}"#, update, &[]),
    ]);
}

/// A product of a pair with one kind; its term is filled in.
const AR_TERM: &str = r##"{"id":101,"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"##;
const PMR_TERM: &str = r##"{"id":101,"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true}}"##;
const EMAIL_TERM: &str = r##"{"id":101,"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"##;

#[test]
fn auto_renewal_needs_six_days() {
    filled(
        "",
        AR_TERM,
        &[
            (
                "P5D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":5,"payment":null}"#,
                ],
            ),
            (
                "P1D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":1}"#,
                ],
            ),
            ("P6D", &[]),
            ("P1M", &[]),
            ("P4294967295M", &[]),
            ("P4294967295D", &[]),
            ("P0D", &["E term-zero /licence_term"]),
            ("P0M", &["E term-zero /licence_term"]),
            ("P000D", &["E term-zero /licence_term"]),
            ("P5", &["E term-format /licence_term"]),
        ],
    );
    filled(
        r#"{"limits":{"arMinDays":29}}"#,
        AR_TERM,
        &[
            (
                "P1M",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":29,"shortestDays":28}"#,
                ],
            ),
            (
                "P28D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":29,"shortestDays":28}"#,
                ],
            ),
            ("P29D", &[]),
            ("P2M", &[]),
        ],
    );
    filled(
        r#"{"limits":{"arMinDays":28}}"#,
        AR_TERM,
        &[("P1M", &[]), ("P28D", &[])],
    );
    filled(
        r#"{"limits":{"arMinDays":60}}"#,
        AR_TERM,
        &[
            (
                "P2M",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":60,"shortestDays":59}"#,
                ],
            ),
            ("P3M", &[]),
        ],
    );
    filled(
        r#"{"limits":{"arMinDays":0}}"#,
        AR_TERM,
        &[("P1D", &[]), ("P0D", &["E term-zero /licence_term"])],
    );
    filled(
        r#"{"limits":{"arMinDays":4294967295}}"#,
        AR_TERM,
        &[("P4294967295D", &[])],
    );
}

#[test]
fn pre_filled_renewal_is_checked_where_its_minimum_is_stated() {
    let unknown: &[&str] =
        &[r#"I not-checked {"needs":["limits.pmrOnlineMinDays","limits.pmrOfflineMinDays"]}"#];
    filled(
        "",
        PMR_TERM,
        &[
            ("P1D", unknown),
            ("P1M", unknown),
            ("P0D", &[unknown[0], "E term-zero /licence_term"]),
        ],
    );
    let below = |severity: &str, minimum: u32, payment: &str| {
        format!(
            r#"{severity} term-below-minimum /licence_term {{"kind":"pmr","minimumDays":{minimum},"payment":"{payment}"}}"#
        )
    };
    let needs = |limits: &str| format!(r#"I not-checked {{"needs":[{limits}]}}"#);
    let (online, offline) = (
        needs(r#""limits.pmrOnlineMinDays""#),
        needs(r#""limits.pmrOfflineMinDays""#),
    );
    // Both are known: the smaller one has to be met, the larger one should be.
    filled(
        r#"{"limits":{"pmrOnlineMinDays":3,"pmrOfflineMinDays":5}}"#,
        PMR_TERM,
        &[
            ("P2D", &[&below("E", 3, "online")]),
            ("P3D", &[&below("W", 5, "offline")]),
            ("P4D", &[&below("W", 5, "offline")]),
            ("P5D", &[]),
            ("P0D", &["E term-zero /licence_term"]),
        ],
    );
    filled(
        r#"{"limits":{"pmrOnlineMinDays":5,"pmrOfflineMinDays":3}}"#,
        PMR_TERM,
        &[
            ("P2D", &[&below("E", 3, "offline")]),
            ("P3D", &[&below("W", 5, "online")]),
        ],
    );
    // One alone: a term that does not meet it may meet the other one.
    filled(
        r#"{"limits":{"pmrOnlineMinDays":3}}"#,
        PMR_TERM,
        &[
            ("P2D", &[&offline, &below("W", 3, "online")]),
            ("P3D", &[&offline]),
        ],
    );
    filled(
        r#"{"limits":{"pmrOfflineMinDays":3}}"#,
        PMR_TERM,
        &[
            ("P2D", &[&online, &below("W", 3, "offline")]),
            ("P3D", &[&online]),
        ],
    );
    // With the payment method stated, its minimum is the one that counts.
    filled(
        r#"{"payment":"online","limits":{"pmrOnlineMinDays":3,"pmrOfflineMinDays":9}}"#,
        PMR_TERM,
        &[("P2D", &[&below("E", 3, "online")]), ("P3D", &[])],
    );
    filled(
        r#"{"payment":"offline","limits":{"pmrOnlineMinDays":3}}"#,
        PMR_TERM,
        &[("P2D", &[&offline])],
    );
    filled(r#"{"payment":"online"}"#, PMR_TERM, &[("P2D", &[&online])]);
}

#[test]
fn email_renewal_depends_on_the_payment() {
    let below = r#"E term-below-minimum /licence_term {"kind":"email","minimumDays":4,"shortestDays":3,"payment":"online"}"#;
    let perhaps = r#"W term-below-minimum /licence_term {"kind":"email","minimumDays":11,"shortestDays":10,"payment":"offline"}"#;
    let offline = r#"E term-below-minimum /licence_term {"kind":"email","minimumDays":11,"shortestDays":10,"payment":"offline"}"#;
    filled(
        "",
        EMAIL_TERM,
        &[
            ("P3D", &[below]),
            (
                "P4D",
                &[
                    r#"W term-below-minimum /licence_term {"kind":"email","minimumDays":11,"shortestDays":4,"payment":"offline"}"#,
                ],
            ),
            ("P10D", &[perhaps]),
            ("P11D", &[]),
            ("P1M", &[]),
            ("P0M", &["E term-zero /licence_term"]),
        ],
    );
    filled(
        r#"{"payment":"online"}"#,
        EMAIL_TERM,
        &[("P3D", &[below]), ("P4D", &[]), ("P10D", &[])],
    );
    filled(
        r#"{"payment":"offline"}"#,
        EMAIL_TERM,
        &[
            (
                "P3D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"email","minimumDays":11,"shortestDays":3,"payment":"offline"}"#,
                ],
            ),
            ("P10D", &[offline]),
            ("P11D", &[]),
        ],
    );
    // The smaller minimum counts, whichever it is.
    filled(
        r#"{"limits":{"emailOnlineMinDays":20,"emailOfflineMinDays":5}}"#,
        EMAIL_TERM,
        &[
            (
                "P4D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"email","minimumDays":5,"shortestDays":4,"payment":"offline"}"#,
                ],
            ),
            (
                "P5D",
                &[
                    r#"W term-below-minimum /licence_term {"kind":"email","minimumDays":20,"shortestDays":5,"payment":"online"}"#,
                ],
            ),
            ("P20D", &[]),
        ],
    );
    filled(
        r#"{"limits":{"emailOnlineMinDays":7,"emailOfflineMinDays":7}}"#,
        EMAIL_TERM,
        &[
            (
                "P6D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"email","minimumDays":7,"payment":"online"}"#,
                ],
            ),
            ("P7D", &[]),
        ],
    );
}

#[test]
fn a_stated_trial_needs_the_minimum_of_auto_renewal_before_it_is_configured() {
    let below = r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":5,"payment":null}"#;
    let missing: &[&str] = &[
        "E renew-settings-missing /renew_settings",
        "E missing-field /variants",
    ];
    let stated = r#"{"trial":true}"#;
    products(&[
        (
            stated,
            r#"{"licence_term":"P5D"}"#,
            &[below, missing[0], missing[1]],
        ),
        (stated, r#"{"licence_term":"P6D"}"#, missing),
        (stated, r#"{"licence_term":"P0D"}"#, missing),
        ("", r#"{"licence_term":"P5D"}"#, &[]),
        (r#"{"trial":false}"#, r#"{"licence_term":"P5D"}"#, &[]),
    ]);
}

#[test]
fn each_kind_that_applies_is_checked() {
    filled(
        r#"{"limits":{"pmrOnlineMinDays":5,"pmrOfflineMinDays":5}}"#,
        r##"{"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true,"renew_email":true}}"##,
        &[
            (
                "P3D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar"}"#,
                    r#"E term-below-minimum /licence_term {"kind":"pmr"}"#,
                    r#"E term-below-minimum /licence_term {"kind":"email"}"#,
                ],
            ),
            (
                "P5D",
                &[
                    r#"E term-below-minimum /licence_term {"kind":"ar"}"#,
                    r#"W term-below-minimum /licence_term {"kind":"email"}"#,
                ],
            ),
            ("P0D", &["E term-zero /licence_term"]),
            ("P11D", &[]),
        ],
    );
    products(&[
        (
            "",
            r#"{"licence_term":"P1D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false},"renew_pmr":false,"renew_email":false}}"#,
            &["W no-kind-enabled /renew_settings"],
        ),
        ("", r#"{"licence_term":"P1D"}"#, &[]),
        // Email is not a kind of a chain of several renewals.
        (
            "",
            r#"{"licence_term":"P1D","renew_settings":{"product_id_for_renew":[102,103,103],"renew_email":true}}"#,
            &["E email-in-chain /renew_settings/renew_email"],
        ),
        // A malformed switch is silent, the others are not.
        (
            "",
            r#"{"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":1},"renew_email":true}}"#,
            &[
                r#"E term-below-minimum /licence_term {"kind":"email"}"#,
                "E type-mismatch /renew_settings/renew_ar/enable",
            ],
        ),
    ]);
}

#[test]
fn renewals_need_a_term() {
    let settings =
        r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#;
    let with_term = r#"{"licence_term":"P0D"}"#;
    products(&[
        ("", settings, &["E term-missing /licence_term"]),
        ("", "{}", &[]),
        ("", with_term, &[]),
        (
            "",
            r#"{"licence_term":"P0D","renew_settings":5}"#,
            &["E type-mismatch /renew_settings"],
        ),
        (
            "",
            r#"{"renew_settings":null}"#,
            &["E type-mismatch /renew_settings"],
        ),
        (
            r#"{"role":"renewal"}"#,
            "{}",
            &["E term-missing /licence_term"],
        ),
        (
            r#"{"role":"renewal"}"#,
            with_term,
            &["E term-zero /licence_term"],
        ),
        (r#"{"role":"renewal"}"#, r#"{"licence_term":"P1D"}"#, &[]),
        (
            r#"{"role":"renewal"}"#,
            r#"{"licence_term":"1D"}"#,
            &["E term-format /licence_term"],
        ),
        (r#"{"role":"selfRenewing"}"#, "{}", &[]),
        (r#"{"role":"selfRenewing"}"#, with_term, &[]),
        (
            r#"{"role":"renewal","operation":"create"}"#,
            r#"{"family_name":"F","name":"N","variants":[]}"#,
            &["E term-missing /licence_term"],
        ),
        (
            r#"{"operation":"create"}"#,
            r#"{"family_name":"F","name":"N","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[]}"#,
            &["E term-missing /licence_term"],
        ),
        (
            r#"{"operation":"update","role":"renewal"}"#,
            r#"{"name":"N"}"#,
            &[],
        ),
        (
            r#"{"operation":"update"}"#,
            settings,
            &[r#"I not-checked {"needs":["current"]}"#],
        ),
        (
            r#"{"operation":"update","current":{}}"#,
            settings,
            &["E term-missing /licence_term"],
        ),
        (
            r#"{"operation":"update","role":"renewal","current":{}}"#,
            r#"{"name":"N"}"#,
            &["E term-missing /licence_term"],
        ),
        (
            r#"{"operation":"update","role":"renewal","current":{"licence_term":"P1D"}}"#,
            r#"{"name":"N"}"#,
            &[],
        ),
        (
            r#"{"operation":"update","current":{"licence_term":"P1D"}}"#,
            settings,
            &[r#"E term-below-minimum /licence_term {"kind":"ar"}"#],
        ),
        (
            r#"{"operation":"update","current":{"licence_term":"P1M"}}"#,
            settings,
            &[],
        ),
    ]);
}

#[test]
fn renewals_without_a_kind_are_warned_about() {
    let none: &[&str] = &["W no-kind-enabled /renew_settings"];
    filled(
        "",
        r##"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102]#}}"##,
        &[
            ("", none),
            (r#","renew_ar":{}"#, none),
            (
                r#","renew_ar":{"enable":false},"renew_pmr":false,"renew_email":false"#,
                none,
            ),
            (r#","renew_ar":{"enable":true}"#, &[]),
            (r#","renew_email":true"#, &[]),
            (
                r#","renew_ar":{"enable":null}"#,
                &["E type-mismatch /renew_settings/renew_ar/enable"],
            ),
            (
                r#","renew_ar":5"#,
                &["E type-mismatch /renew_settings/renew_ar"],
            ),
            (
                r#","renew_pmr":"yes""#,
                &["E type-mismatch /renew_settings/renew_pmr"],
            ),
            (
                r#","renew_email":1"#,
                &["E type-mismatch /renew_settings/renew_email"],
            ),
        ],
    );
    products(&[
        (
            "",
            r#"{"licence_term":"P1M","renew_settings":{}}"#,
            &[
                "W no-kind-enabled /renew_settings",
                "E chain-missing /renew_settings/product_id_for_renew",
            ],
        ),
        (
            "",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":["x"]}}"#,
            &[
                "W no-kind-enabled /renew_settings",
                "E type-mismatch /renew_settings/product_id_for_renew/0",
            ],
        ),
    ]);
}

#[test]
fn required_belongs_to_auto_renewal_of_another_product() {
    const REQUIRED: &str = "/renew_settings/renew_ar/required";
    let in_single = format!("E ar-required-in-single {REQUIRED}");
    let in_single = [in_single.as_str()];
    let mismatch = format!("E type-mismatch {REQUIRED}");
    let without = format!("W ar-required-without-ar {REQUIRED}");
    filled(
        "",
        r##"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":#,"renew_email":true}}"##,
        &[
            (r#"{"enable":true}"#, &[]),
            (r#"{"enable":true,"required":true}"#, &in_single),
            (r#"{"enable":true,"required":false}"#, &in_single),
            (r#"{"enable":false,"required":true}"#, &in_single),
            (r#"{"required":true}"#, &in_single),
            (
                r#"{"enable":true,"required":null}"#,
                &[&mismatch, in_single[0]],
            ),
        ],
    );
    filled(
        "",
        r##"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":#,"renew_email":true}}"##,
        &[
            (r#"{"enable":true,"required":true}"#, &[]),
            (r#"{"enable":true,"required":false}"#, &[]),
            (r#"{"enable":false,"required":true}"#, &[&without]),
            (r#"{"required":true}"#, &[&without]),
            (r#"{"required":false}"#, &[]),
            (r#"{"required":1}"#, &[&mismatch]),
            (
                r#"{"enable":"x","required":true}"#,
                &["E type-mismatch /renew_settings/renew_ar/enable"],
            ),
        ],
    );
    products(&[
        (
            "",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"required":true}}}"#,
            &["W no-kind-enabled /renew_settings", &without],
        ),
        (
            "",
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"required":true},"renew_email":true}}"#,
            &[
                "E chain-too-short /renew_settings/product_id_for_renew",
                &without,
            ],
        ),
    ]);
}

#[test]
fn email_renewal_is_no_kind_of_a_chain() {
    let in_chain = "E email-in-chain /renew_settings/renew_email";
    filled(
        "",
        r##"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":#,"renew_ar":{"enable":true},"renew_email":true}}"##,
        &[
            ("[102,103,103]", &[in_chain]),
            ("[102,103,104,104]", &[in_chain]),
            ("[102,102]", &[]),
            ("[101,101]", &[]),
            (
                "[102,103,104]",
                &["E chain-last-not-repeated /renew_settings/product_id_for_renew"],
            ),
            (
                "[102,103,\"103\"]",
                &["E type-mismatch /renew_settings/product_id_for_renew/2"],
            ),
        ],
    );
}

/// Variants with these amounts.
fn variants(amounts: &[&str]) -> String {
    let list: Vec<String> = amounts
        .iter()
        .map(|amount| format!(r#"{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}"#))
        .collect();
    format!("[{}]", list.join(","))
}

/// A product of a pair with mandatory auto renewal, and variants with these amounts.
fn priced(amounts: &[&str]) -> String {
    format!(
        r#"{{"id":101,"licence_term":"P7D","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true,"required":true}}}},"variants":{}}}"#,
        variants(amounts)
    )
}

#[test]
fn a_trial_is_stated_or_inferred_from_its_prices() {
    let no_renewals = format!(r#"{{"variants":{}}}"#, variants(&["0.00"]));
    let rows: Vec<(&str, String, bool)> = vec![
        ("", priced(&["0.00"]), true),
        ("", priced(&["0.00", "0", "000", "0.0", "00.000"]), true),
        ("", priced(&["0.00", "0.01"]), false),
        ("", priced(&["9.90"]), false),
        ("", priced(&["0.00", "x"]), false),
        ("", priced(&["0.00", "-0.00"]), false),
        ("", priced(&[]), false),
        ("", priced(&["0.00"]).replace(r#""0.00""#, "0"), false),
        ("", no_renewals.clone(), false),
        (
            "",
            priced(&["0.00"]).replace(r#""price":{"common""#, r#""price":{"net""#),
            false,
        ),
        (r#"{"trial":true}"#, priced(&["9.90"]), true),
        (r#"{"trial":true}"#, no_renewals, true),
        (r#"{"trial":true}"#, "{}".into(), true),
        (r#"{"trial":false}"#, priced(&["0.00"]), false),
        (r#"{"operation":"create"}"#, priced(&["0.00"]), true),
        (r#"{"operation":"update"}"#, priced(&["0.00"]), true),
        (
            r#"{"operation":"update"}"#,
            r#"{"renew_settings":{}}"#.into(),
            false,
        ),
    ];
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        if report(stated, &input)["trial"] != expected {
            failures.push(format!("{stated} {input}: not {expected}"));
        }
    }
    let current = format!(
        r#"{{"operation":"update","current":{}}}"#,
        priced(&["0.00"])
    );
    for (update, expected) in [
        (r#"{"name":"N"}"#.to_owned(), true),
        (format!(r#"{{"variants":{}}}"#, variants(&["1"])), false),
        (r#"{"variants":[]}"#.to_owned(), false),
    ] {
        if report(&current, &update)["trial"] != expected {
            failures.push(format!("{update}: not {expected}"));
        }
    }
    verdict(&failures);
}

#[test]
fn a_trial_makes_auto_renewal_mandatory() {
    let off = "E trial-ar-not-enabled /renew_settings/renew_ar/enable";
    let free = "E trial-ar-not-required /renew_settings/renew_ar/required";
    let template = priced(&["0.00"]).replace(r#"{"enable":true,"required":true}"#, "#");
    filled(
        "",
        &template,
        &[
            (r#"{"enable":true,"required":true}"#, &[]),
            (r#"{"enable":true,"required":false}"#, &[free]),
            (r#"{"enable":true}"#, &[free]),
            (r#"{"enable":false,"required":true}"#, &[off]),
            (r#"{"required":true}"#, &[off]),
            ("{}", &[off, free]),
            (
                r#"{"enable":1,"required":true}"#,
                &["E type-mismatch /renew_settings/renew_ar/enable"],
            ),
            (
                r#"{"enable":true,"required":1}"#,
                &["E type-mismatch /renew_settings/renew_ar/required"],
            ),
            ("5", &["E type-mismatch /renew_settings/renew_ar"]),
        ],
    );
    let other = template.replace("[102,102]", "[102,103,103]");
    filled(
        "",
        &other,
        &[
            ("{}", &[off, free]),
            (r#"{"enable":true,"required":true}"#, &[]),
        ],
    );
    let broken = template.replace("[102,102]", "[102]");
    filled(
        "",
        &broken,
        &[(
            "{}",
            &[
                "E chain-too-short /renew_settings/product_id_for_renew",
                off,
                free,
            ],
        )],
    );
    let absent = template.replace(r##","renew_ar":#"##, "");
    products(&[
        ("", &absent, &[off, free]),
        (r#"{"trial":true}"#, &absent, &[off, free]),
        (
            r#"{"trial":false}"#,
            &absent,
            &["W no-kind-enabled /renew_settings"],
        ),
    ]);
    let single = template.replace("[102,102]", "[101,101]");
    let in_single = "E trial-in-single /renew_settings/product_id_for_renew";
    filled(
        "",
        &single,
        &[
            (r#"{"enable":true}"#, &[in_single]),
            (r#"{"enable":false}"#, &[in_single, off]),
            (
                r#"{"enable":true,"required":false}"#,
                &[
                    in_single,
                    "E ar-required-in-single /renew_settings/renew_ar/required",
                ],
            ),
        ],
    );
}

#[test]
fn a_trial_ignores_the_other_kinds() {
    let pmr = "W trial-kind-ignored /renew_settings/renew_pmr";
    let email = "W trial-kind-ignored /renew_settings/renew_email";
    let template = priced(&["0.00"]).replace(r#""required":true}"#, r#""required":true}#"#);
    filled(
        "",
        &template,
        &[
            (r#","renew_pmr":true,"renew_email":true"#, &[pmr, email]),
            (r#","renew_pmr":true"#, &[pmr]),
            (r#","renew_email":true"#, &[email]),
            (r#","renew_pmr":false,"renew_email":false"#, &[]),
            (
                r#","renew_pmr":1"#,
                &["E type-mismatch /renew_settings/renew_pmr"],
            ),
        ],
    );
    filled(
        "",
        &template.replace("[102,102]", "[102,103,103]"),
        &[(r#","renew_email":true"#, &[email])],
    );
    // Its term is that of auto renewal alone.
    let short = template.replace("P7D", "P3D");
    let below =
        r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":3}"#;
    filled(
        "",
        &short,
        &[
            ("", &[below]),
            (
                r#","renew_pmr":true,"renew_email":true"#,
                &[below, pmr, email],
            ),
        ],
    );
    let off = short.replace(r#""enable":true"#, r#""enable":false"#);
    filled(
        "",
        &off,
        &[(
            "",
            &[
                below,
                "E trial-ar-not-enabled /renew_settings/renew_ar/enable",
            ],
        )],
    );
    let zero = template.replace("P7D", "P0D");
    filled("", &zero, &[("", &["E term-zero /licence_term"])]);
}

#[test]
fn the_prices_of_a_trial_are_zero_in_two_decimal_form() {
    let form = |n: usize| format!("E trial-price-form /variants/{n}/price/common/price");
    let not_zero = |n: usize| format!("E trial-price-not-zero /variants/{n}/price/common/price");
    let mixed = || "W trial-mixed-prices /variants".to_owned();
    let stated = r#"{"trial":true}"#;
    let not = r#"{"trial":false}"#;
    let rows: Vec<(&str, Vec<&str>, Vec<String>)> = vec![
        ("", vec!["0.00"], vec![]),
        ("", vec!["0.00", "0", "0.00", "0.0"], vec![form(1), form(3)]),
        ("", vec!["00.00", "0.000"], vec![form(0), form(1)]),
        ("", vec!["9.90"], vec![]),
        ("", vec!["0", "9.90"], vec![mixed()]),
        (stated, vec!["0.00"], vec![]),
        (
            stated,
            vec!["0", "9.90", "0.00", "0.01"],
            vec![form(0), not_zero(1), not_zero(3)],
        ),
        (stated, vec!["9.90"], vec![not_zero(0)]),
        (not, vec!["0", "9.90"], vec![]),
        (not, vec!["0"], vec![]),
    ];
    let rows: Vec<(&str, String, Vec<&str>)> = rows
        .iter()
        .map(|(stated, amounts, expected)| {
            (
                *stated,
                priced(amounts),
                expected.iter().map(String::as_str).collect(),
            )
        })
        .collect();
    let rows: Vec<Row<'_>> = rows
        .iter()
        .map(|(stated, input, expected)| (*stated, input.as_str(), expected.as_slice()))
        .collect();
    products(&rows);
    // What cannot be read is neither a price nor none.
    products(&[(
        "",
        &priced(&["0.00", "free"]),
        &["E price-format /variants/1/price/common/price"],
    )]);
    let without = format!(r#"{{"variants":{}}}"#, variants(&["0", "9.90"]));
    products(&[
        ("", &without, &[]),
        (
            stated,
            &format!(
                r#"{{"licence_term":"P7D","variants":{}}}"#,
                variants(&["0", "9.90", "x"])
            ),
            &[
                "E renew-settings-missing /renew_settings",
                "E trial-price-form /variants/0/price/common/price",
                "E trial-price-not-zero /variants/1/price/common/price",
                "E price-format /variants/2/price/common/price",
            ],
        ),
    ]);
}

#[test]
fn a_stated_trial_needs_variants() {
    let settings = r#"{"id":101,"licence_term":"P7D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}}#}"#;
    let missing: &[&str] = &["E missing-field /variants"];
    let rows: &[(&str, &[&str])] = &[
        ("", missing),
        (r#","variants":[]"#, missing),
        (r#","variants":5"#, &["E type-mismatch /variants"]),
    ];
    filled(r#"{"trial":true}"#, settings, rows);
    let created = settings.replace(r#""id":101"#, r#""family_name":"F","name":"N""#);
    filled(
        r#"{"trial":true,"operation":"create"}"#,
        &created,
        &rows[1..],
    );
    filled("", settings, &[("", &[])]);
    filled(
        r#"{"trial":false}"#,
        settings,
        &[("", &[]), (r#","variants":[]"#, &[])],
    );
    filled(
        r#"{"trial":true,"operation":"update"}"#,
        settings,
        &[
            ("", &[r#"I not-checked {"needs":["current"]}"#]),
            (r#","variants":[]"#, &[]),
        ],
    );
    filled(
        r#"{"trial":true,"operation":"update","current":{}}"#,
        settings,
        &[("", &[]), (r#","variants":[]"#, &[])],
    );
}

#[test]
fn some_fields_are_not_sent_on_create() {
    let create = r#"{"operation":"create"}"#;
    let renewal = r#"{"operation":"create","role":"renewal"}"#;
    let own = r#"{"operation":"create","role":"selfRenewing"}"#;
    let names = r#""family_name":"F","name":"N","variants":[]"#;
    let whole = format!(
        r#"{{"id":101,{names},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102],"renew_ar":{{"enable":true}}}}}}"#
    );
    let id = "E field-not-on-create /id";
    let settings = "E field-not-on-create /renew_settings";
    products(&[
        (create, &whole, &[id]),
        (renewal, &whole, &[id, settings]),
        (
            own,
            &whole,
            &[id, "E field-not-on-create /licence_term", settings],
        ),
        (
            r#"{"operation":"create","role":"initiator"}"#,
            &whole,
            &[id],
        ),
        (
            create,
            &format!(r#"{{{names},"id":null}}"#),
            &["E type-mismatch /id", id],
        ),
        (own, &format!("{{{names}}}"), &[]),
        (
            own,
            &format!(r#"{{{names},"licence_term":"x"}}"#),
            &[
                "E term-format /licence_term",
                "E field-not-on-create /licence_term",
            ],
        ),
        (
            renewal,
            &format!(r#"{{{names},"licence_term":"P1M","renew_settings":[]}}"#),
            &["E type-mismatch /renew_settings", settings],
        ),
        (
            r#"{"role":"selfRenewing"}"#,
            r#"{"id":101,"licence_term":"P1M"}"#,
            &[],
        ),
    ]);
}

#[test]
fn an_initiator_needs_renewal_settings() {
    let missing: &[&str] = &["E renew-settings-missing /renew_settings"];
    products(&[
        (r#"{"role":"initiator"}"#, "{}", missing),
        (
            r#"{"role":"initiator"}"#,
            r#"{"renew_settings":5}"#,
            &["E type-mismatch /renew_settings"],
        ),
        (
            r#"{"role":"initiator","operation":"create"}"#,
            r#"{"family_name":"F","name":"N","variants":[]}"#,
            missing,
        ),
        (
            r#"{"role":"initiator","operation":"update"}"#,
            r#"{"name":"N"}"#,
            &[],
        ),
        (
            r#"{"role":"initiator","operation":"update","current":{}}"#,
            r#"{"name":"N"}"#,
            &[],
        ),
        (
            r#"{"trial":true}"#,
            "{}",
            &[
                "E renew-settings-missing /renew_settings",
                "E missing-field /variants",
            ],
        ),
        (r#"{"trial":false}"#, "{}", &[]),
        (
            r#"{"trial":true,"operation":"update"}"#,
            r#"{"name":"N"}"#,
            &[],
        ),
        (r#"{"role":"selfRenewing"}"#, "{}", &[]),
        (r#"{"role":"renewal"}"#, r#"{"licence_term":"P1M"}"#, &[]),
    ]);
}

#[test]
fn a_renewal_has_no_renewal_settings() {
    let whole = r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[]}"#;
    let has: &[&str] = &["W renewal-has-settings /renew_settings"];
    products(&[
        (r#"{"role":"renewal"}"#, whole, has),
        (r#"{"role":"renewal","operation":"update"}"#, whole, has),
        (
            r#"{"role":"renewal","operation":"update","current":{}}"#,
            whole,
            has,
        ),
        (
            &format!(r#"{{"role":"renewal","operation":"update","current":{whole}}}"#),
            r#"{"name":"N"}"#,
            has,
        ),
        (r#"{"role":"initiator"}"#, whole, &[]),
        (r#"{"role":"selfRenewing"}"#, whole, &[]),
    ]);
}

#[test]
fn an_update_has_something_to_say_about_the_product_that_it_targets() {
    let mismatch: &[&str] = &["E id-mismatch /id"];
    products(&[
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"id":102}"#,
            mismatch,
        ),
        (
            r#"{"operation":"update","productId":101,"current":{"id":102}}"#,
            r#"{"id":102}"#,
            mismatch,
        ),
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"id":101}"#,
            &[],
        ),
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"id":101.0}"#,
            &[],
        ),
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"id":"102"}"#,
            &["E type-mismatch /id"],
        ),
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"id":0}"#,
            &["E id-range /id"],
        ),
        (
            r#"{"operation":"update","productId":101}"#,
            r#"{"name":"N"}"#,
            &[],
        ),
        (r#"{"operation":"update"}"#, r#"{"id":102}"#, &[]),
        (r#"{"productId":101}"#, r#"{"id":102}"#, &[]),
        (r#"{"operation":"update"}"#, "{}", &["W patch-empty"]),
        (
            r#"{"operation":"update","productId":101,"current":{"name":"N"}}"#,
            " {\n} ",
            &["W patch-empty"],
        ),
        (r#"{"operation":"update"}"#, r#"{"zzz":1}"#, &[]),
        ("", "{}", &[]),
    ]);
}

#[test]
fn an_update_names_what_it_drops() {
    let current = |product: &str| format!(r#"{{"operation":"update","current":{product}}}"#);
    let price = r#""price":{"common":{"currency":"USD","price":"1"}}"#;
    let sku = |names: &[&str]| {
        let list: Vec<String> = names
            .iter()
            .map(|name| format!(r#"{{"vendor_code":"V","sku":"{name}",{price}}}"#))
            .collect();
        format!(r#"{{"variants":[{}]}}"#, list.join(","))
    };
    let locales = |names: &[&str]| {
        let list: Vec<String> = names
            .iter()
            .map(|name| format!(r#""{name}":{{}}"#))
            .collect();
        format!(r#"{{"localization_values":{{{}}}}}"#, list.join(","))
    };
    let three = current(&sku(&["B", "A", "C"]));
    let spoken = current(&locales(&["fr_FR", "de_DE", "en_US"]));
    products(&[
        (&three, &sku(&["A", "B", "C"]), &[]),
        (
            &three,
            &sku(&["A"]),
            &[r#"W patch-drops-variants /variants {"dropped":["B","C"]}"#],
        ),
        (
            &three,
            &sku(&["D"]),
            &[r#"W patch-drops-variants /variants {"dropped":["B","A","C"]}"#],
        ),
        (
            &three,
            r#"{"variants":[]}"#,
            &[r#"W patch-drops-variants /variants {"dropped":["B","A","C"]}"#],
        ),
        // An article that cannot be read may be any of them.
        (
            &three,
            &format!(r#"{{"variants":[{{"vendor_code":"V","sku":null,{price}}}]}}"#),
            &["E type-mismatch /variants/0/sku"],
        ),
        (&three, r#"{"name":"N"}"#, &[]),
        (&current("{}"), &sku(&["A"]), &[]),
        (
            &spoken,
            &locales(&["en_US", "de_DE", "fr_FR", "it_IT"]),
            &[],
        ),
        (
            &spoken,
            &locales(&["de_DE"]),
            &[r#"W patch-drops-locales /localization_values {"dropped":["fr_FR","en_US"]}"#],
        ),
        (
            &spoken,
            r#"{"localization_values":{}}"#,
            &[
                r#"W patch-drops-locales /localization_values {"dropped":["fr_FR","de_DE","en_US"]}"#,
            ],
        ),
        (&spoken, r#"{"name":"N"}"#, &[]),
        (
            r#"{"operation":"update"}"#,
            r#"{"localization_values":{}}"#,
            &[],
        ),
    ]);
}

#[test]
fn an_update_drops_nothing_of_settings_that_could_not_be_read() {
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
fn an_update_of_the_renewal_settings_should_send_all_of_them() {
    let current = r#"{"operation":"update","productId":101,"limits":{"pmrOnlineMinDays":1,"pmrOfflineMinDays":1},"current":{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false},"renew_pmr":true}}}"#;
    let cases: &[(&str, &[&str])] = &[
        (
            r#"{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false},"renew_pmr":true}"#,
            &[],
        ),
        (
            r#"{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true}"#,
            &["/renew_ar/required"],
        ),
        (
            r#"{"product_id_for_renew":[102,102],"renew_ar":{"required":false},"renew_pmr":true}"#,
            &["/renew_ar/enable"],
        ),
        (
            r#"{"product_id_for_renew":[102,102],"renew_pmr":true}"#,
            &["/renew_ar/enable", "/renew_ar/required"],
        ),
        (
            r#"{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":false}}"#,
            &["/renew_pmr"],
        ),
        (
            r#"{"renew_ar":{"enable":true,"required":false},"renew_pmr":true}"#,
            &["/product_id_for_renew"],
        ),
        (
            "{}",
            &[
                "/product_id_for_renew",
                "/renew_ar/enable",
                "/renew_ar/required",
                "/renew_pmr",
            ],
        ),
    ];
    let mut failures = Vec::new();
    for (settings, expected) in cases {
        let update = format!(r#"{{"renew_settings":{settings}}}"#);
        let found = report(current, &update);
        let drops: Vec<&Value> = found["diagnostics"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|d| d["code"] == "patch-drops-settings")
            .collect();
        let dropped: Vec<&str> = drops
            .iter()
            .flat_map(|d| d["params"]["dropped"].as_array().unwrap())
            .map(|pointer| pointer.as_str().unwrap())
            .map(|pointer| pointer.strip_prefix("/renew_settings").unwrap_or(pointer))
            .collect();
        if dropped != *expected
            || drops
                .iter()
                .any(|d| d["path"] != "/renew_settings" || d["severity"] != "warning")
        {
            failures.push(format!("{update}: {drops:?}"));
        }
        failures.extend(invariants(&update, &options(current)));
    }
    verdict(&failures);
    products(&[
        (current, r#"{"name":"N"}"#, &[]),
        // What a malformed `renew_ar` has is not known, be it that of the product or of the update.
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
fn misspelt_fields_of_an_update_go_before_those_of_the_product_that_it_changes() {
    let current = r#"{"operation":"update","productId":101,"current":{"id":101,"licenc_term":"P1M","nam":"N","varients":[]}}"#;
    let licence_term = r#"W unknown-field /licenc_term {"suggestion":"licence_term"}"#;
    let name = r#"W unknown-field /nam {"suggestion":"name"}"#;
    let variants = r#"W unknown-field /varients {"suggestion":"variants"}"#;
    products(&[
        (
            current,
            r#"{"license_type":"L"}"#,
            &[licence_term, name, variants],
        ),
        (
            current,
            r#"{"varients":[],"nam":"M"}"#,
            &[variants, name, licence_term],
        ),
        (
            current,
            r#"{"varients":[],"name":"M"}"#,
            &[variants, licence_term],
        ),
        (
            current,
            r#"{"variants":[],"familyName":"F","licence_term":"P1M"}"#,
            &[
                r#"W unknown-field /familyName {"suggestion":"family_name"}"#,
                name,
            ],
        ),
    ]);
}

#[test]
fn an_update_is_judged_as_the_merged_product() {
    let current = r#"{"operation":"update","productId":101,"current":{"id":101,"name":"","licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,103],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V"}]}}"#;
    let rest: &[&str] = &[
        "E missing-field /variants/0/sku",
        "E missing-field /variants/0/price",
    ];
    let name = "W empty-text /name";
    let below = r#"E term-below-minimum /licence_term {"kind":"ar"}"#;
    let chain = "E chain-last-not-repeated /renew_settings/product_id_for_renew";
    products(&[
        (
            current,
            r#"{"family_name":"F"}"#,
            &[name, below, chain, rest[0], rest[1]],
        ),
        (
            current,
            r#"{"name":"N"}"#,
            &[below, chain, rest[0], rest[1]],
        ),
        (
            current,
            r#"{"licence_term":"P6D"}"#,
            &[name, chain, rest[0], rest[1]],
        ),
        (current, r#"{"variants":[]}"#, &[name, below, chain]),
        (
            current,
            r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false},"renew_email":true}}"#,
            &[
                name,
                r#"W term-below-minimum /licence_term {"kind":"email","payment":"offline"}"#,
                rest[0],
                rest[1],
            ],
        ),
        (
            current,
            r#"{"licence_term":"P0D"}"#,
            &[name, "E term-zero /licence_term", chain, rest[0], rest[1]],
        ),
        (
            current,
            r#"{"licence_term":5}"#,
            &[
                name,
                "E type-mismatch /licence_term",
                chain,
                rest[0],
                rest[1],
            ],
        ),
        (
            current,
            "{}",
            &["W patch-empty", name, below, chain, rest[0], rest[1]],
        ),
        // What is not an object changes nothing.
        (
            current,
            "[]",
            &[r#"E type-mismatch {"expected":"object","found":"array"}"#],
        ),
        (current, "", &["E json-syntax"]),
    ]);
}

#[test]
fn an_update_alone_is_judged_by_what_it_sends() {
    let stated = r#"{"operation":"update"}"#;
    let needs = r#"I not-checked {"needs":["current"]}"#;
    products(&[
        (stated, r#"{"licence_term":"P0D"}"#, &[needs]),
        (stated, r#"{"licence_term":"P1D"}"#, &[needs]),
        (
            stated,
            r#"{"licence_term":"x"}"#,
            &[needs, "E term-format /licence_term"],
        ),
        (stated, r#"{"variants":[]}"#, &[needs]),
        (
            stated,
            r#"{"renew_settings":{"renew_ar":{"enable":true}}}"#,
            &[
                needs,
                "E chain-missing /renew_settings/product_id_for_renew",
            ],
        ),
        (
            stated,
            r#"{"renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}},"variants":[]}"#,
            &[
                needs,
                "E chain-too-short /renew_settings/product_id_for_renew",
            ],
        ),
        (
            stated,
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[]}"#,
            &[r#"E term-below-minimum /licence_term {"kind":"ar"}"#],
        ),
        (
            stated,
            r#"{"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true},"variants":[]}"#,
            &[r#"I not-checked {"needs":["limits.pmrOnlineMinDays","limits.pmrOfflineMinDays"]}"#],
        ),
        (stated, r#"{"name":"N"}"#, &[]),
        (
            r#"{"operation":"update","current":{}}"#,
            r#"{"licence_term":"P0D"}"#,
            &[],
        ),
    ]);
}

#[test]
fn what_was_not_checked_is_said_once() {
    let needs = r#"I not-checked {"needs":["limits.pmrOnlineMinDays","limits.pmrOfflineMinDays"]}"#;
    let with = |pmr: &str, amounts: &[&str]| {
        priced(amounts).replace(
            r#""required":true}"#,
            &format!(r#""required":true}},"renew_pmr":{pmr}"#),
        )
    };
    products(&[
        ("", &with("true", &["9.90"]), &[needs]),
        (
            r#"{"operation":"create"}"#,
            &with("true", &["9.90"]).replace(r#""id":101"#, r#""family_name":"F","name":"N""#),
            &[needs],
        ),
        ("", &with("false", &["9.90"]), &[]),
        (
            "",
            &with("1", &["9.90"]),
            &["E type-mismatch /renew_settings/renew_pmr"],
        ),
        (
            "",
            &with("true", &["0.00"]),
            &["W trial-kind-ignored /renew_settings/renew_pmr"],
        ),
        (
            r#"{"limits":{"pmrOnlineMinDays":0,"pmrOfflineMinDays":0}}"#,
            &with("true", &["9.90"]),
            &[],
        ),
    ]);
    let report = check(with("true", &["9.90"]).as_str(), &Options::default());
    assert!(report.valid);
    assert_eq!(report.diagnostics[0].path, "");
}

#[test]
fn what_a_rule_read_is_related() {
    const AR: &str = "/renew_settings/renew_ar/enable";
    const CHAIN_PATH: &str = "/renew_settings/product_id_for_renew";
    const PRICE: &str = "/variants/0/price/common/price";
    let trial = priced(&["0.00"]).replace(
        r#"{"enable":true,"required":true}"#,
        r#"{"enable":false,"required":false}"#,
    );
    let rows: Vec<(&str, String, &str, &[&str])> = vec![
        ("", AR_TERM.replace('#', "P5D"), "term-below-minimum", &[AR]),
        (
            "",
            EMAIL_TERM.replace('#', "P3D"),
            "term-below-minimum",
            &["/renew_settings/renew_email"],
        ),
        (
            "",
            EMAIL_TERM.replace('#', "P4D"),
            "term-below-minimum",
            &["/renew_settings/renew_email"],
        ),
        (
            r#"{"limits":{"pmrOnlineMinDays":9,"pmrOfflineMinDays":9}}"#,
            PMR_TERM.replace('#', "P3D"),
            "term-below-minimum",
            &["/renew_settings/renew_pmr"],
        ),
        (
            "",
            AR_TERM.replace('#', "P0D"),
            "term-zero",
            &["/renew_settings"],
        ),
        (
            "",
            CHAIN.replace('#', "[101,102,102]"),
            "chain-self-mixed",
            &["/id"],
        ),
        (
            "",
            CHAIN
                .replace('#', "[101,101]")
                .replace("true", r#"true,"required":true"#),
            "ar-required-in-single",
            &[CHAIN_PATH, "/id"],
        ),
        (
            "",
            CHAIN
                .replace('#', "[102,103,103]")
                .replace("}}}", r#"},"renew_email":true}}"#),
            "email-in-chain",
            &[CHAIN_PATH],
        ),
        (
            "",
            CHAIN
                .replace('#', "[102,102]")
                .replace(r#""enable":true"#, r#""enable":false,"required":true"#),
            "ar-required-without-ar",
            &[AR],
        ),
        ("", trial.clone(), "trial-ar-not-enabled", &[PRICE]),
        ("", trial.clone(), "trial-ar-not-required", &[PRICE]),
        (
            "",
            trial.replace("[102,102]", "[101,101]"),
            "trial-in-single",
            &["/id", PRICE],
        ),
        (
            "",
            trial.replace("P7D", "P3D"),
            "term-below-minimum",
            &[PRICE],
        ),
        (
            "",
            trial.replace(r#"},"variants""#, r#","renew_pmr":true},"variants""#),
            "trial-kind-ignored",
            &[PRICE],
        ),
    ];
    let mut failures = Vec::new();
    for (stated, input, code, expected) in rows {
        let found = check(input.as_str(), &options(stated));
        match found.diagnostics.iter().find(|d| d.code.as_str() == code) {
            None => failures.push(format!("{input}: {:?}", places(&found.diagnostics))),
            Some(d) => {
                for pointer in expected {
                    // The whole chain or the whole of the variants stand for their parts.
                    let is_named = d.related.iter().any(|related| {
                        pointer
                            .strip_prefix(related.as_str())
                            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                    });
                    if !is_named {
                        failures.push(format!(
                            "{input}\n    {code}: {pointer} is not in {:?}",
                            d.related
                        ));
                    }
                }
            }
        }
    }
    verdict(&failures);

    // Where it is stated that the product is a trial, its prices are not read to tell; a product that
    // is created has no id of its own.
    let related = |input: &str, stated: &str| -> Vec<String> {
        let found = check(input, &options(stated)).diagnostics.into_iter();
        found.flat_map(|d| d.related).collect()
    };
    for input in [
        trial
            .replace("P7D", "P3D")
            .replace("[102,102]", "[101,101]"),
        trial.replace(r#"},"variants""#, r#","renew_pmr":true},"variants""#),
    ] {
        let inferred = related(&input, "");
        let stated = related(&input, r#"{"trial":true}"#);
        let created = related(&input, r#"{"operation":"create"}"#);
        let has = |related: &[String], of: &str| related.iter().any(|pointer| pointer == of);
        assert!(has(&inferred, "/variants") && has(&inferred, "/id"));
        assert!(!has(&stated, "/variants") && has(&stated, "/id"));
        assert!(has(&created, "/variants") && !has(&created, "/id"));
    }
    assert_eq!(
        related(r#"{"licence_term":"P1D"}"#, r#"{"trial":true}"#),
        [""; 0]
    );
    let update = r#"{"operation":"update","productId":101}"#;
    let chain = r#"{"renew_settings":{"product_id_for_renew":[101,102,102]}}"#;
    assert!(
        !related(chain, update)
            .iter()
            .any(|pointer| pointer == "/id")
    );
}
