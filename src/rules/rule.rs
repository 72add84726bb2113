//! A rule as data.

use alloc::string::String;
use core::fmt;

use serde::Serialize;

use crate::messages::Template;
use crate::report::{AsParam, Code, ParamInfo, Severity};
use crate::schema::{Field, FieldSet};

/// Everything that is known about one code, as data.
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
    /// The severities with which it is reported.
    pub severities: &'static [Severity],
    /// The section of the interface document that it comes from.
    pub section: &'static str,
    pub(crate) reads: FieldSet,
    pub(crate) at: FieldSet,
    /// What it reads of other products of the catalogue, and not of its own.
    pub(crate) reads_elsewhere: FieldSet,
    pub(crate) flags: &'static [Flag],
    /// The messages of its diagnostics.
    pub templates: &'static [Template],
}

/// What is said of a rule to people: apart from the rule, so that a program that shows none of it holds none.
#[derive(Clone, Copy)]
pub(crate) struct Documentation {
    pub(crate) title: &'static str,
    pub(crate) explanation: &'static str,
    pub(crate) params: &'static [ParamInfo],
    pub(crate) example: Example,
}

/// What the rest of the core must know of a rule.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Flag {
    /// It is reported at the name of a field, not at its value.
    AtName,
    /// It is about how the text is written, and not about what it says.
    OfText,
    /// It is about the whole input: reported once, whatever the number of products.
    Whole,
    /// Nothing is read of the input, so that it is an error whatever the caller states.
    Unreadable,
    /// What it is reported at cannot be read, so that no renewal kind can be decided on from it.
    Malformed,
    /// It is about something that is absent.
    Missing,
    /// Of a chain it reads only whether there is one.
    IgnoresIds,
    /// It is about which products of a catalogue have which ids.
    OfIds,
    /// No typed product can hold what it reports.
    Untyped,
    /// No plan could be resumed with what it reports.
    Unplanned,
    /// Beside it, it is not known which set-up a product starts.
    HidesSetUp,
    /// Behind it anything may be new.
    HidesNew,
}

/// A document that breaks a rule, and the fixed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Example {
    /// The options with which both are checked, as JSON; empty where there are none.
    pub options: &'static str,
    /// Whether the documents are catalogues.
    pub catalogue: bool,
    /// The document that breaks the rule.
    pub bad: &'static str,
    /// The fixed document.
    pub good: &'static str,
}

/// A rule as data. Its diagnostics have the first of its severities and of its templates where the check names no
/// other; it is an error where `severities` says nothing else, and it is reported at what it reads where `at`
/// names no other fields.
macro_rules! rule {
    (
        $code:ident { $( $param:literal: $type:ty => $about:literal ),* $(,)? }
        $( severities: $severities:expr, )?
        $( flags: [$( $flag:ident ),*], )?
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
                flags: &[$( $( $crate::rules::Flag::$flag, )* )?],
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
    pub(crate) fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Whether nothing is read of an input with it.
    pub fn is_unreadable(&self) -> bool {
        self.is(Flag::Unreadable)
    }

    /// Whether what it reports is said of all products together.
    pub fn is_whole(&self) -> bool {
        self.is(Flag::Whole)
    }

    /// Whether what it reports of a set-up says no more than that no plan checks it.
    #[doc(hidden)]
    pub fn is_unplanned(&self) -> bool {
        self.is(Flag::Unplanned)
    }

    /// Whether what it reports can be passed over as known. Behind what cannot be read or was not checked anything may
    /// be new.
    pub fn can_be_known(&self) -> bool {
        !self.is(Flag::HidesNew)
    }

    /// The fields that the rule reads, such as `renew_settings.renew_ar.enable` and
    /// `variants[].sku`; the product itself is the empty text.
    pub fn reads(&self) -> impl Iterator<Item = String> {
        self.reads.iter().map(Field::path)
    }

    /// The other fields of a product that decide whether it is reported there, without those that are ruled
    /// out, unless it reads the product as a whole.
    pub(crate) const fn related(&self, ruled_out: FieldSet) -> FieldSet {
        let related = self.reads.without(self.at).without(self.reads_elsewhere);
        if self.reads.has(Field::Root) { related } else { related.without(ruled_out) }
    }

    /// The fields of the product that another one renews, or whose id it has, that decide as well.
    pub(crate) fn related_elsewhere(&self) -> FieldSet {
        let related = self.reads.without(self.at);
        if related.is_empty() { self.reads } else { related }
    }

    /// The fields at which it is reported, written as in [`reads`](Self::reads).
    pub fn reported_at(&self) -> impl Iterator<Item = String> {
        self.at.iter().map(Field::path)
    }

    /// The template with this `messageId`.
    pub fn template(&self, id: &str) -> Option<&'static Template> {
        self.templates.iter().find(|template| template.id == id)
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.code.as_str()).finish()
    }
}
