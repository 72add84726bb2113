//! Codes and severities of diagnostics.

use alloc::{format, string::String};
use core::{fmt, str::FromStr};

use super::site::SITE;
use crate::messages::nearest;
use renewal_rules_json::{as_text, keyword_enum, keywords};

/// The single list of all codes, each with its text and the module of its rule. Everything that needs one item per code
/// is generated from this list.
macro_rules! with_codes {
    ($make:ident) => {
        $make! {
            JsonSyntax "json-syntax" reading,
            DuplicateKey "duplicate-key" reading,
            TypeMismatch "type-mismatch" types,
            UnknownField "unknown-field" reading,
            MissingField "missing-field" reading,
            EmptyText "empty-text" formats,
            IdRange "id-range" formats,
            TermFormat "term-format" formats,
            PriceFormat "price-format" formats,
            CurrencyFormat "currency-format" formats,
            LocaleFormat "locale-format" formats,
            ChainMissing "chain-missing" chain,
            ChainEmpty "chain-empty" chain,
            ChainTooShort "chain-too-short" chain,
            ChainLastNotRepeated "chain-last-not-repeated" chain,
            ChainRepeatedId "chain-repeated-id" chain,
            ChainSelfMixed "chain-self-mixed" chain,
            TermMissing "term-missing" terms,
            TermZero "term-zero" terms,
            TermBelowMinimum "term-below-minimum" terms,
            NoKindEnabled "no-kind-enabled" kinds,
            ArRequiredInSingle "ar-required-in-single" kinds,
            ArRequiredWithoutAr "ar-required-without-ar" kinds,
            EmailInChain "email-in-chain" kinds,
            TrialInSingle "trial-in-single" trial,
            TrialArNotEnabled "trial-ar-not-enabled" trial,
            TrialArNotRequired "trial-ar-not-required" trial,
            TrialKindIgnored "trial-kind-ignored" trial,
            TrialPriceForm "trial-price-form" trial,
            TrialPriceNotZero "trial-price-not-zero" trial,
            TrialMixedPrices "trial-mixed-prices" trial,
            FieldNotOnCreate "field-not-on-create" role,
            RenewSettingsMissing "renew-settings-missing" role,
            RenewalHasSettings "renewal-has-settings" role,
            IdMismatch "id-mismatch" update,
            PatchEmpty "patch-empty" update,
            PatchDropsVariants "patch-drops-variants" update,
            PatchDropsLocales "patch-drops-locales" update,
            PatchDropsSettings "patch-drops-settings" update,
            NotChecked "not-checked" role,
            DuplicateProductId "duplicate-product-id" catalogue,
            ChainUnknownProduct "chain-unknown-product" catalogue,
            TrialRenewalFree "trial-renewal-free" catalogue,
        }
    };
}
pub(crate) use with_codes;

macro_rules! make_code {
    ($( $code:ident $text:literal $module:ident, )*) => {
        keyword_enum! {
            /// A stable code of a diagnostic. The order of the variants is the order in which diagnostics at the same
            /// location are reported.
            #[derive(PartialOrd, Ord)]
            #[non_exhaustive]
            #[expect(missing_docs, reason = "`Code::rule` documents each code")]
            Code { $( $code = $text, )* }
        }
    };
}

with_codes!(make_code);

impl Code {
    /// Returns the URL of the page that explains the code.
    ///
    /// ```
    /// use renewal_rules::Code;
    ///
    /// assert!(Code::ChainEmpty.url().ends_with("/rules/chain-empty/"));
    /// ```
    pub fn url(self) -> String {
        format!("{SITE}/rules/{self}/")
    }
}

/// Error for a text that is not the name of a code.
///
/// ```
/// use renewal_rules::Code;
///
/// let error = "chain-emtpy".parse::<Code>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no such code; did you mean `chain-empty`?");
/// assert_eq!(error.suggestion, Some(Code::ChainEmpty));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error(
    "there is no such code{}",
    suggestion.map(|code| format!("; did you mean `{code}`?")).unwrap_or_default()
)]
#[non_exhaustive]
pub struct CodeError {
    /// The code with the most similar name, if any name is similar.
    pub suggestion: Option<Code>,
}

impl FromStr for Code {
    type Err = CodeError;

    /// Parses the name of a code, such as `chain-empty`.
    ///
    /// # Errors
    ///
    /// Returns a [`CodeError`] if no code has this name.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let code_of = |text: &str| Self::ALL.iter().copied().find(|code| code.as_str() == text);
        let suggestion = || nearest(text, Self::KEYWORDS.iter().copied()).and_then(code_of);
        code_of(text).ok_or_else(|| CodeError { suggestion: suggestion() })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

as_text!(Code);

keywords! {
    /// The level at which a code is reported if the caller overrides its default severity.
    Level {
        /// Not reported.
        Off = "off",
        /// Reported as an info.
        Info = "info",
        /// Reported as a warning.
        Warning = "warning",
        /// Reported as an error, which makes the report invalid.
        Error = "error",
    }
}

keywords! {
    /// Severity of a diagnostic.
    #[derive(PartialOrd, Ord)]
    Severity {
        /// The service's rules forbid the value, or the renewal cannot work.
        Error = "error",
        /// The value is allowed, but it has no effect or is very likely a mistake.
        Warning = "warning",
        /// Something could not be checked; the message names the missing information.
        Info = "info",
    }
}
