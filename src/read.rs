//! From the document tree to the draft: everything that is wrong with the form is found on the way, in
//! one pass, and nothing hides anything else.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};
use core::cmp::Ordering;

use crate::{
    alike,
    collect::Collector,
    document::{Document, NONE, NodeId, Text, number_text},
    draft::{Draft, Money, OtherDraft, Single, Value, VariantDraft},
    fields::{Field, FieldPath, JsonType},
    finding::{Finding, Fix},
    message::shown,
    product::{LicenceTerm, Locale, ProductId, is_amount, is_zero},
    rules::{
        CurrencyFormat, EmptyText, IdRange, LocaleFormat, PriceFormat, TermFormat, duplicate,
        mismatch, missing, unknown,
    },
    sort::groups,
};

/// A product as it was read, and what is wrong with its form.
#[derive(Debug)]
pub(crate) struct Reading<'t> {
    pub(crate) draft: Box<Draft>,
    pub(crate) found: Collector<'t>,
}

/// Reads a product.
pub(crate) fn read<'t>(document: Document<'t>, found: Collector<'t>) -> Reading<'t> {
    let mut draft = Box::default();
    let found = read_field(document, Field::Root, 0, &mut draft, found);
    Reading { draft, found }
}

/// Reads one field into a draft, in place of what is there; gives what is wrong with its form.
pub(crate) fn read_field<'t>(
    document: Document<'t>,
    field: Field,
    node: NodeId,
    draft: &mut Draft,
    found: Collector<'t>,
) -> Collector<'t> {
    let mut reader = Reader {
        document,
        draft,
        found,
    };
    reader.value(&mut FieldPath::of(field), node);
    reader.found
}

/// The members of an object: of each field the last, by its position among the fields.
#[derive(Clone, Copy)]
struct Members {
    count: usize,
    nodes: [NodeId; Field::MOST_CHILDREN],
}

impl Members {
    fn of(&self, position: usize) -> Option<NodeId> {
        self.nodes
            .get(position)
            .copied()
            .filter(|node| *node != NONE)
    }
}

struct Reader<'t, 'd> {
    document: Document<'t>,
    draft: &'d mut Draft,
    found: Collector<'t>,
}

impl<'t> Reader<'t, '_> {
    /// Reads the value of a field, of an element, or of the product itself.
    fn value(&mut self, at: &mut FieldPath<'t>, node: NodeId) {
        let field = at.field;
        let found = self.document.kind(node);
        let fits = field.is(found) || field.is(JsonType::Integer) && found == JsonType::Number;
        let value = match (field, found) {
            _ if !fits => {
                self.mismatch(at, node, found);
                None
            }
            (Field::Locales, _) => {
                self.locales(node);
                Some(Single::Whole)
            }
            (Field::Chain, _) => self.chain(node),
            (Field::Variants, _) => {
                self.variants(node);
                Some(Single::Whole)
            }
            (_, JsonType::Object) => {
                self.object(at, node);
                Some(Single::Whole)
            }
            (_, JsonType::Boolean) => self.document.boolean(node).map(Single::Switch),
            (_, JsonType::Number) => self.product_id(at, node).map(Single::Id),
            _ => self.text(at, node),
        };
        let value = value.map_or(Value::Malformed, Value::Given);
        self.draft.set_at(field, value, node);
    }

    fn report(&mut self, finding: Finding<'t>, node: NodeId) {
        self.found.push(Finding { node, ..finding });
    }

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
    fn converted(&self, field: Field, node: NodeId, kind: JsonType) -> Fix {
        let text = self.document.text(node);
        let text = text.as_ref().and_then(Text::exact);
        match (field.json(), kind) {
            (JsonType::String, JsonType::Number) => {
                let digits = self.document.raw(node);
                // Of decimals only an amount is still the same when it is text.
                let text = match self.document.whole(node) {
                    Some(whole) if !is_amount(digits) => number_text(whole),
                    None if field != Field::Amount || !is_amount(digits) => return Fix::None,
                    _ => digits.into(),
                };
                // The zero amount is written in two decimals (§2.5).
                let is_free = field == Field::Amount && is_zero(&text);
                Fix::Text(if is_free { "0.00".into() } else { text })
            }
            (JsonType::Boolean, JsonType::String) => match text {
                Some("true") => Fix::Switch(true),
                Some("false") => Fix::Switch(false),
                _ => Fix::None,
            },
            (JsonType::Integer, JsonType::String) => {
                let digits = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                let id = digits.and_then(|digits| digits.parse().ok());
                id.and_then(ProductId::new).map_or(Fix::None, Fix::Id)
            }
            _ => Fix::None,
        }
    }

    /// Reads the members of an object.
    fn object(&mut self, at: &mut FieldPath<'t>, node: NodeId) {
        let container = at.field;
        let mut members = Members {
            count: 0,
            nodes: [NONE; Field::MOST_CHILDREN],
        };
        let mut twice = 0_u32;
        let mut others: Vec<NodeId> = Vec::new();
        for child in self.document.children(node) {
            members.count += 1;
            let field = self.document.field(child);
            if field == Field::Unnamed {
                others.push(child);
                continue;
            }
            let position = field.position();
            if let Some(found) = members.nodes.get_mut(position) {
                twice |= u32::from(*found != NONE) << position;
                *found = child;
            }
        }
        if container == Field::Root {
            self.draft.is_object = true;
            self.draft.has_members = members.count > 0;
        }
        for (position, field) in container.children().enumerate() {
            at.field = field;
            match members.of(position) {
                Some(child) => {
                    if twice >> position & 1 == 1 {
                        self.report(duplicate(at.clone()), child);
                    }
                    self.value(at, child);
                }
                None if field.is_required() => {
                    let has_other_prices = container == Field::Price && members.count > 0;
                    self.report(missing(at.clone(), !has_other_prices), NONE);
                }
                None => {}
            }
        }
        at.field = container;
        if !others.is_empty() {
            self.others(at, &others, &members);
        }
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
            _ if is_blank(text.shown()) => {
                let params = EmptyText { field: at.label() };
                let finding = Finding::warning(params, at.clone());
                self.report(finding, node);
            }
            _ => {}
        }
        Some(Single::Whole)
    }

    fn term(&mut self, at: &FieldPath<'t>, node: NodeId, text: &Text<'_>) -> Option<LicenceTerm> {
        let error = match LicenceTerm::parse(text.shown()) {
            Ok(term) => return Some(term),
            Err(error) => error,
        };
        let fix = LicenceTerm::fixed(text.shown()).map_or(Fix::None, |term| Fix::Text(term.text()));
        let params = TermFormat {
            reason: Cow::Borrowed(error.reason()),
            text: shown(text.shown()),
        };
        self.report(Finding::error(params, at.clone()).fix(fix), node);
        None
    }

    fn amount(&mut self, at: &FieldPath<'t>, node: NodeId, text: &Text<'_>) -> Option<Money> {
        if is_amount(text.shown()) {
            return Some(Money::of(text.shown()));
        }
        let fix = fixed_amount(text.shown()).map_or(Fix::None, |amount| Fix::Text(amount.into()));
        let text = shown(text.shown());
        self.report(
            Finding::error(PriceFormat { text }, at.clone()).fix(fix),
            node,
        );
        None
    }

    fn currency(&mut self, at: &FieldPath<'t>, node: NodeId, text: &Text<'_>) {
        let is_code = |code: &str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if is_code(text.shown()) {
            return;
        }
        let fixed = text.shown().trim().to_ascii_uppercase();
        let fix = if is_code(&fixed) {
            Fix::Text(fixed)
        } else {
            Fix::None
        };
        let text = shown(text.shown());
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

    fn chain(&mut self, node: NodeId) -> Option<Single> {
        self.draft.chain.clear();
        self.draft.chain_holes = 0;
        let mut at = FieldPath::of(Field::ChainItem);
        for (index, element) in self.document.children(node).enumerate() {
            at.index = index;
            let id = match self.document.kind(element) {
                JsonType::Number => self.product_id(&at, element),
                kind => {
                    self.mismatch(&at, element, kind);
                    None
                }
            };
            match id {
                Some(id) => self.draft.chain.push(id),
                None => self.draft.chain_holes += 1,
            }
        }
        (self.draft.chain_holes == 0).then_some(Single::Whole)
    }

    fn variants(&mut self, node: NodeId) {
        let mut at = FieldPath::of(Field::Variant);
        self.draft.variants.clear();
        let elements = self.document.children(node);
        self.draft.variants.reserve_exact(elements.count());
        for (index, element) in self.document.children(node).enumerate() {
            self.draft.variants.push(VariantDraft {
                node: element,
                amount: Value::Absent,
            });
            (at.field, at.index) = (Field::Variant, index);
            self.value(&mut at, element);
        }
    }

    fn locales(&mut self, node: NodeId) {
        let keys: Vec<NodeId> = self.document.children(node).collect();
        let mut lasts = lasts(self.document, &keys);
        for (index, is_twice, node) in names(&keys, &lasts) {
            let mut at = FieldPath {
                locale: self.document.name(node).into_shown(),
                ..FieldPath::at(Field::Locale, index)
            };
            if is_twice {
                self.report(duplicate(at.clone()), node);
            }
            let errors = self.found.errors_so_far();
            self.value(&mut at, node);
            if at.locale.parse::<Locale>().is_err() {
                // Errors in it would be new ones elsewhere.
                let is_sure = self.found.errors_so_far() == errors;
                let fixed = Locale::fixed(&at.locale).filter(|_| is_sure);
                let fix = fixed.map_or(Fix::None, |locale| {
                    Fix::Rename(Cow::Owned(locale.as_str().into()))
                });
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
    fn others(&mut self, at: &FieldPath<'t>, others: &[NodeId], members: &Members) {
        let container = at.field;
        let document = self.document;
        let names: Vec<_> = names(others, &lasts(document, others)).collect();
        for &(order, is_twice, node) in &names {
            if is_twice {
                let path = at.other(order, document.name(node).into_shown());
                self.report(duplicate(path), node);
            }
        }
        if container == Field::Root {
            // Whether a field lacks is known only when an update is laid over what there was.
            let fields = || container.children();
            let alike = names.into_iter();
            let alike = alike
                .filter(|(.., node)| nearest(document.name(*node).shown(), fields()).is_some());
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
        let lacked = || {
            let fields = container.children().enumerate();
            fields
                .filter(|(position, _)| members.of(*position).is_none())
                .map(|(_, field)| field)
        };
        let suggestion = |node| nearest(document.name(node).shown(), lacked());
        let suggestions: Vec<_> = names.iter().map(|(.., node)| suggestion(*node)).collect();
        let counts = match_counts(&suggestions);
        for ((order, _, node), suggestion) in names.into_iter().zip(suggestions) {
            let suggestion = suggestion.map(|(field, _)| field);
            if suggestion.is_none() && !is_closed {
                continue;
            }
            let is_only = suggestion.is_some_and(|field| counts.get(field as usize) == Some(&1));
            // A price is left to the person, as it can turn the product into a trial.
            let fits = is_closed
                || suggestion
                    .is_some_and(|field| field.is(JsonType::String) && field != Field::Amount)
                    && document.kind(node) == JsonType::String;
            let path = at.other(order, document.name(node).into_shown());
            self.report(unknown(path, suggestion, is_only && fits), node);
        }
    }
}

/// For each name among the members the node of the last one that has it, which counts, at the position of
/// the first one; `NONE` at all other positions.
fn lasts(document: Document<'_>, members: &[NodeId]) -> Vec<NodeId> {
    let name = |index: usize| members.get(index).map(|node| document.name(*node));
    let mut lasts = alloc::vec![NONE; members.len()];
    groups(
        members.len(),
        &|a, b| name(a).cmp(&name(b)),
        &mut |first, last| {
            if let Some((place, node)) = lasts
                .get_mut(first as usize)
                .zip(members.get(last as usize))
            {
                *place = *node;
            }
        },
    );
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

/// How many names look like each field, one that is as near to another field counted twice: a rename is
/// certain only where there is one.
pub(crate) fn match_counts(
    suggestions: &[Option<(Field, bool)>],
) -> [usize; Field::Unnamed as usize] {
    let mut counts = [0; Field::Unnamed as usize];
    for (field, is_tied) in suggestions.iter().flatten() {
        if let Some(count) = counts.get_mut(*field as usize) {
            *count += 1 + usize::from(*is_tied);
        }
    }
    counts
}

/// The field that `name` looks most like, the nearest or else the first, and whether another one is as
/// near.
pub(crate) fn nearest(name: &str, fields: impl Iterator<Item = Field>) -> Option<(Field, bool)> {
    let near = |field: Field| Some((alike::distance(name, field.key())?, field, false));
    let nearer = fields
        .filter_map(near)
        .reduce(|first, next| match next.0.cmp(&first.0) {
            Ordering::Less => next,
            Ordering::Equal => (first.0, first.1, true),
            Ordering::Greater => first,
        });
    nearer.map(|(_, field, is_tied)| (field, is_tied))
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
