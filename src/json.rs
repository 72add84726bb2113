//! Reports and decisions as JSON text: what `serde_json` makes of them; of a report in half its time.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    Fixed,
    decision::{Considered, Decision},
    document::{push_number, quote_json},
    report::{CatalogueReport, Diagnostic, JsonText, Location, PatchOp, Report},
};

/// What writes itself as JSON.
pub(crate) trait Json {
    fn write(&self, json: &mut String);
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, json: &mut String) {
        (**self).write(json);
    }
}

/// One of the program's own words, in which nothing needs an escape.
pub(crate) struct Word(pub(crate) &'static str);

macro_rules! values {
    ($($type:ty: |$value:ident, $json:ident| $write:expr;)*) => {$(
        impl Json for $type {
            fn write(&self, $json: &mut String) {
                let $value = self;
                $write;
            }
        }
    )*};
}

values! {
    str: |text, json| quote_json(json, text);
    String: |text, json| quote_json(json, text);
    Cow<'_, str>: |text, json| quote_json(json, text);
    Word: |word, json| {
        json.push('"');
        json.push_str(word.0);
        json.push('"');
    };
    bool: |is, json| json.push_str(if *is { "true" } else { "false" });
    usize: |number, json| push_number(json, *number as u64);
    JsonText: |value, json| json.push_str(value.get());
}

impl<T: Json> Json for [T] {
    fn write(&self, json: &mut String) {
        json.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                json.push(',');
            }
            item.write(json);
        }
        json.push(']');
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, json: &mut String) {
        self.as_slice().write(json);
    }
}

impl<T: Json> Json for Option<T> {
    fn write(&self, json: &mut String) {
        match self {
            Some(value) => value.write(json),
            None => json.push_str("null"),
        }
    }
}

/// Types that are written as objects; a member whose name is followed by `?` is left out where it is absent.
macro_rules! objects {
    (@member $json:ident $key:literal: $value:expr) => {
        $json.push_str(concat!(",\"", $key, "\":"));
        $crate::json::Json::write(&$value, $json);
    };
    (@member $json:ident $key:literal? $value:expr) => {
        if let Some(value) = &$value {
            $crate::json::objects!(@member $json $key: value);
        }
    };
    ($($type:ty: |$this:ident| $first:literal: $head:expr $(, $key:literal $mark:tt $value:expr)*;)*) => {$(
        impl $crate::json::Json for $type {
            fn write(&self, json: &mut alloc::string::String) {
                let $this = self;
                json.push_str(concat!("{\"", $first, "\":"));
                $crate::json::Json::write(&$head, json);
                $( $crate::json::objects!(@member json $key $mark $value); )*
                json.push('}');
            }
        }
    )*};
}
pub(crate) use objects;

objects! {
    Location: |it| "line": it.line, "column": it.column, "endLine": it.end_line, "endColumn": it.end_column;
}

objects! {
    Diagnostic: |it| "code": Word(it.code.as_str()), "severity": it.severity, "path": it.path,
        "messageId": it.message_id, "message": it.message, "params": it.params, "related": it.related,
        "section": Word(it.section), "fix"? it.fix, "location"? it.location;
}

objects! {
    Report: |it| "valid": it.valid, "configuration": it.configuration, "trial": it.trial,
        "diagnostics": it.diagnostics, "omitted"? it.omitted;
}

objects! {
    CatalogueReport: |it| "valid": it.valid, "diagnostics": it.diagnostics, "omitted"? it.omitted;
}

objects! {
    Considered: |it| "kind": it.kind, "outcome": it.outcome, "reasons": it.reasons;
}

objects! {
    Decision: |it| "kind": it.kind, "configuration": it.configuration, "trial": it.trial,
        "reason": it.reason, "considered": it.considered, "assumed": it.assumed;
}

objects! {
    Fixed: |it| "text": it.text, "applied": it.applied, "report": it.report;
}

objects! {
    Fixed<CatalogueReport>: |it| "text": it.text, "applied": it.applied, "report": it.report;
}

impl Json for PatchOp {
    fn write(&self, json: &mut String) {
        let (op, from, path, value) = match self {
            Self::Add { path, value } => ("add", None, path, Some(value)),
            Self::Replace { path, value } => ("replace", None, path, Some(value)),
            Self::Remove { path } => ("remove", None, path, None),
            Self::Move { from, path } => ("move", Some(from), path, None),
            Self::Copy { from, path } => ("copy", Some(from), path, None),
            Self::Test { path, value } => ("test", None, path, Some(value)),
        };
        json.push_str("{\"op\":");
        Word(op).write(json);
        objects!(@member json "from"? from);
        objects!(@member json "path": path);
        objects!(@member json "value"? value);
        json.push('}');
    }
}

macro_rules! to_json {
    ($($type:ty: |$this:ident| $length:expr;)*) => {$(
        impl $type {
            /// Its JSON text: the same that `serde_json::to_string` makes of it, sooner and with less code.
            ///
            /// ```
            /// use renewal_rules::{Options, check};
            ///
            /// let report = check(r#"{"id":0}"#, &Options::default());
            /// assert_eq!(report.to_json(), serde_json::to_string(&report)?);
            /// # Ok::<(), serde_json::Error>(())
            /// ```
            #[must_use]
            pub fn to_json(&self) -> alloc::string::String {
                let $this = self;
                let mut json = alloc::string::String::with_capacity($length);
                $crate::json::Json::write(self, &mut json);
                json
            }
        }
    )*};
}

to_json! {
    // What most of them come to; where there are many diagnostics, the text grows as it is written.
    Report: |report| 128 + 512 * report.diagnostics.len().min(64);
}

to_json! {
    CatalogueReport: |report| 128 + 512 * report.diagnostics.len().min(64);
}

to_json! {
    Decision: |_decision| 512;
}

to_json! {
    Fixed: |fixed| 256 + fixed.text.len();
}

to_json! {
    Fixed<CatalogueReport>: |fixed| 256 + fixed.text.len();
}
