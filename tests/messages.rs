//! The messages, word for word: what is wrong and what to do, with the values at hand.
use renewal_rules::{Diagnostic, check};
use renewal_rules_oracle::cases::{Row, options, verdict};

/// Options, a product, and all its messages in order.
pub(super) const PRODUCTS: &[Row<'_>] = &[
    (
        "",
        "null",
        &["The product must be an object, but here it is null."],
    ),
    (
        "",
        "[]",
        &[
            "The product must be an object, but here it is a list. A list of products is a catalogue.",
        ],
    ),
    (
        "",
        " 5",
        &["The product must be an object, but here it is a number."],
    ),
    (
        "",
        r#"{"licenc_term":"P1M","renew_settings":{"a`b":1,"`":2},"localization_values":{"e`":{}}}"#,
        &[
            "`licence_term` is missing. Add the term after which the product is renewed, such as P1M for one month or P30D for thirty days.",
            "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
            "`renew_settings` does not say which products are used for renewal. Add `product_id_for_renew`: the ids of the renewal products in the order of use, the last one twice.",
            "There is no field `a'b` in `renew_settings`. Remove it or correct its name.",
            "There is no field `'` in `renew_settings`. Remove it or correct its name.",
            "The locale `e'` is not of the form xx_XX. Write two small letters, an underscore and two capital letters, such as en_US.",
            "There is no field `licenc_term`. Did you mean `licence_term`?",
        ],
    ),
    (
        "",
        "",
        &["This is not JSON: it is empty, at line 1, column 1. Nothing in it was checked."],
    ),
    (
        "",
        r#"{"a":1,}"#,
        &[
            "This is not JSON: there is a comma too many, at line 1, column 8. Nothing in it was checked.",
        ],
    ),
    (
        "",
        r#"{"id":"x","family_name":1,"name":null,"license_type":[],"licence_term":{},"renew_settings":true,"localization_values":1,"variants":"x"}"#,
        &[
            "`id` must be a whole number, but here it is text.",
            "`family_name` must be text, but here it is a number.",
            "`name` must be text, but here it is null. Leave it out if it has no value.",
            "`license_type` must be text, but here it is a list.",
            "`licence_term` must be text, but here it is an object.",
            "`renew_settings` must be an object, but here it is true or false.",
            "`localization_values` must be an object, but here it is a number.",
            "`variants` must be a list, but here it is text.",
        ],
    ),
    (
        "",
        r#"{"id":0,"renew_settings":{"product_id_for_renew":[1.5,null,102],"renew_ar":[],"renew_pmr":"yes","renew_email":1},"licence_term":"P1M"}"#,
        &[
            "`id` is not a valid product id. An id is a whole number from 1 to 9007199254740991; take the one that the service gave the product.",
            "`product_id_for_renew[0]` is not a valid product id. An id is a whole number from 1 to 9007199254740991; take the one that the service gave the product.",
            "`product_id_for_renew[1]` must be a whole number, but here it is null. Leave it out if it has no value.",
            "`renew_ar` must be an object, but here it is a list.",
            "`renew_pmr` must be true or false, but here it is text.",
            "`renew_email` must be true or false, but here it is a number.",
        ],
    ),
    (
        "",
        r#"{"renew_settings":{"product_id_for_renew":"x","renew_ar":{"enable":null,"required":1}},"licence_term":"P1M","localization_values":{"en_US":5,"de_DE":{"comment_for_product_for_AR":1,"comment_for_product_for_MR":[]}}}"#,
        &[
            "`product_id_for_renew` must be a list, but here it is text.",
            "`renew_ar.enable` must be true or false, but here it is null. Leave it out if it has no value.",
            "`renew_ar.required` must be true or false, but here it is a number.",
            "`localization_values.en_US` must be an object, but here it is a number.",
            "`localization_values.de_DE.comment_for_product_for_AR` must be text, but here it is a number.",
            "`localization_values.de_DE.comment_for_product_for_MR` must be text, but here it is a list.",
        ],
    ),
    (
        "",
        r#"{"variants":[5,{"vendor_code":1,"sku":true,"sku_ar":[],"price":5},{"vendor_code":"V","sku":"S","price":{"common":null}},{"vendor_code":"V","sku":"S","price":{"common":{"currency":5,"price":9.9}}}]}"#,
        &[
            "`variants[0]` must be an object, but here it is a number.",
            "`variants[1].vendor_code` must be text, but here it is a number.",
            "`variants[1].sku` must be text, but here it is true or false.",
            "`variants[1].sku_ar` must be text, but here it is a list.",
            "`variants[1].price` must be an object, but here it is a number.",
            "`variants[2].price.common` must be an object, but here it is null. Give it its value.",
            "`variants[3].price.common.currency` must be text, but here it is a number.",
            "`variants[3].price.common.price` must be text, but here it is a number.",
        ],
    ),
    (
        "",
        r#"{"id":1,"id":2,"variants":[{"sku":"S","sku":"S","vendor_code":"V","price":{"common":{"currency":"USD","currency":"EUR","price":"1","price":"2"}}}]}"#,
        &[
            "`id` appears more than once in the same object; only the last one was checked. Keep one of them.",
            "`sku` appears more than once in the same object; only the last one was checked. Keep one of them.",
            "`currency` appears more than once in the same object; only the last one was checked. Keep one of them.",
            "`price` appears more than once in the same object; only the last one was checked. Keep one of them.",
        ],
    ),
    (
        "",
        r#"{"localization_values":{"en_US":{},"en_US":{}},"renew_settings":{"a`b":1,"a`b":2,"product_id_for_renew":[102,102],"renew_email":true},"licence_term":"P1M"}"#,
        &[
            "`a'b` appears more than once in the same object; only the last one was checked. Keep one of them.",
            "There is no field `a'b` in `renew_settings`. Remove it or correct its name.",
            "`en_US` appears more than once in the same object; only the last one was checked. Keep one of them.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true,"renew_emial":1,"other":1,"renew_ar":{"\u001b[31m\u202e":1,"0123456789012345678901234567890123456789":1,"01234567890123456789012345678901234567890":1,"ä\"~":1}}}"#,
        &[
            "There is no field `\u{fffd}[31m\u{fffd}` in `renew_ar`. Remove it or correct its name.",
            "There is no field `0123456789012345678901234567890123456789` in `renew_ar`. Remove it or correct its name.",
            "There is no field `0123456789012345678901234567890123456789…` in `renew_ar`. Remove it or correct its name.",
            "There is no field `ä\"~` in `renew_ar`. Remove it or correct its name.",
            "There is no field `renew_emial` in `renew_settings`. Remove it or correct its name.",
            "There is no field `other` in `renew_settings`. Remove it or correct its name.",
        ],
    ),
    (
        "",
        r#"{"variants":[{},{"vendor_code":"V","sku":"S","price":{}},{"vendor_code":"V","sku":"S","price":{"EUR":1}},{"vendor_code":"V","sku":"S","price":{"common":{}}}]}"#,
        &[
            "`variants[0].vendor_code` is missing. Add it.",
            "`variants[0].sku` is missing. Add it.",
            "`variants[0].price` is missing. Add it.",
            "`variants[1].price.common` is missing. Add it.",
            "`variants[2].price.common` is missing. Add it.",
            "`variants[3].price.common.currency` is missing. Add it.",
            "`variants[3].price.common.price` is missing. Add it.",
        ],
    ),
    (
        r#"{"operation":"create"}"#,
        "{}",
        &[
            "`family_name` is missing. Add it.",
            "`name` is missing. Add it.",
            "`variants` is missing. Add it.",
        ],
    ),
    (
        r#"{"trial":true}"#,
        "{}",
        &[
            "`renew_settings` is missing, so nothing is renewed. Add it with the ids of the renewal products and at least one renewal kind.",
            "`variants` is missing. Add it.",
        ],
    ),
    (
        "",
        r#"{"family_name":" ","name":"","variants":[{"vendor_code":"","sku":"","sku_ar":"","price":{"common":{"currency":"usd","price":"9,90"}}}]}"#,
        &[
            "`family_name` is empty. Fill it in.",
            "`name` is empty. Fill it in.",
            "`variants[0].vendor_code` is empty. Fill it in.",
            "`variants[0].sku` is empty. Fill it in.",
            "`variants[0].sku_ar` is empty. Fill it in, or leave it out.",
            "The currency `usd` is not a valid currency code. Write three capital letters, such as USD or EUR.",
            "The price `9,90` is not a valid amount. Write digits, with a point before the decimals, such as 9.90.",
        ],
    ),
    (
        "",
        r#"{"localization_values":{"en-us":{},"":{}}}"#,
        &[
            "The locale `en-us` is not of the form xx_XX. Write two small letters, an underscore and two capital letters, such as en_US.",
            "The name of a locale is empty. Write two small letters, an underscore and two capital letters, such as en_US.",
        ],
    ),
    (
        "",
        r#"{"licence_term":""}"#,
        &[
            "`licence_term` is empty. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"5D"}"#,
        &[
            "`licence_term` `5D` is not a valid term: it does not begin with P. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P"}"#,
        &[
            "`licence_term` `P` is not a valid term: there is no whole number after the P. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"PD"}"#,
        &[
            "`licence_term` `PD` is not a valid term: there is no whole number after the P. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P5"}"#,
        &[
            "`licence_term` `P5` is not a valid term: the unit is missing after the number. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P2W"}"#,
        &[
            "`licence_term` `P2W` is not a valid term: its unit is neither D (days) nor M (months). Write the term in days or in months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P1Y"}"#,
        &[
            "`licence_term` `P1Y` is not a valid term: its unit is neither D (days) nor M (months). Write the term in days or in months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P99999999999D"}"#,
        &[
            "`licence_term` `P99999999999D` is not a valid term: its number is too large. Write a shorter term, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P1M "}"#,
        &[
            "`licence_term` `P1M ` is not a valid term: it contains white space. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"p1m"}"#,
        &[
            "`licence_term` `p1m` is not a valid term: the letters must be capitals. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P1.0M"}"#,
        &[
            "`licence_term` `P1.0M` is not a valid term: the count is not a whole number. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"","price":""}}}]}"#,
        &[
            "The currency is empty. Write three capital letters, such as USD or EUR.",
            "The price is empty. Write digits, with a point before the decimals, such as 9.90.",
        ],
    ),
    (
        "",
        r#"{"localization_values":{"":1}}"#,
        &[
            "`localization_values.` must be an object, but here it is a number.",
            "The name of a locale is empty. Write two small letters, an underscore and two capital letters, such as en_US.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"":1,"renew_ar":{"enable":true,"":1,"":2},"":2}}"#,
        &[
            "An empty name appears more than once in the same object. Keep one of them, or correct the names.",
            "There is no field with an empty name in `renew_ar`. Remove it or correct its name.",
            "An empty name appears more than once in the same object. Keep one of them, or correct the names.",
            "There is no field with an empty name in `renew_settings`. Remove it or correct its name.",
        ],
    ),
    (
        "",
        r#"{"licence_term":"P-1D"}"#,
        &[
            "`licence_term` `P-1D` is not a valid term: there is no whole number after the P. Write P, a whole number, then D for days or M for months, such as P14D or P1M.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{}}"#,
        &[
            "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
            "`renew_settings` does not say which products are used for renewal. Add `product_id_for_renew`: the ids of the renewal products in the order of use, the last one twice.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[],"renew_ar":{"enable":true}}}"#,
        &[
            "`product_id_for_renew` is empty, so nothing is ever renewed. List the ids of the renewal products in the order of use, the last one twice.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"#,
        &[
            "`product_id_for_renew` has one id only. Write it twice: [102,102], because the last product renews itself.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103],"renew_ar":{"enable":true}}}"#,
        &[
            "The last id of `product_id_for_renew`, 103, is not repeated. Add 103 again at the end, because the last product renews itself.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102,102],"renew_ar":{"enable":true}}}"#,
        &[
            "The id 102 is already in the chain, earlier. Only the last id is written twice: remove this one or use another product.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,101],"renew_ar":{"enable":true}}}"#,
        &[
            "The last id of `product_id_for_renew`, 101, is not repeated. Add 101 again at the end, because the last product renews itself.",
            "The product's own id, 101, is in the chain together with other products. Write [101,101] if the product renews itself, or else list only the other products.",
        ],
    ),
    (
        "",
        r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        &[
            "`licence_term` is missing. Add the term after which the product is renewed, such as P1M for one month or P30D for thirty days.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P0D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        &[
            "`licence_term` is zero, which means unlimited: such a product never comes up for renewal. Give it a term greater than zero, such as P1M.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P5D","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        &[
            "The term can be as short as 5 days, but AR renewal needs at least 6 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn AR off.",
        ],
    ),
    (
        r#"{"limits":{"arMinDays":29,"pmrOnlineMinDays":30,"pmrOfflineMinDays":30}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true}}"#,
        &[
            "The term can be as short as 28 days, but AR renewal needs at least 29 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn AR off.",
            "The term can be as short as 28 days, but PMR renewal with online payment methods needs at least 30 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn PMR off.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        &[
            "The term can be as short as 3 days, but Email renewal with online payment methods needs at least 4 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off.",
        ],
    ),
    (
        r#"{"payment":"offline"}"#,
        r#"{"id":101,"licence_term":"P4D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        &[
            "The term can be as short as 4 days, but Email renewal with offline payment methods needs at least 11 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off.",
        ],
    ),
    (
        r#"{"payment":"online"}"#,
        r#"{"id":101,"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        &[
            "The term can be as short as 3 days, but Email renewal with online payment methods needs at least 4 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P4D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        &[
            "The term can be as short as 4 days, but Email renewal with offline payment methods needs at least 11 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off.",
        ],
    ),
    (
        r#"{"limits":{"emailOnlineMinDays":20}}"#,
        r#"{"id":101,"licence_term":"P12D","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true}}"#,
        &[
            "The term can be as short as 12 days, but Email renewal with online payment methods needs at least 20 days. With a shorter term the renewal is not made. Lengthen `licence_term` or turn Email off.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102]}}"#,
        &[
            "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true,"required":true}}}"#,
        &["`renew_ar.required` must not be passed for a product that renews itself. Remove it."],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_email":true,"renew_ar":{"required":true}}}"#,
        &[
            "`renew_ar.required` has no effect, because AR is not on. Set `renew_ar.enable` to true, or remove `required`.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,103,103],"renew_email":true}}"#,
        &[
            "Email renewal does not suit a chain of several renewal products. Turn `renew_email` off, or use a single renewal product.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true}}"#,
        &[
            "Whether the term is long enough for PMR was not checked, because its minimums are not known. Ask Support for them and state them (`limits.pmrOnlineMinDays`, `limits.pmrOfflineMinDays`).",
        ],
    ),
    (
        r#"{"payment":"offline"}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true}}"#,
        &[
            "Whether the term is long enough for PMR was not checked, because its minimum is not known. Ask Support for it and state it (`limits.pmrOfflineMinDays`).",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}}]}"#,
        &[
            "A free trial cannot renew itself: the renewal would be free as well. List the id of a renewal product with a price, twice, instead of the product's own id.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P3D","renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":true,"renew_email":true},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0"}}}]}"#,
        &[
            "The term can be as short as 3 days, but AR renewal needs at least 6 days. With a shorter term the renewal is not made. Lengthen `licence_term`.",
            "AR must be on for a free trial, because only AR is considered for it. Set `renew_ar.enable` to true.",
            "Auto renewal must be mandatory for a free trial. Set `renew_ar.required` to true.",
            "`renew_pmr` has no effect on a free trial, for which only AR is considered. Turn it off, or leave it if the prices will change.",
            "`renew_email` has no effect on a free trial, for which only AR is considered. Turn it off, or leave it if the prices will change.",
            "The zero price of a free trial is written 0.00, with two decimals.",
        ],
    ),
    (
        "",
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"0.00"}}},{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        &[
            "Some prices are zero and some are not, so the product is not a free trial. Set all prices to 0.00 for a trial, or give each variant a price.",
        ],
    ),
    (
        r#"{"trial":true}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"required":true}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        &[
            "The product is meant to be a free trial, but this price is not zero. All prices of a free trial are 0.00.",
        ],
    ),
    (
        r#"{"operation":"create","role":"renewal"}"#,
        r#"{"id":1,"family_name":"F","name":"N","licence_term":"P1M","renew_settings":{},"variants":[]}"#,
        &[
            "`id` is not sent when this product is created: the service gives the id. Remove it.",
            "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
            "`renew_settings` is not sent when this product is created: create the product without it; a product that renews itself gets its term and settings by a change afterwards. Remove it.",
            "`renew_settings` does not say which products are used for renewal. Add `product_id_for_renew`: the ids of the renewal products in the order of use, the last one twice.",
        ],
    ),
    (
        r#"{"operation":"create","role":"selfRenewing"}"#,
        r#"{"family_name":"F","name":"N","licence_term":"P1M","renew_settings":{},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#,
        &[
            "`licence_term` is not sent when this product is created: create the product without it; a product that renews itself gets its term and settings by a change afterwards. Remove it.",
            "No renewal kind is turned on, so nothing is ever renewed. Turn on at least one of AR (`renew_ar.enable`), PMR (`renew_pmr`) and Email (`renew_email`).",
            "`renew_settings` is not sent when this product is created: create the product without it; a product that renews itself gets its term and settings by a change afterwards. Remove it.",
            "`renew_settings` does not say which products are used for renewal. Add `product_id_for_renew`: the ids of the renewal products in the order of use, the last one twice.",
        ],
    ),
    (
        r#"{"role":"initiator"}"#,
        "{}",
        &[
            "`renew_settings` is missing, so nothing is renewed. Add it with the ids of the renewal products and at least one renewal kind.",
        ],
    ),
    (
        r#"{"role":"renewal"}"#,
        "{}",
        &[
            "`licence_term` is missing. Add the term after which the product is renewed, such as P1M for one month or P30D for thirty days.",
        ],
    ),
    (
        r#"{"role":"renewal"}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        &[
            "This product is used for renewal, and renewal products have no `renew_settings` of their own. Remove them, unless the product is also meant to start renewals itself.",
        ],
    ),
    (
        r#"{"operation":"update","productId":101}"#,
        r#"{"id":102}"#,
        &[
            "The change is sent to product 101, but `id` says otherwise. Correct the id or leave it out.",
        ],
    ),
    (
        r#"{"operation":"update"}"#,
        "{}",
        &["The change has no field, so it changes nothing. Send what is to be changed."],
    ),
    (
        r#"{"operation":"update"}"#,
        r#"{"licence_term":"P1M"}"#,
        &[
            "The change was checked on its own. Whether it fits the rest of the product was not: state the product as it is (`current`).",
        ],
    ),
    (
        r#"{"operation":"update","current":{"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}],"localization_values":{"fr_FR":{},"de_DE":{}},"renew_settings":{"product_id_for_renew":[102,102],"renew_pmr":false,"renew_ar":{"enable":true,"required":false}},"licence_term":"P1M"}}"#,
        r#"{"variants":[],"localization_values":{"de_DE":{}},"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
        &[
            "`renew_settings` is sent without `/renew_ar/required`, `/renew_pmr`, which the product has. What is left out may be lost: send the whole `renew_settings`.",
            "`localization_values` replaces all localised data, and `fr_FR` would be lost. Send all locales, unless they are meant to go.",
            "`variants` replaces the whole price array, and `S` would be lost. Send all variants, unless they are meant to go.",
        ],
    ),
];

pub(super) fn compare(rows: &[Row<'_>], judge: impl Fn(&str, &str) -> Vec<Diagnostic>) {
    let mut failures = Vec::new();
    for (stated, input, expected) in rows {
        let diagnostics = judge(stated, input);
        let found: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
        if found != *expected {
            failures.push(format!(
                "{stated} {input}\n    expected {expected:#?}\n    found {found:#?}"
            ));
        }
    }
    verdict(&failures);
}

#[test]
fn a_product() {
    compare(PRODUCTS, |stated, input| {
        check(input, &options(stated)).diagnostics
    });
}

#[test]
fn problem_details_point_into_the_body_as_a_uri_does() {
    let product = r#"{"localization_values":{"a b%":{"comment_for_product_for_AR":1}}}"#;
    let problem = check(product, &options("")).to_problem().unwrap();
    let pointer = &problem.errors[0].pointer;
    assert_eq!(pointer, "#/localization_values/a%20b%25");
}
