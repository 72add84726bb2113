// Calls of the service interface by their names.

import type { Calls } from './call-types.js';
import { fromInput, fromText, givenOptions, isBytes, isJson, NONE } from './encode.js';
import { type CallName, call } from './host.js';
import { isJsonText, sourceOf } from './json-text.js';
import type { Result } from './result.js';

/** Calls of the service interface. */
type ServiceCall = Extract<CallName, `service.${string}`>;

/** Arguments as callers of the package pass them: a text can also be bytes. */
type Arguments<Name extends ServiceCall> = {
  [Argument in keyof Calls[Name]['arguments']]: Calls[Name]['arguments'][Argument] extends string
    ? string | ArrayBuffer | ArrayBufferView
    : Calls[Name]['arguments'][Argument];
};

/** Converts a time to seconds; an invalid one is rejected by its name. */
export const seconds = (value: unknown): number | null => {
  const time = value instanceof Date ? Math.floor(value.getTime() / 1000) : Number.NaN;
  return Number.isSafeInteger(time) ? time : null;
};

type Encoded = Result<unknown>;

/** Decodes bytes of text, or reports why the argument has no text. */
function decoded(name: string, input: ReturnType<typeof fromInput>): Encoded {
  return call('tools.text', { name }, input);
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

/** Arguments that are products, setups or saved plans. A response also has a `body`, but as text. */
const DOCUMENTS = ['product', 'products', 'current', 'wanted', 'setup', 'plan'];

/** Makes a call. */
export function service<Name extends ServiceCall>(
  name: Name,
  given: Arguments<Name>,
  options?: unknown,
): Calls[Name]['result'] {
  const documents = name === 'service.change_request' ? ['body'] : DOCUMENTS;
  let texts: object = given;
  for (const [member, value] of membersOf(given)) {
    const read = documents.includes(member) ? encodedDocument(member, value) : encoded(member, value);
    // All failures have one shape.
    if (!read.ok) return read as Calls[Name]['result'];
    if (read.value !== value) texts = { ...texts, [member]: read.value };
  }
  return call(name, texts as Calls[Name]['arguments'], NONE, givenOptions(options));
}
