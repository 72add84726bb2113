//! Diagnostics and reports.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use serde::{Deserialize, Serialize};

use super::code::{Code, Severity};
use super::params::Params;
use crate::product::Configuration;
use crate::report::to_json;
use renewal_rules_json::PatchOp;
use renewal_rules_json::{Location, Word, objects};

objects! {
    Diagnostic: |it| "code": Word(it.code.as_str()), "severity": it.severity, "path": it.path,
        "messageId": it.message_id, "message": it.message, "params": it.params, "related": it.related,
        "section": it.section, "fix"? it.fix, "location"? it.location;
    Report: |it| "valid": it.valid, "configuration": it.configuration, "trial": it.trial,
        "diagnostics": it.diagnostics, "omitted"? it.omitted;
    CatalogueReport: |it| "valid": it.valid, "diagnostics": it.diagnostics, "omitted"? it.omitted;
}

to_json! {
    // What most of them come to; where there are many diagnostics, the text grows as it is written.
    Report: |report| 128 + 512 * report.diagnostics.len().min(64);
    CatalogueReport: |report| 128 + 512 * report.diagnostics.len().min(64);
}

/// One problem: what, where, how bad, why, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diagnostic<C = Code> {
    /// The stable code.
    pub code: C,
    /// How bad it is.
    pub severity: Severity,
    /// A JSON Pointer (RFC 6901) into the input; for something absent, where it would be.
    pub path: String,
    /// Which of the code's templates the message is, by its stable name.
    pub message_id: Cow<'static, str>,
    /// What is wrong and what to do, for the person who fills in the product.
    pub message: String,
    /// What the message is made of: the template and these give the message.
    pub params: Params,
    /// The other fields that decide whether it is reported, as JSON Pointers in the order of a report: a
    /// field that is not listed does not change that. In a catalogue some may be of another product.
    pub related: Vec<Cow<'static, str>>,
    /// The section of the interface document that the rule comes from.
    pub section: Cow<'static, str>,
    /// Where one fix is certain: a JSON Patch that removes this diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Vec<PatchOp>>,
    /// Where it is, for text input.
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

/// How many there are of each severity, and then each diagnostic on a line of its own.
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

/// The report of one product.
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
/// assert_eq!(serde_json::from_str::<Report>(&report.to_json())?, report);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// Its text is the number of diagnostics, then each of them on its line. A report that was stored in any format can be
/// read again, in JSON with the exact text of each fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report<C = Code> {
    /// Whether no diagnostic is an error.
    pub valid: bool,
    /// The configuration (§4.4), `None` where the chain makes none.
    pub configuration: Option<Configuration>,
    /// Whether the product is a free trial, as stated or as its prices say.
    pub trial: bool,
    /// The problems, in the order of the fields of §2.3 to §2.5.
    pub diagnostics: Vec<Diagnostic<C>>,
    /// How many diagnostics were left out; there only where the caller asked for a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// The report of a catalogue. Paths begin with the product's index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CatalogueReport<C = Code> {
    /// Whether no diagnostic is an error.
    pub valid: bool,
    /// The problems: of the whole first, then by index, then as in one product.
    pub diagnostics: Vec<Diagnostic<C>>,
    /// How many diagnostics were left out; there only where the caller asked for a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// A report as it is stored, with the version of this crate that wrote it. One of any version is read: a code, a
/// message or a parameter that this version does not know is kept and shown as it was written.
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
/// That of a catalogue is a `Stored<CatalogueReport<String>>`. Codes are texts in it, as they may not be known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stored<R = Report<String>> {
    /// The version that wrote it.
    pub version: String,
    /// The report.
    pub report: R,
}

impl<R> From<R> for Stored<R> {
    /// The report of this version.
    fn from(report: R) -> Self {
        let version = String::from(env!("CARGO_PKG_VERSION"));
        Self { version, report }
    }
}
