// The one door to WebAssembly: every call goes through `invoke`, so that none can throw for the
// sake of its data and none can leave a broken instance behind.

import * as glue from 'built/bindings.js';
import { module } from 'source';
import { compiled } from './refusal.js';
import { encoder } from './text.js';

/** What an input is; the numbers are those of the binding crate. */
const JSON_OF_VALUE = 0;
const TEXT = 1;
const BYTES = 2;
const NO_JSON = 3;
const ABSENT = 4;
const NO_INPUT = [ABSENT, ''];
/** What goes with an input where nothing is stated. */
const NOTHING = ['', NO_INPUT];

/** Strings beyond this are measured before they are copied; below it, room for the worst case is cheaper. */
const LONG = 1 << 16;

/** A call that fails with this much memory taken needs more than there is, or a longer string. */
const HUGE = 1 << 28;

/** More memory than this is given back after the call that needed it. */
const LARGE = 1 << 26;

const NEW = 0;
const READY = 1;
const BROKEN = 2;

let encode;
let state = NEW;
// The memory from the shared buffer on, where texts are written, and as much of it as a string may need:
// into more than 2 GB, engines write nothing.
let shared;
let head;

/** Whether an instance is there. */
export const isReady = () => state !== NEW;

/** Notes that the glue has been given its instance. */
export function started() {
  encode ??= encoder();
  state = READY;
}

function start() {
  if (state === BROKEN) {
    glue.__wbg_reset_state();
  } else {
    const taken = module();
    compiled(() => glue.initSync({ module: taken }));
  }
  started();
}

/** Lets the memory of a large input go: the next call runs in an instance of its own. */
function release() {
  shared = head = undefined;
  state = BROKEN;
  start();
}

// What an array of bytes is and how long, whatever its own members say.
const own = /* @__PURE__ */ (() => {
  const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const arrays = getPrototypeOf(Uint8Array.prototype);
  return {
    kind: getOwnPropertyDescriptor(arrays, Symbol.toStringTag).get,
    length: getOwnPropertyDescriptor(arrays, 'byteLength').get,
    bufferLength: getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get,
  };
})();

/** Room for the worst case: no UTF-16 code unit takes more than three bytes. */
const room = (part) => (typeof part === 'string' ? part.length * 3 : own.length.call(part));

/** Puts a part into the shared buffer at `at`; its length. There is room for it. */
function write(part, at) {
  if (typeof part !== 'string') {
    const length = own.length.call(part);
    // Bytes that were given away cannot even be copied.
    if (length > 0) shared.set(part, at);
    return length;
  }
  if (part === '') return 0;
  return encode.encodeInto(part, at === 0 ? head : shared.subarray(at, at + part.length * 3)).written;
}

const short = (part) => (typeof part === 'string' && part.length > LONG ? encode.encode(part) : part);

/**
 * Makes one call. With the input go options as text and a second input, which is what the first is
 * compared with, or the option `current` where that is bytes. After a trap, or anything else that unwound through WebAssembly, the instance is
 * replaced: the call is made once more, as the failure may have been an earlier call's, and the next
 * call finds a sound instance in any case.
 */
export function invoke(call, [form, input], given = NOTHING, extra = '') {
  const [options, [secondForm, second]] = given;
  for (let again = true; ; again = false) {
    if (state !== READY) start();
    let answer;
    try {
      const parts = [short(input), short(second), short(options), short(extra)];
      const at = glue.reserve(room(parts[0]) + room(parts[1]) + room(parts[2]) + room(parts[3]));
      if (at === 0) {
        if (form !== NO_JSON) return invoke(call, [NO_JSON, 'too-large'], given, extra);
        throw new RangeError('There is no memory for so much input.');
      }
      const { buffer } = glue.__wasm.memory;
      if (shared?.buffer !== buffer || shared.byteOffset !== at) {
        shared = new Uint8Array(buffer, at);
        head = shared.subarray(0, LONG * 3);
      }
      const a = write(parts[0], 0);
      const b = write(parts[1], a);
      const c = write(parts[2], a + b);
      answer = call(form | (secondForm << 4), a, b, c, write(parts[3], a + b + c));
    } catch (cause) {
      state = BROKEN;
      if (form !== NO_JSON && glue.__wasm.memory.buffer.byteLength > HUGE) return invoke(call, [NO_JSON, 'too-large'], given, extra);
      if (again) continue;
      throw new Error('renewal-rules failed on this input; the next call works again.', { cause });
    }
    if (glue.__wasm.memory.buffer.byteLength > LARGE) release();
    if (answer instanceof TypeError) throw answer;
    return typeof answer === 'string' ? JSON.parse(answer) : answer;
  }
}

/** A value as an input: what `JSON.stringify` makes of it, or the reason why it makes nothing. */
export function fromValue(value) {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? [NO_JSON, 'undefined'] : [JSON_OF_VALUE, text];
  } catch (error) {
    return [NO_JSON, reason(error)];
  }
}

/** Text, or bytes of text, as an input. */
export function fromText(text) {
  try {
    if (typeof text === 'string') return [TEXT, text];
    if (own.kind.call(text) === 'Uint8Array') return [BYTES, text];
    if (ArrayBuffer.isView(text)) return [BYTES, new Uint8Array(text.buffer, text.byteOffset, text.byteLength)];
    // The size is that of a buffer, or throws; a buffer that was given away has none.
    return [BYTES, own.bufferLength.call(text) === 0 ? new Uint8Array(0) : new Uint8Array(text)];
  } catch {
    return [NO_JSON, 'no-text'];
  }
}

/** A key for why `JSON.stringify` threw; engines word it differently, and what is thrown may itself be hostile. */
function reason(error) {
  try {
    const message = String(error?.message);
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
export function isBytes(value) {
  try {
    return ArrayBuffer.isView(value) || Object.prototype.toString.call(value) === '[object ArrayBuffer]';
  } catch {
    // Asking some objects what they are throws.
    return false;
  }
}

/** Options as they go with an input: as text, but for `current` where that is bytes, which go as they are. */
export function stated(options) {
  try {
    const current = options?.current;
    if (isBytes(current)) {
      // In the text an object stands for it, so that a call without that option refuses it.
      return [optionsText({ ...options, current: {} }), fromText(current)];
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
export function optionsText(options) {
  if (options === undefined) return '';
  try {
    const own = [options, options.limits, options.rules];
    if (own.some(isElse)) return named(options);
    // To look at each member first is quicker than to have each written by a function.
    if (!isLost(options) && !own.some(holdsLost)) return JSON.stringify(options);
    return JSON.stringify(options, function (key, value) {
      return (key === '' || own.includes(this)) && isLost(value) ? String(value) : value;
    });
  } catch {
    return named(options);
  }
}

/** Whether it is an object of another kind in which JSON finds nothing: a map, say, or an error. */
function isElse(value) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return false;
  const kind = Object.getPrototypeOf(value);
  return kind !== null && Object.getPrototypeOf(kind) !== null && JSON.stringify(value) === '{}';
}

/** Options of which some have no JSON form, each of those as a text that no option takes. */
function named(options) {
  try {
    if (isElse(options)) return 'no JSON';
    return JSON.stringify(Object.fromEntries(Object.keys(options).map((name) => [name, whole(() => options[name])])));
  } catch {
    return 'no JSON';
  }
}

function whole(read) {
  try {
    const value = read();
    JSON.stringify(value);
    return isElse(value) ? 'no JSON' : value;
  } catch {
    return 'no JSON';
  }
}

/** Whether JSON would leave a value out or change it. */
function isLost(value) {
  const type = typeof value;
  return type === 'function' || type === 'symbol' || type === 'bigint' || (type === 'number' && !Number.isFinite(value));
}

const holdsLost = (value) => typeof value === 'object' && value !== null && Object.values(value).some(isLost);
