//! The rule of each code, all rules of one product in their order, and which fields they make depend on one another.

use alloc::{string::String, vec::Vec};

use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::rule::{Documentation, Example, Flag, Rule};
use super::{chain, collect::Collector, facts::Facts, kinds, reading, role, terms, trial, update};
use crate::messages::Template;
use crate::report::{Code, ParamInfo, with_codes};
use crate::schema::{Field, FieldSet};
use renewal_rules_json::JsonType;

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

    /// The parameters that its diagnostics have.
    pub const fn params(&self) -> &'static [ParamInfo] {
        self.documentation().params
    }

    /// A document that breaks it, and the fixed one.
    pub const fn example(&self) -> Example {
        self.documentation().example
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let params: Vec<_> = self.params().iter().map(|param| param.name).collect();
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
    if !facts.draft.is_object() {
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

/// The other fields whose diagnostics can change when `field` alone does, in the order of a report: no more and no
/// fewer, whatever else the product has and is stated. They are written as in [`Rule::reads`](crate::Rule::reads);
/// `variants[].price.common.price` for a price means those of the other variants. The product itself is the empty text.
///
/// `field` may be written as in [`Rule::reads`](crate::Rule::reads), with indexes (`variants[0].sku`, `variants.0.sku`)
/// or as a pointer (`/variants/0/sku`). No rule reads a field that the document does not name.
///
/// ```
/// use renewal_rules::depends_on;
///
/// assert_eq!(depends_on("licence_term"), [""]);
/// assert_eq!(depends_on("/variants/0/sku"), ["variants"]);
/// assert!(depends_on("renew_settings.renew_ar.enable").contains(&"licence_term".into()));
/// ```
pub fn depends_on(field: &str) -> Vec<String> {
    let Some(changed) = named(field) else { return Vec::new() };
    let is_in_list = changed == Field::ChainItem || changed.is_within(Field::Variant);
    let mut fields = FieldSet::none();
    for &code in Code::ALL {
        let rule = code.rule();
        let reads = rule.reads.without(rule.reads_elsewhere);
        let mut seen = reads.common(changed.within());
        if changed == Field::ChainItem && reads.has(Field::Chain) && !rule.is(Flag::IgnoresIds) {
            // The ids of a chain are read with it.
            seen = seen.with_field(Field::Chain);
        }
        if seen.is_empty() {
            continue;
        }
        for at in rule.at.iter() {
            let is_other = if at.is_within(changed) {
                // One element is judged with the others where the rule reads more than the element.
                is_in_list && !reads.without(rule.at).is_empty()
            } else {
                // A rule that is reported at several fields judges each by itself.
                seen.has(at) || !seen.without(rule.at).is_empty()
            };
            if is_other {
                fields = fields.with_field(at);
            }
        }
    }
    fields.iter().map(Field::path).collect()
}

/// The field of the tables with this name: as [`Rule::reads`](crate::Rule::reads) writes it, or as a JSON Pointer.
pub fn named(name: &str) -> Option<Field> {
    // Of `[0]`, `[]` or `[sku]` the closing bracket is left.
    let names = name.split(['/', '.', '[']).filter(|name| !name.is_empty());
    let mut names = names.map(|name| name.strip_suffix(']').unwrap_or(name));
    names.try_fold(Field::Root, |field, name| {
        let is_index = name.bytes().all(|byte| byte.is_ascii_digit());
        field.children().find(|child| match field.json() {
            JsonType::Array => is_index,
            _ => child.key() == name || *child == Field::Locale,
        })
    })
}
