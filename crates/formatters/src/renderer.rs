//! Renders reports to a single text, file by file.

use alloc::string::String;

use super::checked_file::{CheckedFile, Tally};
use super::{github, gitlab, json, markdown, sarif, stylish, terminal::Style, xml};
use renewal_rules_json::keywords;

keywords! {
    /// Output format of reports.
    #[derive(Default)]
    Format {
        /// Text for people: each diagnostic with its message, an excerpt, and the fix.
        #[default]
        Stylish = "stylish",
        /// A JSON array of `{"file": …, "report": …}`.
        Json = "json",
        /// SARIF 2.1.0, for code scanning.
        Sarif = "sarif",
        /// Workflow commands of GitHub Actions, which become annotations: errors first, and at most as many as GitHub
        /// displays for a step. The total is at the end.
        Github = "github",
        /// `JUnit` XML: errors are failures; warnings and infos are output of passing test cases.
        Junit = "junit",
        /// A Markdown table for a comment or a summary, with at most 500 diagnostics.
        Markdown = "markdown",
        /// GitLab's code quality report: errors are major, warnings minor.
        Gitlab = "gitlab",
        /// Checkstyle XML, which many build servers support.
        Checkstyle = "checkstyle",
    }
}

/// Renders file by file: concatenate the results of [`begin`](Self::begin), [`file`](Self::file) for each file, and
/// [`end`](Self::end). Between the files it retains only the counts and the annotations of [`Format::Github`].
///
/// ```
/// use renewal_rules::{Options, check};
/// use renewal_rules_formatters::{CheckedFile, Format, Renderer, Style};
///
/// let mut renderer = Renderer::new(Format::Json, Style::default());
/// let mut text = renderer.begin();
/// for (name, product) in [("a.json", r#"{"id":1}"#), ("b.json", "{")] {
///     let report = check(product, &Options::default());
///     text += &renderer.file(&CheckedFile::product(name, &report).with_text(product));
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
}

impl Renderer {
    /// Creates a renderer with empty counts.
    pub fn new(format: Format, style: Style) -> Self {
        Self::resume(format, style, Tally::default())
    }

    /// Creates a renderer that continues from earlier counts.
    pub const fn resume(format: Format, style: Style, tally: Tally) -> Self {
        Self { format, style, tally }
    }

    /// Counts a file that was skipped because it contains no products.
    pub fn skip(&mut self) {
        self.tally.skipped += 1;
    }

    /// Returns the counts of the files rendered so far.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the text before the files.
    pub fn begin(&self) -> String {
        match self.format {
            Format::Stylish | Format::Github | Format::Markdown => String::new(),
            Format::Json | Format::Gitlab => String::from("["),
            Format::Sarif => sarif::begin(),
            Format::Junit => String::from(xml::JUNIT[0]),
            Format::Checkstyle => String::from(xml::CHECKSTYLE[0]),
        }
    }

    /// Renders a file and adds it to the counts.
    pub fn file(&mut self, file: &CheckedFile<'_>) -> String {
        // The first file or result needs no separator before it.
        let is_first_file = self.tally.files == 0;
        let before = self.tally.shown(self.style);
        let suppressed = self.tally.suppressed(self.style);
        self.tally.add(file);
        match self.format {
            Format::Stylish => stylish::file(file, self.style),
            Format::Json => json::file(file, self.style, is_first_file),
            Format::Sarif => sarif::file(file, self.style, before + suppressed == 0),
            Format::Github => {
                github::file(file, self.style, &mut self.tally.annotations);
                String::new()
            }
            Format::Junit => xml::junit(file, self.style),
            Format::Markdown => markdown::file(file, self.style, before),
            Format::Gitlab => gitlab::file(file, self.style, before == 0),
            Format::Checkstyle => xml::checkstyle(file, self.style),
        }
    }

    /// Returns the text after the files.
    pub fn end(&self) -> String {
        match self.format {
            Format::Stylish => stylish::summary(&self.tally, self.style),
            Format::Github => github::end(&self.tally, self.style),
            Format::Json | Format::Gitlab => String::from("\n]\n"),
            Format::Sarif => sarif::end(&self.tally),
            Format::Junit => String::from(xml::JUNIT[1]),
            Format::Checkstyle => String::from(xml::CHECKSTYLE[1]),
            Format::Markdown => markdown::end(&self.tally, self.style),
        }
    }
}

/// Renders checked files.
///
/// ```
/// use renewal_rules::{Options, check};
/// use renewal_rules_formatters::{CheckedFile, Format, Style, render};
///
/// let text = r#"{"id":101,"licence_term":"p6d"}"#;
/// let report = check(text, &Options::default());
/// let shown = render([CheckedFile::product("a.json", &report).with_text(text)], Format::Stylish, Style::default());
/// assert!(shown.starts_with("a.json:1:26: error term-format\n"));
/// ```
pub fn render<'a>(files: impl IntoIterator<Item = CheckedFile<'a>>, format: Format, style: Style) -> String {
    let mut renderer = Renderer::new(format, style);
    let mut text = renderer.begin();
    for file in files {
        text += &renderer.file(&file);
    }
    text + &renderer.end()
}
