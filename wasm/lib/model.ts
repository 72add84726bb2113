// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { JsonText } from './json-text.js';

/**
 * A product (§2.3). Every field may be absent, because the service also accepts partial products; a field that is
 * present is well-formed.
 */
export interface Product {
  /** The id assigned by the service (§2.3). Absent before creation. */
  id?: number | undefined;
  /** The name of the product family (§2.3). */
  family_name?: string | undefined;
  /** The name of the product (§2.3). */
  name?: string | undefined;
  /** Informational: marks subscription products in reports and statistics (§2.3). */
  license_type?: string | undefined;
  /** The licence term (§2.3); for a free trial, the duration of the trial (§4.4). */
  licence_term?: string | undefined;
  /** The renewal settings (§2.4). */
  renew_settings?: RenewSettings | undefined;
  /** The comments by locale (§2.3). In an update they replace all previous comments. */
  localization_values?: { [locale: string]: ProductComments } | undefined;
  /** The price variants (§2.5). In an update they replace all previous variants. */
  variants?: ProductVariant[] | undefined;
}

/** The renewal settings of a product (§2.4). */
export interface RenewSettings {
  /** The ids of the renewal products, in order (§4.4). */
  product_id_for_renew?: number[] | undefined;
  /** Auto renewal (AR). */
  renew_ar?: RenewAr | undefined;
  /** Turns pre-filled manual renewal on. */
  renew_pmr?: boolean | undefined;
  /** Turns Email renewal on. */
  renew_email?: boolean | undefined;
}

/** The auto-renewal settings (§2.4 `renew_ar`). */
export interface RenewAr {
  /** Turns auto renewal on. */
  enable?: boolean | undefined;
  /**
   * Makes auto renewal mandatory at purchase. Must be true for a free trial, and must not be sent if the product
   * renews itself (§4.4).
   */
  required?: boolean | undefined;
}

/** The comments in a locale (§2.3 `localization_values.<locale>`). */
export interface ProductComments {
  /** The comment that the cart shows if the buyer consents to auto renewal. */
  comment_for_product_for_AR?: string | undefined;
  /** The comment that the cart shows if consent to auto renewal is declined or unavailable. */
  comment_for_product_for_MR?: string | undefined;
}

/** A price variant (§2.5). */
export interface ProductVariant {
  /** The vendor code. */
  vendor_code: string;
  /** The article: a stock-keeping code. */
  sku: string;
  /** The article used instead of `sku` if an AR subscription is placed on the product. */
  sku_ar?: string | undefined;
  /** The price. */
  price: ProductPrice;
}

/** The price of a variant (§2.5). The interface document only specifies `common`. */
export interface ProductPrice {
  /** The common price. */
  common?: ProductCommonPrice | undefined;
}

/** An amount and its currency (§2.5 `price.common`). */
export interface ProductCommonPrice {
  /** The currency code. */
  currency: string;
  /** The amount. */
  price: string;
}

/** Meaning of the checked input: a stored product, or the body of a request. */
export type CheckOperation =
  /** A complete stored product. */
  | 'record'
  /** The request body of `POST /v1/product` (§4.2). */
  | 'create'
  /** The request body of `PATCH /v1/product/{id}` (§4.3). */
  | 'update';

/** Role of a product in a renewal configuration (§1, §4.4). */
export type ProductRole =
  /** The product whose purchase starts the renewals. */
  | 'initiator'
  /** A product that is bought to renew another one. */
  | 'renewal'
  /** A product that renews itself (configuration 1). */
  | 'self-renewing';

/** The level at which a code is reported if the caller overrides its default severity. */
export type RuleLevel =
  /** Not reported. */
  | 'off'
  /** Reported as an info. */
  | 'info'
  /** Reported as a warning. */
  | 'warning'
  /** Reported as an error, which makes the report invalid. */
  | 'error';

/** The kind of payment method. The minimum terms of PMR and Email renewal depend on it (§8). */
export type PaymentKind =
  /** An online payment method. */
  | 'online'
  /** An offline payment method. */
  | 'offline';

/** The buyer's consent to auto renewal (§2.3, §4.4). */
export type Consent =
  /** The buyer has given consent. */
  | 'given'
  /** The buyer has declined consent. */
  | 'declined'
  /** Consent is unavailable. */
  | 'unavailable';

/** Severity of a diagnostic. */
export type Severity =
  /** The service's rules forbid the value, or the renewal cannot work. */
  | 'error'
  /** The value is allowed, but it has no effect or is very likely a mistake. */
  | 'warning'
  /** Something could not be checked; the message names the missing information. */
  | 'info';

/** The renewal kinds that a product can turn on (§1, §2.4), in the order in which they are considered (§4.4). */
export type RenewalKind =
  /** Auto renewal: order and payment are automatic. */
  | 'ar'
  /** Pre-filled manual renewal: the order is created automatically, but the buyer pays it. */
  | 'pmr'
  /** Email renewal: the buyer receives a link that adds the renewal to the cart. */
  | 'email';

/** The effective renewal kind of a purchase. */
export type EffectiveKind =
  /** Auto renewal (AR). */
  | 'ar'
  /** Auto renewal after a free trial. */
  | 'ar-trial'
  /** Pre-filled manual renewal (PMR). */
  | 'pmr'
  /** Email renewal. */
  | 'email';

/** Reason why no renewal kind could be considered at all. */
export type UndecidedReason =
  /** The input, the renewal settings or the licence term is malformed. */
  | 'malformed'
  /** The product has no `renew_settings`. */
  | 'not-configured'
  /** The chain matches no configuration. */
  | 'invalid-chain';

/** Outcome of one kind in a decision. */
export type ConsideredOutcome =
  /** The kind is the effective kind. */
  | 'applied'
  /** The conditions of the kind are not met; `reasons` lists those that failed. */
  | 'rejected'
  /** An earlier kind in the order is the effective one. */
  | 'not-reached'
  /** The product is a free trial, for which only AR is considered. */
  | 'not-considered';

/** Reason why a renewal kind was rejected. */
export type RejectionReason =
  /** The kind is not enabled. */
  | 'disabled'
  /** The product is a free trial and its `renew_ar.required` is not true. */
  | 'not-required'
  /** The kind is Email in a chain of several products, or the product is a free trial that renews itself. */
  | 'unsuitable-configuration'
  /** The product has no licence term. */
  | 'term-missing'
  /** The licence term is zero, which means unlimited. */
  | 'term-zero'
  /** The licence term is shorter than the kind's minimum. */
  | 'term-below-minimum'
  /** The buyer declined auto renewal. */
  | 'consent-declined'
  /** The buyer cannot consent to auto renewal. */
  | 'consent-unavailable';

/** The three renewal configurations (§4.4). */
export type RenewalConfiguration =
  /** Configuration 1: a product renews itself. Its chain lists its own id twice. */
  | 'single'
  /**
   * Configuration 2: an initiator with a single renewal product, which is used for each renewal. The chain lists
   * the id of this renewal product twice.
   */
  | 'pair'
  /**
   * Configuration 3: an initiator with several renewal products. The chain lists their ids in the order of use,
   * and the last id twice.
   */
  | 'chain';

/** Type of a JSON value. The keywords are those of JSON Schema. */
export type JsonType =
  /** `null`. */
  | 'null'
  /** `true` or `false`. */
  | 'boolean'
  /** A number without a fraction (only used as an expected type). */
  | 'integer'
  /** Any number (only used as an actual type). */
  | 'number'
  /** A string. */
  | 'string'
  /** An array. */
  | 'array'
  /** An object. */
  | 'object';

/** The minimum licence terms, in days (§8). The service's Support can change the minimums of Email renewal. */
export interface Limits {
  /** The minimum for auto renewal, in days; 6 by default. */
  arMinDays?: number | undefined;
  /** The minimum for Email renewal with online payment methods, in days; 4 by default. */
  emailOnlineMinDays?: number | undefined;
  /** The minimum for Email renewal with offline payment methods, in days; 11 by default. */
  emailOfflineMinDays?: number | undefined;
  /**
   * The minimum for pre-filled manual renewal with online payment methods, in days. The interface document gives
   * no default, so the minimum is unset unless the caller sets it.
   */
  pmrOnlineMinDays?: number | undefined;
  /** The minimum for pre-filled manual renewal with offline payment methods, in days; unset by default. */
  pmrOfflineMinDays?: number | undefined;
}

/** Levels of codes; other codes have the severity of their rule. */
export type RuleLevels = { [code in Exclude<Code, 'json-syntax'>]?: RuleLevel | undefined };

/** Options for checking a product. All of them are optional. */
export interface CheckOptions {
  /** The meaning of the input: a stored product, or the body of a request; `Operation::Record` by default. */
  operation?: CheckOperation | undefined;
  /** The role of the product in its renewal configuration, if known. */
  role?: ProductRole | undefined;
  /**
   * Set if the product is known to be a free trial (`true`) or not (`false`); if unset, inferred from its
   * prices.
   */
  trial?: boolean | undefined;
  /** The id of the product that the update targets. */
  productId?: number | undefined;
  /** The product before the update. If set, the check applies to the product that results from the update. */
  current?: Product | Record<string, unknown> | JsonText | undefined;
  /** The kind of payment method, if known. */
  payment?: PaymentKind | undefined;
  /** The minimum licence terms, in days. */
  limits?: Limits | undefined;
  /** Levels by code: switch a code off or change its severity. They do not affect the effective renewal kind. */
  rules?: RuleLevels | undefined;
  /**
   * The maximum number of diagnostics in a report; unlimited by default. Errors are retained before warnings,
   * warnings before infos. A truncated report contains the number of omitted diagnostics.
   */
  maxDiagnostics?: number | undefined;
}

/** Options of a decision. All are optional. */
export interface DecisionOptions extends Pick<CheckOptions, 'operation' | 'role' | 'trial' | 'productId' | 'current' | 'payment' | 'limits' | 'rules'> {
  /** The buyer's consent to auto renewal, which affects the effective kind; given by default. */
  consent?: Consent | undefined;
}

/** Options of the check of a catalogue. All are optional. */
export interface CatalogueOptions extends Pick<CheckOptions, 'payment' | 'limits' | 'rules' | 'maxDiagnostics'> {
}

/** The stable codes of diagnostics. */
export type Code = keyof ParamsByCode;

/** A code that has no parameters. */
export type NoParams = { [name in never]: never };

/** Params of the diagnostics of each code. */
export interface ParamsByCode {
  /** The input is not JSON (§4). */
  'json-syntax': {
    /** The reason why the input is not JSON, as a stable keyword; for a value that JSON cannot represent, the reason given by the caller. */
    reason: string;
    /** The line, from 1, if the input is text. */
    line?: number;
    /** The column, from 1, in UTF-16 code units, if the input is text. */
    column?: number;
  };
  /** A name appears twice in one object (§2.3). */
  'duplicate-key': {
    /** The name, truncated. */
    name: string;
  };
  /** A value has the wrong type (§2.3). */
  'type-mismatch': {
    /** The field, unless it is the product or the catalogue itself. */
    field?: string;
    /** The required JSON type. */
    expected: JsonType;
    /** The actual JSON type. */
    found: JsonType;
  };
  /** There is no field of this name (§2.4). */
  'unknown-field': {
    /** The name, truncated. */
    name: string;
    /** The object that has it, where its names are all known. */
    object?: string;
    /** The known name that it looks like. */
    suggestion?: string;
  };
  /** A field is missing (§2.5). */
  'missing-field': {
    /** The field. */
    field: string;
  };
  /** A text is empty (§2.3). */
  'empty-text': {
    /** The field. */
    field: string;
  };
  /** The number is not a valid product id (§2.3). */
  'id-range': {
    /** The field. */
    field: string;
  };
  /** The licence term is not written as the service reads it (§2.3). */
  'term-format': {
    /** Why it is not a term, a stable word. */
    reason: string;
    /** The text, truncated. */
    text: string;
  };
  /** The price is not a plain decimal amount (§2.5). */
  'price-format': {
    /** The text, truncated. */
    text: string;
  };
  /** The currency is not a three-letter code (§2.5). */
  'currency-format': {
    /** The text, truncated. */
    text: string;
  };
  /** The locale is not of the form xx_XX (§2.3). */
  'locale-format': {
    /** The key, truncated. */
    text: string;
  };
  /** The renewal settings have no chain (§4.4). */
  'chain-missing': NoParams;
  /** The chain is empty (§4.4). */
  'chain-empty': NoParams;
  /** The chain has one id only (§4.4). */
  'chain-too-short': {
    /** The only id. */
    id: number;
  };
  /** The last id of the chain is not repeated (§4.4). */
  'chain-last-not-repeated': {
    /** The last id. */
    id: number;
  };
  /** An id appears twice in the chain (§4.4). */
  'chain-repeated-id': {
    /** The id, if known. */
    id?: number;
    /** The index of its first occurrence in the chain. */
    first?: number;
    /** The index of the earlier renewal with the same content, in a setup. */
    earlier?: number;
  };
  /** The product is in its own chain together with others (§1). */
  'chain-self-mixed': {
    /** The own id. */
    id: number;
  };
  /** A product with renewals has no licence term (§4.4). */
  'term-missing': {
    /** The id of the product that this one renews. */
    initiator?: number;
    /** The catalogue index of the product that this one renews, if it has no id. */
    initiatorIndex?: number;
    /** The file of the product that this one renews, if it has no id and the catalogue has several files. */
    initiatorFile?: string;
  };
  /** A product with renewals has an unlimited term (§8). */
  'term-zero': {
    /** The id of the product that this one renews. */
    initiator?: number;
    /** The catalogue index of the product that this one renews, if it has no id. */
    initiatorIndex?: number;
    /** The file of the product that this one renews, if it has no id and the catalogue has several files. */
    initiatorFile?: string;
  };
  /** The licence term is too short for a renewal kind (§8). */
  'term-below-minimum': {
    /** The renewal kind whose minimum is not met. */
    kind: RenewalKind;
    /** The minimum term of that kind, in days. */
    minimumDays: number;
    /** The fewest days that the product's term can take. */
    shortestDays: number;
    /** The kind of payment method to which the minimum applies, for PMR and Email. */
    payment?: PaymentKind;
    /** The id of the product that this one renews. */
    initiator?: number;
    /** The catalogue index of the product that this one renews, if it has no id. */
    initiatorIndex?: number;
    /** The file of the product that this one renews, if it has no id and the catalogue has several files. */
    initiatorFile?: string;
  };
  /** No renewal kind is turned on (§2.4). */
  'no-kind-enabled': NoParams;
  /** `required` is passed for a product that renews itself (§4.4). */
  'ar-required-in-single': NoParams;
  /** Auto renewal is mandatory but off (§2.4). */
  'ar-required-without-ar': NoParams;
  /** Email renewal is on in a chain of several products (§4.4). */
  'email-in-chain': NoParams;
  /** A free trial renews itself (§4.4). */
  'trial-in-single': NoParams;
  /** AR is not on for a free trial (§4.4). */
  'trial-ar-not-enabled': NoParams;
  /** Auto renewal is not mandatory for a free trial (§4.4). */
  'trial-ar-not-required': NoParams;
  /** A renewal kind has no effect on a free trial (§4.4). */
  'trial-kind-ignored': {
    /** The switch of the kind. */
    field: string;
  };
  /** A free price is not written 0.00 (§2.5). */
  'trial-price-form': NoParams;
  /** A free trial has a price (§4.4). */
  'trial-price-not-zero': NoParams;
  /** Some prices are zero and some are not (§4.4). */
  'trial-mixed-prices': NoParams;
  /** The field must be left out when this product is created (§4.4). */
  'field-not-on-create': {
    /** The field. */
    field: string;
  };
  /** The product that starts the renewals has no renewal settings (§4.4). */
  'renew-settings-missing': NoParams;
  /** A renewal product has renewal settings of its own (§4.4). */
  'renewal-has-settings': NoParams;
  /** The change is meant for another product (§4.3). */
  'id-mismatch': {
    /** The product that is changed. */
    productId: number;
  };
  /** The change changes nothing (§4.3). */
  'patch-empty': NoParams;
  /** The change drops variants (§4.3). */
  'patch-drops-variants': {
    /** All dropped items. */
    dropped: string[];
    /** The first few dropped items, truncated. */
    shown: string[];
    /** The number of dropped items that are not shown. */
    more?: number;
  };
  /** The change drops localised comments (§4.3). */
  'patch-drops-locales': {
    /** All dropped items. */
    dropped: string[];
    /** The first few dropped items, truncated. */
    shown: string[];
    /** The number of dropped items that are not shown. */
    more?: number;
  };
  /** The change may drop renewal settings (§4.3). */
  'patch-drops-settings': {
    /** All dropped items. */
    dropped: string[];
    /** The first few dropped items, truncated. */
    shown: string[];
  };
  /** Something could not be checked (§8). */
  'not-checked': {
    /** The options that must be set, or the fields that must be known, for the check. */
    needs: string[];
    /** The id of the product that was not checked, if it is another one. */
    id?: number;
  };
  /** Two products have the same id (§2.3). */
  'duplicate-product-id': {
    /** The id. */
    id: number;
    /** The index of the first product with the id. */
    first: number;
    /** The file of the first product, if the catalogue has several files and it is another one. */
    file?: string;
  };
  /** The chain lists a product that the catalogue does not have (§4.4). */
  'chain-unknown-product': {
    /** The id. */
    id: number;
  };
  /** What follows a free trial is free as well (§4.4). */
  'trial-renewal-free': {
    /** The id of the product that this one renews. */
    initiator?: number;
    /** The catalogue index of the product that this one renews, if it has no id. */
    initiatorIndex?: number;
    /** The file of the product that this one renews, if it has no id and the catalogue has several files. */
    initiatorFile?: string;
  };
}

/** The `messageId`s of each code. */
export interface MessageIdsByCode {
  'json-syntax': 'malformed' | 'not-json' | 'no-form' | 'misuse' | 'other';
  'duplicate-key': 'twice' | 'empty';
  'type-mismatch': 'other-type' | 'unquoted' | 'null' | 'required-null' | 'product' | 'product-text' | 'product-list' | 'catalogue' | 'catalogue-text';
  'unknown-field': 'suggestion' | 'unknown' | 'empty';
  'missing-field': 'missing';
  'empty-text': 'empty' | 'optional';
  'id-range': 'range';
  'term-format': 'empty' | 'form';
  'price-format': 'empty' | 'form';
  'currency-format': 'empty' | 'form';
  'locale-format': 'empty' | 'form';
  'chain-missing': 'missing';
  'chain-empty': 'empty';
  'chain-too-short': 'one-id';
  'chain-last-not-repeated': 'last';
  'chain-repeated-id': 'repeated' | 'setup' | 'same-content';
  'chain-self-mixed': 'mixed';
  'term-missing': 'missing';
  'term-zero': 'zero';
  'term-below-minimum': 'short' | 'trial' | 'inferred' | 'setup-inferred' | 'initiator';
  'no-kind-enabled': 'off' | 'setup';
  'ar-required-in-single': 'passed' | 'setup';
  'ar-required-without-ar': 'no-effect';
  'email-in-chain': 'chain' | 'setup';
  'trial-in-single': 'single' | 'inferred' | 'setup' | 'setup-inferred';
  'trial-ar-not-enabled': 'off' | 'inferred' | 'setup' | 'setup-inferred';
  'trial-ar-not-required': 'optional' | 'inferred' | 'setup' | 'setup-inferred';
  'trial-kind-ignored': 'ignored' | 'inferred' | 'setup' | 'setup-inferred';
  'trial-price-form': 'form' | 'inferred' | 'setup-inferred';
  'trial-price-not-zero': 'not-zero';
  'trial-mixed-prices': 'mixed';
  'field-not-on-create': 'id' | 'later' | 'renewal';
  'renew-settings-missing': 'missing';
  'renewal-has-settings': 'settings';
  'id-mismatch': 'other';
  'patch-empty': 'empty';
  'patch-drops-variants': 'all';
  'patch-drops-locales': 'all';
  'patch-drops-settings': 'all';
  'not-checked': 'current' | 'term' | 'minimums' | 'minimum';
  'duplicate-product-id': 'twice';
  'chain-unknown-product': 'unknown';
  'trial-renewal-free': 'free' | 'setup';
}

/** A table of templates in another language by code and `messageId`. A message that it lacks stays English. */
export type Messages = { readonly [C in Code]?: { readonly [id in MessageIdsByCode[C]]?: string } };

/** A problem in a product, with its location, severity, reason and fix. */
export interface DiagnosticOf<C extends Code> {
  /** The stable code of the problem. */
  code: C;
  /** Severity of the problem. */
  severity: Severity;
  /** JSON Pointer (RFC 6901) into the input. A missing value has the path that it would have if present. */
  path: string;
  /** Stable id of the message's template, unique within the rule of the code. */
  messageId: MessageIdsByCode[C];
  /** The problem and how to fix it, for the person who fills in the product. */
  message: string;
  /** Parameters of the message: filling the template with them yields `message`. */
  params: ParamsByCode[C];
  /**
   * The other fields that affect whether this diagnostic is reported, as JSON Pointers in report order. Fields that
   * are not listed do not affect it. In a catalogue, some pointers may lead to another product.
   */
  related: string[];
  /** Section of the interface document on which the rule is based. */
  section: string;
  /** JSON Patch that removes this diagnostic, if there is exactly one safe fix. */
  fix?: PatchOperation[];
  /** Location in the text, if the input was text. */
  location?: ReportLocation;
  /**
   * URL of the page about the code. It is not enumerable: the JSON form of a report is the same in all languages. A copy
   * made by `structuredClone` or by spreading lacks it.
   */
  readonly url: string;
}

/** A diagnostic; its code determines its params. */
export type Diagnostic = { [C in Code]: DiagnosticOf<C> }[Code];

/** Operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  /** Adds a member or an element. */
  | { op: 'add'; path: string; value: unknown }
  /** Replaces an existing value. */
  | { op: 'replace'; path: string; value: unknown }
  /** Removes an existing value. */
  | { op: 'remove'; path: string }
  /** Moves a value. Fixes only use this operation to rename a member. */
  | { op: 'move'; from: string; path: string }
  /** Adds a copy of a value. Fixes do not use this operation. */
  | { op: 'copy'; from: string; path: string }
  /** Changes nothing, but fails if the value differs. Fixes do not use this operation. */
  | { op: 'test'; path: string; value: unknown };

/** Location in a text. Lines and columns are counted from 1, columns in UTF-16 code units; the end is exclusive. */
export interface ReportLocation {
  /** Line of the first character. */
  line: number;
  /** Column of the first character. */
  column: number;
  /** Line of the end. */
  endLine: number;
  /** Column after the last character. */
  endColumn: number;
}

/** Report of the check of one product. */
export interface Report {
  /** True if the report has no error. */
  valid: boolean;
  /** The configuration (§4.4); `null` if the chain does not form one. */
  configuration: RenewalConfiguration | null;
  /** True if the product is a free trial: as set by the `trial` option, otherwise inferred from the prices. */
  trial: boolean;
  /** Diagnostics in the order of the fields in §2.3 to §2.5. */
  diagnostics: Diagnostic[];
  /** Number of diagnostics that were left out; set only if the caller asked for a limit. */
  omitted?: number;
}

/** Report of the check of a catalogue. The paths of its diagnostics begin with the product's index. */
export interface CatalogueReport {
  /** True if the report has no error. */
  valid: boolean;
  /** Diagnostics of the whole catalogue, then those of each product by index, ordered as in `Report`. */
  diagnostics: Diagnostic[];
  /** Number of diagnostics that were left out; set only if the caller asked for a limit. */
  omitted?: number;
}

/** A renewal kind and its outcome. */
export interface ConsideredKind {
  /** The renewal kind. */
  kind: RenewalKind;
  /** Whether the kind applies, and if not, whether it was rejected or not considered at all. */
  outcome: ConsideredOutcome;
  /** All reasons why the kind was rejected; empty if it was not rejected. */
  reasons: RejectionReason[];
}

/** The effective renewal kind of a product, with the decision for each kind. */
export interface Decision {
  /** Effective kind, `null` if none applies. */
  kind: EffectiveKind | null;
  /** The configuration of the chain, if it is valid. */
  configuration: RenewalConfiguration | null;
  /** `true` if the product is a free trial. */
  trial: boolean;
  /** Reason why AR, PMR and Email could not be considered, such as a malformed term; `null` if they were. */
  reason: UndecidedReason | null;
  /** The outcomes of AR, PMR and Email, in this order; empty if there is a `reason`. */
  considered: ConsideredKind[];
  /**
   * Names of the minimum-term options, such as `limits.pmrOnlineMinDays`, that the effective kind depends on and
   * that are not set. The kind applies only if the term meets these minimums.
   */
  assumed: string[];
}
