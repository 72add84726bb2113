//! Outlines of products, and the patch that turns a product into a free trial.

use alloc::{collections::BTreeSet, string::String, vec::Vec};

use serde::Serialize;

use renewal_rules::Input;
use renewal_rules::catalogue::{ProductEntry, Products, TimelineError, products_text};
use renewal_rules::{ProductId, TermUnit};
use renewal_rules_json::{Document, JsonType, NodeId, Tree};
use renewal_rules_json::{JsonText, PatchOp};

/// Outline of a product: its id, name, licence term, price and renewal products.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Outline {
    /// JSON Pointer to the product in the input.
    pub path: String,
    /// Id of the product, if it has one.
    pub id: Option<ProductId>,
    /// Name of the product, if it has one.
    pub name: Option<String>,
    /// Licence term, if well-formed.
    pub term: Option<Term>,
    /// Amount of the first variant's price.
    pub price: Option<String>,
    /// Currency of the first variant's price.
    pub currency: Option<String>,
    /// `true` if the product has renewal settings (§2.4).
    pub initiates: bool,
    /// Ids of the renewal products in order of use, each once, without the product's own id. If the chain is invalid,
    /// contains those ids that can be read.
    pub renewals: Vec<ProductId>,
}

/// A licence term as a number and a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Term {
    /// Number of days or months.
    pub count: u32,
    /// Unit of the licence term: days or months.
    pub unit: TermUnit,
}

/// Returns outlines of the products, in input order.
///
/// ```
/// use renewal_rules::TermUnit;
/// use renewal_rules_editor::outline;
///
/// let products = outline(r#"[{"id":101,"licence_term":"P14D","renew_settings":
///     {"product_id_for_renew":[102,103]}},{"id":102}]"#)?;
/// assert_eq!(products[0].path, "/0");
/// assert_eq!(products[0].term.map(|term| (term.count, term.unit)), Some((14, TermUnit::Days)));
/// assert_eq!(products[0].renewals.len(), 2);
/// assert!(!products[1].initiates);
/// # Ok::<(), renewal_rules::catalogue::TimelineError>(())
/// ```
///
/// # Errors
///
/// [`TimelineError`] if the input contains no products.
pub fn outline<'a>(products: impl Into<Input<'a>>) -> Result<Vec<Outline>, TimelineError> {
    let text = products_text(products.into())?;
    let entries = Products::read(&text)?;
    let path = |index| if entries.is_catalogue { format!("/{index}") } else { String::new() };
    Ok(entries.all.iter().enumerate().map(|(index, entry)| outlined(path(index), entry)).collect())
}

fn outlined(path: String, entry: &ProductEntry<'_>) -> Outline {
    let record = entry.record();
    let mut seen = BTreeSet::new();
    let renewals = entry.chain().flatten().filter(|id| entry.id != Some(*id) && seen.insert(*id)).collect();
    let price = record.variants.first().map(|variant| &variant.shown.price);
    Outline {
        path,
        id: entry.id,
        name: record.name.clone(),
        term: record.term.valid().map(|term| Term { count: term.count(), unit: term.unit() }),
        price: price.and_then(|price| price.price.clone()),
        currency: price.and_then(|price| price.currency.clone()),
        initiates: entry.initiates,
        renewals,
    }
}

/// Returns the patch that turns an initiator into a free trial (§4.4): AR on and mandatory, all prices zero. `None` if
/// the product is not an object, or if its `renew_settings` exist but are not an object.
///
/// ```
/// use renewal_rules::apply_patch;
/// use renewal_rules_editor::free_trial;
/// use serde_json::{Value, json};
///
/// let product = r#"{"renew_settings":{"renew_pmr":false},"variants":[{"price":{"common":{"price":"9.90"}}}]}"#;
/// let trial = apply_patch(product, &free_trial(product).unwrap_or_default())?;
/// let trial: Value = serde_json::from_str(&trial)?;
/// assert_eq!(trial["renew_settings"]["renew_ar"], json!({"enable": true, "required": true}));
/// assert_eq!(trial["variants"][0]["price"]["common"]["price"], "0.00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn free_trial<'a>(product: impl Into<Input<'a>>) -> Option<Vec<PatchOp>> {
    let tree = Tree::parse(product.into().into_text()?).ok()?;
    let document = tree.document();
    if document.kind(0) != JsonType::Object {
        return None;
    }
    let settings = document.member(0, "renew_settings");
    if settings.is_some_and(|settings| document.kind(settings) != JsonType::Object) {
        return None;
    }
    let mut patch = Vec::new();
    for name in ["enable", "required"] {
        put(document, &mut patch, (0, String::new()), (["renew_settings", "renew_ar"], name), JsonText::from(true));
    }
    let variants = document.member(0, "variants").and_then(|variants| document.elements(variants));
    let is_object = |(_, variant): &(usize, NodeId)| document.kind(*variant) == JsonType::Object;
    for (index, variant) in variants.into_iter().flatten().enumerate().filter(is_object) {
        let at = (variant, format!("/variants/{index}"));
        put(document, &mut patch, at, (["price", "common"], "price"), JsonText::from("0.00"));
    }
    Some(patch)
}

/// Formats a licence term as the service expects it (§2.3). The number is inserted as typed, without validation.
///
/// ```
/// use renewal_rules::TermUnit;
/// use renewal_rules_editor::term;
///
/// assert_eq!(term("14", TermUnit::Days), "P14D");
/// assert_eq!(term("1", TermUnit::Months), "P1M");
/// ```
pub fn term(number: &str, unit: TermUnit) -> String {
    ["P", number, unit.letter()].concat()
}

/// Appends to `ops` the operations that set a value and create missing parent objects.
fn put(
    document: Document<'_>,
    ops: &mut Vec<PatchOp>,
    (object, mut path): (NodeId, String),
    (objects, name): ([&str; 2], &str),
    value: JsonText,
) {
    let mut at = Some(object);
    for object in objects {
        at = at.and_then(|at| document.member(at, object));
        at = at.filter(|at| document.kind(*at) == JsonType::Object);
        path = format!("{path}/{object}");
        if at.is_none() && !ops.iter().any(|op| op.path() == path) {
            let (path, value) = (path.clone(), JsonText::new("{}"));
            ops.push(PatchOp::Add { path, value });
        }
    }
    path = format!("{path}/{name}");
    ops.push(PatchOp::Add { path, value });
}
