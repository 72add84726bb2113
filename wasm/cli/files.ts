// Selects the files of a run.

import {
  type BigIntStats,
  closeSync,
  type Dirent,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Ignore } from 'ignore';

import { codeOf, messageOf, oneLine, UsageError } from './console.js';
import { isJsonc, withoutComments } from './jsonc.js';
import { ignore, ignoresCase, picomatch } from './libraries.js';
import type { InputFile, ReadPart } from './module.js';

/** Returns whether a path matches; `undefined` if no pattern applies to it. */
export type Matcher = (path: string, isFolder?: boolean) => boolean | undefined;

const isOurs = (name: string): boolean => /\.(jsonc?|ndjson|jsonl)$/i.test(name);
/** Name of the configuration file. */
export const CONFIG = 'renewal-rules.config.json';
/** Default name of the suppressions file. */
export const SUPPRESSIONS = 'renewal-rules-suppressions.json';
/** Message if every file was skipped. */
export const NO_PRODUCTS =
  'no file has products; a file that is named directly is taken anyway, and check --verbose lists what was skipped';
/** Names of ignore files. */
const GITIGNORE = '.gitignore';
const BY_GIT = `ignored by ${GITIGNORE}`;
const BY_CALLER = 'ignored by --ignore-pattern or `ignores`';
const LINKED = 'a link to a folder; name it to have it checked';

const slashed = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** Returns the name of a file for people, on one line. */
export const shown = (file: string): string => oneLine(nameFrom(process.cwd(), file));

/** Returns the path of a file relative to a folder, with forward slashes. */
export function nameFrom(folder: string, file: string): string {
  if (file.startsWith(folder + sep)) return slashed(file.slice(folder.length + 1));
  const path = relative(folder, resolve(file));
  // On another drive there is no relative path.
  return slashed(path === '' || isAbsolute(path) ? resolve(file) : path);
}

/**
 * Returns a file's name for tools, which do not know the working directory: relative to its repository, or
 * absolute outside of one.
 */
export function located(file: string): string {
  root ??= repository(process.cwd()) ?? process.cwd();
  const path = resolve(file);
  const name = nameFrom(root, join(real(dirname(path)), basename(path)));
  return name.startsWith('../') ? slashed(path) : name;
}

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

/** Cached folder that names for tools are relative to. */
let root: string | undefined;

const reals = new Map<string, string>();
/** Resolves links of a folder. */
function real(folder: string): string {
  let found = reals.get(folder);
  if (found === undefined) {
    try {
      found = realpathSync(folder);
    } catch {
      // Not an existing file, such as the name given for standard input.
      found = folder;
    }
    reals.set(folder, found);
  }
  return found;
}

/** Returns the repository that contains a folder. */
function repository(folder: string): string | undefined {
  for (const at of upwards(folder)) if (existsSync(join(at, '.git'))) return at;
  return undefined;
}

/** Iterates over a folder and its ancestors. */
export function* upwards(folder: string): Generator<string, void> {
  for (let at = folder, last: string | undefined; at !== last; last = at, at = dirname(at)) yield at;
}

const isOutside = (name: string): boolean => name === '..' || name.startsWith('../') || isAbsolute(name);

function ruled(patterns: string | readonly string[]): Ignore {
  try {
    return ignore().add(patterns);
  } catch (error) {
    throw new UsageError(`this is not a pattern: ${messageOf(error)}`);
  }
}

/**
 * Returns whether the patterns of a folder, in the syntax of `.gitignore`, match a path; `undefined` if none
 * applies.
 */
export function matcher(patterns: string | readonly string[], folder: string): Matcher {
  const rules = ruled(patterns);
  return (path, isFolder = false) => {
    const name = slashed(relative(folder, path));
    if (name === '' || isOutside(name)) return undefined;
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    return ignored ? true : unignored ? false : undefined;
  };
}

/** Returns whether a file is wanted, by its path relative to the start of the search. */
type Wanted = (name: string) => boolean;

/** Limits of a search. */
interface Bounds {
  readonly depth: number;
  readonly hidden?: boolean;
  readonly modules?: boolean;
}

const ANYWHERE: Bounds = { depth: Number.POSITIVE_INFINITY };

/** Splits a pattern into its leading folder and the rest, with a matcher for the rest. */
function parsed(pattern: string): { base: string; glob: string; matches: Wanted } {
  try {
    const match = picomatch();
    const { base, glob } = match.scan(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern);
    const matches = match(glob, { nocase: ignoresCase });
    return { base, glob, matches: (name) => matches(name) };
  } catch (error) {
    throw new UsageError(`${pattern}: this is not a pattern: ${messageOf(error)}`);
  }
}

/** Returns whether an argument is a file name, existing or not. */
export function isMeant(pattern: string, file: string): boolean {
  const path = resolve(pattern);
  if (file === path) return true;
  if (file.startsWith(path + sep)) return isOurs(file) && !/(^|\/)(\.|node_modules\/)/.test(nameFrom(path, file));
  if (!/[*?[{]/.test(pattern)) return false;
  const { base, matches } = parsed(pattern);
  return matches(nameFrom(resolve(base), file));
}

/** Returns whether a path does not exist. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));

/** Search settings: folders, and files to skip. */
interface Search {
  readonly folder?: string | undefined;
  readonly config: string | undefined;
  /** Patterns to skip in addition to ignore files. */
  readonly ignored?: readonly Matcher[];
  /** Whether ignore files are respected. */
  readonly heedsGit?: boolean;
  /** Name of standard input. */
  readonly stdinName?: string | undefined;
}

/**
 * The files that the arguments mean: a file, all product files in a folder, or those that match a
 * pattern (`*`, `**`, `?`, `[abc]`, `{a,b}`). Each file once, those of a pattern in order of names.
 */
export class Finder {
  /** Found files, each with whether it is named directly. */
  readonly files = new Map<string, boolean>();
  /** Errors of the search. */
  readonly problems: string[] = [];
  /** Skipped paths with reasons. */
  readonly skipped: [path: string, why: string][] = [];
  /** Notes for the user. */
  readonly notes: string[] = [];
  /** Names in `files` by the identity of the file. */
  readonly #names = new Map<string, string>();
  readonly #folder: string;
  readonly #config: string | undefined;
  readonly #ignored: readonly Matcher[];
  readonly #heedsGit: boolean;
  readonly #stdinName: string | undefined;

  constructor({ folder = process.cwd(), config, ignored = [], heedsGit = true, stdinName }: Search) {
    this.#folder = folder;
    this.#config = config && resolve(config);
    this.#ignored = ignored;
    this.#heedsGit = heedsGit;
    this.#stdinName = stdinName && resolve(stdinName);
  }

  find(patterns: readonly string[]): this {
    for (const pattern of patterns) {
      // An empty argument is an unset variable of a script, not the whole folder.
      if (pattern === '') throw new UsageError('an empty argument names no file');
      if (pattern === '-') this.#addNamed('-', this.#stdinName);
      else this.#named(pattern, resolve(this.#folder, pattern));
    }
    return this;
  }

  #named(pattern: string, path: string): void {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) {
      if (!/[*?[{]/.test(pattern)) throw new UsageError(`${pattern}: ${absent(path)}`);
      this.#matching(pattern);
    } else if (stat.isDirectory()) {
      this.#within(pattern, path, isOurs, 'the folder has no .json, .jsonc, .ndjson or .jsonl file to check');
    } else {
      this.#addNamed(path, path);
    }
  }

  /** Adds a file that is named directly, unless its name is ignored. */
  #addNamed(file: string, name: string | undefined): void {
    if (name === undefined || !isIgnored(this.#ignored, name, false)) this.#add(file, true);
    else this.notes.push(`${shown(name)} is ${BY_CALLER}`);
  }

  /** Adds a file once, whatever names lead to it: the first name that is listed directly, or else that is no link. */
  #add(file: string, isNamed: boolean): void {
    const identity = identityOf(file);
    const known = this.#names.get(identity) ?? file;
    const wasNamed = this.files.get(known) ?? false;
    const isBetter = known !== file && !wasNamed && (isNamed || (isLink(known) && !isLink(file)));
    const name = isBetter ? file : known;
    if (isBetter) this.files.delete(known);
    if (known !== file) this.skipped.push([isBetter ? known : file, `the same file as ${shown(name)}`]);
    this.#names.set(identity, name);
    this.files.set(name, isNamed || wasNamed);
  }

  #matching(pattern: string): void {
    const { base, glob, matches } = parsed(pattern);
    // Without `**`, nothing deeper can match.
    const depth = glob.includes('**') ? Number.POSITIVE_INFINITY : glob.split('/').length - 1;
    const bounds = { depth, hidden: /(^|[/{,])\./.test(glob), modules: glob.includes('node_modules') };
    this.#within(pattern, resolve(this.#folder, base), matches, 'no file matches', bounds);
  }

  /** Adds the wanted files below a folder. */
  #within(pattern: string, folder: string, isWanted: Wanted, otherwise: string, bounds: Bounds = ANYWHERE): void {
    const before = this.problems.length;
    const skipped = this.skipped.length;
    const files = this.#below(folder, '', isWanted, bounds, this.#chain(folder)).sort();
    if (files.length === 0 && this.problems.length === before) {
      const [path, why] = isIgnored(this.#ignored, folder, true) ? [folder, BY_CALLER] : this.#ignoredSince(skipped);
      throw new UsageError(`${pattern}: ${otherwise}${path === undefined ? '' : `; ${shown(path)} is ${why}`}`);
    }
    for (const file of files) this.#add(file, false);
  }

  /** Returns the first ignored path after the given number of skipped ones. */
  #ignoredSince(count: number): [path?: string, why?: string] {
    return this.skipped.slice(count).find(([, why]) => [BY_CALLER, BY_GIT, LINKED].includes(why)) ?? [];
  }

  /**
   * Returns the matchers of the folders around one, the nearest last. A folder that is named directly is
   * searched even if they ignore it.
   */
  #chain(folder: string): Matcher[] {
    const top = repository(folder) ?? (isOutside(slashed(relative(process.cwd(), folder))) ? folder : process.cwd());
    const around: string[] = [];
    for (const at of upwards(dirname(folder))) {
      if (folder === top) break;
      around.unshift(at);
      if (at === top) break;
    }
    const chain = around.flatMap((at) => this.#rules(at) ?? []);
    if (!isIgnored(chain, folder, true)) return chain;
    this.notes.push(`${shown(folder)} is ${BY_GIT}; it is checked as it is named`);
    return [];
  }

  #rules(folder: string): Matcher | undefined {
    if (!this.#heedsGit) return undefined;
    try {
      return matcher(readFileSync(join(folder, GITIGNORE), 'utf8'), folder);
    } catch (error) {
      if (!isAbsent(error)) this.notes.push(`${shown(join(folder, GITIGNORE))}: ${messageOf(error)}`);
      return undefined;
    }
  }

  #below(folder: string, prefix: string, isWanted: Wanted, bounds: Bounds, around: readonly Matcher[]): string[] {
    const entries = this.#entries(folder);
    const rules = entries.some(({ name }) => name === GITIGNORE) ? this.#rules(folder) : undefined;
    const chain = rules ? [...around, rules] : around;
    return entries.flatMap((entry) => {
      const { name } = entry;
      const path = join(folder, name);
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(path));
      if (isFolder ? bounds.depth === 0 : !isWanted(prefix + name)) return [];
      const why = this.#skips(name, path, isFolder, bounds, chain);
      if (why !== undefined) return this.#skip(path, why);
      if (!isFolder) return this.#regular(entry, path);
      return this.#below(path, `${prefix}${name}/`, isWanted, { ...bounds, depth: bounds.depth - 1 }, chain);
    });
  }

  #skip(path: string, why: string): [] {
    this.skipped.push([path, why]);
    return [];
  }

  #entries(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      // The leading folder of a pattern may not exist.
      if (!isAbsent(error)) this.problems.push(`${shown(folder)}: ${messageOf(error)}`);
      return [];
    }
  }

  /** Returns the reason to skip a directory entry; `undefined` to keep it. */
  #skips(
    name: string,
    path: string,
    isFolder: boolean,
    { hidden, modules }: Bounds,
    chain: readonly Matcher[],
  ): string | undefined {
    if (name.startsWith('.') && !hidden) return 'hidden';
    if (isFolder && name === 'node_modules' && !modules) return 'a folder of packages';
    const own = isFolder ? undefined : this.#own(name, path);
    if (own !== undefined) return own;
    if (isIgnored(this.#ignored, path, isFolder)) return BY_CALLER;
    if (isIgnored(chain, path, isFolder)) return BY_GIT;
    // Links to folders are not followed: they may lead in a circle.
    return isFolder && isLink(path) ? LINKED : undefined;
  }

  /** Names a file of this program. */
  #own(name: string, path: string): string | undefined {
    if (name === CONFIG || path === this.#config) return 'the configuration file';
    return name === SUPPRESSIONS ? 'the suppressions file' : undefined;
  }

  /** Returns an entry of a folder if it is a regular file, or a link to one. */
  #regular(entry: Dirent, path: string): string[] {
    try {
      return entry.isFile() || statSync(path).isFile() ? [path] : this.#skip(path, 'not a regular file');
    } catch (error) {
      this.notes.push(`${shown(path)}: ${codeOf(error) === 'ENOENT' ? absent(path) : messageOf(error)}`);
      return [];
    }
  }
}

/** Identifies a file, whichever of its names leads to it. */
export function identityOf(path: string): string {
  const stat = path === '-' ? undefined : statOf(path);
  // Some file systems have no numbers for files.
  return stat === undefined || stat.ino === 0n ? path : `${stat.dev}:${stat.ino}`;
}

/** Reads the status of a file; `undefined` if no file can be reached by this name. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

const isDirectory = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Describes a name that leads to no file. */
const absent = (path: string): string =>
  lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'there is no such file' : 'the link leads nowhere';

/** Returns the verdict of the last matcher that has one. */
function isIgnored(matchers: readonly Matcher[], path: string, isFolder: boolean): boolean {
  return (
    matchers.reduceRight<boolean | undefined>((verdict, says) => verdict ?? says(path, isFolder), undefined) ?? false
  );
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
