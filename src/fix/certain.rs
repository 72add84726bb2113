//! Which fixes are certain: each is made in a draft, and the rules judge again.
//!
//! What a product can hold any number of times is reduced first to one of each sort, so that judging
//! again takes the same short time however large the product is.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    code::Code,
    collect::{Collector, Error},
    document::{Document, Nodes, parse, quoted},
    draft::{Draft, Money, Single, Value, VariantDraft},
    facts::{Change, Facts},
    fields::Field,
    finding::{Finding, Fix, has_fix},
    levels::Level,
    product::{Locale, ProductId},
    read::read_into,
    rules,
    sort::arranged,
};

/// Takes away the fixes of a product that are not certain: those that would bring a new error.
pub(crate) fn keep_certain(facts: &Facts<'_, '_>, findings: &mut [Finding<'_>]) {
    if !has_fix(findings) {
        return;
    }
    let mut context = FixContext::new(facts);
    for finding in findings {
        if matches!(context.attempt(finding), Attempt::Wrong) {
            finding.fix = None;
        }
    }
}

/// What variants are distinguished by: as many as there are values of an amount.
const SORTS: [Value<Money>; 5] = [
    Value::Given(Money::Zero),
    Value::Given(Money::ZeroOtherwise),
    Value::Given(Money::Some),
    Value::Malformed,
    Value::Absent,
];

fn sort_of(amount: Value<Money>) -> usize {
    let mut sorts = SORTS.iter();
    sorts.position(|sort| *sort == amount).unwrap_or_default()
}

/// A product with one variant of each sort.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reduced {
    pub(crate) draft: Box<Draft>,
    counts: [usize; SORTS.len()],
}

impl Reduced {
    pub(crate) fn of(draft: &Draft) -> Self {
        let mut counts = [0; SORTS.len()];
        for variant in &draft.variants {
            if let Some(count) = counts.get_mut(sort_of(variant.amount)) {
                *count += 1;
            }
        }
        let mut reduced = Self {
            draft: draft.without_elements(),
            counts,
        };
        reduced.list(None);
        reduced
    }

    /// Lists one variant of each sort, then one more of the sort `own`.
    fn list(&mut self, own: Option<Value<Money>>) {
        let present = SORTS
            .iter()
            .zip(self.counts)
            .filter(|(_, count)| *count > 0);
        let sorts = present.map(|(sort, _)| *sort).chain(own);
        self.draft.variants = sorts
            .map(|amount| VariantDraft {
                node: crate::document::NONE,
                amount,
            })
            .collect();
    }

    fn take(&mut self, amount: Value<Money>) {
        if let Some(count) = self.counts.get_mut(sort_of(amount)) {
            *count = count.saturating_sub(1);
        }
    }

    fn put(&mut self, amount: Value<Money>) {
        if let Some(count) = self.counts.get_mut(sort_of(amount)) {
            *count += 1;
        }
        self.list(None);
    }
}

/// The number by which the one variant that a fix changes is known among the errors.
const OWN: u32 = u32::MAX;

/// What a fix does to a product.
pub(crate) enum Attempt {
    /// It cannot be made, or brings a new error.
    Wrong,
    /// Nothing that a rule across fields reads.
    Same,
    Changed(Reduced),
}

/// What is gathered once to decide on the fixes of a product.
pub(crate) struct FixContext<'f, 'a> {
    facts: &'f Facts<'f, 'a>,
    /// Without elements: what an update drops of them is only warned about.
    change: Option<Change>,
    state: Reduced,
    before: Vec<Error>,
    /// The locales that there are and those that fixes would make, in order.
    locales: Vec<Locale>,
    /// The ids that fixes have put into the chain while others were still malformed, each with its
    /// position.
    filled: Vec<(usize, ProductId)>,
    /// What was found of a change of one variant's amount; it depends on no other variant's place.
    amounts: Vec<(usize, usize, bool)>,
}

impl<'f, 'a> FixContext<'f, 'a> {
    pub(crate) fn new(facts: &'f Facts<'f, 'a>) -> Self {
        let document = facts.documents.with(facts.draft, Field::Locales);
        let locales = facts.draft.locales.iter().filter_map(|node| {
            let key = document.name(*node);
            let locale = key.exact()?.parse().ok();
            locale.or_else(|| Locale::fixed(key.shown()))
        });
        let mut context = Self {
            facts,
            change: facts.change.map(|change| Change {
                sent: change.sent.without_elements(),
                current: change.current.without_elements(),
            }),
            state: Reduced::of(facts.draft),
            before: Vec::new(),
            locales: arranged(locales.collect(), &Ord::cmp),
            filled: Vec::new(),
            amounts: Vec::new(),
        };
        context.before = context.errors(&context.state, false);
        context
    }

    /// Tries a fix on the product as it is by now.
    pub(crate) fn attempt(&mut self, finding: &Finding<'_>) -> Attempt {
        let Some(fix) = &finding.fix else {
            return Attempt::Wrong;
        };
        let is_exact = finding.path.is_exact();
        if !is_exact || !self.is_sent(finding) || self.may_drop(finding, fix) {
            return Attempt::Wrong;
        }
        match (fix, finding.path.field) {
            (Fix::Rename(name), Field::Locale) if self.is_free(name) => Attempt::Same,
            (Fix::Rename(_), Field::Locale) => Attempt::Wrong,
            (Fix::Text(text), Field::Amount) => self.attempt_amount(finding, Money::of(text)),
            // While another element is malformed, the rules of the chain stay silent.
            (Fix::Id(_), Field::ChainItem) if self.state.draft.chain_holes > 1 => Attempt::Same,
            _ => {
                let mut after = self.state.clone();
                match self.change(&mut after, finding, fix) {
                    Some(()) if self.is_harmless(&after) => Attempt::Changed(after),
                    _ => Attempt::Wrong,
                }
            }
        }
    }

    /// Goes on from the product after a fix that was made.
    pub(crate) fn accept(&mut self, finding: &Finding<'_>, attempt: Attempt) {
        match attempt {
            Attempt::Wrong => {}
            Attempt::Same => {
                if let (Some(Fix::Id(id)), Field::ChainItem) = (&finding.fix, finding.path.field) {
                    self.state.draft.chain_holes -= 1;
                    self.filled.push((finding.path.index, *id));
                }
            }
            Attempt::Changed(after) => {
                self.state = after;
                self.before = self.errors(&self.state, false);
                self.amounts.clear();
            }
        }
    }

    /// Whether what a fix makes of the product brings no new error, and makes no buyer pay who did not.
    fn is_harmless(&self, after: &Reduced) -> bool {
        let turns_on = |switch: &Field| {
            let is_on = |draft: &Draft| draft.switch(*switch).is(&true);
            is_on(&after.draft) && !is_on(&self.state.draft)
        };
        let is_stated = self.facts.options.trial == Some(true);
        let mut switches = [Field::ArEnable, Field::ArRequired].iter();
        (is_stated || !switches.any(turns_on))
            && are_within(&self.errors(after, false), &self.before)
    }

    /// Whether a fix changes what an update may drop, where the caller raised that to an error: judging
    /// again does not show it, as what an update drops is read from what it sends.
    fn may_drop(&self, finding: &Finding<'_>, fix: &Fix) -> bool {
        let field = match fix {
            Fix::Rename(name) => renamed(finding, name).unwrap_or(finding.path.field),
            _ => finding.path.field,
        };
        let code = match field {
            Field::Variants | Field::Sku => Code::PatchDropsVariants,
            Field::Locales | Field::Locale => Code::PatchDropsLocales,
            Field::Settings => Code::PatchDropsSettings,
            field if matches!(fix, Fix::Remove(_)) && field.is_within(Field::Settings) => {
                Code::PatchDropsSettings
            }
            _ => return false,
        };
        self.facts.change.is_some() && self.facts.options.rules.get(code) == Some(Level::Error)
    }

    /// Whether only one key has or would get this name.
    fn is_free(&self, name: &str) -> bool {
        let start = self
            .locales
            .partition_point(|locale| locale.as_str() < name);
        let next = self.locales.get(start + 1);
        next.is_none_or(|next| next.as_str() != name)
    }

    /// Whether a fix changes what was sent: that of the rest of the product is none of the update.
    fn is_sent(&self, finding: &Finding<'_>) -> bool {
        match finding.path.field {
            Field::RootOther => finding.node != crate::document::NONE,
            field => !self.facts.draft.is_kept(field),
        }
    }

    /// Tries a fix of the amount of one variant.
    fn attempt_amount(&mut self, finding: &Finding<'_>, amount: Money) -> Attempt {
        let Some(variant) = self.facts.draft.variants.get(finding.path.index) else {
            return Attempt::Wrong;
        };
        let (from, to) = (variant.amount, Value::Given(amount));
        let mut after = self.state.clone();
        after.take(from);
        let key = (sort_of(from), sort_of(to));
        let known = self.amounts.iter().find(|(a, b, _)| (*a, *b) == key);
        let is_certain = if let Some((_, _, known)) = known {
            *known
        } else {
            let mut errors_with = |own| {
                after.list(Some(own));
                self.errors(&after, true)
            };
            let is_certain = are_within(&errors_with(to), &errors_with(from));
            self.amounts.push((key.0, key.1, is_certain));
            is_certain
        };
        if !is_certain {
            return Attempt::Wrong;
        }
        after.put(to);
        Attempt::Changed(after)
    }

    /// Makes any other fix in a draft.
    fn change(&self, product: &mut Reduced, finding: &Finding<'_>, fix: &Fix) -> Option<()> {
        let draft = &mut product.draft;
        let field = finding.path.field;
        match fix {
            Fix::Text(text) => {
                return self.read(product, field, &quoted(text));
            }
            // The last one that was malformed: now the chain is known.
            Fix::Id(id) if field == Field::ChainItem => {
                let filled = self.filled.iter().copied();
                let mut filled = filled.chain([(finding.path.index, *id)]).peekable();
                let mut known = core::mem::take(&mut draft.chain).into_iter();
                let next = |at| match filled.next_if(|(index, _)| *index == at) {
                    Some((_, id)) => Some(id),
                    None => known.next(),
                };
                draft.chain = (0..).map_while(next).collect();
                draft.chain_holes = 0;
                draft.set(Field::Chain, Value::Given(Single::Whole));
            }
            Fix::Id(id) => draft.set(field, Value::Given(Single::Id(*id))),
            Fix::Switch(on) => draft.set(field, Value::Given(Single::Switch(*on))),
            Fix::AutoRenewal => {
                draft.set(Field::Ar, Value::Given(Single::Whole));
                for switch in [Field::ArEnable, Field::ArRequired] {
                    draft.set(switch, Value::Given(Single::Switch(true)));
                }
            }
            Fix::Repeat(id) => draft.chain.push(*id),
            Fix::Remove(fields) => {
                for field in *fields {
                    draft.set(*field, Value::Absent);
                }
            }
            Fix::Rename(name) => {
                let field = renamed(finding, name)?;
                if product.draft.is_present(field) {
                    return None;
                }
                let text = self.facts.documents.sent.raw(finding.node);
                return self.read(product, field, text);
            }
        }
        Some(())
    }

    /// Reads what a field holds after a fix, where that has no error; otherwise the product may be
    /// changed in part.
    fn read(&self, product: &mut Reduced, field: Field, text: &str) -> Option<()> {
        let mut nodes = Nodes::new();
        parse(text, field, &mut nodes).ok()?;
        let draft = &mut *product.draft;
        draft.set_sent(field);
        let found = Collector::first(Some(0), self.facts.options);
        let document = Document::new(text, &nodes);
        if read_into(document, draft, found).has_error() {
            return None;
        }
        if field == Field::Variants {
            *product = Reduced::of(draft);
        }
        Some(())
    }

    /// The errors of the rules for a product, in order; `own` says that the last variant is the one
    /// that a fix changes.
    fn errors(&self, product: &Reduced, own: bool) -> Vec<Error> {
        let facts = self.facts;
        let draft = &*product.draft;
        let mut found = Collector::of_errors(facts.options);
        rules::check(
            &Facts::new(draft, facts.documents, facts.options, self.change.as_ref()),
            &mut found,
        );
        let last = draft.variants.len().saturating_sub(1);
        let mut errors = found.errors.unwrap_or_default();
        for (_, field, index) in &mut errors {
            let position = *index as usize;
            if *field == Field::Amount
                && let Some(variant) = draft.variants.get(position)
            {
                let sort = u32::try_from(sort_of(variant.amount)).unwrap_or_default();
                *index = if own && position == last { OWN } else { sort };
            }
        }
        arranged(errors, &Ord::cmp)
    }
}

/// The field whose right name a misspelt member takes.
fn renamed(finding: &Finding<'_>, name: &str) -> Option<Field> {
    let mut fields = finding.path.field.object().children();
    fields.find(|field| field.key() == name)
}

fn are_within(errors: &[Error], before: &[Error]) -> bool {
    errors
        .iter()
        .all(|error| before.binary_search(error).is_ok())
}
