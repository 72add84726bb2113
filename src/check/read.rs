//! Reads an input into its document tree and the draft. All findings about types and formats are reported in this single
//! pass, and none suppresses another.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use serde::Serialize;
use serde_json::Value;

use crate::product::ProductId;
use crate::product::{Input, NotJson, Product, SerializedValue, json, text_of};
use crate::report::Severity;
use crate::rules::{
    AmountKind, Draft, FieldValue, Finding, Findings, Member, Parsed, ShadowedMember, VariantDraft, currency_format,
    duplicate, empty_text, id_range, is_spelling, locale_format, missing, mistyped, price_format, suggestions,
    term_format, unknown,
};
use crate::schema::FieldTree as _;
use crate::schema::{Field, FieldPath, FieldSet, Text};
use renewal_rules_json::first_occurrences;
use renewal_rules_json::{Children, Document, JsonType, Node, NodeId, Nodes, parse, serialize};

/// An input and its document tree.
pub(crate) struct Source<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) is_located: bool,
    /// The parsed tree, or the reason why the input is not JSON.
    pub(crate) tree: Result<Nodes, NotJson<'a>>,
}

impl<'a> Source<'a> {
    pub(crate) fn read(input: Input<'a>) -> Self {
        let is_located = input.is_located();
        if let Input::Value(SerializedValue { text, nodes }) = input {
            return Self { text: Cow::Owned(text), is_located, tree: Ok(nodes) };
        }
        let (text, tree) = match text_of(input) {
            Ok(text) => {
                let mut nodes = Nodes::new();
                let parsed = parse(&text, Field::Root, &mut nodes);
                let not_json = |error| NotJson::of(text.as_bytes(), error, is_located);
                let tree = parsed.map(|()| nodes).map_err(not_json);
                (text, tree)
            }
            Err(not_json) => (Cow::Borrowed(""), Err(not_json)),
        };
        Self { text, is_located, tree }
    }

    /// Creates a source from a document that was parsed from the start of `text`.
    pub(crate) fn of(text: &'a str, document: Document<'_>) -> Self {
        Self { text: Cow::Borrowed(text), is_located: false, tree: Ok(document.nodes()) }
    }

    /// Returns the document, or the reason why the input is not JSON.
    pub(crate) fn parsed(&self) -> Result<Document<'_>, &NotJson<'a>> {
        self.tree.as_ref().map(|nodes| Document::new(&self.text, nodes))
    }

    /// Returns the document; empty if the input is invalid JSON.
    pub(crate) fn document(&self) -> Document<'_> {
        self.parsed().unwrap_or_default()
    }

    /// Reads the product without collecting findings.
    pub(crate) fn draft(&self) -> Box<Draft<'_>> {
        read_draft(self.parsed(), &mut Findings::discarding())
    }
}

impl From<&Product> for Input<'_> {
    fn from(product: &Product) -> Self {
        serialized(product)
    }
}

impl From<&Value> for Input<'_> {
    fn from(value: &Value) -> Self {
        serialized(value)
    }
}

/// Serializes a value, with its nodes if possible. A product with undocumented fields has none, because these fields are
/// exact text.
fn serialized<'a, T: Serialize>(value: &T) -> Input<'a> {
    match serialize(value, Field::Root) {
        Ok((text, nodes)) => Input::Value(SerializedValue { text, nodes }),
        Err(_) => Input::Json(json(value)),
    }
}

/// Reads a product; invalid JSON has a syntax error as its only finding.
pub(crate) fn read_draft<'t>(document: Result<Document<'t>, &NotJson<'_>>, found: &mut Findings<'t>) -> Box<Draft<'t>> {
    let document = match document {
        Ok(document) => document,
        Err(not_json) => {
            found.push(not_json.finding());
            return Box::default();
        }
    };
    let mut draft = Box::new(Draft::new(document));
    let mut reader = Reader { document, draft: &mut draft, found };
    reader.each(&mut FieldPath::from(Field::Unnamed), document.single(0));
    draft
}

struct Reader<'t, 'd> {
    document: Document<'t>,
    draft: &'d mut Draft<'t>,
    found: &'d mut Findings<'t>,
}

impl<'t> Reader<'t, '_> {
    /// Reads the members or elements `children` of the object or array at `at`. To read the root value, pass it as the
    /// only child, with `Field::Unnamed` as `at.field`. Both cases share one loop, so that the compiler can inline
    /// everything into it.
    fn each(&mut self, at: &mut FieldPath<'t>, children: Children<'t>) {
        let container = at.field;
        let is_array = container.is(JsonType::Array);
        let mut given = FieldSet::none();
        let mut has_unnamed = false;
        let mut rest = children.clone();
        while let Some((id, node)) = rest.next_node() {
            at.field = Field::numbered(node.field_index());
            if at.field == Field::Unnamed {
                has_unnamed = true;
            } else if !node.has(Node::SHADOWED) {
                given = given.with_field(at.field);
                if node.has(Node::DUPLICATE) {
                    self.report(duplicate(at.clone()), id);
                }
                self.value(at, id, node);
                at.index += usize::from(is_array);
            }
        }
        at.field = container;
        for field in container.needs().without(given).iter() {
            let has_other_prices = container == Field::Price && (has_unnamed || !given.is_empty());
            let severity = if has_other_prices { Severity::Warning } else { Severity::Error };
            self.found.push(missing(at.to(field), severity));
        }
        if has_unnamed {
            self.unnamed_members(at, children, given);
        }
    }

    /// Reads the value of a member or an element.
    fn value(&mut self, at: &mut FieldPath<'t>, id: NodeId, node: Node) {
        let field = at.field;
        if field == Field::Variant {
            self.draft.variants.push(VariantDraft { node: id, amount: Parsed::Absent });
        }
        let found = node.kind();
        let fits = field.is(found) || field.is(JsonType::Integer) && found == JsonType::Number;
        let value = match found {
            _ if !fits => {
                self.mistyped(at, id);
                None
            }
            JsonType::Boolean => self.document.boolean(id).map(FieldValue::Switch),
            JsonType::Number => self.product_id(at, id).map(FieldValue::Id),
            JsonType::String => self.text(at, id),
            _ => self.container(at, id),
        };
        if field == Field::ChainItem {
            if let Some(FieldValue::Id(id)) = value {
                self.draft.chain.push(id);
            }
        } else {
            self.draft.set_at(field, value.map_or(Parsed::Malformed, Parsed::Valid), id);
        }
    }

    /// Reads an object or array.
    fn container(&mut self, at: &mut FieldPath<'t>, node: NodeId) -> Option<FieldValue> {
        let children = self.document.children(node);
        match at.field {
            Field::Chain => {
                let mut at = FieldPath::from(Field::Chain);
                self.each(&mut at, children);
                // Invalid ids are not added to the draft's chain, so it is shorter than the array if there are any.
                return (self.draft.chain.len() == at.index).then_some(FieldValue::Present);
            }
            Field::Variants => {
                self.draft.variants.reserve_exact(children.clone().count());
                self.each(&mut FieldPath::from(Field::Variants), children);
            }
            Field::Locales => self.locales(node),
            _ => self.each(at, children),
        }
        Some(FieldValue::Present)
    }

    fn report(&mut self, finding: Finding<'t>, node: NodeId) {
        self.found.push(Finding { node, ..finding });
    }

    #[cold]
    fn mistyped(&mut self, at: &FieldPath<'t>, node: NodeId) {
        self.report(mistyped(at.clone(), self.document, node), node);
        // If a value of the wrong type replaces the amount or an object that contains it, the amount is malformed.
        if Field::Amount.is_within(at.field) {
            self.amount(at, Parsed::Malformed);
        }
    }

    /// Checks the format of a text beyond its type.
    fn text(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<FieldValue> {
        let kind = at.field.text()?;
        if kind == Text::Free {
            return Some(FieldValue::Present);
        }
        let text = self.document.text(node)?;
        let finding = match kind {
            Text::Free => None,
            Text::Filled => empty_text(at, &text),
            Text::Currency => currency_format(at, &text),
            Text::Amount => {
                let finding = price_format(at, &text);
                let amount = match finding {
                    None => Parsed::Valid(AmountKind::from_amount(&text)),
                    Some(_) => Parsed::Malformed,
                };
                self.amount(at, amount);
                finding
            }
            Text::Term => match text.parse() {
                Ok(term) => return Some(FieldValue::Term(term)),
                Err(error) => {
                    self.report(term_format(at, &text, error), node);
                    return None;
                }
            },
        };
        if let Some(finding) = finding {
            self.report(finding, node);
        }
        Some(FieldValue::Present)
    }

    fn amount(&mut self, at: &FieldPath<'_>, amount: Parsed<AmountKind>) {
        if let Some(variant) = self.draft.variants.get_mut(at.index) {
            variant.amount = amount;
        }
    }

    fn product_id(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<ProductId> {
        let id = self.document.product_id(node);
        if id.is_none() {
            self.report(id_range(at), node);
        }
        id
    }

    fn locales(&mut self, object: NodeId) {
        let locales = self.distinct(object, &mut self.document.children(object));
        for locale in &locales {
            let mut at = FieldPath { locale: locale.name.clone(), ..FieldPath::at(Field::Locale, locale.order) };
            if locale.is_twice {
                self.report(duplicate(at.clone()), locale.node);
            }
            at.field = Field::Unnamed;
            self.each(&mut at, self.document.single(locale.node));
            at.field = Field::Locale;
            if let Some(finding) = locale_format(&at) {
                self.report(finding, locale.node);
            }
        }
        self.draft.locales = locales;
    }

    /// Reports duplicate and unknown names among the undocumented members.
    #[cold]
    fn unnamed_members(&mut self, at: &FieldPath<'t>, children: Children<'t>, given: FieldSet) {
        let (container, document) = (at.field, self.document);
        let object = children.container();
        let members = self.distinct(object, &mut children.filter(|node| document.field(*node) == Field::Unnamed));
        for member in members.iter().filter(|member| member.is_twice) {
            self.report(duplicate(at.other(member.order, member.name.clone())), member.node);
        }
        if container == Field::Root {
            // Report unknown names of the root later, after an update is merged: suggestions depend on the missing
            // fields, which are not known before.
            self.draft.unnamed_members = members;
            return;
        }
        let is_closed = matches!(container, Field::Settings | Field::Ar);
        let lacked = container.children().filter(|field| !given.has(*field));
        let lacked = lacked.fold(FieldSet::none(), FieldSet::with_field);
        let can_be_renamed = |member: &Member<'_>| !is_spelling(&member.name, given.iter());
        let mut names = members.iter().map(|member| (&*member.name, lacked, can_be_renamed(member)));
        let suggestions = suggestions(&mut names);
        for (member, suggestion) in members.into_iter().zip(suggestions) {
            if suggestion.is_some() || is_closed {
                self.report(unknown(at.other(member.order, member.name), suggestion), member.node);
            }
        }
    }

    /// Deduplicates members by name: the last value wins, the first position is kept.
    fn distinct(&mut self, object: NodeId, nodes: &mut dyn Iterator<Item = NodeId>) -> Vec<Member<'t>> {
        let member = |(order, node)| {
            let name = self.document.name(node);
            Member { name, order, node, is_twice: false, is_from_current: false }
        };
        let mut members: Vec<Member<'t>> = nodes.enumerate().map(member).collect();
        let name = |at: usize| members.get(at).map(|member| &member.name);
        let firsts = first_occurrences(members.len(), &|a, b| name(a).cmp(&name(b)));
        if !firsts.is_empty() {
            self.merge_duplicates(object, &mut members, &firsts);
        }
        members
    }

    /// Merges each duplicate into the first member of its name, and records the shadowed duplicates. `firsts` has, for
    /// each member, the index of the first member with the same name.
    #[cold]
    fn merge_duplicates(&mut self, object: NodeId, members: &mut Vec<Member<'t>>, firsts: &[u32]) {
        let nodes: Vec<NodeId> = members.iter().map(|member| member.node).collect();
        let firsts = firsts.iter().map(|first| *first as usize);
        for ((index, node), first) in nodes.iter().enumerate().zip(firsts.clone()) {
            if let Some(member) = members.get_mut(first).filter(|_| index != first) {
                (member.node, member.is_twice) = (*node, true);
            }
        }
        for (node, first) in nodes.into_iter().zip(firsts.clone()) {
            let last = members.get(first).map_or(node, |member| member.node);
            if node != last {
                self.draft.shadowed_members.push(ShadowedMember { object, node, last });
            }
        }
        let mut is_first = firsts.enumerate().map(|(index, first)| index == first);
        members.retain(|_| is_first.next() == Some(true));
    }
}
