//! Translated messages.

use alloc::{collections::BTreeMap, string::String};

use crate::messages::placeholders;
use crate::report::{CatalogueReport, Code, Diagnostic, Report};
use renewal_rules_json::Tree;

/// A table of message templates in another language. A template that the table lacks stays English.
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
pub struct Messages(BTreeMap<(Code, &'static str), String>);

/// The messages in Russian, as a table for [`Messages::from_json`].
pub static RUSSIAN: &str = include_str!("../messages/ru.json");

/// Reasons why a message table is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MessagesError {
    /// The table is not an object of codes, each with an object of templates.
    #[error("the messages must be an object of codes, each with an object of templates by their messageId")]
    NotATable,
    /// The table has a template for a code or `messageId` that does not exist.
    #[error("there is no message `{id}` of `{code}`")]
    Unknown {
        /// Code of the diagnostic.
        code: String,
        /// The template's `messageId`.
        id: String,
    },
    /// A template's placeholders differ from those of the English template.
    #[error(
        "the message `{id}` of `{code}` must have the same placeholders as the English one: {}",
        if placeholders.is_empty() { "none" } else { placeholders }
    )]
    Placeholders {
        /// Code of the diagnostic.
        code: Code,
        /// The template's `messageId`.
        id: &'static str,
        /// Placeholders of the English template, all of them required; empty if it has none.
        placeholders: String,
    },
}

impl Messages {
    /// Parses a table: `{"chain-empty":{"empty":"…"},…}`. Each template must have the placeholders of the English one,
    /// in any order and any number of times, with its own plural forms and choices. A template that is absent or blank
    /// stays English.
    ///
    /// # Errors
    ///
    /// Returns a [`MessagesError`] that names the first template that is unknown or has other placeholders.
    pub fn from_json(text: &str) -> Result<Self, MessagesError> {
        let not_a_table = || MessagesError::NotATable;
        let tree = Tree::parse(text).map_err(|_| not_a_table())?;
        let document = tree.document();
        let mut messages = BTreeMap::new();
        for (code, templates) in document.members(0).ok_or_else(not_a_table)? {
            for (id, template) in document.members(templates).ok_or_else(not_a_table)? {
                let text = document.text(template).ok_or_else(not_a_table)?;
                let known = code.parse().ok().and_then(|code: Code| Some((code, code.rule().template(&id)?)));
                let Some((code, english)) = known else {
                    return Err(MessagesError::Unknown { code: code.into_owned(), id: id.into_owned() });
                };
                // A blank template is not translated yet.
                if text.trim().is_empty() {
                    continue;
                }
                if placeholders(&text) != english.placeholders() {
                    return Err(MessagesError::Placeholders {
                        code,
                        id: english.id,
                        placeholders: english.placeholders().join(", "),
                    });
                }
                messages.insert((code, english.id), text.into_owned());
            }
        }
        Ok(Self(messages))
    }

    /// Returns the template of a code with this `messageId`; `None` if the table does not translate it.
    pub fn get(&self, code: Code, id: &str) -> Option<&str> {
        self.0.get(&(code, code.rule().template(id)?.id)).map(String::as_str)
    }
}

impl Diagnostic {
    /// Returns this diagnostic with its message translated; unchanged if the table lacks its template.
    #[must_use]
    pub fn translated(&self, messages: &Messages) -> Self {
        let template = messages.get(self.code, &self.message_id);
        let message = template.map_or_else(|| self.message.clone(), |template| self.params.fill(template));
        Self { message, ..self.clone() }
    }
}

macro_rules! translated {
    ($($report:ident),*) => {$(
        impl $report {
            /// Returns this report with its messages translated.
            #[must_use]
            pub fn translated(&self, messages: &Messages) -> Self {
                let diagnostics = self.diagnostics.iter().map(|found| found.translated(messages)).collect();
                Self { diagnostics, ..self.clone() }
            }
        }
    )*};
}

translated!(Report, CatalogueReport);
