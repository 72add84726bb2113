// Which files are meant, and how they are written.

import { accessSync, closeSync, constants, existsSync, fchmodSync, fchownSync, fstatSync, fsyncSync, openSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { UsageError } from './console.js';

/** A name is a product file or a catalogue by its ending. */
export const isLines = (name) => /\.(ndjson|jsonl)$/i.test(name);
const isOurs = (name) => /\.(json|ndjson|jsonl)$/i.test(name);
/** The configuration file. */
export const CONFIG = 'renewal-rules.config.json';
/** Folders in which nobody keeps products. */
const isPassedOver = (name) => name.startsWith('.') || name === 'node_modules';

/** How a file is named: relative to a folder, for people to the one that they are in, with forward slashes. */
export function shown(file, folder = process.cwd()) {
  const path = relative(folder, resolve(file));
  // On another drive there is no relative path.
  const name = path === '' || isAbsolute(path) ? resolve(file) : path;
  return name.split(sep).join('/');
}

/** How a file is named to tools, which do not know that folder: relative to its repository, or whole where it is outside. */
export function located(file) {
  root ??= repository(process.cwd());
  const name = shown(real(file), root);
  return name.startsWith('../') ? resolve(file).split(sep).join('/') : name;
}

/** The folder that names for tools are relative to, once one was asked for. */
let root;

/** A file by the folder that it is really in, as this process knows its own. */
function real(file) {
  const path = resolve(file);
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    // It is but a name, as that of standard input.
    return path;
  }
}

/** The repository around a folder, or the folder itself where there is none. */
function repository(folder) {
  for (const at of upwards(folder)) if (existsSync(join(at, '.git'))) return at;
  return folder;
}

/** A folder and all those around it. */
export function* upwards(folder) {
  for (let at = folder, last; at !== last; last = at, at = dirname(at)) yield at;
}

/**
 * The files that the arguments mean: a file, all product files in a folder, or those that match a
 * pattern (`*`, `**`, `?`, `[abc]`, `{a,b}`). Each file once, patterns in order of names. What says how
 * products are checked is none, unless it is named.
 */
export function found(patterns, config, folder = process.cwd()) {
  const files = new Set();
  for (const pattern of patterns) {
    const matches = pattern === '-' ? ['-'] : matching(pattern, folder, config && resolve(config));
    for (const file of matches) files.add(file === '-' ? file : resolve(folder, file));
  }
  return [...files];
}

function matching(pattern, folder, config) {
  const isProduct = (file) => basename(file) !== CONFIG && file !== config;
  // An unset variable of a script, not the whole folder.
  if (pattern === '') throw new UsageError('an empty argument names no file');
  const stat = statSync(resolve(folder, pattern), { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const files = below(resolve(folder, pattern), [matcher('*')], true).filter((file) => isOurs(file) && isProduct(file));
    if (files.length === 0) throw new UsageError(`${pattern}: the folder has no .json, .ndjson or .jsonl file to check`);
    return files;
  }
  if (stat !== undefined) return [pattern];
  if (!/[*?[{]/.test(pattern)) throw new UsageError(`${pattern}: there is no such file`);
  const files = expanded(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern).flatMap((one) => globbed(one, folder)).filter(isProduct);
  if (files.length === 0) throw new UsageError(`${pattern}: no file matches`);
  return [...new Set(files)].sort(byName);
}

/** The order of names does not hang on the language of the computer. */
const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** The patterns that a pattern with braces stands for. Braces without a comma stand for themselves. */
export function expanded(pattern) {
  for (let open = pattern.indexOf('{'); open !== -1; open = pattern.indexOf('{', open + 1)) {
    const parts = [];
    let depth = 0;
    let from = open + 1;
    for (let at = open; at < pattern.length; at++) {
      if (pattern[at] === '{') depth++;
      else if (pattern[at] === ',' && depth === 1) {
        parts.push(pattern.slice(from, at));
        from = at + 1;
      } else if (pattern[at] === '}' && --depth === 0) {
        if (parts.length === 0) break;
        parts.push(pattern.slice(from, at));
        return parts.flatMap((part) => expanded(pattern.slice(0, open) + part + pattern.slice(at + 1)));
      }
    }
  }
  return [pattern];
}

/** A part of a pattern between slashes as a regular expression. */
export function matcher(part) {
  let source = '';
  for (let at = 0; at < part.length; at++) {
    const end = part.indexOf(']', at + 2);
    if (part[at] === '*') source += '[^/]*';
    else if (part[at] === '?') source += '[^/]';
    else if (part[at] === '[' && end !== -1) {
      const inner = part.slice(at + 1, end).replace(/[\\[\]]/g, '\\$&').replace(/^[!^]/, '^');
      source += `[${inner}]`;
      at = end;
    } else source += part[at].replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  }
  // A dot file is meant only where the pattern says so.
  const dot = part.startsWith('.') ? '' : '(?!\\.)';
  try {
    return new RegExp(`^${dot}${source}$`, 'su');
  } catch {
    throw new UsageError(`${part}: this is no pattern`);
  }
}

function globbed(pattern, folder) {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  const plain = parts.findIndex((part) => /[*?[]/.test(part));
  const fixed = plain === -1 ? parts.length - 1 : plain;
  const root = resolve(folder, pattern.startsWith('/') ? '/' : '.', ...parts.slice(0, fixed));
  const matchers = parts.slice(fixed).map((part) => (part === '**' ? undefined : matcher(part)));
  return below(root, matchers, false);
}

/** The files below a folder that match; `undefined` stands for any number of folders. */
function below(folder, matchers, isDeep) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => byName(a.name, b.name));
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw new UsageError(`${shown(folder)}: ${error.message}`);
  }
  const [first, ...rest] = matchers;
  if (first === undefined && matchers.length > 0) {
    const here = rest.length > 0 ? below(folder, rest, false) : files(folder, entries.filter(({ name }) => !name.startsWith('.')));
    // Links are not followed, so that there is no way in a circle.
    const folders = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
    return [...here, ...folders.flatMap(({ name }) => below(join(folder, name), matchers, false))];
  }
  const matches = entries.filter(({ name }) => first.test(name));
  if (rest.length > 0) return matches.flatMap(({ name }) => below(join(folder, name), rest, false));
  const deeper = isDeep ? entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name)) : [];
  return [...files(folder, matches), ...deeper.flatMap(({ name }) => below(join(folder, name), matchers, true))];
}

/** Whether an entry of a folder is a file, or a link to one. A link that leads nowhere is none. */
function isFile(folder, entry) {
  if (!entry.isSymbolicLink()) return entry.isFile();
  try {
    return statSync(join(folder, entry.name)).isFile();
  } catch {
    return false;
  }
}

const files = (folder, entries) => entries.filter((entry) => isFile(folder, entry)).map(({ name }) => join(folder, name));

/** The bytes of a file, or of standard input. */
export async function read(file) {
  if (file === '-') return buffer(process.stdin);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${file} is a folder; name a file`);
  return readFileSync(file);
}

/** Writes a file so that whoever reads it sees the old text or the new one, never a part. Its owner, where that is allowed, and its mode stay. */
export function replace(file, text) {
  // A link goes on to point to its file.
  const target = realpathSync(file);
  // A file can be renamed over one that may not be written.
  accessSync(target, constants.W_OK);
  const { mode, uid, gid } = statSync(target);
  const beside = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const handle = openSync(beside, 'wx', 0o600);
  try {
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      keepOwner(handle, uid, gid);
      fchmodSync(handle, mode & 0o7777);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Gives a new file the owner of the one whose place it takes, where that is allowed. */
function keepOwner(handle, uid, gid) {
  const made = fstatSync(handle);
  if (made.uid === uid && made.gid === gid) return;
  try {
    fchownSync(handle, uid, gid);
  } catch {
    // Only some may give files away, and not to everybody.
  }
}
