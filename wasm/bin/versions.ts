// The versions of products that are compared: files, folders, and what git has of them.

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import { complain, messageOf, UsageError } from './console.js';
import { Finder, isMeant, read, reader, Source, shown } from './files.js';
import { render } from './module.js';
import { ignoredBy, type Settings } from './options.js';
import { type Listing, POINTER_SIZE, Repository } from './repository.js';

/** The products of a version, and whether they are all. */
export interface Version {
  readonly products: Uint8Array | string;
  readonly isWhole: boolean;
}

/** What a file has, or all files of a folder. */
export async function version(path: string, { file }: Settings): Promise<Version> {
  const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return isFolder
    ? ofFiles(found(new Finder({ config: file }).find([path])))
    : { products: await read(path), isWhole: true };
}

/** Reads files as they are in a commit, and as they are now. */
export function sinceCommit(commit: string, named: readonly string[], settings: Settings): [Version, Version] {
  const repository = new Repository();
  const [committed, leftOut] = [repository.files(commit), repository.leftOut()];
  const ignored = ignoredBy(settings);
  const finder = new Finder({ config: settings.file, ignored });
  const missing: [pattern: string, error: UsageError][] = [];
  const patterns =
    named.length > 0 ? named : (settings.files ?? ['.']).map((pattern) => resolve(settings.folder ?? '.', pattern));
  for (const pattern of patterns) {
    try {
      finder.find([pattern]);
    } catch (error) {
      // It may have been there.
      if (!(error instanceof UsageError)) throw error;
      missing.push([pattern, error]);
    }
  }
  const current = new Map(found(finder).map((file) => [real(file.path), file]));
  const isMeantHere = (path: string) => patterns.some((pattern) => isMeant(real(pattern), path));
  const wasMeant = (path: string) => !existsSync(path) && !ignored.some((says) => says(path)) && isMeantHere(path);
  const wanted = ({ blobs }: Listing, isWanted: (path: string) => boolean) =>
    new Map([...blobs].filter(([path]) => isWanted(path)));
  const [old, absent] = [
    wanted(committed, (path) => current.has(path) || wasMeant(path)),
    wanted(leftOut, (path) => !current.has(path) && wasMeant(path)),
  ];
  for (const [pattern, error] of missing)
    if (![...old.keys(), ...absent.keys()].some((path) => isMeant(real(pattern), path))) throw error;
  const comparison = new Sides(repository, current);
  comparison.leaveOutside();
  comparison.leaveSubmodules(committed.submodules, leftOut.submodules, (path) => isMeantHere(join(path, 'x.json')));
  comparison.add(old, absent);
  return comparison.versions();
}

/** Resolves links in the path of a file or a folder, if it exists. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** The two sides of a comparison with a commit, by path. What is known of one side only is on neither. */
class Sides {
  readonly #old = new Map<string, Source>();
  #left: readonly string[] = [];
  #isWhole = true;

  constructor(
    readonly repository: Repository,
    readonly current: Map<string, Source>,
  ) {}

  leaveOutside(): void {
    for (const path of this.current.keys())
      if (!isWithin(path, this.repository.root)) this.#leave(path, 'it is outside of the repository', true);
  }

  /** Leaves submodules, which are repositories of their own. */
  leaveSubmodules(
    old: Listing['submodules'],
    current: Listing['submodules'],
    isMeant: (path: string) => boolean,
  ): void {
    this.#left = [...new Set([...old.keys(), ...current.keys()])];
    for (const path of this.#left) {
      const isFound = [...this.current.keys()].some((file) => isWithin(file, path));
      const isChanged = old.get(path) !== current.get(path);
      if (isFound || (isChanged && isMeant(path))) this.#leave(path, 'it is a submodule', isChanged);
    }
  }

  /** Adds what git has of files: as they were, and as they are if the work tree leaves them out. */
  add(old: ReadonlyMap<string, string>, absent: ReadonlyMap<string, string>): void {
    const blobs = this.repository.read([...old.values(), ...absent.values()]);
    const sides = [
      [old, this.#old],
      [absent, this.current],
    ] as const;
    const unknown = new Set<string>();
    for (const [ids, files] of sides) {
      for (const [path, id] of ids) {
        if (this.#left.some((folder) => isWithin(path, folder))) continue;
        const source = new Source(path, this.current.get(path)?.named ?? false);
        source.bytes = blobs.get(id);
        if (source.bytes === undefined) unknown.add(path);
        else files.set(path, source);
      }
    }
    for (const path of unknown)
      this.#leave(path, 'git does not have its contents here', old.get(path) !== absent.get(path));
    this.#resolve();
  }

  /** Replaces pointers of Git LFS by what they stand for. */
  #resolve(): void {
    for (const path of new Set([...this.#old.keys(), ...this.current.keys()])) {
      const sides = [this.#old.get(path), this.current.get(path)].flatMap((file) => file ?? []);
      const texts = sides.map((file) => file.bytes ?? small(file.path));
      const known = texts.map((bytes) => bytes && this.repository.resolved(bytes));
      const isUnknown = known.some((bytes, at) => bytes === undefined && texts[at] !== undefined);
      const [first, second] = texts.map(String);
      if (isUnknown) this.#leave(path, 'Git LFS does not have its contents here', first !== second);
      else for (const [at, file] of sides.entries()) if (known[at] !== texts[at]) file.bytes = known[at];
    }
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

/** Reads a file that is small enough for a pointer of Git LFS. */
function small(path: string): Uint8Array | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size < POINTER_SIZE ? readFileSync(path) : undefined;
}

function found({ files, notes, problems }: Finder): Source[] {
  for (const words of [...notes, ...problems]) complain(words);
  return [...files].map(([path, named]) => new Source(path, named));
}

/** All products of files, as one catalogue. */
function ofFiles(files: readonly Source[]): Version {
  const asked = files.map(({ shown, named }) => ({ name: shown, named }));
  const read = reader(files, () => {});
  const [products, unreadable] = render<[string, number[]]>({ part: 'catalogue', files: asked }, '', {}, read);
  const partly = new Set(unreadable.map((number) => files[number]));
  const wrong = files.filter((file) => file.problem !== undefined || partly.has(file));
  for (const { shown, problem } of wrong)
    complain(`${shown}: ${problem === undefined ? 'not all of it can be read; check says why' : messageOf(problem)}`);
  return { products, isWhole: wrong.length === 0 };
}
