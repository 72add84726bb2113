// Requests of the service interface and their responses; plans, which carry out a setup.

import type { PlanState } from './call-types.js';
import { fromInput, fromText, type Input } from './encode.js';
import { PlanError, RequestError, ResponseError, SetupError } from './errors.js';
import { withUrls } from './flat.js';
import type { JsonText } from './json-text.js';
import type { Located } from './located.js';
import type { CatalogueOptions, Product, Report } from './model.js';
import { type FailureOf, type Result, unwrap } from './result.js';
import { service } from './service.js';
import type { PlanProgress, ProductUpdate, ServiceRequest } from './tools-model.js';
import { applyWording } from './wording.js';

/** A product as a value or as JSON text. */
export type ProductInput = Product | Record<string, unknown> | JsonText;

/**
 * Creates the login request. Its `body`, which contains the password, is omitted from logs and JSON.
 *
 * @throws {@link RequestError} if no account can have this username or password.
 * @example
 * ```js
 * import { loginRequest } from 'renewal-rules/tools';
 *
 * console.log(loginRequest({ username: 'me', password: 'secret' }).path); // /v1/login_check
 * ```
 */
export const loginRequest = (given: {
  username: string;
  password: string;
  base?: string | undefined;
}): ServiceRequest => hideMembers(unwrap(service('service.login_request', given), RequestError), 'body');

/** Omits members from the logs and the JSON of an object. They can still be read by name, and copies have them. */
function hideMembers<Secretive extends object>(object: Secretive, ...secrets: (keyof Secretive)[]): Secretive {
  const shown = () => {
    const rest = { ...object };
    for (const name of secrets) delete rest[name];
    return rest;
  };
  for (const name of ['toJSON', Symbol.for('nodejs.util.inspect.custom')]) {
    Object.defineProperty(object, name, { value: shown });
  }
  return object;
}

/** A token. `token` and `refreshToken` are omitted from logs and JSON. */
export interface LoginToken {
  token: string;
  refreshToken: string | null;
  /** Time at which the token was received. */
  receivedAt: Date;
  /** Time at which the token expires. */
  expiresAt: Date;
}

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/**
 * Reads the response to a login.
 *
 * @throws {@link ResponseError} if it contains no token.
 * @example
 * ```js
 * import { readLoginResponse } from 'renewal-rules/tools';
 *
 * const { expiresAt } = readLoginResponse({ status: 200, body: '{"token":"t"}', receivedAt: new Date() });
 * console.log(expiresAt > new Date()); // true
 * ```
 */
export const readLoginResponse = (given: { status: number; body: string; receivedAt: Date }): LoginToken => {
  const data = unwrap(service('service.read_login_response', given), ResponseError);
  return hideMembers(
    { ...data, receivedAt: dateOf(data.receivedAt), expiresAt: dateOf(data.expiresAt) },
    'token',
    'refreshToken',
  );
};

/**
 * Creates the request that creates a product.
 *
 * @throws {@link RequestError} if the product cannot be sent.
 * @example
 * ```js
 * import { createRequest } from 'renewal-rules/tools';
 *
 * console.log(createRequest({ product: { name: 'Example' } }).body); // {"name":"Example"}
 * ```
 */
export const createRequest = (given: { product: ProductInput; base?: string | undefined }): ServiceRequest =>
  unwrap(service('service.create_request', given), RequestError);

/**
 * Creates the request that changes a product.
 *
 * @throws {@link RequestError} if the body cannot be sent.
 * @example
 * ```js
 * import { changeRequest } from 'renewal-rules/tools';
 *
 * console.log(changeRequest({ id: 101, body: { name: 'Example' } }).path); // /v1/product/101
 * ```
 */
export const changeRequest = (given: { id: number; body: ProductInput; base?: string | undefined }): ServiceRequest =>
  unwrap(service('service.change_request', given), RequestError);

/**
 * Reads the id of the new product from the response to a creation.
 *
 * @throws {@link ResponseError} if the response reports no success, or contains no id.
 * @example
 * ```js
 * import { readCreateResponse } from 'renewal-rules/tools';
 *
 * console.log(readCreateResponse({ status: 201, body: '{"id":101}' }).id); // 101
 * ```
 */
export const readCreateResponse = (given: { status: number; body: string }): { id: number } =>
  unwrap(service('service.read_create_response', given), ResponseError);

/**
 * Computes the smallest update that turns the current product into the wanted one.
 *
 * @throws {@link RequestError} if no update can do this: an update cannot remove fields, which the error lists.
 * @example
 * ```js
 * import { update } from 'renewal-rules/tools';
 *
 * console.log(update({ current: { id: 101, name: 'A' }, wanted: { id: 101, name: 'B' } }).body); // {"name":"B"}
 * ```
 */
export const update = (given: { current: ProductInput; wanted: ProductInput }): ProductUpdate =>
  unwrap(service('service.update', given), RequestError);

/** A setup: one initiator, its renewals and its renewal kinds. */
export interface Setup {
  /** The initiator, without `renew_settings`, which are derived from `renewals` and `kinds`. */
  initiator: Product | Record<string, unknown>;
  /** Renewal products: new products, ids of existing products, or existing products with their `id`. */
  renewals?: readonly (Product | Record<string, unknown> | number)[] | undefined;
  /** The renewal kinds to enable. */
  kinds?:
    | {
        ar?: boolean | { required?: boolean | undefined } | undefined;
        pmr?: boolean | undefined;
        email?: boolean | undefined;
      }
    | undefined;
  /** Set if the initiator is a free trial. */
  trial?: boolean | undefined;
}

/**
 * Checks the products of a setup; paths are JSON Pointers into the setup.
 *
 * @throws {@link SetupError} if the setup cannot be read; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { checkSetup } from 'renewal-rules/tools';
 *
 * const { diagnostics } = checkSetup({ initiator: {}, renewals: [{ licence_term: 'P1M' }], kinds: { ar: true } });
 * console.log(diagnostics.length > 0); // true
 * ```
 */
export function checkSetup(setup: JsonText, options?: CatalogueOptions): Located<Report>;
export function checkSetup(setup: Setup | JsonText, options?: CatalogueOptions): Report;
export function checkSetup(setup: Setup | JsonText, options?: CatalogueOptions): Report {
  const read = service('service.check_setup', { setup }, options);
  return applyWording(withUrls(unwrap(read, SetupError)), {});
}

/**
 * The calls that carry out a setup, renewals first, and their progress. A plan sends nothing itself. Save it
 * (`JSON.stringify(plan)`) before each request is sent and after each response: then no product is created twice, even
 * if your program is killed.
 *
 * @example
 * ```js
 * import { Plan } from 'renewal-rules/tools';
 *
 * const variants = [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'USD', price: '9.90' } } }];
 * const product = { family_name: 'Example', name: 'Example Pro', licence_term: 'P1M', variants };
 * const plan = Plan.create({ initiator: product, renewals: [102], kinds: { pmr: true } });
 * console.log(plan.next().path); // /v1/product
 * ```
 */
export class Plan {
  #text: string;
  #progress: PlanProgress;

  private constructor({ plan, progress }: PlanState) {
    this.#text = plan;
    this.#progress = progress;
  }

  /**
   * Plans a setup. `field-not-on-create` and an id that appears twice (`chain-repeated-id`) are errors even if `rules`
   * sets another level, because such a plan could not be resumed.
   *
   * @throws {@link SetupError} if the setup cannot be read, or with the `report` if it has errors.
   */
  static create(setup: Setup | JsonText, options?: CatalogueOptions): Plan {
    const made = service('service.plan_new', { setup }, options);
    const { error } = made;
    if (error?.report) Object.assign(error, { report: applyWording(error.report, {}) });
    return new Plan(unwrap(made, SetupError));
  }

  /**
   * Restores a saved plan.
   *
   * @throws {@link PlanError} if `plan` is not a saved plan of this version.
   */
  static parse(plan: JsonText | object): Plan {
    return new Plan(unwrap(service('service.plan_progress', {}, undefined, fromInput(plan)), PlanError));
  }

  /** Numbers of done and of remaining calls, and the state of each call. */
  get progress(): PlanProgress {
    return this.#progress;
  }

  /**
   * Returns the next request; `null` if all calls are done.
   *
   * @throws {@link PlanError} if a creation is unconfirmed.
   */
  next(given: { base?: string | undefined } = {}): ServiceRequest | null {
    return this.#step(service('service.plan_next', given, undefined, this.#saved)).request;
  }

  /**
   * Records the response to the last request; returns the progress.
   *
   * @throws {@link PlanError} if the response reports no success. The plan has recorded it nevertheless.
   */
  recordResponse(given: { status: number; body: string | ArrayBuffer | ArrayBufferView }): PlanProgress {
    return this.#step(service('service.plan_record_response', given, undefined, this.#saved)).progress;
  }

  /**
   * Records that the unconfirmed call created the product with this id; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed, or the product cannot have this id.
   */
  markCreated(id: number): PlanProgress {
    return this.#step(service('service.plan_mark_created', { id }, undefined, this.#saved)).progress;
  }

  /**
   * Records that the unconfirmed call was not executed; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed.
   */
  markNotCreated(): PlanProgress {
    return this.#step(service('service.plan_mark_not_created', {}, undefined, this.#saved)).progress;
  }

  /** Returns the plan as JSON text; the digits of numbers are unchanged. */
  toString(): string {
    return this.#text;
  }

  /** Returns the plan as a value, for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.#text);
  }

  get #saved(): Input {
    return fromText(this.#text);
  }

  #step<Stepped extends PlanState>(result: Result<Stepped, FailureOf<PlanError>>): Stepped {
    const stepped = unwrap(result, PlanError);
    this.#text = stepped.plan;
    this.#progress = stepped.progress;
    if (stepped.error !== null) throw new PlanError(stepped.error);
    return stepped;
  }
}
