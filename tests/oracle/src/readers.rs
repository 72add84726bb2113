use renewal_rules::setup::Setup;
use renewal_rules::{
    Amount, Code, Consent, Input, JsonText, LicenceTerm, Locale, Options, PatchOp, Product, ProductId, Scope,
    apply_patch, article, cart_comment, check, check_catalogue, check_catalogue_lines, depends_on, effective_kind,
    fix_all, fix_catalogue, fix_catalogue_lines, read, read_patch,
};
use renewal_rules_formatters::{CheckedFile, Format, sanitize};
use renewal_rules_preview::timeline::CalendarDate;
use renewal_rules_preview::{compare, timeline};
use renewal_rules_service::{Credentials, Plan, apply_update, change_request, create_request};

use super::promises::{self, plain, verdict};
use super::{decision, invariants, json_patch, rules};

/// Splits the bytes at a zero byte, which JSON never contains, into one or two texts: a product and its options, a
/// document and a patch, or two versions.
pub fn run(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let first = parts.next().unwrap_or_default();
    let second = parts.next().unwrap_or_default();
    // Index of the format to render: any value that varies with the input will do.
    let nth = data.iter().map(|byte| usize::from(*byte)).sum();
    bytes(nth, first);
    let (Ok(text), Ok(other)) = (std::str::from_utf8(first), std::str::from_utf8(second)) else { return };
    small(nth, text);
    readings(text);
    product(nth, text, other);
    catalogue(nth, text, other);
    login(text, other);
    plans(text, other);
    versions(text, other);
    patch(text, other);
    patch(other, text);
}

fn bytes(nth: usize, bytes: &[u8]) {
    let options = Options::default();
    let report = check(bytes, &options);
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert_eq!(report, check(text, &options));
    } else {
        let codes: Vec<Code> = report.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::JsonSyntax]);
    }
    let _ = read(bytes, &options);
    let _ = check_catalogue(bytes, &options);
    let lines = check_catalogue_lines(bytes, &options);
    promises::rendered(nth, &[CheckedFile::product("a", &report), CheckedFile::catalogue("b", &lines)]);
    for &consent in Consent::ALL {
        decision::coherent(&effective_kind(bytes, &options.clone().with_consent(consent)));
        let _ = article(bytes, 0, &options.clone().with_consent(consent));
        let _ = cart_comment(bytes, "en_US", &options.clone().with_consent(consent));
    }
    let _ = renewal_rules_service::read_login_response(200, bytes, i64::MAX);
    let _ = renewal_rules_service::read_login_response(500, bytes, i64::MIN);
    let _ = renewal_rules_service::read_login_response(400, bytes, 0);
    let _ = renewal_rules_service::read_login_request(Some("application/json"), bytes);
    let _ = renewal_rules_service::read_create_response(200, bytes);
    let _ = renewal_rules_service::read_change_response(404, bytes);
    let _ = renewal_rules_service::update(bytes, bytes);
    let _ = apply_update(bytes, bytes);
    let _ = Setup::new(bytes);
    let purchase = timeline::TimelineOptions::new("2026-01-31".parse().expect("the date is valid"));
    promises::followed(bytes, &purchase);
    let _ = renewal_rules_preview::compare(bytes, bytes, &compare::CompareOptions::default());
}

/// Asserts that terms, amounts, locales, dates, codes and formats round-trip as text.
fn small(nth: usize, text: &str) {
    fn again<T>(text: &str)
    where
        T: std::str::FromStr + ToString + PartialEq + std::fmt::Debug,
    {
        if let Ok(value) = text.parse::<T>() {
            assert_eq!(value.to_string().parse::<T>().ok(), Some(value));
        }
    }
    again::<LicenceTerm>(text);
    again::<Amount>(text);
    again::<Locale>(text);
    again::<CalendarDate>(text);
    if let Ok(code) = text.parse::<Code>() {
        assert_eq!(code.as_str(), text);
    }
    if let Ok(format) = text.parse::<Format>() {
        assert_eq!(format.as_str(), text);
    }
    let _ = depends_on(text);
    assert!(!sanitize(text).contains(char::is_control));
    let report = check(Input::NoJson(text.into()), &Options::default());
    assert!(!report.valid && report.diagnostics.len() == 1);
    promises::rendered(nth, &[CheckedFile::product(text, &report).with_text(text)]);
}

/// Asserts that types read by serde round-trip.
fn readings(text: &str) {
    fn again<T>(text: &str)
    where
        T: serde::de::DeserializeOwned + serde::Serialize + PartialEq + std::fmt::Debug,
    {
        if let Ok(value) = serde_json::from_str::<T>(text) {
            let written = serde_json::to_string(&value).expect("the value serialises to JSON");
            assert_eq!(serde_json::from_str::<T>(&written).ok(), Some(value));
        }
    }
    again::<Product>(text);
    again::<ProductId>(text);
    again::<LicenceTerm>(text);
    again::<Amount>(text);
    again::<Locale>(text);
    again::<renewal_rules::Chain>(text);
    again::<renewal_rules::RenewSettings>(text);
    again::<renewal_rules::Localizations>(text);
    again::<renewal_rules::Variant>(text);
    again::<JsonText>(text);
    again::<Vec<PatchOp>>(text);
    again::<renewal_rules_formatters::Tally>(text);
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

fn is_shallow(text: &str) -> bool {
    is_json(text) && promises::depth(text) < 100
}

fn product(nth: usize, text: &str, stated: &str) {
    let report = check(text, &Options::default());
    promises::located(text, &report.diagnostics);
    let is_syntax = report.diagnostics.iter().any(|d| d.code == Code::JsonSyntax);
    assert_eq!(is_syntax, !is_json(text));
    let _ = fix_all(text, &Options::default());
    let options = Options::from_json(stated);
    let decision = Options::from_json_for(Scope::Decision, stated);
    if let Ok(options) = decision {
        let decision = effective_kind(text, &options);
        decision::coherent(&decision);
        assert!(!decision.to_string().is_empty());
    }
    if let Ok(beside) = Options::default().with_current(stated) {
        assert_eq!(beside.current(), Some(stated));
    }
    if !is_shallow(text) {
        promises::rendered(nth, &[CheckedFile::product("a", &report).with_text(text)]);
        return;
    }
    let mut options = options.unwrap_or_default();
    if options.current().is_some_and(|current| !is_shallow(current) || plain(current).is_none()) {
        return;
    }
    promises::limited(text, &options, 2);
    options.max_diagnostics = None;
    verdict(stated, text, &invariants::invariants(text, &options));
    let report = check(text, &options);
    rules::agree(text, &options, &report);
    promises::patches(text, &report.diagnostics);
    promises::readable(text, &options);
    decision::decided(text, &options);
    promises::rendered_product(nth, text, &options);
}

fn catalogue(nth: usize, text: &str, stated: &str) {
    let options = Options::from_json_for(Scope::Catalogue, stated);
    let mut options = options.unwrap_or_default();
    options.max_diagnostics = None;
    let report = check_catalogue(text, &options);
    promises::located(text, &report.diagnostics);
    let lines = check_catalogue_lines(text.as_bytes(), &options);
    promises::located(text, &lines.diagnostics);
    promises::rendered(
        nth,
        &[CheckedFile::catalogue("a", &report).with_text(text), CheckedFile::catalogue("b", &lines).with_text(text)],
    );
    let fixed = fix_catalogue(text, &options);
    assert_eq!(fixed.report, check_catalogue(&fixed.text, &options));
    let fixed = fix_catalogue_lines(text, &options);
    let again = check_catalogue_lines(fixed.text.as_bytes(), &options);
    assert_eq!(fixed.report, again);
    if is_shallow(text) {
        verdict(stated, text, &invariants::catalogue_invariants(text, &options));
        promises::patches(text, &report.diagnostics);
    }
}

/// Returns the service's number for the first error of a login request, such as 1005; 0 if there is no error; `None` if
/// `Value` cannot represent the body.
fn login_refusal(body: &str, content_type: &str) -> Option<u16> {
    let media_type = content_type.split(';').next().unwrap_or_default();
    if !media_type.trim_matches([' ', '\t']).eq_ignore_ascii_case("application/json") {
        return Some(111);
    }
    if !is_json(body) {
        return Some(110);
    }
    let body: serde_json::Value = serde_json::from_str(body).ok()?;
    let is_given = |name: &str| {
        let text = body.get(name).and_then(serde_json::Value::as_str);
        text.is_some_and(|text| !text.is_empty())
    };
    Some(if is_given("username") && is_given("password") { 0 } else { 1005 })
}

fn login(text: &str, other: &str) {
    let found = renewal_rules_service::read_login_request(Some(other), text);
    let refusal = found.as_ref().err().map(|refusal| refusal.number());
    if let Some(expected) = login_refusal(text, other) {
        assert_eq!(refusal.unwrap_or_default(), expected, "{other}\n{text}");
    }
    if let Ok(found) = found {
        let request = found.login_request();
        let again = renewal_rules_service::read_login_request(Some("application/json"), request.body());
        assert_eq!(again.ok().as_ref(), Some(&found));
    }
    if let Ok(credentials) = Credentials::new(text, other) {
        let request = credentials.login_request();
        let again = renewal_rules_service::read_login_request(Some("application/json"), request.body());
        assert_eq!(again.ok(), Some(credentials));
    }
    for status in [200, 400, 401, 404, 500, 503] {
        let _ = renewal_rules_service::read_login_response(status, text, 0);
    }
    if let Ok(token) = renewal_rules_service::read_login_response(200, text, 1) {
        let is_valid = [0, 1, 86_400, 86_401].map(|now| token.is_valid_at(now));
        assert_eq!(is_valid, [false, true, true, false]);
    }
}

fn plans(text: &str, other: &str) {
    let _ = renewal_rules_service::read_create_response(201, text);
    if let Ok(request) = create_request(text) {
        assert_eq!(create_request(request.body()).as_ref(), Ok(&request));
        assert!(is_json(request.body()));
    }
    let id = ProductId::new(101).expect("the id is in range");
    if let Ok(request) = change_request(id, text) {
        assert_eq!(change_request(id, request.body()).as_ref(), Ok(&request));
    }
    if let Ok(setup) = Setup::new(text).and_then(|setup| setup.with_renewal(other)) {
        assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
    }
    let mut plans: Vec<Plan> = Plan::from_json(text).into_iter().collect();
    if let Ok(setup) = Setup::from_json(text) {
        assert_eq!(Setup::from_json(&setup.to_json()).as_ref(), Ok(&setup));
        let options = Options::from_json_for(Scope::Catalogue, other).unwrap_or_default();
        let report = setup.check(&options);
        let plan = Plan::new(setup, &options);
        assert_eq!(plan.is_ok(), report.valid);
        plans.extend(plan);
    }
    for mut plan in plans {
        assert_eq!(Plan::from_json(&plan.to_json()).as_ref(), Ok(&plan));
        let is_over = plan.progress().left == 0;
        let request = plan.next_request();
        assert_eq!(is_over, matches!(request, Ok(None)));
        let _ = plan.record_response(200, other);
        assert_eq!(Plan::from_json(&plan.to_json()).as_ref(), Ok(&plan));
    }
}

fn versions(text: &str, other: &str) {
    for stated in [text, other] {
        if let Ok(options) = timeline::TimelineOptions::from_json(stated) {
            promises::followed(text, &options);
        }
        if let Ok(options) = compare::CompareOptions::from_json(stated) {
            let _ = renewal_rules_preview::compare(text, other, &options);
        }
    }
    if is_shallow(text) && is_shallow(other) {
        promises::compared(text, other, &compare::CompareOptions::default());
        promises::updated(text, other);
    } else {
        let _ = renewal_rules_service::update(text, other);
        let _ = renewal_rules_service::apply_update(text, other);
    }
}

/// Asserts that a patch that applies to a text changes the text as RFC 6902 changes its value.
fn patch(text: &str, patch: &str) {
    let read = read_patch(patch).ok();
    let by_serde = serde_json::from_str::<Vec<PatchOp>>(patch).ok();
    assert_eq!(read, by_serde, "{patch}");
    let Some(patch) = read else { return };
    let made = apply_patch(text, &patch);
    if let Ok(made) = &made {
        assert!(is_json(made), "{patch:?} changes {text} to {made}");
    }
    if !is_shallow(text) {
        return;
    }
    let (Some(value), Ok(made)) = (plain(text), made) else { return };
    let expected = json_patch::patched(&value, &patch);
    assert_eq!(plain(&made), expected, "{patch:?} changes {text} to {made}");
}
