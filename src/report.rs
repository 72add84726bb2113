//! What a check gives: diagnostics in a fixed order, each with a stable code, its place, the words
//! for a person and the data for a program.

use alloc::{borrow::Cow, boxed::Box, format, string::String, vec::Vec};
use core::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser};
use serde_json::value::RawValue;

use crate::{
    code::Code,
    document::{Document, NodeId, Tree, number_text, quoted},
    params::Params,
    product::Configuration,
    words::{said, words},
};

words! {
    /// How bad a diagnostic is.
    #[derive(PartialOrd, Ord)]
    Severity {
        /// The service's rules forbid it, or the renewal cannot work.
        Error = "error",
        /// It is allowed, but it has no effect or is very likely a slip.
        Warning = "warning",
        /// Something could not be checked; what is missing is named.
        Info = "info",
    }
}

said! {
    /// The renewal kinds that a product can switch on (§1, §2.4), in the order in which they are
    /// considered (§4.4).
    #[derive(PartialOrd, Ord)]
    words RenewalKind {
        /// Auto renewal: order and payment happen automatically.
        Ar = "ar" => "AR",
        /// Pre-filled manual renewal: the order is created automatically, the buyer pays.
        Pmr = "pmr" => "PMR",
        /// Email renewal: the buyer receives a link that puts the renewal into the cart.
        Email = "email" => "Email",
    }
    /// Its name as the interface document writes it: AR, PMR, Email.
    ///
    /// ```
    /// assert_eq!(renewal_rules::RenewalKind::Pmr.name(), "PMR");
    /// ```
    pub fn name
}

impl RenewalKind {
    /// The kinds as an array, for what is counted for each.
    pub(crate) const EACH: [Self; 3] = [Self::Ar, Self::Pmr, Self::Email];
}

/// A JSON value as its text.
///
/// ```
/// use renewal_rules::JsonText;
///
/// let value: JsonText = serde_json::from_str(r#"{"enable": true}"#)?;
/// assert_eq!(value.get(), r#"{"enable": true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(Cow<'static, str>);

impl JsonText {
    /// The value that is written so.
    pub(crate) fn written(json: impl Into<Cow<'static, str>>) -> Self {
        Self(json.into())
    }

    pub(crate) const fn switch(on: bool) -> Self {
        Self(Cow::Borrowed(if on { "true" } else { "false" }))
    }

    pub(crate) fn number(number: u64) -> Self {
        Self::written(number_text(number))
    }

    /// The JSON text.
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl From<&str> for JsonText {
    /// The JSON string that holds a text.
    ///
    /// ```
    /// assert_eq!(renewal_rules::JsonText::from("P1M").get(), r#""P1M""#);
    /// ```
    fn from(text: &str) -> Self {
        Self::written(quoted(text))
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: &RawValue = serde_json::from_str(self.get()).map_err(ser::Error::custom)?;
        value.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value: Box<str> = Box::<RawValue>::deserialize(deserializer)?.into();
        Ok(Self::written(String::from(value)))
    }
}

/// One operation of a JSON Patch (RFC 6902).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOp {
    /// Adds a member or an element.
    Add {
        /// Where, as a JSON Pointer; `-` as the last token is the end of an array.
        path: String,
        /// What.
        value: JsonText,
    },
    /// Replaces what is there.
    Replace {
        /// Where, as a JSON Pointer.
        path: String,
        /// By what.
        value: JsonText,
    },
    /// Takes away what is there.
    Remove {
        /// Where, as a JSON Pointer.
        path: String,
    },
    /// Moves a value; in a fix always to give a member another name.
    Move {
        /// From where, as a JSON Pointer.
        from: String,
        /// To where, as a JSON Pointer.
        path: String,
    },
    /// Adds a copy of a value. No fix does.
    Copy {
        /// From where, as a JSON Pointer.
        from: String,
        /// To where, as a JSON Pointer.
        path: String,
    },
    /// Changes nothing; the patch does not fit where another value is there. No fix has it.
    Test {
        /// Where, as a JSON Pointer.
        path: String,
        /// What must be there: the same JSON value, however it is written.
        value: JsonText,
    },
}

impl<'de> Deserialize<'de> for PatchOp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = JsonText::deserialize(deserializer)?;
        Tree::parse(text.get())
            .ok()
            .and_then(|tree| Self::read(tree.document(), 0))
            .ok_or_else(|| D::Error::custom("this is not an operation of a JSON Patch"))
    }
}

impl PatchOp {
    /// Reads an operation, and its value from its text; members that it does not need are skipped.
    pub(crate) fn read(document: Document<'_>, node: NodeId) -> Option<Self> {
        let of = |name: &str| {
            let members = document.members(node)?;
            let mut named = members.filter(|(member, _)| *member == name);
            // What appears twice says nothing for certain.
            named.next().filter(|_| named.next().is_none())
        };
        let text = |name| Some(document.text(of(name)?.1)?.into_owned());
        let written = |(_, node)| JsonText::written(String::from(document.raw(node)));
        let (path, value, from) = (text("path")?, of("value").map(written), text("from"));
        Some(match (text("op")?.as_str(), value, from) {
            ("add", Some(value), _) => Self::Add { path, value },
            ("replace", Some(value), _) => Self::Replace { path, value },
            ("remove", ..) => Self::Remove { path },
            ("move", _, Some(from)) => Self::Move { from, path },
            ("copy", _, Some(from)) => Self::Copy { from, path },
            ("test", Some(value), _) => Self::Test { path, value },
            _ => return None,
        })
    }

    /// The same operation with each of its JSON Pointers made anew, as where the product stands in a catalogue.
    ///
    /// ```
    /// use renewal_rules::PatchOp;
    ///
    /// let op = PatchOp::Remove { path: "/licence_term".into() };
    /// let op = op.map_pointers(|path| format!("/3{path}"));
    /// assert_eq!(op.path(), "/3/licence_term");
    /// ```
    #[must_use]
    pub fn map_pointers(mut self, map: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::Add { path, .. }
            | Self::Replace { path, .. }
            | Self::Remove { path }
            | Self::Test { path, .. } => *path = map(path),
            Self::Move { from, path } | Self::Copy { from, path } => {
                *from = map(from);
                *path = map(path);
            }
        }
        self
    }

    /// Where the operation applies, as a JSON Pointer.
    ///
    /// ```
    /// use renewal_rules::{Options, check};
    ///
    /// let report = check(r#"{"licence_term":"p1m"}"#, &Options::default());
    /// let fix = report.diagnostics[0].fix.as_deref().ok_or("no fix")?;
    /// assert_eq!(fix[0].path(), "/licence_term");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn path(&self) -> &str {
        match self {
            Self::Add { path, .. }
            | Self::Replace { path, .. }
            | Self::Remove { path }
            | Self::Move { path, .. }
            | Self::Copy { path, .. }
            | Self::Test { path, .. } => path,
        }
    }
}

/// Where something is in a text: lines and columns from 1, columns in UTF-16 code units, the
/// end exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

/// One problem: what, where, how bad, why, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// A JSON Pointer (RFC 6901) into the input; for something absent, where it would stand.
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
    pub section: &'static str,
    /// Where one fix is certain: a JSON Patch that removes this diagnostic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Vec<PatchOp>>,
    /// Where it stands, for text input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

impl<'de> Deserialize<'de> for Diagnostic {
    /// Reads a diagnostic that was written by this version or by another one: a message or a parameter
    /// that this version does not know is kept as it was written.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Data {
            code: Code,
            severity: Severity,
            path: String,
            message_id: String,
            message: String,
            params: JsonText,
            related: Vec<String>,
            fix: Option<Vec<PatchOp>>,
            location: Option<Location>,
        }
        let data = Data::deserialize(deserializer)?;
        let rule = data.code.rule();
        let params = Tree::parse(data.params.get()).ok();
        let params = params.and_then(|tree| Params::read(tree.document(), 0));
        let params = params.ok_or_else(|| D::Error::custom("the parameters must be an object"))?;
        Ok(Self {
            message_id: rule.template(&data.message_id).map_or_else(
                || data.message_id.clone().into(),
                |template| template.id.into(),
            ),
            params: params.ordered_as(rule.params),
            code: data.code,
            severity: data.severity,
            path: data.path,
            message: data.message,
            related: data.related.into_iter().map(Cow::Owned).collect(),
            section: rule.section,
            fix: data.fix,
            location: data.location,
        })
    }
}

impl fmt::Display for Diagnostic {
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
fn write_all(
    f: &mut fmt::Formatter<'_>,
    diagnostics: &[Diagnostic],
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
        impl fmt::Display for $report {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_all(f, &self.diagnostics, self.omitted)
            }
        }

        impl core::error::Error for $report {}

        impl $report {
            /// The report as the outcome of a check: an error where the report is not valid.
            ///
            /// ```
            /// use renewal_rules::{Options, check};
            ///
            /// fn accept(product: &str) -> Result<(), Box<dyn std::error::Error>> {
            ///     let report = check(product, &Options::default()).into_result()?;
            ///     println!("accepted with {} warnings", report.diagnostics.len());
            ///     Ok(())
            /// }
            /// assert!(accept(r#"{"id":101}"#).is_ok());
            /// assert!(accept(r#"{"id":0}"#).is_err());
            /// ```
            ///
            /// # Errors
            ///
            /// The report itself, where a diagnostic is an error.
            pub fn into_result(self) -> Result<Self, Self> {
                if self.valid { Ok(self) } else { Err(self) }
            }
        }
    )*};
}

reports!(Report, CatalogueReport);

/// The report of one product.
///
/// ```
/// use renewal_rules::{Options, Product, Report, check, read};
///
/// fn product(text: &str) -> Result<Product, Box<dyn std::error::Error>> {
///     Ok(read(text, &Options::default())?)
/// }
///
/// let error = product(r#"{"id":0}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "1 error\n\
///      error at /id (line 1, column 7): `id` is not a valid product id. An id is a whole number \
///      from 1 to 9007199254740991; take the one that the service gave the product. [id-range]",
/// );
///
/// let report = check(r#"{"id":0}"#, &Options::default());
/// assert_eq!(serde_json::from_str::<Report>(&report.to_json())?, report);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// It is also an error, so that `?` can return it; its text is the number of diagnostics, then each
/// of them on its line. What was stored as JSON can be read again, with the exact text of each fix; so
/// `serde` cannot read one through `flatten`, `tag` or `untagged`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// Whether no diagnostic is an error.
    pub valid: bool,
    /// The configuration (§4.4), `None` where the chain makes none.
    pub configuration: Option<Configuration>,
    /// Whether the product is a free trial, as stated or as its prices say.
    pub trial: bool,
    /// The problems, in the order of the fields of §2.3 to §2.5.
    pub diagnostics: Vec<Diagnostic>,
    /// How many diagnostics were left out; there only where the caller asked for a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}

/// The report of a catalogue. Paths begin with the product's index.
///
/// ```
/// use renewal_rules::{Options, check_catalogue};
///
/// let report = check_catalogue(r#"[{"id":101},{"id":101}]"#, &Options::default());
/// assert!(report.to_string().starts_with("1 error\nerror at /1/id (line 1, column 19): "));
/// ```
///
/// It is an error as well, as a [`Report`] is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CatalogueReport {
    /// Whether no diagnostic is an error.
    pub valid: bool,
    /// The problems: of the whole first, then by index, then as in one product.
    pub diagnostics: Vec<Diagnostic>,
    /// How many diagnostics were left out; there only where the caller asked for a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<usize>,
}
