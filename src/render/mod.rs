//! Text for people and tools, made from reports: pure text out, so that every shell around the
//! library prints the same.
//!
//! - [`render`] makes the whole text of several checked files in one [`Format`]; [`Renderer`] makes
//!   it file by file, for those who do not want to hold all reports at once.
//! - [`comparison_table`] shows a comparison as Markdown.
//! - [`decision_text`] puts an effective renewal kind in words.
//! - [`rule_page`], [`rule_list`] and [`reference_page`] say what is known about the codes.
//!
//! What a person typed never reaches a terminal raw: control characters and those that turn the
//! direction of text around are replaced. The one exception is [`Format::Json`], which escapes what
//! JSON escapes.
//!
//! ```
//! use renewal_rules::{Options, check, render::{Checked, Format, Style, render}};
//!
//! let text = r#"{"id":101,"licence_term":"p6d"}"#;
//! let report = check(text, &Options::default());
//! let shown = render([Checked::product("a.json", &report).with_text(text)], Format::Github, Style::default());
//! assert!(shown.starts_with("::error file=a.json,line=1,endLine=1,col=26,endColumn=31,title=term-format::"));
//! ```

#[cfg(feature = "service")]
mod calls;
mod decision;
mod excerpt;
mod github;
mod index;
mod json;
mod junit;
mod markdown;
mod page;
mod sarif;
mod stylish;
mod text;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{
    alike,
    decision::Decision,
    options::setters,
    product::Configuration,
    report::{CatalogueReport, Diagnostic, Report, Severity},
    words::words,
};

#[cfg(feature = "service")]
pub use calls::{CallFormat, plan_calls};
pub use decision::decision_text;
#[cfg(feature = "timeline")]
pub use markdown::comparison_table;
pub use page::{reference_page, rule_list, rule_page};

words! {
    /// What a rendering looks like.
    #[derive(Default)]
    Format {
        /// For people: each problem with the place in its text, the message and the fix.
        #[default]
        Stylish = "stylish",
        /// A JSON array of `{"file": …, "report": …}`.
        Json = "json",
        /// SARIF 2.1.0, for code scanning.
        Sarif = "sarif",
        /// Workflow commands of GitHub Actions, which become annotations: errors first, and no more than
        /// GitHub shows of a step. The total stands at the end.
        Github = "github",
        /// `JUnit` XML: an error is a failure; warnings and infos are shown in cases that pass.
        Junit = "junit",
        /// A table for a comment or a summary in Markdown, of at most 500 problems.
        Markdown = "markdown",
    }
}

/// How a rendering is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Style {
    /// Whether text for people has the colours of a terminal.
    pub color: bool,
    /// Whether only errors are shown. Everything is counted all the same.
    pub quiet: bool,
}

impl Style {
    setters! {
        with_color(color: bool);
        with_quiet(quiet: bool);
    }
}

/// What was counted so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Tally {
    /// Files.
    pub files: usize,
    /// Files with at least one diagnostic.
    pub files_with_problems: usize,
    /// Files with at least one error, including those that a limit left out.
    pub files_with_errors: usize,
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Infos; those about a limit that is not stated are counted in [`unlimited`](Self::unlimited)
    /// alone.
    pub infos: usize,
    /// Files that were skipped, as they have no products.
    pub skipped: usize,
    /// For each limit that is not stated and would be needed, its option and the files in which
    /// something was not checked for it. It is shown once, at the end.
    pub unlimited: Vec<(String, usize)>,
    /// The annotations that [`Format::Github`] shows at the end: of errors, of warnings, of infos.
    pub annotations: [Vec<String>; 3],
    /// Diagnostics with a fix that was not tried.
    pub fixable: usize,
    /// Diagnostics that the reports left out because the caller asked for a limit.
    pub omitted: usize,
    /// Fixes that were made.
    pub fixes_made: usize,
    /// Fixes that would be made.
    pub fixes_to_make: usize,
}

/// What only the report of a product has.
#[derive(Clone, Copy, Debug, Serialize)]
struct Product {
    configuration: Option<Configuration>,
    trial: bool,
}

/// A file that was checked. It need not be a file: the name is only shown.
///
/// ```
/// use renewal_rules::{Options, check, effective_kind, render::{Checked, Format, Style, render}};
///
/// let (text, options) = (r#"{"licence_term":"p1m"}"#, Options::default());
/// let (report, decision) = (check(text, &options), effective_kind(text, &options));
/// let checked = Checked::product("a.json", &report).with_text(text).with_decision(&decision);
/// let shown = render([checked], Format::Stylish, Style::default().with_quiet(true));
/// assert!(shown.contains("term-format"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked<'a> {
    name: &'a str,
    text: Option<&'a str>,
    valid: bool,
    diagnostics: &'a [Diagnostic],
    omitted: Option<usize>,
    product: Option<Product>,
    decision: Option<&'a Decision>,
    are_lines: bool,
    /// How many fixes were made, where that was tried, and whether they were written back.
    fixes: Option<(usize, bool)>,
    only_with_problems: bool,
}

impl<'a> Checked<'a> {
    /// A product's report. The name of a file is best relative, with `/` between its folders.
    pub fn product(name: &'a str, report: &'a Report) -> Self {
        Self {
            name,
            valid: report.valid,
            diagnostics: &report.diagnostics,
            omitted: report.omitted,
            product: Some(Product {
                configuration: report.configuration,
                trial: report.trial,
            }),
            ..Self::default()
        }
    }

    /// A catalogue's report.
    pub fn catalogue(name: &'a str, report: &'a CatalogueReport) -> Self {
        Self {
            name,
            valid: report.valid,
            diagnostics: &report.diagnostics,
            omitted: report.omitted,
            ..Self::default()
        }
    }

    /// The text that was checked, so that places in it can be shown. Of bytes that are no UTF-8,
    /// what [`String::from_utf8_lossy`] makes of them.
    #[must_use]
    pub const fn with_text(mut self, text: &'a str) -> Self {
        self.text = Some(text);
        self
    }

    /// States that the text is newline-delimited JSON.
    #[must_use]
    pub const fn with_lines(mut self) -> Self {
        self.are_lines = true;
        self
    }

    /// The effective renewal kind, to be shown after the problems.
    #[must_use]
    pub const fn with_decision(mut self, decision: &'a Decision) -> Self {
        self.decision = Some(decision);
        self
    }

    /// States that the text is what it became by this many fixes, and whether it was written back.
    /// Where it was not, [`Format::Json`] has it as `output`.
    #[must_use]
    pub const fn with_fixes(mut self, fixes: usize, written: bool) -> Self {
        self.fixes = Some((fixes, written));
        self
    }

    /// Leaves the file out of [`Format::Stylish`] where it has no problems: nobody asked for it by its name.
    #[must_use]
    pub const fn only_with_problems(mut self) -> Self {
        self.only_with_problems = true;
        self
    }

    /// The diagnostics to be shown.
    fn shown(&self, style: Style) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        self.problems()
            .filter(move |diagnostic| !style.quiet || diagnostic.severity == Severity::Error)
    }

    /// The diagnostics but for those that are shown once, at the end.
    fn problems(&self) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        let all = self.diagnostics.iter();
        all.filter(|diagnostic| limits(diagnostic).is_none())
    }

    fn omitted(&self) -> usize {
        self.omitted.unwrap_or_default()
    }
}

/// A name, or other words, as they may be shown on one line: control characters are replaced.
///
/// ```
/// assert_eq!(renewal_rules::render::shown_name("a\u{1b}[2J.json"), "a\u{fffd}[2J.json");
/// ```
pub fn shown_name(name: &str) -> String {
    text::clean(name)
}

/// The word among those known that another one is most likely a slip of.
///
/// ```
/// use renewal_rules::render::nearest;
///
/// assert_eq!(nearest("chekc", ["check", "diff"]), Some("check"));
/// assert_eq!(nearest("explode", ["check", "diff"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let known = known.into_iter();
    known
        .filter_map(|known| Some((alike::distance(word, known)?, known)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// The limits for want of which something was not checked, where that is what an info says.
fn limits(diagnostic: &Diagnostic) -> Option<&[String]> {
    let needs = diagnostic.params.needs();
    let are_limits = !needs.is_empty() && needs.iter().all(|need| need.starts_with("limits."));
    (are_limits && diagnostic.severity == Severity::Info).then_some(needs)
}

impl Tally {
    fn add(&mut self, file: &Checked<'_>) {
        self.files += 1;
        self.omitted += file.omitted();
        match file.fixes {
            Some((made, true)) => self.fixes_made += made,
            Some((made, false)) => self.fixes_to_make += made,
            None => {}
        }
        for need in file.diagnostics.iter().filter_map(limits).flatten() {
            match self.unlimited.iter_mut().find(|(limit, _)| limit == need) {
                Some((_, files)) => *files += 1,
                None => self.unlimited.push((need.clone(), 1)),
            }
        }
        for diagnostic in file.problems() {
            *match diagnostic.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Info => &mut self.infos,
            } += 1;
            // What was tried and left is in a text that cannot be written back.
            self.fixable += usize::from(diagnostic.fix.is_some() && file.fixes.is_none());
        }
        self.files_with_problems += usize::from(file.problems().next().is_some());
        self.files_with_errors += usize::from(!file.valid);
    }

    /// Errors, warnings and infos together.
    pub const fn problems(&self) -> usize {
        self.errors + self.warnings + self.infos
    }

    /// Those of them that are shown.
    const fn shown(&self, style: Style) -> usize {
        if style.quiet {
            self.errors
        } else {
            self.problems()
        }
    }
}

/// Makes a rendering file by file: [`begin`](Self::begin), [`file`](Self::file) for each, and
/// [`end`](Self::end), put one after the other. It holds nothing but what it counts.
///
/// ```
/// use renewal_rules::{Options, check, render::{Checked, Format, Renderer, Style}};
///
/// let mut renderer = Renderer::new(Format::Json, Style::default());
/// let mut text = renderer.begin();
/// for (name, product) in [("a.json", r#"{"id":1}"#), ("b.json", "{")] {
///     let report = check(product, &Options::default());
///     text += &renderer.file(&Checked::product(name, &report).with_text(product));
/// }
/// text += &renderer.end();
/// assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
/// assert_eq!((renderer.tally().files, renderer.tally().errors), (2, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Renderer {
    format: Format,
    style: Style,
    tally: Tally,
    site: String,
}

impl Renderer {
    /// Begins a rendering.
    pub fn new(format: Format, style: Style) -> Self {
        Self::resume(format, style, Tally::default())
    }

    /// Goes on with a rendering of which this was counted.
    pub const fn resume(format: Format, style: Style, tally: Tally) -> Self {
        Self {
            format,
            style,
            tally,
            site: String::new(),
        }
    }

    /// States the address of this project's site, which has a page for each rule: [`Format::Sarif`] leads
    /// there.
    #[must_use]
    pub fn with_site(mut self, address: &str) -> Self {
        self.site = String::from(address);
        self
    }

    /// Counts a file that was skipped, as it has no products.
    pub fn skip(&mut self) {
        self.tally.skipped += 1;
    }

    /// What was counted so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What comes before the files.
    pub fn begin(&self) -> String {
        match self.format {
            Format::Stylish | Format::Github | Format::Markdown => String::new(),
            Format::Json => String::from("["),
            Format::Sarif => sarif::begin(&self.site),
            Format::Junit => String::from(junit::BEGIN),
        }
    }

    /// A file.
    pub fn file(&mut self, file: &Checked<'_>) -> String {
        // The first file, or the first result, is not set apart from one before it.
        let is_first_file = self.tally.files == 0;
        let before = self.tally.shown(self.style);
        self.tally.add(file);
        match self.format {
            Format::Stylish => stylish::file(file, self.style),
            Format::Json => json::file(file, self.style, is_first_file),
            Format::Sarif => sarif::file(file, self.style, before == 0),
            Format::Github => {
                github::file(file, self.style, &mut self.tally.annotations);
                String::new()
            }
            Format::Junit => junit::file(file, self.style),
            Format::Markdown => markdown::file(file, self.style, before),
        }
    }

    /// What comes after the files.
    pub fn end(&self) -> String {
        match self.format {
            Format::Stylish => stylish::summary(&self.tally, self.style),
            Format::Github => github::end(&self.tally, self.style),
            Format::Json => String::from("\n]\n"),
            Format::Sarif => sarif::end(&self.tally),
            Format::Junit => String::from(junit::END),
            Format::Markdown => markdown::end(&self.tally, self.style),
        }
    }
}

/// Renders checked files.
///
/// ```
/// use renewal_rules::{Options, check, render::{Checked, Format, Style, render}};
///
/// let text = r#"{"id":101,"licence_term":"p6d"}"#;
/// let report = check(text, &Options::default());
/// let shown = render([Checked::product("a.json", &report).with_text(text)], Format::Stylish, Style::default());
/// assert!(shown.starts_with("a.json:1:26: error term-format\n"));
/// ```
pub fn render<'a>(
    files: impl IntoIterator<Item = Checked<'a>>,
    format: Format,
    style: Style,
) -> String {
    let mut renderer = Renderer::new(format, style);
    let mut text = renderer.begin();
    for file in files {
        text += &renderer.file(&file);
    }
    text + &renderer.end()
}
