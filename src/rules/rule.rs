//! A rule as data.

use alloc::string::String;
use core::fmt;

use serde::{Serialize, Serializer};

use crate::{
    document::{Field, FieldSet},
    report::{AsParam, Code, ParamInfo, Params, Severity},
    text::Template,
};

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
    pub(crate) flags: Flags,
    /// The parameters that its diagnostics have.
    pub params: &'static [ParamInfo],
    /// The messages of its diagnostics.
    pub templates: &'static [Template],
}

/// What is said of a rule to people: apart from the rule, so that a program that shows none of it holds none.
#[derive(Clone, Copy)]
pub(crate) struct Documentation {
    pub(crate) title: &'static str,
    pub(crate) explanation: &'static str,
    pub(crate) example: Example,
}

/// What is said of a rule where its findings are used.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is one fact")]
pub(crate) struct Flags {
    /// It is reported at the name of a field, not at its value.
    pub(crate) at_name: bool,
    /// What it is reported at cannot be read, so that no renewal kind can be decided on from it.
    pub(crate) is_malformed: bool,
    /// No typed product can hold what it reports.
    pub(crate) is_untyped: bool,
    /// No plan could be resumed with what it reports.
    pub(crate) is_unplanned: bool,
    /// It is about the whole input: reported once, whatever the number of products.
    pub(crate) is_whole: bool,
}

impl Flags {
    pub(crate) const NONE: Self = Self {
        at_name: false,
        is_malformed: false,
        is_untyped: false,
        is_unplanned: false,
        is_whole: false,
    };
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

/// A text that only tools show: without them it is left out.
const fn explained(text: &'static str) -> &'static str {
    if cfg!(feature = "tools") { text } else { "" }
}

pub(super) const fn product(bad: &'static str, good: &'static str) -> Example {
    product_with("", bad, good)
}

pub(super) const fn product_with(
    options: &'static str,
    bad: &'static str,
    good: &'static str,
) -> Example {
    Example {
        options,
        catalogue: false,
        bad,
        good,
    }
}

pub(super) const fn catalogue(bad: &'static str, good: &'static str) -> Example {
    Example {
        catalogue: true,
        ..product(bad, good)
    }
}

/// A violation of a rule, as the rule states it where it is found.
pub(crate) trait Violation {
    const RULE: Rule;

    const DOCUMENTATION: Documentation;

    /// Which of the rule's templates words it.
    fn message_id(&self) -> &'static str;

    /// What the message is made of, in order.
    fn into_params(self) -> Params;
}

/// A rule as data: its parameters as a type of its own, and what is known about it. Its message is the
/// first template, where `message` names no other; `beside` is what chooses it and is no parameter. It is an
/// error where `severities` says nothing else, and it is reported at what it reads where `at` names no other
/// fields.
macro_rules! rule {
    (
        $code:ident { $( $(#[doc = $about:literal])* $json:literal $field:ident: $type:ty, )* }
        $( beside: { $( $(#[doc = $beside_about:literal])* $beside:ident: $beside_type:ty, )* }, )?
        $( severities: $severities:expr, )?
        $( flags: [$( $flag:ident ),*], )?
        section: $section:literal,
        title: $title:literal,
        explanation: $explanation:literal,
        reads: $reads:expr,
        $( reads_elsewhere: $others:expr, )?
        $( at: $at:expr, )?
        templates: { $( $id:literal => $text:expr, )* },
        $( message: |$violation:pat_param| $message:expr, )?
        example: $example:expr,
    ) => {
        #[doc = concat!("The parameters of `", stringify!($code), "`: ", $title, ".")]
        #[derive(Clone, Debug)]
        pub(crate) struct $code {
            $( $(#[doc = $about])* pub(crate) $field: $type, )*
            $( $( $(#[doc = $beside_about])* pub(crate) $beside: $beside_type, )* )?
        }

        impl $crate::rules::Violation for $code {
            const RULE: $crate::rules::Rule = $crate::rules::Rule {
                code: $crate::report::Code::$code,
                severities: $crate::rules::rule!(@severities $($severities)?),
                section: $section,
                reads: $reads,
                at: $crate::rules::rule!(@at $reads $(, $at)?),
                reads_elsewhere: $crate::document::FieldSet::none()$(.with($others))?,
                flags: $crate::rules::Flags {
                    $( $( $flag: true, )* )?
                    ..$crate::rules::Flags::NONE
                },
                params: &[$( $crate::rules::info::<$type>($json, concat!($($about),*)), )*],
                templates: &[$( $crate::text::Template { id: $id, text: $text }, )*],
            };

            const DOCUMENTATION: $crate::rules::Documentation = $crate::rules::Documentation {
                title: $title,
                explanation: $explanation,
                example: $example,
            };

            fn message_id(&self) -> &'static str {
                let [_id, ..] = [$( $id ),*];
                $(
                    let $violation = self;
                    let _id = $message;
                )?
                _id
            }

            fn into_params(self) -> $crate::report::Params {
                let mut _params = $crate::report::Params::default();
                $( _params.add($json, $crate::report::AsParam::into_param(self.$field)); )*
                _params
            }
        }
    };
    (@severities) => { &[$crate::report::Severity::Error] };
    (@severities $severities:expr) => { $severities };
    (@at $reads:expr) => { $reads };
    (@at $reads:expr, $at:expr) => { $at };
}
pub(crate) use rule;

pub(crate) const fn info<T: AsParam>(name: &'static str, about: &'static str) -> ParamInfo {
    ParamInfo {
        name,
        kind: T::KIND,
        is_optional: T::IS_OPTIONAL,
        about: explained(about),
    }
}

impl Rule {
    /// The fields that the rule reads, such as `renew_settings.renew_ar.enable` and
    /// `variants[].sku`; the product itself is the empty text.
    pub fn reads(&self) -> impl Iterator<Item = String> {
        self.reads.iter().map(Field::path)
    }

    /// The other fields of a product that decide whether it is reported there, without those that are ruled
    /// out, unless it reads the product as a whole.
    pub(crate) const fn related(&self, ruled_out: FieldSet) -> FieldSet {
        let others = self.reads_elsewhere;
        let related = self.reads.without(self.at).without(others);
        if self.reads.has(Field::Root) {
            related
        } else {
            related.without(ruled_out)
        }
    }

    /// The fields of the product that another one renews, or whose id it has, that decide as well.
    pub(crate) fn related_elsewhere(&self) -> FieldSet {
        let related = self.reads.without(self.at);
        if related.is_empty() {
            self.reads
        } else {
            related
        }
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

impl Serialize for FieldSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Field::path))
    }
}
