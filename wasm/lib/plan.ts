// Plans: carry out a setup step by step, and continue after an interruption.

import { PlanError, SetupError } from './errors.js';
import { type JsonText, jsonText } from './json-text.js';
import type { CatalogueOptions, Product } from './model.js';
import { type Failure, unwrapped } from './result.js';
import { service } from './service.js';
import type { PlanProgress } from './tools-model.js';

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
  /** Whether the initiator is a free trial. */
  trial?: boolean | undefined;
}

/** A request as data. The caller sends it and presents the token. */
export interface ServiceRequest {
  method: 'POST' | 'PATCH';
  /** Path relative to the base URL. */
  path: string;
  headers: { [name: string]: string };
  body: string;
  /** Full URL, if the base URL was given. */
  url?: string;
}

interface State {
  plan: string;
  progress: PlanProgress;
  error: Failure<PlanError['kind']> | null;
}

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

  private constructor({ plan, progress }: State) {
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
    return new Plan(
      unwrapped(service<State, never>('planNew', { setup }, { documents: ['setup'], options }), SetupError),
    );
  }

  /**
   * Restores a saved plan.
   *
   * @throws {@link PlanError} if it is none of this version.
   */
  static parse(plan: JsonText | object): Plan {
    return new Plan(unwrapped(service<State, never>('planProgress', { plan }, { documents: ['plan'] }), PlanError));
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
    return this.#step<State & { request: ServiceRequest | null }>('planNext', given).request;
  }

  /**
   * Records the response to the request; returns the progress.
   *
   * @throws {@link PlanError} if it is no success. It is recorded all the same.
   */
  recordResponse(given: { status: number; body: string | ArrayBuffer | ArrayBufferView }): PlanProgress {
    return this.#step('planRecordResponse', given).progress;
  }

  /**
   * Records that the unconfirmed call was made, with the product's id; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed, or the id cannot be that of the product.
   */
  markCreated(id: number): PlanProgress {
    return this.#step('planMarkCreated', { id }).progress;
  }

  /**
   * Records that the unconfirmed call was not made; returns the progress.
   *
   * @throws {@link PlanError} if no call is unconfirmed.
   */
  markNotCreated(): PlanProgress {
    return this.#step('planMarkNotCreated', {}).progress;
  }

  /** Returns the plan as JSON text with all numbers as given. */
  toString(): string {
    return this.#text;
  }

  /** Returns the plan for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.#text);
  }

  #step<Stepped extends State>(name: string, given: object): Stepped {
    const plan = jsonText(this.#text);
    const stepped = unwrapped(service<Stepped, never>(name, { ...given, plan }, { documents: ['plan'] }), PlanError);
    this.#text = stepped.plan;
    this.#progress = stepped.progress;
    if (stepped.error !== null) throw new PlanError(stepped.error);
    return stepped;
  }
}
