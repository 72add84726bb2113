//! Tests the minimum terms, the kinds of renewal, and `not-checked`.

use renewal_rules::{Options, check};
use renewal_rules_oracle::cases::{filled, plain_products, products, products_as};

use super::rules_trial::priced;

/// A product of a pair with one kind enabled; its term is filled in.
pub(super) const AR_TERM: &str =
    r##"{"id":101,"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"##;
pub(super) const PMR_TERM: &str =
    r##"{"id":101,"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true}}"##;
pub(super) const EMAIL_TERM: &str =
    r##"{"id":101,"licence_term":"#","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"##;

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
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
            ("P1D", &[r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":1}"#]),
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
            ("P1M", &[r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":29,"shortestDays":28}"#]),
            ("P28D", &[r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":29,"shortestDays":28}"#]),
            ("P29D", &[]),
            ("P2M", &[]),
        ],
    );
    filled(r#"{"limits":{"arMinDays":28}}"#, AR_TERM, &[("P1M", &[]), ("P28D", &[])]);
    filled(
        r#"{"limits":{"arMinDays":60}}"#,
        AR_TERM,
        &[
            ("P2M", &[r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":60,"shortestDays":59}"#]),
            ("P3M", &[]),
        ],
    );
    filled(r#"{"limits":{"arMinDays":0}}"#, AR_TERM, &[("P1D", &[]), ("P0D", &["E term-zero /licence_term"])]);
    filled(r#"{"limits":{"arMinDays":4294967295}}"#, AR_TERM, &[("P4294967295D", &[])]);
}

/// Cases that the exhaustive table of decisions lacks.
#[test]
fn smaller_minimum_is_required_if_payment_unset() {
    let below = |severity: &str, minimum: u32, payment: &str| {
        format!(
            r#"{severity} term-below-minimum /licence_term {{"kind":"pmr","minimumDays":{minimum},"payment":"{payment}"}}"#
        )
    };
    filled(
        r#"{"limits":{"pmrOnlineMinDays":5,"pmrOfflineMinDays":3}}"#,
        PMR_TERM,
        &[("P2D", &[&below("E", 3, "offline")]), ("P3D", &[&below("W", 5, "online")])],
    );
    filled(
        r#"{"limits":{"emailOnlineMinDays":7,"emailOfflineMinDays":7}}"#,
        EMAIL_TERM,
        &[
            ("P6D", &[r#"E term-below-minimum /licence_term {"kind":"email","minimumDays":7,"payment":"online"}"#]),
            ("P7D", &[]),
        ],
    );
}

#[test]
fn trial_option_requires_ar_minimum_without_settings() {
    let below = r#"E term-below-minimum /licence_term {"kind":"ar","minimumDays":6,"shortestDays":5,"payment":null}"#;
    let missing: &[&str] = &["E renew-settings-missing /renew_settings", "E missing-field /variants"];
    let stated = r#"{"trial":true}"#;
    products(&[
        (stated, r#"{"licence_term":"P5D"}"#, &[below, missing[0], missing[1]]),
        (stated, r#"{"licence_term":"P6D"}"#, missing),
        (stated, r#"{"licence_term":"P0D"}"#, missing),
        ("", r#"{"licence_term":"P5D"}"#, &[]),
        (r#"{"trial":false}"#, r#"{"licence_term":"P5D"}"#, &[]),
    ]);
}

#[test]
fn each_applicable_kind_is_checked() {
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
    plain_products(&[
        (
            r#"{"licence_term":"P1D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":false},"renew_pmr":false,"renew_email":false}}"#,
            &["W no-kind-enabled /renew_settings"],
        ),
        (r#"{"licence_term":"P1D"}"#, &[]),
        // Email never applies to a chain of several renewals.
        (
            r#"{"licence_term":"P1D","renew_settings":{"product_id_for_renew":[102,103,103],"renew_email":true}}"#,
            &["E email-in-chain /renew_settings/renew_email"],
        ),
        // A malformed switch is skipped, the others are not.
        (
            r#"{"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":1},"renew_email":true}}"#,
            &[
                r#"E term-below-minimum /licence_term {"kind":"email"}"#,
                "E type-mismatch /renew_settings/renew_ar/enable",
            ],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn renewals_need_a_term() {
    let settings = r#"{"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#;
    let with_term = r#"{"licence_term":"P0D"}"#;
    products_as(
        r#"{"role":"renewal"}"#,
        &[
            ("{}", &["E term-missing /licence_term"]),
            (with_term, &["E term-zero /licence_term"]),
            (r#"{"licence_term":"P1D"}"#, &[]),
            (r#"{"licence_term":"1D"}"#, &["E term-format /licence_term"]),
        ],
    );
    products(&[
        ("", settings, &["E term-missing /licence_term"]),
        ("", "{}", &[]),
        ("", with_term, &[]),
        ("", r#"{"licence_term":"P0D","renew_settings":5}"#, &["E type-mismatch /renew_settings"]),
        ("", r#"{"renew_settings":null}"#, &["E type-mismatch /renew_settings"]),
        (r#"{"role":"self-renewing"}"#, "{}", &[]),
        (r#"{"role":"self-renewing"}"#, with_term, &[]),
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
        (r#"{"operation":"update","role":"renewal"}"#, r#"{"name":"N"}"#, &[]),
        (r#"{"operation":"update"}"#, settings, &[r#"I not-checked {"needs":["current"]}"#]),
        (r#"{"operation":"update","current":{}}"#, settings, &["E term-missing /licence_term"]),
        (
            r#"{"operation":"update","role":"renewal","current":{}}"#,
            r#"{"name":"N"}"#,
            &["E term-missing /licence_term"],
        ),
        (r#"{"operation":"update","role":"renewal","current":{"licence_term":"P1D"}}"#, r#"{"name":"N"}"#, &[]),
        (
            r#"{"operation":"update","current":{"licence_term":"P1D"}}"#,
            settings,
            &[r#"E term-below-minimum /licence_term {"kind":"ar"}"#],
        ),
        (r#"{"operation":"update","current":{"licence_term":"P1M"}}"#, settings, &[]),
    ]);
}

#[test]
fn renewals_without_a_kind_are_warned_about() {
    let none: &[&str] = &["W no-kind-enabled /renew_settings"];
    filled(
        "",
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102]#}}"#,
        &[
            ("", none),
            (r#","renew_ar":{}"#, none),
            (r#","renew_ar":{"enable":false},"renew_pmr":false,"renew_email":false"#, none),
            (r#","renew_ar":{"enable":true}"#, &[]),
            (r#","renew_email":true"#, &[]),
            (r#","renew_ar":{"enable":null}"#, &["E type-mismatch /renew_settings/renew_ar/enable"]),
            (r#","renew_ar":5"#, &["E type-mismatch /renew_settings/renew_ar"]),
            (r#","renew_pmr":"yes""#, &["E type-mismatch /renew_settings/renew_pmr"]),
            (r#","renew_email":1"#, &["E type-mismatch /renew_settings/renew_email"]),
        ],
    );
    plain_products(&[
        (
            r#"{"licence_term":"P1M","renew_settings":{}}"#,
            &["W no-kind-enabled /renew_settings", "E chain-missing /renew_settings/product_id_for_renew"],
        ),
        (
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":["x"]}}"#,
            &["W no-kind-enabled /renew_settings", "E type-mismatch /renew_settings/product_id_for_renew/0"],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn required_belongs_to_auto_renewal_of_another_product() {
    const REQUIRED: &str = "/renew_settings/renew_ar/required";
    let in_single = format!("E ar-required-in-single {REQUIRED}");
    let in_single = [in_single.as_str()];
    let mismatch = format!("E type-mismatch {REQUIRED}");
    let without = format!("W ar-required-without-ar {REQUIRED}");
    filled(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":#,"renew_email":true}}"#,
        &[
            (r#"{"enable":true}"#, &[]),
            (r#"{"enable":true,"required":true}"#, &in_single),
            (r#"{"enable":true,"required":false}"#, &in_single),
            (r#"{"enable":false,"required":true}"#, &in_single),
            (r#"{"required":true}"#, &in_single),
            (r#"{"enable":true,"required":null}"#, &[&mismatch, in_single[0]]),
        ],
    );
    filled(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":#,"renew_email":true}}"#,
        &[
            (r#"{"enable":true,"required":true}"#, &[]),
            (r#"{"enable":true,"required":false}"#, &[]),
            (r#"{"enable":false,"required":true}"#, &[&without]),
            (r#"{"required":true}"#, &[&without]),
            (r#"{"required":false}"#, &[]),
            (r#"{"required":1}"#, &[&mismatch]),
            (r#"{"enable":"x","required":true}"#, &["E type-mismatch /renew_settings/renew_ar/enable"]),
        ],
    );
    plain_products(&[
        (
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_ar":{"required":true}}}"#,
            &["W no-kind-enabled /renew_settings", &without],
        ),
        (
            r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"required":true},"renew_email":true}}"#,
            &["E chain-too-short /renew_settings/product_id_for_renew", &without],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn email_does_not_apply_to_a_chain() {
    let in_chain = "E email-in-chain /renew_settings/renew_email";
    filled(
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":#,"renew_ar":{"enable":true},"renew_email":true}}"#,
        &[
            ("[102,103,103]", &[in_chain]),
            ("[102,103,104,104]", &[in_chain]),
            ("[102,102]", &[]),
            ("[101,101]", &[]),
            ("[102,103,104]", &["E chain-last-not-repeated /renew_settings/product_id_for_renew"]),
            ("[102,103,\"103\"]", &["E type-mismatch /renew_settings/product_id_for_renew/2"]),
        ],
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn not_checked_is_reported_once() {
    let needs = r#"I not-checked {"needs":["limits.pmrOnlineMinDays","limits.pmrOfflineMinDays"]}"#;
    let with = |pmr: &str, amounts: &[&str]| {
        priced(amounts).replace(r#""required":true}"#, &format!(r#""required":true}},"renew_pmr":{pmr}"#))
    };
    products(&[
        ("", &with("true", &["9.90"]), &[needs]),
        (
            r#"{"operation":"create"}"#,
            &with("true", &["9.90"]).replace(r#""id":101"#, r#""family_name":"F","name":"N""#),
            &[needs],
        ),
        ("", &with("false", &["9.90"]), &[]),
        ("", &with("1", &["9.90"]), &["E type-mismatch /renew_settings/renew_pmr"]),
        ("", &with("true", &["0.00"]), &["W trial-kind-ignored /renew_settings/renew_pmr"]),
        (r#"{"limits":{"pmrOnlineMinDays":0,"pmrOfflineMinDays":0}}"#, &with("true", &["9.90"]), &[]),
    ]);
    let report = check(with("true", &["9.90"]).as_str(), &Options::default());
    assert!(report.valid);
    assert_eq!(report.diagnostics[0].path, "");
}
