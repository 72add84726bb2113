//! From the document tree to the draft: everything that is wrong with the form is found on the way, in
//! one pass, and nothing hides anything else.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use crate::{
    document::{Children, Document, Field, FieldPath, FieldSet, JsonType, NONE, Node, NodeId},
    product::{LicenceTerm, Locale, ProductId, is_amount, is_zero},
    rules::{
        Collector, CurrencyFormat, Draft, EmptyText, Finding, Fix, IdRange, LocaleFormat, Money,
        OtherDraft, PriceFormat, Single, TermFormat, Value, VariantDraft, duplicate, match_counts,
        mismatch, missing, nearest, unknown,
    },
    text::{firsts, shown},
};

/// A product as it was read, and what is wrong with its form.
#[derive(Debug)]
pub(crate) struct Reading<'t> {
    pub(crate) draft: Box<Draft>,
    pub(crate) found: Collector<'t>,
}

/// Reads a product.
pub(crate) fn read_draft<'t>(document: Document<'t>, found: Collector<'t>) -> Reading<'t> {
    let mut draft = Box::default();
    let mut reader = Reader {
        document,
        draft: &mut draft,
        found,
    };
    let mut at = FieldPath::of(Field::Unnamed);
    reader.each(&mut at, document.only(0));
    let found = reader.found;
    Reading { draft, found }
}

struct Reader<'t, 'd> {
    document: Document<'t>,
    draft: &'d mut Draft,
    found: Collector<'t>,
}

impl<'t> Reader<'t, '_> {
    /// Reads the members or elements of the field here, or, at no field, the one value that is given: so there
    /// is one loop, into which the compiler puts all of it.
    fn each(&mut self, at: &mut FieldPath<'t>, children: Children<'t>) {
        let container = at.field;
        let is_array = container.is(JsonType::Array);
        let mut given = FieldSet::none();
        let mut has_others = false;
        let mut rest = children.clone();
        while let Some((id, node)) = rest.next_node() {
            at.field = node.field();
            if at.field == Field::Unnamed {
                has_others = true;
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
            self.draft.has_members = has_others || !given.is_empty();
        }
        let lacked = container.needs().without(given);
        if !lacked.is_empty() {
            let has_other_prices = container == Field::Price && (has_others || !given.is_empty());
            self.lacking(at, lacked, !has_other_prices);
        }
        if has_others {
            self.others(at, children, given);
        }
    }

    #[cold]
    fn repeated(&mut self, at: &FieldPath<'t>, node: NodeId) {
        self.report(duplicate(at.clone()), node);
    }

    #[cold]
    fn lacking(&mut self, at: &FieldPath<'t>, lacked: FieldSet, is_error: bool) {
        for field in lacked.iter() {
            self.report(missing(at.to(field), is_error), NONE);
        }
    }

    /// Reads the value of a field or of an element.
    fn value(&mut self, at: &mut FieldPath<'t>, id: NodeId, node: Node) {
        let field = at.field;
        if field == Field::Variant {
            self.draft.variants.push(VariantDraft {
                node: id,
                amount: Value::Absent,
            });
        }
        let found = node.kind();
        let fits = field.is(found) || field.is(JsonType::Integer) && found == JsonType::Number;
        let value = match found {
            _ if !fits => {
                self.mismatch(at, id, found);
                None
            }
            JsonType::Boolean => self.document.boolean(id).map(Single::Switch),
            JsonType::Number => self.product_id(at, id).map(Single::Id),
            JsonType::String => self.text(at, id),
            _ => self.container(at, id),
        };
        if field == Field::ChainItem {
            match value {
                Some(Single::Id(id)) => self.draft.chain.push(id),
                _ => self.draft.chain_holes += 1,
            }
        } else {
            let value = value.map_or(Value::Malformed, Value::Given);
            self.draft.set_at(field, value, id);
        }
    }

    /// Reads an object or array.
    fn container(&mut self, at: &mut FieldPath<'t>, node: NodeId) -> Option<Single> {
        let children = self.document.children(node);
        match at.field {
            Field::Chain => {
                self.draft.chain.clear();
                self.draft.chain_holes = 0;
                self.each(&mut FieldPath::of(Field::Chain), children);
                return (self.draft.chain_holes == 0).then_some(Single::Whole);
            }
            Field::Variants => {
                self.draft.variants.clear();
                self.draft.variants.reserve_exact(children.clone().count());
                self.each(&mut FieldPath::of(Field::Variants), children);
            }
            Field::Locales => self.locales(node),
            _ => self.each(at, children),
        }
        Some(Single::Whole)
    }

    fn report(&mut self, finding: Finding<'t>, node: NodeId) {
        self.found.push(Finding { node, ..finding });
    }

    #[cold]
    fn mismatch(&mut self, at: &FieldPath<'t>, node: NodeId, kind: JsonType) {
        let fix = self.converted(at.field, node, kind);
        self.report(mismatch(at.clone(), at.field.json(), kind, fix), node);
        // An amount in something of another type is not known either.
        if Field::Amount.is_within(at.field)
            && let Some(variant) = self.draft.variants.get_mut(at.index)
        {
            variant.amount = Value::Malformed;
        }
    }

    /// The value of the right type that a value of another type surely means.
    fn converted(&self, field: Field, node: NodeId, kind: JsonType) -> Option<Fix> {
        let text = self.document.text(node);
        let text = text.as_deref();
        Some(match (field.json(), kind) {
            // Days, months or years?
            (JsonType::String, _) if matches!(field, Field::LicenceTerm | Field::Currency) => {
                return None;
            }
            (JsonType::String, JsonType::Number) => {
                let digits = self.document.raw(node);
                let is_price = field == Field::Amount;
                // Of decimals only an amount is still the same when it is text.
                let is_same = is_price || self.document.whole(node).is_some();
                if !is_amount(digits) || !is_same {
                    return None;
                }
                // The zero amount is written in two decimals (§2.5).
                let is_free = is_price && is_zero(digits);
                Fix::Text(if is_free { "0.00" } else { digits }.into())
            }
            (JsonType::Boolean, JsonType::String) => Fix::Switch(text?.parse().ok()?),
            (JsonType::Integer, JsonType::String) => Fix::Id(text?.parse().ok()?),
            _ => return None,
        })
    }

    /// What a text of the tables holds, beyond its type.
    fn text(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<Single> {
        if matches!(
            at.field,
            Field::LicenseType | Field::CommentAr | Field::CommentMr
        ) {
            return Some(Single::Whole);
        }
        let text = self.document.text(node)?;
        match at.field {
            Field::LicenceTerm => return self.term(at, node, &text).map(Single::Term),
            Field::Amount => {
                let amount = self.amount(at, node, &text);
                if let Some(variant) = self.draft.variants.get_mut(at.index) {
                    variant.amount = amount.map_or(Value::Malformed, Value::Given);
                }
            }
            Field::Currency => self.currency(at, node, &text),
            _ if is_blank(&text) => {
                let params = EmptyText { field: at.label() };
                let finding = Finding::warning(params, at.clone());
                self.report(finding, node);
            }
            _ => {}
        }
        Some(Single::Whole)
    }

    fn term(&mut self, at: &FieldPath<'t>, node: NodeId, text: &str) -> Option<LicenceTerm> {
        let error = match text.parse() {
            Ok(term) => return Some(term),
            Err(error) => error,
        };
        let fix = LicenceTerm::fixed(text).map(|term| Fix::Text(term.text()));
        let params = TermFormat {
            reason: Cow::Borrowed(error.as_str()),
            text: shown(text),
        };
        self.report(Finding::error(params, at.clone()).fix(fix), node);
        None
    }

    fn amount(&mut self, at: &FieldPath<'t>, node: NodeId, text: &str) -> Option<Money> {
        if is_amount(text) {
            return Some(Money::of(text));
        }
        let fix = fixed_amount(text).map(|amount| Fix::Text(amount.into()));
        let text = shown(text);
        self.report(
            Finding::error(PriceFormat { text }, at.clone()).fix(fix),
            node,
        );
        None
    }

    fn currency(&mut self, at: &FieldPath<'t>, node: NodeId, text: &str) {
        let is_code = |code: &str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if is_code(text) {
            return;
        }
        let fixed = text.trim().to_ascii_uppercase();
        let fix = is_code(&fixed).then_some(Fix::Text(fixed));
        let text = shown(text);
        self.report(
            Finding::warning(CurrencyFormat { text }, at.clone()).fix(fix),
            node,
        );
    }

    fn product_id(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<ProductId> {
        let id = self.document.product_id(node);
        if id.is_none() {
            let params = IdRange { field: at.label() };
            self.report(Finding::error(params, at.clone()), node);
        }
        id
    }

    fn locales(&mut self, node: NodeId) {
        let keys: Vec<NodeId> = self.document.children(node).collect();
        let mut lasts = lasts(self.document, &keys);
        for (index, is_twice, node) in names(&keys, &lasts) {
            let mut at = FieldPath {
                locale: self.document.name(node),
                ..FieldPath::at(Field::Locale, index)
            };
            if is_twice {
                self.report(duplicate(at.clone()), node);
            }
            at.field = Field::Unnamed;
            self.each(&mut at, self.document.only(node));
            at.field = Field::Locale;
            if at.locale.parse::<Locale>().is_err() {
                let fix = Locale::fixed(&at.locale).map(Fix::Locale);
                let text = shown(&at.locale);
                self.report(
                    Finding::error(LocaleFormat { text }, at.clone()).fix(fix),
                    node,
                );
            }
        }
        lasts.retain(|node| *node != NONE);
        self.draft.locales = lasts;
    }

    /// Reports what is wrong with the members that the document does not name.
    #[cold]
    fn others(&mut self, at: &FieldPath<'t>, children: Children<'t>, given: FieldSet) {
        let container = at.field;
        let document = self.document;
        let is_unnamed = |node: &NodeId| document.field(*node) == Field::Unnamed;
        let others: Vec<NodeId> = children.filter(is_unnamed).collect();
        let names: Vec<_> = names(&others, &lasts(document, &others)).collect();
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
            let alike =
                alike.filter(|(.., node)| nearest(&document.name(*node), fields()).is_some());
            self.draft.others = alike
                .map(|(order, _, node)| OtherDraft {
                    order,
                    node,
                    is_kept: false,
                })
                .collect();
            return;
        }
        let is_closed = matches!(container, Field::Settings | Field::Ar);
        let lacked = || container.children().filter(|field| !given.has(*field));
        let suggestion = |node| nearest(&document.name(node), lacked());
        let suggestions: Vec<_> = names.iter().map(|(.., node)| suggestion(*node)).collect();
        let counts = match_counts(suggestions.iter().copied().flatten());
        for ((order, _, node), suggestion) in names.into_iter().zip(suggestions) {
            let suggestion = suggestion.map(|(field, _)| field);
            if suggestion.is_none() && !is_closed {
                continue;
            }
            let is_only = suggestion.is_some_and(|field| counts.get(field as usize) == Some(&1));
            let path = at.other(order, document.name(node));
            self.report(unknown(path, suggestion, is_only), node);
        }
    }
}

/// For each name among the members the node of the last one that has it, which counts, at the position of
/// the first one; `NONE` at all other positions.
fn lasts(document: Document<'_>, members: &[NodeId]) -> Vec<NodeId> {
    if members.len() < 2 {
        return members.to_vec();
    }
    let names: Vec<_> = members.iter().map(|node| document.name(*node)).collect();
    let mut lasts = alloc::vec![NONE; members.len()];
    for (first, node) in firsts(&names).zip(members) {
        if let Some(last) = lasts.get_mut(first) {
            *last = *node;
        }
    }
    lasts
}

/// The different names of members: the position of the first one that has it, whether others have it
/// too, and the node of the last one.
fn names(members: &[NodeId], lasts: &[NodeId]) -> impl Iterator<Item = (usize, bool, NodeId)> {
    let pairs = members.iter().zip(lasts).enumerate();
    pairs.filter_map(|(order, (first, last))| {
        (*last != NONE).then_some((order, last != first, *last))
    })
}

/// Whether a text is empty or only white space.
fn is_blank(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_graphic()) && text.trim_start().is_empty()
}

/// The amount that a text of another form surely means: without white space around it, with the
/// zero that is missing before or after the point.
fn fixed_amount(text: &str) -> Option<Cow<'_, str>> {
    let text = text.trim();
    if text.len() > 40 {
        return None;
    }
    let fixed = if text.starts_with('.') {
        Cow::Owned(["0", text].concat())
    } else {
        Cow::Borrowed(text.strip_suffix('.').unwrap_or(text))
    };
    is_amount(&fixed).then_some(fixed)
}
