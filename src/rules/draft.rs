//! Draft of a product as parsed: each field is absent, malformed or valid. Rules read only the draft.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use crate::product::{LicenceTerm, ProductId, is_zero};
use crate::schema::FieldTree as _;
use crate::schema::{Field, FieldPath, FieldSet};
use renewal_rules_json::{Document, JsonType, NONE, NodeId};
use renewal_rules_json::{Span, first_occurrences};

/// Parse result of a field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Parsed<T> {
    /// Not present.
    #[default]
    Absent,
    /// Present but malformed.
    Malformed,
    /// Present and well-formed.
    Valid(T),
}

impl Parsed<bool> {
    /// Returns whether the switch is absent or off.
    pub(crate) const fn is_off(self) -> bool {
        matches!(self, Self::Absent | Self::Valid(false))
    }
}

impl<T> Parsed<T> {
    /// Returns whether the field is present but malformed.
    pub const fn is_malformed(&self) -> bool {
        matches!(self, Self::Malformed)
    }

    /// Returns the value of a well-formed field.
    pub fn valid(self) -> Option<T> {
        if let Self::Valid(value) = self { Some(value) } else { None }
    }

    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> Option<U>) -> Parsed<U> {
        match self {
            Self::Absent => Parsed::Absent,
            Self::Malformed => Parsed::Malformed,
            Self::Valid(value) => f(value).map_or(Parsed::Malformed, Parsed::Valid),
        }
    }
}

impl<T: PartialEq> Parsed<T> {
    pub(crate) fn is(&self, value: &T) -> bool {
        matches!(self, Self::Valid(given) if given == value)
    }
}

/// Parsed value of a field that occurs at most once in a product.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FieldValue {
    /// A text, an object or an array. The content is stored elsewhere: in the document or in other fields of the draft.
    Present,
    Id(ProductId),
    Term(LicenceTerm),
    Switch(bool),
}

/// Value and node of a field that occurs at most once in a product.
#[derive(Clone, Copy, Debug)]
struct Slot {
    value: Parsed<FieldValue>,
    node: NodeId,
}

impl Default for Slot {
    fn default() -> Self {
        Self { value: Parsed::Absent, node: NONE }
    }
}

/// Product data that the rules read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft<'t> {
    /// The document that was sent.
    pub(crate) document: Document<'t>,
    /// Document of the product before the update.
    current: Document<'t>,
    /// Root fields whose values come from `current`: their nodes belong to that document.
    from_current: FieldSet,
    slots: [Slot; Field::SINGLES],
    /// Elements of the chain that are valid ids.
    pub(crate) chain: Vec<ProductId>,
    pub(crate) variants: Vec<VariantDraft>,
    pub(crate) locales: Vec<Member<'t>>,
    /// Undocumented members of the root.
    pub(crate) unnamed_members: Vec<Member<'t>>,
    /// Locales and undocumented members that are ignored because a later member of the same object has the same name.
    pub(crate) shadowed_members: Vec<ShadowedMember>,
}

/// A shadowed duplicate: a later member of its object has the same name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShadowedMember {
    /// Object that contains the member.
    pub(crate) object: NodeId,
    pub(crate) node: NodeId,
    /// Last member with this name, which is the effective one.
    pub(crate) last: NodeId,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VariantDraft {
    pub(crate) node: NodeId,
    pub(crate) amount: Parsed<AmountKind>,
}

/// Value of an amount, as far as the rules for free trials distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AmountKind {
    /// Zero with two decimals: `0.00`.
    Zero,
    /// Zero in another notation.
    ZeroOtherwise,
    Positive,
}

impl AmountKind {
    pub(crate) fn from_amount(amount: &str) -> Self {
        match amount {
            "0.00" => Self::Zero,
            other if is_zero(other) => Self::ZeroOtherwise,
            _ => Self::Positive,
        }
    }
}

/// A locale or an undocumented member. If several members have the same name, this is the last of them.
#[derive(Clone, Debug)]
pub(crate) struct Member<'t> {
    pub(crate) name: Cow<'t, str>,
    /// Index of the first member with this name among the locales or the undocumented members of its object.
    pub(crate) order: usize,
    pub(crate) node: NodeId,
    /// True if the object has several members with this name.
    pub(crate) is_twice: bool,
    /// True if the member comes from the product before the update.
    pub(crate) is_from_current: bool,
}

impl<'t> Draft<'t> {
    pub(crate) fn new(document: Document<'t>) -> Self {
        Self { document, ..Self::default() }
    }

    pub(crate) fn is_object(&self) -> bool {
        self.document.kind(0) == JsonType::Object
    }

    /// Returns the value of a field that occurs at most once. Fields within a malformed value are malformed, too.
    pub(crate) fn value(&self, field: Field) -> Parsed<FieldValue> {
        let mut around = field.parent();
        while let Some(Slot { value, .. }) = self.slots.get(around.single()) {
            if !value.is(&FieldValue::Present) {
                return value.map(|_| None);
            }
            around = around.parent();
        }
        self.slot(field).value
    }

    fn slot(&self, field: Field) -> Slot {
        // Return an absent value for a field that can occur several times, and for `Unnamed`, which stands for no
        // field: `slots` contains neither.
        self.slots.get(field.single()).copied().unwrap_or_default()
    }

    pub(crate) fn set_at(&mut self, field: Field, value: Parsed<FieldValue>, node: NodeId) {
        if let Some(slot) = self.slots.get_mut(field.single()) {
            *slot = Slot { value, node };
        }
    }

    pub(crate) fn node(&self, field: Field) -> NodeId {
        self.slot(field).node
    }

    pub(crate) fn is_present(&self, field: Field) -> bool {
        !matches!(self.value(field), Parsed::Absent)
    }

    /// Returns whether the field is present and well-formed.
    pub(crate) fn has(&self, field: Field) -> bool {
        matches!(self.value(field), Parsed::Valid(_))
    }

    pub(crate) fn id(&self) -> Parsed<ProductId> {
        self.value(Field::Id).map(|value| if let FieldValue::Id(id) = value { Some(id) } else { None })
    }

    pub(crate) fn term(&self) -> Parsed<LicenceTerm> {
        self.value(Field::LicenceTerm).map(|value| if let FieldValue::Term(term) = value { Some(term) } else { None })
    }

    /// Returns the value of a switch in `renew_settings`.
    pub(crate) fn switch(&self, field: Field) -> Parsed<bool> {
        self.value(field).map(|value| if let FieldValue::Switch(on) = value { Some(on) } else { None })
    }

    /// Returns the chain if all of its elements are valid ids.
    pub(crate) fn chain(&self) -> Option<&[ProductId]> {
        self.has(Field::Chain).then_some(self.chain.as_slice())
    }

    /// Returns whether the product has variants and all their amounts are well-formed and zero.
    pub(crate) fn is_free(&self) -> bool {
        let is_zero = |variant: &VariantDraft| {
            matches!(variant.amount, Parsed::Valid(AmountKind::Zero | AmountKind::ZeroOtherwise))
        };
        !self.variants.is_empty() && self.variants.iter().all(is_zero)
    }

    /// Returns whether a field and its content come from the product before the update.
    pub(crate) fn is_from_current(&self, field: Field) -> bool {
        self.from_current.has(field.root())
    }

    /// Returns the document that contains a field.
    pub(crate) fn document_of(&self, field: Field) -> Document<'t> {
        if self.is_from_current(field) { self.current } else { self.document }
    }

    /// Returns the text of a field that occurs at most once.
    pub(crate) fn text(&self, field: Field) -> Option<Cow<'t, str>> {
        self.document_of(field).text(self.node(field))
    }

    /// Returns the text of a field of a variant; the field may be in a nested object such as `price`.
    pub(crate) fn variant_text(&self, variant: VariantDraft, field: Field) -> Option<Cow<'t, str>> {
        let document = self.document_of(Field::Variants);
        let (node, is_found) = descend(document, variant.node, Field::Variant, field);
        document.text(node).filter(|_| is_found)
    }

    /// Returns the raw amount of a variant if it is a text or a number.
    pub(crate) fn amount_text(&self, variant: VariantDraft) -> Option<Cow<'t, str>> {
        let document = self.document_of(Field::Variants);
        let (node, is_found) = descend(document, variant.node, Field::Variant, Field::Amount);
        match document.kind(node) {
            _ if !is_found => None,
            JsonType::Number => Some(Cow::Borrowed(document.raw(node))),
            _ => document.text(node),
        }
    }

    /// Returns the span of a path in the sent document; for an absent field, the span of the object that lacks it.
    pub(crate) fn span(&self, path: &FieldPath<'_>) -> Option<Span> {
        let (node, _) = self.find(path)?;
        self.document.span(node)
    }

    /// Returns the node of a path in the sent document and `true`, or the nearest existing ancestor and `false`.
    pub(crate) fn find(&self, path: &FieldPath<'_>) -> Option<(NodeId, bool)> {
        let sent = self.document;
        let field = path.field.object();
        if self.is_from_current(field) {
            return Some((0, false));
        }
        let mut around = field;
        // Go up from the field to its nearest ancestor that exists. Variants and chain elements can occur several
        // times, so look them up by their index.
        while self.node(around) == NONE {
            if around == Field::Variant && self.is_present(Field::Variants) {
                let variant = self.variants.get(path.index)?;
                return Some(descend(sent, variant.node, Field::Variant, field));
            }
            if around == Field::ChainItem && self.node(Field::Chain) != NONE {
                let mut elements = sent.children(self.node(Field::Chain));
                // Avoid iterating if all elements are ids: their nodes are consecutive, so the index leads to the node.
                let direct = self.chain().is_some();
                let first = elements.clone().next()?;
                let node = match u32::try_from(path.index).ok().filter(|_| direct) {
                    Some(index) => first.checked_add(index),
                    None => elements.nth(path.index),
                };
                return Some((node?, true));
            }
            around = around.parent();
            if matches!(around, Field::Root | Field::Unnamed) {
                return Some((0, false));
            }
        }
        Some((self.node(around), around == field))
    }
}

/// Walks from a container down to a field. Returns the node of the field and `true`, or its nearest existing ancestor
/// and `false`.
fn descend(document: Document<'_>, node: NodeId, container: Field, field: Field) -> (NodeId, bool) {
    let mut at = node;
    for step in [field.parent().parent(), field.parent(), field] {
        if step == container || !step.is_within(container) {
            continue;
        }
        match document.last(at, step) {
            Some(child) => at = child,
            None => return (at, false),
        }
    }
    (at, true)
}

/// Merges an update with the current product: each field that is sent replaces the whole current field (§4.3).
pub(crate) fn merge<'t>(sent: &Draft<'t>, current: &Draft<'t>) -> Box<Draft<'t>> {
    let mut merged = Box::new(sent.clone());
    merged.current = current.document;
    for field in Field::Root.children().filter(|field| !sent.is_present(*field)) {
        merged.from_current = merged.from_current.with_field(field);
        for below in field.within().iter() {
            let Slot { value, node } = current.slot(below);
            merged.set_at(below, value, node);
        }
        match field {
            Field::Settings => merged.chain.clone_from(&current.chain),
            Field::Locales => merged.locales.clone_from(&current.locales),
            Field::Variants => merged.variants.clone_from(&current.variants),
            _ => {}
        }
    }
    let members = &mut merged.unnamed_members;
    let offset = members.last().map_or(0, |member| member.order + 1);
    members.extend(current.unnamed_members.iter().map(|member| Member {
        order: member.order + offset,
        is_from_current: true,
        ..member.clone()
    }));
    let name = |at: usize| members.get(at).map(|member| &member.name);
    let firsts = first_occurrences(members.len(), &|a, b| name(a).cmp(&name(b)));
    let mut is_first = (0..).zip(firsts).map(|(index, first)| index == first);
    members.retain(|_| is_first.next() != Some(false));
    merged
}
