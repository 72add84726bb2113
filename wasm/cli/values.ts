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

/** Expected type of a setting, for error messages, and a test for it. */
interface Kind<Value> {
  readonly expected: string;
  fits(value: unknown): value is Value;
}

const BOOLEAN: Kind<boolean> = { expected: 'true or false', fits: isBoolean };

export const TEXTS: Kind<string[]> = { expected: 'a list of texts, one at least', fits: isTexts };

const TEXT_OR_TEXTS: Kind<string | string[]> = {
  expected: 'a text, or a list of texts, one at least',
  fits: (value) => isText(value) || isTexts(value),
};

/** Settings of a configuration file that are not options of a check, with their types. */
export const settingKinds = {
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

export type Kinds = { readonly [name: string]: Kind<unknown> };

export type Held<K extends Kinds> = { -readonly [Name in keyof K]?: K[Name] extends Kind<infer Value> ? Value : never };

/** The settings in a configuration file, with the path and folder of the file. */
export type Settings = Held<typeof settingKinds> & { file?: string; folder?: string };
