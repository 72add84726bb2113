//! Tests the typed model: which values it rejects and retains.

use renewal_rules::{
    Amount, Chain, ChainError, Comments, Configuration, LicenceTerm, Locale, Localizations, Operation, Options,
    Product, ProductId, TermError, TermUnit, check, read,
};

fn id(number: u64) -> ProductId {
    ProductId::new(number).unwrap()
}

fn ids(numbers: &[u64]) -> Vec<ProductId> {
    numbers.iter().copied().map(id).collect()
}

#[test]
fn ids_are_integers_up_to_2_pow_53() {
    assert_eq!(ProductId::new(0), None);
    assert_eq!(ProductId::new(1).map(ProductId::get), Some(1));
    assert_eq!(ProductId::new(ProductId::MAX), Some(id(9_007_199_254_740_991)));
    assert_eq!(ProductId::new(ProductId::MAX + 1), None);
    assert_eq!(serde_json::from_str::<ProductId>("101").unwrap(), id(101));
    // serde rejects even a whole float such as `101.0`, which may have been rounded; `read` uses the digits of the
    // text.
    for wrong in ["0", "-1", "1.5", "101.0", "9007199254740992", "\"1\"", "null"] {
        assert!(serde_json::from_str::<ProductId>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn malformed_chains_cannot_be_constructed() {
    let cases: &[(&[u64], Result<Option<Configuration>, ChainError>)] = &[
        (&[], Err(ChainError::Empty)),
        (&[101], Err(ChainError::TooShort)),
        (&[102], Err(ChainError::TooShort)),
        (&[102, 103], Err(ChainError::LastNotRepeated)),
        (&[102, 102, 102], Err(ChainError::RepeatedId)),
        (&[102, 103, 102, 102], Err(ChainError::RepeatedId)),
        (&[101, 101], Ok(Some(Configuration::Single))),
        (&[102, 102], Ok(Some(Configuration::Pair))),
        (&[102, 103, 103], Ok(Some(Configuration::Chain))),
        (&[101, 102, 102], Ok(None)),
    ];
    for (numbers, expected) in cases {
        let chain = Chain::try_from(ids(numbers));
        let found = chain.map(|chain| chain.configuration(Some(id(101))));
        assert_eq!(found, *expected, "{numbers:?}");
    }
    assert_eq!(Chain::repeating(id(5)).renewals(), ids(&[5]));
    let chain = Chain::of_renewals(ids(&[5, 6])).unwrap();
    assert_eq!((chain.ids(), chain.to_string()), (&*ids(&[5, 6, 6]), "[5,6,6]".to_owned()));
    assert_eq!(Chain::of_renewals([]), None);
    assert_eq!(Chain::repeating(id(101)).configuration(None), Some(Configuration::Pair));
}

#[test]
fn long_chains_are_checked_like_short_ones() {
    let mut numbers: Vec<u64> = (1..=40).collect();
    numbers.push(40);
    assert!(Chain::try_from(ids(&numbers)).is_ok());
    numbers[20] = 3;
    assert_eq!(Chain::try_from(ids(&numbers)), Err(ChainError::RepeatedId));
}

#[test]
fn terms_round_trip() {
    for (text, term) in [
        ("P0D", LicenceTerm::days(0)),
        ("P14D", LicenceTerm::days(14)),
        ("P1M", LicenceTerm::months(1)),
        ("P4294967295M", LicenceTerm::months(u32::MAX)),
    ] {
        assert_eq!(text.parse(), Ok(term));
        assert_eq!(term.to_string(), text);
    }
    assert_eq!("P007D".parse(), Ok(LicenceTerm::days(7)));
    assert_eq!(LicenceTerm::months(3).unit(), TermUnit::Months);
    for (text, error) in [
        ("", TermError::Empty),
        (" P6D", TermError::WhiteSpace),
        ("P 6D", TermError::WhiteSpace),
        ("p6d", TermError::LowerCase),
        ("P6d", TermError::LowerCase),
        ("6D", TermError::NoP),
        ("PD", TermError::NoCount),
        ("P-6D", TermError::NoCount),
        ("P6", TermError::NoUnit),
        ("P2W", TermError::OtherUnit),
        ("P1Y", TermError::OtherUnit),
        ("P1.5M", TermError::CountNotWhole),
        ("P1.0M", TermError::CountNotWhole),
        ("P1,5D", TermError::CountNotWhole),
        ("P1M2D", TermError::Trailing),
        ("P4294967296D", TermError::CountTooLarge),
    ] {
        assert_eq!(text.parse::<LicenceTerm>(), Err(error), "{text}");
    }
}

#[test]
fn amounts_keep_their_text() {
    for text in ["0", "0.00", "9.90", "000.1", "123456789012345678901234567890.00"] {
        assert_eq!(text.parse::<Amount>().unwrap().as_str(), text);
    }
    for text in ["", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", " 1", "1 ", "１"] {
        assert!(text.parse::<Amount>().is_err(), "{text}");
    }
    assert!("000.000".parse::<Amount>().unwrap().is_zero());
    assert!(!"0.01".parse::<Amount>().unwrap().is_zero());
}

#[test]
fn locale_has_a_single_format() {
    assert_eq!("ru_RU".parse::<Locale>().unwrap().as_str(), "ru_RU");
    for text in ["", "en", "en_us", "EN_US", "en-US", "en_USA", "eñ_US"] {
        assert!(text.parse::<Locale>().is_err(), "{text}");
    }
}

#[test]
fn unknown_fields_round_trip_unchanged() {
    let text = r#"{"id":101,"renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true,"since":1.50},"colour":"blue"},"localization_values":{"en_US":{"comment_for_product_for_AR":"a","note":null}},"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90","net":1e-7},"special":{"price":1}},"stock":12345678901234567890123}],"vat":1.10,"deep":[[[{"a":[]}]]]}"#;
    let product: Product = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&product).unwrap(), text);
    assert_eq!(product.other.get("vat"), Some("1.10"));
    let mut changed = product.clone();
    changed.other.set("vat", &serde_json::json!("none"));
    changed.other.remove("deep");
    assert_ne!(changed, product);
    assert!(serde_json::to_string(&changed).unwrap().ends_with(r#""vat":"none"}"#));
}

#[test]
fn last_duplicate_comment_wins() {
    let text =
        r#"{"en_US":{"comment_for_product_for_AR":"first"},"en_US":{"comment_for_product_for_AR":"last"},"de_DE":{}}"#;
    let comments: Localizations = serde_json::from_str(text).unwrap();
    let of = |locale: &str| comments.get(locale.parse().unwrap());
    assert_eq!(of("en_US").and_then(|of| of.comment_for_product_for_ar.as_deref()), Some("last"));
    assert_eq!((of("de_DE"), of("fr_FR")), (Some(&Comments::default()), None));
    assert_eq!(serde_json::to_string(&comments).unwrap(), text);
}

#[test]
fn read_returns_the_product_or_the_report() {
    let options = Options::default();
    let product = read(r#"{"id":101,"variants":[{"vendor_code":"V","sku":"S","sku_ar":"SA","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#, &options).unwrap();
    let variant = &product.variants.as_ref().unwrap()[0];
    assert_eq!(variant.price.common.as_ref().map(|common| common.price.as_str()), Some("9.90"));
    assert_eq!(read(&product, &options).unwrap(), product);
    let invalid = read(r#"{"id":0}"#, &options).unwrap_err();
    assert_eq!(invalid.report().diagnostics[0].path, "/id");
    // A lone surrogate is valid JSON and is read as U+FFFD.
    let half = r#"{"name":"\ud800\\ud800\ud83d\ude00\udc00","\udc00":1}"#;
    let product = read(half, &options).unwrap();
    assert_eq!(product.name.as_deref(), Some("\u{fffd}\\ud800\u{1f600}\u{fffd}"));
}

#[test]
fn current_only_affects_updates() {
    let product = r#"{"id":101,"licence_term":"P1M"}"#;
    let current = r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102]}}"#;
    for operation in [Operation::Create, Operation::Record] {
        let alone = Options::default().with_operation(operation);
        let beside = alone.clone().with_current(current).unwrap();
        assert_eq!(check(product, &beside), check(product, &alone));
    }
    let update = Options::default().with_operation(Operation::Update).with_current(current).unwrap();
    assert!(!check(product, &update).valid);
}
