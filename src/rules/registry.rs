//! The rule of each code, and all rules of one product in their order.

use super::{
    chain,
    collect::Collector,
    facts::Facts,
    kinds, reading, role,
    rule::{Rule, Violation},
    terms, trial, update,
};
use crate::report::{Code, with_codes};

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
    };
}

with_codes!(make_rules);

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
