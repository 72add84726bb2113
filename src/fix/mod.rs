//! Fixes: which of them are certain, and how they are applied to a text.

mod certain;
mod related;

pub(crate) use certain::{Attempt, FixContext, keep_certain};
pub(crate) use related::{Related, afters};

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    Input, catalogue,
    catalogue::each_product,
    check::{Judged, check, current, fix_of, judge, judge_change},
    collect::Collector,
    contents::Layout,
    document::{Editor, Tree, number_text},
    draft::Documents,
    facts::Facts,
    fields::JsonType,
    finding::has_fix,
    input::Source,
    options::Options,
    read::read,
    report::{CatalogueReport, PatchOp, Report},
    rules::Catalogue,
    words::into_text,
};

/// Why a JSON Patch could not be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
#[non_exhaustive]
pub enum PatchError {
    /// The text is not JSON.
    NotJson,
    /// The place of this operation, counted from 0, is not a JSON Pointer or does not exist, or what it
    /// tests is not so.
    DoesNotFit(usize),
    /// The text of the patch is not a list of operations of a JSON Patch.
    NotAPatch,
}

into_text!(PatchError);

impl PatchError {
    fn text(self) -> String {
        match self {
            Self::NotJson => "the text is not JSON".into(),
            Self::NotAPatch => "the patch must be a list of operations of a JSON Patch".into(),
            Self::DoesNotFit(index) => {
                let index = number_text(index as u64);
                ["operation ", &index, " of the patch does not fit the text"].concat()
            }
        }
    }
}

/// Applies the operations of a JSON Patch (RFC 6902), such as the fix of a diagnostic, to a JSON text.
/// Everything else in the text stays as it is: white space, the order of members, the way numbers are
/// written. The time is that of reading the text and the patch.
///
/// # Errors
///
/// [`PatchError`] where the text is not JSON, an operation does not fit it, or its copies
/// together exceed 64 MiB and the length of the text.
///
/// ```
/// use renewal_rules::{Options, apply_patch, check};
///
/// let text = r#"{ "id": 101, "licence_term": "p6d" }"#;
/// let report = check(text, &Options::default());
/// let fix = report.diagnostics[0].fix.as_deref().ok_or("no certain fix")?;
/// assert_eq!(apply_patch(text, fix)?, r#"{ "id": 101, "licence_term": "P6D" }"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply_patch(text: &str, patch: &[PatchOp]) -> Result<String, PatchError> {
    let mut editor = Editor::new(text).map_err(|_| PatchError::NotJson)?;
    for (index, op) in patch.iter().enumerate() {
        editor.apply(op).ok_or(PatchError::DoesNotFit(index))?;
    }
    Ok(editor.finish())
}

/// Reads a patch, such as the fix of a diagnostic, from its JSON text: a list of operations.
///
/// ```
/// use renewal_rules::{apply_patch, read_patch};
///
/// let patch = read_patch(r#"[{"op":"replace","path":"/licence_term","value":"P1M"}]"#)?;
/// assert_eq!(apply_patch(r#"{ "licence_term": "p1m" }"#, &patch)?, r#"{ "licence_term": "P1M" }"#);
/// # Ok::<(), renewal_rules::PatchError>(())
/// ```
///
/// # Errors
///
/// [`PatchError::NotAPatch`] where the text is not a list of operations.
pub fn read_patch(text: &str) -> Result<Vec<PatchOp>, PatchError> {
    let tree = Tree::parse(text).map_err(|_| PatchError::NotAPatch)?;
    let document = tree.document();
    let operations = document.children(0).map(|op| PatchOp::read(document, op));
    let operations: Option<Vec<_>> = operations.collect();
    operations
        .filter(|_| document.kind(0) == JsonType::Array)
        .ok_or(PatchError::NotAPatch)
}

/// A text after its certain fixes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Fixed<R = Report> {
    /// The fixed text.
    pub text: String,
    /// How many fixes were made.
    pub applied: usize,
    /// The report of the fixed text.
    pub report: R,
}

/// Makes every certain fix in the text of a product, and those that become certain by it, until there
/// is none left. Everything else in the text stays as it is. A value and a typed product are fixed in
/// their JSON text; what is not JSON stays as it is. Of the options, all but `consent` and
/// `max_diagnostics` are used: the report is whole.
///
/// ```
/// use renewal_rules::{Options, fix_all};
///
/// let text = r#"{"id":101,"licence_term":"p1m","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"#;
/// let fixed = fix_all(text, &Options::default());
/// assert_eq!(
///     fixed.text,
///     r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
/// );
/// assert!(fixed.report.valid);
/// assert_eq!(fixed.applied, 2);
/// ```
pub fn fix_all<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed {
    fixed(input.into(), options, &product_round, &check)
}

/// Makes every certain fix in the text of a catalogue, an array of products. A fix that would bring an
/// error to another product is left out. Of the options, `payment`, `limits` and `rules` are used.
///
/// ```
/// use renewal_rules::{Options, fix_catalogue};
///
/// let fixed = fix_catalogue(r#"[{"licence_term":"p1m"}, {"licence_term":"p6d"}]"#, &Options::default());
/// assert_eq!(fixed.text, r#"[{"licence_term":"P1M"}, {"licence_term":"P6D"}]"#);
/// ```
pub fn fix_catalogue<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    let round = |text: &str, options: &Options| catalogue_round(text, Layout::Array, options);
    let check = |input: Input<'_>, options: &Options| catalogue::check_catalogue(input, options);
    fixed(input.into(), options, &round, &check)
}

/// Makes every certain fix in the text of a catalogue in newline-delimited JSON. Products and values,
/// which have no lines, are fixed as by [`fix_catalogue`].
///
/// ```
/// use renewal_rules::{Options, fix_catalogue_lines};
///
/// let lines = "{\"licence_term\":\"p1m\"}\n{\"licence_term\":\"P6D\"}\n";
/// let fixed = fix_catalogue_lines(lines, &Options::default());
/// assert_eq!(fixed.text, lines.replace("p1m", "P1M"));
/// ```
pub fn fix_catalogue_lines<'a>(
    input: impl Into<Input<'a>>,
    options: &Options,
) -> Fixed<CatalogueReport> {
    let input = input.into();
    if !input.is_located() {
        return fix_catalogue(input, options);
    }
    let round = |text: &str, options: &Options| catalogue_round(text, Layout::Lines, options);
    let check =
        |input: Input<'_>, options: &Options| catalogue::check_catalogue_lines(input, options);
    fixed(input, options, &round, &check)
}

/// Makes the fixes of one round: the text after it and how many were made, where any was.
type Round<'r> = &'r dyn Fn(&str, &Options) -> Option<(String, usize)>;

/// An input after all rounds of fixes, and the report of what it is then. Nothing is left out of either.
fn fixed<R>(
    input: Input<'_>,
    options: &Options,
    round: Round<'_>,
    check: &dyn Fn(Input<'_>, &Options) -> R,
) -> Fixed<R> {
    /// A fix makes at most a few others certain, level by level of the product.
    const ROUNDS: usize = 32;
    let mut options = options.clone();
    options.max_diagnostics = None;
    let is_located = input.is_located();
    let Some(mut text) = input.clone().into_text() else {
        let text = match &input {
            Input::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        };
        return Fixed {
            text,
            applied: 0,
            report: check(input, &options),
        };
    };
    let mut applied = 0;
    for _ in 0..ROUNDS {
        let Some((fixed, made)) = round(&text, &options) else {
            break;
        };
        applied += made;
        text = Cow::Owned(fixed);
    }
    let input = if is_located {
        Input::from(&*text)
    } else {
        Input::json(&text)
    };
    let report = check(input, &options);
    Fixed {
        text: text.into_owned(),
        applied,
        report,
    }
}

/// Makes the certain fixes of a product.
fn product_round(text: &str, options: &Options) -> Option<(String, usize)> {
    let source = Source::read(text.into());
    let current = current(options);
    let judged = judge_change(&source, current.as_ref(), options);
    fix_product(text, &judged, options, &mut |_| true)
}

/// Makes the fixes of one product in its text, each on top of those before it; gives the text and how many
/// were made, where any was. `fits` asks whether the rest of a catalogue can bear the product as it then is.
fn fix_product(
    text: &str,
    judged: &Judged<'_>,
    options: &Options,
    fits: &mut dyn FnMut(&Facts<'_, '_>) -> bool,
) -> Option<(String, usize)> {
    if !has_fix(&judged.found.kept) {
        return None;
    }
    let mut editor = Editor::new(text).ok()?;
    let facts = judged.facts(options);
    let mut context = FixContext::new(&facts);
    let mut made = 0;
    for finding in &judged.found.kept {
        let attempt = context.attempt(finding);
        match &attempt {
            Attempt::Wrong => continue,
            Attempt::Same => {}
            Attempt::Changed(after) => {
                let documents = judged.documents;
                if !fits(&Facts::new(&after.draft, documents, options, facts.change)) {
                    continue;
                }
            }
        }
        let fix = fix_of(finding, None).unwrap_or_default();
        // What an earlier fix has changed already can be done no more.
        if let Some((first, rest)) = fix.split_first()
            && editor.apply(first).is_some()
        {
            for op in rest {
                let _ = editor.apply(op);
            }
            context.accept(finding, attempt);
            made += 1;
        }
    }
    (made > 0).then(|| (editor.finish(), made))
}

/// Makes the certain fixes of a catalogue.
fn catalogue_round(text: &str, layout: Layout, options: &Options) -> Option<(String, usize)> {
    let options = &options.of_catalogue();
    let mut products = Catalogue::default();
    each_product(text, layout, &mut |_, document| {
        let reading = read(document, Collector::of_nothing());
        products.push(&Facts::new(
            &reading.draft,
            Documents::of(document),
            options,
            None,
        ));
    })?;
    let mut related = Related::of(&products, options);
    let mut fixed = String::with_capacity(text.len());
    let (mut index, mut made, mut from) = (0, 0, 0);
    each_product(text, layout, &mut |line, document| {
        let reading = read(document, Collector::first(None, options));
        let judged = judge(reading, Documents::of(document), None, options);
        let fits =
            &mut |facts: &Facts<'_, '_>| related.replace(index, &Catalogue::product(facts), true);
        if let Some((new, count)) = fix_product(line.text, &judged, options, fits) {
            fixed.push_str(text.get(from..line.start).unwrap_or_default());
            fixed.push_str(&new);
            from = line.start + line.text.len();
            made += count;
        }
        index += 1;
    })?;
    fixed.push_str(text.get(from..).unwrap_or_default());
    (made > 0).then_some((fixed, made))
}
