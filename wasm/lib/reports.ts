// Makes reports with the options that the core does not have: their wording, and the layout of a catalogue.

import { type Given, givenOptions, type Input, isJson, NO_INPUT, NONE } from './encode.js';
import { OptionsError } from './errors.js';
import { reportOf } from './flat.js';
import { call, callFlat } from './host.js';
import { jsonText } from './json-text.js';
import type { FixedText } from './located.js';
import type { CatalogueReport, CheckOptions, Report } from './model.js';
import { applyWording, labelEntries, parseTable, type Wording } from './wording.js';

/** Converts a keyword to text, `undefined` to an empty text, other values to a text that the core rejects. */
export const word = (value: unknown): string => (value === undefined ? '' : typeof value === 'string' ? value : ' ');

/** Empty options without prototype. */
const NO_OPTIONS = /* @__PURE__ */ Object.freeze(Object.create(null));

/**
 * Separates the options called `names` from the options that are passed to the core. If reading the options throws,
 * returns all of them unchanged, so that the core rejects them.
 */
export function splitOptions<Own extends object>(
  options: unknown,
  ...names: (keyof Own & string)[]
): [rest: unknown, own: Readonly<Own>] {
  try {
    if (options === undefined || names.every((name) => (options as Own)[name] === undefined)) {
      return [options, NO_OPTIONS];
    }
    const rest = { ...(options as Own) };
    const own: Own = Object.create(null);
    for (const name of names) {
      own[name] = rest[name];
      delete rest[name];
    }
    return [rest, own];
  } catch {
    return [options, NO_OPTIONS];
  }
}

/**
 * Makes a call. If it rejects an unknown option, the error lists the options `own`, too, which were removed before the
 * call because the module does not know them.
 */
export function accepting<Made>(own: readonly string[], make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof OptionsError) || error.kind !== 'unknown' || error.option?.includes('.')) throw error;
    const more = own.map((name) => `, \`${name}\``).join('');
    throw new OptionsError(error.kind, error.message + more, error.option);
  }
}

const WORDING = ['messages', 'labels'] as const;

const splitWording = (options: unknown) => splitOptions<Wording>(options, ...WORDING);

/** Makes a call without the options `messages` and `labels`, which are then applied to its report. */
export function makeReport<R extends Report | CatalogueReport>(options: unknown, make: (given: Given) => R): R {
  const [core, wording] = splitWording(options);
  return applyWording(
    accepting(WORDING, () => make(givenOptions(core))),
    wording,
  );
}

/** Checks an encoded product. */
export const checked = (input: Input, options: unknown): Report =>
  makeReport(options, (given) => reportOf(callFlat('check', '', input, given)));

/** Makes a call that applies fixes, and applies `messages` and `labels` to its report. */
export function makeFixed<R extends Report | CatalogueReport>(
  [kind, text]: Input,
  options: unknown,
  make: (given: Given) => FixedText<R>,
): FixedText<R> {
  const [core, wording] = splitWording(options);
  const found = accepting(WORDING, () => make(givenOptions(core)));
  // The module replaces lone surrogates, so return the given text if no fix was applied.
  const given = found.applied === 0 && isJson([kind, text]) && typeof text === 'string' ? text : found.text;
  return { ...found, text: given, report: applyWording(found.report, wording) };
}

/** Parses a text to which fixes were applied; returns `null` for the empty text of an input that is not JSON. */
export const valueIn = (text: string): unknown => (text === '' ? null : JSON.parse(text));

/** Validates options and returns a copy of them; throws if they are invalid. */
export function validatedOptions(options: unknown): CheckOptions & Wording {
  const [core, { messages, labels }] = splitWording(options);
  const given = givenOptions(core);
  accepting(WORDING, () => call('options', '', NONE, given));
  const [text, second] = given;
  const taken: CheckOptions & Wording = text === '' ? {} : JSON.parse(text);
  if (messages !== undefined) taken.messages = parseTable(messages).messages;
  if (labels !== undefined) taken.labels = Object.fromEntries(labelEntries(labels, 'invalid'));
  const [, current] = second;
  if (second !== NO_INPUT) taken.current = jsonText(typeof current === 'string' ? current : new Uint8Array(current));
  return taken;
}
