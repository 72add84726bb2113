// Made by `cargo xtask generate` from the Rust source: change that instead.

/**
 * A product (§2.3). Every field may be absent, as the service takes partial products too; a
 * field that is there is well-formed.
 */
export interface Product {
  /** The identifier that the service gave the product (§2.3). Absent before creation. */
  id?: number | undefined;
  /** The product family's name (§2.3). */
  family_name?: string | undefined;
  /** The product's name (§2.3). */
  name?: string | undefined;
  /** Informational only: it marks subscription products in reports and statistics (§2.3). */
  license_type?: string | undefined;
  /** The licence term (§2.3); for a free trial, the trial's duration (§4.4). */
  licence_term?: string | undefined;
  /** The renewal settings (§2.4). */
  renew_settings?: RenewSettings | undefined;
  /** The comments of each locale (§2.3). Sent in a change, they replace all that there were. */
  localization_values?: { [locale: string]: Comments } | undefined;
  /** The price variants (§2.5). Sent in a change, they replace all that there were. */
  variants?: Variant[] | undefined;
}

/** The renewal settings of a product (§2.4). */
export interface RenewSettings {
  /** The ids used for renewal, in order (§4.4). */
  product_id_for_renew?: number[] | undefined;
  /** Auto renewal. */
  renew_ar?: RenewAr | undefined;
  /** Whether pre-filled manual renewal is on. */
  renew_pmr?: boolean | undefined;
  /** Whether Email renewal is on. */
  renew_email?: boolean | undefined;
}

/** The auto-renewal settings (§2.4 `renew_ar`). */
export interface RenewAr {
  /** Whether auto renewal is on. */
  enable?: boolean | undefined;
  /**
   * Whether auto renewal is mandatory at purchase. True for a free trial; not to be passed
   * where one product renews itself (§4.4).
   */
  required?: boolean | undefined;
}

/** The comments of one locale (§2.3 `localization_values.<locale>`). */
export interface Comments {
  /** Shown when consent to auto renewal is on. */
  comment_for_product_for_AR?: string | undefined;
  /** Shown when consent to auto renewal is off or unavailable. */
  comment_for_product_for_MR?: string | undefined;
}

/** A price variant (§2.5). */
export interface Variant {
  /** The vendor code. */
  vendor_code: string;
  /** The article (stock-keeping code). */
  sku: string;
  /** The article used instead of `sku` when an AR subscription is placed on the product. */
  sku_ar?: string | undefined;
  /** The price. */
  price: Price;
}

/** The price of a variant (§2.5). The document shows `common` only. */
export interface Price {
  /** The common price. */
  common?: CommonPrice | undefined;
}

/** An amount and its currency (§2.5 `price.common`). */
export interface CommonPrice {
  /** The currency code. */
  currency: string;
  /** The amount. */
  price: string;
}

/** How a product is checked: as a record or as the body of a request. */
export type Operation =
  /** A whole product at rest. */
  | 'record'
  /** The body of `POST /v1/product` (§4.2). */
  | 'create'
  /** The body of `PATCH /v1/product/{id}` (§4.3). */
  | 'update';

/** The part that a product plays in a renewal set-up (§1, §4.4). */
export type Role =
  /** The product whose purchase starts the renewals. */
  | 'initiator'
  /** A product that is bought to renew another one. */
  | 'renewal'
  /** A product that renews itself (configuration 1). */
  | 'self-renewing';

/** How a code is reported, where the caller states it. */
export type Level =
  /** Not at all. */
  | 'off'
  /** Something to know of. */
  | 'info'
  /** A warning. */
  | 'warning'
  /** An error: the report is not valid. */
  | 'error';

/** The kind of payment method, on which the minimum terms of PMR and Email renewal depend (§8). */
export type Payment =
  /** An online payment method. */
  | 'online'
  /** An offline payment method. */
  | 'offline';

/** The buyer's consent to auto renewal (§2.3, §4.4). */
export type Consent =
  /** Consent is on. */
  | 'given'
  /** The buyer declined. */
  | 'declined'
  /** Consent cannot be given. */
  | 'unavailable';

/** How bad a diagnostic is. */
export type Severity =
  /** The service's rules forbid it, or the renewal cannot work. */
  | 'error'
  /** It is allowed, but it has no effect or is very likely a slip. */
  | 'warning'
  /** Something could not be checked; what is missing is named. */
  | 'info';

/** The renewal kinds that a product can switch on (§1, §2.4), in the order in which they are considered (§4.4). */
export type RenewalKind =
  /** Auto renewal: order and payment happen automatically. */
  | 'ar'
  /** Pre-filled manual renewal: the order is created automatically, the buyer pays. */
  | 'pmr'
  /** Email renewal: the buyer receives a link that puts the renewal into the cart. */
  | 'email';

/** The kind of renewal that a purchase leads to. */
export type EffectiveKind =
  /** Auto renewal. */
  | 'ar'
  /** Auto renewal after a free trial. */
  | 'ar-trial'
  /** Pre-filled manual renewal. */
  | 'pmr'
  /** Email renewal. */
  | 'email';

/** Why no kind could be considered at all. */
export type Undecided =
  /** The input, the renewal settings or the licence term is malformed. */
  | 'malformed'
  /** There is no `renew_settings`. */
  | 'not-configured'
  /** The chain makes no configuration. */
  | 'invalid-chain';

/** What became of one kind. */
export type Outcome =
  /** It is the effective kind. */
  | 'applied'
  /** Its conditions do not hold; the reasons say why. */
  | 'rejected'
  /** An earlier kind applied. */
  | 'not-reached'
  /** The product is a free trial, for which only AR is considered. */
  | 'not-considered';

/** Why a kind was rejected. */
export type Rejection =
  /** It is not turned on. */
  | 'disabled'
  /** A trial's `renew_ar.required` is not true. */
  | 'not-required'
  /** Email in a chain of several products, or a trial that renews itself. */
  | 'unsuitable-configuration'
  /** There is no licence term. */
  | 'term-missing'
  /** The licence term is zero. */
  | 'term-zero'
  /** The licence term is shorter than the kind's minimum. */
  | 'term-below-minimum'
  /** The buyer declined auto renewal. */
  | 'consent-declined'
  /** Consent to auto renewal cannot be given. */
  | 'consent-unavailable';

/** The three ways to set renewals up (§4.4). */
export type Configuration =
  /** Configuration 1: one product renews itself. The chain is its own id, twice. */
  | 'single'
  /** Configuration 2: an initiator and one renewal that renews itself. The chain is the renewal's id, twice. */
  | 'pair'
  /**
   * Configuration 3: an initiator and several renewals. The chain lists the renewals in the
   * order of use, the last one twice.
   */
  | 'chain';

/** The type of a JSON value, as `type-mismatch` names it. */
export type JsonType =
  /** `null`. */
  | 'null'
  /** `true` or `false`. */
  | 'boolean'
  /** A number without a fraction (only as what is expected). */
  | 'integer'
  /** Any number (only as what is found). */
  | 'number'
  /** Text. */
  | 'string'
  /** A list. */
  | 'array'
  /** Named members. */
  | 'object';

/** The minimum licence terms, in days (§8). Support can change those of Email renewal. */
export interface Limits {
  /** The minimum for auto renewal; 6 by default. */
  arMinDays?: number | undefined;
  /** The minimum for Email renewal with online payment methods; 4 by default. */
  emailOnlineMinDays?: number | undefined;
  /** The minimum for Email renewal with offline payment methods; 11 by default. */
  emailOfflineMinDays?: number | undefined;
  /**
   * The minimum for pre-filled manual renewal with online payment methods. The document does not
   * show its default, so there is none until the caller states it.
   */
  pmrOnlineMinDays?: number | undefined;
  /** The minimum for pre-filled manual renewal with offline payment methods; none until the caller states it. */
  pmrOfflineMinDays?: number | undefined;
}

/** The levels of codes; every other code is reported as its rule says. */
export type RuleLevels = { [code in Exclude<Code, 'json-syntax'>]?: Level | undefined };

/** What the caller states about a product. Everything is optional. */
export interface Options {
  /** How the product is checked; as a record by default. */
  operation?: Operation | undefined;
  /** The product's part in the set-up, where it is known. */
  role?: Role | undefined;
  /** Whether the product is a free trial; inferred from its prices where it is not stated. */
  trial?: boolean | undefined;
  /** The id that an update targets. */
  productId?: number | undefined;
  /** The product as it is before an update; with it, an update is judged as the merged product. */
  current?: Product | Record<string, unknown> | string | ArrayBuffer | ArrayBufferView | undefined;
  /** The kind of payment method, where it is known. */
  payment?: Payment | undefined;
  /** The minimum terms. */
  limits?: Limits | undefined;
  /** Which codes are left out, or reported with another severity. The effective renewal kind stays the same. */
  rules?: RuleLevels | undefined;
  /**
   * How many diagnostics a report holds at most, errors before warnings before infos; all of them by
   * default. A report that leaves some out says how many.
   */
  maxDiagnostics?: number | undefined;
}

/** What the caller states for a decision. Everything is optional. */
export interface DecisionOptions extends Pick<Options, 'operation' | 'role' | 'trial' | 'productId' | 'current' | 'payment' | 'limits' | 'rules'> {
  /** The buyer's consent to auto renewal, by which the effective kind is decided; given by default. */
  consent?: Consent | undefined;
}

/** What the caller states about a catalogue. Everything is optional. */
export interface CatalogueOptions extends Pick<Options, 'payment' | 'limits' | 'rules' | 'maxDiagnostics'> {
}

/** The stable codes of diagnostics. */
export type Code = keyof ParamsByCode;

/** A code that has no parameters. */
export type NoParams = { [name in never]: never };

/** What the message of a diagnostic is made of, by its code. */
export interface ParamsByCode {
  /** The input is not JSON (§4). */
  'json-syntax': {
    /** Why it is not JSON, a stable word; of a value without a JSON form the caller's words. */
    reason: string;
    /** The line, from 1; of text only. */
    line?: number;
    /** The column, from 1, in UTF-16 code units; of text only. */
    column?: number;
  };
  /** A name appears twice in one object (§2.3). */
  'duplicate-key': {
    /** The name, shortened. */
    name: string;
  };
  /** A value has the wrong type (§2.3). */
  'type-mismatch': {
    /** The field, where it is not the product or the catalogue itself. */
    field?: string;
    /** The JSON type that belongs here. */
    expected: JsonType;
    /** The JSON type that was found. */
    found: JsonType;
  };
  /** There is no field of this name (§2.4). */
  'unknown-field': {
    /** The name, shortened. */
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
    /** The text, shortened. */
    text: string;
  };
  /** The price is not a plain decimal amount (§2.5). */
  'price-format': {
    /** The text, shortened. */
    text: string;
  };
  /** The currency is not a three-letter code (§2.5). */
  'currency-format': {
    /** The text, shortened. */
    text: string;
  };
  /** The locale is not of the form xx_XX (§2.3). */
  'locale-format': {
    /** The key, shortened. */
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
    /** The id, where it is known. */
    id?: number;
    /** The index at which the chain has it first. */
    first?: number;
    /** In a set-up, the index of the earlier renewal of the same content. */
    earlier?: number;
  };
  /** The product is in its own chain together with others (§1). */
  'chain-self-mixed': {
    /** The own id. */
    id: number;
  };
  /** A product with renewals has no licence term (§4.4). */
  'term-missing': {
    /** The product whose renewal this is, by its id. */
    initiator?: number;
    /** The same by its index in the catalogue, if it has no id. */
    initiatorIndex?: number;
    /** The file of that product, in a catalogue of several files, if it is another one and has no id. */
    initiatorFile?: string;
  };
  /** A product with renewals has an unlimited term (§8). */
  'term-zero': {
    /** The product whose renewal this is, by its id. */
    initiator?: number;
    /** The same by its index in the catalogue, if it has no id. */
    initiatorIndex?: number;
    /** The file of that product, in a catalogue of several files, if it is another one and has no id. */
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
    /** The kind of payment method whose minimum it is, for PMR and Email. */
    payment?: Payment;
    /** The product whose renewal this is, by its id. */
    initiator?: number;
    /** The same by its index in the catalogue, if it has no id. */
    initiatorIndex?: number;
    /** The file of that product, in a catalogue of several files, if it is another one and has no id. */
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
    /** All that is dropped. */
    dropped: string[];
    /** The first few of them, shortened. */
    shown: string[];
    /** How many more there are. */
    more?: number;
  };
  /** The change drops localised comments (§4.3). */
  'patch-drops-locales': {
    /** All that is dropped. */
    dropped: string[];
    /** The first few of them, shortened. */
    shown: string[];
    /** How many more there are. */
    more?: number;
  };
  /** The change may drop renewal settings (§4.3). */
  'patch-drops-settings': {
    /** All that is dropped. */
    dropped: string[];
    /** The first few of them, shortened. */
    shown: string[];
  };
  /** Something could not be checked (§8). */
  'not-checked': {
    /** What must be stated to have it checked. */
    needs: string[];
    /** The product that it is about, where it is another one. */
    id?: number;
  };
  /** Two products have the same id (§2.3). */
  'duplicate-product-id': {
    /** The id. */
    id: number;
    /** The index of the first product that has it. */
    first: number;
    /** The file of that product, in a catalogue of several files, if it is another one. */
    file?: string;
  };
  /** The chain lists a product that the catalogue does not have (§4.4). */
  'chain-unknown-product': {
    /** The id. */
    id: number;
  };
  /** What follows a free trial is free as well (§4.4). */
  'trial-renewal-free': {
    /** The product whose renewal this is, by its id. */
    initiator?: number;
    /** The same by its index in the catalogue, if it has no id. */
    initiatorIndex?: number;
    /** The file of that product, in a catalogue of several files, if it is another one and has no id. */
    initiatorFile?: string;
  };
}

/** The messages of each code, by their own names. */
export interface MessageIdsByCode {
  'json-syntax': 'malformed' | 'not-json' | 'no-form' | 'slip' | 'other';
  'duplicate-key': 'twice' | 'empty';
  'type-mismatch': 'other-type' | 'unquoted' | 'null' | 'required-null' | 'product' | 'product-list' | 'catalogue';
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
  'chain-repeated-id': 'repeated' | 'set-up' | 'same-content';
  'chain-self-mixed': 'mixed';
  'term-missing': 'own' | 'initiator' | 'initiator-index';
  'term-zero': 'own' | 'initiator' | 'initiator-index';
  'term-below-minimum': 'own' | 'initiator' | 'initiator-index' | 'trial' | 'trial-initiator' | 'trial-initiator-index';
  'no-kind-enabled': 'off' | 'set-up';
  'ar-required-in-single': 'passed' | 'set-up';
  'ar-required-without-ar': 'no-effect';
  'email-in-chain': 'chain' | 'set-up';
  'trial-in-single': 'single' | 'inferred' | 'set-up' | 'set-up-inferred';
  'trial-ar-not-enabled': 'off' | 'inferred' | 'set-up' | 'set-up-inferred';
  'trial-ar-not-required': 'optional' | 'inferred' | 'set-up' | 'set-up-inferred';
  'trial-kind-ignored': 'ignored' | 'inferred' | 'set-up' | 'set-up-inferred';
  'trial-price-form': 'form' | 'inferred' | 'set-up-inferred';
  'trial-price-not-zero': 'not-zero';
  'trial-mixed-prices': 'mixed';
  'field-not-on-create': 'id' | 'later' | 'renewal';
  'renew-settings-missing': 'missing';
  'renewal-has-settings': 'settings';
  'id-mismatch': 'other';
  'patch-empty': 'empty';
  'patch-drops-variants': 'all' | 'more';
  'patch-drops-locales': 'all' | 'more';
  'patch-drops-settings': 'all';
  'not-checked': 'current' | 'term' | 'minimums' | 'minimum';
  'duplicate-product-id': 'twice';
  'chain-unknown-product': 'unknown';
  'trial-renewal-free': 'initiator' | 'initiator-index' | 'set-up';
}

/** A table of templates in another language: one for each message of each code. */
export type Messages = { readonly [C in Code]: { readonly [id in MessageIdsByCode[C]]: string } };

/** One problem: what, where, how bad, why, and how to fix it. */
export interface DiagnosticOf<C extends Code> {
  /** The stable code. */
  code: C;
  /** How bad it is. */
  severity: Severity;
  /** A JSON Pointer (RFC 6901) into the input; for something absent, where it would be. */
  path: string;
  /** Which of the code's templates the message is, by its stable name. */
  messageId: MessageIdsByCode[C];
  /** What is wrong and what to do, for the person who fills in the product. */
  message: string;
  /** What the message is made of: the template and these give the message. */
  params: ParamsByCode[C];
  /**
   * The other fields that decide whether it is reported, as JSON Pointers in the order of a report: a
   * field that is not listed does not change that. In a catalogue some may be of another product.
   */
  related: string[];
  /** The section of the interface document that the rule comes from. */
  section: string;
  /** Where one fix is certain: a JSON Patch that removes this diagnostic. */
  fix?: PatchOperation[];
  /** Where it is, for text input. */
  location?: Location;
}

/** One problem; its code says which parameters it has. */
export type Diagnostic = { [C in Code]: DiagnosticOf<C> }[Code];

/** One operation of a JSON Patch (RFC 6902). */
export type PatchOperation =
  /** Adds a member or an element. */
  | { op: 'add'; path: string; value: unknown }
  /** Replaces what is there. */
  | { op: 'replace'; path: string; value: unknown }
  /** Takes away what is there. */
  | { op: 'remove'; path: string }
  /** Moves a value; in a fix always to give a member another name. */
  | { op: 'move'; from: string; path: string }
  /** Adds a copy of a value. No fix does. */
  | { op: 'copy'; from: string; path: string }
  /** Changes nothing; the patch does not fit where another value is there. No fix has it. */
  | { op: 'test'; path: string; value: unknown };

/** Where something is in a text: lines and columns from 1, columns in UTF-16 code units, the end exclusive. */
export interface Location {
  /** The line of the first character. */
  line: number;
  /** The column of the first character. */
  column: number;
  /** The line of the end. */
  endLine: number;
  /** The column after the last character. */
  endColumn: number;
}

/** The report of one product. */
export interface Report {
  /** Whether no diagnostic is an error. */
  valid: boolean;
  /** The configuration (§4.4), `null` where the chain makes none. */
  configuration: Configuration | null;
  /** Whether the product is a free trial, as stated or as its prices say. */
  trial: boolean;
  /** The problems, in the order of the fields of §2.3 to §2.5. */
  diagnostics: Diagnostic[];
  /** How many diagnostics were left out; there only where the caller asked for a limit. */
  omitted?: number;
}

/** The report of a catalogue. Paths begin with the product's index. */
export interface CatalogueReport {
  /** Whether no diagnostic is an error. */
  valid: boolean;
  /** The problems: of the whole first, then by index, then as in one product. */
  diagnostics: Diagnostic[];
  /** How many diagnostics were left out; there only where the caller asked for a limit. */
  omitted?: number;
}

/** One kind and what became of it. */
export interface Considered {
  /** The kind. */
  kind: RenewalKind;
  /** What became of it. */
  outcome: Outcome;
  /** Why it was rejected: every reason that holds. */
  reasons: Rejection[];
}

/** The effective renewal kind of a product and how it was found. */
export interface Decision {
  /** The kind, `null` where none applies. */
  kind: EffectiveKind | null;
  /** The configuration. */
  configuration: Configuration | null;
  /** Whether the product is a free trial. */
  trial: boolean;
  /** Why no kind was considered, where none was. */
  reason: Undecided | null;
  /** AR, PMR and Email, in this order; empty where there is a `reason`. */
  considered: Considered[];
  /** The limits that were not known, as the options name them: the kind applies if they are met. */
  assumed: string[];
}
