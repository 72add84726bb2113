//! Where things stand in a JSON text: computed only when there is something to tell, in one walk
//! for all places asked for.

use alloc::{string::String, vec::Vec};
use core::cmp::Ordering;

use memchr::memchr_iter;
use serde::de::IgnoredAny;
use serde_json::Deserializer;

use crate::{
    group::{arranged, sorted},
    json::{is_space, name_of, parts},
    place::{push_index, push_token},
    report::{Diagnostic, Location},
    rules::Code,
};

/// How products stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One JSON value.
    Value,
    /// One value a line; the first token of a pointer counts the lines that are not blank.
    Lines,
}

/// A span of bytes, the end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// The same span of a text that stands at `offset` in another.
    pub(crate) const fn behind(self, offset: usize) -> Self {
        Self {
            start: self.start + offset,
            end: self.end + offset,
        }
    }
}

/// A member of an object or an element of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// The key with its quotes; an element of an array has none.
    pub(crate) key: Option<Span>,
    pub(crate) value: Span,
    /// The end of the member before it.
    pub(crate) previous: Option<usize>,
    /// The start of the member after it.
    pub(crate) next: Option<usize>,
}

impl Member {
    pub(crate) fn start(&self) -> usize {
        self.key.unwrap_or(self.value).start
    }
}

/// An object or array that was walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Container {
    pub(crate) span: Span,
    pub(crate) is_array: bool,
    /// How many members or elements it has.
    pub(crate) count: usize,
    pub(crate) last: Option<Member>,
}

/// What was found for one pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The nearest object or array above the place that exists; `None` for the root.
    pub(crate) container: Option<Container>,
    /// Whether the place is directly below that container.
    pub(crate) is_child: bool,
    /// What stands at the place, where something does.
    pub(crate) member: Option<Member>,
}

/// The pointers asked for, as a tree of their tokens.
#[derive(Default)]
struct Wanted<'p> {
    here: Vec<usize>,
    /// By token as it is written in a pointer, in order.
    below: Vec<(&'p str, Wanted<'p>)>,
}

impl<'p> Wanted<'p> {
    /// Adds a pointer; pointers are added in the order of their tokens.
    fn insert(&mut self, pointer: &'p str, request: usize) {
        let mut node = self;
        for token in pointer.split('/').skip(1) {
            if node.below.last().is_none_or(|(last, _)| *last != token) {
                node.below.push((token, Wanted::default()));
            }
            let Some((_, last)) = node.below.last_mut() else {
                return;
            };
            node = last;
        }
        node.here.push(request);
    }

    /// The position of a token among those below, given as it stands in the JSON.
    fn position(&self, token: &str) -> Option<usize> {
        let mut written = String::new();
        push_token(&mut written, token);
        let written = written.get(1..).unwrap_or_default();
        let found = self
            .below
            .binary_search_by(|(token, _)| (*token).cmp(written));
        found.ok()
    }

    fn each(&self, report: &mut dyn FnMut(usize)) {
        // As deep as the pointers of a report, which the tables of the document bound, or of a patch,
        // which are bounded where it is applied.
        self.here.iter().for_each(|request| report(*request));
        for (_, node) in &self.below {
            node.each(report);
        }
    }
}

/// A token of a pointer as it stands in the JSON.
pub(crate) fn unescaped(token: &str) -> String {
    let mut name = String::with_capacity(token.len());
    let mut characters = token.chars();
    while let Some(character) = characters.next() {
        name.push(match character {
            '~' if characters.next() == Some('1') => '/',
            other => other,
        });
    }
    name
}

/// Finds each pointer in `text`, which must be JSON in the given layout.
pub(crate) fn find(text: &str, layout: Layout, pointers: &[&str]) -> Vec<Option<Found>> {
    if pointers.is_empty() {
        return Vec::new();
    }
    let mut wanted = Wanted::default();
    let order = sorted(pointers.len(), &|a, b| {
        let tokens = |index: usize| pointers.get(index).map(|pointer| pointer.split('/'));
        match (tokens(a), tokens(b)) {
            (Some(a), Some(b)) => a.cmp(b),
            _ => Ordering::Equal,
        }
    });
    for request in order {
        wanted.insert(pointers.get(request).copied().unwrap_or_default(), request);
    }
    let mut walk = Walk {
        text,
        found: alloc::vec![None; pointers.len()],
    };
    match layout {
        Layout::Value => walk.value(trimmed(text, 0), None, &wanted),
        Layout::Lines => {
            wanted.each(&mut |request| walk.set(request, None, false, None));
            let mut index = String::new();
            for (number, line) in lines(text).enumerate() {
                index.clear();
                push_index(&mut index, number);
                let position = wanted.position(index.get(1..).unwrap_or_default());
                if let Some((_, wanted)) = position.and_then(|at| wanted.below.get(at)) {
                    walk.value(trimmed(line.text, line.start), None, wanted);
                }
            }
        }
    }
    walk.found
}

/// A line that is not blank.
pub(crate) struct Line<'t> {
    pub(crate) text: &'t str,
    /// The byte at which it starts.
    pub(crate) start: usize,
}

/// The lines of newline-delimited JSON, blank ones passed over.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split('\n').filter_map(move |text| {
        let line = Line { text, start };
        start += text.len() + 1;
        (!is_space(text.as_bytes())).then_some(line)
    })
}

pub(crate) fn trimmed(text: &str, offset: usize) -> Span {
    let start = offset + (text.len() - text.trim_ascii_start().len());
    Span {
        start,
        end: start + text.trim_ascii().len(),
    }
}

struct Walk<'t> {
    text: &'t str,
    found: Vec<Option<Found>>,
}

impl Walk<'_> {
    fn set(
        &mut self,
        request: usize,
        container: Option<Container>,
        is_child: bool,
        member: Option<Member>,
    ) {
        if let Some(found) = self.found.get_mut(request) {
            *found = Some(Found {
                container,
                is_child,
                member,
            });
        }
    }

    fn value(&mut self, span: Span, container: Option<Container>, wanted: &Wanted<'_>) {
        let member = Member {
            key: None,
            value: span,
            previous: None,
            next: None,
        };
        self.member(member, container, wanted);
    }

    fn member(&mut self, member: Member, container: Option<Container>, wanted: &Wanted<'_>) {
        for request in &wanted.here {
            self.set(*request, container, true, Some(member));
        }
        if wanted.below.is_empty() {
            return;
        }
        let text = self.text.get(member.value.start..member.value.end);
        let Some(members) = text.and_then(|text| members(text, wanted, self.text)) else {
            // A scalar, where something below it was asked for.
            for (_, node) in &wanted.below {
                node.each(&mut |request| self.set(request, container, false, None));
            }
            return;
        };
        let container = Container {
            span: member.value,
            is_array: members.is_array,
            count: members.count,
            last: members.last,
        };
        for ((_, node), member) in wanted.below.iter().zip(members.wanted) {
            if let Some(member) = member {
                self.member(member, Some(container), node);
            } else {
                for request in &node.here {
                    self.set(*request, Some(container), true, None);
                }
                for (_, below) in &node.below {
                    below.each(&mut |request| self.set(request, Some(container), false, None));
                }
            }
        }
    }
}

/// The members of one object or array, as far as they are wanted.
struct Members {
    is_array: bool,
    count: usize,
    /// Beside the tokens that are wanted.
    wanted: Vec<Option<Member>>,
    last: Option<Member>,
}

/// Lists the members of the object or array `text`, `None` where it is neither.
fn members(text: &str, wanted: &Wanted<'_>, whole: &str) -> Option<Members> {
    let mut members = Members {
        is_array: text.starts_with('['),
        count: 0,
        wanted: alloc::vec![None; wanted.below.len()],
        last: None,
    };
    // The position of the last member among those wanted, where it is.
    let mut latest = None;
    let span = |part: &str| {
        let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
        Span {
            start,
            end: start + part.len(),
        }
    };
    parts(text, &mut |key, value| {
        let member = Member {
            key: key.map(span),
            value: span(value),
            previous: members.last.map(|last| last.value.end),
            next: None,
        };
        if let Some(Some(last)) = latest.and_then(|at: usize| members.wanted.get_mut(at)) {
            last.next = Some(member.start());
        }
        // A key with half a surrogate pair is no known name, and never wanted.
        latest = match key {
            Some(key) => name_of(key).and_then(|name| wanted.position(&name)),
            None => wanted.position(&alloc::format!("{}", members.count)),
        };
        if let Some(found) = latest.and_then(|at| members.wanted.get_mut(at)) {
            *found = Some(member);
        }
        members.count += 1;
        members.last = Some(member);
    })?;
    Some(members)
}

/// Whether a diagnostic of this code is located at a key.
pub(crate) const fn is_at_key(code: Code) -> bool {
    matches!(
        code,
        Code::DuplicateKey | Code::UnknownField | Code::LocaleFormat
    )
}

/// The span of what stands in `text` where a key begins at `address`, behind its quote: the key with
/// its quotes, or the value. `None` where the key stands elsewhere, as one that had an escape does.
pub(crate) fn span_at(text: &str, address: usize, key: &str, at_key: bool) -> Option<Span> {
    let start = address
        .checked_sub(text.as_ptr() as usize)?
        .checked_sub(1)?;
    let end = start.checked_add(key.len() + 2)?;
    let quoted = text.get(start..end)?;
    if quoted.strip_prefix('"')?.strip_suffix('"')? != key {
        return None;
    }
    if at_key {
        return Some(Span { start, end });
    }
    let rest = text.get(end..)?.trim_ascii_start().strip_prefix(':')?;
    let rest = rest.trim_ascii_start();
    let start = text.len() - rest.len();
    let mut values = Deserializer::from_str(rest).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(Span {
        start,
        end: start + values.byte_offset(),
    })
}

/// Gives each diagnostic its location. Some spans may be known already; the text is walked only for
/// the others.
pub(crate) fn locate(
    text: &str,
    layout: Layout,
    diagnostics: &mut [Diagnostic],
    known: &[Option<Span>],
) {
    if diagnostics.is_empty() {
        return;
    }
    let known = |index: usize| known.get(index).copied().flatten();
    let whole = trimmed(text, 0);
    let unknown = |(index, diagnostic): &(usize, &Diagnostic)| {
        known(*index).is_none() && diagnostic.code != Code::JsonSyntax
    };
    let paths = diagnostics
        .iter()
        .enumerate()
        .filter(unknown)
        .map(|(_, diagnostic)| diagnostic.path.as_str());
    let mut found = find(text, layout, &paths.collect::<Vec<_>>()).into_iter();
    let spans: Vec<Option<Span>> = diagnostics
        .iter()
        .enumerate()
        .map(|(index, diagnostic)| {
            if let Some(span) = known(index) {
                return Some(span);
            }
            if diagnostic.code == Code::JsonSyntax {
                return None;
            }
            let at_key = is_at_key(diagnostic.code);
            let span = match found.next().flatten() {
                Some(Found {
                    member: Some(member),
                    ..
                }) => member.key.filter(|_| at_key).unwrap_or(member.value),
                Some(Found {
                    container: Some(container),
                    ..
                }) => container.span,
                _ => whole,
            };
            Some(span)
        })
        .collect();
    let mut offsets: Vec<usize> = spans
        .iter()
        .flatten()
        .flat_map(|span| [span.start, span.end])
        .collect();
    offsets = arranged(offsets, &Ord::cmp);
    offsets.dedup();
    let positions = positions(text, &offsets);
    let position = |offset: usize| {
        let index = offsets.binary_search(&offset).unwrap_or_default();
        positions.get(index).copied().unwrap_or((1, 1))
    };
    for (diagnostic, span) in diagnostics.iter_mut().zip(spans) {
        diagnostic.location = match span {
            Some(span) => {
                let ((line, column), (end_line, end_column)) =
                    (position(span.start), position(span.end));
                Some(Location {
                    line,
                    column,
                    end_line,
                    end_column,
                })
            }
            None => diagnostic.location,
        };
    }
}

/// The line and column of one byte.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    positions(text, &[offset])
        .first()
        .copied()
        .unwrap_or((1, 1))
}

/// The lines and columns of these bytes, given in rising order: both from 1, columns in UTF-16 code
/// units. Lines end at `\n` and at `\r\n`.
fn positions(text: &str, offsets: &[usize]) -> Vec<(usize, usize)> {
    let mut line = 1;
    // Counted from here on: the start of the line, and what of it was counted already.
    let mut from = 0;
    let mut column = 1;
    let mut positions = Vec::with_capacity(offsets.len());
    for offset in offsets {
        let offset = (0..=(*offset).min(text.len()))
            .rev()
            .find(|offset| text.is_char_boundary(*offset))
            .unwrap_or_default();
        let passed = text.get(from..offset).unwrap_or_default();
        let (breaks, rest) = line_breaks(passed);
        if breaks > 0 {
            line += breaks;
            column = 1;
        }
        column += utf16_length(rest);
        from = offset;
        positions.push((line, column));
    }
    positions
}

/// How many lines end in `passed`, and what of it stands behind the last end.
fn line_breaks(passed: &str) -> (usize, &str) {
    let Some((before, rest)) = passed.rsplit_once('\n') else {
        return (0, passed);
    };
    let breaks = memchr_iter(b'\n', before.as_bytes()).count();
    (breaks + 1, rest)
}

/// The bytes, less those that continue a character, and those that start one of four bytes once more.
/// By the word, as in a catalogue on one line all that stands before a place is counted.
fn utf16_length(text: &str) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    let (mut continuing, mut long) = (0, 0);
    for word in words.iter().chain([&last]) {
        // Bit n of each byte, in that byte's lowest bit.
        let bit = |n: u32| u64::from_ne_bytes(*word) >> n & ONES;
        if bit(7) != 0 {
            continuing += (bit(7) & !bit(6)).count_ones() as usize;
            long += (bit(7) & bit(6) & bit(5) & bit(4)).count_ones() as usize;
        }
    }
    text.len() + long - continuing
}
