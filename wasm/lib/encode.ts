// Encodes the inputs and options of calls.

// Imported here, as early as possible: the code after the module's text is then in one piece, which compresses better.
import 'source';

import { byteArray } from './byte-array.js';
import { isJsonText, sourceOf } from './json-text.js';
import { tagOf } from './tag.js';

/** Kinds of inputs, with the numbers of the binding crate. */
const JSON_OF_VALUE = 0;
const TEXT = 1;
const BYTES = 2;
const NO_JSON = 3;
const ABSENT = 4;

export type Chunk = string | Uint8Array;
/** An encoded input: its kind, and its text, its bytes, or the key of the reason why it has none. */
export type Input = readonly [kind: number, chunk: Chunk];
/** Options as text, and a second input. */
export type Given = readonly [options: string, second: Input];

export const NO_INPUT: Input = [ABSENT, ''];
/** No options and no second input. */
export const NOTHING: Given = ['', NO_INPUT];
/** An input for which there is no memory. */
export const TOO_LARGE: Input = [NO_JSON, 'too-large'];
/** Input of calls that take none. */
export const NONE: Input = [JSON_OF_VALUE, 'null'];

/** Returns whether a call can read an input. */
export const isJson = ([kind]: Input): boolean => kind !== NO_JSON;

/** Keys of the core for misused values, by `Symbol.toStringTag`. */
const MISUSES: { readonly [tag: string]: string } = {
  Blob: 'file',
  Date: 'date',
  File: 'file',
  FormData: 'form-data',
  JsonText: 'json-text',
  Map: 'map',
  Promise: 'promise',
  ReadableStream: 'stream',
  Request: 'request',
  Response: 'response',
  Set: 'set',
  URLSearchParams: 'search-parameters',
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns whether an object is a plain one, of whatever realm. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return (prototype === null || Object.getPrototypeOf(prototype) === null) && tagOf(value) === 'Object';
}

/** Returns the key for a value that is never a product, whatever JSON finds in it. */
function misuse(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const tag = tagOf(value);
  if (Object.hasOwn(MISUSES, tag)) return MISUSES[tag];
  return typeof (value as { then?: unknown }).then === 'function' ? 'promise' : undefined;
}

/** Returns the key for the first object, at any level, in which JSON finds nothing although it is not a plain one. */
function emptyMisuse(value: unknown): string | undefined {
  let key: string | undefined;
  JSON.stringify(value, (_, member) => {
    if (isObject(member) && !Array.isArray(member) && Object.keys(member).length === 0 && !isPlain(member)) {
      key ??= misuse(member) ?? 'no-members';
    }
    return member;
  });
  return key;
}

/** Makes an input of a value: of what `JSON.stringify` returns for it, or of the reason why that is no product. */
export function fromValue(value: unknown): Input {
  try {
    const text = JSON.stringify(value);
    if (text === undefined) return [NO_JSON, 'undefined'];
    // Most products have no empty object, so they are not searched.
    const key = misuse(value) ?? (text.includes('{}') ? emptyMisuse(value) : undefined);
    return key === undefined ? [JSON_OF_VALUE, text] : [NO_JSON, key];
  } catch (error) {
    return [NO_JSON, reason(error)];
  }
}

/** Encodes text or bytes of text as an input. */
export function fromText(text: unknown): Input {
  try {
    if (typeof text === 'string') return [TEXT, text];
    if (!isBytes(text)) return [NO_JSON, 'no-text'];
    if (byteArray.kind.call(text) === 'Uint8Array') return [BYTES, text as Uint8Array];
    if (ArrayBuffer.isView(text)) return [BYTES, new Uint8Array(text.buffer, text.byteOffset, text.byteLength)];
    // A detached buffer has no bytes.
    if (tagOf(text) === 'ArrayBuffer' && byteArray.bufferLength.call(text) === 0) return [BYTES, new Uint8Array(0)];
    return [BYTES, new Uint8Array(text as ArrayBufferLike)];
  } catch {
    return [NO_JSON, 'no-text'];
  }
}

/** Encodes any input: `jsonText` is read as JSON, anything else is a value. */
export const fromInput = (given: unknown): Input => (isJsonText(given) ? fromText(sourceOf(given)) : fromGiven(given));

/** Like `fromInput`, for a list of products: rejects a misuse in place of any of them. */
export function fromProducts(given: unknown): Input {
  try {
    if (Array.isArray(given)) {
      for (const product of given) {
        const key = isBytes(product) ? 'bytes' : misuse(product);
        if (key !== undefined) return [NO_JSON, key];
      }
    }
  } catch {
    // A value that cannot be inspected has no JSON form, which `fromInput` reports.
  }
  return fromInput(given);
}

/** Encodes a value; bytes are a misuse, because `JSON.stringify` makes objects of numbers of them. */
export const fromGiven = (given: unknown): Input => (isBytes(given) ? [NO_JSON, 'bytes'] : fromValue(given));

/** Returns a key for the reason of an exception of `JSON.stringify`. Engines word it differently, and the thrown value may be hostile. */
function reason(error: unknown): string {
  try {
    const message = String((error as Error)?.message);
    if (/bigint/i.test(message)) return 'bigint';
    if (/circular|cyclic/i.test(message)) return 'cycle';
    if (/call stack|recursion/i.test(message)) return 'depth';
    if (/string length|allocation|memory/i.test(message)) return 'too-large';
  } catch {
    // The thrown value itself cannot be inspected.
  }
  return 'exception';
}

/** Returns whether a value is bytes, of any realm. */
export function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView {
  try {
    return ArrayBuffer.isView(value) || /^(Shared)?ArrayBuffer$/.test(tagOf(value));
  } catch {
    // Inspecting some objects throws.
    return false;
  }
}

/** Encodes options: as text, except `current` if it is `jsonText`, which becomes the second input. */
export function givenOptions(options: unknown): Given {
  try {
    const current = (options as { current?: unknown } | undefined)?.current;
    if (isJsonText(current)) {
      // An object replaces it in the text, so that calls without this option reject it.
      return [optionsText({ ...(options as object), current: {} }), fromInput(current)];
    }
  } catch {
    // Encoding them reports the error.
  }
  return [optionsText(options), NO_INPUT];
}

/**
 * Encodes options as text. Unlike in data, a value that JSON would omit or change (a function, a BigInt, NaN) is an error
 * here: it becomes a string, which the core rejects by the name of the option.
 */
export function optionsText(options: unknown): string {
  if (options === undefined) return '';
  try {
    const { current, limits, rules } = options as { [name: string]: unknown };
    const objects = [options, limits, rules];
    if (objects.some(isMisused) || isMisused(current)) return named(options);
    // Inspecting the members first is faster than a replacer function.
    if (!isLost(options) && !objects.some(holdsLost)) return JSON.stringify(options);
    return JSON.stringify(options, function (key, value) {
      return (key === '' || objects.includes(this)) && isLost(value) ? String(value) : value;
    });
  } catch {
    return named(options);
  }
}

/** Returns whether a value is bytes or another misuse, or an object in which JSON finds nothing although it is not a plain one. */
function isMisused(value: unknown): boolean {
  if (misuse(value) !== undefined || isBytes(value)) return true;
  return isObject(value) && Object.keys(value).length === 0 && !isPlain(value) && JSON.stringify(value) === '{}';
}

/** Encodes options of which some have no JSON form; each of those becomes a text that no option accepts. */
function named(options: unknown): string {
  try {
    if (isMisused(options)) return 'no JSON';
    const all = options as { [name: string]: unknown };
    return JSON.stringify(Object.fromEntries(Object.keys(all).map((name) => [name, readOrRefused(() => all[name])])));
  } catch {
    return 'no JSON';
  }
}

function readOrRefused(read: () => unknown): unknown {
  try {
    const value = read();
    JSON.stringify(value);
    return isMisused(value) ? 'no JSON' : value;
  } catch {
    return 'no JSON';
  }
}

/** Returns whether JSON would omit or change a value. */
function isLost(value: unknown): boolean {
  const type = typeof value;
  return (
    type === 'function' || type === 'symbol' || type === 'bigint' || (type === 'number' && !Number.isFinite(value))
  );
}

const holdsLost = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some(isLost);

/** Encodes two versions and the options of a comparison. */
export const fromVersions = (before: unknown, after: unknown, options: unknown): [Input, Given] => [
  fromProducts(after),
  [optionsText(options), fromProducts(before)],
];
