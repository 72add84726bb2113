// Finds the fields to check again when one changes, without the WebAssembly module.

import { DEPENDENTS, NAMES } from './dependents.js';
import { FIELDS } from './fields.js';
import { dotted, elements, pointerOf } from './pointer.js';

interface FieldType {
  readonly fields?: { readonly [name: string]: FieldType | string };
  readonly items?: FieldType | string;
  readonly others?: FieldType | string;
}

/**
 * Returns the key of a member in `DEPENDENTS`, and the type of the member in `FIELDS`. The key of an array element or
 * of a locale is `*`.
 */
function childOf(
  type: FieldType | string | undefined,
  name: string,
): [key: string, type: FieldType | string | undefined] {
  if (type === undefined || typeof type === 'string') return [name, undefined];
  const { fields, items, others } = type;
  if (fields !== undefined) return [name, Object.hasOwn(fields, name) ? fields[name] : undefined];
  return ['*', items === undefined || /^\d*$/.test(name) ? (items ?? others) : undefined];
}

/**
 * Converts the names on the path to a field to its key in `DEPENDENTS`; `undefined` if the product has no such field.
 */
function tableKeyOf(names: readonly string[]): string | undefined {
  let type: FieldType | string | undefined = FIELDS;
  const keys = names.map((name) => {
    const [key, next] = childOf(type, name);
    type = next;
    return key;
  });
  return type === undefined ? undefined : keys.join('.');
}

/**
 * Returns the other fields to check again when a field (`variants.0.sku`, `variants[0].sku` or `/variants/0/sku`)
 * changes: exactly those whose diagnostics the change can affect. The results are names of form fields, `''` for the
 * whole product. A field of array elements is listed once per element of `product`, such as `variants.1.sku`, or as
 * `variants[].sku` without `product`.
 *
 * @example
 * ```js
 * import { dependentFields } from 'renewal-rules';
 *
 * console.log(dependentFields('renew_settings.renew_ar.required')); // [ 'renew_settings' ]
 * ```
 */
export function dependentFields(field: string, product?: unknown): string[] {
  if (typeof field !== 'string') return [];
  const own = dotted(pointerOf(field));
  const known = tableKeyOf(own === '' ? [] : own.split('.'));
  const others = (known === undefined ? undefined : DEPENDENTS[known]) ?? [];
  const named = others.flatMap((number) => elements(NAMES[number] ?? '', product));
  return named.filter((name) => name !== own);
}
