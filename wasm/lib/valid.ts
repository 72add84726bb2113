// Validates arguments and options that the module does not read.

import { isOptions } from './encode.js';
import { OptionsError } from './errors.js';
import { orElse } from './result.js';

/** Kind of the error for a rejected option or argument. */
type Kind = 'invalid' | 'invalid-argument';

/**
 * Returns the result of `read`, which inspects the argument or option `name`. Throws an {@link OptionsError} if `read`
 * returns `undefined` or throws; `expected` describes the valid values.
 */
export function valid<Value>(
  name: string,
  expected: string,
  read: () => Value | undefined,
  kind: Kind = 'invalid-argument',
): Value {
  const value = orElse(read, undefined);
  if (value !== undefined) return value;
  throw new OptionsError(kind, `\`${name}\` must be ${expected}`, name);
}

/** Returns the argument `name`; throws an {@link OptionsError} if it is not a string. */
export const validText = (name: string, text: unknown): string =>
  valid(name, 'a text', () => (typeof text === 'string' ? text : undefined));

/** Like `valid`, for the argument `report`. */
export const validReport = <Value>(read: () => Value | undefined): Value =>
  valid('report', 'a report of renewal-rules', read);

/** Descriptions of types, by the result of `typeof`. */
const TYPES: { readonly [type: string]: string } = {
  boolean: 'true or false',
  string: 'a text',
  function: 'a function',
};

/** Returns a description of the type of an option. */
const typeOf = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? 'a list of texts'
    : (TYPES[typeof value] ?? typeof value);

/** Returns the option `name`; throws if it has another type than `like`. */
export const validOption = <Value>(name: string, value: unknown, like: Value): Value =>
  valid(name, typeOf(like), () => (typeOf(value) === typeOf(like) ? (value as Value) : undefined), 'invalid');

/** Returns options with `defaults`; throws if an option has no default, or another type than its default. */
export function withDefaults<Options extends object>(options: object, defaults: Options): Options {
  const all: Options = { ...defaults };
  const given = valid('options', 'an object', () => (isOptions(options) ? Object.entries(options) : undefined));
  for (const [name, value] of given) {
    if (!Object.hasOwn(defaults, name)) {
      const known = Object.keys(defaults).map((option) => `\`${option}\``);
      throw new OptionsError('unknown', `there is no option \`${name}\`; the options are ${known.join(', ')}`, name);
    }
    const key = name as keyof Options;
    if (value !== undefined) all[key] = validOption(name, value, defaults[key]);
  }
  return all;
}
