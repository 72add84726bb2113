//! Tests the article (SKU) of a purchase, the cart comment and the shortest length of a term.

use jiff::{ToSpan, civil::Date};
use renewal_rules::{Consent, LicenceTerm, Options, article, cart_comment};
use renewal_rules_oracle::cases::some_cases;

use super::rules_decision_table::{CHAIN, PAIR, SINGLE};

/// Builds a product with two articles and two comments; chain, AR switches and price are parameters.
fn shop(chain: &str, auto: &str, amount: &str) -> String {
    format!(
        r#"{{"id":101,"licence_term":"P1M","renew_settings":{{"product_id_for_renew":{chain},"renew_ar":{auto},"renew_email":true}},"localization_values":{{"en_US":{{"comment_for_product_for_AR":"auto","comment_for_product_for_MR":"manual"}},"de_DE":{{"comment_for_product_for_MR":"von Hand"}}}},"variants":[{{"vendor_code":"V","sku":"S","sku_ar":"S-AR","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}},{{"vendor_code":"V","sku":"T","price":{{"common":{{"currency":"USD","price":"{amount}"}}}}}}]}}"#
    )
}

#[test]
fn article_is_sku_ar_if_ar_applies() {
    let auto = r#"{"enable":true}"#;
    let mandatory = r#"{"enable":true,"required":true}"#;
    let off = r#"{"enable":false}"#;
    for (product, consent, expected) in [
        (shop(PAIR, auto, "1"), Consent::Given, "S-AR"),
        (shop(PAIR, auto, "1"), Consent::Declined, "S"),
        (shop(PAIR, auto, "1"), Consent::Unavailable, "S"),
        (shop(PAIR, mandatory, "1"), Consent::Declined, "S-AR"),
        (shop(PAIR, mandatory, "0.00"), Consent::Given, "S-AR"),
        (shop(PAIR, mandatory, "0.00"), Consent::Unavailable, "S"),
        (shop(PAIR, off, "1"), Consent::Given, "S"),
        (shop(CHAIN, off, "1"), Consent::Given, "S"),
        (shop(SINGLE, auto, "1"), Consent::Given, "S-AR"),
        (shop(SINGLE, mandatory, "1"), Consent::Declined, "S"),
        (shop("[102]", auto, "1"), Consent::Given, "S"),
    ] {
        let found = article(product.as_str(), 0, &Options::default().with_consent(consent));
        assert_eq!(found.as_deref(), Some(expected), "{consent:?} {product}");
        let found = article(product.as_str(), 1, &Options::default().with_consent(consent));
        assert_eq!(found.as_deref(), Some("T"), "{consent:?} {product}");
        assert_eq!(article(product.as_str(), 2, &Options::default().with_consent(consent)), None);
    }
}

#[test]
fn the_cart_shows_the_comment_for_the_consent() {
    let auto = r#"{"enable":true}"#;
    let mandatory = r#"{"enable":true,"required":true}"#;
    let off = r#"{"enable":false,"required":true}"#;
    for (product, consent, expected) in [
        (shop(PAIR, auto, "1"), Consent::Given, "auto"),
        (shop(PAIR, auto, "1"), Consent::Declined, "manual"),
        (shop(PAIR, auto, "1"), Consent::Unavailable, "manual"),
        (shop(PAIR, mandatory, "1"), Consent::Given, "auto"),
        (shop(PAIR, mandatory, "1"), Consent::Declined, "auto"),
        (shop(SINGLE, mandatory, "1"), Consent::Declined, "manual"),
        (shop(SINGLE, mandatory, "1"), Consent::Given, "auto"),
        (shop(PAIR, off, "1"), Consent::Given, "manual"),
        (shop(PAIR, mandatory, "0.00"), Consent::Given, "auto"),
        (shop(PAIR, mandatory, "0.00"), Consent::Declined, "auto"),
        (shop(CHAIN, mandatory, "0.00"), Consent::Unavailable, "manual"),
        (shop(PAIR, off, "0.00"), Consent::Unavailable, "manual"),
        (shop(PAIR, auto, "0.00"), Consent::Declined, "auto"),
        (shop(PAIR, off, "0.00"), Consent::Declined, "auto"),
    ] {
        let comment = |locale: &str| cart_comment(product.as_str(), locale, &Options::default().with_consent(consent));
        assert_eq!(comment("en_US").as_deref(), Some(expected), "{consent:?} {product}");
        let german = (expected == "manual").then_some("von Hand");
        assert_eq!(comment("de_DE").as_deref(), german, "{consent:?} {product}");
        assert_eq!(comment("fr_FR"), None);
        assert_eq!(comment("en-US"), None);
    }
}

#[test]
fn cart_comment_merges_current_in_updates() {
    let current = shop(PAIR, r#"{"enable":true}"#, "1");
    let options = Options::from_json(&format!(r#"{{"operation":"update","current":{current}}}"#)).unwrap();
    assert_eq!(cart_comment(r#"{"name":"N"}"#, "en_US", &options).as_deref(), Some("auto"));
    let sent = r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":"new"}}}"#;
    assert_eq!(cart_comment(sent, "en_US", &options).as_deref(), Some("new"));
    assert_eq!(cart_comment(sent, "de_DE", &options), None);
}

#[test]
fn shortest_days_match_known_values() {
    for (months, days) in [(1, 28), (2, 59), (3, 89), (12, 365), (48, 1460)] {
        assert_eq!(LicenceTerm::months(months).shortest_days(), days, "{months}");
    }
    assert_eq!(LicenceTerm::days(7).shortest_days(), 7);
    assert_eq!(LicenceTerm::months(0).shortest_days(), 0);
    assert_eq!(LicenceTerm::days(u32::MAX).shortest_days(), u64::from(u32::MAX));
    // Every cycle of 400 Gregorian years has the same number of days.
    for cycles in [1, 2, 1_000, u32::MAX / 4_800] {
        assert_eq!(LicenceTerm::months(cycles * 4_800).shortest_days(), u64::from(cycles) * 146_097);
    }
    let top = LicenceTerm::months(u32::MAX).shortest_days();
    assert!(top > LicenceTerm::months(u32::MAX - 12).shortest_days());
}

/// Returns the fewest days that `months` calendar months take from any start date in a 400-year cycle.
fn shortest_by_calendar(months: i32) -> i64 {
    let epoch = Date::constant(2000, 1, 1);
    let day_number = |date: Date| epoch.until(date).unwrap().get_days();
    let mut start = epoch;
    let mut shortest = i32::MAX;
    for number in 0..146_097 {
        let end = start.checked_add(months.months()).unwrap();
        shortest = shortest.min(day_number(end) - number);
        start = start.tomorrow().unwrap();
    }
    i64::from(shortest)
}

fn agrees_with_the_calendar(months: impl Iterator<Item = i32>) {
    for months in months {
        let term = LicenceTerm::months(u32::try_from(months).unwrap());
        let expected = u64::try_from(shortest_by_calendar(months)).unwrap();
        assert_eq!(term.shortest_days(), expected, "{months} months");
    }
}

#[test]
fn slow_the_shortest_days_of_a_few_months_agree_with_a_calendar() {
    agrees_with_the_calendar(some_cases(1..=60, 7));
}

#[test]
fn slow_the_shortest_days_of_many_months_agree_with_a_calendar() {
    let months = [95, 96, 97, 119, 120, 191, 240, 600, 1_199, 1_200, 1_201, 2_400, 4_799, 4_800, 4_801, 4_812];
    agrees_with_the_calendar(some_cases(months.into_iter(), 4));
}
