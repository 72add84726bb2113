//! Lookup of products by id, with their renewals and effective kinds.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec::Vec};
use core::cell::OnceCell;

use super::contents::{is_setup, layout_of_products};
use super::products::{Layout, ProductReader, ProductText};
use super::record::Record;
use super::run::CatalogueRun;
use crate::check::{Decision, Source, check_product, diagnostic, purchase};
use crate::options::Options;
use crate::product::{Input, NotJson, text_of};
use crate::product::{ProductId, configuration};
use crate::report::Diagnostic;
use crate::schema::Field;
use crate::schema::FieldTree as _;
use renewal_rules_json::{Document, JsonType};

/// Reason why the products of a text cannot be read, or why the renewals of a purchase cannot be computed.
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
    /// The input is a setup: the description of an initiator and its renewals that a plan is made from.
    #[error(
        "this is a setup: it describes products. Give the products themselves: one, an array of them, or one a line"
    )]
    Setup,
    /// The input is an empty array.
    #[error("there are no products")]
    NoProducts,
    /// The purchased product is not set and cannot be inferred.
    #[error("there are several products; set the one that is bought (`productId`)")]
    ProductNotGiven,
    /// No product has the requested id.
    #[error("there is no product with the id {0}")]
    NoSuchProduct(ProductId),
    /// More renewals are requested than `MAX_RENEWALS`.
    #[error("{0} renewals are asked for; it must be a whole number from 0 to 1000")]
    TooManyRenewals(u32),
}

/// Returns the text of an input, for [`Products::read`].
///
/// # Errors
///
/// [`TimelineError::NotJson`] if the input is not UTF-8 or cannot be converted to JSON.
pub fn products_text(input: Input<'_>) -> Result<Cow<'_, str>, TimelineError> {
    text_of(input).map_err(|error| not_json(&error))
}

fn is_product(source: &Source<'_>) -> bool {
    source.document().kind(0) == JsonType::Object
}

fn not_json(error: &NotJson<'_>) -> TimelineError {
    TimelineError::NotJson { message: error.message() }
}

/// Returns the error for a text without a readable product: the syntax error, or `NotProducts` if the text is valid
/// JSON.
fn unreadable(text: &str) -> TimelineError {
    let error = Source::read(text.into()).tree.err();
    error.map_or(TimelineError::NotProducts, |error| not_json(&error))
}

/// The products of a text, with lookup by id.
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
    /// `true` if the text is an array of products or one product per line, `false` if it is a single product.
    pub is_catalogue: bool,
    /// All products, in the order of the text.
    pub all: Vec<ProductEntry<'t>>,
    /// For each id, the index in `all` of the first product with this id.
    by_id: BTreeMap<ProductId, usize>,
}

/// A product of a text, with its id and its renewals.
pub struct ProductEntry<'t> {
    /// The product's id, if it has a valid one.
    pub id: Option<ProductId>,
    /// `true` if the product has renewal settings, well-formed or not.
    pub initiates: bool,
    /// The product's renewals in the order of use, each once (§2.4); empty if the chain matches no configuration.
    pub renewals: Vec<ProductId>,
    source: Source<'t>,
    record: OnceCell<Record>,
}

impl<'t> ProductEntry<'t> {
    pub(super) fn read(source: Source<'t>) -> Self {
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

    /// Iterates over the elements of the product's chain as written: ids, and malformed elements as JSON text.
    pub fn chain(&self) -> impl Iterator<Item = Result<ProductId, &str>> {
        let document = self.source.document();
        let chain = document.last(0, Field::Settings).and_then(|settings| document.last(settings, Field::Chain));
        let elements = chain.into_iter().flat_map(move |it| document.children(it));
        elements.map(move |element| document.product_id(element).ok_or(document.raw(element)))
    }

    /// Returns the product that a buyer of this product has at a step: step 0 is the purchase, step 1 the first
    /// renewal. `entries` are the products of the same text. Returns `Some(Err(id))` if no product in `entries` has the
    /// id of the renewal product, and `None` if a renewal is requested but this product has no renewals.
    pub fn at<'e>(&'e self, step: usize, entries: &'e Products<'t>) -> Option<Result<&'e Record, ProductId>> {
        let Some(renewal) = step.checked_sub(1) else { return Some(Ok(self.record())) };
        let id = *self.renewals.get(renewal).or(self.renewals.last())?;
        if Some(id) == self.id {
            // Do not look this product up by id: an earlier product of the catalogue may have the same id.
            return Some(Ok(self.record()));
        }
        Some(entries.find(id).map(ProductEntry::record).ok_or(id))
    }

    /// Returns `true` if this entry is a JSON object; any other value in the text cannot be a product.
    pub fn is_product(&self) -> bool {
        is_product(&self.source)
    }

    /// Returns the parsed product. Node 0 of the document is the product.
    pub fn document(&self) -> Document<'_> {
        self.source.document()
    }

    /// Checks the product on its own, not as part of the catalogue. Ignores [`Options::current`]. The diagnostics have
    /// no locations.
    pub fn diagnostics(&self, options: &Options) -> Vec<Diagnostic> {
        let mut checked = check_product(&self.source, None, options);
        checked.take_findings().into_iter().map(|finding| diagnostic(finding, None)).collect()
    }

    /// Returns the decision on the effective kind when this product is bought, and whether the cart shows the comments
    /// for auto renewal (§4.4).
    pub fn purchase(&self, options: &Options) -> (Decision, bool) {
        purchase(&self.source, options)
    }

    /// Returns the buyer's view of the product. The view is cached, because one product may renew many initiators.
    pub fn record(&self) -> &Record {
        self.record.get_or_init(|| Record::read(&self.source))
    }
}

impl<'t> Products<'t> {
    /// Reads the products of a text: a single product, an array, or one product per line.
    ///
    /// # Errors
    ///
    /// Returns a [`TimelineError`] if the text is not JSON, is a setup, or contains values but no object. An empty array
    /// is no error.
    pub fn read(text: &'t str) -> Result<Self, TimelineError> {
        let layout = layout_of_products(text).ok_or_else(|| unreadable(text))?;
        let mut sources = Vec::new();
        let mut products = ProductReader::new(text, layout);
        while let Some(ProductText { span, document }) = products.next_product().map_err(|_| unreadable(text))? {
            let document = document.map_err(|error| not_json(&error))?;
            sources.extend(text.get(span.start..span.end).map(|text| Source::of(text, document)));
        }
        if !sources.is_empty() && !sources.iter().any(is_product) {
            return Err(TimelineError::NotProducts);
        }
        if layout == Layout::Product && sources.iter().any(|source| is_setup(source.document())) {
            return Err(TimelineError::Setup);
        }
        let all: Vec<_> = sources.into_iter().map(ProductEntry::read).collect();
        // Insert in reverse, so that the first of several products with one id wins.
        let last_to_first = all.iter().enumerate().rev();
        let by_id = last_to_first.filter_map(|(index, entry)| Some((entry.id?, index))).collect();
        Ok(Self { is_catalogue: layout != Layout::Product, all, by_id })
    }

    /// Checks the products: a single product by itself, several as a catalogue. Diagnostics have no locations.
    pub fn diagnostics(&self, options: &Options) -> Vec<Diagnostic> {
        match self.all.as_slice() {
            [only] if !self.is_catalogue => only.diagnostics(options),
            all => {
                let mut run = CatalogueRun::new(options);
                for entry in all {
                    run.push(entry.source.parsed());
                }
                run.finish().diagnostics
            }
        }
    }

    /// Returns the first product with this id.
    pub fn find(&self, id: ProductId) -> Option<&ProductEntry<'t>> {
        self.all.get(*self.by_id.get(&id)?)
    }

    /// Returns the purchased product: the requested one, else the only one, else the only one with renewal settings.
    ///
    /// # Errors
    ///
    /// [`TimelineError`] if no product has the requested id, if there are no products, or if no id is requested and
    /// several products could be the purchased one.
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
