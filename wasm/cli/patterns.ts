// Patterns of file names, as in `.gitignore` and on the command line.

import { relative } from 'node:path';
import type { Ignore } from 'ignore';
import { messageOf, UsageError } from './failure.js';
import { isOutside, nameFrom, resolve, slashed } from './file-names.js';

/** Set if patterns ignore case, as git does by default on systems whose file names ignore case. */
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Returns whether patterns select a path: false if a negated pattern (`!`) excludes it, `undefined` if none matches it.
 */
export type Matcher = (path: string, isFolder?: boolean) => boolean | undefined;

/** Parses patterns of `.gitignore`. The library is loaded at first use, because most runs need none. */
function parseIgnore(patterns: string | readonly string[]): Ignore {
  const ignore: typeof import('ignore') = require('ignore');
  try {
    return ignore({ ignorecase: ignoresCase }).add(patterns);
  } catch (error) {
    throw new UsageError(`this is not a pattern: ${messageOf(error)}`);
  }
}

/** Returns whether a file has an extension that files of products have. */
export const isProductFile = (name: string): boolean => /\.(jsonc?|ndjson|jsonl)$/i.test(name);

/** Creates a matcher for patterns in the syntax of `.gitignore` that are relative to a folder. */
export function matcher(patterns: string | readonly string[], folder: string): Matcher {
  const rules = parseIgnore(patterns);
  return (path, isFolder = false) => {
    const name = slashed(relative(folder, path));
    if (name === '' || isOutside(name)) return undefined;
    const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
    return ignored ? true : unignored ? false : undefined;
  };
}

/** Tests whether a search includes a file, by its path relative to the start of the search. */
export type Wanted = (name: string) => boolean;

/** Limits of a search. */
export interface Bounds {
  readonly depth: number;
  readonly hidden?: boolean;
  readonly modules?: boolean;
}

export const ANYWHERE: Bounds = { depth: Number.POSITIVE_INFINITY };

/** Splits a pattern into its leading folder without wildcards and the rest, and creates a matcher for the rest. */
export function parseGlob(pattern: string): { base: string; glob: string; matches: Wanted } {
  try {
    const match: typeof import('picomatch') = require('picomatch');
    const { base, glob } = match.scan(process.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern);
    const matches = match(glob, { nocase: ignoresCase });
    return { base, glob, matches: (name) => matches(name) };
  } catch (error) {
    throw new UsageError(`${pattern}: this is not a pattern: ${messageOf(error)}`);
  }
}

/** Returns whether an argument (a file, a folder or a pattern) covers a file, which need not exist. */
export function covers(pattern: string, file: string): boolean {
  // Do not compare prefixes: on Windows, equal paths may differ by case, and the path of a root ends with a separator.
  const name = slashed(relative(resolve(pattern), file));
  if (name === '') return true;
  if (!isOutside(name)) return isProductFile(file) && !/(^|\/)(\.|node_modules\/)/.test(name);
  if (!/[*?[{]/.test(pattern)) return false;
  const { base, matches } = parseGlob(pattern);
  return matches(nameFrom(resolve(base), file));
}
