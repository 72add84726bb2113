// Calls of the service interface by their names.

import * as glue from 'built/bindings.js';
import { fromGiven, fromInput, fromText, givenOptions, invoke, isBytes, isJson } from './host.js';
import { isJsonText, sourceOf } from './json-text.js';
import type { Failure, Result } from './result.js';

type Arguments = { readonly [name: string]: unknown };

/** Arguments of a call that are products, setups or saved plans, if it has any, and its options. */
interface Documents {
  readonly documents?: readonly string[];
  readonly options?: unknown;
}

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

type Encoded = Result<unknown, never>;

/** Decodes bytes of text, or reports why the argument has no text. */
function decoded(name: string, input: ReturnType<typeof fromInput>): Encoded {
  const read = invoke<Result<{ text: string }, never>>(glue.text, input, undefined, name);
  return read.ok ? { ok: true, value: read.value.text } : read;
}

/** Encodes a product, a setup or a saved plan: as a value, or as JSON text in a string. */
function encodedDocument(name: string, value: unknown): Encoded {
  const source = isJsonText(value) ? sourceOf(value) : undefined;
  if (typeof source === 'string') return { ok: true, value: source };
  const input = fromInput(value);
  if (source !== undefined || !isJson(input)) return decoded(name, input);
  return { ok: true, value: typeof value === 'string' ? JSON.stringify(value) : value };
}

/** Encodes any other argument. The module decodes bytes, and rejects a number that JSON lacks by its name. */
function encoded(name: string, value: unknown): Encoded {
  if (isBytes(value)) return decoded(name, fromText(value));
  return { ok: true, value: typeof value === 'bigint' ? String(value) : value };
}

/** Lists the arguments; the module rejects anything that has none. */
function membersOf(given: unknown): [name: string, value: unknown][] {
  try {
    return Object.entries(given as object);
  } catch {
    return [];
  }
}

/** Makes a call. */
export function service<Value, Problem extends Failure = Failure>(
  name: string,
  given: unknown,
  { documents = [], options }: Documents = {},
): Result<Value, Problem> {
  let texts = given as Arguments;
  for (const [member, value] of membersOf(given)) {
    const read = documents.includes(member) ? encodedDocument(member, value) : encoded(member, value);
    if (!read.ok) return read;
    if (read.value !== value) texts = { ...texts, [member]: read.value };
  }
  return invoke(glue.service, fromGiven(texts), givenOptions(options), name);
}
