//! What happens after a purchase, and when (§1, §4.4, §8).

mod date;
mod note;
mod options;
#[cfg(feature = "editing")]
mod picture;
mod products;
mod route;
#[cfg(feature = "editing")]
pub(crate) mod table;

pub use date::{CalendarDate, DateError, MonthCount};
pub use note::Note;
pub use options::Options;
pub(crate) use options::{PurchaseOption, read};
#[cfg(feature = "editing")]
pub use picture::Picture;
#[cfg(feature = "render")]
pub(crate) use picture::escaped;
pub use products::Error;
use products::is_product;
pub(crate) use products::{Entries, Entry, Priced, Record, set_up, set_up_to_follow};
pub(crate) use route::{Reach, Route};

use alloc::{borrow::Cow, collections::BTreeSet, format, string::String, vec::Vec};

use serde::Serialize;

use crate::{
    Input,
    decision::{Decision, EffectiveKind, Undecided, choose_article, purchase},
    fields::push_index,
    message::fill,
    options::Payment,
    params::Param,
    product::{LicenceTerm, ProductId, is_zero},
    report::RenewalKind,
    words::said,
};
use date::Run;

/// The most renewals that a timeline shows: 1000.
pub const MAX_RENEWALS: u32 = 1000;

/// How many days before the end of a period the order of an AR renewal is created. §8 shows it by an
/// example: with a term of 6 days the order is created on the day after the purchase.
const AR_LEAD_DAYS: u32 = 5;

said! {
    /// How the buyer comes to pay for a period (§1).
    #[non_exhaustive]
    words Paid {
        /// The purchase: the buyer checks out and pays.
        Checkout = "checkout" => "buyer checks out and pays",
        /// The purchase of a free trial: the buyer obtains it free of charge.
        Free = "free" => "free of charge",
        /// AR: payment for the renewal order is charged automatically.
        Automatically = "automatically" => "charged automatically",
        /// PMR: the renewal order is there, the buyer pays for it from the message.
        FromMessage = "from-message" => "buyer pays from the message",
        /// Email: the buyer follows the link of the message, checks out and pays.
        FromLink = "from-link" => "buyer follows the link and pays",
    }
    /// Who does what, in a few words.
    pub fn words
}

/// One licence period.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Period {
    /// 0 for the purchase, then the number of the renewal.
    pub number: u32,
    /// The product, `None` where it has no id.
    pub product_id: Option<ProductId>,
    /// The product's name, where it has one.
    pub name: Option<String>,
    /// The article that is ordered: `sku_ar`, where there is one, for an AR subscription, else `sku`
    /// (§2.5). `None` where the product has no such variant.
    pub article: Option<String>,
    /// The amount of the price, its exact text; `None` where there is none.
    pub price: Option<String>,
    /// The currency of the price.
    pub currency: Option<String>,
    /// The licence term, where it is well-formed.
    pub licence_term: Option<LicenceTerm>,
    /// The first day.
    pub start: CalendarDate,
    /// The day after the last one, on which the next period starts. `None` where the term is
    /// missing, malformed or unlimited, or the calendar ends.
    pub end: Option<CalendarDate>,
    /// The kind of the subscription, which is applied at its creation (§4.4).
    pub kind: Option<EffectiveKind>,
    /// When the order that renews into this period is created, for Email when the message is sent.
    /// `None` for the purchase, and where it is not known; a note says why.
    pub ordered: Option<CalendarDate>,
    /// How it is paid.
    pub paid: Paid,
}

said! {
    /// Why no further renewal follows.
    #[non_exhaustive]
    words StopReason {
        /// No renewal kind applies to the purchase; the decision says why (§4.4).
        NoKind = "no-kind" => "{product} is not renewed: {why}.",
        /// The next product is not among those given.
        UnknownProduct = "unknown-product" =>
            "{product}, which comes next in the chain, is not among the products.",
        /// The last period's product has no licence term.
        TermMissing = "term-missing" =>
            "{product} has no licence term, so its period has no end to renew at.",
        /// The last period's licence term cannot be read.
        TermMalformed = "term-malformed" => "{product} has a licence term that cannot be read.",
        /// The last period's licence term is zero, that is unlimited (§8).
        TermZero = "term-zero" =>
            "{product} has a term of zero, which is unlimited and never renewed.",
        /// The last period's licence term is shorter than the kind's minimum: its renewal cannot be made
        /// in time (§8).
        TermBelowMinimum = "term-below-minimum" =>
            "{product} has a term of {term}, but {kind} renewal needs at least {minimum} days: its \
             period is not renewed.",
        /// The calendar ends before the last period does: it goes to 9999-12-31.
        CalendarEnd = "calendar-end" => "{product} has a period that ends after the year 9999.",
    }
    /// What it says, as a template.
    pub(crate) fn template
}

/// Where and why a timeline ends before the renewals that were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// The product at which it ends, where it has an id.
    pub product_id: Option<ProductId>,
    /// The same in words.
    pub message: String,
    /// The minimum of the kind in days, where the term is below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum_days: Option<u32>,
    /// The fewest days that the term can take, where that is below the minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_days: Option<u64>,
    /// The term that is too short, and the kind that needs a longer one.
    #[serde(skip)]
    too_short: Option<(LicenceTerm, RenewalKind)>,
    /// Why no kind could be considered.
    #[serde(skip)]
    pub(crate) undecided: Option<Undecided>,
}

/// Why a purchase is not renewed for which every kind was considered.
pub(crate) const NO_KIND: &str = "no renewal kind applies to this purchase";

impl Stop {
    fn new(
        reason: StopReason,
        product_id: Option<ProductId>,
        undecided: Option<Undecided>,
        too_short: Option<(LicenceTerm, RenewalKind, u32)>,
    ) -> Self {
        let mut stop = Self {
            reason,
            product_id,
            message: String::new(),
            minimum_days: too_short.map(|(_, _, minimum)| minimum),
            shortest_days: too_short.map(|(term, ..)| term.shortest_days()),
            too_short: too_short.map(|(term, kind, _)| (term, kind)),
            undecided,
        };
        let product = product_id.map_or_else(|| "The product".into(), |id| format!("Product {id}"));
        let why = undecided.map_or(NO_KIND, Undecided::words);
        stop.message = stop.said(reason.template(), &product, why);
        stop
    }

    fn unknown(id: ProductId) -> Self {
        Self::new(StopReason::UnknownProduct, Some(id), None, None)
    }

    /// A template of its reason, filled.
    pub(crate) fn said(&self, template: &str, product: &str, why: &str) -> String {
        fill(template, &|placeholder| {
            let text = |text: &str| Param::Text(String::from(text).into());
            Some(Cow::Owned(match placeholder {
                "product" => text(product),
                "why" => text(why),
                "term" => text(&self.too_short?.0.text()),
                "kind" => text(self.too_short?.1.name()),
                _ => Param::Number(self.minimum_days?.into()),
            }))
        })
    }
}

/// What happens when, from a purchase on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Timeline {
    /// Which renewal kind applies and why: decided once, at the creation of the subscription (§4.4).
    pub decision: Decision,
    /// How month terms were counted.
    pub month_count: MonthCount,
    /// The purchase and the renewals. Each period starts on the day on which the one before it ends.
    pub periods: Vec<Period>,
    /// Why there are fewer renewals than were asked for, or none can follow; `None` where the
    /// renewals go on.
    pub stop: Option<Stop>,
    /// What was taken for granted.
    pub notes: Vec<Note>,
}

/// Follows a purchase through its renewals: the product, article, price, start and end of each
/// period, when its order is created and who pays (§1, §4.4, §8).
///
/// The first renewal uses the first id of the chain, and the last id repeats without end (§4.4). Each
/// product has its own term. Where a term is missing, malformed, unlimited or below the minimum of
/// the kind, the period of that product is the last; where a product is not among them, the period
/// before it is. [`Timeline::stop`] says which. Where no kind applies, the purchase is all there is.
///
/// ```
/// use renewal_rules::{ProductId, timeline};
///
/// let products = r#"[
///     {"id":101,"licence_term":"P14D","renew_settings":{"product_id_for_renew":[102,102],
///      "renew_ar":{"enable":true,"required":true}},
///      "variants":[{"vendor_code":"V1","sku":"S1","price":{"common":{"currency":"USD","price":"0.00"}}}]},
///     {"id":102,"licence_term":"P1M",
///      "variants":[{"vendor_code":"V1","sku":"S2","price":{"common":{"currency":"USD","price":"9.90"}}}]}]"#;
/// let options = timeline::Options::new("2026-01-17".parse()?)
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
/// [`Error`] where the input has no products, the product is not among them or more than
/// [`MAX_RENEWALS`] are asked for.
pub fn timeline<'a>(products: impl Into<Input<'a>>, options: &Options) -> Result<Timeline, Error> {
    let text = set_up_to_follow(products.into(), options)?;
    let entries = Entries::read(&text)?;
    let bought = entries.bought(options.product_id)?;
    Ok(follow(&entries, bought, options))
}

/// The timeline of each of several products, with the pointer to it, which is empty for a single
/// product. Where one product is stated, it is the only one.
///
/// ```
/// use renewal_rules::timeline::{self, timelines};
///
/// let lines = "{\"id\":101,\"licence_term\":\"P1M\"}\n{\"id\":102,\"licence_term\":\"P1M\"}\n";
/// let options = timeline::Options::new("2026-01-17".parse()?);
/// let paths: Vec<_> = timelines(lines, &options)?.into_iter().map(|(path, _)| path).collect();
/// assert_eq!(paths, ["/0", "/1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error`] where the input has no products, the stated one is not among them or more than
/// [`MAX_RENEWALS`] are asked for. What is not a product among products is [`Error::NotProducts`] in its
/// place.
#[expect(clippy::type_complexity, reason = "it is read as it stands")]
pub fn timelines<'a>(
    products: impl Into<Input<'a>>,
    options: &Options,
) -> Result<Vec<(String, Result<Timeline, Error>)>, Error> {
    let text = set_up_to_follow(products.into(), options)?;
    let entries = Entries::read(&text)?;
    if options.product_id.is_some() {
        let bought = entries.bought(options.product_id)?;
        let timeline = follow(&entries, bought, options);
        return Ok(alloc::vec![(String::new(), Ok(timeline))]);
    }
    let each = entries.all.iter().enumerate().map(|(index, entry)| {
        let mut path = String::new();
        if entries.is_catalogue {
            push_index(&mut path, index);
        }
        let is_product = is_product(&entry.source);
        let timeline = is_product.then(|| follow(&entries, entry, options));
        (path, timeline.ok_or(Error::NotProducts))
    });
    Ok(each.collect())
}

/// The timeline of one of several products.
pub(crate) fn follow(entries: &Entries<'_>, bought: &Entry<'_>, options: &Options) -> Timeline {
    let (decision, _) = purchase(&bought.source, &options.decision());
    let payment = options.payment.unwrap_or(Payment::Online);
    let route = Route::new(entries, bought, &decision, payment, &options.limits);
    let mut walk = Walk {
        options,
        decision,
        has_variant: options.variant > 0 || !bought.record().variants.is_empty(),
        run: Run::new(options.month_count, options.purchase_date),
        periods: Vec::new(),
        notes: BTreeSet::new(),
    };
    let stop = walk.all(&route);
    walk.note_all();
    Timeline {
        decision: walk.decision,
        month_count: options.month_count,
        periods: walk.periods,
        stop,
        notes: walk.notes.into_iter().collect(),
    }
}

struct Walk<'o> {
    options: &'o Options,
    decision: Decision,
    /// Whether a variant is bought: one that was asked for, or the first, where there is any.
    has_variant: bool,
    run: Run,
    periods: Vec<Period>,
    notes: BTreeSet<Note>,
}

impl Walk<'_> {
    fn all(&mut self, route: &Route<'_, '_>) -> Option<Stop> {
        let first = if self.decision.trial {
            Paid::Free
        } else {
            Paid::Checkout
        };
        let later = match self.decision.kind {
            Some(EffectiveKind::Ar | EffectiveKind::ArTrial) => Paid::Automatically,
            Some(EffectiveKind::Pmr) => Paid::FromMessage,
            Some(EffectiveKind::Email) => Paid::FromLink,
            None => first,
        };
        for step in 0..=self.options.renewals as usize {
            let record = match route.at(step)? {
                Ok(record) => record,
                Err(id) => return Some(Stop::unknown(id)),
            };
            let end = self.add(record, if step == 0 { first } else { later });
            let calendar_end = || Stop::new(StopReason::CalendarEnd, record.id, None, None);
            let stop = route
                .end(record)
                .or_else(|| end.is_none().then(calendar_end));
            if stop.is_some() {
                return stop;
            }
        }
        None
    }

    /// Adds the next period; gives its end.
    fn add(&mut self, record: &Record, paid: Paid) -> Option<CalendarDate> {
        let ordered = self.order_date();
        let start = match self.periods.last() {
            None => self.options.purchase_date,
            Some(period) => period.end?,
        };
        let term = record.term.given();
        let end = term
            .filter(|term| !term.is_unlimited())
            .and_then(|term| self.run.end(term));
        let variant = record.variants.get(self.options.variant);
        if variant.is_none() && self.has_variant {
            self.notes.insert(Note::VariantMissing);
        }
        // Only a stated trial can have a price: one that is inferred has prices of zero.
        let price = variant.and_then(|variant| variant.price.as_deref());
        if paid == Paid::Free && price.is_some_and(|price| !is_zero(price)) {
            self.notes.insert(Note::TrialNotFree);
        }
        if !self.periods.is_empty() && (record.variants.len() > 1 || self.options.variant > 0) {
            self.notes.insert(Note::VariantAssumed);
        }
        if term.is_some_and(|term| term.unit() == crate::TermUnit::Months) {
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
            currency: variant.and_then(|variant| variant.currency.clone()),
            licence_term: term,
            start,
            end,
            kind: self.decision.kind,
            ordered,
            paid,
        });
        end
    }

    /// How many days before the end of a period the order is created, where that is known.
    fn lead(&self) -> Option<u32> {
        match self.decision.kind? {
            EffectiveKind::Ar | EffectiveKind::ArTrial => Some(AR_LEAD_DAYS),
            EffectiveKind::Pmr => self.options.pmr_lead_days,
            EffectiveKind::Email => self.options.email_lead_days,
        }
    }

    /// When the order that follows the last period is created.
    fn order_date(&mut self) -> Option<CalendarDate> {
        let last = self.periods.last()?;
        let (start, end) = (last.start, last.end?);
        let date = end.minus_days(self.lead()?);
        let date = date.filter(|date| *date >= start);
        if date.is_none() {
            self.notes.insert(Note::LeadTooLong);
        }
        date
    }

    /// Adds what concerns all periods.
    fn note_all(&mut self) {
        let Some(kind) = self.decision.kind else {
            return;
        };
        if !self.decision.assumed.is_empty() {
            self.notes.insert(Note::PmrMinimumUnknown);
        }
        let minimum = |payment| self.options.limits.minimum(kind.switch(), payment);
        let is_same = minimum(Payment::Online) == minimum(Payment::Offline);
        if !is_same && self.options.payment.is_none() {
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

impl EffectiveKind {
    /// The switch that turns it on.
    pub(crate) const fn switch(self) -> RenewalKind {
        match self {
            Self::Ar | Self::ArTrial => RenewalKind::Ar,
            Self::Pmr => RenewalKind::Pmr,
            Self::Email => RenewalKind::Email,
        }
    }
}

impl Priced {
    pub(crate) fn article(&self, kind: Option<EffectiveKind>) -> Option<String> {
        choose_article(kind, self.sku_ar.as_deref(), self.sku.as_deref()).map(String::from)
    }
}
