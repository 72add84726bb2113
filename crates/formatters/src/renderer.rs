//! Reports as one text, file by file.

use alloc::string::String;

use super::checked::{Checked, Tally};
use super::{github, gitlab, json, markdown, sarif, stylish, text::Style, xml};
use renewal_rules_json::words;

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
        /// GitHub shows of a step. The total is at the end.
        Github = "github",
        /// `JUnit` XML: an error is a failure; warnings and infos are shown in cases that pass.
        Junit = "junit",
        /// A table for a comment or a summary in Markdown, of at most 500 problems.
        Markdown = "markdown",
        /// GitLab's report of code quality: errors are major, warnings minor.
        Gitlab = "gitlab",
        /// The XML of Checkstyle, which many build servers read.
        Checkstyle = "checkstyle",
    }
}

/// Makes a rendering file by file: [`begin`](Self::begin), [`file`](Self::file) for each, and
/// [`end`](Self::end), put one after the other. It holds nothing but what it counts.
///
/// ```
/// use renewal_rules::{Options, check};
/// use renewal_rules_formatters::{Checked, Format, Renderer, Style};
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
        Self { format, style, tally, site: String::new() }
    }

    /// States the address of this project's site, which has a page for each rule: [`Format::Sarif`] leads there.
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
            Format::Json | Format::Gitlab => String::from("["),
            Format::Sarif => sarif::begin(&self.site),
            Format::Junit => String::from(xml::JUNIT[0]),
            Format::Checkstyle => String::from(xml::CHECKSTYLE[0]),
        }
    }

    /// A file.
    pub fn file(&mut self, file: &Checked<'_>) -> String {
        // The first file, or the first result, is not set apart from one before it.
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

    /// What comes after the files.
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
/// use renewal_rules_formatters::{Checked, Format, Style, render};
///
/// let text = r#"{"id":101,"licence_term":"p6d"}"#;
/// let report = check(text, &Options::default());
/// let shown = render([Checked::product("a.json", &report).with_text(text)], Format::Stylish, Style::default());
/// assert!(shown.starts_with("a.json:1:26: error term-format\n"));
/// ```
pub fn render<'a>(files: impl IntoIterator<Item = Checked<'a>>, format: Format, style: Style) -> String {
    let mut renderer = Renderer::new(format, style);
    let mut text = renderer.begin();
    for file in files {
        text += &renderer.file(&file);
    }
    text + &renderer.end()
}
