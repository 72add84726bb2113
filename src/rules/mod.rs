//! The rules. Each module contains the rules of one subject with their documentation, severities, parameters, messages,
//! examples, checks and fixes.

mod catalogue;
mod chain;
mod draft;
mod facts;
mod finding;
mod findings;
mod formats;
mod kinds;
mod reading;
mod registry;
mod role;
mod rule;
mod terms;
#[cfg(test)]
mod tests;
mod trial;
mod types;
mod update;

pub(crate) use catalogue::Catalogue;
pub(crate) use chain::same_content;
pub use draft::Parsed;
pub(crate) use draft::{AmountKind, Draft, FieldValue, Member, ShadowedMember, VariantDraft, merge};
pub(crate) use facts::{Facts, UpdateDrafts};
pub(crate) use finding::{Finding, Fix};
pub(crate) use findings::{BoundedList, Findings, Key, ReportItem};
pub(crate) use formats::{
    currency_format, empty_text, fixed_amount, id_range, locale_format, price_format, term_format,
};
pub(crate) use reading::{duplicate, is_spelling, missing, suggestions, unknown};
pub(crate) use registry::check;
pub use registry::{depends_on, find_field};
pub(crate) use role::not_checked;
pub(crate) use rule::{Documentation, Property, info, rule};
pub use rule::{Example, Rule};
pub(crate) use types::{mismatch, mistyped};
