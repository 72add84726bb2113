//! The rule of each code, and all rules of one product in their order.

use alloc::vec::Vec;

use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::rule::{Documentation, Example, Rule};
use super::{chain, collect::Collector, facts::Facts, kinds, reading, role, terms, trial, update};
use crate::document::Field;
use crate::report::{Code, with_codes};
use crate::text::Template;

macro_rules! make_rules {
    ($( $code:ident $text:literal $module:ident, )*) => {
        impl Code {
            /// What is known about the code.
            pub const fn rule(self) -> &'static Rule {
                match self {
                    $( Self::$code => const { &super::$module::$code::RULE }, )*
                }
            }
        }

        impl Rule {
            const fn documentation(&self) -> &'static Documentation {
                match self.code {
                    $( Code::$code => const { &super::$module::$code::DOCUMENTATION }, )*
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
        let params: Vec<_> = self.params.iter().map(|param| param.name).collect();
        let [reads, at] = [self.reads, self.at].map(|fields| fields.iter().map(Field::path).collect::<Vec<_>>());
        let example = self.example();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("code", &self.code)?;
        map.serialize_entry("severities", self.severities)?;
        map.serialize_entry("section", self.section)?;
        map.serialize_entry("title", self.title())?;
        map.serialize_entry("explanation", self.explanation())?;
        map.serialize_entry("reads", &reads)?;
        map.serialize_entry("at", &at)?;
        map.serialize_entry("params", &params)?;
        map.serialize_entry("templates", &ById(self.templates))?;
        map.serialize_entry("options", example.options)?;
        map.serialize_entry("catalogue", &example.catalogue)?;
        map.serialize_entry("bad", example.bad)?;
        map.serialize_entry("good", example.good)?;
        map.end()
    }
}

/// Templates as an object: the text of each by its name.
struct ById(&'static [Template]);

impl Serialize for ById {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|template| (template.id, template.text)))
    }
}

/// Runs the rules of one product.
pub(crate) fn check<'a>(facts: &Facts<'a>, findings: &mut Collector<'a>) {
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
