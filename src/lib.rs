//! Checks an online store's products against the renewal rules of the service.
//!
//! A product can be sold with renewals: auto renewal (AR), pre-filled manual renewal (PMR) and Email renewal. A wrong
//! chain or a term that is too short goes unnoticed until a renewal fails. This crate reports such mistakes beforehand,
//! with location, reason and fix.
//!
//! The crate does no I/O and uses neither clock nor network. Without the feature `std` it is `no_std` with `alloc`.
//!
//! # Terms
//!
//! - A **renewal** gives the buyer another licence term when one ends, of the same product or of another one (§1).
//! - The **initiator** is the product that is bought first. Its `renew_settings` configure its renewals.
//! - A **renewal product** is bought at a renewal. It is created without `renew_settings`.
//! - The **chain** (`product_id_for_renew`) lists the renewal products in the order of use. The last one is listed
//!   twice, because it repeats: `[102,102]` renews with 102 for ever, `[102,103,103]` once with 102 and then with 103.
//!   A product whose chain is its own id twice renews itself.
//! - The **renewal kinds** are **AR** (charges automatically), **PMR** (creates an order that the buyer pays for) and
//!   **Email** (sends a link). A product can turn on all three; the first kind whose conditions hold is the **effective
//!   kind**.
//! - A **free trial** costs nothing at first: all prices are `0.00`, and AR is the only kind and mandatory.
//!
//! # The four calls
//!
//! [`check`] reports everything that is wrong with a product, in one pass:
//!
//! ```
//! use renewal_rules::{Code, Options, check};
//!
//! let report = check(
//!     r#"{"id":101,"licence_term":"P5D","renew_settings":{
//!         "product_id_for_renew":[101,101],"renew_ar":{"enable":true}}}"#,
//!     &Options::default(),
//! );
//! assert!(!report.valid);
//! let diagnostic = &report.diagnostics[0];
//! assert_eq!(diagnostic.code, Code::TermBelowMinimum);
//! assert_eq!(diagnostic.path, "/licence_term");
//! assert_eq!(
//!     diagnostic.message,
//!     "The term is 5 days at its shortest, but AR renewal needs at least 6 days. With a shorter term \
//!      the renewal cannot be made in time. Lengthen `licence_term` or turn AR off.",
//! );
//! ```
//!
//! [`read`] returns the typed [`Product`], or the report as an error that works with `?`. [`effective_kind`] returns
//! the renewal kind that a purchase leads to, with the reasons. [`fix_all`] applies every safe fix and leaves the rest
//! of the text unchanged.
//!
//! See [`_pages::comparison`] for a comparison with JSON Schema, `garde` and `validator`, and
//! [`_pages::assumptions`] for assumptions about undocumented behaviour. § refers to a section of the service's
//! interface document.
//!
//! # More calls
//!
//! - [`check_catalogue`] and [`check_catalogue_lines`] check many products and the references between them.
//!   [`CatalogueCheck`] takes them one by one, on several threads if needed; [`check_catalogue_lines_from`] reads lines
//!   without holding the whole text. [`fix_catalogue`] and [`fix_catalogue_lines`] apply the safe fixes.
//! - [`catalogue`] looks products up by id and returns the fields that a buyer sees. [`setup`] describes a whole setup,
//!   checks it, and converts it to and from products.
//! - [`Invalid::problem_details`] returns the body of an error response of a web service (RFC 9457).
//! - [`Code::rule`] returns the documentation of a code, [`Messages`] translates messages.
//!
//! Functions that read products accept any [`Input`]: text, bytes, values, products. [`Options`] holds the settings of
//! a check. Keyword enums, ids and dates implement parsing, printing and `serde` deserialization.
//!
//! # Features
//!
//! `std`, enabled by default: UTF-8 validation uses CPU instructions detected at run time.
//!
//! # The crates around it
//!
//! | crate | contents |
//! |---|---|
//! | `renewal-rules-json` | JSON text as a tree with locations, and edits that keep the rest of the text |
//! | `renewal-rules-service` | login, requests and responses, updates, plans |
//! | `renewal-rules-preview` | timelines, comparisons, and summaries for buyers |
//! | `renewal-rules-formatters` | reports, comparisons and plans as text for people and tools |
//! | `renewal-rules-editor` | open documents, completion, hover, outline |

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
extern crate alloc;
// Lets macros refer to this crate as `renewal_rules`, as they must in other crates.
extern crate self as renewal_rules;

/// Runs the examples of the README files and of the guide as doctests.
#[cfg(doctest)]
mod examples {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("README.md")]
    struct CrateReadme;
    #[doc = include_str!("../docs/guide/rust.md")]
    struct Guide;
    #[doc = include_str!("../docs/guide/languages.md")]
    struct Languages;
}

#[cfg(any(doc, doctest))]
pub mod _pages {
    //! Long-form documentation, without any API.

    pub mod assumptions {
        #![doc = include_str!("../docs/ASSUMPTIONS.md")]
    }
    pub mod comparison {
        #![doc = include_str!("../docs/COMPARE.md")]
    }
}

pub mod catalogue;
mod check;
pub mod messages;
mod options;
mod product;
mod report;
mod rules;
pub mod schema;
pub mod setup;

pub use catalogue::{
    CatalogueCheck, Contents, Identities, Layout, check_catalogue, check_catalogue_lines, check_catalogue_lines_from,
    contents, fix_catalogue, fix_catalogue_lines, products,
};
pub use check::{
    Considered, Decision, Fixed, Messages, MessagesError, Outcome, RUSSIAN, Rejection, Undecided, article,
    cart_comment, check, effective_kind, fix_all, read,
};
pub use messages::{Param, Template};
#[doc(hidden)]
pub mod internal {
    //! For the crates of this workspace only: names that may change in any release.

    pub mod options {
        pub use crate::options::{OptionNode, OptionRow, OptionType, OptionValue, SENTENCES, invalid, read};
    }

    pub use crate::catalogue::run::{CatalogueRun, spans_of};
    pub use crate::check::{KeyedDiagnostic, configuration_line, kind_lines};
    pub use crate::report::percent_encode;
}

pub use options::{Consent, Expected, Limits, Operation, Options, OptionsError, Role, RuleLevels, Scope};
pub use product::{
    Amount, AmountError, Chain, ChainError, Comments, CommonPrice, Configuration, EffectiveKind, Input, LicenceTerm,
    Locale, LocaleError, Localizations, NotJson, Other, Payment, Price, Product, ProductId, ProductIdError, RenewAr,
    RenewSettings, RenewalKind, SerializedValue, TermError, TermUnit, Variant,
};
pub use renewal_rules_json::{
    JsonText, JsonType, KeywordError, Location, PatchError, PatchOp, apply_patch, read_patch,
};
pub use report::{
    CatalogueReport, Code, CodeError, Diagnostic, Invalid, Level, ParamInfo, ParamType, Params, ProblemDetails,
    ProblemError, Report, Severity, Stored,
};
pub use rules::{Example, Rule, depends_on, find_field};
pub use schema::split_index;
