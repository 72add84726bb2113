//! Objects of the interface document, with their undocumented fields.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use serde_json::Value;

use renewal_rules_json::JsonText;

/// Undocumented fields of an object, in the order of the input. Each value is retained as its exact JSON text, so that
/// a JSON round trip changes nothing; in other formats it is an ordinary value, as with [`JsonText`].
///
/// ```
/// use renewal_rules::Product;
///
/// let text = r#"{"name":"Example","vat":1.10,"serial":123456789012345678901234567890}"#;
/// let product: Product = serde_json::from_str(text)?;
/// assert_eq!(product.other.get("vat"), Some("1.10"));
/// assert_eq!(serde_json::to_string(&product)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Other(pub(super) Vec<(String, JsonText)>);

impl Other {
    /// Returns the JSON text of the field `name`, if present.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find_map(|(key, value)| (key == name).then(|| value.as_str()))
    }

    /// Sets the field `name`, replacing any earlier value.
    pub fn set(&mut self, name: &str, value: &Value) {
        self.remove(name);
        self.0.push((name.to_owned(), JsonText::new(format!("{value}"))));
    }

    /// Removes the field `name`.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| key != name);
    }

    /// Returns the names and JSON texts of the fields, in the order of the input.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Defines a struct with optional and required fields and [`Other`], with its `Serialize` and `Deserialize`.
/// Deserialisation stops at the first error; use [`check`](crate::check) to report all diagnostics at once.
macro_rules! object {
    (
        $(#[$doc:meta])* $(derive($default:ident))? pub struct $name:ident {
            $( $(#[$field_doc:meta])* $kind:ident $field:ident $key:literal: $type:ty, )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq $(, $default)?)]
        pub struct $name {
            $( $(#[$field_doc])* pub $field: object!(@type $kind $type), )*
            /// Undocumented fields: those that the interface document does not name.
            pub other: $crate::product::Other,
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                $( object!(@write $kind self.$field, $key, map); )*
                for (name, value) in &self.other.0 {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Members;
                impl<'de> serde::de::Visitor<'de> for Members {
                    type Value = $name;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        $( let mut $field: Option<$type> = None; )*
                        let mut other = $crate::product::Other::default();
                        while let Some(key) = map.next_key::<alloc::string::String>()? {
                            match key.as_str() {
                                $( $key => $field = Some(map.next_value()?), )*
                                _ => other.0.push((key, map.next_value()?)),
                            }
                        }
                        Ok($name { $( $field: object!(@read $kind $field, $key), )* other })
                    }
                }
                deserializer.deserialize_map(Members)
            }
        }
    };
    (@type optional $type:ty) => { Option<$type> };
    (@type required $type:ty) => { $type };
    (@write optional $self:ident . $field:ident, $key:literal, $map:ident) => {
        if let Some(value) = &$self.$field {
            $map.serialize_entry($key, value)?;
        }
    };
    (@write required $self:ident . $field:ident, $key:literal, $map:ident) => {
        $map.serialize_entry($key, &$self.$field)?;
    };
    (@read optional $field:ident, $key:literal) => { $field };
    (@read required $field:ident, $key:literal) => {
        $field.ok_or_else(|| serde::de::Error::missing_field($key))?
    };
}
pub(crate) use object;
