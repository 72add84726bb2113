//! Parser of options: a table of names and types for each struct of options.

use alloc::{borrow::Cow, string::String};

use super::deserialize::OptionType;
use super::error::{Expected, OptionsError};
use crate::product::{Payment, ProductId};
use crate::report::Level;
use crate::schema::Field;
use crate::schema::FieldTree as _;
use renewal_rules_json::{Document, JsonType, NodeId, Tree};
use renewal_rules_json::{JsonText, list_keywords};

/// Group of calls that accept the same options. Any other option is an error of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// Any call: accepts every option.
    Any,
    /// Checks of a product: accept every option except `consent`.
    Product,
    /// Decisions on the effective kind: accept every option except `maxDiagnostics`.
    Decision,
    /// Checks of a catalogue: accept `payment`, `limits`, `rules` and `maxDiagnostics`.
    Catalogue,
}

/// An option, or a member of an option such as `limits`, as a node of the parsed JSON.
pub struct OptionNode<'t> {
    /// The name of the option.
    pub name: Cow<'t, str>,
    /// The name of the enclosing option; empty at the top level.
    around: &'t str,
    document: Document<'t>,
    node: NodeId,
}

impl<'t> OptionNode<'t> {
    const fn root(document: Document<'t>, name: &'t str) -> Self {
        Self { name: Cow::Borrowed(name), around: "", document, node: 0 }
    }

    /// Returns the members of an object, or `None` for any other value.
    pub fn members(&self) -> Option<impl Iterator<Item = OptionNode<'_>>> {
        let members = self.document.members(self.node)?;
        Some(members.map(|(name, node)| OptionNode { name, around: &self.name, document: self.document, node }))
    }

    /// Returns the value as converted by `read`, or an error with `expected` if `read` returns `None`.
    ///
    /// # Errors
    ///
    /// Returns [`OptionsError::Invalid`] with `expected` if `read` returns `None`.
    pub fn value<'s, T>(
        &'s self,
        expected: Expected,
        read: impl Fn(Document<'s>, NodeId) -> Option<T>,
    ) -> Result<T, OptionsError> {
        read(self.document, self.node).ok_or_else(|| self.invalid(expected))
    }

    /// Creates the error for a value that the option does not accept.
    pub fn invalid(&self, expected: Expected) -> OptionsError {
        invalid(self.path(), expected)
    }

    /// Returns the name used in errors: prefixed with the enclosing option, if any, such as `limits.arMinDays`.
    fn path(&self) -> String {
        let dot = if self.around.is_empty() { "" } else { "." };
        [self.around, dot, &self.name].concat()
    }
}

/// Creates the error for an option whose value is not accepted.
pub fn invalid(name: impl Into<String>, expected: Expected) -> OptionsError {
    OptionsError::Invalid { name: name.into(), expected }
}

/// Table row of an option.
pub struct OptionRow<O: 'static> {
    /// Name of the option in JSON.
    pub name: &'static str,
    /// The type requested from the deserializer.
    pub option_type: OptionType,
    /// Parses the value and sets the option.
    pub read: fn(&mut O, &OptionNode<'_>) -> Result<(), OptionsError>,
    /// The scopes that do not accept the option.
    pub not: &'static [Scope],
}

/// Sets the options given in a JSON text; empty text sets none.
///
/// # Errors
///
/// Returns an [`OptionsError`] if the text is not a JSON object, or if an option is unknown, not accepted in the scope, or
/// has an invalid value.
pub fn read<O>(text: &str, rows: &[OptionRow<O>], scope: Scope, options: O) -> Result<O, OptionsError> {
    let text = if text.is_empty() { "{}" } else { text };
    let tree = parse(text)?;
    let all = OptionNode::root(tree.document(), "");
    read_each(all.members().ok_or(OptionsError::NotAnObject)?, rows, scope, options)
}

/// Reads the value of a single option.
pub(super) fn read_alone<T: OptionValue>(name: &str, text: &str) -> Result<T, OptionsError> {
    T::read(&OptionNode::root(parse(text)?.document(), name))
}

/// Parses JSON text with the parser of products, so that the browser bundle does not contain a second parser.
pub(super) fn parse(text: &str) -> Result<Tree<'_>, OptionsError> {
    Tree::parse_as(text.into(), Field::Unnamed).map_err(|_| OptionsError::NotAnObject)
}

/// Sets each option in `all`, looked up by name in `rows`.
pub(super) fn read_each<'t, O>(
    all: impl Iterator<Item = OptionNode<'t>>,
    rows: &[OptionRow<O>],
    scope: Scope,
    mut options: O,
) -> Result<O, OptionsError> {
    let accepted = || rows.iter().filter(|row| !row.not.contains(&scope));
    for option in all {
        let row = accepted().find(|row| row.name == option.name);
        let row = row.ok_or_else(|| OptionsError::Unknown {
            name: option.path(),
            known: list_keywords(&mut accepted().map(|row| row.name)),
        })?;
        (row.read)(&mut options, &option)?;
    }
    Ok(options)
}

/// A type that the value of an option can have.
pub trait OptionValue: Sized {
    /// The type requested from the deserializer.
    const TYPE: OptionType;

    /// Parses the value.
    ///
    /// # Errors
    ///
    /// [`OptionsError`] if the option does not accept the value.
    fn read(option: &OptionNode<'_>) -> Result<Self, OptionsError>;

    /// Returns whether `Serialize` omits the option.
    fn is_absent(&self) -> bool {
        false
    }
}

impl<T: OptionValue> OptionValue for Option<T> {
    const TYPE: OptionType = T::TYPE;

    fn read(option: &OptionNode<'_>) -> Result<Self, OptionsError> {
        T::read(option).map(Some)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// Implements `OptionValue` for types: each with its serde type, the values it expects and its conversion from JSON.
#[doc(hidden)]
#[macro_export]
macro_rules! option_values {
    ($($type:ty: $option_type:ident, $expected:expr, $read:expr;)*) => {$(
        impl $crate::internal::options::OptionValue for $type {
            const TYPE: $crate::internal::options::OptionType = $crate::internal::options::OptionType::$option_type;

            fn read(
                option: &$crate::internal::options::OptionNode<'_>,
            ) -> Result<Self, $crate::OptionsError> {
                option.value($expected, $read)
            }
        }
    )*};
}

/// Implements `OptionValue` for enums of keywords.
#[doc(hidden)]
#[macro_export]
macro_rules! option_words {
    ($($type:ty),*) => {
        $crate::option_values! {$(
            $type: Text, $crate::Expected::OneOf(<$type>::KEYWORDS),
                |document, node| document.text(node)?.parse().ok();
        )*}
    };
}

option_values! {
    bool: Switch, Expected::Boolean, |document, node| document.boolean(node);
    u32: Number, Expected::Count, |document, node| document.unsigned(node)?.try_into().ok();
    usize: Number, Expected::Count, |document, node| Some(u32::try_from(document.unsigned(node)?).ok()? as Self);
    ProductId: Number, Expected::ProductId, |document, node| document.product_id(node);
    JsonText: Any, Expected::Product, |document, node| {
        let is_object = document.kind(node) == JsonType::Object;
        is_object.then(|| JsonText::new(String::from(document.raw(node))))
    };
}

option_words!(Level, Payment);

/// Defines builder methods: each sets an option and returns the options.
#[doc(hidden)]
#[macro_export]
macro_rules! setters {
    ($($set:ident($field:ident: $type:ty);)*) => {$(
        #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
        #[must_use]
        pub fn $set(mut self, $field: $type) -> Self {
            self.$field = $field.into();
            self
        }
    )*};
}

/// Defines a struct of options, with one row per option: field, JSON name and type, optionally followed by `=` and the
/// default, `=>` and the setter, `by` and a custom parser, `not` and the scopes that do not accept the option.
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    (
        $(#[$doc:meta])* $(derive($default:ident))? pub struct $name:ident {
            $(
                $(#[$field_doc:meta])* $vis:vis $field:ident $key:literal: $type:ty $(= $default_options:expr)?
                $(=> $set:ident($given:ty))? $(, by $read:path)? $(, not [$($scope:ident),*])?;
            )*
        }
    ) => {
        $(#[$doc])*
        #[derive(serde::Serialize)]
        #[non_exhaustive]
        pub struct $name {$(
            $(#[$field_doc])*
            #[serde(rename = $key, skip_serializing_if = "renewal_rules::internal::options::OptionValue::is_absent")]
            $vis $field: $type,
        )*}

        impl $name {
            /// Table with one row per option.
            #[doc(hidden)]
            pub const ROWS: &'static [$crate::internal::options::OptionRow<Self>] = &[$(
                $crate::internal::options::OptionRow {
                    name: $key,
                    option_type: <$type as $crate::internal::options::OptionValue>::TYPE,
                    read: |options, option| {
                        options.$field = $crate::options!(@read $type $(, $read)?)(option)?;
                        Ok(())
                    },
                    not: &[$($($crate::Scope::$scope),*)?],
                },
            )*];

            /// The type requested from the deserializer.
            #[doc(hidden)]
            pub const TYPE: $crate::internal::options::OptionType = $crate::internal::options::OptionType::Members(|name| {
                let mut rows = Self::ROWS.iter();
                rows.find(|row| row.name == name).map_or($crate::internal::options::OptionType::Text, |row| row.option_type)
            });

            /// Returns the defaults.
            fn defaults() -> Self {
                Self { $( $field: $crate::options!(@default_value $($default_options)?), )* }
            }

            /// Returns the options that a scope accepts; all others have their defaults.
            #[allow(dead_code, reason = "some structs are accepted as a whole by every call")]
            #[must_use]
            pub fn of_scope(&self, scope: $crate::Scope) -> Self {
                let mut accepted = Self::defaults();
                $(
                    if ![$($($crate::Scope::$scope),*)?].contains(&scope) {
                        accepted.$field = self.$field.clone();
                    }
                )*
                accepted
            }

            $crate::setters! { $($($set($field: $given);)?)* }
        }

        $(
            impl $default for $name {
                fn default() -> Self {
                    Self::defaults()
                }
            }
        )?

        $crate::deserialize!($name, Self::from_json);
    };
    (@read $type:ty) => { <$type as $crate::internal::options::OptionValue>::read };
    (@read $type:ty, $read:path) => { $read };
    (@default_value) => { Default::default() };
    (@default_value $default_options:expr) => { $default_options };
}
