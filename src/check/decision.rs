//! Decides the effective renewal kind (§4.4), with the reasons for the decision.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use super::read::Source;
use super::{CheckedProduct, check_product, current};
use crate::options::{Consent, Options, pmr_limit};
use crate::product::Input;
use crate::product::{Configuration, EffectiveKind, LicenceTerm, Payment, RenewalKind};
use crate::rules::Facts;
use crate::schema::Field;
use crate::schema::FieldTree as _;
use renewal_rules_json::keywords;

keywords! {
    /// Reason why no renewal kind could be considered at all.
    #[non_exhaustive]
    Undecided {
        /// The input, the renewal settings or the licence term is malformed.
        Malformed = "malformed" =>
            "the product, its renewal settings or its licence term cannot be read",
        /// The product has no `renew_settings`.
        NotConfigured = "not-configured" => "there are no renewal settings",
        /// The chain matches no configuration.
        InvalidChain = "invalid-chain" => "the chain is not valid",
    }
    /// Returns the reason as an English phrase, for use in messages.
    pub fn description
}

keywords! {
    /// Outcome of one kind in a decision.
    Outcome {
        /// The kind is the effective kind.
        Applied = "applied",
        /// The conditions of the kind are not met; `reasons` lists those that failed.
        Rejected = "rejected",
        /// An earlier kind in the order is the effective one.
        NotReached = "not-reached",
        /// The product is a free trial, for which only AR is considered.
        NotConsidered = "not-considered",
    }
}

keywords! {
    /// Reason why a renewal kind was rejected.
    #[non_exhaustive]
    Rejection {
        /// The kind is not enabled.
        Disabled = "disabled" => "it is not turned on",
        /// The product is a free trial and its `renew_ar.required` is not true.
        NotRequired = "not-required" => "a free trial needs it to be mandatory",
        /// The kind is Email in a chain of several products, or the product is a free trial that renews itself.
        UnsuitableConfiguration = "unsuitable-configuration" =>
            "it is not available in this configuration",
        /// The product has no licence term.
        TermMissing = "term-missing" => "there is no licence term",
        /// The licence term is zero, which means unlimited.
        TermZero = "term-zero" => "the licence term is unlimited",
        /// The licence term is shorter than the kind's minimum.
        TermBelowMinimum = "term-below-minimum" => "the licence term is too short",
        /// The buyer declined auto renewal.
        ConsentDeclined = "consent-declined" => "the buyer declined auto renewal",
        /// The buyer cannot consent to auto renewal.
        ConsentUnavailable = "consent-unavailable" => "the buyer cannot consent to auto renewal",
    }
    /// Returns the reason as an English phrase, for use in messages.
    pub fn description
}

/// A renewal kind and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Considered {
    /// The renewal kind.
    pub kind: RenewalKind,
    /// The outcome: applied, rejected, not reached or not considered.
    pub outcome: Outcome,
    /// All reasons why the kind was rejected; empty if it was not rejected.
    pub reasons: Vec<Rejection>,
}

/// The effective renewal kind of a product, with the decision for each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Decision {
    /// Effective kind, `None` if none applies.
    pub kind: Option<EffectiveKind>,
    /// The configuration of the chain, if it is valid.
    pub configuration: Option<Configuration>,
    /// `true` if the product is a free trial.
    pub trial: bool,
    /// Reason why AR, PMR and Email could not be considered, such as a malformed term; `None` if they were.
    pub reason: Option<Undecided>,
    /// The outcomes of AR, PMR and Email, in this order; empty if there is a `reason`.
    pub considered: Vec<Considered>,
    /// Names of the minimum-term options, such as `limits.pmrOnlineMinDays`, that the effective kind depends on and
    /// that are not set. The kind applies only if the term meets these minimums.
    #[serde(deserialize_with = "limits")]
    pub assumed: Vec<&'static str>,
}

/// Deserializes [`Decision::assumed`]: accepts the names of the options for PMR minimums, and rejects any other name.
fn limits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<&'static str>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    let known = |name: String| {
        let limit = Payment::ALL.iter().map(|payment| pmr_limit(*payment)).find(|limit| *limit == name);
        limit.ok_or_else(|| {
            D::Error::custom("unknown option; expected `limits.pmrOnlineMinDays` or `limits.pmrOfflineMinDays`")
        })
    };
    names.into_iter().map(known).collect()
}

/// Decides which renewal kind applies when the product is bought: the first of AR, PMR and Email whose conditions are
/// met, or for a free trial only AR (§4.4). The payment method is online unless [`Options::payment`] is set otherwise.
/// Uses all options but `rules` and `max_diagnostics`.
///
/// ```
/// use renewal_rules::{Consent, EffectiveKind, Options, effective_kind};
///
/// let product = r#"{"id":101,"licence_term":"P1M","renew_settings":
///     {"product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
/// let kind = |consent| effective_kind(product, &Options::default().with_consent(consent)).kind;
/// assert_eq!(kind(Consent::Given), Some(EffectiveKind::Ar));
/// assert_eq!(kind(Consent::Declined), Some(EffectiveKind::Pmr));
/// ```
pub fn effective_kind<'a>(input: impl Into<Input<'a>>, options: &Options) -> Decision {
    with_checked(input.into(), options, decide)
}

/// Returns the article of a variant for a purchase: `sku_ar`, if set, for an AR subscription, otherwise `sku` (§2.5).
/// Variants are counted from 0. Returns `None` if the variant does not exist or has no article.
///
/// ```
/// use renewal_rules::{Consent, Options, article};
///
/// let product = r#"{"id":101,"licence_term":"P1M","renew_settings":
///     {"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true},
///     "variants":[{"vendor_code":"V1","sku":"S1","sku_ar":"S1-AR",
///     "price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
/// let article = |consent| article(product, 0, &Options::default().with_consent(consent));
/// assert_eq!(article(Consent::Given).as_deref(), Some("S1-AR"));
/// assert_eq!(article(Consent::Declined).as_deref(), Some("S1"));
/// ```
pub fn article<'a>(input: impl Into<Input<'a>>, variant: usize, options: &Options) -> Option<String> {
    with_checked(input.into(), options, |checked| {
        let kind = decide(checked).kind;
        let draft = &checked.facts.draft;
        let variant = *draft.variants.get(variant)?;
        let text = |field| draft.variant_text(variant, field);
        let (sku_ar, sku) = (text(Field::SkuAr), text(Field::Sku));
        choose_article(kind, sku_ar.as_deref(), sku.as_deref()).map(String::from)
    })
}

pub(crate) fn choose_article<'a>(
    kind: Option<EffectiveKind>,
    sku_ar: Option<&'a str>,
    sku: Option<&'a str>,
) -> Option<&'a str> {
    // An empty `sku_ar` cannot be ordered and counts as absent.
    let sku_ar = sku_ar.filter(|sku| !sku.trim().is_empty());
    if kind.is_some_and(EffectiveKind::is_auto) { sku_ar.or(sku) } else { sku }
}

/// Returns the comment that the cart shows for the product in a locale (§2.3, §4.4). The comment for auto renewal is
/// shown for a free trial, and if AR is enabled and either consent is given or AR is mandatory. Otherwise, and always if consent is
/// unavailable, the comment for manual renewal is shown. Returns `None` if the product has no such comment.
///
/// ```
/// use renewal_rules::{Consent, Options, cart_comment};
///
/// let product = r#"{"id":101,"licence_term":"P1M","renew_settings":
///     {"product_id_for_renew":[101,101],"renew_ar":{"enable":true}},
///     "localization_values":{"en_US":{"comment_for_product_for_AR":"Renews by itself.",
///     "comment_for_product_for_MR":"Ends after a month."}}}"#;
/// let comment = |consent| cart_comment(product, "en_US", &Options::default().with_consent(consent));
/// assert_eq!(comment(Consent::Given).as_deref(), Some("Renews by itself."));
/// assert_eq!(comment(Consent::Unavailable).as_deref(), Some("Ends after a month."));
/// ```
pub fn cart_comment<'a>(input: impl Into<Input<'a>>, locale: &str, options: &Options) -> Option<String> {
    with_checked(input.into(), options, |checked| {
        let field = if shows_auto(&checked.facts) { Field::CommentAr } else { Field::CommentMr };
        let draft = &checked.facts.draft;
        let document = draft.document_of(Field::Locales);
        let comments = draft.locales.iter().find(|comments| comments.name == locale)?;
        Some(document.text(document.last(comments.node, field)?)?.into_owned())
    })
}

/// Returns the decision for a purchase, and whether the cart shows the comments for auto renewal.
pub(crate) fn purchase(source: &Source<'_>, options: &Options) -> (Decision, bool) {
    // Collect no diagnostics: the decision does not depend on them.
    let options = options.clone().with_max_diagnostics(0);
    let checked = check_product(source, None, &options);
    (decide(&checked), shows_auto(&checked.facts))
}

fn shows_auto(facts: &Facts<'_>) -> bool {
    let is_on = facts.switch(RenewalKind::Ar).is(&true);
    match facts.options.consent {
        Consent::Unavailable => false,
        _ if facts.trial => true,
        Consent::Given => is_on,
        Consent::Declined => is_on && is_mandatory(facts),
    }
}

/// Returns whether auto renewal is mandatory. `required` is ignored if a product renews itself.
fn is_mandatory(facts: &Facts<'_>) -> bool {
    facts.configuration != Some(Configuration::Single) && facts.required().is(&true)
}

fn with_checked<T>(input: Input<'_>, options: &Options, decide: impl FnOnce(&CheckedProduct<'_>) -> T) -> T {
    let source = Source::read(input);
    let current = current(options);
    decide(&check_product(&source, current.as_ref(), options))
}

fn decide(checked: &CheckedProduct<'_>) -> Decision {
    let facts = &checked.facts;
    let payment = facts.options.payment.unwrap_or(Payment::Online);
    let reasons = [
        (Undecided::Malformed, checked.findings.is_malformed),
        (Undecided::NotConfigured, !facts.draft.is_present(Field::Settings)),
        (Undecided::InvalidChain, facts.configuration.is_none()),
    ];
    let mut decision = Decision {
        kind: None,
        configuration: facts.configuration,
        trial: facts.trial,
        reason: reasons.into_iter().find_map(|(reason, holds)| holds.then_some(reason)),
        considered: Vec::new(),
        assumed: Vec::new(),
    };
    if decision.reason.is_some() {
        return decision;
    }
    for kind in RenewalKind::EACH {
        let mut reasons = Vec::new();
        let outcome = if facts.trial && kind != RenewalKind::Ar {
            Outcome::NotConsidered
        } else if decision.kind.is_some() {
            Outcome::NotReached
        } else {
            reasons = rejections(facts, kind, payment);
            if reasons.is_empty() {
                decision.kind = Some(applied(kind, facts.trial));
                if facts.options.limits.minimum(kind, payment).is_none() {
                    decision.assumed.push(pmr_limit(payment));
                }
                Outcome::Applied
            } else {
                Outcome::Rejected
            }
        };
        decision.considered.push(Considered { kind, outcome, reasons });
    }
    decision
}

const fn applied(kind: RenewalKind, trial: bool) -> EffectiveKind {
    match kind {
        RenewalKind::Ar if trial => EffectiveKind::ArTrial,
        RenewalKind::Ar => EffectiveKind::Ar,
        RenewalKind::Pmr => EffectiveKind::Pmr,
        RenewalKind::Email => EffectiveKind::Email,
    }
}

fn rejections(facts: &Facts<'_>, kind: RenewalKind, payment: Payment) -> Vec<Rejection> {
    if !facts.switch(kind).is(&true) {
        return vec![Rejection::Disabled];
    }
    let trial = facts.trial;
    let is_unsuitable = match facts.configuration {
        Some(Configuration::Single) => trial,
        Some(Configuration::Chain) => kind == RenewalKind::Email,
        _ => false,
    };
    let term = facts.draft.term().valid();
    let is_unlimited = term.is_some_and(LicenceTerm::is_unlimited);
    let minimum = facts.options.limits.minimum(kind, payment);
    let is_short = !is_unlimited && term.zip(minimum).is_some_and(|(term, minimum)| term.is_below(minimum));
    // Consider consent for AR only: the other kinds do not depend on it.
    let consent = Some(facts.options.consent).filter(|_| kind == RenewalKind::Ar);
    let is_declined = consent == Some(Consent::Declined) && !trial && !is_mandatory(facts);
    let reasons = [
        (Rejection::NotRequired, trial && !facts.required().is(&true)),
        (Rejection::UnsuitableConfiguration, is_unsuitable),
        (Rejection::TermMissing, term.is_none()),
        (Rejection::TermZero, is_unlimited),
        (Rejection::TermBelowMinimum, is_short),
        (Rejection::ConsentDeclined, is_declined),
        (Rejection::ConsentUnavailable, consent == Some(Consent::Unavailable)),
    ];
    reasons.into_iter().filter_map(|(reason, holds)| holds.then_some(reason)).collect()
}
