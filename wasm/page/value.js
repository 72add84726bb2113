// A product as a value: fields read and written by JSON Pointer. What the form does not know stays.

export const names = (path) => path.split('/').slice(1).map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
export const child = (path, name) => `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
export const parent = (path) => path.slice(0, path.lastIndexOf('/'));
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON?.(value);

/** A number as it is written, where a number of JavaScript would be another one and the engine offers it. */
const exact = (_, value, { source } = {}) =>
  typeof value === 'number' && source !== undefined && String(value) !== source && JSON.rawJSON ? JSON.rawJSON(source) : value;

/** How a number may begin that is another one in JavaScript, or is written otherwise. To look for one is quicker than to read each. */
const INEXACT = /(^|[:,[\s])(-0|-?(\d+[.eE]|\d{16}))/;

/** The value, `undefined` where the text is not JSON. */
export function parsed(text) {
  try {
    const value = JSON.parse(text);
    return INEXACT.test(text) ? exactly(text, value) : value;
  } catch {
    return undefined;
  }
}

/** The value with its numbers as they are written; as it is where there are more levels than the engine can go down. */
function exactly(text, value) {
  try {
    return JSON.parse(text, exact);
  } catch {
    return value;
  }
}

/** The text laid out, or as it is where it is not JSON. */
export const laidOut = (text) => JSON.stringify(parsed(text), null, 2) ?? text;

export function get(value, path) {
  for (const name of names(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** What people add and remove themselves; such a row stays, though nothing is in it. */
const LISTS = ['localization_values', 'variants'];

/** A copy with the leaf at the path; without it where the leaf is `undefined`. New names stand in the given order. */
export const set = (value, path, leaf, order) => put(value, names(path), leaf, order) ?? {};

function put(value, [name, ...rest], leaf, order, isRow = false) {
  if (name === undefined) return leaf;
  const held = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  let inner = put(held ? value[name] : undefined, rest, leaf, order, LISTS.includes(name));
  if (isRow && rest.length > 0) inner ??= {};
  if (Array.isArray(value) && held) return inner === undefined ? emptied(value.toSpliced(name, 1)) : value.with(name, inner);
  const entries = isObject(value) ? Object.entries(value) : [];
  if (inner === undefined) return emptied(Object.fromEntries(entries.filter(([key]) => key !== name)));
  if (held) return Object.fromEntries(entries.map(([key, was]) => [key, key === name ? inner : was]));
  const before = entries.findIndex(([key]) => order.includes(name) && order.lastIndexOf(key) > order.lastIndexOf(name));
  return Object.fromEntries(entries.toSpliced(before < 0 ? entries.length : before, 0, [name, inner]));
}

/** What has nothing in it is not sent at all. */
const emptied = (value) => (Object.keys(value).length === 0 ? undefined : value);

/** A copy of an object in which one name is another. */
export const rename = (object, from, to) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
