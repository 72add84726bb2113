//! Looks up the products of a timeline.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};
use core::cell::OnceCell;

use super::contents::each_of_set_up;
use super::products::Layout;
use super::record::Record;
use super::run::{check_catalogue_lines, check_documents};
use crate::check::{Decision, Source, check_product, diagnostic, purchase};
use crate::options::Options;
use crate::product::{Input, NotJson, text_of};
use crate::product::{ProductId, configuration};
use crate::report::Diagnostic;
use crate::schema::Field;
use crate::schema::FieldTree as _;
use renewal_rules_json::JsonType;

/// Reasons why there is no timeline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimelineError {
    /// The input is not JSON.
    #[error("{message}")]
    NotJson {
        /// Description of the syntax error.
        message: String,
    },
    /// The input is neither a product nor products (a JSON array, or newline-delimited). An array without any object
    /// contains no products.
    #[error("this is not a product, an array of products, or one product a line")]
    NotProducts,
    /// The input is a setup, as a plan takes it.
    #[error(
        "this is a set-up: it describes products. Give the products themselves: one, an array of them, or one a line"
    )]
    Setup,
    /// The input is an empty array.
    #[error("there are no products")]
    NoProducts,
    /// The purchased product is not set and cannot be inferred.
    #[error("there are several products; state which one is bought (`productId`)")]
    ProductNotGiven,
    /// No product has this id.
    #[error("there is no product with the id {0}")]
    NoSuchProduct(ProductId),
    /// More renewals are requested than `MAX_RENEWALS`.
    #[error("{0} renewals are asked for; it must be a whole number from 0 to 1000")]
    TooManyRenewals(u32),
}

/// Parses the text of products.
///
/// # Errors
///
/// [`TimelineError::NotJson`] if the input has none.
pub fn set_up(input: Input<'_>) -> Result<Cow<'_, str>, TimelineError> {
    text_of(input).map_err(|problem| not_json(&problem))
}

fn is_product(source: &Source<'_>) -> bool {
    source.document().kind(0) == JsonType::Object
}

/// Returns whether the input is a setup, whose fields differ from a product's.
fn is_set_up(source: &Source<'_>) -> bool {
    let document = source.document();
    let is_foreign = |member| document.field(member) == Field::Unnamed;
    document.member(0, "initiator").is_some() && document.children(0).all(is_foreign)
}

fn not_json(problem: &NotJson<'_>) -> TimelineError {
    TimelineError::NotJson { message: diagnostic(problem.finding(), None).message }
}

/// Products as they are written, each found by its id.
///
/// ```
/// use renewal_rules::{ProductId, catalogue::Products};
///
/// let products = Products::read(r#"[{"id":101,"name":"A","licence_term":"P1M"}]"#)?;
/// let entry = ProductId::new(101).and_then(|id| products.find(id));
/// assert_eq!(entry.and_then(|entry| entry.record().name.clone()).as_deref(), Some("A"));
/// # Ok::<(), renewal_rules::catalogue::TimelineError>(())
/// ```
pub struct Products<'t> {
    /// Whether they are an array or lines, and not one product.
    pub is_catalogue: bool,
    /// All of them, in the order of the text.
    pub all: Vec<ProductEntry<'t>>,
    by_id: BTreeMap<ProductId, usize>,
}

/// Data needed to look up a product and to know its role.
pub struct ProductEntry<'t> {
    /// Its id, if it has one.
    pub id: Option<ProductId>,
    /// `true` if the product has renewal settings, well-formed or not.
    pub initiates: bool,
    /// Its renewals in order of use, each once; empty without a configuration.
    pub renewals: Vec<ProductId>,
    source: Source<'t>,
    record: OnceCell<Record>,
}

impl<'t> ProductEntry<'t> {
    fn read(source: Source<'t>) -> Self {
        let draft = source.draft();
        let id = draft.id().valid();
        let chain = draft.chain().filter(|chain| configuration(chain, id).is_some());
        Self {
            id,
            initiates: draft.is_present(Field::Settings),
            renewals: chain
                .and_then(|chain| chain.split_last())
                .map_or_else(Vec::new, |(_, renewals)| renewals.to_vec()),
            source,
            record: OnceCell::new(),
        }
    }

    /// Returns the elements of its chain, malformed ids as written; empty without a chain.
    pub fn chain(&self) -> impl Iterator<Item = Result<ProductId, &str>> {
        let document = self.source.document();
        let chain = document.last(0, Field::Settings).and_then(|settings| document.last(settings, Field::Chain));
        let elements = chain.into_iter().flat_map(move |it| document.children(it));
        elements.map(move |element| document.product_id(element).ok_or(document.raw(element)))
    }

    /// Returns the product at a step (0 is the purchase), or its id if the catalogue lacks it; `None` without renewals.
    pub fn at<'e>(&'e self, step: usize, entries: &'e Products<'t>) -> Option<Result<&'e Record, ProductId>> {
        let Some(renewal) = step.checked_sub(1) else { return Some(Ok(self.record())) };
        let id = *self.renewals.get(renewal).or(self.renewals.last())?;
        if Some(id) == self.id {
            // Another product of the catalogue may have the same id.
            return Some(Ok(self.record()));
        }
        Some(entries.find(id).map(ProductEntry::record).ok_or(id))
    }

    /// Returns whether it is an object.
    pub fn is_product(&self) -> bool {
        is_product(&self.source)
    }

    /// Returns the effective kind of a purchase of it, and whether the buyer is shown that the purchase renews
    /// automatically.
    pub fn purchase(&self, options: &Options) -> (Decision, bool) {
        purchase(&self.source, options)
    }

    /// Returns the record of a product; cached, as one product may renew many initiators.
    pub fn record(&self) -> &Record {
        self.record.get_or_init(|| Record::read(&self.source))
    }
}

impl<'t> Products<'t> {
    /// Reads the products of a text: one, an array of them, or one a line.
    ///
    /// # Errors
    ///
    /// [`TimelineError`] where the text has no products.
    pub fn read(text: &'t str) -> Result<Self, TimelineError> {
        let mut sources = Vec::new();
        let layout = each_of_set_up(text, &mut |line, document| {
            sources.push(Source::of(line.text, document));
        });
        let Some(layout) = layout else {
            let problem = Source::read(text.into()).tree.err();
            return Err(problem.map_or(TimelineError::NotProducts, |problem| not_json(&problem)));
        };
        if layout == Layout::Lines && !sources.iter().all(is_product) {
            let report = check_catalogue_lines(text, &Options::default());
            if let Some(wrong) = report.diagnostics.into_iter().find(|one| one.code.rule().is_unreadable()) {
                return Err(TimelineError::NotJson { message: wrong.message });
            }
        }
        if !sources.is_empty() && !sources.iter().any(is_product) {
            return Err(TimelineError::NotProducts);
        }
        if layout == Layout::Product && sources.iter().any(is_set_up) {
            return Err(TimelineError::Setup);
        }
        let all: Vec<_> = sources.into_iter().map(ProductEntry::read).collect();
        // Insert in reverse, so that the first of several products with one id wins.
        let places = all.iter().enumerate().rev();
        let by_id = places.filter_map(|(at, entry)| Some((entry.id?, at))).collect();
        Ok(Self { is_catalogue: layout != Layout::Product, all, by_id })
    }

    /// What is wrong with them: with one product by itself, with more as a catalogue.
    pub fn diagnostics(&self, options: &Options) -> Vec<Diagnostic> {
        match self.all.as_slice() {
            [only] if !self.is_catalogue => {
                let mut checked = check_product(&only.source, None, options);
                checked.take_findings().into_iter().map(|finding| diagnostic(finding, None)).collect()
            }
            all => {
                let documents = all.iter().map(|entry| entry.source.document());
                check_documents(documents, options).diagnostics
            }
        }
    }

    /// The first product with an id.
    pub fn find(&self, id: ProductId) -> Option<&ProductEntry<'t>> {
        self.all.get(*self.by_id.get(&id)?)
    }

    /// Returns the purchased product: the requested one, else the only one, else the only one with renewal settings.
    ///
    /// # Errors
    ///
    /// [`TimelineError`] if there is none, or several and none is requested.
    pub fn bought(&self, id: Option<ProductId>) -> Result<&ProductEntry<'t>, TimelineError> {
        if let Some(id) = id {
            return self.find(id).ok_or(TimelineError::NoSuchProduct(id));
        }
        let mut products = self.all.iter().filter(|entry| is_product(&entry.source));
        match (products.next(), products.next()) {
            (None, _) => return Err(TimelineError::NoProducts),
            (Some(only), None) => return Ok(only),
            _ => {}
        }
        let mut initiators = self.all.iter().filter(|entry| entry.initiates);
        match (initiators.next(), initiators.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(TimelineError::ProductNotGiven),
        }
    }
}
