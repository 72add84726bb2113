// Edits of the JSON text. Each is one undoable change; the rest of the text stays the same byte for byte.

import type { Diagnostic, PatchOperation } from '../../lib/model.js';
import { formatIfValid, parseJson, setOperations } from '../json/json.js';
import { loadTools } from '../module/load-tools.js';
import { applyPatch } from '../module/module.js';
import { commit, endUndoGroup, options, text } from '../state/history.js';
import { isArray } from '../state/products.js';

export const applyOperations = (from: string, operations: readonly PatchOperation[]): string =>
  operations.length === 0 ? from : applyPatch(from, operations);

export const setAt = (from: string, path: string, leaf: unknown): string =>
  applyOperations(from, setOperations(parseJson(from), path, leaf));

/** Sets the value at a path to `leaf`; removes the value if `leaf` is `undefined`. */
export const setValue = (path: string, leaf: unknown, key?: string): void =>
  commit({ text: setAt(text.value, path, leaf) }, key);

export const applyFix = ({ fix = [] }: Diagnostic): void => commit({ text: applyOperations(text.value, fix) });

/** Applies all safe fixes and returns their number. */
export async function applyAllFixes(): Promise<number> {
  const tools = await loadTools();
  endUndoGroup();
  const fixed = tools.fixAll(text.value, isArray.value, options.value);
  commit({ text: fixed.text });
  return fixed.applied;
}

export const formatText = (): void => commit({ text: formatIfValid(text.value) });

const LINE_END = /\r\n?|\n/g;

/**
 * Commits an edited text with its original line endings, because browsers and the editor normalize them to LF. A new
 * line gets CRLF if all lines have it, otherwise LF.
 */
export function commitTyped(next: string): void {
  const ends = text.value.match(LINE_END) ?? [];
  const fresh = ends.length > 0 && ends.every((end) => end === '\r\n') ? '\r\n' : '\n';
  const [before, after] = [text.value.split(LINE_END), next.split('\n')];
  const fewer = before.length - after.length;
  let same = 0;
  while (same < ends.length && before[same] === after[same]) same += 1;
  const end = (index: number) => (index < same ? ends[index] : index + fewer >= same && ends[index + fewer]) || fresh;
  commit({ text: after.reduce((all, line, index) => all + end(index - 1) + line) }, 'json');
}
