// Calls WebAssembly. Every call goes through `invoke`, so that none throws because of its data or leaves a broken
// instance behind.

import * as glue from 'built/bindings.js';
import { module } from 'source';
import { byteArray } from './byte-array.js';
import type { Calls } from './call-types.js';
import { type Chunk, type Given, type Input, isJson, NONE, NOTHING, optionsText, TOO_LARGE } from './encode.js';
import { OptionsError, type OptionsErrorKind } from './errors.js';
import { Flat } from './flat.js';
import { compiled } from './refusal.js';
import { encoder } from './text.js';

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

/** Returns whether an instance exists. */
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

/** Creates the instance. A module of another realm, as in edge runtimes, is not recognized by the bindings otherwise. */
export function instantiate(module: WebAssembly.Module): void {
  if (!(module instanceof WebAssembly.Module)) Object.setPrototypeOf(module, WebAssembly.Module.prototype);
  glue.initSync({ module });
}

function start(): void {
  if (state === BROKEN) {
    glue.__wbg_reset_state();
  } else {
    const taken = module();
    compiled(() => instantiate(taken));
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

/** Worst case: a UTF-16 code unit takes at most three bytes of UTF-8. */
const room = (chunk: Chunk): number => (typeof chunk === 'string' ? chunk.length * 3 : byteArray.length.call(chunk));

/** Writes a chunk into the shared buffer at `at` and returns its length. The buffer is large enough. */
function write(chunk: Chunk, at: number, memory: Uint8Array): number {
  if (typeof chunk !== 'string') {
    const length = byteArray.length.call(chunk);
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

/**
 * Makes a call, with a new instance if there is none. Returns `Failed` if the call did not return, or `undefined` (the
 * input is too large) if it had allocated much memory by then.
 */
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
    if (isJson(input)) return invoke(name, TOO_LARGE, given, extra, read);
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
