// Merges options from the command line and the configuration file. The library validates the values; this module knows
// only the names of the options.

import { createRequire } from 'node:module';
import { dirname, isAbsolute, join } from 'node:path';
import { type CheckOptions, type Consent, jsonText, OptionsError, render } from '#internal';
import { $defs } from '../config.schema.json';
import type { Values } from './command.js';
import { mapError, messageOf, orUndefined, UsageError } from './failure.js';
import { CONFIG, resolve, upwards } from './file-names.js';
import { exists, isLink, type Matcher, matcher, readNamed } from './files.js';
import { isJsonc, parse, positioned, withoutComments } from './jsonc.js';
import { didYouMean, oneOf } from './keyword.js';
import { type flags, keywordFlags, limitFlags, scalarFlags } from './option-flags.js';

export type Named = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText);
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Tests for the types of settings, by the description of the type. */
const types = {
  text: isText,
  'a file name': (value: unknown) => isText(value) && value !== '',
  'a list of texts, one at least': isTexts,
  'a text, or a list of texts, one at least': (value: unknown) => isText(value) || isTexts(value),
  'a list of objects': (value: unknown) => Array.isArray(value) && value.every(isObject),
  'a whole number from 0': isCount,
  'true or false': (value: unknown) => typeof value === 'boolean',
};

/** Types of the settings of a configuration file that are not options of a check. */
const settingTypes = {
  extends: 'a text, or a list of texts, one at least',
  files: 'a list of texts, one at least',
  ignores: 'a list of texts, one at least',
  overrides: 'a list of objects',
  format: 'a text, or a list of texts, one at least',
  suppressions: 'a file name',
  maxWarnings: 'a whole number from 0',
  quiet: 'true or false',
  catalogue: 'true or false',
} as const satisfies { readonly [name: string]: keyof typeof types };

type SettingName = keyof typeof settingTypes;

/** The settings in a configuration file, with the path and folder of the file. */
export interface Settings {
  extends?: string | string[];
  files?: string[];
  ignores?: string[];
  overrides?: Named[];
  format?: string | string[];
  suppressions?: string;
  maxWarnings?: number;
  quiet?: boolean;
  catalogue?: boolean;
  file?: string;
  folder?: string;
  /** The configuration file and the files that it extends, in the order of precedence. */
  sources?: readonly string[];
  /** Paths of the files that contain the products of the option `current`. */
  products?: readonly string[];
}

/** Options as the library takes them; the library rejects invalid values. */
export type ConfiguredOptions = CheckOptions & { consent?: Consent };

/** Values of flags for options of a check; a command may have only some of these flags. */
type Given = Values<typeof flags>;

/** Like `Object.keys`, with the types of the names. */
export const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[];
const camel = (flag: string): string => flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const optionNames: readonly string[] = [
  ...namesOf({ ...keywordFlags, ...scalarFlags }).map(camel),
  'current',
  'limits',
  'rules',
];

/** Lists the keys of a configuration file, for a command's help. */
export const keys = { options: optionNames.join(', '), settings: namesOf(settingTypes).join(', ') };

/** Parses a number or a boolean as JSON. Other text is returned unchanged, so that the library rejects it. */
export function scalar(text: string): unknown {
  const value: unknown = orUndefined(() => JSON.parse(text));
  return value === undefined ? text : value;
}

/** Reads the product before an update, whose comments are ignored in a `.jsonc` file. */
function readProduct(file: string, opened: Opened = () => undefined) {
  const text = opened(file);
  const bytes = text === undefined ? readNamed(file) : Buffer.from(text);
  return jsonText(isJsonc(file) ? withoutComments(bytes) : bytes);
}

const findConfiguration = (folder: string, opened: Opened): string | undefined =>
  [...upwards(folder)]
    .map((at) => join(at, CONFIG))
    // Do not overlook a link that leads nowhere: reading it is an error.
    .find((file) => opened(file) !== undefined || exists(file) || isLink(file));

export const ignoreMatchers = ({ ignores, folder }: Settings): Matcher[] =>
  ignores === undefined || folder === undefined ? [] : [matcher(ignores, folder)];

/** Creates the error for a setting; `path` is its dotted name. */
type SettingError = (message: string, path?: string) => UsageError;

/** Splits a configuration into options and settings, of which only those in `names` may occur. */
function splitMembers(members: Named, names: readonly SettingName[], mistaken: SettingError) {
  const options: { [name: string]: unknown } = {};
  const settings: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(members)) {
    if (optionNames.includes(name)) options[name] = value;
    else if (name !== '$schema') settings[name] = validSetting(name, value, names, mistaken);
  }
  return { options: options as ConfiguredOptions, settings: settings as Settings };
}

function validSetting(name: string, value: unknown, settings: readonly SettingName[], mistaken: SettingError): unknown {
  const setting = settings.find((known) => known === name);
  const type = setting && settingTypes[setting];
  if (type && types[type](value)) return value;
  if (type) throw mistaken(`the option \`${name}\` must be ${type}`, name);
  const names = [...optionNames, ...settings];
  const advice = didYouMean(name, names) || `; the options are ${names.map((option) => `\`${option}\``).join(', ')}`;
  throw mistaken(`there is no option \`${name}\`${advice}`, name);
}

export const formats = $defs.format.examples;

/** Parses a value of `--format`: `FORMAT`, or `FORMAT=FILE`. */
function parseFormat(text: string): { format: string; file?: string } {
  const [word = '', ...rest] = text.split('=');
  const format = oneOf(word, formats, 'format');
  if (rest.length === 0) return { format };
  const file = rest.join('=');
  if (file === '') throw new UsageError(`--format ${word}=: expected a file name after =`);
  return { format, file };
}

/** Parses the values of `--format`; returns the paths of the files, which are relative to `folder`. */
export function parseFormats(values: string | readonly string[] = 'stylish', folder = '.') {
  const paths = new Set<string | undefined>();
  return [values].flat().map((text) => {
    const { format, file } = parseFormat(text);
    const path = file && resolve(folder, file);
    if (paths.has(path)) {
      const advice =
        'only one format can go to standard output; name a file for the others, such as sarif=report.sarif';
      throw new UsageError(path === undefined ? advice : `two formats cannot both go to ${file}`);
    }
    paths.add(path);
    return { format, path };
  });
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

function fromFlags(values: Given): ConfiguredOptions {
  const texts: Named = values;
  const given = (flags: object, read: (text: string) => unknown): Named =>
    Object.fromEntries(
      Object.keys(flags).flatMap((flag) => (isText(texts[flag]) ? [[camel(flag), read(texts[flag])]] : [])),
    );
  const limits = given(limitFlags, scalar);
  return {
    ...given(keywordFlags, String),
    ...given(scalarFlags, scalar),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(values.rule && { rules: Object.fromEntries(values.rule.map(parseLevel)) }),
    ...(values.current !== undefined && { current: readProduct(values.current) }),
  };
}

function parseLevel(text: string): [code: string, level: string] {
  const [code = '', level, ...rest] = text.split('=');
  if (level !== undefined && rest.length === 0) return [code, level];
  throw new UsageError(`--rule: expected CODE=LEVEL, such as ${code}=off, got ${JSON.stringify(text)}`);
}

interface Override {
  readonly options: ConfiguredOptions;
  readonly isFor: Matcher;
}

/** The merged flags and configuration file. */
export interface Configuration {
  readonly options: ConfiguredOptions;
  /** Returns the options for the file at a path, with the overrides that match it. */
  readonly optionsFor: (path: string | undefined) => ConfiguredOptions;
  /** `options`, then the options with each single override. */
  readonly all: readonly ConfiguredOptions[];
  /** Settings of the configuration file that are not options of a check. */
  readonly settings: Settings;
}

/** Called with each file before it is read; returns the text to read instead if the file is open in an editor. */
type Opened = (file: string) => string | undefined;

/** Reads the nearest configuration file of a folder, if any, and merges it with the flags, which override it. */
export function readConfiguration(
  values: Given,
  { folder, opened }: { folder: string; opened: Opened } = { folder: '.', opened: () => undefined },
): Configuration {
  const flags = fromFlags(values);
  const file = values['no-config'] ? undefined : (values.config ?? findConfiguration(resolve(folder), opened));
  if (file === undefined) return { options: flags, optionsFor: () => flags, all: [flags], settings: {} };
  const { options: below, settings, overrides } = readExtending(file, dirname(resolve(file)), [], opened);
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
  return { options: base, optionsFor, all, settings: { ...settings, file, folder: dirname(resolve(file)) } };
}

interface MergedConfiguration {
  readonly options: ConfiguredOptions;
  readonly settings: Settings;
  readonly overrides: readonly Override[];
}

/**
 * Reads a configuration file and the files that it extends, whose settings it overrides. Patterns and output files in all
 * of them are relative to `folder`. `others` are the files that extend this file, directly or indirectly; none of them
 * may be extended again.
 */
function readExtending(file: string, folder: string, others: readonly string[], opened: Opened): MergedConfiguration {
  const path = resolve(file);
  if (others.includes(path)) throw new UsageError(`${file} extends itself`);
  const text = opened(path) ?? readNamed(file);
  const content = parse(file, text);
  const mistaken: SettingError = (message, at = '') =>
    Object.assign(new UsageError(positioned(file, text, message, at)), { at });
  if (!isObject(content)) throw mistaken('the configuration must be an object of options');
  const products: string[] = [];
  const read = (members: Named, names: readonly SettingName[], around = '') => {
    const found = splitMembers(members, names, (message, name) => mistaken(message, `${around}${name}`));
    const { current } = found.options;
    if (typeof current === 'string') {
      const at = resolve(dirname(path), current);
      found.options.current = readProduct(at, opened);
      products.push(at);
    }
    return found;
  };
  const { options, settings } = read(content, namesOf(settingTypes));
  mapError(
    () => parseFormats(settings.format, folder),
    (error) => mistaken(`\`format\`: ${messageOf(error)}`, 'format'),
  );
  const overrides = (settings.overrides ?? []).map((entry, index) => {
    const at = `overrides.${index}`;
    const { options, settings } = read(entry, ['files'], `${at}.`);
    if (settings.files === undefined) throw mistaken('each of `overrides` must have `files`', at);
    return { options, isFor: matcher(settings.files, folder) };
  });
  const { extends: names = [], ...own } = settings;
  return [names]
    .flat()
    .map((name) => readExtending(resolveExtended(name, path), folder, [...others, path], opened))
    .reduceRight(mergeConfigurations, { options, settings: { ...own, sources: [file], products }, overrides });
}

function mergeConfigurations(above: MergedConfiguration, below: MergedConfiguration): MergedConfiguration {
  const ignores = [below, above].flatMap(({ settings }) => settings.ignores ?? []);
  const both = [above.settings, below.settings];
  const sources = both.flatMap(({ sources = [] }) => sources);
  const products = both.flatMap(({ products = [] }) => products);
  // The options of the file override those in `overrides` of the files that it extends.
  const own = below.overrides.length > 0 ? [{ options: above.options, isFor: () => true }] : [];
  return {
    options: mergeOptions(below.options, above.options),
    settings: { ...below.settings, ...above.settings, ...(ignores.length > 0 && { ignores }), sources, products },
    overrides: [...below.overrides, ...own, ...above.overrides],
  };
}

/** Resolves a name in `extends`: a path relative to the configuration file, or a package. */
function resolveExtended(name: string, file: string): string {
  if (/^\.{1,2}[/\\]/.test(name) || isAbsolute(name)) return resolve(dirname(file), name);
  const { resolve: find } = createRequire(file);
  // The `exports` of a package may lack its configuration.
  const packaged = [...upwards(dirname(file))].map((at) => join(at, 'node_modules', name, CONFIG));
  // If the package has no configuration file with the default name, `name` may include a file name.
  const found = orUndefined(() => find(`${name}/${CONFIG}`)) ?? packaged.find(exists) ?? orUndefined(() => find(name));
  if (found !== undefined && !/\.[cm]?js$/.test(found)) return found;
  const reason = found === undefined ? `there is no package \`${name}\` to extend` : `\`${name}\` has no ${CONFIG}`;
  throw new UsageError(`${file}: ${reason}; the name of a file begins with ./`);
}

const OVERRIDES =
  '`overrides` cannot be combined with --catalogue, as one catalogue has one set of options; remove `overrides`, or add --no-catalogue';

/** Throws if the configuration of a catalogue has overrides. */
export function rejectOverrides({ overrides, sources }: Settings): void {
  if (overrides !== undefined) throw locatedError(OVERRIDES, sources);
}

/** Throws if an option is given that applies only to updates, and `operation` is not `update`. */
export function rejectIdleFlag({ operation }: ConfiguredOptions, values: Given): void {
  const idle = (['current', 'product-id'] as const).find((flag) => values[flag] !== undefined);
  if (idle !== undefined && operation !== 'update')
    throw new UsageError(`--${idle} only works with --operation update`);
}

/** Returns a flag that is given but does not apply to catalogues; `undefined` if there is none. */
export function productFlag(values: Given): string | undefined {
  const { payment: _, 'max-diagnostics': __, ...flags } = { ...keywordFlags, ...scalarFlags, current: true };
  return namesOf(flags).find((flag) => values[flag] !== undefined);
}

/** Flags that set an option of another name. */
const ownFlags: { readonly [option: string]: string } = {
  purchaseDate: 'date',
  monthCount: 'months',
  status: 'response',
  id: 'made',
  base: 'base-url',
};

/**
 * Replaces the names of options in a message of the library by the flags that set them, such as `purchaseDate` by
 * `--date`. A name stays if its flag is not in `flags`, which contains the given flags by name.
 */
export function useFlagNames(message: string, flags: object): string {
  const rules = 'rule' in flags && isTexts(flags.rule) ? flags.rule : [];
  const isFlag = (code: string) => rules.some((text) => text.startsWith(`${code}=`));
  const ofRules = message
    .replace(/`rules\.([\w-]+)`/g, (name, code: string) => (isFlag(code) ? `\`--rule ${code}\`` : name))
    .replace(/`rules`(?= names `([^`]*)`)/, (name, code: string) => (isFlag(code) ? '`--rule`' : name));
  return ofRules.replace(/`(?:limits\.)?(\w+)`/g, (name, option: string) => {
    const flag = ownFlags[option] ?? option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return Object.hasOwn(flags, flag) ? `\`--${flag}\`` : name;
  });
}

/** Throws if the library rejects an option, even one in an override that matches no file. */
export function validateOptions({ all, settings }: Pick<Configuration, 'all' | 'settings'>, values: object): void {
  const { sources = [] } = settings;
  for (const [index, { consent, ...options }] of all.entries()) {
    // If files extend each other, the index of an override in its own file is not known.
    const around = index > 0 && sources.length === 1 ? `overrides.${index - 1}.` : '';
    withFlagNames(() => render('render.check_options', { consent }, '', options), values, sources, around);
  }
}

/**
 * Calls the library. If it rejects an option, throws an error that names the flag, if given, or the position in the
 * configuration file that sets the option: one of `sources`, in which `around` precedes the name of the option.
 */
export const withFlagNames = <Result>(
  call: () => Result,
  flags: object,
  sources?: readonly string[],
  around = '',
): Result =>
  mapError(call, (error) => {
    if (!(error instanceof OptionsError)) return error;
    const message = useFlagNames(error.message, flags);
    return message === error.message ? locatedError(message, sources, around) : new UsageError(message);
  });

/** Creates an error at the position of the option that a message names, in the first configuration file that sets it. */
function locatedError(message: string, sources: readonly string[] = [], around = ''): UsageError {
  const at = around + (message.split('`')[1] ?? '');
  const prefixed = sources.map((file) => positioned(file, readNamed(file), message, at));
  // A file that sets no such option reports the position of its first character.
  const first = prefixed.findIndex((text, index) => !text.startsWith(`${sources[index]}:1:1: `));
  return Object.assign(new UsageError(prefixed[Math.max(first, 0)] ?? message), { at });
}
