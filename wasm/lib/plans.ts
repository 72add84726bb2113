// Plans: the calls that carry out a setup, with their progress, which can be saved and resumed.

import type { PlanState } from './call-types.js';
import { PlanError, SetupError } from './errors.js';
import { type JsonText, jsonText } from './json-text.js';
import type { CatalogueOptions, Product, Report } from './model.js';
import { applyWording } from './reports.js';
import { type FailureOf, type Result, unwrap } from './result.js';
import { withUrls } from './rule-url.js';
import { service } from './service.js';
import type { PlanProgress, ServiceRequest } from './tools-model.js';

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
export const checkSetup = (setup: Setup | JsonText, options?: CatalogueOptions): Report => {
  const read = service('service.check_setup', { setup }, options);
  return applyWording(withUrls(unwrap(read, SetupError)), {});
};

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
    return new Plan(unwrap(service('service.plan_new', { setup }, options), SetupError));
  }

  /**
   * Restores a saved plan.
   *
   * @throws {@link PlanError} if `plan` is not a saved plan of this version.
   */
  static parse(plan: JsonText | object): Plan {
    return new Plan(unwrap(service('service.plan_progress', { plan }), PlanError));
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
    return this.#step(service('service.plan_next', { ...given, plan: this.#saved })).request;
  }

  /**
   * Records the response to the last request; returns the progress.
   *
   * @throws {@link PlanError} if the response reports no success. The plan has recorded it nevertheless.
   */
  recordResponse(given: { status: number; body: string | ArrayBuffer | ArrayBufferView }): PlanProgress {
    return this.#step(service('service.plan_record_response', { ...given, plan: this.#saved })).progress;
  }

  /**
   * Records that the unconfirmed call created the product with this id; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed, or the product cannot have this id.
   */
  markCreated(id: number): PlanProgress {
    return this.#step(service('service.plan_mark_created', { id, plan: this.#saved })).progress;
  }

  /**
   * Records that the unconfirmed call was not executed; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed.
   */
  markNotCreated(): PlanProgress {
    return this.#step(service('service.plan_mark_not_created', { plan: this.#saved })).progress;
  }

  /** Returns the plan as JSON text; the digits of numbers are unchanged. */
  toString(): string {
    return this.#text;
  }

  /** Returns the plan as a value, for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.#text);
  }

  get #saved(): JsonText {
    return jsonText(this.#text);
  }

  #step<Stepped extends PlanState>(result: Result<Stepped, FailureOf<PlanError>>): Stepped {
    const stepped = unwrap(result, PlanError);
    this.#text = stepped.plan;
    this.#progress = stepped.progress;
    if (stepped.error !== null) throw new PlanError(stepped.error);
    return stepped;
  }
}
