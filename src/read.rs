//! From the document tree to the draft: everything that is wrong with the form is found on the way, in
//! one pass, and nothing hides anything else.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};

use crate::{
    alike,
    document::{Document, Kind, NONE, NodeId, Text},
    draft::{Draft, Money, OtherDraft, Single, Value, VariantDraft},
    fault::{Fault, Fix},
    fields::{Field, FieldPath, JsonType},
    message::shown,
    product::{LicenceTerm, Locale, ProductId, is_amount, is_zero},
    rules::{
        CurrencyFormat, EmptyText, IdRange, LocaleFormat, PriceFormat, TermFormat, duplicate,
        mismatch, missing, unknown,
    },
    sort::{are_few_and_distinct, firsts, lasts},
};

/// A product as it was read, and what is wrong with its form.
#[derive(Debug, Default)]
pub(crate) struct Reading<'t> {
    pub(crate) draft: Box<Draft>,
    pub(crate) faults: Vec<Fault<'t>>,
}

/// Reads a product.
pub(crate) fn read(document: Document<'_>) -> Reading<'_> {
    let mut reader = Reader {
        document,
        draft: Box::default(),
        faults: Vec::new(),
    };
    reader.value(&FieldPath::of(Field::Root), 0);
    Reading {
        draft: reader.draft,
        faults: reader.faults,
    }
}

/// Reads one field into a draft, in place of what is there; gives what is wrong with its form.
pub(crate) fn read_field(
    document: Document<'_>,
    field: Field,
    node: NodeId,
    draft: Box<Draft>,
) -> Reading<'_> {
    let mut reader = Reader {
        document,
        draft,
        faults: Vec::new(),
    };
    reader.value(&FieldPath::of(field), node);
    Reading {
        draft: reader.draft,
        faults: reader.faults,
    }
}

pub(crate) const fn json_type(kind: Kind) -> JsonType {
    match kind {
        Kind::Null => JsonType::Null,
        Kind::Boolean => JsonType::Boolean,
        Kind::Number => JsonType::Number,
        Kind::String => JsonType::String,
        Kind::Array => JsonType::Array,
        Kind::Object => JsonType::Object,
    }
}

/// The members of an object: of each field the last, by its position among the fields.
#[derive(Clone, Copy)]
struct Members {
    count: usize,
    nodes: [NodeId; 8],
}

impl Members {
    fn of(&self, position: usize) -> Option<NodeId> {
        self.nodes
            .get(position)
            .copied()
            .filter(|node| *node != NONE)
    }
}

/// A member that the document does not name.
struct Other<'t> {
    order: usize,
    name: Text<'t>,
    node: NodeId,
}

struct Reader<'t> {
    document: Document<'t>,
    draft: Box<Draft>,
    faults: Vec<Fault<'t>>,
}

impl<'t> Reader<'t> {
    /// Reads the value of a field, of an element, or of the product itself.
    fn value(&mut self, at: &FieldPath<'t>, node: NodeId) {
        let field = at.field;
        self.draft.set_node(field, node);
        let kind = self.document.kind(node);
        let fits = match field.json() {
            JsonType::Null => kind == Kind::Null,
            JsonType::Boolean => kind == Kind::Boolean,
            JsonType::Integer | JsonType::Number => kind == Kind::Number,
            JsonType::String => kind == Kind::String,
            JsonType::Array => kind == Kind::Array,
            JsonType::Object => kind == Kind::Object,
        };
        if !fits {
            self.mismatch(at, node, kind);
            self.draft.set(field, Value::Malformed);
            return;
        }
        let value = match field {
            Field::Locales => {
                self.locales(node);
                Some(Single::Whole)
            }
            Field::Chain => return self.chain(node),
            Field::Variants => {
                self.variants(node);
                Some(Single::Whole)
            }
            _ => match kind {
                Kind::Object => {
                    self.object(at, node);
                    Some(Single::Whole)
                }
                Kind::Boolean => self.document.boolean(node).map(Single::Switch),
                Kind::Number => self.product_id(at, node).map(Single::Id),
                _ => self.text(at, node),
            },
        };
        self.draft
            .set(field, value.map_or(Value::Malformed, Value::Given));
    }

    fn report(&mut self, fault: Fault<'t>, node: NodeId) {
        self.faults.push(Fault { node, ..fault });
    }

    fn mismatch(&mut self, at: &FieldPath<'t>, node: NodeId, kind: Kind) {
        let fix = self.converted(at.field, node, kind);
        self.report(
            mismatch(at.clone(), at.field.json(), json_type(kind), fix),
            node,
        );
        // An amount in something of another type is not known either.
        if Field::Amount.is_within(at.field)
            && let Some(variant) = self.draft.variants.get_mut(at.index)
        {
            variant.amount = Value::Malformed;
        }
    }

    /// The value of the right type that a value of another type surely means.
    fn converted(&self, field: Field, node: NodeId, kind: Kind) -> Fix {
        let text = self.document.text(node);
        let text = text.as_ref().and_then(Text::exact);
        match (field.json(), kind) {
            (JsonType::String, Kind::Number) => {
                let number = self.document.raw(node);
                if field == Field::Amount && is_amount(number) {
                    // The zero amount is written in two decimals (§2.5).
                    return Fix::Text(if is_zero(number) { "0.00" } else { number }.into());
                }
                // Of decimals only an amount is still the same when it is text.
                let whole = self.document.whole(node);
                whole.map_or(Fix::None, |whole| match (field, whole) {
                    (Field::Amount, 0) => Fix::Text("0.00".into()),
                    _ => Fix::Text(alloc::format!("{whole}")),
                })
            }
            (JsonType::Boolean, Kind::String) => match text {
                Some("true") => Fix::Switch(true),
                Some("false") => Fix::Switch(false),
                _ => Fix::None,
            },
            (JsonType::Integer, Kind::String) => {
                let digits = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
                let id = digits.and_then(|digits| digits.parse().ok());
                id.and_then(ProductId::new).map_or(Fix::None, Fix::Id)
            }
            _ => Fix::None,
        }
    }

    /// Reads the members of an object.
    fn object(&mut self, at: &FieldPath<'t>, node: NodeId) {
        let container = at.field;
        let mut members = Members {
            count: 0,
            nodes: [NONE; 8],
        };
        let mut twice = 0_u8;
        let mut others: Vec<Other<'t>> = Vec::new();
        let (mut position, mut expected) = (0, container.first_child());
        for child in self.document.children(node) {
            members.count += 1;
            let field = self.document.field(child);
            if field == Field::Unnamed {
                others.push(Other {
                    order: others.len(),
                    name: self.document.name(child),
                    node: child,
                });
                continue;
            }
            if field != expected {
                let fields = container.children();
                position = fields.take_while(|other| *other != field).count();
            }
            if let Some(found) = members.nodes.get_mut(position) {
                twice |= u8::from(*found != NONE) << position;
                *found = child;
            }
            position += 1;
            expected = field.next_sibling();
        }
        match container {
            Field::Root => {
                self.draft.is_object = true;
                self.draft.has_members = members.count > 0;
            }
            Field::Settings => {
                self.draft.chain.clear();
                self.draft.chain_holes.clear();
            }
            _ => {}
        }
        for (position, field) in container.children().enumerate() {
            match members.of(position) {
                Some(child) => {
                    let path = at.to(field);
                    if twice >> position & 1 == 1 {
                        let fault = duplicate(path.clone());
                        self.report(fault, child);
                    }
                    self.value(&path, child);
                }
                None if field.is_required() => {
                    let has_other_prices = container == Field::Price && members.count > 0;
                    self.report(missing(at.to(field), !has_other_prices), NONE);
                }
                None => {}
            }
        }
        if !others.is_empty() {
            self.others(at, others, &members);
        }
    }

    /// What a text of the tables holds, beyond its type.
    fn text(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<Single> {
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
            Field::FamilyName | Field::Name | Field::VendorCode | Field::Sku | Field::SkuAr
                if is_blank(text.shown()) =>
            {
                let params = EmptyText { field: at.label() };
                let fault = Fault::warning(params, at.clone());
                self.report(fault, node);
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
        let fix = LicenceTerm::fixed(text.shown())
            .map_or(Fix::None, |term| Fix::Text(alloc::format!("{term}")));
        let params = TermFormat::new(error, shown(text.shown()));
        self.report(Fault::error(params, at.clone()).fix(fix), node);
        None
    }

    fn amount(&mut self, at: &FieldPath<'t>, node: NodeId, text: &Text<'_>) -> Option<Money> {
        if is_amount(text.shown()) {
            return Some(Money::of(text.shown()));
        }
        let fix = fixed_amount(text.shown()).map_or(Fix::None, |amount| Fix::Text(amount.into()));
        let text = shown(text.shown());
        self.report(
            Fault::error(PriceFormat { text }, at.clone()).fix(fix),
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
            Fault::warning(CurrencyFormat { text }, at.clone()).fix(fix),
            node,
        );
    }

    fn product_id(&mut self, at: &FieldPath<'t>, node: NodeId) -> Option<ProductId> {
        let id = self.document.product_id(node);
        if id.is_none() {
            let params = IdRange { field: at.label() };
            self.report(Fault::error(params, at.clone()), node);
        }
        id
    }

    fn chain(&mut self, node: NodeId) {
        self.draft.chain.clear();
        self.draft.chain_holes.clear();
        for (index, element) in self.document.children(node).enumerate() {
            let at = FieldPath::at(Field::ChainItem, index);
            let id = match self.document.kind(element) {
                Kind::Number => self.product_id(&at, element),
                kind => {
                    self.mismatch(&at, element, kind);
                    None
                }
            };
            match id {
                Some(id) => self.draft.chain.push(id),
                None => self.draft.chain_holes.push(index),
            }
        }
        let is_whole = self.draft.chain_holes.is_empty();
        let value = if is_whole {
            Value::Given(Single::Whole)
        } else {
            Value::Malformed
        };
        self.draft.set(Field::Chain, value);
    }

    fn variants(&mut self, node: NodeId) {
        self.draft.variants.clear();
        for (index, element) in self.document.children(node).enumerate() {
            self.draft.variants.push(VariantDraft {
                node: element,
                amount: Value::Absent,
            });
            self.value(&FieldPath::at(Field::Variant, index), element);
        }
    }

    fn locales(&mut self, node: NodeId) {
        let document = self.document;
        let locales: Vec<(Text<'t>, NodeId)> =
            document.members(node).into_iter().flatten().collect();
        let key = |index: usize| locales.get(index).map(|(key, _)| key);
        let distinct = are_few_and_distinct(locales.len(), &|a, b| key(a) == key(b));
        let keys = || locales.iter().map(|(key, _)| key).collect::<Vec<_>>();
        let firsts = (!distinct).then(|| firsts(&keys()));
        let lasts = firsts.as_deref().map(lasts);
        self.draft.locales.clear();
        for (index, (key, node)) in locales.into_iter().enumerate() {
            let first = firsts
                .as_ref()
                .and_then(|firsts| firsts.get(index).copied());
            let first = first.unwrap_or(index);
            let last = lasts.as_ref().and_then(|lasts| lasts.get(first).copied());
            // Of locales with the same key, the last one counts.
            if last.is_some_and(|last| last != index) {
                continue;
            }
            let at = FieldPath {
                locale: key.into_shown(),
                ..FieldPath::at(Field::Locale, index)
            };
            if first != index {
                self.report(duplicate(at.clone()), node);
            }
            if at.locale.parse::<Locale>().is_err() {
                let fix = Locale::fixed(&at.locale).map_or(Fix::None, |locale| {
                    Fix::Rename(Cow::Owned(locale.as_str().into()))
                });
                let text = shown(&at.locale);
                self.report(
                    Fault::error(LocaleFormat { text }, at.clone()).fix(fix),
                    node,
                );
            }
            self.draft.locales.push(node);
            self.value(&at, node);
        }
    }

    /// Reports what is wrong with the members that the document does not name.
    fn others(&mut self, at: &FieldPath<'t>, others: Vec<Other<'t>>, members: &Members) {
        let container = at.field;
        let names: Vec<&Text<'_>> = others.iter().map(|other| &other.name).collect();
        let firsts = firsts(&names);
        let lasts = lasts(&firsts);
        let mut latest: Vec<Other<'t>> = Vec::with_capacity(others.len());
        let nodes: Vec<NodeId> = others.iter().map(|other| other.node).collect();
        for (index, other) in others.into_iter().enumerate() {
            let last = lasts.get(index).copied().unwrap_or(index);
            if firsts.get(index) != Some(&index) {
                continue;
            }
            let node = nodes.get(last).copied().unwrap_or(other.node);
            if last != index {
                let path = at.other(other.order, Cow::Owned(other.name.shown().into()));
                self.report(duplicate(path), node);
            }
            latest.push(Other { node, ..other });
        }
        if container == Field::Root {
            // Whether a field lacks is known only when an update is laid over what there was.
            let fields = || container.children();
            let alike = latest
                .iter()
                .filter(|other| nearest(other.name.shown(), fields()).is_some());
            self.draft.others = alike
                .map(|other| OtherDraft {
                    order: other.order,
                    node: other.node,
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
        let suggestions: Vec<Option<Field>> = latest
            .iter()
            .map(|other| nearest(other.name.shown(), lacked()))
            .collect();
        let counts = match_counts(&suggestions);
        for (other, suggestion) in latest.into_iter().zip(suggestions) {
            if suggestion.is_none() && !is_closed {
                continue;
            }
            let is_only = suggestion.is_some_and(|field| counts.get(field as usize) == Some(&1));
            // A price is left to the person, as it can turn the product into a trial.
            let fits = is_closed
                || suggestion
                    .is_some_and(|field| field.is(JsonType::String) && field != Field::Amount)
                    && self.document.kind(other.node) == Kind::String;
            let path = at.other(other.order, Cow::Owned(other.name.shown().into()));
            let certain = is_only && fits && !other.name.has_halves();
            self.report(unknown(path, suggestion, certain), other.node);
        }
    }
}

/// How many names look like each field: a rename is certain only where there is one.
pub(crate) fn match_counts(suggestions: &[Option<Field>]) -> [usize; Field::Unnamed as usize] {
    let mut counts = [0; Field::Unnamed as usize];
    for field in suggestions.iter().flatten() {
        if let Some(count) = counts.get_mut(*field as usize) {
            *count += 1;
        }
    }
    counts
}

/// The field that `name` looks most like: the nearest counts, then the first.
pub(crate) fn nearest(name: &str, fields: impl Iterator<Item = Field>) -> Option<Field> {
    fields
        .filter_map(|field| Some((alike::distance(name, field.key())?, field)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, field)| field)
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
        Cow::Owned(alloc::format!("0{text}"))
    } else {
        Cow::Borrowed(text.strip_suffix('.').unwrap_or(text))
    };
    is_amount(&fixed).then_some(fixed)
}
