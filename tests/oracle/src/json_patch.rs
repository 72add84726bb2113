//! Reference for JSON Patch, on plain values.

use renewal_rules::PatchOp;
use serde_json::Value;

/// Applies a JSON Patch as RFC 6902 describes it; returns `None` if it does not apply.
pub fn patched(document: &Value, patch: &[PatchOp]) -> Option<Value> {
    let mut document = document.clone();
    for op in patch {
        match op {
            PatchOp::Add { path, value } => add(&mut document, path, parsed(value.as_str())?)?,
            PatchOp::Replace { path, value } => {
                *document.pointer_mut(path)? = parsed(value.as_str())?;
            }
            PatchOp::Remove { path } => _ = remove(&mut document, path)?,
            PatchOp::Move { from, path } if from == path => _ = document.pointer(from)?,
            PatchOp::Move { from, path } => {
                // RFC 6902: a location cannot be moved into one of its children, whatever would be there afterwards.
                let below = path.strip_prefix(from.as_str());
                below.is_none_or(|below| !below.starts_with('/')).then_some(())?;
                let value = remove(&mut document, from)?;
                add(&mut document, path, value)?;
            }
            PatchOp::Copy { from, path } => {
                let value = document.pointer(from)?.clone();
                add(&mut document, path, value)?;
            }
            PatchOp::Test { path, value } => {
                let same = *document.pointer(path)? == parsed(value.as_str())?;
                same.then_some(())?;
            }
        }
    }
    Some(document)
}

pub(crate) fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

fn add(document: &mut Value, path: &str, value: Value) -> Option<()> {
    // Only `~0` and `~1` are valid escapes; `Value` accepts others.
    if path.split('~').skip(1).any(|rest| !rest.starts_with(['0', '1'])) {
        return None;
    }
    if path.is_empty() {
        *document = value;
        return Some(());
    }
    let (parent, name) = path.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    match document.pointer_mut(parent)? {
        Value::Object(members) => _ = members.insert(name, value),
        Value::Array(items) if name == "-" => items.push(value),
        Value::Array(items) => {
            let index: usize = name.parse().ok().filter(|i| *i <= items.len())?;
            (index.to_string() == name).then(|| items.insert(index, value))?;
        }
        _ => return None,
    }
    Some(())
}

fn remove(document: &mut Value, path: &str) -> Option<Value> {
    document.pointer(path)?;
    let (parent, name) = path.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    match document.pointer_mut(parent)? {
        Value::Object(members) => members.remove(&name),
        Value::Array(items) => Some(items.remove(name.parse().ok()?)),
        _ => None,
    }
}
