// `renewal-rules plan`: the calls that make a set-up, and how far they are.

import { existsSync } from 'node:fs';

import { complain, oneOf, print, UsageError } from './console.js';
import { read } from './files.js';
import { locked } from './lock.js';
import { planFeed, planMade, planNew, planNext, planNotMade, render } from './module.js';
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
    await print(render({ part: 'plan', format }, plan).text);
    return 0;
  }
  const input = positionals.length > 0 ? await read(positionals[0]) : undefined;
  return locked(values.state, async () => {
    if (news.length > 0) return taken(values, input);
    return next(values, format, positionals[0]);
  });
}

/** A new plan for a set-up; nothing where that has errors, which are printed. */
export async function planned(values, file) {
  const { options: { payment, limits, rules }, settings } = configured(values);
  const setup = await read(file);
  const result = called(() => planNew(setup, { payment, limits, rules }), values, settings.file);
  if (!result.ok) throw new UsageError(`${file}: ${result.message}`);
  tell(result.report);
  return result.plan ?? undefined;
}

/** Says what a report says. */
export function tell({ diagnostics }) {
  for (const { severity, code, path, message } of diagnostics) complain(`${severity} ${code} ${path}: ${message}`);
}

/** What the library makes of the plan. */
export function made(result, file) {
  if (!result.ok) throw new UsageError(`${file}: ${result.message}`);
  return result;
}

/** Takes what became of the call under way. */
async function taken(values, body) {
  const plan = bytes(values.state);
  const result = made(called(() => step(plan, values, body), values), values.state);
  keep(values.state, result.plan);
  if (result.error !== null) complain(result.error.message);
  await print(counted(result.progress));
  return result.error === null ? 0 : 1;
}

function step(plan, values, body) {
  if (values['not-made']) return planNotMade({ plan });
  if (values.made !== undefined) return planMade({ plan, id: number(values.made, 'made') });
  return planFeed({ plan, status: number(values.answer, 'answer'), body: body ?? '' });
}

export function number(text, flag) {
  if (!/^\d+$/.test(text)) throw new UsageError(`--${flag} must be a whole number`);
  return Number(text);
}

/** The plan of the file, or a new one. */
export async function opened({ state, ...values }, setup) {
  const isThere = existsSync(state);
  if (isThere && setup !== undefined) throw new UsageError(`${state} exists: leave out the set-up to continue with it, or name another file to start over`);
  if (!isThere && setup === undefined) throw new UsageError(`${state}: there is no such file; name a set-up to begin`);
  return isThere ? bytes(state) : planned(values, setup);
}

/** Prints the next call. Before that it is kept that it is under way: should the run break off in between, somebody has to look. */
async function next(values, format, setup) {
  const plan = await opened(values, setup);
  if (plan === undefined) return 1;
  const result = made(planNext({ plan }), values.state);
  if (result.error !== null) {
    complain(`${result.error.message} (--made ID or --not-made)`);
    return 1;
  }
  keep(values.state, result.plan);
  if (result.request === null) {
    await print(counted(result.progress));
    return 0;
  }
  await print(render({ part: 'call', format }, plan).text);
  return 0;
}

export const counted = ({ done, left }) => `${done} of ${done + left} calls are made\n`;
