// Plans: carry out a setup step by step, and continue after an interruption.

import type { PlanState } from './call-types.js';
import { PlanError, SetupError } from './errors.js';
import { type JsonText, jsonText } from './json-text.js';
import type { CatalogueOptions, Product, Report } from './model.js';
import { worded } from './reports.js';
import { type FailureOf, type Result, unwrapped } from './result.js';
import { withUrls } from './rule-url.js';
import { service } from './service.js';
import type { PlanProgress, ServiceRequest } from './tools-model.js';

/** Description of a setup. */
export interface Setup {
  /** The initiator, without `renew_settings`. */
  initiator: Product | Record<string, unknown>;
  /** Renewal products: new ones, ids of existing ones, or existing ones with their id. */
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
 * Checks the products of a setup; paths refer to the setup.
 *
 * @throws {@link SetupError} if this is no description of a setup; {@link OptionsError} if an option is invalid.
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
  return worded(withUrls(unwrapped(read, SetupError)), {});
};

/**
 * The calls that carry out a setup, renewals first, and their progress. A plan sends nothing itself. Save it
 * (`JSON.stringify(plan)`) before each request is sent and after each response: then it creates nothing twice, whatever
 * happens.
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
   * Plans a setup. `field-not-on-create` and an id that appears twice (`chain-repeated-id`) stay errors, whatever `rules`
   * says: no such plan could be resumed.
   *
   * @throws {@link SetupError} if the setup cannot be read, or with the `report` if it has errors.
   */
  static create(setup: Setup | JsonText, options?: CatalogueOptions): Plan {
    return new Plan(unwrapped(service('service.plan_new', { setup }, options), SetupError));
  }

  /**
   * Restores a saved plan.
   *
   * @throws {@link PlanError} if it is none of this version.
   */
  static parse(plan: JsonText | object): Plan {
    return new Plan(unwrapped(service('service.plan_progress', { plan }), PlanError));
  }

  /** Steps that are done and that remain. */
  get progress(): PlanProgress {
    return this.#progress;
  }

  /**
   * Returns the next request, `null` if all are done.
   *
   * @throws {@link PlanError} if a creation is unconfirmed.
   */
  next(given: { base?: string | undefined } = {}): ServiceRequest | null {
    return this.#step(service('service.plan_next', { ...given, plan: this.#saved })).request;
  }

  /**
   * Records the response to the request; returns the progress.
   *
   * @throws {@link PlanError} if it is no success. It is recorded all the same.
   */
  recordResponse(given: { status: number; body: string | ArrayBuffer | ArrayBufferView }): PlanProgress {
    return this.#step(service('service.plan_record_response', { ...given, plan: this.#saved })).progress;
  }

  /**
   * Records that the unconfirmed call was made, with the product's id; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed, or the id cannot be that of the product.
   */
  markCreated(id: number): PlanProgress {
    return this.#step(service('service.plan_mark_created', { id, plan: this.#saved })).progress;
  }

  /**
   * Records that the unconfirmed call was not made; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed.
   */
  markNotCreated(): PlanProgress {
    return this.#step(service('service.plan_mark_not_created', { plan: this.#saved })).progress;
  }

  /** Returns the plan as JSON text with all numbers as given. */
  toString(): string {
    return this.#text;
  }

  /** Returns the plan for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.#text);
  }

  get #saved(): JsonText {
    return jsonText(this.#text);
  }

  #step<Stepped extends PlanState>(result: Result<Stepped, FailureOf<PlanError>>): Stepped {
    const stepped = unwrapped(result, PlanError);
    this.#text = stepped.plan;
    this.#progress = stepped.progress;
    if (stepped.error !== null) throw new PlanError(stepped.error);
    return stepped;
  }
}
