// `renewal-rules apply`: sends the service calls that carry out a setup.

import { existsSync } from 'node:fs';
import { type Flags, formatOf, type Given, missing } from './command.js';
import { print } from './console.js';
import { UsageError } from './failure.js';
import { type Lock, locked } from './lock.js';
import { type Plan, render } from './module.js';
import { attemptCalls, exitCode, printOutcome } from './outcome.js';
import { checkFlags, counts, createPlan, openPlan, planFlags, readPlan } from './plan.js';
import { isSameSetup, type Reviewed, readPlanFile, targetOf } from './plan-file.js';
import { PlannedCalls } from './planned-calls.js';
import { Service } from './send.js';
import { baseUrl, formats, outcomeFormat, serviceFlags, VARIABLES } from './service-options.js';
import { read } from './source.js';
import { parseBaseUrl } from './url.js';

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
product was created, the run stops: look it up in the service when no run and no call is under way, then pass
--made or --not-made.

Do not continue with an older copy of FILE: calls made since then would be made again. If only a copy is left, look
up each product first, and record those that exist with plan --state FILE, then plan --state FILE --made ID.

Calls that are safe to repeat are sent again, up to 5 times: changes, and creations that were certainly not
made. The wait doubles with each attempt, and is never shorter than the service requests with Retry-After.

${VARIABLES}`;

type Values = Given<typeof options>;

/** The input file, which contains a setup or a reviewed plan. */
interface Input {
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The reviewed plan; `undefined` if the file contains a setup. */
  readonly reviewed: Reviewed | undefined;
}

export async function run(given: Values, positionals: readonly string[]): Promise<number> {
  const [file, ...others] = positionals;
  if (others.length > 0) throw new UsageError('apply takes one file');
  if (file !== undefined && (given.made !== undefined || given['not-made']))
    throw new UsageError('--made and --not-made continue with the saved plan: leave out the setup');
  const format = formatOf(given, formats);
  if (given['base-url'] !== undefined) parseBaseUrl(given['base-url']);
  const input = file === undefined ? undefined : await readInput(file);
  const target = input?.reviewed ? targetOf(input.file, input.reviewed, given['base-url']) : given['base-url'];
  const values: Values = { ...given, format, ...baseUrl(target, given['dry-run']) };
  const { state } = values;
  const service = new Service(values);
  if (state !== undefined) {
    return locked(state, async (lock) => carryOut(await beginPlan(values, state, input), values, service, lock));
  }
  if (values['dry-run']) return carryOut(await planFor(values, input), values, service);
  throw missing('state', options);
}

async function readInput(file: string): Promise<Input> {
  const bytes = await read(file);
  return { file, bytes, reviewed: await readPlanFile(file, bytes) };
}

/** Returns the reviewed plan in the input, or a new plan for the setup in it. */
const planFor = async (values: Values, input: Input | undefined): Promise<Plan | undefined> =>
  input?.reviewed?.plan ?? createPlan(values, input?.file, input?.bytes);

/** Returns the plan in the state file, or a new plan if there is no such file. */
const beginPlan = async (values: Values, state: string, input: Input | undefined): Promise<Plan | undefined> =>
  input?.reviewed ? resumePlan(input.reviewed, state) : openPlan(values, state, input?.file, input?.bytes);

/**
 * Returns a reviewed plan with the progress in the state file, if that exists; throws if the progress is of another
 * plan.
 */
function resumePlan({ plan }: Reviewed, state: string): Plan {
  if (!existsSync(state)) return plan;
  const progress = readPlan(state);
  if (isSameSetup(progress, plan)) return progress;
  throw new UsageError(`${state} has the progress of another plan; no call was made. Name another file to start over`);
}

/** Makes the remaining calls of a plan, and prints the outcome. */
async function carryOut(plan: Plan | undefined, values: Values, service: Service, lock?: Lock): Promise<number> {
  if (plan === undefined) return 1;
  const calls = new PlannedCalls(plan, values, lock);
  const isJson = values.format === 'json';
  if (values['dry-run']) return preview(plan, calls, isJson);
  const error = await attemptCalls(async () => (await calls.state()) ?? (await service.carryOut(calls)));
  return printOutcome(isJson ? `${JSON.stringify({ ...calls.progress, error })}\n` : counts(calls.progress), error);
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
