//! Saved plans: JSON text from which an interrupted plan is resumed.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::Plan;
use renewal_rules::ProductId;
use renewal_rules::schema::FieldTree as _;
use renewal_rules::setup::Setup;
use renewal_rules_json::{Tree, as_json_text};

as_json_text!(Plan);

impl Plan {
    /// Serialises the plan as JSON text, to be saved and read with [`from_json`](Self::from_json). It contains the
    /// products with their exact text, but no secrets.
    pub fn to_json(&self) -> String {
        let done: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        format!(
            r#"{{"format":{FORMAT_VERSION},"setup":{},"done":[{}],"isSent":{}}}"#,
            self.setup.to_json(),
            done.join(","),
            self.is_sent,
        )
    }

    /// Reads a saved plan. A creation that may have been sent is unconfirmed. The rules are not checked again: they
    /// were checked before the first call.
    ///
    /// # Errors
    ///
    /// Returns a [`ResumeError`] if the text is not a plan, if its completed steps do not fit its setup, if the
    /// initiator has an `id`, or if a new renewal has `renew_settings`.
    pub fn from_json(text: &str) -> Result<Self, ResumeError> {
        let broken = |reason: &str| ResumeError { reason: reason.into() };
        let tree = Tree::parse(text).map_err(|_| broken(NOT_AN_OBJECT))?;
        let document = tree.document();
        let mut members = document.members(0).ok_or_else(|| broken(NOT_AN_OBJECT))?;
        let member = |name| document.member(0, name).ok_or_else(|| broken(&format!("`{name}` is missing")));
        if document.unsigned(member("format")?) != Some(FORMAT_VERSION) {
            return Err(broken(&format!("its `format` is not {FORMAT_VERSION}")));
        }
        let known = ["format", "setup", "done", "isSent"];
        if let Some((name, _)) = members.find(|(name, _)| !known.contains(&&**name)) {
            return Err(broken(&format!("`{name}` is unknown")));
        }
        let setup = Setup::read(document, member("setup")?).map_err(|error| broken(&error.to_string()))?;
        let ids = document.elements(member("done")?);
        let done = ids.and_then(|ids| ids.map(|id| document.product_id(id)).collect());
        let done = done.ok_or_else(|| broken("`done` must be a list of product ids"))?;
        let is_sent = document.boolean(member("isSent")?);
        let is_sent = is_sent.ok_or_else(|| broken("`isSent` must be true or false"))?;
        if let Some(path) = setup.misplaced() {
            return Err(broken(&format!("no plan is made with `{path}`")));
        }
        let mut plan = Self::from_setup(setup);
        plan.resume(done, is_sent).ok_or_else(|| broken("its completed steps do not fit its setup"))?;
        Ok(plan)
    }

    /// Replays the completed steps; `None` if they are impossible for this setup.
    fn resume(&mut self, done: Vec<ProductId>, is_sent: bool) -> Option<()> {
        let existing = self.setup.renewals().iter().filter_map(|renewal| renewal.id);
        if self.taken.len() != existing.count() {
            return None;
        }
        for id in done {
            self.is_sent = true;
            self.confirm(id).ok()?;
        }
        self.is_sent = is_sent;
        (!is_sent || self.next_job().is_some()).then_some(())
    }
}

/// Error for a saved plan that cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a saved plan: {reason}; resume from the text that the plan saved")]
pub struct ResumeError {
    reason: String,
}

/// Format version of a saved plan, so that later versions of this crate can read plans of earlier ones.
const FORMAT_VERSION: u64 = 1;
const NOT_AN_OBJECT: &str = "it is not a JSON object";
