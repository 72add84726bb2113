//! Fixes, made in a text until none is left.

use alloc::{
    borrow::{Cow, ToOwned},
    collections::BTreeMap,
    string::String,
    vec::Vec,
};

use super::{
    catalogue::{
        products::{Layout, each_product},
        run::{check_catalogue, check_catalogue_lines},
    },
    check::check,
};
use crate::{
    document::{Input, split_index},
    options::Options,
    patch::{Editor, PatchOp},
    report::{CatalogueReport, Diagnostic, Report},
    text::{objects, to_json},
};

objects! {
    Fixed: |it| "text": it.text, "applied": it.applied, "report": it.report;
}

objects! {
    Fixed<CatalogueReport>: |it| "text": it.text, "applied": it.applied, "report": it.report;
}

to_json! {
    Fixed: |fixed| 256 + fixed.text.len();
}

to_json! {
    Fixed<CatalogueReport>: |fixed| 256 + fixed.text.len();
}

/// A text after its certain fixes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    let check = |input: Input<'_>, options: &Options| check(input, options);
    fixed(input.into(), options, Layout::Product, check, |report| &report.diagnostics)
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
    let check = |input: Input<'_>, options: &Options| check_catalogue(input, options);
    fixed(input.into(), options, Layout::Array, check, |report| &report.diagnostics)
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
pub fn fix_catalogue_lines<'a>(input: impl Into<Input<'a>>, options: &Options) -> Fixed<CatalogueReport> {
    let input = input.into();
    let layout = if input.is_located() { Layout::Lines } else { Layout::Array };
    let check = |input: Input<'_>, options: &Options| check_catalogue_lines(input, options);
    fixed(input, options, layout, check, |report| &report.diagnostics)
}

/// An input after all rounds of fixes, and the report of what it is then. Nothing is left out of either.
fn fixed<R>(
    input: Input<'_>,
    options: &Options,
    layout: Layout,
    check: fn(Input<'_>, &Options) -> R,
    diagnostics: fn(&R) -> &[Diagnostic],
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
        return Fixed { text, applied: 0, report: check(input, &options) };
    };
    let check = |text: &str| {
        let input = if is_located { Input::from(text) } else { Input::json(text) };
        check(input, &options)
    };
    let mut applied = 0;
    let mut report = check(&text);
    for _ in 0..ROUNDS {
        let Some((fixed, made)) = make_fixes(&text, layout, diagnostics(&report)) else {
            break;
        };
        applied += made;
        text = Cow::Owned(fixed);
        report = check(&text);
    }
    Fixed { text: text.into_owned(), applied, report }
}

/// Makes the fixes that do not touch one another in a text: the text after them and how many they were, where
/// any was.
fn make_fixes(text: &str, layout: Layout, found: &[Diagnostic]) -> Option<(String, usize)> {
    // They are in the order of the products.
    let mut fixes = found.iter().filter_map(|found| found.fix.as_deref()).peekable();
    fixes.peek()?;
    if layout == Layout::Product {
        return fix_product(text, &mut fixes);
    }
    let product_of = |fix: &[PatchOp]| Some(split_index(fix.first()?.path())?.0);
    let mut after = String::with_capacity(text.len());
    let (mut index, mut made, mut from) = (0, 0, 0);
    each_product(text, layout, &mut |line, _| {
        let mut own: Vec<Vec<PatchOp>> = Vec::new();
        while let Some(fix) = fixes.next_if(|fix| product_of(fix) == Some(index)) {
            let within = |path: &str| split_index(path).map_or("", |(_, within)| within).to_owned();
            own.push(fix.iter().map(|op| op.clone().map_pointers(within)).collect());
        }
        if let Some((new, count)) = fix_product(line.text, &mut own.iter().map(Vec::as_slice)) {
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

/// The same in the text of one product.
fn fix_product(text: &str, fixes: &mut dyn Iterator<Item = &'_ [PatchOp]>) -> Option<(String, usize)> {
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
    path.rmatch_indices('/').filter_map(|(end, _)| path.get(..end))
}
