//! What changes for buyers between two versions of a renewal set-up.

mod data;
#[cfg(feature = "render")]
mod text;

use data::Step;
pub use data::{
    Change, CompareError, CompareOptions, Comparison, Offer, PeriodChange, Presence, Problem,
    ProductComparison, ShownPrice, Situation,
};

use alloc::{
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};

use crate::{
    Input, check, check_catalogue,
    decision::{Decision, EffectiveKind, Rejection, cart_shows_auto, effective_kind},
    product::{Configuration, ProductId},
    report::Diagnostic,
    rules::Code,
    timeline::{
        self, CalendarDate, Entry, MAX_RENEWALS, Period, Priced, Products, Record, SetUp,
        SetUpError, Stop, StopReason,
    },
};

/// Tells what changes for buyers between two versions of a set-up: the configuration, the effective
/// kind in each situation of payment and consent, the chain, names, terms, prices, articles and
/// comments of the purchase and of each renewal, for a stated day the timeline; and which problems
/// appear or disappear.
///
/// Of two catalogues, the products that are bought on their own are compared, those with the same id
/// with one another: initiators, and products that are in no chain. Products without an id are
/// compared in their order. Two single products are compared whatever their ids are. Variants are
/// matched by `sku`, and those that are left in their order. Where a product renews itself in both
/// versions, what changes for the purchase changes for its renewals too and is told once.
///
/// ```
/// use renewal_rules::{Change, CompareOptions, EffectiveKind, compare};
///
/// let old = r#"{"id":101,"licence_term":"P1M","renew_settings":
///     {"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
/// let new = r#"{"id":101,"licence_term":"P5D","renew_settings":
///     {"product_id_for_renew":[101,101],"renew_ar":{"enable":true},"renew_pmr":true}}"#;
/// let comparison = compare(old, new, &CompareOptions::default())?;
/// assert!(comparison.products[0].changes.iter().any(|change| matches!(
///     change,
///     Change::Kind { old: Some(EffectiveKind::Ar), new: Some(EffectiveKind::Pmr), .. },
/// )));
/// assert!(!compare(old, old, &CompareOptions::default())?.changed);
/// # Ok::<(), renewal_rules::CompareError>(())
/// ```
///
/// # Errors
///
/// [`CompareError`] where one of the inputs is no set-up, neither has the stated product, or more
/// than [`MAX_RENEWALS`] are asked for.
pub fn compare<'a, 'b>(
    old: impl Into<SetUp<'a>>,
    new: impl Into<SetUp<'b>>,
    options: &CompareOptions,
) -> Result<Comparison, CompareError> {
    if options.renewals > MAX_RENEWALS {
        return Err(CompareError::TooManyRenewals(options.renewals));
    }
    let (old, new) = (old.into(), new.into());
    let old = Version::read(&old, options).map_err(CompareError::Old)?;
    let new = Version::read(&new, options).map_err(CompareError::New)?;
    let pairs = pairs(&old.products, &new.products, options.product_id)?;
    let (appeared, disappeared) = problems(&old, &new, options.product_id);
    let compared = pairs.len();
    let products: Vec<_> = pairs
        .into_iter()
        .map(|(before, after)| {
            let before = before.map(|entry| Side::new(&old, entry, options));
            let after = after.map(|entry| Side::new(&new, entry, options));
            compare_one(before.as_ref(), after.as_ref(), options)
        })
        .filter(|product| product.presence != Presence::Both || !product.changes.is_empty())
        .collect();
    Ok(Comparison {
        changed: !products.is_empty(),
        unchanged: compared - products.len(),
        products,
        appeared,
        disappeared,
    })
}

struct Version<'t> {
    products: Products<'t>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Version<'t> {
    fn read(set_up: &'t SetUp<'_>, options: &CompareOptions) -> Result<Self, SetUpError> {
        let products = set_up.products()?;
        let input = Input::Json(set_up.text()?);
        let record = options.decision(None);
        let diagnostics = if products.is_catalogue {
            check_catalogue(input, &record).diagnostics
        } else {
            check(input, &record).diagnostics
        };
        Ok(Self {
            products,
            diagnostics,
        })
    }

    /// The product at which a diagnostic stands, and the path within it.
    fn locate<'d>(&self, path: &'d str) -> (Option<usize>, &'d str) {
        if !self.products.is_catalogue {
            return (Some(0), path);
        }
        let Some(rest) = path.strip_prefix('/') else {
            return (None, path);
        };
        let index = rest.split_once('/').map_or(rest, |(index, _)| index);
        (
            index.parse().ok(),
            rest.strip_prefix(index).unwrap_or_default(),
        )
    }
}

type Pair<'o, 'n, 't> = (Option<&'o Entry<'t>>, Option<&'n Entry<'t>>);

/// Which products are compared with one another.
fn pairs<'o, 'n, 't>(
    old: &'o Products<'t>,
    new: &'n Products<'t>,
    stated: Option<ProductId>,
) -> Result<Vec<Pair<'o, 'n, 't>>, CompareError> {
    if let Some(id) = stated {
        return match (old.find(id), new.find(id)) {
            (None, None) => Err(CompareError::Old(SetUpError::NoSuchProduct(id))),
            pair => Ok(alloc::vec![pair]),
        };
    }
    if !old.is_catalogue && !new.is_catalogue {
        return Ok(alloc::vec![(old.entries.first(), new.entries.first())]);
    }
    let renewals = |products: &Products<'_>| -> BTreeSet<ProductId> {
        let entries = products.entries.iter();
        entries.flat_map(|entry| entry.renewals.clone()).collect()
    };
    let (old_renewals, new_renewals) = (renewals(old), renewals(new));
    // The newest version in which a product is tells whether it is bought on its own.
    let is_bought = |old: Option<&Entry<'_>>, new: Option<&Entry<'_>>| {
        let initiates =
            old.is_some_and(|entry| entry.initiates) || new.is_some_and(|entry| entry.initiates);
        let id = new.or(old).and_then(|entry| entry.id);
        let renewals = if new.is_some() {
            &new_renewals
        } else {
            &old_renewals
        };
        initiates || !id.is_some_and(|id| renewals.contains(&id))
    };
    let mut pairs = Vec::new();
    let mut seen = BTreeSet::new();
    let mut nameless = new.entries.iter().filter(|entry| entry.id.is_none());
    for entry in &old.entries {
        let other = match entry.id {
            Some(id) if !seen.insert(id) => continue,
            Some(id) => new.find(id),
            None => nameless.next(),
        };
        pairs.push((Some(entry), other));
    }
    for entry in &new.entries {
        if entry.id.is_some_and(|id| seen.insert(id)) {
            pairs.push((None, Some(entry)));
        }
    }
    pairs.extend(nameless.map(|entry| (None, Some(entry))));
    pairs.retain(|(old, new)| is_bought(*old, *new));
    Ok(pairs)
}

/// The problems that the new version has and the old one had not, and the other way round.
fn problems(
    old: &Version<'_>,
    new: &Version<'_>,
    stated: Option<ProductId>,
) -> (Vec<Problem>, Vec<Problem>) {
    let beyond = |version: &Version<'_>, other: &Version<'_>| {
        let both_single = !version.products.is_catalogue && !other.products.is_catalogue;
        let key = |version: &Version<'_>, diagnostic: &Diagnostic| {
            let (index, path) = version.locate(&diagnostic.path);
            let id = index.and_then(|index| version.products.entries.get(index)?.id);
            // Without an id, the position is all there is to know a product by.
            let owner = if both_single {
                (None, None)
            } else {
                (id, index.filter(|_| id.is_none()))
            };
            let params = &diagnostic.params;
            // A warning that becomes an error is another problem, and so is another gap in what
            // could be checked.
            (
                owner,
                String::from(path),
                diagnostic.code,
                diagnostic.severity,
                (params.kind, params.needs),
            )
        };
        let mut known: BTreeMap<_, usize> = BTreeMap::new();
        for diagnostic in &other.diagnostics {
            *known.entry(key(other, diagnostic)).or_default() += 1;
        }
        let relevant = stated.map(|id| {
            let found = version.products.find(id);
            let renewals = found.map_or(&[][..], |entry| &entry.renewals);
            renewals
                .iter()
                .copied()
                .chain([id])
                .collect::<BTreeSet<_>>()
        });
        let mut problems = Vec::new();
        for diagnostic in &version.diagnostics {
            if let Some(count) = known
                .get_mut(&key(version, diagnostic))
                .filter(|count| **count > 0)
            {
                *count -= 1;
                continue;
            }
            let (index, _) = version.locate(&diagnostic.path);
            let product_id = index.and_then(|index| version.products.entries.get(index)?.id);
            let is_relevant = relevant.as_ref().is_none_or(|relevant| {
                diagnostic.code == Code::NotChecked
                    || product_id.is_some_and(|id| relevant.contains(&id))
            });
            if is_relevant {
                problems.push(Problem {
                    product_id,
                    diagnostic: diagnostic.clone(),
                });
            }
        }
        problems
    };
    (beyond(new, old), beyond(old, new))
}

/// A product that is bought, in one of the versions.
struct Side<'p, 't> {
    version: &'p Version<'t>,
    entry: &'p Entry<'t>,
    outcomes: Vec<Outcome>,
}

/// What a situation leads to.
struct Outcome {
    situation: Situation,
    decision: Decision,
    /// Whether the cart shows the comments for auto renewal.
    shows_auto: bool,
}

impl<'p, 't> Side<'p, 't> {
    fn new(version: &'p Version<'t>, entry: &'p Entry<'t>, options: &CompareOptions) -> Self {
        let input = Input::Json(entry.text);
        let outcomes = Situation::all().map(|situation| {
            let options = options.decision(Some(situation.payment));
            Outcome {
                situation,
                decision: effective_kind(input, &options, situation.consent),
                shows_auto: cart_shows_auto(input, &options, situation.consent),
            }
        });
        Self {
            version,
            entry,
            outcomes: outcomes.collect(),
        }
    }

    fn record(&self) -> &'p Record {
        self.entry.record()
    }

    fn outcome(&self, situation: Situation) -> Option<&Outcome> {
        let mut outcomes = self.outcomes.iter();
        outcomes.find(|outcome| outcome.situation == situation)
    }

    fn kind(&self, situation: Situation) -> Option<EffectiveKind> {
        self.outcome(situation)?.decision.kind
    }

    /// Why a kind does not apply in a situation.
    fn rejections(&self, situation: Situation, kind: Option<EffectiveKind>) -> Vec<Rejection> {
        let outcome = self.outcome(situation).into_iter();
        outcome
            .flat_map(|outcome| &outcome.decision.considered)
            .filter(|considered| Some(considered.kind) == kind.map(EffectiveKind::switch))
            .flat_map(|considered| considered.reasons.clone())
            .collect()
    }

    fn renews_itself(&self) -> bool {
        self.any()
            .is_some_and(|decision| decision.configuration == Some(Configuration::Single))
    }

    /// What is the same in every situation.
    fn any(&self) -> Option<&Decision> {
        self.outcomes.first().map(|outcome| &outcome.decision)
    }

    /// What is bought at a step; `None` where no such renewal follows.
    fn at(&self, step: Step) -> Option<Bought<'p>> {
        let Some(renewal) = step.checked_sub(1) else {
            return Some(Bought::Known(self.record()));
        };
        let renewals = &self.entry.renewals;
        let id = *renewals.get(renewal).or(renewals.last())?;
        let entry = self.version.products.find(id);
        Some(entry.map_or(Bought::Unknown(id), |entry| Bought::Known(entry.record())))
    }

    /// Whether every situation chooses the same articles and comments as in the other version.
    fn chooses_as(&self, other: &Side<'_, '_>) -> bool {
        let chosen = |side: &Side<'_, '_>| -> Vec<_> {
            let outcomes = side.outcomes.iter();
            outcomes
                .map(|outcome| (outcome.decision.kind, outcome.shows_auto))
                .collect()
        };
        chosen(self) == chosen(other)
    }

    /// Whether what is at a step is ever bought.
    fn reaches(&self, step: Step, situation: Situation) -> bool {
        step == 0 || self.kind(situation).is_some()
    }

    /// The comment that is shown in a situation, with the purchase and with its renewals: a renewal
    /// product has no switches of its own, so those of the initiator decide.
    fn comment(&self, record: &Record, locale: &str, situation: Situation) -> Option<String> {
        let [ar, mr] = record.comments.get(locale)?;
        if self.outcome(situation)?.shows_auto {
            ar.clone()
        } else {
            mr.clone()
        }
    }
}

enum Bought<'p> {
    Known(&'p Record),
    Unknown(ProductId),
}

impl Bought<'_> {
    fn offer(&self) -> Offer {
        match self {
            Self::Known(record) => Offer {
                product_id: record.id,
                known: true,
                name: record.name.clone(),
                licence_term: record.term.given().copied(),
                prices: record.variants.iter().map(ShownPrice::of).collect(),
            },
            Self::Unknown(id) => Offer {
                product_id: Some(*id),
                known: false,
                name: None,
                licence_term: None,
                prices: Vec::new(),
            },
        }
    }
}

fn compare_one(
    old: Option<&Side<'_, '_>>,
    new: Option<&Side<'_, '_>>,
    options: &CompareOptions,
) -> ProductComparison {
    let mut changes = Vec::new();
    compare_set_up(old, new, &mut changes);
    let steps = |side: Option<&Side<'_, '_>>| side.map_or(0, |side| side.entry.renewals.len());
    let last_step = steps(old).max(steps(new));
    for step in 0..=last_step {
        compare_step(old, new, step, &mut changes);
    }
    if let (Some(old), Some(new), Some(date)) = (old, new, options.purchase_date) {
        compare_timelines(old, new, date, options, &mut changes);
    }
    let newest = new.or(old);
    ProductComparison {
        product_id: newest.and_then(|side| side.entry.id),
        name: newest.and_then(|side| side.record().name.clone()),
        old_id: old.and_then(|side| side.entry.id),
        presence: match (old, new) {
            (None, _) => Presence::Added,
            (_, None) => Presence::Removed,
            _ => Presence::Both,
        },
        last_step,
        changes,
    }
}

fn compare_set_up(
    old: Option<&Side<'_, '_>>,
    new: Option<&Side<'_, '_>>,
    changes: &mut Vec<Change>,
) {
    let configuration = |side: Option<&Side<'_, '_>>| side?.any()?.configuration;
    if configuration(old) != configuration(new) {
        changes.push(Change::Configuration {
            old: configuration(old),
            new: configuration(new),
        });
    }
    let trial = |side: Option<&Side<'_, '_>>| {
        let decision = side.and_then(Side::any);
        decision.is_some_and(|decision| decision.trial)
    };
    if trial(old) != trial(new) {
        changes.push(Change::Trial {
            old: trial(old),
            new: trial(new),
        });
    }
    let kinds = grouped(|situation| {
        let kind = |side: Option<&Side<'_, '_>>| side?.kind(situation);
        let why = |side: Option<&Side<'_, '_>>, kind| {
            side.map_or_else(Vec::new, |side| side.rejections(situation, kind))
        };
        let (before, after) = (kind(old), kind(new));
        let undecided = new.and_then(|side| side.outcome(situation)?.decision.reason);
        (before != after).then(|| (before, after, why(new, before), why(old, after), undecided))
    });
    for (situations, (old, new, lost, gained, undecided)) in kinds {
        changes.push(Change::Kind {
            situations,
            old,
            new,
            lost,
            gained,
            undecided,
        });
    }
    let chain = |side: Option<&Side<'_, '_>>| {
        side.map_or_else(Vec::new, |side| side.entry.renewals.clone())
    };
    // A product that renews itself does so whatever its id is.
    let renew_themselves =
        old.is_some_and(Side::renews_itself) && new.is_some_and(Side::renews_itself);
    if chain(old) != chain(new) && !renew_themselves {
        changes.push(Change::Chain {
            old: chain(old),
            new: chain(new),
        });
    }
}

fn compare_step(
    old: Option<&Side<'_, '_>>,
    new: Option<&Side<'_, '_>>,
    step: Step,
    changes: &mut Vec<Change>,
) {
    let reaches = |side: Option<&Side<'_, '_>>, situation| {
        side.is_some_and(|side| side.reaches(step, situation))
    };
    let before = old.and_then(|side| side.at(step));
    let after = new.and_then(|side| side.at(step));
    let (Some(old), Some(new), Some(Bought::Known(old_record)), Some(Bought::Known(new_record))) =
        (old, new, &before, &after)
    else {
        let offers = grouped(|situation| {
            let offer = |side, bought: &Option<Bought<'_>>| {
                let bought = bought.as_ref().filter(|_| reaches(side, situation));
                bought.map(Bought::offer)
            };
            let (before, after) = (offer(old, &before), offer(new, &after));
            (before != after).then_some((before, after))
        });
        push_offers(step, offers, changes);
        return;
    };
    // What is renewed by itself was compared as the purchase.
    let was_told = step > 0 && old.renews_itself() && new.renews_itself();
    let is_compared =
        |situation| !was_told && old.reaches(step, situation) && new.reaches(step, situation);
    let offers = grouped(|situation| {
        let reached_before = old.reaches(step, situation);
        let offer = |is_reached, bought: &Option<Bought<'_>>| {
            bought.as_ref().filter(|_| is_reached).map(Bought::offer)
        };
        (reached_before != new.reaches(step, situation)).then(|| {
            (
                offer(reached_before, &before),
                offer(!reached_before, &after),
            )
        })
    });
    push_offers(step, offers, changes);
    // Many initiators may share one large renewal: what is equal as a whole is not taken apart.
    let is_same = old_record == new_record && old.chooses_as(new);
    if is_same || !Situation::all().any(is_compared) {
        return;
    }
    if old_record.name != new_record.name {
        changes.push(Change::Name {
            step,
            old: old_record.name.clone(),
            new: new_record.name.clone(),
        });
    }
    let term = |record: &Record| record.term.given().copied();
    if term(old_record) != term(new_record) {
        changes.push(Change::Term {
            step,
            old: term(old_record),
            new: term(new_record),
        });
    }
    for (before, after) in variants(&old_record.variants, &new_record.variants) {
        compare_variant((old, before), (new, after), step, changes);
    }
    let locales = old_record.comments.keys().chain(new_record.comments.keys());
    let locales: BTreeSet<&String> = locales.collect();
    for locale in locales {
        let comments = grouped(|situation| {
            let before = old.comment(old_record, locale, situation);
            let after = new.comment(new_record, locale, situation);
            (is_compared(situation) && before != after).then_some((before, after))
        });
        for (situations, (old, new)) in comments {
            changes.push(Change::Comment {
                step,
                locale: locale.clone(),
                situations,
                old,
                new,
            });
        }
    }
}

type Offers = (Option<Offer>, Option<Offer>);

fn push_offers(step: Step, offers: Vec<(Vec<Situation>, Offers)>, changes: &mut Vec<Change>) {
    for (situations, (old, new)) in offers {
        changes.push(Change::Offer {
            step,
            situations,
            old,
            new,
        });
    }
}

fn compare_variant(
    (old, before): (&Side<'_, '_>, Option<&Priced>),
    (new, after): (&Side<'_, '_>, Option<&Priced>),
    step: Step,
    changes: &mut Vec<Change>,
) {
    let price = |variant: Option<&Priced>| variant.map(ShownPrice::of);
    if price(before) != price(after) {
        let sku = |variant: Option<&Priced>| variant?.sku.clone();
        changes.push(Change::Price {
            step,
            sku: sku(after).or_else(|| sku(before)),
            old: price(before),
            new: price(after),
        });
    }
    let articles = grouped(|situation| {
        let article = |side: &Side<'_, '_>, variant: &Priced| {
            variant.article(side.kind(situation)).map(String::from)
        };
        let (before, after) = (article(old, before?), article(new, after?));
        let is_compared = old.reaches(step, situation) && new.reaches(step, situation);
        (is_compared && before != after).then_some((before, after))
    });
    for (situations, (old, new)) in articles {
        changes.push(Change::Article {
            step,
            situations,
            old,
            new,
        });
    }
}

type Variants<'o, 'n> = Vec<(Option<&'o Priced>, Option<&'n Priced>)>;

/// Variants matched by `sku`, those that are left in their order.
fn variants<'o, 'n>(old: &'o [Priced], new: &'n [Priced]) -> Variants<'o, 'n> {
    let mut by_sku: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, variant) in new.iter().enumerate().rev() {
        if let Some(sku) = &variant.sku {
            by_sku.entry(sku).or_default().push(index);
        }
    }
    let mut taken = BTreeSet::new();
    let matched: Vec<Option<usize>> = old
        .iter()
        .map(|variant| {
            let index = by_sku.get_mut(variant.sku.as_deref()?)?.pop()?;
            taken.insert(index);
            Some(index)
        })
        .collect();
    let left = new.iter().enumerate();
    let mut left = left.filter_map(|(index, variant)| (!taken.contains(&index)).then_some(variant));
    let mut pairs: Variants<'o, 'n> = old
        .iter()
        .zip(matched)
        .map(|(variant, index)| {
            let other = match index {
                Some(index) => new.get(index),
                None => left.next(),
            };
            (Some(variant), other)
        })
        .collect();
    pairs.extend(left.map(|variant| (None, Some(variant))));
    pairs
}

fn compare_timelines(
    old: &Side<'_, '_>,
    new: &Side<'_, '_>,
    date: CalendarDate,
    options: &CompareOptions,
    changes: &mut Vec<Change>,
) {
    let timelines = grouped(|situation| {
        let purchase = options.purchase(date, situation);
        let follow =
            |side: &Side<'_, '_>| timeline::follow(&side.version.products, side.entry, &purchase);
        let (old_id, new_id) = (old.entry.id, new.entry.id);
        let (old, new) = (follow(old), follow(new));
        let periods: Vec<_> = (0..old.periods.len().max(new.periods.len()))
            .filter_map(|index| {
                let (before, after) = (old.periods.get(index), new.periods.get(index));
                let differs = before.map(|period| when(period, old_id))
                    != after.map(|period| when(period, new_id));
                differs.then(|| PeriodChange {
                    number: u32::try_from(index).unwrap_or(u32::MAX),
                    old: before.cloned(),
                    new: after.cloned(),
                })
            })
            .collect();
        let differs = !periods.is_empty()
            || ending(old.stop.as_ref(), old_id) != ending(new.stop.as_ref(), new_id);
        differs.then_some((periods, old.stop, new.stop))
    });
    for (situations, (periods, old, new)) in timelines {
        changes.push(Change::Timeline {
            situations,
            periods,
            old,
            new,
        });
    }
}

/// What a timeline tells beyond what the other changes do: the product, where it is not the one
/// that was bought, and the dates.
fn when(period: &Period, own: Option<ProductId>) -> When {
    let other = period.product_id.filter(|id| Some(*id) != own);
    (other, period.start, period.end, period.ordered)
}

type When = (
    Option<ProductId>,
    CalendarDate,
    Option<CalendarDate>,
    Option<CalendarDate>,
);

/// Why a timeline ends: the reason, and the product, where it is not the one that was bought. The
/// words of a stop name the product, so they differ where only its id does.
fn ending(stop: Option<&Stop>, own: Option<ProductId>) -> Option<(StopReason, Option<ProductId>)> {
    let stop = stop?;
    Some((stop.reason, stop.product_id.filter(|id| Some(*id) != own)))
}

/// What is told of the situations, those of which the same is told together.
fn grouped<T: PartialEq>(tell: impl Fn(Situation) -> Option<T>) -> Vec<(Vec<Situation>, T)> {
    let mut groups: Vec<(Vec<Situation>, T)> = Vec::new();
    for situation in Situation::all() {
        let Some(told) = tell(situation) else {
            continue;
        };
        match groups.iter_mut().find(|(_, group)| *group == told) {
            Some((situations, _)) => situations.push(situation),
            None => groups.push((alloc::vec![situation], told)),
        }
    }
    groups
}
