//! From the document tree to the draft: everything that is wrong with the form is found on the way, in
//! one pass, and nothing hides anything else.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    document::{Children, Document, Field, FieldPath, FieldSet, JsonType, NONE, Node, NodeId, NotJson, Text},
    product::ProductId,
    report::Severity,
    rules::{
        AmountKind, Collector, Draft, FieldValue, Finding, Parsed, Twin, UnnamedMember, VariantDraft, currency_format,
        duplicate, empty_text, id_range, locale_format, missing, mistyped, nearest, price_format, suggestions,
        term_format, unknown,
    },
    text::firsts,
};

/// Reads a product; what is not JSON has nothing but the finding that says so.
pub(crate) fn read_draft<'t>(
    document: Result<Document<'t>, &NotJson<'_>>,
    found: &mut Collector<'t>,
) -> Box<Draft<'t>> {
    let document = match document {
        Ok(document) => document,
        Err(not_json) => {
            found.push(not_json.finding());
            return Box::default();
        }
    };
    let mut draft = Box::new(Draft::of(document));
    let mut reader = Reader { document, draft: &mut draft, found };
    reader.each(&mut FieldPath::of(Field::Unnamed), document.only(0));
    draft
}

struct Reader<'t, 'd> {
    document: Document<'t>,
    draft: &'d mut Draft<'t>,
    found: &'d mut Collector<'t>,
}

impl<'t> Reader<'t, '_> {
    /// Reads the members or elements of the field here, or, at no field, the one value that is given: so there
    /// is one loop, into which the compiler puts all of it.
    fn each(&mut self, at: &mut FieldPath<'t>, children: Children<'t>) {
        let container = at.field;
        let is_array = container.is(JsonType::Array);
        let mut given = FieldSet::none();
        let mut has_unnamed = false;
        let mut rest = children.clone();
        while let Some((id, node)) = rest.next_node() {
            at.field = node.field();
            if at.field == Field::Unnamed {
                has_unnamed = true;
            } else if !node.is_superseded() {
                given = given.with_field(at.field);
                if node.is_repeated() {
                    self.repeated(at, id);
                }
                self.value(at, id, node);
                at.index += usize::from(is_array);
            }
        }
        at.field = container;
        if container == Field::Root {
            self.draft.is_object = true;
            self.draft.has_members = has_unnamed || !given.is_empty();
        }
        let lacked = container.needs().without(given);
        if !lacked.is_empty() {
            let has_other_prices = container == Field::Price && (has_unnamed || !given.is_empty());
            let severity = if has_other_prices { Severity::Warning } else { Severity::Error };
            self.lacking(at, lacked, severity);
        }
        if has_unnamed {
            self.unnamed_members(at, children, given);
        }
    }

    #[cold]
    fn repeated(&mut self, at: &FieldPath<'t>, node: NodeId) {
        self.report(duplicate(at.clone()), node);
    }

    #[cold]
    fn lacking(&mut self, at: &FieldPath<'t>, lacked: FieldSet, severity: Severity) {
        for field in lacked.iter() {
            self.found.push(missing(at.to(field), severity));
        }
    }

    /// Reads the value of a field or of an element.
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
            match value {
                Some(FieldValue::Id(id)) => self.draft.chain.push(id),
                _ => self.draft.chain_holes += 1,
            }
        } else {
            let value = value.map_or(Parsed::Malformed, Parsed::Valid);
            self.draft.set_at(field, value, id);
        }
    }

    /// Reads an object or array.
    fn container(&mut self, at: &mut FieldPath<'t>, node: NodeId) -> Option<FieldValue> {
        let children = self.document.children(node);
        match at.field {
            Field::Chain => {
                self.draft.chain.clear();
                self.draft.chain_holes = 0;
                self.each(&mut FieldPath::of(Field::Chain), children);
                return (self.draft.chain_holes == 0).then_some(FieldValue::Container);
            }
            Field::Variants => {
                self.draft.variants.clear();
                self.draft.variants.reserve_exact(children.clone().count());
                self.each(&mut FieldPath::of(Field::Variants), children);
            }
            Field::Locales => self.locales(node),
            _ => self.each(at, children),
        }
        Some(FieldValue::Container)
    }

    fn report(&mut self, finding: Finding<'t>, node: NodeId) {
        self.found.push(Finding { node, ..finding });
    }

    #[cold]
    fn mistyped(&mut self, at: &FieldPath<'t>, node: NodeId) {
        self.report(mistyped(at.clone(), self.document, node), node);
        // An amount in something of another type is not known either.
        if Field::Amount.is_within(at.field) {
            self.amount(at, Parsed::Malformed);
        }
    }

    /// What a text of the tables holds, beyond its type.
    fn text(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<FieldValue> {
        let kind = at.field.text()?;
        if kind == Text::Free {
            return Some(FieldValue::Container);
        }
        let text = self.document.text(node)?;
        let finding = match kind {
            Text::Free => None,
            Text::Filled => empty_text(at, &text),
            Text::Currency => currency_format(at, &text),
            Text::Amount => {
                let finding = price_format(at, &text);
                let amount = match finding {
                    None => Parsed::Valid(AmountKind::of(&text)),
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
        Some(FieldValue::Container)
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

    fn locales(&mut self, node: NodeId) {
        let keys: Vec<NodeId> = self.document.children(node).collect();
        let mut lasts = self.lasts(node, &keys);
        for (index, is_twice, node) in names(&keys, &lasts) {
            let mut at = FieldPath { locale: self.document.name(node), ..FieldPath::at(Field::Locale, index) };
            if is_twice {
                self.report(duplicate(at.clone()), node);
            }
            at.field = Field::Unnamed;
            self.each(&mut at, self.document.only(node));
            at.field = Field::Locale;
            if let Some(finding) = locale_format(&at) {
                self.report(finding, node);
            }
        }
        lasts.retain(|node| *node != NONE);
        self.draft.locales = lasts;
    }

    /// Reports what is wrong with the members that the document does not name.
    #[cold]
    fn unnamed_members(&mut self, at: &FieldPath<'t>, children: Children<'t>, given: FieldSet) {
        let container = at.field;
        let document = self.document;
        let object = children.container();
        let is_unnamed = |node: &NodeId| document.field(*node) == Field::Unnamed;
        let unnamed: Vec<NodeId> = children.filter(is_unnamed).collect();
        let names: Vec<_> = names(&unnamed, &self.lasts(object, &unnamed)).collect();
        for &(order, is_twice, node) in &names {
            if is_twice {
                let path = at.other(order, document.name(node));
                self.report(duplicate(path), node);
            }
        }
        if container == Field::Root {
            // Whether a field lacks is known only when an update is laid over what there was.
            let fields = || container.children();
            let alike = names.into_iter();
            let alike = alike.filter(|(.., node)| nearest(&document.name(*node), fields()).is_some());
            self.draft.unnamed_members =
                alike.map(|(order, _, node)| UnnamedMember { order, node, is_from_current: false }).collect();
            return;
        }
        let is_closed = matches!(container, Field::Settings | Field::Ar);
        let lacked = container.children().filter(|field| !given.has(*field));
        let lacked = lacked.fold(FieldSet::none(), FieldSet::with_field);
        let suggestions = suggestions(names.iter().map(|(.., node)| (document.name(*node), lacked, true)));
        for ((order, _, node), suggestion) in names.into_iter().zip(suggestions) {
            if suggestion.is_some() || is_closed {
                let path = at.other(order, document.name(node));
                self.report(unknown(path, suggestion), node);
            }
        }
    }

    /// For each name among the members of an object the node of the last one that has it, which counts, at the
    /// position of the first one; `NONE` at all other positions.
    fn lasts(&mut self, object: NodeId, members: &[NodeId]) -> Vec<NodeId> {
        if members.len() < 2 {
            return members.to_vec();
        }
        let names: Vec<_> = members.iter().map(|node| self.document.name(*node)).collect();
        let mut lasts = alloc::vec![NONE; members.len()];
        let mut has_twins = false;
        for (first, node) in firsts(&names).zip(members) {
            if let Some(last) = lasts.get_mut(first) {
                has_twins |= *last != NONE;
                *last = *node;
            }
        }
        if has_twins {
            let last = |first: usize| lasts.get(first).copied().unwrap_or(NONE);
            let twins =
                firsts(&names).zip(members).map(|(first, node)| Twin { object, node: *node, last: last(first) });
            self.draft.twins.extend(twins.filter(|twin| twin.node != twin.last));
        }
        lasts
    }
}

/// The different names of members: the position of the first one that has it, whether others have it
/// too, and the node of the last one.
fn names(members: &[NodeId], lasts: &[NodeId]) -> impl Iterator<Item = (usize, bool, NodeId)> {
    let pairs = members.iter().zip(lasts).enumerate();
    pairs.filter_map(|(order, (first, last))| (*last != NONE).then_some((order, last != first, *last)))
}
