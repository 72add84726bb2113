//! Maps codes to rules, runs all rules of a product in order, and computes which fields depend on one another.

use alloc::{string::String, vec::Vec};

use serde::{Serialize, Serializer};

use super::rule::{Documentation, Example, Rule};
use super::{chain, facts::Facts, findings::Findings, kinds, reading, role, terms, trial, update};
use crate::messages::Template;
use crate::report::{Code, ParamInfo, Severity, with_codes};
use crate::schema::{Field, FieldSet};
use renewal_rules_json::JsonType;

macro_rules! make_rules {
    ($( $code:ident $text:literal $module:ident, )*) => {
        impl Code {
            /// Returns the rule of the code.
            pub const fn rule(self) -> &'static Rule {
                match self {
                    $( Self::$code => const { &super::$module::$code::RULE }, )*
                }
            }
        }

        #[cfg(test)]
        impl Code {
            pub(super) const fn cases(self) -> &'static super::tests::Cases {
                match self {
                    $( Self::$code => const { &super::$module::$code::CASES }, )*
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
    /// Returns the title of the rule: a short name of the problem.
    pub const fn title(&self) -> &'static str {
        self.documentation().title
    }

    /// Returns the reason for the rule and how to fix a violation.
    pub const fn explanation(&self) -> &'static str {
        self.documentation().explanation
    }

    /// Returns the parameters of the rule's diagnostics.
    pub const fn params(&self) -> &'static [ParamInfo] {
        self.documentation().params
    }

    /// Returns a document that violates the rule, and the fixed one.
    pub const fn example(&self) -> Example {
        self.documentation().example
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [reads, at] = [self.reads, self.at].map(|fields| fields.iter().map(Field::path).collect());
        let Example { options, catalogue, bad, good } = self.example();
        let info = RuleInfo {
            code: self.code,
            severities: self.severities,
            section: self.section,
            title: self.title(),
            explanation: self.explanation(),
            reads,
            at,
            params: self.params().iter().map(|param| param.name).collect(),
            templates: TemplatesById(self.templates),
            options,
            catalogue,
            bad,
            good,
        };
        info.serialize(serializer)
    }
}

/// Documentation of a rule.
#[derive(Serialize)]
pub(crate) struct RuleInfo {
    code: Code,
    severities: &'static [Severity],
    /// Section of the interface document.
    section: &'static str,
    title: &'static str,
    /// Explanation, with the remedy.
    explanation: &'static str,
    /// Fields that the rule reads, such as `variants[].sku`.
    reads: Vec<String>,
    /// Fields at which the rule is reported.
    at: Vec<String>,
    /// Names of the params of the rule's diagnostics.
    params: Vec<&'static str>,
    /// English messages by `messageId`.
    templates: TemplatesById,
    /// Options of the examples as JSON; empty if there are none.
    options: &'static str,
    /// Set if the examples are catalogues.
    catalogue: bool,
    /// Example with a diagnostic of the rule.
    bad: &'static str,
    /// The same example without the diagnostic.
    good: &'static str,
}

/// Serializes templates as an object from id to text.
struct TemplatesById(&'static [Template]);

impl Serialize for TemplatesById {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|template| (template.id, template.text)))
    }
}

/// Runs the rules for one product, in order.
pub(crate) fn check<'a>(facts: &Facts<'a>, findings: &mut Findings<'a>) {
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

/// Returns the other fields whose diagnostics can change when only `field` changes, in report order. The list depends
/// neither on the product nor on the options. The fields are written as in [`Rule::reads`](crate::Rule::reads); for a
/// price, `variants[].price.common.price` means the prices of the other variants. The empty text means the product
/// itself.
///
/// `field` may be written as in [`Rule::reads`](crate::Rule::reads), with indexes (`variants[0].sku`, `variants.0.sku`)
/// or as a JSON Pointer (`/variants/0/sku`). For a field that the interface document does not name, the result is
/// empty.
///
/// ```
/// use renewal_rules::depends_on;
///
/// assert_eq!(depends_on("licence_term"), [""]);
/// assert_eq!(depends_on("/variants/0/sku"), ["variants"]);
/// assert!(depends_on("renew_settings.renew_ar.enable").contains(&"licence_term".into()));
/// ```
pub fn depends_on(field: &str) -> Vec<String> {
    let Some(changed) = find_field(field) else { return Vec::new() };
    let is_in_list = changed == Field::ChainItem || changed.is_within(Field::Variant);
    let mut fields = FieldSet::none();
    for &code in Code::ALL {
        let rule = code.rule();
        let reads = rule.reads.without(rule.reads_elsewhere);
        let mut seen = reads.common(changed.within());
        // A rule that reads the chain also reads its ids, except for `patch-drops-settings`, which only checks whether
        // a chain exists.
        if changed == Field::ChainItem && reads.has(Field::Chain) && code != Code::PatchDropsSettings {
            seen = seen.with_field(Field::Chain);
        }
        if seen.is_empty() {
            continue;
        }
        for at in rule.at.iter() {
            let is_other = if at.is_within(changed) {
                // A rule that reads only the fields at which it is reported checks each element separately. Any other
                // rule can also be reported differently at the other elements.
                is_in_list && !reads.without(rule.at).is_empty()
            } else {
                // A rule that is reported at several fields checks each of them separately: a change of one does not
                // affect its diagnostics at the others.
                seen.has(at) || !seen.without(rule.at).is_empty()
            };
            if is_other {
                fields = fields.with_field(at);
            }
        }
    }
    fields.iter().map(Field::path).collect()
}

/// Finds a field by its path, in the notation of [`Rule::reads`](crate::Rule::reads), or by its JSON Pointer.
pub fn find_field(name: &str) -> Option<Field> {
    // Remove the closing bracket that splitting leaves, as in `[0]` or `[]`.
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
