// The versions of products that are compared: files, folders, and what git has of them.

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { complain, messageOf, UsageError } from './console.js';
import { Finder, isMeant, read, reader, Source } from './files.js';
import { render } from './module.js';
import { ignoredBy, type Settings } from './options.js';

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

/** What git has of files in a commit, and what they have now. */
export function sinceCommit(commit: string, named: readonly string[], settings: Settings): [Version, Version] {
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
  const wasMeant = (path: string) =>
    !existsSync(path) && !ignored.some((says) => says(path)) && patterns.some((pattern) => isMeant(pattern, path));
  const old = committed(commit, (path) => finder.files.get(path) ?? (wasMeant(path) ? false : undefined));
  for (const [pattern, error] of missing) if (!old.some(({ path }) => isMeant(pattern, path))) throw error;
  return [ofFiles(old), ofFiles(found(finder))];
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

/** The files that a commit has, of those for which it is said whether they were named. */
function committed(commit: string, isNamed: (path: string) => boolean | undefined): Source[] {
  const top = git(['rev-parse', '--show-toplevel']).toString().trimEnd();
  const root = resolve(top);
  const tree = git(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`])
    .toString()
    .trim();
  const entries = git(['ls-tree', '-r', '-z', '--full-tree', tree]).toString().split('\0').slice(0, -1);
  const wanted = entries.flatMap((entry) => {
    const [, blob = '', name = ''] = /^100\d+ blob (\w+)\t(.*)$/s.exec(entry) ?? [];
    const path = join(root, name);
    const named = blob === '' ? undefined : isNamed(path);
    return named === undefined ? [] : [{ blob, path, named }];
  });
  let rest = git(['cat-file', '--batch'], wanted.map(({ blob }) => `${blob}\n`).join(''));
  return wanted.map(({ path, named }) => {
    // A line that says how many bytes follow, and a line break after them.
    const start = rest.indexOf('\n') + 1;
    const end = start + Number(rest.subarray(0, start).toString().split(' ')[2]);
    const source = new Source(path, named);
    source.bytes = rest.subarray(start, end);
    rest = rest.subarray(end + 1);
    return source;
  });
}

function git(args: readonly string[], input = ''): Buffer {
  const { status, stdout, stderr, error } = spawnSync('git', args, { input, maxBuffer: 2 ** 31 - 1 });
  if (error !== undefined) throw new UsageError(`git cannot be started: ${error.message}`);
  if (status !== 0)
    throw new UsageError(
      stderr
        .toString()
        .trim()
        .replace(/^fatal: /, 'git: '),
    );
  return stdout;
}
