//! The way from an input to a report.

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

use crate::{
    Input,
    code::Code,
    collect::{Collector, First, Key},
    document::{Document, NONE, Span, locations, push_token},
    draft::{Documents, Draft, merge},
    facts::{Change, Facts},
    fields::{Field, FieldPath, FieldSet, push_index},
    finding::{Finding, Fix},
    fix,
    input::Source,
    options::{Operation, Options},
    product::Configuration,
    read::Reading,
    report::{Diagnostic, JsonText, PatchOp, Report},
    rules,
};
#[cfg(feature = "model")]
use crate::{
    document::{Editor, number_text, text_start, without_halves},
    product::Product,
};

/// A product judged: what the facts are, and what is wrong, in the order of a report.
pub(crate) struct Judged<'a> {
    pub(crate) draft: Box<Draft>,
    pub(crate) documents: Documents<'a>,
    change: Option<Change>,
    /// All findings, or as many of the first as were asked for.
    pub(crate) found: First<Finding<'a>, Key>,
    /// Whether any of them keeps the renewal kind from being decided on, whatever is reported.
    pub(crate) is_malformed: bool,
    /// Of one product of many, that something was not checked.
    pub(crate) not_checked: Option<Finding<'a>>,
    pub(crate) configuration: Option<Configuration>,
    pub(crate) trial: bool,
}

pub(crate) fn check(input: Input<'_>, options: &Options) -> Report {
    check_source(&Source::read(input), options)
}

fn check_source(source: &Source<'_>, options: &Options) -> Report {
    let current = current(options);
    let mut judged = judge_change(source, current.as_ref(), options);
    let omitted = judged.found.omitted();
    let mut findings = core::mem::take(&mut judged.found.items);
    if source.is_located && source.syntax.is_none() && !findings.is_empty() {
        let spans: Vec<Span> = findings.iter().map(|one| judged.span(one)).collect();
        let locations = locations(source.text.as_bytes(), &spans);
        for (finding, location) in findings.iter_mut().zip(locations) {
            finding.location = Some(location);
        }
    }
    // `collect` would write them over the findings, and then move them to memory of their own size.
    let mut diagnostics = Vec::with_capacity(findings.len());
    diagnostics.extend(findings.into_iter().map(|one| diagnostic(one, None)));
    Report {
        valid: !judged.found.has_error(),
        configuration: judged.configuration,
        trial: judged.trial,
        diagnostics,
        omitted,
    }
}

impl<'a> Judged<'a> {
    /// What the rules read of the product.
    pub(crate) fn facts<'f>(&'f self, options: &'f Options) -> Facts<'f, 'a> {
        let change = self.change.as_ref();
        Facts::new(&self.draft, self.documents, options, change)
    }

    /// Where a finding stands in what was sent.
    pub(crate) fn span(&self, finding: &Finding<'_>) -> Span {
        let (sent, node) = (self.documents.sent, finding.node);
        let known = if finding.rule.flags.at_name {
            sent.key_span(node)
        } else {
            sent.span(node)
        };
        let span = known.or_else(|| self.documents.span(&self.draft, &finding.path));
        span.unwrap_or_default()
    }
}

/// The product as it is before an update, where that is stated and of use.
pub(crate) fn current(options: &Options) -> Option<Source<'_>> {
    let current = options.current();
    let current = current.filter(|_| options.operation == Operation::Update);
    current.map(|text| Source::read(Input::json(text)))
}

/// Judges a product; an update beside the product as it is, as the merged product. Of the findings only as
/// many are kept as the options ask for.
pub(crate) fn judge_change<'a>(
    source: &'a Source<'_>,
    current: Option<&'a Source<'_>>,
    options: &Options,
) -> Judged<'a> {
    let documents = Documents {
        current: current.map_or(Document::EMPTY, Source::document),
        ..Documents::of(source.document())
    };
    let sent = source.reading_into(Collector::first(options.max_diagnostics, options));
    let of_current = |source: &'a Source<'_>| source.reading_into(Collector::default());
    match current.map(of_current) {
        Some(current) if sent.draft.is_object => {
            let draft = merge(&sent.draft, &current.draft, &documents);
            let mut found = sent.found;
            let is_kept = |finding: &Finding<'_>| {
                let is_duplicate = finding.code() == Code::DuplicateKey;
                !is_duplicate && draft.is_kept(finding.path.field)
            };
            for finding in current.found.listed.items.into_iter().filter(is_kept) {
                found.push(Finding {
                    node: NONE,
                    ..finding
                });
            }
            let change = Change {
                sent: sent.draft,
                current: current.draft,
            };
            judge(Reading { draft, found }, documents, Some(change), options)
        }
        _ => judge(sent, documents, None, options),
    }
}

/// Runs the rules over a draft.
pub(crate) fn judge<'a>(
    reading: Reading<'a>,
    documents: Documents<'a>,
    change: Option<Change>,
    options: &Options,
) -> Judged<'a> {
    let Reading { draft, mut found } = reading;
    let facts = Facts::new(&draft, documents, options, change.as_ref());
    rules::check(&facts, &mut found);
    let (configuration, trial) = (facts.configuration, facts.trial);
    let Collector {
        listed: mut found,
        is_malformed,
        not_checked,
        ..
    } = found;
    found.arrange();
    fix::keep_safe(&facts, &mut found.items);
    Judged {
        draft,
        documents,
        change,
        found,
        is_malformed,
        not_checked,
        configuration,
        trial,
    }
}

/// A JSON Pointer; in a catalogue it begins with an index.
fn pointer_in(index: Option<usize>, path: &FieldPath<'_>) -> String {
    let mut pointer = String::with_capacity(64);
    if let Some(index) = index {
        push_index(&mut pointer, index);
    }
    path.write_pointer(&mut pointer);
    pointer
}

/// Lists where fields are, seen from a place, which is left out.
pub(crate) fn list_places(
    from: &FieldPath<'_>,
    fields: FieldSet,
    index: Option<usize>,
    places: &mut Vec<Cow<'static, str>>,
) {
    let beside = fields.iter().map(|field| from.beside(field));
    let beside = beside.fold(FieldSet::none(), FieldSet::with_field);
    for field in beside.without_field(from.field).iter() {
        let path = from.to(field);
        places.push(match path.fixed_pointer().filter(|_| index.is_none()) {
            Some(pointer) => Cow::Borrowed(pointer),
            None => Cow::Owned(pointer_in(index, &path)),
        });
    }
}

/// Words a finding. In a catalogue, paths begin with an index.
pub(crate) fn diagnostic(finding: Finding<'_>, index: Option<usize>) -> Diagnostic {
    let mut related = Vec::new();
    let elsewhere = finding.elsewhere.filter(|_| index.is_some());
    let list_elsewhere = |related: &mut _| {
        let fields = finding.code().rule().related_elsewhere();
        list_places(&FieldPath::of(Field::Root), fields, elsewhere, related);
    };
    if elsewhere.is_some() && elsewhere < index {
        list_elsewhere(&mut related);
    }
    list_places(&finding.path, finding.related, index, &mut related);
    if elsewhere > index {
        list_elsewhere(&mut related);
    }
    let template = finding.rule.template(finding.message_id);
    Diagnostic {
        code: finding.code(),
        severity: finding.severity,
        path: pointer_in(index, &finding.path),
        message_id: Cow::Borrowed(finding.message_id),
        message: finding
            .params
            .fill(template.map_or("", |template| template.text)),
        fix: fix_of(&finding, index),
        section: finding.rule.section,
        params: finding.params,
        related,
        location: finding.location,
    }
}

/// The fix as a JSON Patch.
fn fix_of(finding: &Finding<'_>, index: Option<usize>) -> Option<Vec<PatchOp>> {
    let pointer = |path: &FieldPath<'_>| pointer_in(index, path);
    let path = || pointer(&finding.path);
    let replace = |value| {
        let path = path();
        alloc::vec![PatchOp::Replace { path, value }]
    };
    let add = |path, value| alloc::vec![PatchOp::Add { path, value }];
    Some(match finding.fix.as_ref()? {
        Fix::Text(text) => replace(JsonText::from(text.as_str())),
        Fix::Id(id) => replace(JsonText::number(id.get())),
        // Adding a member that is there replaces it (RFC 6902).
        Fix::Switch(on) => add(path(), JsonText::switch(*on)),
        Fix::AutoRenewal => add(
            pointer(&FieldPath::of(Field::Ar)),
            JsonText::written(r#"{"enable":true,"required":true}"#),
        ),
        Fix::Repeat(id) => add(path() + "/-", JsonText::number(id.get())),
        Fix::Remove => alloc::vec![PatchOp::Remove { path: path() }],
        Fix::Rename(field) => rename(path(), field.key()),
        Fix::Locale(locale) => rename(path(), locale.as_str()),
    })
}

/// Gives a member another name.
fn rename(from: String, name: &str) -> Vec<PatchOp> {
    let parent = from.rsplit_once('/').map_or("", |(parent, _)| parent);
    let mut path = String::from(parent);
    push_token(&mut path, name);
    alloc::vec![PatchOp::Move { from, path }]
}

/// Reads an input without errors into a typed product.
#[cfg(feature = "model")]
pub(crate) fn read(input: Input<'_>, options: &Options) -> Result<Product, Report> {
    let mut options = options.clone();
    // What no typed product can hold stays an error.
    options.rules = options
        .rules
        .with_errors_of(|code| code.rule().flags.is_untyped);
    let source = Source::read(input);
    let report = check_source(&source, &options);
    if !report.valid {
        return Err(report);
    }
    let read = |text: &str| {
        serde_json::from_str(text.get(text_start(text.as_bytes())..).unwrap_or_default())
    };
    // A report without errors is one of a text that is a product, once all of it is written plainly.
    read(&source.text)
        .or_else(|_| read(&with_plain_ids(&source).unwrap_or_default()))
        .map_err(|_| Report {
            valid: false,
            ..report
        })
}

/// The text of a valid product as any deserializer reads it: without halves of surrogate pairs, and each id in
/// plain digits, as of `101.0` it makes the nearest number that it finds quickly, and refuses one that may be
/// that of another product.
#[cfg(feature = "model")]
fn with_plain_ids(source: &Source<'_>) -> Option<String> {
    let draft = source.reading().draft;
    let mut editor = Editor::new(&source.text).ok()?;
    let chain = draft.chain.iter().enumerate();
    let chain = chain.map(|(index, id)| (FieldPath::at(Field::ChainItem, index), *id));
    let own = draft.id().given().map(|id| (FieldPath::of(Field::Id), id));
    for (path, id) in chain.chain(own) {
        editor.replace(&pointer_in(None, &path), &number_text(id.get()))?;
    }
    Some(without_halves(&editor.finish()))
}
