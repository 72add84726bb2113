//! Products as lists of top-level fields.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};

use crate::check::Source;
use crate::product::Input;
use crate::product::ProductId;
use crate::schema::FieldTree as _;
use renewal_rules_json::quoted;
use renewal_rules_json::{Document, NodeId, Tree, decode, json_eq};

/// Top-level fields of a product with their exact JSON text, in the order of the input. If a name is repeated, the last
/// field counts; the check of a setup reports the others. The service overwrites products field by field (§4.3), and so
/// does [`overwritten`](Self::overwritten).
///
/// ```
/// use renewal_rules::setup::ProductFields;
///
/// let current = ProductFields::read(r#"{"id":101,"name":"A","licence_term":"P1M"}"#.into())?;
/// let sent = ProductFields::read(r#"{"licence_term":"P3M","family_name":"F"}"#.into())?;
/// let after = current.overwritten(&sent).text();
/// assert_eq!(after, r#"{"id":101,"name":"A","licence_term":"P3M","family_name":"F"}"#);
/// # Ok::<(), renewal_rules::setup::FieldsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductFields {
    /// Names and values as written.
    fields: Vec<(String, String)>,
    /// Fields that a later one of the same name replaces.
    shadowed: Vec<(String, String)>,
}

impl ProductFields {
    /// Reads an input.
    ///
    /// # Errors
    ///
    /// Returns a [`FieldsError`] if the input is not a JSON object.
    pub fn read(input: Input<'_>) -> Result<Self, FieldsError> {
        let source = Source::read(input);
        if let Err(error) = &source.tree {
            return Err(FieldsError::NotJson { message: error.message() });
        }
        Self::of(source.document(), 0).ok_or(FieldsError::NotAnObject)
    }

    /// Returns the fields of a value, or `None` if it is not an object.
    pub fn of(document: Document<'_>, node: NodeId) -> Option<Self> {
        let lasts: BTreeMap<_, _> = document.members(node)?.collect();
        let (mut fields, mut shadowed) = (Vec::new(), Vec::new());
        for (name, node) in document.members(node)? {
            let list = if lasts.get(&name) == Some(&node) { &mut fields } else { &mut shadowed };
            list.push((document.key(node).into(), document.raw(node).into()));
        }
        Some(Self { fields, shadowed })
    }

    /// Iterates over the unescaped names, each with the JSON text of its value.
    fn iter(&self) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
        self.fields.iter().map(|(key, value)| (decode(key), value.as_str()))
    }

    /// Iterates over the names of the fields, unescaped.
    pub fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.iter().map(|(name, _)| name)
    }

    /// Returns the JSON text of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the product id, or `None` if `id` is absent or not a product id.
    pub fn id(&self) -> Option<ProductId> {
        Tree::parse(self.get("id")?).ok()?.document().product_id(0)
    }

    /// Returns the fields for whose name and value `holds` returns true.
    #[must_use]
    pub fn filter(&self, holds: impl Fn(&str, &str) -> bool) -> Self {
        let filter = |fields: &[(String, String)]| {
            fields.iter().filter(|(key, value)| holds(&decode(key), value)).cloned().collect()
        };
        Self { fields: filter(&self.fields), shadowed: filter(&self.shadowed) }
    }

    /// Returns the fields that are absent from `others`.
    #[must_use]
    pub fn missing_in(&self, others: &Self) -> Self {
        let others: BTreeMap<_, _> = others.iter().collect();
        self.filter(|name, _| !others.contains_key(name))
    }

    /// Returns the fields that are absent from `others` or have a different value there. Values are compared by meaning,
    /// so that white space and notation do not matter.
    #[must_use]
    pub fn changed_from(&self, others: &Self) -> Self {
        let others: BTreeMap<_, _> = others.iter().collect();
        self.filter(|name, value| !others.get(name).is_some_and(|other| json_eq(other, value)))
    }

    /// Returns the fields except the one with this name.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        self.filter(|known, _| known != name)
    }

    /// Returns the fields after applying `sent`: fields of the same name are replaced as a whole, in their position;
    /// new ones are appended.
    #[must_use]
    pub fn overwritten(&self, sent: &Self) -> Self {
        let values: BTreeMap<_, _> = sent.iter().collect();
        let fields = self.fields.iter().map(|(key, value)| {
            let value = values.get(&decode(key)).copied().unwrap_or(value);
            (key.clone(), String::from(value))
        });
        Self { fields: fields.chain(sent.missing_in(self).fields).collect(), shadowed: self.shadowed.clone() }
    }

    /// Returns the fields with one value set: replaced in its position if the field exists, otherwise appended.
    #[must_use]
    pub fn with(&self, name: &str, value: String) -> Self {
        self.overwritten(&Self { fields: vec![(quoted(name), value)], shadowed: Vec::new() })
    }

    /// Returns `true` if there are no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns the object as the source of a check, with the repeated fields.
    pub(crate) fn source(&self) -> Source<'static> {
        Source::read(Input::Json(self.whole_text().into()))
    }

    /// Returns the object as JSON text, with the repeated fields.
    pub(super) fn whole_text(&self) -> String {
        object(self.shadowed.iter().chain(&self.fields))
    }

    /// Returns the object as JSON text, with names and values as written.
    pub fn text(&self) -> String {
        object(self.fields.iter())
    }
}

/// Reason why an input has no fields.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldsError {
    /// The input is not JSON.
    #[error("{message}")]
    NotJson {
        /// Description of the syntax error.
        message: String,
    },
    /// The input is not an object.
    #[error("a product must be a JSON object")]
    NotAnObject,
}

fn object<'f>(fields: impl Iterator<Item = &'f (String, String)>) -> String {
    let fields: Vec<_> = fields.map(|(key, value)| [key, ":", value].concat()).collect();
    ["{", &fields.join(","), "}"].concat()
}
