//! The rules: of each one its documentation, severities, parameters, messages, examples, check and fix,
//! together in one file with those of its subject.
//!
//! A new rule is a [`rule!`] and its check in one of the files here, and one line in the list of
//! [codes](crate::code). What a rule says about itself is checked by the tests: both its examples, its
//! severities, its parameters and each of its templates.

mod catalogue;
mod chain;
mod dependents;
mod formats;
mod kinds;
mod reading;
mod role;
mod terms;
mod trial;
mod types;
mod update;

pub use dependents::depends_on;

pub(crate) use catalogue::Catalogue;
pub(crate) use formats::{
    CurrencyFormat, EmptyText, IdRange, LocaleFormat, PriceFormat, TermFormat,
};
pub(crate) use reading::{duplicate, missing, not_json, unknown};
#[cfg(feature = "service")]
pub(crate) use role::not_checked;
pub(crate) use types::mismatch;

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde::{Serialize, Serializer, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    code::{Code, with_codes},
    collect::Collector,
    facts::Facts,
    fields::{Field, FieldSet},
    message::{AsParam, Param, ParamInfo, Template},
    report::{RenewalKind, Severity},
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
/// println!("{}: {} {}", rule.title, rule.explanation, rule.example.bad);
/// ```
#[derive(Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct Rule {
    /// The stable code.
    pub code: Code,
    /// The severities with which it is reported.
    pub severities: &'static [Severity],
    /// The section of the interface document that it comes from.
    pub section: &'static str,
    /// What is wrong, in a few words. Empty without the feature `explain`.
    pub title: &'static str,
    /// Why it is wrong and how to fix it. Empty without the feature `explain`.
    pub explanation: &'static str,
    reads: FieldSet,
    at: FieldSet,
    /// The parameters that its diagnostics have.
    #[serde(serialize_with = "names")]
    pub params: &'static [ParamInfo],
    /// The messages of its diagnostics.
    #[serde(serialize_with = "by_id")]
    pub templates: &'static [Template],
    /// A document that breaks it, and the fixed one. Empty without the feature `explain`.
    #[serde(flatten)]
    pub example: Example,
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

/// A text that only people who ask for it read: without the feature `explain` it is left out.
const fn explained(text: &'static str) -> &'static str {
    if cfg!(feature = "explain") { text } else { "" }
}

const fn product(bad: &'static str, good: &'static str) -> Example {
    product_with("", bad, good)
}

const fn product_with(options: &'static str, bad: &'static str, good: &'static str) -> Example {
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
        ..product(bad, good)
    }
}

/// What the parameters of a code have in common.
pub(crate) trait RuleParams {
    const RULE: Rule;

    /// Which of the rule's templates words them, of what one cannot do without or of what one can.
    fn message_id(&self, is_needed: bool) -> &'static str;

    /// Calls `give` with each name and value, in order.
    fn each<'p>(&'p self, give: &mut dyn FnMut(&'static str, Param<'p>));

    /// Reads them from their JSON; what they do not show is not known then.
    fn read(params: &Value) -> Option<Self>
    where
        Self: Sized;
}

/// A parameter of this name.
pub(crate) fn param<T: DeserializeOwned>(params: &Value, name: &str) -> Option<T> {
    T::deserialize(params.get(name).unwrap_or(&Value::Null)).ok()
}

/// A rule as data: its parameters as a type of its own, and what is known about it. Its message is the
/// first template, where `message` names no other, it is an error where `severities` says nothing else, and
/// it is reported at what it reads where `at` names no other fields.
macro_rules! rule {
    (
        $code:ident { $( $(#[doc = $about:literal])* $json:literal $field:ident: $type:ty, )* }
        $( severities: $severities:expr, )?
        section: $section:literal,
        title: $title:literal,
        explanation: $explanation:literal,
        reads: $reads:expr,
        $( at: $at:expr, )?
        templates: { $( $id:literal => $text:expr, )* },
        $( message: |$params:pat_param $(, $is_needed:ident)?| $message:expr, )?
        example: $example:expr,
    ) => {
        #[doc = concat!("The parameters of `", stringify!($code), "`: ", $title, ".")]
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct $code {
            $( $(#[doc = $about])* pub $field: $type, )*
        }

        impl $crate::rules::RuleParams for $code {
            const RULE: $crate::rules::Rule = $crate::rules::Rule {
                code: $crate::code::Code::$code,
                severities: $crate::rules::rule!(@severities $($severities)?),
                section: $section,
                title: $crate::rules::explained($title),
                explanation: $crate::rules::explained($explanation),
                reads: $reads,
                at: $crate::rules::rule!(@at $reads $(, $at)?),
                params: &[$( $crate::rules::info::<$type>($json, concat!($($about),*)), )*],
                templates: &[$( $crate::message::Template { id: $id, text: $text }, )*],
                example: $example,
            };

            fn message_id(&self, _is_needed: bool) -> &'static str {
                let [_id, ..] = [$( $id ),*];
                $(
                    let $params = self;
                    $( let $is_needed = _is_needed; )?
                    let _id = $message;
                )?
                _id
            }

            fn each<'p>(
                &'p self,
                _give: &mut dyn FnMut(&'static str, $crate::message::Param<'p>),
            ) {
                $(
                    if let Some(param) = $crate::message::AsParam::param(&self.$field) {
                        _give($json, param);
                    }
                )*
            }

            fn read(_params: &serde_json::Value) -> Option<Self> {
                Some(Self {
                    $( $field: $crate::rules::param(_params, $json)?, )*
                })
            }
        }
    };
    (@severities) => { &[$crate::report::Severity::Error] };
    (@severities $severities:expr) => { $severities };
    (@at $reads:expr) => { $reads };
    (@at $reads:expr, $at:expr) => { $at };
}
use rule;

const fn info<T: AsParam>(name: &'static str, about: &'static str) -> ParamInfo {
    ParamInfo {
        name,
        kind: T::KIND,
        is_optional: T::IS_OPTIONAL,
        about: explained(about),
    }
}

macro_rules! make_params {
    ($( $code:ident $text:literal $module:ident, )*) => {
        /// The parameters of diagnostics, a type for each code.
        pub mod params {
            $( pub use super::$module::$code; )*
        }

        /// What the message of a diagnostic is made of, by its code, so that a caller can word it in
        /// another language: every value that the text shows, as it shows it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "the types of the parameters say what each one means")]
        pub enum Params {
            $( $code(params::$code), )*
        }

        $(
            impl From<params::$code> for Params {
                fn from(params: params::$code) -> Self {
                    Self::$code(params)
                }
            }
        )*

        impl Params {
            /// The code that they belong to.
            pub const fn code(&self) -> Code {
                match self {
                    $( Self::$code(_) => Code::$code, )*
                }
            }

            /// Which of the code's templates words them.
            pub(crate) fn message_id(&self, is_needed: bool) -> &'static str {
                match self {
                    $( Self::$code(params) => params.message_id(is_needed), )*
                }
            }

            /// Reads the parameters of a code from their JSON.
            pub(crate) fn read(code: Code, params: &Value) -> Option<Self> {
                match code {
                    $( Code::$code => RuleParams::read(params).map(Self::$code), )*
                }
            }

            /// Their names and values, in order.
            ///
            /// ```
            /// use renewal_rules::{Options, Params, check};
            ///
            /// let report = check(r#"{"licence_term":"p1m"}"#, &Options::default());
            /// let params = &report.diagnostics[0].params;
            /// for (name, value) in params.list() {
            ///     println!("{name} is {value:?}");
            /// }
            /// assert_eq!(params.get("text").and_then(|text| text.as_text().map(String::from)).as_deref(), Some("p1m"));
            /// let Params::TermFormat(params) = params else { return };
            /// assert_eq!(params.reason, "lower-case");
            /// ```
            pub fn list(&self) -> Vec<(&'static str, Param<'_>)> {
                let mut list = Vec::new();
                self.each(&mut |name, param| list.push((name, param)));
                list
            }

            /// Calls `give` with each name and value, in order.
            pub(crate) fn each<'p>(&'p self, give: &mut dyn FnMut(&'static str, Param<'p>)) {
                match self {
                    $( Self::$code(params) => params.each(give), )*
                }
            }
        }

        impl Code {
            /// What is known about the code.
            pub const fn rule(self) -> &'static Rule {
                match self {
                    $( Self::$code => const { &<params::$code as RuleParams>::RULE }, )*
                }
            }
        }
    };
}

with_codes!(make_params);

impl Params {
    /// The parameter of this name in JSON, where there is one.
    pub fn get(&self, name: &str) -> Option<Param<'_>> {
        let mut found = None;
        self.each(&mut |other, param| {
            if other == name {
                found = Some(param);
            }
        });
        found
    }

    /// The message that they make with a template.
    pub(crate) fn fill(&self, template: &str) -> String {
        crate::message::fill(template, &|name| self.get(name))
    }

    /// What must be stated, of what was not checked.
    #[cfg(any(feature = "render", feature = "service", feature = "timeline"))]
    pub(crate) fn needs(&self) -> &[String] {
        match self {
            Self::NotChecked(params) => &params.needs,
            _ => &[],
        }
    }

    /// The renewal kind that it is about: of one code there may be one for each kind at one place.
    pub(crate) fn kind(&self) -> Option<RenewalKind> {
        match self {
            Self::TermBelowMinimum(params) => Some(params.kind),
            _ => None,
        }
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.list())
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
        let others = dependents::of_other_products(self.code);
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

fn names<S: Serializer>(params: &[ParamInfo], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(params.iter().map(|param| param.name))
}

fn by_id<S: Serializer>(templates: &[Template], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(
        templates
            .iter()
            .map(|template| (template.id, template.text)),
    )
}

/// Runs the rules of one product.
pub(crate) fn check<'a>(facts: &Facts<'_, 'a>, findings: &mut Collector<'a>) {
    if !facts.draft.is_object {
        return;
    }
    reading::check(facts, findings);
    chain::check(facts, findings);
    terms::check(facts, findings);
    kinds::check(facts, findings);
    trial::check(facts, findings);
    role::check(facts, findings);
    update::check(facts, findings);
}
