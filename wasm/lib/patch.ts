// Applies a JSON Patch.

import type { ProductValue } from './calls.js';
import { fromInput, optionsText } from './encode.js';
import { PatchError } from './errors.js';
import { call } from './host.js';
import { isJsonText, type JsonText } from './json-text.js';
import type { PatchOperation } from './model.js';
import { unwrap } from './result.js';

/**
 * Applies the operations of a JSON Patch, such as the `fix` of a diagnostic: to JSON text, the rest of which stays
 * unchanged, or to a copy of a value.
 *
 * @throws {@link PatchError} if the text is not JSON, or an operation cannot be applied.
 * @example
 * ```js
 * import { applyPatch, jsonText } from 'renewal-rules/tools';
 *
 * const patch = [{ op: 'replace', path: '/licence_term', value: 'P1M' }];
 * console.log(applyPatch(jsonText('{ "licence_term": "p1m" }'), patch)); // { "licence_term": "P1M" }
 * ```
 */
export function applyPatch(text: JsonText, patch: readonly PatchOperation[]): string;
export function applyPatch<Given>(value: ProductValue<Given>, patch: readonly PatchOperation[]): Given;
export function applyPatch(input: unknown, patch: readonly PatchOperation[]): unknown {
  const text = unwrap(call('apply_patch', optionsText(patch), fromInput(input)), PatchError);
  return isJsonText(input) ? text : JSON.parse(text);
}
