//! The table of product fields (§2.3 to §2.5). Names, pointers and the order of a report derive from this table.

use alloc::string::String;

use renewal_rules_json::{JsonType, KnownField};

/// Kind of content of a string field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// Any text, including an empty one.
    Free,
    /// Text that must not be blank: a name, a code or an article.
    Filled,
    /// A licence term.
    Term,
    /// An amount.
    Amount,
    /// A currency code.
    Currency,
}

/// Row of the field table: the static properties of one field.
pub(crate) struct Row {
    field: Field,
    /// JSON Pointer in three parts: the part before the element, the notation for the element (`[]`, `/<locale>` or
    /// nothing), and the part after the element.
    pub(crate) pointer: [&'static str; 3],
    /// Last token of the pointer: the key in the JSON.
    key: &'static str,
    /// Object or array that contains the field.
    parent: Field,
    /// Required JSON type.
    json: JsonType,
    /// Kind of content, if the field is a string.
    text: Option<Text>,
    first_child: Field,
    next_sibling: Field,
    /// The field and all its descendants.
    within: FieldSet,
    /// Required members of the field.
    needs: FieldSet,
    /// Index among the fields that occur at most once in a product. For any other field, the number of these fields: an
    /// index past the end of any list of them.
    single: usize,
}

impl Row {
    /// Row of [`Field::Unnamed`].
    const UNNAMED: Self = Self {
        field: Field::Unnamed,
        pointer: [""; 3],
        key: "",
        parent: Field::Unnamed,
        json: JsonType::Null,
        text: None,
        first_child: Field::Unnamed,
        next_sibling: Field::Unnamed,
        within: FieldSet::none(),
        needs: FieldSet::none(),
        single: Field::SINGLES,
    };
}

/// Defines the fields in report order: the order of the tables in the interface document, with each nested table at the
/// point of reference. A row consists of the three parts of the pointer, the key, the type (for strings with the kind
/// of content), the parent and `required`. Every `Integer` is read as a product id. A row of type `Null` represents the
/// undocumented members of an object and has the pointer of that object.
macro_rules! fields {
    ($( $field:ident: $pointer:tt $key:literal $json:ident $(($text:ident))? in $parent:ident $($required:ident)?; )*) => {
        /// A field of a product, or the undocumented members of one of its objects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the table below documents each field")]
        pub enum Field {
            $( $field, )*
            /// Any value that is neither a field nor an undocumented member.
            Unnamed,
        }

        impl Field {
            /// Number of rows, including the row of `Unnamed`.
            pub(crate) const COUNT: usize = Self::Unnamed as usize + 1;

            /// Returns the field with this row number, or `Unnamed` if there is no such row.
            #[inline]
            pub(crate) const fn numbered(number: u8) -> Self {
                match number {
                    $( number if number == Self::$field as u8 => Self::$field, )*
                    _ => Self::Unnamed,
                }
            }
        }

        static ROWS: [Row; Field::COUNT] = [$( Row {
            field: Field::$field,
            pointer: $pointer,
            key: $key,
            parent: Field::$parent,
            json: JsonType::$json,
            text: fields!(@text $json $($text)?),
            first_child: FieldSet::children(Field::$field).first(),
            next_sibling: FieldSet::children(Field::$parent).after(Field::$field).first(),
            within: FieldSet::within(Field::$field),
            needs: FieldSet::children(Field::$field).common(FieldSet::REQUIRED),
            single: FieldSet::SINGLES.number(Field::$field),
        }, )* Row::UNNAMED];

        impl FieldSet {
            /// Fields that occur at most once in a product: those outside arrays and locales.
            const SINGLES: Self = Self::none()
                $( .with_field_if(Field::$field, is_single(JsonType::$json, $pointer)) )*;

            /// All documented fields.
            pub(crate) const NAMED: Self = Self::none()
                $( .with_field_if(Field::$field, !is_for_others(JsonType::$json)) )*;

            /// Returns the fields of an object, or the element field of an array.
            const fn children(around: Field) -> Self {
                Self::none()
                    $( .with_field_if(Field::$field, Field::$parent as u8 == around as u8) )*
                    .common(Self::NAMED)
            }

            /// Returns a field and all its descendants.
            const fn within(around: Field) -> Self {
                let mut set = Self::none().with_field(around);
                // Parents precede their children in the table, so one pass finds all descendants.
                $( set = set.with_field_if(Field::$field, set.has(Field::$parent)); )*
                set
            }

            /// Returns the fields of a JSON type.
            pub(crate) const fn typed(json: JsonType) -> Self {
                Self::none()
                    $( .with_field_if(Field::$field, JsonType::$json as u8 == json as u8) )*
            }

            /// Returns the string fields with this kind of content.
            pub(crate) const fn of_text(text: Text) -> Self {
                Self::none()
                    $( .with_field_if(Field::$field, holds(fields!(@text $json $($text)?), text)) )*
            }

            /// Direct fields of a product.
            pub(crate) const OF_PRODUCT: Self = Self::children(Field::Root);

            /// Required fields of a variant, including nested ones.
            pub(crate) const REQUIRED: Self = Self::none()
                $( .with_field_if(Field::$field, fields!(@required $($required)?)) )*;
        }
    };
    (@text String $text:ident) => { Some(Text::$text) };
    (@text String) => { compile_error!("a string field needs its kind of content: `String(Filled)`") };
    (@text $json:ident) => { None };
    (@required required) => { true };
    (@required) => { false };
}

fields! {
    Root: ["", "", ""] "" Object in Unnamed;
    Id: ["/id", "", ""] "id" Integer in Root;
    FamilyName: ["/family_name", "", ""] "family_name" String(Filled) in Root;
    Name: ["/name", "", ""] "name" String(Filled) in Root;
    LicenseType: ["/license_type", "", ""] "license_type" String(Free) in Root;
    LicenceTerm: ["/licence_term", "", ""] "licence_term" String(Term) in Root;
    Settings: ["/renew_settings", "", ""] "renew_settings" Object in Root;
    Chain: ["/renew_settings/product_id_for_renew", "", ""] "product_id_for_renew" Array in Settings;
    ChainItem: ["/renew_settings/product_id_for_renew", "[]", ""] "product_id_for_renew" Integer in Chain;
    Ar: ["/renew_settings/renew_ar", "", ""] "renew_ar" Object in Settings;
    ArEnable: ["/renew_settings/renew_ar/enable", "", ""] "enable" Boolean in Ar;
    ArRequired: ["/renew_settings/renew_ar/required", "", ""] "required" Boolean in Ar;
    ArOther: ["/renew_settings/renew_ar", "", ""] "renew_ar" Null in Ar;
    Pmr: ["/renew_settings/renew_pmr", "", ""] "renew_pmr" Boolean in Settings;
    Email: ["/renew_settings/renew_email", "", ""] "renew_email" Boolean in Settings;
    SettingsOther: ["/renew_settings", "", ""] "renew_settings" Null in Settings;
    Locales: ["/localization_values", "", ""] "localization_values" Object in Root;
    Locale: ["/localization_values", "/<locale>", ""] "<locale>" Object in Locales;
    CommentAr: ["/localization_values", "/<locale>", "/comment_for_product_for_AR"] "comment_for_product_for_AR" String(Free) in Locale;
    CommentMr: ["/localization_values", "/<locale>", "/comment_for_product_for_MR"] "comment_for_product_for_MR" String(Free) in Locale;
    LocaleOther: ["/localization_values", "/<locale>", ""] "<locale>" Null in Locale;
    Variants: ["/variants", "", ""] "variants" Array in Root;
    Variant: ["/variants", "[]", ""] "variants" Object in Variants;
    VendorCode: ["/variants", "[]", "/vendor_code"] "vendor_code" String(Filled) in Variant required;
    Sku: ["/variants", "[]", "/sku"] "sku" String(Filled) in Variant required;
    SkuAr: ["/variants", "[]", "/sku_ar"] "sku_ar" String(Filled) in Variant;
    Price: ["/variants", "[]", "/price"] "price" Object in Variant required;
    Common: ["/variants", "[]", "/price/common"] "common" Object in Price required;
    Currency: ["/variants", "[]", "/price/common/currency"] "currency" String(Currency) in Common required;
    Amount: ["/variants", "[]", "/price/common/price"] "price" String(Amount) in Common required;
    CommonOther: ["/variants", "[]", "/price/common"] "common" Null in Common;
    PriceOther: ["/variants", "[]", "/price"] "price" Null in Price;
    VariantOther: ["/variants", "[]", ""] "variants" Null in Variant;
    RootOther: ["", "", ""] "" Null in Root;
}

/// Returns `true` for the type of rows that represent undocumented members.
const fn is_for_others(json: JsonType) -> bool {
    matches!(json, JsonType::Null)
}

const fn holds(held: Option<Text>, text: Text) -> bool {
    matches!(held, Some(held) if held as u8 == text as u8)
}

/// Returns `true` if the field occurs at most once in a product.
const fn is_single(json: JsonType, [before, element, _]: [&str; 3]) -> bool {
    element.is_empty() && !before.is_empty() && !is_for_others(json)
}

/// Defines a getter for each column of the table, named like the column.
macro_rules! columns {
    ($($column:ident: $type:ty,)*) => {$(
        #[inline]
        pub(crate) fn $column(self) -> $type {
            self.row().$column
        }
    )*};
}

impl Field {
    columns! {
        json: JsonType,
        text: Option<Text>,
        within: FieldSet,
        needs: FieldSet,
        single: usize,
    }

    /// Returns the last token of the pointer: the key in the JSON.
    #[inline]
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// Object or array that contains the field.
    #[inline]
    #[must_use]
    pub fn parent(self) -> Self {
        self.row().parent
    }

    #[inline]
    pub(crate) fn row(self) -> &'static Row {
        // The fallback is unreachable, and the compiler removes it.
        ROWS.get(self as usize).unwrap_or(const { &Row::UNNAMED })
    }

    /// Returns the path as written in documentation: `renew_settings.renew_ar.enable`, `variants[].sku`,
    /// `localization_values.<locale>`.
    pub fn path(self) -> String {
        let mut path = String::new();
        push_dotted(&mut path, &self.row().pointer.concat());
        path
    }

    /// Returns `true` if the field is documented: neither `Unnamed` nor a row for undocumented members.
    pub(crate) const fn is_named(self) -> bool {
        FieldSet::NAMED.has(self)
    }

    /// Returns whether the field must have this JSON type.
    #[inline]
    pub fn is(self, json: JsonType) -> bool {
        self.json() == json
    }

    /// Returns the fields of this object in table order.
    pub fn children(self) -> impl Iterator<Item = Self> + Clone {
        let some = |field: Self| (field != Self::Unnamed).then_some(field);
        core::iter::successors(some(self.first_child()), move |field| some(field.next_sibling()))
    }

    /// Returns the field that represents the undocumented members of this object.
    pub(crate) fn others(self) -> Self {
        let of_this = |row: &&Row| !row.field.is_named() && row.parent == self;
        ROWS.iter().find(of_this).map_or(Self::RootOther, |row| row.field)
    }

    /// Returns the enclosing object if this field represents undocumented members, otherwise the field itself.
    pub(crate) fn object(self) -> Self {
        if self.is_named() { self } else { self.parent() }
    }

    /// Returns `true` if this is `field` or one of its descendants.
    pub(crate) fn is_within(self, field: Self) -> bool {
        field.within().has(self)
    }

    /// Returns the JSON Pointer (RFC 6901) of a documented field that occurs at most once in a product; `None` for any
    /// other field.
    pub(crate) fn fixed_pointer(self) -> Option<&'static str> {
        let [before, element, _] = self.row().pointer;
        (element.is_empty() && self.is_named()).then_some(before)
    }

    /// Returns the top-level field that is this field or contains it; `Root` for the product itself.
    pub(crate) fn root(self) -> Self {
        let mut field = self;
        while !matches!(field.parent(), Self::Root | Self::Unnamed) {
            field = field.parent();
        }
        field
    }

    /// Returns the field that groups the diagnostics of one element in a report: `Locale` or `Variant` for their
    /// descendants, otherwise the field itself.
    pub(crate) fn block(self) -> Self {
        match self {
            _ if const { FieldSet::within(Self::Locale) }.has(self) => Self::Locale,
            _ if const { FieldSet::within(Self::Variant) }.has(self) => Self::Variant,
            _ => self,
        }
    }

    /// Number of fields that occur at most once in a product.
    pub(crate) const SINGLES: usize = FieldSet::SINGLES.number(Self::Unnamed);
}

const _: () = assert!(Field::COUNT <= 64, "a bit for each field");

/// Set of fields, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSet(u64);

impl FieldSet {
    pub(crate) const fn none() -> Self {
        Self(0)
    }

    pub(crate) const fn of(fields: &[Field]) -> Self {
        let (mut set, mut rest) = (Self::none(), fields);
        while let [first, others @ ..] = rest {
            set = set.with_field(*first);
            rest = others;
        }
        set
    }

    const fn with_field_if(self, field: Field, condition: bool) -> Self {
        Self(self.0 | (condition as u64) << field as u8)
    }

    pub(crate) const fn with_field(self, field: Field) -> Self {
        self.with_field_if(field, true)
    }

    pub(crate) const fn without_field(self, field: Field) -> Self {
        Self(self.0 & !(1 << field as u8))
    }

    pub(crate) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(crate) const fn common(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(crate) const fn has(self, field: Field) -> bool {
        self.0 >> field as u8 & 1 == 1
    }

    /// Returns the number of fields in the set before `field`, or the size of the set if it does not contain `field`.
    const fn number(self, field: Field) -> usize {
        let before = if self.has(field) { self.without(self.after(field)).without_field(field) } else { self };
        before.len()
    }

    /// Returns the fields of the set that come after `field`.
    const fn after(self, field: Field) -> Self {
        Self(self.0 >> field as u8 >> 1 << 1 << field as u8)
    }

    /// Returns the first field of the set, or `Unnamed` if the set is empty.
    const fn first(self) -> Field {
        let [number, ..] = self.0.trailing_zeros().to_le_bytes();
        Field::numbered(number)
    }

    /// Iterates over the fields in report order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Field> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let field = rest.first();
            rest = rest.without_field(field);
            (field != Field::Unnamed).then_some(field)
        })
    }
}

/// Builds a constant [`FieldSet`] from variants of `Field`.
macro_rules! fields_of {
    ($($field:ident),*) => {
        const { $crate::schema::FieldSet::of(&[$($crate::schema::Field::$field),*]) }
    };
}
pub(crate) use fields_of;

/// Appends the tokens of a pointer, separated by dots.
pub(super) fn push_dotted(text: &mut String, pointer: &str) {
    for name in pointer.split('/').filter(|name| !name.is_empty()) {
        if !text.is_empty() {
            text.push('.');
        }
        text.push_str(name);
    }
}

impl KnownField for Field {
    const UNKNOWN: Self = Self::Unnamed;
    const COUNT: usize = Self::COUNT;

    #[inline]
    fn from_index(index: u8) -> Self {
        Self::numbered(index)
    }

    #[inline]
    fn index(self) -> u8 {
        self as u8
    }

    #[inline]
    fn key(self) -> &'static str {
        self.key()
    }

    #[inline]
    fn accepts(self, json_type: JsonType) -> bool {
        self.is(json_type)
    }

    #[inline]
    fn has_dynamic_key(self) -> bool {
        self == Self::Locale
    }

    #[inline]
    fn first_child(self) -> Self {
        self.row().first_child
    }

    #[inline]
    fn next_sibling(self) -> Self {
        self.row().next_sibling
    }

    fn child(self, name: &[u8]) -> Self {
        if self == Self::Locales {
            return Self::Locale;
        }
        let mut fields = self.children();
        fields.find(|field| field.key().as_bytes() == name).unwrap_or(Self::Unnamed)
    }
}
