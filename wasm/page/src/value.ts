// Products as values: read by JSON Pointer, and changed by JSON Patch. What the form does not know stays.

import type { PatchOperation } from '../../js/model.js';
import { names, pointer } from '../../js/pointer.js';

// What newer engines have for numbers that JavaScript would change.
const { isRawJSON, rawJSON } = JSON as { isRawJSON?(value: unknown): boolean; rawJSON?(text: string): unknown };

export const child = (path: string, name: string): string => path + pointer([name]);

type Container = { [name: string]: unknown };

/** Whether it is an object or an array. */
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !isRawJSON?.(value);
export const isObject = (value: unknown): value is Container => isContainer(value) && !Array.isArray(value);

/** A number as it is written, where a number of JavaScript would be another one and the engine offers it. */
const exact = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source && rawJSON ? rawJSON(source) : value;

/** How a number may begin that is another one in JavaScript, or is written otherwise. To look for one is quicker than to read each. */
const INEXACT = /(^|[:,[\s])(-0|-?(\d+[.eE]|\d{16}))/;

/** The value, `undefined` where the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return INEXACT.test(text) ? exactly(text, value) : value;
  } catch {
    return undefined;
  }
}

/** The value with its numbers as they are written; as it is where there are more levels than the engine can go down. */
function exactly(text: string, value: unknown): unknown {
  try {
    return JSON.parse(text, exact);
  } catch {
    return value;
  }
}

export function get(value: unknown, path: string): unknown {
  let held = value;
  for (const name of names(path)) {
    if (typeof held !== 'object' || held === null || !Object.hasOwn(held, name)) return undefined;
    held = (held as Container)[name];
  }
  return held;
}

/** What people add and remove themselves; such a row stays, though nothing is in it. */
const LISTS = ['localization_values', 'variants'];

/** The operations that put a value at a path, with the objects around it; without a value, those that take it away and what it leaves empty. */
export function operations(value: unknown, path: string, leaf: unknown): PatchOperation[] {
  const parts = names(path);
  if (leaf === undefined) return removal(value, parts);
  const around = containers(value, parts);
  const depth = Math.max(around.length - 1, 0);
  const [at, own = ''] = [around.at(-1), parts[depth]];
  const inner = parts.slice(depth + 1).reduceRight((held, name) => (isIndex(name) ? [held] : { [name]: held }), leaf);
  const isThere = at !== undefined && Object.hasOwn(at, own);
  const last = Array.isArray(at) && !isThere ? '-' : own;
  return [{ op: isThere ? 'replace' : 'add', path: pointer([...parts.slice(0, depth), last]), value: inner }];
}

const isIndex = (name: string | undefined): boolean => name !== undefined && /^\d+$/.test(name);

/** What holds the parts of a path, from the outside in, as far as each is what belongs there: no list where an object does. */
function containers(value: unknown, parts: readonly string[]): Container[] {
  const around: Container[] = [];
  for (let held = value; isContainer(held) && around.length < parts.length; ) {
    const depth = around.length;
    if (depth > 0 && Array.isArray(held) && !isIndex(parts[depth])) break;
    around.push(held);
    const name = parts[depth] ?? '';
    held = Object.hasOwn(held, name) ? held[name] : undefined;
  }
  return around;
}

function removal(value: unknown, parts: readonly string[]): PatchOperation[] {
  const around = [value];
  for (const name of parts) {
    const held = around.at(-1);
    if (!isContainer(held) || !Object.hasOwn(held, name)) return [];
    around.push(held[name]);
  }
  const isEmptied = (depth: number): boolean =>
    Object.keys(around[depth - 1] ?? {}).length === 1 &&
    !LISTS.includes(parts[depth - 3] ?? '') &&
    !Array.isArray(around[depth - 2]);
  let depth = parts.length;
  while (depth > 1 && isEmptied(depth)) depth -= 1;
  return [{ op: 'remove', path: pointer(parts.slice(0, depth)) }];
}
