// Lets the module read files during a call.

/**
 * Reads a file of a request, by its number there, from a position on: fills the bytes and returns how many there were, which are
 * fewer only at the end of the file. If it throws, the file is omitted. It must make no call of this library.
 */
export type ReadPart = (number: number, position: number, into: Uint8Array) => number;

let reader: ReadPart | undefined;

/** Runs a call in which the module reads files with `read`. */
export function reading<Answer>(read: ReadPart | undefined, call: () => Answer): Answer {
  reader = read;
  try {
    return call();
  } finally {
    reader = undefined;
  }
}

/** Exceptions must not unwind through the module. */
export function readPart(number: number, position: number, into: Uint8Array): number {
  try {
    return reader?.(number, position, into) ?? -1;
  } catch {
    return -1;
  }
}
