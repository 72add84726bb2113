//! Tests the traits that Rust programs expect: errors with `?`, serde, maps, arguments.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::{error::Error, fmt::Display, str::FromStr};

use renewal_rules::setup::{Kinds, Setup};
use renewal_rules::{
    Amount, CatalogueCheck, CatalogueReport, Code, Configuration, Consent, Decision, Diagnostic, EffectiveKind, Input,
    Level, LicenceTerm, Limits, Locale, Messages, Operation, Options, Outcome, PatchError, PatchOp, Payment, Product,
    ProductId, ProductIdError, RUSSIAN, Rejection, RenewalKind, Report, Role, RuleLevels, Severity, Stored, Undecided,
    check, check_catalogue, check_catalogue_lines, effective_kind, fix_all, fix_catalogue, fix_catalogue_lines, read,
};
use renewal_rules_formatters::Format;
use renewal_rules_oracle::promises::stored;
use renewal_rules_preview::timeline::{CalendarDate, MonthCount};
use renewal_rules_preview::{compare, timeline};
use renewal_rules_service::Plan;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const PRODUCT: &str =
    r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#;

/// Requires the bounds that `anyhow` and similar crates need.
fn boxed(error: impl Error + Send + Sync + 'static) -> Box<dyn Error + Send + Sync> {
    error.into()
}

#[test]
fn invalid_report_is_a_self_contained_error() {
    fn sell(text: &str) -> Result<Product, Box<dyn Error + Send + Sync>> {
        Ok(read(text, &Options::default())?)
    }
    assert_eq!(sell(PRODUCT).unwrap().id, ProductId::new(101));
    let error = sell("{\"id\":0,\n \"licence_term\":\"p1m\",\n \"name\":\"\"}").unwrap_err();
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "2 errors, 1 warning");
    assert!(lines[1].starts_with("error at /id (line 1, column 7): "), "{text}");
    assert!(lines[2].starts_with("warning at /name (line 3, column 9): "), "{text}");
    assert!(lines[3].ends_with(" [term-format]"), "{text}");

    let options = Options::default().with_max_diagnostics(1);
    let report = check(r#"{"id":0,"name":""}"#, &options);
    assert!(report.to_string().starts_with("1 error, 1 left out\nerror at /id"));
    assert_eq!(check(PRODUCT, &Options::default()).to_string(), "nothing to report");
    let invalid = check_catalogue("{}", &Options::default()).into_result().unwrap_err();
    assert!(boxed(invalid).to_string().starts_with("1 error\nerror (line 1"));
}

#[test]
fn error_types_implement_error() {
    fn passed<T: FromStr>(text: &str) -> String
    where
        T::Err: Error + Send + Sync + 'static,
    {
        boxed(text.parse::<T>().err().expect(text)).to_string()
    }
    assert_eq!(passed::<Consent>("no"), "it must be one of `given`, `declined`, `unavailable`");
    assert_eq!(passed::<Code>("chain-emty"), "there is no such code; did you mean `chain-empty`?");
    assert_eq!(passed::<Code>("surprise"), "there is no such code");
    for text in ["", "0", "+1", "-1", "1.0", "9007199254740992", "99999999999999999999"] {
        let words = "a product id is a whole number from 1 to 9007199254740991";
        assert_eq!(passed::<ProductId>(text), words, "{text}");
    }
    assert!(!passed::<CalendarDate>("2026-02-30").is_empty());
    assert!(!passed::<LicenceTerm>("P1W").is_empty());
    assert!(!passed::<Amount>("9,90").is_empty());
    assert!(!passed::<Locale>("en").is_empty());
}

#[test]
fn option_and_patch_errors_convert_to_text() {
    fn both<E: Display + Into<String>>(error: E, words: &str) {
        assert_eq!(error.to_string(), words);
        assert_eq!(error.into(), words);
    }
    both(
        Options::from_json(r#"{"payment":"card"}"#).unwrap_err(),
        "the option `payment` must be one of `online`, `offline`",
    );
    both(PatchError::NotJson, "the text is not JSON");
    both(PatchError::DoesNotFit(12), "operation 12 of the patch does not fit the text");
    both(PatchError::NotAPatch, "the patch must be a list of operations of a JSON Patch");
}

/// Asserts that each value of an enum parses from its own text and JSON.
fn words<T>(all: &[T])
where
    T: Copy + PartialEq + std::fmt::Debug + Display + FromStr + serde::Serialize + DeserializeOwned,
    T::Err: std::fmt::Debug,
{
    assert!(!all.is_empty());
    for one in all {
        let word = one.to_string();
        assert_eq!(word.parse::<T>().unwrap(), *one);
        assert_eq!(serde_json::to_value(one).unwrap(), Value::from(word.as_str()));
        assert_eq!(serde_json::from_value::<T>(word.into()).unwrap(), *one);
    }
    assert!("".parse::<T>().is_err());
    assert!(serde_json::from_str::<T>("\"\"").is_err());
}

#[test]
fn enum_values_round_trip() {
    words(Code::ALL);
    words(Operation::ALL);
    words(Role::ALL);
    words(Payment::ALL);
    words(Consent::ALL);
    words(Level::ALL);
    words(Severity::ALL);
    words(RenewalKind::ALL);
    words(Configuration::ALL);
    words(EffectiveKind::ALL);
    words(Undecided::ALL);
    words(Outcome::ALL);
    words(Rejection::ALL);
    words(MonthCount::ALL);
    words(Format::ALL);
    assert_eq!(format!("{:>7}|{:<7}|", Severity::Error, Code::IdRange), "  error|id-range|");
}

#[test]
fn options_json_equals_builder() {
    let text = r#"{"operation":"update","role":"initiator","trial":true,"productId":101,"payment":"offline",
        "consent":"declined","limits":{"pmrOfflineMinDays":9},"rules":{"empty-text":"off"},"maxDiagnostics":5,
        "current":{"id":101}}"#;
    let expected = Options::default()
        .with_operation(Operation::Update)
        .with_role(Role::Initiator)
        .with_trial(true)
        .with_product_id(ProductId::new(101))
        .with_payment(Payment::Offline)
        .with_consent(Consent::Declined)
        .with_limits(Limits::default().with_pmr_offline_min_days(9))
        .with_rules(RuleLevels::default().with(Code::EmptyText, Level::Off).unwrap())
        .with_max_diagnostics(5)
        .with_current(r#"{"id":101}"#)
        .unwrap();
    assert_eq!(Options::from_json(text).unwrap(), expected);
    // The current product retains its exact text, even if a parsed value could not represent it.
    let exact = r#"{"z":9.90,"a":["\ud800",1e999],"id":101}"#;
    let exact = expected.clone().with_current(exact).unwrap();
    for expected in [expected, exact] {
        let stored = serde_json::to_string(&expected).unwrap();
        assert_eq!(serde_json::from_str::<Options>(&stored).unwrap(), expected);
        assert_eq!(Options::from_json(&stored).unwrap(), expected);
    }
}

#[test]
fn malformed_diagnostics_are_not_read() {
    let report = check(r#"{"licence_term":"P1W"}"#, &Options::default());
    for (name, value) in [
        ("code", json!("chain-emty")),
        ("params", json!([])),
        ("severity", json!("fatal")),
        ("fix", json!([{"op": "turn"}])),
    ] {
        let mut stored = serde_json::to_value(&report.diagnostics[0]).unwrap();
        stored[name] = value;
        assert!(serde_json::from_value::<Diagnostic>(stored).is_err(), "{name}");
    }
}

#[test]
fn stored_diagnostic_of_other_version_is_preserved() {
    let report = check(r#"{"licence_term":"P1W"}"#, &Options::default());
    let mut stored = serde_json::to_value(&report.diagnostics[0]).unwrap();
    stored["messageId"] = json!("weeks");
    stored["message"] = json!("Write 1 week in days.");
    stored["params"] = json!({"weeks": 1, "days": [7, "8"], "since": -1, "text": "P1W"});
    let read: Diagnostic = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!((&*read.message_id, &*read.message), ("weeks", "Write 1 week in days."));
    assert_eq!(read.params.number("weeks"), Some(1));
    // The getters return nothing for these two params, because this version has neither lists of mixed types nor
    // negative numbers; serializing them preserves their values.
    assert_eq!((read.params.list("days"), read.params.text("since")), (&[][..], None));
    assert_eq!(serde_json::to_value(&read).unwrap(), stored);
    let russian = Messages::from_json(RUSSIAN).unwrap();
    assert_eq!(read.translated(&russian), read);
}

#[test]
fn stored_report_preserves_unknown_codes() {
    let report = check(r#"{"licence_term":"P1W"}"#, &Options::default());
    let text = serde_json::to_string(&Stored::from(report.clone())).unwrap();
    let same: Stored<Report> = serde_json::from_str(&text).unwrap();
    assert_eq!((&*same.version, same.report), (env!("CARGO_PKG_VERSION"), report));

    let later = text.replace("term-format", "term-in-weeks").replace("0.1.0", "9.0.0");
    assert!(serde_json::from_str::<Stored<Report>>(&later).is_err());
    let params =
        r#"{"a":true,"b":1.5,"c":null,"d":[1,"x"],"e":{"f":[]},"g":-1,"h":1e400,"i":["x","y"],"j":7,"k":"true"}"#;
    let other = r#"{"code":"x","severity":"error","path":"","messageId":"x","message":"x","params":#,"related":[],"section":"4"}"#;
    let other = format!(
        r#"{{"version":"9.0.0","report":{{"valid":false,"configuration":null,"trial":false,"diagnostics":[{}]}}}}"#,
        other.replace('#', params)
    );
    let stored: Stored = serde_json::from_str(&other).unwrap();
    assert_eq!(serde_json::to_string(&stored).unwrap(), other);
    let stored: Stored = serde_json::from_str(&later).unwrap();
    assert_eq!(stored.version, "9.0.0");
    assert_eq!(stored.report.diagnostics[0].code, "term-in-weeks");
    assert!(stored.report.to_string().ends_with("[term-in-weeks]"));
    assert_eq!(serde_json::to_string(&stored).unwrap(), later);

    let report = check_catalogue(r#"[{"id":1},{"id":1}]"#, &Options::default());
    let text = serde_json::to_string(&Stored::from(report.clone())).unwrap();
    let stored: Stored<CatalogueReport<String>> = serde_json::from_str(&text).unwrap();
    assert_eq!(stored.report.to_string(), report.to_string());
}

#[test]
fn stored_decisions_and_timelines_have_keywords() {
    // The reason why a timeline stops is stored as a keyword, not as a message, so that it can be translated later.
    let purchase = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
    let stopped = timeline(r#"{"id":101}"#, &purchase).unwrap().stop.unwrap();
    assert_eq!(stopped.undecided, Some(Undecided::NotConfigured));
    let manual = PRODUCT.replace("renew_ar\":{\"enable\":true}", "renew_pmr\":true");
    let decision = effective_kind(&manual, &Options::default());
    assert_eq!(decision.assumed, ["limits.pmrOnlineMinDays"]);
    stored(&decision);
    let unknown = serde_json::to_string(&decision).unwrap();
    let unknown = unknown.replace("pmrOnlineMinDays", "pmrMinDays");
    assert!(serde_json::from_str::<Decision>(&unknown).is_err());
}

#[test]
fn stored_setups_and_plans_preserve_texts() {
    let product = r#"{"family_name":"E","name":"\u0045","licence_term":"P1M","z":[1.0,"\ud800"],"variants":[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
    let setup = Setup::new(product).unwrap().with_kinds(Kinds::auto());
    stored(&setup);
    let mut plan = Plan::new(setup, &Options::default()).unwrap();
    plan.next_request().unwrap();
    stored(&plan);
    assert_eq!(serde_json::to_string(&plan).unwrap(), plan.to_json());
    let wrong = serde_json::from_str::<Plan>("{}").unwrap_err().to_string();
    assert!(wrong.contains("`format` is missing"), "{wrong}");
    let wrong = serde_json::from_str::<Setup>("{}").unwrap_err().to_string();
    assert!(wrong.contains("initiator"), "{wrong}");
}

#[test]
fn ids_convert_from_and_to_signed_integers() {
    let id = ProductId::try_from(101).unwrap();
    assert_eq!((i64::from(id), id.get()), (101, 101));
    assert_eq!(ProductId::try_from(101_i64), Ok(id));
    for wrong in [0, -1, -101, i64::MIN, i64::MAX] {
        assert_eq!(ProductId::try_from(wrong), Err(ProductIdError), "{wrong}");
    }
}

#[test]
fn public_types_are_thread_safe() {
    const fn shared<T: Send + Sync + Unpin + std::panic::UnwindSafe + 'static>() {}
    shared::<Report>();
    shared::<CatalogueReport>();
    shared::<CatalogueCheck>();
    shared::<Product>();
    shared::<Options>();
    shared::<Input<'static>>();
    shared::<compare::Comparison>();
    shared::<timeline::Timeline>();
    shared::<Plan>();
}

#[test]
fn identifier_types_can_be_map_keys() {
    let report = check(r#"{"licence_term":"p1m"}"#, &Options::default());
    let mut seen: HashMap<(Code, Option<renewal_rules::Location>), usize> = HashMap::new();
    for one in &report.diagnostics {
        *seen.entry((one.code, one.location)).or_default() += 1;
    }
    assert_eq!(seen.len(), 1);
    let fixes: HashSet<PatchOp> = report.diagnostics.into_iter().filter_map(|one| one.fix).flatten().collect();
    assert_eq!(fixes.len(), 1);

    let mut cache: HashMap<(Options, &str), Report> = HashMap::new();
    for payment in [Payment::Online, Payment::Online, Payment::Offline] {
        let options = Options::default().with_payment(payment);
        let report = || check(PRODUCT, &options);
        cache.entry((options.clone(), PRODUCT)).or_insert_with(report);
    }
    assert_eq!(cache.len(), 2);
    let by_id: BTreeMap<ProductId, Product> = [read(PRODUCT, &Options::default()).unwrap()]
        .into_iter()
        .map(|product| (product.id.unwrap(), product))
        .collect();
    assert!(by_id.contains_key(&ProductId::try_from(101).unwrap()));
}

#[test]
fn every_call_accepts_every_input_type() {
    fn all<T: PartialEq + std::fmt::Debug>(text: &str, call: impl Fn(Input<'_>) -> T) {
        let value: Value = serde_json::from_str(text).unwrap();
        let product: Product = serde_json::from_str(text).unwrap();
        let expected = call(Input::Json(text.into()));
        assert_eq!(call((&value).into()), expected);
        assert_eq!(call((&product).into()), expected);
        let located = call(text.into());
        assert_eq!(call(text.to_owned().into()), located);
        assert_eq!(call((&text.to_owned()).into()), located);
        assert_eq!(call(std::borrow::Cow::from(text).into()), located);
        assert_eq!(call(text.as_bytes().into()), located);
        assert_eq!(call(text.as_bytes().to_vec().into()), located);
        assert_eq!(call((&text.as_bytes().to_vec()).into()), located);
        assert_eq!(call(std::borrow::Cow::from(text.as_bytes()).into()), located);
    }
    let options = Options::default();
    for text in [PRODUCT, r#"{"name":"","licence_term":"P1D"}"#] {
        all(text, |input| check(input, &options));
        all(text, |input| read(input, &options).ok());
        all(text, |input| effective_kind(input, &options));
        all(text, |input| check_catalogue(input, &options));
        let purchase = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
        all(text, |input| timeline(input, &purchase).unwrap());
        let versions = compare::CompareOptions::default();
        all(text, |input| compare(input, PRODUCT, &versions).unwrap());
    }
}

#[test]
fn fixes_accept_every_input_type() {
    let options = Options::default();
    let wrong = r#"{"licence_term":"p1m"}"#;
    let value: Value = serde_json::from_str(wrong).unwrap();
    for input in [Input::from(wrong), wrong.as_bytes().into(), (&value).into()] {
        let fixed = fix_all(input.clone(), &options);
        assert_eq!((fixed.text.as_str(), fixed.applied), (r#"{"licence_term":"P1M"}"#, 1));
    }
    // A text with replacement characters must not be written back, so no text is returned.
    for bytes in [&b"{\"id\":\xff}"[..], b"\xff\xfe{\0}\0", b"[{\"licence_term\":\"p1m\",\"name\":\"\xe9\"}]"] {
        let fixed = fix_all(bytes, &options);
        assert_eq!((fixed.text.as_str(), fixed.applied), ("", 0));
        assert_eq!(fixed.report.diagnostics[0].code, Code::JsonSyntax);
        let fixed = fix_catalogue(bytes, &options);
        assert_eq!((fixed.text.as_str(), fixed.applied), ("", 0));
        let fixed = fix_catalogue_lines(bytes, &options);
        assert_eq!((fixed.text.as_str(), fixed.applied), ("", 0));
    }
    let located = |input: Input<'_>| {
        let found = fix_all(input, &options).report.diagnostics;
        found[0].location.is_some()
    };
    let value = serde_json::json!({"name": ""});
    assert_eq!((located((&value).into()), located(r#"{"name":""}"#.into())), (false, true));
}

#[test]
fn typed_catalogues_equal_their_text() {
    let options = Options::default();
    let product: Product = serde_json::from_str(PRODUCT).unwrap();
    let catalogue = vec![product.clone(), product.clone()];
    let listed = format!("[{PRODUCT},{PRODUCT}]");
    let report = check_catalogue(Input::Json(listed.as_str().into()), &options);
    let codes: Vec<Code> = report.diagnostics.iter().map(|one| one.code).collect();
    assert!(codes.contains(&Code::DuplicateProductId));
    assert_eq!(check_catalogue(&catalogue, &options), report);
    assert_eq!(check_catalogue(catalogue.as_slice(), &options), report);
    assert_eq!(check_catalogue(&[product.clone(), product], &options), report);
    assert_eq!(check_catalogue_lines(&catalogue, &options), report);
    let purchase = timeline::TimelineOptions::new("2026-01-31".parse().unwrap());
    assert_eq!(timeline(&catalogue, &purchase), timeline(&listed, &purchase));
}
