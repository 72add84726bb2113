//! Parser for JSON (RFC 8259): writes nodes, without recursion.

use alloc::{borrow::Cow, vec::Vec};

use super::tree::{Document, Head, NONE, Node, NodeId, Nodes};
use super::{names::Names, strings::JsonType};
use crate::{named, plain_end, text_start};

/// Parsed document that owns its text and nodes.
#[derive(Debug)]
pub struct Tree<'t> {
    /// The text as it was given.
    pub text: Cow<'t, str>,
    nodes: Nodes,
}

impl<'t> Tree<'t> {
    /// Parses a text that is one JSON value, without known names.
    ///
    /// # Errors
    ///
    /// [`SyntaxError`] if the text is not JSON.
    pub fn parse(text: impl Into<Cow<'t, str>>) -> Result<Self, SyntaxError> {
        let text = text.into();
        let mut nodes = Nodes::new();
        parse(&text, (), &mut nodes)?;
        Ok(Self { text, nodes })
    }

    /// What was read.
    pub fn document(&self) -> Document<'_> {
        Document::new(&self.text, &self.nodes)
    }
}

named! {
    /// Reason why a text is not JSON. The rule selects its message by this stable keyword.
    Reason {
        /// There is nothing but white space.
        Empty = "empty",
        /// It is in UTF-16.
        Utf16 = "utf-16",
        /// A byte is not UTF-8.
        NotUtf8 = "not-utf-8",
        /// It is too large to be read.
        TooLarge = "too-large",
        /// It ends before the value does.
        EndsEarly = "ends-early",
        /// A word is none of `true`, `false` and `null`.
        UnknownWord = "unknown-word",
        /// A character that is not ASCII is outside a string.
        ForeignCharacter = "foreign-character",
        /// A value is missing.
        MissingValue = "missing-value",
        /// A name is not in double quotes.
        UnquotedName = "unquoted-name",
        /// A colon is missing after a name.
        MissingColon = "missing-colon",
        /// An object goes on without a comma.
        OpenObject = "open-object",
        /// An array goes on without a comma.
        OpenArray = "open-array",
        /// Something follows the value.
        Trailing = "trailing",
        /// A number is not written as JSON writes numbers.
        Number = "number",
        /// A string has an escape that JSON does not know.
        Escape = "escape",
        /// A string has a control character.
        ControlCharacter = "control-character",
        /// There is a comment.
        Comment = "comment",
        /// There is a comma too many.
        ExtraComma = "extra-comma",
        /// A string is in single quotes.
        SingleQuotes = "single-quotes",
    }
}

/// Position of the first syntax error of a text, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Byte offset from the start of the document.
    pub at: u32,
    /// The reason.
    pub reason: Reason,
}

impl SyntaxError {
    /// Error for a text in UTF-16, reported at its start.
    pub const UTF16: Self = Self { at: 0, reason: Reason::Utf16 };

    /// At a byte of the document.
    #[cold]
    pub fn at(at: usize, reason: Reason) -> Self {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        Self { at, reason }
    }
}

/// Returns `true` if the bytes look like JSON in UTF-16: if they begin with a byte order mark or if every other byte is
/// zero.
pub const fn is_utf16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, 0, 1..=255, ..] | [1..=255, 0, 1..=255, 0, ..])
}

/// Parses a text that is one JSON value; the value is linked to `field`.
///
/// # Errors
///
/// [`SyntaxError`] if the text is not JSON.
pub fn parse<N: Names>(text: &str, field: N, nodes: &mut Nodes) -> Result<(), SyntaxError> {
    parse_rest(text, text_start(text.as_bytes()), field, nodes)
}

/// Parses a text that is one JSON value from byte `start` to the end.
///
/// # Errors
///
/// [`SyntaxError`] if the text is not JSON.
pub fn parse_rest<N: Names>(text: &str, start: usize, field: N, nodes: &mut Nodes) -> Result<(), SyntaxError> {
    let end = parse_next(text, start, field, nodes)?;
    let text = text.as_bytes();
    let parser = Parser { text, nodes };
    match parser.after_space(end) {
        (_, None) => Ok(()),
        (at, _) => Err(parser.unexpected(at, Reason::Trailing)),
    }
}

/// Parses the JSON value that begins at byte `start`; returns the offset after the value.
///
/// # Errors
///
/// [`SyntaxError`] if the text is not JSON.
pub fn parse_next<N: Names>(text: &str, start: usize, field: N, nodes: &mut Nodes) -> Result<usize, SyntaxError> {
    nodes.clear();
    // Offsets are stored in 32 bits, so larger texts are cut.
    let (text, is_cut) = match text.as_bytes().get(..u32::MAX as usize) {
        Some(start) => (start, true),
        None => (text.as_bytes(), false),
    };
    let error = match (Parser { text, nodes }).value(start, field) {
        Ok(end) => return Ok(end),
        Err(error) if is_cut && error.at as usize >= text.len() => SyntaxError { at: 0, reason: Reason::TooLarge },
        Err(error) => error,
    };
    nodes.clear();
    Err(error)
}

/// Returns `true` if the text contains only JSON white space.
pub fn is_space(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Parser state. The position is not a field but passed by value, so that it can stay in a register.
struct Parser<'t, 'n> {
    text: &'t [u8],
    nodes: &'n mut Nodes,
}

/// The innermost object or array that is not yet closed.
#[derive(Clone, Copy)]
struct Open<N> {
    id: NodeId,
    kind: JsonType,
    /// Field of the object or array; `Unnamed` if the field requires another type.
    field: N,
}

impl Parser<'_, '_> {
    /// Parses the value that begins at `at`; returns the offset after the value.
    fn value<N: Names>(&mut self, mut at: usize, field: N) -> Result<usize, SyntaxError> {
        let mut open = Open::of(NONE, JsonType::Null, N::UNNAMED);
        let mut head = Head { field, is_member: false };
        // Predicted next field: most authors write the fields in table order.
        let mut likely = N::UNNAMED;
        loop {
            let (start, first) = self.after_space(at);
            let mut is_first = false;
            at = match first {
                Some(b'"') => {
                    let (end, is_escaped) = self.string(start + 1)?;
                    self.push(head, JsonType::String, is_escaped, start, end);
                    end
                }
                Some(mark @ (b'{' | b'[')) => {
                    is_first = true;
                    open = self.open(head, mark, start, open.id);
                    likely = open.field.first_child();
                    start + 1
                }
                Some(b'-' | b'0'..=b'9') => {
                    let end = self.number(start)?;
                    self.push(head, JsonType::Number, false, start, end);
                    end
                }
                Some(b't') => self.word(head, JsonType::Boolean, b"true", start)?,
                Some(b'f') => self.word(head, JsonType::Boolean, b"false", start)?,
                Some(b'n') => self.word(head, JsonType::Null, b"null", start)?,
                found => return Err(self.no_value(start, found)),
            };
            // Close all objects and arrays that end after this value.
            loop {
                if open.id == NONE {
                    return Ok(at);
                }
                let (next, found) = self.after_space(at);
                at = next;
                if found != Some(open.end()) {
                    if !is_first {
                        if found != Some(b',') {
                            return Err(self.no_comma(at, &open));
                        }
                        at += 1;
                    }
                    break;
                }
                at += 1;
                likely = open.field.next_sibling();
                open = self.close(open.id, at);
                is_first = false;
            }
            // Start the next member or element, or the first one if a container was just opened.
            head.is_member = open.kind == JsonType::Object;
            head.field = open.field.first_child();
            if head.is_member {
                (at, head.field) = self.key(at, open, likely)?;
                if head.field != N::UNNAMED {
                    likely = head.field.next_sibling();
                }
            }
        }
    }

    /// Pushes the two nodes of an object or array that begins with the bracket `mark` inside `around`.
    #[inline]
    fn open<N: Names>(&mut self, head: Head<N>, mark: u8, start: usize, around: NodeId) -> Open<N> {
        let kind = if mark == b'{' { JsonType::Object } else { JsonType::Array };
        let id = NodeId::try_from(self.nodes.len()).unwrap_or(NONE);
        self.push(head, kind, false, start, start + 1);
        self.nodes.push(Node { at: 0, rest: around });
        Open::of(id, kind, head.field)
    }

    /// Pushes the node of a value, or the first node of an object or array.
    #[inline]
    fn push<N: Names>(&mut self, head: Head<N>, kind: JsonType, is_escaped: bool, start: usize, end: usize) {
        // Objects and arrays need two nodes.
        if self.nodes.capacity() - self.nodes.len() < 2 {
            self.grow(end);
        }
        self.nodes.push(Node::value(head, kind, is_escaped, start, end - start));
    }

    /// Reserves nodes for the rest of the text, extrapolated from the text read so far. Apart from a constant, this at
    /// most doubles the number of nodes.
    #[cold]
    fn grow(&mut self, at: usize) {
        let (read, rest) = (at.max(1), self.text.len().saturating_sub(at));
        let count = self.nodes.len();
        let likely = (count as u64).saturating_mul(rest as u64) / read as u64;
        let more = usize::try_from(likely).unwrap_or(count).min(count);
        self.nodes.reserve_exact(more.max(count / 16) + 96);
    }

    /// Closes an object or array that ends before byte `at`; returns the enclosing one.
    fn close<N: Names>(&mut self, id: NodeId, at: usize) -> Open<N> {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let rest = NodeId::try_from(self.nodes.len()).unwrap_or(NONE);
        let tail = self.nodes.get_mut(id as usize + 1);
        let tail = tail.map(|tail| core::mem::replace(tail, Node { at, rest }));
        if tail.is_some_and(|tail| tail.at != 0) {
            self.supersede::<N>(id);
        }
        let around = tail.map_or(NONE, |tail| tail.rest);
        let node = self.nodes.get(around as usize);
        let (kind, field) = node.map_or((JsonType::Null, N::UNNAMED), |node| (node.kind(), N::numbered(node.number())));
        Open::of(around, kind, field)
    }

    /// Records in the second node of an open object that its fields may be out of order, and so may contain duplicates.
    #[cold]
    fn set_unordered(&mut self, object: NodeId) {
        if let Some(tail) = self.nodes.get_mut(object as usize + 1) {
            tail.at = 1;
        }
    }

    /// Marks the duplicate fields of an object. The last one of each field wins.
    #[cold]
    fn supersede<N: Names>(&mut self, object: NodeId) {
        let mut lasts = vec![NONE; N::COUNT];
        let members: Vec<NodeId> = Document::new("", self.nodes).children(object).collect();
        for member in members {
            let node = self.nodes.get_mut(member as usize);
            let Some(node) = node.filter(|node| N::numbered(node.number()) != N::UNNAMED) else { continue };
            let last = lasts.get_mut(usize::from(node.number()));
            let earlier = last.map_or(NONE, |last| core::mem::replace(last, member));
            if earlier != NONE {
                node.rest |= Node::REPEATED;
            }
            if let Some(earlier) = self.nodes.get_mut(earlier as usize) {
                earlier.rest |= Node::SUPERSEDED;
            }
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// Skips white space; returns the offset of the next byte, and this byte if the text goes on.
    #[expect(clippy::inline_always, reason = "a module built for size would call it four times for each member")]
    #[inline(always)]
    fn after_space(&self, mut at: usize) -> (usize, Option<u8>) {
        loop {
            match self.byte(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                found => return (at, found),
            }
        }
    }

    /// Parses the key of a member and the colon; returns the offset after the colon, and the field with this key.
    fn key<N: Names>(&mut self, at: usize, object: Open<N>, likely: N) -> Result<(usize, N), SyntaxError> {
        let (start, found) = self.after_space(at);
        if found != Some(b'"') {
            return Err(self.no_key(start, found));
        }
        let mut end = start + 1;
        let mut field = N::UNNAMED;
        if likely != N::UNNAMED && self.is_key(end, likely) {
            field = likely;
            end += likely.key().len() + 1;
        } else {
            (end, _) = self.string(end)?;
            if object.field != N::UNNAMED {
                let key = self.text.get(start..end).unwrap_or_default();
                field = object.field.member(key);
                // Only a name that comes before the predicted one can be a duplicate. If no name is predicted, assume
                // one. Names that the user of the tree repeats, such as locales, are distinct members.
                if field < likely && !field.is_repeated() {
                    self.set_unordered(object.id);
                }
            }
        }
        match self.after_space(end) {
            (at, Some(b':')) => Ok((at + 1, field)),
            (at, _) => Err(self.unexpected(at, Reason::MissingColon)),
        }
    }

    /// Returns `true` if the key of `field` and a closing quote are at `at`.
    #[inline]
    fn is_key<N: Names>(&self, at: usize, field: N) -> bool {
        let key = field.key().as_bytes();
        let rest = self.text.get(at..).unwrap_or_default();
        let Some((found, [b'"', ..])) = rest.split_at_checked(key.len()) else { return false };
        // Compare 8 bytes at a time: in WebAssembly, the standard library would compare byte by byte.
        let (Some(last), Some(found_last)) = (key.last_chunk::<8>(), found.last_chunk::<8>()) else {
            return key.iter().eq(found);
        };
        let same = |a: &[u8; 8], b: &[u8; 8]| u64::from_ne_bytes(*a) == u64::from_ne_bytes(*b);
        let (words, found_words) = (key.as_chunks().0, found.as_chunks().0);
        same(last, found_last) && words.iter().zip(found_words).all(|(a, b)| same(a, b))
    }

    /// Parses a string from after its opening quote; returns the offset after the string, and `true` if the string
    /// contains escapes.
    #[expect(clippy::inline_always, reason = "nearly all strings end here")]
    #[inline(always)]
    fn string(&self, start: usize) -> Result<(usize, bool), SyntaxError> {
        let at = plain_end(self.text, start);
        if self.byte(at) == Some(b'"') {
            return Ok((at + 1, false));
        }
        Ok((self.string_with_escapes(at)?, true))
    }

    #[cold]
    fn string_with_escapes(&self, mut at: usize) -> Result<usize, SyntaxError> {
        loop {
            at = plain_end(self.text, at);
            at = match self.byte(at) {
                Some(b'"') => return Ok(at + 1),
                Some(b'\\') => self.escape(at + 1)?,
                Some(_) => return Err(SyntaxError::at(at, Reason::ControlCharacter)),
                None => return Err(SyntaxError::at(at, Reason::EndsEarly)),
            };
        }
    }

    /// Parses the part of an escape after the backslash; returns the offset after the escape.
    fn escape(&self, mut at: usize) -> Result<usize, SyntaxError> {
        match self.byte(at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 1),
            Some(b'u') => {
                for _ in 0..4 {
                    at += 1;
                    if self.byte(at).is_none_or(|digit| !digit.is_ascii_hexdigit()) {
                        return Err(self.ended_or(at, Reason::Escape));
                    }
                }
                Ok(at + 1)
            }
            _ => Err(self.ended_or(at, Reason::Escape)),
        }
    }

    /// Parses a number; returns the offset after it.
    fn number(&self, at: usize) -> Result<usize, SyntaxError> {
        let start = at + usize::from(self.byte(at) == Some(b'-'));
        let mut end = self.digits(start)?;
        if self.byte(start) == Some(b'0') && end > start + 1 {
            return Err(SyntaxError::at(start + 1, Reason::Number));
        }
        if self.byte(end) == Some(b'.') {
            end = self.digits(end + 1)?;
        }
        if let Some(b'e' | b'E') = self.byte(end) {
            let signed = matches!(self.byte(end + 1), Some(b'+' | b'-'));
            end = self.digits(end + 1 + usize::from(signed))?;
        }
        Ok(end)
    }

    fn digits(&self, start: usize) -> Result<usize, SyntaxError> {
        let mut at = start;
        while let Some(b'0'..=b'9') = self.byte(at) {
            at += 1;
        }
        if at == start {
            return Err(self.ended_or(at, Reason::Number));
        }
        Ok(at)
    }

    fn word<N: Names, const LENGTH: usize>(
        &mut self,
        head: Head<N>,
        kind: JsonType,
        word: &[u8; LENGTH],
        start: usize,
    ) -> Result<usize, SyntaxError> {
        let rest = self.text.get(start..).unwrap_or_default();
        if rest.first_chunk() != Some(word) {
            return Err(self.no_word(start, word));
        }
        self.push(head, kind, false, start, start + LENGTH);
        Ok(start + LENGTH)
    }

    #[cold]
    fn no_word(&self, start: usize, word: &[u8]) -> SyntaxError {
        let rest = self.text.get(start..).unwrap_or_default();
        let same = rest.iter().zip(word).take_while(|(a, b)| a == b);
        self.ended_or(start + same.count(), Reason::UnknownWord)
    }

    #[cold]
    fn ended_or(&self, at: usize, reason: Reason) -> SyntaxError {
        let is_end = at >= self.text.len();
        SyntaxError::at(at, if is_end { Reason::EndsEarly } else { reason })
    }

    /// Returns the error for an unexpected byte: `Comment` or `EndsEarly` if applicable, otherwise `reason`.
    #[cold]
    fn unexpected(&self, at: usize, reason: Reason) -> SyntaxError {
        let is_comment = matches!(self.text.get(at..), Some([b'/', b'/' | b'*', ..]));
        self.ended_or(at, if is_comment { Reason::Comment } else { reason })
    }

    #[cold]
    fn no_comma<N>(&self, at: usize, open: &Open<N>) -> SyntaxError {
        let is_object = open.kind == JsonType::Object;
        self.unexpected(at, if is_object { Reason::OpenObject } else { Reason::OpenArray })
    }

    #[cold]
    fn no_key(&self, at: usize, found: Option<u8>) -> SyntaxError {
        let reason = match found {
            Some(b',') => Reason::ExtraComma,
            Some(b'}' | b']') if self.follows_comma(at) => Reason::ExtraComma,
            Some(b'\'') => Reason::SingleQuotes,
            _ => Reason::UnquotedName,
        };
        self.unexpected(at, reason)
    }

    #[cold]
    fn no_value(&self, at: usize, found: Option<u8>) -> SyntaxError {
        if is_space(self.text.get(text_start(self.text)..).unwrap_or_default()) {
            return SyntaxError::at(at, Reason::Empty);
        }
        let reason = match found {
            Some(b'}' | b']') if self.follows_comma(at) => Reason::ExtraComma,
            Some(b'\'') => Reason::SingleQuotes,
            Some(letter) if letter.is_ascii_alphabetic() => Reason::UnknownWord,
            Some(other) if !other.is_ascii() => Reason::ForeignCharacter,
            _ => Reason::MissingValue,
        };
        self.unexpected(at, reason)
    }

    fn follows_comma(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before.trim_ascii_end().ends_with(b",")
    }
}

impl<N: Names> Open<N> {
    #[inline]
    fn of(id: NodeId, kind: JsonType, field: N) -> Self {
        let field = if field.is(kind) { field } else { N::UNNAMED };
        Self { id, kind, field }
    }

    /// Returns the closing bracket.
    fn end(self) -> u8 {
        if self.kind == JsonType::Object { b'}' } else { b']' }
    }
}
