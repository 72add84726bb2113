// `renewal-rules plan`: prints the calls of a setup and their progress.

import { existsSync } from 'node:fs';

import type { PlanProgress, Report, ServiceRequest } from 'renewal-rules/tools';

import { type Flags, formatFlag, type Given, listed, type Values } from './command.js';
import { complain, messageOf, oneOf, print, report, UsageError } from './console.js';
import { read } from './files.js';
import { locked } from './lock.js';
import { checkSetup, isDataError, jsonText, Plan, PlanError, SetupError, textOf } from './module.js';
import { bytes, called, configFlag, configured, limitFlags, wordFlags } from './options.js';
import { keep } from './write.js';

export const summary = 'print the calls that make a set-up, and step through them';

const formats = ['table', 'json', 'curl'] as const;

/** Options of a plan, shared with `apply`. */
export const planFlags = {
  state: { type: 'string', takes: 'FILE', says: 'the file that records which calls are done' },
  made: {
    type: 'string',
    takes: 'ID',
    says: "the call in doubt was made, and this is the product's id",
    excludes: ['not-made'],
    needs: 'state',
  },
  'not-made': { type: 'boolean', says: 'the call in doubt was not made', needs: 'state' },
} as const satisfies Flags;

/** Options of the check of a setup. */
export const checkFlags = {
  payment: wordFlags.payment,
  ...limitFlags,
  ...configFlag('the configuration file, of which payment, limits and rules are used'),
} as const satisfies Flags;

const { state, ...news } = planFlags;
const isAnswered = 'the status of the answer to the call; BODY is a file, or - for standard input';
export const options = {
  ...formatFlag(formats, "table, json or curl, with the shell's variables BASE_URL and TOKEN_HEADER"),
  state,
  answer: { type: 'string', takes: 'STATUS', says: isAnswered, excludes: ['made', 'not-made'], needs: 'state' },
  ...news,
  ...checkFlags,
} as const satisfies Flags;

export const usage = `Plans the calls that make a set-up, renewals first, and records which are done, so that nothing is
created twice. It sends nothing itself.

Usage: renewal-rules plan [OPTIONS] SETUP
       renewal-rules plan --state FILE [OPTIONS] [SETUP]
       renewal-rules plan --state FILE --answer STATUS [BODY]
       renewal-rules plan --state FILE --made ID | --not-made

SETUP is a file that describes a set-up, an object: initiator, renewals (new products, or ids), kinds and
trial; an array of products is none. Without --state, all calls are printed. With it, only the next call is: FILE is created from SETUP and records what was sent.
A creation that was sent is not printed again until you state its answer, or whether it was made.

${listed(options)}
Exit status: 0 it was printed, 1 the set-up has errors or the plan cannot go on, 2 a file or an option is wrong.
`;

/** Values of the options shared with `apply`. */
export type PlanValues = Values<Pick<typeof options, 'state' | 'answer' | 'made' | 'not-made' | 'payment' | 'config'>>;
/** Outcome of the call in progress. */
export type Take = (plan: Plan) => PlanProgress;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const format = oneOf(values.format ?? 'table', formats, 'format');
  const isNews = values.made !== undefined || values['not-made'] || values.answer !== undefined;
  const [file, ...others] = positionals;
  const takesFile = !isNews || values.answer !== undefined;
  if (others.length > 0 || (file !== undefined && !takesFile)) throw new UsageError('one file can be named');
  const { state } = values;
  if (state === undefined) return printed(values, format, file);
  const body = isNews && file !== undefined ? await read(file) : undefined;
  return locked(state, () => (isNews ? record(values, state, body) : next(values, state, format, file)));
}

/** Prints all calls. */
async function printed(values: PlanValues, format: string, file: string | undefined): Promise<number> {
  const plan = await planned(values, file);
  if (plan === undefined) return 1;
  await print(textOf({ part: 'plan', format }, String(plan)));
  return 0;
}

/** Creates a plan for a setup; prints the errors and returns `undefined` if it has any. */
export async function planned(values: PlanValues, file: string | undefined): Promise<Plan | undefined> {
  if (file === undefined) throw new UsageError('name the file of a set-up, or - for standard input');
  const { options, settings } = configured(values);
  const { payment, limits, rules } = options;
  const setup = jsonText(await read(file));
  const given = { payment, limits, rules };
  try {
    const plan = called(() => Plan.create(setup, given), values, settings.file);
    tell(checkSetup(setup, given));
    return plan;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    if (error.report === undefined) throw new UsageError(`${file}: ${error.message}`);
    tell(error.report);
    return undefined;
  }
}

/** Prints a report. */
export function tell({ diagnostics }: Report): void {
  for (const { severity, code, path, message } of diagnostics) complain(`${severity} ${code} ${path}: ${message}`);
}

/** Makes a call about a file; an error because of its contents becomes one of the user. */
export function madeOf<Value>(call: () => Value, file: string): Value {
  try {
    return call();
  } catch (error) {
    if (!isDataError(error)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
}

/** Reads the plan in a file. */
const saved = (file: string): Plan => madeOf(() => Plan.parse(jsonText(bytes(file))), file);

/** Returns the plan in the file, or a new one. */
export async function opened(values: PlanValues, state: string, setup: string | undefined): Promise<Plan | undefined> {
  if (!existsSync(state)) {
    if (setup === undefined) throw new UsageError(`${state}: there is no such file; name a set-up to begin`);
    return planned(values, setup);
  }
  if (setup === undefined) return saved(state);
  throw new UsageError(`${state} exists: leave out the set-up to continue with it, or name another file to start over`);
}

/** Returns the next request of a plan, or the error why it has none. */
export function nextOf(plan: Plan, base?: string): ServiceRequest | PlanError | null {
  try {
    return plan.next({ base });
  } catch (error) {
    if (error instanceof PlanError) return error;
    throw error;
  }
}

/** Records the outcome of the call under way in a plan, which is yet to be saved. */
export function taken(plan: Plan, values: object, state: string, take: Take): PlanError | null {
  try {
    called(() => take(plan), values);
    return null;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    if (error.kind === 'not-an-id') throw new UsageError(`${state}: ${error.message}`);
    return error;
  }
}

/** Saves a plan. */
export function save(state: string, plan: Plan): void {
  try {
    keep(state, String(plan));
  } catch (error) {
    throw new UsageError(`${state}: the plan cannot be saved: ${messageOf(error)}`);
  }
}

/** The outcome of the call under way, as options report it. */
export function statement(values: PlanValues, body: string | Uint8Array = ''): Take {
  if (values['not-made']) return (plan) => plan.markNotCreated();
  if (values.made !== undefined) {
    const id = numberOf(values.made, 'made');
    return (plan) => plan.markCreated(id);
  }
  const status = numberOf(values.answer, 'answer');
  return (plan) => plan.recordResponse({ status, body });
}

/** Parses the number given for an option. */
export function numberOf(text: string | undefined, flag: string): number {
  if (text === undefined || !/^\d+$/.test(text)) throw new UsageError(`--${flag} must be a whole number`);
  return Number(text);
}

/** Records the outcome of the call in progress. */
async function record(values: PlanValues, state: string, body: Uint8Array | undefined): Promise<number> {
  const take = statement(values, body);
  const plan = saved(state);
  const error = taken(plan, values, state, take);
  save(state, plan);
  if (error !== null) complain(error.message);
  const isPrinted = await report(counted(plan.progress));
  if (!isPrinted) return 2;
  return error === null ? 0 : 1;
}

/**
 * Prints the next call. Before that, the plan is saved with the call as under way: if the run breaks off in between,
 * somebody has to look.
 */
async function next(values: PlanValues, state: string, format: string, setup: string | undefined): Promise<number> {
  const plan = await opened(values, state, setup);
  if (plan === undefined) return 1;
  const before = String(plan);
  const request = nextOf(plan);
  if (request instanceof PlanError) {
    complain(`${request.message} (--made ID or --not-made)`);
    return 1;
  }
  save(state, plan);
  const text = request === null ? counted(plan.progress) : textOf({ part: 'call', format }, before);
  return (await report(text)) ? 0 : 2;
}

export const counted = ({ done, left }: PlanProgress): string => `${done} of ${done + left} calls are made\n`;
