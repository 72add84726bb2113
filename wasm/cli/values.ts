// Types of the settings in a configuration file.

export type Named = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isObjects = (value: unknown): value is Named[] => Array.isArray(value) && value.every(isObject);

const isText = (value: unknown): value is string => typeof value === 'string';

export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every(isText);

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Type of a setting: a description for error messages, and a test. */
interface SettingType<Value> {
  readonly expected: string;
  fits(value: unknown): value is Value;
}

const BOOLEAN: SettingType<boolean> = { expected: 'true or false', fits: isBoolean };

export const TEXTS: SettingType<string[]> = { expected: 'a list of texts, one at least', fits: isTexts };

const TEXT_OR_TEXTS: SettingType<string | string[]> = {
  expected: 'a text, or a list of texts, one at least',
  fits: (value) => isText(value) || isTexts(value),
};

/** Settings of a configuration file that are not options of a check, with their types. */
export const settingTypes = {
  extends: TEXT_OR_TEXTS,
  files: TEXTS,
  ignores: TEXTS,
  overrides: { expected: 'a list of objects', fits: isObjects },
  format: TEXT_OR_TEXTS,
  suppressions: { expected: 'text', fits: isText },
  maxWarnings: { expected: 'a whole number from 0', fits: isCount },
  quiet: BOOLEAN,
  catalogue: BOOLEAN,
};

export type SettingTypes = { readonly [name: string]: SettingType<unknown> };

export type SettingValues<K extends SettingTypes> = {
  -readonly [Name in keyof K]?: K[Name] extends SettingType<infer Value> ? Value : never;
};

/** The settings in a configuration file, with the path and folder of the file. */
export type Settings = SettingValues<typeof settingTypes> & {
  file?: string;
  folder?: string;
  /** The configuration file and the files that it extends, in the order of precedence. */
  sources?: readonly string[];
};
