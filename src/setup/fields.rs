//! Products as lists of top-level fields with their exact JSON text: the unit in which the service overwrites (§4.3).

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};

use crate::check::Source;
use crate::product::Input;
use crate::product::ProductId;
use crate::schema::FieldTree as _;
use renewal_rules_json::quoted;
use renewal_rules_json::{Document, NodeId, Tree, decode, same};

/// The fields of an object in the order of the input, each with its name in quotes and its value as they
/// were written. Of a field that appears twice the last value is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads an input, `None` where it is not a JSON object.
    pub fn read(input: Input<'_>) -> Option<Self> {
        Self::of(Tree::parse(input.into_text()?).ok()?.document(), 0)
    }

    /// The fields of a value, `None` where it is not an object.
    pub fn of(document: Document<'_>, node: NodeId) -> Option<Self> {
        let lasts: BTreeMap<_, _> = document.members(node)?.collect();
        let fields = document
            .members(node)?
            .filter(|(name, node)| lasts.get(name) == Some(node))
            .map(|(_, node)| (document.key(node).into(), document.raw(node).into()));
        Some(Self(fields.collect()))
    }

    /// Names as people read them, and values.
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

    /// The product's id, where `id` is one.
    pub fn id(&self) -> Option<ProductId> {
        Tree::parse(self.get("id")?).ok()?.document().product_id(0)
    }

    /// The fields for whose name and value this holds.
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

    /// The fields that `others` lacks or has with another value.
    #[must_use]
    pub fn changed_from(&self, others: &Self) -> Self {
        let others: BTreeMap<_, _> = others.iter().collect();
        self.filter(|name, value| !others.get(name).is_some_and(|other| same(other, value)))
    }

    /// The fields but one.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        self.filter(|known, _| known != name)
    }

    /// These fields with others laid over them: each replaces the one of its name whole, in its place; new ones follow.
    #[must_use]
    pub fn overwritten(&self, sent: &Self) -> Self {
        let values: BTreeMap<_, _> = sent.iter().collect();
        let fields = self.0.iter().map(|(key, value)| {
            let value = values.get(&decode(key)).copied().unwrap_or(value);
            (key.clone(), String::from(value))
        });
        Self(fields.chain(sent.missing_in(self).0).collect())
    }

    /// These fields with this value of one of them: in the place of the one that is there, otherwise at the end.
    #[must_use]
    pub fn with(&self, name: &str, value: String) -> Self {
        self.overwritten(&Self(vec![(quoted(name), value)]))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object as it is checked.
    pub(crate) fn source(&self) -> Source<'static> {
        Source::read(Input::Json(self.text().into()))
    }

    /// The object as JSON text, names and values as they were written.
    pub fn text(&self) -> String {
        let fields: Vec<_> = self.0.iter().map(|(key, value)| [key, ":", value].concat()).collect();
        ["{", &fields.join(","), "}"].concat()
    }
}
