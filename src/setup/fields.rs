//! Products as lists of top-level fields with their exact JSON text. The service overwrites products field by field
//! (§4.3).

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};

use crate::check::Source;
use crate::product::Input;
use crate::product::ProductId;
use crate::schema::FieldTree as _;
use renewal_rules_json::quoted;
use renewal_rules_json::{Document, NodeId, Tree, decode, json_eq};

/// Fields of an object, in the order of the input: quoted name and value as written. If a name is repeated, only the
/// last field is retained.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads an input, or returns `None` if it is not a JSON object.
    pub fn read(input: Input<'_>) -> Option<Self> {
        Self::of(Tree::parse(input.into_text()?).ok()?.document(), 0)
    }

    /// Returns the fields of a node, or `None` if it is not an object.
    pub fn of(document: Document<'_>, node: NodeId) -> Option<Self> {
        let lasts: BTreeMap<_, _> = document.members(node)?.collect();
        let fields = document
            .members(node)?
            .filter(|(name, node)| lasts.get(name) == Some(node))
            .map(|(_, node)| (document.key(node).into(), document.raw(node).into()));
        Some(Self(fields.collect()))
    }

    /// Returns the unescaped names with their values.
    fn iter(&self) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
        self.0.iter().map(|(key, value)| (decode(key), value.as_str()))
    }

    /// The names of the fields.
    pub fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.iter().map(|(name, _)| name)
    }

    /// The value of a field.
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
        Self(self.0.iter().filter(|(key, value)| holds(&decode(key), value)).cloned().collect())
    }

    /// The fields that `others` lacks.
    #[must_use]
    pub fn missing_in(&self, others: &Self) -> Self {
        let others: BTreeMap<_, _> = others.iter().collect();
        self.filter(|name, _| !others.contains_key(name))
    }

    /// Returns the fields that are absent from `others` or have a different value there.
    #[must_use]
    pub fn changed_from(&self, others: &Self) -> Self {
        let others: BTreeMap<_, _> = others.iter().collect();
        self.filter(|name, value| !others.get(name).is_some_and(|other| json_eq(other, value)))
    }

    /// The fields but one.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        self.filter(|known, _| known != name)
    }

    /// Returns the fields after applying `sent`: fields of the same name are replaced as a whole, in their position;
    /// new ones are appended.
    #[must_use]
    pub fn overwritten(&self, sent: &Self) -> Self {
        let values: BTreeMap<_, _> = sent.iter().collect();
        let fields = self.0.iter().map(|(key, value)| {
            let value = values.get(&decode(key)).copied().unwrap_or(value);
            (key.clone(), String::from(value))
        });
        Self(fields.chain(sent.missing_in(self).0).collect())
    }

    /// Returns the fields with one value set: replaced in its position if the field exists, otherwise appended.
    #[must_use]
    pub fn with(&self, name: &str, value: String) -> Self {
        self.overwritten(&Self(vec![(quoted(name), value)]))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the object as the source of a check.
    pub(crate) fn source(&self) -> Source<'static> {
        Source::read(Input::Json(self.text().into()))
    }

    /// Returns the object as JSON text, with names and values as written.
    pub fn text(&self) -> String {
        let fields: Vec<_> = self.0.iter().map(|(key, value)| [key, ":", value].concat()).collect();
        ["{", &fields.join(","), "}"].concat()
    }
}
