//! Templates: whole sentences with placeholders, filled with parameters.

use alloc::{borrow::Cow, string::String, vec::Vec};

use memchr::memchr;
use serde::Serialize;

use renewal_rules_json::{JsonText, arranged, list, push_number};

/// A message as data: a whole sentence with placeholders.
///
/// `{name}` stands for the parameter of that name, a list for its parts in backticks. With forms after
/// it, `{name|day|days}` stands for the form that the number takes: of two the first for 1 and the
/// second for all others; of three those of the Slavic languages, for 1, 2 and 5. With choices,
/// `{name|ar:AR|pmr:PMR|other:…}` stands for the text after the value that it has: after `other` where
/// none has its value, or where it is absent, and otherwise for nothing. Of a text, `{name|before|after}` stands for
/// the text between these two, or for nothing if it is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Template {
    /// Its own name within the code, stable: a diagnostic's `messageId`.
    pub id: &'static str,
    /// The sentence in English.
    pub text: &'static str,
}

impl Template {
    /// The names of its placeholders, each once, in the order of their names.
    pub fn placeholders(&self) -> Vec<&'static str> {
        placeholders(self.text)
    }
}

/// A piece of a template: plain text, or the name of a parameter and the forms or choices of which its value takes one.
enum Segment<'t> {
    Plain(&'t str),
    Placeholder(&'t str, Option<&'t str>),
}

/// A template in pieces; what is not a placeholder is plain.
fn segments(template: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = template;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let inside = rest.strip_prefix('{');
        if let Some((placeholder, after)) = inside.and_then(|inside| split_once(inside, b'}')) {
            rest = after;
            let (name, forms) = split_once(placeholder, b'|').unzip();
            return Some(Segment::Placeholder(name.unwrap_or(placeholder), forms));
        }
        // What begins with a brace and is not a placeholder is plain up to the next one.
        let next = rest.as_bytes().get(1..).and_then(|after| memchr(b'{', after));
        let end = next.map_or(rest.len(), |at| at + 1);
        let (plain, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(Segment::Plain(plain))
    })
}

/// The text before and after the first `mark`; those of the standard library take three times as long.
fn split_once(text: &str, mark: u8) -> Option<(&str, &str)> {
    let at = memchr(mark, text.as_bytes())?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// The parts of a text between one `mark` and the next.
fn split(text: &str, mark: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let parts = split_once(text, mark);
        rest = parts.map(|(_, after)| after);
        Some(parts.map_or(text, |(part, _)| part))
    })
}

/// Fills a template with parameters.
pub fn fill<'p>(template: &str, param: &dyn Fn(&str) -> Option<Cow<'p, Param>>) -> String {
    // Of choices, only one is used.
    let mut message = String::with_capacity(template.len().min(224) + 32);
    for segment in segments(template) {
        let (name, forms) = match segment {
            Segment::Plain(plain) => {
                message.push_str(plain);
                continue;
            }
            Segment::Placeholder(name, forms) => (name, forms),
        };
        match (param(name).as_deref(), forms) {
            (value, Some(forms)) if choices(forms).next().is_some() => {
                let value = if let Some(Param::Text(text)) = value { text } else { "" };
                let text_of = |value: &str| choices(forms).find(|(known, _)| *known == value);
                message.push_str(text_of(value).or_else(|| text_of("other")).unwrap_or_default().1);
            }
            (Some(Param::Number(number)), Some(forms)) => message.push_str(form(*number, forms)),
            (Some(Param::Number(number)), None) => push_number(&mut message, *number),
            (Some(Param::Text(text)), forms) => {
                let (before, after) = forms.and_then(|forms| split_once(forms, b'|')).unwrap_or_default();
                message.extend([before, text, after]);
            }
            (Some(Param::Other(json)), _) => message.push_str(json.as_str()),
            (Some(Param::List(texts)), _) => message.push_str(&list(&mut texts.iter().map(|text| &**text))),
            (None, _) => {}
        }
    }
    message
}

/// Fills a template with texts by their names.
pub fn fill_texts(template: &str, texts: &[(&str, &str)]) -> String {
    fill(template, &|placeholder| {
        let (_, text) = texts.iter().find(|(name, _)| *name == placeholder)?;
        Some(Cow::Owned(Param::Text(String::from(*text).into())))
    })
}

/// The form that a word takes beside a number.
fn form(number: u64, forms: &str) -> &str {
    let index = match split(forms, b'|').count() {
        0..=2 => usize::from(number != 1),
        _ => match (number % 10, number % 100) {
            (_, 11..=14) => 2,
            (1, _) => 0,
            (2..=4, _) => 1,
            _ => 2,
        },
    };
    split(forms, b'|').nth(index).unwrap_or_default()
}

/// Of choices each value and its text.
fn choices(forms: &str) -> impl Iterator<Item = (&str, &str)> {
    split(forms, b'|').filter_map(|form| split_once(form, b':'))
}

/// Whether a template has a choice for this value of a parameter.
pub fn has_choice(template: &str, param: &str, value: &str) -> bool {
    segments(template).any(|segment| {
        matches!(segment, Segment::Placeholder(name, Some(forms))
            if name == param && choices(forms).any(|(known, _)| known == value))
    })
}

/// The names of the placeholders of a template, each once.
pub fn placeholders(template: &str) -> Vec<&str> {
    let name = |segment| if let Segment::Placeholder(name, _) = segment { Some(name) } else { None };
    let mut placeholders = arranged(segments(template).filter_map(name).collect(), &Ord::cmp);
    placeholders.dedup();
    placeholders
}

/// The sentences of a table `{"name":"sentence",…}` of this crate with their names: none of them needs an escape.
pub fn sentences_in(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut quoted = split(table, b'"').skip(1).step_by(2);
    core::iter::from_fn(move || Some((quoted.next()?, quoted.next()?)))
}

/// The sentence of this name; empty where there is none.
pub fn sentence_in(table: &'static str, name: &str) -> &'static str {
    sentences_in(table).find(|(known, _)| *known == name).map_or("", |(_, sentence)| sentence)
}

/// A value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Param {
    /// A text.
    Text(Cow<'static, str>),
    /// A whole number from 0.
    Number(u64),
    /// Several texts.
    List(Vec<String>),
    /// A value of another type, in a stored report of another version.
    Other(JsonText),
}
