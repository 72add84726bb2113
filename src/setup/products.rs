//! Conversion between setups and products.

use alloc::string::{String, ToString as _};
use alloc::{collections::BTreeMap, vec::Vec};

use super::description::{AutoRenewal, Kinds, Renewal, Setup, SetupError};
use super::fields::ProductFields;
use crate::catalogue::{Layout, ProductReader, ProductText, layout_of_products};
use crate::check::{CheckedProduct, Source, check_product, diagnostic};
use crate::options::{Options, Role};
use crate::product::{Configuration, ProductId};
use crate::product::{Input, NotJson, text_of};
use crate::report::Code;
use crate::rules::Finding;
use crate::schema::Field;

/// The id assigned to the first new product.
const FIRST: u64 = 101;

impl Setup {
    /// Creates the setup that a product starts, given the product's index in the array or among the lines. The result
    /// describes a first-time setup: ids and settings of the products are left out. A renewal that is not among the
    /// products is described by its id, as an existing product.
    ///
    /// ```
    /// use renewal_rules::setup::Setup;
    ///
    /// let products = r#"[{"id":101,"name":"A","renew_settings":{"product_id_for_renew":[102,103,103],
    ///     "renew_ar":{"enable":true}}},{"id":102,"name":"B"}]"#;
    /// let setup = Setup::of_products(products, 0)?;
    /// assert_eq!(
    ///     setup.to_json(),
    ///     r#"{"initiator":{"name":"A"},"renewals":[{"name":"B"},103],"kinds":{"ar":{"required":false},"pmr":false,"email":false}}"#
    /// );
    /// assert!(setup.to_products().starts_with(r#"[{"id":101,"name":"A","renew_settings":{"product_id_for_renew":[102,103,103]"#));
    /// # Ok::<(), renewal_rules::setup::SetupError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`SetupError`] if the input is not JSON or not products, if there is no product at the index, or if the
    /// `id`, the chain or another of the `renew_settings` of that product cannot be used, so that the setup would be
    /// ambiguous.
    pub fn of_products<'a>(products: impl Into<Input<'a>>, index: usize) -> Result<Self, SetupError> {
        let not_json = |error: NotJson<'_>| SetupError::NotJson { message: error.message() };
        let text = text_of(products.into()).map_err(not_json)?;
        let unreadable = || Source::read((&*text).into()).tree.err().map_or(SetupError::NotProducts, not_json);
        let layout = layout_of_products(&text).ok_or_else(unreadable)?;
        let (mut all, mut own_text) = (Vec::new(), "");
        let mut products = ProductReader::new(&text, layout);
        while let Some(ProductText { span, document }) = products.next_product().map_err(|_| unreadable())? {
            let document = document.map_err(not_json)?;
            if all.len() == index {
                own_text = text.get(span.start..span.end).ok_or(SetupError::NotProducts)?;
            }
            all.push(ProductFields::of(document, 0));
        }
        let own = all.get(index).and_then(Option::as_ref);
        let own = own.ok_or(SetupError::NoProduct { index })?;
        let source = Source::read(Input::Json(own_text.into()));
        let options = Options::default().with_role(Role::Initiator);
        let mut checked = check_product(&source, None, &options);
        if let Some(finding) = checked.take_findings().into_iter().find(makes_ambiguous) {
            let found = diagnostic(finding, (layout != Layout::Product).then_some(index));
            return Err(SetupError::Unusable { path: found.path, message: found.message });
        }
        let mut setup = Self::start(Some(described(own)))?.with_kinds(kinds(&checked));
        if checked.facts.configuration != Some(Configuration::Single) {
            // Iterate in reverse, so that the first of several products with the same id wins.
            let products = all.iter().rev().flatten();
            let by_id: BTreeMap<_, _> = products.filter_map(|fields| Some((fields.id()?, fields))).collect();
            let chain = checked.facts.draft.chain().and_then(<[_]>::split_last);
            for id in chain.map_or(&[][..], |(_, renewals)| renewals) {
                let fields = by_id.get(id).map(|fields| described(fields));
                setup.renewals.push(Renewal { id: fields.is_none().then_some(*id), fields });
            }
        }
        Ok(setup)
    }

    /// Returns the products that the setup results in, as a JSON list with the initiator first. New products get unused
    /// ids, counted from 101. Existing renewals are included only if their fields are known.
    pub fn to_products(&self) -> String {
        let mut unused = self.unused_ids(FIRST..=ProductId::MAX);
        let Some(own) = unused.next() else { return String::from("[]") };
        let ids = self.renewal_ids(unused, |id| id);
        let mut products = Vec::new();
        for (renewal, id) in self.renewals.iter().zip(ids.iter().copied()) {
            products.extend(renewal.fields.as_ref().map(|fields| identified(fields, id)));
        }
        let chain = if ids.is_empty() { [own].into() } else { ids };
        products.insert(0, identified(&self.initiator_with(&chain), own));
        format!("[{}]", products.join(","))
    }
}

/// Removes the fields that a setup does not contain: the id, assigned on creation, and the settings, generated from the
/// setup.
fn described(fields: &ProductFields) -> ProductFields {
    fields.without("id").without("renew_settings")
}

/// Returns a product as JSON text, with this id as its first field.
fn identified(fields: &ProductFields, id: ProductId) -> String {
    ProductFields::default().with("id", id.to_string()).overwritten(&fields.without("id")).text()
}

/// Returns whether a finding makes it impossible to tell which setup a product starts.
fn makes_ambiguous(finding: &Finding<'_>) -> bool {
    let field = finding.path.field;
    (field == Field::Id || field.is_within(Field::Settings))
        && matches!(
            finding.rule.code,
            Code::DuplicateKey
                | Code::TypeMismatch
                | Code::UnknownField
                | Code::IdRange
                | Code::ChainMissing
                | Code::ChainEmpty
                | Code::ChainTooShort
                | Code::ChainLastNotRepeated
                | Code::ChainRepeatedId
                | Code::ChainSelfMixed
                | Code::RenewSettingsMissing
        )
}

fn kinds(checked: &CheckedProduct<'_>) -> Kinds {
    let is_on = |field| checked.facts.draft.switch(field).is(&true);
    Kinds {
        ar: is_on(Field::ArEnable).then(|| AutoRenewal { required: is_on(Field::ArRequired) }),
        pmr: is_on(Field::Pmr),
        email: is_on(Field::Email),
    }
}
