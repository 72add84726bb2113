// Reads the files to check, in chunks and without comments.

import { type BigIntStats, closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type InputFile, type ReadChunk, render } from '#internal';
import { printMessage } from './console.js';
import { codeOf, isDataError, mapError, orUndefined, UsageError } from './failure.js';
import { displayPath, reportPath, resolve } from './file-names.js';
import { type Finder, readNamed, statOf } from './files.js';
import { isJsonc, withoutComments } from './jsonc.js';

/** A file to check, with its names in messages and reports. */
export class Source {
  /** Contents in memory, if they are not read from `path`. */
  bytes: Uint8Array | undefined;
  problem: unknown;
  /** State of the file when it was first read. */
  read: BigIntStats | undefined;
  /** Set if comments and trailing commas were removed from `bytes`. */
  hadComments = false;
  /** Number of applied fixes, if fixing was requested; `written` tells whether they were saved. */
  applied: number | undefined;
  written: boolean | undefined;
  /** Entries of this file in the suppressions file, if any. */
  known: InputFile['known'];
  /** Absolute path of the file; for standard input, that of the given file name, if any. */
  readonly absolutePath: string | undefined;

  /** `stdinName` is the file name given for standard input. */
  constructor(
    readonly path: string,
    readonly named: boolean,
    stdinName?: string,
  ) {
    this.absolutePath = path === '-' ? stdinName && resolve(stdinName) : path;
  }

  get displayPath(): string {
    return this.absolutePath === undefined ? '<stdin>' : displayPath(this.absolutePath);
  }

  get reportPath(): string {
    return this.absolutePath === undefined ? '<stdin>' : reportPath(this.absolutePath);
  }
}

/** Returns the files of a search, and prints its notes and problems. */
export function sourcesOf({ files, notes, problems }: Finder): Source[] {
  for (const words of [...notes, ...problems]) printMessage(words);
  return [...files].map(([path, named]) => new Source(path, named));
}

/** Describes files to the library, which reads them through the `reader` of the same files. */
export const inputsOf = (files: readonly Source[]): InputFile[] =>
  files.map(({ displayPath, named }) => ({ name: displayPath, named }));

/**
 * Returns whether each file is a product, an array or a product per line; `null` if the file is not checked: it has no
 * products, is a setup, or cannot be read.
 */
export const layoutsOf = (files: readonly Source[]) =>
  render('files.layouts', { files: inputsOf(files) }, '', {}, reader(files));

/** Returns the function by which the library reads files. It records a read error as `problem` of the file. */
export function reader(files: readonly Source[]): ReadChunk {
  return (number, position, into) => {
    const file = files[number];
    if (file === undefined) return -1;
    try {
      return readChunk(file, position, into);
    } catch (error) {
      file.problem = error;
      return -1;
    }
  };
}

/** Reads a chunk of a file. The last chunk may be shorter than requested. */
function readChunk(file: Source, position: number, into: Uint8Array): number {
  if (position === 0 && !file.hadComments) blankComments(file);
  if (file.bytes === undefined) {
    const handle = openSync(file.path, 'r');
    try {
      file.read ??= fstatSync(handle, { bigint: true });
      return filled(into, handle, position);
    } catch (error) {
      if (codeOf(error) !== 'ESPIPE') throw error;
      // A pipe has no positions: read it whole.
      file.bytes = readFileSync(handle);
    } finally {
      closeSync(handle);
    }
  }
  const bytes = file.bytes.subarray(position, position + into.length);
  into.set(bytes);
  return bytes.length;
}

/** Reads from an open file until the buffer is full or the file ends; returns the number of bytes. */
function filled(into: Uint8Array, handle: number, position: number): number {
  for (let used = 0; ; ) {
    const count = readSync(handle, into, used, into.length - used, position + used);
    used += count;
    if (count === 0 || used === into.length) return used;
  }
}

/** Replaces the comments of a `.jsonc` file by spaces, in memory only. */
function blankComments(file: Source): void {
  if (file.absolutePath === undefined || !isJsonc(file.absolutePath)) return;
  if (file.bytes === undefined) file.read ??= statOf(file.path);
  const bytes = file.bytes ?? readFileSync(file.path);
  file.bytes = withoutComments(bytes);
  file.hadComments = file.bytes !== bytes;
}

/** Returns the absolute path of a file that an argument names; `undefined` for standard input. */
export const absolutePathOf = (file: string): string | undefined => (file === '-' ? undefined : resolve(file));

export const displayName = (file: string): string => (file === '-' ? '<stdin>' : file);

/** Runs `call`, which reads `file`. If its contents are invalid, throws an error about it, with the exit code 2. */
export const withFileName = <Value>(file: string, call: () => Value): Value =>
  mapError(call, (error) => (isDataError(error) ? new UsageError(`${displayName(file)}: ${error.message}`) : error));

/** Like `withFileName` for products: the error stays one about products, for which the exit code is 1. */
export const withProductsOf = <Value>(file: string, call: () => Value): Value =>
  mapError(call, (error) =>
    isDataError(error) ? Object.assign(error, { message: `${displayName(file)}: ${error.message}` }) : error,
  );

export async function standardInput(): Promise<Uint8Array> {
  // Node.js reads a folder as empty input. Not every system describes a terminal.
  if (orUndefined(() => fstatSync(0))?.isDirectory()) throw new UsageError('standard input is a folder, not a file');
  return buffer(process.stdin);
}

/** Reads a file, or standard input. Comments of a `.jsonc` file are replaced by spaces. */
export async function read(file: string): Promise<Uint8Array> {
  if (file === '-') return standardInput();
  const bytes = readNamed(file);
  return isJsonc(file) ? withoutComments(bytes) : bytes;
}
