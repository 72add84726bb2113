//! Parser for JSON (RFC 8259): writes nodes, without recursion.

use alloc::vec::Vec;

use super::json_type::JsonType;
use super::known_field::KnownField;
use super::node::{NONE, Node, NodeId, Nodes, ValueContext};
use super::strings::name_of;
use super::syntax_error::{Reason, SyntaxError};
use crate::{Children, Document, content_span, text_start, unescaped_end};

/// Parses a text that is one JSON value, the value of the known field `field`. Writes the nodes to `nodes`, of which
/// the first is the root; on an error, `nodes` is empty.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the text is not JSON.
///
/// ```
/// use renewal_rules_json::{Document, Nodes, parse};
///
/// // Reuse the buffer for the nodes of many texts.
/// let mut nodes = Nodes::new();
/// for text in ["[1, 2]", "[3]"] {
///     parse(text, (), &mut nodes)?;
///     assert_eq!(Document::new(text, &nodes).raw(0), text);
/// }
/// # Ok::<(), renewal_rules_json::SyntaxError>(())
/// ```
pub fn parse<F: KnownField>(text: &str, field: F, nodes: &mut Nodes) -> Result<(), SyntaxError> {
    parse_rest(text, text_start(text.as_bytes()), field, nodes)
}

/// Like [`parse`], for the JSON value from byte `start` to the end of the text.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the text is not JSON.
pub fn parse_rest<F: KnownField>(text: &str, start: usize, field: F, nodes: &mut Nodes) -> Result<(), SyntaxError> {
    let end = parse_next(text, start, field, nodes)?;
    let text = text.as_bytes();
    let parser = Parser { text, nodes };
    match parser.skip_space(end) {
        (_, None) => Ok(()),
        (at, _) => Err(parser.unexpected(at, Reason::Trailing)),
    }
}

/// Like [`parse`], for the JSON value that begins at byte `start`; any text may follow. Returns the offset after the
/// value.
///
/// # Errors
///
/// Returns a [`SyntaxError`] if the text is not JSON.
pub fn parse_next<F: KnownField>(text: &str, start: usize, field: F, nodes: &mut Nodes) -> Result<usize, SyntaxError> {
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

/// Parser state. Does not contain the current offset, which is passed by value so that it can stay in a register.
pub(crate) struct Parser<'t, 'n> {
    pub(crate) text: &'t [u8],
    pub(crate) nodes: &'n mut Nodes,
}

/// Innermost object or array that is not yet closed.
#[derive(Clone, Copy)]
pub(crate) struct OpenContainer<F> {
    pub(crate) id: NodeId,
    pub(crate) kind: JsonType,
    /// Known field whose value the object or array is; `UNKNOWN` if this field requires another type.
    pub(crate) field: F,
}

impl Parser<'_, '_> {
    /// Parses the value that begins at `at`; returns the offset after the value.
    fn value<F: KnownField>(&mut self, mut at: usize, field: F) -> Result<usize, SyntaxError> {
        let mut open = OpenContainer::new(NONE, JsonType::Null, F::UNKNOWN);
        let mut context = ValueContext { field, is_member: false };
        // Predicted field of the next key: most texts contain the fields in the order of [`KnownField`].
        let mut likely = F::UNKNOWN;
        loop {
            let (start, first) = self.skip_space(at);
            let mut is_first = false;
            at = match first {
                Some(b'"') => {
                    let (end, is_escaped) = self.string(start + 1)?;
                    self.push(context, JsonType::String, is_escaped, start, end);
                    end
                }
                Some(bracket @ (b'{' | b'[')) => {
                    is_first = true;
                    open = self.open(context, bracket, start, open.id);
                    likely = open.field.first_child();
                    start + 1
                }
                Some(b'-' | b'0'..=b'9') => {
                    let end = self.number(start)?;
                    self.push(context, JsonType::Number, false, start, end);
                    end
                }
                Some(b't') => self.literal(context, JsonType::Boolean, b"true", start)?,
                Some(b'f') => self.literal(context, JsonType::Boolean, b"false", start)?,
                Some(b'n') => self.literal(context, JsonType::Null, b"null", start)?,
                found => return Err(self.bad_value(start, found)),
            };
            // Close all objects and arrays that end after this value.
            loop {
                if open.id == NONE {
                    return Ok(at);
                }
                let (next, found) = self.skip_space(at);
                at = next;
                if found != Some(open.end()) {
                    if !is_first {
                        if found != Some(b',') {
                            return Err(self.missing_comma(at, &open));
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
            context.is_member = open.kind == JsonType::Object;
            context.field = open.field.first_child();
            if context.is_member {
                (at, context.field) = self.key(at, open, likely)?;
                if context.field != F::UNKNOWN {
                    likely = context.field.next_sibling();
                }
            }
        }
    }

    /// Pushes the head and the tail of an object or array that begins with `bracket` inside `parent`. The tail is
    /// replaced when the object or array is closed.
    #[inline]
    pub(crate) fn open<F: KnownField>(
        &mut self,
        context: ValueContext<F>,
        bracket: u8,
        start: usize,
        parent: NodeId,
    ) -> OpenContainer<F> {
        let kind = if bracket == b'{' { JsonType::Object } else { JsonType::Array };
        let id = self.next_id();
        self.push(context, kind, false, start, start + 1);
        self.nodes.push(Node::open_tail(parent));
        OpenContainer::new(id, kind, context.field)
    }

    /// Returns the id of the node that is pushed next. Always fits, because a text has at most as many nodes as
    /// bytes.
    fn next_id(&self) -> NodeId {
        NodeId::try_from(self.nodes.len()).unwrap_or(NONE)
    }

    /// Pushes the node of a value, or the head of an object or array.
    #[inline]
    pub(crate) fn push<F: KnownField>(
        &mut self,
        context: ValueContext<F>,
        kind: JsonType,
        is_escaped: bool,
        start: usize,
        end: usize,
    ) {
        // Objects and arrays need two nodes.
        if self.nodes.capacity() - self.nodes.len() < 2 {
            self.grow(end);
        }
        self.nodes.push(Node::value(context, kind, is_escaped, start, end - start));
    }

    /// Reserves memory for the nodes of the rest of the text, assuming as many nodes per byte as in the text read so
    /// far. At most doubles the number of nodes, apart from a constant that suffices for most products.
    #[cold]
    fn grow(&mut self, at: usize) {
        let (read, rest) = (at.max(1), self.text.len().saturating_sub(at));
        let count = self.nodes.len();
        let likely = (count as u64).saturating_mul(rest as u64) / read as u64;
        let more = usize::try_from(likely).unwrap_or(count).min(count);
        self.nodes.reserve_exact(more.max(count / 16) + 96);
    }

    /// Closes an object or array that ends before byte `end`; returns the enclosing one.
    pub(crate) fn close<F: KnownField>(&mut self, id: NodeId, end: usize) -> OpenContainer<F> {
        let closed = Node::closed_tail(end, self.next_id());
        let tail = self.nodes.get_mut(id as usize + 1);
        let open = tail.map(|tail| core::mem::replace(tail, closed));
        if open.is_some_and(Node::is_unordered) {
            self.mark_duplicates::<F>(id);
        }
        let parent = open.map_or(NONE, Node::parent);
        let node = self.nodes.get(parent as usize);
        let (kind, field) =
            node.map_or((JsonType::Null, F::UNKNOWN), |node| (node.kind(), F::from_index(node.field_index())));
        OpenContainer::new(parent, kind, field)
    }

    /// Records that the fields of an object may be out of order, and so may contain duplicates. The object must not be
    /// closed yet.
    #[cold]
    fn set_unordered(&mut self, object: NodeId) {
        if let Some(tail) = self.nodes.get_mut(object as usize + 1) {
            tail.set_unordered();
        }
    }

    /// Marks the duplicates among the fields of a closed object. If a field is repeated, the last member wins.
    #[cold]
    fn mark_duplicates<F: KnownField>(&mut self, object: NodeId) {
        let members = Document::new("", self.nodes).children(object);
        if are_distinct::<F>(members.clone()) {
            return;
        }
        let mut last_of_field = vec![NONE; F::COUNT];
        let members: Vec<NodeId> = members.collect();
        for member in members {
            let node = self.nodes.get_mut(member as usize);
            let Some(node) = node.filter(|node| F::from_index(node.field_index()) != F::UNKNOWN) else { continue };
            let last = last_of_field.get_mut(usize::from(node.field_index()));
            let earlier = last.map_or(NONE, |last| core::mem::replace(last, member));
            if earlier != NONE {
                node.set(Node::DUPLICATE);
            }
            if let Some(earlier) = self.nodes.get_mut(earlier as usize) {
                earlier.set(Node::SHADOWED);
            }
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    /// Skips white space; returns the offset of the next byte, and this byte, or `None` at the end of the text.
    #[expect(clippy::inline_always, reason = "a module built for size would call it four times for each member")]
    #[inline(always)]
    fn skip_space(&self, mut at: usize) -> (usize, Option<u8>) {
        loop {
            match self.byte(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
                found => return (at, found),
            }
        }
    }

    /// Parses the key of a member and the colon; returns the offset after the colon, and the field with this key.
    fn key<F: KnownField>(
        &mut self,
        at: usize,
        object: OpenContainer<F>,
        likely: F,
    ) -> Result<(usize, F), SyntaxError> {
        let (start, found) = self.skip_space(at);
        if found != Some(b'"') {
            return Err(self.bad_key(start, found));
        }
        let mut end = start + 1;
        let mut field = F::UNKNOWN;
        if likely != F::UNKNOWN && self.is_key(end, likely) {
            field = likely;
            end += likely.key().len() + 1;
        } else {
            let is_escaped;
            (end, is_escaped) = self.string(end)?;
            if object.field != F::UNKNOWN {
                let quoted = self.text.get(start..end).unwrap_or_default();
                field = self.field(object, likely, &name_of(quoted, is_escaped));
            }
        }
        match self.skip_space(end) {
            (at, Some(b':')) => Ok((at + 1, field)),
            (at, _) => Err(self.unexpected(at, Reason::MissingColon)),
        }
    }

    /// Returns the field of the next member of `object` by its name. Records if it may be a duplicate.
    pub(crate) fn field<F: KnownField>(&mut self, object: OpenContainer<F>, likely: F, name: &[u8]) -> F {
        let field = object.field.child(name);
        // Only a field that comes before the predicted one can be a duplicate. If no field is predicted, any field can
        // be one. Members with dynamic keys, such as locales, are distinct.
        if field < likely && !field.has_dynamic_key() {
            self.set_unordered(object.id);
        }
        field
    }

    /// Returns `true` if the key of `field` and a closing quote are at `at`.
    #[inline]
    fn is_key<F: KnownField>(&self, at: usize, field: F) -> bool {
        let key = field.key().as_bytes();
        let rest = self.text.get(at..).and_then(|rest| rest.split_at_checked(key.len()));
        let Some((found, [b'"', ..])) = rest else { return false };
        // Compare 8 bytes at a time: in WebAssembly, the standard library would compare byte by byte.
        let (Some(last), Some(found_last)) = (key.last_chunk::<8>(), found.last_chunk::<8>()) else {
            return key.iter().eq(found);
        };
        let equal = |a: &[u8; 8], b: &[u8; 8]| u64::from_ne_bytes(*a) == u64::from_ne_bytes(*b);
        let (chunks, found_chunks) = (key.as_chunks().0, found.as_chunks().0);
        equal(last, found_last) && chunks.iter().zip(found_chunks).all(|(a, b)| equal(a, b))
    }

    /// Parses a string from after its opening quote; returns the offset after the string, and `true` if the string
    /// contains escapes.
    #[expect(clippy::inline_always, reason = "nearly all strings end here")]
    #[inline(always)]
    fn string(&self, start: usize) -> Result<(usize, bool), SyntaxError> {
        let at = unescaped_end(self.text, start);
        if self.byte(at) == Some(b'"') {
            return Ok((at + 1, false));
        }
        Ok((self.string_with_escapes(at)?, true))
    }

    #[cold]
    fn string_with_escapes(&self, mut at: usize) -> Result<usize, SyntaxError> {
        loop {
            at = unescaped_end(self.text, at);
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
    fn number(&self, start: usize) -> Result<usize, SyntaxError> {
        let first_digit = start + usize::from(self.byte(start) == Some(b'-'));
        let mut end = self.digits(first_digit)?;
        if self.byte(first_digit) == Some(b'0') && end > first_digit + 1 {
            return Err(SyntaxError::at(first_digit + 1, Reason::Number));
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

    fn literal<F: KnownField, const LENGTH: usize>(
        &mut self,
        context: ValueContext<F>,
        kind: JsonType,
        literal: &[u8; LENGTH],
        start: usize,
    ) -> Result<usize, SyntaxError> {
        if self.text.get(start..).and_then(<[u8]>::first_chunk) != Some(literal) {
            return Err(self.bad_literal(start, literal));
        }
        self.push(context, kind, false, start, start + LENGTH);
        Ok(start + LENGTH)
    }

    #[cold]
    fn bad_literal(&self, start: usize, literal: &[u8]) -> SyntaxError {
        let equal = self.text.iter().skip(start).zip(literal).take_while(|(a, b)| a == b);
        self.ended_or(start + equal.count(), Reason::UnknownWord)
    }

    #[cold]
    fn ended_or(&self, at: usize, reason: Reason) -> SyntaxError {
        let is_end = at >= self.text.len();
        SyntaxError::at(at, if is_end { Reason::EndsEarly } else { reason })
    }

    /// Returns the error for an unexpected byte: `Comment` if a comment begins there, `EndsEarly` if the text ends
    /// there, otherwise `reason`.
    #[cold]
    fn unexpected(&self, at: usize, reason: Reason) -> SyntaxError {
        let is_comment = matches!(self.text.get(at..), Some([b'/', b'/' | b'*', ..]));
        self.ended_or(at, if is_comment { Reason::Comment } else { reason })
    }

    #[cold]
    fn missing_comma<F>(&self, at: usize, open: &OpenContainer<F>) -> SyntaxError {
        let is_object = open.kind == JsonType::Object;
        self.unexpected(at, if is_object { Reason::OpenObject } else { Reason::OpenArray })
    }

    #[cold]
    fn bad_key(&self, at: usize, found: Option<u8>) -> SyntaxError {
        let reason = match found {
            Some(b',') => Reason::ExtraComma,
            Some(b'}' | b']') if self.follows_comma(at) => Reason::ExtraComma,
            Some(b'\'') => Reason::SingleQuotes,
            _ => Reason::UnquotedName,
        };
        self.unexpected(at, reason)
    }

    #[cold]
    fn bad_value(&self, at: usize, found: Option<u8>) -> SyntaxError {
        let content = content_span(self.text);
        if content.start == content.end {
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
        let mut before = self.text.iter().take(at).rev();
        before.find(|byte| !byte.is_ascii_whitespace()) == Some(&b',')
    }
}

/// Returns `true` if no known field appears twice. Returns `false`, too, if a field has an index above 63.
fn are_distinct<F: KnownField>(mut members: Children<'_>) -> bool {
    let mut seen = 0_u64;
    while let Some((_, node)) = members.next_node() {
        if F::from_index(node.field_index()) != F::UNKNOWN {
            let Some(bit) = 1_u64.checked_shl(node.field_index().into()).filter(|bit| seen & bit == 0) else {
                return false;
            };
            seen |= bit;
        }
    }
    true
}

impl<F: KnownField> OpenContainer<F> {
    #[inline]
    pub(crate) fn new(id: NodeId, kind: JsonType, field: F) -> Self {
        let field = if field.accepts(kind) { field } else { F::UNKNOWN };
        Self { id, kind, field }
    }

    /// Returns the bracket that closes the object or array.
    pub(crate) fn end(self) -> u8 {
        if self.kind == JsonType::Object { b'}' } else { b']' }
    }
}
