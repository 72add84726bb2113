// Sends the calls of a plan, and saves the plan before and after each.

import { existsSync } from 'node:fs';

import type { PlanProgress } from 'renewal-rules/tools';
import { complain, report } from './console.js';
import { messageOf } from './failure.js';
import { type Lock, LockError } from './lock.js';
import { jsonText, Plan, PlanError } from './module.js';
import { withFlagNames } from './option-errors.js';
import {
  nextRequest,
  outcomeFromOptions,
  type PlanValues,
  type RecordOutcome,
  recordOutcome,
  savePlan,
} from './plan.js';
import { answerOf, CallError, type Calls, isAnswer, type Next, type Outcome, type Problem, problemOf } from './send.js';
import { withFileName } from './source.js';

/** Options that affect the calls of a plan. */
type Values = PlanValues & { readonly 'base-url'?: string; readonly format?: string };

/** The calls of a plan. The plan is saved before a call is sent, and after its outcome is known. */
export class PlannedCalls implements Calls {
  #plan: Plan;
  readonly #values: Values;
  readonly #lock: Lock | undefined;
  #saved = '';

  constructor(plan: Plan, values: Values, lock: Lock | undefined) {
    this.#plan = plan;
    this.#values = values;
    this.#lock = lock;
  }

  get progress(): PlanProgress {
    return this.#plan.progress;
  }

  /** Returns the next call. The plan is not saved until `begin` of the returned value is called. */
  next(): Next {
    const plan = withFileName(this.#file, () => Plan.parse(jsonText(String(this.#plan))));
    const next = withFlagNames(() => nextRequest(plan, this.#values['base-url']), this.#values);
    const begin = () => {
      try {
        this.#save(plan);
        // Check again: another run may have taken over the lock while this one saved the plan, and a user may have
        // reported to that run that the call was not made.
        this.#lock?.assertHeld();
      } catch (error) {
        throw new CallError('unsaved', `${messageOf(error)}; the call was not sent`);
      }
      this.#plan = plan;
    };
    if (next instanceof PlanError) return { request: null, error: problemOf(next), begin };
    return { request: next, error: null, begin };
  }

  /** Records the outcome of the unconfirmed call, if `--made` or `--not-made` is given. */
  async state(): Promise<Problem | null> {
    if (this.#values.made === undefined && !this.#values['not-made']) return null;
    const error = await this.#step(outcomeFromOptions(this.#values));
    if (error !== null) complain(error.message);
    return error;
  }

  async take(outcome: Outcome): Promise<Problem | null> {
    if (isAnswer(outcome)) return this.#step((plan) => plan.recordResponse(answerOf(outcome)));
    const { isUnsent, ...lost } = outcome;
    if (isUnsent) await this.#step((plan) => plan.markNotCreated());
    return lost;
  }

  /** Path of the state file; the empty text with `--dry-run`, because then nothing is saved. */
  get #file(): string {
    return this.#values.state ?? '';
  }

  /** Saves a plan if it differs from the saved one. Throws if this process no longer holds the lock. */
  #save(plan: Plan): void {
    const text = String(plan);
    if (text === this.#saved) return;
    this.#lock?.assertHeld();
    savePlan(this.#file, plan);
    this.#saved = text;
  }

  /** Records an outcome: prints it even if it cannot be saved, and saves it even if it cannot be printed. */
  async #step(take: RecordOutcome): Promise<Problem | null> {
    const before = this.progress.done;
    const error = recordOutcome(this.#plan, this.#values, this.#file, take);
    const { done, steps } = this.progress;
    const step = done > before ? steps[done - 1] : undefined;
    const made = step && {
      outcome: `${done} of ${steps.length}: ${step.call} ${step.path}, id ${step.id}`,
      flag: `--made ${step.id}`,
    };
    const printing = made && this.#values.format !== 'json' ? report(`${made.outcome}\n`) : undefined;
    try {
      this.#save(this.#plan);
    } catch (cause) {
      if (error !== null) complain(error.message);
      throw this.#unsaved(cause, made ?? { outcome: 'the call was not made', flag: '--not-made' });
    } finally {
      await printing;
    }
    return error && problemOf(error);
  }

  /** Creates the error about an outcome that was not saved. It contains the outcome and how to record it. */
  #unsaved(cause: unknown, { outcome, flag }: { outcome: string; flag: string }): CallError {
    const file = this.#file;
    // Escape all but ASCII, as not every terminal prints other characters correctly.
    const text = String(this.#plan).replace(
      /[^ -~]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const again =
      cause instanceof LockError
        ? 'run the command again without the setup to see what was recorded'
        : `when ${file} can be written, run the command again with ${flag} instead of the setup`;
    const remedy = existsSync(file)
      ? [again]
      : [`${file} does not exist: save the last line as this file, then continue with --state ${file}`, text];
    return new CallError('unsaved', `not recorded: ${outcome}`, messageOf(cause), ...remedy);
  }
}
