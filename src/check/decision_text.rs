//! Formats the effective renewal kind as text.

use alloc::{string::String, vec::Vec};
use core::fmt;

use super::decision::{Decision, Outcome};
use crate::product::{Configuration, EffectiveKind};
use crate::put;

/// Formats the effective renewal kind with its full trace, for people.
///
/// ```
/// use renewal_rules::{Consent, Options, effective_kind};
///
/// let product = r#"{"id":101,"licence_term":"P1M","renew_settings":
///     {"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
/// let decision = effective_kind(product, &Options::default().with_consent(Consent::Declined));
/// assert_eq!(
///     decision.to_string(),
///     "  configuration: pair (one product, renewed by another one)
///   effective kind: PMR, pre-filled manual renewal, if its minimum term (limits.pmrOnlineMinDays) is met
///     AR does not apply: the buyer declined auto renewal
///     Email is not reached
/// ",
/// );
/// ```
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&configuration_line(self.configuration, self.trial))?;
        f.write_str(&kind_lines(self, true))
    }
}

/// Formats the configuration, and whether the product is a free trial, as a line.
pub fn configuration_line(configuration: Option<Configuration>, trial: bool) -> String {
    let words = match configuration {
        None => "none",
        Some(Configuration::Single) => "single (the product renews itself)",
        Some(Configuration::Pair) => "pair (one product, renewed by another one)",
        Some(Configuration::Chain) => "chain (one product, renewed by several in turn)",
    };
    let trial = if trial { ", free trial" } else { "" };
    format!("  configuration: {words}{trial}\n")
}

/// Formats the kind and the reasons why other kinds were rejected; with `all`, also the kinds that were not reached or
/// not considered.
pub fn kind_lines(decision: &Decision, all: bool) -> String {
    let kind = match decision.kind {
        None => "none",
        Some(EffectiveKind::Ar) => "AR, auto renewal",
        Some(EffectiveKind::ArTrial) => "AR trial, auto renewal after the free trial",
        Some(EffectiveKind::Pmr) => "PMR, pre-filled manual renewal",
        Some(EffectiveKind::Email) => "Email renewal",
    };
    let mut out = format!("  effective kind: {kind}");
    if let Some(reason) = decision.reason {
        put!(out, ", because {}", reason.description());
    }
    for limit in &decision.assumed {
        put!(out, ", if its minimum term ({limit}) is met");
    }
    out.push('\n');
    for considered in &decision.considered {
        let name = considered.kind.name();
        match considered.outcome {
            Outcome::Rejected => {
                let reasons: Vec<&str> = considered.reasons.iter().map(|reason| reason.description()).collect();
                put!(out, "    {name} does not apply: {}\n", reasons.join("; "));
            }
            Outcome::NotReached if all => put!(out, "    {name} is not reached\n"),
            Outcome::NotConsidered if all => put!(out, "    {name} is not considered for a free trial\n"),
            Outcome::Applied | Outcome::NotReached | Outcome::NotConsidered => {}
        }
    }
    out
}
