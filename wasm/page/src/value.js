// Products as values: read by JSON Pointer, and changed by JSON Patch. What the form does not know stays.

import { names, pointer } from 'shell/pointer';

export const child = (path, name) => path + pointer([name]);
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

export function get(value, path) {
  for (const name of names(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

const isContainer = (value) => typeof value === 'object' && value !== null && !JSON.isRawJSON?.(value);

/** What people add and remove themselves; such a row stays, though nothing is in it. */
const LISTS = ['localization_values', 'variants'];

/** The operations that put a value at a path, with the objects around it; without a value, those that take it away and what it leaves empty. */
export function operations(value, path, leaf) {
  const parts = names(path);
  if (leaf === undefined) return removal(value, parts);
  let [at, depth] = [value, 0];
  while (depth < parts.length - 1 && Object.hasOwn(at, parts[depth]) && isContainer(at[parts[depth]]) && !misplaced(at[parts[depth]], parts[depth + 1])) at = at[parts[depth++]];
  const inner = parts.slice(depth + 1).reduceRight((held, name) => (/^\d+$/.test(name) ? [held] : { [name]: held }), leaf);
  const isThere = Object.hasOwn(at, parts[depth]);
  const last = Array.isArray(at) && !isThere ? '-' : parts[depth];
  return [{ op: isThere ? 'replace' : 'add', path: pointer([...parts.slice(0, depth), last]), value: inner }];
}

/** Whether a list stands where an object belongs. */
const misplaced = (held, name) => Array.isArray(held) && !/^\d+$/.test(name);

function removal(value, parts) {
  const around = [value];
  for (const name of parts) {
    const held = around.at(-1);
    if (!isContainer(held) || !Object.hasOwn(held, name)) return [];
    around.push(held[name]);
  }
  let depth = parts.length;
  while (depth > 1 && Object.keys(around[depth - 1]).length === 1 && !LISTS.includes(parts[depth - 3]) && !Array.isArray(around[depth - 2])) depth -= 1;
  return [{ op: 'remove', path: pointer(parts.slice(0, depth)) }];
}
