//! Catalogues: many products in one streaming pass, of which only what later products need is kept.

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};
use core::fmt;

use serde::{
    Deserializer as _,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::Deserializer;

use crate::{
    Input,
    check::{diagnostic, judge, span},
    facts::Facts,
    fault::{Data, Fault},
    group::arranged,
    json::{Json, ScalarSeed, is_space},
    locate::{Layout, Span, locate},
    options::Options,
    place::{Place, Spot},
    read::{Draft, DraftSeed},
    report::{CatalogueReport, Diagnostic, Severity},
    rules::{Catalogue, Code},
    source::{Source, tame},
};

/// Checks a catalogue: an array of whole products, each judged as a record, and what one product
/// says about another (§4.4). Of the options, `payment`, `limits`, `rules` and `max_diagnostics` are
/// heeded.
///
/// One pass reads the products and keeps a few bytes of each; time and memory are linear in the
/// input.
///
/// ```
/// use renewal_rules::{Code, Options, check_catalogue};
///
/// let report = check_catalogue(
///     r#"[{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}},
///         {"id":102,"licence_term":"P5D"}]"#,
///     &Options::default(),
/// );
/// assert_eq!(report.diagnostics[0].code, Code::TermBelowMinimum);
/// assert_eq!(report.diagnostics[0].path, "/1/licence_term");
/// ```
pub fn check_catalogue<'a>(input: impl Into<Input<'a>>, options: &Options) -> CatalogueReport {
    let input = input.into();
    let (text, located) = match input {
        Input::Text(text) => (text, true),
        Input::Json(text) => (text, false),
        Input::Bytes(bytes) => match core::str::from_utf8(bytes) {
            Ok(text) => (text, true),
            Err(_) => return Run::new(options, None).failed(input),
        },
        #[cfg(feature = "model")]
        Input::Value(_) => {
            let text = input.into_text().unwrap_or_default();
            return check_catalogue(Input::Json(&text), options);
        }
        _ => return Run::new(options, None).failed(input),
    };
    let read = |text: &str| {
        let mut run = Run::new(options, located.then_some(text));
        let mut deserializer = Deserializer::from_str(text);
        deserializer.deserialize_any(&mut run).ok()?;
        deserializer.end().ok()?;
        Some(run.finish(located.then_some((text, Layout::Value))))
    };
    read(text)
        .or_else(|| read(&tame(text)?))
        .unwrap_or_else(|| Run::new(options, None).failed(input))
}

/// Checks a catalogue in newline-delimited JSON: one product a line, blank lines passed over. A line
/// that is not JSON is reported at its index, and the others are judged.
///
/// ```
/// use renewal_rules::{Code, Options, check_catalogue_lines};
///
/// let report = check_catalogue_lines("{\"id\":101}\n\n{\"id\":}\n{\"id\":101}\n".as_bytes(), &Options::default());
/// let found: Vec<_> = report.diagnostics.iter().map(|d| (d.path.as_str(), d.code)).collect();
/// assert_eq!(found, [("/1", Code::JsonSyntax), ("/2/id", Code::DuplicateProductId)]);
/// ```
pub fn check_catalogue_lines(bytes: &[u8], options: &Options) -> CatalogueReport {
    let mut run = Run::new(options, None);
    // As it came in, but for the lines that had to be tamed.
    let mut parsed = Cow::Borrowed(bytes);
    let mut start = 0;
    for (number, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let place = start..start + line.len();
        start = place.end + 1;
        if is_space(line) {
            continue;
        }
        let mut spare = String::new();
        let source = Source::read(Input::Bytes(line), &mut spare);
        if let Some(text) = source.text
            && !core::ptr::eq(text.as_bytes(), line)
            && let Some(room) = parsed.to_mut().get_mut(place.clone())
            && room.len() == text.len()
        {
            room.copy_from_slice(text.as_bytes());
        }
        let mut draft = source.draft;
        for fault in &mut draft.faults {
            if let Data::Syntax {
                position: Some(position),
                ..
            } = &mut fault.data
            {
                position.line = number + 1;
                position.end_line = number + 1;
            }
        }
        run.product(draft, source.text, place.start);
    }
    let text = match core::str::from_utf8(&parsed) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(blanked(&parsed)),
    };
    run.finish(Some((&text, Layout::Lines)))
}

/// The text of bytes of which some lines are no UTF-8: those are replaced by lines of the same length,
/// as nothing in them is located.
fn blanked(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        if let Ok(line) = core::str::from_utf8(line) {
            text.push_str(line);
        } else {
            for byte in line {
                text.push(if *byte == b'\n' { '\n' } else { '-' });
            }
        }
    }
    text
}

/// What a diagnostic of a catalogue is ordered by, behind the root.
type Key = (usize, (Spot, usize, Spot, usize), Code, usize);

fn key(index: usize, fault: &Fault<'_>) -> Key {
    let kind = match fault.data {
        Data::Below { kind, .. } => kind as usize,
        _ => 0,
    };
    (index, fault.place.key(), fault.code, kind)
}

/// A diagnostic, and where it stands, where that is known already.
struct Told {
    key: Key,
    diagnostic: Diagnostic,
    span: Option<Span>,
}

struct Run<'t> {
    options: Options,
    /// The text that an array is read from, where diagnostics are to be located.
    text: Option<&'t str>,
    catalogue: Catalogue,
    told: Vec<Told>,
    root: Vec<Diagnostic>,
}

impl<'t> Run<'t> {
    fn new(options: &Options, text: Option<&'t str>) -> Self {
        Self {
            options: options.of_catalogue(),
            text,
            catalogue: Catalogue::default(),
            told: Vec::new(),
            root: Vec::new(),
        }
    }

    /// Judges the next product, which was read from `text`; that stands at `offset` in the whole.
    fn product(&mut self, draft: Box<Draft<'_>>, text: Option<&str>, offset: usize) {
        let index = self.catalogue.len();
        let judged = judge(draft, None, &self.options);
        for fault in &judged.faults {
            if fault.code == Code::NotChecked {
                // Once a report, not once a product.
                if self.root.is_empty() {
                    let mut found = diagnostic(fault, Some(index));
                    found.path = String::new();
                    self.root.push(found);
                }
            } else {
                let span = text.and_then(|text| span(text, None, &judged.draft, fault));
                self.told.push(Told {
                    key: key(index, fault),
                    diagnostic: diagnostic(fault, Some(index)),
                    span: span.map(|span| span.behind(offset)),
                });
            }
        }
        self.catalogue
            .push(&Facts::new(&judged.draft, &self.options, None));
    }

    /// Reports that the whole is no array.
    fn mismatch(&mut self, found: Json) {
        let fault = Fault::error(Code::TypeMismatch, Place::of(Spot::Root)).data(Data::Types {
            expected: Json::Array,
            found,
        });
        let mut faults = alloc::vec![fault];
        self.options.rules.apply(&mut faults);
        let found = faults.iter().map(|fault| diagnostic(fault, None));
        self.root.extend(found);
    }

    /// The report of an input that is no catalogue at all.
    fn failed(mut self, input: Input<'_>) -> CatalogueReport {
        let mut spare = String::new();
        let source = Source::read(input, &mut spare);
        let syntax = source
            .draft
            .faults
            .iter()
            .find(|fault| fault.code == Code::JsonSyntax);
        if let Some(syntax) = syntax {
            self.root.push(diagnostic(syntax, None));
        } else {
            self.mismatch(Json::Object);
        }
        self.finish(None)
    }

    fn finish(mut self, text: Option<(&str, Layout)>) -> CatalogueReport {
        let told = &mut self.told;
        self.catalogue.check(&self.options, |index, fault| {
            told.push(Told {
                key: key(index, &fault),
                diagnostic: diagnostic(&fault, Some(index)),
                span: None,
            });
        });
        // A stable sort: what is said of one place stays in the order in which it was found.
        let told = arranged(self.told, &|a, b| a.key.cmp(&b.key));
        let mut spans = alloc::vec![None; self.root.len()];
        spans.extend(told.iter().map(|told| told.span));
        let mut diagnostics = self.root;
        diagnostics.extend(told.into_iter().map(|told| told.diagnostic));
        let valid = diagnostics
            .iter()
            .all(|diagnostic| diagnostic.severity != Severity::Error);
        let omitted = self.options.max_diagnostics.map(|limit| {
            let omitted = diagnostics.len().saturating_sub(limit);
            diagnostics.truncate(limit);
            omitted
        });
        if let Some((text, layout)) = text {
            locate(text, layout, &mut diagnostics, &spans);
        }
        CatalogueReport {
            valid,
            diagnostics,
            omitted,
        }
    }
}

impl<'de> Visitor<'de> for &mut Run<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of products")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(draft) = seq.next_element_seed(DraftSeed)? {
            self.product(draft, self.text, 0);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let found = ScalarSeed.visit_map(map)?.json();
        self.mismatch(found);
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.mismatch(Json::Null);
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.mismatch(Json::Boolean);
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.visit_f64(0.0)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.visit_f64(0.0)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.mismatch(Json::Number);
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.mismatch(Json::String);
        Ok(())
    }
}
