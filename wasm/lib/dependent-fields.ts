// Finds the fields to check again when one changes, without the WebAssembly module.

import { DEPENDENTS, NAMES } from './dependents.js';
import { FIELDS } from './fields.js';
import { isJsonText, sourceOf } from './json-text.js';
import { dotted, elements, pointerOf } from './pointer.js';
import { type FieldType, memberType } from './product-from-form.js';
import { orElse } from './result.js';
import { validText } from './valid.js';

/**
 * Returns how tables refer to a member of a value of this type: the part of a name in `NAMES` that stands for the
 * member (`[]` for any array element, `.<locale>` for any locale), and the type of the member in `FIELDS`.
 */
function childOf(type: FieldType | undefined, name: string): [part: string, type: FieldType | undefined] {
  if (typeof type !== 'object') return [name, undefined];
  if ('items' in type) return ['[]', /^\d*$/.test(name) ? type.items : undefined];
  return ['others' in type ? '.<locale>' : `.${name}`, memberType(type, name)];
}

/**
 * Returns the index, in `NAMES` and in `DEPENDENTS`, of the field to which these member names lead; -1 if products have
 * no such field.
 */
function tableIndexOf(names: readonly string[]): number {
  let type: FieldType | undefined = FIELDS;
  const path = names.map((name) => {
    const [part, next] = childOf(type, name);
    type = next;
    return part;
  });
  return type === undefined ? -1 : NAMES.indexOf(path.join('').slice(1));
}

/** Parses JSON text or its bytes. The functions that encode inputs would double the size of this export. */
const parsed = (source: unknown): unknown =>
  JSON.parse(typeof source === 'string' ? source : new TextDecoder().decode(source as ArrayBuffer));

/**
 * Returns the other fields to check again when a field (`variants.0.sku`, `variants[0].sku` or `/variants/0/sku`)
 * changes: exactly those whose diagnostics the change can affect if the objects around the field remain. The results are
 * names of form fields, `''` for the whole product. A field of array elements is listed once per element of `product`,
 * such as `variants.1.sku`, or as `variants[].sku` without `product`.
 *
 * @throws {@link OptionsError} if `field` is not a string.
 * @example
 * ```js
 * import { dependentFields } from 'renewal-rules';
 *
 * console.log(dependentFields('renew_settings.renew_ar.required')); // [ 'renew_settings' ]
 * ```
 */
export function dependentFields(field: string, product?: unknown): string[] {
  const own = dotted(pointerOf(validText('field', field)));
  const others = DEPENDENTS[tableIndexOf(own === '' ? [] : own.split('.'))] ?? [];
  const value = isJsonText(product) ? orElse(() => parsed(sourceOf(product)), null) : product;
  const named = others.flatMap((number) => elements(NAMES[number] ?? '', value));
  return named.filter((name) => name !== own);
}
