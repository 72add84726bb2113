// Calls WebAssembly. Every call goes through `invoke`, so that none throws because of its data or leaves a broken
// instance behind.

import * as glue from 'built/bindings.js';
import { module } from 'source';
import type { Calls } from './call-types.js';
import {
  byteArray,
  type Chunk,
  decoder,
  encoder,
  type Given,
  type Input,
  isJson,
  NONE,
  NOTHING,
  optionsText,
  TOO_LARGE,
} from './encode.js';
import { OptionsError, type OptionsErrorKind } from './errors.js';
import { Flat } from './flat.js';
import { compiled } from './refusal.js';

/**
 * Length above which a string is encoded before memory is reserved, so that its size in bytes is known. For a shorter
 * string, it is cheaper to reserve memory for the worst case.
 */
const LONG = 1 << 16;

/**
 * Size of the memory, in bytes, above which a call that throws is assumed to have run out of memory or exceeded the
 * maximum length of a string.
 */
const HUGE = 1 << 28;

/** Size of the memory, in bytes, above which the instance is replaced after a call. */
const LARGE = 1 << 26;

let encode: TextEncoder;
let decode: TextDecoder;
let state: 'new' | 'ready' | 'broken' = 'new';
let holdsTexts = false;
// `shared` is a view of the memory from the start of the input buffer on. `head` is the first part of this view, long
// enough for a encodeIfLong string: `encodeInto` writes nothing into a view of more than 2 GB.
let shared: Uint8Array | undefined;
let head: Uint8Array | undefined;
let numbers: Uint32Array | undefined;

export const isReady = (): boolean => state !== 'new';

/** Creates the text coders for a new instance of the module, and marks the instance as ready for calls. */
export function started(): void {
  encode ??= encoder();
  // A decoder of Safari fails once it has decoded 2 GB; the call that fails then is made again in a new instance.
  decode = decoder();
  state = 'ready';
}

/** Prevents the replacement of the instance after large inputs, because it would lose the texts of an editor. */
export function hold(): void {
  holdsTexts = true;
}

function start(): void {
  if (state === 'broken') {
    glue.__wbg_reset_state();
  } else {
    const taken = module();
    compiled(() => glue.instantiate(taken));
  }
  started();
}

/** Releases the memory of a large input by creating a new instance. */
function release(): void {
  shared = undefined;
  head = undefined;
  numbers = undefined;
  state = 'broken';
  start();
}

/** Returns the number of bytes to reserve for a chunk. A UTF-16 code unit takes at most three bytes of UTF-8. */
const room = (chunk: Chunk): number => (typeof chunk === 'string' ? chunk.length * 3 : byteArray.length.call(chunk));

/**
 * Writes a chunk into the input buffer at `at` and returns its length in bytes. The caller has reserved enough memory.
 */
function write(chunk: Chunk, at: number, memory: Uint8Array): number {
  if (typeof chunk !== 'string') {
    const length = byteArray.length.call(chunk);
    // For a detached buffer, whose length is 0, `set` would throw.
    if (length > 0) memory.set(chunk, at);
    return length;
  }
  if (chunk === '') return 0;
  return encode.encodeInto(chunk, at === 0 && head !== undefined ? head : memory.subarray(at, at + chunk.length * 3))
    .written;
}

const encodeIfLong = (chunk: Chunk): Chunk =>
  typeof chunk === 'string' && chunk.length > LONG ? encode.encode(chunk) : chunk;

function memoryAt(at: number): Uint8Array {
  const { buffer } = glue.__wasm.memory;
  if (shared?.buffer === buffer && shared.byteOffset === at) return shared;
  shared = new Uint8Array(buffer, at);
  head = shared.subarray(0, LONG * 3);
  return shared;
}

/** Makes a call in the current instance; returns `undefined` if there is no memory for the input. */
function callOnce(
  name: string,
  [kind, input]: Input,
  [options, [secondKind, second]]: Given,
  extra: string,
): Answer | undefined {
  const chunks = [encodeIfLong(input), encodeIfLong(second), encodeIfLong(options), encodeIfLong(extra)] as const;
  const at = glue.__wasm.reserve(room(chunks[0]) + room(chunks[1]) + room(chunks[2]) + room(chunks[3])) >>> 0;
  if (at === 0) return undefined;
  const memory = memoryAt(at);
  const a = write(chunks[0], 0, memory);
  const b = write(chunks[1], a, memory);
  const c = write(chunks[2], a + b, memory);
  const d = write(chunks[3], a + b + c, memory);
  const isOk = (glue.__wasm[name] as Exported)(kind | (secondKind << 4), a, b, c, d);
  const all = memoryNumbers();
  const first = (glue.__wasm.numbers() >>> 0) >>> 2;
  const length = all[first + 1];
  const text = length === 0 ? '' : decode.decode(new Uint8Array(all.buffer, all[first], length));
  return [isOk !== 0, new Flat(text, all, first + 2)];
}

/**
 * A function that the instance exports. The lower 4 bits of `kinds` are the input type of the first input, the upper 4
 * bits that of the second input. The other arguments are the lengths of the chunks in bytes. Returns 0 if the call
 * throws.
 */
type Exported = (kinds: number, input: number, second: number, options: number, extra: number) => number;

/** Result of a call, or the message of the error to throw. The next call overwrites the numbers of the result. */
type Answer = [isOk: boolean, result: Flat];

/**
 * Makes a call; returns `undefined` if the input is too large. After a trap, or any other exception from WebAssembly,
 * replaces the instance and makes the call once more, because an earlier call may have broken the instance. If the call
 * fails again, the next call gets a new instance. A call that threw after allocating much memory counts as too large an
 * input.
 */
function callTwice(name: string, input: Input, given: Given, extra: string, isRetry = false): Answer | undefined {
  if (state !== 'ready') start();
  try {
    return callOnce(name, input, given, extra);
  } catch (cause) {
    state = 'broken';
    if (isJson(input) && glue.__wasm.memory.buffer.byteLength > HUGE) return undefined;
    if (isRetry) throw new Error('renewal-rules failed on this input; the next call works again.', { cause });
    return callTwice(name, input, given, extra, true);
  }
}

function memoryNumbers(): Uint32Array {
  const { buffer } = glue.__wasm.memory;
  if (numbers?.buffer !== buffer) numbers = new Uint32Array(buffer);
  return numbers;
}

/** Names of the calls that return an encoded result, which is read through a `Flat`. */
type FlatName = { [Name in keyof Calls]: Calls[Name]['result'] extends Flat ? Name : never }[keyof Calls];

/** Names of the calls whose result is JSON. */
export type CallName = Exclude<keyof Calls, FlatName>;

type Arguments<Name extends keyof Calls> = Calls[Name]['arguments'];

/** Makes a call of the WebAssembly module by its name. An object of arguments is passed as JSON. */
export function call<Name extends CallName>(
  name: Name,
  args: Arguments<Name>,
  input: Input = NONE,
  given: Given = NOTHING,
): Calls[Name]['result'] {
  const text = (flat: Flat) => JSON.parse(flat.texts);
  if (typeof args === 'string') return invoke(name, input, given, args, text);
  return invoke('operate', input, given, `${name}\n${optionsText(args)}`, text);
}

/** Makes a call that returns an encoded report; returns the reader for it. */
export const callFlat = <Name extends FlatName>(
  name: Name,
  args: Arguments<Name>,
  input: Input,
  given: Given,
): Calls[Name]['result'] => invoke(name, input, given, args, (flat) => flat.next() as Calls[Name]['result']);

/**
 * Makes a call, and reads its result. The second input is the version to compare with or, if the caller passed the
 * option `current` as JSON text, that text.
 */
function invoke<Result>(
  name: string,
  input: Input,
  given: Given,
  extra: string,
  read: (result: Flat) => Result,
): Result {
  const answer = callTwice(name, input, given, extra);
  if (answer === undefined) {
    if (isJson(input)) return invoke(name, TOO_LARGE, given, extra, read);
    throw new RangeError('The input is too large for the memory of WebAssembly.');
  }
  const [isOk, result] = answer;
  const value = isOk ? read(result) : optionsError(result.texts);
  if (glue.__wasm.memory.buffer.byteLength > LARGE && !holdsTexts) release();
  if (value instanceof OptionsError) throw value;
  return value;
}

/**
 * Parses the error text of a call: the kind, the option as JSON and the message, on lines of their own; for an error
 * about an argument, only the message.
 */
function optionsError(text: string): OptionsError {
  const [, kind, option = 'null', message = text] = /^([a-z-]+)\n([^\n]*)\n(.*)$/s.exec(text) ?? [];
  if (kind === undefined) return new OptionsError('invalid-argument', text);
  return new OptionsError(kind as OptionsErrorKind, message, JSON.parse(option) || null);
}
