//! The rule of each code, and all rules of one product in their order.

use serde::{Serialize, Serializer};

use super::{
    chain,
    collect::Collector,
    facts::Facts,
    kinds, reading, role,
    rule::{Documentation, Example, Rule, Violation},
    terms, trial, update,
};
use crate::{
    document::FieldSet,
    report::{Code, ParamInfo, Severity, with_codes},
    text::Template,
};

macro_rules! make_rules {
    ($( $code:ident $text:literal $module:ident, )*) => {
        impl Code {
            /// What is known about the code.
            pub const fn rule(self) -> &'static Rule {
                match self {
                    $( Self::$code => const { &<super::$module::$code as Violation>::RULE }, )*
                }
            }
        }

        impl Rule {
            const fn documentation(&self) -> &'static Documentation {
                match self.code {
                    $( Code::$code => const { &<super::$module::$code as Violation>::DOCUMENTATION }, )*
                }
            }
        }
    };
}

with_codes!(make_rules);

impl Rule {
    /// What is wrong, in a few words.
    pub const fn title(&self) -> &'static str {
        self.documentation().title
    }

    /// Why it is wrong and how to fix it.
    pub const fn explanation(&self) -> &'static str {
        self.documentation().explanation
    }

    /// A document that breaks it, and the fixed one.
    pub const fn example(&self) -> Example {
        self.documentation().example
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Data {
            code: Code,
            severities: &'static [Severity],
            section: &'static str,
            title: &'static str,
            explanation: &'static str,
            reads: FieldSet,
            at: FieldSet,
            #[serde(serialize_with = "names")]
            params: &'static [ParamInfo],
            #[serde(serialize_with = "by_id")]
            templates: &'static [Template],
            #[serde(flatten)]
            example: Example,
        }
        let &Self {
            code,
            severities,
            section,
            reads,
            at,
            params,
            templates,
            ..
        } = self;
        let Documentation {
            title,
            explanation,
            example,
        } = *self.documentation();
        let data = Data {
            code,
            severities,
            section,
            title,
            explanation,
            reads,
            at,
            params,
            templates,
            example,
        };
        data.serialize(serializer)
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
