//! The rules: one file for each group, each rule's data and wording beside its check.
//!
//! A new rule is a constant of [`Rule`] and its check in one of the files here, one row in the list
//! of codes below. What it says of itself is checked by the tests: both its examples, its severities
//! and its parameters.

mod catalogue;
mod chain;
mod kinds;
mod reading;
mod role;
mod terms;
mod trial;

pub(crate) use catalogue::Catalogue;
pub(crate) use reading::syntax;

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde::{Serialize, Serializer};

use crate::{
    facts::Facts,
    fault::Fault,
    place::{Place, Spot},
    report::Severity,
};

/// Everything that is known about one code, as data.
#[derive(Clone, Copy)]
pub struct Rule {
    code: &'static str,
    severities: &'static [Severity],
    section: &'static str,
    title: &'static str,
    explanation: &'static str,
    reads: &'static [Spot],
    at: &'static [Spot],
    params: &'static [&'static str],
    example: Example,
    message: fn(&Fault<'_>) -> String,
}

/// A document that breaks a rule, and the mended one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// The options with which both are checked, as JSON; empty where there are none.
    pub options: &'static str,
    /// Whether the documents are catalogues.
    pub catalogue: bool,
    /// The document that breaks the rule.
    pub bad: &'static str,
    /// The mended document.
    pub good: &'static str,
}

/// A text that only people who ask for it read: without the feature `explain` it is left out.
const fn explained(text: &'static str) -> &'static str {
    if cfg!(feature = "explain") { text } else { "" }
}

const fn product(options: &'static str, bad: &'static str, good: &'static str) -> Example {
    Example {
        options: explained(options),
        catalogue: false,
        bad: explained(bad),
        good: explained(good),
    }
}

const fn catalogue(bad: &'static str, good: &'static str) -> Example {
    Example {
        catalogue: true,
        ..product("", bad, good)
    }
}

impl Rule {
    /// The stable code.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The severities with which it is reported.
    pub const fn severities(&self) -> &'static [Severity] {
        self.severities
    }

    /// The section of the interface document that it comes from.
    pub const fn section(&self) -> &'static str {
        self.section
    }

    /// What is wrong, in a few words. Empty without the feature `explain`.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// Why it is wrong and how to mend it. Empty without the feature `explain`.
    pub const fn explanation(&self) -> &'static str {
        self.explanation
    }

    /// The fields that the rule reads, such as `renew_settings.renew_ar.enable` and
    /// `variants[].sku`; the product itself is the empty text.
    pub fn reads(&self) -> impl Iterator<Item = &'static str> {
        self.reads.iter().map(|spot| spot.field())
    }

    /// The fields at which it is reported, written as in [`reads`](Self::reads).
    pub fn reported_at(&self) -> impl Iterator<Item = &'static str> {
        self.at.iter().map(|spot| spot.field())
    }

    /// The names of the parameters that its diagnostics have.
    pub const fn params(&self) -> &'static [&'static str] {
        self.params
    }

    /// A document that breaks it, and the mended one. Empty without the feature `explain`.
    pub const fn example(&self) -> &Example {
        &self.example
    }

    pub(crate) fn message(&self, fault: &Fault<'_>) -> String {
        (self.message)(fault)
    }
}

/// The names in a field, indexes aside: rules judge the elements of an array alike.
fn names(field: &str) -> impl Iterator<Item = &str> {
    let names = field.split(['/', '.', '[', ']']);
    names.filter(|name| !name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether two fields are one, or one holds the other: a change of one is a change of the other.
fn meet(known: &str, field: &str) -> bool {
    names(known)
        .zip(names(field))
        .all(|(known, name)| known == name || known.starts_with('<'))
}

/// The fields whose diagnostics can change when `field` does, itself aside: those of the rules that
/// read it beside others, and those in it or around it, as the product itself, the empty text, is
/// around each field. They are written as in [`Rule::reads`].
///
/// `field` may be written as in [`Rule::reads`], with indexes (`variants[0].sku`, `variants.0.sku`)
/// or as a pointer (`/variants/0/sku`).
///
/// ```
/// use renewal_rules::depends_on;
///
/// assert!(depends_on("renew_settings.renew_ar.enable").contains(&"licence_term"));
/// assert!(depends_on("/variants/0/sku").contains(&"variants[].price.common.price"));
/// assert_eq!(depends_on("name"), [""]);
/// ```
pub fn depends_on(field: &str) -> Vec<&'static str> {
    let mut fields = Vec::new();
    for code in Code::ALL {
        let rule = code.rule();
        if !rule.reads().any(|read| meet(read, field)) {
            continue;
        }
        // A rule that is reported wherever it reads judges each field by itself.
        let judges_alone = rule.reads.iter().all(|spot| rule.at.contains(spot));
        for at in rule.reported_at() {
            if at != field && !fields.contains(&at) && (!judges_alone || meet(at, field)) {
                fields.push(at);
            }
        }
    }
    fields
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.code).finish()
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Data<'r> {
            code: &'r str,
            severities: &'r [Severity],
            section: &'r str,
            title: &'r str,
            explanation: &'r str,
            reads: Vec<&'r str>,
            at: Vec<&'r str>,
            params: &'r [&'r str],
            options: &'r str,
            catalogue: bool,
            bad: &'r str,
            good: &'r str,
        }
        Data {
            code: self.code,
            severities: self.severities,
            section: self.section,
            title: self.title,
            explanation: self.explanation,
            reads: self.reads().collect(),
            at: self.reported_at().collect(),
            params: self.params,
            options: self.example.options,
            catalogue: self.example.catalogue,
            bad: self.example.bad,
            good: self.example.good,
        }
        .serialize(serializer)
    }
}

macro_rules! codes {
    ($( $module:ident :: $rule:ident => $code:ident, )*) => {
        /// A stable code of a diagnostic. The order is the one in which diagnostics of the same
        /// place are reported.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "`Code::rule` says what each one means")]
        pub enum Code {
            $( $code, )*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &'static [Self] = &[$( Self::$code, )*];

            /// What is known about the code.
            pub const fn rule(self) -> &'static Rule {
                match self {
                    $( Self::$code => &$module::$rule, )*
                }
            }
        }
    };
}

codes! {
    reading::JSON_SYNTAX => JsonSyntax,
    reading::DUPLICATE_KEY => DuplicateKey,
    reading::TYPE_MISMATCH => TypeMismatch,
    reading::UNKNOWN_FIELD => UnknownField,
    reading::MISSING_FIELD => MissingField,
    reading::EMPTY_TEXT => EmptyText,
    reading::ID_RANGE => IdRange,
    reading::TERM_FORMAT => TermFormat,
    reading::PRICE_FORMAT => PriceFormat,
    reading::CURRENCY_FORMAT => CurrencyFormat,
    reading::LOCALE_FORMAT => LocaleFormat,
    chain::MISSING => ChainMissing,
    chain::EMPTY => ChainEmpty,
    chain::TOO_SHORT => ChainTooShort,
    chain::LAST_NOT_REPEATED => ChainLastNotRepeated,
    chain::REPEATED_ID => ChainRepeatedId,
    chain::SELF_MIXED => ChainSelfMixed,
    terms::MISSING => TermMissing,
    terms::ZERO => TermZero,
    terms::BELOW_MINIMUM => TermBelowMinimum,
    kinds::NO_KIND_ENABLED => NoKindEnabled,
    kinds::AR_REQUIRED_IN_SINGLE => ArRequiredInSingle,
    kinds::AR_REQUIRED_WITHOUT_AR => ArRequiredWithoutAr,
    kinds::EMAIL_IN_CHAIN => EmailInChain,
    trial::IN_SINGLE => TrialInSingle,
    trial::AR_NOT_ENABLED => TrialArNotEnabled,
    trial::AR_NOT_REQUIRED => TrialArNotRequired,
    trial::KIND_IGNORED => TrialKindIgnored,
    trial::PRICE_FORM => TrialPriceForm,
    trial::PRICE_NOT_ZERO => TrialPriceNotZero,
    trial::MIXED_PRICES => TrialMixedPrices,
    role::FIELD_NOT_ON_CREATE => FieldNotOnCreate,
    role::SETTINGS_MISSING => RenewSettingsMissing,
    role::RENEWAL_HAS_SETTINGS => RenewalHasSettings,
    role::ID_MISMATCH => IdMismatch,
    role::PATCH_EMPTY => PatchEmpty,
    role::DROPS_VARIANTS => PatchDropsVariants,
    role::DROPS_LOCALES => PatchDropsLocales,
    role::DROPS_SETTINGS => PatchDropsSettings,
    role::NOT_CHECKED => NotChecked,
    catalogue::DUPLICATE_PRODUCT_ID => DuplicateProductId,
    catalogue::UNKNOWN_PRODUCT => ChainUnknownProduct,
    catalogue::TRIAL_RENEWAL_FREE => TrialRenewalFree,
}

impl Code {
    /// The code's text, such as `chain-empty`.
    pub const fn as_str(self) -> &'static str {
        self.rule().code
    }

    /// The code with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Runs the rules of one product.
pub(crate) fn check<'a>(facts: &Facts<'_, 'a>, faults: &mut Vec<Fault<'a>>) {
    if !facts.draft.is_object {
        return;
    }
    reading::check(facts, faults);
    chain::check(facts, faults);
    terms::check(facts, faults);
    kinds::check(facts, faults);
    trial::check(facts, faults);
    role::check(facts, faults);
}

/// What a message calls the thing at a place.
fn subject(place: &Place<'_>) -> String {
    match place.spot {
        Spot::Root => String::from("The product"),
        Spot::ChainItem => alloc::format!(
            "Element {} of `product_id_for_renew`",
            place.index.saturating_add(1)
        ),
        Spot::Variant => alloc::format!("Variant {}", place.index.saturating_add(1)),
        Spot::Locale if place.locale.is_empty() => String::from("The locale with an empty name"),
        Spot::Locale => quoted(&place.locale),
        Spot::RootOther
        | Spot::SettingsOther
        | Spot::ArOther
        | Spot::LocaleOther
        | Spot::VariantOther
        | Spot::PriceOther
        | Spot::CommonOther
            if place.name.is_empty() =>
        {
            String::from("The field with an empty name")
        }
        // Two fields are called `price`: the whole path tells which.
        Spot::Common | Spot::Currency | Spot::Amount => {
            let field = place.spot.field();
            quoted(field.strip_prefix("variants[].").unwrap_or(field))
        }
        spot if place.name.is_empty() => quoted(spot.key()),
        _ => quoted(&place.name),
    }
}

/// What a person typed, in backticks: shortened, and without characters that a terminal obeys.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut quoted = String::with_capacity(text.len().min(SHOWN) + 2);
    quoted.push('`');
    if text.len() <= SHOWN
        && text
            .bytes()
            .all(|byte| matches!(byte, b' '..=b'~') && byte != b'`')
    {
        quoted.push_str(text);
        quoted.push('`');
        return quoted;
    }
    let mut characters = text.chars();
    for character in characters.by_ref().take(SHOWN) {
        match character {
            '`' => quoted.push('\''),
            control if control.is_control() || is_invisible(control) => quoted.push('\u{fffd}'),
            other => quoted.push(other),
        }
    }
    if characters.next().is_some() {
        quoted.push('…');
    }
    quoted.push('`');
    quoted
}

/// Characters that turn the direction of text around or hide in it, and those that stand for half a
/// surrogate pair.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{e800}'..='\u{efff}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}
