//! Calls of the language server. Texts and messages are retained between calls; results have the format of the
//! protocol.

use std::{borrow::Cow, cell::RefCell, collections::BTreeMap};

use renewal_rules::{Code, Diagnostic, Identities, Location, Messages, Options, ProductId, Scope, Severity};
use renewal_rules_editor::{Cursor, OpenText, TextEdit};
use renewal_rules_editor::{Guide, outline};
use serde::{Deserialize, Serialize};

use crate::object::{Object, list};
use crate::suppressions::{Known, entry};
use crate::{Answer, Call, about::sentences, json, sources::promises_lines};

thread_local! {
    static HELD: RefCell<Held> = RefCell::default();
}

/// Result if the text is not retained, because the module was restarted.
const GONE: &str = "gone";
/// Kind of the code action that applies all safe fixes.
const FIX_ALL: &str = "source.fixAll.renewal-rules";
/// Limit of diagnostics with related information.
const RELATED: usize = 1000;

#[derive(Default)]
struct Held {
    texts: BTreeMap<u32, Open>,
    guide: Guide,
    messages: Option<Messages>,
    /// Unit of columns.
    encoding: String,
}

/// A retained text with its options.
struct Open {
    uri: String,
    name: String,
    /// Whether to treat it as a product file whatever it contains.
    named: bool,
    options: Options,
    /// Its suppressions.
    known: Known,
    text: OpenText,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Request {
    part: String,
    /// The text of the request, and other texts with products.
    text: u32,
    others: Vec<u32>,
    uri: String,
    name: String,
    named: bool,
    known: Known,
    quiet: bool,
    changes: Vec<Change>,
    position: Position,
    range: Range,
    index: usize,
    code: String,
    message: String,
    /// Whether only the definition is requested, or only the references; both by default.
    own: Option<bool>,
    /// Unit of columns, and tables of another language, each as JSON.
    encoding: String,
    words: String,
    fields: String,
    rules: String,
    messages: String,
}

/// A line and a column, from 0.
#[derive(Clone, Copy, Default, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    line: usize,
    character: usize,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize)]
struct Range {
    start: Position,
    end: Position,
}

impl Range {
    /// Returns whether two ranges overlap or touch.
    fn meets(self, other: Self) -> bool {
        self.start <= other.end && other.start <= self.end
    }
}

/// Replacement of a range of a text, or of the whole text.
#[derive(Deserialize)]
struct Change {
    range: Option<Range>,
    text: String,
}

pub(crate) fn editor(call: &Call<'_>) -> Answer {
    let request = serde_json::from_str(call.extra);
    let request: Request = request.map_err(|error| error.to_string())?;
    HELD.with_borrow_mut(|held| held.answer(call, &request))
}

impl Open {
    const fn has_products(&self) -> bool {
        self.named || self.text.contents().has_products
    }

    fn change(&mut self, change: &Change, encoding: &str) {
        if let Some(range) = change.range {
            let place = self.location(range, encoding);
            self.text.edit(place, &change.text);
        } else {
            let is_lines = promises_lines(&self.name);
            self.text = OpenText::new(&change.text, is_lines, &self.options).with_name(&self.name);
        }
    }

    /// Converts a range of the client to the library's units.
    fn location(&self, range: Range, encoding: &str) -> Location {
        let column = |at: Position| self.units(at.line, at.character, encoding, "utf-16") + 1;
        Location {
            line: range.start.line + 1,
            column: column(range.start),
            end_line: range.end.line + 1,
            end_column: column(range.end),
        }
    }

    /// Converts a location to a range in the client's units.
    fn range(&self, place: Location, encoding: &str) -> Range {
        let position = |line: usize, column: usize| Position {
            line: line - 1,
            character: self.units(line - 1, column - 1, "utf-16", encoding),
        };
        Range { start: position(place.line, place.column), end: position(place.end_line, place.end_column) }
    }

    /// Converts a column of a line between units.
    fn units(&self, line: usize, count: usize, from: &str, to: &str) -> usize {
        if from == to || to.is_empty() || from.is_empty() {
            return count;
        }
        let width = |character: char, encoding: &str| match encoding {
            "utf-8" => character.len_utf8(),
            "utf-32" => 1,
            _ => character.len_utf16(),
        };
        let (mut passed, mut units) = (0, 0);
        for character in self.text.line(line + 1).chars() {
            if passed >= count {
                break;
            }
            passed += width(character, from);
            units += width(character, to);
        }
        units
    }
}

impl Held {
    fn answer(&mut self, call: &Call<'_>, request: &Request) -> Answer {
        match request.part.as_str() {
            "begin" => self.begin(request),
            "open" => self.open(call, request),
            "close" => json(&self.texts.remove(&request.text).is_some()),
            "whole" => self.whole(request),
            "offTitle" => json(&self.guide.off_title(&request.code)),
            "edit" => match self.texts.get_mut(&request.text) {
                Some(open) => {
                    for change in &request.changes {
                        open.change(change, &self.encoding);
                    }
                    json(&open.has_products())
                }
                None => json(&GONE),
            },
            part => match self.texts.get(&request.text) {
                Some(open) => self.about(part, open, request),
                None => json(&GONE),
            },
        }
    }

    fn begin(&mut self, request: &Request) -> Answer {
        let guide = if request.words.is_empty() {
            Guide::default()
        } else {
            let words = sentences(&request.words)?;
            Guide::default().with_language(words, &request.fields, &request.rules)
        };
        let messages = Some(&request.messages).filter(|text| !text.is_empty());
        let messages = messages.map(|text| Messages::from_json(text)).transpose();
        self.messages = messages.map_err(|error| error.to_string())?;
        self.guide = guide;
        self.encoding.clone_from(&request.encoding);
        json(&true)
    }

    fn open(&mut self, call: &Call<'_>, request: &Request) -> Answer {
        let options = call.options(Scope::Product)?;
        let is_lines = promises_lines(&request.name);
        let open = Open {
            uri: request.uri.clone(),
            name: request.name.clone(),
            named: request.named,
            known: request.known.clone(),
            text: OpenText::new(call.text().unwrap_or_default(), is_lines, &options).with_name(&request.name),
            options,
        };
        let has_products = open.has_products();
        self.texts.insert(request.text, open);
        json(&has_products)
    }

    /// Returns the diagnostics of several texts as one catalogue, per text in order.
    fn whole(&self, request: &Request) -> Answer {
        let texts = request.others.iter().map(|number| self.texts.get(number));
        let Some(texts) = texts.collect::<Option<Vec<_>>>() else { return json(&GONE) };
        // A text without products is not part of the catalogue.
        let own = texts.iter().filter(|open| open.has_products());
        let all: Vec<&OpenText> = own.map(|open| &open.text).collect();
        let mut found = OpenText::catalogue(&all).into_iter();
        let all = texts.iter().map(|open| {
            let found = open.has_products().then(|| found.next());
            self.shown(open, found.flatten().unwrap_or_default(), request.quiet)
        });
        Ok(list(all).into())
    }

    fn about(&self, part: &str, open: &Open, request: &Request) -> Answer {
        let (text, options) = (&open.text, &open.options);
        let cursor = || {
            let (start, end) = (request.position, request.position);
            let place = open.location(Range { start, end }, &self.encoding);
            text.cursor(place.line, place.column)
        };
        if !open.has_products() && !matches!(part, "explain" | "mistake") {
            return json(&());
        }
        Ok(match part {
            "diagnostics" => self.shown(open, text.diagnostics(), request.quiet),
            "fixes" => self.fixes(open, request),
            "fixAll" => {
                let all = self.around(open, request);
                let edits = text.fix_all(all.get(1..).unwrap_or_default());
                let title = self.guide.words.get("guide-fix-all");
                let action = self.action(open, title, FIX_ALL, &edits);
                list((!edits.is_empty()).then_some(action.text()))
            }
            "suppressions" => self.suppressions(open, request),
            "mistake" => self.mistake(open, &request.message),
            "explain" => {
                let cursor = cursor();
                let code = cursor.pointer.rsplit_once("/rules/");
                let code: Option<Code> = code.and_then(|(_, code)| code.parse().ok());
                let said = code.map(|code| self.guide.explain(code));
                self.hover(open, said, cursor.location)
            }
            "hover" => {
                let cursor = cursor();
                let said = self.guide.hover(&self.around(open, request), &cursor, options);
                self.hover(open, said, cursor.location)
            }
            "completions" => self.completions(open, request, &cursor()),
            "uses" => {
                let cursor = cursor();
                let id = cursor.word.parse().ok().and_then(ProductId::new);
                let is_id = ["/id", "/renew_settings/product_id_for_renew/"];
                let is_id = is_id.iter().any(|start| cursor.pointer.starts_with(start));
                let id = id.filter(|_| is_id && !cursor.is_name);
                let all = self.opens(open, request).into_iter();
                list(all.flat_map(|other| {
                    let uses = id.map(|id| other.text.uses(id)).unwrap_or_default();
                    let wanted = request.own;
                    let uses = uses.into_iter().filter(move |(own, _)| wanted.is_none_or(|it| it == *own));
                    uses.map(|(_, at)| self.place(other, at))
                }))
            }
            "symbols" => list(self.products(open).map(|(index, product, range)| {
                let id = product.id.map(|id| id.to_string());
                let name = [id, product.name].into_iter().flatten().collect::<Vec<_>>();
                let name = if name.is_empty() { format!("/{index}") } else { name.join(" ") };
                let symbol = Object::default().with("name", &name).with("kind", &OBJECT);
                symbol.with("range", &range).with("selectionRange", &range).text()
            })),
            "lenses" => {
                let initiators = self.products(open).filter(|(_, product, _)| product.initiates);
                list(initiators.map(|(index, _, Range { start, .. })| {
                    let data = Object::default().with("uri", &open.uri).with("index", &index);
                    let lens = Object::default().with("range", &Range { start, end: start });
                    lens.with_object("data", Some(&data)).text()
                }))
            }
            "sentence" => {
                let around = self.around(open, request);
                let said = self.guide.sentence(&around, request.index, options);
                return json(&said.unwrap_or_default());
            }
            _ => return Err("there is no such part".into()),
        }
        .into())
    }

    fn completions(&self, open: &Open, request: &Request, cursor: &Cursor) -> String {
        let found = self.guide.completions(&self.around(open, request), cursor);
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

    /// Returns a text, followed by the other texts with products.
    fn opens<'o>(&'o self, open: &'o Open, request: &Request) -> Vec<&'o Open> {
        let others = request.others.iter().filter(|number| **number != request.text);
        let others = others.filter_map(|number| self.texts.get(number));
        let others = others.filter(|other| other.has_products());
        [open].into_iter().chain(others).collect()
    }

    fn around<'o>(&'o self, open: &'o Open, request: &Request) -> Vec<&'o OpenText> {
        let all = self.opens(open, request).into_iter();
        all.map(|open| &open.text).collect()
    }

    /// Lists the products of a text with their indices and ranges.
    fn products<'o>(
        &'o self,
        open: &'o Open,
    ) -> impl Iterator<Item = (usize, renewal_rules_editor::Outline, Range)> + 'o {
        let products = open.text.products().zip(open.text.product_locations()).enumerate();
        products.filter_map(|(index, (product, place))| {
            let found = outline(product).ok()?.pop()?;
            Some((index, found, open.range(place, &self.encoding)))
        })
    }

    fn edit(&self, open: &Open, place: Location, text: &str) -> String {
        let range = open.range(place, &self.encoding);
        Object::default().with("range", &range).with("newText", &text).text()
    }

    fn place(&self, open: &Open, place: Location) -> String {
        let range = open.range(place, &self.encoding);
        Object::default().with("uri", &open.uri).with("range", &range).text()
    }

    fn hover(&self, open: &Open, said: Option<String>, place: Option<Location>) -> String {
        let Some((said, place)) = said.zip(place) else { return "null".into() };
        let contents = Object::default().with("kind", &"markdown").with("value", &said);
        let hover = Object::default().with_object("contents", Some(&contents));
        hover.with("range", &open.range(place, &self.encoding)).text()
    }

    fn action(&self, open: &Open, title: &str, kind: &str, edits: &[TextEdit]) -> Object {
        let edits = edits.iter().map(|edit| self.edit(open, edit.location, &edit.text));
        let changes = written_by(&open.uri, &list(edits));
        let edit = Object::default().with_json("changes", &changes);
        let action = Object::default().with("title", &title).with("kind", &kind);
        action.with_object("edit", Some(&edit))
    }

    /// Converts diagnostics to the protocol, in the configured language; suppressed ones are tagged as unnecessary.
    fn shown(&self, open: &Open, found: Vec<Diagnostic>, is_quiet: bool) -> String {
        let mut are_known = Vec::new();
        if !open.known.is_empty() {
            let (text, layout) = (open.text.text(), open.text.contents().layout);
            are_known = open.known.clone().take(&found, (&text, layout));
        }
        let mut are_known = are_known.into_iter();
        let has_related = found.len() <= RELATED;
        let found = self.translated(found).into_iter();
        list(found.filter_map(|one| {
            let is_known = are_known.next().unwrap_or_default();
            let is_shown = !is_quiet || one.severity == Severity::Error;
            let tags = if is_known { &[UNNECESSARY][..] } else { &[] };
            is_shown.then(|| self.diagnostic(open, &one, has_related).with("tags", &tags).text())
        }))
    }

    fn translated(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some(messages) = &self.messages else { return found };
        found.iter().map(|one| one.translated(messages)).collect()
    }

    fn diagnostic(&self, open: &Open, found: &Diagnostic, has_related: bool) -> Object {
        let code = found.code;
        let place = found.location.unwrap_or(START);
        let shown = Object::default()
            .with("range", &open.range(place, &self.encoding))
            .with("severity", &(found.severity as u8 + 1))
            .with("code", &code)
            .with("source", &SOURCE)
            .with("message", &found.message);
        let page = Object::default().with("href", &code.url());
        let shown = shown.with_object("codeDescription", Some(&page));
        let related = found.related.iter().filter(|_| has_related);
        let related = related.filter_map(|pointer: &Cow<'_, str>| {
            let place = self.place(open, open.text.location(pointer)?);
            let related = Object::default().with_json("location", &place);
            Some(related.with("message", pointer).text())
        });
        shown.with_json("relatedInformation", &list(related))
    }

    /// Returns the fixes of the findings in a range, each with its edit.
    fn fixes(&self, open: &Open, request: &Request) -> String {
        let found = self.translated(open.text.diagnostics()).into_iter();
        list(found.filter_map(|found| {
            let range = open.range(found.location?, &self.encoding);
            let patch = found.fix.as_deref().filter(|_| range.meets(request.range))?;
            let edit = open.text.fix(patch)?;
            let title = self.guide.fix_title(patch);
            let action = self.action(open, &title, "quickfix", &[edit]);
            let shown = self.diagnostic(open, &found, true).text();
            let action = action.with_json("diagnostics", &list([shown]));
            Some(action.with("isPreferred", &true).text())
        }))
    }

    /// Returns the unsuppressed findings in a range, each with its suppression entry.
    fn suppressions(&self, open: &Open, request: &Request) -> String {
        let (text, layout) = (open.text.text(), open.text.contents().layout);
        let found = open.text.diagnostics();
        let are_known = open.known.clone().take(&found, (&text, layout));
        let new = self.translated(found).into_iter().zip(are_known);
        let mut identities = Identities::new(&text, layout);
        list(new.filter_map(|(found, is_known)| {
            let range = open.range(found.location?, &self.encoding);
            let is_meant = !is_known && range.meets(request.range);
            let found = is_meant.then_some(found)?;
            let entry = entry(&found, &mut identities)?;
            let shown = self.diagnostic(open, &found, true).text();
            let title = self.guide.suppress_title(found.code.as_str());
            let action = Object::default().with("title", &title);
            let action = action.with("entry", &entry);
            Some(action.with_json("diagnostics", &list([shown])).text())
        }))
    }

    /// Locates an error of a configuration: the syntax error, or the first name of the message that occurs in the text.
    fn mistake(&self, open: &Open, message: &str) -> String {
        let found = open.text.diagnostics().into_iter();
        let mut syntax = found.filter(|found| found.code == Code::JsonSyntax);
        let syntax = syntax.next().map(|syntax| syntax.location);
        let place = syntax.unwrap_or_else(|| {
            let whole = open.text.location("");
            let names = message.split('`').skip(1).step_by(2);
            let pointers = names.map(|name| format!("/{}", name.replace('.', "/")));
            let mut places = pointers.map(|pointer| open.text.location(&pointer));
            places.find(|place| *place != whole).flatten()
        });
        let range = open.range(place.unwrap_or(START), &self.encoding);
        let shown = Object::default().with("range", &range).with("severity", &1);
        list([shown.with("source", &SOURCE).with("message", &message).text()])
    }
}

/// Source of the diagnostics.
const SOURCE: &str = "renewal-rules";
/// Numbers of the protocol: the tag `Unnecessary`, and kinds of completions and symbols.
const UNNECESSARY: u8 = 1;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const OBJECT: u8 = 19;

/// Range of the first character of a text.
const START: Location = Location { line: 1, column: 1, end_line: 1, end_column: 2 };

/// Creates an object with one member of any name.
fn written_by(name: &str, value: &str) -> String {
    let name = serde_json::to_string(name).unwrap_or_default();
    ["{", &name, ":", value, "}"].concat()
}
