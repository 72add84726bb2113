//! Text for people and tools, made from reports: pure text out, so that every shell around the
//! library prints the same.
//!
//! - [`render`] makes the whole text of several checked files in one [`Format`]; [`Renderer`] makes
//!   it file by file, for those who do not want to hold all reports at once.
//! - [`decision_text`] tells an effective renewal kind in words.
//! - [`rule_page`], [`rule_list`] and [`reference_page`] tell what is known about the codes.
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
//! let told = render([Checked::product("a.json", &report).text(text)], Format::Github, Style::default());
//! assert!(told.starts_with("::error file=a.json,line=1,endLine=1,col=26,endColumn=31,title=term-format::"));
//! ```

mod decision;
mod excerpt;
mod github;
mod index;
mod json;
mod junit;
mod page;
mod sarif;
mod stylish;
mod text;

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::{
    catalogue::Layout,
    decision::Decision,
    report::{CatalogueReport, Diagnostic, Report, Severity},
};

pub use decision::decision_text;
pub use page::{reference_page, rule_list, rule_page};

/// What a rendering looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// For people: each problem with the place in its text, the message and the mend.
    #[default]
    Stylish,
    /// A JSON array of `{"file": …, "report": …}`.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions, which become annotations.
    Github,
    /// `JUnit` XML: an error is a failure; warnings and hints are told in cases that pass.
    Junit,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Self] = &[
        Self::Stylish,
        Self::Json,
        Self::Sarif,
        Self::Github,
        Self::Junit,
    ];

    /// The word for it: `stylish`, `json`, `sarif`, `github` or `junit`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stylish => "stylish",
            Self::Json => "json",
            Self::Sarif => "sarif",
            Self::Github => "github",
            Self::Junit => "junit",
        }
    }

    /// The format with this word.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.as_str() == text)
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
    /// With or without colour.
    #[must_use]
    pub const fn color(mut self, color: bool) -> Self {
        self.color = color;
        self
    }

    /// With or without what is no error.
    #[must_use]
    pub const fn quiet(mut self, quiet: bool) -> Self {
        self.quiet = quiet;
        self
    }
}

/// What was counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[non_exhaustive]
pub struct Tally {
    /// Files.
    pub files: usize,
    /// Files with at least one diagnostic.
    pub files_with_problems: usize,
    /// Files with at least one error, be it among those that a limit left out.
    pub files_with_errors: usize,
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Things that could not be checked.
    pub infos: usize,
    /// Diagnostics with a certain mend that was not tried.
    pub fixable: usize,
    /// Diagnostics whose mend was left out, as it would bring out an error elsewhere.
    pub unmended: usize,
    /// Diagnostics that the reports left out because the caller asked for a limit.
    pub omitted: usize,
    /// Mends that were made.
    pub mended: usize,
    /// Mends that would be made.
    pub mendable: usize,
}

#[derive(Clone, Copy, Debug)]
enum Findings<'a> {
    Product(&'a Report),
    Catalogue(&'a CatalogueReport),
}

/// A file that was checked. It need not be a file: the name is only shown.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    name: &'a str,
    text: Option<&'a str>,
    findings: Findings<'a>,
    decision: Option<&'a Decision>,
    layout: Layout,
    /// How many mends were made, where that was tried.
    mends: Option<usize>,
    written: bool,
}

impl<'a> Checked<'a> {
    /// A product's report. The name of a file is best relative, with `/` between its folders.
    pub const fn product(name: &'a str, report: &'a Report) -> Self {
        Self::new(name, Findings::Product(report))
    }

    /// A catalogue's report.
    pub const fn catalogue(name: &'a str, report: &'a CatalogueReport) -> Self {
        Self::new(name, Findings::Catalogue(report))
    }

    const fn new(name: &'a str, findings: Findings<'a>) -> Self {
        Self {
            name,
            text: None,
            findings,
            decision: None,
            layout: Layout::Array,
            mends: None,
            written: false,
        }
    }

    /// The text that was checked, so that places in it can be shown. Of bytes that are no UTF-8,
    /// what [`String::from_utf8_lossy`] makes of them.
    #[must_use]
    pub const fn text(mut self, text: &'a str) -> Self {
        self.text = Some(text);
        self
    }

    /// States that the text is newline-delimited JSON.
    #[must_use]
    pub const fn lines(mut self) -> Self {
        self.layout = Layout::Lines;
        self
    }

    /// The effective renewal kind, to be told behind the problems.
    #[must_use]
    pub const fn decision(mut self, decision: &'a Decision) -> Self {
        self.decision = Some(decision);
        self
    }

    /// States that the text is what it became by this many mends, and whether it was written back.
    /// Where it was not, [`Format::Json`] has it as `output`. Any mend that is left is one that would
    /// bring out an error elsewhere.
    #[must_use]
    pub const fn mended(mut self, mends: usize, written: bool) -> Self {
        self.mends = Some(mends);
        self.written = written;
        self
    }

    fn diagnostics(&self) -> &'a [Diagnostic] {
        match self.findings {
            Findings::Product(report) => &report.diagnostics,
            Findings::Catalogue(report) => &report.diagnostics,
        }
    }

    /// The diagnostics to be shown.
    fn shown(&self, style: Style) -> impl Iterator<Item = &'a Diagnostic> + use<'a> {
        self.diagnostics()
            .iter()
            .filter(move |diagnostic| !style.quiet || diagnostic.severity == Severity::Error)
    }

    fn is_valid(&self) -> bool {
        match self.findings {
            Findings::Product(report) => report.valid,
            Findings::Catalogue(report) => report.valid,
        }
    }

    fn omitted(&self) -> usize {
        match self.findings {
            Findings::Product(report) => report.omitted,
            Findings::Catalogue(report) => report.omitted,
        }
        .unwrap_or_default()
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

impl Tally {
    fn add(&mut self, file: &Checked<'_>) {
        self.files += 1;
        self.omitted += file.omitted();
        let mends = file.mends.unwrap_or_default();
        if file.written {
            self.mended += mends;
        } else {
            self.mendable += mends;
        }
        let left = match file.mends {
            None => &mut self.fixable,
            Some(_) => &mut self.unmended,
        };
        for diagnostic in file.diagnostics() {
            *match diagnostic.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Info => &mut self.infos,
            } += 1;
            *left += usize::from(diagnostic.fix.is_some());
        }
        self.files_with_problems += usize::from(!file.diagnostics().is_empty());
        self.files_with_errors += usize::from(!file.is_valid());
    }

    /// Errors, warnings and hints together.
    pub const fn problems(&self) -> usize {
        self.errors + self.warnings + self.infos
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
///     text += &renderer.file(&Checked::product(name, &report).text(product));
/// }
/// text += &renderer.end();
/// assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
/// assert_eq!((renderer.tally().files, renderer.tally().errors), (2, 1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Renderer {
    format: Format,
    style: Style,
    tally: Tally,
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
        }
    }

    /// What was counted so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What stands before the files.
    pub fn begin(&self) -> String {
        match self.format {
            Format::Stylish | Format::Github => String::new(),
            Format::Json => String::from("["),
            Format::Sarif => sarif::begin(),
            Format::Junit => String::from(junit::BEGIN),
        }
    }

    /// A file.
    pub fn file(&mut self, file: &Checked<'_>) -> String {
        // The first file, or the first result, is not set apart from one before it.
        let before = self.tally;
        self.tally.add(file);
        match self.format {
            Format::Stylish => stylish::file(file, self.style),
            Format::Json => json::file(file, self.style, before.files == 0),
            Format::Sarif => {
                let results = before.errors
                    + if self.style.quiet {
                        0
                    } else {
                        before.warnings + before.infos
                    };
                sarif::file(file, self.style, results == 0)
            }
            Format::Github => github::file(file, self.style),
            Format::Junit => junit::file(file, self.style),
        }
    }

    /// What stands behind the files.
    pub fn end(&self) -> String {
        match self.format {
            Format::Stylish => stylish::summary(&self.tally, self.style),
            Format::Github => String::new(),
            Format::Json => String::from("\n]\n"),
            Format::Sarif => String::from(sarif::END),
            Format::Junit => String::from(junit::END),
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
/// let told = render([Checked::product("a.json", &report).text(text)], Format::Stylish, Style::default());
/// assert!(told.starts_with("a.json:1:26: error term-format\n"));
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
