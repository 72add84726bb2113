// The calls of the core, one line each here and in the binding crate.

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

/** Any value except a misuse. The call returns a report for every value. */
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

/** A product after its safe fixes. */
export interface FixedProduct<Product> {
  /** The fixed product, a new value; `null` if the input has no JSON form. */
  product: Product | null;
  /** The report of the fixed product. */
  report: Report;
  /** Number of applied fixes. */
  applied: number;
}

/** Applies every safe fix of a product: in its text, or in a copy of the value. */
export function fix(text: TextInput, options?: Options & Wording): FixedText;
export function fix<Given>(product: Value<Given>, options?: Options & Wording): FixedProduct<Given>;
export function fix(input: unknown, options?: Options & Wording): unknown {
  const { text, ...rest } = fixed(glue.fix, reportOf, fromInput(input), options);
  return isText(input) ? { text, ...rest } : { product: valueIn(text), ...rest };
}

/** Input and options of a decision. */
const asked = (product: unknown, options: unknown): [Input, Given] => [fromInput(product), givenOptions(options)];

/** Returns the effective renewal kind with its reasons. Text and bytes are read as JSON. */
export const effectiveKind = <Given>(product: Value<Given>, options?: DecisionOptions): Decision =>
  invoke(glue.effective_kind, ...asked(product, options));

/** Returns the article of a variant that is sold, `null` if there is none. */
export const article = <Given>(product: Value<Given>, variantIndex: number, options?: DecisionOptions): string | null =>
  invoke(glue.article, ...asked(product, options), word(variantIndex));

/** Returns the comment that the cart shows in a locale, `null` if there is none. */
export const cartComment = <Given>(product: Value<Given>, locale: string, options?: DecisionOptions): string | null =>
  invoke(glue.cart_comment, ...asked(product, options), word(locale));
