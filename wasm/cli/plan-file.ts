// Plan files: `plan --out` writes the calls of a setup to a file for review, and `apply` makes exactly these calls.

import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { jsonText, Plan, PlanError, render } from '#internal';
import { version } from '../package.json';
import { orError, orUndefined, UsageError, withPrefix } from './failure.js';
import { nameFrom, resolve } from './file-names.js';
import { readNamed } from './files.js';
import { isObject } from './options.js';
import { parseBaseUrl } from './service-options.js';
import { read } from './source.js';
import { replace } from './write.js';

const FORMAT = 'renewal-rules plan 1';

/** Contents of a plan file, without `calls`, which are derived from `plan`. */
interface PlanFile {
  readonly version: string;
  /** Path of the setup relative to the plan file, or `null` for standard input. */
  readonly setup: string | null;
  readonly sha256: string;
  /** Base URL of the service; `null` if the plan can be applied anywhere. */
  readonly baseUrl: string | null;
  /** The saved plan as JSON text. */
  readonly plan: string;
}

const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Writes a plan to a file for review. */
export function writePlanFile(
  file: string,
  plan: Plan,
  { setup, bytes, baseUrl }: { setup: string; bytes: Uint8Array; baseUrl: string | undefined },
): void {
  const content = renderPlanFile({
    version,
    setup: setup === '-' ? null : nameFrom(dirname(resolve(file)), setup),
    sha256: digestOf(bytes),
    baseUrl: baseUrl === undefined ? null : parseBaseUrl(baseUrl),
    plan: String(plan),
  });
  rejectOtherFile(file);
  withPrefix(`${file}: cannot write the plan`, () => replace(file, content));
}

/** Throws if a file exists that is neither empty nor a plan file, such as the progress of `--state`. */
function rejectOtherFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size === 0) return;
  if (parsePlanFile(readNamed(file).toString()) === undefined)
    throw new UsageError(`${file} exists and is not a plan file; name another file for --out`);
}

/** Renders a plan file. It ends with a digest of the text before, so that edits are detected. */
function renderPlanFile({ version, setup, sha256, baseUrl, plan }: PlanFile): string {
  const head = Object.entries({ format: FORMAT, version, setup, sha256, baseUrl }).map(
    ([name, value]) => `  "${name}": ${JSON.stringify(value)}`,
  );
  const calls = callsOf(plan).replaceAll('\n', '\n  ');
  const body = `{\n${head.join(',\n')},\n  "calls": ${calls},\n  "plan": ${JSON.stringify(plan)}`;
  return `${body},\n  "digest": "${digestOf(body)}"\n}\n`;
}

const callsOf = (plan: string): string => render('render.plan', { format: 'json' }, plan).trimEnd();

/** The contents of a plan file that `apply` uses. */
export interface Reviewed {
  readonly plan: Plan;
  readonly baseUrl: string | undefined;
}

/** Reads a plan file; `undefined` if it is none. Throws if it was edited, or if its setup has changed. */
export async function readPlanFile(file: string, bytes: Uint8Array): Promise<Reviewed | undefined> {
  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const content = parsePlanFile(text);
  if (content === undefined) return undefined;
  const refusal = (message: string) => new UsageError(`${file}: ${message}; no call was made. Run plan --out again`);
  if (content.version !== version)
    throw refusal(`the plan was made by renewal-rules ${String(content.version)}, this is ${version}`);
  const plan = orError(() => Plan.parse(jsonText(String(content.plan))), PlanError);
  if (plan instanceof PlanError) throw refusal('`plan` was edited');
  if (renderPlanFile({ ...content, plan: String(plan) }) !== text) throw refusal(difference(content.calls, plan));
  const setup = content.setup === null ? undefined : resolve(dirname(resolve(file)), String(content.setup));
  if (setup !== undefined && existsSync(setup) && digestOf(await read(setup)) !== content.sha256)
    throw refusal(`the setup ${String(content.setup)} has changed since the plan was made`);
  return { plan, baseUrl: content.baseUrl ?? undefined };
}

/** Returns the members of a plan file, which may have been edited; `undefined` if the text is not a plan file. */
const parsePlanFile = (text: string): (PlanFile & { calls: unknown }) | undefined =>
  orUndefined(() => {
    const { format, version, setup, sha256, baseUrl, plan, calls } = JSON.parse(text);
    return format === FORMAT ? { version, setup, sha256, baseUrl, plan, calls } : undefined;
  });

/** Returns the error message for an edited plan file, which names the edited call if possible. */
function difference(calls: unknown, plan: Plan): string {
  const planned: unknown[] = JSON.parse(callsOf(String(plan)));
  const listed = Array.isArray(calls) ? calls : [];
  const index = planned.findIndex((call, at) => JSON.stringify(call) !== JSON.stringify(listed[at]));
  if (index < 0)
    return listed.length === planned.length ? 'the file was edited' : '`calls` has more calls than the plan';
  const call = planned[index];
  const name = isObject(call) ? ` (${String(call.method)} ${String(call.path)})` : '';
  return `call ${index + 1}${name} of \`calls\` is not the one of the plan`;
}

/** Returns whether two plans have the same setup, whatever their progress. */
export const isSameSetup = (plan: Plan, other: Plan): boolean => setupOf(plan) === setupOf(other);

/** Returns the text of a plan without its progress, which begins with the member `done`. */
function setupOf(plan: Plan): string {
  const text = String(plan);
  return text.slice(0, text.lastIndexOf('"done":'));
}

/**
 * Returns the base URL to use for the plan in a file: its own or the given one. Throws an error with `advice` if they
 * differ.
 */
export function targetOf(
  file: string,
  baseUrl: string | undefined,
  given: string | undefined,
  advice: string,
): string | undefined {
  if (baseUrl === undefined || given === undefined) return given ?? baseUrl;
  if (parseBaseUrl(given) === baseUrl) return given;
  throw new UsageError(
    `${file}: the plan is for ${baseUrl}, but --base-url is ${parseBaseUrl(given)}; no call was made. ${advice}`,
  );
}
