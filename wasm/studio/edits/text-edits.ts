// Edits of the JSON text. Each is one undoable change; the rest of the text stays the same byte for byte.

import type { Diagnostic, PatchOperation } from '../../lib/model.js';
import { formatIfValid } from '../json/json-layout.js';
import { parseJson, setOperations } from '../json/json-value.js';
import { loadTools } from '../module/load-tools.js';
import * as module from '../module/module.js';
import { commit, endUndoGroup, options, text } from '../state/history.js';
import { isArray } from '../state/products.js';

export const SETTINGS = '/renew_settings';

export const applyOperations = (from: string, operations: readonly PatchOperation[]): string =>
  operations.length === 0 ? from : module.applyPatch(from, operations);

export const setAt = (from: string, path: string, leaf: unknown): string =>
  applyOperations(from, setOperations(parseJson(from), path, leaf));

/** Sets the value at a path to `leaf`; removes the value if `leaf` is `undefined`. */
export function setValue(path: string, leaf: unknown, key?: string): void {
  commit({ text: setAt(text.value, path, leaf) }, key);
}

export function applyFix({ fix = [] }: Diagnostic): void {
  endUndoGroup();
  commit({ text: applyOperations(text.value, fix) });
}

export async function applyAllFixes(): Promise<number> {
  const tools = await loadTools();
  endUndoGroup();
  const make = (isArray.value ? tools.fixCatalogue : tools.fix) as typeof tools.fix;
  const fixed = make(text.value, options.value);
  commit({ text: fixed.text });
  return fixed.applied;
}

export function formatText(): void {
  endUndoGroup();
  commit({ text: formatIfValid(text.value) });
}
