//! Whether two JSON texts mean the same value.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::parse::Tree;
use super::strings::{JsonType, push_same_number};
use crate::{arranged, quote_json};

/// Whether two JSON texts mean the same value: numbers exactly, whatever their size and however they
/// are written, members in any order, of a name that appears twice the last.
pub fn same(a: &str, b: &str) -> bool {
    a == b || matches!((normal_form(a), normal_form(b)), (Some(a), Some(b)) if a == b)
}

/// The one form of all JSON texts that mean the same value; `None` for what is not JSON.
pub fn normal_form(text: &str) -> Option<String> {
    let tree = Tree::parse(text).ok()?;
    let document = tree.document();
    let mut form = String::with_capacity(text.len());
    // What is left to write, the next last: a piece of text, and the value after it, if any. A name needs no
    // colon: it ends with a quote.
    let mut left = vec![(Cow::Borrowed(""), Some(0))];
    while let Some((before, node)) = left.pop() {
        form.push_str(&before);
        let Some(node) = node else { continue };
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
                let mut members = arranged(document.members(node)?.collect(), &|(a, _), (b, _)| a.cmp(b));
                // The order is stable: going backwards, the last of those with the same name comes first.
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
