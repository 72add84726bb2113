// Reads parsed products by JSON Pointer and builds JSON Patch operations. Unknown fields are preserved.

import type { PatchOperation } from '../../lib/model.js';
import { names, pointer } from '../../lib/pointer.js';

// Preserves numbers that a double cannot represent. Older engines lack these functions.
const { isRawJSON, rawJSON } = JSON as { isRawJSON?(value: unknown): boolean; rawJSON?(text: string): unknown };

export const childPointer = (path: string, name: string): string => path + pointer([name]);

type Container = { [name: string]: unknown };

/** Returns whether a value is an object or an array. */
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !isRawJSON?.(value);

export const isObject = (value: unknown): value is Container => isContainer(value) && !Array.isArray(value);

/** Reviver that preserves the digits of a number that a double would change, if the engine supports this. */
const keepNumberSource = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source && rawJSON ? rawJSON(source) : value;

/**
 * Matches the start of a number whose digits `JSON.parse` may not preserve. One scan of the text is faster than calling
 * a reviver for each value.
 */
const INEXACT = /(^|[:,[\s])(-0|-?(\d+[.eE]|\d{16}))/;

/** Parses JSON; returns `undefined` if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return INEXACT.test(text) ? parseExactly(text, value) : value;
  } catch {
    return undefined;
  }
}

/** Parses JSON with the digits of numbers preserved. Returns `value` if the nesting is too deep for a reviver. */
function parseExactly(text: string, value: unknown): unknown {
  try {
    return JSON.parse(text, keepNumberSource);
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

/** Fields to which the user adds entries: an entry remains when its last member is removed. */
const NEVER_PRUNED = ['localization_values', 'variants'];

/**
 * Returns the patch that sets the value at a path and creates missing containers. If `leaf` is `undefined`, the patch
 * removes the value and the containers that become empty.
 */
export function setOperations(value: unknown, path: string, leaf: unknown): PatchOperation[] {
  const parts = names(path);
  if (leaf === undefined) return removeOperations(value, parts);
  const around = containersAlong(value, parts);
  const depth = Math.max(around.length - 1, 0);
  const [at, own = ''] = [around.at(-1), parts[depth]];
  const inner = parts.slice(depth + 1).reduceRight((held, name) => (isIndex(name) ? [held] : { [name]: held }), leaf);
  const isThere = at !== undefined && Object.hasOwn(at, own);
  const last = Array.isArray(at) && !isThere ? '-' : own;
  return [{ op: isThere ? 'replace' : 'add', path: pointer([...parts.slice(0, depth), last]), value: inner }];
}

const isIndex = (name: string | undefined): boolean => name !== undefined && /^\d+$/.test(name);

/**
 * Returns the containers along a path, outermost first, up to the first that is missing or of the wrong type
 * (such as an array before a member name).
 */
function containersAlong(value: unknown, parts: readonly string[]): Container[] {
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

function removeOperations(value: unknown, parts: readonly string[]): PatchOperation[] {
  const around = containersAlong(value, parts);
  const innermost = around[parts.length - 1];
  if (innermost === undefined || !Object.hasOwn(innermost, parts.at(-1) ?? '')) return [];
  const isEmptied = (depth: number): boolean =>
    Object.keys(around[depth - 1] ?? {}).length === 1 &&
    !NEVER_PRUNED.includes(parts[depth - 3] ?? '') &&
    !Array.isArray(around[depth - 2]);
  let depth = parts.length;
  while (depth > 1 && isEmptied(depth)) depth -= 1;
  return [{ op: 'remove', path: pointer(parts.slice(0, depth)) }];
}
