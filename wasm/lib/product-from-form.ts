// Converts the values of a form to those that the interface expects, and selects the field at which to show an error.

import { isObject, isOptions, isRecord, tagOf } from './encode.js';
import { FIELDS } from './fields.js';
import { add } from './lists.js';
import { names, parentOf, pointer, pointerOf } from './pointer.js';
import { orElse } from './result.js';
import { valid, withDefaults } from './valid.js';

/**
 * Type of a field in `FIELDS`: a JSON type, or the type of an array's elements (`items`), of each member of an object
 * (`others`), or of members by name (`fields`).
 */
export type FieldType =
  | 'boolean'
  | 'integer'
  | 'string'
  | { readonly items: FieldType }
  | { readonly others: FieldType }
  | { readonly fields: { readonly [name: string]: FieldType } };

interface Members {
  [name: string]: unknown;
}

/** `FormData` or `URLSearchParams`. */
interface Entries {
  forEach(each: (value: unknown, name: string) => void): void;
}

const isEntries = (values: unknown): values is Entries => /^(FormData|URLSearchParams)$/.test(tagOf(values));

/** Returns whether a value can contain the values of a form; a plain object can, an array, bytes or a map cannot. */
const isMembers = (values: unknown): values is Members => isOptions(values) && isRecord(values);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '');

/** Returns whether a pointer leads to a top-level field of a product, or to a value inside one. */
export const isProductField = (path: string): boolean => Object.hasOwn(FIELDS.fields, names(path)[0] ?? '');

/** Returns the top-level names to retain: those of product fields, and of the fields listed in `fields`. */
const retainedNames = (fields: readonly string[] = []): string[] => [
  ...Object.keys(FIELDS.fields),
  ...fields.map((field) => names(pointerOf(field))[0] ?? ''),
];

/**
 * Nests the members whose names are those of nested controls, as in `Object.fromEntries(formData)`. They replace those
 * at the same place in nested members.
 */
function nested(values: Members, retained: readonly string[]): Members {
  const isFlat = (name: string) => {
    const [first = '', ...rest] = names(pointerOf(name));
    return rest.length > 0 && retained.includes(first);
  };
  const flat = Object.entries(values).filter(([name]) => isFlat(name));
  const others = Object.entries(values).filter(([name]) => !isFlat(name));
  return collect(new Map(flat.map(([name, value]) => [name, [value]])), Object.fromEntries(others));
}

/** Returns the values of a form, nested; `undefined` if `values` is neither an object nor form data. */
const membersOf = (values: unknown, retained = retainedNames()): Members | undefined => {
  if (isEntries(values)) return collect(valuesByName(values));
  return isMembers(values) ? nested(values, retained) : undefined;
};

/**
 * Converts a form's values to a product; returns `undefined` if `values` is neither an object nor form data.
 */
export const formProduct = (values: unknown, fields?: readonly string[], isUpdate = false): Members | undefined =>
  orElse(() => {
    const retained = retainedNames(fields);
    const all = membersOf(values, retained);
    if (all === undefined) return undefined;
    const selected = Object.fromEntries(Object.entries(all).filter(([name]) => retained.includes(name)));
    return (convert(selected, FIELDS, isUpdate ? 'update' : 'on') as Members | undefined) ?? {};
  }, undefined);

/** Options for converting the values of a form. */
export interface ProductFromFormOptions {
  /** Fields to retain in addition to those of the product, as the form names them. */
  fields?: readonly string[] | undefined;
  /**
   * Set if the product is the body of an update. Then `renew_ar` is retained if all of its members are `false`, unless the
   * same is true of `renew_settings`, because an update may leave a setting unchanged that its body lacks.
   */
  update?: boolean | undefined;
}

/**
 * Converts a form's values, its `FormData` or `URLSearchParams`, to a product. In an object, too, a member can be named
 * like a control, such as `variants.0.sku`. If a product field is a number, `"101"` becomes a number; if it is a boolean,
 * `"on"` and `"true"` become `true`, and `"off"` and `"false"` become `false`. An empty value is left out, but an empty id
 * before another one is retained. An object whose members are all `false` is left out; `update` is the exception. A value
 * that cannot be converted is retained, so that a check reports it. A top-level name that is neither a product field nor
 * listed in `fields` is left out, such as a CSRF token or the name of a button; so are files, unless products have a field
 * of that name. A form must number its rows of `variants` without gaps, because a report refers to them by position.
 *
 * @throws {@link OptionsError} if `values` is anything else.
 * @example
 * ```js
 * import { productFromForm } from 'renewal-rules';
 *
 * console.log(productFromForm({ id: '101', name: '', 'csrf-token': 'x' })); // { id: 101 }
 * ```
 */
export function productFromForm(values: object, options: ProductFromFormOptions = {}): Record<string, unknown> {
  const { fields, update } = withDefaults(options, { fields: [], update: false });
  const read = () => formProduct(values, fields, update);
  return valid('values', 'an object of values, form data or search parameters', read);
}

/** Defines an own member, even one named `__proto__`. */
const defineMember = (object: object, name: string, value: unknown): unknown =>
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });

/** Groups the values in form data by control name. */
function valuesByName(data: Entries): Map<string, unknown[]> {
  const fields = new Map<string, unknown[]>();
  data.forEach((value, field) => {
    add(fields, field, value);
  });
  return fields;
}

/** Nests the values of controls by their names, in `root`. A repeated name becomes an array. */
function collect(fields: ReadonlyMap<string, readonly unknown[]>, root: Members = {}): Members {
  const copies = new Set<unknown>();
  /** Returns a copy of the member of this name, made once; an empty object if there is none. */
  const ensureObject = (at: Members, name: string): Members => {
    const held = Object.hasOwn(at, name) ? at[name] : undefined;
    if (copies.has(held)) return held as Members;
    const copy = Array.isArray(held) ? [...held] : isObject(held) ? { ...held } : {};
    copies.add(copy);
    defineMember(at, name, copy);
    return copy as Members;
  };
  const paths = [...fields].map(([field, all]) => ({ field, all, path: names(pointerOf(field)) }));
  // A control must not replace the values of those inside it.
  for (const { field, all, path } of paths.sort((a, b) => a.path.length - b.path.length)) {
    // Copying a member of this name would set a prototype.
    if (path.indexOf('__proto__') > 0) continue;
    const last = path.pop() ?? '';
    defineMember(path.reduce(ensureObject, root), last, all.length > 1 || field.endsWith('[]') ? all.flat() : all[0]);
  }
  return root;
}

/**
 * Objects to retain: those with a member that is not switched off (`on`), those with any member (`set`), or all (`all`,
 * within an array element). `update` is `on` for a top-level field, and `set` for the objects within it.
 */
type Retained = 'on' | 'update' | 'set' | 'all';

/** Converts a value; returns `undefined` if it is empty, or an object that is not retained. */
function convert(value: unknown, type: FieldType | undefined, retained: Retained): unknown {
  if (isEmpty(value)) return undefined;
  if (type === 'integer') return convertNumber(value);
  if (type === 'boolean') return convertSwitch(value);
  if (type === undefined || type === 'string') return value;
  if ('items' in type) return convertList(value, type.items);
  // A misuse, such as a map, is retained so that a check reports it.
  return isMembers(value) ? convertObject(value, type, retained) : value;
}

type Holder = Extract<FieldType, { readonly others: FieldType } | { readonly fields: object }>;

/**
 * Returns whether a value is a file in a field that products do not have. Top-level fields are exempt, because
 * `formProduct` selected them.
 */
const isStrayFile = (value: unknown, around: Holder, type: FieldType | undefined): boolean =>
  !type && around !== FIELDS && /File|Blob/.test(tagOf(value));

/** Returns the type of the member `name` in `FIELDS`; `undefined` if products do not have this member. */
export function memberType(holder: Holder, name: string): FieldType | undefined {
  if ('others' in holder) return holder.others;
  return Object.hasOwn(holder.fields, name) ? holder.fields[name] : undefined;
}

/** Returns whether a converted value is an unticked checkbox, or an object in which all are unticked. */
const isOff = (value: unknown): boolean =>
  value === false || (isMembers(value) && Object.values(value).every((member) => member === false));

function convertObject(value: Members, type: Holder, retained: Retained): Members | undefined {
  const members = {};
  const within = retained === 'update' && type !== FIELDS ? 'set' : retained;
  for (const [name, member] of Object.entries(value)) {
    const known = memberType(type, name);
    const held = isStrayFile(member, type, known) ? undefined : convert(member, known, within);
    if (held !== undefined) defineMember(members, name, held);
  }
  const holdsSome = Object.values(members).some((held) => retained === 'set' || !isOff(held));
  return retained === 'all' || holdsSome ? members : undefined;
}

/**
 * Parses a number. A fraction that would round to an integer, or an integer that is too large, remains text.
 */
function convertNumber(value: unknown): unknown {
  const written = typeof value === 'string' ? /^-?\d+(?:\.0+|(\.\d+))?$/.exec(value.trim()) : null;
  if (written === null) return value;
  const read = Number(value);
  return Number.isFinite(read) && Number.isInteger(read) === (written[1] === undefined) ? read : value;
}

/** Parses a checkbox. Some forms also send its unticked value, from a hidden control of the same name. */
function convertSwitch(value: unknown): unknown {
  const parts = [value].flat();
  const areSwitches =
    parts.length > 0 && parts.every((part) => typeof part === 'string' && /^\s*(on|off|true|false)\s*$/i.test(part));
  return areSwitches ? /on|true/i.test(parts.join()) : value;
}

/** Splits a value into array elements. Ids may be one text, separated by spaces, commas or semicolons. */
function elementsOf(value: unknown, type: FieldType): unknown[] | undefined {
  if (typeof value === 'string') return type === 'integer' ? value.split(/[\s,;]+/).filter(Boolean) : undefined;
  if (Array.isArray(value)) return Array.from(value);
  // A misuse, such as a set, is retained so that a check reports it.
  return isMembers(value) ? Object.values(value) : undefined;
}

/**
 * Converts an array. Empty ids at its end are removed. Other empty elements are retained, so that those after them keep
 * their index.
 */
function convertList(value: unknown, type: FieldType): unknown {
  const parts = elementsOf(value, type);
  if (parts === undefined) return value;
  if (typeof type === 'object') return parts.length > 0 ? parts.map((part) => convert(part, type, 'all') ?? {}) : value;
  const held = parts.slice(0, parts.findLastIndex((part) => !isEmpty(part)) + 1);
  return held.length > 0 ? held.map((part) => convert(part, type, 'all') ?? part ?? '') : undefined;
}

const isList = (value: unknown): value is object => Array.isArray(value) || tagOf(value) === 'Object';

/** Returns the pointers to the leaves of nested values: everything except non-empty objects and arrays. */
function leaves(values: unknown): string[] {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const rest: [path: string, value: unknown][] = [['', values]];
  const entriesOf = (value: unknown) => (isList(value) && !seen.has(value) ? Object.entries(value) : []);
  for (const [path, value] of rest) {
    const members = entriesOf(value);
    if (members.length === 0 && path !== '') found.push(path);
    if (members.length > 0) seen.add(value);
    for (const [name, member] of members) rest.push([path + pointer([name]), member]);
  }
  return found;
}

/** Returns the pointers to the product fields in a form's values. */
export const productFieldsOf = (values: unknown): string[] =>
  orElse(() => {
    const fields = isEntries(values) ? [...valuesByName(values).keys()].map(pointerOf) : leaves(membersOf(values));
    return fields.filter(isProductField);
  }, []);

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
      at = parentOf(at);
      if (nearest.has(at)) break;
      nearest.set(at, field);
    }
  }
  const own = new Set(fields);
  return (path) => {
    let shared: string | undefined;
    for (let at = path; at !== ''; at = parentOf(at)) {
      if (own.has(at)) return at;
      shared ??= nearest.get(at);
    }
    return shared ?? nearest.get('') ?? (path || DEFAULT_FIELD);
  };
}

/**
 * Sorts items by their pointer: an item at an object or array, such as `/variants`, precedes the items at fields inside
 * it; otherwise, the order is stable. Form libraries that nest messages drop the message of a field if a message of its
 * parent follows.
 */
export function groupsFirst<Item extends { readonly pointer: string }>(items: readonly Item[]): Item[] {
  const first = new Map<string, number>();
  for (const [index, { pointer }] of items.entries()) {
    for (let at = pointer; at !== '' && !first.has(at); at = parentOf(at)) first.set(at, index);
  }
  const rank = ({ pointer }: Item) => first.get(pointer) ?? 0;
  return [...items].sort((a, b) => rank(a) - rank(b) || a.pointer.length - b.pointer.length);
}
