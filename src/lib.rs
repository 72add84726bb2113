//! The renewal rules of an online store's products, in one place.
//!
//! A product can be sold with renewals: auto renewal (AR), pre-filled manual renewal (PMR) and Email
//! renewal. A wrong chain or a term that is too short shows only when nothing renews. This crate
//! reports it beforehand: what is wrong, where, why, and how to fix it.
//!
//! It does no input or output, has no clock and no network, and without its feature `std` needs no
//! standard library (`no_std` with `alloc`).
//!
//! # Six words to know
//!
//! - A **renewal** is what a buyer gets when a licence term ends: another term, of the same product or of
//!   another one (§1).
//! - The **initiator** is the product that is bought first. Its `renew_settings` say how it is renewed.
//! - A **renewal product** is what is bought at a renewal. It is created without `renew_settings`.
//! - The **chain** (`product_id_for_renew`) lists the renewal products in the order of use, the last one
//!   twice, as it repeats: `[102,102]` renews with 102 for ever, `[102,103,103]` once with 102 and then
//!   with 103. A product whose chain is its own id twice renews itself.
//! - The **kinds** are how: **AR** charges automatically, **PMR** makes an order that the buyer pays for,
//!   **Email** sends a link. All can be on; the first whose conditions hold is the **effective kind**.
//! - A **free trial** costs nothing at first: prices of `0.00`, AR alone, and mandatory.
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
//! let problem = &report.diagnostics[0];
//! assert_eq!(problem.code, Code::TermBelowMinimum);
//! assert_eq!(problem.path, "/licence_term");
//! assert_eq!(
//!     problem.message,
//!     "The term is 5 days at its shortest, but AR renewal needs at least 6 days. With a shorter term \
//!      the renewal cannot be made in time. Lengthen `licence_term` or turn AR off.",
//! );
//! ```
//!
//! [`read`] gives the typed [`Product`], or the report, which is an error that `?` passes on:
//!
//! ```
//! use renewal_rules::{LicenceTerm, Options, read};
//!
//! fn term(product: &str) -> Result<Option<LicenceTerm>, Box<dyn std::error::Error>> {
//!     Ok(read(product, &Options::default())?.licence_term)
//! }
//! assert_eq!(term(r#"{"licence_term":"P1M"}"#)?, Some(LicenceTerm::months(1)));
//! assert!(term(r#"{"licence_term":"P1W"}"#).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`effective_kind`] says which renewal kind a purchase leads to, and why:
//!
//! ```
//! use renewal_rules::{Consent, EffectiveKind, Options, Payment, effective_kind};
//!
//! let product = r#"{"id":101,"licence_term":"P7D","renew_settings":{
//!     "product_id_for_renew":[102,102],"renew_ar":{"enable":true},"renew_email":true}}"#;
//! let options = Options::default().with_payment(Payment::Offline);
//! assert_eq!(effective_kind(product, &options).kind, Some(EffectiveKind::Ar));
//! // Without consent to AR only Email is left, which needs 11 days with offline payment.
//! let declined = options.with_consent(Consent::Declined);
//! assert_eq!(effective_kind(product, &declined).kind, None);
//! ```
//!
//! [`fix_all`] makes every fix that is certain, and leaves the rest of the text as it is:
//!
//! ```
//! use renewal_rules::{Options, fix_all};
//!
//! let fixed = fix_all(r#"{ "id": 101, "licence_term": "p1m" }"#, &Options::default());
//! assert_eq!(fixed.text, r#"{ "id": 101, "licence_term": "P1M" }"#);
//! ```
//!
//! See [`_pages::design`] for how it is made, and [`_pages::comparison`] for how it compares with JSON
//! Schema, `garde` and `validator`.
//!
//! # And the rest
//!
//! - [`check_catalogue`] and [`check_catalogue_lines`] check many products, and what one says about
//!   another, [`CatalogueCheck`] does so product by product, on several threads too, and
//!   [`check_catalogue_lines_from`] without holding the text; [`fix_catalogue`] and
//!   [`fix_catalogue_lines`] fix them.
//! - [`timeline()`] follows a purchase through its renewals: what happens, when, and who pays.
//! - [`compare()`] shows what changes for buyers between two versions of products.
//! - [`service`] has the rest of the service interface as values: logging in, requests and answers,
//!   the smallest change from one product to another, and the calls that make a whole set-up.
//! - [`editing`] has what an editor of set-ups shows: what a set-up means for buyers, in a sentence.
//! - [`render`] makes text for people and tools from reports, [`Report::to_problem`] an answer of a web
//!   service (RFC 9457).
//! - [`Code::rule`] has what is known about a code, [`Messages`] its messages in another language.
//!
//! Calls that read products take any [`Input`]: text, bytes, values, products. What the caller can
//! state is in [`Options`]; the enums of words, ids and dates parse, print and are read by `serde`.
//!
//! # Features
//!
//! All are on by default. Where every byte counts, take what you need: `model` (the typed product, and
//! JSON values as input), `explain` (the explanations and examples of rules), `service`, `timeline`
//! (with [`mod@compare`]), `editing` (what an editor of set-ups needs), `render`, and `std` (UTF-8 is checked
//! by the instructions that the processor turns out to have).
//!
//! A § stands for a section of the service's interface document.
//!
//! What had to be chosen where that document is silent is listed in [`_pages::assumptions`].

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// The first steps of the README are run as tests.
#[cfg(all(doctest, feature = "service"))]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(any(doc, doctest))]
pub mod _pages {
    //! Longer texts: nothing to call is in here.

    pub mod assumptions {
        #![doc = include_str!("../docs/ASSUMPTIONS.md")]
    }
    pub mod comparison {
        #![doc = include_str!("../docs/COMPARE.md")]
    }
    pub mod design {
        #![doc = include_str!("../docs/DESIGN.md")]
    }
}

mod alike;
mod catalogue;
mod check;
mod code;
mod collect;
#[cfg(feature = "editing")]
mod columns;
#[cfg(feature = "timeline")]
pub mod compare;
mod contents;
mod decision;
mod document;
mod draft;
#[cfg(feature = "editing")]
pub mod editing;
mod facts;
mod fields;
mod finding;
mod fix;
mod input;
mod json;
mod levels;
mod message;
mod options;
mod params;
mod problem;
mod product;
mod read;
#[cfg(feature = "render")]
pub mod render;
mod report;
mod rules;
#[cfg(feature = "service")]
pub mod service;
mod sort;
#[cfg(feature = "timeline")]
pub mod timeline;
mod words;

pub use catalogue::{
    CatalogueCheck, check_catalogue, check_catalogue_lines, check_catalogue_lines_from,
};
pub use code::{Code, CodeError};
#[cfg(feature = "timeline")]
pub use compare::compare;
pub use contents::{Contents, Layout, contents, products};
pub use decision::{
    Considered, Decision, EffectiveKind, Outcome, Rejection, Undecided, article, cart_comment,
    effective_kind,
};
pub use fields::JsonType;
pub use fix::{
    Fixed, PatchError, apply_patch, fix_all, fix_catalogue, fix_catalogue_lines, read_patch,
};
pub use input::Input;
pub use levels::{Level, RuleLevels};
pub use message::{Messages, MessagesError, RUSSIAN, Template, translate};
pub use options::{
    Consent, Expected, Limits, Operation, Options, OptionsError, Payment, Role, Scope,
};
pub use params::{Param, ParamInfo, ParamType, Params};
pub use problem::{ProblemDetails, ProblemError};
pub use product::{
    Amount, AmountError, Chain, ChainError, Configuration, LicenceTerm, Locale, LocaleError,
    ProductId, ProductIdError, TermError, TermUnit,
};
pub use product::{
    Comments, CommonPrice, Localizations, Other, Price, Product, RenewAr, RenewSettings, Variant,
};
pub use report::{
    CatalogueReport, Diagnostic, JsonText, Location, PatchOp, RenewalKind, Report, Severity,
};
pub use rules::{Example, Rule, depends_on};
#[cfg(feature = "timeline")]
pub use timeline::timeline;
pub use words::WordError;

/// Checks a product and reports everything that is wrong with it, in one pass.
///
/// Nothing hides anything else: a rule across fields runs as soon as the fields that it reads are
/// well-formed. The same product as text, as a value or typed gives the same report, but for the
/// locations, which only text has. Any input gets a report, in time and memory linear in its size. Of
/// the options, all but `consent` are used.
///
/// ```
/// use renewal_rules::{Operation, Options, Role, check};
///
/// let options = Options::default()
///     .with_operation(Operation::Create)
///     .with_role(Role::Renewal);
/// let report = check(r#"{"id":102,"name":"Example Pro"}"#, &options);
/// let codes: Vec<_> = report.diagnostics.iter().map(|d| d.code.as_str()).collect();
/// assert_eq!(codes, ["field-not-on-create", "missing-field", "term-missing", "missing-field"]);
/// ```
pub fn check<'a>(input: impl Into<Input<'a>>, options: &Options) -> Report {
    check::check(input.into(), options)
}

/// Reads an input into a typed product.
///
/// # Errors
///
/// The report, where [`check`] finds an error, and where a text holds half a surrogate pair: that is
/// JSON, but no Rust string can hold it. What no typed product can hold, such as a value of another
/// type, is an error here even where [`Options::rules`] says otherwise.
///
/// ```
/// use renewal_rules::{LicenceTerm, Options, read};
///
/// let product = read(r#"{"id":101,"licence_term":"P1M"}"#, &Options::default())
///     .map_err(|report| report.diagnostics[0].message.clone())?;
/// assert_eq!(product.licence_term, Some(LicenceTerm::months(1)));
/// # Ok::<(), String>(())
/// ```
#[cfg(feature = "model")]
pub fn read<'a>(input: impl Into<Input<'a>>, options: &Options) -> Result<Product, Report> {
    check::read(input.into(), options)
}
