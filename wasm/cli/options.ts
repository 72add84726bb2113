// Merges options from the command line and the configuration file. The library validates the values; this module knows
// only the names of the options.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import type { CheckOptions, Consent } from 'renewal-rules/tools';
import type { Flags, Values } from './command.js';
import { messageOf, UsageError } from './failure.js';
import { CONFIG, resolve, upwards } from './file-names.js';
import { isAbsent, reasonOf } from './files.js';
import { parse, positioned } from './jsonc.js';
import { didYouMean } from './keyword.js';
import { jsonText } from './module.js';
import { type flags, limitFlags, scalarFlags, wordFlags } from './option-flags.js';
import { type Matcher, matcher } from './patterns.js';
import {
  isObject,
  type Named,
  type Settings,
  type SettingTypes,
  type SettingValues,
  settingTypes,
  TEXTS,
} from './values.js';

/** Options as the library takes them; the library rejects invalid values. */
export type ConfiguredOptions = CheckOptions & { consent?: Consent };

/** Values of flags for options of a check; a command may have only some of these flags. */
type Given = Values<typeof flags>;

const namesOf = <F extends Flags>(flags: F) => Object.keys(flags) as (keyof F & string)[];

const camel = (flag: string): string => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const optionNames: readonly string[] = [
  ...namesOf(wordFlags),
  ...namesOf(scalarFlags).map(camel),
  'current',
  'limits',
  'rules',
];

/** Parses a number or a boolean as JSON. Other text is returned unchanged, so that the library rejects it. */
export function scalar(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads a file that the user named; throws an error with the name if that fails. */
export function bytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file}: ${reasonOf(error, file)}`);
  }
}

/** Finds the nearest configuration file in a folder or its ancestors. */
function findConfiguration(folder: string): string | undefined {
  for (const at of upwards(folder)) {
    const file = join(at, CONFIG);
    try {
      readFileSync(file);
      return file;
    } catch (error) {
      if (!isAbsent(error)) throw new UsageError(`${file}: ${messageOf(error)}`);
    }
  }
  return undefined;
}

/** Returns the matchers for the ignore patterns of a configuration file. */
export const ignoreMatchers = ({ ignores, folder }: Settings): Matcher[] =>
  ignores === undefined || folder === undefined ? [] : [matcher(ignores, folder)];

/** Lists the keys of a configuration file, for a command's help. */
export const keys = { options: optionNames.join(', '), settings: Object.keys(settingTypes).join(', ') };

/** Creates the error for a setting; `path` is its dotted name. */
type SettingError = (message: string, path?: string) => UsageError;

/** Splits a configuration into settings and options. An unknown name is an error. */
function splitMembers<K extends SettingTypes>(
  members: Named,
  mistaken: SettingError,
  types: K,
): { options: ConfiguredOptions; settings: SettingValues<K> } {
  const options: { [name: string]: unknown } = {};
  const settings: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(members)) {
    if (optionNames.includes(name)) options[name] = value;
    else if (name !== '$schema') settings[name] = validSetting(name, value, mistaken, types);
  }
  return { options, settings: settings as SettingValues<K> };
}

function validSetting(name: string, value: unknown, mistaken: SettingError, types: SettingTypes): unknown {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) {
    const names = [...optionNames, ...Object.keys(types)];
    const advice = didYouMean(name, names) || `; the options are ${names.map((option) => `\`${option}\``).join(', ')}`;
    throw mistaken(`there is no option \`${name}\`${advice}`, name);
  }
  if (type.fits(value)) return value;
  throw mistaken(`the option \`${name}\` must be ${type.expected}`, name);
}

/** Merges options over others; `limits` and `rules` are merged member by member. */
function mergeOptions(below: ConfiguredOptions, above: ConfiguredOptions): ConfiguredOptions {
  const all: ConfiguredOptions = { ...below, ...above };
  for (const name of ['limits', 'rules'] as const) {
    // Keep a value that is no object, so that the library rejects it.
    const [under, over] = [below[name], above[name]];
    if (under === undefined || over === undefined) continue;
    all[name] = isObject(under) && isObject(over) ? { ...under, ...over } : under;
  }
  return all;
}

/** Returns the values of the given flags by the library's option names; `read` parses a value. */
function givenOptions(
  values: Given,
  flags: readonly (keyof typeof wordFlags | keyof typeof scalarFlags | keyof typeof limitFlags)[],
  read: (text: string) => unknown,
): Named {
  return Object.fromEntries(
    flags.flatMap((flag) => {
      const text = values[flag];
      return text === undefined ? [] : [[camel(flag), read(text)]];
    }),
  );
}

/** Returns the options given on the command line. */
function fromFlags(values: Given): ConfiguredOptions {
  const options: ConfiguredOptions = {
    ...givenOptions(values, namesOf(wordFlags), String),
    ...givenOptions(values, namesOf(scalarFlags), scalar),
  };
  const limited = givenOptions(values, namesOf(limitFlags), scalar);
  if (Object.keys(limited).length > 0) options.limits = limited;
  if (values.rule !== undefined) options.rules = Object.fromEntries(values.rule.map(parseLevel));
  if (values.current !== undefined) options.current = jsonText(bytes(values.current));
  return options;
}

/** Parses the value of `--rule`: a code and its level. */
function parseLevel(text: string): [code: string, level: string] {
  const [code = '', level, ...rest] = text.split('=');
  if (level !== undefined && rest.length === 0) return [code, level];
  throw new UsageError(`--rule takes a code and a level, such as --rule ${code}=off`);
}

/** Options that a configuration file sets for the files that match its patterns. */
interface Override {
  readonly options: ConfiguredOptions;
  readonly isFor: Matcher;
}

/** The merged flags and configuration file. */
export interface Configuration {
  /** Options without overrides. */
  readonly options: ConfiguredOptions;
  /** Returns the options for the file at a path, with the overrides that match it. */
  readonly optionsFor: (path: string | undefined) => ConfiguredOptions;
  /** `options`, then the options with each single override. */
  readonly all: readonly ConfiguredOptions[];
  /** Settings of the configuration file that are not options of a check. */
  readonly settings: Settings;
}

/** The folder in which the search for a configuration file starts, and the files that are open in an editor. */
interface Surroundings {
  readonly folder: string;
  /** Called with each file before it is read; returns the text to read instead. */
  opened(file: string): string | undefined;
}

const HERE: Surroundings = { folder: '.', opened: () => undefined };

/** Reads the configuration file, if there is one, and merges it with the flags, which override it. */
export function readConfiguration(values: Given, { folder, opened } = HERE): Configuration {
  const flags = fromFlags(values);
  const file = values['no-config'] ? undefined : (values.config ?? findConfiguration(resolve(folder)));
  if (file === undefined) return { options: flags, optionsFor: () => flags, all: [flags], settings: {} };
  const { options: below, settings, overrides } = configuration(file, opened);
  const base = mergeOptions(below, flags);
  const known = new Map([['', base]]);
  const optionsOf = (applying: readonly Override[]): ConfiguredOptions => {
    const key = applying.map((override) => overrides.indexOf(override)).join();
    const options =
      known.get(key) ?? mergeOptions(applying.map(({ options }) => options).reduce(mergeOptions, below), flags);
    known.set(key, options);
    return options;
  };
  const optionsFor = (path: string | undefined): ConfiguredOptions =>
    optionsOf(overrides.filter(({ isFor }) => path !== undefined && isFor(path)));
  // Validate each override, even if it matches no file.
  const all = [base, ...overrides.map((override) => optionsOf([override]))];
  return { options: base, optionsFor, all, settings };
}

/** Merged contents of configuration files. */
interface MergedConfiguration {
  readonly options: ConfiguredOptions;
  readonly settings: Settings;
  readonly overrides: readonly Override[];
  /** The file itself and the files that it extends, in the order of precedence. */
  readonly sources: readonly string[];
}

/**
 * Reads a configuration file and the files that it extends. Patterns and output files in all of them are relative to
 * the folder of the first.
 */
function configuration(file: string, opened: Surroundings['opened']): MergedConfiguration {
  const folder = dirname(resolve(file));
  const { settings, ...merged } = readExtending(file, folder, [], opened);
  return { ...merged, settings: { ...settings, file, folder, sources: merged.sources } };
}

/**
 * Reads a configuration file and the files that it extends, whose settings it overrides. `others` are the files that
 * extend this file, directly or indirectly; none of them may be extended again.
 */
function readExtending(
  file: string,
  folder: string,
  others: readonly string[],
  opened: Surroundings['opened'],
): MergedConfiguration {
  const path = resolve(file);
  if (others.includes(path)) throw new UsageError(`${file} extends itself`);
  const text = opened(path) ?? bytes(file);
  const content = parse(file, text);
  const mistaken: SettingError = (message, at) => new UsageError(positioned(file, text, message, at));
  if (!isObject(content)) throw mistaken('the configuration must be an object of options');
  const read = <K extends SettingTypes>(members: Named, types: K, around = '') => {
    const found = splitMembers(members, (message, name) => mistaken(message, `${around}${name}`), types);
    const { current } = found.options;
    if (typeof current === 'string') {
      const at = resolve(dirname(path), current);
      found.options.current = jsonText(opened(at) ?? bytes(at));
    }
    return found;
  };
  const { options, settings } = read(content, settingTypes);
  const overrides = (settings.overrides ?? []).map((entry, index) => {
    const at = `overrides.${index}`;
    const { options, settings } = read(entry, { files: TEXTS }, `${at}.`);
    if (settings.files === undefined) throw mistaken('each of `overrides` must have `files`', at);
    return { options, isFor: matcher(settings.files, folder) };
  });
  const { extends: names = [], ...own } = settings;
  return [names]
    .flat()
    .map((name) => readExtending(resolveExtended(name, path), folder, [...others, path], opened))
    .reduceRight(mergeConfigurations, { options, settings: own, overrides, sources: [file] });
}

/** Merges configurations over others. */
function mergeConfigurations(above: MergedConfiguration, below: MergedConfiguration): MergedConfiguration {
  const settings = { ...below.settings, ...above.settings };
  const ignores = [...(below.settings.ignores ?? []), ...(above.settings.ignores ?? [])];
  if (ignores.length > 0) settings.ignores = ignores;
  return {
    options: mergeOptions(below.options, above.options),
    settings,
    overrides: [...below.overrides, ...above.overrides],
    sources: [...above.sources, ...below.sources],
  };
}

/** Resolves a name in `extends`: a path relative to the configuration file, or a package. */
function resolveExtended(name: string, file: string): string {
  if (/^\.{1,2}[/\\]/.test(name) || isAbsolute(name)) return resolve(dirname(file), name);
  const { resolve: find } = createRequire(file);
  for (const path of [`${name}/${CONFIG}`, name]) {
    try {
      return find(path);
    } catch {
      // Try the next path: if the package has no configuration file with the default name, `name` may include a file
      // name.
    }
  }
  throw new UsageError(`${file}: there is no package \`${name}\` to extend; the name of a file begins with ./`);
}

/** Throws if an option is given that applies only to updates, and `operation` is not `update`. */
export function rejectIdleFlag({ operation }: ConfiguredOptions, values: Given): void {
  const idle = (['current', 'product-id'] as const).find((flag) => values[flag] !== undefined);
  if (idle !== undefined && operation !== 'update')
    throw new UsageError(`--${idle} only works with --operation update`);
}

const ofCatalogues: readonly string[] = ['payment', 'max-diagnostics'];

/** Returns a flag that is given but does not apply to catalogues; `undefined` if there is none. */
export const productFlag = (values: Given): string | undefined =>
  ([...namesOf(wordFlags), ...namesOf(scalarFlags), 'current'] as const).find(
    (flag) => values[flag] !== undefined && !ofCatalogues.includes(flag),
  );
