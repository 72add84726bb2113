// Plans: carry out a setup step by step, and continue after an interruption.

import type { TextInput } from './calls.js';
import type { CatalogueOptions, Product, Report } from './model.js';
import type { Failure, Result } from './result.js';
import { service } from './service.js';
import type { PlanErrorKind, Progress, SetupErrorKind } from './tools-model.js';

/** Description of a setup. */
export interface Setup {
  /** The initiator, without `renew_settings`. */
  initiator: Product | Record<string, unknown>;
  /** Renewal products: new ones, ids of existing ones, or existing ones with their id. */
  renewals?: readonly (Product | Record<string, unknown> | number)[] | undefined;
  kinds?:
    | {
        ar?: boolean | { required?: boolean | undefined } | undefined;
        pmr?: boolean | undefined;
        email?: boolean | undefined;
      }
    | undefined;
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

/** Reason why a setup has no plan; `invalid-products` comes with the report. */
export interface SetupFailure extends Failure<SetupErrorKind | 'invalid-products' | 'not-json'> {
  report?: Report;
}

/** Reason why a plan cannot continue. */
export interface PlanProblem extends Failure<PlanErrorKind | 'not-an-id'> {
  path?: string;
  status?: number;
  body?: string;
  id?: number;
  /** Whether the next request may succeed later. A creation that may have been made remains unconfirmed. */
  retryLater?: boolean;
}

interface State {
  plan: string;
  progress: Progress;
  error: PlanProblem | null;
}

/**
 * The calls that make a set-up, renewals first, and how far they are. It sends nothing itself. Keep it (`JSON.stringify(plan)`)
 * before each request is sent and after each answer: then it creates nothing twice, whatever happens.
 */
export class Plan {
  #text: string;
  #progress: Progress;

  private constructor(text: string, progress: Progress) {
    this.#text = text;
    this.#progress = progress;
  }

  /**
   * Plans a set-up; none whose report has an error. `field-not-on-create` and an id that appears twice
   * (`chain-repeated-id`) stay errors, whatever `rules` says: no such plan could be resumed.
   */
  static create(setup: Setup | TextInput, options?: CatalogueOptions): Result<Plan, SetupFailure> {
    const planned = service<State, SetupFailure>('planNew', { setup }, options);
    return planned.ok ? { ok: true, value: new Plan(planned.value.plan, planned.value.progress) } : planned;
  }

  /** Restores a saved plan. */
  static parse(plan: TextInput | object): Result<Plan, Failure> {
    const read = service<State>('planProgress', { plan });
    return read.ok ? { ok: true, value: new Plan(read.value.plan, read.value.progress) } : read;
  }

  /** Steps that are done and that remain. */
  get progress(): Progress {
    return this.#progress;
  }

  /** Returns the next request, `null` if all are done; an error if a creation is unconfirmed. */
  next(given: { base?: string | undefined } = {}): Result<ServiceRequest | null, PlanProblem> {
    return this.#step<State & { request: ServiceRequest | null }, ServiceRequest | null>(
      'planNext',
      given,
      ({ request }) => request,
    );
  }

  /** Records the response to the request. */
  answer(given: { status: number; body: string | ArrayBuffer | ArrayBufferView }): Result<Progress, PlanProblem> {
    return this.#went('planAnswer', given);
  }

  /** Confirms that the unconfirmed call was made, with the product's id. */
  confirm(id: number): Result<Progress, PlanProblem> {
    return this.#went('planConfirm', { id });
  }

  /** Confirms that the unconfirmed call was not made. */
  deny(): Result<Progress, PlanProblem> {
    return this.#went('planDeny', {});
  }

  /** Returns the plan as JSON text with all numbers as given. */
  toString(): string {
    return this.#text;
  }

  /** Returns the plan for `JSON.stringify`. */
  toJSON(): unknown {
    return JSON.parse(this.#text);
  }

  #went(name: string, given: object): Result<Progress, PlanProblem> {
    return this.#step<State, Progress>(name, given, ({ progress }) => progress);
  }

  #step<Stepped extends State, Value>(
    name: string,
    given: object,
    value: (state: Stepped) => Value,
  ): Result<Value, PlanProblem> {
    const stepped = service<Stepped, PlanProblem>(name, { ...given, plan: this.#text });
    if (!stepped.ok) return stepped;
    const { plan, progress, error } = stepped.value;
    this.#text = plan;
    this.#progress = progress;
    return error === null ? { ok: true, value: value(stepped.value) } : { ok: false, error };
  }
}
