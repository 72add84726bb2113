// Lets the module read files during a call.

/**
 * Reads a chunk of the file with this number in the request, from `position` on, into `into`. Returns the number of
 * bytes read, which is less than requested only at the end of the file. If it throws, the file is omitted. It must not
 * call this library.
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

/** Reads a chunk for the module. Returns -1 instead of throwing, as exceptions must not unwind through the module. */
export function readPart(number: number, position: number, into: Uint8Array): number {
  try {
    return reader?.(number, position, into) ?? -1;
  } catch {
    return -1;
  }
}
