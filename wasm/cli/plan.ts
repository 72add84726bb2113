// `renewal-rules plan`: prints the calls of a setup and records which of them are made.

import { existsSync } from 'node:fs';
import {
  applyPatch,
  checkSetup,
  jsonText,
  Plan,
  PlanError,
  type PlanProgress,
  type Report,
  render,
  type ServiceRequest,
  SetupError,
} from '#internal';
import {
  type Flags,
  formatFlag,
  type Given,
  missingArgument,
  numberOf,
  rejectExtra,
  type Values,
  withHeading,
} from './command.js';
import { print, printMessage, report } from './console.js';
import { orError, orUndefined, UsageError, withPrefix } from './failure.js';
import { decodeUtf8, isSameFile, readNamed } from './files.js';
import { rejectCode } from './jsonc.js';
import { locked } from './lock.js';
import { configFlags, keywordFlags, limitFlags } from './option-flags.js';
import { readConfiguration, withFlagNames } from './options.js';
import { writePlanFile } from './plan-file.js';
import { exitCode, problemOf } from './send.js';
import { absolutePathOf, displayName, read, withFileName } from './source.js';
import { replaceDurably } from './write.js';

export const summary = 'Print the calls that create the products of a setup';

/** Options for the progress of a plan; `apply` has them, too. */
export const planFlags = withHeading('Progress', {
  state: { placeholder: 'FILE', help: 'Record in FILE which calls are made' },
  made: {
    placeholder: 'ID',
    help: 'Record that the unconfirmed call was made and created the product ID',
    excludes: ['not-made'],
    needs: 'state',
  },
  'not-made': { help: 'Record that the unconfirmed call was not made', needs: 'state' },
});

/** Options for checking a setup. */
export const checkFlags = {
  payment: keywordFlags.payment,
  ...configFlags('Read payment, limits and rules from FILE'),
  ...limitFlags,
} as const satisfies Flags;

export const options = {
  ...planFlags,
  ...withHeading('Progress', {
    response: {
      placeholder: 'STATUS',
      help: 'Record the status of the response to the last call; BODY is the file with its body, or - for standard input',
      excludes: ['made', 'not-made'],
      needs: 'state',
    },
  }),
  ...withHeading('Service', {
    'base-url': {
      placeholder: 'URL',
      help: 'Let apply use the plan of --out only for the service at URL [default: any service]',
      needs: 'out',
    },
  }),
  ...checkFlags,
  ...withHeading('Output', {
    out: { placeholder: 'FILE', help: 'Write the calls to FILE, for review and for apply', excludes: ['state'] },
  }),
  ...formatFlag(
    ['table', 'json', 'curl'],
    "Set the output format; curl uses the shell's variables BASE_URL and TOKEN_HEADER",
  ),
} as const satisfies Flags;

export const usage = [
  '[OPTIONS] [--out <FILE>] <SETUP>',
  '--state <FILE> [OPTIONS] [SETUP]',
  '--state <FILE> --response <STATUS> [BODY]',
  '--state <FILE> --made <ID> | --not-made',
];

export const details = `SETUP is a file with a JSON object whose members are initiator, renewals (new products, or ids), kinds and trial.
The calls are printed in the order in which they are to be made, renewals first; nothing is sent. \`apply FILE\`
makes exactly the calls that --out wrote, or none if the setup, the version of the rules or the base URL differs.

Without --state, all calls are printed. With --state, only the next call is printed, and recorded in FILE as sent;
the first time, FILE is created from SETUP. After a creation, no call is printed until you record its response
(--response), or whether it was made (--made, --not-made).`;

/** Values of the options that `apply` has, too. */
type PlanValues = Values<
  Pick<typeof options, 'state' | 'response' | 'made' | 'not-made' | 'payment' | 'config' | 'no-config'>
>;
/** Function that records in a plan the outcome of the call that was sent last. */
export type RecordOutcome = (plan: Plan) => PlanProgress;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const recordsOutcome = values.made !== undefined || values['not-made'] || values.response !== undefined;
  rejectExtra(positionals, values.made !== undefined || values['not-made'] ? 0 : 1);
  const [file] = positionals;
  const { state } = values;
  if (state === undefined) return printPlan(values, file);
  const body = recordsOutcome && file !== undefined ? await read(file) : undefined;
  return locked(state, () =>
    recordsOutcome ? recordFromOptions(values, state, body) : printNext(values, state, file),
  );
}

/** Prints all calls for a setup, and writes them to the plan file of `--out`, if given. */
async function printPlan(values: Given<typeof options>, file: string | undefined): Promise<number> {
  const { format, out } = values;
  if (out !== undefined && file !== undefined && isSameFile(out, file))
    throw new UsageError(`--out ${out} is the setup itself; name another file`);
  const setup = file === undefined ? undefined : await read(file);
  const plan = await createPlan(values, file, setup);
  if (plan === undefined) return 1;
  if (out !== undefined && file !== undefined && setup !== undefined)
    writePlanFile(out, plan, { setup: file, bytes: setup, baseUrl: values['base-url'] });
  const text = render('render.plan', { format }, String(plan));
  await print(format === 'table' ? text + counts(plan.progress) : text);
  return 0;
}

/** Creates a plan for a setup; if the setup has errors, prints them and returns `undefined`. */
export async function createPlan(
  values: PlanValues,
  file: string | undefined,
  input?: Uint8Array,
): Promise<Plan | undefined> {
  if (file === undefined) throw missingArgument('SETUP', 'use - for standard input');
  const { optionsFor, settings } = readConfiguration(values);
  const { payment, limits, rules } = optionsFor(absolutePathOf(file));
  const setup = jsonText(input ?? (await read(file)));
  const given = { payment, limits, rules };
  const plan = orError(() => withFlagNames(() => Plan.create(setup, given), values, settings.sources), SetupError);
  if (plan instanceof Plan) {
    printDiagnostics(checkSetup(setup, given), file);
    return plan;
  }
  if (plan.report === undefined) throw new UsageError(`${displayName(file)}: ${plan.message}`);
  printDiagnostics(plan.report, file);
  return undefined;
}

/** Prints the diagnostics of a report to standard error, with their locations if `file` is the text that was checked. */
export function printDiagnostics({ diagnostics }: Report, file?: string): void {
  for (const { severity, code, path, message, location } of diagnostics) {
    const at = file !== undefined && location ? `${displayName(file)}:${location.line}:${location.column}: ` : '';
    printMessage(`${at}${severity} ${code}${path && ` ${path}`}: ${message}`);
  }
}

/**
 * Reads a state: its content, the saved plan in it as JSON text, and the base URL of the only service that the plan is
 * for, if any: the member `baseUrl`, which the library does not know.
 */
function readState(file: string) {
  const content = readNamed(file);
  const text = decodeUtf8(content);
  const url: unknown = orUndefined(() => JSON.parse(text ?? '').baseUrl);
  if (text === undefined || typeof url !== 'string') return { content, text: text ?? content };
  return { content, text: applyPatch(jsonText(text), [{ op: 'remove', path: '/baseUrl' }]), url };
}

/** Returns the text of a state. */
export const stateOf = (plan: Plan, url: string | undefined): string =>
  url === undefined ? String(plan) : `{"baseUrl":${JSON.stringify(url)},${String(plan).slice(1)}`;

/** Returns the base URL in a state file; `undefined` if there is none, or no such file. */
export const boundUrl = (file: string): string | undefined => (existsSync(file) ? readState(file).url : undefined);

/** Reads a saved plan. A repeated name, of which only the last would count, is an error. */
export function readPlan(file: string): Plan {
  const { content, text } = readState(file);
  rejectCode(file, content, 'duplicate-key');
  return withFileName(file, () => Plan.parse(jsonText(text)));
}

/** Reads the plan in the state file; if there is no such file, creates a plan for the setup. */
export async function openPlan(
  values: PlanValues,
  state: string,
  setup: string | undefined,
  input?: Uint8Array,
): Promise<Plan | undefined> {
  if (!existsSync(state)) {
    if (setup === undefined) throw new UsageError(`${state}: no such file; to begin, name a setup`);
    return createPlan(values, setup, input);
  }
  if (setup === undefined) return readPlan(state);
  throw new UsageError(`${state} exists: leave out the setup to continue with it, or name another file to start over`);
}

/** Returns the next request of a plan; the error if a call is unconfirmed, `null` if no call is left. */
export const nextRequest = (plan: Plan, base?: string): ServiceRequest | PlanError | null =>
  orError(() => plan.next({ base }), PlanError);

/** Records the outcome of the last call; the caller saves the plan. Returns its error, `null` for a success. */
export function recordOutcome(plan: Plan, values: object, take: RecordOutcome): PlanError | null {
  const result = orError(() => withFlagNames(() => take(plan), values), PlanError);
  return result instanceof PlanError ? result : null;
}

/** Writes a plan to the state file, with the base URL of the only service that it is for, if any. */
export const savePlan = (state: string, plan: Plan, url: string | undefined): void =>
  withPrefix(`${state}: the plan cannot be saved`, () => replaceDurably(state, stateOf(plan, url)));

/** Returns the function that records the outcome given by `--made`, `--not-made` or `--response`. */
export function outcomeFromOptions(values: PlanValues, body: string | Uint8Array = ''): RecordOutcome {
  if (values['not-made']) return (plan) => plan.markNotCreated();
  if (values.made !== undefined) {
    const id = numberOf(values, 'made', 1);
    return (plan) => plan.markCreated(id);
  }
  const status = numberOf(values, 'response');
  return (plan) => plan.recordResponse({ status, body });
}

/** Records the outcome given by `--made`, `--not-made` or `--response` in the state file. */
async function recordFromOptions(values: PlanValues, state: string, body: Uint8Array | undefined): Promise<number> {
  const take = outcomeFromOptions(values, body);
  const plan = readPlan(state);
  const error = recordOutcome(plan, values, take);
  savePlan(state, plan, boundUrl(state));
  if (error !== null) printMessage(error.message);
  if (!(await report(counts(plan.progress)))) return 2;
  return error === null ? 0 : 1;
}

/**
 * Prints the next call. Saves the plan first, with the call marked as sent: if the command is interrupted before it has
 * printed the call, the call is unconfirmed.
 */
async function printNext(values: Given<typeof options>, state: string, setup: string | undefined): Promise<number> {
  const plan = await openPlan(values, state, setup);
  if (plan === undefined) return 1;
  const before = String(plan);
  const request = nextRequest(plan);
  if (request instanceof PlanError) {
    return exitCode(problemOf(request));
  }
  savePlan(state, plan, boundUrl(state));
  const text = request === null ? counts(plan.progress) : render('render.next_call', { format: values.format }, before);
  return (await report(text)) ? 0 : 2;
}

/** Returns the number of made and remaining calls: `2 created, 1 changed; 1 to create`. */
export function counts({ done, steps }: PlanProgress): string {
  const made = countSteps(steps.slice(0, done), 'created', 'changed');
  const left = countSteps(steps.slice(done), 'to create', 'to change');
  return `${[made, left].filter(Boolean).join('; ') || 'nothing to do'}\n`;
}

function countSteps(steps: PlanProgress['steps'], created: string, changed: string): string {
  const creations = steps.filter(({ call }) => call === 'create').length;
  const changes = steps.length - creations;
  return [creations && `${creations} ${created}`, changes && `${changes} ${changed}`].filter(Boolean).join(', ');
}
