// Writes files. Whoever reads one sees the old text or the new one, never a part of it, if the file can be replaced
// without losing a property; otherwise the file is overwritten, after the new text has been written elsewhere.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { codeOf } from './failure.js';

/** Files that are being written. Their temporary copies are removed if the program is stopped. */
const unfinished = new Set<NewFile>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function stop(signal: NodeJS.Signals): void {
  for (const file of unfinished) file.drop();
  process.kill(process.pid, signal);
}

// A signal with a listener waits for the batch that is being checked, so listen only while there is a file to remove.
function begun(file: NewFile): void {
  if (unfinished.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  unfinished.add(file);
}

function ended(file: NewFile): void {
  if (unfinished.delete(file) && unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, stop);
}

/** Errors if no file can be created in a directory in which an existing one can be overwritten nevertheless. */
const NO_COPY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG'];
/** Errors if a file cannot be replaced but may be overwritten: a mount point, an open file, a directory of another owner. */
const NO_RENAME: readonly unknown[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'ETXTBSY'];

/** A file that is being written. It takes the place of the file of its name when it is closed. */
export class NewFile {
  readonly #target: string;
  readonly #old: Stats | undefined;
  /** Path of the temporary copy; `undefined` if there is none. */
  readonly #copy: string | undefined;
  /** Set if the copy has all properties of the old file, so that it can replace it. */
  readonly #isAlike: boolean = false;
  /** `undefined` if no copy can be created: the text is collected in memory. */
  readonly #handle: number | undefined;
  #text = '';
  #isOpen = true;

  constructor(file: string) {
    this.#old = statSync(file, { throwIfNoEntry: false });
    if (this.#old !== undefined) accessSync(file, constants.W_OK);
    this.#target = this.#old === undefined ? linkTarget(file) : realpathSync(file);
    if (this.#old?.isFile() === false) {
      // A file that is not regular, such as a terminal, can only be written to.
      this.#handle = openSync(file, 'w');
      return;
    }
    // The name is short because names have a limit, and random because process ids recur in containers.
    const copy = join(dirname(this.#target), `.${randomBytes(6).toString('hex')}.tmp`);
    try {
      this.#handle = openSync(copy, 'wx', this.#old === undefined ? 0o666 : 0o600);
    } catch (error) {
      if (this.#old === undefined || !NO_COPY.includes(codeOf(error))) throw error;
      return;
    }
    this.#copy = copy;
    begun(this);
    this.#isAlike = this.#old === undefined || isAlike(this.#handle, copy, this.#target, this.#old);
  }

  write(text: string): void {
    if (this.#handle === undefined) this.#text += text;
    else writeFileSync(this.#handle, text);
  }

  close(): void {
    if (this.#handle === undefined) {
      overwrite(this.#target, Buffer.from(this.#text));
    } else if (this.#copy !== undefined) {
      fsyncSync(this.#handle);
      this.#shut();
      if (!this.#isRenamed(this.#copy)) {
        overwrite(this.#target, readFileSync(this.#copy));
        rmSync(this.#copy);
      }
    }
    this.#shut();
    ended(this);
  }

  /** Leaves the old file as it is. */
  drop(): void {
    this.#shut();
    if (this.#copy !== undefined) rmSync(this.#copy, { force: true });
    ended(this);
  }

  #isRenamed(copy: string): boolean {
    if (!this.#isAlike) return false;
    try {
      renameSync(copy, this.#target);
      return true;
    } catch (error) {
      if (this.#old === undefined || !NO_RENAME.includes(codeOf(error))) throw error;
      return false;
    }
  }

  #shut(): void {
    if (this.#isOpen && this.#handle !== undefined) closeSync(this.#handle);
    this.#isOpen = false;
  }
}

/** Writes a file. Its other names, its owner, its mode and its extended attributes are preserved. */
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

/** Follows links that lead to a file which does not exist yet. */
function linkTarget(file: string): string {
  let target = file;
  while (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink())
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  return target;
}

/** Gives a copy the properties of a file; returns whether it has them all and the file has no other name. */
function isAlike(handle: number, copy: string, target: string, old: Stats): boolean {
  if (old.nlink > 1 || !isCopied(target, copy)) return false;
  try {
    const { uid, gid } = fstatSync(handle);
    if (uid !== old.uid || gid !== old.gid) fchownSync(handle, old.uid, old.gid);
    fchmodSync(handle, old.mode & 0o7777);
    return true;
  } catch {
    // Few users may give files away.
    return false;
  }
}

/** Copies extended attributes and access control lists, which Node.js does not show; returns whether that was possible. */
function isCopied(from: string, to: string): boolean {
  if (process.platform !== 'linux') return true;
  const args = ['--attributes-only', '--preserve=all,xattr', '--no-preserve=timestamps,links', '--', from, to];
  const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  // If `cp` is absent or lacks these options, replacing the file at once matters more than attributes it rarely has.
  return status === 0 || status === null || /(unrecognized|invalid) option/.test(stderr);
}

/** Overwrites a file; if that fails, for example as the disk is full, writes the old text back. */
function overwrite(file: string, text: Uint8Array): void {
  const old = readFileSync(file);
  const handle = openSync(file, 'r+');
  try {
    rewrite(handle, text);
  } catch (error) {
    rewrite(handle, old);
    throw error;
  } finally {
    closeSync(handle);
  }
}

function rewrite(handle: number, text: Uint8Array): void {
  for (let at = 0; at < text.length; ) at += writeSync(handle, text, at, text.length - at, at);
  ftruncateSync(handle, text.length);
  fsyncSync(handle);
}
