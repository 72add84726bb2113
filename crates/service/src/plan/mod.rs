//! Plans: the calls that carry out a setup, the evaluation of their responses, and saved plans.

mod error;
mod planned_call;
mod saved;
mod step;

use alloc::string::ToString as _;
use alloc::{collections::BTreeSet, vec::Vec};
use core::{cmp::Ordering, fmt};

use crate::request;
use crate::request::{Request, ResponseError, ResponseErrorKind, read_change_response, read_create_response};
pub use error::{FailedCall, PlanError};
pub use planned_call::PlannedCall;
use renewal_rules::setup::Setup;
use renewal_rules::{Code, Invalid, Options, ProductId};
pub use saved::ResumeError;
use step::Job;
pub use step::{Call, Progress, Step, StepState};

/// The calls that carry out a setup, in the order of the interface document (§4.4), and the progress made.
///
/// All new renewals are created first, without `renew_settings`, then the initiator with the resulting ids. A product
/// that renews itself is created without `licence_term` and `renew_settings`, and then changed.
///
/// A plan performs no I/O: ask it for the next request, and pass it the response. Save it with
/// [`to_json`](Self::to_json) after [`next_request`](Self::next_request), before sending the request, and again after
/// [`record_response`](Self::record_response). This prevents products from being created twice, even if the run is
/// interrupted: a creation that may have been sent is **unconfirmed**, and the plan continues only when the caller has
/// looked up the result and reports it with [`confirm`](Self::confirm) or [`deny`](Self::deny). A change is simply sent
/// again: because fields are overwritten (§4.3), repeating it has no further effect.
///
/// Only the newest saved text prevents this. Before resuming from an older one, such as a restored backup, look up each
/// remaining product and confirm those that exist: call [`next_request`](Self::next_request), send nothing, and call
/// [`confirm`](Self::confirm).
///
/// ```
/// use renewal_rules::{Options, ProductId};
/// use renewal_rules::setup::{Kinds, Setup};
/// use renewal_rules_service::{Plan, PlanError};
///
/// let variants = r#"[{"vendor_code":"V","sku":"S","price":{"common":{"currency":"USD","price":"9.90"}}}]"#;
/// let product = |name| format!(
///     r#"{{"family_name":"Example","name":"{name}","licence_term":"P1M","variants":{variants}}}"#
/// );
/// let setup = Setup::new(&product("First month"))?
///     .with_renewal(&product("Month"))?
///     .with_kinds(Kinds::auto());
/// let mut plan = Plan::new(setup, &Options::default())
///     .map_err(|invalid| invalid.report().diagnostics[0].message.clone())?;
///
/// let request = plan.next_request()?.ok_or("done")?;
/// assert!(request.body().contains(r#""name":"Month""#));
///
/// // No response came: the plan does not create the product again by itself.
/// let mut plan = Plan::from_json(&plan.to_json())?;
/// assert!(matches!(plan.next_request(), Err(PlanError::Unconfirmed { .. })));
/// plan.deny()?;
///
/// plan.next_request()?;
/// plan.record_response(201, r#"{"id":102}"#)?;
/// let request = plan.next_request()?.ok_or("done")?;
/// assert!(request.body().contains(r#""product_id_for_renew":[102,102]"#));
/// assert!(plan.record_response(429, "{}").is_err_and(|error| error.is_retryable()));
///
/// // It was refused, so it is sent again. No response comes, but the product exists.
/// plan.next_request()?;
/// plan.confirm(ProductId::try_from(101)?)?;
/// assert!(plan.next_request()?.is_none());
/// assert_eq!((plan.progress().done, plan.progress().left), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    setup: Setup,
    /// Ids of the products that the completed steps created or changed, one for each step.
    done: Vec<ProductId>,
    /// Set if the first step that is not completed was sent, and its result is unknown.
    is_sent: bool,
    /// Indices, among the renewals of the setup, of those to be created. Precomputed, so that the step with a given
    /// number is found in constant time.
    new_renewals: Vec<usize>,
    /// The ids in use: those of existing products and of products already created.
    taken: BTreeSet<ProductId>,
}

impl Plan {
    /// Creates a plan for a setup after checking the setup with [`Setup::check`].
    ///
    /// # Errors
    ///
    /// Returns the report if it contains an error; warnings do not prevent a plan. Fields that a creation must not
    /// contain and repeated ids are always errors, whatever [`Options::rules`] sets, because such a plan could not be
    /// resumed.
    pub fn new(setup: Setup, options: &Options) -> Result<Self, Invalid> {
        let mut options = options.clone();
        options.rules =
            options.rules.with_errors_of(|code| matches!(code, Code::FieldNotOnCreate | Code::ChainRepeatedId));
        setup.check(&options).into_result()?;
        Ok(Self::from_setup(setup))
    }

    /// Creates a plan without completed steps.
    fn from_setup(setup: Setup) -> Self {
        let renewals = setup.renewals().iter().enumerate();
        let new_renewals = renewals.filter_map(|(index, renewal)| renewal.id.is_none().then_some(index)).collect();
        let taken = setup.renewals().iter().filter_map(|renewal| renewal.id).collect();
        Self { done: Vec::new(), is_sent: false, new_renewals, taken, setup }
    }

    fn jobs(&self) -> impl Iterator<Item = Job<'_>> {
        (0..).map_while(|step| self.job_at(step))
    }

    fn job_at(&self, step: usize) -> Option<Job<'_>> {
        match step.checked_sub(self.new_renewals.len()) {
            None => {
                let index = *self.new_renewals.get(step)?;
                Some(Job::Renewal(index, self.setup.renewals().get(index)?.fields.as_ref()?))
            }
            Some(0) => Some(Job::Initiator),
            Some(1) if self.setup.is_single() => Some(Job::SelfRenewal),
            Some(_) => None,
        }
    }

    fn next_job(&self) -> Option<Job<'_>> {
        self.job_at(self.done.len())
    }

    /// Returns the unconfirmed step.
    fn sent_job(&self) -> Result<Job<'_>, PlanError> {
        match self.next_job() {
            Some(job) if self.is_sent => Ok(job),
            _ => Err(PlanError::NothingSent),
        }
    }

    /// Returns the next request, or `None` if all steps are done. Marks the step as sent: save the plan before sending
    /// the request.
    ///
    /// # Errors
    ///
    /// Returns [`PlanError::Unconfirmed`] if a creation was already sent and its result is unknown.
    pub fn next_request(&mut self) -> Result<Option<Request>, PlanError> {
        let Some(job) = self.next_job() else { return Ok(None) };
        if self.is_sent && job.call() == Call::Create {
            return Err(PlanError::Unconfirmed { path: job.path() });
        }
        let request = self.request(job, &self.done, |id| id);
        self.is_sent = true;
        Ok(Some(request))
    }

    /// Previews the remaining calls, in order (§4.4). Does not change the plan.
    pub fn planned_calls(&self) -> Vec<PlannedCall> {
        let mut ids: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        let remaining = self.jobs().skip(self.done.len()).enumerate();
        let calls = remaining.map(|(position, job)| {
            let request = self.request(job, &ids, |id| id.to_string());
            ids.push(PlannedCall::placeholder(position));
            PlannedCall::new(job.path(), request)
        });
        calls.collect()
    }

    /// Creates the request of a step. `made` contains the ids of the products that the earlier steps created or
    /// changed.
    fn request<Id: Clone + fmt::Display>(&self, job: Job<'_>, made: &[Id], existing: fn(ProductId) -> Id) -> Request {
        match (job, made) {
            (Job::Renewal(_, fields), _) => request::create(fields),
            (Job::SelfRenewal, [own, ..]) => request::change(own, &self.setup.renewals_of(own)),
            _ if self.setup.is_single() => request::create(&self.setup.without_renewals()),
            _ => {
                let ids = self.setup.renewal_ids(made.iter().cloned(), existing);
                request::create(&self.setup.initiator_with(&ids))
            }
        }
    }

    /// Returns the id of the initiator, if it has been created.
    pub fn initiator_id(&self) -> Option<ProductId> {
        self.done.get(self.new_renewals.len()).copied()
    }

    /// Evaluates the response to the request that was sent. If the service refused the call,
    /// [`next_request`](Self::next_request) returns the same request again.
    ///
    /// # Errors
    ///
    /// Returns a [`PlanError`] if the response is not a success or contains no usable id. Statuses 307, 308, 400, 401,
    /// 403, 404, 405, 406, 411, 413, 414, 415, 417, 422 and 429 mean that the call was not carried out and can be
    /// requested again. This follows HTTP, because the interface document specifies no error responses for the product
    /// endpoints (§4.3, §7). After any other status, such as 303, 408, 409, 425 or 499, the call may have been carried
    /// out: the step remains unconfirmed.
    pub fn record_response(&mut self, status: u16, body: impl AsRef<[u8]>) -> Result<(), PlanError> {
        let job = self.sent_job()?;
        let path = job.path();
        let id = match (job.call(), self.done.first()) {
            (Call::Change, Some(target)) => read_change_response(status, body).map(|()| *target),
            _ => read_create_response(status, body),
        };
        let ResponseError { kind, status, body } = match id {
            Ok(id) => return self.confirm(id),
            Err(error) => error,
        };
        let call = FailedCall { path, status, body };
        match kind {
            ResponseErrorKind::NoId => Err(PlanError::NoId(call)),
            ResponseErrorKind::Status if is_refusal(status) => {
                self.is_sent = false;
                Err(PlanError::Refused(call))
            }
            ResponseErrorKind::Status => Err(PlanError::Unclear(call)),
        }
    }

    /// Confirms that the unconfirmed call was carried out, for the product `id`.
    ///
    /// # Errors
    ///
    /// Returns [`PlanError::NothingSent`] if no call is unconfirmed, and [`PlanError::IdTaken`] or
    /// [`PlanError::OtherId`] if the product cannot have this id.
    pub fn confirm(&mut self, id: ProductId) -> Result<(), PlanError> {
        let job = self.sent_job()?;
        match (job.call(), self.done.first()) {
            (Call::Change, Some(&target)) if target != id => Err(PlanError::OtherId { target, id }),
            (Call::Create, _) if self.taken.contains(&id) => Err(PlanError::IdTaken { path: job.path(), id }),
            _ => {
                self.done.push(id);
                self.taken.insert(id);
                self.is_sent = false;
                Ok(())
            }
        }
    }

    /// Reports that the unconfirmed call was not carried out. [`next_request`](Self::next_request) then returns the
    /// same request again.
    ///
    /// # Errors
    ///
    /// Returns [`PlanError::NothingSent`] if no call is unconfirmed.
    pub fn deny(&mut self) -> Result<(), PlanError> {
        self.sent_job()?;
        self.is_sent = false;
        Ok(())
    }

    /// Returns the completed and the remaining steps, in the order of their calls.
    pub fn progress(&self) -> Progress {
        let done = self.done.len();
        let steps = self.jobs().enumerate().map(|(index, job)| Step {
            call: job.call(),
            path: job.path(),
            state: match index.cmp(&done) {
                Ordering::Less => StepState::Done,
                Ordering::Equal if self.is_sent => StepState::Unconfirmed,
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
}

/// Returns whether a status proves that the request was not carried out.
const fn is_refusal(status: u16) -> bool {
    matches!(status, 307 | 308 | 400 | 401 | 403 | 404 | 405 | 406 | 411 | 413 | 414 | 415 | 417 | 422 | 429)
}
