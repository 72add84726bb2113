//! Repairs of diagnostics that cost a renewal: the safe fix, or an example that follows the message.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::timeline::TimelineOptions;
use renewal_rules::catalogue::{ProductEntry, Products};
use renewal_rules::{Code, Diagnostic, LicenceTerm, Limits, Payment, ProductId, RenewalKind, split_index};
use renewal_rules_json::{JsonText, NodeId, PatchOp, Tree, quoted};

const SETTINGS: &str = "/renew_settings";
const CHAIN: &str = "/renew_settings/product_id_for_renew";
const AR: &str = "/renew_settings/renew_ar";
const TERM: &str = "/licence_term";
/// Price that a repair sets if the price of a product is unknown.
const PRICE: &str = "\"9.90\"";
const FREE: &str = "\"0.00\"";

/// Returns a patch of the products that removes a diagnostic; `None` if it costs no renewal and changes no amount.
pub(super) fn repair(
    products: &Products<'_>,
    diagnostic: &Diagnostic,
    options: &TimelineOptions,
) -> Option<Vec<PatchOp>> {
    let remedy = remedy(diagnostic.code)?;
    let (index, path) = split_index(&diagnostic.path)?;
    let entry = products.all.get(index)?;
    let example = remedy(&Repair { products, entry, index, options }, diagnostic, path)?;
    Some(diagnostic.fix.clone().unwrap_or(example))
}

/// Returns whether a diagnostic with this code can cost a renewal or change an amount. Only such diagnostics have a
/// [`witness()`](super::witness()).
pub fn can_have_witness(code: Code) -> bool {
    remedy(code).is_some()
}

/// Returns a placeholder for a renewal product that is assumed to exist, as JSON.
pub(super) fn placeholder(id: ProductId, limits: &Limits) -> String {
    format!("{{\"id\":{id},\"licence_term\":{}}}", sufficient_term(limits))
}

/// Returns the id of the product that an operation appends to the array of products.
pub(super) fn added_product(operation: &PatchOp) -> Option<ProductId> {
    let PatchOp::Add { path, value } = operation else { return None };
    let tree = Tree::parse(value.as_str()).ok().filter(|_| path == "/-")?;
    let id = tree.document().member(0, "id")?;
    tree.document().unsigned(id).and_then(ProductId::new)
}

/// Returns the index of the variant that an operation changes.
pub(super) fn changed_variant(operation: &PatchOp) -> Option<usize> {
    let (_, path) = split_index(operation.path())?;
    Some(split_index(path.strip_prefix("/variants")?)?.0)
}

/// Returns a term as JSON that is long enough for each renewal kind, a month by default.
fn sufficient_term(limits: &Limits) -> String {
    let kinds =
        RenewalKind::ALL.iter().copied().flat_map(|kind| Payment::ALL.iter().map(move |payment| (kind, *payment)));
    let longest = kinds.filter_map(|(kind, payment)| limits.minimum(kind, payment)).max().unwrap_or(0);
    let month = LicenceTerm::months(1);
    let term = if month.is_below(longest) { LicenceTerm::days(longest) } else { month };
    quoted(&term.to_string())
}

/// A product to repair.
struct Repair<'p, 't> {
    products: &'p Products<'t>,
    entry: &'p ProductEntry<'t>,
    index: usize,
    options: &'p TimelineOptions,
}

/// Makes an example of the repair that the message of a diagnostic asks for. The arguments are the product, the
/// diagnostic and its path within the product.
type Remedy = fn(&Repair<'_, '_>, &Diagnostic, &str) -> Option<Vec<PatchOp>>;

/// Returns the remedy for a code; `None` if no renewal depends on it.
fn remedy(code: Code) -> Option<Remedy> {
    use Code as C;
    Some(match code {
        C::TermMissing | C::TermZero | C::TermFormat => {
            |it, _, _| Some(it.set(TERM, sufficient_term(&it.options.limits)))
        }
        C::TermBelowMinimum => |it, diagnostic, _| {
            let days = u32::try_from(diagnostic.params.number("minimumDays")?).ok()?;
            Some(it.set(TERM, quoted(&LicenceTerm::days(days).to_string())))
        },
        C::ChainUnknownProduct => |it, diagnostic, _| {
            let id = diagnostic.params.number("id").and_then(ProductId::new)?;
            Some(vec![add("/-", placeholder(id, &it.options.limits))])
        },
        C::UnknownField => |it, diagnostic, path| Some(vec![it.rename(diagnostic.params.text("suggestion")?, path)?]),
        C::DuplicateKey => |it, _, path| it.last_value(path),
        C::TypeMismatch | C::IdRange => |it, _, path| it.well_typed(path),
        C::RenewSettingsMissing => |it, _, _| it.well_typed(SETTINGS),
        C::NoKindEnabled | C::ArRequiredWithoutAr | C::TrialArNotEnabled => |it, _, _| Some(it.turn_on("enable")),
        C::TrialArNotRequired => |it, _, _| Some(it.turn_on("required")),
        C::TrialPriceNotZero => |it, _, path| Some(it.set(path, FREE.into())),
        C::TrialMixedPrices => |it, _, _| Some(it.set_prices(FREE)),
        C::TrialRenewalFree => |it, _, _| Some(it.set_prices(PRICE)),
        C::ChainMissing
        | C::ChainEmpty
        | C::ChainTooShort
        | C::ChainLastNotRepeated
        | C::ChainRepeatedId
        | C::ChainSelfMixed
        | C::EmailInChain
        | C::TrialInSingle => |it, diagnostic, _| it.set_chain(diagnostic.code),
        _ => return None,
    })
}

impl Repair<'_, '_> {
    /// Sets a value of the product.
    fn set(&self, path: &str, json: String) -> Vec<PatchOp> {
        vec![add(&format!("/{}{path}", self.index), json)]
    }

    /// Returns the node at a pointer into the product.
    fn node(&self, path: &str) -> Option<NodeId> {
        // Node 0 is the product.
        path.split('/').skip(1).try_fold(0, |node, token| self.entry.document().child(node, token))
    }

    fn is_object(&self, path: &str) -> bool {
        self.node(path).is_some_and(|node| self.entry.document().members(node).is_some())
    }

    /// Turns a switch of AR on.
    fn turn_on(&self, switch: &str) -> Vec<PatchOp> {
        if self.is_object(AR) {
            self.set(&[AR, "/", switch].concat(), "true".into())
        } else {
            self.set(AR, format!("{{\"{switch}\":true}}"))
        }
    }

    /// Sets the amounts of all variants.
    fn set_prices(&self, price: &str) -> Vec<PatchOp> {
        let count = self.entry.record().variants.len();
        (0..count)
            .flat_map(|variant| self.set(&format!("/variants/{variant}/price/common/price"), price.into()))
            .collect()
    }

    /// Renames a member.
    fn rename(&self, name: &str, path: &str) -> Option<PatchOp> {
        let (parent, _) = path.rsplit_once('/')?;
        let target = format!("{parent}/{name}");
        let is_free = self.node(&target).is_none();
        let [from, path] = [path, &target].map(|path| format!("/{}{path}", self.index));
        is_free.then_some(PatchOp::Move { from, path })
    }

    /// Replaces the duplicates of a member by a single member with the last value.
    fn last_value(&self, path: &str) -> Option<Vec<PatchOp>> {
        let value = String::from(self.entry.document().raw(self.node(path)?));
        let remove = PatchOp::Remove { path: format!("/{}{path}", self.index) };
        Some([vec![remove], self.set(path, value)].concat())
    }

    /// Replaces a value of the wrong type or range; `None` for a field that no renewal depends on.
    fn well_typed(&self, path: &str) -> Option<Vec<PatchOp>> {
        Some(match path {
            TERM => self.set(TERM, sufficient_term(&self.options.limits)),
            SETTINGS => {
                let (chain, operations) = self.chain(Code::ChainMissing)?;
                let settings = format!("{{\"product_id_for_renew\":{chain},\"renew_ar\":{ENABLED}}}");
                [operations, self.set(SETTINGS, settings)].concat()
            }
            AR => self.set(AR, ENABLED.into()),
            "/renew_settings/renew_ar/enable"
            | "/renew_settings/renew_ar/required"
            | "/renew_settings/renew_pmr"
            | "/renew_settings/renew_email" => self.set(path, "true".into()),
            _ if path.starts_with(CHAIN) => self.set_chain(Code::ChainMissing)?,
            _ => return None,
        })
    }

    fn set_chain(&self, code: Code) -> Option<Vec<PatchOp>> {
        let (chain, operations) = self.chain(code)?;
        Some([operations, self.set(CHAIN, chain)].concat())
    }

    /// Returns a well-formed chain: the ids in the product's chain, except its own. If none remains, the product renews
    /// itself or, if it is a trial or has no id, is renewed by a placeholder product. Also returns the patch operations
    /// that append this placeholder to the array of products.
    fn chain(&self, code: Code) -> Option<(String, Vec<PatchOp>)> {
        let own = self.entry.id;
        let mut ids: Vec<ProductId> = Vec::new();
        let mut seen = BTreeSet::new();
        ids.extend(self.entry.chain().flatten().filter(|id| Some(*id) != own && seen.insert(*id)));
        let is_trial = self.entry.purchase(&self.options.decision()).0.trial;
        if code == Code::EmailInChain {
            ids.truncate(1);
        }
        let mut operations = Vec::new();
        if ids.is_empty() {
            let id = own.filter(|_| !is_trial);
            let new = || {
                let id = self.unused_id()?;
                operations.push(add("/-", placeholder(id, &self.options.limits)));
                Some(id)
            };
            ids.push(id.or_else(new)?);
        }
        ids.extend(ids.last().copied());
        let ids: Vec<String> = ids.iter().map(ProductId::to_string).collect();
        Some((format!("[{}]", ids.join(",")), operations))
    }

    /// Returns an id that no product has.
    fn unused_id(&self) -> Option<ProductId> {
        let ids = self.products.all.iter().filter_map(|entry| entry.id);
        ProductId::new(ids.max().map_or(101, ProductId::get) + 1)
    }
}

const ENABLED: &str = "{\"enable\":true}";

fn add(path: &str, json: String) -> PatchOp {
    PatchOp::Add { path: path.into(), value: JsonText::new(json) }
}
