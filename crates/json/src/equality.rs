//! Comparison of JSON texts by value.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::json_type::JsonType;
use super::number::push_normal_number;
use super::tree::Tree;
use crate::{quote_json, stable_sort};

/// Returns `true` if two JSON texts represent equal values. Numbers of any size and notation are compared exactly, the
/// order of members is ignored, and the last of duplicate members wins.
pub fn json_eq(a: &str, b: &str) -> bool {
    a == b || matches!((normal_form(a), normal_form(b)), (Some(a), Some(b)) if a == b)
}

/// Returns the canonical form of a JSON text, which is identical for equal values; `None` if the text is not JSON. The
/// canonical form itself is not JSON.
pub fn normal_form(text: &str) -> Option<String> {
    let tree = Tree::parse(text).ok()?;
    let document = tree.document();
    let mut form = String::with_capacity(text.len());
    // Stack of output that is still to be written: a piece of text, and the value that follows the text, if any. Member
    // names need no colon, because their closing quote already separates them from the value.
    let mut left = vec![(Cow::Borrowed(""), Some(0))];
    while let Some((before, node)) = left.pop() {
        form.push_str(&before);
        let Some(node) = node else { continue };
        match document.kind(node) {
            JsonType::Null | JsonType::Boolean => form.push_str(document.raw(node)),
            JsonType::Number | JsonType::Integer => push_normal_number(&mut form, document.raw(node)),
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
                let mut members = stable_sort(document.members(node)?.collect(), &|(a, _), (b, _)| a.cmp(b));
                // The sort is stable, so after the reversal the last duplicate of each name comes first, and `dedup_by`
                // retains it.
                members.reverse();
                members.dedup_by(|(next, _), (name, _)| next == name);
                for (name, member) in members {
                    let mut key = String::from(",");
                    quote_json(&mut key, &name);
                    left.push((Cow::Owned(key), Some(member)));
                }
            }
        }
    }
    Some(form)
}
