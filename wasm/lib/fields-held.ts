// Finds the fields of a form, and the field at which to show an error.

import { around, pointer, pointerOf } from './pointer.js';
import { type Entries, isEntries, isProductField } from './product-from-form.js';

const isList = (value: unknown): value is object =>
  Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';

/** Returns the pointers to the leaves of nested values: everything except non-empty objects and arrays. */
function leaves(values: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const rest: [path: string, value: unknown][] = [['', values]];
  const membersOf = (value: unknown) => (isList(value) && !seen.has(value) ? Object.entries(value) : []);
  for (const [path, value] of rest) {
    const members = membersOf(value);
    if (members.length === 0 && path !== '') found.push(path);
    if (members.length > 0) seen.add(value);
    for (const [name, member] of members) rest.push([path + pointer([name]), member]);
  }
  return found;
}

/** Converts the control names in form data to pointers. */
function entries(data: Entries): string[] {
  const found: string[] = [];
  data.forEach((_, name) => {
    found.push(pointerOf(name));
  });
  return found;
}

/** Returns the pointers to the product fields in a form's values. */
export function productFieldsOf(values: unknown): string[] {
  try {
    return (isEntries(values) ? entries(values) : leaves(values)).filter(isProductField);
  } catch {
    // A value that throws when read has no fields.
    return [];
  }
}

/** Field that shows errors about the whole product if the form has no product field. */
export const DEFAULT_FIELD = '/name';

/**
 * Returns a function that selects the field at which to show an error, by the error's path: the field at that path,
 * otherwise its nearest ancestor in `fields`, otherwise the first field that shares the longest prefix with the path.
 */
export function fieldSelector(fields: readonly string[]): (path: string) => string {
  const nearest = new Map(fields.map((field) => [field, field]));
  const isOther = (field: string) => Number(!isProductField(field));
  for (const field of [...fields].sort((a, b) => isOther(a) - isOther(b))) {
    for (let at = field; at !== ''; ) {
      at = around(at);
      if (nearest.has(at)) break;
      nearest.set(at, field);
    }
  }
  const own = new Set(fields);
  return (path) => {
    let shared: string | undefined;
    for (let at = path; at !== ''; at = around(at)) {
      if (own.has(at)) return at;
      shared ??= nearest.get(at);
    }
    return shared ?? nearest.get('') ?? (path || DEFAULT_FIELD);
  };
}

/**
 * Sorts items by their place: an item at an object or array, such as `/variants`, precedes the items at fields inside
 * it; otherwise, the order is stable. Form libraries that nest messages drop the message of a field if a message of its
 * parent follows.
 */
export function groupsFirst<Item>(items: readonly Item[], placeOf: (item: Item) => string): Item[] {
  const first = new Map<string, number>();
  const placed = items.map((item, index) => {
    const place = placeOf(item);
    for (let at = place; at !== '' && !first.has(at); at = around(at)) first.set(at, index);
    return { item, place };
  });
  const rank = ({ place }: { place: string }) => first.get(place) ?? 0;
  placed.sort((a, b) => rank(a) - rank(b) || a.place.length - b.place.length);
  return placed.map(({ item }) => item);
}
