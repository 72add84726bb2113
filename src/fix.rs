//! Mends: which of them are certain, and how they are applied to a text.

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

use crate::{
    Input, catalogue,
    check::check,
    facts::Facts,
    fault::{Data, Fault, Mend},
    group::arranged,
    json::parts,
    locate::{Found, Layout, Span, find, unescaped},
    options::{Level, Options, RuleLevels},
    place::{Place, Spot},
    product::{LicenceTerm, ProductId},
    read::{Ar, Draft, Field, Money, money},
    report::{CatalogueReport, Diagnostic, JsonText, PatchOp, Report, Severity},
    rules::{self, Code},
    source::has_stand_in,
};

/// Takes away the mends that would bring a new error. What can stand in a product any number of times
/// is decided from facts that are gathered once; the handful of other fields are tried.
pub(crate) fn keep_certain(facts: &Facts<'_, '_>, faults: &mut [Fault<'_>], form: usize) {
    if faults.iter().all(|fault| fault.mend == Mend::None) {
        return;
    }
    let certain: Vec<bool> = {
        let known = Known::new(facts, faults);
        let mut before: Option<Vec<Error>> = None;
        let is_certain = |fault: &Fault<'_>| match trial_of(facts, &known, fault) {
            Attempt::Certain => true,
            Attempt::Wrong => false,
            Attempt::Draft(mended) => {
                let of_rules = || {
                    let of_rules = faults.get(form..).unwrap_or_default();
                    errors(of_rules, &facts.options.rules)
                };
                is_harmless(facts, &mended, before.get_or_insert_with(of_rules))
            }
        };
        faults.iter().map(is_certain).collect()
    };
    for (fault, certain) in faults.iter_mut().zip(certain) {
        if !certain {
            fault.mend = Mend::None;
        }
    }
}

/// What is gathered once to decide on all mends.
struct Known {
    /// The places of keys that stand twice, in order.
    twice: Vec<(Spot, usize, Spot, usize)>,
    /// The keys of the locales and the names that mends would give them, in order.
    locales: Vec<String>,
    /// How many elements of the chain are malformed.
    torn: usize,
    /// How many variants have no well-formed amount of zero.
    priced: usize,
}

impl Known {
    fn new(facts: &Facts<'_, '_>, faults: &[Fault<'_>]) -> Self {
        let duplicates = faults
            .iter()
            .filter(|fault| fault.code == Code::DuplicateKey)
            .map(|fault| fault.place.key());
        let keys = facts.draft.locales().map(|(_, locale)| &*locale.key);
        let names = faults.iter().filter_map(|fault| match &fault.mend {
            Mend::Rename(name) if fault.place.spot == Spot::Locale => Some(&**name),
            _ => None,
        });
        let missing = |settings: &crate::read::Settings| {
            settings.torn.iter().filter(|id| id.is_none()).count()
        };
        let is_zero = |money: &Money| *money != Money::Some;
        Self {
            twice: arranged(duplicates.collect(), &Ord::cmp),
            locales: arranged(keys.chain(names).map(String::from).collect(), &Ord::cmp),
            torn: facts.settings().map_or(0, missing),
            priced: facts
                .variants()
                .iter()
                .filter(|variant| !variant.amount.given().is_some_and(is_zero))
                .count(),
        }
    }

    /// Whether only one key has or would get this name.
    fn is_free(&self, name: &str) -> bool {
        let start = self
            .locales
            .partition_point(|locale| locale.as_str() < name);
        self.locales.get(start + 1).is_none_or(|next| next != name)
    }

    /// Whether a removal or a new name would leave another member of the same name.
    fn leaves_one(&self, fault: &Fault<'_>) -> bool {
        let is_twice = |place: &Place<'_>| self.twice.binary_search(&place.key()).is_ok();
        match &fault.mend {
            Mend::Rename(_) => is_twice(&fault.place),
            Mend::Remove(spots) => spots.iter().any(|spot| is_twice(&Place::of(*spot))),
            _ => false,
        }
    }
}

/// What is to be done to know whether a mend is certain.
enum Attempt<'a> {
    Certain,
    Wrong,
    /// The product as it would be: the rules tell.
    Draft(Box<Draft<'a>>),
}

/// An error as it is compared: its code, spot, renewal kind and index.
type Error = (Code, Spot, usize, usize);

/// Whether a fault is reported as an error.
fn is_error(fault: &Fault<'_>, rules: &RuleLevels) -> bool {
    rules.severity(fault.code, fault.severity) == Some(Severity::Error)
}

/// The errors among faults, in order.
fn errors(faults: &[Fault<'_>], rules: &RuleLevels) -> Vec<Error> {
    let errors: Vec<Error> = faults
        .iter()
        .filter(|fault| is_error(fault, rules))
        .map(|fault| {
            let kind = match fault.data {
                Data::Below { kind, .. } => kind as usize,
                _ => 0,
            };
            (fault.code, fault.place.spot, kind, fault.place.index)
        })
        .collect();
    arranged(errors, &Ord::cmp)
}

/// Whether what a mend makes of a product brings no new error, and makes no buyer pay who did not.
fn is_harmless(facts: &Facts<'_, '_>, mended: &Draft<'_>, before: &[Error]) -> bool {
    let mut faults = Vec::new();
    let change = facts.change.as_ref().map(|change| crate::facts::Change {
        sent: change.sent,
        current: change.current,
    });
    let mended = Facts::new(mended, facts.options, change);
    let starts = |before: Field<bool>, after: Field<bool>| after.is(&true) && !before.is(&true);
    if facts.options.trial != Some(true)
        && (starts(facts.enable(), mended.enable()) || starts(facts.required(), mended.required()))
    {
        return false;
    }
    rules::check(&mended, &mut faults);
    errors(&faults, &facts.options.rules)
        .iter()
        .all(|error| before.binary_search(error).is_ok())
}

fn trial_of<'a>(facts: &Facts<'_, 'a>, known: &Known, fault: &Fault<'_>) -> Attempt<'a> {
    let draft = facts.draft;
    if fault.mend == Mend::None {
        return Attempt::Certain;
    }
    if brings_raised(facts, fault) {
        return Attempt::Wrong;
    }
    if known.leaves_one(fault) || has_stand_in(&fault.place.name) {
        return Attempt::Wrong;
    }
    if facts
        .change
        .as_ref()
        .is_some_and(|change| !sends(change.sent, fault))
    {
        // The mend would be one of the product, not of the update that is looked at.
        return Attempt::Wrong;
    }
    match (&fault.mend, fault.place.spot) {
        (Mend::Rename(name), Spot::Locale) if known.is_free(name) => Attempt::Certain,
        (Mend::Rename(_), Spot::Locale) => Attempt::Wrong,
        (Mend::Rename(name), Spot::RootOther | Spot::SettingsOther | Spot::ArOther) => {
            renamed(facts, fault.place.spot, name)
        }
        (Mend::Text(text), Spot::Amount) if fault.code != Code::TrialPriceForm => {
            amount(facts, known, text)
        }
        (Mend::Text(text), Spot::LicenceTerm) => match LicenceTerm::parse(text) {
            Ok(term) => attempt(draft, |mended| mended.licence_term = Field::Given(term)),
            Err(_) => Attempt::Wrong,
        },
        (Mend::Id(id), Spot::Id) => with_id(facts, Some(*id)),
        // While another element is malformed, the chain's rules stay silent.
        (Mend::Id(_), _) if known.torn > 1 => Attempt::Certain,
        (Mend::Id(id), _) => with_settings(draft, |settings| {
            if let Some(element) = settings.torn.get_mut(fault.place.index) {
                *element = Some(*id);
            }
            if let Some(ids) = settings.torn.iter().copied().collect() {
                settings.chain = Field::Given(ids);
            }
        }),
        (Mend::Switch(on), spot) => with_settings(draft, |settings| {
            let field = Field::Given(*on);
            match (spot, &mut settings.ar) {
                (Spot::ArEnable, Field::Given(ar)) => ar.enable = field,
                (Spot::ArRequired, Field::Given(ar)) => ar.required = field,
                (Spot::Pmr, _) => settings.pmr = field,
                (Spot::Email, _) => settings.email = field,
                _ => {}
            }
        }),
        (Mend::AutoRenewal, _) => with_settings(draft, |settings| {
            settings.ar = Field::Given(Ar {
                enable: Field::Given(true),
                required: Field::Given(true),
            });
        }),
        (Mend::Repeat(id), _) => with_settings(draft, |settings| {
            if let Field::Given(chain) = &mut settings.chain {
                chain.push(*id);
            }
        }),
        (Mend::Remove(spots), _) => removed(draft, spots),
        // Other texts are names, articles, comments and currencies, and other names are those of
        // fields that hold such a text: no rule across fields reads what they say.
        _ => Attempt::Certain,
    }
}

/// Whether a mend may bring a warning that the caller raised to an error and that is not tried out:
/// what an update leaves out is read from what it sends, and what a text says is read with it.
fn brings_raised(facts: &Facts<'_, '_>, fault: &Fault<'_>) -> bool {
    let is_raised = |code: &Code| facts.options.rules.get(*code) == Some(Level::Error);
    let dropping = [
        Code::PatchDropsVariants,
        Code::PatchDropsLocales,
        Code::PatchDropsSettings,
    ];
    let of_texts = [
        Code::EmptyText,
        Code::CurrencyFormat,
        Code::TrialMixedPrices,
    ];
    let in_variant = fault.place.spot.root() == Spot::Variants;
    facts.change.is_some() && dropping.iter().any(is_raised)
        || in_variant && of_texts.iter().any(is_raised)
}

fn attempt<'a>(draft: &Draft<'a>, change: impl FnOnce(&mut Draft<'a>)) -> Attempt<'a> {
    let mut mended = Box::new(draft.clone());
    change(&mut mended);
    Attempt::Draft(mended)
}

fn with_settings<'a>(
    draft: &Draft<'a>,
    change: impl FnOnce(&mut crate::read::Settings),
) -> Attempt<'a> {
    attempt(draft, |mended| {
        if let Field::Given(settings) = &mut mended.settings {
            change(settings);
        }
    })
}

/// An amount becomes well-formed. It must not turn the product into a trial, nor contradict one
/// that is stated.
fn amount<'a>(facts: &Facts<'_, 'a>, known: &Known, text: &str) -> Attempt<'a> {
    let mended = money(text);
    let fits = match (facts.options.trial, facts.settings()) {
        (Some(true), _) => mended == Money::Zero,
        (Some(false), _) | (None, None) => true,
        // The malformed amount itself is one of those that are no zero.
        (None, Some(_)) => mended == Money::Some || known.priced > 1,
    };
    if fits {
        Attempt::Certain
    } else {
        Attempt::Wrong
    }
}

fn with_id<'a>(facts: &Facts<'_, 'a>, id: Option<ProductId>) -> Attempt<'a> {
    let target = facts.options.product_id.filter(|_| facts.is_update());
    if target.is_some() && target != id {
        return Attempt::Wrong;
    }
    attempt(facts.draft, |mended| {
        mended.id = id.map_or(Field::Malformed, Field::Given);
    })
}

/// Whether an update sends the field of the product in which a fault stands.
fn sends(sent: &Draft<'_>, fault: &Fault<'_>) -> bool {
    match fault.place.spot.root() {
        Spot::Id => sent.id.is_present(),
        Spot::FamilyName => sent.family_name.is_present(),
        Spot::Name => sent.name.is_present(),
        Spot::LicenseType => sent.license_type.is_present(),
        Spot::LicenceTerm => sent.licence_term.is_present(),
        Spot::Settings => sent.settings.is_present(),
        Spot::Locales => sent.locales.is_present(),
        Spot::Variants => sent.variants.is_present(),
        _ => sent
            .others
            .iter()
            .any(|other| other.name == fault.place.name),
    }
}

/// Fields are taken away.
fn removed<'a>(draft: &Draft<'a>, spots: &[Spot]) -> Attempt<'a> {
    attempt(draft, |mended| {
        for spot in spots {
            match (spot, &mut mended.settings) {
                (Spot::Id, _) => mended.id = Field::Absent,
                (Spot::LicenceTerm, _) => mended.licence_term = Field::Absent,
                (Spot::Settings, _) => mended.settings = Field::Absent,
                (Spot::ArRequired, Field::Given(settings)) => {
                    if let Field::Given(ar) = &mut settings.ar {
                        ar.required = Field::Absent;
                    }
                }
                _ => {}
            }
        }
    })
}

/// A misspelt member takes the right name: what it holds was read into the shadow.
fn renamed<'a>(facts: &Facts<'_, 'a>, other: Spot, name: &str) -> Attempt<'a> {
    let draft = facts.draft;
    let (shadow, fields) = match other {
        Spot::RootOther => (&draft.shadow, crate::read::ROOT),
        Spot::SettingsOther => (&draft.settings_shadow, crate::read::SETTINGS),
        _ => (&draft.ar_shadow, crate::read::AR),
    };
    let Some(shadow) = shadow.as_deref() else {
        return Attempt::Wrong;
    };
    let Some(spot) = fields.iter().copied().find(|spot| spot.key() == name) else {
        return Attempt::Wrong;
    };
    let is_wrong = shadow
        .faults
        .iter()
        .any(|fault| is_error(fault, &facts.options.rules) && is_within(fault.place.spot, spot));
    if is_wrong {
        return Attempt::Wrong;
    }
    if spot == Spot::Id {
        return with_id(facts, shadow.id.given().copied());
    }
    let own = shadow.settings.given();
    attempt(facts.draft, |mended| {
        let settings = &mut mended.settings;
        match (spot, settings, own) {
            (Spot::FamilyName, ..) => mended.family_name = shadow.family_name.clone(),
            (Spot::Name, ..) => mended.name = shadow.name.clone(),
            (Spot::LicenseType, ..) => mended.license_type = shadow.license_type.clone(),
            (Spot::LicenceTerm, ..) => mended.licence_term = shadow.licence_term.clone(),
            (Spot::Settings, ..) => mended.settings = shadow.settings.clone(),
            (Spot::Locales, ..) => mended.locales = shadow.locales.clone(),
            (Spot::Variants, ..) => mended.variants = shadow.variants.clone(),
            (Spot::Chain, Field::Given(settings), Some(own)) => settings.chain = own.chain.clone(),
            (Spot::Ar, Field::Given(settings), Some(own)) => settings.ar = own.ar.clone(),
            (Spot::Pmr, Field::Given(settings), Some(own)) => settings.pmr = own.pmr.clone(),
            (Spot::Email, Field::Given(settings), Some(own)) => settings.email = own.email.clone(),
            (_, Field::Given(settings), Some(own)) => {
                if let (Field::Given(ar), Field::Given(own)) = (&mut settings.ar, &own.ar) {
                    match spot {
                        Spot::ArEnable => ar.enable = own.enable.clone(),
                        _ => ar.required = own.required.clone(),
                    }
                }
            }
            _ => {}
        }
    })
}

/// Whether a fault at `spot` stands at or below the field.
fn is_within(spot: Spot, field: Spot) -> bool {
    match field {
        Spot::Settings | Spot::Locales | Spot::Variants => spot.root() == field,
        Spot::Chain => matches!(spot, Spot::Chain | Spot::ChainItem),
        Spot::Ar => matches!(
            spot,
            Spot::Ar | Spot::ArEnable | Spot::ArRequired | Spot::ArOther
        ),
        _ => spot == field,
    }
}

/// Why a JSON Patch could not be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// The text is not JSON.
    #[error("the text is not JSON")]
    NotJson,
    /// The place of this operation, counted from 0, is no JSON Pointer, does not exist or is more than
    /// 32 levels deep, or it is a move to another object or onto another member, which no mend needs.
    #[error("operation {0} of the patch does not fit the text")]
    DoesNotFit(usize),
    /// The text of the patch is no list of operations that add, replace, remove or move.
    #[error("the patch must be a list of operations of a mend")]
    NotAPatch,
}

/// Applies the operations of a mend to a JSON text. Everything else in the text stays as it is:
/// white space, the order of members, the way numbers are written.
///
/// # Errors
///
/// [`PatchError`] where the text is not JSON or an operation does not fit it.
///
/// ```
/// use renewal_rules::{Options, apply_patch, check};
///
/// let text = r#"{ "id": 101, "licence_term": "p6d" }"#;
/// let report = check(text, &Options::default());
/// let fix = report.diagnostics[0].fix.as_deref().ok_or("no certain mend")?;
/// assert_eq!(apply_patch(text, fix)?, r#"{ "id": 101, "licence_term": "P6D" }"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn apply_patch(text: &str, patch: &[PatchOp]) -> Result<String, PatchError> {
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_err() {
        return Err(PatchError::NotJson);
    }
    let mut text = Cow::Borrowed(text);
    for (index, op) in patch.iter().enumerate() {
        let from = match op {
            PatchOp::Move { from, .. } => from,
            _ => "",
        };
        if !is_pointer(op.path()) || !is_pointer(from) {
            return Err(PatchError::DoesNotFit(index));
        }
        let is_taken = matches!(op, PatchOp::Move { from, path } if from != path)
            && find(&text, Layout::Value, &[op.path()])
                .pop()
                .flatten()
                .is_some_and(|found| found.member.is_some());
        let edit = edits(&text, Layout::Value, &[op])
            .pop()
            .flatten()
            .filter(|_| !is_taken)
            .ok_or(PatchError::DoesNotFit(index))?;
        text = Cow::Owned(splice(&text, alloc::vec![edit]).0);
    }
    Ok(text.into_owned())
}

/// Reads a patch, such as the mend of a diagnostic, from its JSON text: a list of operations.
///
/// # Errors
///
/// [`PatchError::NotAPatch`] where the text is no list of operations.
pub fn read_patch(text: &str) -> Result<Vec<PatchOp>, PatchError> {
    let mut operations = Vec::new();
    parts(text, &mut |key, value| {
        operations.push(PatchOp::from_json(value).filter(|_| key.is_none()));
    })
    .and_then(|()| operations.into_iter().collect())
    .filter(|_| text.trim_ascii_start().starts_with('['))
    .ok_or(PatchError::NotAPatch)
}

/// How many tokens a pointer of a patch may have: more than any place of a catalogue's product needs,
/// and few enough that walking down to it is no matter of the caller's stack.
const DEEPEST: usize = 32;

/// Whether this is a JSON Pointer (RFC 6901), of a depth that can be walked down.
fn is_pointer(pointer: &str) -> bool {
    let mut escapes = pointer.split('~').skip(1);
    (pointer.is_empty() || pointer.starts_with('/'))
        && escapes.all(|rest| rest.starts_with(['0', '1']))
        && pointer.bytes().filter(|byte| *byte == b'/').count() <= DEEPEST
}

/// A text to put in the place of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// The edits that single operations make in a text, each by itself; `None` for one that does not fit.
pub(crate) fn edits(text: &str, layout: Layout, ops: &[&PatchOp]) -> Vec<Option<Edit>> {
    let pointers = ops.iter().map(|op| match op {
        PatchOp::Move { from, .. } => from.as_str(),
        op => op.path(),
    });
    find(text, layout, &pointers.collect::<Vec<_>>())
        .into_iter()
        .zip(ops)
        .map(|(found, op)| edit(text, &found?, op))
        .collect()
}

fn edit(text: &str, found: &Found, op: &PatchOp) -> Option<Edit> {
    match (op, found.member) {
        (PatchOp::Add { value, .. }, Some(member)) if member.key.is_none() => {
            // An element added at the index of another one moves it up.
            found.container.map(|_| Edit {
                span: Span {
                    start: member.value.start,
                    end: member.value.start,
                },
                text: String::from(value.get()) + ",",
            })
        }
        (PatchOp::Replace { value, .. } | PatchOp::Add { value, .. }, Some(member)) => Some(Edit {
            span: member.value,
            text: String::from(value.get()),
        }),
        (PatchOp::Add { path, value }, None) => add(text, found, path, value),
        (PatchOp::Remove { .. }, Some(member)) => {
            let span = match (member.previous, member.next) {
                (Some(previous), _) => Span {
                    start: previous,
                    end: member.value.end,
                },
                (None, Some(next)) => Span {
                    start: member.start(),
                    end: next,
                },
                (None, None) => Span {
                    start: member.start(),
                    end: member.value.end,
                },
            };
            found.container.map(|_| Edit {
                span,
                text: String::new(),
            })
        }
        (PatchOp::Move { from, path }, Some(member)) => {
            let (parent, _) = from.rsplit_once('/')?;
            let (target, name) = path.rsplit_once('/')?;
            (parent == target).then_some(Edit {
                span: member.key?,
                text: String::from(JsonText::of(&unescaped(name)).get()),
            })
        }
        _ => None,
    }
}

/// Adds a member or an element behind the last one, spaced as the ones that are there.
fn add(text: &str, found: &Found, path: &str, value: &JsonText) -> Option<Edit> {
    let container = found.container.filter(|_| found.is_child)?;
    let (_, name) = path.rsplit_once('/')?;
    let between = |start: usize, end: usize| text.get(start..end).unwrap_or_default();
    let key = |colon: &str| String::from(JsonText::of(&unescaped(name)).get()) + colon;
    // Only one text is an index (RFC 6901): neither `01` nor `+1` is.
    if container.is_array && name != "-" && name != alloc::format!("{}", container.count) {
        return None;
    }
    let Some(last) = container.last else {
        let inside = container.span.start + 1;
        let key = if container.is_array {
            String::new()
        } else {
            key(": ")
        };
        return Some(Edit {
            span: Span {
                start: inside,
                end: inside,
            },
            text: key + value.get(),
        });
    };
    let mut added = match last.previous {
        Some(previous) => String::from(between(previous, last.start())),
        None => String::from(",") + between(container.span.start + 1, last.start()),
    };
    if let Some(span) = last.key {
        added += &key(between(span.end, last.value.start));
    }
    added += value.get();
    Some(Edit {
        span: Span {
            start: last.value.end,
            end: last.value.end,
        },
        text: added,
    })
}

/// Makes the edits that do not touch one another, and tells how many were made.
fn splice(text: &str, mut edits: Vec<Edit>) -> (String, usize) {
    edits = arranged(edits, &|a, b| {
        (a.span.start, a.span.end).cmp(&(b.span.start, b.span.end))
    });
    edits.dedup();
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    let mut made = 0;
    let mut last_start = None;
    for edit in edits {
        // Two insertions at one place wait for each other too: their order would matter.
        if edit.span.start < from || last_start == Some(edit.span.start) {
            continue;
        }
        last_start = Some(edit.span.start);
        result += text.get(from..edit.span.start).unwrap_or_default();
        result += &edit.text;
        from = edit.span.end;
        made += 1;
    }
    result += text.get(from..).unwrap_or_default();
    (result, made)
}

/// A text after its certain mends.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fixed<R = Report> {
    /// The mended text.
    pub text: String,
    /// How many mends were made.
    pub applied: usize,
    /// The report of the mended text.
    pub report: R,
}

/// Applies every certain mend to the text of a product, and those that become certain by it, until
/// there is none left. Everything else in the text stays as it is.
///
/// ```
/// use renewal_rules::{Options, fix_all};
///
/// let text = r#"{"id":101,"licence_term":"p1m","renew_settings":{"product_id_for_renew":[102],"renew_ar":{"enable":true}}}"#;
/// let fixed = fix_all(text, &Options::default());
/// assert_eq!(
///     fixed.text,
///     r#"{"id":101,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}"#,
/// );
/// assert!(fixed.report.valid);
/// assert_eq!(fixed.applied, 2);
/// ```
pub fn fix_all(text: &str, options: &Options) -> Fixed {
    let options = unlimited(options);
    fix_with(
        text,
        Layout::Value,
        |text| check(Input::Text(text), &options),
        |report| &report.diagnostics,
    )
}

/// Applies every certain mend to the text of a catalogue, an array of products. A mend of a catalogue
/// is certain for its product; one that brings out an error in another product is left out.
pub fn fix_catalogue(text: &str, options: &Options) -> Fixed<CatalogueReport> {
    let options = unlimited(options);
    fix_with(
        text,
        Layout::Value,
        |text| catalogue::check_catalogue(Input::Text(text), &options),
        |report| &report.diagnostics,
    )
}

/// Applies every certain mend to the text of a catalogue in newline-delimited JSON.
pub fn fix_catalogue_lines(text: &str, options: &Options) -> Fixed<CatalogueReport> {
    let options = unlimited(options);
    fix_with(
        text,
        Layout::Lines,
        |text| catalogue::check_catalogue_lines(text.as_bytes(), &options),
        |report| &report.diagnostics,
    )
}

fn unlimited(options: &Options) -> Options {
    let mut options = options.clone();
    options.max_diagnostics = None;
    options
}

/// How many errors there are of each code.
fn error_counts(diagnostics: &[Diagnostic]) -> [usize; Code::ALL.len()] {
    let mut counts = [0; Code::ALL.len()];
    for diagnostic in diagnostics {
        let count = counts.get_mut(diagnostic.code as usize);
        if let (Some(count), Severity::Error) = (count, diagnostic.severity) {
            *count += 1;
        }
    }
    counts
}

fn fix_with<R>(
    text: &str,
    layout: Layout,
    check: impl Fn(&str) -> R,
    diagnostics: impl Fn(&R) -> &[Diagnostic],
) -> Fixed<R> {
    /// A mend makes at most a few others certain, so a few rounds make all of them.
    const ROUNDS: usize = 32;
    /// A mend that is certain for its product can bring out an error elsewhere in a catalogue. To find
    /// those takes checks of the whole; when so many were spent, what is not found to fit is left out.
    const CHECKS: usize = 512;
    let mut text = String::from(text);
    let mut report = check(&text);
    let mut applied = 0;
    let mut checks = 0;
    for _ in 0..ROUNDS {
        let fixes: Vec<&[PatchOp]> = diagnostics(&report)
            .iter()
            .filter_map(|diagnostic| diagnostic.fix.as_deref())
            .collect();
        let ops: Vec<&PatchOp> = fixes.iter().filter_map(|fix| fix.first()).collect();
        let found: Vec<Edit> = edits(&text, layout, &ops).into_iter().flatten().collect();
        let before = error_counts(diagnostics(&report));
        // Mends that are certain each for itself may bring out an error together: those of a part
        // that does are looked at half by half, beside the ones that fit.
        let mut fitting: Vec<Edit> = Vec::new();
        let mut best = None;
        let mut parts = alloc::vec![found.as_slice()];
        while let Some(part) = parts.pop() {
            if part.is_empty() || checks > CHECKS {
                continue;
            }
            checks += 1;
            let (mended, made) = splice(&text, [fitting.as_slice(), part].concat());
            let told = check(&mended);
            let after = error_counts(diagnostics(&told));
            if before
                .iter()
                .zip(&after)
                .all(|(before, after)| after <= before)
            {
                fitting.extend_from_slice(part);
                best = Some((mended, made, told));
            } else if part.len() > 1
                && let Some((first, second)) = part.split_at_checked(part.len() / 2)
            {
                parts.push(second);
                parts.push(first);
            }
        }
        let Some((mended, made, told)) = best.filter(|(_, made, _)| *made > 0) else {
            break;
        };
        applied += made;
        text = mended;
        report = told;
    }
    Fixed {
        text,
        applied,
        report,
    }
}
