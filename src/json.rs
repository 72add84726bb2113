//! Reports and decisions as JSON text: what `serde_json` makes of them; of a report in half its time.

use alloc::{borrow::Cow, string::String};

use crate::{
    Fixed,
    decision::{Considered, Decision},
    document::{push_number, quote_json},
    message::Param,
    report::{CatalogueReport, Diagnostic, JsonText, Location, PatchOp, Report},
    rules::Params,
};

/// What writes itself as JSON.
pub(crate) trait Json {
    fn write(&self, json: &mut String);
}

/// Begins an object with these members.
macro_rules! members {
    ($json:ident: $first:literal $value:expr $(, $key:literal $more:expr)*) => {
        $json.push_str(concat!("{\"", $first, "\":"));
        $value.write($json);
        $( members!($json, $key $more); )*
    };
    ($json:ident, $key:literal $value:expr) => {
        $json.push_str(concat!(",\"", $key, "\":"));
        $value.write($json);
    };
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, json: &mut String) {
        (**self).write(json);
    }
}

impl Json for str {
    fn write(&self, json: &mut String) {
        quote_json(json, self);
    }
}

impl Json for String {
    fn write(&self, json: &mut String) {
        quote_json(json, self);
    }
}

impl Json for Cow<'_, str> {
    fn write(&self, json: &mut String) {
        quote_json(json, self);
    }
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

/// One of the program's own words, in which nothing needs an escape.
pub(crate) struct Word(pub(crate) &'static str);

impl Json for Word {
    fn write(&self, json: &mut String) {
        json.push('"');
        json.push_str(self.0);
        json.push('"');
    }
}

impl Json for bool {
    fn write(&self, json: &mut String) {
        json.push_str(if *self { "true" } else { "false" });
    }
}

impl Json for usize {
    fn write(&self, json: &mut String) {
        push_number(json, *self as u64);
    }
}

impl Json for JsonText {
    fn write(&self, json: &mut String) {
        json.push_str(self.get());
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

impl Json for Params {
    fn write(&self, json: &mut String) {
        json.push('{');
        let start = json.len();
        self.each(&mut |name, param| {
            if json.len() > start {
                json.push(',');
            }
            Word(name).write(json);
            json.push(':');
            match param {
                Param::Text(text) => text.write(json),
                Param::Number(number) => push_number(json, number),
                Param::List(texts) => texts.write(json),
            }
        });
        json.push('}');
    }
}

impl Json for PatchOp {
    fn write(&self, json: &mut String) {
        match self {
            Self::Add { path, value } => {
                members!(json: "op" Word("add"), "path" path, "value" value);
            }
            Self::Replace { path, value } => {
                members!(json: "op" Word("replace"), "path" path, "value" value);
            }
            Self::Remove { path } => {
                members!(json: "op" Word("remove"), "path" path);
            }
            Self::Move { from, path } => {
                members!(json: "op" Word("move"), "from" from, "path" path);
            }
            Self::Copy { from, path } => {
                members!(json: "op" Word("copy"), "from" from, "path" path);
            }
            Self::Test { path, value } => {
                members!(json: "op" Word("test"), "path" path, "value" value);
            }
        }
        json.push('}');
    }
}

impl Json for Location {
    fn write(&self, json: &mut String) {
        members!(json: "line" self.line, "column" self.column, "endLine" self.end_line, "endColumn" self.end_column);
        json.push('}');
    }
}

impl Json for Diagnostic {
    fn write(&self, json: &mut String) {
        members!(json: "code" Word(self.code.as_str()), "severity" self.severity, "path" self.path,
            "messageId" self.message_id, "message" self.message, "params" self.params,
            "related" self.related, "section" Word(self.section()));
        if let Some(fix) = &self.fix {
            members!(json, "fix" fix);
        }
        if let Some(location) = self.location {
            members!(json, "location" location);
        }
        json.push('}');
    }
}

impl Json for Report {
    fn write(&self, json: &mut String) {
        members!(json: "valid" self.valid, "configuration" self.configuration, "trial" self.trial,
            "diagnostics" self.diagnostics);
        if let Some(omitted) = self.omitted {
            members!(json, "omitted" omitted);
        }
        json.push('}');
    }
}

impl Json for CatalogueReport {
    fn write(&self, json: &mut String) {
        members!(json: "valid" self.valid, "diagnostics" self.diagnostics);
        if let Some(omitted) = self.omitted {
            members!(json, "omitted" omitted);
        }
        json.push('}');
    }
}

impl Json for Considered {
    fn write(&self, json: &mut String) {
        members!(json: "kind" self.kind, "outcome" self.outcome, "reasons" self.reasons);
        json.push('}');
    }
}

impl Json for Decision {
    fn write(&self, json: &mut String) {
        members!(json: "kind" self.kind, "configuration" self.configuration, "trial" self.trial,
            "reason" self.reason, "considered" self.considered, "assumed" self.assumed);
        json.push('}');
    }
}

impl<R: Json> Json for Fixed<R> {
    fn write(&self, json: &mut String) {
        members!(json: "text" self.text, "applied" self.applied, "report" self.report);
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
            pub fn to_json(&self) -> String {
                let $this = self;
                let mut json = String::with_capacity($length);
                self.write(&mut json);
                json
            }
        }
    )*};
}

// What most of them come to; where there are many diagnostics, the text grows as it is written.
to_json! {
    Report: |report| 128 + 512 * report.diagnostics.len().min(64);
    CatalogueReport: |report| 128 + 512 * report.diagnostics.len().min(64);
    Decision: |_decision| 512;
    Fixed: |fixed| 256 + fixed.text.len();
    Fixed<CatalogueReport>: |fixed| 256 + fixed.text.len();
}
