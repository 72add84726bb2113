// Reads files from git: those of commits, and those that git does not check out.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { UsageError } from './failure.js';
import { resolve, upwards } from './file-names.js';

/** Files, symbolic links and submodules by path, with the ids of blobs or of a submodule's commit. */
export interface Listing {
  readonly blobs: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, string>;
  readonly submodules: ReadonlyMap<string, string>;
}

/** Maximum number of symbolic links to follow in a path, as on Linux. */
const MOST_HOPS = 40;

/** The repository of the current folder. */
export class Repository {
  readonly root = resolve(git(['rev-parse', '--show-toplevel']).toString().trimEnd());

  files(commit: string): Listing {
    const tree = git(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`]);
    const entries = this.#git(['ls-tree', '-r', '-z', '--full-tree', tree.toString().trim()]);
    return this.#listing(entries, /^()(\d+) \w+ (\w+)\t(.*)$/s);
  }

  /** Lists the files that git does not check out: all if there is no index, else those that it marks so. */
  leftOut(): Listing {
    if (!existsSync(this.#path('index'))) return this.files('HEAD');
    return this.#listing(this.#git(['ls-files', '-z', '-v', '-s']), /^(.) (\d+) (\w+) \d\t(.*)$/s);
  }

  /** Reads blobs by their ids. The result lacks blobs that are not in the repository and cannot be fetched. */
  read(ids: readonly string[]): Map<string, Buffer> {
    const input = ids.map((id) => `${id}\n`).join('');
    let rest: Buffer;
    try {
      rest = this.#git(['cat-file', '--batch'], input);
    } catch {
      // Git could not fetch a blob that this partial clone lacks, so read only the blobs that the clone has.
      rest = this.#git(['cat-file', '--batch'], input, { GIT_NO_LAZY_FETCH: '1' });
    }
    const blobs = new Map<string, Buffer>();
    for (const id of ids) {
      // Each blob follows a line that ends with its size, and is followed by a line break.
      const start = rest.indexOf('\n') + 1;
      const [, type, size] = rest.subarray(0, start).toString().split(' ');
      const end = type === 'blob' ? start + Number(size) : start - 1;
      if (type === 'blob') blobs.set(id, rest.subarray(start, end));
      rest = rest.subarray(end + 1);
    }
    return blobs;
  }

  /** Returns a function that resolves symbolic links in a path as a commit has them. */
  resolver({ links }: Listing): (path: string) => string {
    const blobs = this.read([...new Set(links.values())]);
    const targets = new Map([...links].map(([path, id]) => [path, String(blobs.get(id) ?? '')]));
    const resolved = (path: string, hops = MOST_HOPS): string => {
      const link = [...upwards(path)].find((at) => targets.has(at));
      if (link === undefined || hops === 0) return path;
      return resolved(join(resolve(dirname(link), targets.get(link) ?? ''), relative(link, path)), hops - 1);
    };
    return links.size === 0 ? (path) => path : resolved;
  }

  /** Returns the file of a Git LFS pointer, `undefined` if it was not downloaded. Other bytes stay unchanged. */
  resolved(bytes: Uint8Array): Uint8Array | undefined {
    const id = pointedTo(bytes);
    if (id === undefined) return bytes;
    const file = join(this.#path('lfs/objects'), id.slice(0, 2), id.slice(2, 4), id);
    return existsSync(file) ? readFileSync(file) : undefined;
  }

  #path(name: string): string {
    return resolve(this.root, this.#git(['rev-parse', '--git-path', name]).toString().trimEnd());
  }

  /**
   * Parses records of `git ls-tree` or `git ls-files -v`, of which `pattern` captures tag, mode, id and path. All files
   * of `ls-tree`, which has no tags, are listed; of `ls-files`, those that git does not check out.
   */
  #listing(entries: Buffer, pattern: RegExp): Listing {
    const map = () => new Map<string, string>();
    const listing = { blobs: map(), links: map(), submodules: map() };
    for (const entry of entries.toString().split('\0').slice(0, -1)) {
      const [, tag = '', mode = '', id = '', name = ''] = pattern.exec(entry) ?? [];
      if (mode === '160000') listing.submodules.set(join(this.root, name), id);
      else if (mode === '120000') listing.links.set(join(this.root, name), id);
      // `S` is skip-worktree; a lowercase letter is assume-unchanged.
      else if (mode.startsWith('100') && (tag === '' || /[Sa-z]/.test(tag)))
        listing.blobs.set(join(this.root, name), id);
    }
    return listing;
  }

  #git(args: readonly string[], input = '', env = {}): Buffer {
    return git(['-C', this.root, ...args], input, env);
  }
}

/** Upper limit for the size of a Git LFS pointer in bytes. */
export const POINTER_SIZE = 1024;

function pointedTo(bytes: Uint8Array): string | undefined {
  if (bytes.length >= POINTER_SIZE) return undefined;
  const text = Buffer.from(bytes).toString();
  const isPointer = text.startsWith('version https://git-lfs.github.com/spec/');
  return isPointer ? /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1] : undefined;
}

function git(args: readonly string[], input = '', env = {}): Buffer {
  const options = { input, maxBuffer: 2 ** 31 - 1, env: { ...process.env, ...env } };
  const { status, stdout, stderr, error } = spawnSync('git', args, options);
  if (error !== undefined) throw new UsageError(`git cannot be started: ${error.message}`);
  if (status !== 0)
    throw new UsageError(
      String(stderr)
        .trim()
        .replace(/^fatal: /, 'git: '),
    );
  return stdout;
}
