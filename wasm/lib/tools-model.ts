// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { Code, Consent, Decision, Diagnostic, EffectiveKind, Limits, PaymentKind, RejectionReason, RenewalConfiguration, RenewalKind, RuleLevels, Severity, UndecidedReason } from './model.js';

/** Kind of payment for a period (§1). */
export type TimelinePayment =
  /** The purchase: the buyer checks out and pays. */
  | 'checkout'
  /** Purchase of a free trial: the buyer obtains it free of charge. */
  | 'free'
  /** AR: payment for the renewal order is charged automatically. */
  | 'automatically'
  /** PMR: the renewal order exists, and the buyer pays for it from the message. */
  | 'from-message'
  /** Email: the buyer follows the link of the message, checks out and pays. */
  | 'from-link';

/** Reasons why no further renewal follows. */
export type TimelineStopReason =
  /** No renewal kind applies to the purchase; the decision lists the reasons (§4.4). */
  | 'no-kind'
  /** The catalogue lacks the next product. */
  | 'unknown-product'
  /** The product of the last period has no licence term. */
  | 'term-missing'
  /** The licence term of the last period is malformed. */
  | 'term-malformed'
  /** The licence term of the last period is zero, which means unlimited (§8). */
  | 'term-zero'
  /**
   * The licence term of the last period is shorter than the kind's minimum, so the renewal cannot be created in
   * time (§8).
   */
  | 'term-below-minimum'
  /** The last period would end after 9999-12-31, the end of the calendar. */
  | 'calendar-end';

/** Counting of consecutive month terms. The interface document gives no rule for ends of months. */
export type MonthCount =
  /**
   * Counts from the start of the first of consecutive month terms: 31 January, 28 February, 31 March. After a
   * term in days, the count starts again.
   */
  | 'anchored'
  /** Counts from the end of the previous period: 31 January, 28 February, 28 March. */
  | 'chained';

/** Versions that contain a compared product. */
export type ComparisonPresence =
  /** Both versions. */
  | 'both'
  /** Only the new version. */
  | 'added'
  /** Only the old version. */
  | 'removed';

/** Call that a step makes: the creation or the change of a product. */
export type PlanCall =
  /** Creates a product (§4.2). */
  | 'create'
  /** Changes a product (§4.3). */
  | 'change';

/** The state of a step. */
export type PlanStepState =
  /** Not sent yet, or known not to have been carried out. */
  | 'waiting'
  /** Sent, but the result is unknown. */
  | 'unconfirmed'
  /** Carried out. */
  | 'done';

/** Reason why a login failed (§7.1). */
export type LoginErrorKind =
  /** 400: the request is invalid. */
  | 'bad-request'
  /** 401: authentication failed. */
  | 'unauthorized'
  /** 404: the request URL is wrong. */
  | 'not-found'
  /** 500: an internal error of the service. */
  | 'server-error'
  /** A status that the interface document does not define. */
  | 'unknown-status'
  /** 200, but the body contains no token. */
  | 'no-token';

/** Reason why a response of a product endpoint is an error. */
export type ResponseErrorKind =
  /** The status is not from 200 to 299. (The interface document does not specify which of these a success has.) */
  | 'status'
  /**
   * The status is a success, but the field `id` contains no product id. The product may have been created all
   * the same.
   */
  | 'no-id';

/** The HTTP method of a request. */
export type RequestMethod =
  /** Method of the requests that create a product or log in. */
  | 'POST'
  /** Method of the requests that change a product. */
  | 'PATCH';

/** Output format of reports. */
export type ReportFormat =
  /** Text for people: each diagnostic with its message, an excerpt, and the fix. */
  | 'stylish'
  /** A JSON array of `{"file": …, "report": …}`. */
  | 'json'
  /** SARIF 2.1.0, for code scanning. */
  | 'sarif'
  /**
   * Workflow commands of GitHub Actions, which become annotations: errors first, and at most as many as GitHub
   * displays for a step. The total is at the end.
   */
  | 'github'
  /** `JUnit` XML: errors are failures; warnings and infos are output of passing test cases. */
  | 'junit'
  /** A Markdown table for a comment or a summary, with at most 500 diagnostics. */
  | 'markdown'
  /** GitLab's code quality report: errors are major, warnings minor. */
  | 'gitlab'
  /** Checkstyle XML, which many build servers support. */
  | 'checkstyle';

/** A purchase, and how far its renewals are followed. */
export interface TimelineOptions {
  /** Purchase date, on which the first period begins. */
  purchaseDate: string;
  /** Id of the purchased product. By default the only product, else the only one with renewal settings. */
  productId?: number | undefined;
  /** Kind of payment method; online by default. */
  payment?: PaymentKind | undefined;
  /** Buyer's consent to auto renewal; given by default. */
  consent?: Consent | undefined;
  /** Index of the purchased variant, from 0; 0 by default. */
  variant?: number | undefined;
  /** Number of renewals to follow, at most 1000 (`MAX_RENEWALS`); 12 by default. */
  renewals?: number | undefined;
  /** Way to count consecutive month terms; by default from the start of the first one (`anchored`). */
  monthCount?: MonthCount | undefined;
  /**
   * Days before the end of a period on which the order of a PMR renewal is created. The interface document does
   * not show this number: without this option the date is unknown.
   */
  pmrLeadDays?: number | undefined;
  /**
   * Days before the end of a period on which the message of an Email renewal is sent. The interface document
   * does not show this number: without this option the date is unknown.
   */
  emailLeadDays?: number | undefined;
  /** `true` if the product is a free trial; inferred from its prices by default. */
  trial?: boolean | undefined;
  /** Minimum licence terms of the renewal kinds. */
  limits?: Limits | undefined;
}

/** Options of a comparison. All are optional. */
export interface CompareOptions {
  /** Purchase date of the compared timelines; no timelines are compared by default. */
  purchaseDate?: string | undefined;
  /**
   * Id of the only product to compare, with its renewals; by default all products that are purchased on their
   * own.
   */
  productId?: number | undefined;
  /**
   * Number of renewals in the timelines, at most 1000 (`MAX_RENEWALS`); 12 by
   * default.
   */
  renewals?: number | undefined;
  /** Way to count consecutive month terms; by default from the start of the first one (`anchored`). */
  monthCount?: MonthCount | undefined;
  /**
   * Days before the end of a period on which the order of a PMR renewal is created, as in the options of a
   * timeline.
   */
  pmrLeadDays?: number | undefined;
  /**
   * Days before the end of a period on which the message of an Email renewal is sent, as in the options of a
   * timeline.
   */
  emailLeadDays?: number | undefined;
  /** Minimum licence terms of the renewal kinds. */
  limits?: Limits | undefined;
  /** Codes to omit or to report with another severity. */
  rules?: RuleLevels | undefined;
}

/** Reason why the products of a text cannot be read, or why the renewals of a purchase cannot be computed. */
export type TimelineErrorKind =
  /** The input is not JSON. */
  | 'not-json'
  /**
   * The input is neither a product nor products (a JSON array, or newline-delimited). An array without any object
   * contains no products.
   */
  | 'not-products'
  /** The input is a setup: the description of an initiator and its renewals that a plan is made from. */
  | 'setup'
  /** The input is an empty array. */
  | 'no-products'
  /** The purchased product is not set and cannot be inferred. */
  | 'product-not-given'
  /** No product has the requested id. */
  | 'no-such-product'
  /** More renewals are requested than `MAX_RENEWALS`. */
  | 'too-many-renewals';

/** Reasons why two versions cannot be compared. */
export type CompareErrorKind =
  /** Neither version contains the requested product. */
  | 'no-such-product'
  /** More renewals are requested than `MAX_RENEWALS`. */
  | 'too-many-renewals';

/** Error for a username or a password that no account can have. */
export type CredentialsErrorKind =
  /** The username is empty. */
  | 'empty-username'
  /** The password is empty. */
  | 'empty-password';

/**
 * The error codes of the login operation (§7.2, §7.3). Each also serves as the error response to a login request (§7),
 * with its status and a body that contains this one error.
 */
export type LoginCodeKind =
  /** 110: the body is not JSON. */
  | 'invalid-json'
  /** 111: the Content-type is not `application/json`. */
  | 'invalid-content-type'
  /** 1005: a parameter is wrong or required data is missing. */
  | 'invalid-data'
  /** 1006: authentication failed. */
  | 'bad-credentials';

/** Reason why a JSON Patch could not be read or applied. */
export type PatchErrorKind =
  /** The text is not JSON. */
  | 'not-json'
  /**
   * The operation with this index, counted from 0, cannot be applied: a JSON Pointer is malformed or does not exist,
   * the tested value differs, or the copies exceed the limit of `apply_patch`.
   */
  | 'does-not-fit'
  /** The text of the patch is not an array of JSON Patch operations. */
  | 'not-a-patch';

/** Error for a body that cannot be sent. */
export type RequestErrorKind =
  /** The body is not JSON. */
  | 'not-json'
  /** The body is not a JSON object. */
  | 'not-an-object'
  /** A product to be created has an id. */
  | 'id-on-create'
  /** The `id` in a change is not that of the product to be changed. */
  | 'other-id';

/** Error for a change that is invalid or that the service cannot make. */
export type UpdateErrorKind =
  /** A version of the product, or the body of the change, is not JSON. */
  | 'not-json'
  /** A version of the product, or the body of the change, is not a JSON object. */
  | 'not-an-object'
  /** The two products have different ids. */
  | 'other-id'
  /** Fields would have to be removed, but a change can only set fields. */
  | 'cannot-remove';

/** Error in the description of a setup. Mistakes in its products are reported by `Setup::check`. */
export type SetupErrorKind =
  /** The text is not JSON. */
  | 'not-json'
  /** A member is absent or of the wrong type. */
  | 'invalid'
  /** The member is unknown. */
  | 'unknown'
  /** The member occurs more than once. */
  | 'repeated'
  /** The text contains products instead of a setup: an array, one product per line, or a single product. */
  | 'products'
  /** The input to be converted to a setup is neither products (an array, or one per line) nor a single product. */
  | 'not-products'
  /** The products to be converted to a setup have no product at the requested index. */
  | 'no-product'
  /** The initiator has `renew_settings`. */
  | 'settings-given'
  /**
   * The product at the index starts a setup, but the setup is ambiguous: the product's `id`, its chain or another of
   * its `renew_settings` cannot be used.
   */
  | 'unusable';

/**
 * Reason why a plan cannot continue. The plan is unchanged, except that after a refusal the step is no longer
 * unconfirmed.
 *
 * Serialised as an object with the variant as `kind`, such as `unconfirmed`, and its fields.
 */
export type PlanErrorKind =
  /** A creation was sent, and its result is unknown. */
  | 'unconfirmed'
  /** A response or a result was reported, but no call is in progress. */
  | 'nothing-sent'
  /**
   * The service refused the call with a status that proves that it was not carried out (listed at
   * `Plan::record_response`). The plan will return the same request again.
   */
  | 'refused'
  /** The service responded with another status that is not a success. It is unknown if the call was carried out. */
  | 'unclear'
  /** The status is a success, but the response contains no id. The product may exist. */
  | 'no-id'
  /** Another product of the setup already has the id. */
  | 'id-taken'
  /** The id given to `Plan::confirm` is not that of the product to be changed. */
  | 'other-id';

/**
 * An assumption of a timeline about something that the interface document does not show. In JSON an object of
 * `code` and `message`.
 */
export interface TimelineNote {
  code:
    /** Month terms are counted from the start of the first of consecutive month terms. */
    | 'months-anchored'
    /** Month terms are counted from the end of the previous period. */
    | 'months-chained'
    /** Each period starts on the day on which the previous one ends. */
    | 'paid-in-time'
    /** The date of an AR order is derived from the example in §8. */
    | 'order-date-inferred'
    /**
     * The interface document does not show the date of a PMR order or an Email message, and the option for the
     * lead time is not set.
     */
    | 'order-date-unknown'
    /** The lead time of an order (days until the end of the current period) is longer than the period. */
    | 'lead-too-long'
    /** The interface document does not show the minimum term of PMR, and the option for this minimum is not set. */
    | 'pmr-minimum-unknown'
    /** The payment method is not set and defaults to online. */
    | 'payment-assumed'
    /** The interface document does not show which variant a renewal uses. */
    | 'variant-assumed'
    /** A product has no variant at the index of the purchased one. */
    | 'variant-missing'
    /** The `trial` option is set, although the purchase has a price. */
    | 'trial-not-free';
  /** Message that describes the assumption. */
  message: string;
}

/** One licence period. */
export interface TimelinePeriod {
  /** 0 for the purchase, then the number of the renewal. */
  number: number;
  /** Id of the product, `null` if it has none. */
  productId: number | null;
  /** Name of the product, if it has one. */
  name: string | null;
  /**
   * Ordered article: `sku_ar` for an AR subscription, if present, else `sku` (§2.5). `null` if the product has no
   * variant at the index of the purchased variant, or the variant has no article.
   */
  article: string | null;
  /** Amount of the price as written; `null` if there is none. */
  price: string | null;
  /** Currency of the price. */
  currency: string | null;
  /** Licence term, if well-formed. */
  licenceTerm: string | null;
  /** First day of the period. */
  start: string;
  /**
   * Day after the last day of the period, on which the next period starts. `null` if the term is missing, malformed
   * or unlimited, or if the period would end after the year 9999.
   */
  end: string | null;
  /** Kind of the subscription, which is chosen at its creation (§4.4). */
  kind: EffectiveKind | null;
  /**
   * Date on which the order of this renewal is created, or the Email message is sent. `null` for the purchase, and
   * if the date is unknown; a note says why.
   */
  ordered: string | null;
  /** Kind of payment for the period. */
  paid: TimelinePayment;
}

/** The end of a timeline that has fewer renewals than requested. */
export interface TimelineStop {
  /** Reason why the timeline ends. */
  reason: TimelineStopReason;
  /** Id of the product at which the timeline ends, if it has one. */
  productId: number | null;
  /** Reason why the timeline ends, as a sentence. */
  message: string;
  /** Minimum of the kind in days, if the term is below it. */
  minimumDays?: number;
  /** Fewest days that the term can take, if that is below the minimum. */
  shortestDays?: number;
  /** Licence term that is below the minimum. */
  licenceTerm?: string;
  /** Kind that requires the minimum. */
  kind?: RenewalKind;
  /** Reason why no kind could be considered. */
  undecided?: UndecidedReason;
}

/** The periods and orders that follow a purchase. */
export interface Timeline {
  /** The applied renewal kind and its reasons, decided once, when the subscription is created (§4.4). */
  decision: Decision;
  /** Way in which consecutive month terms are counted. */
  monthCount: MonthCount;
  /** The purchase and its renewals. Each period starts on the day on which the previous one ends. */
  periods: TimelinePeriod[];
  /** Reason why there are fewer renewals than requested, or why none can follow; `null` if the renewals go on. */
  stop: TimelineStop | null;
  /** Assumptions of this timeline. */
  notes: TimelineNote[];
}

/** The circumstances of a checkout that the effective kind depends on (§4.4, §8). */
export interface ComparisonSituation {
  /** Kind of payment method. */
  payment: PaymentKind;
  /** Consent to auto renewal. */
  consent: Consent;
}

/** A price as written. The currency may be any text, because the interface document specifies no format for it (§2.5). */
export interface ComparisonPrice {
  /** Amount as decimal text, such as `9.90`. */
  price: string | null;
  /** Currency as written, such as `USD`. */
  currency: string | null;
  /** `true` if the amount is malformed; `price` is absent then. */
  malformed?: boolean;
}

/** Article and price of a variant. */
export interface ComparisonVariant {
  /** `sku` of the variant. */
  sku: string | null;
  /** Price of the variant. */
  price: ComparisonPrice;
}

/** The product of one purchase or renewal, as a buyer sees it. */
export interface ComparisonOffer {
  /** Id of the product. */
  productId: number | null;
  /** `true` if the catalogue contains the product. If `false`, only the id of the product is known. */
  known: boolean;
  /** Name of the product. */
  name: string | null;
  /** Licence term, if well-formed. */
  licenceTerm: string | null;
  /** Prices of the variants. */
  prices: ComparisonPrice[];
}

/** A period whose product or dates differ. */
export interface ComparisonPeriod {
  /** 0 for the purchase, then the number of the renewal. */
  number: number;
  /** Period in the old version. */
  old: TimelinePeriod | null;
  /** Period in the new version. */
  new: TimelinePeriod | null;
}

/** An index in the list of a product's variants at which the two versions have different variants. */
export interface ComparisonPosition {
  /** Index of the variant, from 0. */
  position: number;
  /** Variant at this index in the old version. */
  old: ComparisonVariant | null;
  /** Variant at this index in the new version. */
  new: ComparisonVariant | null;
}

/** All changes for the buyers of one product. */
export interface ProductComparison {
  /** Id of the purchased product, if it has one. */
  productId: number | null;
  /** Name of the product in the new version, else in the old one. */
  name: string | null;
  /** Id of the product in the old version, if it differs: two single products are compared whatever their ids. */
  oldProductId?: number;
  /** Versions that contain the product. */
  presence: ComparisonPresence;
  /**
   * Number of the last compared step. It is the length of the longer of the two chains, at which the last product
   * begins to repeat; one more if a buyer's renewals end exactly there, because later renewals then differ.
   */
  lastStep: number;
  /** The changes: configuration first, then the purchase and each renewal, then the timeline. */
  changes: ComparisonChange[];
}

/** A diagnostic that only one of the two versions has. */
export interface ComparisonDiagnostic {
  /** Id of the product that has the diagnostic, if known. */
  productId: number | null;
  /** The diagnostic, with its path in its own version. */
  diagnostic: Diagnostic;
}

/** The differences between two versions of a catalogue. */
export interface Comparison {
  /** `true` if anything changes for buyers. Diagnostics alone do not count. */
  changed: boolean;
  /** Products with a change, in the order of the old version, then the new products. */
  products: ProductComparison[];
  /** Number of compared products without a change. */
  unchanged: number;
  /** Diagnostics that only the new version has. */
  appeared: ComparisonDiagnostic[];
  /** Diagnostics that only the old version has. */
  disappeared: ComparisonDiagnostic[];
}

/** A step of a plan: one call. */
export interface PlanStep {
  /** Call that this step makes. */
  call: PlanCall;
  /** JSON Pointer into the setup to the product: `/initiator`, `/renewals/0`. */
  path: string;
  /** The state of the step. */
  state: PlanStepState;
  /** Id of the product that the step creates or changes, if known. */
  id: number | null;
}

/** Progress of a plan: the completed and the remaining steps. */
export interface PlanProgress {
  /** The number of completed steps. */
  done: number;
  /** The number of remaining steps. */
  left: number;
  /** All steps, in the order of their calls. */
  steps: PlanStep[];
}

/** An entry of an error response (§7). */
export interface ServiceError {
  /** The error code, `error` in the body. */
  error: number;
  /** The message from the service. */
  message: string;
}

/** Documentation of a rule. */
export interface RuleInfo {
  code: Code;
  severities: Severity[];
  /** Section of the interface document. */
  section: string;
  /** Title of the rule. */
  title: string;
  /** Explanation, with the remedy. */
  explanation: string;
  /** Fields that the rule reads, such as `variants[].sku`. */
  reads: string[];
  /** Fields at which the rule is reported. */
  at: string[];
  /** Names of the params of the rule's diagnostics. */
  params: string[];
  /** English messages by `messageId`. */
  templates: { [messageId: string]: string };
  /** Options of the examples as JSON; empty if there are none. */
  options: string;
  /** Set if the examples are catalogues. */
  catalogue: boolean;
  /** Example with a diagnostic of the rule. */
  bad: string;
  /** The same example without the diagnostic. */
  good: string;
}

/** A request as data. The caller adds the token and sends the request. */
export interface ServiceRequest {
  method: RequestMethod;
  /** Path relative to the base URL. */
  path: string;
  headers: { [name: string]: string };
  body: string;
  /** Full URL, if the base URL was given. */
  url?: string;
}

/** The smallest update from one product to another. */
export interface ProductUpdate {
  /** Body to send, `null` if nothing changes. */
  body: string | null;
  /** Fields that the body contains. */
  fields: string[];
  /** Id of the product, if the old or the new version has it. */
  productId: number | null;
}

/**
 * One difference that a buyer notices. A `step` is 0 for the purchase, then the number of the renewal. The last
 * renewal product repeats, so the last step stands for all later renewals, too. Only steps that some buyer reaches are
 * compared.
 */
export type ComparisonChange =
  /** The configuration (§4.4). */
  | {
      aspect: 'configuration';
      /** Configuration in the old version, if the chain forms one. */
      old: RenewalConfiguration | null;
      /** Configuration in the new version, if the chain forms one. */
      new: RenewalConfiguration | null;
    }
  /** The product is a free trial in only one of the versions. */
  | {
      aspect: 'trial';
      /** `true` if the product is a free trial in the old version. */
      old: boolean;
      /** `true` if the product is a free trial in the new version. */
      new: boolean;
    }
  /** The effective renewal kind (§4.4). */
  | {
      aspect: 'kind';
      /** Affected situations. */
      situations: ComparisonSituation[];
      /** Effective kind in the old version; `null` if no kind applies. */
      old: EffectiveKind | null;
      /** Effective kind in the new version; `null` if no kind applies. */
      new: EffectiveKind | null;
      /** Reasons why the old kind no longer applies. */
      lost: RejectionReason[];
      /** Reasons why the new kind did not apply before. */
      gained: RejectionReason[];
      /**
       * Reason why no kind could be considered in the old version, such as a malformed term; `null` if the kinds
       * were considered.
       */
      oldUndecided: UndecidedReason | null;
      /**
       * Reason why no kind can be considered in the new version, such as a malformed term; `null` if the kinds are
       * considered.
       */
      undecided: UndecidedReason | null;
    }
  /** The renewal products in order of use, each once; the last one repeats. */
  | {
      aspect: 'chain';
      /** Ids of the renewal products in the old version. */
      old: number[];
      /** Ids of the renewal products in the new version. */
      new: number[];
    }
  /**
   * The number of renewals that a buyer reaches, if a kind applies in both versions. Renewals end if a term is
   * unusable for the kind, and before a product that the catalogue lacks.
   */
  | {
      aspect: 'renewals';
      /** Affected situations. */
      situations: ComparisonSituation[];
      /** Number of renewals in the old version; `null` if they are unlimited. */
      old: number | null;
      /** Number of renewals in the new version; `null` if they are unlimited. */
      new: number | null;
      /** Reason why the renewals end in the old version. */
      oldStop: TimelineStop | null;
      /** Reason why the renewals end in the new version. */
      newStop: TimelineStop | null;
    }
  /** A purchase or renewal that exists in one version only, or whose product only one catalogue contains. */
  | {
      aspect: 'offer';
      /** Step of the purchase or renewal. */
      step: number;
      /** Affected situations. */
      situations: ComparisonSituation[];
      /** Product of the step in the old version; `null` if no affected buyer reaches the step. */
      old: ComparisonOffer | null;
      /** Product of the step in the new version; `null` if no affected buyer reaches the step. */
      new: ComparisonOffer | null;
    }
  /** The product's name. */
  | {
      aspect: 'name';
      /** Step of the purchase or renewal. */
      step: number;
      /** Name in the old version, if set. */
      old: string | null;
      /** Name in the new version, if set. */
      new: string | null;
    }
  /** The licence term. */
  | {
      aspect: 'term';
      /** Step of the purchase or renewal. */
      step: number;
      /** Licence term in the old version, if well-formed. */
      old: string | null;
      /** Licence term in the new version, if well-formed. */
      new: string | null;
      /** `true` if the old term is malformed; `old` is absent then. */
      wasMalformed: boolean;
      /** `true` if the new term is malformed; `new` is absent then. */
      isMalformed: boolean;
    }
  /**
   * The order of the variants. The interface document does not specify which variant a renewal uses. A timeline uses
   * the variant at the index of the purchased one, so if the order changes, the price may change.
   */
  | {
      aspect: 'order';
      /** Step of the purchase or renewal. */
      step: number;
      /** Indices at which the variant changes. */
      positions: ComparisonPosition[];
    }
  /** The price of a variant. If only one version has the variant, the price in the other version is absent. */
  | {
      aspect: 'price';
      /** Step of the purchase or renewal. */
      step: number;
      /** `sku` of the variant in the new version, or in the old one if it was removed. */
      sku: string | null;
      /** `sku` of the variant in the old version, if it existed. */
      oldSku: string | null;
      /** Price in the old version, if it has the variant. */
      old: ComparisonPrice | null;
      /** Price in the new version, if it has the variant. */
      new: ComparisonPrice | null;
    }
  /** The ordered article (§2.5). */
  | {
      aspect: 'article';
      /** Step of the purchase or renewal. */
      step: number;
      /** Affected situations. */
      situations: ComparisonSituation[];
      /** Article in the old version, if set. */
      old: string | null;
      /** Article in the new version, if set. */
      new: string | null;
    }
  /**
   * The comment that the cart shows (§2.3). The switches of the purchased product decide for the purchase and for
   * each renewal (§4.4). The comment for auto renewal is shown for a free trial, and if AR is on and consent is
   * given, or declined although AR is mandatory. The comment for manual renewal is shown otherwise, and always if
   * consent is unavailable. Nothing is mandatory if a product renews itself.
   */
  | {
      aspect: 'comment';
      /** Step of the purchase or renewal. */
      step: number;
      /** Locale of the comment. */
      locale: string;
      /** Affected situations. */
      situations: ComparisonSituation[];
      /** Comment in the old version, if set. */
      old: string | null;
      /** Comment in the new version, if set. */
      new: string | null;
    }
  /** The periods that follow a purchase on the purchase date of the options. */
  | {
      aspect: 'timeline';
      /** Affected situations. */
      situations: ComparisonSituation[];
      /** Periods whose product or dates differ. */
      periods: ComparisonPeriod[];
      /** Reason why the renewals end in the old version. */
      oldStop: TimelineStop | null;
      /** Reason why the renewals end in the new version. */
      newStop: TimelineStop | null;
    };
