//! A plan as it is kept, and how far it is.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::progress::{Call, Progress, Step, StepState};
use super::{plan::Plan, setup::Setup};
use crate::{document::Tree, product::ProductId, text::as_json_text};

/// A saved plan that cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a saved plan: {reason}; resume from the text that the plan saved")]
pub struct ResumeError {
    reason: String,
}

/// The format of a saved plan: a later version may read earlier ones by it.
const FORMAT: u64 = 1;
const NOT_AN_OBJECT: &str = "it is not a JSON object";

as_json_text!(Plan);

impl Plan {
    /// What is done and what is left.
    pub fn progress(&self) -> Progress {
        let done = self.done.len();
        let steps = self.jobs().enumerate().map(|(index, job)| Step {
            call: job.call(),
            path: job.path(),
            state: match index.cmp(&done) {
                Ordering::Less => StepState::Done,
                Ordering::Equal if self.is_sent => StepState::InDoubt,
                _ => StepState::Waiting,
            },
            id: match job.call() {
                Call::Create => self.done.get(index).copied(),
                Call::Change => self.done.first().copied(),
            },
        });
        let steps: Vec<_> = steps.collect();
        Progress { done, left: steps.len().saturating_sub(done), steps }
    }

    /// The plan as JSON text, to be kept: what [`from_json`](Self::from_json) reads. It holds the
    /// products with their exact text, and no secret.
    pub fn to_json(&self) -> String {
        let done: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        format!(
            r#"{{"format":{FORMAT},"setup":{},"done":[{}],"isSent":{}}}"#,
            self.setup.to_json(),
            done.join(","),
            self.is_sent,
        )
    }

    /// A plan that was kept. A creation that may have been sent is in doubt. The rules are not
    /// checked again: they were before the first call.
    ///
    /// # Errors
    ///
    /// [`ResumeError`] where the text is not a plan, or one that cannot be: what it says is done does
    /// not fit its set-up, the initiator has an `id`, or a new renewal has `renew_settings`.
    pub fn from_json(text: &str) -> Result<Self, ResumeError> {
        let broken = |reason: &str| ResumeError { reason: reason.into() };
        let tree = Tree::parse(text).map_err(|_| broken(NOT_AN_OBJECT))?;
        let document = tree.document();
        let mut members = document.members(0).ok_or_else(|| broken(NOT_AN_OBJECT))?;
        let member = |name| document.member(0, name).ok_or_else(|| broken(&format!("`{name}` is missing")));
        if document.whole(member("format")?) != Some(FORMAT) {
            return Err(broken(&format!("its `format` is not {FORMAT}")));
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
        let mut plan = Self::of(setup);
        plan.resume(done, is_sent).ok_or_else(|| broken("what it says is done does not fit its set-up"))?;
        Ok(plan)
    }

    /// Does again what was done, where all of it can have been.
    fn resume(&mut self, done: Vec<ProductId>, is_sent: bool) -> Option<()> {
        let existing = self.setup.renewals.iter().filter_map(|renewal| renewal.id);
        if self.taken.len() != existing.count() {
            return None;
        }
        for id in done {
            self.is_sent = true;
            self.confirm(id).ok()?;
        }
        self.is_sent = is_sent;
        (!is_sent || self.job().is_some()).then_some(())
    }
}
