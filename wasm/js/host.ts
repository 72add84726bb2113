// The one door to WebAssembly: every call goes through `invoke`, so that none can throw for the
// sake of its data and none can leave a broken instance behind.

import * as glue from 'built/bindings.js';
import { module } from 'source';
import { Flat } from './flat.js';
import { compiled } from './refusal.js';
import { tagOf } from './tag.js';
import { encoder } from './text.js';

/** What an input is; the numbers are those of the binding crate. */
const JSON_OF_VALUE = 0;
const TEXT = 1;
const BYTES = 2;
const NO_JSON = 3;
const ABSENT = 4;

type Part = string | Uint8Array;
/** An input as it goes into a call: what it is, and its text, its bytes, or a key for why it has none. */
export type Input = readonly [form: number, part: Part];
/** What goes with an input: options as text, and a second input. */
export type Given = readonly [options: string, second: Input];

export const NO_INPUT: Input = [ABSENT, ''];
/** What goes with an input where nothing is stated. */
const NOTHING: Given = ['', NO_INPUT];
/** The input of a call that takes none. */
export const NONE: Input = [JSON_OF_VALUE, 'null'];

/** Strings beyond this are measured before they are copied; below it, room for the worst case is cheaper. */
const LONG = 1 << 16;

/** A call that fails with this much memory taken needs more than there is, or a longer string. */
const HUGE = 1 << 28;

/** More memory than this is given back after the call that needed it. */
const LARGE = 1 << 26;

const NEW = 0;
const READY = 1;
const BROKEN = 2;

let encode: TextEncoder;
let state = NEW;
let holdsTexts = false;
// The memory from the shared buffer on, where texts are written, and as much of it as a string may need:
// into more than 2 GB, engines write nothing.
let shared: Uint8Array | undefined;
let head: Uint8Array | undefined;
let numbers: Uint32Array | undefined;

/** Whether an instance is there. */
export const isReady = (): boolean => state !== NEW;

/** Notes that the glue has been given its instance. */
export function started(): void {
  encode ??= encoder();
  state = READY;
}

/** From here on the instance stays, however large it is: texts of an editor are held in it. */
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

/** Lets the memory of a large input go: the next call runs in an instance of its own. */
function release(): void {
  shared = undefined;
  head = undefined;
  numbers = undefined;
  state = BROKEN;
  start();
}

// What an array of bytes is and how long, whatever its own members say.
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

/** Room for the worst case: no UTF-16 code unit takes more than three bytes. */
const room = (part: Part): number => (typeof part === 'string' ? part.length * 3 : own.length.call(part));

/** Puts a part into the shared buffer at `at`; its length. There is room for it. */
function write(part: Part, at: number, memory: Uint8Array): number {
  if (typeof part !== 'string') {
    const length = own.length.call(part);
    // Bytes that were given away cannot even be copied.
    if (length > 0) memory.set(part, at);
    return length;
  }
  if (part === '') return 0;
  return encode.encodeInto(part, at === 0 && head !== undefined ? head : memory.subarray(at, at + part.length * 3))
    .written;
}

const short = (part: Part): Part => (typeof part === 'string' && part.length > LONG ? encode.encode(part) : part);

/** The memory from `at` on. */
function memoryAt(at: number): Uint8Array {
  const { buffer } = glue.__wasm.memory;
  if (shared?.buffer === buffer && shared.byteOffset === at) return shared;
  shared = new Uint8Array(buffer, at);
  head = shared.subarray(0, LONG * 3);
  return shared;
}

/** Makes one call in the instance that is there; `undefined` where there is no memory for what goes in. */
function callOnce(
  call: glue.Call,
  [form, input]: Input,
  [options, [secondForm, second]]: Given,
  extra: string,
): unknown {
  const parts = [short(input), short(second), short(options), short(extra)] as const;
  const at = glue.reserve(room(parts[0]) + room(parts[1]) + room(parts[2]) + room(parts[3]));
  if (at === 0) return undefined;
  const memory = memoryAt(at);
  const a = write(parts[0], 0, memory);
  const b = write(parts[1], a, memory);
  const c = write(parts[2], a + b, memory);
  return call(form | (secondForm << 4), a, b, c, write(parts[3], a + b + c, memory));
}

/** A call that did not come back. */
class Failed {
  constructor(readonly cause: unknown) {}
}

/** The same; what fails with much memory taken was too large. */
function attempted(call: glue.Call, input: Input, given: Given, extra: string): unknown {
  if (state !== READY) start();
  try {
    return callOnce(call, input, given, extra);
  } catch (cause) {
    state = BROKEN;
    return isJson(input) && glue.__wasm.memory.buffer.byteLength > HUGE ? undefined : new Failed(cause);
  }
}

/** The numbers in the memory. */
function words(): Uint32Array {
  const { buffer } = glue.__wasm.memory;
  if (numbers?.buffer !== buffer) numbers = new Uint32Array(buffer);
  return numbers;
}

/** What an answer is: JSON, a value, or texts that are read with numbers. */
function answered<Answer>(answer: unknown, read?: (flat: Flat) => Answer): Answer {
  if (read === undefined) return typeof answer === 'string' ? JSON.parse(answer) : (answer as Answer);
  return read(new Flat(answer === true ? '' : (answer as string), words(), glue.numbers() >>> 2));
}

/**
 * Makes one call. With the input go options as text and a second input, which is what the first is
 * compared with, or the option `current` where that is text or bytes. After a trap, or anything else that unwound through WebAssembly, the instance is
 * replaced: the call is made once more, as the failure may have been an earlier call's, and the next
 * call finds a sound instance in any case.
 */
export function invoke<Answer>(
  call: glue.Call,
  input: Input,
  given: Given = NOTHING,
  extra = '',
  read?: (flat: Flat) => Answer,
): Answer {
  let answer = attempted(call, input, given, extra);
  if (answer instanceof Failed) answer = attempted(call, input, given, extra);
  if (answer instanceof Failed) {
    throw new Error('renewal-rules failed on this input; the next call works again.', { cause: answer.cause });
  }
  if (answer === undefined) {
    if (isJson(input)) return invoke(call, [NO_JSON, 'too-large'], given, extra, read);
    throw new RangeError('There is no memory for so much input.');
  }
  const value = answer instanceof TypeError ? answer : answered(answer, read);
  if (glue.__wasm.memory.buffer.byteLength > LARGE && !holdsTexts) release();
  if (value instanceof TypeError) throw value;
  return value;
}

/** Whether a call can make something of an input. */
export const isJson = ([form]: Input): boolean => form !== NO_JSON;

/** By tag, the core's key for a value that is passed in place of a product by mistake. */
const MISUSES: { readonly [tag: string]: string } = {
  Blob: 'file',
  Date: 'date',
  File: 'file',
  FormData: 'form-data',
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

/** Text, or bytes of text, as an input. */
export function fromText(text: unknown): Input {
  try {
    if (typeof text === 'string') return [TEXT, text];
    if (own.kind.call(text) === 'Uint8Array') return [BYTES, text as Uint8Array];
    if (ArrayBuffer.isView(text)) return [BYTES, new Uint8Array(text.buffer, text.byteOffset, text.byteLength)];
    // A buffer that was given away has none.
    if (tagOf(text) === 'ArrayBuffer' && own.bufferLength.call(text) === 0) return [BYTES, new Uint8Array(0)];
    return [BYTES, new Uint8Array(text as ArrayBufferLike)];
  } catch {
    return [NO_JSON, 'no-text'];
  }
}

/** Text and bytes are read as JSON; anything else is the value itself. */
export const fromInput = (given: unknown): Input => (isText(given) ? fromText(given) : fromValue(given));

/** Like `fromInput`, for a list of products: refuses a misuse in place of any of them. */
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

/** Like `fromValue`, for validators: bytes are a misuse, and a string is a JSON string. */
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
    // Nothing can be learnt from it.
  }
  return 'exception';
}

/** Whether something is bytes, of this realm or of another one. */
export function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView {
  try {
    return ArrayBuffer.isView(value) || /^(Shared)?ArrayBuffer$/.test(tagOf(value));
  } catch {
    // Asking some objects what they are throws.
    return false;
  }
}

/** Whether something is text or its bytes. */
export const isText = (value: unknown): value is string | ArrayBuffer | ArrayBufferView =>
  typeof value === 'string' || (typeof value === 'object' && isBytes(value));

/** Options as they go with an input: as text, but for `current` where that is text or bytes, which goes as an input. */
export function givenOptions(options: unknown): Given {
  try {
    const current = (options as { current?: unknown } | undefined)?.current;
    if (isText(current)) {
      // In the text an object stands for it, so that a call without that option refuses it.
      return [optionsText({ ...(options as object), current: {} }), fromText(current)];
    }
  } catch {
    // They say themselves what is wrong with them.
  }
  return [optionsText(options), NO_INPUT];
}

/**
 * Options as text. Unlike in data, what JSON would leave out or change (a function, a BigInt, NaN)
 * is a mistake here, so it is passed on as a text, for the core to refuse by its option's name.
 */
export function optionsText(options: unknown): string {
  if (options === undefined) return '';
  try {
    const { current, limits, rules } = options as { [name: string]: unknown };
    const objects = [options, limits, rules];
    if (objects.some(isElse) || isElse(current)) return named(options);
    // To look at each member first is quicker than to have each written by a function.
    if (!isLost(options) && !objects.some(holdsLost)) return JSON.stringify(options);
    return JSON.stringify(options, function (key, value) {
      return (key === '' || objects.includes(this)) && isLost(value) ? String(value) : value;
    });
  } catch {
    return named(options);
  }
}

/** Returns whether a value is a misuse, or an object in which JSON finds nothing although it is not a plain one. */
function isElse(value: unknown): boolean {
  if (misuse(value) !== undefined) return true;
  return isObject(value) && Object.keys(value).length === 0 && !isPlain(value) && JSON.stringify(value) === '{}';
}

/** Options of which some have no JSON form, each of those as a text that no option takes. */
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

/** Whether JSON would leave a value out or change it. */
function isLost(value: unknown): boolean {
  const type = typeof value;
  return (
    type === 'function' || type === 'symbol' || type === 'bigint' || (type === 'number' && !Number.isFinite(value))
  );
}

const holdsLost = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).some(isLost);
