//! Reports as JSON text: what `serde_json` makes of them, in a small part of its time.

use alloc::string::String;

use crate::{
    Fixed,
    document::{push_number, quote_json},
    message::Param,
    product::Configuration,
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

/// Writes a list between two brackets.
fn list<T>(json: &mut String, items: &[T], brackets: [char; 2], write: impl Fn(&T, &mut String)) {
    let [open, close] = brackets;
    json.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            json.push(',');
        }
        write(item, json);
    }
    json.push(close);
}

impl Json for str {
    fn write(&self, json: &mut String) {
        quote_json(json, self);
    }
}

/// One of the program's own words, in which nothing needs an escape.
struct Word(&'static str);

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

impl Json for [Diagnostic] {
    fn write(&self, json: &mut String) {
        list(json, self, ['[', ']'], Json::write);
    }
}

impl Json for Option<Configuration> {
    fn write(&self, json: &mut String) {
        match self {
            Some(configuration) => Word(configuration.as_str()).write(json),
            None => json.push_str("null"),
        }
    }
}

impl Json for Params {
    fn write(&self, json: &mut String) {
        list(json, &self.list(), ['{', '}'], |(name, param), json| {
            Word(name).write(json);
            json.push(':');
            match param {
                Param::Text(text) => text.write(json),
                Param::Number(number) => push_number(json, *number),
                Param::List(texts) => {
                    list(json, texts, ['[', ']'], |text, json| text.write(json));
                }
            }
        });
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
        members!(json: "code" Word(self.code.as_str()), "severity" Word(self.severity.as_str()), "path" self.path,
            "messageId" Word(self.message_id), "message" self.message, "params" self.params);
        json.push_str(",\"related\":");
        list(json, &self.related, ['[', ']'], |path, json| {
            path.write(json);
        });
        members!(json, "section" Word(self.section()));
        if let Some(fix) = &self.fix {
            json.push_str(",\"fix\":");
            list(json, fix, ['[', ']'], Json::write);
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
            "diagnostics" self.diagnostics[..]);
        if let Some(omitted) = self.omitted {
            members!(json, "omitted" omitted);
        }
        json.push('}');
    }
}

impl Json for CatalogueReport {
    fn write(&self, json: &mut String) {
        members!(json: "valid" self.valid, "diagnostics" self.diagnostics[..]);
        if let Some(omitted) = self.omitted {
            members!(json, "omitted" omitted);
        }
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
    ($($type:ty)*) => {$(
        impl $type {
            /// Its JSON text: the same that `serde_json::to_string` makes of it, in a small part of the
            /// time.
            #[must_use]
            pub fn to_json(&self) -> String {
                // The room for the report of a product with a few problems.
                let mut json = String::with_capacity(4096);
                self.write(&mut json);
                json
            }
        }
    )*};
}

to_json!(Report CatalogueReport Fixed Fixed<CatalogueReport>);
