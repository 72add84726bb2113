//! Tolerant reading: any JSON becomes a draft in which each field is absent, malformed or given,
//! and everything that is wrong with the form is noted on the way, in one pass.

use alloc::{borrow::Cow, boxed::Box, vec::Vec};
use core::{fmt, mem, ops::Range};

use crate::{
    alike,
    fault::{Data, Fault, Mend},
    group::{are_few_and_distinct, arranged, firsts, lasts},
    json::{ExactSeed, Json, KeySeed, Scalar, ScalarSeed, is_number_token},
    place::{Place, Spot, Spots, spots},
    product::{LicenceTerm, Locale, ProductId, is_amount, is_zero},
    rules::Code,
};
use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

/// A field as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Field<T> {
    #[default]
    Absent,
    Malformed,
    Given(T),
}

impl<T> Field<T> {
    pub(crate) const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub(crate) const fn is_present(&self) -> bool {
        !self.is_absent()
    }

    pub(crate) const fn is_malformed(&self) -> bool {
        matches!(self, Self::Malformed)
    }

    pub(crate) const fn given(&self) -> Option<&T> {
        match self {
            Self::Given(value) => Some(value),
            _ => None,
        }
    }

    const fn given_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Given(value) => Some(value),
            _ => None,
        }
    }

    fn map<U>(self, f: impl FnOnce(T) -> Option<U>) -> Field<U> {
        match self {
            Self::Absent => Field::Absent,
            Self::Malformed => Field::Malformed,
            Self::Given(value) => f(value).map_or(Field::Malformed, Field::Given),
        }
    }
}

impl<T: PartialEq> Field<T> {
    pub(crate) fn is(&self, value: &T) -> bool {
        self.given() == Some(value)
    }
}

/// What the rules need to know of a product.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft<'a> {
    /// Whether the input is an object.
    pub(crate) is_object: bool,
    /// Whether the object has any member.
    pub(crate) has_members: bool,
    pub(crate) id: Field<ProductId>,
    pub(crate) family_name: Field<Cow<'a, str>>,
    pub(crate) name: Field<Cow<'a, str>>,
    pub(crate) license_type: Field<Cow<'a, str>>,
    pub(crate) licence_term: Field<LicenceTerm>,
    pub(crate) settings: Field<Settings>,
    pub(crate) locales: Field<Vec<LocaleDraft<'a>>>,
    pub(crate) variants: Field<Vec<VariantDraft<'a>>>,
    /// The members of the root that look like a known field.
    pub(crate) others: Vec<Other<'a>>,
    /// What is wrong with the form.
    pub(crate) faults: Vec<Fault<'a>>,
    /// The faults of values that a later value of the same key replaced.
    dead: Vec<Range<usize>>,
    /// The address of the key of each field of which a product has one: with the text's own address
    /// it tells where the field stands, at no cost.
    keys: [usize; 14],
    /// What the misspelt members hold, read as if they were spelt right: those of the root, of
    /// `renew_settings`, and of `renew_ar`.
    pub(crate) shadow: Option<Box<Draft<'a>>>,
    pub(crate) settings_shadow: Option<Box<Draft<'a>>>,
    pub(crate) ar_shadow: Option<Box<Draft<'a>>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) chain: Field<Vec<ProductId>>,
    /// The elements of a malformed chain, those that are ids.
    pub(crate) torn: Vec<Option<ProductId>>,
    pub(crate) ar: Field<Ar>,
    pub(crate) pmr: Field<bool>,
    pub(crate) email: Field<bool>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Ar {
    pub(crate) enable: Field<bool>,
    pub(crate) required: Field<bool>,
}

#[derive(Clone, Debug)]
pub(crate) struct LocaleDraft<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) ar: Field<Cow<'a, str>>,
    pub(crate) mr: Field<Cow<'a, str>>,
    /// Which of the faults are its own.
    faults: Range<usize>,
    /// A later member has the same key.
    replaced: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct VariantDraft<'a> {
    pub(crate) sku: Field<Cow<'a, str>>,
    pub(crate) sku_ar: Field<Cow<'a, str>>,
    pub(crate) amount: Field<Money>,
    /// The addresses of its keys.
    keys: [usize; 7],
}

/// What the rules need to know of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Money {
    /// `0.00`.
    Zero,
    /// Zero in another form.
    ZeroOtherwise,
    Some,
}

/// A member that the document does not name.
#[derive(Clone, Debug)]
pub(crate) struct Other<'a> {
    pub(crate) order: usize,
    pub(crate) name: Cow<'a, str>,
    /// The field that it looks most like, whether or not the object has that field.
    pub(crate) nearest: Option<Spot>,
    /// Its value, where it was read as a scalar.
    scalar: Option<Scalar<'a>>,
}

pub(crate) const ROOT: &[Spot] = &[
    Spot::Id,
    Spot::FamilyName,
    Spot::Name,
    Spot::LicenseType,
    Spot::LicenceTerm,
    Spot::Settings,
    Spot::Locales,
    Spot::Variants,
];
pub(crate) const SETTINGS: &[Spot] = &[Spot::Chain, Spot::Ar, Spot::Pmr, Spot::Email];
pub(crate) const AR: &[Spot] = &[Spot::ArEnable, Spot::ArRequired];
const LOCALE: &[Spot] = &[Spot::CommentAr, Spot::CommentMr];
const VARIANT: &[Spot] = &[Spot::VendorCode, Spot::Sku, Spot::SkuAr, Spot::Price];
const PRICE: &[Spot] = &[Spot::Common];
const COMMON: &[Spot] = &[Spot::Currency, Spot::Amount];

/// The objects and arrays of a product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Node {
    Root,
    Settings,
    Chain,
    Ar,
    Locales,
    Locale,
    Variants,
    Variant,
    Price,
    Common,
}

impl Node {
    const fn expected(self) -> Json {
        match self {
            Self::Chain | Self::Variants => Json::Array,
            _ => Json::Object,
        }
    }

    const fn spot(self) -> Spot {
        match self {
            Self::Root => Spot::Root,
            Self::Settings => Spot::Settings,
            Self::Chain => Spot::Chain,
            Self::Ar => Spot::Ar,
            Self::Locales => Spot::Locales,
            Self::Locale => Spot::Locale,
            Self::Variants => Spot::Variants,
            Self::Variant => Spot::Variant,
            Self::Price => Spot::Price,
            Self::Common => Spot::Common,
        }
    }

    const fn fields(self) -> &'static [Spot] {
        match self {
            Self::Root => ROOT,
            Self::Settings => SETTINGS,
            Self::Ar => AR,
            Self::Locale => LOCALE,
            Self::Variant => VARIANT,
            Self::Price => PRICE,
            Self::Common => COMMON,
            Self::Chain | Self::Locales | Self::Variants => &[],
        }
    }

    /// The fields that an object must have, as bits by their position.
    const fn required(self) -> u16 {
        match self {
            Self::Variant => 0b1011,
            Self::Price => 0b1,
            Self::Common => 0b11,
            _ => 0,
        }
    }

    /// Where the members stand that the document does not name.
    const fn other(self) -> Spot {
        match self {
            Self::Settings => Spot::SettingsOther,
            Self::Ar => Spot::ArOther,
            Self::Locale => Spot::LocaleOther,
            Self::Variant => Spot::VariantOther,
            Self::Price => Spot::PriceOther,
            Self::Common => Spot::CommonOther,
            _ => Spot::RootOther,
        }
    }
}

/// The node that a place holds, `None` for a scalar.
const fn node_of(spot: Spot) -> Option<Node> {
    match spot {
        Spot::Root => Some(Node::Root),
        Spot::Locale => Some(Node::Locale),
        Spot::Variant => Some(Node::Variant),
        Spot::Settings => Some(Node::Settings),
        Spot::Chain => Some(Node::Chain),
        Spot::Ar => Some(Node::Ar),
        Spot::Locales => Some(Node::Locales),
        Spot::Variants => Some(Node::Variants),
        Spot::Price => Some(Node::Price),
        Spot::Common => Some(Node::Common),
        _ => None,
    }
}

/// Reads one JSON value into a draft.
///
/// # Errors
///
/// What the deserializer says where its input is no JSON.
pub(crate) fn read<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Box<Draft<'a>>, D::Error> {
    let mut draft = Box::<Draft<'a>>::default();
    Seed {
        draft: &mut draft,
        spot: Spot::Root,
    }
    .deserialize(deserializer)?;
    draft.bury();
    Ok(draft)
}

/// Reads a draft as one value among others of the same input.
pub(crate) struct DraftSeed;

impl<'de> DeserializeSeed<'de> for DraftSeed {
    type Value = Box<Draft<'de>>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Box<Draft<'de>>, D::Error> {
        read(deserializer)
    }
}

/// Reads one value into its place in the draft.
struct Seed<'d, 'a> {
    draft: &'d mut Draft<'a>,
    spot: Spot,
}

impl<'a> DeserializeSeed<'a> for Seed<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'a> Seed<'_, 'a> {
    /// Takes a value that is no object or array of the tables.
    #[inline]
    fn take(self, scalar: Scalar<'a>) {
        match node_of(self.spot) {
            Some(node) => self.draft.mismatch(node, scalar.json()),
            None => self.draft.set(self.spot, scalar),
        }
    }
}

fn mismatch(place: Place<'_>, expected: Json, found: Json) -> Fault<'_> {
    Fault::error(Code::TypeMismatch, place).data(Data::Types { expected, found })
}

impl<'a> Visitor<'a> for Seed<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.take(Scalar::Null);
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.take(Scalar::Boolean(value));
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.take(Scalar::Whole(number));
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.take(Scalar::of_signed(number));
        Ok(())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        self.take(Scalar::Float(number));
        Ok(())
    }

    fn visit_borrowed_str<E: Error>(self, text: &'a str) -> Result<(), E> {
        self.take(Scalar::Text(Cow::Borrowed(text)));
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.take(Scalar::Text(Cow::Owned(text.into())));
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut seq: A) -> Result<(), A::Error> {
        match self.spot {
            Spot::Chain => self.draft.read_chain(&mut seq),
            Spot::Variants => self.draft.read_variants(&mut seq),
            _ => {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                self.take(Scalar::Array);
                Ok(())
            }
        }
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        match node_of(self.spot) {
            None | Some(Node::Chain | Node::Variants) => {
                let found = ScalarSeed.visit_map(map)?;
                self.take(found);
                Ok(())
            }
            Some(Node::Locales) => self.draft.read_locales(&mut map),
            Some(node) => self.draft.read_object(node, &mut map),
        }
    }
}

/// The known members of an object, by their position in the table.
#[derive(Default)]
struct Members {
    seen: u16,
    repeated: u16,
    /// The faults of the values that have any.
    faulty: Vec<(usize, Range<usize>)>,
}

impl Members {
    fn has(&self, fields: &[Spot], spot: Spot) -> bool {
        let mut positions = fields.iter().enumerate();
        positions.any(|(index, field)| *field == spot && self.seen & (1 << index) != 0)
    }
}

impl<'a> Draft<'a> {
    /// A draft of an input that is no JSON at all.
    pub(crate) fn of_fault(fault: Fault<'a>) -> Box<Self> {
        let mut draft = Box::<Self>::default();
        draft.faults.push(fault);
        draft
    }

    /// The place of a field of the element that is being read.
    fn place(&self, spot: Spot) -> Place<'a> {
        match spot {
            Spot::Locale | Spot::CommentAr | Spot::CommentMr => {
                let locales = self.locales.given().map_or(&[][..], Vec::as_slice);
                Place {
                    locale: locales
                        .last()
                        .map(|locale| locale.key.clone())
                        .unwrap_or_default(),
                    ..Place::at(spot, locales.len().saturating_sub(1))
                }
            }
            Spot::Variant
            | Spot::VendorCode
            | Spot::Sku
            | Spot::SkuAr
            | Spot::Price
            | Spot::Common
            | Spot::Currency
            | Spot::Amount => {
                let count = self.variants.given().map_or(0, Vec::len);
                Place::at(spot, count.saturating_sub(1))
            }
            _ => Place::of(spot),
        }
    }

    fn locale(&mut self) -> Option<&mut LocaleDraft<'a>> {
        self.locales.given_mut()?.last_mut()
    }

    fn variant(&mut self) -> Option<&mut VariantDraft<'a>> {
        self.variants.given_mut()?.last_mut()
    }

    /// Notes that something else stands where an object or a list belongs.
    fn mismatch(&mut self, node: Node, found: Json) {
        let place = self.place(node.spot());
        self.malformed(node);
        self.faults.push(mismatch(place, node.expected(), found));
    }

    fn malformed(&mut self, node: Node) {
        match node {
            Node::Root => self.is_object = false,
            Node::Settings => self.settings = Field::Malformed,
            Node::Chain => {
                if let Some(settings) = self.settings.given_mut() {
                    settings.chain = Field::Malformed;
                }
            }
            Node::Ar => {
                if let Some(settings) = self.settings.given_mut() {
                    settings.ar = Field::Malformed;
                }
            }
            Node::Locales => self.locales = Field::Malformed,
            Node::Variants => self.variants = Field::Malformed,
            Node::Locale => {}
            Node::Variant => {
                if let Some(variant) = self.variant() {
                    variant.sku = Field::Malformed;
                    variant.sku_ar = Field::Malformed;
                    variant.amount = Field::Malformed;
                }
            }
            Node::Price | Node::Common => {
                if let Some(variant) = self.variant() {
                    variant.amount = Field::Malformed;
                }
            }
        }
    }

    /// Makes room for what an object holds, and forgets what an earlier object of the same key
    /// held.
    fn begin(&mut self, node: Node) {
        match node {
            Node::Root => self.is_object = true,
            Node::Settings => {
                self.settings = Field::Given(Settings::default());
                self.forget_keys(SETTINGS);
                self.forget_keys(AR);
                self.settings_shadow = None;
                self.ar_shadow = None;
            }
            Node::Ar => {
                self.forget_keys(AR);
                self.ar_shadow = None;
                if let Some(settings) = self.settings.given_mut() {
                    settings.ar = Field::Given(Ar::default());
                }
            }
            Node::Price | Node::Common => {
                if let Some(variant) = self.variant() {
                    variant.amount = Field::Absent;
                    for spot in [Spot::Common, Spot::Currency, Spot::Amount] {
                        let kept = spot.of_variant().and_then(|at| variant.keys.get_mut(at));
                        if let Some(address) = kept.filter(|_| spot != node.spot()) {
                            *address = 0;
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn forget_keys(&mut self, fields: &[Spot]) {
        for spot in fields {
            if let Some(address) = spot.single().and_then(|single| self.keys.get_mut(single)) {
                *address = 0;
            }
        }
    }

    /// The address of the key of a field, `None` where the field was not read or has no key.
    pub(crate) fn key_address(&self, place: &Place<'_>) -> Option<usize> {
        let address = if let Some(single) = place.spot.single() {
            *self.keys.get(single)?
        } else {
            let variant = self.variants.given()?.get(place.index)?;
            *variant.keys.get(place.spot.of_variant()?)?
        };
        (address != 0).then_some(address)
    }

    /// Reads the members of an object.
    fn read_object<A: MapAccess<'a>>(&mut self, node: Node, map: &mut A) -> Result<(), A::Error> {
        self.begin(node);
        let fields = node.fields();
        let mut known = Members::default();
        let mut others: Vec<Other<'a>> = Vec::new();
        let mut members = 0_usize;
        // Most products list their fields in the order of the tables.
        let mut likely = 0;
        while let Some(key) = map.next_key_seed(KeySeed)? {
            members += 1;
            let index = match fields.get(likely) {
                Some(spot) if spot.key() == key => likely,
                _ => fields
                    .iter()
                    .position(|spot| spot.key() == key)
                    .unwrap_or(usize::MAX),
            };
            let Some(spot) = fields.get(index).copied() else {
                if members == 1 && is_number_token(&key) {
                    map.next_value::<IgnoredAny>()?;
                    self.mismatch(node, Json::Number);
                    return Ok(());
                }
                let nearest = nearest(&key, fields, |_| true);
                let scalar = self.read_other(node, nearest, map)?;
                others.push(Other {
                    order: others.len(),
                    name: key,
                    nearest,
                    scalar,
                });
                continue;
            };
            likely = index + 1;
            if known.seen & (1 << index) != 0 {
                known.repeated |= 1 << index;
                let replaced = known.faulty.iter().position(|(of, _)| *of == index);
                self.dead
                    .extend(replaced.map(|position| known.faulty.swap_remove(position).1));
            }
            known.seen |= 1 << index;
            let start = self.faults.len();
            self.read_field(spot, map)?;
            self.remember_key(spot, &key);
            if self.faults.len() > start {
                known.faulty.push((index, start..self.faults.len()));
            }
        }
        self.has_members |= node == Node::Root && members > 0;
        if known.repeated != 0 {
            for (index, spot) in fields.iter().enumerate() {
                if known.repeated & (1 << index) != 0 {
                    let place = self.place(node.spot()).to(*spot);
                    self.faults.push(Fault::error(Code::DuplicateKey, place));
                }
            }
        }
        if known.seen & node.required() != node.required() {
            self.report_missing(node, members, &known);
        }
        if !others.is_empty() {
            self.report_others(node, others, &known);
        }
        Ok(())
    }

    /// Keeps the address of a key.
    fn remember_key(&mut self, spot: Spot, key: &str) {
        let address = key.as_ptr() as usize;
        if let Some(kept) = spot.single().and_then(|single| self.keys.get_mut(single)) {
            *kept = address;
        } else if let (Some(of_variant), Some(variant)) = (spot.of_variant(), self.variant())
            && let Some(kept) = variant.keys.get_mut(of_variant)
        {
            *kept = address;
        }
    }

    /// Reads the value of a known field.
    fn read_field<A: MapAccess<'a>>(&mut self, spot: Spot, map: &mut A) -> Result<(), A::Error> {
        if spot == Spot::Id {
            let scalar = map.next_value_seed(ExactSeed)?;
            self.id = self.product_id(spot, 0, scalar);
            return Ok(());
        }
        map.next_value_seed(Seed { draft: self, spot })
    }

    fn set(&mut self, spot: Spot, scalar: Scalar<'a>) {
        match spot {
            Spot::FamilyName => self.family_name = self.text(spot, scalar, true),
            Spot::Name => self.name = self.text(spot, scalar, true),
            Spot::LicenseType => self.license_type = self.text(spot, scalar, false),
            Spot::LicenceTerm => {
                self.licence_term = self.text(spot, scalar, false).map(|text| self.term(text));
            }
            Spot::ArEnable | Spot::ArRequired | Spot::Pmr | Spot::Email => {
                let field = self.boolean(spot, &scalar);
                if let Some(settings) = self.settings.given_mut() {
                    match (spot, settings.ar.given_mut()) {
                        (Spot::ArEnable, Some(ar)) => ar.enable = field,
                        (Spot::ArRequired, Some(ar)) => ar.required = field,
                        (Spot::Pmr, _) => settings.pmr = field,
                        (Spot::Email, _) => settings.email = field,
                        _ => {}
                    }
                }
            }
            Spot::CommentAr | Spot::CommentMr => {
                let field = self.text(spot, scalar, false);
                if let Some(locale) = self.locale() {
                    if spot == Spot::CommentAr {
                        locale.ar = field;
                    } else {
                        locale.mr = field;
                    }
                }
            }
            Spot::Amount => {
                let amount = self.money(scalar);
                if let Some(variant) = self.variant() {
                    variant.amount = amount;
                }
            }
            Spot::Currency => self.check_currency(scalar),
            Spot::VendorCode | Spot::Sku | Spot::SkuAr => {
                let field = self.text(spot, scalar, true);
                if let Some(variant) = self.variant() {
                    match spot {
                        Spot::Sku => variant.sku = field,
                        Spot::SkuAr => variant.sku_ar = field,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn term(&mut self, text: Cow<'a, str>) -> Option<LicenceTerm> {
        let error = match LicenceTerm::parse(&text) {
            Ok(term) => return Some(term),
            Err(error) => error,
        };
        let mend = LicenceTerm::mend(&text)
            .map_or(Mend::None, |term| Mend::Text(alloc::format!("{term}")));
        self.faults.push(
            Fault::error(Code::TermFormat, Place::of(Spot::LicenceTerm))
                .data(Data::Term { text, error })
                .mend(mend),
        );
        None
    }

    fn text(&mut self, spot: Spot, scalar: Scalar<'a>, named: bool) -> Field<Cow<'a, str>> {
        let Scalar::Text(text) = scalar else {
            let mend = match scalar.number_text(spot == Spot::Amount) {
                // The zero amount is written in two decimals (§2.5).
                Some(number) if spot == Spot::Amount && is_zero(&number) => {
                    Mend::Text("0.00".into())
                }
                Some(number) => Mend::Text(number),
                _ => Mend::None,
            };
            let place = self.place(spot);
            self.faults
                .push(mismatch(place, Json::String, scalar.json()).mend(mend));
            return Field::Malformed;
        };
        if named && is_blank(&text) {
            let place = self.place(spot);
            self.faults.push(Fault::warning(Code::EmptyText, place));
        }
        Field::Given(text)
    }

    fn boolean(&mut self, spot: Spot, scalar: &Scalar<'a>) -> Field<bool> {
        if let Scalar::Boolean(value) = scalar {
            return Field::Given(*value);
        }
        let mend = match scalar {
            Scalar::Text(text) if text == "true" => Mend::Switch(true),
            Scalar::Text(text) if text == "false" => Mend::Switch(false),
            _ => Mend::None,
        };
        self.faults
            .push(mismatch(Place::of(spot), Json::Boolean, scalar.json()).mend(mend));
        Field::Malformed
    }

    fn product_id(&mut self, spot: Spot, index: usize, scalar: Scalar<'a>) -> Field<ProductId> {
        let id = match scalar {
            Scalar::Whole(number) => ProductId::new(number),
            Scalar::Float(_) => None,
            other => {
                let mend = match &other {
                    Scalar::Text(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                        let id = text.parse().ok().and_then(ProductId::new);
                        id.map_or(Mend::None, Mend::Id)
                    }
                    _ => Mend::None,
                };
                let place = Place::at(spot, index);
                self.faults
                    .push(mismatch(place, Json::Integer, other.json()).mend(mend));
                return Field::Malformed;
            }
        };
        if id.is_none() {
            self.faults
                .push(Fault::error(Code::IdRange, Place::at(spot, index)));
        }
        id.map_or(Field::Malformed, Field::Given)
    }

    fn money(&mut self, scalar: Scalar<'a>) -> Field<Money> {
        self.text(Spot::Amount, scalar, false).map(|text| {
            if !is_amount(&text) {
                let mend =
                    mend_amount(&text).map_or(Mend::None, |amount| Mend::Text(amount.into_owned()));
                let place = self.place(Spot::Amount);
                self.faults.push(
                    Fault::error(Code::PriceFormat, place)
                        .data(Data::Text(text))
                        .mend(mend),
                );
                return None;
            }
            Some(money(&text))
        })
    }

    fn check_currency(&mut self, scalar: Scalar<'a>) {
        let Field::Given(text) = self.text(Spot::Currency, scalar, false) else {
            return;
        };
        let is_code = |code: &str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        if !is_code(&text) {
            let mended = text.trim().to_ascii_uppercase();
            let mend = if is_code(&mended) {
                Mend::Text(mended)
            } else {
                Mend::None
            };
            let place = self.place(Spot::Currency);
            self.faults.push(
                Fault::warning(Code::CurrencyFormat, place)
                    .data(Data::Text(text))
                    .mend(mend),
            );
        }
    }

    fn read_chain<A: SeqAccess<'a>>(&mut self, seq: &mut A) -> Result<(), A::Error> {
        let mut ids = Vec::new();
        let mut torn = Vec::new();
        let mut index = 0;
        while let Some(scalar) = seq.next_element_seed(ExactSeed)? {
            let id = self.product_id(Spot::ChainItem, index, scalar);
            match id {
                Field::Given(id) if torn.is_empty() => ids.push(id),
                id => {
                    if torn.is_empty() {
                        torn.extend(ids.iter().copied().map(Some));
                    }
                    torn.push(id.given().copied());
                }
            }
            index += 1;
        }
        if let Some(settings) = self.settings.given_mut() {
            settings.chain = if torn.is_empty() {
                Field::Given(ids)
            } else {
                Field::Malformed
            };
            settings.torn = torn;
        }
        Ok(())
    }

    fn read_variants<A: SeqAccess<'a>>(&mut self, seq: &mut A) -> Result<(), A::Error> {
        self.variants = Field::Given(Vec::new());
        loop {
            if let Some(variants) = self.variants.given_mut() {
                variants.push(VariantDraft::default());
            }
            let element = Seed {
                draft: self,
                spot: Spot::Variant,
            };
            if seq.next_element_seed(element)?.is_none() {
                if let Some(variants) = self.variants.given_mut() {
                    variants.pop();
                }
                return Ok(());
            }
        }
    }

    fn read_locales<A: MapAccess<'a>>(&mut self, map: &mut A) -> Result<(), A::Error> {
        self.locales = Field::Given(Vec::new());
        let mut count = 0;
        while let Some(key) = map.next_key_seed(KeySeed)? {
            if count == 0 && is_number_token(&key) {
                map.next_value::<IgnoredAny>()?;
                self.mismatch(Node::Locales, Json::Number);
                return Ok(());
            }
            let start = self.faults.len();
            if key.parse::<Locale>().is_err() {
                let mend = Locale::mend(&key).map_or(Mend::None, |locale| {
                    Mend::Rename(Cow::Owned(locale.as_str().into()))
                });
                let place = Place {
                    locale: key.clone(),
                    ..Place::at(Spot::Locale, count)
                };
                self.faults
                    .push(Fault::error(Code::LocaleFormat, place).mend(mend));
            }
            count += 1;
            if let Some(locales) = self.locales.given_mut() {
                locales.push(LocaleDraft {
                    key,
                    ar: Field::Absent,
                    mr: Field::Absent,
                    faults: 0..0,
                    replaced: false,
                });
            }
            map.next_value_seed(Seed {
                draft: self,
                spot: Spot::Locale,
            })?;
            let end = self.faults.len();
            if let Some(locale) = self.locale() {
                locale.faults = start..end;
            }
        }
        self.bury_locales();
        Ok(())
    }

    /// Of locales with the same key, the last one counts.
    fn bury_locales(&mut self) {
        let Some(locales) = self.locales.given_mut() else {
            return;
        };
        let key = |index: usize| locales.get(index).map(|locale| &locale.key);
        if are_few_and_distinct(locales.len(), &|a, b| key(a) == key(b)) {
            return;
        }
        let keys: Vec<&str> = locales.iter().map(|locale| &*locale.key).collect();
        let firsts = firsts(&keys);
        let lasts = lasts(&firsts);
        for (index, first) in firsts.iter().enumerate() {
            let last = lasts.get(*first).copied().unwrap_or(index);
            let Some(locale) = locales.get_mut(index) else {
                continue;
            };
            if last != index {
                locale.replaced = true;
                self.dead.push(locale.faults.clone());
            } else if *first != index {
                let place = Place {
                    locale: locale.key.clone(),
                    ..Place::at(Spot::Locale, index)
                };
                self.faults.push(Fault::error(Code::DuplicateKey, place));
            }
        }
    }

    /// The locales that count, with their index in the input.
    pub(crate) fn locales(&self) -> impl Iterator<Item = (usize, &LocaleDraft<'a>)> {
        self.locales
            .given()
            .into_iter()
            .flatten()
            .enumerate()
            .filter(|(_, locale)| !locale.replaced)
    }

    /// Reads a member that the document does not name: as the field that it looks like, into the
    /// shadow, or as a scalar where a scalar tells enough.
    fn read_other<A: MapAccess<'a>>(
        &mut self,
        node: Node,
        nearest: Option<Spot>,
        map: &mut A,
    ) -> Result<Option<Scalar<'a>>, A::Error> {
        let Some(spot) = nearest else {
            map.next_value::<IgnoredAny>()?;
            return Ok(None);
        };
        if !matches!(node, Node::Root | Node::Settings | Node::Ar) {
            return map.next_value_seed(ScalarSeed).map(Some);
        }
        let shadow = match node {
            Node::Root => &mut self.shadow,
            Node::Settings => &mut self.settings_shadow,
            _ => &mut self.ar_shadow,
        }
        .get_or_insert_default();
        if node != Node::Root && shadow.settings.given().is_none() {
            shadow.settings = Field::Given(Settings::default());
        }
        if node == Node::Ar
            && let Some(settings) = shadow.settings.given_mut()
            && settings.ar.given().is_none()
        {
            settings.ar = Field::Given(Ar::default());
        }
        shadow.read_field(spot, map)?;
        Ok(None)
    }

    fn report_missing(&mut self, node: Node, members: usize, known: &Members) {
        for (index, spot) in node.fields().iter().copied().enumerate() {
            if node.required() & !known.seen & (1 << index) == 0 {
                continue;
            }
            let place = self.place(node.spot()).to(spot);
            self.faults.push(if node == Node::Price && members > 0 {
                Fault::warning(Code::MissingField, place)
            } else {
                Fault::error(Code::MissingField, place)
            });
        }
    }

    fn report_others(&mut self, node: Node, mut others: Vec<Other<'a>>, known: &Members) {
        let here = self.place(node.spot());
        let names: Vec<&str> = others.iter().map(|other| &*other.name).collect();
        let firsts = firsts(&names);
        let lasts = lasts(&firsts);
        let mut latest: Vec<Option<Other<'a>>> = others.iter().cloned().map(Some).collect();
        for (index, last) in lasts.into_iter().enumerate() {
            let again = latest.get_mut(last).filter(|_| last != index);
            if let (Some(other), Some(again)) =
                (others.get_mut(index), again.and_then(Option::take))
            {
                other.name.clone_from(&again.name);
                other.scalar = again.scalar;
                let place = here.other(node.other(), other.order, again.name);
                self.faults.push(Fault::error(Code::DuplicateKey, place));
            }
        }
        let mut index = 0;
        others.retain(|_| {
            index += 1;
            firsts.get(index - 1) == Some(&(index - 1))
        });
        if node == Node::Root {
            // Whether a field lacks is known only when an update is laid over what there was.
            others.retain(|other| other.nearest.is_some());
            self.others = others;
            return;
        }
        let closed = matches!(node, Node::Settings | Node::Ar);
        let suggestions: Vec<Option<Spot>> = others
            .iter()
            .map(|other| other.suggestion(node.fields(), |spot| !known.has(node.fields(), spot)))
            .collect();
        let takers = takers(&suggestions);
        for (other, suggestion) in others.into_iter().zip(&suggestions) {
            if suggestion.is_none() && !closed {
                continue;
            }
            let alone = suggestion.is_some_and(|spot| takers.get(spot as usize) == Some(&1));
            // What the member holds was read as the field that it looks most like.
            let fits = closed && other.nearest == *suggestion
                || other
                    .scalar
                    .is_some_and(|scalar| is_fitting(*suggestion, &scalar));
            self.faults.push(unknown(
                here.other(node.other(), other.order, other.name),
                *suggestion,
                alone && fits,
            ));
        }
    }

    /// Puts the faults of replaced values away.
    fn bury(&mut self) {
        if self.dead.is_empty() {
            return;
        }
        let dead = arranged(mem::take(&mut self.dead), &|a, b| {
            (a.start, a.end).cmp(&(b.start, b.end))
        });
        let mut ranges = dead.into_iter().peekable();
        let mut index = 0;
        let mut until = 0;
        self.faults.retain(|_| {
            while let Some(range) = ranges.next_if(|range| range.start <= index) {
                until = until.max(range.end);
            }
            index += 1;
            index > until
        });
    }
}

/// How many names look like each field: a rename is certain only where there is one.
pub(crate) fn takers(suggestions: &[Option<Spot>]) -> [usize; Spot::RootOther as usize] {
    let mut takers = [0; Spot::RootOther as usize];
    for spot in suggestions.iter().flatten() {
        if let Some(count) = takers.get_mut(*spot as usize) {
            *count += 1;
        }
    }
    takers
}

impl Other<'_> {
    /// The field among those that the object lacks that this name looks most like.
    pub(crate) fn suggestion(&self, fields: &[Spot], lacks: impl Fn(Spot) -> bool) -> Option<Spot> {
        match self.nearest {
            Some(spot) if lacks(spot) => Some(spot),
            Some(_) => nearest(&self.name, fields, lacks),
            None => None,
        }
    }
}

/// The fault of a name that the document does not have.
pub(crate) fn unknown(place: Place<'_>, suggestion: Option<Spot>, certain: bool) -> Fault<'_> {
    let mend = match suggestion {
        Some(spot) if certain => Mend::Rename(Cow::Borrowed(spot.key())),
        _ => Mend::None,
    };
    // Where any name is unknown, it stays so beside the right one.
    let is_closed = matches!(place.spot, Spot::SettingsOther | Spot::ArOther);
    let lacked = match suggestion {
        Some(spot) if !is_closed => Spots::one(spot),
        _ => spots![],
    };
    Fault::warning(Code::UnknownField, place)
        .data(Data::Suggestion(suggestion.map(Spot::key)))
        .related(lacked)
        .mend(mend)
}

/// The field among `fields` that `name` looks most like: the nearest counts, then the first.
fn nearest(name: &str, fields: &[Spot], is_candidate: impl Fn(Spot) -> bool) -> Option<Spot> {
    fields
        .iter()
        .filter(|spot| is_candidate(**spot))
        .filter_map(|spot| Some((alike::distance(name, spot.key())?, *spot)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, spot)| spot)
}

/// Whether a misspelt member of an element can take its right name without a new error: text where
/// text belongs. An amount is left to the person, as it can turn the product into a trial.
fn is_fitting(spot: Option<Spot>, scalar: &Scalar<'_>) -> bool {
    matches!(scalar, Scalar::Text(_))
        && matches!(
            spot,
            Some(
                Spot::VendorCode
                    | Spot::Sku
                    | Spot::SkuAr
                    | Spot::Currency
                    | Spot::CommentAr
                    | Spot::CommentMr
            )
        )
}

/// Whether a text is empty or only white space.
fn is_blank(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_graphic()) && text.trim_start().is_empty()
}

pub(crate) fn money(amount: &str) -> Money {
    match amount {
        "0.00" => Money::Zero,
        other if is_zero(other) => Money::ZeroOtherwise,
        _ => Money::Some,
    }
}

/// The amount that a text of another form surely means: without white space around it, with the
/// zero that is missing before or after the point.
fn mend_amount(text: &str) -> Option<Cow<'_, str>> {
    let text = text.trim();
    if text.len() > 40 {
        return None;
    }
    let mended = if text.starts_with('.') {
        Cow::Owned(alloc::format!("0{text}"))
    } else {
        Cow::Borrowed(text.strip_suffix('.').unwrap_or(text))
    };
    is_amount(&mended).then_some(mended)
}
