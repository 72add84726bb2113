// A plan that makes a set-up step by step, and goes on where it stopped.

import type { TextInput } from './calls.js';
import type { CatalogueOptions, Product, Report } from './model.js';
import type { Failure, Result } from './result.js';
import { service } from './service.js';
import type { PlanErrorKind, Progress, SetupErrorKind } from './tools-model.js';

/** A set-up described once. */
export interface Setup {
  /** The product that starts the renewals, without `renew_settings`. */
  initiator: Product | Record<string, unknown>;
  /** New products, ids of existing ones, or existing ones with their id. */
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

/** A request as data: how it is sent, and how a token is presented, is up to the caller. */
export interface ServiceRequest {
  method: 'POST' | 'PATCH';
  /** The path below the base address. */
  path: string;
  headers: { [name: string]: string };
  body: string;
  /** The whole address, where the base address was given. */
  url?: string;
}

/** Why no plan is made of a set-up: with `invalid-products` goes the report. */
export interface SetupFailure extends Failure<SetupErrorKind | 'invalid-products' | 'not-json'> {
  report?: Report;
}

/** Why a plan does not go on, and what is known about it. */
export interface PlanProblem extends Failure<PlanErrorKind | 'not-an-id'> {
  path?: string;
  status?: number;
  body?: string;
  id?: number;
  /** Whether the next request, asked for later, may succeed; a creation that may have been made is in doubt all the same. */
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

  /** Goes on with a plan that was kept. */
  static parse(plan: TextInput | object): Result<Plan, Failure> {
    const read = service<State>('planProgress', { plan });
    return read.ok ? { ok: true, value: new Plan(read.value.plan, read.value.progress) } : read;
  }

  /** What is done and what is left. */
  get progress(): Progress {
    return this.#progress;
  }

  /** The next request, `null` where all is done; an error where a creation is in doubt. */
  next(given: { base?: string | undefined } = {}): Result<ServiceRequest | null, PlanProblem> {
    return this.#step<State & { request: ServiceRequest | null }, ServiceRequest | null>(
      'planNext',
      given,
      ({ request }) => request,
    );
  }

  /** Takes the answer to the request. */
  answer(given: { status: number; body: string | ArrayBuffer | ArrayBufferView }): Result<Progress, PlanProblem> {
    return this.#went('planAnswer', given);
  }

  /** States that the call in doubt was made, with the product's id. */
  confirm(id: number): Result<Progress, PlanProblem> {
    return this.#went('planConfirm', { id });
  }

  /** States that the call in doubt was not made. */
  deny(): Result<Progress, PlanProblem> {
    return this.#went('planDeny', {});
  }

  /** The plan as JSON text, in which every number is as it was given. */
  toString(): string {
    return this.#text;
  }

  /** The plan as JSON has it. */
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
