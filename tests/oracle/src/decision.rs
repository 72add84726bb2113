//! An independent implementation of the effective renewal kind.

use super::promises::judged;
use renewal_rules::{
    Code, Configuration, Consent, Decision, EffectiveKind, LicenceTerm, Options, Payment, Report, article,
    cart_comment, check, effective_kind,
};
use serde_json::{Value, json};

/// Compares the decision, the article and the cart comment with those computed from the report and the product.
pub fn decided(text: &str, options: &Options) {
    let mut all = options.clone();
    all.max_diagnostics = None;
    let report = check(text, &all);
    let product = judged(text, &all);
    for &consent in Consent::ALL {
        let decision = effective_kind(text, &options.clone().with_consent(consent));
        assert_eq!(decision, effective_kind(text.as_bytes(), &options.clone().with_consent(consent)), "{text}");
        coherent(&decision);
        super::promises::stored(&decision);
        let _ = decision.to_string();
        let Some(product) = &product else { continue };
        assert_eq!(
            serde_json::to_value(&decision).ok(),
            Some(expected(product, &report, options, consent)),
            "{consent:?} {options:?}\n{text}"
        );
        for nth in 0..3 {
            let sku = |name: &str| {
                let path = format!("/variants/{nth}/{name}");
                product.pointer(&path).and_then(Value::as_str)
            };
            let auto = sku("sku_ar").filter(|sku| !sku.trim().is_empty());
            let is_auto = decision.kind.is_some_and(EffectiveKind::is_auto);
            assert_eq!(
                article(text, nth, &options.clone().with_consent(consent)).as_deref(),
                auto.filter(|_| is_auto).or(sku("sku")),
                "{consent:?} {options:?}\n{text}"
            );
        }
        let locales = product.get("localization_values").and_then(Value::as_object);
        for (locale, comments) in locales.into_iter().flatten() {
            let name = if shows_auto(product, &decision, consent) {
                "comment_for_product_for_AR"
            } else {
                "comment_for_product_for_MR"
            };
            assert_eq!(
                cart_comment(text, locale, &options.clone().with_consent(consent)).as_deref(),
                comments.get(name).and_then(Value::as_str),
                "{consent:?} {locale} {options:?}\n{text}"
            );
        }
    }
}

fn switch(product: &Value, name: &str) -> bool {
    product.pointer(&format!("/renew_settings/{name}")) == Some(&Value::Bool(true))
}

fn is_mandatory(product: &Value, configuration: Option<Configuration>) -> bool {
    configuration != Some(Configuration::Single) && switch(product, "renew_ar/required")
}

fn shows_auto(product: &Value, decision: &Decision, consent: Consent) -> bool {
    let is_on = switch(product, "renew_ar/enable");
    match consent {
        Consent::Given => decision.trial || is_on,
        Consent::Declined => decision.trial || is_on && is_mandatory(product, decision.configuration),
        Consent::Unavailable => false,
    }
}

/// Checks that the fields of a decision are consistent.
pub fn coherent(decision: &Decision) {
    let applied =
        decision.considered.iter().filter(|one| serde_json::to_value(one.outcome).ok() == Some(json!("applied")));
    assert_eq!(applied.count(), usize::from(decision.kind.is_some()));
    assert_eq!(decision.considered.is_empty(), decision.reason.is_some(), "{decision:?}");
    for one in &decision.considered {
        let is_rejected = serde_json::to_value(one.outcome).ok() == Some(json!("rejected"));
        assert_eq!(is_rejected, !one.reasons.is_empty(), "{decision:?}");
    }
}

/// Computes the decision from a product and its report (§4.4).
pub fn expected(product: &Value, report: &Report, options: &Options, consent: Consent) -> Value {
    let (configuration, trial) = (report.configuration, report.trial);
    let reason = if is_malformed(report) {
        Some("malformed")
    } else if product.get("renew_settings").is_none() {
        Some("not-configured")
    } else if configuration.is_none() {
        Some("invalid-chain")
    } else {
        None
    };
    let mut kind = Value::Null;
    let mut considered = Vec::new();
    for name in ["ar", "pmr", "email"] {
        if reason.is_some() {
            break;
        }
        let (outcome, reasons) = if trial && name != "ar" {
            ("not-considered", Vec::new())
        } else if !kind.is_null() {
            ("not-reached", Vec::new())
        } else {
            let reasons = rejections(product, report, options, consent, name);
            if reasons.is_empty() {
                kind = json!(if trial { "ar-trial" } else { name });
                ("applied", reasons)
            } else {
                ("rejected", reasons)
            }
        };
        considered.push(json!({"kind": name, "outcome": outcome, "reasons": reasons}));
    }
    let (limit, days) = match options.payment {
        Some(Payment::Offline) => ("limits.pmrOfflineMinDays", options.limits.pmr_offline_min_days),
        _ => ("limits.pmrOnlineMinDays", options.limits.pmr_online_min_days),
    };
    let is_assumed = kind == "pmr" && days.is_none();
    json!({
        "kind": kind,
        "configuration": configuration,
        "trial": trial,
        "reason": reason,
        "considered": considered,
        "assumed": if is_assumed { vec![limit] } else { Vec::new() },
    })
}

/// Returns whether a field that the decision reads is malformed.
fn is_malformed(report: &Report) -> bool {
    const KNOWN: [&str; 9] = [
        "",
        "/licence_term",
        "/renew_settings",
        "/renew_settings/product_id_for_renew",
        "/renew_settings/renew_ar",
        "/renew_settings/renew_ar/enable",
        "/renew_settings/renew_ar/required",
        "/renew_settings/renew_pmr",
        "/renew_settings/renew_email",
    ];
    let is_known = |path: &str| KNOWN.contains(&path) || path.starts_with("/renew_settings/product_id_for_renew/");
    report.diagnostics.iter().any(|d| {
        matches!(d.code, Code::JsonSyntax | Code::TypeMismatch | Code::DuplicateKey | Code::IdRange | Code::TermFormat)
            && is_known(&d.path)
    })
}

fn rejections(product: &Value, report: &Report, options: &Options, consent: Consent, kind: &str) -> Vec<&'static str> {
    let (configuration, trial) = (report.configuration, report.trial);
    let is_on = switch(
        product,
        match kind {
            "ar" => "renew_ar/enable",
            "pmr" => "renew_pmr",
            _ => "renew_email",
        },
    );
    if !is_on {
        return vec!["disabled"];
    }
    let mut reasons = Vec::new();
    if trial && !switch(product, "renew_ar/required") {
        reasons.push("not-required");
    }
    if (trial && configuration == Some(Configuration::Single))
        || (kind == "email" && configuration == Some(Configuration::Chain))
    {
        reasons.push("unsuitable-configuration");
    }
    let limits = &options.limits;
    let minimum = match (kind, options.payment) {
        ("ar", _) => limits.ar_min_days,
        ("pmr", Some(Payment::Offline)) => limits.pmr_offline_min_days.unwrap_or(0),
        ("pmr", _) => limits.pmr_online_min_days.unwrap_or(0),
        (_, Some(Payment::Offline)) => limits.email_offline_min_days,
        _ => limits.email_online_min_days,
    };
    let term = product.get("licence_term").and_then(Value::as_str);
    match term.and_then(|term| term.parse::<LicenceTerm>().ok()) {
        None => reasons.push("term-missing"),
        Some(term) if term.is_unlimited() => reasons.push("term-zero"),
        Some(term) if term.shortest_days() < u64::from(minimum) => {
            reasons.push("term-below-minimum");
        }
        Some(_) => {}
    }
    if kind == "ar" {
        match consent {
            Consent::Declined if !trial && !is_mandatory(product, configuration) => {
                reasons.push("consent-declined");
            }
            Consent::Unavailable => reasons.push("consent-unavailable"),
            _ => {}
        }
    }
    reasons
}
