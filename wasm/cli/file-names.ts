// Names of files in output for people and tools.

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve as joined, relative, sep } from 'node:path';
import { oneLine, orUndefined } from './failure.js';

export const CONFIG = 'renewal-rules.config.json';

export const SUPPRESSIONS = 'renewal-rules-suppressions.json';

/** Like `resolve` of Node.js, with an uppercase drive letter: shells, editors and git write it in either case. */
export function resolve(...paths: string[]): string {
  const path = joined(...paths);
  return sep === '\\' ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
}

export const slashed = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));

/** Returns the name of a file for people, relative to the working directory and on one line. */
export const displayPath = (file: string): string => oneLine(nameFrom(process.cwd(), file));

/** Returns the path of a file relative to a folder, with forward slashes. */
export function nameFrom(folder: string, file: string): string {
  if (file.startsWith(folder + sep)) return slashed(file.slice(folder.length + 1));
  const path = relative(folder, resolve(file));
  // A file on another drive has no relative path.
  return slashed(path === '' || isAbsolute(path) ? resolve(file) : path);
}

/** Folder to which `reportPath` makes names relative; determined at the first call. */
let root: string | undefined;

/** Returns a file's name for tools: relative to its repository, or absolute outside of one. */
export function reportPath(file: string): string {
  root ??= repository(process.cwd()) ?? process.cwd();
  const path = resolve(file);
  const name = nameFrom(root, join(realPath(dirname(path)), basename(path)));
  return name.startsWith('../') ? slashed(path) : name;
}

/** Resolves symbolic links in a path, if it exists: `--stdin-filename` may name a missing folder. */
const realPath = (path: string): string => orUndefined(() => realpathSync(path)) ?? path;

export const repository = (folder: string): string | undefined =>
  [...upwards(folder)].find((at) => existsSync(join(at, '.git')));

/** Iterates over a path and its ancestors, the nearest first. */
export function* upwards(folder: string): Generator<string, void> {
  for (let at = folder, last: string | undefined; at !== last; last = at, at = dirname(at)) yield at;
}

/** Returns whether a path is in a folder, at any depth. */
export const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Returns whether a path is that of the folder itself, or in the folder at any depth. */
export const isWithin = (path: string, folder: string): boolean => path === folder || isInside(path, folder);

export const isOutside = (name: string): boolean => name === '..' || name.startsWith('../') || isAbsolute(name);
