// Calls of the service interface by their names.

import * as glue from 'built/bindings.js';
import { fromInput, givenOptions, invoke, isJson, isText } from './host.js';
import type { Failure, Result } from './result.js';

type Arguments = { readonly [name: string]: unknown };

/** Converts a time to seconds; an invalid one is rejected by its name. */
const seconds = (value: unknown): number | null => {
  const time = value instanceof Date ? Math.floor(value.getTime() / 1000) : Number.NaN;
  return Number.isSafeInteger(time) ? time : null;
};

/** Converts the times among the arguments to seconds. */
export const timed = (given: Arguments, ...times: string[]): Arguments => ({
  ...given,
  ...Object.fromEntries(times.map((name) => [name, seconds(given?.[name])])),
});

/** Makes a call. Bytes are decoded by the module, and arguments without a JSON form are rejected. */
export function service<Value, Problem extends Failure = Failure>(
  name: string,
  given: unknown,
  options?: unknown,
): Result<Value, Problem> {
  let texts = given as Arguments;
  try {
    for (const [member, value] of Object.entries(texts)) {
      if (typeof value !== 'bigint' && (typeof value !== 'object' || value === null)) continue;
      const input = fromInput(value);
      if (isJson(input) && !isText(value)) continue;
      const read = invoke<Result<{ text: string }, Problem>>(glue.text, input, undefined, member);
      if (!read.ok) return read;
      texts = { ...texts, [member]: read.value.text };
    }
  } catch {
    // An argument that throws when read has no JSON form either.
  }
  return invoke(glue.service, fromInput(texts), givenOptions(options), name);
}
