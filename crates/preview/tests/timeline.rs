//! Tests timelines: periods, orders, payments, ends and notes.

use std::fmt::Write as _;

use renewal_rules::ProductId;
use renewal_rules_oracle::cases::rows;
use renewal_rules_preview::timeline::{
    CalendarDate, EventKind, MAX_RENEWALS, Note, Timeline, TimelineError, TimelineOptions, timeline_at, timelines,
};
use renewal_rules_preview::{compare, timeline};

use super::products;

pub(super) fn date(text: &str) -> CalendarDate {
    text.parse().unwrap()
}

pub(super) fn bought(on: &str, product: u64, renewals: u32) -> TimelineOptions {
    TimelineOptions::new(date(on)).with_product_id(ProductId::new(product)).with_renewals(renewals)
}

/// A self-renewing product with AR.
pub(super) fn single(term: &str) -> String {
    products(&format!("101 {term} 9.90 [101,101] ar"))
}

/// A trial of 14 days, a cheap first year, then monthly renewals.
fn trial_chain() -> String {
    products("103 P1M 9.90; 102 P12M 49.90; 101 P14D 0.00 [102,103,103] ar! pmr")
}

/// Returns one line for each period, the reason for the end, and the codes of the notes.
fn lines(timeline: &Timeline) -> String {
    let mut text = String::new();
    for period in &timeline.periods {
        let known = |text: Option<&str>| text.unwrap_or("-").to_owned();
        let [end, ordered] = [period.end, period.ordered].map(|date| date.map(|date| date.to_string()));
        let _ = writeln!(
            text,
            "  {} to {} product {} {} {} {}, {}, ordered {}",
            period.start,
            known(end.as_deref()),
            period.product_id.map_or(0, ProductId::get),
            known(period.article.as_deref()),
            known(period.price.as_deref()),
            known(period.currency.as_deref()),
            period.paid,
            known(ordered.as_deref()),
        );
    }
    if let Some(stop) = &timeline.stop {
        let _ = writeln!(text, "  {}: {}", stop.reason, stop.message);
    }
    let notes: Vec<_> = timeline.notes.iter().map(|note| note.as_str()).collect();
    text + "  notes: " + &notes.join(", ") + "\n"
}

#[test]
fn timeline_has_dates_payments_and_notes() {
    let mut text = String::new();
    for row in rows(include_str!("timelines.txt")) {
        let [notation, date, options] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let options_json = format!(r#"{{"purchaseDate":"{date}",{options}}}"#);
        let timeline = timeline(products(notation), &TimelineOptions::from_json(&options_json).unwrap()).unwrap();
        let _ = writeln!(text, "{notation}, bought {date}, {options}\n{}", lines(&timeline));
    }
    insta::assert_snapshot!("timelines", text);
}

#[test]
fn renewals_use_variant_at_same_index() {
    let other = r#""variants":[{"vendor_code":"V0","sku":"S0","price":{"common":{"currency":"EUR","price":"1"}}},"#;
    let product = single("P1M").replace(r#""variants":["#, other);
    let mut options = bought("2026-03-10", 101, 1);
    for (variant, article, note) in [
        (0, Some("S0"), Note::VariantAssumed),
        (1, Some("S101-AR"), Note::VariantAssumed),
        (2, None, Note::VariantMissing),
    ] {
        options.variant = variant;
        let timeline = timeline(&product, &options).unwrap();
        assert_eq!(timeline.periods[1].article.as_deref(), article);
        assert_eq!(timeline.periods[1].price.is_some(), article.is_some());
        assert!(timeline.notes.contains(&note));
        assert_eq!(timeline.notes.contains(&Note::VariantMissing), note == Note::VariantMissing);
    }
    // The purchase may have a variant that the renewal lacks, and vice versa.
    for (notation, is_missing) in [
        ("1 P1M 1.00 [2,2] ar; 2 P1M", true),
        ("1 P1M - [2,2] ar; 2 P1M 1.00", false),
        ("1 P1M - [2,2] ar; 2 P1M", false),
    ] {
        let timeline = timeline(products(notation), &bought("2026-03-10", 1, 2)).unwrap();
        assert_eq!(timeline.notes.contains(&Note::VariantMissing), is_missing, "{notation}");
    }
}

#[test]
fn malformed_price_does_not_count_as_price() {
    let priced = |price: &str| {
        let product = single("P1M").replace(r#""currency":"USD","price":"9.90""#, price);
        let mut timeline = timeline(product, &bought("2026-03-10", 101, 1)).unwrap();
        let period = timeline.periods.remove(1);
        assert_eq!(period.article.as_deref(), Some("S101-AR"));
        (period.price, period.currency)
    };
    for malformed in ["abc", "", "9,90", "-1.00", ".5", "5.", "1.2.3", " 9.90", "1e3"] {
        let price = priced(&format!(r#""currency":"USD","price":"{malformed}""#));
        assert_eq!(price, (None, Some("USD".into())), "{malformed}");
    }
    assert_eq!(priced(r#""currency":5,"price":"abc""#), (None, None));
    assert_eq!(priced(r#""currency":null,"price":"007.50""#), (Some("007.50".into()), None));
    assert_eq!(priced(r#""currency":"USD","price":9.90"#), (None, Some("USD".into())));
}

#[test]
fn purchased_product_must_be_unambiguous() {
    let mut options = TimelineOptions::new(date("2026-03-10")).with_renewals(0);
    let bought_id = |text: &str, options: &TimelineOptions| {
        let timeline = timeline(text, options)?;
        Ok::<_, TimelineError>(timeline.periods[0].product_id.map(ProductId::get))
    };
    for (text, expected) in [
        (trial_chain().as_str(), Ok(Some(101))),
        ("{}", Ok(None)),
        // An element that is not a product cannot be purchased, but does not affect the other elements.
        (r#"[5, {"id":1}, null]"#, Ok(Some(1))),
        (r#"[{"id":1},{"id":2}]"#, Err(TimelineError::ProductNotGiven)),
        ("[]", Err(TimelineError::NoProducts)),
        ("1", Err(TimelineError::NotProducts)),
        ("null", Err(TimelineError::NotProducts)),
        ("\"a\"", Err(TimelineError::NotProducts)),
        ("[5]", Err(TimelineError::NotProducts)),
        ("[ [], null ]", Err(TimelineError::NotProducts)),
        ("[\"{\"]", Err(TimelineError::NotProducts)),
        (r#"{"initiator":{"licence_term":"P1M"},"kinds":{"ar":true}}"#, Err(TimelineError::Setup)),
    ] {
        assert_eq!(bought_id(text, &options), expected, "{text}");
    }
    for text in ["", "[", "[{]", "{\"id\":1", "[{}]x", "{}\u{feff}"] {
        let error = bought_id(text, &options).unwrap_err();
        assert!(matches!(&error, TimelineError::NotJson { message } if !message.is_empty()), "{text}");
    }
    assert!(timeline(b"\xff".to_vec(), &options).is_err());
    options.product_id = ProductId::new(9);
    assert_eq!(bought_id("[]", &options), Err(TimelineError::NoSuchProduct(ProductId::new(9).unwrap())));
    assert_eq!(TimelineError::NoProducts.to_string(), "there are no products");
}

#[test]
fn number_of_renewals_is_limited() {
    let most = bought("2026-01-31", 101, MAX_RENEWALS);
    assert_eq!(timeline_at(single("P1M"), 0, &most).unwrap().periods.len(), 1001);
    let options = most.with_renewals(MAX_RENEWALS + 1);
    let error = TimelineError::TooManyRenewals(MAX_RENEWALS + 1);
    assert_eq!(error.to_string(), "1001 renewals are asked for; it must be a whole number from 0 to 1000");
    assert_eq!(timeline("{}", &options), Err(error.clone()));
    assert_eq!(timeline_at(single("P1M"), 0, &options), Err(error.clone()));
    assert_eq!(timelines("{}", &options), Err(error));
}

#[test]
fn timeline_reads_deep_nesting_and_lone_surrogates() {
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
fn timeline_is_serialised() {
    let timeline = timeline(single("P6D"), &bought("2026-03-10", 101, 1)).unwrap();
    let value = serde_json::to_value(&timeline).unwrap();
    assert_eq!(value["monthCount"], "anchored");
    assert_eq!(
        value["periods"][1],
        serde_json::json!({
            "number": 1, "productId": 101, "name": null, "article": "S101-AR", "price": "9.90",
            "currency": "USD", "licenceTerm": "P6D", "start": "2026-03-16", "end": "2026-03-22",
            "kind": "ar", "ordered": "2026-03-11", "paid": "automatically",
        }),
    );
    assert_eq!(value["notes"][0]["code"], "paid-in-time");
    assert_eq!(value["stop"], serde_json::Value::Null);
    assert_eq!(value["decision"]["considered"][0]["outcome"], "applied");
}

#[test]
fn ndjson_products_are_read() {
    let array = trial_chain();
    let products: Vec<_> = renewal_rules::products(&array, renewal_rules::Layout::Array).unwrap();
    let lines: Vec<_> = products.iter().map(|product| product.replace('\n', " ")).collect();
    let lines = lines.join("\n\n");
    let options = bought("2026-01-17", 101, 3);
    assert_eq!(timeline(&lines, &options), timeline(&array, &options));
    assert_eq!(timelines(&lines, &options), timelines(&array, &options));
    let comparison = compare(&array, &lines, &compare::CompareOptions::default());
    assert!(!comparison.unwrap().changed);

    let broken = timeline(format!("{lines}\n{{\"id\":"), &options).unwrap_err();
    assert!(broken.to_string().contains("line 6"), "{broken}");
}

#[test]
fn each_product_has_its_timeline() {
    let all = format!("[1,{}", &trial_chain()[1..]);
    let requested = bought("2026-01-17", 103, 3);
    let options = requested.clone().with_product_id(None);
    let each = timelines(&all, &options).unwrap();
    let paths: Vec<_> = each.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["/0", "/1", "/2", "/3"]);
    assert_eq!(each[0].1, Err(TimelineError::NotProducts));
    for (index, id) in [(1, 103), (2, 102), (3, 101)] {
        assert_eq!(each[index].1, timeline(&all, &bought("2026-01-17", id, 3)));
    }
    let only = (String::new(), timeline(&all, &requested));
    assert_eq!(timelines(&all, &requested), Ok(vec![only]));
    let alone = timelines(single("P1M"), &options).unwrap();
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0].0, "");
    assert_eq!(timelines("[]", &options), Err(TimelineError::NoProducts));
}

#[test]
fn events_follow_from_periods() {
    let events = |notation: &str, options: &str, until: &str| {
        let options = format!(r#"{{"purchaseDate":"2026-01-01","renewals":1{options}}}"#);
        let timeline = timeline(products(notation), &TimelineOptions::from_json(&options).unwrap()).unwrap();
        let mut text = String::new();
        for event in timeline.events(date(until)) {
            let known = event.date.map_or("unknown".to_owned(), |date| date.to_string());
            let _ = write!(text, "{} {} {known}; ", event.period.number, event.event);
            assert_eq!(event.stop.is_some(), event.event == EventKind::End);
        }
        text
    };
    let bought = "0 order 2026-01-01; 0 charge 2026-01-01; ";
    for (notation, options, until, expected) in [
        ("101 P10D 9.90 [101,101] ar", "", "2025-12-31", ""),
        ("101 P10D 9.90 [101,101] ar", "", "2026-01-05", bought),
        ("101 P10D 9.90 [101,101] ar", "", "2026-01-10", &format!("{bought}1 order 2026-01-06; ")),
        (
            "101 P30D 9.90 [101,101] pmr",
            r#","pmrLeadDays":3"#,
            "2026-01-31",
            &format!("{bought}1 order 2026-01-28; 1 message 2026-01-28; 1 charge 2026-01-31; "),
        ),
        // An event without a date is listed when its period starts.
        ("101 P30D 9.90 [101,101] pmr", "", "2026-01-30", bought),
        (
            "101 P30D 9.90 [101,101] pmr",
            "",
            "2026-01-31",
            &format!("{bought}1 order unknown; 1 message unknown; 1 charge 2026-01-31; "),
        ),
        (
            "101 P30D 9.90 [101,101] email",
            r#","emailLeadDays":3"#,
            "2026-01-31",
            &format!("{bought}1 message 2026-01-28; 1 order 2026-01-31; 1 charge 2026-01-31; "),
        ),
        ("101 P14D 0.00 [102,102] ar!; 102 P1M 9.90", r#","trial":true"#, "2026-01-01", "0 order 2026-01-01; "),
        ("101 P10D 9.90", "", "2026-01-11", &format!("{bought}0 end 2026-01-11; ")),
        // A period without an end does not end.
        ("101 - 9.90", "", "9999-12-31", bought),
    ] {
        assert_eq!(events(notation, options, until), expected, "{notation} {options} {until}");
    }
}
