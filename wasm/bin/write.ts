// How files are written: whoever reads one sees the old text or the new one, never a part.

import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The files in the making. None is left behind where the program is stopped. */
const unfinished = new Set<NewFile>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function stop(signal: NodeJS.Signals): void {
  for (const file of unfinished) file.drop();
  process.kill(process.pid, signal);
}

// A signal that is heard waits for the batch that is being checked, so it is heard only where it has to be.
function begun(file: NewFile): void {
  if (unfinished.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  unfinished.add(file);
}

function ended(file: NewFile): void {
  if (unfinished.delete(file) && unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, stop);
}

/** A file in the making. It takes the place of its name when it is closed. */
export class NewFile {
  readonly #target: string;
  /** Where it is in the making; nothing where there is no file whose place it could take. */
  readonly #beside: string | undefined;
  readonly #old: Stats | undefined;
  readonly #handle: number;
  #isOpen = true;

  constructor(file: string) {
    this.#old = statSync(file, { throwIfNoEntry: false });
    if (this.#old !== undefined) accessSync(file, constants.W_OK);
    if (this.#old?.isFile() === false) {
      // What is not a file, such as a terminal, can only be written to.
      this.#target = file;
      this.#handle = openSync(file, 'w');
      return;
    }
    // A link goes on to point to its file.
    this.#target = this.#old === undefined ? file : realpathSync(file);
    this.#beside = join(dirname(this.#target), `.${basename(this.#target)}.${process.pid}.tmp`);
    this.#handle = openSync(this.#beside, 'wx', 0o600);
    begun(this);
  }

  write(text: string): void {
    writeFileSync(this.#handle, text);
  }

  close(): void {
    if (this.#beside !== undefined) {
      if (this.#old !== undefined) keepOwner(this.#handle, this.#old);
      fchmodSync(this.#handle, this.#old === undefined ? 0o666 & ~process.umask() : this.#old.mode & 0o7777);
      fsyncSync(this.#handle);
    }
    this.#shut();
    if (this.#beside !== undefined) renameSync(this.#beside, this.#target);
    ended(this);
  }

  /** Leaves the old file as it is. */
  drop(): void {
    this.#shut();
    if (this.#beside !== undefined) rmSync(this.#beside, { force: true });
    ended(this);
  }

  #shut(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#handle);
  }
}

/** Writes a file. Its owner, where that is allowed, and its mode stay. */
export function replace(file: string, text: string): void {
  const newFile = new NewFile(file);
  try {
    newFile.write(text);
    newFile.close();
  } catch (error) {
    newFile.drop();
    throw error;
  }
}

/** Writes a file that is there even after a power cut. */
export function keep(file: string, text: string): void {
  replace(file, text);
  // On Windows a folder cannot be flushed.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(realpathSync(file)), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Gives a new file the owner of the one whose place it takes, where that is allowed. */
function keepOwner(handle: number, { uid, gid }: Stats): void {
  const stats = fstatSync(handle);
  if (stats.uid === uid && stats.gid === gid) return;
  try {
    fchownSync(handle, uid, gid);
  } catch {
    // Only some may give files away, and not to everybody.
  }
}
