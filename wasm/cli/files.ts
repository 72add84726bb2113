// Finds the files that a command reads.

import { type BigIntStats, type Dirent, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { codeOf, mapError, messageOf, orUndefined, UsageError, withPrefix } from './failure.js';
import { CONFIG, displayPath, isOutside, repository, resolve, SUPPRESSIONS, slashed, upwards } from './file-names.js';

export const NO_PRODUCTS =
  'no file contains products; to check a file anyway, name it (check --verbose lists the skipped files)';

export const SETUP = 'a setup, not products; renewal-rules plan checks it';

const GITIGNORE = '.gitignore';
const BY_GIT = `ignored by ${GITIGNORE}`;
const BY_CALLER = 'ignored by --ignore-pattern or `ignores`';
const LINKED = 'a link to a folder; name it to have it checked';

/** Error codes for a path that does not exist. */
const ABSENT: readonly unknown[] = ['ENOENT', 'ENOTDIR'];

/** Returns whether a file exists; throws if this cannot be known, for example if a link leads to itself. */
export const exists = (file: string): boolean =>
  withPrefix(file, () => orUndefined(() => statSync(file), ABSENT) !== undefined);

interface Search {
  readonly folder?: string | undefined;
  readonly config?: string | undefined;
  /** Patterns of files to skip, besides those in ignore files. */
  readonly ignored?: readonly Matcher[];
  /** Set if `.gitignore` is not read. */
  readonly noIgnore?: boolean | undefined;
  readonly stdinName?: string | undefined;
}

/**
 * Finds the files that arguments name: a file, all product files in a folder, or the files that match a pattern (`*`,
 * `**`, `?`, `[abc]`, `{a,b}`). Each file is found once; the files of a folder or pattern are sorted by path.
 */
export class Finder {
  /** Found files by path. The value is true if an argument names the file itself, not a folder or a pattern. */
  readonly files = new Map<string, boolean>();
  readonly problems: string[] = [];
  readonly skipped: [path: string, why: string][] = [];
  readonly notes: string[] = [];
  /** Paths in `files` by the identity of the file. */
  readonly #names = new Map<string, string>();

  constructor(private readonly search: Search) {}

  find(patterns: readonly string[]): this {
    for (const pattern of patterns) {
      // An empty argument comes from an unset variable of a script; it must not mean the whole folder.
      if (pattern === '') throw new UsageError('an empty argument names no file');
      if (pattern === '-') this.#addNamed('-', this.search.stdinName && resolve(this.search.stdinName));
      else this.#named(pattern, resolve(this.search.folder ?? '', pattern));
    }
    return this;
  }

  /** Returns the path in `files` of the file to which a path leads; `undefined` if that file was not found. */
  foundAs(path: string): string | undefined {
    return this.#names.get(identityOf(resolve(path)));
  }

  #named(pattern: string, path: string): void {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) {
      if (!/[*?[{]/.test(pattern)) throw new UsageError(`${pattern}: ${absent(path)}`);
      this.#matching(pattern);
    } else if (stat.isDirectory()) {
      this.#within(pattern, path, isProductFile, 'the folder has no .json, .jsonc, .ndjson or .jsonl file to check');
    } else {
      rejectDevice(pattern, stat);
      this.#addNamed(path, path);
    }
  }

  #addNamed(file: string, name: string | undefined): void {
    if (name === undefined || !this.#isExcluded(name, false)) this.#add(file, true);
    else this.notes.push(`${displayPath(name)} is ${BY_CALLER}`);
  }

  /** Adds a file once: of the paths that lead to it, the first named one, otherwise the first that is no link. */
  #add(file: string, isNamed: boolean): void {
    const identity = identityOf(file);
    const known = this.#names.get(identity) ?? file;
    const wasNamed = this.files.get(known) ?? false;
    const isBetter = known !== file && !wasNamed && (isNamed || (isLink(known) && !isLink(file)));
    const [name, other] = isBetter ? [file, known] : [known, file];
    if (name !== other) this.skipped.push([other, `the same file as ${displayPath(name)}`]);
    this.files.delete(other);
    this.#names.set(identity, name);
    this.files.set(name, isNamed || wasNamed);
  }

  #matching(pattern: string): void {
    const { base, glob, matches } = parseGlob(pattern);
    // A pattern without `**` matches only as many folders deep as it has slashes.
    const depth = glob.includes('**') ? Number.POSITIVE_INFINITY : glob.split('/').length - 1;
    const bounds = { depth, hidden: /(^|[/{,])\./.test(glob), modules: glob.includes('node_modules') };
    this.#within(pattern, resolve(this.search.folder ?? '', base), matches, 'no file matches', bounds);
  }

  /** Adds the files below `folder` that `isWanted` accepts; throws an error that says `otherwise` if there are none. */
  #within(pattern: string, folder: string, isWanted: Wanted, otherwise: string, bounds: Bounds = ANYWHERE): void {
    const before = this.problems.length;
    const skipped = this.skipped.length;
    const files = this.#below(folder, '', isWanted, bounds, this.#chain(folder)).sort();
    if (files.length === 0 && this.problems.length === before) {
      const ignored = this.skipped.slice(skipped).find(([, why]) => [BY_CALLER, BY_GIT, LINKED].includes(why));
      const [path, why] = this.#isExcluded(folder, true) ? [folder, BY_CALLER] : (ignored ?? []);
      throw new UsageError(`${pattern}: ${otherwise}${path === undefined ? '' : `; ${displayPath(path)} is ${why}`}`);
    }
    for (const file of files) this.#add(file, false);
  }

  /**
   * Returns the matchers of the ignore files in the folders that contain `folder`, the nearest last. If they ignore
   * `folder` itself, returns none, because an argument names it.
   */
  #chain(folder: string): Matcher[] {
    const here = resolve();
    const top = repository(folder) ?? (isOutside(slashed(relative(here, folder))) ? folder : here);
    const outer = [...upwards(folder)].slice(1);
    const around = outer.slice(0, outer.indexOf(top) + 1).reverse();
    const chain = around.flatMap((at) => this.#rules(at) ?? []);
    if (!isIgnored(chain, folder, true)) return chain;
    this.notes.push(`${displayPath(folder)} is ${BY_GIT}; it is checked as it is named`);
    return [];
  }

  #rules(folder: string): Matcher | undefined {
    const file = join(folder, GITIGNORE);
    if (this.search.noIgnore) return undefined;
    return ifPresent(file, this.notes, () => matcher(readFileSync(file, 'utf8'), folder));
  }

  #isExcluded(path: string, isFolder: boolean): boolean {
    return isIgnored(this.search.ignored ?? [], path, isFolder);
  }

  #below(folder: string, prefix: string, isWanted: Wanted, bounds: Bounds, around: readonly Matcher[]): string[] {
    // The leading folder of a pattern may not exist.
    const entries = ifPresent(folder, this.problems, () => readdirSync(folder, { withFileTypes: true })) ?? [];
    const rules = entries.some(({ name }) => name === GITIGNORE) ? this.#rules(folder) : undefined;
    const chain = rules ? [...around, rules] : around;
    return entries.flatMap((entry) => {
      const { name } = entry;
      const path = join(folder, name);
      const isFolder = leadsToFolder(entry, path);
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

  /** Returns the reason to skip an entry of a folder; `undefined` if it is not skipped. */
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
    if (this.#isExcluded(path, isFolder)) return BY_CALLER;
    // A matcher that ignores the folder of this entry was overridden for the folder by a nearer one.
    const applying = chain.filter((matches) => matches(dirname(path), true) !== true);
    if (isIgnored(applying, path, isFolder)) return BY_GIT;
    // Links to folders are not followed, because they may form a cycle.
    return isFolder && isLink(path) ? LINKED : undefined;
  }

  /** Returns a description of the file if it is the configuration file or the suppressions file of this program. */
  #own(name: string, path: string): string | undefined {
    if (name === CONFIG || path === (this.search.config && resolve(this.search.config)))
      return 'the configuration file';
    return name === SUPPRESSIONS ? 'the suppressions file' : undefined;
  }

  /** Returns the path if it leads to a regular file; otherwise reports why not, and returns nothing. */
  #regular(entry: Dirent, path: string): string[] {
    try {
      return entry.isFile() || statSync(path).isFile() ? [path] : this.#skip(path, 'not a regular file');
    } catch (error) {
      this.notes.push(`${displayPath(path)}: ${readErrorReason(error, path)}`);
      return [];
    }
  }
}

/** Reads a file or folder with `call`; adds an error to `messages`, except that the path does not exist. */
function ifPresent<Value>(path: string, messages: string[], call: () => Value): Value | undefined {
  try {
    return call();
  } catch (error) {
    if (!ABSENT.includes(codeOf(error))) messages.push(`${displayPath(path)}: ${messageOf(error)}`);
    return undefined;
  }
}

/** Returns an identifier of a file that is equal for all paths that lead to it. */
export function identityOf(path: string): string {
  const stat = path === '-' ? undefined : statOf(path);
  // Some file systems have no inode numbers.
  return stat === undefined || stat.ino === 0n ? path : `${stat.dev}:${stat.ino}`;
}

/** Returns whether two paths lead to the same file, which exists. */
export const isSameFile = (path: string, other: string): boolean =>
  statOf(path) !== undefined && identityOf(path) === identityOf(other);

/** Returns the state of a file; `undefined` if it does not exist or cannot be examined. */
export const statOf = (path: string): BigIntStats | undefined => orUndefined(() => statSync(path, { bigint: true }));

/** Returns whether an entry of a folder is a folder itself, or a link to one. */
const leadsToFolder = (entry: Dirent, path: string): boolean =>
  entry.isDirectory() || (entry.isSymbolicLink() && statOf(path)?.isDirectory() === true);

export const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Returns the reason why a path leads to no file. */
function absent(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return 'the link leads nowhere';
  const isGarbled = path.includes('\ufffd');
  return `there is no such file${isGarbled ? ', or its name is not UTF-8, so that it cannot be opened' : ''}`;
}

/** Throws if a path leads to a device such as /dev/full, which may have no end. */
function rejectDevice(path: string, stat: Stats): void {
  if (stat.isCharacterDevice()) throw new UsageError(`${path}: this is a device, not a file`);
}

/** Returns whether a file was changed, created, removed or replaced between two readings of its state. */
export const hasChanged = (now: BigIntStats | undefined, before: BigIntStats | undefined): boolean =>
  now?.ino !== before?.ino ||
  now?.size !== before?.size ||
  now?.mtimeNs !== before?.mtimeNs ||
  now?.ctimeNs !== before?.ctimeNs;

/** Returns the text of bytes, without a byte order mark; `undefined` if they are not UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined =>
  orUndefined(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));

/** Returns whether a file can only be read, from its beginning to its end; standard input is one. */
export const isPipe = (file: string): boolean =>
  file === '-' || statSync(file, { throwIfNoEntry: false })?.isFile() === false;

export const readErrorReason = (error: unknown, path: string): string =>
  ABSENT.includes(codeOf(error)) ? absent(path) : messageOf(error);

/** Reads a file that the user named; throws an error with the name if that fails. */
export function readNamed(file: string): Buffer {
  const named = (error: unknown) => new UsageError(`${file}: ${readErrorReason(error, file)}`);
  rejectDevice(
    file,
    mapError(() => statSync(file), named),
  );
  return mapError(() => readFileSync(file), named);
}

/** Returns whether a path is ignored: the last matcher with a pattern for the path decides. */
const isIgnored = (matchers: readonly Matcher[], path: string, isFolder: boolean): boolean =>
  matchers.map((matches) => matches(path, isFolder)).findLast((verdict) => verdict !== undefined) ?? false;

/** Set if patterns ignore case, as git does by default on systems whose file names ignore case. */
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/** Returns whether patterns select a path: false if a negated one excludes it, `undefined` if none matches. */
export type Matcher = (path: string, isFolder?: boolean) => boolean | undefined;

const isProductFile = (name: string): boolean => /\.(jsonc?|ndjson|jsonl)$/i.test(name);

/** Creates a matcher for patterns in the syntax of `.gitignore` that are relative to a folder. */
export function matcher(patterns: string | readonly string[], folder: string): Matcher {
  // Load the library at first use, because most runs need none.
  const ignore: typeof import('ignore') = require('ignore');
  const rules = withPrefix('this is not a pattern', () => ignore({ ignorecase: ignoresCase }).add(patterns));
  return (path, isFolder = false) => {
    const name = slashed(relative(folder, path));
    if (name === '' || isOutside(name)) return undefined;
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    return ignored ? true : unignored ? false : undefined;
  };
}

/** Tests whether a search includes a file, by its path relative to the start of the search. */
type Wanted = (name: string) => boolean;

interface Bounds {
  readonly depth: number;
  readonly hidden?: boolean;
  readonly modules?: boolean;
}

const ANYWHERE: Bounds = { depth: Number.POSITIVE_INFINITY };

/** Splits a pattern into its leading folder without wildcards and the rest, and creates a matcher for the rest. */
const parseGlob = (pattern: string): { base: string; glob: string; matches: Wanted } =>
  withPrefix(`${pattern}: this is not a pattern`, () => {
    const match: typeof import('picomatch') = require('picomatch');
    const { base, glob } = match.scan(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern);
    // Without wildcards, such as for `[`, there is nothing to match.
    const matches = glob === '' ? () => false : match(glob, { nocase: ignoresCase });
    return { base, glob, matches: (name) => matches(name) };
  });
