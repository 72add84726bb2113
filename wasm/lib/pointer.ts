// Converts between JSON Pointers and other path notations.

import { orElse } from './result.js';

/** Splits a pointer into member names and array indexes, unescaped. */
export function names(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  // Only unescape if needed: few names contain an escape.
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

/** Joins member names and array indexes into a pointer. */
export const pointer = (names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Returns the pointer to the parent of the value at `path`. */
export const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * Splits a pointer into member names (strings) and indexes of the arrays in `value` (numbers). Below a member that
 * throws when read, indexes are strings, too.
 */
export function segments(path: string, value: unknown): (string | number)[] {
  let at = value;
  return names(path).map((name) => {
    const holder = at;
    const isIndex = /^\d+$/.test(name) && orElse(() => Array.isArray(holder), false);
    at = orElse(() => (holder as { [name: string]: unknown } | undefined)?.[name], undefined);
    return isIndex ? Number(name) : name;
  });
}

/** Converts a pointer to a form field name: `variants.0.sku`. */
export const dotted = (path: string): string => names(path).join('.');

/**
 * Returns the pointer of a form field name, such as `/variants/0/sku`, `variants.0.sku` or `variants[0].sku`. The
 * suffix `[]` of `ids[]` is removed.
 */
export const pointerOf = (field: string): string =>
  field === '' || field.startsWith('/')
    ? field
    : pointer(
        field
          .replace(/\[\]$/, '')
          .replaceAll(/\[([^[\]]*)\]/g, '.$1')
          .split('.'),
      );

/**
 * Expands a field name such as `variants[].sku` to one name per element of the array in `value`. Without a value,
 * returns the name unchanged.
 */
export function elements(field: string, value: unknown): string[] {
  const at = field.indexOf('[]');
  if (at < 0 || value === undefined) return [field];
  const list = field.slice(0, at);
  const rest = field.slice(at + 2);
  return orElse(() => {
    let held: unknown = value;
    for (const name of list.split('.')) held = (held as { [name: string]: unknown } | null | undefined)?.[name];
    return Array.isArray(held) ? held.map((_, index) => `${list}.${index}${rest}`) : [];
  }, []);
}
