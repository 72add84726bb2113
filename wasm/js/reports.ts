// Reports in the words that are asked for.

import * as glue from 'built/bindings.js';
import { catalogueReportOf, type Flat, fixedOf } from './flat.js';
import { fromProducts, givenOptions, type Input, invoke, isJson, NO_INPUT, NONE } from './host.js';
import { labelled } from './labels.js';
import type { CatalogueReport, Options, Report } from './model.js';
import { tableOf, translate } from './translate.js';
import type { FixedText, LayoutOption, Wording } from './wording.js';

/** A word or number as text; anything else is not a word that the core knows. */
export function word(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ' ';
}

/** No options, whatever the prototype of objects has. */
const NONE_OF_THEM = /* @__PURE__ */ Object.freeze(Object.create(null));

/** Options but for those of these names, which the core does not take, and these. What cannot be parted says itself what is wrong with it. */
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

/** The options of a catalogue but for its layout, and that. */
export function laidOut(options: unknown): [rest: unknown, layout: string] {
  const [rest, { layout }] = parted<LayoutOption>(options, 'layout');
  return [rest, word(layout)];
}

function worded<R extends Report | CatalogueReport>(report: R, { messages, labels }: Wording): R {
  const inLanguage = messages === undefined ? report : translate(report, messages);
  return labels === undefined ? inLanguage : labelled(inLanguage, labels);
}

const withoutWording = (options: unknown) => parted<Wording>(options, 'messages', 'labels');

/** A report, in the words that the options have. */
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

/** Makes fixes; the report of what comes out is worded as that of a check. */
export function fixed<R extends Report | CatalogueReport>(
  call: glue.Call,
  read: (flat: Flat) => R,
  input: Input,
  options: unknown,
  extra = '',
): FixedText<R> {
  const [core, wording] = withoutWording(options);
  const found = invoke(call, input, givenOptions(core), extra, fixedOf(read));
  // A call replaces lone surrogates: without a fix, the text is the one that was given.
  const given = found.applied === 0 && isJson(input) && typeof input[1] === 'string' ? input[1] : found.text;
  return { ...found, text: given, report: worded(found.report, wording) };
}

/** The same for a catalogue. */
export const fixedCatalogue = (call: glue.Call, products: unknown, options: unknown): FixedText<CatalogueReport> =>
  fixed(call, catalogueReportOf, fromProducts(products), ...laidOut(options));

/** The value that a fixed text stands for; `null` where there is none. */
export const valueIn = (text: string): unknown => (text === '' ? null : JSON.parse(text));

/** The options as they are now; throws where they are bad. */
export function takenOptions(options: unknown): Options & Wording {
  const [core, { messages, labels }] = withoutWording(options);
  const given = givenOptions(core);
  invoke(glue.options, NONE, given);
  const [text, second] = given;
  const taken: Options & Wording = text === '' ? {} : JSON.parse(text);
  if (messages !== undefined) taken.messages = tableOf(messages).messages;
  if (labels !== undefined) taken.labels = { ...labels };
  const [, current] = second;
  if (second !== NO_INPUT) taken.current = typeof current === 'string' ? current : new Uint8Array(current);
  return taken;
}
