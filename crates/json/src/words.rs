//! Macros for enums whose variants are keywords in JSON, options and text.

use alloc::string::String;

/// Error for a text that is none of the keywords of an enum.
///
/// ```
/// use renewal_rules_json::JsonType;
///
/// let error = "text".parse::<JsonType>().unwrap_err();
/// assert_eq!(error.known, ["null", "boolean", "integer", "number", "string", "array", "object"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("it must be one of {}", list(&mut known.iter().copied()))]
#[non_exhaustive]
pub struct WordError {
    /// Allowed keywords.
    pub known: &'static [&'static str],
}

impl WordError {
    #[doc(hidden)]
    pub const fn new(known: &'static [&'static str]) -> Self {
        Self { known }
    }
}

/// Formats words as a list in backticks, separated by commas.
pub fn list(words: &mut dyn Iterator<Item = &str>) -> String {
    let mut list = String::new();
    for word in words {
        list.push_str(if list.is_empty() { "`" } else { ", `" });
        list.push_str(word);
        list.push('`');
    }
    list
}

/// Defines an enum whose variants have a keyword. If a function follows the enum, each variant also has a text that
/// this function returns.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $( $(#[$word_doc:meta])* $variant:ident = $word:literal, )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(unreachable_pub, reason = "some are of this crate alone")]
        pub enum $name {
            $( $(#[$word_doc])* $variant, )*
        }

        #[allow(
            dead_code,
            unreachable_pub,
            reason = "some are of this crate alone, and not asked for everything"
        )]
        impl $name {
            /// All variants, in order of definition.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The texts of all values, in order.
            #[doc(hidden)]
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Returns the keyword, as in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
        }
    };
    (
        $(#[$doc:meta])* $name:ident {
            $( $(#[$word_doc:meta])* $variant:ident = $word:literal => $text:literal, )*
        }
        $(#[$said_doc:meta])* $vis:vis fn $said:ident
    ) => {
        $crate::named! {
            $(#[$doc])*
            $name { $( $(#[$word_doc])* $variant = $word, )* }
        }

        impl $name {
            $(#[$said_doc])*
            $vis const fn $said(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
}

/// Defines an enum like [`named`], and implements parsing, output and serde for the keywords.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($words:tt)* } $($said:tt)*) => {
        $crate::named! {
            $(#[$doc])*
            $name { $($words)* } $($said)*
        }

        $crate::as_text!($name);

        impl From<$name> for &'static str {
            fn from(value: $name) -> Self {
                value.as_str()
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::WordError;

            /// Parses a keyword.
            fn from_str(text: &str) -> Result<Self, $crate::WordError> {
                let found = Self::ALL.iter().find(|value| value.as_str() == text);
                found.copied().ok_or($crate::WordError::new(Self::WORDS))
            }
        }
    };
}

/// Implements conversion of an error to a `String`, with the same text as `to_string`. Avoids `core::fmt`, which would
/// make up a thirtieth of the browser bundle.
#[doc(hidden)]
#[macro_export]
macro_rules! into_text {
    ($error:ident) => {
        impl From<$error> for alloc::string::String {
            /// Returns the same text as `to_string`.
            fn from(error: $error) -> Self {
                error.text()
            }
        }
    };
}

/// Implements serde traits through `Display` and `FromStr`.
#[doc(hidden)]
#[macro_export]
macro_rules! as_text {
    ($($name:ident),*) => {$(
        #[automatically_derived]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[automatically_derived]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <alloc::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
