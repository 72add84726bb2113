//! Operations that the language server calls about open texts. Their results are JSON in the format of the Language
//! Server Protocol (LSP).

use std::borrow::Cow;

use renewal_rules::{Code, Diagnostic, Identities, Location, Messages, Scope, Severity};
use renewal_rules_editor::{Cursor, Guide, OpenText, TextEdit, outline};
use serde::Serialize;

use crate::Call;
use crate::about::sentences;
use crate::object::{Object, list, to_json};
use crate::open_texts::{Open, Opening, Query, Range, Session, Settings, TextChange, with_session};
use crate::output::{Answer, Output, Raw};
use crate::suppressions::entry;

/// Markers for types of the Language Server Protocol, used only to generate TypeScript: the values are written as JSON.
pub(crate) mod lsp {
    pub(crate) enum CodeAction {}
    pub(crate) enum CodeLens {}
    pub(crate) enum CompletionItem {}
    pub(crate) enum Diagnostic {}
    pub(crate) enum DocumentSymbol {}
    pub(crate) enum Hover {}
    pub(crate) enum Location {}
    pub(crate) enum TextEdit {}
}

/// A code action of type `T` that suppresses a finding, with an additional member `entry`: the entry to add to the
/// suppressions file.
pub(crate) struct WithEntry<T>(core::marker::PhantomData<T>);

/// A `T`, or `"gone"` if the text is not open in the session, because the module was restarted after the text was
/// opened.
pub(crate) struct Retained<T>(core::marker::PhantomData<T>);

const GONE: &str = "\"gone\"";
/// LSP code action kind of the action that applies all safe fixes.
const FIX_ALL: &str = "source.fixAll.renewal-rules";
/// Maximum number of diagnostics of a text with related information. If there are more, none of them gets any.
const RELATED: usize = 1000;

type QueryResult<T> = Answer<Retained<Option<T>>>;

/// Returns the result of `answer` for the open text that the query names; `null` if this text has no products, `"gone"`
/// if the session has no such text.
fn answer_query<T>(query: &Query, answer: impl FnOnce(&Session, &Open) -> String) -> QueryResult<T> {
    about_any(query, |session, open| if open.has_products() { answer(session, open) } else { "null".to_owned() })
}

/// Like [`about`], but also calls `answer` for texts without products, such as configuration files.
fn about_any<T>(query: &Query, answer: impl FnOnce(&Session, &Open) -> String) -> Answer<Retained<T>> {
    with_session(|session| {
        let open = session.texts.get(&query.text);
        let text = open.map(|open| answer(session, open));
        Ok(Output::json_text(text.as_deref().unwrap_or(GONE)))
    })
}

pub(crate) fn begin(_: &Call<'_>, settings: Settings) -> Answer<()> {
    let guide = if settings.words.is_empty() {
        Guide::default()
    } else {
        let words = sentences(&settings.words)?;
        Guide::default().with_language(words, &settings.fields, &settings.rules)
    };
    let messages = Some(&settings.messages).filter(|text| !text.is_empty());
    let messages = messages.map(|text| Messages::from_json(text)).transpose();
    let messages = messages.map_err(|error| error.to_string())?;
    with_session(|session| {
        session.messages = messages;
        session.guide = guide;
        session.encoding = settings.encoding;
    });
    Ok(Output::from_value(&()))
}

pub(crate) fn open(call: &Call<'_>, opening: Opening) -> Answer<()> {
    let number = opening.text;
    let open = Open::new(opening, call.text().unwrap_or_default(), call.options(Scope::Product)?);
    with_session(|session| session.texts.insert(number, open));
    Ok(Output::from_value(&()))
}

pub(crate) fn close(_: &Call<'_>, text: u32) -> Answer<bool> {
    Ok(Output::from_value(&with_session(|session| session.texts.remove(&text).is_some())))
}

pub(crate) fn edit(_: &Call<'_>, text: u32, changes: Vec<TextChange>) -> Answer<Retained<()>> {
    with_session(|Session { texts, encoding, .. }| {
        let Some(open) = texts.get_mut(&text) else { return Ok(Output::json_text(GONE)) };
        for change in &changes {
            open.change(change, encoding);
        }
        Ok(Output::json_text("null"))
    })
}

/// Checks several texts as one catalogue. Returns a list of diagnostics for each text, in the given order.
pub(crate) fn check_catalogue(
    _: &Call<'_>,
    texts: Vec<u32>,
    quiet: bool,
) -> Answer<Retained<Vec<Vec<lsp::Diagnostic>>>> {
    with_session(|session| {
        let texts = texts.iter().map(|number| session.texts.get(number));
        let Some(texts) = texts.collect::<Option<Vec<_>>>() else { return Ok(Output::json_text(GONE)) };
        // A text without products is not part of the catalogue.
        let own = texts.iter().filter(|open| open.has_products());
        let all: Vec<&OpenText> = own.map(|open| &open.text).collect();
        let mut found = OpenText::catalogue(&all).into_iter();
        let all = texts.iter().map(|open| {
            let found = open.has_products().then(|| found.next());
            session.diagnostics(open, found.flatten().unwrap_or_default(), quiet)
        });
        Ok(Output::json_text(list(all)))
    })
}

pub(crate) fn off_title(_: &Call<'_>, code: Code) -> Answer<Option<String>> {
    Ok(Output::from_value(&with_session(|session| session.guide.off_title(code))))
}

pub(crate) fn diagnostics(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::Diagnostic>> {
    answer_query(&query, |session, open| session.diagnostics(open, open.text.diagnostics(), query.quiet))
}

pub(crate) fn fixes(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::CodeAction>> {
    answer_query(&query, |session, open| session.fixes(open, &query))
}

pub(crate) fn fix_all(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::CodeAction>> {
    answer_query(&query, |session, open| {
        let all = session.around(open, &query);
        let edits = open.text.fix_all(all.get(1..).unwrap_or_default());
        let title = session.guide.sentences.get("guide-fix-all");
        let action = session.action(open, title, FIX_ALL, &edits);
        list((!edits.is_empty()).then_some(action.text()))
    })
}

pub(crate) fn suppressions(_: &Call<'_>, query: Query) -> QueryResult<Vec<WithEntry<lsp::CodeAction>>> {
    answer_query(&query, |session, open| session.suppressions(open, &query))
}

pub(crate) fn locate_error(_: &Call<'_>, query: Query) -> Answer<Retained<Vec<lsp::Diagnostic>>> {
    about_any(&query, |session, open| session.locate_error(open, &query.message))
}

pub(crate) fn explain(_: &Call<'_>, query: Query) -> Answer<Retained<Option<lsp::Hover>>> {
    about_any(&query, |session, open| {
        let cursor = session.cursor(open, &query);
        let code = cursor.pointer.rsplit_once("/rules/");
        let code: Option<Code> = code.and_then(|(_, code)| code.parse().ok());
        let text = code.map(|code| session.guide.explain(code));
        session.hover(open, text, cursor.location)
    })
}

pub(crate) fn hover(_: &Call<'_>, query: Query) -> QueryResult<lsp::Hover> {
    answer_query(&query, |session, open| {
        let cursor = session.cursor(open, &query);
        let text = session.guide.hover(&session.around(open, &query), &cursor, &open.options);
        session.hover(open, text, cursor.location)
    })
}

pub(crate) fn completions(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::CompletionItem>> {
    answer_query(&query, |session, open| session.completions(open, &query, &session.cursor(open, &query)))
}

pub(crate) fn uses(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::Location>> {
    answer_query(&query, |session, open| {
        let cursor = session.cursor(open, &query);
        let id = cursor.product_id();
        let all = session.opens(open, &query).into_iter();
        list(all.flat_map(|other| {
            let uses = id.map(|id| other.text.uses(id)).unwrap_or_default();
            let wanted = query.own;
            let uses = uses.into_iter().filter(move |(own, _)| wanted.is_none_or(|it| it == *own));
            uses.map(|(_, at)| session.location(other, at))
        }))
    })
}

pub(crate) fn rename_range(_: &Call<'_>, query: Query) -> QueryResult<Range> {
    answer_query(&query, |session, open| {
        let cursor = session.cursor(open, &query);
        let location = cursor.location.filter(|_| cursor.product_id().is_some());
        location.map_or_else(|| "null".into(), |location| to_json(&open.range(location, &session.encoding)))
    })
}

/// Result of renaming a product id: the edits in `texts`, or in `error` the reason why the id cannot be renamed.
#[derive(Serialize)]
pub(crate) struct Renaming {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) texts: Option<Vec<TextEdits>>,
}

/// URI of an open text, and the edits of this text.
#[derive(Serialize)]
pub(crate) struct TextEdits {
    pub(crate) uri: String,
    pub(crate) edits: Raw<Vec<lsp::TextEdit>>,
}

pub(crate) fn rename(_: &Call<'_>, query: Query) -> QueryResult<Renaming> {
    answer_query(&query, |session, open| {
        let cursor = session.cursor(open, &query);
        let renamed = session.guide.rename(&session.around(open, &query), &cursor, &query.new_name);
        to_json(&match renamed {
            Err(error) => Renaming { error: Some(error), texts: None },
            Ok((id, locations)) => {
                let all = session.opens(open, &query).into_iter().zip(locations);
                let texts = all.filter_map(|(open, locations)| session.edits(open, locations, &id.to_string()));
                Renaming { error: None, texts: Some(texts.collect()) }
            }
        })
    })
}

pub(crate) fn symbols(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::DocumentSymbol>> {
    answer_query(&query, |session, open| {
        list(session.products(open).map(|(index, product, range)| {
            let id = product.id.map(|id| id.to_string());
            let name = [id, product.name].into_iter().flatten().collect::<Vec<_>>();
            let name = if name.is_empty() { format!("/{index}") } else { name.join(" ") };
            let symbol = Object::default().with("name", &name).with("kind", &OBJECT);
            symbol.with("range", &range).with("selectionRange", &range).text()
        }))
    })
}

pub(crate) fn lenses(_: &Call<'_>, query: Query) -> QueryResult<Vec<lsp::CodeLens>> {
    answer_query(&query, |session, open| {
        let initiators = session.products(open).filter(|(_, product, _)| product.initiates);
        list(initiators.map(|(index, _, Range { start, .. })| {
            let data = Object::default().with("uri", &open.opening.uri).with("index", &index);
            let lens = Object::default().with("range", &Range { start, end: start });
            lens.with_object("data", Some(&data)).text()
        }))
    })
}

pub(crate) fn sentence(_: &Call<'_>, query: Query) -> QueryResult<String> {
    answer_query(&query, |session, open| {
        let around = session.around(open, &query);
        let sentence = session.guide.sentence(&around, query.index, &open.options);
        to_json(&sentence.unwrap_or_default())
    })
}

impl Session {
    fn cursor(&self, open: &Open, query: &Query) -> Cursor {
        let (start, end) = (query.position, query.position);
        let location = open.location(Range { start, end }, &self.encoding);
        open.text.cursor(location.line, location.column)
    }

    /// Returns edits that replace each of these locations of a text by `text`; `None` if `locations` is empty.
    fn edits(&self, open: &Open, locations: Vec<Location>, text: &str) -> Option<TextEdits> {
        let edits = locations.into_iter().map(|location| self.edit(open, location, text)).collect::<Vec<_>>();
        let edits = (!edits.is_empty()).then(|| Raw::new(list(edits)))??;
        Some(TextEdits { uri: open.opening.uri.clone(), edits })
    }

    fn completions(&self, open: &Open, query: &Query, cursor: &Cursor) -> String {
        let found = self.guide.completions(&self.around(open, query), cursor);
        let items = found.into_iter().enumerate().map(|(order, found)| {
            let kind = if cursor.is_name { PROPERTY } else { VALUE };
            let item = Object::default().with("label", &found.label).with("kind", &kind);
            let item = item.with("detail", &found.detail);
            let item = item.with("sortText", &format!("{order:03}"));
            let item = item.with("filterText", &found.text);
            let edit = cursor.location.map(|at| self.edit(open, at, &found.text));
            item.with_json("textEdit", edit.as_deref().unwrap_or("null")).text()
        });
        list(items)
    }

    /// Returns `open`, followed by the texts of `query.others` that have products.
    fn opens<'o>(&'o self, open: &'o Open, query: &Query) -> Vec<&'o Open> {
        let others = query.others.iter().filter(|number| **number != query.text);
        let others = others.filter_map(|number| self.texts.get(number));
        let others = others.filter(|other| other.has_products());
        [open].into_iter().chain(others).collect()
    }

    fn around<'o>(&'o self, open: &'o Open, query: &Query) -> Vec<&'o OpenText> {
        let all = self.opens(open, query).into_iter();
        all.map(|open| &open.text).collect()
    }

    /// Returns the diagnostics of a text: in the catalogue of the query if the text is part of it, otherwise its own.
    fn found(&self, open: &Open, query: &Query) -> Vec<Diagnostic> {
        let texts: Vec<&Open> = query.others.iter().filter_map(|number| self.texts.get(number)).collect();
        let texts = texts.into_iter().filter(|open| open.has_products());
        let (numbers, texts): (Vec<u32>, Vec<&OpenText>) = texts.map(|open| (open.opening.text, &open.text)).unzip();
        let own = numbers.iter().position(|number| *number == query.text);
        match own.and_then(|own| OpenText::catalogue(&texts).into_iter().nth(own)) {
            Some(found) => found,
            None => open.text.diagnostics(),
        }
    }

    /// Lists the products of a text with their indices and ranges.
    fn products<'o>(
        &'o self,
        open: &'o Open,
    ) -> impl Iterator<Item = (usize, renewal_rules_editor::Outline, Range)> + 'o {
        let products = open.text.products().zip(open.text.product_locations()).enumerate();
        products.filter_map(|(index, (product, location))| {
            let found = outline(product).ok()?.pop()?;
            Some((index, found, open.range(location, &self.encoding)))
        })
    }

    fn edit(&self, open: &Open, location: Location, text: &str) -> String {
        let range = open.range(location, &self.encoding);
        Object::default().with("range", &range).with("newText", &text).text()
    }

    fn location(&self, open: &Open, location: Location) -> String {
        let range = open.range(location, &self.encoding);
        Object::default().with("uri", &open.opening.uri).with("range", &range).text()
    }

    fn hover(&self, open: &Open, text: Option<String>, location: Option<Location>) -> String {
        let Some((text, location)) = text.zip(location) else { return "null".into() };
        let contents = Object::default().with("kind", &"markdown").with("value", &text);
        let hover = Object::default().with_object("contents", Some(&contents));
        hover.with("range", &open.range(location, &self.encoding)).text()
    }

    fn action(&self, open: &Open, title: &str, kind: &str, edits: &[TextEdit]) -> Object {
        let edits = edits.iter().map(|edit| self.edit(open, edit.location, &edit.text));
        let changes = written_by(&open.opening.uri, &list(edits));
        let edit = Object::default().with_json("changes", &changes);
        let action = Object::default().with("title", &title).with("kind", &kind);
        action.with_object("edit", Some(&edit))
    }

    /// Converts the diagnostics of a text to a JSON array of LSP diagnostics, in the language of the session.
    /// Suppressed diagnostics are hints with the tag `Unnecessary`, so that editors do not count them as problems. If
    /// `is_quiet` is set, only errors are included.
    fn diagnostics(&self, open: &Open, found: Vec<Diagnostic>, is_quiet: bool) -> String {
        let are_suppressed = open.are_suppressed(&found);
        let has_related = found.len() <= RELATED;
        let found = self.translated(found).into_iter().zip(are_suppressed);
        let reported = found.filter(|(one, _)| !is_quiet || one.severity == Severity::Error);
        list(reported.map(|(one, is_suppressed)| {
            let tags = if is_suppressed { &[UNNECESSARY][..] } else { &[] };
            self.diagnostic(open, &one, is_suppressed, has_related).with("tags", &tags).text()
        }))
    }

    fn translated(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some(messages) = &self.messages else { return found };
        found.iter().map(|one| one.translated(messages)).collect()
    }

    fn diagnostic(&self, open: &Open, found: &Diagnostic, is_suppressed: bool, has_related: bool) -> Object {
        let code = found.code;
        let severity = if is_suppressed { HINT } else { found.severity as u8 + 1 };
        let location = found.location.unwrap_or(START);
        let diagnostic = Object::default()
            .with("range", &open.range(location, &self.encoding))
            .with("severity", &severity)
            .with("code", &code)
            .with("source", &SOURCE)
            .with("message", &found.message);
        let page = Object::default().with("href", &code.url());
        let diagnostic = diagnostic.with_object("codeDescription", Some(&page));
        let related = found.related.iter().filter(|_| has_related);
        let related = related.filter_map(|pointer: &Cow<'_, str>| {
            let location = self.location(open, open.text.location(pointer)?);
            let related = Object::default().with_json("location", &location);
            Some(related.with("message", pointer).text())
        });
        diagnostic.with_json("relatedInformation", &list(related))
    }

    /// Returns a code action for each fix of a finding in the range of the query.
    fn fixes(&self, open: &Open, query: &Query) -> String {
        let found = open.text.diagnostics();
        let are_suppressed = open.are_suppressed(&found);
        let found = self.translated(found).into_iter().zip(are_suppressed);
        list(found.filter_map(|(found, is_suppressed)| {
            let range = open.range(found.location?, &self.encoding);
            let patch = found.fix.as_deref().filter(|_| range.meets(query.range))?;
            let edit = open.text.fix(patch)?;
            let title = self.guide.fix_title(patch);
            let action = self.action(open, &title, "quickfix", &[edit]);
            let diagnostic = self.diagnostic(open, &found, is_suppressed, true).text();
            let action = action.with_json("diagnostics", &list([diagnostic]));
            Some(action.with("isPreferred", &true).text())
        }))
    }

    /// Returns a code action for each unsuppressed finding in the range of the query, with the entry that suppresses
    /// it.
    fn suppressions(&self, open: &Open, query: &Query) -> String {
        let found = self.found(open, query);
        let are_suppressed = open.are_suppressed(&found);
        let found = self.translated(found).into_iter().zip(are_suppressed);
        let text = open.text.text();
        let mut identities = Identities::new(&text, open.text.contents().layout);
        list(found.filter_map(|(found, is_suppressed)| {
            let range = open.range(found.location?, &self.encoding);
            let is_meant = !is_suppressed && range.meets(query.range);
            let found = is_meant.then_some(found)?;
            let entry = entry(&found, &mut identities)?;
            let diagnostic = self.diagnostic(open, &found, is_suppressed, true).text();
            let title = self.guide.suppress_title(found.code.as_str());
            let action = Object::default().with("title", &title);
            let action = action.with("entry", &entry);
            Some(action.with_json("diagnostics", &list([diagnostic])).text())
        }))
    }

    /// Returns a diagnostic for an error of a configuration file. It is located at the syntax error if there is one,
    /// otherwise at the first name in backticks in `message` that exists in the text, otherwise at the start.
    fn locate_error(&self, open: &Open, message: &str) -> String {
        let found = open.text.diagnostics().into_iter();
        let mut syntax = found.filter(|found| found.code == Code::JsonSyntax);
        let syntax = syntax.next().map(|syntax| syntax.location);
        let location = syntax.unwrap_or_else(|| {
            let whole_text = open.text.location("");
            let names = message.split('`').skip(1).step_by(2);
            let pointers = names.map(|name| format!("/{}", name.replace('.', "/")));
            let mut locations = pointers.map(|pointer| open.text.location(&pointer));
            locations.find(|location| *location != whole_text).flatten()
        });
        let range = open.range(location.unwrap_or(START), &self.encoding);
        let diagnostic = Object::default().with("range", &range).with("severity", &1);
        list([diagnostic.with("source", &SOURCE).with("message", &message).text()])
    }
}

/// Value of `source` in LSP diagnostics.
const SOURCE: &str = "renewal-rules";
/// Numbers that the protocol defines: the diagnostic severity `Hint`, the diagnostic tag `Unnecessary`, the completion
/// kinds `Property` and `Value`, and the symbol kind `Object`.
const HINT: u8 = 4;
const UNNECESSARY: u8 = 1;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const OBJECT: u8 = 19;

/// Range of the first character of a text.
const START: Location = Location { line: 1, column: 1, end_line: 1, end_column: 2 };

/// Returns a JSON object with one member. Unlike [`Object::with`], it escapes the name.
fn written_by(name: &str, value: &str) -> String {
    let name = serde_json::to_string(name).unwrap_or_default();
    ["{", &name, ":", value, "}"].concat()
}
