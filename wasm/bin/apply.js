// `renewal-rules apply`: makes a set-up, or changes a product.

import { complain, print, UsageError } from './console.js';
import { read } from './files.js';
import { locked } from './lock.js';
import { changeRequest, check, Plan, readChangeAnswer, render, update } from './module.js';
import { called, configured, limits, limitUsage } from './options.js';
import { counted, numberOf, opened, planned, statement, taken, tell } from './plan.js';
import { Service } from './send.js';
import { keep } from './write.js';

export const summary = 'make the calls of a set-up, or change a product';

export const usage = `Makes what plan prints: it logs in, makes each call, and records which are done, so that nothing is
created twice. Or it changes a product: only the fields that differ are sent.

Usage: renewal-rules apply --base-url URL --state FILE [OPTIONS] [SETUP]
       renewal-rules apply --base-url URL --state FILE --made ID | --not-made
       renewal-rules apply --base-url URL --current FILE [--id N] [OPTIONS] PRODUCT

SETUP is a file as for plan. FILE is created from it, and written before and after each call: where a run
broke off, the next one, without SETUP, goes on. Where it is not known whether a product was created, it stops
until you have looked and say so. What is safe is sent again, up to 5 times: a change, and a creation that
was certainly not made. It waits longer each time, and as long as the service asks (Retry-After).

      --base-url URL             the address of the service, without /v1
      --state FILE               the file that records which calls are done
      --made ID                  the call in doubt was made, and this is the product's id
      --not-made                 the call in doubt was not made
      --current FILE             the product as it is; PRODUCT is how it should be
      --id N                     its id, where neither of the two has it
      --dry-run                  print the calls that are left, and send nothing
      --json                     print the outcome, or the calls, as JSON
      --token-header TEXT        how the token is presented: 'Authorization: Bearer {token}' by default
      --no-token                 the service needs no token
      --wait SECONDS             the first wait before a call is sent again; 1 by default
      --payment WORD             online or offline
${limitUsage}      --config FILE              the configuration file, of which payment, limits and rules are used

RENEWAL_RULES_USERNAME and RENEWAL_RULES_PASSWORD say who logs in, or RENEWAL_RULES_TOKEN has a token. What is
missing is asked for at the terminal. No secret is written or printed.

Exit status: 0 all calls are made, 1 there are errors, the service refused a call, or you have to say what
became of one, 2 a file or an option is wrong, or the service was not reached.
`;

export const options = {
  ...Object.fromEntries(['base-url', 'state', 'made', 'current', 'id', 'token-header', 'wait', 'payment', ...limits, 'config'].map((name) => [name, { type: 'string' }])),
  ...Object.fromEntries(['not-made', 'dry-run', 'json', 'no-token'].map((name) => [name, { type: 'boolean' }])),
};

const exclusive = [['made', 'not-made'], ['made', 'dry-run'], ['not-made', 'dry-run'], ['token-header', 'no-token'], ['current', 'state'], ['current', 'made'], ['current', 'not-made']];
const needed = [['made', 'state'], ['not-made', 'state'], ['id', 'current']];

/** `pause` waits for so many milliseconds. */
export async function run(values, positionals, pause) {
  for (const [one, other] of exclusive) if (values[one] !== undefined && values[other] !== undefined) throw new UsageError(`--${one} and --${other} exclude each other`);
  for (const [one, other] of needed) if (values[one] !== undefined && values[other] === undefined) throw new UsageError(`--${one} needs --${other}`);
  if (values.state === '') throw new UsageError('--state names no file');
  const [file, ...others] = positionals;
  const isStated = values.made !== undefined || values['not-made'];
  if (others.length > 0 || (isStated && file !== undefined)) throw new UsageError(isStated ? 'leave out the set-up to continue' : 'one file can be named');
  if (values['base-url'] === undefined && !values['dry-run']) throw new UsageError('--base-url says where the service is');
  const service = new Service(values, numberOf({ wait: '1', ...values }, 'wait'), pause);
  if (values.current !== undefined) return change(values, file, service);
  if (values.state !== undefined) return locked(values.state, () => setUp(values, file, service));
  if (values['dry-run']) return setUp(values, file, service);
  throw new UsageError('--state names the file that records which calls are done');
}

/** Makes the calls that are left of a set-up. */
async function setUp(values, file, service) {
  if (values.state === undefined && file === undefined) throw new UsageError('name the file of a set-up, or - for standard input');
  const plan = await (values.state === undefined ? planned : opened)(values, file);
  if (plan === undefined) return 1;
  const calls = new PlannedCalls(plan, values);
  if (values['dry-run']) {
    const { error } = calls.next();
    if (error === null) await print(render({ part: 'plan', format: values.json ? 'json' : 'table' }, String(plan)).text);
    return ended(error);
  }
  const error = (await calls.state()) ?? (await service.carryOut(calls));
  await print(values.json ? `${JSON.stringify({ ...calls.progress, error })}\n` : counted(calls.progress));
  return ended(error);
}

/** Says what is in doubt; gives the exit status. */
function ended(error) {
  if (error?.kind === 'inDoubt') complain(`${error.message} (--made ID or --not-made)`);
  return error === null ? 0 : error.kind === 'unreachable' ? 2 : 1;
}

/** The calls of a plan, which is kept around each. */
class PlannedCalls {
  #plan;
  #values;

  constructor(plan, values) {
    this.#plan = plan;
    this.#values = values;
  }

  get progress() {
    return this.#plan.progress;
  }

  /** The next call, and the plan once it is under way; nothing is kept yet. */
  next() {
    const { value: plan } = Plan.parse(String(this.#plan));
    const { value: request = null, error = null } = called(() => plan.next({ base: this.#values['base-url'] }), this.#values);
    return { request, error, plan };
  }

  keep({ plan }) {
    this.#plan = plan;
    keep(this.#values.state, String(plan));
  }

  /** Takes what the caller states of the call in doubt. */
  async state() {
    if (this.#values.made === undefined && !this.#values['not-made']) return null;
    const error = await this.#step(statement(this.#values));
    if (error !== null) complain(error.message);
    return error;
  }

  async take({ status, body, isUnsent, ...lost }) {
    if (status !== undefined) return this.#step((plan) => plan.answer({ status, body }));
    if (isUnsent) await this.#step((plan) => plan.deny());
    return lost;
  }

  async #step(take) {
    const before = this.progress.done;
    const error = taken(this.#plan, this.#values, take);
    const { done, steps } = this.progress;
    const { call, path, id } = steps[done - 1] ?? {};
    if (done > before && !this.#values.json) await print(`${done} of ${steps.length}: ${call} ${path}, id ${id}\n`);
    return error;
  }
}

/** What a call gives of a file, or else the caller's mistake. */
function valueOf({ ok, value, error }, file) {
  if (!ok) throw new UsageError(`${file}: ${error.message}`);
  return value;
}

/** Sends the smallest change that makes a product what it should be. */
async function change(values, file, service) {
  if (file === undefined) throw new UsageError('name the file of the product as it should be, or - for standard input');
  const { options: { current, payment, limits, rules }, settings } = configured(values);
  const { body, fields, productId } = valueOf(update({ current, wanted: await read(file) }), file);
  const stated = values.id === undefined ? productId : numberOf(values, 'id');
  const outcome = async (text, id, error) => {
    await print(values.json ? `${JSON.stringify({ id, fields, error })}\n` : text);
    return ended(error);
  };
  if (body === null) return outcome('nothing is to be changed\n', stated, null);
  if (stated === null) throw new UsageError('--id says which product it is: neither of the two has an `id`');
  if (productId !== null && productId !== stated) throw new UsageError(`--id is ${stated}, but the product's id is ${productId}`);
  const report = called(() => check(body, { operation: 'update', productId: stated, current, payment, limits, rules }), values, settings.file);
  tell(report);
  if (!report.valid) return 1;
  const request = valueOf(called(() => changeRequest({ id: stated, body, base: values['base-url'] }), values), file);
  if (values['dry-run']) {
    const { method, path, headers } = request;
    await print(values.json ? `${JSON.stringify([{ method, path, headers, body }], null, 2)}\n` : `${method} ${path}  ${body}\n`);
    return 0;
  }
  let isMade = false;
  const error = await service.carryOut({
    next: () => ({ request: isMade ? null : request, error: null }),
    keep() {},
    take(answer) {
      if (answer.status === undefined) return answer;
      const { ok, error = null } = readChangeAnswer({ status: answer.status, body: answer.body });
      isMade = ok;
      return error;
    },
  });
  return outcome(error === null ? `product ${stated} is changed: ${fields.join(', ')}\n` : '', stated, error);
}
