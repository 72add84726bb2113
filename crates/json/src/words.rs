//! Words: enums of which each value is one word in JSON, in options and in text.

use alloc::string::String;

/// A text that is not one of the words that a type has.
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
    /// The words that there are.
    pub known: &'static [&'static str],
}

impl WordError {
    #[doc(hidden)]
    pub const fn new(known: &'static [&'static str]) -> Self {
        Self { known }
    }
}

/// Words in a sentence.
pub fn list(words: &mut dyn Iterator<Item = &str>) -> String {
    let mut list = String::new();
    for word in words {
        list.push_str(if list.is_empty() { "`" } else { ", `" });
        list.push_str(word);
        list.push('`');
    }
    list
}

/// An enum of which each value has a word, and, where a function at the end says so, a text.
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
            /// All values, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The texts of all values, in order.
            #[doc(hidden)]
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Its text, as in JSON.
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

/// Words, written once for reading, writing and documentation.
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

        impl $crate::Json for $name {
            fn write(&self, json: &mut alloc::string::String) {
                $crate::Word(self.as_str()).write(json);
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::WordError;

            /// The value with this word.
            fn from_str(text: &str) -> Result<Self, $crate::WordError> {
                let found = Self::ALL.iter().find(|value| value.as_str() == text);
                found.copied().ok_or($crate::WordError::new(Self::WORDS))
            }
        }
    };
}

/// Lets an error become a `String`: the text that `to_string` gives, but without `core::fmt`, which would
/// be a thirtieth of what a page loads.
#[doc(hidden)]
#[macro_export]
macro_rules! into_text {
    ($error:ident) => {
        impl From<$error> for alloc::string::String {
            /// The text of the error, as `to_string` gives it.
            fn from(error: $error) -> Self {
                error.text()
            }
        }
    };
}

/// Written by `serde` as their text, and read as they are parsed from it.
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
