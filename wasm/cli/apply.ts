// `renewal-rules apply`: sends the service calls that carry out a setup.

import { existsSync } from 'node:fs';
import { jsonText, Plan, PlanError, type PlanProgress, render } from '#internal';
import { type Flags, type Given, missing, rejectExtra } from './command.js';
import { print, printMessage, report } from './console.js';
import { mapError, messageOf, UsageError } from './failure.js';
import { type AssertHeld, LockError, locked } from './lock.js';
import { withFlagNames } from './options.js';
import {
  boundUrl,
  checkFlags,
  counts,
  createPlan,
  nextRequest,
  openPlan,
  outcomeFromOptions,
  planFlags,
  type RecordOutcome,
  readPlan,
  recordOutcome,
  savePlan,
  stateOf,
} from './plan.js';
import { isSameSetup, type Reviewed, readPlanFile, targetOf } from './plan-file.js';
import {
  attemptCalls,
  CallError,
  type Calls,
  exitCode,
  isResponse,
  type Next,
  type Outcome,
  type Problem,
  printOutcome,
  problemOf,
  responseOf,
  Service,
} from './send.js';
import { baseUrl, outcomeFormat, parseBaseUrl, serviceFlags, VARIABLES } from './service-options.js';
import { read, withFileName } from './source.js';
import { SIGNALS } from './write.js';

export const summary = 'Create the products of a setup in the service';
export const options = {
  ...serviceFlags,
  ...planFlags,
  'dry-run': { ...serviceFlags['dry-run'], excludes: ['made', 'not-made'] },
  ...checkFlags,
  ...outcomeFormat,
} as const satisfies Flags;

export const usage = [
  '--base-url <URL> --state <FILE> [OPTIONS] [SETUP]',
  '[--base-url <URL>] --state <FILE> [OPTIONS] <PLAN>',
  '--base-url <URL> --state <FILE> --made <ID> | --not-made',
];

export const details = `SETUP is as for plan. PLAN is a file that plan --out wrote: exactly its calls are made, or none if it was edited or
its setup has changed. FILE records the progress. It is written before and after each call, so that nothing is
created twice: if a run breaks off, run the command again without SETUP to continue. If it is not known whether a
product was created, the run stops: wait until no run and no call is under way, look the product up in the service,
then pass --made or --not-made.

Do not continue with an older copy of FILE: calls made since then would be made again. If only a copy is left, run
plan --state FILE for each product in turn, look it up in the service, then run plan --state FILE --made ID or
plan --state FILE --not-made.

Calls that are safe to repeat are sent again, up to 5 times: changes, and creations that were certainly not
made. The wait doubles with each attempt, and is never shorter than the service requests with Retry-After.

${VARIABLES}`;

type Values = Given<typeof options>;

/** Advice if `--base-url` is not the one of a plan file, or of the calls that were already made. */
const UNBIND = 'To apply a plan anywhere, run plan --out without --base-url';
const START_OVER = 'To start over at another service, name another file for --state';

export async function run(given: Values, positionals: readonly string[]): Promise<number> {
  const [file] = positionals;
  rejectExtra(positionals, 1);
  if (file !== undefined && (given.made !== undefined || given['not-made']))
    throw new UsageError('--made and --not-made continue with the saved plan: leave out the setup');
  if (given['base-url'] !== undefined) parseBaseUrl(given['base-url']);
  const { bytes, reviewed, url } = await readInput(file, given);
  const { state } = given;
  const target = state === undefined ? url : targetOf(state, boundUrl(state), url, START_OVER);
  const values: Values = { ...given, ...baseUrl(target, given['dry-run']) };
  const service = new Service(values);
  if (state !== undefined)
    return locked(state, async (assertHeld) => {
      const plan = reviewed ? resumePlan(reviewed, state) : await openPlan(values, state, file, bytes);
      return carryOut(plan, values, service, assertHeld, reviewed?.baseUrl ?? boundUrl(state));
    });
  if (!values['dry-run']) throw missing('state', options);
  return carryOut(reviewed?.plan ?? (await createPlan(values, file, bytes)), values, service);
}

/** Reads a setup or a reviewed plan, and determines the base URL of the service to call. */
async function readInput(file: string | undefined, given: Values) {
  const url = given['base-url'];
  if (file === undefined) return { url };
  const bytes = await read(file);
  const reviewed = await readPlanFile(file, bytes);
  const option = Object.keys(checkFlags).find((name) => name in given);
  if (reviewed && option !== undefined)
    throw new UsageError(`--${option} has no effect on a plan: leave it out, or make the plan with it`);
  return { bytes, reviewed, url: reviewed ? targetOf(file, reviewed.baseUrl, url, UNBIND) : url };
}

/** Returns a reviewed plan with the progress in the state file, if any; throws if that is of another plan. */
function resumePlan({ plan }: Reviewed, state: string): Plan {
  if (!existsSync(state)) return plan;
  const progress = readPlan(state);
  if (isSameSetup(progress, plan)) return progress;
  throw new UsageError(`${state} has the progress of another plan; no call was made. Name another file to start over`);
}

/** Makes the remaining calls of a plan, and prints the outcome. */
async function carryOut(
  plan: Plan | undefined,
  values: Values,
  service: Service,
  assertHeld?: AssertHeld,
  url?: string,
): Promise<number> {
  if (plan === undefined) return 1;
  const calls = new PlannedCalls(plan, values, assertHeld, url);
  const isJson = values.format === 'json';
  if (values['dry-run']) return preview(plan, calls, isJson);
  for (const signal of SIGNALS) process.once(signal, () => stop(signal, values.state));
  const error = await attemptCalls(async () => (await calls.recordFromOptions()) ?? (await service.carryOut(calls)));
  return printOutcome(isJson ? `${JSON.stringify({ ...calls.progress, error })}\n` : counts(calls.progress), error);
}

/** Ends the process after a signal, and says how to continue. */
function stop(signal: NodeJS.Signals, state = ''): void {
  printMessage(
    `stopped by ${signal}; run the command again${existsSync(state) ? ' without the setup' : ''} to continue`,
  );
  process.kill(process.pid, signal);
}

/** Prints the calls of a plan, unless one of them is unconfirmed: it was sent, but its outcome is unknown. */
async function preview(plan: Plan, calls: PlannedCalls, isJson: boolean): Promise<number> {
  const { error } = calls.next();
  if (error === null) {
    const text = render('render.plan', { format: isJson ? 'json' : 'table' }, String(plan));
    await print(isJson ? text : text + counts(plan.progress));
  }
  return exitCode(error);
}

/** The calls of a plan. The plan is saved before a call is sent, and after its outcome is known. */
class PlannedCalls implements Calls {
  /** The saved plan; empty if none is saved yet. */
  #saved: string;

  constructor(
    private plan: Plan,
    private readonly values: Values,
    private readonly assertHeld: AssertHeld = () => {},
    /** Base URL of the only service that the plan is for, if any, even before the first call. */
    private readonly url?: string,
  ) {
    this.#saved = existsSync(this.#file) ? String(plan) : '';
  }

  get progress(): PlanProgress {
    return this.plan.progress;
  }

  /** Returns the next call. The plan is not saved until `begin` of the returned value is called. */
  next(): Next {
    const plan = withFileName(this.#file, () => Plan.parse(jsonText(String(this.plan))));
    const next = withFlagNames(() => nextRequest(plan, this.values['base-url']), this.values);
    const save = () => {
      this.#save(plan);
      // Check again: another run may have taken over the lock while this one saved the plan, and a user may have
      // reported to that run that the call was not made.
      this.assertHeld();
    };
    const begin = () => {
      mapError(save, (error) => new CallError('unsaved', `${messageOf(error)}; the call was not sent`));
      this.plan = plan;
    };
    if (next instanceof PlanError) return { request: null, error: problemOf(next), begin };
    return { request: next, error: null, begin };
  }

  /** Records the outcome of the unconfirmed call, if `--made` or `--not-made` is given. */
  async recordFromOptions(): Promise<Problem | null> {
    if (this.values.made === undefined && !this.values['not-made']) return null;
    const error = await this.#step(outcomeFromOptions(this.values));
    if (error !== null) printMessage(error.message);
    return error;
  }

  async take(outcome: Outcome): Promise<Problem | null> {
    if (isResponse(outcome)) return this.#step((plan) => plan.recordResponse(responseOf(outcome)));
    const { isUnsent, ...lost } = outcome;
    if (isUnsent) await this.#step((plan) => plan.markNotCreated());
    return lost;
  }

  /** Path of the state file; the empty text with `--dry-run`, because then nothing is saved. */
  get #file(): string {
    return this.values.state ?? '';
  }

  /** Returns the base URL to save with a plan: once a call may have been made, the plan is for that service only. */
  #boundUrl({ progress: { steps } }: Plan): string | undefined {
    const isBegun = steps.some(({ state }) => state === 'done' || state === 'unconfirmed');
    return this.url ?? (isBegun ? this.values['base-url'] : undefined);
  }

  /** Saves a plan if it differs from the saved one. Throws if this process no longer holds the lock. */
  #save(plan: Plan): void {
    const text = String(plan);
    if (text === this.#saved) return;
    this.assertHeld();
    savePlan(this.#file, plan, this.#boundUrl(plan));
    this.#saved = text;
  }

  /** Records an outcome: prints it even if it cannot be saved, and saves it even if it cannot be printed. */
  async #step(take: RecordOutcome): Promise<Problem | null> {
    const before = this.progress.done;
    const error = recordOutcome(this.plan, this.values, take);
    const { done, steps } = this.progress;
    const step = done > before ? steps[done - 1] : undefined;
    const made = step && {
      outcome: `${done} of ${steps.length}: ${step.call} ${step.path}, id ${step.id}`,
      flag: `--made ${step.id}`,
    };
    const printing = made && this.values.format !== 'json' ? report(`${made.outcome}\n`) : undefined;
    try {
      this.#save(this.plan);
    } catch (cause) {
      if (error !== null) printMessage(error.message);
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
    const text = stateOf(this.plan, this.#boundUrl(this.plan)).replace(
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
