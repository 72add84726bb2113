//! Content for text editors: hover texts, completions, and titles of code actions.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::cursor::Cursor;
use super::open::OpenText;
use super::outline::{Outline, outline, term};
use renewal_rules::Options;
use renewal_rules::find_field;
use renewal_rules::put;
use renewal_rules::schema::Field;
use renewal_rules::{Code, Level, RuleLevels};
use renewal_rules::{LicenceTerm, ProductId};
use renewal_rules_json::PatchOp;
use renewal_rules_json::quoted;
use renewal_rules_json::{JsonType, Tree};
use renewal_rules_preview::timeline;
use renewal_rules_preview::{Sentences, Summary, summarize};

/// English descriptions of the product fields, as a JSON object.
static FIELDS: &str = include_str!("fields.json");

/// Content for text editors (hover texts, completions, titles of code actions) in one language.
///
/// ```
/// use renewal_rules_editor::{Guide, OpenText};
/// use renewal_rules::Options;
///
/// let text = r#"{"id":101,"licence_term":"P1M"}"#;
/// let open = OpenText::new(text, false, &Options::default());
/// let hover = Guide::default().hover(&[&open], &open.cursor(1, 14), &Options::default());
/// assert!(hover.is_some_and(|hover| hover.contains("At its shortest it is 28 days.")));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Sentence templates in the language of the guide.
    pub sentences: Sentences,
    /// JSON objects of translated texts: `fields` has the descriptions of the fields, `rules` the titles and
    /// explanations of the rules. Both are empty for English.
    fields: String,
    rules: String,
}

/// A completion item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Completion {
    /// Label displayed in the list of completions.
    pub label: String,
    /// Text to insert if the completion is chosen.
    pub text: String,
    /// Detail displayed beside the label.
    pub detail: String,
}

/// Formats a rule's code in Markdown, as a link to the documentation of the rule.
fn link(code: Code) -> String {
    format!("[`{code}`]({})", code.url())
}

impl Guide {
    /// Sets the language: `words` has the sentence templates, `fields` the descriptions of the fields, and `rules` the
    /// titles and explanations of the rules; the last two are JSON objects keyed by name. Missing texts remain English.
    #[must_use]
    pub fn with_language(mut self, sentences: Sentences, fields: &str, rules: &str) -> Self {
        self.sentences = sentences;
        fields.clone_into(&mut self.fields);
        rules.clone_into(&mut self.rules);
        self
    }

    /// Returns the description of a field; empty if there is none.
    fn meaning(&self, field: Field) -> String {
        // Chain elements share the description of the chain.
        let field = if field == Field::ChainItem { Field::Chain } else { field };
        let path = field.path();
        entry(&self.fields, &[&path]).or_else(|| entry(FIELDS, &[&path])).unwrap_or_default()
    }

    /// Returns title and explanation of a code in the language of the guide.
    fn about(&self, code: Code) -> (Cow<'static, str>, Cow<'static, str>) {
        let rule = code.rule();
        let translated = |name| entry(&self.rules, &[code.as_str(), name]).map(Cow::Owned);
        (
            translated("title").unwrap_or(Cow::Borrowed(rule.title())),
            translated("explanation").unwrap_or(Cow::Borrowed(rule.explanation())),
        )
    }

    /// Returns title and explanation of a code in Markdown.
    pub fn explain(&self, code: Code) -> String {
        let (title, explanation) = self.about(code);
        format!("{}: **{title}**\n\n{explanation}\n", link(code))
    }

    /// Returns the hover text in Markdown for a cursor in `texts[0]`; `None` unless the cursor is at a known field
    /// below the product. Products that the field refers to by id are looked up in all texts.
    pub fn hover(&self, texts: &[&OpenText], cursor: &Cursor, options: &Options) -> Option<String> {
        let field = find_field(&cursor.pointer).filter(|field| *field != Field::Root)?;
        let (path, meaning) = (field.path(), self.meaning(field));
        let mut text = format!("`{path}`: {meaning}\n");
        let more = match field {
            Field::Settings => self.kinds(texts, cursor.product, options),
            Field::LicenceTerm => self.shortest(product(texts, cursor.product)),
            Field::Chain | Field::ChainItem => self.chain(texts, product(texts, cursor.product)),
            _ => None,
        };
        if let Some(more) = more {
            text += &["\n", &more, "\n"].concat();
        }
        let is_read_by = |code: &&Code| code.rule().reads().any(|read| read == path);
        let mut rules = Code::ALL.iter().filter(is_read_by).peekable();
        if rules.peek().is_some() {
            text += &["\n", self.sentences.get("guide-rules"), "\n\n"].concat();
        }
        for code in rules {
            put!(text, "- {}: {}\n", link(*code), self.about(*code).0);
        }
        Some(text)
    }

    /// Summarizes how the product at `index` in `texts[0]` renews for its buyers; `None` if it has no renewal settings.
    pub fn sentence(&self, texts: &[&OpenText], index: usize, options: &Options) -> Option<String> {
        Some(self.summary(texts, index, options)?.sentence)
    }

    fn summary(&self, texts: &[&OpenText], index: usize, options: &Options) -> Option<Summary> {
        let products = with_renewals(texts, product(texts, index))?;
        // Use an arbitrary purchase date: the summary does not depend on it.
        let date = "2000-01-01".parse().ok()?;
        let purchase = timeline::TimelineOptions::new(date).with_limits(options.limits).with_trial(options.trial);
        summarize(products.as_str(), 0, &purchase, &self.sentences).ok()
    }

    /// Returns the summary, and a list with the effective renewal kind for each payment method and consent.
    fn kinds(&self, texts: &[&OpenText], index: usize, options: &Options) -> Option<String> {
        let summary = self.summary(texts, index, options)?;
        let mut text = summary.sentence + "\n\n";
        for cell in &summary.cells {
            let words = [cell.payment.as_str(), cell.consent.as_str()];
            let [payment, consent] = words.map(|word| self.sentences.get_variant("compare", word));
            put!(text, "- {payment}, {consent}: {}\n", cell.name);
        }
        Some(text)
    }

    /// Describes the shortest duration of the licence term, in days.
    fn shortest(&self, product: &str) -> Option<String> {
        let found = outline_of(product)?.term?;
        let term: LicenceTerm = term(&found.count.to_string(), found.unit).parse().ok()?;
        Some(if term.is_unlimited() {
            self.sentences.get("guide-unlimited").into()
        } else {
            self.sentences.fill_number("guide-shortest", term.shortest_days())
        })
    }

    /// Lists the renewal products with their names.
    fn chain(&self, texts: &[&OpenText], product: &str) -> Option<String> {
        let outline = outline_of(product)?;
        let ids = match outline.renewals.as_slice() {
            [] => outline.id.into_iter().collect(),
            renewals => renewals.to_vec(),
        };
        let products = by_id(texts, &ids);
        let line = |id: ProductId| {
            let found = products.get(&id).copied().and_then(outline_of);
            let unknown = || Some(self.sentences.get("compare-unknown").into());
            let name = found.map_or_else(unknown, |found| found.name);
            name.map_or_else(|| format!("- {id}\n"), |name| format!("- {id}: {name}\n"))
        };
        Some(ids.into_iter().map(line).collect())
    }

    /// Returns the completions for a cursor in `texts[0]`; ids come from the products of all texts.
    pub fn completions(&self, texts: &[&OpenText], cursor: &Cursor) -> Vec<Completion> {
        if cursor.is_name {
            let (parent, _) = cursor.pointer.rsplit_once('/').unwrap_or_default();
            return find_field(parent)
                .into_iter()
                .flat_map(Field::children)
                .filter(|field| *field != Field::Locale && field.parent().is(JsonType::Object))
                .filter(|field| is_open(cursor, field.key()))
                .map(|field| {
                    let name = quoted(field.key());
                    let text = if cursor.has_value { name } else { name + ": " };
                    Completion { label: field.key().into(), text, detail: self.meaning(field) }
                })
                .collect();
        }
        let value =
            |text: &str, detail: &str| Completion { label: text.into(), text: text.into(), detail: detail.into() };
        match find_field(&cursor.pointer) {
            Some(field) if field.is(JsonType::Boolean) => ["true", "false"].map(|word| value(word, "")).into(),
            Some(Field::ChainItem) => {
                let last = cursor.names.iter().rev().filter(|id| **id != cursor.token).take(1);
                let repeated = self.sentences.get("guide-repeated");
                let mut ids: Vec<_> = last.map(|id| value(id, repeated)).collect();
                for (id, product) in identified(texts) {
                    let id = id.to_string();
                    if id.starts_with(&cursor.token) && ids.iter().all(|one| one.label != id) {
                        let name = outline_of(product).and_then(|found| found.name);
                        ids.push(value(&id, &name.unwrap_or_default()));
                    }
                    if ids.len() >= MAX_IDS {
                        break;
                    }
                }
                ids
            }
            _ => Vec::new(),
        }
    }

    /// Returns the title of a fix.
    pub fn fix_title(&self, patch: &[PatchOp]) -> String {
        let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let fill = |name: &str, params: &[(&str, &str)]| self.sentences.fill(name, params);
        match patch.first() {
            Some(PatchOp::Replace { value, .. }) => fill("guide-replace", &[("value", value.as_str())]),
            Some(PatchOp::Add { path, value }) => {
                let name = last(path.strip_suffix("/-").unwrap_or(path));
                fill("guide-add", &[("name", &name), ("value", value.as_str())])
            }
            Some(PatchOp::Remove { path }) => fill("guide-remove", &[("name", &last(path))]),
            Some(PatchOp::Move { path, .. }) => fill("guide-rename", &[("name", &last(path))]),
            _ => self.sentences.get("guide-fix-all").into(),
        }
    }

    /// Returns the title of the action that turns a rule off; `None` if the level of the rule cannot be changed.
    pub fn off_title(&self, code: Code) -> Option<String> {
        RuleLevels::default().with(code, Level::Off).ok()?;
        Some(self.sentences.fill("guide-off", &[("code", code.as_str())]))
    }

    /// Returns the title of the action that suppresses a single finding of a rule.
    pub fn suppress_title(&self, code: &str) -> String {
        self.sentences.fill("guide-suppress", &[("code", code)])
    }
}

/// Returns whether no member of the object at the cursor, except the one under the cursor, has the name `name`.
fn is_open(cursor: &Cursor, name: &str) -> bool {
    let times = cursor.names.iter().filter(|taken| *taken == name).count();
    times == 0 || (times == 1 && cursor.token.trim_matches('"') == name)
}

/// Maximum number of listed ids; typing a prefix narrows the list.
const MAX_IDS: usize = 200;

/// Looks up a text in a JSON table by nested member names; `None` if it is absent or blank.
fn entry(table: &str, names: &[&str]) -> Option<String> {
    let tree = Tree::parse(table).ok()?;
    let document = tree.document();
    let node = names.iter().try_fold(0, |node, name| document.member(node, name))?;
    Some(document.text(node)?.into_owned()).filter(|text| !text.trim().is_empty())
}

/// Returns the outline of a text with a single product.
fn outline_of(product: &str) -> Option<Outline> {
    outline(product).ok()?.pop()
}

/// Returns the product at `index` in `texts[0]`; an empty text if there is none.
fn product<'t>(texts: &[&'t OpenText], index: usize) -> &'t str {
    texts.first().and_then(|text| text.products().nth(index)).unwrap_or_default()
}

/// Iterates over the products that have an id, as pairs of id and product.
fn identified<'t>(texts: &[&'t OpenText]) -> impl Iterator<Item = (ProductId, &'t str)> {
    texts.iter().flat_map(|text| text.ids().zip(text.products())).filter_map(|(id, product)| Some((id?, product)))
}

/// Looks up the products with these ids, in one pass over all products. If several products have the same id, returns
/// the first of them.
fn by_id<'t>(texts: &[&'t OpenText], ids: &[ProductId]) -> BTreeMap<ProductId, &'t str> {
    let wanted: BTreeSet<&ProductId> = ids.iter().collect();
    let mut found = BTreeMap::new();
    for (id, product) in identified(texts).filter(|(id, _)| wanted.contains(id)) {
        found.entry(id).or_insert(product);
    }
    found
}

/// Returns a JSON array of a product and its renewal products; `None` if the product has no renewal settings.
fn with_renewals(texts: &[&OpenText], product: &str) -> Option<String> {
    let outline = outline_of(product).filter(|outline| outline.initiates)?;
    let products = by_id(texts, &outline.renewals);
    let renewals = outline.renewals.iter().filter_map(|id| products.get(id).copied());
    let all: Vec<&str> = [product].into_iter().chain(renewals).collect();
    Some(format!("[{}]", all.join(",")))
}
