// Writes files. If possible, a file is replaced, so that readers see either the old or the new text. If replacing would
// lose an attribute, the file is overwritten after the new text was written to a temporary file.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { mapError, orUndefined } from './failure.js';
import { resolve } from './file-names.js';
import { hasChanged, statOf } from './files.js';

/** Files that are being written. Their temporary files are removed if the program is stopped. */
const unfinished = new Set<NewFile>();
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function stop(signal: NodeJS.Signals): void {
  for (const file of unfinished) file.discard();
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
/** Error codes of replacing a file that do not prevent overwriting it, for example of a mount point. */
const NO_RENAME: readonly unknown[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'ETXTBSY'];

/** A file that is being written. It replaces the file of its name when it is closed. */
export class NewFile {
  readonly #target: string;
  readonly #old: fs.Stats | undefined;
  /** Path of the temporary file; `undefined` if there is none. */
  readonly #copy: string | undefined;
  /** Set if the temporary file has all attributes of the existing file, so that it can replace the existing file. */
  readonly #canReplace: boolean = false;
  /** Open file to write to; `undefined` if no temporary file can be created and the text is collected in memory. */
  readonly #handle: number | undefined;
  #text = '';
  #isOpen = true;

  constructor(file: string) {
    this.#old = fs.statSync(file, { throwIfNoEntry: false });
    if (this.#old !== undefined) fs.accessSync(file, fs.constants.W_OK);
    this.#target = writtenPath(file, this.#old);
    if (this.#old?.isFile() === false) {
      // A file that is not regular, such as a terminal, can only be written to.
      this.#handle = fs.openSync(file, 'w');
      return;
    }
    // The name is short, because names have a maximum length, and random, because containers reuse process ids.
    const copy = join(dirname(this.#target), `.${randomBytes(6).toString('hex')}.tmp`);
    const isNew = this.#old === undefined;
    if (isNew) fs.mkdirSync(dirname(this.#target), { recursive: true });
    const naming = (error: unknown) => Object.assign(error as Error, { path: file });
    const create = () => mapError(() => fs.openSync(copy, 'wx', isNew ? 0o666 : 0o600), naming);
    this.#handle = orUndefined(create, isNew ? [] : NO_COPY);
    if (this.#handle === undefined) return;
    this.#copy = copy;
    trackFile(this);
    this.#canReplace = this.#old === undefined || tryCopyAttributes(this.#handle, copy, this.#target, this.#old);
  }

  write(text: string): void {
    if (this.#handle === undefined) this.#text += text;
    else fs.writeFileSync(this.#handle, text);
  }

  close(): void {
    if (this.#handle === undefined) {
      overwrite(this.#target, Buffer.from(this.#text));
    } else if (this.#copy !== undefined) {
      fs.fsyncSync(this.#handle);
      this.#shut();
      if (!this.#tryRename(this.#copy)) {
        overwrite(this.#target, fs.readFileSync(this.#copy));
        fs.rmSync(this.#copy);
      }
    }
    this.#shut();
    untrackFile(this);
  }

  /** Discards the new text; the old file is not changed. */
  discard(): void {
    this.#shut();
    if (this.#copy !== undefined) fs.rmSync(this.#copy, { force: true });
    untrackFile(this);
  }

  #tryRename(copy: string): boolean {
    if (!this.#canReplace) return false;
    const rename = () => fs.renameSync(copy, this.#target) === undefined;
    return orUndefined(rename, this.#old === undefined ? [] : NO_RENAME) ?? false;
  }

  #shut(): void {
    if (this.#isOpen && this.#handle !== undefined) fs.closeSync(this.#handle);
    this.#isOpen = false;
  }
}

/**
 * Replaces the text of a file. Hard and symbolic links, owner, mode and extended attributes are preserved. If the file
 * is no longer as it was when it was `read`, throws an error and does not change it; `null` if it did not exist then.
 */
export function replace(file: string, text: string, read?: fs.BigIntStats | null): void {
  const newFile = new NewFile(file);
  try {
    newFile.write(text);
    if (read !== undefined && hasChanged(statOf(file), read ?? undefined))
      throw new Error('another program has changed it since it was read; run the command again');
    newFile.close();
  } catch (error) {
    newFile.discard();
    throw error;
  }
}

/** Like `replace`, but also flushes the folder, so that the file survives a power failure. */
export function replaceDurably(file: string, text: string): void {
  replace(file, text);
  // Windows cannot flush a folder.
  if (process.platform === 'win32') return;
  const folder = fs.openSync(dirname(fs.realpathSync(file)), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}

/** Returns the path of the file to write, with links resolved. A device, such as NUL on Windows, has no such path. */
export function writtenPath(file: string, old = fs.statSync(file, { throwIfNoEntry: false })): string {
  if (old !== undefined) return old.isFile() ? fs.realpathSync(file) : file;
  let target = file;
  while (fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink())
    target = resolve(fs.realpathSync(dirname(target)), fs.readlinkSync(target));
  return target;
}

/**
 * Copies the attributes of a file to its temporary file. Returns whether the temporary file can replace it: all
 * attributes are copied, and the file has no other hard link.
 */
function tryCopyAttributes(handle: number, copy: string, target: string, old: fs.Stats): boolean {
  if (old.nlink > 1 || !tryCopyExtendedAttributes(target, copy)) return false;
  // Most users may not change the owner of a file.
  const isDone = orUndefined(() => {
    const { uid, gid } = fs.fstatSync(handle);
    if (uid !== old.uid || gid !== old.gid) fs.fchownSync(handle, old.uid, old.gid);
    fs.fchmodSync(handle, old.mode & 0o7777);
    return true;
  });
  return isDone ?? false;
}

/** Copies extended attributes and access control lists, which Node.js cannot read; returns whether this succeeded. */
function tryCopyExtendedAttributes(from: string, to: string): boolean {
  if (process.platform !== 'linux') return true;
  const args = ['--attributes-only', '--preserve=all,xattr', '--no-preserve=timestamps,links', '--', from, to];
  const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  // If `cp` is missing or lacks these options, replace the file nevertheless: few files have such attributes.
  return status === 0 || status === null || /(unrecognized|invalid) option/.test(stderr);
}

/** Overwrites a file. If that fails, for example because the disk is full, restores the old contents. */
function overwrite(file: string, text: Uint8Array): void {
  const old = fs.readFileSync(file);
  const handle = fs.openSync(file, 'r+');
  try {
    rewrite(handle, text);
  } catch (error) {
    rewrite(handle, old);
    throw error;
  } finally {
    fs.closeSync(handle);
  }
}

function rewrite(handle: number, text: Uint8Array): void {
  for (let at = 0; at < text.length; ) at += fs.writeSync(handle, text, at, text.length - at, at);
  fs.ftruncateSync(handle, text.length);
  fs.fsyncSync(handle);
}
