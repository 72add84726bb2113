// The calls of the core. Each is one line here and one line in the binding crate.

import * as glue from 'built/bindings.js';
import { reportOf } from './flat.js';
import { fromInput, type Given, givenOptions, type Input, invoke, isText } from './host.js';
import type { Decision, DecisionOptions, Options, Report } from './model.js';
import { fixed, report, valueIn, word } from './reports.js';
import type { FixedText, Located, Wording } from './wording.js';

/** JSON text, or its bytes in UTF-8. */
export type TextInput = string | ArrayBuffer | ArrayBufferView;

/**
 * What is given in the place of a product by mistake: a promise that was not waited for, a response or a file, form
 * data or search parameters, a map, a set, a date.
 */
export type Slip =
  | PromiseLike<unknown>
  | { text(): Promise<string> }
  | { getAll(name: string): unknown[] }
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Date;

/** Anything but a slip. Whatever it is, there is a report. */
export type Value<Given> = Given extends Slip ? never : Given;

/**
 * Checks a product: JSON text, its bytes, or a value, which means what `JSON.stringify` makes of it.
 * @throws {TypeError} where an option is unknown or wrong, as every call does.
 */
export function check(text: TextInput, options?: Options & Wording): Located<Report>;
export function check<Given>(product: Value<Given>, options?: Options & Wording): Report;
export function check(input: unknown, options?: Options & Wording): Report {
  return report(glue.check, reportOf, fromInput(input), options);
}

/** A product after its certain fixes. */
export interface FixedProduct<Product> {
  /** The fixed product: a new value. What has no JSON form is `null`. */
  product: Product | null;
  /** The report of the fixed product. */
  report: Report;
  /** How many fixes were made. */
  applied: number;
}

/** Makes every certain fix of a product: in its text, or in a value, of which there is a new one. */
export function fix(text: TextInput, options?: Options & Wording): FixedText;
export function fix<Given>(product: Value<Given>, options?: Options & Wording): FixedProduct<Given>;
export function fix(input: unknown, options?: Options & Wording): unknown {
  const { text, ...rest } = fixed(glue.fix, reportOf, fromInput(input), options);
  return isText(input) ? { text, ...rest } : { product: valueIn(text), ...rest };
}

/** What a decision is about, and with what. */
const asked = (product: unknown, options: unknown): [Input, Given] => [fromInput(product), givenOptions(options)];

/** The renewal kind that takes effect, and why. Text and bytes are read as JSON, as by the next two. */
export const effectiveKind = <Given>(product: Value<Given>, options?: DecisionOptions): Decision =>
  invoke(glue.effective_kind, ...asked(product, options));

/** The article of a variant that is sold, `null` where there is none. */
export const article = <Given>(product: Value<Given>, variantIndex: number, options?: DecisionOptions): string | null =>
  invoke(glue.article, ...asked(product, options), word(variantIndex));

/** The comment that the cart shows in a locale, `null` where there is none. */
export const cartComment = <Given>(product: Value<Given>, locale: string, options?: DecisionOptions): string | null =>
  invoke(glue.cart_comment, ...asked(product, options), word(locale));
