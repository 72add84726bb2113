//! Tests timelines: events, dates and ends.
use renewal_rules::{Consent, EffectiveKind, Payment, ProductId};
use renewal_rules_preview::timeline;
use renewal_rules_preview::timeline::{CalendarDate, MAX_RENEWALS, MonthCount, Note, Paid, StopReason, Timeline};

pub(super) fn date(text: &str) -> CalendarDate {
    text.parse().unwrap()
}

pub(super) fn bought(on: &str, product: u64, renewals: u32) -> timeline::TimelineOptions {
    let mut options = timeline::TimelineOptions::new(date(on));
    options.product_id = ProductId::new(product);
    options.renewals = renewals;
    options
}

pub(super) fn single(term: &str, kinds: &str) -> String {
    format!(
        r#"{{"id":101,"licence_term":"{term}","renew_settings":{{"product_id_for_renew":[101,101],{kinds}}},
        "variants":[{{"vendor_code":"V1","sku":"S1","sku_ar":"S1-AR","price":{{"common":{{"currency":"USD","price":"9.90"}}}}}}]}}"#
    )
}

pub(super) const AR: &str = r#""renew_ar":{"enable":true}"#;

fn variant(sku: &str, price: &str) -> String {
    format!(
        r#"[{{"vendor_code":"V1","sku":"{sku}","sku_ar":"{sku}-AR","price":{{"common":{{"currency":"USD","price":"{price}"}}}}}}]"#
    )
}

/// A trial of 14 days, a cheap first year, then monthly renewals.
fn trial_chain() -> String {
    format!(
        r#"[{{"id":103,"name":"Month","licence_term":"P1M","variants":{}}},
        {{"id":102,"name":"Year","licence_term":"P12M","variants":{}}},
        {{"id":101,"name":"Trial","licence_term":"P14D","variants":{},"renew_settings":
        {{"product_id_for_renew":[102,103,103],"renew_ar":{{"enable":true,"required":true}},"renew_pmr":true}}}}]"#,
        variant("S3", "9.90"),
        variant("S2", "49.90"),
        variant("S1", "0.00"),
    )
}

fn starts(timeline: &Timeline) -> Vec<String> {
    timeline.periods.iter().map(|p| p.start.to_string()).collect()
}

fn reason(timeline: &Timeline) -> Option<StopReason> {
    timeline.stop.as_ref().map(|stop| stop.reason)
}

#[test]
fn six_days_create_the_order_on_the_day_after_the_purchase() {
    let timeline = timeline(single("P6D", AR), &bought("2026-03-10", 101, 2)).unwrap();
    let ordered: Vec<_> = timeline.periods.iter().map(|p| p.ordered).collect();
    assert_eq!(ordered, [None, Some(date("2026-03-11")), Some(date("2026-03-17"))],);
    assert_eq!(starts(&timeline), ["2026-03-10", "2026-03-16", "2026-03-22"]);
    assert!(timeline.notes.contains(&Note::OrderDateInferred));
    assert!(!timeline.notes.contains(&Note::MonthsAnchored));
}

#[test]
fn a_trial_is_free_then_charged_through_the_chain() {
    let timeline = timeline(trial_chain(), &bought("2026-01-17", 101, 4)).unwrap();
    assert_eq!(timeline.decision.kind, Some(EffectiveKind::ArTrial));
    assert_eq!(starts(&timeline), ["2026-01-17", "2026-01-31", "2027-01-31", "2027-02-28", "2027-03-31"],);
    let ids: Vec<_> = timeline.periods.iter().map(|p| p.product_id.unwrap().get()).collect();
    assert_eq!(ids, [101, 102, 103, 103, 103]);
    let articles: Vec<_> = timeline.periods.iter().map(|p| p.article.as_deref().unwrap()).collect();
    assert_eq!(articles, ["S1-AR", "S2-AR", "S3-AR", "S3-AR", "S3-AR"]);
    let paid: Vec<_> = timeline.periods.iter().map(|p| p.paid).collect();
    assert_eq!(paid[..2], [Paid::Free, Paid::Automatically]);
    assert_eq!(timeline.periods[1].price.as_deref(), Some("49.90"));
    assert_eq!(timeline.periods[1].name.as_deref(), Some("Year"));
    assert_eq!(timeline.periods[4].end, Some(date("2027-04-30")));
    assert_eq!(timeline.stop, None);
}

#[test]
fn month_ends_are_anchored_or_chained() {
    let mut options = bought("2026-01-31", 101, 3);
    let of = |options: &timeline::TimelineOptions| timeline(single("P1M", AR), options).unwrap();
    let anchored = of(&options);
    assert_eq!(starts(&anchored), ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"],);
    assert!(anchored.notes.contains(&Note::MonthsAnchored));
    options.month_count = MonthCount::Chained;
    let chained = of(&options);
    assert_eq!(starts(&chained), ["2026-01-31", "2026-02-28", "2026-03-28", "2026-04-28"],);
    assert!(chained.notes.contains(&Note::MonthsChained));
}

#[test]
fn a_term_in_days_moves_the_day_from_which_months_are_counted() {
    let set_up = r#"[{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2,3,3],
        "renew_ar":{"enable":true}}},{"id":2,"licence_term":"P10D"},{"id":3,"licence_term":"P1M"}]"#;
    let timeline = timeline(set_up, &bought("2026-01-31", 1, 3)).unwrap();
    assert_eq!(starts(&timeline), ["2026-01-31", "2026-02-28", "2026-03-10", "2026-04-10"],);
}

#[test]
fn manual_kinds_have_no_date_without_lead_option() {
    let set_up = single("P1M", r#""renew_pmr":true"#);
    let mut options = bought("2026-03-10", 101, 1);
    let unknown = timeline(&set_up, &options).unwrap();
    assert_eq!(unknown.periods[1].ordered, None);
    assert_eq!(unknown.periods[1].paid, Paid::FromMessage);
    assert_eq!(unknown.periods[1].article.as_deref(), Some("S1"));
    assert!(unknown.notes.contains(&Note::OrderDateUnknown));
    assert!(unknown.notes.contains(&Note::PmrMinimumUnknown));

    options.pmr_lead_days = Some(10);
    let known = timeline(&set_up, &options).unwrap();
    assert_eq!(known.periods[1].ordered, Some(date("2026-03-31")));
    assert!(!known.notes.contains(&Note::OrderDateUnknown));

    options.pmr_lead_days = Some(40);
    let early = timeline(&set_up, &options).unwrap();
    assert_eq!(early.periods[1].ordered, None);
    assert!(early.notes.contains(&Note::LeadTooLong));
    options.pmr_lead_days = Some(u32::MAX);
    assert_eq!(timeline(&set_up, &options).unwrap(), early);
}

#[test]
fn email_is_paid_through_the_link() {
    let set_up = single("P10D", r#""renew_email":true"#);
    let mut options = bought("2026-03-10", 101, 1);
    options.email_lead_days = Some(3);
    let online = timeline(&set_up, &options).unwrap();
    assert_eq!(online.periods[1].paid, Paid::FromLink);
    assert_eq!(online.periods[1].ordered, Some(date("2026-03-17")));
    assert!(online.notes.contains(&Note::PaymentAssumed));
    options.payment = Some(Payment::Offline);
    let offline = timeline(&set_up, &options).unwrap();
    assert_eq!(reason(&offline), Some(StopReason::NoKind));
    // PMR too, if both its minimums are set and differ.
    let set_up = single("P10D", r#""renew_pmr":true"#);
    let mut options = bought("2026-03-10", 101, 1);
    options.limits.pmr_online_min_days = Some(5);
    for (offline, depends) in [(5, false), (20, true)] {
        options.limits.pmr_offline_min_days = Some(offline);
        let notes = timeline(&set_up, &options).unwrap().notes;
        assert_eq!(notes.contains(&Note::PaymentAssumed), depends);
    }
}

#[test]
fn consent_decides_who_pays() {
    let set_up = single("P1M", r#""renew_ar":{"enable":true},"renew_pmr":true"#);
    let mut options = bought("2026-03-10", 101, 1);
    let paid = |options: &timeline::TimelineOptions| timeline(&set_up, options).unwrap().periods[1].paid;
    assert_eq!(paid(&options), Paid::Automatically);
    options.consent = Consent::Declined;
    assert_eq!(paid(&options), Paid::FromMessage);
}

#[test]
fn without_a_kind_there_is_the_purchase_alone() {
    for set_up in [
        r#"{"id":101,"licence_term":"P1M"}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,101]}}"#,
        r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[101,102]}}"#,
    ] {
        let timeline = timeline(set_up, &bought("2026-03-10", 101, 5)).unwrap();
        assert_eq!(timeline.periods.len(), 1);
        assert_eq!(timeline.periods[0].end, Some(date("2026-04-10")));
        assert_eq!(reason(&timeline), Some(StopReason::NoKind));
        assert_eq!(timeline.decision.kind, None);
    }
}

#[test]
fn a_timeline_ends_where_a_renewal_cannot_follow() {
    let with = |renewal: &str| {
        format!(
            r#"[{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":[102,102],
            "renew_ar":{{"enable":true}}}}}},{renewal}]"#
        )
    };
    let cases = [
        (r#"{"id":102}"#, StopReason::TermMissing, 2, None),
        (r#"{"id":102,"licence_term":"P1W"}"#, StopReason::TermMalformed, 2, None),
        (r#"{"id":102,"licence_term":"P0D"}"#, StopReason::TermZero, 2, None),
        (r#"{"id":102,"licence_term":"P5D"}"#, StopReason::TermBelowMinimum, 2, Some("2026-04-15")),
        (r#"{"id":103}"#, StopReason::UnknownProduct, 1, Some("2026-04-10")),
    ];
    for (renewal, expected, periods, end) in cases {
        let timeline = timeline(with(renewal), &bought("2026-03-10", 101, 5)).unwrap();
        let stop = timeline.stop.as_ref().unwrap();
        assert_eq!(stop.reason, expected, "{renewal}");
        assert_eq!(stop.product_id, ProductId::new(102));
        assert!(stop.message.starts_with("Product 102"), "{}", stop.message);
        assert_eq!(timeline.periods.len(), periods, "{renewal}");
        assert_eq!(timeline.periods.last().unwrap().end, end.map(date), "{renewal}");
    }
    let mut options = bought("2026-03-10", 101, 5);
    options.limits.ar_min_days = 5;
    let renewal = with(r#"{"id":102,"licence_term":"P5D"}"#);
    assert_eq!(timeline(&renewal, &options).unwrap().stop, None);
}

#[test]
fn the_calendar_ends() {
    let timeline = timeline(single("P12M", AR), &bought("9997-06-30", 101, 10)).unwrap();
    assert_eq!(reason(&timeline), Some(StopReason::CalendarEnd));
    assert_eq!(starts(&timeline).last().unwrap(), "9999-06-30");
    assert_eq!(timeline.periods.last().unwrap().end, None);
    for term in ["P4294967295D", "P4294967295M"] {
        let timeline = self::timeline(single(term, AR), &bought("2026-01-01", 101, 3)).unwrap();
        assert_eq!(reason(&timeline), Some(StopReason::CalendarEnd));
        assert_eq!(timeline.periods.len(), 1);
    }
}

#[test]
fn renewals_use_the_variant_at_the_same_position() {
    let set_up = single("P1M", AR).replace(
        r#""variants":["#,
        r#""variants":[{"vendor_code":"V0","sku":"S0","price":{"common":{"currency":"EUR","price":"1"}}},"#,
    );
    let mut options = bought("2026-03-10", 101, 1);
    let first = timeline(&set_up, &options).unwrap();
    assert_eq!(first.periods[1].article.as_deref(), Some("S0"));
    assert!(first.notes.contains(&Note::VariantAssumed));
    options.variant = 1;
    let second = timeline(&set_up, &options).unwrap();
    assert_eq!(second.periods[1].article.as_deref(), Some("S1-AR"));
    options.variant = 2;
    let none = timeline(&set_up, &options).unwrap();
    assert_eq!((&none.periods[0].article, &none.periods[0].price), (&None, &None));
    assert!(none.notes.contains(&Note::VariantMissing));
    for there in [&first, &second] {
        assert!(!there.notes.contains(&Note::VariantMissing));
    }
    // The purchase may have a variant that the renewal lacks, and vice versa.
    let pair = |initiator: &str, renewal: &str| {
        let set_up = format!(
            r#"[{{"id":1,"licence_term":"P1M","variants":{initiator},"renew_settings":
                {{"product_id_for_renew":[2,2],{AR}}}}},
                {{"id":2,"licence_term":"P1M","variants":{renewal}}}]"#
        );
        let timeline = timeline(&set_up, &bought("2026-03-10", 1, 2)).unwrap();
        let mut notes = timeline.notes.into_iter();
        notes.any(|note| note == Note::VariantMissing)
    };
    assert!(pair(&variant("A", "1.00"), "[]"));
    assert!(!pair("[]", &variant("A", "1.00")) && !pair("[]", "[]"));
    assert_eq!(Note::VariantMissing.as_str(), "variant-missing");
    assert!(Note::VariantMissing.message().contains("no variant"));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri more than a minute")]
fn malformed_price_does_not_count_as_price() {
    let priced = |price: &str| {
        let set_up = single("P1M", AR).replace(r#""currency":"USD","price":"9.90""#, price);
        let timeline = timeline(&set_up, &bought("2026-03-10", 101, 1)).unwrap();
        let period = &timeline.periods[1];
        assert_eq!(period.article.as_deref(), Some("S1-AR"));
        (period.price.clone(), period.currency.clone())
    };
    let texts = |price: Option<&str>, currency: Option<&str>| (price.map(String::from), currency.map(String::from));
    for malformed in ["abc", "", "9,90", "-1.00", ".5", "5.", "1.2.3", " 9.90", "1e3"] {
        assert_eq!(
            priced(&format!(r#""currency":"USD","price":"{malformed}""#)),
            texts(None, Some("USD")),
            "{malformed}"
        );
    }
    assert_eq!(priced(r#""currency":5,"price":"abc""#), texts(None, None));
    assert_eq!(priced(r#""currency":null,"price":"007.50""#), texts(Some("007.50"), None));
    assert_eq!(priced(r#""currency":"USD","price":9.90"#), texts(None, Some("USD")));
}

#[test]
fn trial_option_with_price_is_noted() {
    let of = |set_up: &str, trial| {
        let mut options = bought("2026-03-10", 101, 1);
        options.trial = trial;
        timeline(set_up, &options).unwrap()
    };
    let noted = |timeline: &Timeline| timeline.notes.contains(&Note::TrialNotFree);
    let priced = single("P1M", AR);
    let stated = of(&priced, Some(true));
    assert_eq!(stated.periods[0].paid, Paid::Free);
    assert_eq!(stated.periods[0].price.as_deref(), Some("9.90"));
    assert!(noted(&stated));
    assert_eq!(Note::TrialNotFree.as_str(), "trial-not-free");
    assert!(Note::TrialNotFree.message().contains("section 4.4"));

    assert!(!noted(&of(&priced, None)));
    assert!(!noted(&of(&priced, Some(false))));
    for free in ["0.00", "0", "abc"] {
        let set_up = priced.replace("9.90", free);
        assert!(!noted(&of(&set_up, Some(true))), "{free}");
    }
    // The renewals' prices do not matter to the trial.
    assert!(!noted(&of(&trial_chain(), Some(true))));
}

#[test]
fn purchased_product_is_looked_up() {
    let mut options = timeline::TimelineOptions::new(date("2026-03-10"));
    options.renewals = 0;
    let of = |text: &str, options: &timeline::TimelineOptions| {
        let found = timeline(text, options)?.periods[0].product_id;
        Ok::<_, timeline::TimelineError>(found.map(ProductId::get))
    };
    assert_eq!(of(&trial_chain(), &options), Ok(Some(101)));
    assert_eq!(of("{}", &options), Ok(None));
    assert_eq!(of(r#"[{"id":1},{"id":2}]"#, &options), Err(timeline::TimelineError::ProductNotGiven),);
    assert_eq!(of("[]", &options), Err(timeline::TimelineError::NoProducts));
    assert_eq!(timeline::TimelineError::NoProducts.to_string(), "there are no products");
    // An entry that is not a product cannot be bought, but does not hide the others.
    assert_eq!(of(r#"[5, {"id":1}, null]"#, &options), Ok(Some(1)));
    for no_set_up in ["1", "null", "\"a\"", "[5]", "[ [], null ]", "[\"{\"]"] {
        assert_eq!(of(no_set_up, &options), Err(timeline::TimelineError::NotProducts));
    }
    let set_up = r#"{"initiator":{"licence_term":"P1M"},"kinds":{"ar":true}}"#;
    assert_eq!(of(set_up, &options), Err(timeline::TimelineError::Setup));
    for no_json in ["", "[", "[{]", "{\"id\":1", "[{}]x", "{}\u{feff}"] {
        let error = of(no_json, &options).unwrap_err();
        assert!(matches!(error, timeline::TimelineError::NotJson { .. }), "{no_json}");
        assert!(!error.to_string().is_empty());
    }
    options.product_id = ProductId::new(9);
    assert_eq!(of(&trial_chain(), &options), Err(timeline::TimelineError::NoSuchProduct(ProductId::new(9).unwrap())),);
    options.renewals = MAX_RENEWALS + 1;
    assert_eq!(of("{}", &options), Err(timeline::TimelineError::TooManyRenewals(1001)));
    assert_eq!(
        timeline::TimelineError::TooManyRenewals(1001).to_string(),
        "1001 renewals are asked for; it must be a whole number from 0 to 1000"
    );
    assert!(timeline(b"\xff".to_vec(), &bought("2026-03-10", 1, 1)).is_err());
}

#[test]
fn hostile_texts_are_followed_too() {
    let deep = format!(
        r#"[{{"id":101,"name":"\ud800","x":{}{},"big":1e999,"licence_term":"P1M"}},[],1,null]"#,
        "[".repeat(100),
        "]".repeat(100),
    );
    let timeline = timeline(&deep, &bought("2026-01-17", 101, 6)).unwrap();
    assert_eq!(timeline.periods[0].name.as_deref(), Some("\u{fffd}"));
    assert_eq!(timeline.periods[0].end, Some(date("2026-02-17")));
}

#[test]
fn options_are_read_and_refused() {
    let options = timeline::TimelineOptions::from_json(
        r#"{"purchaseDate":"2026-01-31","productId":101,"payment":"offline","consent":"declined",
        "variant":1,"renewals":3,"monthCount":"chained","pmrLeadDays":10,"emailLeadDays":3,
        "trial":false,"limits":{"pmrOnlineMinDays":7,"pmrOfflineMinDays":7}}"#,
    )
    .unwrap();
    assert_eq!(options.month_count, MonthCount::Chained);
    assert_eq!(options.limits.pmr_online_min_days, Some(7));
    assert_eq!(options.trial, Some(false));
    let refused = [
        ("", "the option `purchaseDate` must be a date such as 2026-01-31"),
        ("{}", "the option `purchaseDate` must be a date such as 2026-01-31"),
        ("[]", "the options must be an object"),
        (r#"{"purchaseDate":"2026-02-30"}"#, "the option `purchaseDate` must be a date such as 2026-01-31"),
        (
            r#"{"purchaseDate":"2026-02-03","renewals":1001}"#,
            "the option `renewals` must be a whole number from 0 to 1000",
        ),
        (
            r#"{"purchaseDate":"2026-02-03","renewals":-1}"#,
            "the option `renewals` must be a whole number from 0 to 1000",
        ),
        (
            r#"{"purchaseDate":"2026-02-03","monthCount":"other"}"#,
            "the option `monthCount` must be one of `anchored`, `chained`",
        ),
        (
            r#"{"limits":{"pmrOnlineMinDays":-1}}"#,
            "the option `limits.pmrOnlineMinDays` must be a whole number from 0 to 4294967295",
        ),
    ];
    for (text, message) in refused {
        assert_eq!(timeline::TimelineOptions::from_json(text).unwrap_err().to_string(), message, "{text}");
    }
    let unknown = timeline::TimelineOptions::from_json(r#"{"date":"2026-02-03"}"#).unwrap_err();
    assert!(unknown.to_string().starts_with("there is no option `date`"));
}

#[test]
fn a_timeline_is_data() {
    let timeline = timeline(single("P6D", AR), &bought("2026-03-10", 101, 1)).unwrap();
    let value = serde_json::to_value(&timeline).unwrap();
    assert_eq!(value["monthCount"], "anchored");
    assert_eq!(
        value["periods"][1],
        serde_json::json!({
            "number": 1, "productId": 101, "name": null, "article": "S1-AR", "price": "9.90",
            "currency": "USD", "licenceTerm": "P6D", "start": "2026-03-16", "end": "2026-03-22",
            "kind": "ar", "ordered": "2026-03-11", "paid": "automatically",
        }),
    );
    assert_eq!(value["notes"][0]["code"], "paid-in-time");
    assert_eq!(value["stop"], serde_json::Value::Null);
    assert_eq!(value["decision"]["considered"][0]["outcome"], "applied");
}

#[test]
fn setup_is_read_from_ndjson_products() {
    let array = trial_chain();
    let products: Vec<_> = renewal_rules::products(&array, renewal_rules::Layout::Array).unwrap();
    let lines: Vec<_> = products.iter().map(|product| product.replace('\n', " ")).collect();
    let lines = lines.join("\n\n");
    let options = bought("2026-01-17", 101, 3);
    assert_eq!(timeline(&lines, &options), timeline(&array, &options));
    assert_eq!(timeline::timelines(&lines, &options), timeline::timelines(&array, &options));
    let none =
        renewal_rules_preview::compare(&array, &lines, &renewal_rules_preview::compare::CompareOptions::default());
    assert!(!none.unwrap().changed);

    let broken = timeline(format!("{lines}\n{{\"id\":"), &options).unwrap_err();
    assert!(broken.to_string().contains("line 6"), "{broken}");
}

#[test]
fn each_product_has_its_timeline() {
    let all = format!("[1,{}", &trial_chain()[1..]);
    let stated = bought("2026-01-17", 103, 3);
    let options = stated.clone().with_product_id(None);
    let each = timeline::timelines(&all, &options).unwrap();
    let paths: Vec<_> = each.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["/0", "/1", "/2", "/3"]);
    assert_eq!(each[0].1, Err(timeline::TimelineError::NotProducts));
    for (index, id) in [(1, 103), (2, 102), (3, 101)] {
        assert_eq!(each[index].1, timeline(&all, &bought("2026-01-17", id, 3)));
    }
    let only = (String::new(), timeline(&all, &stated));
    assert_eq!(timeline::timelines(&all, &stated), Ok(vec![only]));
    let alone = timeline::timelines(single("P1M", AR), &options).unwrap();
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0].0, "");
    assert_eq!(timeline::timelines("[]", &options), Ok(Vec::new()));
    let many = options.with_renewals(MAX_RENEWALS + 1);
    let refused = timeline::TimelineError::TooManyRenewals(MAX_RENEWALS + 1);
    assert_eq!(timeline::timelines(&all, &many), Err(refused));
}
