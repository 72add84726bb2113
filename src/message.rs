//! Messages: whole sentences with placeholders, filled with the parameters of a diagnostic.

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
    vec::Vec,
};

use memchr::memchr;

use crate::{
    code::Code,
    document::{Document, NodeId, Tree, push_number},
    params::{Param, Params},
    report::{CatalogueReport, Diagnostic, Report},
    sort::arranged,
    words::{into_text, list},
};

/// A message as data: a whole sentence with placeholders.
///
/// `{name}` stands for the parameter of that name, a list for its parts in backticks. With forms after
/// it, `{name|day|days}` stands for the form that the number takes: of two the first for 1 and the
/// second for all others; of three those of the Slavic languages, for 1, 2 and 5. With choices,
/// `{name|ar:AR|pmr:PMR|other:…}` stands for the text after the value that it has: after `other` where
/// none has its value, or where it is absent, and otherwise for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Template {
    /// Its own name within the code, stable: a diagnostic's `messageId`.
    pub id: &'static str,
    /// The sentence in English.
    pub text: &'static str,
}

/// A part of a template.
enum Part<'t> {
    Plain(&'t str),
    /// The name of a parameter, and the forms or choices of which its value takes one.
    Placeholder(&'t str, Option<&'t str>),
}

/// The parts of a template; what is not a placeholder is plain.
fn parts(template: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = template;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        if let Some((placeholder, after)) = rest
            .strip_prefix('{')
            .and_then(|inside| split_once(inside, b'}'))
        {
            rest = after;
            let (name, forms) = match split_once(placeholder, b'|') {
                Some((name, forms)) => (name, Some(forms)),
                None => (placeholder, None),
            };
            return Some(Part::Placeholder(name, forms));
        }
        // What begins with a brace and is not a placeholder is plain up to the next one.
        let next = rest.as_bytes().get(1..);
        let next = next.and_then(|after| memchr(b'{', after));
        let end = next.map_or(rest.len(), |at| at + 1);
        let (plain, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(Part::Plain(plain))
    })
}

/// The text before and after the first `mark`.
fn split_once(text: &str, mark: u8) -> Option<(&str, &str)> {
    let at = memchr(mark, text.as_bytes())?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Fills a template with parameters.
pub(crate) fn fill<'p>(template: &str, param: &dyn Fn(&str) -> Option<Cow<'p, Param>>) -> String {
    // Of choices, only one is used.
    let mut message = String::with_capacity(template.len().min(224) + 32);
    for part in parts(template) {
        let (name, forms) = match part {
            Part::Plain(plain) => {
                message.push_str(plain);
                continue;
            }
            Part::Placeholder(name, forms) => (name, forms),
        };
        match (param(name).as_deref(), forms) {
            (value, Some(forms)) if choices(forms).next().is_some() => {
                let value = match value {
                    Some(Param::Text(text)) => text,
                    _ => "",
                };
                message.push_str(choice(value, forms).unwrap_or_default());
            }
            (Some(Param::Number(number)), Some(forms)) => message.push_str(form(*number, forms)),
            (Some(Param::Number(number)), None) => push_number(&mut message, *number),
            (Some(Param::Text(text)), _) => message.push_str(text),
            (Some(Param::List(texts)), _) => {
                message.push_str(&list(&mut texts.iter().map(|text| &**text)));
            }
            (None, _) => {}
        }
    }
    message
}

/// The form that a word takes beside a number.
fn form(number: u64, forms: &str) -> &str {
    let index = match split(forms).count() {
        0..=2 => usize::from(number != 1),
        _ => match (number % 10, number % 100) {
            (_, 11..=14) => 2,
            (1, _) => 0,
            (2..=4, _) => 1,
            _ => 2,
        },
    };
    split(forms).nth(index).unwrap_or_default()
}

/// The forms or choices of a placeholder, one by one.
fn split(forms: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(forms);
    core::iter::from_fn(move || {
        let forms = rest?;
        let parts = split_once(forms, b'|');
        rest = parts.map(|(_, after)| after);
        Some(parts.map_or(forms, |(form, _)| form))
    })
}

/// Of choices each value and its text.
fn choices(forms: &str) -> impl Iterator<Item = (&str, &str)> {
    split(forms).filter_map(|form| split_once(form, b':'))
}

/// The text of a value.
fn choice<'t>(value: &str, forms: &'t str) -> Option<&'t str> {
    let of = |value: &str| choices(forms).find(|(known, _)| *known == value);
    let (_, text) = of(value).or_else(|| of("other"))?;
    Some(text)
}

/// Whether a template has a choice for this value of a parameter.
pub(crate) fn has_choice(template: &str, param: &str, value: &str) -> bool {
    parts(template).any(|part| match part {
        Part::Placeholder(name, Some(forms)) if name == param => {
            choices(forms).any(|(known, _)| known == value)
        }
        _ => false,
    })
}

/// A table of templates in another language: one for each template of each rule.
///
/// ```
/// use renewal_rules::{Messages, Options, RUSSIAN, check};
///
/// let messages = Messages::from_json(RUSSIAN)?;
/// let report = check(r#"{"id":0}"#, &Options::default());
/// assert!(report.translated(&messages).diagnostics[0].message.contains("целое число"));
/// # Ok::<(), renewal_rules::MessagesError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Messages(Vec<String>);

/// The messages in Russian, as a table for [`Messages::from_json`].
pub const RUSSIAN: &str = include_str!("messages/ru.json");

/// What is wrong with a table of messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum MessagesError {
    /// It is not an object of codes with objects of templates.
    NotATable,
    /// There is no such template.
    Unknown {
        /// The code.
        code: String,
        /// The template's own name.
        id: String,
    },
    /// A template is missing.
    Missing {
        /// The code.
        code: Code,
        /// The template's own name.
        id: &'static str,
    },
    /// A template does not have the placeholders that the English one has.
    Placeholders {
        /// The code.
        code: Code,
        /// The template's own name.
        id: &'static str,
        /// The placeholders that it must have.
        placeholders: String,
    },
}

into_text!(MessagesError);

impl MessagesError {
    fn text(&self) -> String {
        let of = |start: &str, id: &str, code: &str, end: &str| {
            [start, " `", id, "` of `", code, "`", end].concat()
        };
        match self {
            Self::NotATable => "the messages must be an object of codes, each with an object of templates by their messageId".to_owned(),
            Self::Unknown { code, id } => of("there is no message", id, code, ""),
            Self::Missing { code, id } => of("the message", id, code.as_str(), " is missing"),
            Self::Placeholders {
                code,
                id,
                placeholders,
            } => {
                let must = " must have the same placeholders as the English one: ";
                of("the message", id, code.as_str(), &[must, placeholders].concat())
            }
        }
    }
}

impl Messages {
    /// Reads a table: `{"chain-empty":{"empty":"…"},…}`. It has each template once, with the placeholders of
    /// the English one, in any order and any number of times, and with forms and choices of its own.
    ///
    /// # Errors
    ///
    /// [`MessagesError`] names the first template that is missing, unknown or has other placeholders.
    pub fn from_json(text: &str) -> Result<Self, MessagesError> {
        let tree = Tree::parse(text).map_err(|_| MessagesError::NotATable)?;
        Self::read(tree.document(), 0)
    }

    /// The template of a code with this `messageId`.
    ///
    /// ```
    /// use renewal_rules::{Code, Messages, RUSSIAN};
    ///
    /// let messages = Messages::from_json(RUSSIAN)?;
    /// assert!(messages.get(Code::ChainEmpty, "empty").is_some());
    /// # Ok::<(), renewal_rules::MessagesError>(())
    /// ```
    pub fn get(&self, code: Code, id: &str) -> Option<&str> {
        let (number, _) = numbered(code, id)?;
        self.0.get(number).map(String::as_str)
    }

    pub(crate) fn read(document: Document<'_>, node: NodeId) -> Result<Self, MessagesError> {
        let not_a_table = || MessagesError::NotATable;
        let mut messages: Vec<Option<String>> = all().map(|_| None).collect();
        for (code, templates) in document.members(node).ok_or_else(not_a_table)? {
            for (id, template) in document.members(templates).ok_or_else(not_a_table)? {
                let text = document.text(template).ok_or_else(not_a_table)?;
                let found =
                    Code::from_text(&code).and_then(|code| Some((code, numbered(code, &id)?)));
                let Some((code, (number, english))) = found else {
                    return Err(MessagesError::Unknown {
                        code: code.into_owned(),
                        id: id.into_owned(),
                    });
                };
                // A blank one words nothing.
                if text.trim().is_empty() {
                    continue;
                }
                if placeholders(&text) != placeholders(english.text) {
                    return Err(MessagesError::Placeholders {
                        code,
                        id: english.id,
                        placeholders: listed(&placeholders(english.text)),
                    });
                }
                if let Some(message) = messages.get_mut(number) {
                    *message = Some(text.into_owned());
                }
            }
        }
        let messages = all().zip(messages).map(|((code, template), message)| {
            let id = template.id;
            message.ok_or(MessagesError::Missing { code, id })
        });
        messages.collect::<Result<_, _>>().map(Self)
    }
}

/// All templates of all codes, in order.
fn all() -> impl Iterator<Item = (Code, &'static Template)> {
    Code::ALL.iter().flat_map(|code| {
        let templates = code.rule().templates.iter();
        templates.map(|template| (*code, template))
    })
}

/// A template and its number among all.
fn numbered(code: Code, id: &str) -> Option<(usize, &'static Template)> {
    let mut templates = all().enumerate();
    templates
        .find(|(_, (of, template))| *of == code && template.id == id)
        .map(|(number, (_, template))| (number, template))
}

/// The names of the placeholders of a template, each once.
pub(crate) fn placeholders(template: &str) -> Vec<&str> {
    let placeholders: Vec<&str> = parts(template)
        .filter_map(|part| match part {
            Part::Placeholder(name, _) => Some(name),
            Part::Plain(_) => None,
        })
        .collect();
    let mut placeholders = arranged(placeholders, &Ord::cmp);
    placeholders.dedup();
    placeholders
}

fn listed(placeholders: &[&str]) -> String {
    if placeholders.is_empty() {
        return String::from("none");
    }
    placeholders.join(", ")
}

/// What the text of an input shows in a message: shortened, and without characters that a terminal
/// obeys, that turn the direction of text around or that hide in it.
pub(crate) fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let is_plain = |byte| matches!(byte, b' '..=b'~') && byte != b'`';
    if text.len() <= SHOWN && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    shortened(text, SHOWN).replace('`', "'")
}

/// A text on one line: cut after so many code points, with `…` where more follow, and with U+FFFD for
/// control characters and those that cannot be seen.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let safe = |character: char| {
        if character.is_control() || is_invisible(character) {
            '\u{fffd}'
        } else {
            character
        }
    };
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(most).map(safe).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Characters that turn the direction of text around or hide in it.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

impl Diagnostic {
    /// The same in another language.
    #[must_use]
    pub fn translated(&self, messages: &Messages) -> Self {
        let template = messages.get(self.code, &self.message_id);
        let message = template.map_or_else(
            || self.message.clone(),
            |template| self.params.fill(template),
        );
        Self {
            message,
            ..self.clone()
        }
    }
}

macro_rules! translated {
    ($($report:ident),*) => {$(
        impl $report {
            /// The same report in another language.
            #[must_use]
            pub fn translated(&self, messages: &Messages) -> Self {
                let diagnostics = self.diagnostics.iter();
                let diagnostics = diagnostics.map(|found| found.translated(messages));
                Self {
                    diagnostics: diagnostics.collect(),
                    ..self.clone()
                }
            }
        }
    )*};
}

translated!(Report, CatalogueReport);

/// Words the diagnostics of a report that is given as JSON, in another language: the same text, each
/// `message` replaced. `None` where it is not a report of this version.
///
/// ```
/// use renewal_rules::{Messages, Options, RUSSIAN, check, translate};
///
/// let messages = Messages::from_json(RUSSIAN)?;
/// let report = check(r#"{"id":0}"#, &Options::default()).to_json();
/// let translated = translate(&report, &messages).ok_or("not a report")?;
/// assert!(translated.contains("целое число"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn translate(report: &str, messages: &Messages) -> Option<String> {
    let tree = Tree::parse(report).ok()?;
    let document = tree.document();
    let list = document.member(0, "diagnostics")?;
    let mut translated = String::with_capacity(report.len());
    let mut from = 0;
    for diagnostic in document.children(list) {
        let text = |name| document.text(document.member(diagnostic, name)?);
        let code = Code::from_text(&text("code")?)?;
        let template = messages.get(code, &text("messageId")?)?;
        let params = document.member(diagnostic, "params")?;
        let message = document.span(document.member(diagnostic, "message")?)?;
        let filled = Params::read(document, params)?.fill(template);
        translated.push_str(report.get(from..message.start)?);
        crate::document::quote_json(&mut translated, &filled);
        from = message.end;
    }
    translated.push_str(report.get(from..)?);
    Some(translated)
}
