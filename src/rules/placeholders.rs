//! Compile-time check of message templates: each placeholder is a declared parameter, used as its type allows.

use crate::messages::Template;
use crate::product::{Payment, RenewalKind};
use crate::report::{ParamInfo, ParamType};
use renewal_rules_json::JsonType;

/// Returns the templates of a rule. Fails the compilation if a placeholder is not one of `params`, or if its choices or
/// plural forms do not suit the type of the parameter. The compiler's error names the rule and the parameter.
pub(crate) const fn checked(templates: &'static [Template], params: &[ParamInfo]) -> &'static [Template] {
    let mut unchecked = templates;
    while let [template, others @ ..] = unchecked {
        check_placeholders(template.text.as_bytes(), params);
        unchecked = others;
    }
    templates
}

const fn check_placeholders(template: &[u8], params: &[ParamInfo]) {
    let mut rest = template;
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'{' {
            let (placeholder, after) = split_once(rest, b'}');
            let (name, forms) = split_once(placeholder, b'|');
            check_forms(name, find(params, name), forms);
            rest = after;
        }
    }
}

/// Returns the type of the parameter with this name.
const fn find(mut params: &[ParamInfo], name: &[u8]) -> ParamType {
    while let [param, others @ ..] = params {
        if is_equal(param.name.as_bytes(), name) {
            return param.kind;
        }
        params = others;
    }
    fail(name)
}

/// Checks the choices, plural forms or clause that follow the name of a placeholder.
const fn check_forms(name: &[u8], kind: ParamType, forms: &[u8]) {
    let (mut rest, mut choices, mut other_forms) = (forms, 0, 0);
    while !rest.is_empty() {
        let (form, others) = split_once(rest, b'|');
        let (choice, _) = split_once(form, b':');
        if choice.len() == form.len() {
            other_forms += 1;
        } else {
            choices += 1;
            if !is_choice(kind, choice) {
                fail(choice);
            }
        }
        rest = others;
    }
    let is_suitable = match (kind, choices, other_forms) {
        (_, 0, 0) | (ParamType::Number, 0, 1..=2) | (ParamType::Text, 0, 1) => true,
        (ParamType::Number | ParamType::List, ..) => false,
        (_, _, other_forms) => other_forms == 0,
    };
    if !is_suitable {
        fail(name);
    }
}

/// Returns whether a parameter of this type can have this value. A text can have any value.
const fn is_choice(kind: ParamType, choice: &[u8]) -> bool {
    let mut words = match kind {
        ParamType::RenewalKind => RenewalKind::KEYWORDS,
        ParamType::Payment => Payment::KEYWORDS,
        ParamType::JsonType => JsonType::KEYWORDS,
        ParamType::Text | ParamType::Number | ParamType::List => return true,
    };
    while let [word, others @ ..] = words {
        if is_equal(word.as_bytes(), choice) {
            return true;
        }
        words = others;
    }
    is_equal(choice, b"other")
}

/// Splits a text at the first `mark`. If there is none, the second text is empty.
const fn split_once(text: &[u8], mark: u8) -> (&[u8], &[u8]) {
    let mut rest = text;
    while let [first, after @ ..] = rest {
        if *first == mark {
            return (text.split_at(text.len() - rest.len()).0, after);
        }
        rest = after;
    }
    (text, rest)
}

const fn is_equal(mut a: &[u8], mut b: &[u8]) -> bool {
    while let ([first_a, rest_a @ ..], [first_b, rest_b @ ..]) = (a, b) {
        if *first_a != *first_b {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    a.is_empty() && b.is_empty()
}

/// Fails the compilation, with a fragment of the template as the message.
#[expect(clippy::panic, reason = "only the compiler runs this")]
const fn fail(part: &[u8]) -> ! {
    match core::str::from_utf8(part) {
        Ok(part) => panic!("{}", part),
        Err(_) => panic!("a placeholder is not UTF-8"),
    }
}
