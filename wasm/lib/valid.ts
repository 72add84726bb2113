// Validates arguments and options that the module does not read.

import { tagOf } from './encode.js';
import { OptionsError } from './errors.js';
import { attempt } from './result.js';

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
  const value = attempt(read, undefined);
  if (value !== undefined) return value;
  throw new OptionsError(kind, `\`${name}\` must be ${expected}`, name);
}

/** Like `valid`, for the argument `report`. */
export const validReport = <Value>(read: () => Value): Value => valid('report', 'a report of renewal-rules', read);

/** Returns the type of an option: `list of texts`, or that of `typeof`. */
const typeOf = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? 'list of texts' : typeof value;

/** Returns the option `name`; throws if it has another type than `like`. */
export const validOption = <Value>(name: string, value: unknown, like: Value): Value =>
  valid(name, `a ${typeOf(like)}`, () => (typeOf(value) === typeOf(like) ? (value as Value) : undefined), 'invalid');

/** Returns options with `defaults`; throws if an option has no default, or another type than its default. */
export function withDefaults<Options extends object>(options: object, defaults: Options): Options {
  const all: Options = { ...defaults };
  const given = valid('options', 'an object', () =>
    tagOf(options) === 'Object' ? Object.entries(options) : undefined,
  );
  for (const [name, value] of given) {
    if (!Object.hasOwn(defaults, name)) throw new OptionsError('unknown', `there is no option \`${name}\``, name);
    const key = name as keyof Options;
    if (value !== undefined) all[key] = validOption(name, value, defaults[key]);
  }
  return all;
}
