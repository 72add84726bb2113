//! Diagnostics and reports.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use serde::{Deserialize, Serialize};

use super::code::{Code, Severity};
use super::params::Params;
use crate::product::Configuration;
use renewal_rules_json::{Location, PatchOp, Span, Tree, locations};

/// A problem in a product, with its location, severity, reason and fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diagnostic<C = Code> {
    /// The stable code of the problem.
    pub code: C,
    /// Severity of the problem.
    pub severity: Severity,
    /// JSON Pointer (RFC 6901) into the input. A missing value has the path that it would have if present.
    pub path: String,
    /// Stable id of the message's template, unique within the rule of the code.
    pub message_id: Cow<'static, str>,
    /// The problem and how to fix it, for the person who fills in the product.
    pub message: String,
    /// Parameters of the message: filling the template with them yields `message`.
    pub params: Params,
    /// The other fields that affect whether this diagnostic is reported, as JSON Pointers in report order. Fields that
    /// are not listed do not affect it, except that `chain-unknown-product` depends on the ids of all products. In a
    /// catalogue, some pointers may lead to another product.
    pub related: Vec<Cow<'static, str>>,
    /// Section of the interface document on which the rule is based.
    pub section: Cow<'static, str>,
    /// JSON Patch that removes this diagnostic, if there is exactly one safe fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Vec<PatchOp>>,
    /// Location in the text, if the input was text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

impl<C: fmt::Display> fmt::Display for Diagnostic<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.severity.as_str())?;
        if !self.path.is_empty() {
            write!(f, " at {}", self.path)?;
        }
        if let Some(Location { line, column, .. }) = self.location {
            write!(f, " (line {line}, column {column})")?;
        }
        write!(f, ": {} [{}]", self.message, self.code)
    }
}

/// Writes the number of diagnostics per severity, then each diagnostic on its own line.
fn write_all<C: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    diagnostics: &[Diagnostic<C>],
    omitted: Option<usize>,
) -> fmt::Result {
    let mut counts = Vec::new();
    for severity in Severity::ALL {
        let same = diagnostics.iter().filter(|one| one.severity == *severity);
        match same.count() {
            0 => {}
            1 => counts.push(format!("1 {severity}")),
            count => counts.push(format!("{count} {severity}s")),
        }
    }
    if let Some(count) = omitted.filter(|count| *count > 0) {
        counts.push(format!("{count} left out"));
    }
    if counts.is_empty() {
        counts.push("nothing to report".into());
    }
    f.write_str(&counts.join(", "))?;
    diagnostics.iter().try_for_each(|one| write!(f, "\n{one}"))
}

macro_rules! reports {
    ($($report:ident),*) => {$(
        impl<C: fmt::Display> fmt::Display for $report<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_all(f, &self.diagnostics, self.omitted)
            }
        }
    )*};
}

reports!(Report, CatalogueReport);

/// Report of the check of one product.
///
/// ```
/// use renewal_rules::{Options, Report, check};
///
/// let report = check(r#"{"id":0}"#, &Options::default());
/// assert_eq!(
///     report.to_string(),
///     "1 error\n\
///      error at /id (line 1, column 7): `id` is not a valid product id. An id is a whole number \
///      from 1 to 9007199254740991; take the one that the service gave the product. [id-range]",
/// );
/// assert_eq!(serde_json::from_str::<Report>(&serde_json::to_string(&report)?)?, report);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Displays the number of diagnostics per severity, then each diagnostic on its own line. A report that was serialized
/// in any format can be deserialized again; JSON preserves the exact text of each fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report<C = Code> {
    /// True if the report has no error.
    pub valid: bool,
    /// The configuration (§4.4); `None` if the chain does not form one.
    pub configuration: Option<Configuration>,
    /// True if the product is a free trial: as set by the `trial` option, otherwise inferred from the prices.
    pub trial: bool,
    /// Diagnostics in the order of the fields in §2.3 to §2.5.
    pub diagnostics: Vec<Diagnostic<C>>,
    /// Number of diagnostics that were left out; set only if the caller asked for a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

impl Report {
    /// Looks up the path of each diagnostic in `text` and sets its location. Needed only for a report of values that were
    /// read from this text, such as that of a setup. Returns the report unchanged if the text is not JSON.
    ///
    /// ```
    /// use renewal_rules::{Options, setup::Setup};
    ///
    /// let text = r#"{"initiator":{"name":""},"renewals":[103],"kinds":{"pmr":true}}"#;
    /// let report = Setup::from_json(text)?.check(&Options::default()).with_locations(text);
    /// let empty = report.diagnostics.iter().find(|found| found.path == "/initiator/name");
    /// assert_eq!(empty.and_then(|found| found.location).map(|location| location.column), Some(22));
    /// # Ok::<(), renewal_rules::setup::SetupError>(())
    /// ```
    #[must_use]
    pub fn with_locations(mut self, text: &str) -> Self {
        let Ok(tree) = Tree::parse(text) else { return self };
        let document = tree.document();
        let span = |found: &Diagnostic| {
            let node = document.nearest(&found.path);
            let is_about_key = found.code.rule().is_at_name();
            let key = if is_about_key { document.key_span(node) } else { None };
            key.or_else(|| document.span(node)).unwrap_or_default()
        };
        let spans: Vec<Span> = self.diagnostics.iter().map(span).collect();
        for (found, location) in self.diagnostics.iter_mut().zip(locations(text.as_bytes(), &spans)) {
            found.location = Some(location);
        }
        self
    }
}

/// Report of the check of a catalogue. The paths of its diagnostics begin with the product's index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CatalogueReport<C = Code> {
    /// True if the report has no error.
    pub valid: bool,
    /// Diagnostics of the whole catalogue, then those of each product by index, ordered as in [`Report`].
    pub diagnostics: Vec<Diagnostic<C>>,
    /// Number of diagnostics that were left out; set only if the caller asked for a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// A report for storage, together with the version of this crate that wrote it. Reports of any version can be read:
/// codes, messages and parameters that this version does not know are preserved as they were written.
///
/// ```
/// use renewal_rules::{Options, Stored, check};
///
/// let report = check(r#"{"id":0}"#, &Options::default());
/// let text = serde_json::to_string(&Stored::from(report.clone()))?;
/// let stored: Stored = serde_json::from_str(&text.replace("id-range", "id-taken"))?;
/// assert_eq!(stored.version, env!("CARGO_PKG_VERSION"));
/// assert_eq!(stored.report.to_string(), report.to_string().replace("id-range", "id-taken"));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// For a catalogue, use `Stored<CatalogueReport<String>>`. The codes of a stored report are strings, because this
/// version may not know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stored<R = Report<String>> {
    /// Version of this crate that wrote the report.
    pub version: String,
    /// The stored report.
    pub report: R,
}

impl<R> From<R> for Stored<R> {
    /// Wraps a report together with the version of this crate.
    fn from(report: R) -> Self {
        let version = String::from(env!("CARGO_PKG_VERSION"));
        Self { version, report }
    }
}
