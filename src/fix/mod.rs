//! Fixes: what none of them does, and how they are made in a text.

mod guard;

pub(crate) use guard::keep_safe;

use alloc::{
    borrow::{Cow, ToOwned},
    collections::BTreeMap,
    string::String,
    vec::Vec,
};

use crate::{
    Input,
    catalogue::{check_catalogue, check_catalogue_lines, each_product},
    check::check,
    contents::Layout,
    document::{Editor, Tree, number_text},
    fields::{JsonType, split_index},
    options::Options,
    report::{CatalogueReport, Diagnostic, PatchOp, Report},
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

/// Makes every certain fix in the text of a product, and those that become certain by it: those that do not
/// touch one another at a time, until there is none left. Everything else in the text stays as it is. A value
/// and a typed product are fixed in their JSON text; what is not JSON stays as it is. Of the options, all but
/// `consent` and `max_diagnostics` are used: the report is whole.
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
    let round = |text: &str, report: &Report| fix_text(text, &mut fixes_of(&report.diagnostics));
    fixed(input.into(), options, &check, &round)
}

/// Makes every certain fix in the text of a catalogue, an array of products, as [`fix_all`] does in that of a
/// product. Of the options, `payment`, `limits` and `rules` are used.
///
/// ```
/// use renewal_rules::{Options, fix_catalogue};
///
/// let fixed = fix_catalogue(r#"[{"licence_term":"p1m"}, {"licence_term":"p6d"}]"#, &Options::default());
/// assert_eq!(fixed.text, r#"[{"licence_term":"P1M"}, {"licence_term":"P6D"}]"#);
/// ```
pub fn fix_catalogue<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    let round = |text: &str, report: &CatalogueReport| {
        fix_products(text, Layout::Array, &report.diagnostics)
    };
    let check = |input: Input<'_>, options: &Options| check_catalogue(input, options);
    fixed(input.into(), options, &check, &round)
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
    let round = |text: &str, report: &CatalogueReport| {
        fix_products(text, Layout::Lines, &report.diagnostics)
    };
    let check = |input: Input<'_>, options: &Options| check_catalogue_lines(input, options);
    fixed(input, options, &check, &round)
}

/// Makes the fixes of a report in its text: the text after them and how many they were, where any was.
type Round<'r, R> = &'r dyn Fn(&str, &R) -> Option<(String, usize)>;

/// An input after all rounds of fixes, and the report of what it is then. Nothing is left out of either.
fn fixed<R>(
    input: Input<'_>,
    options: &Options,
    check: &dyn Fn(Input<'_>, &Options) -> R,
    round: Round<'_, R>,
) -> Fixed<R> {
    /// A fix brings others to light, level by level of the product.
    const ROUNDS: usize = 10;
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
    let check = |text: &str| {
        let input = if is_located {
            Input::from(text)
        } else {
            Input::json(text)
        };
        check(input, &options)
    };
    let mut applied = 0;
    let mut report = check(&text);
    for _ in 0..ROUNDS {
        let Some((fixed, made)) = round(&text, &report) else {
            break;
        };
        applied += made;
        text = Cow::Owned(fixed);
        report = check(&text);
    }
    Fixed {
        text: text.into_owned(),
        applied,
        report,
    }
}

fn fixes_of(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &[PatchOp]> {
    diagnostics.iter().filter_map(|found| found.fix.as_deref())
}

/// Makes the fixes that do not touch one another in the text of a product.
fn fix_text(text: &str, fixes: &mut dyn Iterator<Item = &'_ [PatchOp]>) -> Option<(String, usize)> {
    let mut fixes = fixes.peekable();
    fixes.peek()?;
    let mut editor = Editor::new(text).ok()?;
    let mut touched = Touched::default();
    let mut made = 0;
    for fix in fixes {
        let meets = |op| paths(op).any(|path| touched.has(path));
        if !fix.iter().any(meets) && fix.iter().all(|op| editor.apply(op).is_some()) {
            for path in fix.iter().flat_map(paths) {
                touched.add(path);
            }
            made += 1;
        }
    }
    (made > 0).then(|| (editor.finish(), made))
}

/// Makes the fixes of a catalogue that do not touch one another.
fn fix_products(text: &str, layout: Layout, diagnostics: &[Diagnostic]) -> Option<(String, usize)> {
    // They are in the order of the products.
    let mut fixes = fixes_of(diagnostics).peekable();
    fixes.peek()?;
    let product_of = |fix: &[PatchOp]| Some(split_index(fix.first()?.path())?.0);
    let mut after = String::with_capacity(text.len());
    let (mut index, mut made, mut from) = (0, 0, 0);
    each_product(text, layout, &mut |line, _| {
        let mut own: Vec<Vec<PatchOp>> = Vec::new();
        while let Some(fix) = fixes.next_if(|fix| product_of(fix) == Some(index)) {
            let within = |path: &str| {
                split_index(path)
                    .map_or("", |(_, within)| within)
                    .to_owned()
            };
            own.push(
                fix.iter()
                    .map(|op| op.clone().map_pointers(within))
                    .collect(),
            );
        }
        if let Some((new, count)) = fix_text(line.text, &mut own.iter().map(Vec::as_slice)) {
            after.push_str(text.get(from..line.start).unwrap_or_default());
            after.push_str(&new);
            from = line.start + line.text.len();
            made += count;
        }
        index += 1;
    })?;
    after.push_str(text.get(from..).unwrap_or_default());
    (made > 0).then_some((after, made))
}

/// The places that an operation changes.
fn paths(op: &PatchOp) -> impl Iterator<Item = &str> {
    let from = match op {
        PatchOp::Move { from, .. } => Some(from.as_str()),
        _ => None,
    };
    from.into_iter().chain([op.path()])
}

/// The places that the fixes of a round have changed.
#[derive(Default)]
struct Touched(BTreeMap<String, bool>);

impl Touched {
    /// Whether a place, what is in it or what it is in was changed.
    fn has(&self, path: &str) -> bool {
        let is_whole = |path: &str| self.0.get(path) == Some(&true);
        self.0.contains_key(path) || around(path).any(is_whole)
    }

    fn add(&mut self, path: &str) {
        for around in around(path) {
            self.0.entry(around.to_owned()).or_default();
        }
        self.0.insert(path.to_owned(), true);
    }
}

/// The places around a place, from the nearest on.
fn around(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/')
        .filter_map(|(end, _)| path.get(..end))
}
