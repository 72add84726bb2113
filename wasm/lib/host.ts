// Calls WebAssembly. Every call goes through `invoke`, so that none throws because of its data or leaves a broken
// instance behind.

import * as glue from 'built/bindings.js';
import { module } from 'source';
import type { Calls } from './call-types.js';
import { OptionsError, type OptionsErrorKind } from './errors.js';
import { Flat } from './flat.js';
import { isJsonText, sourceOf } from './json-text.js';
import { compiled } from './refusal.js';
import { tagOf } from './tag.js';
import { encoder } from './text.js';

/** Kinds of inputs, with the numbers of the binding crate. */
const JSON_OF_VALUE = 0;
const TEXT = 1;
const BYTES = 2;
const NO_JSON = 3;
const ABSENT = 4;

type Chunk = string | Uint8Array;
/** An encoded input: its kind, and its text, its bytes, or the key of the reason why it has none. */
export type Input = readonly [kind: number, chunk: Chunk];
/** Options as text, and a second input. */
export type Given = readonly [options: string, second: Input];

export const NO_INPUT: Input = [ABSENT, ''];
/** No options and no second input. */
const NOTHING: Given = ['', NO_INPUT];
/** Input of calls that take none. */
export const NONE: Input = [JSON_OF_VALUE, 'null'];

/**
 * Longer strings are measured before they are copied; for shorter ones, allocating the worst case is cheaper.
 */
const LONG = 1 << 16;

/** A call that fails after allocating this much memory has run out of memory, or of string length. */
const HUGE = 1 << 28;

/** Memory above this limit is released after the call that needed it. */
const LARGE = 1 << 26;

const NEW = 0;
const READY = 1;
const BROKEN = 2;

let encode: TextEncoder;
let state = NEW;
let holdsTexts = false;
// View of the memory from the shared buffer on, limited to what a string may need: engines write nothing into views
// above 2 GB.
let shared: Uint8Array | undefined;
let head: Uint8Array | undefined;
let numbers: Uint32Array | undefined;

/** Whether an instance exists. */
export const isReady = (): boolean => state !== NEW;

/** Records that the bindings have an instance. */
export function started(): void {
  encode ??= encoder();
  state = READY;
}

/** Retains the instance, however large it is, because it holds the texts of an editor. */
export function hold(): void {
  holdsTexts = true;
}

function start(): void {
  if (state === BROKEN) {
    glue.__wbg_reset_state();
  } else {
    const taken = module();
    compiled(() => glue.initSync({ module: taken }));
  }
  started();
}

/** Releases the memory of a large input: the next call creates a new instance. */
function release(): void {
  shared = undefined;
  head = undefined;
  numbers = undefined;
  state = BROKEN;
  start();
}

// Reads type and length of a byte array by the built-in getters, which own members cannot override.
const own = /* @__PURE__ */ (() => {
  const getter = (object: object, name: PropertyKey) =>
    Object.getOwnPropertyDescriptor(object, name)?.get as (this: unknown) => unknown;
  const arrays = Object.getPrototypeOf(Uint8Array.prototype);
  return {
    kind: getter(arrays, Symbol.toStringTag),
    length: getter(arrays, 'byteLength') as (this: unknown) => number,
    bufferLength: getter(ArrayBuffer.prototype, 'byteLength'),
  };
})();

/** Worst case: a UTF-16 code unit takes at most three bytes of UTF-8. */
const room = (chunk: Chunk): number => (typeof chunk === 'string' ? chunk.length * 3 : own.length.call(chunk));

/** Writes a chunk into the shared buffer at `at` and returns its length. The buffer is large enough. */
function write(chunk: Chunk, at: number, memory: Uint8Array): number {
  if (typeof chunk !== 'string') {
    const length = own.length.call(chunk);
    // A detached buffer cannot be copied.
    if (length > 0) memory.set(chunk, at);
    return length;
  }
  if (chunk === '') return 0;
  return encode.encodeInto(chunk, at === 0 && head !== undefined ? head : memory.subarray(at, at + chunk.length * 3))
    .written;
}

const short = (chunk: Chunk): Chunk =>
  typeof chunk === 'string' && chunk.length > LONG ? encode.encode(chunk) : chunk;

/** Returns a view of the memory from `at` on. */
function memoryAt(at: number): Uint8Array {
  const { buffer } = glue.__wasm.memory;
  if (shared?.buffer === buffer && shared.byteOffset === at) return shared;
  shared = new Uint8Array(buffer, at);
  head = shared.subarray(0, LONG * 3);
  return shared;
}

/** Calls the current instance; `undefined` if it has no memory for the input. */
function callOnce(name: string, [kind, input]: Input, [options, [secondKind, second]]: Given, extra: string): unknown {
  const chunks = [short(input), short(second), short(options), short(extra)] as const;
  const at = glue.__wasm.reserve(room(chunks[0]) + room(chunks[1]) + room(chunks[2]) + room(chunks[3])) >>> 0;
  if (at === 0) return undefined;
  const memory = memoryAt(at);
  const a = write(chunks[0], 0, memory);
  const b = write(chunks[1], a, memory);
  const c = write(chunks[2], a + b, memory);
  const d = write(chunks[3], a + b + c, memory);
  return (glue.__wasm[name] as Exported)(kind | (secondKind << 4), a, b, c, d);
}

/** An export that makes a call: kinds of its two inputs, and the length of each chunk. */
type Exported = (kinds: number, input: number, second: number, options: number, extra: number) => unknown;

/** Result of a call that did not return. */
class Failed {
  constructor(readonly cause: unknown) {}
}

/** Like `attempt`, but reports an input as too large if the call failed after allocating much memory. */
function attempted(name: string, input: Input, given: Given, extra: string): unknown {
  if (state !== READY) start();
  try {
    return callOnce(name, input, given, extra);
  } catch (cause) {
    state = BROKEN;
    return isJson(input) && glue.__wasm.memory.buffer.byteLength > HUGE ? undefined : new Failed(cause);
  }
}

/** View of the numbers in memory. */
function words(): Uint32Array {
  const { buffer } = glue.__wasm.memory;
  if (numbers?.buffer !== buffer) numbers = new Uint32Array(buffer);
  return numbers;
}

/** Returns texts with numbers, which the next call overwrites. */
const flatOf = <Of>(answer: unknown): Flat<Of> =>
  new Flat<Of>(answer === true ? '' : (answer as string), words(), (glue.__wasm.numbers() >>> 0) >>> 2);

/** Calls whose result is a report. */
type FlatName = { [Name in keyof Calls]: Calls[Name]['result'] extends Flat ? Name : never }[keyof Calls];

/** Calls whose result is JSON. */
export type CallName = Exclude<keyof Calls, FlatName>;

type Arguments<Name extends keyof Calls> = Calls[Name]['arguments'];

/** Makes a call of the WebAssembly module by its name. An object of arguments is passed as JSON. */
export function call<Name extends CallName>(
  name: Name,
  args: Arguments<Name>,
  input: Input = NONE,
  given: Given = NOTHING,
): Calls[Name]['result'] {
  const text = (answer: unknown) => JSON.parse(answer as string);
  if (typeof args === 'string') return invoke(name, input, given, args, text);
  return invoke('operate', input, given, `${name}\n${optionsText(args)}`, text);
}

/** Makes a call whose result is a report. */
export const callFlat = <Name extends FlatName>(
  name: Name,
  args: Arguments<Name>,
  input: Input,
  given: Given,
): Calls[Name]['result'] => invoke(name, input, given, args, flatOf as (answer: unknown) => Calls[Name]['result']);

/**
 * Makes one call. The second input is the version to compare with, or the option `current` if that is `jsonText`. After
 * a trap, or anything else that unwound through WebAssembly, the instance is replaced: the call is made once more, as the
 * failure may have been an earlier call's, and the next call finds a sound instance in any case.
 */
function invoke<Answer>(
  name: string,
  input: Input,
  given: Given,
  extra: string,
  read: (answer: unknown) => Answer,
): Answer {
  let answer = attempted(name, input, given, extra);
  if (answer instanceof Failed) answer = attempted(name, input, given, extra);
  if (answer instanceof Failed) {
    throw new Error('renewal-rules failed on this input; the next call works again.', { cause: answer.cause });
  }
  if (answer === undefined) {
    if (isJson(input)) return invoke(name, [NO_JSON, 'too-large'], given, extra, read);
    throw new RangeError('There is no memory for so much input.');
  }
  const value = answer instanceof TypeError ? optionsError(answer.message) : read(answer);
  if (glue.__wasm.memory.buffer.byteLength > LARGE && !holdsTexts) release();
  if (value instanceof OptionsError) throw value;
  return value;
}

/** Makes the error of a call: of its kind, its option as JSON and its message, or of a message about an argument. */
function optionsError(text: string): OptionsError {
  const [, kind, option = 'null', message = text] = /^([a-z-]+)\n([^\n]*)\n(.*)$/s.exec(text) ?? [];
  if (kind === undefined) return new OptionsError('invalid-argument', text);
  return new OptionsError(kind as OptionsErrorKind, message, JSON.parse(option) || null);
}

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
    if (own.kind.call(text) === 'Uint8Array') return [BYTES, text as Uint8Array];
    if (ArrayBuffer.isView(text)) return [BYTES, new Uint8Array(text.buffer, text.byteOffset, text.byteLength)];
    // A detached buffer has no bytes.
    if (tagOf(text) === 'ArrayBuffer' && own.bufferLength.call(text) === 0) return [BYTES, new Uint8Array(0)];
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

/** A key for why `JSON.stringify` threw; engines word it differently, and what is thrown may itself be hostile. */
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
    if (objects.some(isElse) || isElse(current)) return named(options);
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
function isElse(value: unknown): boolean {
  if (misuse(value) !== undefined || isBytes(value)) return true;
  return isObject(value) && Object.keys(value).length === 0 && !isPlain(value) && JSON.stringify(value) === '{}';
}

/** Encodes options of which some have no JSON form; each of those becomes a text that no option accepts. */
function named(options: unknown): string {
  try {
    if (isElse(options)) return 'no JSON';
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
    return isElse(value) ? 'no JSON' : value;
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
