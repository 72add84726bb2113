//! Message templates: sentences with placeholders for parameters.

use alloc::{borrow::Cow, string::String, vec::Vec};

use memchr::memchr;
use serde::Serialize;

use renewal_rules_json::{JsonText, list_keywords, push_number, stable_sort};

/// Message template: a whole sentence with placeholders.
///
/// `{name}` inserts the parameter `name`; the items of a list are put in backticks and separated by commas.
///
/// `{name|day|days}` selects a plural form by a number. With two forms, the first is for 1 and the second for all other
/// numbers; three forms follow the rules of Slavic languages, for numbers like 1, 2 and 5.
///
/// `{name|ar:AR|pmr:PMR|other:…}` selects the text after the value of the parameter. If no choice matches or the
/// parameter is absent, inserts the text after `other`, or nothing without `other`.
///
/// `{name| of product #}` inserts a text or number in place of `#`, or nothing if the parameter is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Template {
    /// Stable id of the template, unique within the code of the rule: the `messageId` of a diagnostic.
    pub id: &'static str,
    /// Sentence in English.
    pub text: &'static str,
}

impl Template {
    /// Returns the names of the placeholders, sorted and without duplicates.
    pub fn placeholders(&self) -> Vec<&'static str> {
        placeholders(self.text)
    }
}

/// Segment of a template: plain text, or a placeholder with the name of the parameter and the text after the first `|`,
/// if any.
enum Segment<'t> {
    Plain(&'t str),
    Placeholder(&'t str, Option<&'t str>),
}

/// Splits a template into segments. Everything except placeholders is plain text.
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
        // A brace that does not begin a placeholder is plain text, up to the next opening brace.
        let next = rest.as_bytes().get(1..).and_then(|after| memchr(b'{', after));
        let end = next.map_or(rest.len(), |at| at + 1);
        let (plain, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(Segment::Plain(plain))
    })
}

/// Splits a text at the first byte `mark`. `str::split_once` of the standard library takes three times as long.
fn split_once(text: &str, mark: u8) -> Option<(&str, &str)> {
    let at = memchr(mark, text.as_bytes())?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Splits a text at each byte `mark`.
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
    // Templates with choices are longer than their messages, because only one choice is used: limit the capacity.
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
            (Some(Param::Number(number)), Some(forms)) if memchr(b'|', forms.as_bytes()).is_some() => {
                message.push_str(plural_form(*number, forms));
            }
            (Some(value), phrase) => {
                let phrase = phrase.unwrap_or("#");
                let (before, after) = split_once(phrase, b'#').unwrap_or((phrase, ""));
                message.push_str(before);
                if before.len() < phrase.len() {
                    push_value(&mut message, value);
                }
                message.push_str(after);
            }
            (None, _) => {}
        }
    }
    message
}

fn push_value(message: &mut String, value: &Param) {
    match value {
        Param::Text(text) => message.push_str(text),
        Param::Number(number) => push_number(message, *number),
        Param::List(texts) => message.push_str(&list_keywords(&mut texts.iter().map(|text| &**text))),
        Param::Other(json) => message.push_str(json.as_str()),
    }
}

/// Fills a template with text parameters, passed as pairs of name and text.
pub fn fill_texts(template: &str, texts: &[(&str, &str)]) -> String {
    fill(template, &|placeholder| {
        let (_, text) = texts.iter().find(|(name, _)| *name == placeholder)?;
        Some(Cow::Owned(Param::Text(String::from(*text).into())))
    })
}

/// Returns the plural form for a number.
fn plural_form(number: u64, forms: &str) -> &str {
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

/// Iterates over the choices of a placeholder as pairs of value and text; empty if `forms` are plural forms or a
/// clause.
fn choices(forms: &str) -> impl Iterator<Item = (&str, &str)> {
    split(forms, b'|').filter_map(|form| split_once(form, b':'))
}

/// Returns `true` if the template has a choice for this value of the parameter.
pub(crate) fn has_choice(template: &str, param: &str, value: &str) -> bool {
    segments(template).any(|segment| {
        matches!(segment, Segment::Placeholder(name, Some(forms))
            if name == param && choices(forms).any(|(known, _)| known == value))
    })
}

/// Returns the names of the placeholders of a template, sorted and without duplicates.
pub fn placeholders(template: &str) -> Vec<&str> {
    let name = |segment| if let Segment::Placeholder(name, _) = segment { Some(name) } else { None };
    let mut placeholders = stable_sort(segments(template).filter_map(name).collect(), &Ord::cmp);
    placeholders.dedup();
    placeholders
}

/// Iterates over the names and sentences of a table of messages in this crate: a JSON object of texts without escapes.
pub fn sentences_in(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut quoted = split(table, b'"').skip(1).step_by(2);
    core::iter::from_fn(move || Some((quoted.next()?, quoted.next()?)))
}

/// Returns the sentence with this name; empty if the table has none.
pub(crate) fn sentence_in(table: &'static str, name: &str) -> &'static str {
    sentences_in(table).find(|(known, _)| *known == name).map_or("", |(_, sentence)| sentence)
}

/// Value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Param {
    /// A text.
    Text(Cow<'static, str>),
    /// A non-negative integer.
    Number(u64),
    /// A list of texts.
    List(Vec<String>),
    /// A value of another type, read from a saved report of another version.
    Other(JsonText),
}
