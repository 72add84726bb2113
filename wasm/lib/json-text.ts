// Wraps JSON text, so that no string or buffer that is passed by mistake is read as JSON.

import { orElse } from './result.js';

declare const brand: unique symbol;

/** JSON text that is wrapped by {@link jsonText}. */
export interface JsonText {
  readonly [brand]: true;
}

/** JSON text, or its bytes in UTF-8. */
export type JsonSource = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

// A global symbol, so that each entry point of the package accepts a `jsonText` that another entry point made.
const SOURCE = /* @__PURE__ */ Symbol.for('renewal-rules.json-text');

/**
 * Wraps JSON text or its bytes, so that a call reads it as JSON and diagnostics have a `location`. Any argument without
 * this wrapper is a value: a bare string is a JSON string.
 *
 * @example
 * ```js
 * import { check, jsonText } from 'renewal-rules';
 *
 * const { diagnostics } = check(jsonText('{\n  "licence_term": "P1W"\n}'));
 * console.log(diagnostics[0].location.line); // 2
 * ```
 */
export const jsonText = (source: JsonSource): JsonText =>
  Object.freeze({ [SOURCE]: source, [Symbol.toStringTag]: 'JsonText' }) as unknown as JsonText;

/** Returns whether a value was made by `jsonText`. */
export const isJsonText = (value: unknown): value is JsonText =>
  orElse(() => typeof value === 'object' && value !== null && SOURCE in value, false);

/** Returns the wrapped text or bytes. */
export const sourceOf = (text: JsonText): unknown => (text as unknown as { [SOURCE]: unknown })[SOURCE];

/**
 * Values that are passed by mistake instead of a product: text or bytes without `jsonText`, a promise that is not
 * awaited, a response or a file, form data or search parameters, a map, a set, a date.
 */
type Misuse =
  | string
  | ArrayBuffer
  | ArrayBufferView
  | PromiseLike<unknown>
  | { text(): Promise<string> }
  | { getAll(name: string): unknown[] }
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | Date;

/**
 * Type of a product argument: `never` for a value that is passed by mistake, such as a string or a promise, so that the
 * call does not compile. At run time, a call returns a report for every value.
 */
export type ProductValue<Given> = Given extends Misuse ? never : Given;
