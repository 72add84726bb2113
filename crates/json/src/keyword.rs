//! Macros for enums whose variants are keywords in JSON, options and text.

use alloc::string::String;

/// Error for a text that is not a keyword of the parsed enum.
///
/// ```
/// use renewal_rules_json::JsonType;
///
/// let error = "text".parse::<JsonType>().unwrap_err();
/// assert_eq!(error.known, ["null", "boolean", "integer", "number", "string", "array", "object"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("it must be one of {}", list_keywords(&mut known.iter().copied()))]
#[non_exhaustive]
pub struct KeywordError {
    /// All keywords of the enum.
    pub known: &'static [&'static str],
}

impl KeywordError {
    #[doc(hidden)]
    pub const fn new(known: &'static [&'static str]) -> Self {
        Self { known }
    }
}

/// Formats keywords as a list in backticks, separated by commas.
pub fn list_keywords(keywords: &mut dyn Iterator<Item = &str>) -> String {
    let mut list = String::new();
    for keyword in keywords {
        list.push_str(if list.is_empty() { "`" } else { ", `" });
        list.push_str(keyword);
        list.push('`');
    }
    list
}

/// Defines an enum whose variants have a keyword. If a function follows the enum, each variant also has a text that
/// this function returns.
#[doc(hidden)]
#[macro_export]
macro_rules! keyword_enum {
    ($(#[$doc:meta])* $name:ident { $( $(#[$keyword_doc:meta])* $variant:ident = $keyword:literal, )* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(unreachable_pub, reason = "some of the enums are private to their crate")]
        pub enum $name {
            $( $(#[$keyword_doc])* $variant, )*
        }

        #[allow(
            dead_code,
            unreachable_pub,
            reason = "some of the enums are private to their crate, and use only some of the functions"
        )]
        impl $name {
            /// All variants, in order of definition.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The keywords of all variants, in order of definition.
            #[doc(hidden)]
            pub const KEYWORDS: &'static [&'static str] = &[$($keyword),*];

            /// Returns the keyword of this variant, as written in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $keyword),* }
            }
        }
    };
    (
        $(#[$doc:meta])* $name:ident {
            $( $(#[$keyword_doc:meta])* $variant:ident = $keyword:literal => $text:literal, )*
        }
        $(#[$text_doc:meta])* $vis:vis fn $text_of:ident
    ) => {
        $crate::keyword_enum! {
            $(#[$doc])*
            $name { $( $(#[$keyword_doc])* $variant = $keyword, )* }
        }

        impl $name {
            $(#[$text_doc])*
            $vis const fn $text_of(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
    };
}

/// Defines an enum like [`keyword_enum`], and implements parsing, output and serde for the keywords.
#[doc(hidden)]
#[macro_export]
macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($variants:tt)* } $($function:tt)*) => {
        $crate::keyword_enum! {
            $(#[$doc])*
            $name { $($variants)* } $($function)*
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
            type Err = $crate::KeywordError;

            /// Parses a keyword.
            fn from_str(text: &str) -> Result<Self, $crate::KeywordError> {
                let found = Self::ALL.iter().find(|value| value.as_str() == text);
                found.copied().ok_or($crate::KeywordError::new(Self::KEYWORDS))
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
            /// Converts the error to its message, like `to_string`.
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
