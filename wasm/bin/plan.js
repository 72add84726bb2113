// `renewal-rules plan`: the calls that make a set-up, and how far they are.

import { existsSync } from 'node:fs';

import { complain, oneOf, print, UsageError } from './console.js';
import { read } from './files.js';
import { locked } from './lock.js';
import { checkSetup, Plan, render } from './module.js';
import { bytes, called, configured, limits, limitUsage } from './options.js';
import { keep } from './write.js';

export const summary = 'print the calls that make a set-up, and step through them';

export const usage = `Plans the calls that make a set-up, renewals first, and records which are done, so that nothing is
created twice. It sends nothing itself.

Usage: renewal-rules plan [OPTIONS] SETUP
       renewal-rules plan --state FILE [OPTIONS] [SETUP]
       renewal-rules plan --state FILE --answer STATUS [BODY]
       renewal-rules plan --state FILE --made ID | --not-made

SETUP is a file that describes a set-up, an object: initiator, renewals (new products, or ids), kinds and
trial; an array of products is none. Without --state, all calls are printed. With it, only the next call is: FILE is created from SETUP and records what was sent.
A creation that was sent is not printed again until you state its answer, or whether it was made.

  -f, --format WORD              table, json or curl, with the shell's variables BASE_URL and TOKEN_HEADER
      --state FILE               the file that records which calls are done
      --answer STATUS            the status of the answer to the call; BODY is a file, or - for standard input
      --made ID                  the call in doubt was made, and this is the product's id
      --not-made                 the call in doubt was not made
      --payment WORD             online or offline
${limitUsage}      --config FILE              the configuration file, of which payment, limits and rules are used

Exit status: 0 it was printed, 1 the set-up has errors or the plan cannot go on, 2 a file or an option is wrong.
`;

const formats = ['table', 'json', 'curl'];
const kept = ['answer', 'made'];
export const options = {
  ...Object.fromEntries(['state', ...kept, 'payment', ...limits, 'config'].map((name) => [name, { type: 'string' }])),
  'not-made': { type: 'boolean' },
  format: { type: 'string', short: 'f' },
};

export async function run(values, positionals) {
  const format = oneOf(values.format ?? 'table', formats, 'format');
  const news = [...kept, 'not-made'].filter((name) => values[name] !== undefined);
  if (news.length > 1) throw new UsageError(`--${news[0]} and --${news[1]} exclude each other`);
  if (news.length > 0 && values.state === undefined) throw new UsageError(`--${news[0]} needs --state`);
  if (values.state === '') throw new UsageError('--state names no file');
  if (positionals.length > (news.length === 0 || values.answer !== undefined ? 1 : 0)) throw new UsageError('one file can be named');
  if (values.state === undefined) {
    if (positionals.length === 0) throw new UsageError('name the file of a set-up, or - for standard input');
    const plan = await planned(values, positionals[0]);
    if (plan === undefined) return 1;
    await print(render({ part: 'plan', format }, String(plan)).text);
    return 0;
  }
  const input = positionals.length > 0 ? await read(positionals[0]) : undefined;
  return locked(values.state, async () => {
    if (news.length > 0) return record(values, input);
    return next(values, format, positionals[0]);
  });
}

/** A new plan for a set-up; nothing where that has errors, which are printed. */
export async function planned(values, file) {
  const { options: { payment, limits, rules }, settings } = configured(values);
  const setup = await read(file);
  const stated = { payment, limits, rules };
  const { ok, value: plan, error } = called(() => Plan.create(setup, stated), values, settings.file);
  const report = ok ? checkSetup(setup, stated).value : error.report;
  if (report === undefined) throw new UsageError(`${file}: ${error.message}`);
  tell(report);
  return plan;
}

/** Says what a report says. */
export function tell({ diagnostics }) {
  for (const { severity, code, path, message } of diagnostics) complain(`${severity} ${code} ${path}: ${message}`);
}

/** The plan that a file keeps. */
function saved(file) {
  const { ok, value, error } = Plan.parse(bytes(file));
  if (!ok) throw new UsageError(`${file}: ${error.message}`);
  return value;
}

/** The plan of the file, or a new one. */
export async function opened(values, setup) {
  const isThere = existsSync(values.state);
  if (isThere && setup !== undefined) throw new UsageError(`${values.state} exists: leave out the set-up to continue with it, or name another file to start over`);
  if (!isThere && setup === undefined) throw new UsageError(`${values.state}: there is no such file; name a set-up to begin`);
  return isThere ? saved(values.state) : planned(values, setup);
}

/** Takes what became of the call under way, and keeps it. */
export function taken(plan, values, take) {
  const { ok, error } = called(() => take(plan), values);
  if (error?.kind === 'notAnId') throw new UsageError(`${values.state}: ${error.message}`);
  keep(values.state, String(plan));
  return ok ? null : error;
}

/** What the caller states of the call under way. */
export function statement(values, body = '') {
  if (values['not-made']) return (plan) => plan.deny();
  const given = numberOf(values, values.made === undefined ? 'answer' : 'made');
  return values.made === undefined ? (plan) => plan.answer({ status: given, body }) : (plan) => plan.confirm(given);
}

export function numberOf(values, flag) {
  if (!/^\d+$/.test(values[flag])) throw new UsageError(`--${flag} must be a whole number`);
  return Number(values[flag]);
}

/** Records what became of the call under way. */
async function record(values, body) {
  const take = statement(values, body);
  const plan = saved(values.state);
  const error = taken(plan, values, take);
  if (error !== null) complain(error.message);
  await print(counted(plan.progress));
  return error === null ? 0 : 1;
}

/** Prints the next call. Before that it is kept that it is under way: should the run break off in between, somebody has to look. */
async function next(values, format, setup) {
  const plan = await opened(values, setup);
  if (plan === undefined) return 1;
  const before = String(plan);
  const { ok, value: request, error } = plan.next();
  if (!ok) {
    complain(`${error.message} (--made ID or --not-made)`);
    return 1;
  }
  keep(values.state, String(plan));
  await print(request === null ? counted(plan.progress) : render({ part: 'call', format }, before).text);
  return 0;
}

export const counted = ({ done, left }) => `${done} of ${done + left} calls are made\n`;
