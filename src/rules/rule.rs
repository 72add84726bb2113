//! Static description of a rule.

use alloc::string::String;
use core::fmt;

use serde::Serialize;

use crate::messages::Template;
use crate::report::{AsParam, Code, ParamInfo, Severity};
use crate::schema::{Field, FieldSet};

/// Static description of the rule of one code.
///
/// ```
/// use renewal_rules::{Code, Severity};
///
/// let rule = Code::ChainEmpty.rule();
/// assert_eq!((rule.code, rule.section), (Code::ChainEmpty, "4.4"));
/// assert_eq!(rule.severities, [Severity::Error]);
/// assert!(rule.reads().any(|field| field == "renew_settings.product_id_for_renew"));
/// assert!(rule.templates.iter().any(|template| rule.template(template.id).is_some()));
/// println!("{}: {} {}", rule.title(), rule.explanation(), rule.example().bad);
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Rule {
    /// The stable code.
    pub code: Code,
    /// Severities with which the rule can be reported; the first is the default.
    pub severities: &'static [Severity],
    /// Section of the interface document on which the rule is based.
    pub section: &'static str,
    pub(crate) reads: FieldSet,
    pub(crate) at: FieldSet,
    /// Fields that the rule reads only from other products of the catalogue.
    pub(crate) reads_elsewhere: FieldSet,
    pub(crate) properties: &'static [Property],
    /// Message templates of the rule's diagnostics.
    pub templates: &'static [Template],
}

/// Documentation of a rule. It is separate from [`Rule`] so that programs that do not show it do not contain it.
#[derive(Clone, Copy)]
pub(crate) struct Documentation {
    pub(crate) title: &'static str,
    pub(crate) explanation: &'static str,
    pub(crate) params: &'static [ParamInfo],
    pub(crate) example: Example,
}

/// Static property of a rule that several modules use. A distinction that a single module needs is a list of codes in
/// that module.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Property {
    /// Reported at the name of a field instead of its value.
    AtName,
    /// Concerns the whole input: reported once, regardless of the number of products.
    OncePerInput,
    /// The input cannot be parsed, so the finding is always an error, even if the caller configured another level.
    Unreadable,
}

/// A document that violates a rule, and the fixed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Example {
    /// Options for checking both documents, as JSON; empty if none.
    pub options: &'static str,
    /// True if the documents are catalogues.
    pub catalogue: bool,
    /// Document that violates the rule.
    pub bad: &'static str,
    /// The fixed document.
    pub good: &'static str,
}

/// Defines a rule. Unless the check selects others, findings have the first severity and the first template. Without
/// `severities` the rule is an error; without `at` it is reported at the fields in `reads`. The lists `pass`, `fail` and
/// `fix` are [its cases](super::tests::Cases), which only the tests contain.
macro_rules! rule {
    (
        $code:ident { $( $param:literal: $type:ty => $about:literal ),* $(,)? }
        $( severities: $severities:expr, )?
        $( properties: [$( $property:ident ),*], )?
        section: $section:literal,
        title: $title:literal,
        explanation: $explanation:literal,
        reads: $reads:expr,
        $( reads_elsewhere: $elsewhere:expr, )?
        $( at: $at:expr, )?
        templates: { $( $id:literal => $text:expr ),* $(,)? },
        $( options: $options:literal, )?
        $( catalogue: $catalogue:literal, )?
        bad: $bad:literal,
        good: $good:literal,
        $( pass: [$( $pass:literal ),* $(,)?], )?
        $( fail: [$( $fail:literal => $line:literal ),* $(,)?], )?
        $( fix: [$( $before:literal => $after:literal ),* $(,)?], )?
    ) => {
        #[doc = concat!($title, ".")]
        pub(super) enum $code {}

        impl $code {
            pub(super) const RULE: $crate::rules::Rule = $crate::rules::Rule {
                code: $crate::report::Code::$code,
                severities: $crate::rules::rule!(@severities $($severities)?),
                section: $section,
                reads: $reads,
                at: $crate::rules::rule!(@at $reads $(, $at)?),
                reads_elsewhere: $crate::schema::FieldSet::none()$(.with($elsewhere))?,
                properties: &[$( $( $crate::rules::Property::$property, )* )?],
                templates: &[$( $crate::messages::Template { id: $id, text: $text }, )*],
            };

            pub(super) const DOCUMENTATION: $crate::rules::Documentation = $crate::rules::Documentation {
                title: $title,
                explanation: $explanation,
                params: &[$( $crate::rules::info::<$type>($param, $about), )*],
                example: $crate::rules::Example {
                    options: concat!($($options)?),
                    catalogue: false $(| $catalogue)?,
                    bad: $bad,
                    good: $good,
                },
            };

            #[cfg(test)]
            pub(super) const CASES: $crate::rules::tests::Cases = $crate::rules::tests::Cases {
                pass: &[$( $( $pass, )* )?],
                fail: &[$( $( ($fail, $line), )* )?],
                fix: &[$( $( ($before, $after), )* )?],
            };
        }
    };
    (@severities) => { &[$crate::report::Severity::Error] };
    (@severities $severities:expr) => { $severities };
    (@at $reads:expr) => { $reads };
    (@at $reads:expr, $at:expr) => { $at };
}
pub(crate) use rule;

pub(crate) const fn info<T: AsParam>(name: &'static str, about: &'static str) -> ParamInfo {
    ParamInfo { name, kind: T::KIND, is_optional: T::IS_OPTIONAL, about }
}

impl Rule {
    pub(crate) fn has(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// Returns whether the rule reports input that cannot be parsed.
    pub fn is_unreadable(&self) -> bool {
        self.has(Property::Unreadable)
    }

    /// Returns whether the rule reports at the name of a member instead of its value.
    pub(crate) fn is_at_name(&self) -> bool {
        self.has(Property::AtName)
    }

    /// Returns whether the rule concerns the whole input: it is reported once, regardless of the number of products.
    pub fn is_once_per_input(&self) -> bool {
        self.has(Property::OncePerInput)
    }

    /// Returns whether a diagnostic of this rule can be suppressed. Rules for unreadable input and skipped checks
    /// cannot, because they may hide new problems.
    pub fn can_be_suppressed(&self) -> bool {
        !self.is_unreadable() && !self.is_once_per_input()
    }

    /// Iterates over the fields that the rule reads, such as `renew_settings.renew_ar.enable` and `variants[].sku`; the
    /// empty text means the product itself.
    pub fn reads(&self) -> impl Iterator<Item = String> {
        self.reads.iter().map(Field::path)
    }

    /// Returns the other fields of the product that affect whether the rule is reported. Fields in `unread_fields` are left
    /// out unless the rule reads the product as a whole.
    pub(crate) const fn related(&self, unread_fields: FieldSet) -> FieldSet {
        let related = self.reads.without(self.at).without(self.reads_elsewhere);
        if self.reads.has(Field::Root) { related } else { related.without(unread_fields) }
    }

    /// Returns the fields of the other product (the initiator, or the product with the same id) that affect whether the
    /// rule is reported.
    pub(crate) fn related_elsewhere(&self) -> FieldSet {
        let related = self.reads.without(self.at);
        if related.is_empty() { self.reads } else { related }
    }

    /// Iterates over the fields at which the rule is reported, written as in [`reads`](Self::reads).
    pub fn reported_at(&self) -> impl Iterator<Item = String> {
        self.at.iter().map(Field::path)
    }

    /// Returns the template with this `messageId`.
    pub fn template(&self, id: &str) -> Option<&'static Template> {
        self.templates.iter().find(|template| template.id == id)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.code.as_str()).finish()
    }
}
