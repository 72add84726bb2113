// The suppressions file: its findings are not reported again. The library compares findings with its entries; this
// module reads and writes the file.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { Flags, Values } from './command.js';
import { complain, oneLine, oneOf, UsageError } from './console.js';
import { BASELINE, nameFrom, shown } from './files.js';
import { parse } from './jsonc.js';
import { rules } from './module.js';
import { bytes, isCount, isObject, type Settings } from './options.js';
import { replace } from './write.js';

/** Suppressed findings of a file: code and identity, with their number. */
export interface Known {
  readonly [entry: string]: number;
}

/** Flags about suppressions. */
export const baselineFlags = {
  'suppress-all': {
    type: 'boolean',
    says: 'write all that is found into the baseline: it is not reported again',
    excludes: ['suppress-rule'],
  },
  'suppress-rule': {
    type: 'string',
    multiple: true,
    takes: 'CODE',
    says: 'the same for one code alone; can be repeated',
  },
  'prune-suppressions': { type: 'boolean', says: 'remove from the baseline what no longer occurs' },
  baseline: {
    type: 'string',
    takes: 'FILE',
    says: `the baseline; else ${BASELINE} in the folder of the\nconfiguration file or, without one, in this folder`,
  },
  'no-baseline': { type: 'boolean', says: 'report what is in the baseline, too' },
} as const satisfies Flags;

type Given = Values<typeof baselineFlags>;

const isKnown = (value: unknown): value is Known => isObject(value) && Object.values(value).every(isCount);

/** Returns an object with its members sorted by name. */
const ordered = <Value>(members: Iterable<readonly [string, Value]>) =>
  Object.fromEntries([...members].sort(([name], [other]) => (name < other ? -1 : 1)));

/** A suppressions file. Its entries name files relative to its own folder. */
export class Baseline {
  readonly #known = new Map<string, Map<string, number>>();
  readonly #left = new Map<string, Known>();

  constructor(readonly file: string) {}

  static read(file: string): Baseline {
    const baseline = new Baseline(file);
    const files = parse(shown(file), bytes(file));
    if (!isObject(files)) throw new UsageError(`${shown(file)} is no baseline: it must be an object of files`);
    for (const [name, known] of Object.entries(files)) {
      if (!isKnown(known))
        throw new UsageError(`${shown(file)} is no baseline: \`${name}\` must be an object of counts`);
      baseline.#known.set(name, new Map(Object.entries(known)));
    }
    return baseline;
  }

  /** Returns the entries of a file. */
  of(place: string | undefined): Known {
    return Object.fromEntries(this.#entries(place));
  }

  /** Returns the position of an entry in the file, and its count with one more finding. */
  more(place: string, entry: string): [path: string[], count: number] {
    return [[this.#name(place), entry], (this.#entries(place).get(entry) ?? 0) + 1];
  }

  /** Adds the findings of a file. */
  add(place: string | undefined, found: Known): void {
    const entries = this.#entries(place);
    for (const [entry, count] of Object.entries(found)) entries.set(entry, count);
  }

  /** Records the stale entries of a file. */
  leave(place: string | undefined, left: Known): void {
    if (place !== undefined) this.#left.set(this.#name(place), left);
  }

  /** Reports or prunes stale entries. */
  end(isPruned: boolean): void {
    for (const [name, known] of this.#known)
      if (!existsSync(resolve(dirname(this.file), name))) this.#left.set(name, Object.fromEntries(known));
    const lines = Object.entries(ordered(this.#left)).flatMap(([name, left]) =>
      Object.entries(left).map(([entry, count]) => {
        const entries = this.#known.get(name);
        if (isPruned) entries?.set(entry, (entries.get(entry) ?? count) - count);
        return `\n  ${oneLine(name)}: ${entry}`.trimEnd();
      }),
    );
    if (lines.length === 0) return;
    const words = isPruned ? 'was removed' : 'no longer occurs; --prune-suppressions removes it';
    complain(`${shown(this.file)}: this ${words}:${lines.join('')}`);
  }

  write(): void {
    const files = [...this.#known].map(([name, known]) => [name, [...known].filter(([, count]) => count > 0)] as const);
    const members = files
      .filter(([, known]) => known.length > 0)
      .map(([name, known]) => [name, ordered(known)] as const);
    replace(this.file, `${JSON.stringify(ordered(members), null, 2)}\n`);
  }

  #name(place: string): string {
    return nameFrom(dirname(this.file), place);
  }

  /** Returns the entries of a file that remain. */
  #entries(place: string | undefined): Map<string, number> {
    const name = place === undefined ? undefined : this.#name(place);
    const entries = (name === undefined ? undefined : this.#known.get(name)) ?? new Map<string, number>();
    if (name !== undefined) this.#known.set(name, entries);
    return entries;
  }
}

/**
 * Returns the suppressions file that applies, if any: the given one, else the one beside the configuration
 * file.
 */
export function baseline(values: Given, { folder = process.cwd(), baseline: named }: Settings): Baseline | undefined {
  const isMade = values['suppress-all'] || values['suppress-rule'] !== undefined;
  const isNeeded = values.baseline !== undefined || named !== undefined || values['prune-suppressions'];
  if (values['no-baseline']) {
    if (isMade || values['prune-suppressions']) throw new UsageError('--no-baseline leaves no baseline to change');
    return undefined;
  }
  const file = values.baseline === undefined ? join(folder, named ?? BASELINE) : resolve(values.baseline);
  if (existsSync(file)) return Baseline.read(file);
  if (isMade) return new Baseline(file);
  if (isNeeded) throw new UsageError(`${shown(file)}: there is no such baseline; --suppress-all makes one`);
  return undefined;
}

/** Returns the codes to suppress, all if none is given; `undefined` if the file is not to change. */
export function suppressed({ 'suppress-all': isAll, 'suppress-rule': codes }: Given): readonly string[] | undefined {
  const known = rules().map(({ code }) => code);
  return isAll ? [] : codes?.map((code) => oneOf(code, known, 'code'));
}
