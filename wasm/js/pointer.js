// JSON Pointers as other notations of a place.

/** The names in a pointer. */
export function names(pointer) {
  const tokens = pointer.split('/').slice(1);
  // Hardly any has a character to put back.
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

/** The pointer to these names. */
export const pointer = (names) => names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The names in a pointer, a number where the value has an array. A hostile value makes them names. */
export function segments(path, value) {
  return names(path).map((name) => {
    let index = false;
    try {
      index = Array.isArray(value);
      value = value?.[name];
    } catch {
      value = undefined;
    }
    return index && /^\d+$/.test(name) ? Number(name) : name;
  });
}

/** How forms name a field: `variants.0.sku`. */
export const dotted = (path) => names(path).join('.');

/** The pointer for a field as a form may name it: `/variants/0/sku`, `variants.0.sku`, `variants[0].sku`; `ids[]` is the list. */
export const pointerOf = (field) =>
  field === '' || field.startsWith('/') ? field : pointer(field.replace(/\[\]$/, '').replaceAll(/\[([^[\]]*)\]/g, '.$1').split('.'));

/** The names that a field of elements, such as `variants[].sku`, has in a value: one for each element; without a value itself. */
export function elements(field, value) {
  const at = field.indexOf('[]');
  if (at < 0 || value === undefined) return [field];
  const list = field.slice(0, at);
  const rest = field.slice(at + 2);
  const held = list.split('.').reduce((part, name) => part?.[name], value);
  return Array.isArray(held) ? held.map((_, index) => `${list}.${index}${rest}`) : [];
}
