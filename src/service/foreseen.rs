use alloc::{collections::BTreeMap, string::String, vec::Vec};

use super::{
    plan::Plan,
    request::{Method, Request},
};
use crate::{document::Tree, product::ProductId};

/// A part of a text that depends on answers which are not there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// The id that the answer to another of these calls will give: its position among them, from 0.
    Id(usize),
}

/// A call that a plan has still to make, as far as it is known before the calls before it are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreseen {
    /// The product in the set-up, as a JSON Pointer: `/initiator`, `/renewals/0`.
    pub step: String,
    /// The HTTP method.
    pub method: Method,
    /// The headers that the document asks for: names and values.
    pub headers: &'static [(&'static str, &'static str)],
    /// The path below the base address.
    pub path: Vec<Piece>,
    /// The body, JSON text but for the ids that are not known.
    pub body: Vec<Piece>,
}

impl Plan {
    /// The calls that are left, in order (§4.4). The plan stays as it is.
    ///
    /// ```
    /// use renewal_rules::{Options, service::{Piece, Plan, Setup}};
    ///
    /// let product = r#"{"family_name":"F","name":"N","licence_term":"P1M","variants":[
    ///     {"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]}"#;
    /// let setup = Setup::new(product)?.with_kinds(renewal_rules::service::Kinds::auto());
    /// let plan = Plan::new(setup, &Options::default()).map_err(|report| report.to_string())?;
    ///
    /// let [create, change] = plan.foreseen().try_into().map_err(|_| "two calls")?;
    /// assert_eq!(create.path, [Piece::Text("/v1/product".into())]);
    /// assert_eq!(change.path, [Piece::Text("/v1/product/".into()), Piece::Id(0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn foreseen(&self) -> Vec<Foreseen> {
        let mut plan = self.clone();
        let mut stand_ins = self.setup().stand_ins();
        let mut unknown = BTreeMap::new();
        let mut calls = Vec::new();
        while let Some((step, request)) = plan.due() {
            calls.push(Foreseen {
                step,
                method: request.method(),
                headers: request.headers(),
                path: path(&request, &unknown),
                body: body(&request, &unknown),
            });
            let id = stand_ins.find(|id| !self.is_taken(*id));
            let Some(id) = id else { break };
            unknown.insert(id, unknown.len());
            plan.skip(id);
        }
        calls
    }
}

/// The ids that are not known, each with the call that will give it.
type Unknown = BTreeMap<ProductId, usize>;

/// The path of a request: where it has an id, it ends in it.
fn path(request: &Request, unknown: &Unknown) -> Vec<Piece> {
    let text = request.path();
    let id = text.rsplit_once('/').map_or("", |(_, id)| id);
    let spot = id.parse().ok();
    let spot = spot.map(|known| (known, text.len() - id.len(), text.len()));
    pieces(text, spot.into_iter(), unknown)
}

/// The body of a request: its chain may hold ids that are not known.
fn body(request: &Request, unknown: &Unknown) -> Vec<Piece> {
    let text = request.body();
    let Ok(tree) = Tree::parse(text) else {
        return Vec::new();
    };
    let document = tree.document();
    let chain = document
        .member(0, "renew_settings")
        .and_then(|settings| document.member(settings, "product_id_for_renew"));
    let ids = chain.into_iter().flat_map(|chain| document.children(chain));
    let spots = ids.filter_map(|node| {
        let span = document.span(node)?;
        Some((document.product_id(node)?, span.start, span.end))
    });
    pieces(text, spots, unknown)
}

/// A text cut at the ids in it that are not known, each given with its start and end.
fn pieces(
    text: &str,
    ids: impl Iterator<Item = (ProductId, usize, usize)>,
    unknown: &Unknown,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (id, start, end) in ids {
        if let Some(call) = unknown.get(&id) {
            pieces.push(Piece::Text(
                text.get(from..start).unwrap_or_default().into(),
            ));
            pieces.push(Piece::Id(*call));
            from = end;
        }
    }
    let rest = text.get(from..).unwrap_or_default();
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.into()));
    }
    pieces
}
