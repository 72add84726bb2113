// `renewal-rules apply`: carries out a setup, or updates a product.

import { existsSync } from 'node:fs';

import type { PlanProgress } from 'renewal-rules/tools';

import { type Flags, type Given, listed } from './command.js';
import { complain, describe, messageOf, print, report, UsageError } from './console.js';
import { read } from './files.js';
import { type Lock, locked } from './lock.js';
import { changeRequest, check, jsonText, Plan, PlanError, readChangeResponse, textOf, update } from './module.js';
import { called, configured } from './options.js';
import {
  checkFlags,
  counted,
  madeOf,
  nextOf,
  numberOf,
  opened,
  planFlags,
  planned,
  save,
  statement,
  type Take,
  taken,
  tell,
} from './plan.js';
import {
  answerOf,
  CallError,
  type Calls,
  isAnswer,
  type Next,
  OneCall,
  type Outcome,
  type Problem,
  problemOf,
  Service,
} from './send.js';
import { parseBaseUrl } from './url.js';

export const summary = 'make the calls of a set-up, or change a product';

export const options = {
  'base-url': { type: 'string', takes: 'URL', says: 'the URL of the service, without /v1, credentials or query' },
  ...planFlags,
  current: {
    type: 'string',
    takes: 'FILE',
    says: 'the product as it is; PRODUCT is how it should be',
    excludes: ['state'],
  },
  id: { type: 'string', takes: 'N', says: 'its id, where neither of the two has it', needs: 'current' },
  'dry-run': {
    type: 'boolean',
    says: 'print the calls that are left, and send nothing',
    excludes: ['made', 'not-made'],
  },
  json: { type: 'boolean', says: 'print the outcome, or the calls, as JSON' },
  'token-header': {
    type: 'string',
    takes: 'TEXT',
    says: "how the token is presented: 'Authorization: Bearer {token}' by default",
    excludes: ['no-token'],
  },
  'no-token': { type: 'boolean', says: 'the service needs no token' },
  wait: { type: 'string', takes: 'SECONDS', says: 'the first wait before a call is sent again; 1 by default' },
  ...checkFlags,
} as const satisfies Flags;

export const usage = `Makes what plan prints: it logs in, makes each call, and records which are done, so that nothing is
created twice. Or it changes a product: only the fields that differ are sent.

Usage: renewal-rules apply --base-url URL --state FILE [OPTIONS] [SETUP]
       renewal-rules apply --base-url URL --state FILE --made ID | --not-made
       renewal-rules apply --base-url URL --current FILE [--id N] [OPTIONS] PRODUCT

SETUP is a file as for plan. FILE is created from it, and written before and after each call: where a run
broke off, the next one, without SETUP, goes on. Where it is not known whether a product was created, it stops
until you have looked and say so. What is safe is sent again, up to 5 times: a change, and a creation that
was certainly not made. It waits longer each time, and as long as the service asks (Retry-After).

${listed(options)}
RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD log in, and RENEWAL_RULES_TOKEN has a token that is used until
the service refuses it. What is missing is asked for at the terminal. No secret is written or printed.

Exit status: 0 all calls are made, 1 there are errors, the service refused a call, or you have to say what
became of one, 2 a file or an option is wrong, the service was not reached, or an outcome was not saved or printed.
`;

type Values = Given<typeof options>;

export async function run(given: Values, positionals: readonly string[]): Promise<number> {
  const [file, ...others] = positionals;
  const isAnswered = given.made !== undefined || given['not-made'];
  if (others.length > 0 || (isAnswered && file !== undefined)) {
    throw new UsageError(isAnswered ? 'leave out the set-up to continue' : 'one file can be named');
  }
  const values = withBaseUrl(given);
  const { current, state } = values;
  const service = new Service(values, numberOf(values.wait ?? '1', 'wait'));
  if (current !== undefined) return change(values, file, service);
  if (state !== undefined) {
    return locked(state, async (lock) => carriedOut(await opened(values, state, file), values, service, lock));
  }
  if (values['dry-run']) return carriedOut(await planned(values, file), values, service);
  throw new UsageError('missing required option: --state <FILE>');
}

/** Validates the base URL, before anything is read or sent. */
function withBaseUrl(values: Values): Values {
  const url = values['base-url'];
  if (url !== undefined) return { ...values, 'base-url': parseBaseUrl(url) };
  if (values['dry-run']) return values;
  throw new UsageError('missing required option: --base-url <URL>');
}

/** Makes the remaining calls of a setup. */
async function carriedOut(plan: Plan | undefined, values: Values, service: Service, lock?: Lock): Promise<number> {
  if (plan === undefined) return 1;
  const calls = new PlannedCalls(plan, values, lock);
  if (values['dry-run']) {
    const { error } = calls.next();
    if (error === null) {
      await print(textOf({ part: 'plan', format: values.json ? 'json' : 'table' }, String(plan)));
    }
    return exitStatus(error);
  }
  const error = await outcomeOf(async () => (await calls.state()) ?? (await service.carryOut(calls)));
  return ended(values.json ? `${JSON.stringify({ ...calls.progress, error })}\n` : counted(calls.progress), error);
}

/** Makes calls; an error becomes a problem, so that the outcome of the calls before it is printed. */
async function outcomeOf(calls: () => Promise<Problem | null>): Promise<Problem | null> {
  try {
    return await calls();
  } catch (error) {
    complain(describe(error));
    return { kind: error instanceof CallError ? error.kind : 'failed', message: messageOf(error) };
  }
}

/** Prints the outcome; returns the exit status. */
async function ended(text: string, error: Problem | null): Promise<number> {
  const status = exitStatus(error);
  return (await report(text)) ? status : 2;
}

/** Kinds of problems that do not come from the service. */
const LOCAL: readonly string[] = ['failed', 'no-token', 'unreachable', 'unsaved'];

/** Returns the exit status for an error; asks about an unconfirmed call. */
function exitStatus(error: Problem | null): number {
  if (error === null) return 0;
  if (error.kind === 'unconfirmed') complain(`${error.message} (--made ID or --not-made)`);
  return LOCAL.includes(error.kind) ? 2 : 1;
}

/** The calls of a plan, which is saved before and after each. */
class PlannedCalls implements Calls {
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

  /** Returns the next call; nothing is saved yet. */
  next(): Next {
    const plan = madeOf(() => Plan.parse(jsonText(String(this.#plan))), this.#file);
    const next = called(() => nextOf(plan, this.#values['base-url']), this.#values);
    const begin = () => {
      try {
        this.#lock?.assertHeld();
        this.#save(plan);
      } catch (error) {
        throw new CallError('unsaved', `${messageOf(error)}; the call was not sent`);
      }
      this.#plan = plan;
    };
    if (next instanceof PlanError) return { request: null, error: problemOf(next), begin };
    return { request: next, error: null, begin };
  }

  /** Records the outcome of the unconfirmed call, as options report it. */
  async state(): Promise<Problem | null> {
    if (this.#values.made === undefined && !this.#values['not-made']) return null;
    const error = await this.#step(statement(this.#values));
    if (error !== null) complain(error.message);
    return error;
  }

  async take(outcome: Outcome): Promise<Problem | null> {
    if (isAnswer(outcome)) return this.#step((plan) => plan.recordResponse(answerOf(outcome)));
    const { isUnsent, ...lost } = outcome;
    if (isUnsent) await this.#step((plan) => plan.markNotCreated());
    return lost;
  }

  /** The file with the plan; without one, calls are only printed. */
  get #file(): string {
    return this.#values.state ?? '';
  }

  #save(plan: Plan): void {
    const text = String(plan);
    if (text === this.#saved) return;
    save(this.#file, plan);
    this.#saved = text;
  }

  /** Records an outcome: prints it even if saving fails, and saves it even if printing fails. */
  async #step(take: Take): Promise<Problem | null> {
    const before = this.progress.done;
    const error = taken(this.#plan, this.#values, this.#file, take);
    const { done, steps } = this.progress;
    const step = done > before ? steps[done - 1] : undefined;
    const line = step && `${done} of ${steps.length}: ${step.call} ${step.path}, id ${step.id}`;
    const printing = line !== undefined && !this.#values.json ? report(`${line}\n`) : undefined;
    try {
      this.#lock?.assertNotTaken();
      this.#save(this.#plan);
    } catch (cause) {
      if (error !== null) complain(error.message);
      const outcome = line ?? 'the call was not made';
      throw this.#unsaved(messageOf(cause), outcome, step ? `--made ${step.id}` : '--not-made');
    } finally {
      await printing;
    }
    return error && problemOf(error);
  }

  /** Creates the error for an outcome that was not saved: names it, and how to record it. */
  #unsaved(cause: string, outcome: string, flag: string): CallError {
    const file = this.#file;
    // Only ASCII survives every terminal as it is.
    const text = String(this.#plan).replace(
      /[^ -~]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const remedy = existsSync(file)
      ? [`when ${file} can be written, run the command again with ${flag} instead of the set-up`]
      : [`${file} does not exist: save the last line as this file, then continue with --state ${file}`, text];
    return new CallError('unsaved', `not recorded: ${outcome}`, cause, ...remedy);
  }
}

/** Updates a product: sends only the fields that differ. */
async function change(values: Values, file: string | undefined, service: Service): Promise<number> {
  if (file === undefined) {
    throw new UsageError('name the file of the product as it should be, or - for standard input');
  }
  const { options, settings } = configured(values);
  const { current = jsonText(''), payment, limits, rules } = options;
  const wanted = jsonText(await read(file));
  const { body, fields, productId } = madeOf(() => update({ current, wanted }), file);
  const knownId = values.id === undefined ? productId : numberOf(values.id, 'id');
  const outcome = (text: string, id: number | null, error: Problem | null) =>
    ended(values.json ? `${JSON.stringify({ id, fields, error })}\n` : text, error);
  if (body === null) return outcome('nothing is to be changed\n', knownId, null);
  const id = identified(knownId, productId);
  const checked = { operation: 'update', productId: id, current, payment, limits, rules } as const;
  const report = called(() => check(jsonText(body), checked), values, settings.file);
  tell(report);
  if (!report.valid) return 1;
  const request = madeOf(
    () => called(() => changeRequest({ id, body: jsonText(body), base: values['base-url'] }), values),
    file,
  );
  if (values['dry-run']) {
    const { method, path, headers } = request;
    const shown = values.json
      ? JSON.stringify([{ method, path, headers, body }], null, 2)
      : `${method} ${path}  ${body}`;
    await print(`${shown}\n`);
    return 0;
  }
  const error = await outcomeOf(() => service.carryOut(new OneCall(request, readChangeResponse)));
  return outcome(error === null ? `product ${id} is changed: ${fields.join(', ')}\n` : '', id, error);
}

/** Returns the id of the product to update: from `--id`, or from the product itself. */
function identified(known: number | null, own: number | null): number {
  if (known === null) throw new UsageError('--id says which product it is: neither of the two has an `id`');
  if (own !== null && own !== known) throw new UsageError(`--id is ${known}, but the product's id is ${own}`);
  return known;
}
