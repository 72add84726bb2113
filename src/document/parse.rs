//! The parser: JSON by RFC 8259, into nodes, without recursion.

use super::{Head, NONE, Node, NodeId, Nodes, StringKind};
use crate::fields::{Field, JsonType};

/// Why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Empty,
    ByteOrderMark,
    NotUtf8,
    TooLarge,
    EndsEarly,
    UnknownWord,
    ForeignCharacter,
    MissingValue,
    UnquotedName,
    MissingColon,
    OpenObject,
    OpenArray,
    Trailing,
    Number,
    Escape,
    ControlCharacter,
    Comment,
    ExtraComma,
    SingleQuotes,
    #[cfg(feature = "model")]
    HalfPair,
}

impl Reason {
    /// A stable word for it, by which the rule words it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::ByteOrderMark => "byte-order-mark",
            Self::NotUtf8 => "not-utf-8",
            Self::TooLarge => "too-large",
            Self::EndsEarly => "ends-early",
            Self::UnknownWord => "unknown-word",
            Self::ForeignCharacter => "foreign-character",
            Self::MissingValue => "missing-value",
            Self::UnquotedName => "unquoted-name",
            Self::MissingColon => "missing-colon",
            Self::OpenObject => "open-object",
            Self::OpenArray => "open-array",
            Self::Trailing => "trailing",
            Self::Number => "number",
            Self::Escape => "escape",
            Self::ControlCharacter => "control-character",
            Self::Comment => "comment",
            Self::ExtraComma => "extra-comma",
            Self::SingleQuotes => "single-quotes",
            #[cfg(feature = "model")]
            Self::HalfPair => "half-pair",
        }
    }
}

/// Where a text offends against the grammar first, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The byte, counted from the start of the document.
    pub(crate) at: u32,
    pub(crate) reason: Reason,
}

/// Reads a text that is one JSON value, in the place of `field`.
pub(crate) fn parse(text: &str, field: Field, nodes: &mut Nodes) -> Result<(), SyntaxError> {
    let end = parse_next(text, field, nodes)?;
    let mut parser = Parser::new(text.as_bytes(), nodes);
    parser.at = end;
    match parser.skip_space() {
        None => Ok(()),
        found => Err(parser.unexpected(found, Reason::Trailing)),
    }
}

/// Reads the JSON value that a text begins with; gives the byte after it.
pub(crate) fn parse_next(
    text: &str,
    field: Field,
    nodes: &mut Nodes,
) -> Result<usize, SyntaxError> {
    nodes.clear();
    // Places are kept in 32 bits.
    let (text, is_cut) = match text.as_bytes().get(..u32::MAX as usize) {
        Some(start) => (start, true),
        None => (text.as_bytes(), false),
    };
    let mut parser = Parser::new(text, nodes);
    let error = match parser.value(field) {
        Ok(()) => return Ok(parser.at),
        Err(_) if is_cut && parser.at >= text.len() => SyntaxError {
            at: 0,
            reason: Reason::TooLarge,
        },
        Err(error) => error,
    };
    nodes.clear();
    Err(error)
}

/// Whether there is nothing but JSON's own white space.
pub(crate) fn is_space(text: &[u8]) -> bool {
    text.iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

struct Parser<'t, 'n> {
    text: &'t [u8],
    at: usize,
    nodes: &'n mut Nodes,
}

/// The innermost object or array that is open.
#[derive(Clone, Copy)]
struct Open {
    id: NodeId,
    is_object: bool,
    /// The field that it is, where it is of that field's type.
    field: Field,
}

impl<'t, 'n> Parser<'t, 'n> {
    fn new(text: &'t [u8], nodes: &'n mut Nodes) -> Self {
        Self { text, at: 0, nodes }
    }

    fn value(&mut self, field: Field) -> Result<(), SyntaxError> {
        let mut open = Open {
            id: NONE,
            is_object: false,
            field: Field::Unnamed,
        };
        let mut head = Head {
            field,
            is_member: false,
        };
        // The field that most likely comes next: most people list the fields in the order of the tables.
        let mut likely = Field::Unnamed;
        loop {
            let first = self.skip_space();
            let start = self.at;
            let mut is_first = false;
            match first {
                Some(b'"') => {
                    self.at += 1;
                    let string = self.string()?;
                    self.push(head, JsonType::String, string, start);
                }
                Some(mark @ (b'{' | b'[')) => {
                    self.at += 1;
                    is_first = true;
                    let around = open.id;
                    open = Open::of(self.nodes.len(), mark == b'{', head.field);
                    likely = open.field.first_child();
                    let kind = if open.is_object {
                        JsonType::Object
                    } else {
                        JsonType::Array
                    };
                    self.push(head, kind, StringKind::Plain, start);
                    self.nodes.push(Node {
                        at: 0,
                        rest: around,
                    });
                }
                Some(b'-' | b'0'..=b'9') => {
                    self.number()?;
                    self.push(head, JsonType::Number, StringKind::Plain, start);
                }
                Some(b't') => self.word(head, JsonType::Boolean, b"true")?,
                Some(b'f') => self.word(head, JsonType::Boolean, b"false")?,
                Some(b'n') => self.word(head, JsonType::Null, b"null")?,
                found => return Err(self.no_value(found)),
            }
            // What follows a value, or the first member or element of what was just opened.
            loop {
                if open.id == NONE {
                    return Ok(());
                }
                let found = self.skip_space();
                if found == Some(if open.is_object { b'}' } else { b']' }) {
                    self.at += 1;
                    likely = open.field.next_sibling();
                    open = self.close(open.id);
                    is_first = false;
                    continue;
                }
                if !is_first {
                    if found != Some(b',') {
                        let reason = if open.is_object {
                            Reason::OpenObject
                        } else {
                            Reason::OpenArray
                        };
                        return Err(self.unexpected(found, reason));
                    }
                    self.at += 1;
                }
                head.is_member = open.is_object;
                head.field = if open.is_object {
                    let field = self.key(open.field, likely)?;
                    if field != Field::Unnamed {
                        likely = field.next_sibling();
                    }
                    field
                } else {
                    open.field.first_child()
                };
                break;
            }
        }
    }

    /// Adds a value that ends here, or an object or array that begins here.
    #[inline]
    fn push(&mut self, head: Head, kind: JsonType, string: StringKind, start: usize) {
        // An object or array takes two.
        if self.nodes.capacity() - self.nodes.len() < 2 {
            self.grow();
        }
        let length = self.at - start;
        self.nodes
            .push(Node::value(head, kind, string, start, length));
    }

    /// Makes room for as many nodes as the rest of the text most likely has, going by what was read,
    /// and at most for as many again as there are.
    #[cold]
    fn grow(&mut self) {
        let (read, rest) = (self.at.max(1), self.text.len().saturating_sub(self.at));
        let count = self.nodes.len();
        let likely = (count as u64).saturating_mul(rest as u64) / read as u64;
        let more = usize::try_from(likely).unwrap_or(count).min(count);
        self.nodes.reserve_exact(more.max(count / 16) + 96);
    }

    /// Ends an object or array; gives the one around it.
    fn close(&mut self, id: NodeId) -> Open {
        let at = u32::try_from(self.at).unwrap_or(u32::MAX);
        let rest = NodeId::try_from(self.nodes.len()).unwrap_or(NONE);
        let tail = self.nodes.get_mut(id as usize + 1);
        let around = tail.map_or(NONE, |tail| {
            core::mem::replace(tail, Node { at, rest }).rest
        });
        let node = self.nodes.get(around as usize).copied();
        let is_object = node.is_some_and(|node| node.kind() == JsonType::Object);
        Open::of(
            around as usize,
            is_object,
            node.map_or(Field::Unnamed, Node::field),
        )
    }

    /// Passes over white space and gives the byte after it.
    #[expect(
        clippy::inline_always,
        reason = "a module built for size would call it four times for each member"
    )]
    #[inline(always)]
    fn skip_space(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.get(self.at)?;
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    /// Reads the key of a member of an object, and its colon; gives the field of the object that it is.
    fn key(&mut self, container: Field, likely: Field) -> Result<Field, SyntaxError> {
        let found = self.skip_space();
        if found != Some(b'"') {
            return Err(self.no_key(found));
        }
        let start = self.at;
        self.at += 1;
        let mut field = Field::Unnamed;
        if likely != Field::Unnamed && self.is_key(likely) {
            field = likely;
            self.at += likely.key().len() + 1;
        } else {
            self.string()?;
            if container != Field::Unnamed {
                let key = self.text.get(start..self.at).unwrap_or_default();
                field = container.member(key);
            }
        }
        match self.skip_space() {
            Some(b':') => self.at += 1,
            found => return Err(self.unexpected(found, Reason::MissingColon)),
        }
        Ok(field)
    }

    /// Whether the key of a field and a quote stand here.
    #[inline]
    fn is_key(&self, field: Field) -> bool {
        let key = field.key().as_bytes();
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.strip_prefix(key).and_then(<[u8]>::first) == Some(&b'"')
    }

    /// Reads a string, of which the opening quote was read.
    #[inline]
    fn string(&mut self) -> Result<StringKind, SyntaxError> {
        self.at = plain_end(self.text, self.at);
        if self.text.get(self.at) == Some(&b'"') {
            self.at += 1;
            return Ok(StringKind::Plain);
        }
        self.string_with_escapes()
    }

    fn string_with_escapes(&mut self) -> Result<StringKind, SyntaxError> {
        let mut string = StringKind::Plain;
        // The high half of a pair may have gone before.
        let mut is_high = false;
        loop {
            let start = self.at;
            self.at = plain_end(self.text, self.at);
            if is_high && self.at > start {
                string = StringKind::Halved;
                is_high = false;
            }
            match self.text.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(if is_high { StringKind::Halved } else { string });
                }
                Some(b'\\') => {
                    let unit = self.escape()?;
                    let is_low = matches!(unit, Some(0xdc00..=0xdfff));
                    if is_high != is_low {
                        string = StringKind::Halved;
                    }
                    is_high = matches!(unit, Some(0xd800..=0xdbff));
                    if string == StringKind::Plain {
                        string = StringKind::Escaped;
                    }
                }
                Some(_) => return Err(self.error(Reason::ControlCharacter)),
                None => return Err(self.error(Reason::EndsEarly)),
            }
        }
    }

    /// Reads an escape; gives the code unit where it is written in hexadecimal digits.
    fn escape(&mut self) -> Result<Option<u32>, SyntaxError> {
        let letter = self.text.get(self.at + 1);
        match letter {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(None)
            }
            Some(b'u') => {
                self.at += 2;
                let mut unit = 0;
                for _ in 0..4 {
                    let digit = self.text.get(self.at).copied().map(char::from);
                    let Some(value) = digit.and_then(|digit| digit.to_digit(16)) else {
                        return Err(self.ended_or(Reason::Escape));
                    };
                    unit = unit << 4 | value;
                    self.at += 1;
                }
                Ok(Some(unit))
            }
            _ => {
                self.at += 1;
                Err(self.ended_or(Reason::Escape))
            }
        }
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        if self.text.get(self.at) == Some(&b'-') {
            self.at += 1;
        }
        let start = self.at;
        self.digits()?;
        if self.text.get(start) == Some(&b'0') && self.at > start + 1 {
            self.at = start + 1;
            return Err(self.error(Reason::Number));
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            self.at += 1;
            if let Some(b'+' | b'-') = self.text.get(self.at) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.text.get(self.at) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.ended_or(Reason::Number));
        }
        Ok(())
    }

    fn word(&mut self, head: Head, kind: JsonType, word: &[u8]) -> Result<(), SyntaxError> {
        let start = self.at;
        for expected in word {
            if self.text.get(self.at) != Some(expected) {
                return Err(self.ended_or(Reason::UnknownWord));
            }
            self.at += 1;
        }
        self.push(head, kind, StringKind::Plain, start);
        Ok(())
    }

    #[cold]
    fn error(&self, reason: Reason) -> SyntaxError {
        SyntaxError {
            at: u32::try_from(self.at).unwrap_or(u32::MAX),
            reason,
        }
    }

    #[cold]
    fn ended_or(&self, reason: Reason) -> SyntaxError {
        let is_end = self.at >= self.text.len();
        self.error(if is_end { Reason::EndsEarly } else { reason })
    }

    /// Something else stands where a mark of JSON belongs.
    #[cold]
    fn unexpected(&self, found: Option<u8>, reason: Reason) -> SyntaxError {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.error(match found {
            None => Reason::EndsEarly,
            Some(_) if rest.starts_with(b"//") || rest.starts_with(b"/*") => Reason::Comment,
            Some(_) => reason,
        })
    }

    #[cold]
    fn no_key(&self, found: Option<u8>) -> SyntaxError {
        self.unexpected(
            found,
            match found {
                Some(b',') => Reason::ExtraComma,
                Some(b'}' | b']') if self.follows_comma() => Reason::ExtraComma,
                Some(b'\'') => Reason::SingleQuotes,
                _ => Reason::UnquotedName,
            },
        )
    }

    #[cold]
    fn no_value(&self, found: Option<u8>) -> SyntaxError {
        if self.text.starts_with("\u{feff}".as_bytes()) {
            return self.error(Reason::ByteOrderMark);
        }
        if is_space(self.text) {
            return self.error(Reason::Empty);
        }
        self.unexpected(
            found,
            match found {
                Some(b'}' | b']') if self.follows_comma() => Reason::ExtraComma,
                Some(b'\'') => Reason::SingleQuotes,
                _ => match self.character() {
                    Some(letter) if letter.is_alphabetic() => Reason::UnknownWord,
                    Some(other) if !other.is_ascii() => Reason::ForeignCharacter,
                    _ => Reason::MissingValue,
                },
            },
        )
    }

    fn character(&self) -> Option<char> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.utf8_chunks().next()?.valid().chars().next()
    }

    fn follows_comma(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        before.trim_ascii_end().ends_with(b",")
    }
}

impl Open {
    fn of(id: usize, is_object: bool, field: Field) -> Self {
        let json = if is_object {
            JsonType::Object
        } else {
            JsonType::Array
        };
        Self {
            id: NodeId::try_from(id).unwrap_or(NONE),
            is_object,
            field: if field.is(json) {
                field
            } else {
                Field::Unnamed
            },
        }
    }
}

/// The first byte from `at` on that ends the plain part of a string: a quote, a backslash or a control
/// character. By the word of eight bytes.
#[inline]
fn plain_end(text: &[u8], mut at: usize) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    while let Some(bytes) = text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*bytes);
        // The lowest bit of each is exact; what is above the first hit does not matter.
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let slash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let hits = (below(word, 0x20) | quote | slash) & HIGH;
        if hits != 0 {
            return at + (hits.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    let plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
    at + rest.iter().take_while(|byte| plain(byte)).count()
}
