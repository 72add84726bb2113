//! Plans: the calls that carry out a setup, the evaluation of their responses, and saved plans.

use alloc::string::{String, ToString as _};
use alloc::{collections::BTreeSet, vec::Vec};
use core::{cmp::Ordering, fmt};

use serde::Serialize;

use super::request;
use super::request::{AnswerError, AnswerErrorKind, Request, is_passing, read_change_answer, read_create_answer};
use renewal_rules::Options;
use renewal_rules::ProductId;
use renewal_rules::internal::Fields;
use renewal_rules::schema::FieldTree as _;
use renewal_rules::setup::Setup;
use renewal_rules::{Code, Invalid};
use renewal_rules_json::Tree;
use renewal_rules_json::{as_json_text, words};

/// The calls that carry out a setup, in the order of the interface document (§4.4), and the progress made.
///
/// All new renewals are created first, without `renew_settings`, then the initiator with the resulting ids. A product
/// that renews itself is created without `licence_term` and `renew_settings`, and then changed.
///
/// A plan performs no I/O: ask it for the next request, and pass it the response. Save it with
/// [`to_json`](Self::to_json) after [`next_request`](Self::next_request), before sending the request, and again after
/// [`answer`](Self::answer). This prevents products from being created twice, even if the run is interrupted: a
/// creation that may have been sent is **unconfirmed**, and the plan continues only when the caller has looked up the
/// result and reports it with [`confirm`](Self::confirm) or [`deny`](Self::deny). A change is simply sent again:
/// because fields are overwritten (§4.3), repeating it has no further effect.
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
/// // The answer never came: the plan does not create the product again by itself.
/// let mut plan = Plan::from_json(&plan.to_json())?;
/// assert!(matches!(plan.next_request(), Err(PlanError::Unconfirmed { .. })));
/// plan.deny()?;
///
/// plan.next_request()?;
/// plan.answer(201, r#"{"id":102}"#)?;
/// let request = plan.next_request()?.ok_or("done")?;
/// assert!(request.body().contains(r#""product_id_for_renew":[102,102]"#));
/// assert!(plan.answer(429, "{}").is_err_and(|error| error.is_retry_later()));
///
/// // It was refused, so it is sent again. No answer comes, but the product is there.
/// plan.next_request()?;
/// plan.confirm(ProductId::try_from(101)?)?;
/// assert!(plan.next_request()?.is_none());
/// assert_eq!((plan.progress().done, plan.progress().left), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    setup: Setup,
    /// The product ids that result from the completed steps.
    done: Vec<ProductId>,
    /// Set if the next step was sent and its response is unknown.
    is_sent: bool,
    /// Indices of the new renewals. Precomputed so that each step of a long plan is found directly by its number.
    new: Vec<usize>,
    /// The ids in use: those of existing products and of products already created.
    taken: BTreeSet<ProductId>,
}

#[derive(Clone, Copy)]
enum Job<'a> {
    Renewal(usize, &'a Fields),
    Initiator,
    /// The change that makes the initiator renew itself.
    SelfRenewal,
}

impl Job<'_> {
    const fn call(self) -> Call {
        match self {
            Self::SelfRenewal => Call::Change,
            Self::Renewal(..) | Self::Initiator => Call::Create,
        }
    }

    fn path(self) -> String {
        match self {
            Self::Renewal(index, _) => format!("/renewals/{index}"),
            Self::Initiator | Self::SelfRenewal => String::from("/initiator"),
        }
    }
}

as_json_text!(Plan);

impl Plan {
    /// Creates a plan for a setup after checking the setup with [`Setup::check`].
    ///
    /// # Errors
    ///
    /// Returns the report if it contains an error; warnings do not prevent a plan. Data that no creation may send and
    /// repeated ids are always errors, whatever [`Options::rules`] sets, because such a plan could not be resumed.
    pub fn new(setup: Setup, options: &Options) -> Result<Self, Invalid> {
        let mut options = options.clone();
        options.rules =
            options.rules.with_errors_of(|code| matches!(code, Code::FieldNotOnCreate | Code::ChainRepeatedId));
        setup.check(&options).into_result()?;
        Ok(Self::of(setup))
    }

    /// Creates a plan without completed steps.
    fn of(setup: Setup) -> Self {
        let renewals = setup.renewals.iter().enumerate();
        let new = renewals.filter_map(|(index, renewal)| renewal.id.is_none().then_some(index)).collect();
        let taken = setup.renewals.iter().filter_map(|renewal| renewal.id).collect();
        Self { done: Vec::new(), is_sent: false, new, taken, setup }
    }

    fn jobs(&self) -> impl Iterator<Item = Job<'_>> {
        (0..).map_while(|step| self.job_of(step))
    }

    fn job_of(&self, step: usize) -> Option<Job<'_>> {
        match step.checked_sub(self.new.len()) {
            None => {
                let index = *self.new.get(step)?;
                Some(Job::Renewal(index, self.setup.renewals.get(index)?.fields.as_ref()?))
            }
            Some(0) => Some(Job::Initiator),
            Some(1) if self.setup.is_single() => Some(Job::SelfRenewal),
            Some(_) => None,
        }
    }

    fn job(&self) -> Option<Job<'_>> {
        self.job_of(self.done.len())
    }

    fn sent(&self) -> Result<Job<'_>, PlanError> {
        match self.job() {
            Some(job) if self.is_sent => Ok(job),
            _ => Err(PlanError::NothingSent),
        }
    }

    /// Returns the next request, or `None` if all steps are done. The step then counts as sent: save the plan before
    /// sending the request.
    ///
    /// # Errors
    ///
    /// Returns [`PlanError::Unconfirmed`] if a creation was already sent and its result is unknown.
    pub fn next_request(&mut self) -> Result<Option<Request>, PlanError> {
        let Some(job) = self.job() else { return Ok(None) };
        if self.is_sent && job.call() == Call::Create {
            return Err(PlanError::Unconfirmed { path: job.path() });
        }
        let request = self.request(job, &self.done, |id| id);
        self.is_sent = true;
        Ok(Some(request))
    }

    /// Previews the remaining calls, in order (§4.4). Does not change the plan.
    pub fn foreseen(&self) -> Vec<Foreseen> {
        let mut ids: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        let left = self.jobs().skip(self.done.len()).enumerate();
        let foreseen = left.map(|(call, job)| {
            let request = self.request(job, &ids, |id| id.to_string());
            ids.push(format!("{MARK}{call}{MARK}"));
            Foreseen { step: job.path(), request }
        });
        foreseen.collect()
    }

    /// Creates the request of a step from the ids `made` by the steps before it.
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
        self.done.get(self.new.len()).copied()
    }

    /// Evaluates the response to the request that was sent. If the service refused the call, the next request is the
    /// same again.
    ///
    /// # Errors
    ///
    /// Returns a [`PlanError`] if the response is not a success or contains no usable id. Statuses 400, 401, 403, 404,
    /// 405, 406, 411, 413, 414, 415, 417, 422 and 429 mean that the call was not carried out and can be requested
    /// again. This follows HTTP, because the interface document specifies no error responses for the product endpoints
    /// (§4.3, §7). After any other status, such as 408, 409, 425 or 499, the call may have been carried out: the step
    /// remains unconfirmed.
    pub fn answer(&mut self, status: u16, body: impl AsRef<[u8]>) -> Result<(), PlanError> {
        let job = self.sent()?;
        let path = job.path();
        let answer = match (job.call(), self.done.first()) {
            (Call::Change, Some(target)) => read_change_answer(status, body).map(|()| *target),
            _ => read_create_answer(status, body),
        };
        match answer {
            Ok(id) => self.confirm(id),
            Err(AnswerError { kind: AnswerErrorKind::NoId, status, body }) => {
                Err(PlanError::NoId { path, status, body })
            }
            Err(AnswerError { status, body, .. }) if is_refusal(status) => {
                self.is_sent = false;
                Err(PlanError::Refused { path, status, body })
            }
            Err(AnswerError { status, body, .. }) => Err(PlanError::Unclear { path, status, body }),
        }
    }

    /// Confirms that the unconfirmed call was carried out, for the product `id`.
    ///
    /// # Errors
    ///
    /// Returns [`PlanError::NothingSent`] if no call is unconfirmed, and [`PlanError::IdTaken`] or
    /// [`PlanError::OtherId`] if the product cannot have this id.
    pub fn confirm(&mut self, id: ProductId) -> Result<(), PlanError> {
        let job = self.sent()?;
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

    /// Reports that the unconfirmed call was not carried out: the next request is the same again.
    ///
    /// # Errors
    ///
    /// Returns [`PlanError::NothingSent`] if no call is unconfirmed.
    pub fn deny(&mut self) -> Result<(), PlanError> {
        self.sent()?;
        self.is_sent = false;
        Ok(())
    }

    /// Returns the completed and the remaining steps.
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

    /// Serialises the plan as JSON text, to be saved and read with [`from_json`](Self::from_json). It contains the
    /// products with their exact text, but no secrets.
    pub fn to_json(&self) -> String {
        let done: Vec<_> = self.done.iter().map(ProductId::to_string).collect();
        format!(
            r#"{{"format":{FORMAT},"setup":{},"done":[{}],"isSent":{}}}"#,
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

    /// Replays the completed steps, or returns `None` if they are impossible for this setup.
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

/// Returns whether a status proves that the request was not carried out.
const fn is_refusal(status: u16) -> bool {
    matches!(status, 400 | 401 | 403 | 404 | 405 | 406 | 411 | 413 | 414 | 415 | 417 | 422 | 429)
}

/// Preview of a remaining call, with placeholders for ids that are not known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreseen {
    /// The product as a JSON Pointer into the setup: `/initiator`, `/renewals/0`.
    pub step: String,
    /// Contains a placeholder for each id that is not known yet: the position of the call that returns the id, between
    /// two `MARK` characters.
    request: Request,
}

/// Delimits the placeholder of an unknown id. JSON text never contains this character.
const MARK: char = '\0';

impl Foreseen {
    /// Returns the request. `id` provides the text for each unknown id; its argument is the position, among the
    /// remaining calls, of the call that returns the id.
    pub fn request(&self, id: impl Fn(usize) -> String) -> Request {
        let filled = |text: &str| -> String {
            let parts = text.split(MARK).enumerate();
            let part = |(index, part): (usize, &str)| {
                let call = part.parse().ok().filter(|_| index % 2 == 1);
                call.map_or_else(|| part.into(), &id)
            };
            parts.map(part).collect()
        };
        let (path, body) = (filled(self.request.path()), filled(self.request.body()));
        Request::new(self.request.method(), path.into(), body)
    }

    /// Returns the positions of the calls whose responses provide the ids used in this request.
    pub fn needs(&self) -> impl Iterator<Item = usize> {
        let texts = [self.request.path(), self.request.body()].into_iter();
        let marked = texts.flat_map(|text| text.split(MARK).skip(1).step_by(2));
        marked.filter_map(|call| call.parse().ok())
    }
}

words! {
    /// The kind of call that a step makes.
    #[non_exhaustive]
    Call {
        /// Creates a product (§4.2).
        Create = "create",
        /// Changes a product (§4.3).
        Change = "change",
    }
}

words! {
    /// The state of a step.
    #[non_exhaustive]
    StepState {
        /// Not sent yet, or known not to have been carried out.
        Waiting = "waiting",
        /// Sent, but the result is unknown.
        Unconfirmed = "unconfirmed",
        /// Carried out.
        Done = "done",
    }
}

/// A step of a plan: one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The kind of call.
    pub call: Call,
    /// The product as a JSON Pointer into the setup: `/initiator`, `/renewals/0`.
    pub path: String,
    /// The state of the step.
    pub state: StepState,
    /// The product id, if known.
    pub id: Option<ProductId>,
}

/// Progress of a plan: the completed and the remaining steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// The number of completed steps.
    pub done: usize,
    /// The number of remaining steps.
    pub left: usize,
    /// All steps, in the order of their calls.
    pub steps: Vec<Step>,
}

/// Reason why a plan cannot continue. The plan is unchanged, except that after a refusal the step is no longer
/// unconfirmed.
///
/// Serialised as an object with the variant as `kind`, such as `unconfirmed`, and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PlanError {
    /// A creation was sent, and its result is unknown.
    #[error(
        "the creation of `{path}` was sent and its answer is not known. No call shows whether the product exists: look \
         in the service's own administration or ask Support, then state its id, or that it was not made"
    )]
    Unconfirmed {
        /// The product as a JSON Pointer into the setup.
        path: String,
    },
    /// No call is in progress.
    #[error("no call is under way: ask for the next request first")]
    NothingSent,
    /// The service refused the call with a status that proves that it was not carried out (listed at [`Plan::answer`]).
    /// The next request is the same again.
    #[error("the service refused the call for `{path}` with the status {status}; its body may say why")]
    Refused {
        /// The product as a JSON Pointer into the setup.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The response body.
        body: String,
    },
    /// Another status that is not a success: it is unknown if the call was carried out.
    #[error("the service answered the call for `{path}` with the status {status}: whether it was made is not known")]
    Unclear {
        /// The product as a JSON Pointer into the setup.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The response body.
        body: String,
    },
    /// The status is a success, but the response contains no id. The product may exist.
    #[error(
        "the service accepted the creation of `{path}` (status {status}) but gave no `id`: look for the product in the \
         service's own administration or ask Support, then state its id, or that it was not made"
    )]
    NoId {
        /// The product as a JSON Pointer into the setup.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The response body.
        body: String,
    },
    /// Another product of the setup already has the id.
    #[error("{id} cannot be the id of `{path}`: another product of the set-up has it")]
    IdTaken {
        /// The product as a JSON Pointer into the setup.
        path: String,
        /// The product id.
        id: ProductId,
    },
    /// The confirmed id is not that of the product to be changed.
    #[error("the change is to product {target}, not {id}")]
    OtherId {
        /// The product to be changed; not serialised.
        #[serde(skip)]
        target: ProductId,
        /// The id given to [`Plan::confirm`].
        id: ProductId,
    },
}

impl PlanError {
    /// Returns whether the next request may succeed later: the service responded with a retryable status
    /// ([`AnswerError::is_retry_later`](super::AnswerError::is_retry_later)). A creation that may have been carried out
    /// remains unconfirmed all the same.
    pub const fn is_retry_later(&self) -> bool {
        match self {
            Self::Refused { status, .. } | Self::Unclear { status, .. } => is_passing(*status),
            _ => false,
        }
    }
}

/// Error for a saved plan that cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a saved plan: {reason}; resume from the text that the plan saved")]
pub struct ResumeError {
    reason: String,
}

/// Format version of a saved plan, which allows later versions to read plans of earlier ones.
const FORMAT: u64 = 1;
const NOT_AN_OBJECT: &str = "it is not a JSON object";
