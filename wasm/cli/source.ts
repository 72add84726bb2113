// Reads checked files, in parts and with comments blanked.

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { complain } from './console.js';
import { codeOf, UsageError } from './failure.js';
import { located, shown } from './file-names.js';
import { absent, type Finder } from './files.js';
import { isJsonc, withoutComments } from './jsonc.js';
import type { InputFile, ReadPart } from './module.js';

/** A file of a run, with all its names. */
export class Source {
  /** Contents, if these are not in a file. */
  bytes: Uint8Array | undefined;
  /** Error that prevents reading. */
  problem: unknown;
  /** Set if `bytes` lacks the comments and trailing commas that the file has. */
  hadComments = false;
  /** Number of applied fixes, if fixing was requested, and whether they were written. */
  applied: number | undefined;
  written: boolean | undefined;
  /** Its entries in the suppressions file, if any. */
  known: InputFile['known'];
  /** Path of the file, or the one given for standard input. */
  readonly place: string | undefined;

  /** `stdinName` is the file name given for standard input. */
  constructor(
    readonly path: string,
    readonly named: boolean,
    stdinName?: string,
  ) {
    this.place = path === '-' ? stdinName && resolve(stdinName) : path;
  }

  get shown(): string {
    return this.place === undefined ? '<stdin>' : shown(this.place);
  }

  get located(): string {
    return this.place === undefined ? '<stdin>' : located(this.place);
  }
}

/** Describes a file to the library. */
export const inputOf = ({ shown, named }: Source): InputFile => ({ name: shown, named });

/** Returns the files of a search, and prints its notes and problems. */
export function sourcesOf({ files, notes, problems }: Finder): Source[] {
  for (const words of [...notes, ...problems]) complain(words);
  return [...files].map(([path, named]) => new Source(path, named));
}

/** Reads files for the library and records read errors. `notice` is called with the progress of each file. */
export function reader(files: readonly Source[], notice: (file: Source, position: number) => void): ReadPart {
  return (number, position, into) => {
    const file = files[number];
    if (file === undefined) return -1;
    notice(file, position);
    try {
      return part(file, position, into);
    } catch (error) {
      file.problem = error;
      return -1;
    }
  };
}

/** Reads a chunk of a file; the last one may be shorter than requested. */
function part(file: Source, position: number, into: Uint8Array): number {
  if (position === 0 && !file.hadComments) blankComments(file);
  if (file.bytes !== undefined) {
    const bytes = file.bytes.subarray(position, position + into.length);
    into.set(bytes);
    return bytes.length;
  }
  const handle = openSync(file.path, 'r');
  try {
    for (let used = 0; ; ) {
      const count = readSync(handle, into, used, into.length - used, position + used);
      used += count;
      if (count === 0 || used === into.length) return used;
    }
  } catch (error) {
    if (codeOf(error) !== 'ESPIPE') throw error;
    // A pipe is read once, from its start.
    file.bytes = readFileSync(handle);
    return part(file, position, into);
  } finally {
    closeSync(handle);
  }
}

/** Replaces the comments of a `.jsonc` file by spaces, in memory. */
function blankComments(file: Source): void {
  if (file.place === undefined || !isJsonc(file.place)) return;
  const bytes = file.bytes ?? readFileSync(file.path);
  file.bytes = withoutComments(bytes);
  file.hadComments = file.bytes !== bytes;
}

/** The bytes of standard input. */
export const standardInput = (): Promise<Uint8Array> => buffer(process.stdin);

/** Reads a file, or standard input. Comments of a `.jsonc` file are replaced by spaces. */
export async function read(file: string): Promise<Uint8Array> {
  if (file === '-') return standardInput();
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`${file}: ${absent(file)}`);
  if (stat.isDirectory()) throw new UsageError(`${file} is a folder; name a file`);
  const bytes = readFileSync(file);
  return isJsonc(file) ? withoutComments(bytes) : bytes;
}
