// Lets the module read files during a call.

import { orElse } from './result.js';

/**
 * Reads bytes of a file into `into`, beginning at byte `position` of the file. `number` is the index of the file in the
 * argument `files` of the call. Returns the number of bytes read, which is less than the length of `into` only at the
 * end of the file. If the function throws, the file is omitted. The function must not call this library.
 */
export type ReadChunk = (number: number, position: number, into: Uint8Array) => number;

let reader: ReadChunk | undefined;

/** Runs a call in which the module reads files with `read`. */
export function reading<Result>(read: ReadChunk | undefined, call: () => Result): Result {
  reader = read;
  try {
    return call();
  } finally {
    reader = undefined;
  }
}

/** Reads a chunk for the module. Returns -1 instead of throwing, as exceptions must not unwind through the module. */
export const readChunk = (number: number, position: number, into: Uint8Array): number =>
  orElse(() => reader?.(number, position, into) ?? -1, -1);
