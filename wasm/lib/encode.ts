// Encodes the inputs and options of calls.

// Imported before everything else, so that the bundle has the embedded module first and the code after it in one piece,
// which compresses better.
import { coders } from 'source';
import { isJsonText, sourceOf } from './json-text.js';
import { orElse } from './result.js';

/** Input types; the binding crate uses the same numbers. */
const JSON_OF_VALUE = 0;
const TEXT = 1;
const BYTES = 2;
const NO_JSON = 3;
const ABSENT = 4;

export type Chunk = string | Uint8Array;
/**
 * An encoded input: its input type, with its text or bytes. For `NO_JSON`, the text is the reason why the input is not
 * JSON, such as `bigint` or `promise`.
 */
export type Input = readonly [type: number, chunk: Chunk];
/** Encoded options, and the second input of the call, such as the version to compare with. */
export type Given = readonly [options: string, second: Input];

export const NO_INPUT: Input = [ABSENT, ''];
/** No options and no second input. */
export const NOTHING: Given = ['', NO_INPUT];
/** Input that is passed in place of one that does not fit into the memory. */
export const TOO_LARGE: Input = [NO_JSON, 'too-large'];
/** Input for calls that need none. */
export const NONE: Input = [JSON_OF_VALUE, 'null'];

/** Returns whether an encoded input contains text or bytes to parse, rather than the reason why it has none. */
export const isJson = ([type]: Input): boolean => type !== NO_JSON;

/** Returns the `Symbol.toStringTag` of a value, such as `Promise`. Unlike the value's class, it is the same in every realm. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** Built-in getters for type and length of a byte array, which the array's own members cannot override. */
export const byteArray = /* @__PURE__ */ (() => {
  const getter = (object: object, name: PropertyKey) =>
    Object.getOwnPropertyDescriptor(object, name)?.get as (this: unknown) => unknown;
  const arrays = Object.getPrototypeOf(Uint8Array.prototype);
  return {
    tag: getter(arrays, Symbol.toStringTag),
    length: getter(arrays, 'byteLength') as (this: unknown) => number,
    bufferLength: getter(ArrayBuffer.prototype, 'byteLength'),
  };
})();

// The text coders are created at the first call, not when the file loads.
export const decoder = (): TextDecoder => new (coders().TextDecoder)('utf-8', { ignoreBOM: true });
export const encoder = (): TextEncoder => new (coders().TextEncoder)();

/** Reasons to reject a misuse (a value passed by mistake), by the `Symbol.toStringTag` of the value. */
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

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns whether an object has members or is a plain object, of any realm; an empty map or promise is neither. */
export function isRecord(value: object): boolean {
  if (Object.keys(value).length > 0) return true;
  const prototype = Object.getPrototypeOf(value);
  return (prototype === null || Object.getPrototypeOf(prototype) === null) && tagOf(value) === 'Object';
}

/**
 * Returns the reason to reject a value as a misuse, even if `JSON.stringify` finds members in it; otherwise
 * `undefined`.
 */
function misuse(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const tag = tagOf(value);
  if (Object.hasOwn(MISUSES, tag)) return MISUSES[tag];
  return typeof (value as { then?: unknown }).then === 'function' ? 'promise' : undefined;
}

/** Substrings of which the JSON text of a value with a map, a typed array or a `Buffer` contains at least one. */
const SUSPECT = ['{}', '{"0":', '{"type":"Buffer"'];

/**
 * Returns the reason to reject a value that contains bytes at any depth, or an object without members that is not a
 * plain object, such as a map; otherwise `undefined`.
 */
function nestedMisuse(value: unknown): string | undefined {
  let key: string | undefined;
  JSON.stringify(value, function (name, member) {
    // For a `Buffer`, `member` is the result of its `toJSON`.
    if (isBytes(this[name])) key ??= 'bytes';
    if (isObject(member) && !Array.isArray(member) && !isRecord(member)) key ??= misuse(member) ?? 'no-members';
    return member;
  });
  return key;
}

/** Encodes a value: as the text of `JSON.stringify`, or as the reason why the value cannot be a product. */
export function fromValue(value: unknown): Input {
  try {
    const text = JSON.stringify(value);
    if (text === undefined) return [NO_JSON, 'undefined'];
    const isSuspect = SUSPECT.some((part) => text.includes(part));
    const key = misuse(value) ?? (isSuspect ? nestedMisuse(value) : undefined);
    return key === undefined ? [JSON_OF_VALUE, text] : [NO_JSON, key];
  } catch (error) {
    return [NO_JSON, reason(error)];
  }
}

/** Encodes JSON text, or its bytes, as an input. */
export function fromText(text: unknown): Input {
  try {
    if (typeof text === 'string') return [TEXT, text];
    if (!isBytes(text)) return [NO_JSON, (isJsonText(text) ? undefined : misuse(text)) ?? 'no-text'];
    if (byteArray.tag.call(text) === 'Uint8Array') return [BYTES, text as Uint8Array];
    if (ArrayBuffer.isView(text)) return [BYTES, new Uint8Array(text.buffer, text.byteOffset, text.byteLength)];
    // Creating a view of a detached buffer would throw.
    if (tagOf(text) === 'ArrayBuffer' && byteArray.bufferLength.call(text) === 0) return [BYTES, new Uint8Array(0)];
    return [BYTES, new Uint8Array(text as ArrayBufferLike)];
  } catch {
    return [NO_JSON, 'no-text'];
  }
}

/** Returns the text of an encoded `jsonText`, without a byte order mark. */
export const textOf = ([, chunk]: Input): string =>
  // The copy is decoded, because a `TextDecoder` rejects shared memory.
  (typeof chunk === 'string' ? chunk : decoder().decode(new Uint8Array(chunk))).replace(/^\ufeff/, '');

/** Encodes an argument of a call: a `jsonText` as the JSON text that it wraps, anything else as a value. */
export const fromInput = (given: unknown): Input => (isJsonText(given) ? fromText(sourceOf(given)) : fromGiven(given));

/** Like `fromInput`, for a list of products. If an element is a misuse, the whole list is encoded as that misuse. */
export function fromProducts(given: unknown): Input {
  // If inspecting a value throws, `fromInput` encodes the reason.
  const key = orElse(() => (Array.isArray(given) ? listMisuse(given) : undefined), undefined);
  return key ? [NO_JSON, key] : fromInput(given);
}

/** Returns the reason to reject the first misuse in a list; `undefined` if there is none. */
function listMisuse(list: readonly unknown[]): string | undefined {
  // A loop over indexes calls none of the list's own methods.
  for (let index = 0; index < list.length; index++) {
    const product = list[index];
    const key = isBytes(product) ? 'bytes' : misuse(product);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** Encodes a value. Bytes are a misuse: `JSON.stringify` would write them as an object of numbers. */
export const fromGiven = (given: unknown): Input => (isBytes(given) ? [NO_JSON, 'bytes'] : fromValue(given));

/**
 * Returns the reason why `JSON.stringify` threw. Error messages differ between engines; a `toJSON` method can throw
 * anything, even an object whose members throw when read.
 */
function reason(error: unknown): string {
  const message = orElse(() => String((error as Error)?.message), '');
  if (/bigint/i.test(message)) return 'bigint';
  if (/circular|cyclic/i.test(message)) return 'cycle';
  if (/call stack|recursion/i.test(message)) return 'depth';
  if (/string length|allocation|memory/i.test(message)) return 'too-large';
  return 'exception';
}

/** Returns whether a value is a buffer or a view of one, of any realm. */
export const isBytes = (value: unknown): value is ArrayBuffer | ArrayBufferView =>
  orElse(() => ArrayBuffer.isView(value) || /^(Shared)?ArrayBuffer$/.test(tagOf(value)), false);

/** Encodes options as text. If the option `current` is a `jsonText`, it is passed as the second input instead. */
export function givenOptions(options: unknown): Given {
  try {
    const current = (options as { current?: unknown } | undefined)?.current;
    if (isJsonText(current)) {
      // Keep the name `current` in the text, so that calls without this option reject it.
      return [optionsText({ ...(options as object), current: {} }), fromInput(current)];
    }
  } catch {
    // If reading the options throws, `optionsText` returns a text that the core rejects.
  }
  return [optionsText(options), NO_INPUT];
}

/**
 * Encodes options as text. A value that JSON would omit or change, such as a function, a BigInt or NaN, becomes a
 * string, so that the core rejects the option by its name. In the product of the option `current`, such a value is
 * omitted or changed as usual.
 */
export function optionsText(options: unknown): string {
  if (options === undefined) return '';
  try {
    const { current, limits, rules } = options as { [name: string]: unknown };
    const objects = [options, limits, rules];
    if (objects.some(isMisused) || isMisused(current)) return encodeEachOption(options);
    // Inspecting the members first is faster than a replacer function.
    if (!isLost(options) && !objects.some(holdsLost)) return JSON.stringify(options);
    return JSON.stringify(options, function (key, value) {
      return (key === '' || objects.includes(this)) && isLost(value) ? String(value) : value;
    });
  } catch {
    return encodeEachOption(options);
  }
}

/** Returns whether a value is bytes, another misuse, or an object that JSON writes as `{}` although it is not plain. */
function isMisused(value: unknown): boolean {
  if (misuse(value) !== undefined || isBytes(value)) return true;
  return isObject(value) && !isRecord(value) && JSON.stringify(value) === '{}';
}

/** Returns whether a value can be a product, or an object of options, of labels or of arguments. */
export const isOptions = (value: unknown): value is object =>
  isObject(value) && !Array.isArray(value) && !isMisused(value);

/**
 * Encodes options after `optionsText` failed: an option that cannot be converted to JSON is replaced by a text that the
 * core rejects.
 */
const encodeEachOption = (options: unknown): string =>
  orElse(() => {
    if (isMisused(options)) return 'no JSON';
    const all = options as { [name: string]: unknown };
    return JSON.stringify(Object.fromEntries(Object.keys(all).map((name) => [name, readOption(() => all[name])])));
  }, 'no JSON');

const readOption = (read: () => unknown): unknown =>
  orElse(() => {
    const value = read();
    JSON.stringify(value);
    return isMisused(value) ? 'no JSON' : value;
  }, 'no JSON');

/** Returns whether JSON would omit or change a value. */
function isLost(value: unknown): boolean {
  const type = typeof value;
  return (
    type === 'function' || type === 'symbol' || type === 'bigint' || (type === 'number' && !Number.isFinite(value))
  );
}

const holdsLost = (value: unknown): boolean => isObject(value) && Object.values(value).some(isLost);

/** Encodes two versions and the options of a comparison. */
export const fromVersions = (before: unknown, after: unknown, options: unknown): [Input, Given] => [
  fromProducts(after),
  [optionsText(options), fromProducts(before)],
];
