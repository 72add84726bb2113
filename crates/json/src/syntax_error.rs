//! Errors of the parser.

use crate::keyword_enum;

keyword_enum! {
    /// Reason why a text is not JSON. The rule `json-syntax` selects its message by this stable keyword.
    Reason {
        /// The text has nothing but white space.
        Empty = "empty",
        /// The text is in UTF-16.
        Utf16 = "utf-16",
        /// A byte is not UTF-8.
        NotUtf8 = "not-utf-8",
        /// The text is too large: offsets must fit 32 bits.
        TooLarge = "too-large",
        /// The text ends before the value does.
        EndsEarly = "ends-early",
        /// An unquoted token is not `true`, `false` or `null`.
        UnknownWord = "unknown-word",
        /// A character that is not ASCII is outside a string.
        ForeignCharacter = "foreign-character",
        /// A value is missing.
        MissingValue = "missing-value",
        /// A key is not in double quotes.
        UnquotedName = "unquoted-name",
        /// A colon is missing after a key.
        MissingColon = "missing-colon",
        /// A comma or `}` is missing after a member.
        OpenObject = "open-object",
        /// A comma or `]` is missing after an element.
        OpenArray = "open-array",
        /// Text follows the value.
        Trailing = "trailing",
        /// A number has a notation that JSON does not allow.
        Number = "number",
        /// A string has an invalid escape.
        Escape = "escape",
        /// A string has a control character.
        ControlCharacter = "control-character",
        /// The text has a comment.
        Comment = "comment",
        /// A comma precedes another comma or a closing bracket.
        ExtraComma = "extra-comma",
        /// A string is in single quotes.
        SingleQuotes = "single-quotes",
    }
}

/// First syntax error of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid JSON at byte {at}: {}", reason.as_str())]
pub struct SyntaxError {
    /// Byte offset from the start of the document.
    pub at: u32,
    /// Reason why the text at this offset is not JSON.
    pub reason: Reason,
}

impl SyntaxError {
    /// Error for a text in UTF-16, reported at its start.
    pub const UTF16: Self = Self { at: 0, reason: Reason::Utf16 };

    /// Creates the error at a byte offset from the start of the document.
    #[cold]
    pub fn at(at: usize, reason: Reason) -> Self {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        Self { at, reason }
    }
}

/// Returns `true` if the bytes look like JSON in UTF-16: they begin with a byte order mark of UTF-16, or every other one
/// of the first four bytes is zero.
pub const fn is_utf16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, 0, 1..=255, ..] | [1..=255, 0, 1..=255, 0, ..])
}
