// Which files are meant.

import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { UsageError } from './console.js';
import libraries from './libraries.cjs';

const isOurs = (name) => /\.(json|ndjson|jsonl)$/i.test(name);
/** The configuration file. */
export const CONFIG = 'renewal-rules.config.json';
/** What is said where every file was skipped. */
export const NO_PRODUCTS = 'no file has products; a file that is named directly is taken anyway, and check --verbose lists what was skipped';
/** Files by which folders say what is of no interest in them. */
const GITIGNORE = '.gitignore';
const BY_GIT = `ignored by ${GITIGNORE}`;
const BY_CALLER = 'ignored by --ignore-pattern or `ignores`';

const slashed = (path) => (sep === '/' ? path : path.split(sep).join('/'));

/** How a file is named: relative to a folder, for people to the one that they are in, with forward slashes. */
export function shown(file, folder = process.cwd()) {
  if (file.startsWith(folder + sep)) return slashed(file.slice(folder.length + 1));
  const path = relative(folder, resolve(file));
  // On another drive there is no relative path.
  return slashed(path === '' || isAbsolute(path) ? resolve(file) : path);
}

/** How a file is named to tools, which do not know that folder: relative to its repository, or whole where it is outside. */
export function located(file) {
  root ??= repository(process.cwd()) ?? process.cwd();
  const path = resolve(file);
  const name = shown(join(real(dirname(path)), basename(path)), root);
  return name.startsWith('../') ? slashed(path) : name;
}

/** A file of a run, by all its names. */
export class Source {
  /** Its bytes, where these are not in a file. */
  bytes;
  /** Why it cannot be read. */
  problem;
  /** How many fixes were made, where that was tried, and whether they were written. */
  applied;
  written;

  /** `stated` is what standard input is called. */
  constructor(path, named, stated) {
    this.path = path;
    this.named = named;
    this.place = path === '-' ? stated && resolve(stated) : path;
  }

  get shown() {
    return this.place === undefined ? '<stdin>' : shown(this.place);
  }

  get located() {
    return this.place === undefined ? '<stdin>' : located(this.place);
  }
}

/** The folder that names for tools are relative to, once one was asked for. */
let root;

const reals = new Map();
/** The folder that a folder really is, as this process knows its own. */
function real(folder) {
  let found = reals.get(folder);
  if (found === undefined) {
    try {
      found = realpathSync(folder);
    } catch {
      // It is but a name, as that of standard input.
      found = folder;
    }
    reals.set(folder, found);
  }
  return found;
}

/** The repository around a folder. */
function repository(folder) {
  for (const at of upwards(folder)) if (existsSync(join(at, '.git'))) return at;
  return undefined;
}

/** A folder and all those around it. */
export function* upwards(folder) {
  for (let at = folder, last; at !== last; last = at, at = dirname(at)) yield at;
}

const isOutside = (name) => name === '..' || name.startsWith('../') || isAbsolute(name);

/** Whether patterns as in `.gitignore`, which stand in a folder, match a file or a folder; `undefined` where they say nothing. */
export function matcher(patterns, folder) {
  let rules;
  try {
    rules = libraries.ignore().add(patterns);
  } catch (error) {
    throw new UsageError(`this is not a pattern: ${error.message}`);
  }
  return (path, isFolder = false) => {
    const name = slashed(relative(folder, path));
    if (name === '' || isOutside(name)) return undefined;
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    return ignored ? true : unignored ? false : undefined;
  };
}

/**
 * The files that the arguments mean: a file, all product files in a folder, or those that match a
 * pattern (`*`, `**`, `?`, `[abc]`, `{a,b}`). Each file once, those of a pattern in order of names.
 */
export class Finder {
  /** The files, each with whether it was named outright. */
  files = new Map();
  /** What is wrong with what was found on the way. */
  problems = [];
  /** What was passed over, each with why. */
  skipped = [];
  /** What is to be known of what was named. */
  notes = [];
  #folder;
  #config;
  #ignored;

  /** `ignored` are matchers for what is skipped besides what folders say themselves. */
  constructor({ folder = process.cwd(), config, ignored = [] } = {}) {
    this.#folder = folder;
    this.#config = config && resolve(config);
    this.#ignored = ignored;
  }

  find(patterns) {
    for (const pattern of patterns) {
      // An unset variable of a script, not the whole folder.
      if (pattern === '') throw new UsageError('an empty argument names no file');
      const path = resolve(this.#folder, pattern);
      const stat = pattern === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
      if (pattern === '-') this.#add('-', true);
      else if (stat?.isDirectory()) this.#within(pattern, path, isOurs, 'the folder has no .json, .ndjson or .jsonl file to check');
      else if (stat !== undefined) this.#add(path, true);
      else if (/[*?[{]/.test(pattern)) this.#matching(pattern);
      else throw new UsageError(`${pattern}: ${absent(path)}`);
    }
    return this;
  }

  #add(file, isNamed) {
    this.files.set(file, isNamed || (this.files.get(file) ?? false));
  }

  #matching(pattern) {
    let scanned;
    let matches;
    try {
      const picomatch = libraries.picomatch();
      scanned = picomatch.scan(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern);
      matches = picomatch(scanned.glob);
    } catch (error) {
      throw new UsageError(`${pattern}: this is not a pattern: ${error.message}`);
    }
    const { base, glob } = scanned;
    const start = resolve(this.#folder, base);
    // Without `**`, nothing deeper can match.
    const depth = glob.includes('**') ? Infinity : glob.split('/').length - 1;
    const hidden = /(^|[/{,])\./.test(glob);
    this.#within(pattern, start, (name) => matches(name), 'no file matches', { depth, hidden, modules: glob.includes('node_modules') });
  }

  /** Adds what is below a folder and wanted by its name there. */
  #within(pattern, folder, isWanted, otherwise, bounds = { depth: Infinity }) {
    const before = this.problems.length;
    const skipped = this.skipped.length;
    const files = this.#below(folder, '', isWanted, bounds, this.#chain(folder)).sort();
    if (files.length === 0 && this.problems.length === before) {
      const [path, why] = isIgnored(this.#ignored, folder, true) ? [folder, BY_CALLER] : (this.skipped.slice(skipped).find(([, why]) => why === BY_CALLER || why === BY_GIT) ?? []);
      throw new UsageError(`${pattern}: ${otherwise}${path === undefined ? '' : `; ${shown(path)} is ${why}`}`);
    }
    for (const file of files) this.#add(file, false);
  }

  /** What the folders around one say of it, the nearest last; nothing where they would pass it over itself: it is named. */
  #chain(folder) {
    const top = repository(folder) ?? (isOutside(slashed(relative(process.cwd(), folder))) ? folder : process.cwd());
    const around = [];
    for (const at of upwards(dirname(folder))) {
      if (folder === top) break;
      around.unshift(at);
      if (at === top) break;
    }
    const chain = around.map((at) => this.#rules(at)).filter(Boolean);
    if (!isIgnored(chain, folder, true)) return chain;
    this.notes.push(`${shown(folder)} is ${BY_GIT}; it is checked as it is named`);
    return [];
  }

  #rules(folder) {
    try {
      return matcher(readFileSync(join(folder, GITIGNORE), 'utf8'), folder);
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') this.problems.push(`${shown(join(folder, GITIGNORE))}: ${error.message}`);
      return undefined;
    }
  }

  #below(folder, prefix, isWanted, bounds, around) {
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      // A pattern may begin with a folder that is not there.
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') this.problems.push(`${shown(folder)}: ${error.message}`);
      return [];
    }
    const rules = entries.some(({ name }) => name === GITIGNORE) && this.#rules(folder);
    const chain = rules ? [...around, rules] : around;
    const files = [];
    for (const entry of entries) {
      const { name } = entry;
      const path = join(folder, name);
      const isFolder = entry.isDirectory();
      // Links to folders are not followed, so that there is no way in a circle.
      if (isFolder ? bounds.depth === 0 : !isWanted(prefix + name)) continue;
      const why = this.#skips(name, path, isFolder, bounds, chain);
      if (why !== undefined) {
        this.skipped.push([path, why]);
        continue;
      }
      if (isFolder) files.push(...this.#below(path, `${prefix}${name}/`, isWanted, { ...bounds, depth: bounds.depth - 1 }, chain));
      else if (this.#isFile(entry, path)) files.push(path);
    }
    return files;
  }

  /** Why an entry of a folder is passed over; nothing where it is not. */
  #skips(name, path, isFolder, { hidden, modules }, chain) {
    if (name.startsWith('.') && !hidden) return 'hidden';
    if (isFolder && name === 'node_modules' && !modules) return 'a folder of packages';
    if (!isFolder && (name === CONFIG || path === this.#config)) return 'the configuration file';
    if (isIgnored(this.#ignored, path, isFolder)) return BY_CALLER;
    return isIgnored(chain, path, isFolder) ? BY_GIT : undefined;
  }

  /** Whether an entry of a folder is a file, or a link to one. */
  #isFile(entry, path) {
    if (!entry.isSymbolicLink()) return entry.isFile();
    try {
      return statSync(path).isFile();
    } catch (error) {
      this.problems.push(`${shown(path)}: ${error.code === 'ENOENT' ? absent(path) : error.message}`);
      return false;
    }
  }
}

/** What a name is that leads to no file. */
const absent = (path) => (lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'there is no such file' : 'the link leads nowhere');

/** What the last of several matchers says that says something. */
function isIgnored(matchers, path, isFolder) {
  for (let at = matchers.length - 1; at >= 0; at--) {
    const verdict = matchers[at](path, isFolder);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** How the module reads files: what cannot be read is noted. `notice` learns how far it is with each. */
export function reader(files, notice) {
  return (number, position, into) => {
    const file = files[number];
    notice(file, position);
    try {
      return part(file, position, into);
    } catch (error) {
      file.problem = error;
      return -1;
    }
  };
}

/** Reads a part of a file; it is shorter than asked for where the file ends. */
function part(file, position, into) {
  if (file.bytes !== undefined) {
    const bytes = file.bytes.subarray(position, position + into.length);
    into.set(bytes);
    return bytes.length;
  }
  const handle = openSync(file.path);
  try {
    for (let used = 0; ; ) {
      const count = readSync(handle, into, used, into.length - used, position + used);
      used += count;
      if (count === 0 || used === into.length) return used;
    }
  } catch (error) {
    if (error.code !== 'ESPIPE') throw error;
    // A pipe is read once, from its start.
    file.bytes = readFileSync(handle);
    return part(file, position, into);
  } finally {
    closeSync(handle);
  }
}

/** The bytes of standard input. */
export const standardInput = () => buffer(process.stdin);

/** The bytes of a file, or of standard input. */
export async function read(file) {
  if (file === '-') return standardInput();
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new UsageError(`${file}: ${absent(file)}`);
  if (stat.isDirectory()) throw new UsageError(`${file} is a folder; name a file`);
  return readFileSync(file);
}
