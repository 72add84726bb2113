//! The calls that make a set-up, one after the other, what their answers mean, and how they are kept.

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

/// The calls that make a set-up, in the document's order (§4.4), and how many are done.
///
/// All new renewals come first, without `renew_settings`, then the initiator with the resulting ids. A product that
/// renews itself is created without `licence_term` and `renew_settings`, and then changed.
///
/// The plan is a value: it is asked for the next request, and is fed the answer. Save it with
/// [`to_json`](Self::to_json) after [`next_request`](Self::next_request), before the request is sent, and again after
/// [`answer`](Self::answer). Then nothing is created twice, wherever the run breaks off: a creation that may have been
/// sent is **in doubt**, and the plan goes on only when the caller has looked and says what became of it, with
/// [`confirm`](Self::confirm) or [`deny`](Self::deny). A change is sent again without asking: by the overwrite rules
/// (§4.3) it has the same result however often it arrives.
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
    /// The ids of the products of the steps that are done.
    done: Vec<ProductId>,
    /// Whether the next step was sent and its answer is not known.
    is_sent: bool,
    /// Which renewals are new: each step is found by its number, as each call of a long plan asks for one.
    new: Vec<usize>,
    /// The ids of the products that there are: existing ones, and those that were made.
    taken: BTreeSet<ProductId>,
}

#[derive(Clone, Copy)]
enum Job<'a> {
    Renewal(usize, &'a Fields),
    Initiator,
    /// The change after which it renews itself.
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
    /// The plan of a set-up, which is checked whole first, with [`Setup::check`].
    ///
    /// # Errors
    ///
    /// The report, where there is an error in it. (Warnings do not keep a plan from being made.) What no creation may
    /// send and an id that appears twice stay errors, whatever [`Options::rules`] says: no such plan could be resumed.
    pub fn new(setup: Setup, options: &Options) -> Result<Self, Invalid> {
        let mut options = options.clone();
        let is_unplanned = |code: Code| code.rule().is_unplanned();
        options.rules = options.rules.with_errors_of(is_unplanned);
        setup.check(&options).into_result()?;
        Ok(Self::of(setup))
    }

    /// The plan of which nothing is done.
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

    /// The next request, `None` where all is done. From now on the step counts as sent: save the plan before sending.
    ///
    /// # Errors
    ///
    /// [`PlanError::Unconfirmed`] where a creation was sent already and nothing is known of it.
    pub fn next_request(&mut self) -> Result<Option<Request>, PlanError> {
        let Some(job) = self.job() else { return Ok(None) };
        if self.is_sent && job.call() == Call::Create {
            return Err(PlanError::Unconfirmed { path: job.path() });
        }
        let request = self.request(job, &self.done, |id| id);
        self.is_sent = true;
        Ok(Some(request))
    }

    /// The calls that are left, in order (§4.4). The plan stays as it is.
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

    /// The request of a step, after those before it made products with these ids.
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

    /// The initiator's id, where it was created.
    pub fn initiator_id(&self) -> Option<ProductId> {
        self.done.get(self.new.len()).copied()
    }

    /// Takes the answer to the request that was sent. After a refusal the same request is the next one again.
    ///
    /// # Errors
    ///
    /// [`PlanError`] where the answer is not a success or has no id that can be used. After the statuses 400, 401, 403,
    /// 404, 405, 406, 411, 413, 414, 415, 417, 422 and 429 the call was not made, and can be asked for again; the
    /// document shows no error answers of the product endpoints (§4.3, §7), so this is what HTTP says. After any other
    /// answer, such as 408, 409, 425 or 499, it may have been made: the step stays in doubt.
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

    /// States that the call in doubt was made, and the product's id.
    ///
    /// # Errors
    ///
    /// [`PlanError::NothingSent`] where no call is in doubt; [`PlanError::IdTaken`] or
    /// [`PlanError::OtherId`] where it cannot be this id.
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

    /// States that the call in doubt was not made: the next request is the same one again.
    ///
    /// # Errors
    ///
    /// [`PlanError::NothingSent`] where no call is in doubt.
    pub fn deny(&mut self) -> Result<(), PlanError> {
        self.sent()?;
        self.is_sent = false;
        Ok(())
    }

    /// What is done and what is left.
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

/// Whether a status leaves no other reading than that the request was not carried out.
const fn is_refusal(status: u16) -> bool {
    matches!(status, 400 | 401 | 403 | 404 | 405 | 406 | 411 | 413 | 414 | 415 | 417 | 422 | 429)
}

/// A call that a plan has still to make, as far as it is known before the calls before it are answered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foreseen {
    /// The product in the set-up, as a JSON Pointer: `/initiator`, `/renewals/0`.
    pub step: String,
    /// With a mark in the place of each id that is not known.
    request: Request,
}

/// What marks an id that is not known, around the call of those that are left whose answer gives it: it is in no JSON
/// text.
const MARK: char = '\0';

impl Foreseen {
    /// The request, with a text for each id that the answer to another of these calls will give, by the
    /// position of that call among them.
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

    /// The calls whose answers give the ids that it needs.
    pub fn needs(&self) -> impl Iterator<Item = usize> {
        let texts = [self.request.path(), self.request.body()].into_iter();
        let marked = texts.flat_map(|text| text.split(MARK).skip(1).step_by(2));
        marked.filter_map(|call| call.parse().ok())
    }
}

words! {
    /// What a step does.
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
        /// It was not sent, or is known not to have been made.
        Waiting = "waiting",
        /// It was sent, and what became of it is not known.
        Unconfirmed = "unconfirmed",
        /// It was made.
        Done = "done",
    }
}

/// One call of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// What it does.
    pub call: Call,
    /// The product in the set-up, as a JSON Pointer: `/initiator`, `/renewals/0`.
    pub path: String,
    /// Its state.
    pub state: StepState,
    /// The product's id, where it is known.
    pub id: Option<ProductId>,
}

/// What is done and what is left of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// How many steps are done.
    pub done: usize,
    /// How many steps are left.
    pub left: usize,
    /// All steps, in the order in which they are made.
    pub steps: Vec<Step>,
}

/// Why a plan does not go on. It stays where it was, except that a refusal takes a step out of doubt.
///
/// As JSON, an object with the variant as `kind`, such as `unconfirmed`, and its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum PlanError {
    /// A creation was sent, and what became of it is not known.
    #[error(
        "the creation of `{path}` was sent and its answer is not known. No call shows whether the product exists: look \
         in the service's own administration or ask Support, then state its id, or that it was not made"
    )]
    Unconfirmed {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
    },
    /// No call is under way.
    #[error("no call is under way: ask for the next request first")]
    NothingSent,
    /// The service refused the call with a status that proves that it was not made (those are listed
    /// at [`Plan::answer`]), and the next request is the same one again.
    #[error("the service refused the call for `{path}` with the status {status}; its body may say why")]
    Refused {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// Another status that is not a success: whether the call was made is not known.
    #[error("the service answered the call for `{path}` with the status {status}: whether it was made is not known")]
    Unclear {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// The status says success, but there is no id. The product may exist.
    #[error(
        "the service accepted the creation of `{path}` (status {status}) but gave no `id`: look for the product in the \
         service's own administration or ask Support, then state its id, or that it was not made"
    )]
    NoId {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The HTTP status.
        status: u16,
        /// The body of the answer.
        body: String,
    },
    /// The id is that of another product of the set-up.
    #[error("{id} cannot be the id of `{path}`: another product of the set-up has it")]
    IdTaken {
        /// The product in the set-up, as a JSON Pointer.
        path: String,
        /// The id.
        id: ProductId,
    },
    /// The change was made in a product other than the one that was created.
    #[error("the change is to product {target}, not {id}")]
    OtherId {
        /// The product that the change is for; not in the JSON.
        #[serde(skip)]
        target: ProductId,
        /// The id that was stated.
        id: ProductId,
    },
}

impl PlanError {
    /// Whether the next request, asked for later, may succeed: the service answered with a status after
    /// which the same call may ([`AnswerError::is_retry_later`](super::AnswerError::is_retry_later)). Where that is a
    /// creation that may have been made, it is in doubt all the same.
    pub const fn is_retry_later(&self) -> bool {
        match self {
            Self::Refused { status, .. } | Self::Unclear { status, .. } => is_passing(*status),
            _ => false,
        }
    }
}

/// A saved plan that cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not a saved plan: {reason}; resume from the text that the plan saved")]
pub struct ResumeError {
    reason: String,
}

/// The format of a saved plan: a later version may read earlier ones by it.
const FORMAT: u64 = 1;
const NOT_AN_OBJECT: &str = "it is not a JSON object";
