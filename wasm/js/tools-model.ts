// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { Configuration, Consent, Decision, Diagnostic, EffectiveKind, Limits, Payment, Rejection, RenewalKind, RuleLevels, Undecided } from './model.js';

/** How the buyer comes to pay for a period (§1). */
export type Paid =
  /** The purchase: the buyer checks out and pays. */
  | 'checkout'
  /** The purchase of a free trial: the buyer obtains it free of charge. */
  | 'free'
  /** AR: payment for the renewal order is charged automatically. */
  | 'automatically'
  /** PMR: the renewal order is there, the buyer pays for it from the message. */
  | 'from-message'
  /** Email: the buyer follows the link of the message, checks out and pays. */
  | 'from-link';

/** Why no further renewal follows. */
export type StopReason =
  /** No renewal kind applies to the purchase; the decision says why (§4.4). */
  | 'no-kind'
  /** The next product is not among those given. */
  | 'unknown-product'
  /** The last period's product has no licence term. */
  | 'term-missing'
  /** The last period's licence term cannot be read. */
  | 'term-malformed'
  /** The last period's licence term is zero, that is unlimited (§8). */
  | 'term-zero'
  /** The last period's licence term is shorter than the kind's minimum: its renewal cannot be made in time (§8). */
  | 'term-below-minimum'
  /** The calendar ends before the last period does: it goes to 9999-12-31. */
  | 'calendar-end';

/**
 * How month terms that follow one another are counted. The interface document gives no rule for
 * the ends of months.
 */
export type MonthCount =
  /**
   * From the day on which the run of month terms began: 31 January, 28 February, 31 March. A term
   * in days ends the run.
   */
  | 'anchored'
  /** From the end of the period before: 31 January, 28 February, 28 March. */
  | 'chained';

/** In which of the two versions something is. */
export type Presence =
  /** In both. */
  | 'both'
  /** In the new one only. */
  | 'added'
  /** In the old one only. */
  | 'removed';

/** What a step does. */
export type Call =
  /** Creates a product (§4.2). */
  | 'create'
  /** Changes a product (§4.3). */
  | 'change';

/** The state of a step. */
export type StepState =
  /** It was not sent, or is known not to have been made. */
  | 'waiting'
  /** It was sent, and what became of it is not known. */
  | 'unconfirmed'
  /** It was made. */
  | 'done';

/** Why a login gave no token (§7.1). */
export type LoginErrorKind =
  /** 400: the request is invalid. */
  | 'bad-request'
  /** 401: authentication failed. */
  | 'unauthorized'
  /** 404: the request URL is wrong. */
  | 'not-found'
  /** 500: an error of the service. */
  | 'server-error'
  /** A status that the document does not name. */
  | 'unknown-status'
  /** 200, but the body has no token. */
  | 'no-token';

/** What is wrong with an answer of a product endpoint. */
export type AnswerErrorKind =
  /** The status is not from 200 to 299. (Which of them a success has is not shown.) */
  | 'status'
  /**
   * The status says success, but there is no product id in the field `id`. The product may have
   * been created all the same.
   */
  | 'no-id';

/** A purchase, and how far its renewals are followed. */
export interface TimelineOptions {
  /** The day of the purchase, on which the first period begins. */
  purchaseDate: string;
  /** Which product is bought. Where it is not stated: the only product, else the only one with renewal settings. */
  productId?: number | undefined;
  /** The kind of payment method; online where it is not stated. */
  payment?: Payment | undefined;
  /** The buyer's consent to auto renewal; given by default. */
  consent?: Consent | undefined;
  /** Which variant is bought, counted from 0; 0 by default. */
  variant?: number | undefined;
  /** How many renewals are followed, at most 1000 (`MAX_RENEWALS`); 12 by default. */
  renewals?: number | undefined;
  /** How month terms are counted; anchored by default. */
  monthCount?: MonthCount | undefined;
  /**
   * How many days before the end of a period the order of a PMR renewal is created. The document
   * does not show it: without it there is no such date.
   */
  pmrLeadDays?: number | undefined;
  /**
   * How many days before the end of a period the message of an Email renewal is sent. The document
   * does not show it: without it there is no such date.
   */
  emailLeadDays?: number | undefined;
  /** Whether the product is a free trial; inferred from its prices where it is not stated. */
  trial?: boolean | undefined;
  /** The minimum terms. */
  limits?: Limits | undefined;
}

/** What the caller can state about a comparison. Everything is optional. */
export interface CompareOptions {
  /** The day of a purchase whose timelines are compared; without it none are. */
  purchaseDate?: string | undefined;
  /** The one product that is compared, with its renewals; without it all that are bought on their own are. */
  productId?: number | undefined;
  /**
   * How many renewals the timelines follow, at most 1000 (`MAX_RENEWALS`); 12
   * by default.
   */
  renewals?: number | undefined;
  /** How month terms are counted; anchored by default. */
  monthCount?: MonthCount | undefined;
  /** How many days before the end of a period a PMR order is created, as for a timeline. */
  pmrLeadDays?: number | undefined;
  /** How many days before the end of a period the message of an Email renewal is sent, as for a timeline. */
  emailLeadDays?: number | undefined;
  /** The minimum terms. */
  limits?: Limits | undefined;
  /** Which problems are left out, or reported with another severity. */
  rules?: RuleLevels | undefined;
}

/** Why products say nothing about a purchase. */
export type TimelineErrorKind =
  /** The input is not JSON; why. */
  | 'not-json'
  /**
   * The input is neither products, in an array or one a line, nor one product. Products are objects: an array in
   * which nothing is one has none.
   */
  | 'not-products'
  /** The input is the description of a set-up, as a plan takes it. */
  | 'setup'
  /** The input is an empty array, so nothing in it can be bought. */
  | 'no-products'
  /** The caller did not say which product is bought, and it is not the only one. */
  | 'product-not-given'
  /** There is no product with this id. */
  | 'no-such-product'
  /** More renewals are asked for than `MAX_RENEWALS`. */
  | 'too-many-renewals';

/** Why two versions cannot be compared. */
export type CompareErrorKind =
  /** Neither version has the stated product. */
  | 'no-such-product'
  /** More renewals are asked for than `MAX_RENEWALS`. */
  | 'too-many-renewals';

/** A username or a password that no login can have. */
export type CredentialsErrorKind =
  /** The username is empty. */
  | 'empty-username'
  /** The password is empty. */
  | 'empty-password';

/**
 * The error codes of the login operation (§7.2, §7.3). Each is the refusal of a login request, too, as
 * the service answers it (§7): one error, a status and a body.
 */
export type LoginCodeKind =
  /** 110: the body is not JSON. */
  | 'invalid-json'
  /** 111: Content-type is not `application/json`. */
  | 'invalid-content-type'
  /** 1005: a parameter is wrong, or required data is missing. */
  | 'invalid-data'
  /** 1006: authentication failed. */
  | 'bad-credentials';

/** A body that cannot be sent. */
export type RequestErrorKind =
  /** It is not a JSON object. */
  | 'not-an-object'
  /** A product to create has an id. */
  | 'id-on-create'
  /** A change has an id other than that of its product. */
  | 'other-id';

/** A change that the service cannot make, or that is not understood. */
export type UpdateErrorKind =
  /** One of the two products is not a JSON object. */
  | 'not-an-object'
  /** The two have different ids. */
  | 'other-id'
  /** Fields would have to go: a change can only send fields. */
  | 'cannot-remove';

/**
 * A description of a set-up that is not understood. Whether the products are right is not judged
 * here: `Setup::check` does that.
 */
export type SetupErrorKind =
  /** A member is absent or of the wrong type. */
  | 'invalid'
  /** There is no such member. */
  | 'unknown'
  /** The text is products: an array, one a line, or one alone. */
  | 'products'
  /** The input that a setup should be made of is neither products, in an array or one a line, nor one product. */
  | 'not-products'
  /** The products that a setup should be made of have none at the index. */
  | 'no-product'
  /** The initiator has `renew_settings`. */
  | 'settings-given'
  /**
   * A product says that it starts a set-up, but not which: its `id`, its chain or another one of its
   * `renew_settings` cannot be used.
   */
  | 'unusable';

/**
 * Why a plan does not go on. It stays where it was, except that a refusal takes a step out of doubt.
 *
 * As JSON, an object with the variant as `kind`, such as `unconfirmed`, and its fields.
 */
export type PlanErrorKind =
  /** A creation was sent, and what became of it is not known. */
  | 'unconfirmed'
  /** No call is under way. */
  | 'nothing-sent'
  /**
   * The service refused the call with a status that proves that it was not made (those are listed
   * at `Plan::answer`), and the next request is the same one again.
   */
  | 'refused'
  /** Another status that is not a success: whether the call was made is not known. */
  | 'unclear'
  /** The status says success, but there is no id. The product may exist. */
  | 'no-id'
  /** The id is that of another product of the set-up. */
  | 'id-taken'
  /** The change was made in a product other than the one that was created. */
  | 'other-id';

/**
 * What a timeline takes for granted where the interface document is silent. As JSON, an object of
 * `code` and `message`.
 */
export interface Note {
  code:
    /** Months are counted anchored. */
    | 'months-anchored'
    /** Months are counted chained. */
    | 'months-chained'
    /** Each period begins where the one before it ends. */
    | 'paid-in-time'
    /** The date of an AR order is read off the example of §8. */
    | 'order-date-inferred'
    /** The date of a PMR order or an Email message is not shown, and none was stated. */
    | 'order-date-unknown'
    /** The stated lead does not fit into a period. */
    | 'lead-too-long'
    /** The minimum term of PMR is not shown, and none was stated. */
    | 'pmr-minimum-unknown'
    /** The payment method was not stated and counts as online. */
    | 'payment-assumed'
    /** Which variant a renewal uses is not shown. */
    | 'variant-assumed'
    /** A product has no variant at the position of the one that is bought. */
    | 'variant-missing'
    /** The purchase was stated to be a free trial, though it has a price. */
    | 'trial-not-free';
  /** What is taken for granted, in words. */
  message: string;
}

/** One licence period. */
export interface Period {
  /** 0 for the purchase, then the number of the renewal. */
  number: number;
  /** The product, `null` where it has no id. */
  productId: number | null;
  /** The product's name, where it has one. */
  name: string | null;
  /**
   * The article that is ordered: `sku_ar`, where there is one, for an AR subscription, else `sku`
   * (§2.5). `null` where the product has no such variant.
   */
  article: string | null;
  /** The amount of the price, its exact text; `null` where there is none. */
  price: string | null;
  /** The currency of the price. */
  currency: string | null;
  /** The licence term, where it is well-formed. */
  licenceTerm: string | null;
  /** The first day. */
  start: string;
  /**
   * The day after the last one, on which the next period starts. `null` where the term is
   * missing, malformed or unlimited, or the calendar ends.
   */
  end: string | null;
  /** The kind of the subscription, which is applied at its creation (§4.4). */
  kind: EffectiveKind | null;
  /**
   * When the order that renews into this period is created, for Email when the message is sent.
   * `null` for the purchase, and where it is not known; a note says why.
   */
  ordered: string | null;
  /** How it is paid. */
  paid: Paid;
}

/** Where and why a timeline ends before the renewals that were asked for. */
export interface Stop {
  /** Why. */
  reason: StopReason;
  /** The product at which it ends, where it has an id. */
  productId: number | null;
  /** The same in words. */
  message: string;
  /** The minimum of the kind in days, where the term is below it. */
  minimumDays?: number;
  /** The fewest days that the term can take, where that is below the minimum. */
  shortestDays?: number;
  /** The term that is below the minimum. */
  licenceTerm?: string;
  /** The kind whose minimum it is. */
  kind?: RenewalKind;
  /** Why no kind could be considered. */
  undecided?: Undecided;
}

/** What happens when, from a purchase on. */
export interface Timeline {
  /** Which renewal kind applies and why: decided once, at the creation of the subscription (§4.4). */
  decision: Decision;
  /** How month terms were counted. */
  monthCount: MonthCount;
  /** The purchase and the renewals. Each period starts on the day on which the one before it ends. */
  periods: Period[];
  /** Why there are fewer renewals than were asked for, or none can follow; `null` where the renewals go on. */
  stop: Stop | null;
  /** What was taken for granted. */
  notes: Note[];
}

/** How a buyer comes to the checkout: what the effective kind depends on (§4.4, §8). */
export interface Situation {
  /** The kind of payment method. */
  payment: Payment;
  /** The consent to auto renewal. */
  consent: Consent;
}

/**
 * A price: its exact texts, as far as they are there. Of the currency the document says no more than that it is a
 * text (§2.5).
 */
export interface ShownPrice {
  /** The amount. */
  price: string | null;
  /** The currency. */
  currency: string | null;
  /** Whether there is an amount that cannot be read; there is no `price` then. */
  malformed?: boolean;
}

/** A variant, as it is at its position. */
export interface ShownVariant {
  /** Its `sku`. */
  sku: string | null;
  /** Its price. */
  price: ShownPrice;
}

/** What a buyer gets with one purchase or renewal. */
export interface Offer {
  /** The product. */
  productId: number | null;
  /** Whether the product is in the set-up. Where it is not, nothing else is known of it. */
  known: boolean;
  /** Its name. */
  name: string | null;
  /** Its licence term, where it is well-formed. */
  licenceTerm: string | null;
  /** The prices of its variants. */
  prices: ShownPrice[];
}

/** A period whose product or dates differ. */
export interface PeriodChange {
  /** 0 for the purchase, then the number of the renewal. */
  number: number;
  /** Before. */
  old: Period | null;
  /** Now. */
  new: Period | null;
}

/** A position among the variants of a product at which another variant is. */
export interface PositionChange {
  /** Counted from 0. */
  position: number;
  /** The variant before. */
  old: ShownVariant | null;
  /** The variant now. */
  new: ShownVariant | null;
}

/** What changes for the buyers of one product. */
export interface ProductComparison {
  /** The product that is bought, where it has an id. */
  productId: number | null;
  /** Its name as it is now, else as it was. */
  name: string | null;
  /** Its id in the old version, where that is another one: two single products are compared though their ids differ. */
  oldProductId?: number;
  /** In which version it is. */
  presence: Presence;
  /**
   * The number of the last renewal that is not just a repetition, in the version where it is
   * higher; one more where a buyer comes to that one and no further, as later ones differ then.
   */
  lastStep: number;
  /** What changes: the set-up first, then the purchase and each renewal, then the timeline. */
  changes: Change[];
}

/** A problem that is there in one of the two versions only. */
export interface Problem {
  /** The product that has it, where it has an id. */
  productId: number | null;
  /** The problem, with its path in its own version. */
  diagnostic: Diagnostic;
}

/** What changes between two versions of a set-up. */
export interface Comparison {
  /** Whether anything that is compared changes for buyers. Problems alone do not count. */
  changed: boolean;
  /** The products with a change, in the order of the old version, then those that are new. */
  products: ProductComparison[];
  /** How many products were compared without a change. */
  unchanged: number;
  /** The problems that the new version has and the old one had not. */
  appeared: Problem[];
  /** The problems that the old version had and the new one has not. */
  disappeared: Problem[];
}

/** One call of a plan. */
export interface Step {
  /** What it does. */
  call: Call;
  /** The product in the set-up, as a JSON Pointer: `/initiator`, `/renewals/0`. */
  path: string;
  /** Its state. */
  state: StepState;
  /** The product's id, where it is known. */
  id: number | null;
}

/** What is done and what is left of a plan. */
export interface Progress {
  /** How many steps are done. */
  done: number;
  /** How many steps are left. */
  left: number;
  /** All steps, in the order in which they are made. */
  steps: Step[];
}

/** One item of an error body (§7). */
export interface ServiceError {
  /** The integer code, `error` in the body. */
  error: number;
  /** The message, as the service wrote it. */
  message: string;
}

/**
 * One thing that is different for buyers. A `step` is 0 for the purchase, then the number of the
 * renewal; the last renewal product repeats, so the last step stands for all later renewals
 * too. Only steps that some buyer comes to are compared.
 */
export type Change =
  /** The configuration (§4.4). */
  | {
      aspect: 'configuration';
      /** Before. */
      old: Configuration | null;
      /** Now. */
      new: Configuration | null;
    }
  /** Whether it is a free trial. */
  | {
      aspect: 'trial';
      /** Before. */
      old: boolean;
      /** Now. */
      new: boolean;
    }
  /** The effective renewal kind (§4.4). */
  | {
      aspect: 'kind';
      /** In which situations. */
      situations: Situation[];
      /** Before. */
      old: EffectiveKind | null;
      /** Now. */
      new: EffectiveKind | null;
      /** Why the old kind no longer applies. */
      lost: Rejection[];
      /** Why the new kind did not apply before. */
      gained: Rejection[];
      /** Why no kind could be considered before. */
      oldUndecided: Undecided | null;
      /** Why no kind can be considered now. */
      undecided: Undecided | null;
    }
  /** The renewal products in the order of use, each once; the last one repeats. */
  | {
      aspect: 'chain';
      /** Before. */
      old: number[];
      /** Now. */
      new: number[];
    }
  /**
   * How many renewals a buyer comes to, where a kind applies in both versions: they end where a term
   * cannot be used for that kind, and before a product that is not in the set-up.
   */
  | {
      aspect: 'renewals';
      /** In which situations. */
      situations: Situation[];
      /** Before; `null` where they went on without end. */
      old: number | null;
      /** Now; `null` where they go on without end. */
      new: number | null;
      /** Why they ended before. */
      oldStop: Stop | null;
      /** Why they end now. */
      newStop: Stop | null;
    }
  /** A purchase or renewal that is there in one version only, or whose product is in one set-up only. */
  | {
      aspect: 'offer';
      /** Which one. */
      step: number;
      /** In which situations. */
      situations: Situation[];
      /** Before. */
      old: Offer | null;
      /** Now. */
      new: Offer | null;
    }
  /** The product's name. */
  | {
      aspect: 'name';
      /** Of which purchase or renewal. */
      step: number;
      /** Before. */
      old: string | null;
      /** Now. */
      new: string | null;
    }
  /** The licence term. */
  | {
      aspect: 'term';
      /** Of which purchase or renewal. */
      step: number;
      /** Before. */
      old: string | null;
      /** Now. */
      new: string | null;
      /** Whether there was a term that could not be read; there is no `old` then. */
      wasMalformed: boolean;
      /** Whether there is a term that cannot be read; there is no `new` then. */
      isMalformed: boolean;
    }
  /**
   * The positions of the variants. The interface document does not show which variant a renewal uses; a timeline
   * takes the one at the position of the purchase, so that another order charges another price.
   */
  | {
      aspect: 'order';
      /** Of which purchase or renewal. */
      step: number;
      /** The positions at which another variant is. */
      positions: PositionChange[];
    }
  /** A price. A variant that is in one version only has its price there, and none in the other. */
  | {
      aspect: 'price';
      /** Of which purchase or renewal. */
      step: number;
      /** The variant's `sku`, as it is now; where there is no variant now, as it was. */
      sku: string | null;
      /** The `sku` of the variant before, where there was one. */
      oldSku: string | null;
      /** Before. */
      old: ShownPrice | null;
      /** Now. */
      new: ShownPrice | null;
    }
  /** The article that is ordered (§2.5). */
  | {
      aspect: 'article';
      /** Of which purchase or renewal. */
      step: number;
      /** In which situations. */
      situations: Situation[];
      /** Before. */
      old: string | null;
      /** Now. */
      new: string | null;
    }
  /**
   * The comment on the product (§2.3). For the purchase and for each renewal the switches of the
   * product that is bought decide, as in the cart (§4.4): the comment for auto renewal for a free
   * trial, and where AR is on and consent is given, or declined though it is mandatory; else, and
   * always where consent is unavailable, the one for manual renewal. Where one product renews itself nothing is
   * mandatory.
   */
  | {
      aspect: 'comment';
      /** Of which purchase or renewal. */
      step: number;
      /** The locale. */
      locale: string;
      /** In which situations. */
      situations: Situation[];
      /** Before. */
      old: string | null;
      /** Now. */
      new: string | null;
    }
  /** What happens when, for a purchase on the stated day. */
  | {
      aspect: 'timeline';
      /** In which situations. */
      situations: Situation[];
      /** The periods whose product or dates differ. */
      periods: PeriodChange[];
      /** Why the renewals end before. */
      oldStop: Stop | null;
      /** Why they end now. */
      newStop: Stop | null;
    };
