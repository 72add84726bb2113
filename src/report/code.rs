//! The codes and severities of diagnostics, as plain data below everything else.

use core::{fmt, str::FromStr};

use crate::messages::nearest;
use renewal_rules_json::{as_text, named, words};

/// The one list of the codes: each with its text and the file of its rule. Whatever needs one entry a
/// code is made from it.
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
        named! {
            /// A stable code of a diagnostic. The order is the one in which diagnostics of the same place are reported.
            #[derive(PartialOrd, Ord)]
            #[non_exhaustive]
            #[expect(missing_docs, reason = "`Code::rule` says what each one means")]
            Code { $( $code = $text, )* }
        }
    };
}

with_codes!(make_code);

/// There is no such code.
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
    /// The code that the text looks like.
    pub suggestion: Option<Code>,
}

impl FromStr for Code {
    type Err = CodeError;

    /// The code with this text.
    ///
    /// # Errors
    ///
    /// [`CodeError`] where there is no such code.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let code_of = |text: &str| Self::ALL.iter().copied().find(|code| code.as_str() == text);
        let suggestion = || nearest(text, Self::WORDS.iter().copied()).and_then(code_of);
        code_of(text).ok_or_else(|| CodeError { suggestion: suggestion() })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

as_text!(Code);

words! {
    /// How a code is reported, where the caller states it.
    Level {
        /// Not at all.
        Off = "off",
        /// Something to know of.
        Info = "info",
        /// A warning.
        Warning = "warning",
        /// An error: the report is not valid.
        Error = "error",
    }
}

words! {
    /// How bad a diagnostic is.
    #[derive(PartialOrd, Ord)]
    Severity {
        /// The service's rules forbid it, or the renewal cannot work.
        Error = "error",
        /// It is allowed, but it has no effect or is very likely a slip.
        Warning = "warning",
        /// Something could not be checked; what is missing is named.
        Info = "info",
    }
}
