// Writes files. If possible, a file is replaced, so that readers see either the old or the new text. If replacing would
// lose an attribute, the file is overwritten after the new text was written to a temporary file.

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
import { dirname, join } from 'node:path';

import { codeOf } from './failure.js';
import { resolve } from './file-names.js';

/** Files that are being written. Their temporary files are removed if the program is stopped. */
const unfinished = new Set<NewFile>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function stop(signal: NodeJS.Signals): void {
  for (const file of unfinished) file.drop();
  process.kill(process.pid, signal);
}

// Listen for signals only while there is a temporary file: if a signal has a listener, it is not handled until the
// current batch of files is finished.
function trackFile(file: NewFile): void {
  if (unfinished.size === 0) for (const signal of SIGNALS) process.on(signal, stop);
  unfinished.add(file);
}

function untrackFile(file: NewFile): void {
  if (unfinished.delete(file) && unfinished.size === 0) for (const signal of SIGNALS) process.off(signal, stop);
}

/** Error codes of creating a temporary file that do not prevent overwriting the existing file. */
const NO_COPY: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG'];
/**
 * Error codes of replacing a file that do not prevent overwriting it: a mount point, an open file, a folder of another
 * owner.
 */
const NO_RENAME: readonly unknown[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'ETXTBSY'];

/** A file that is being written. It replaces the file of its name when it is closed. */
export class NewFile {
  readonly #target: string;
  readonly #old: Stats | undefined;
  /** Path of the temporary file; `undefined` if there is none. */
  readonly #copy: string | undefined;
  /** Set if the temporary file has all attributes of the existing file, so that it can replace the existing file. */
  readonly #isAlike: boolean = false;
  /** Open file to write to; `undefined` if no temporary file can be created and the text is collected in memory. */
  readonly #handle: number | undefined;
  #text = '';
  #isOpen = true;

  constructor(file: string) {
    this.#old = statSync(file, { throwIfNoEntry: false });
    if (this.#old !== undefined) accessSync(file, constants.W_OK);
    this.#target = targetOf(file, this.#old);
    if (this.#old?.isFile() === false) {
      // A file that is not regular, such as a terminal, can only be written to.
      this.#handle = openSync(file, 'w');
      return;
    }
    // The name is short, because names have a maximum length, and random, because containers reuse process ids.
    const copy = join(dirname(this.#target), `.${randomBytes(6).toString('hex')}.tmp`);
    try {
      this.#handle = openSync(copy, 'wx', this.#old === undefined ? 0o666 : 0o600);
    } catch (error) {
      if (this.#old === undefined || !NO_COPY.includes(codeOf(error))) throw error;
      return;
    }
    this.#copy = copy;
    trackFile(this);
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
    untrackFile(this);
  }

  /** Discards the new text; the old file is not changed. */
  drop(): void {
    this.#shut();
    if (this.#copy !== undefined) rmSync(this.#copy, { force: true });
    untrackFile(this);
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

/** Replaces the text of a file. Hard and symbolic links, owner, mode and extended attributes are preserved. */
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

/** Like `replace`, but also flushes the folder, so that the file survives a power failure. */
export function keep(file: string, text: string): void {
  replace(file, text);
  // Windows cannot flush a folder.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(realpathSync(file)), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Returns the path of the file to write, with links resolved. A device, such as NUL on Windows, has no such path. */
function targetOf(file: string, old: Stats | undefined): string {
  if (old === undefined) return linkTarget(file);
  return old.isFile() ? realpathSync(file) : file;
}

/** Follows links to a file that does not exist yet; returns its path. */
function linkTarget(file: string): string {
  let target = file;
  while (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink())
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  return target;
}

/**
 * Copies the attributes of a file to its temporary file. Returns whether the temporary file can replace it: all
 * attributes are copied, and the file has no other hard link.
 */
function isAlike(handle: number, copy: string, target: string, old: Stats): boolean {
  if (old.nlink > 1 || !isCopied(target, copy)) return false;
  try {
    const { uid, gid } = fstatSync(handle);
    if (uid !== old.uid || gid !== old.gid) fchownSync(handle, old.uid, old.gid);
    fchmodSync(handle, old.mode & 0o7777);
    return true;
  } catch {
    // Most users may not change the owner of a file.
    return false;
  }
}

/** Copies extended attributes and access control lists, which Node.js cannot read; returns whether this succeeded. */
function isCopied(from: string, to: string): boolean {
  if (process.platform !== 'linux') return true;
  const args = ['--attributes-only', '--preserve=all,xattr', '--no-preserve=timestamps,links', '--', from, to];
  const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  // If `cp` is missing or lacks these options, replace the file nevertheless: few files have such attributes.
  return status === 0 || status === null || /(unrecognized|invalid) option/.test(stderr);
}

/**
 * Overwrites the contents of a file. If that fails, for example because the disk is full, restores the old contents.
 */
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
