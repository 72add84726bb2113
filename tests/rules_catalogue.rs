//! Tests the rules of a catalogue: diagnostics across products.
use renewal_rules::{Diagnostic, Options, check_catalogue};
use renewal_rules_oracle::cases::{catalogues, plain_catalogues};

/// Builds an initiator with this id, chain and switches.
pub(super) fn initiator(id: u32, chain: &str, switches: &str) -> String {
    format!(r#"{{"id":{id},"licence_term":"P1M","renew_settings":{{"product_id_for_renew":{chain},{switches}}}}}"#)
}

/// Builds a product with this id and term.
pub(super) fn renewal(id: u32, term: &str) -> String {
    format!(r#"{{"id":{id},"licence_term":"{term}"}}"#)
}

pub(super) fn catalogue(products: &[&str]) -> String {
    format!("[{}]", products.join(","))
}

pub(super) const AR: &str = r#""renew_ar":{"enable":true}"#;
pub(super) const PMR: &str = r#""renew_pmr":true"#;
pub(super) const EMAIL: &str = r#""renew_email":true"#;

#[test]
fn each_product_is_checked_as_a_record() {
    plain_catalogues(&[(
        r#"[{"id":101},{"name":"","variants":[{"sku":"S"}]},{"licence_term":"x","renew_settings":{}}]"#,
        &[
            "W empty-text /1/name",
            "E missing-field /1/variants/0/vendor_code",
            "E missing-field /1/variants/0/price",
            "E term-format /2/licence_term",
            "W no-kind-enabled /2/renew_settings",
            "E chain-missing /2/renew_settings/product_id_for_renew",
        ],
    )]);
    catalogues(&[(
        r#"{"payment":"offline","limits":{"arMinDays":40}}"#,
        r#"[{"licence_term":"P10D","id":101,"renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_email":true}}]"#,
        &[
            r#"E term-below-minimum /0/licence_term {"kind":"ar","minimumDays":40,"initiator":null}"#,
            r#"E term-below-minimum /0/licence_term {"kind":"email","minimumDays":11,"payment":"offline"}"#,
        ],
    )]);
    let report = check_catalogue("[{},5]", &Options::default());
    let value = serde_json::to_value(report).unwrap();
    let members: Vec<&String> = value.as_object().unwrap().keys().collect();
    assert_eq!(members, ["diagnostics", "valid"]);
    assert_eq!(value["valid"], false);
}

#[test]
fn an_id_belongs_to_one_product() {
    plain_catalogues(&[
        (
            r#"[{"id":101},{"id":102},{"id":101.0},{"id":101},{},{}]"#,
            &["E duplicate-product-id /2/id", "E duplicate-product-id /3/id"],
        ),
        (
            r#"[{"id":"101"},{"id":101},{"id":0},{"id":0}]"#,
            &["E type-mismatch /0/id", "E id-range /2/id", "E id-range /3/id"],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_chain_lists_products_of_the_catalogue() {
    let chain = |ids: &str| initiator(101, ids, AR);
    let unknown = |n: usize| format!("E chain-unknown-product /0/renew_settings/product_id_for_renew/{n}");
    plain_catalogues(&[
        (&catalogue(&[&chain("[102,102]")]), &[&unknown(0)]),
        (&catalogue(&[&chain("[102,102]"), &renewal(102, "P1M")]), &[]),
        (&catalogue(&[&chain("[102,103,104,104]"), &renewal(103, "P1M")]), &[&unknown(0), &unknown(2)]),
        (&catalogue(&[&chain("[101,101]")]), &[]),
        (&catalogue(&[&chain("[102,103]")]), &["E chain-last-not-repeated /0/renew_settings/product_id_for_renew"]),
        (&catalogue(&[&chain("[102,102]"), r#"{"id":"102"}"#]), &[&unknown(0), "E type-mismatch /1/id"]),
    ]);
    // Products earlier in the catalogue are known, too.
    plain_catalogues(&[
        (&catalogue(&[&renewal(102, "P1M"), &chain("[102,102]")]), &[]),
        (
            &catalogue(&[&renewal(102, "P1M"), &chain("[102,103,103]"), &chain("[103,103]").replace("101", "100")]),
            &[
                "E chain-unknown-product /1/renew_settings/product_id_for_renew/1",
                "E chain-unknown-product /2/renew_settings/product_id_for_renew/0",
            ],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_renewal_meets_the_term_rules_of_its_initiator() {
    let ar = initiator(101, "[102,102]", AR);
    let both = initiator(101, "[102,102]", &[AR, EMAIL].join(","));
    let below = r#"E term-below-minimum /1/licence_term {"kind":"ar","minimumDays":6,"shortestDays":5,"initiator":101,"payment":null}"#;
    plain_catalogues(&[
        (&catalogue(&[&ar, &renewal(102, "P5D")]), &[below]),
        (&catalogue(&[&ar, &renewal(102, "P6D")]), &[]),
        (&catalogue(&[&ar, &renewal(102, "P0D")]), &[r#"E term-zero /1/licence_term {"initiator":101}"#]),
        (&catalogue(&[&ar, r#"{"id":102}"#]), &[r#"E term-missing /1/licence_term {"initiator":101}"#]),
        (&catalogue(&[&ar, r#"{"id":102,"licence_term":5}"#]), &["E type-mismatch /1/licence_term"]),
        (&catalogue(&[&ar, r#"{"id":102,"licence_term":"x"}"#]), &["E term-format /1/licence_term"]),
        (
            &catalogue(&[&both, &renewal(102, "P3D")]),
            &[
                r#"E term-below-minimum /1/licence_term {"kind":"ar","initiator":101}"#,
                r#"E term-below-minimum /1/licence_term {"kind":"email","minimumDays":4,"payment":"online","initiator":101}"#,
            ],
        ),
        (
            &catalogue(&[&both, &renewal(102, "P10D")]),
            &[
                r#"W term-below-minimum /1/licence_term {"kind":"email","minimumDays":11,"payment":"offline","initiator":101}"#,
            ],
        ),
        // Email never applies to a chain of several renewals.
        (
            &catalogue(&[
                &initiator(101, "[102,103,103]", &[AR, EMAIL].join(",")),
                &renewal(102, "P5D"),
                &renewal(103, "P10D"),
            ]),
            &["E email-in-chain /0/renew_settings/renew_email", below],
        ),
        // A product that renews itself is nobody else's renewal.
        (
            &catalogue(&[&initiator(101, "[101,101]", AR).replace("P1M", "P5D")]),
            &[r#"E term-below-minimum /0/licence_term {"kind":"ar","initiator":null}"#],
        ),
        // A malformed chain causes no diagnostic about other products.
        (
            &catalogue(&[&initiator(101, "[102]", AR), &renewal(102, "P5D")]),
            &["E chain-too-short /0/renew_settings/product_id_for_renew"],
        ),
    ]);
    catalogues(&[
        (r#"{"payment":"online"}"#, &catalogue(&[&both, &renewal(102, "P10D")]), &[]),
        (
            r#"{"limits":{"pmrOnlineMinDays":9,"pmrOfflineMinDays":9}}"#,
            &catalogue(&[&initiator(101, "[102,102]", PMR), &renewal(102, "P8D")]),
            &[
                r#"E term-below-minimum /1/licence_term {"kind":"pmr","minimumDays":9,"payment":"online","initiator":101}"#,
            ],
        ),
    ]);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn first_initiator_is_named_once_per_code_renewal_and_kind() {
    let at = |id: u32, switches: &str| initiator(id, "[102,102]", switches);
    let nameless =
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#;
    let ar = |initiator: u32, index: usize| {
        format!(r#"E term-below-minimum /{index}/licence_term {{"kind":"ar","initiator":{initiator}}}"#)
    };
    let email = |initiator: u32, index: usize| {
        format!(r#"E term-below-minimum /{index}/licence_term {{"kind":"email","initiator":{initiator}}}"#)
    };
    plain_catalogues(&[
        (&catalogue(&[&renewal(102, "P3D"), &at(107, AR), &at(106, AR)]), &[&ar(107, 0)]),
        (&catalogue(&[&at(107, AR), &renewal(102, "P3D"), &at(106, AR)]), &[&ar(107, 1)]),
        (
            &catalogue(&[&at(107, AR), &at(106, &[AR, EMAIL].join(",")), &renewal(102, "P3D")]),
            &[&ar(107, 2), &email(106, 2)],
        ),
        (
            &catalogue(&["{}", nameless, &at(101, AR), &renewal(102, "P3D")]),
            &[r#"E term-below-minimum /3/licence_term {"kind":"ar","initiator":null,"initiatorIndex":1}"#],
        ),
        (
            &catalogue(&[&at(107, AR), &at(106, AR), r#"{"id":102}"#]),
            &[r#"E term-missing /2/licence_term {"initiator":107}"#],
        ),
        (
            &catalogue(&[&at(107, AR), &at(106, EMAIL), &renewal(102, "P0M")]),
            &[r#"E term-zero /2/licence_term {"initiator":107,"initiatorIndex":null}"#],
        ),
        (
            &catalogue(&[nameless, r#"{"id":102}"#]),
            &[r#"E term-missing /1/licence_term {"initiator":null,"initiatorIndex":0}"#],
        ),
        (
            &catalogue(&[
                &initiator(107, "[102,103,103]", AR),
                &initiator(106, "[103,102,102]", AR),
                &renewal(103, "P3D"),
                &renewal(102, "P3D"),
            ]),
            &[&ar(107, 2), &ar(107, 3)],
        ),
    ]);
    catalogues(&[
        // Sorted by kind, whichever initiator comes first.
        (
            r#"{"payment":"online","limits":{"pmrOnlineMinDays":9}}"#,
            &catalogue(&[&at(107, EMAIL), &at(106, PMR), &renewal(102, "P3D"), &at(105, AR)]),
            &[&ar(105, 2), r#"E term-below-minimum /2/licence_term {"kind":"pmr","initiator":106}"#, &email(107, 2)],
        ),
    ]);
}

#[test]
fn own_diagnostics_are_not_repeated() {
    let both = initiator(101, "[102,102]", &[AR, EMAIL].join(","));
    let has = "W renewal-has-settings /1/renew_settings";
    let own = |term: &str, switches: &str| initiator(102, "[102,102]", switches).replace("\"P1M\"", term);
    plain_catalogues(&[
        (&catalogue(&[&both, &own("\"P1M\"", AR)]), &[has]),
        (
            &catalogue(&[&both, &own("\"P3D\"", AR)]),
            &[
                r#"E term-below-minimum /1/licence_term {"kind":"ar","initiator":null}"#,
                r#"E term-below-minimum /1/licence_term {"kind":"email","initiator":101}"#,
                has,
            ],
        ),
        (
            &catalogue(&[&both, &own("\"P10D\"", EMAIL)]),
            &[r#"W term-below-minimum /1/licence_term {"kind":"email","initiator":null}"#, has],
        ),
        (&catalogue(&[&both, &own("\"P0D\"", AR)]), &[r#"E term-zero /1/licence_term {"initiator":null}"#, has]),
        (
            &catalogue(&[&both, &own("\"P1M\"", AR).replace(r#""licence_term":"P1M","#, "")]),
            &[r#"E term-missing /1/licence_term {"initiator":null}"#, has],
        ),
    ]);
}

#[test]
fn a_renewal_has_no_settings_of_its_own() {
    let two = initiator(101, "[102,102]", AR);
    let other = initiator(100, "[102,102]", AR);
    let own = initiator(102, "[102,102]", AR);
    plain_catalogues(&[
        (&catalogue(&[&two, &other, &own]), &["W renewal-has-settings /2/renew_settings"]),
        (&catalogue(&[&own, &two]), &["W renewal-has-settings /0/renew_settings"]),
        (&catalogue(&[&own]), &[]),
        (
            &catalogue(&[&two, &initiator(102, "[103,103]", AR), &renewal(103, "P1M")]),
            &["W renewal-has-settings /1/renew_settings"],
        ),
    ]);
}

#[test]
fn fields_of_other_products_are_related() {
    const CHAIN: &str = "/1/renew_settings/product_id_for_renew";
    let related = |text: &str, of: &str| -> Vec<String> {
        let report = check_catalogue(text, &Options::default());
        let found = report.diagnostics.into_iter();
        let mut found = found.filter(|found| found.code.as_str() == of);
        let texts = |found: Diagnostic| found.related.into_iter().map(String::from).collect();
        let first = found.next().map(texts);
        assert_eq!(found.next(), None, "{of} is reported twice: {text}");
        first.unwrap_or_else(|| panic!("{of} is not reported: {text}"))
    };
    let priced = |id: u32, price: &str, more: &str| {
        format!(
            r#"{{"id":{id},"licence_term":"P1M","variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]{more}}}"#
        )
    };
    let trial = priced(
        1,
        "0.00",
        r#","renew_settings":{"product_id_for_renew":[2,2],"renew_ar":{"enable":true,"required":true}}"#,
    );
    let beside = |renewal: &str, initiator: &str| catalogue(&[renewal, initiator]);
    assert_eq!(related(&catalogue(&[r#"{"id":1}"#, "{}", r#"{"id":1}"#]), "duplicate-product-id"), ["/0/id"]);
    assert_eq!(related(&catalogue(&[&initiator(1, "[2,2]", AR)]), "chain-unknown-product"), ["/0/id"]);
    for (renewal, code, own, of_initiator) in [
        (
            r#"{"id":2}"#,
            "term-missing",
            &["/0/id"][..],
            &[
                "/1/id",
                "/1/renew_settings",
                CHAIN,
                "/1/renew_settings/renew_ar",
                "/1/renew_settings/renew_pmr",
                "/1/renew_settings/renew_email",
            ][..],
        ),
        (r#"{"id":2,"licence_term":"P0D"}"#, "term-zero", &["/0/id"], &["/1/id", "/1/renew_settings", CHAIN]),
        (
            r#"{"id":2,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2,2],"renew_pmr":true}}"#,
            "renewal-has-settings",
            &["/0/id"],
            &["/1/id", CHAIN],
        ),
    ] {
        let text = beside(renewal, &initiator(1, "[2,2]", AR));
        let expected = [own, of_initiator].concat();
        assert_eq!(related(&text, code), expected, "{code}");
    }
    let fields = [
        "id",
        "renew_settings",
        "renew_settings/product_id_for_renew",
        "renew_settings/renew_ar/enable",
        "renew_settings/renew_pmr",
        "renew_settings/renew_email",
        "variants",
    ];
    let of_initiator = fields.map(|field| format!("/1/{field}"));
    for switches in [AR, EMAIL] {
        let text = beside(&renewal(2, "P2D"), &initiator(1, "[2,2]", switches));
        let expected = [&["/0/id".to_owned()], &of_initiator[..]].concat();
        assert_eq!(related(&text, "term-below-minimum"), expected);
    }
    let text = beside(&priced(2, "0.00", ""), &trial);
    assert_eq!(related(&text, "trial-renewal-free"), ["/0/id", "/1/id", CHAIN, "/1/variants"]);
    let text = beside(&renewal(2, "P1M"), &initiator(1, "[2,2]", PMR));
    assert_eq!(
        related(&text, "not-checked"),
        ["/1/licence_term", "/1/renew_settings", "/1/renew_settings/renew_pmr", "/1/variants"]
    );
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn a_trial_is_followed_by_a_paid_renewal() {
    let variants = |amount: &str| {
        format!(
            r#""variants":[{{"vendor_code":"V","sku":"S","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}]"#
        )
    };
    let with = |product: String, amount: &str| format!("{},{}}}", product.strip_suffix('}').unwrap(), variants(amount));
    let required = r#""renew_ar":{"enable":true,"required":true},"renew_email":false"#;
    let trial = with(initiator(101, "[102,102]", required), "0.00");
    let paid = with(initiator(101, "[102,102]", required), "1.00");
    let free = "W trial-renewal-free /1/variants";
    plain_catalogues(&[
        (&catalogue(&[&trial, &with(renewal(102, "P1M"), "0.00")]), &[free]),
        (&catalogue(&[&trial, &with(renewal(102, "P1M"), "0")]), &[free]),
        (&catalogue(&[&trial, &with(renewal(102, "P1M"), "9.90")]), &[]),
        (&catalogue(&[&paid, &with(renewal(102, "P1M"), "0.00")]), &[]),
        (&catalogue(&[&trial, &with(renewal(102, "P1M"), "x")]), &["E price-format /1/variants/0/price/common/price"]),
        (&catalogue(&[&trial, &with(renewal(102, "P1M"), "0.00"), &trial.replace("101", "100")]), &[free]),
        (
            &catalogue(&[
                &trial.replace("[102,102]", "[102,103,103]"),
                &with(renewal(102, "P1M"), "0.00"),
                &with(renewal(103, "P1M"), "1"),
            ]),
            &[free],
        ),
        // Only AR applies to a trial.
        (
            &catalogue(&[&trial.replace(r#""renew_email":false"#, EMAIL), &with(renewal(102, "P5D"), "1")]),
            &[
                "W trial-kind-ignored /0/renew_settings/renew_email",
                r#"E term-below-minimum /1/licence_term {"kind":"ar","initiator":101}"#,
            ],
        ),
    ]);
}
