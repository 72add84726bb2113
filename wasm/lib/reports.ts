// Words reports in the requested language and labels.

import * as glue from 'built/bindings.js';
import { catalogueReportOf, type Flat, fixedOf } from './flat.js';
import { fromProducts, givenOptions, type Input, invoke, isJson, NO_INPUT, NONE } from './host.js';
import { jsonText } from './json-text.js';
import { labelled } from './labels.js';
import type { CatalogueReport, CheckOptions, Report } from './model.js';
import { defaultTable } from './set-messages.js';
import { tableOf, translated } from './translate.js';
import type { FixedText, LayoutOption, Wording } from './wording.js';

/** Converts a keyword or a number to text; anything else becomes an unknown keyword. */
export function word(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ' ';
}

/** Empty options without prototype. */
const NONE_OF_THEM = /* @__PURE__ */ Object.freeze(Object.create(null));

/**
 * Splits options into those of the core and those with these names. Options that cannot be split are passed
 * on and rejected by the core.
 */
export function parted<Own extends object>(
  options: unknown,
  ...names: (keyof Own & string)[]
): [rest: unknown, own: Readonly<Own>] {
  try {
    if (options === undefined || names.every((name) => (options as Own)[name] === undefined)) {
      return [options, NONE_OF_THEM];
    }
    const rest = { ...(options as Own) };
    const own: Own = Object.create(null);
    for (const name of names) {
      own[name] = rest[name];
      delete rest[name];
    }
    return [rest, own];
  } catch {
    return [options, NONE_OF_THEM];
  }
}

/** Splits catalogue options into the layout and the rest. */
export function laidOut(options: unknown): [rest: unknown, layout: string] {
  const [rest, { layout }] = parted<LayoutOption>(options, 'layout');
  return [rest, word(layout)];
}

/** Returns a report with the requested messages, otherwise those of `setMessages`, and with labels. */
export function worded<R extends Report | CatalogueReport>(report: R, { messages, labels }: Wording): R {
  const table = messages === undefined ? defaultTable() : tableOf(messages);
  const inLanguage = table === undefined ? report : translated(report, table);
  return labels === undefined ? inLanguage : labelled(inLanguage, labels);
}

const withoutWording = (options: unknown) => parted<Wording>(options, 'messages', 'labels');

/** Words a report as the options request. */
export function report<R extends Report | CatalogueReport>(
  call: glue.Call,
  read: (flat: Flat) => R,
  input: Input,
  options: unknown,
  extra = '',
): R {
  const [core, wording] = withoutWording(options);
  return worded(invoke(call, input, givenOptions(core), extra, read), wording);
}

/** Applies fixes; words the resulting report like that of a check. */
export function fixed<R extends Report | CatalogueReport>(
  call: glue.Call,
  read: (flat: Flat) => R,
  input: Input,
  options: unknown,
  extra = '',
): FixedText<R> {
  const [core, wording] = withoutWording(options);
  const found = invoke(call, input, givenOptions(core), extra, fixedOf(read));
  // The module replaces lone surrogates, so return the given text if no fix was applied.
  const given = found.applied === 0 && isJson(input) && typeof input[1] === 'string' ? input[1] : found.text;
  return { ...found, text: given, report: worded(found.report, wording) };
}

/** Like `fixed`, for a catalogue. */
export const fixedCatalogue = (call: glue.Call, products: unknown, options: unknown): FixedText<CatalogueReport> =>
  fixed(call, catalogueReportOf, fromProducts(products), ...laidOut(options));

/** Parses a fixed text; `null` if it is empty. */
export const valueIn = (text: string): unknown => (text === '' ? null : JSON.parse(text));

/** Copies the options; throws if they are invalid. */
export function takenOptions(options: unknown): CheckOptions & Wording {
  const [core, { messages, labels }] = withoutWording(options);
  const given = givenOptions(core);
  invoke(glue.options, NONE, given);
  const [text, second] = given;
  const taken: CheckOptions & Wording = text === '' ? {} : JSON.parse(text);
  if (messages !== undefined) taken.messages = tableOf(messages).messages;
  if (labels !== undefined) taken.labels = { ...labels };
  const [, current] = second;
  if (second !== NO_INPUT) taken.current = jsonText(typeof current === 'string' ? current : new Uint8Array(current));
  return taken;
}
