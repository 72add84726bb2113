//! The messages of catalogues, word for word.

use super::messages::compare;
use renewal_rules::check_catalogue;
use renewal_rules_oracle::cases::{Row, catalogue_options};

/// Options, a catalogue, and all its messages in order.
pub(super) const CATALOGUES: &[Row<'_>] = &[
    (
        "",
        "{}",
        &["The catalogue must be a list, but here it is an object."],
    ),
    (
        "",
        "null",
        &["The catalogue must be a list, but here it is null."],
    ),
    (
        "",
        "[5,null,[]]",
        &[
            "The product must be an object, but here it is a number.",
            "The product must be an object, but here it is null.",
            "The product must be an object, but here it is a list. A list of products is a catalogue.",
        ],
    ),
    (
        "",
        r#"[{"id":101},{"id":101}]"#,
        &["An earlier product of the catalogue has the id 101 too. Give each product its own id."],
    ),
    (
        "",
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}]"#,
        &[
            "The chain lists product 102, which is not in the catalogue. Correct the id, or add the product.",
        ],
    ),
    (
        "",
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},{"id":102}]"#,
        &[
            "`licence_term` is missing, but the product is used for the renewal of product 101. Add the term after which the product is renewed, such as P1M for one month or P30D for thirty days.",
        ],
    ),
    (
        "",
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P0M"}]"#,
        &[
            "`licence_term` is zero, which means unlimited: such a product never comes up for renewal, and it is used for the renewal of product 101. Give it a term greater than zero, such as P1M.",
        ],
    ),
    (
        "",
        r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},{"id":102,"licence_term":"P5D"}]"#,
        &[
            "The term can be as short as 5 days, but AR renewal needs at least 6 days; the product is used for the renewal of product 101. With a shorter term the renewal is not made. Lengthen `licence_term` or turn AR off in product 101.",
        ],
    ),
    (
        r#"{"payment":"offline"}"#,
        r#"[{},{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}},{"id":102,"licence_term":"P10D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}]"#,
        &[
            "The term can be as short as 10 days, but Email renewal with offline payment methods needs at least 11 days; the product is used for the renewal of the product at index 1. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off in the product at index 1.",
            "This product is used for renewal, and renewal products have no `renew_settings` of their own. Remove them, unless the product is also meant to start renewals itself.",
        ],
    ),
    (
        "",
        r#"[{"id":101,"licence_term":"P7D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P3D","variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0"}}}]}]"#,
        &[
            "The term can be as short as 3 days, but AR renewal needs at least 6 days; the product is used for the renewal of product 101. With a shorter term the renewal is not made. Lengthen `licence_term`.",
            "This product renews the free trial product 101, but all its own prices are zero too. Give it a price.",
        ],
    ),
    (
        "",
        r#"[{"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]},{"id":102,"licence_term":"P1M","variants":[{"vendor_code":"V","sku":"T","price":{"common":{"currency":"USD","price":"0.00"}}}]}]"#,
        &[
            "This product renews the free trial at index 0, but all its own prices are zero too. Give it a price.",
        ],
    ),
    (
        "",
        r#"[{"renew_settings":1,"variants":[{}]}]"#,
        &[
            "`renew_settings` must be an object, but here it is a number.",
            "`variants[0].vendor_code` is missing. Add it.",
            "`variants[0].sku` is missing. Add it.",
            "`variants[0].price` is missing. Add it.",
        ],
    ),
];

#[test]
fn a_catalogue() {
    compare(CATALOGUES, |stated, input| {
        check_catalogue(input, &catalogue_options(stated)).diagnostics
    });
}
