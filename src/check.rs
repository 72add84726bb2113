//! The way from an input to a report.

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

use serde::Serialize;

use crate::{
    Input,
    facts::{Change, Facts},
    fault::{Data, Fault, Initiator, Mend},
    fix,
    group::{arranged, firsts},
    locate::{self, Layout, Span, is_at_key, span_at},
    options::{Operation, Options},
    place::{Place, Spot, push_index},
    product::Configuration,
    read::Draft,
    report::{Diagnostic, JsonText, Params, PatchOp, Report, Severity},
    rules,
    source::Source,
};
#[cfg(feature = "model")]
use crate::{product::Product, source::unreadable};

/// A product judged: what the facts are, and what is wrong, in the order of a report.
pub(crate) struct Judged<'a> {
    pub(crate) draft: Box<Draft<'a>>,
    pub(crate) faults: Vec<Fault<'a>>,
    pub(crate) configuration: Option<Configuration>,
    pub(crate) trial: bool,
    /// Whether it is too malformed for a decision on the renewal kind, whatever is reported.
    pub(crate) is_malformed: bool,
}

pub(crate) fn check(input: Input<'_>, options: &Options) -> Report {
    let (mut spare, mut spare_current) = (String::new(), String::new());
    let source = Source::read(input, &mut spare);
    let current = current(options, &mut spare_current);
    let judged = judge_change(source.draft, current, options);
    let mut report = Report {
        valid: is_valid(&judged.faults),
        configuration: judged.configuration,
        trial: judged.trial,
        omitted: omit(&judged.faults, options.max_diagnostics),
        diagnostics: word(&judged.faults, None, options.max_diagnostics),
    };
    if let Some(text) = source.text {
        let spans = spans(text, &judged, report.diagnostics.len());
        locate::locate(text, Layout::Value, &mut report.diagnostics, &spans);
    }
    report
}

/// The spans that follow from the addresses of what was read.
fn spans(parsed: &str, judged: &Judged<'_>, count: usize) -> Vec<Option<Span>> {
    let root = (count > 0).then(|| locate::trimmed(parsed, 0));
    let faults = judged.faults.iter().take(count);
    faults
        .map(|fault| span(parsed, root, &judged.draft, fault))
        .collect()
}

/// The span of what a fault is about in the text that the draft was read from, in which the product
/// itself stands at `root`, where that is known.
pub(crate) fn span(
    parsed: &str,
    root: Option<Span>,
    draft: &Draft<'_>,
    fault: &Fault<'_>,
) -> Option<Span> {
    let place = &fault.place;
    let at_key = is_at_key(fault.code);
    match place.spot {
        Spot::Root => root,
        Spot::RootOther | Spot::SettingsOther | Spot::ArOther => {
            span_at(parsed, place.name.as_ptr() as usize, &place.name, at_key)
        }
        Spot::Locale => {
            let address = place.locale.as_ptr() as usize;
            span_at(parsed, address, &place.locale, at_key)
        }
        _ => known_span(parsed, root, draft, place, at_key),
    }
}

/// The span of a field of the tables; for an absent one, of the object that lacks it.
fn known_span(
    parsed: &str,
    root: Option<Span>,
    draft: &Draft<'_>,
    place: &Place<'_>,
    at_key: bool,
) -> Option<Span> {
    if let Some(address) = draft.key_address(place) {
        return span_at(parsed, address, place.spot.key(), at_key);
    }
    match place.spot.container()? {
        Spot::Root => root,
        container => known_span(parsed, root, draft, &Place::of(container), false),
    }
}

/// The product as it is before an update, where that is stated and of use.
pub(crate) fn current<'a>(options: &'a Options, spare: &'a mut String) -> Option<Box<Draft<'a>>> {
    match options.current() {
        Some(text) if options.operation == Operation::Update => {
            Some(Source::read(Input::Json(text), spare).draft)
        }
        _ => None,
    }
}

pub(crate) fn is_valid(faults: &[Fault<'_>]) -> bool {
    faults.iter().all(|fault| fault.severity != Severity::Error)
}

pub(crate) fn omit(faults: &[Fault<'_>], limit: Option<usize>) -> Option<usize> {
    limit.map(|limit| faults.len().saturating_sub(limit))
}

/// Judges a product; an update beside the product as it is, as the merged product.
pub(crate) fn judge_change<'a>(
    draft: Box<Draft<'a>>,
    current: Option<Box<Draft<'a>>>,
    options: &Options,
) -> Judged<'a> {
    match current {
        Some(current) if draft.is_object => {
            let merged = merge(&draft, &current);
            judge(merged, Some(&(draft, current)), options)
        }
        _ => judge(draft, None, options),
    }
}

/// Runs the rules over a draft, and decides which mends are certain.
pub(crate) fn judge<'a>(
    mut draft: Box<Draft<'a>>,
    change: Option<&(Box<Draft<'a>>, Box<Draft<'a>>)>,
    options: &Options,
) -> Judged<'a> {
    let mut faults = core::mem::take(&mut draft.faults);
    let change = change.map(|(sent, current)| Change { sent, current });
    let facts = Facts::new(&draft, options, change);
    let form = faults.len();
    rules::check(&facts, &mut faults);
    let (configuration, trial) = (facts.configuration, facts.trial);
    if faults.is_empty() {
        return Judged {
            draft,
            faults,
            configuration,
            trial,
            is_malformed: false,
        };
    }
    let is_malformed = faults.iter().any(Fault::is_malformed);
    fix::keep_certain(&facts, &mut faults, form);
    let stated = facts.stated();
    options.rules.apply(&mut faults);
    for fault in &mut faults {
        fault.related = fault.related.without(stated);
    }
    // A stable sort: what a rule says of one place stays in its own order.
    let faults = arranged(faults, &|a, b| {
        (a.place.key(), a.code).cmp(&(b.place.key(), b.code))
    });
    Judged {
        draft,
        faults,
        configuration,
        trial,
        is_malformed,
    }
}

/// Lays an update over the product that it changes: each field sent replaces the one that was there
/// whole (§4.3).
pub(crate) fn merge<'a>(sent: &Draft<'a>, current: &Draft<'a>) -> Box<Draft<'a>> {
    let mut merged = Box::new(sent.clone());
    let mut kept = [false; Spot::RootOther as usize];
    let mut keep = |spot: Spot, keeps: bool| {
        if let Some(kept) = kept.get_mut(spot as usize) {
            *kept = keeps;
        }
    };
    macro_rules! take {
        ($($field:ident: $spot:ident),*) => {
            $(
                keep(Spot::$spot, sent.$field.is_absent());
                if sent.$field.is_absent() {
                    merged.$field = current.$field.clone();
                }
            )*
        };
    }
    take!(
        id: Id, family_name: FamilyName, name: Name, license_type: LicenseType,
        licence_term: LicenceTerm, settings: Settings, locales: Locales, variants: Variants
    );
    let from_current = current.faults.iter().filter(|fault| {
        let root = fault.place.spot.root();
        fault.code != rules::Code::DuplicateKey && kept.get(root as usize).copied().unwrap_or(false)
    });
    merged.faults.extend(from_current.cloned());
    let offset = merged.others.last().map_or(0, |other| other.order + 1);
    for other in &current.others {
        let mut other = other.clone();
        other.order += offset;
        merged.others.push(other);
    }
    let names: Vec<&str> = merged.others.iter().map(|other| &*other.name).collect();
    let firsts = firsts(&names);
    let mut index = 0;
    merged.others.retain(|_| {
        index += 1;
        firsts.get(index - 1) == Some(&(index - 1))
    });
    merged
}

/// Words faults as diagnostics, at most `limit` of them. In a catalogue, paths begin with an index.
pub(crate) fn word(
    faults: &[Fault<'_>],
    index: Option<usize>,
    limit: Option<usize>,
) -> Vec<Diagnostic> {
    faults
        .iter()
        .take(limit.unwrap_or(usize::MAX))
        .map(|fault| diagnostic(fault, index))
        .collect()
}

pub(crate) fn diagnostic(fault: &Fault<'_>, index: Option<usize>) -> Diagnostic {
    let pointer_in = |index: Option<usize>, place: &Place<'_>| {
        let mut pointer = String::with_capacity(64);
        if let Some(index) = index {
            push_index(&mut pointer, index);
        }
        place.write_pointer(&mut pointer);
        pointer
    };
    let pointer = |place: &Place<'_>| pointer_in(index, place);
    let beside = index.map(|index| fault.related_in.unwrap_or(index));
    Diagnostic {
        code: fault.code,
        severity: fault.severity,
        path: pointer(&fault.place),
        message: fault.code.rule().message(fault),
        params: params(&fault.data),
        related: fault
            .related
            .iter()
            .map(|spot| pointer_in(beside, &Place::of(spot)))
            .collect(),
        fix: patch(fault, pointer),
        // A syntax error brings its place along; the rest is located when all of it is known.
        location: match fault.data {
            Data::Syntax { position, .. } => position,
            _ => None,
        },
    }
}

fn params(data: &Data<'_>) -> Params {
    let mut params = Params::default();
    match data {
        Data::None | Data::Text(_) | Data::Id(_) => {}
        Data::Syntax { reason, position } => {
            params.reason = Some(Cow::clone(reason).into_owned());
            params.line = position.map(|position| position.line);
            params.column = position.map(|position| position.column);
        }
        Data::Types { expected, found } => {
            params.expected = Some(*expected);
            params.found = Some(*found);
        }
        Data::Suggestion(suggestion) => params.suggestion = *suggestion,
        Data::Term { error, .. } => params.reason = Some(error.reason().into()),
        Data::Below {
            kind,
            minimum,
            shortest,
            payment,
            initiator,
            ..
        } => {
            params.kind = Some(*kind);
            params.minimum_days = Some(*minimum);
            params.shortest_days = Some(*shortest);
            params.payment = *payment;
            name_initiator(&mut params, *initiator);
        }
        Data::Initiator(initiator) => name_initiator(&mut params, *initiator),
        Data::Dropped(dropped) => params.dropped = Some(dropped.clone()),
        Data::Needs(needs) => params.needs = Some(needs),
    }
    params
}

fn name_initiator(params: &mut Params, initiator: Option<Initiator>) {
    match initiator {
        Some(Initiator::Id(id)) => params.initiator = Some(id),
        Some(Initiator::Index(index)) => params.initiator_index = Some(index),
        None => {}
    }
}

/// `renew_ar` with both its switches on.
#[derive(Serialize)]
struct BothSwitches {
    enable: bool,
    required: bool,
}

const BOTH_SWITCHES: BothSwitches = BothSwitches {
    enable: true,
    required: true,
};

/// The mend as a JSON Patch.
fn patch(fault: &Fault<'_>, pointer: impl Fn(&Place<'_>) -> String) -> Option<Vec<PatchOp>> {
    let path = || pointer(&fault.place);
    Some(match &fault.mend {
        Mend::None => return None,
        Mend::Text(text) => alloc::vec![PatchOp::Replace {
            path: path(),
            value: JsonText::of(text),
        }],
        Mend::Id(id) => alloc::vec![PatchOp::Replace {
            path: path(),
            value: JsonText::of(id),
        }],
        // Adding a member that is there replaces it (RFC 6902).
        Mend::Switch(on) => alloc::vec![PatchOp::Add {
            path: path(),
            value: JsonText::of(on),
        }],
        Mend::AutoRenewal => alloc::vec![PatchOp::Add {
            path: pointer(&Place::of(Spot::Ar)),
            value: JsonText::of(&BOTH_SWITCHES),
        }],
        Mend::Repeat(id) => alloc::vec![PatchOp::Add {
            path: path() + "/-",
            value: JsonText::of(id),
        }],
        Mend::Remove(spots) => spots
            .iter()
            .map(|spot| PatchOp::Remove {
                path: pointer(&Place::of(*spot)),
            })
            .collect(),
        Mend::Rename(name) => {
            let from = path();
            let parent = from.rsplit_once('/').map_or("", |(parent, _)| parent);
            let mut path = String::from(parent);
            crate::place::push_token(&mut path, name);
            alloc::vec![PatchOp::Move { from, path }]
        }
    })
}

/// Reads an input without errors into a typed product.
#[cfg(feature = "model")]
pub(crate) fn read(input: Input<'_>, options: &Options) -> Result<Product, Report> {
    let mut options = options.clone();
    options.rules = options.rules.of_typed();
    let report = check(input, &options);
    if !report.valid {
        return Err(report);
    }
    let text = input.into_text().unwrap_or_default();
    serde_json::from_str(&text).map_err(|error| Report {
        // Only a text that no string can hold comes here: one with half a surrogate pair.
        valid: false,
        diagnostics: alloc::vec![diagnostic(&unreadable(&text, &error), None)],
        ..report
    })
}
