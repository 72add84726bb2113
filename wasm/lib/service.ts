// Makes the calls of the module that are about the service: they create requests, read responses, and handle plans.

import type { Calls } from './call-types.js';
import { fromInput, fromText, givenOptions, type Input, isBytes, isJson, isOptions, NONE, textOf } from './encode.js';
import { OptionsError } from './errors.js';
import { type CallName, call } from './host.js';
import { isJsonText, sourceOf } from './json-text.js';
import { orElse, type Result } from './result.js';

/** Names of the calls that are about the service. */
type ServiceCall = Extract<CallName, `service.${string}`>;

/** Arguments as callers of the package pass them: a text can also be bytes, and a time is a date. */
type Arguments<Name extends ServiceCall> = {
  [Argument in keyof Calls[Name]['arguments']]: Argument extends 'receivedAt'
    ? Date
    : Calls[Name]['arguments'][Argument] extends string
      ? string | ArrayBuffer | ArrayBufferView
      : Calls[Name]['arguments'][Argument];
};

/**
 * Converts a date to seconds since the Unix epoch. An invalid date becomes `null`, which the module rejects with an
 * error that names the argument.
 */
const seconds = (value: unknown): number | null => {
  const time = value instanceof Date ? Math.floor(value.getTime() / 1000) : Number.NaN;
  return Number.isSafeInteger(time) ? time : null;
};

type Encoded = Result<unknown>;

/** Encodes a product or a setup: as a value, or as JSON text in a string. */
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
  // The body of an error may be in any encoding, and does not decide the outcome.
  if (isBytes(value) && name === 'body') return { ok: true, value: textOf(fromText(value)) };
  if (isBytes(value)) return call('tools.text', { name }, fromText(value));
  if (name === 'receivedAt') return { ok: true, value: seconds(value) };
  return { ok: true, value: typeof value === 'bigint' ? String(value) : value };
}

/** Returns a copy of the arguments; throws if they are no object. */
function copied(given: unknown): { [name: string]: unknown } {
  const copy = orElse(() => (isOptions(given) ? { ...given } : undefined), undefined);
  if (copy) return copy;
  throw new OptionsError('invalid-argument', 'the arguments must be a plain object with a member for each argument');
}

/**
 * Names of arguments that are products or setups. The argument `body` is a product in `service.change_request`, but the
 * text of a response in other calls.
 */
const DOCUMENTS = ['product', 'products', 'current', 'wanted', 'setup'];

/**
 * Makes a call about the service, with a saved plan as its input if the call is a step of it. A failure to encode its
 * arguments is returned like a failure of the call.
 */
export function service<Name extends ServiceCall>(
  name: Name,
  given: Arguments<Name>,
  options?: unknown,
  plan: Input = NONE,
): Calls[Name]['result'] {
  const documents = name === 'service.change_request' ? ['body'] : DOCUMENTS;
  const texts: { [name: string]: unknown } = copied(given);
  for (const [member, value] of Object.entries(texts)) {
    const read = documents.includes(member) ? encodedDocument(member, value) : encoded(member, value);
    // All calls about the service return failures in this shape.
    if (!read.ok) return read as Calls[Name]['result'];
    texts[member] = read.value;
  }
  return call(name, texts as unknown as Calls[Name]['arguments'], plan, givenOptions(options));
}
