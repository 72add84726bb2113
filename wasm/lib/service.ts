// Makes the calls of the module that are about the service: they create requests, read responses, and handle plans.

import type { Calls } from './call-types.js';
import { fromInput, fromText, givenOptions, isBytes, isJson, NONE } from './encode.js';
import { type CallName, call } from './host.js';
import { isJsonText, sourceOf } from './json-text.js';
import { attempt, type Result } from './result.js';

/** Names of the calls that are about the service. */
type ServiceCall = Extract<CallName, `service.${string}`>;

/** Arguments as callers of the package pass them: a text can also be bytes. */
type Arguments<Name extends ServiceCall> = {
  [Argument in keyof Calls[Name]['arguments']]: Calls[Name]['arguments'][Argument] extends string
    ? string | ArrayBuffer | ArrayBufferView
    : Calls[Name]['arguments'][Argument];
};

/**
 * Converts a date to seconds since the Unix epoch. An invalid date becomes `null`, which the module rejects with an
 * error that names the argument.
 */
export const seconds = (value: unknown): number | null => {
  const time = value instanceof Date ? Math.floor(value.getTime() / 1000) : Number.NaN;
  return Number.isSafeInteger(time) ? time : null;
};

type Encoded = Result<unknown>;

/** Encodes a product, a setup or a saved plan: as a value, or as JSON text in a string. */
function encodedDocument(name: string, value: unknown): Encoded {
  const source = isJsonText(value) ? sourceOf(value) : undefined;
  if (typeof source === 'string') return { ok: true, value: source };
  const input = fromInput(value);
  if (source !== undefined || !isJson(input)) return call('tools.text', { name }, input);
  return { ok: true, value: typeof value === 'string' ? JSON.stringify(value) : value };
}

/**
 * Encodes any other argument. The module decodes bytes. A BigInt becomes text, which the module rejects with an error
 * that names the argument.
 */
function encoded(name: string, value: unknown): Encoded {
  if (isBytes(value)) return call('tools.text', { name }, fromText(value));
  return { ok: true, value: typeof value === 'bigint' ? String(value) : value };
}

/** Returns the members of the arguments; none for a value without members, which the module rejects. */
const membersOf = (given: unknown): [name: string, value: unknown][] =>
  attempt(() => Object.entries(given as object), []);

/**
 * Names of arguments that are products, setups or saved plans. The argument `body` is a product in
 * `service.change_request`, but the text of a response in other calls.
 */
const DOCUMENTS = ['product', 'products', 'current', 'wanted', 'setup', 'plan'];

/**
 * Makes a call about the service. A failure to encode its arguments is returned like a failure of the call.
 */
export function service<Name extends ServiceCall>(
  name: Name,
  given: Arguments<Name>,
  options?: unknown,
): Calls[Name]['result'] {
  const documents = name === 'service.change_request' ? ['body'] : DOCUMENTS;
  let texts: object = given;
  for (const [member, value] of membersOf(given)) {
    const read = documents.includes(member) ? encodedDocument(member, value) : encoded(member, value);
    // All calls about the service return failures in this shape.
    if (!read.ok) return read as Calls[Name]['result'];
    if (read.value !== value) texts = { ...texts, [member]: read.value };
  }
  return call(name, texts as Calls[Name]['arguments'], NONE, givenOptions(options));
}
