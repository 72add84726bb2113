//! Whether two JSON texts mean the same value.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::{
    parse::Tree,
    strings::{JsonType, push_same_number},
};
use crate::text::{quote_json, sorted};

/// Whether two JSON texts mean the same value: numbers exactly, whatever their size and however they
/// are written, members in any order, of a name that appears twice the last.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || matches!((normal_form(a), normal_form(b)), (Some(a), Some(b)) if a == b)
}

/// The one form of all JSON texts that mean the same value; `None` for what is not JSON.
pub(crate) fn normal_form(text: &str) -> Option<String> {
    let tree = Tree::parse(text).ok()?;
    let document = tree.document();
    let mut form = String::with_capacity(text.len());
    // What is left to write, the next last: a piece of text, and the value after it, if any. A name needs no
    // colon: it ends with a quote.
    let mut left = alloc::vec![(Cow::Borrowed(""), Some(0))];
    while let Some((before, node)) = left.pop() {
        form.push_str(&before);
        let Some(node) = node else {
            continue;
        };
        match document.kind(node) {
            JsonType::Null | JsonType::Boolean => form.push_str(document.raw(node)),
            JsonType::Number | JsonType::Integer => push_same_number(&mut form, document.raw(node)),
            JsonType::String => quote_json(&mut form, &document.text(node)?),
            JsonType::Array => {
                form.push('[');
                left.push((Cow::Borrowed("]"), None));
                let elements: Vec<_> = document.children(node).collect();
                let elements = elements.into_iter().rev();
                left.extend(elements.map(|element| (Cow::Borrowed(","), Some(element))));
            }
            JsonType::Object => {
                form.push('{');
                left.push((Cow::Borrowed("}"), None));
                let members: Vec<_> = document.members(node)?.collect();
                let name = |at: usize| members.get(at).map(|(name, _)| name);
                let mut last = None;
                // The sort is stable: going backwards, the last of those with the same name comes first.
                let order = sorted(members.len(), &|a, b| name(a).cmp(&name(b)));
                for (name, member) in order
                    .iter()
                    .rev()
                    .filter_map(|at| members.get(*at as usize))
                {
                    if last != Some(name) {
                        let mut key = String::from(",");
                        quote_json(&mut key, name);
                        left.push((Cow::Owned(key), Some(*member)));
                        last = Some(name);
                    }
                }
            }
        }
    }
    Some(form)
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::same;

    #[test]
    fn numbers_are_compared_exactly() {
        assert!(same("101", "101.0") && same("1.01e2", "101") && same("1.10", "1.1"));
        assert!(same("0.5", "5e-1") && same("0.050", "5E-2"));
        assert!(same("0", "-0.0") && same("0", "0e999999999999999999999"));
        assert!(!same("123456789012345678901", "123456789012345678902"));
        assert!(!same("0.1", "0.1000000000000000000001"));
        assert!(!same("1", "-1") && !same("1", "\"1\"") && !same("0", "null"));
        assert!(!same("1e99999999999999999999", "2"));
        assert!(same("1e99999999999999999999", "1e99999999999999999999"));
        assert!(!same("1e99999999999999999999", "1e99999999999999999998"));
        assert!(same("1e99999999999999999999", "10e99999999999999999998"));
        assert!(same(
            "1e99999999999999999999",
            "0.1e+0100000000000000000000"
        ));
        assert!(same(
            "1e-99999999999999999999",
            "0.01e-99999999999999999997"
        ));
        assert!(!same("1e99999999999999999999", "1e-99999999999999999999"));
        assert!(same("1e9223372036854775808", "10e9223372036854775807"));
        assert!(same("-1e-9223372036854775809", "-0.1e-9223372036854775808"));
        let (zeros, power) = ("0".repeat(30_000), "7".repeat(30_000));
        let shorter = format!("{}47777", "7".repeat(29_995));
        assert!(same(&format!("1e{power}"), &format!("1{zeros}e{shorter}")));
        assert!(!same("1e9223372036854775807", "10e9223372036854775807"));
        assert!(!same("1e9223372036854775807", "0.1e+9223372036854775807"));
    }

    #[test]
    fn objects_are_compared_without_order_and_lists_with_it() {
        assert!(same(
            r#"{"a":1,"b":[2]}"#,
            r#"{ "b" : [ 2.0 ], "\u0061":1}"#
        ));
        assert!(same(r#"{"a":1,"a":2}"#, r#"{"a":2}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":null}"#));
        assert!(!same("[1,2]", "[2,1]") && !same("true", "false"));
        assert!(!same("[1,2]", "[12]") && !same("[[],[]]", "[[[]]]"));
    }

    #[test]
    fn halves_of_surrogate_pairs_are_one_character() {
        assert!(same(r#"{"\ud800":1}"#, r#"{"\uD801":1.0}"#));
        assert!(same(r#""\udc00""#, r#""\ufffd""#) && !same(r#""\ud800""#, r#""\ud83d\ude00""#));
        assert!(!same(r#""\ud800""#, r#""\\ud800""#));
    }

    #[test]
    fn deep_nesting_is_compared_too() {
        // Miri takes minutes for more.
        let depth = if cfg!(miri) { 500 } else { 100_000 };
        let deep = |inner: &str| "[".repeat(depth) + inner + &"]".repeat(depth);
        assert!(same(&deep("1"), &deep("1.0")));
        assert!(!same(&deep("1"), &deep("2")));
    }
}
