// JSON Pointers as other notations of a place.

/** The names in a pointer. */
export function names(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  // Hardly any has a character to put back.
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

/** The pointer to these names. */
export const pointer = (names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The pointer to what is around a place. */
export const around = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The names in a pointer, a number where the value has an array. A hostile value makes them names. */
export function segments(path: string, value: unknown): (string | number)[] {
  let at = value;
  return names(path).map((name) => {
    let index = false;
    try {
      index = Array.isArray(at);
      at = (at as { [name: string]: unknown } | undefined)?.[name];
    } catch {
      at = undefined;
    }
    return index && /^\d+$/.test(name) ? Number(name) : name;
  });
}

/** How forms name a field: `variants.0.sku`. */
export const dotted = (path: string): string => names(path).join('.');

/** The pointer for a field as a form may name it: `/variants/0/sku`, `variants.0.sku`, `variants[0].sku`; `ids[]` is the list. */
export const pointerOf = (field: string): string =>
  field === '' || field.startsWith('/')
    ? field
    : pointer(
        field
          .replace(/\[\]$/, '')
          .replaceAll(/\[([^[\]]*)\]/g, '.$1')
          .split('.'),
      );

/** The names that a field of elements, such as `variants[].sku`, has in a value: one for each element; without a value itself. */
export function elements(field: string, value: unknown): string[] {
  const at = field.indexOf('[]');
  if (at < 0 || value === undefined) return [field];
  const list = field.slice(0, at);
  const rest = field.slice(at + 2);
  let held: unknown = value;
  for (const name of list.split('.')) held = (held as { [name: string]: unknown } | null | undefined)?.[name];
  return Array.isArray(held) ? held.map((_, index) => `${list}.${index}${rest}`) : [];
}
