// Parses, edits and formats JSON without changing the digits of numbers or dropping members.

import type { PatchOperation } from '../../lib/model.js';
import { names, parentOf, pointer } from '../../lib/pointer.js';
import { orElse } from '../../lib/result.js';

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

const tryParse = (text: string, reviver?: typeof keepNumberSource): unknown =>
  orElse(() => JSON.parse(text, reviver), undefined);

/**
 * Parses JSON; returns `undefined` if it is invalid. If the nesting is too deep for a reviver, inexact numbers are
 * rounded.
 */
export const parseJson = (text: string): unknown =>
  (INEXACT.test(text) ? tryParse(text, keepNumberSource) : undefined) ?? tryParse(text);

export function get(value: unknown, path: string): unknown {
  let current = value;
  for (const name of names(path)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Container)[name];
  }
  return current;
}

/** Fields to which the user adds entries: an entry remains when its last member is removed. */
const NEVER_PRUNED = ['localization_values', 'variants'];

/** Returns whether a container is removed with its last member; the elements of an array are not. */
const isPruned = (value: unknown, path: string): boolean =>
  path !== '' && !Array.isArray(get(value, parentOf(path))) && !NEVER_PRUNED.includes(names(path).at(-2) ?? '');

function removeOperations(value: unknown, path: string): PatchOperation[] {
  const parent = parentOf(path);
  const container = get(value, parent);
  if (!isContainer(container) || !Object.hasOwn(container, names(path).at(-1) ?? '')) return [];
  const isEmptied = Object.keys(container).length === 1 && isPruned(value, parent);
  return isEmptied ? removeOperations(value, parent) : [{ op: 'remove', path }];
}

/**
 * Returns the patch that sets the value at a path and creates missing containers. If `leaf` is `undefined`, the patch
 * removes the value and the containers that become empty.
 */
export function setOperations(value: unknown, path: string, leaf: unknown): PatchOperation[] {
  if (leaf === undefined) return removeOperations(value, path);
  const parent = parentOf(path);
  const container = get(value, parent);
  const name = names(path).at(-1) ?? '';
  if (isContainer(container) && Object.hasOwn(container, name)) return [{ op: 'replace', path, value: leaf }];
  const isIndex = /^\d+$/.test(name);
  const fits = Array.isArray(container) ? isIndex : isContainer(container);
  if (fits || parent === '') return [{ op: 'add', path: Array.isArray(container) ? `${parent}/-` : path, value: leaf }];
  return setOperations(value, parent, isIndex ? [leaf] : { [name]: leaf });
}

/** Matches one token: a string, an empty container, punctuation, or white space. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g;

/** Tokens before or after which a line break is inserted. */
const BREAKING = '[]{},';

/** Maximum depth that is indented: without it, the size of deeply nested input would grow quadratically. */
const MAX_INDENT_DEPTH = 100;

/** Formats JSON, or text close to JSON such as a body with unquoted placeholders. */
export function formatJson(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT_DEPTH))}`;
  return text.replaceAll(TOKENS, (part) => {
    if (part.length > 1 || !BREAKING.includes(part)) return formatInline(part);
    if ('[{'.includes(part)) depth += 1;
    if (!']}'.includes(part)) return part + line();
    depth -= 1;
    return line() + part;
  });
}

/** Formats a token at which no line breaks: a string, white space, an empty container, or a colon. */
function formatInline(token: string): string {
  if (token[0] === '"') return token;
  if (token === ':') return ': ';
  return token.trim() === '' ? '' : `${token[0]}${token.at(-1)}`;
}

export const formatIfValid = (text: string): string => (parseJson(text) === undefined ? text : formatJson(text));
