// Errors that calls throw if they cannot do their work. A check never throws because of its data.

import { withUrls } from './flat.js';
import type { Report } from './model.js';
import type { Failure } from './result.js';
import type * as tools from './tools-model.js';

/** Base class of errors with a stable `kind`. The data of the failure become members of the error. */
abstract class CallError<Kind extends string> extends Error {
  /** Stable identifier of the reason. */
  readonly kind: Kind;

  constructor(failure: Failure<Kind>) {
    const { kind, message, ...data } = failure;
    super(message);
    this.kind = kind;
    Object.assign(this, data);
  }

  /** Returns kind, message and data, for logs. */
  toJSON(): Failure<Kind> {
    const { name: _, kind, message, ...data } = this;
    return { kind, message, ...data };
  }
}

/** Reason for an {@link OptionsError}. */
export type OptionsErrorKind =
  /** The options are no plain object. */
  | 'not-an-object'
  /** The option does not exist, or this call does not accept it. */
  | 'unknown'
  /** The option `rules` names an unknown code. */
  | 'unknown-code'
  /** The option has the wrong type or an unsupported value. */
  | 'invalid'
  /** A message table has the wrong type, an unknown message, or a message with other placeholders than in English. */
  | 'invalid-messages'
  /** Another argument has the wrong type or an unsupported value. */
  | 'invalid-argument';

/**
 * An option or another argument is unknown or invalid. Any call can throw it, but not because of its data.
 *
 * @example
 * ```js
 * import { check, OptionsError } from 'renewal-rules';
 *
 * try {
 *   check({}, { operation: 'creation' });
 * } catch (error) {
 *   if (error instanceof OptionsError) console.log(error.kind, error.option); // invalid operation
 * }
 * ```
 */
export class OptionsError extends TypeError {
  // Otherwise, logs would show the shortened name that the class has in the bundle.
  static override readonly name = 'OptionsError';
  override readonly name = 'OptionsError';
  /** Stable identifier of the reason. */
  readonly kind: OptionsErrorKind;
  /**
   * Name of the rejected option or argument, such as `limits.arMinDays`; for the kind `unknown-code`, the code instead.
   * `null` if the error concerns no single option.
   */
  readonly option: string | null;

  constructor(kind: OptionsErrorKind, message: string, option: string | null = null) {
    super(message);
    this.kind = kind;
    this.option = option;
  }
}

/**
 * A product has errors, so `parse` cannot return it.
 *
 * @example
 * ```js
 * import { InvalidProductError, parse } from 'renewal-rules';
 *
 * try {
 *   parse({ licence_term: 'P1W' });
 * } catch (error) {
 *   if (error instanceof InvalidProductError) console.log(error.report.diagnostics[0].code); // term-format
 * }
 * ```
 */
export class InvalidProductError extends Error {
  static override readonly name = 'InvalidProductError';
  override readonly name = 'InvalidProductError';
  readonly kind = 'invalid-product';
  /** The report of the check. */
  readonly report: Report;

  constructor(report: Report) {
    const errors = report.diagnostics.filter(({ severity }) => severity === 'error');
    const lines = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(['The product has errors:', ...lines].join('\n'));
    this.report = report;
  }
}

/**
 * No timeline can be computed for the products, or they cannot be compared.
 *
 * @example
 * ```js
 * import { CatalogueError, timeline } from 'renewal-rules/tools';
 *
 * try {
 *   timeline([], { purchaseDate: '2026-01-31' });
 * } catch (error) {
 *   if (error instanceof CatalogueError) console.log(error.kind); // no-products
 * }
 * ```
 */
export class CatalogueError extends CallError<tools.TimelineErrorKind | tools.CompareErrorKind> {
  static override readonly name = 'CatalogueError';
  override readonly name = 'CatalogueError';
  /** Version that causes the error, if two are compared. */
  declare readonly version?: 'old' | 'new';
}

/**
 * A JSON Patch cannot be applied.
 *
 * @example
 * ```js
 * import { applyPatch, PatchError } from 'renewal-rules/tools';
 *
 * try {
 *   applyPatch({}, [{ op: 'remove', path: '/name' }]);
 * } catch (error) {
 *   if (error instanceof PatchError) console.log(error.kind, error.index); // does-not-fit 0
 * }
 * ```
 */
export class PatchError extends CallError<tools.PatchErrorKind> {
  static override readonly name = 'PatchError';
  override readonly name = 'PatchError';
  /** Index of the operation that cannot be applied. */
  declare readonly index?: number;
}

/** Reason for a {@link SetupError}. */
export type SetupFailureKind =
  | tools.SetupErrorKind
  /** The products of the setup have errors. */
  | 'invalid-products';

/**
 * A setup cannot be read or planned.
 *
 * @example
 * ```js
 * import { Plan, SetupError } from 'renewal-rules/tools';
 *
 * try {
 *   Plan.create({ initiator: {}, renewals: [{}] });
 * } catch (error) {
 *   if (error instanceof SetupError) console.log(error.kind); // invalid-products
 * }
 * ```
 */
export class SetupError extends CallError<SetupFailureKind> {
  static override readonly name = 'SetupError';
  override readonly name = 'SetupError';
  /** Report of the setup, if its products have errors. */
  declare readonly report?: Report;

  constructor(failure: Failure<SetupFailureKind> & { report?: Report }) {
    const { report } = failure;
    super(report === undefined ? failure : ({ ...failure, report: withUrls(report) } as typeof failure));
  }
}

/** Reason for a {@link PlanError}. */
export type PlanFailureKind =
  | tools.PlanErrorKind
  /** The saved plan is not JSON. */
  | 'not-json'
  /** The value is not a saved plan of this version. */
  | 'not-a-plan';

/**
 * A plan cannot be read or continued. If `recordResponse` throws it, the plan has recorded the response nevertheless.
 *
 * @example
 * ```js
 * import { Plan, PlanError } from 'renewal-rules/tools';
 *
 * try {
 *   Plan.parse({});
 * } catch (error) {
 *   if (error instanceof PlanError) console.log(error.kind); // not-a-plan
 * }
 * ```
 */
export class PlanError extends CallError<PlanFailureKind> {
  static override readonly name = 'PlanError';
  override readonly name = 'PlanError';
  /** JSON Pointer to the product in the setup that the error concerns. */
  declare readonly path?: string;
  /** Status and body of the response that the error concerns. */
  declare readonly status?: number;
  declare readonly body?: string;
  /** The product id that causes the error. */
  declare readonly id?: number;
  /** True if a later attempt may succeed. A creation that the service may have executed stays unconfirmed even then. */
  declare readonly retryable?: boolean;
}

/**
 * The service refused a request, or its response is unusable.
 *
 * @example
 * ```js
 * import { readCreateResponse, ResponseError } from 'renewal-rules/tools';
 *
 * try {
 *   readCreateResponse({ status: 503, body: '' });
 * } catch (error) {
 *   if (error instanceof ResponseError) console.log(error.kind, error.retryable); // status true
 * }
 * ```
 */
export class ResponseError extends CallError<tools.LoginErrorKind | tools.ResponseErrorKind> {
  static override readonly name = 'ResponseError';
  override readonly name = 'ResponseError';
  declare readonly status: number;
  /**
   * True if the same request may succeed later. The service may have executed a creation even so: look the product up
   * before you create it again.
   */
  declare readonly retryable: boolean;
  /** Errors that the service lists in the response to a login. */
  declare readonly errors?: readonly tools.ServiceError[];
  /** Body of the response, unless it is the response to a login. */
  declare readonly body?: string;
}

/** Reason for a {@link RequestError}. */
export type RequestFailureKind =
  | tools.CredentialsErrorKind
  | tools.RequestErrorKind
  | tools.UpdateErrorKind
  /** The product is not JSON. */
  | 'not-json';

/**
 * A request cannot be created.
 *
 * @example
 * ```js
 * import { createRequest, RequestError } from 'renewal-rules/tools';
 *
 * try {
 *   createRequest({ product: { id: 101 } });
 * } catch (error) {
 *   if (error instanceof RequestError) console.log(error.kind); // id-on-create
 * }
 * ```
 */
export class RequestError extends CallError<RequestFailureKind> {
  static override readonly name = 'RequestError';
  override readonly name = 'RequestError';
  /** Fields of the current product that the wanted product lacks; an update cannot remove them. */
  declare readonly fields?: readonly string[];
}
