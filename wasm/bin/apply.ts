// `renewal-rules apply`: makes a set-up, or changes a product.

import type { Progress } from 'renewal-rules/tools';

import { type Flags, type Given, listed } from './command.js';
import { complain, print, UsageError } from './console.js';
import { read } from './files.js';
import { locked } from './lock.js';
import { changeRequest, check, Plan, readChangeAnswer, textOf, update } from './module.js';
import { called, configured } from './options.js';
import {
  checkFlags,
  counted,
  madeOf,
  numberOf,
  opened,
  planFlags,
  planned,
  statement,
  type Take,
  taken,
  tell,
} from './plan.js';
import { answerOf, type Calls, isAnswer, type Next, OneCall, type Outcome, type Problem, Service } from './send.js';
import { keep } from './write.js';

export const summary = 'make the calls of a set-up, or change a product';

export const options = {
  'base-url': { type: 'string', takes: 'URL', says: 'the address of the service, without /v1' },
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
RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD say who logs in, or RENEWAL_RULES_TOKEN has a token. What is
missing is asked for at the terminal. No secret is written or printed.

Exit status: 0 all calls are made, 1 there are errors, the service refused a call, or you have to say what
became of one, 2 a file or an option is wrong, or the service was not reached.
`;

type Values = Given<typeof options>;

export async function run(values: Values, positionals: readonly string[]): Promise<number> {
  const [file, ...others] = positionals;
  const isAnswered = values.made !== undefined || values['not-made'];
  if (others.length > 0 || (isAnswered && file !== undefined)) {
    throw new UsageError(isAnswered ? 'leave out the set-up to continue' : 'one file can be named');
  }
  if (values['base-url'] === undefined && !values['dry-run']) {
    throw new UsageError('--base-url says where the service is');
  }
  const service = new Service(values, numberOf(values.wait ?? '1', 'wait'));
  const { current, state } = values;
  if (current !== undefined) return change(values, file, service);
  if (state !== undefined)
    return locked(state, async () => carriedOut(await opened(values, state, file), values, service));
  if (values['dry-run']) return carriedOut(await planned(values, file), values, service);
  throw new UsageError('--state names the file that records which calls are done');
}

/** Makes the calls that are left of a set-up. */
async function carriedOut(plan: Plan | undefined, values: Values, service: Service): Promise<number> {
  if (plan === undefined) return 1;
  const calls = new PlannedCalls(plan, values);
  if (values['dry-run']) {
    const { error } = calls.next();
    if (error === null) {
      await print(textOf({ part: 'plan', format: values.json ? 'json' : 'table' }, String(plan)));
    }
    return ended(error);
  }
  const error = (await calls.state()) ?? (await service.carryOut(calls));
  await print(values.json ? `${JSON.stringify({ ...calls.progress, error })}\n` : counted(calls.progress));
  return ended(error);
}

/** Says what is in doubt; gives the exit status. */
function ended(error: Problem | null): number {
  if (error === null) return 0;
  if (error.kind === 'unconfirmed') complain(`${error.message} (--made ID or --not-made)`);
  return error.kind === 'unreachable' ? 2 : 1;
}

/** The calls of a plan, which is kept around each. */
class PlannedCalls implements Calls {
  #plan: Plan;
  readonly #values: Values;

  constructor(plan: Plan, values: Values) {
    this.#plan = plan;
    this.#values = values;
  }

  get progress(): Progress {
    return this.#plan.progress;
  }

  /** The next call; nothing is kept yet. */
  next(): Next {
    const plan = madeOf(Plan.parse(String(this.#plan)), this.#file);
    const { value: request = null, error = null } = called(
      () => plan.next({ base: this.#values['base-url'] }),
      this.#values,
    );
    const begin = () => {
      this.#plan = plan;
      keep(this.#file, String(plan));
    };
    return { request, error, begin };
  }

  /** Takes what the caller states of the call in doubt. */
  async state(): Promise<Problem | null> {
    if (this.#values.made === undefined && !this.#values['not-made']) return null;
    const error = await this.#step(statement(this.#values));
    if (error !== null) complain(error.message);
    return error;
  }

  async take(outcome: Outcome): Promise<Problem | null> {
    if (isAnswer(outcome)) return this.#step((plan) => plan.answer(answerOf(outcome)));
    const { isUnsent, ...lost } = outcome;
    if (isUnsent) await this.#step((plan) => plan.deny());
    return lost;
  }

  /** The file that keeps the plan; without one, calls are only printed. */
  get #file(): string {
    return this.#values.state ?? '';
  }

  async #step(take: Take): Promise<Problem | null> {
    const before = this.progress.done;
    const error = taken(this.#plan, this.#values, this.#file, take);
    const { done, steps } = this.progress;
    const step = steps[done - 1];
    if (step !== undefined && done > before && !this.#values.json) {
      await print(`${done} of ${steps.length}: ${step.call} ${step.path}, id ${step.id}\n`);
    }
    return error;
  }
}

/** Sends the smallest change that makes a product what it should be. */
async function change(values: Values, file: string | undefined, service: Service): Promise<number> {
  if (file === undefined) {
    throw new UsageError('name the file of the product as it should be, or - for standard input');
  }
  const { options, settings } = configured(values);
  const { current = '', payment, limits, rules } = options;
  const { body, fields, productId } = madeOf(update({ current, wanted: await read(file) }), file);
  const knownId = values.id === undefined ? productId : numberOf(values.id, 'id');
  const outcome = async (text: string, id: number | null, error: Problem | null) => {
    await print(values.json ? `${JSON.stringify({ id, fields, error })}\n` : text);
    return ended(error);
  };
  if (body === null) return outcome('nothing is to be changed\n', knownId, null);
  const id = identified(knownId, productId);
  const checked = { operation: 'update', productId: id, current, payment, limits, rules } as const;
  const report = called(() => check(body, checked), values, settings.file);
  tell(report);
  if (!report.valid) return 1;
  const request = madeOf(
    called(() => changeRequest({ id, body, base: values['base-url'] }), values),
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
  const error = await service.carryOut(new OneCall(request, readChangeAnswer));
  return outcome(error === null ? `product ${id} is changed: ${fields.join(', ')}\n` : '', id, error);
}

/** The id of the product to change: as stated, and as the product has it. */
function identified(known: number | null, own: number | null): number {
  if (known === null) throw new UsageError('--id says which product it is: neither of the two has an `id`');
  if (own !== null && own !== known) throw new UsageError(`--id is ${known}, but the product's id is ${own}`);
  return known;
}
