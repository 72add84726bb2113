// The suppressions file, which lists the findings that are not reported again. The library matches findings with the
// entries of the file.

import { type BigIntStats, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Values, withHeading } from './command.js';
import { printMessage } from './console.js';
import { oneLine, UsageError } from './failure.js';
import { displayPath, nameFrom, resolve, SUPPRESSIONS } from './file-names.js';
import { exists, readNamed, statOf } from './files.js';
import { parse } from './jsonc.js';
import { oneOf, ruleCodes } from './keyword.js';
import { isCount, isObject, type Settings } from './options.js';

/** Entries of one file: the number of suppressed findings by code and identity. */
export interface Known {
  readonly [entry: string]: number;
}

export const suppressionFlags = withHeading('Suppressions', {
  'suppress-all': { help: 'Suppress all existing diagnostics', excludes: ['suppress-rule'] },
  'suppress-rule': {
    multiple: true,
    placeholder: 'CODE',
    help: 'Suppress existing diagnostics of one code; can be repeated',
  },
  'prune-suppressions': { help: 'Remove suppressions of diagnostics that no longer occur' },
  'suppressions-location': {
    placeholder: 'FILE',
    help: 'Read and write suppressions in FILE',
    defaultValue: `${SUPPRESSIONS} beside the configuration file`,
  },
  'no-suppressions': { help: 'Report suppressed diagnostics, too' },
});

type Given = Values<typeof suppressionFlags>;

const isKnown = (value: unknown): value is Known => isObject(value) && Object.values(value).every(isCount);

const sortMembers = <Value>(members: Iterable<readonly [string, Value]>) =>
  Object.fromEntries([...members].sort(([name], [other]) => (name < other ? -1 : 1)));

/** The contents of a suppressions file. It names files relative to its own folder. */
export class Suppressions {
  readonly #known = new Map<string, Known>();
  readonly #stale = new Map<string, Known>();
  /** Names of the files that were checked, with that of `--stdin-filename`, which may not exist. */
  readonly #checked = new Set<string>();
  /** State of the file before it was read; `null` if it does not exist. */
  readonly state: BigIntStats | null;

  constructor(readonly file: string) {
    this.state = statOf(file) ?? null;
  }

  /** Reads a suppressions file, or its unsaved text in an editor. */
  static read(file: string, text?: string | Uint8Array): Suppressions {
    const suppressions = new Suppressions(file);
    const files = parse(displayPath(file), text ?? readNamed(file));
    if (!isObject(files))
      throw new UsageError(`${displayPath(file)}: expected a suppressions file, which is an object of files`);
    for (const [name, known] of Object.entries(files)) {
      if (!isKnown(known))
        throw new UsageError(
          `${displayPath(file)}: expected a suppressions file; \`${name}\` must be an object of counts`,
        );
      suppressions.#known.set(name, known);
    }
    return suppressions;
  }

  /** Returns the entries of a file to check. */
  entriesFor(path: string | undefined): Known {
    if (path === undefined) return {};
    const name = this.#name(path);
    this.#checked.add(name);
    return this.#known.get(name) ?? {};
  }

  /** Returns how to suppress one more finding: the path of its entry in the suppressions file, and the new count. */
  more(path: string, entry: string): [path: string[], count: number] {
    return [[this.#name(path), entry], (this.entriesFor(path)[entry] ?? 0) + 1];
  }

  add(path: string | undefined, found: Known): void {
    if (path !== undefined) this.#known.set(this.#name(path), { ...this.entriesFor(path), ...found });
  }

  /** Records the stale entries of a checked file. */
  recordStale(path: string | undefined, stale: Known): void {
    if (path !== undefined) this.#stale.set(this.#name(path), stale);
  }

  /** Reports stale entries, or removes them if `isPruned` is set. */
  end(isPruned: boolean): void {
    for (const [name, known] of this.#known)
      if (!this.#checked.has(name) && !existsSync(resolve(dirname(this.file), name))) this.#stale.set(name, known);
    const lines = Object.entries(sortMembers(this.#stale)).flatMap(([name, stale]) => {
      if (isPruned) this.#prune(name, stale);
      return Object.keys(stale).map((entry) => `\n  ${oneLine(name)}: ${entry}`.trimEnd());
    });
    if (lines.length === 0) return;
    const words = isPruned ? 'removed stale suppressions' : 'stale suppressions; --prune-suppressions removes them';
    printMessage(`${displayPath(this.file)}: ${words}:${lines.join('')}`);
  }

  #prune(name: string, stale: Known): void {
    const known = Object.entries(this.#known.get(name) ?? {});
    this.#known.set(name, Object.fromEntries(known.map(([entry, count]) => [entry, count - (stale[entry] ?? 0)])));
  }

  /** Returns the new text of the file. */
  text(): string {
    const files = [...this.#known].map(
      ([name, known]) => [name, sortMembers(Object.entries(known).filter(([, count]) => count > 0))] as const,
    );
    const members = files.filter(([, known]) => Object.keys(known).length > 0);
    return `${JSON.stringify(sortMembers(members), null, 2)}\n`;
  }

  #name(path: string): string {
    return nameFrom(dirname(this.file), path);
  }
}

/** Returns whether the options add suppressions, so that the suppressions file may not exist yet. */
const addsEntries = (values: Given): boolean => values['suppress-all'] || values['suppress-rule'] !== undefined;

function rejectChanges(values: Given): undefined {
  if (addsEntries(values) || values['prune-suppressions'])
    throw new UsageError('--no-suppressions cannot be used with an option that changes the suppressions file');
}

/**
 * Returns the suppressions to use, if any: from the given file, otherwise from the file beside the configuration file.
 * `opened` returns the text of a file that is open in an editor.
 */
export function suppressionsFor(
  values: Given,
  { folder = process.cwd(), suppressions: named }: Settings,
  opened: (file: string) => string | undefined = () => undefined,
): Suppressions | undefined {
  if (values['no-suppressions']) return rejectChanges(values);
  const location = values['suppressions-location'];
  const given = location === undefined ? named && resolve(folder, named) : resolve(location);
  const file = given ?? join(folder, SUPPRESSIONS);
  const text = opened(file);
  if (text !== undefined || exists(file)) return Suppressions.read(file, text);
  if (addsEntries(values)) return new Suppressions(file);
  if (given === undefined && !values['prune-suppressions']) return undefined;
  const error = new UsageError(`${displayPath(file)}: no such suppressions file; create it with --suppress-all`);
  throw Object.assign(error, { at: 'suppressions' });
}

/** Returns the codes to suppress, empty for all; `undefined` if no suppression was requested. */
export const codesToSuppress = (values: Given): readonly string[] | undefined =>
  values['suppress-all'] ? [] : values['suppress-rule']?.map((code) => oneOf(code, ruleCodes(), 'code'));
