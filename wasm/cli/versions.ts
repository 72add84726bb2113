// Reads the two versions to compare: from files, folders and commits.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '#internal';
import { complain } from './console.js';
import { messageOf, orError, UsageError } from './failure.js';
import { isWithin, real, resolve, shown } from './file-names.js';
import { covers, Finder, identityOf, type Matcher } from './files.js';
import { ignoreMatchers, type Settings } from './options.js';
import { type Listing, POINTER_SIZE, Repository } from './repository.js';
import { inputsOf, read, reader, Source, sourcesOf } from './source.js';

/** Products of a version; `isWhole` is false if some of them could not be read. */
export interface Version {
  readonly products: Uint8Array | string;
  readonly isWhole: boolean;
}

/** Reads the products of a file, or of all files in a folder. */
export async function version(path: string, { file }: Settings): Promise<Version> {
  const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder
    ? ofFiles(sourcesOf(new Finder({ config: file }).find([path])))
    : { products: await read(path), isWhole: true };
}

/** Reads files as they are in a commit, and as they are in the work tree. */
export function sinceCommit(commit: string, named: readonly string[], settings: Settings): [Version, Version] {
  const repository = new Repository();
  const [committed, leftOut] = [repository.files(commit), repository.leftOut()];
  const { files: configured = ['.'], folder = '.' } = settings;
  const patterns = named.length > 0 ? named : configured.map((pattern) => resolve(folder, pattern));
  const { files, missing } = find(patterns, settings);
  const current = new Map(files.map((file) => [real(file.path), file]));
  const selection = new Selection(
    patterns,
    ignoreMatchers(settings),
    current,
    committed,
    repository.resolver(committed),
  );
  const [old, absent] = [selection.old(), selection.absent(leftOut)];
  for (const [pattern, error] of missing)
    if (![...old.keys(), ...absent.keys()].some((path) => selection.isNamedBy(pattern, path))) throw error;
  const comparison = new Sides(repository, current);
  comparison.leaveOthers(committed, leftOut, selection);
  comparison.add(old, absent);
  return comparison.versions();
}

/** Finds files in the work tree. Returns errors about missing paths, which may exist in the commit. */
function find(patterns: readonly string[], settings: Settings) {
  const finder = new Finder({ config: settings.file, ignored: ignoreMatchers(settings) });
  const missing: [pattern: string, error: UsageError][] = [];
  for (const pattern of patterns) {
    const found = orError(() => finder.find([pattern]), UsageError);
    if (found instanceof UsageError) missing.push([pattern, found]);
  }
  return { files: sourcesOf(finder), missing };
}

/**
 * Selects the files of a commit to compare. If a symbolic link has changed since the commit, a path leads to one file
 * in the commit and to another one in the work tree.
 */
class Selection {
  constructor(
    readonly patterns: readonly string[],
    readonly ignored: readonly Matcher[],
    readonly current: ReadonlyMap<string, Source>,
    readonly committed: Listing,
    readonly resolveOld: (path: string) => string,
  ) {}

  isNamedBy(pattern: string, path: string): boolean {
    return covers(real(pattern), path) || this.#wasNamedBy(pattern, path);
  }

  /** Returns whether the arguments cover a path, with symbolic links resolved as in the work tree. */
  covers(path: string): boolean {
    return this.#isAllowed(path) && this.patterns.some((pattern) => covers(real(pattern), path));
  }

  /** Returns the selected files of the commit, by path, with the ids of their blobs. */
  old(): Map<string, string> {
    const { blobs, links } = this.committed;
    const names = new Set<string>();
    for (const [path, file] of this.current) {
      const name = this.resolveOld(file.path);
      // If the commit has no symbolic link on this path, use `path`, in which those of the work tree are resolved.
      names.add(name === file.path ? path : name);
    }
    for (const link of links.keys()) if (this.#covered(link)) names.add(this.resolveOld(link));
    const old = new Map([...blobs].filter(([path]) => names.has(path) || this.#covered(path)));
    const identities = new Set([...this.current.values()].map(({ path }) => identityOf(path)));
    const ids = new Set(old.values());
    // Also select a file of the commit if the arguments cover its path and in the work tree this path is a link, or
    // another name of a file that is compared already; except if a selected file has the same blob.
    for (const [path, id] of blobs)
      if (!ids.has(id) && !this.current.has(path) && this.covers(path) && isOtherName(path, identities))
        old.set(path, id);
    return old;
  }

  /** Returns the files that git does not check out, by path, with the ids of their blobs. */
  absent({ blobs }: Listing): Map<string, string> {
    return new Map([...blobs].filter(([path]) => !this.current.has(path) && !existsSync(path) && this.covers(path)));
  }

  #isAllowed(path: string): boolean {
    return !this.ignored.some((matches) => matches(path));
  }

  #wasNamedBy(pattern: string, path: string): boolean {
    return covers(this.resolveOld(resolve(pattern)), path);
  }

  /**
   * Returns whether to select the file that the commit has at a path: if the arguments cover the path in the work tree,
   * only if no file exists there any more; otherwise, if they cover it with symbolic links resolved as in the commit.
   */
  #covered(path: string): boolean {
    if (this.covers(path)) return !existsSync(path);
    return this.#isAllowed(path) && this.patterns.some((pattern) => this.#wasNamedBy(pattern, path));
  }
}

/** Returns whether a path exists and contains a symbolic link, or leads to a file whose identity is in `listed`. */
const isOtherName = (path: string, listed: ReadonlySet<string>): boolean =>
  existsSync(path) && (real(path) !== path || listed.has(identityOf(path)));

/** Both sides of a comparison with a commit. A file that cannot be read on one side is left out on both. */
class Sides {
  readonly #old = new Map<string, Source>();
  #left: readonly string[] = [];
  #isWhole = true;

  constructor(
    readonly repository: Repository,
    readonly current: Map<string, Source>,
  ) {}

  /** Leaves out the files outside of the repository and in submodules, which are repositories of their own. */
  leaveOthers({ submodules: old }: Listing, { submodules: current }: Listing, selection: Selection): void {
    for (const path of this.current.keys())
      if (!isWithin(path, this.repository.root)) this.#leave(path, 'it is outside of the repository', true);
    this.#left = [...new Set([...old.keys(), ...current.keys()])];
    for (const path of this.#left) {
      const isFound = [...this.current.keys()].some((file) => isWithin(file, path));
      const isChanged = old.get(path) !== current.get(path);
      if (isFound || (isChanged && selection.covers(join(path, 'x.json'))))
        this.#leave(path, 'it is a submodule', isChanged);
    }
  }

  /** Adds files from git, except those in submodules: those of the commit, and those that git does not check out. */
  add(old: ReadonlyMap<string, string>, absent: ReadonlyMap<string, string>): void {
    const blobs = this.repository.read([...old.values(), ...absent.values()]);
    const unknown = new Set<string>();
    const isListed = ([path]: readonly [string, string]) => !this.#left.some((folder) => isWithin(path, folder));
    for (const [side, ids] of [[this.#old, old] as const, [this.current, absent] as const])
      for (const [path, id] of [...ids].filter(isListed)) {
        const source = new Source(path, this.current.get(path)?.named ?? false);
        source.bytes = blobs.get(id);
        side.set(path, source);
        if (source.bytes === undefined) unknown.add(path);
      }
    for (const path of unknown)
      this.#leave(path, 'git does not have its contents here', old.get(path) !== absent.get(path));
    this.#resolve();
  }

  /** Replaces Git LFS pointers by the contents that they refer to. */
  #resolve(): void {
    for (const path of new Set([...this.#old.keys(), ...this.current.keys()])) {
      const sides = [this.#old.get(path), this.current.get(path)].flatMap((file) => file ?? []);
      const pointers = sides.map((file) => file.bytes ?? small(file.path));
      if (!sides.every((file, at) => this.#isResolved(file, pointers[at])))
        this.#leave(path, 'Git LFS does not have its contents here', String(pointers[0]) !== String(pointers[1]));
    }
  }

  /** Replaces the contents of a file if they are a Git LFS pointer; returns false if Git LFS lacks the contents. */
  #isResolved(file: Source, bytes: Uint8Array | undefined): boolean {
    const resolved = bytes && this.repository.resolved(bytes);
    if (resolved !== bytes) file.bytes = resolved;
    return bytes === undefined || resolved !== undefined;
  }

  #leave(path: string, why: string, isChanged: boolean): void {
    complain(`not compared: ${shown(path)}: ${why}`);
    if (isChanged) this.#isWhole = false;
    for (const files of [this.#old, this.current])
      for (const file of files.keys()) if (isWithin(file, path)) files.delete(file);
  }

  versions(): [Version, Version] {
    const [old, current] = [this.#old, this.current].map((files) =>
      ofFiles([...files.keys()].sort().flatMap((path) => files.get(path) ?? [])),
    ) as [Version, Version];
    return [{ ...old, isWhole: old.isWhole && this.#isWhole }, current];
  }
}

/** Reads a file if it is small enough to be a Git LFS pointer. */
function small(path: string): Uint8Array | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size < POINTER_SIZE ? readFileSync(path) : undefined;
}

/** Joins all products of files into one catalogue. */
function ofFiles(files: readonly Source[]): Version {
  const { products, unreadable } = render('files.catalogue', { files: inputsOf(files) }, '', {}, reader(files));
  const partly = new Set(unreadable.map((number) => files[number]));
  const wrong = files.filter((file) => file.problem !== undefined || partly.has(file));
  for (const { shown, problem } of wrong)
    complain(`${shown}: ${problem === undefined ? 'not all of it can be read; check says why' : messageOf(problem)}`);
  return { products, isWhole: wrong.length === 0 };
}
