//! The renewal kinds of a set-up: how they are described, and the settings that turn them on.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::setup::{SetupError, invalid};
use crate::document::{Document, NodeId};
use crate::options::setters;
use crate::text::{list, push_token};

/// The renewal kinds that a set-up turns on (§2.4). The others are not sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct Kinds {
    /// Auto renewal, where it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ar: Option<AutoRenewal>,
    /// Whether pre-filled manual renewal is on.
    pub pmr: bool,
    /// Whether Email renewal is on.
    pub email: bool,
}

/// How auto renewal is turned on (§2.4 `renew_ar`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[non_exhaustive]
pub struct AutoRenewal {
    /// Whether it is mandatory at purchase. It must be for a free trial, and cannot be where one
    /// product renews itself (§4.4). Sent where it is true.
    pub required: bool,
}

impl Kinds {
    setters! {
        with_ar(ar: impl Into<Option<AutoRenewal>>);
        with_pmr(pmr: bool);
        with_email(email: bool);
    }

    /// Auto renewal alone, left to the buyer.
    pub fn auto() -> Self {
        Self::default().with_ar(AutoRenewal::default())
    }

    /// Auto renewal alone, mandatory at purchase, as a free trial needs it (§4.4).
    pub fn auto_required() -> Self {
        Self::default().with_ar(AutoRenewal { required: true })
    }

    pub(super) fn read(document: Document<'_>, node: NodeId) -> Result<Self, SetupError> {
        let expected = "an object with `ar`, `pmr` and `email`";
        let [ar, pmr, email] = members(document, node, "/kinds", (["ar", "pmr", "email"], expected))?;
        Ok(Self {
            ar: ar.map_or(Ok(None), |ar| AutoRenewal::read(document, ar))?,
            pmr: switch(document, pmr, "/kinds/pmr")?,
            email: switch(document, email, "/kinds/email")?,
        })
    }

    /// The `renew_settings` of an initiator with these kinds and renewals.
    pub(super) fn settings(self, renewals: &[impl fmt::Display]) -> String {
        let ids: Vec<_> = renewals.iter().chain(renewals.last()).map(ToString::to_string).collect();
        let mut settings = format!(r#"{{"product_id_for_renew":[{}]"#, ids.join(","));
        settings.push_str(match self.ar {
            Some(AutoRenewal { required: true }) => r#","renew_ar":{"enable":true,"required":true}"#,
            Some(AutoRenewal { required: false }) => r#","renew_ar":{"enable":true}"#,
            None => "",
        });
        if self.pmr {
            settings.push_str(r#","renew_pmr":true"#);
        }
        if self.email {
            settings.push_str(r#","renew_email":true"#);
        }
        settings + "}"
    }
}

impl AutoRenewal {
    fn read(document: Document<'_>, node: NodeId) -> Result<Option<Self>, SetupError> {
        if let Some(is_on) = document.boolean(node) {
            return Ok(is_on.then(Self::default));
        }
        let expected = "true, false or an object that says whether it is `required`";
        let [required] = members(document, node, "/kinds/ar", (["required"], expected))?;
        Ok(Some(Self { required: switch(document, required, "/kinds/ar/required")? }))
    }
}

/// A switch, which is off where it is absent.
pub(super) fn switch(document: Document<'_>, node: Option<NodeId>, path: &str) -> Result<bool, SetupError> {
    let value = node.map_or(Some(false), |node| document.boolean(node));
    value.ok_or_else(|| invalid(path, "true or false"))
}

/// The members of an object that has no others, of each the last one.
pub(super) fn members<const N: usize>(
    document: Document<'_>,
    node: NodeId,
    path: &str,
    (names, expected): ([&str; N], &'static str),
) -> Result<[Option<NodeId>; N], SetupError> {
    let mut found = [None; N];
    for (name, member) in document.members(node).ok_or_else(|| invalid(path, expected))? {
        let mut places = names.iter().zip(&mut found);
        let Some((_, place)) = places.find(|(known, _)| name == **known) else {
            let mut path = String::from(path);
            push_token(&mut path, &name);
            return Err(SetupError::Unknown { path, known: list(&mut names.into_iter()) });
        };
        *place = Some(member);
    }
    Ok(found)
}
