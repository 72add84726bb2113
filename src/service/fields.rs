//! Products as lists of top-level fields with their exact JSON text: the unit in which the service
//! overwrites (§4.3).

use alloc::{
    borrow::{Cow, ToOwned},
    collections::BTreeMap,
    string::String,
    vec::Vec,
};

use crate::{
    check::Source,
    document::{Document, Input, NodeId, Tree, decode, same},
    product::ProductId,
    text::quoted,
};

/// A field of a product: its name in quotes, and its value, as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Field {
    key: String,
    value: String,
}

impl Field {
    fn name(&self) -> Cow<'_, str> {
        decode(&self.key)
    }
}

/// The fields of an object in the order of the input. Of a field that appears twice the last value is
/// kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields(Vec<Field>);

impl Fields {
    /// Reads an input, `None` where it is not JSON object.
    pub(super) fn read(input: Input<'_>) -> Option<Self> {
        Self::of(Tree::parse(&input.into_text()?).ok()?.document(), 0)
    }

    /// The fields of a value, `None` where it is not an object.
    pub(super) fn of(document: Document<'_>, node: NodeId) -> Option<Self> {
        let lasts: BTreeMap<_, _> = document.members(node)?.collect();
        let kept = document
            .members(node)?
            .filter(|(name, node)| lasts.get(name) == Some(node));
        let field = |(_, node)| Field {
            key: document.key(node).to_owned(),
            value: document.raw(node).to_owned(),
        };
        Some(Self(kept.map(field).collect()))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.0.iter();
        let field = fields.find(|field| field.name() == name)?;
        Some(&field.value)
    }

    /// The product's id, where `id` is one.
    pub(super) fn id(&self) -> Option<ProductId> {
        Tree::parse(self.get("id")?).ok()?.document().product_id(0)
    }

    /// The values of the fields by name, where many are looked up.
    fn by_name(&self) -> BTreeMap<Cow<'_, str>, &str> {
        let fields = self.0.iter();
        fields
            .map(|field| (field.name(), field.value.as_str()))
            .collect()
    }

    /// The fields for which this holds.
    fn filter(&self, holds: impl Fn(&Field) -> bool) -> Self {
        let kept = self.0.iter().filter(|field| holds(field));
        Self(kept.cloned().collect())
    }

    /// The fields that `others` lacks.
    pub(super) fn missing_in(&self, others: &Self) -> Self {
        let others = others.by_name();
        self.filter(|field| !others.contains_key(&field.name()))
    }

    /// The fields that `others` lacks or has with another value.
    pub(super) fn changed_from(&self, others: &Self) -> Self {
        let others = others.by_name();
        self.filter(|field| {
            let other = others.get(&field.name());
            !other.is_some_and(|other| same(other, &field.value))
        })
    }

    /// The fields whose name is this one.
    pub(super) fn only(&self, name: &str) -> Self {
        self.filter(|field| field.name() == name)
    }

    /// The fields whose name is another one.
    pub(super) fn without(&self, name: &str) -> Self {
        self.filter(|field| field.name() != name)
    }

    /// These fields with others laid over them: each replaces the one of its name whole, in its place;
    /// new ones follow.
    pub(super) fn overwritten(&self, sent: &Self) -> Self {
        let values = sent.by_name();
        let kept = self.0.iter().map(|field| Field {
            key: field.key.clone(),
            value: String::from(*values.get(&field.name()).unwrap_or(&field.value.as_str())),
        });
        Self(kept.chain(sent.missing_in(self).0).collect())
    }

    /// These fields with this value of one of them: in the place of the one that is there, otherwise at
    /// the end.
    pub(super) fn with(&self, name: &str, value: String) -> Self {
        let key = quoted(name);
        self.overwritten(&Self(alloc::vec![Field { key, value }]))
    }

    /// The names as people read them.
    pub(super) fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.iter().map(|field| field.name())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object as it is checked.
    pub(super) fn source(&self) -> Source<'static> {
        Source::read(Input::Json(self.text().into()))
    }

    /// The object as JSON text, names and values as they were written.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("{");
        for (index, field) in self.0.iter().enumerate() {
            text.push_str(if index > 0 { "," } else { "" });
            text.push_str(&field.key);
            text.push(':');
            text.push_str(&field.value);
        }
        text.push('}');
        text
    }
}
