//! Where in a product something stands: compact while checking, a JSON Pointer in a report.

use alloc::{borrow::Cow, string::String};
use core::fmt::Write as _;

/// The fields of §2.3 to §2.5 and what may stand beside them, in the order in which a report lists
/// them: the order of the tables, a table that another one refers to standing at that place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spot {
    Root,
    Id,
    FamilyName,
    Name,
    LicenseType,
    LicenceTerm,
    Settings,
    Chain,
    ChainItem,
    Ar,
    ArEnable,
    ArRequired,
    ArOther,
    Pmr,
    Email,
    SettingsOther,
    Locales,
    Locale,
    CommentAr,
    CommentMr,
    LocaleOther,
    Variants,
    Variant,
    VendorCode,
    Sku,
    SkuAr,
    Price,
    Common,
    Currency,
    Amount,
    CommonOther,
    PriceOther,
    VariantOther,
    RootOther,
}

/// Some of the fields that decide about others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spots(u32);

impl Spots {
    /// In the order of a report, which is that of the bits.
    const LISTED: [Spot; 21] = [
        Spot::Id,
        Spot::FamilyName,
        Spot::Name,
        Spot::LicenseType,
        Spot::LicenceTerm,
        Spot::Settings,
        Spot::Chain,
        Spot::ArEnable,
        Spot::Pmr,
        Spot::Email,
        Spot::Locales,
        Spot::CommentAr,
        Spot::CommentMr,
        Spot::Variants,
        Spot::VendorCode,
        Spot::Sku,
        Spot::SkuAr,
        Spot::Price,
        Spot::Common,
        Spot::Currency,
        Spot::Amount,
    ];

    /// A spot that is not listed has no bit: then [`spots`] does not compile.
    const fn bit(spot: Spot) -> u32 {
        let (mut place, mut rest) = (0, Self::LISTED.as_slice());
        while let [first, others @ ..] = rest {
            if *first as u8 == spot as u8 {
                break;
            }
            place += 1;
            rest = others;
        }
        assert!(place < Self::LISTED.len(), "this spot is not listed");
        1 << place
    }

    pub(crate) const fn of(spots: &[Spot]) -> Self {
        let (mut set, mut rest) = (0, spots);
        while let [first, others @ ..] = rest {
            set |= Self::bit(*first);
            rest = others;
        }
        Self(set)
    }

    /// One of the listed spots alone; of another one, nothing.
    pub(crate) fn one(spot: Spot) -> Self {
        let bit = Self::LISTED.iter().position(|listed| *listed == spot);
        Self(bit.map_or(0, |bit| 1 << bit))
    }

    pub(crate) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Spot> {
        let listed = Self::LISTED.into_iter().enumerate();
        listed.filter_map(move |(bit, spot)| (self.0 >> bit & 1 == 1).then_some(spot))
    }
}

/// [`Spots`] by their names.
macro_rules! spots {
    ($($spot:ident),*) => {
        const { $crate::place::Spots::of(&[$($crate::place::Spot::$spot),*]) }
    };
}
pub(crate) use spots;

impl Spot {
    /// The spot by which the elements of one array or map are kept together in a report.
    const fn block(self) -> Self {
        match self {
            Self::Locale | Self::CommentAr | Self::CommentMr | Self::LocaleOther => Self::Locale,
            Self::Variant
            | Self::VendorCode
            | Self::Sku
            | Self::SkuAr
            | Self::Price
            | Self::Common
            | Self::Currency
            | Self::Amount
            | Self::CommonOther
            | Self::PriceOther
            | Self::VariantOther => Self::Variant,
            other => other,
        }
    }

    /// The field of the product that this spot belongs to.
    pub(crate) const fn root(self) -> Self {
        match self {
            Self::Chain
            | Self::ChainItem
            | Self::Ar
            | Self::ArEnable
            | Self::ArRequired
            | Self::ArOther
            | Self::Pmr
            | Self::Email
            | Self::SettingsOther => Self::Settings,
            other => match other.block() {
                Self::Locale => Self::Locales,
                Self::Variant => Self::Variants,
                block => block,
            },
        }
    }

    /// The field's name as documents write it: `renew_settings.renew_ar.enable`,
    /// `variants[].sku`, `localization_values.<locale>`.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            Self::Root | Self::RootOther => "",
            Self::Id => "id",
            Self::FamilyName => "family_name",
            Self::Name => "name",
            Self::LicenseType => "license_type",
            Self::LicenceTerm => "licence_term",
            Self::Settings | Self::SettingsOther => "renew_settings",
            Self::Chain => "renew_settings.product_id_for_renew",
            Self::ChainItem => "renew_settings.product_id_for_renew[]",
            Self::Ar | Self::ArOther => "renew_settings.renew_ar",
            Self::ArEnable => "renew_settings.renew_ar.enable",
            Self::ArRequired => "renew_settings.renew_ar.required",
            Self::Pmr => "renew_settings.renew_pmr",
            Self::Email => "renew_settings.renew_email",
            Self::Locales => "localization_values",
            Self::Locale | Self::LocaleOther => "localization_values.<locale>",
            Self::CommentAr => "localization_values.<locale>.comment_for_product_for_AR",
            Self::CommentMr => "localization_values.<locale>.comment_for_product_for_MR",
            Self::Variants => "variants",
            Self::Variant | Self::VariantOther => "variants[]",
            Self::VendorCode => "variants[].vendor_code",
            Self::Sku => "variants[].sku",
            Self::SkuAr => "variants[].sku_ar",
            Self::Price | Self::PriceOther => "variants[].price",
            Self::Common | Self::CommonOther => "variants[].price.common",
            Self::Currency => "variants[].price.common.currency",
            Self::Amount => "variants[].price.common.price",
        }
    }

    /// The last word of [`field`](Self::field): what stands in the JSON.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Chain | Self::ChainItem => "product_id_for_renew",
            Self::Ar | Self::ArOther => "renew_ar",
            Self::ArEnable => "enable",
            Self::ArRequired => "required",
            Self::Pmr => "renew_pmr",
            Self::Email => "renew_email",
            Self::CommentAr => "comment_for_product_for_AR",
            Self::CommentMr => "comment_for_product_for_MR",
            Self::VendorCode => "vendor_code",
            Self::Sku => "sku",
            Self::SkuAr => "sku_ar",
            Self::Price | Self::PriceOther | Self::Amount => "price",
            Self::Common | Self::CommonOther => "common",
            Self::Currency => "currency",
            other => other.field(),
        }
    }

    /// The number of this spot among those of which a product has one, the root aside.
    pub(crate) const fn single(self) -> Option<usize> {
        Some(match self {
            Self::Id => 0,
            Self::FamilyName => 1,
            Self::Name => 2,
            Self::LicenseType => 3,
            Self::LicenceTerm => 4,
            Self::Settings => 5,
            Self::Locales => 6,
            Self::Variants => 7,
            Self::Chain => 8,
            Self::Ar => 9,
            Self::Pmr => 10,
            Self::Email => 11,
            Self::ArEnable => 12,
            Self::ArRequired => 13,
            _ => return None,
        })
    }
}

impl Spot {
    /// The number of this spot among the fields of a variant.
    pub(crate) const fn of_variant(self) -> Option<usize> {
        Some(match self {
            Self::VendorCode => 0,
            Self::Sku => 1,
            Self::SkuAr => 2,
            Self::Price => 3,
            Self::Common => 4,
            Self::Currency => 5,
            Self::Amount => 6,
            _ => return None,
        })
    }

    /// The object in which a field stands of which a product has one.
    pub(crate) const fn container(self) -> Option<Self> {
        match self {
            Self::ArEnable | Self::ArRequired => Some(Self::Ar),
            Self::Chain | Self::Ar | Self::Pmr | Self::Email => Some(Self::Settings),
            Self::Id
            | Self::FamilyName
            | Self::Name
            | Self::LicenseType
            | Self::LicenceTerm
            | Self::Settings
            | Self::Locales
            | Self::Variants => Some(Self::Root),
            _ => None,
        }
    }
}

/// A place in a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    pub(crate) spot: Spot,
    /// The index of the element of the chain, the variants or the locales.
    pub(crate) index: usize,
    /// The position of an unnamed field among the unnamed fields of its object.
    pub(crate) order: usize,
    /// The locale, where there is one.
    pub(crate) locale: Cow<'a, str>,
    /// The name of an unnamed field.
    pub(crate) name: Cow<'a, str>,
}

impl<'a> Place<'a> {
    pub(crate) const fn of(spot: Spot) -> Self {
        Self::at(spot, 0)
    }

    pub(crate) const fn at(spot: Spot, index: usize) -> Self {
        Self {
            spot,
            index,
            order: 0,
            locale: Cow::Borrowed(""),
            name: Cow::Borrowed(""),
        }
    }

    /// The same element, another field of it.
    pub(crate) fn to(&self, spot: Spot) -> Self {
        Self {
            spot,
            ..self.clone()
        }
    }

    /// A field of the object here that the document does not name.
    pub(crate) fn other(&self, spot: Spot, order: usize, name: Cow<'a, str>) -> Self {
        Self {
            spot,
            order,
            name,
            ..self.clone()
        }
    }

    /// What a report is ordered by.
    pub(crate) fn key(&self) -> (Spot, usize, Spot, usize) {
        (self.spot.block(), self.index, self.spot, self.order)
    }

    /// Adds the JSON Pointer (RFC 6901) of this place to `pointer`.
    pub(crate) fn write_pointer(&self, pointer: &mut String) {
        match self.spot {
            Spot::Root | Spot::RootOther => {}
            Spot::Id
            | Spot::FamilyName
            | Spot::Name
            | Spot::LicenseType
            | Spot::LicenceTerm
            | Spot::Settings
            | Spot::SettingsOther
            | Spot::Chain
            | Spot::Ar
            | Spot::ArOther
            | Spot::ArEnable
            | Spot::ArRequired
            | Spot::Pmr
            | Spot::Email
            | Spot::Locales
            | Spot::Variants => {
                push_names(pointer, self.spot.field());
            }
            Spot::ChainItem => {
                pointer.push_str("/renew_settings/product_id_for_renew");
                push_index(pointer, self.index);
            }
            Spot::Locale | Spot::CommentAr | Spot::CommentMr | Spot::LocaleOther => {
                pointer.push_str("/localization_values");
                push_token(pointer, &self.locale);
                if matches!(self.spot, Spot::CommentAr | Spot::CommentMr) {
                    push_token(pointer, self.spot.key());
                }
            }
            Spot::Variant
            | Spot::VendorCode
            | Spot::Sku
            | Spot::SkuAr
            | Spot::Price
            | Spot::Common
            | Spot::Currency
            | Spot::Amount
            | Spot::CommonOther
            | Spot::PriceOther
            | Spot::VariantOther => {
                pointer.push_str("/variants");
                push_index(pointer, self.index);
                let field = self.spot.field();
                let below = field.strip_prefix("variants[].").unwrap_or_default();
                push_names(pointer, below);
            }
        }
        if matches!(
            self.spot,
            Spot::RootOther
                | Spot::SettingsOther
                | Spot::ArOther
                | Spot::LocaleOther
                | Spot::CommonOther
                | Spot::PriceOther
                | Spot::VariantOther
        ) {
            push_token(pointer, &self.name);
        }
    }
}

/// Adds the names of a field of the tables, which stand in a pointer as they are.
fn push_names(pointer: &mut String, field: &str) {
    for name in field.split('.').filter(|name| !name.is_empty()) {
        pointer.push('/');
        pointer.push_str(name);
    }
}

/// Adds one reference token, escaped as RFC 6901 says.
pub(crate) fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    if !token.contains(['~', '/']) {
        pointer.push_str(token);
        return;
    }
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

pub(crate) fn push_index(pointer: &mut String, index: usize) {
    // Writing to a string cannot fail.
    let _ = write!(pointer, "/{index}");
}
