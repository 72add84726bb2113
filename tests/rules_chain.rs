//! Tests the rules of a chain and the configuration that follows from it.

use renewal_rules::check;
use renewal_rules_oracle::cases::{filled, options, places, plain_products, products, report, verdict};

use super::rules_terms::{AR_TERM, EMAIL_TERM, PMR_TERM};
use super::rules_trial::priced;

/// A valid product with renewals; the chain is filled in.
const CHAIN: &str =
    r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":#,"renew_ar":{"enable":true}}}"#;

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn well_formed_chains_repeat_only_the_last_id() {
    filled(
        "",
        CHAIN,
        &[
            ("[102,102]", &[]),
            ("[101,101]", &[]),
            ("[102.0,102]", &[]),
            ("[102,103,103]", &[]),
            ("[102,103,104,105,105]", &[]),
            ("[]", &["E chain-empty /renew_settings/product_id_for_renew"]),
            ("[102]", &["E chain-too-short /renew_settings/product_id_for_renew"]),
            ("[101]", &["E chain-too-short /renew_settings/product_id_for_renew"]),
            ("[102,103]", &["E chain-last-not-repeated /renew_settings/product_id_for_renew"]),
            ("[102,103,104]", &["E chain-last-not-repeated /renew_settings/product_id_for_renew"]),
            ("[102,102,102]", &["E chain-repeated-id /renew_settings/product_id_for_renew/1"]),
            (
                "[102,102,102,102]",
                &[
                    "E chain-repeated-id /renew_settings/product_id_for_renew/1",
                    "E chain-repeated-id /renew_settings/product_id_for_renew/2",
                ],
            ),
            ("[102,102,103,103]", &["E chain-repeated-id /renew_settings/product_id_for_renew/1"]),
            ("[102,103,102,102]", &["E chain-repeated-id /renew_settings/product_id_for_renew/2"]),
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
            ("[101,102,102]", &["E chain-self-mixed /renew_settings/product_id_for_renew/0"]),
            ("[102,101,101]", &["E chain-self-mixed /renew_settings/product_id_for_renew/1"]),
            ("[102,101,103,103]", &["E chain-self-mixed /renew_settings/product_id_for_renew/1"]),
            (
                "[102,101]",
                &[
                    "E chain-last-not-repeated /renew_settings/product_id_for_renew",
                    "E chain-self-mixed /renew_settings/product_id_for_renew/1",
                ],
            ),
            ("[101,101,101]", &["E chain-repeated-id /renew_settings/product_id_for_renew/1"]),
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
            // The rules of a chain are skipped if an element is malformed.
            ("[102,0]", &["E id-range /renew_settings/product_id_for_renew/1"]),
            ("[102,102,102,\"x\"]", &["E type-mismatch /renew_settings/product_id_for_renew/3"]),
            ("[null]", &["E type-mismatch /renew_settings/product_id_for_renew/0"]),
            ("102", &["E type-mismatch /renew_settings/product_id_for_renew"]),
        ],
    );
    plain_products(&[(
        r#"{"licence_term":"P1M","renew_settings":{"renew_ar":{"enable":true}}}"#,
        &["E chain-missing /renew_settings/product_id_for_renew"],
    )]);
}

/// Expected configuration, options, product. The own id is unknown on create; on update it is `productId`, else the id
/// of `current`.
const CONFIGURATIONS: &str = r#"
single {} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
single {} {"id":101.0,"renew_settings":{"product_id_for_renew":[101,1.01e2]}}
pair {} {"id":101,"renew_settings":{"product_id_for_renew":[102,102]}}
pair {} {"renew_settings":{"product_id_for_renew":[101,101]}}
chain {} {"id":101,"renew_settings":{"product_id_for_renew":[102,103,103]}}
null {} {"id":101,"renew_settings":{"product_id_for_renew":[102,103]}}
null {} {"id":101,"renew_settings":{"product_id_for_renew":[102]}}
null {} {"id":101,"renew_settings":{"product_id_for_renew":[]}}
null {} {"id":101,"renew_settings":{"product_id_for_renew":[102,102,102]}}
null {} {"id":101,"renew_settings":{"product_id_for_renew":[101,102,102]}}
null {} {"id":101,"renew_settings":{"product_id_for_renew":[101,"101"]}}
null {} {"id":101,"renew_settings":{}}
null {} {"id":101}
pair {"operation":"create"} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
pair {"operation":"create","productId":101} {"renew_settings":{"product_id_for_renew":[101,101]}}
single {"productId":102} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
pair {"operation":"update","productId":102} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
single {"operation":"update","productId":101} {"renew_settings":{"product_id_for_renew":[101,101]}}
single {"operation":"update","current":{"id":101}} {"renew_settings":{"product_id_for_renew":[101,101]}}
single {"operation":"update","current":{"id":101},"productId":102} {"renew_settings":{"product_id_for_renew":[102,102]}}
pair {"operation":"update","current":{"id":102}} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
single {"operation":"update","current":{}} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
single {"operation":"update"} {"id":101,"renew_settings":{"product_id_for_renew":[101,101]}}
pair {"operation":"update"} {"renew_settings":{"product_id_for_renew":[101,101]}}
chain {"operation":"update","current":{"renew_settings":{"product_id_for_renew":[102,103,103]}}} {"name":"N"}
null {"operation":"update","current":{"id":101,"renew_settings":{"product_id_for_renew":[102,102]}}} {"renew_settings":{}}
"#;

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn the_configuration_follows_from_the_chain_and_the_own_id() {
    let failures: Vec<String> = CONFIGURATIONS
        .trim()
        .lines()
        .filter_map(|line| {
            let [expected, stated, input] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let found = &report(stated, input)["configuration"];
            (found.as_str().unwrap_or("null") != expected).then(|| format!("{line}: {found}"))
        })
        .collect();
    verdict(&failures);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn own_id_beside_others_depends_on_operation() {
    let update = r#"{"renew_settings":{"product_id_for_renew":[101,102,102],"renew_ar":{"enable":true}},"licence_term":"P1M","variants":[]}"#;
    let mixed = "E chain-self-mixed /renew_settings/product_id_for_renew/0";
    let unknown = r#"I not-checked {"needs":["current"]}"#;
    products(&[
        (r#"{"operation":"update","productId":101}"#, update, &[unknown, mixed]),
        (
            r#"{"operation":"update","productId":102}"#,
            update,
            &[unknown, "E chain-self-mixed /renew_settings/product_id_for_renew/1"],
        ),
        (r#"{"operation":"update","current":{"id":101}}"#, update, &[mixed]),
        (r#"{"operation":"update"}"#, update, &[unknown]),
    ]);
}

#[test]
fn related_lists_fields_read() {
    const AR: &str = "/renew_settings/renew_ar/enable";
    const CHAIN_PATH: &str = "/renew_settings/product_id_for_renew";
    const PRICE: &str = "/variants/0/price/common/price";
    let trial = priced(&["0.00"]).replace(r#"{"enable":true,"required":true}"#, r#"{"enable":false,"required":false}"#);
    let rows: Vec<(&str, String, &str, &[&str])> = vec![
        ("", AR_TERM.replace('#', "P5D"), "term-below-minimum", &[AR]),
        ("", EMAIL_TERM.replace('#', "P3D"), "term-below-minimum", &["/renew_settings/renew_email"]),
        ("", EMAIL_TERM.replace('#', "P4D"), "term-below-minimum", &["/renew_settings/renew_email"]),
        (
            r#"{"limits":{"pmrOnlineMinDays":9,"pmrOfflineMinDays":9}}"#,
            PMR_TERM.replace('#', "P3D"),
            "term-below-minimum",
            &["/renew_settings/renew_pmr"],
        ),
        ("", AR_TERM.replace('#', "P0D"), "term-zero", &["/renew_settings"]),
        ("", CHAIN.replace('#', "[101,102,102]"), "chain-self-mixed", &["/id"]),
        (
            "",
            CHAIN.replace('#', "[101,101]").replace("true", r#"true,"required":true"#),
            "ar-required-in-single",
            &[CHAIN_PATH, "/id"],
        ),
        (
            "",
            CHAIN.replace('#', "[102,103,103]").replace("}}}", r#"},"renew_email":true}}"#),
            "email-in-chain",
            &[CHAIN_PATH],
        ),
        (
            "",
            CHAIN.replace('#', "[102,102]").replace(r#""enable":true"#, r#""enable":false,"required":true"#),
            "ar-required-without-ar",
            &[AR],
        ),
        ("", trial.clone(), "trial-ar-not-enabled", &[PRICE]),
        ("", trial.clone(), "trial-ar-not-required", &[PRICE]),
        ("", trial.replace("[102,102]", "[101,101]"), "trial-in-single", &["/id", PRICE]),
        ("", trial.replace("P7D", "P3D"), "term-below-minimum", &[PRICE]),
        ("", trial.replace(r#"},"variants""#, r#","renew_pmr":true},"variants""#), "trial-kind-ignored", &[PRICE]),
    ];
    let mut failures = Vec::new();
    for (stated, input, code, expected) in rows {
        let found = check(input.as_str(), &options(stated));
        match found.diagnostics.iter().find(|d| d.code.as_str() == code) {
            None => failures.push(format!("{input}: {:?}", places(&found.diagnostics))),
            Some(d) => {
                for pointer in expected {
                    // A related field that is a whole array stands for its elements.
                    let is_named = d.related.iter().any(|related| {
                        pointer.strip_prefix(&**related).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                    });
                    if !is_named {
                        failures.push(format!("{input}\n    {code}: {pointer} is not in {:?}", d.related));
                    }
                }
            }
        }
    }
    verdict(&failures);

    // A product has no own id on create.
    let related = |input: &str, stated: &str| -> Vec<String> {
        let found = check(input, &options(stated)).diagnostics.into_iter();
        found.flat_map(|d| d.related).map(String::from).collect()
    };
    for input in [
        trial.replace("P7D", "P3D").replace("[102,102]", "[101,101]"),
        trial.replace(r#"},"variants""#, r#","renew_pmr":true},"variants""#),
    ] {
        let inferred = related(&input, "");
        let created = related(&input, r#"{"operation":"create"}"#);
        let has = |related: &[String], of: &str| related.iter().any(|pointer| pointer == of);
        assert!(has(&inferred, "/variants") && has(&inferred, "/id"));
        assert!(has(&created, "/variants") && !has(&created, "/id"));
    }
    let update = r#"{"operation":"update","productId":101}"#;
    let chain = r#"{"renew_settings":{"product_id_for_renew":[101,102,102]}}"#;
    assert!(!related(chain, update).iter().any(|pointer| pointer == "/id"));
}
