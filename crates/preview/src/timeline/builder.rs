//! Follows a purchase through its renewals.

use alloc::{borrow::Cow, collections::BTreeSet, string::String, vec::Vec};

use super::data::{Note, Paid, Period, Stop, StopReason, Timeline};
use super::date::{CalendarDate, MonthCount, PeriodEnds};
use super::options::{MAX_RENEWALS, TimelineOptions};
use super::route::Route;
use renewal_rules::catalogue::{ProductEntry, Products, Record, TimelineError, products_text};
use renewal_rules::{Amount, Decision, EffectiveKind, Input, Payment, RenewalKind, TermUnit};

/// Days before the end of a period on which the order of an AR renewal is created. Derived from the example in §8: with
/// a term of 6 days the order is created on the day after the purchase.
const AR_LEAD_DAYS: u32 = 5;

/// Follows a purchase through its renewals: the product, article, price, start and end of each
/// period, when its order is created and who pays (§1, §4.4, §8).
///
/// The first renewal uses the first id of the chain, and the last id repeats without end (§4.4). Each product has its
/// own term. The timeline ends with the period of a product whose term is missing, malformed, unlimited or below the
/// minimum of the kind, or before a product that the catalogue lacks; [`Timeline::stop`] has the reason. If no kind
/// applies, the timeline contains only the purchase.
///
/// ```
/// use renewal_rules::ProductId;
/// use renewal_rules_preview::timeline;
///
/// let products = r#"[
///     {"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],
///      "renew_ar":{"enable":true,"required":true}},
///      "variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},
///     {"id":102,"licence_term":"P1M",
///      "variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"9.90"}}}]}]"#;
/// let options = timeline::TimelineOptions::new("2026-01-17".parse()?)
///     .with_product_id(ProductId::new(101))
///     .with_renewals(2);
/// let timeline = timeline(products, &options)?;
///
/// let starts: Vec<_> = timeline.periods.iter().map(|period| period.start.to_string()).collect();
/// assert_eq!(starts, ["2026-01-17", "2026-01-31", "2026-02-28"]);
/// let first = &timeline.periods[1];
/// assert_eq!(first.ordered.map(|date| date.to_string()).as_deref(), Some("2026-01-26"));
/// assert_eq!(first.price.as_deref(), Some("9.90"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products, the requested product is missing or cannot be
/// inferred, or more than [`MAX_RENEWALS`](super::MAX_RENEWALS) are requested.
pub fn timeline<'a>(products: impl Into<Input<'a>>, options: &TimelineOptions) -> Result<Timeline, TimelineError> {
    let text = checked_text(products.into(), options)?;
    let products = Products::read(&text)?;
    Ok(follow(&products, products.bought(options.product_id)?, options))
}

/// Returns the timeline of each product, with the JSON Pointer to the product, such as `/0`. The pointer is empty if
/// the input is a single product. If the options request a product, returns only its timeline, with an empty pointer.
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products, the requested product is missing, or more than
/// [`MAX_RENEWALS`](super::MAX_RENEWALS) are requested. An element that is not a product yields
/// [`TimelineError::NotProducts`] instead of its timeline.
#[expect(clippy::type_complexity, reason = "an alias would hide the pair of pointer and result")]
pub fn timelines<'a>(
    products: impl Into<Input<'a>>,
    options: &TimelineOptions,
) -> Result<Vec<(String, Result<Timeline, TimelineError>)>, TimelineError> {
    let text = checked_text(products.into(), options)?;
    let products = Products::read(&text)?;
    if options.product_id.is_some() {
        let timeline = follow(&products, products.bought(options.product_id)?, options);
        return Ok(vec![(String::new(), Ok(timeline))]);
    }
    if products.all.is_empty() {
        return Err(TimelineError::NoProducts);
    }
    let each = products.all.iter().enumerate().map(|(index, entry)| {
        let path = if products.is_catalogue { format!("/{index}") } else { String::new() };
        let timeline = entry.is_product().then(|| follow(&products, entry, options));
        (path, timeline.ok_or(TimelineError::NotProducts))
    });
    Ok(each.collect())
}

/// Returns the timeline of the product at an index of a catalogue. The product needs no id.
///
/// # Errors
///
/// Returns a [`TimelineError`] if the input contains no products, has no product at this index, or if more than
/// [`MAX_RENEWALS`](crate::timeline::MAX_RENEWALS) are requested.
pub fn timeline_at<'a>(
    products: impl Into<Input<'a>>,
    index: usize,
    options: &TimelineOptions,
) -> Result<Timeline, TimelineError> {
    let text = checked_text(products.into(), options)?;
    let products = Products::read(&text)?;
    let bought = products.all.get(index).ok_or(TimelineError::NoProducts)?;
    Ok(follow(&products, bought, options))
}

/// Checks the number of requested renewals, and returns the products as JSON text.
fn checked_text<'t>(input: Input<'t>, options: &TimelineOptions) -> Result<Cow<'t, str>, TimelineError> {
    if options.renewals > MAX_RENEWALS {
        return Err(TimelineError::TooManyRenewals(options.renewals));
    }
    products_text(input)
}

/// Follows a purchase of one product of a catalogue.
pub(crate) fn follow(products: &Products<'_>, bought: &ProductEntry<'_>, options: &TimelineOptions) -> Timeline {
    let (decision, _) = bought.purchase(&options.decision());
    let payment = options.payment.unwrap_or(Payment::Online);
    let route = Route::new(products, bought, &decision, payment, &options.limits);
    let mut builder = TimelineBuilder {
        options,
        decision,
        notes_missing_variant: options.variant > 0 || !bought.record().variants.is_empty(),
        ends: PeriodEnds::new(options.month_count, options.purchase_date),
        periods: Vec::new(),
        notes: BTreeSet::new(),
    };
    let stop = builder.add_periods(&route);
    builder.add_notes();
    Timeline {
        decision: builder.decision,
        month_count: options.month_count,
        periods: builder.periods,
        stop,
        notes: builder.notes.into_iter().collect(),
    }
}

/// Builds a timeline period by period.
struct TimelineBuilder<'o> {
    options: &'o TimelineOptions,
    decision: Decision,
    /// `true` if a note is added for a period whose product lacks the variant: the purchased product has variants, or
    /// the options request another variant than the first one.
    notes_missing_variant: bool,
    ends: PeriodEnds,
    periods: Vec<Period>,
    notes: BTreeSet<Note>,
}

impl TimelineBuilder<'_> {
    /// Adds the purchase and its renewals. Returns the reason if the renewals end before the requested number.
    fn add_periods(&mut self, route: &Route<'_, '_>) -> Option<Stop> {
        let first = if self.decision.trial { Paid::Free } else { Paid::Checkout };
        let later = match self.decision.kind {
            Some(EffectiveKind::Ar | EffectiveKind::ArTrial) => Paid::Automatically,
            Some(EffectiveKind::Pmr) => Paid::FromMessage,
            Some(EffectiveKind::Email) => Paid::FromLink,
            None => first,
        };
        for step in 0..=self.options.renewals as usize {
            let (record, stop) = route.at(step)?;
            let Some(record) = record else { return stop };
            let end = self.add_period(record, if step == 0 { first } else { later });
            let calendar_end = || Stop::new(StopReason::CalendarEnd, record.id, None, None);
            let stop = stop.or_else(|| end.is_none().then(calendar_end));
            if stop.is_some() {
                return stop;
            }
        }
        None
    }

    /// Adds the next period and returns its end.
    fn add_period(&mut self, record: &Record, paid: Paid) -> Option<CalendarDate> {
        let ordered = self.order_date();
        let start = match self.periods.last() {
            None => self.options.purchase_date,
            Some(period) => period.end?,
        };
        let term = record.term.valid();
        let end = term.filter(|term| !term.is_unlimited()).and_then(|term| self.ends.next(term));
        let variant = record.variants.get(self.options.variant);
        if variant.is_none() && self.notes_missing_variant {
            self.notes.insert(Note::VariantMissing);
        }
        // Only a trial set by the option can have a price; an inferred one has zero prices.
        let shown = variant.map(|variant| &variant.shown.price);
        let price = shown.and_then(|shown| shown.price.as_deref());
        if paid == Paid::Free
            && price.and_then(|price| price.parse().ok()).is_some_and(|price: Amount| !price.is_zero())
        {
            self.notes.insert(Note::TrialNotFree);
        }
        if !self.periods.is_empty() && (record.variants.len() > 1 || self.options.variant > 0) {
            self.notes.insert(Note::VariantAssumed);
        }
        if term.is_some_and(|term| term.unit() == TermUnit::Months) {
            self.notes.insert(match self.options.month_count {
                MonthCount::Anchored => Note::MonthsAnchored,
                MonthCount::Chained => Note::MonthsChained,
            });
        }
        self.periods.push(Period {
            number: u32::try_from(self.periods.len()).unwrap_or(u32::MAX),
            product_id: record.id,
            name: record.name.clone(),
            article: variant.and_then(|variant| variant.article(self.decision.kind)),
            price: price.map(String::from),
            currency: shown.and_then(|shown| shown.currency.clone()),
            licence_term: term,
            start,
            end,
            kind: self.decision.kind,
            ordered,
            paid,
        });
        end
    }

    /// Returns the lead time, if known: the number of days before the end of a period on which the order of the next
    /// period is created.
    fn lead(&self) -> Option<u32> {
        match self.decision.kind? {
            EffectiveKind::Ar | EffectiveKind::ArTrial => Some(AR_LEAD_DAYS),
            EffectiveKind::Pmr => self.options.pmr_lead_days,
            EffectiveKind::Email => self.options.email_lead_days,
        }
    }

    /// Returns the date on which the order of the next period is created, if known. Adds a note if the lead time is
    /// longer than the last period.
    fn order_date(&mut self) -> Option<CalendarDate> {
        let last = self.periods.last()?;
        let (start, end) = (last.start, last.end?);
        let date = end.minus_days(self.lead()?).filter(|date| *date >= start);
        if date.is_none() {
            self.notes.insert(Note::LeadTooLong);
        }
        date
    }

    /// Adds the notes that concern the timeline as a whole.
    fn add_notes(&mut self) {
        let Some(kind) = self.decision.kind else { return };
        if !self.decision.assumed.is_empty() {
            self.notes.insert(Note::PmrMinimumUnknown);
        }
        let minimum = |payment| self.options.limits.minimum(kind.switch(), payment);
        if self.options.payment.is_none() && minimum(Payment::Online) != minimum(Payment::Offline) {
            self.notes.insert(Note::PaymentAssumed);
        }
        if self.periods.len() > 1 {
            self.notes.insert(Note::PaidInTime);
            if kind.switch() == RenewalKind::Ar {
                self.notes.insert(Note::OrderDateInferred);
            } else if self.lead().is_none() {
                self.notes.insert(Note::OrderDateUnknown);
            }
        }
    }
}
