// Opens a text that contains a product, a catalogue or a setup.

import { formatIfValid } from '../json/json-layout.js';
import { get, isObject, parseJson } from '../json/json-value.js';
import { loadTools } from '../module/load-tools.js';
import type { State } from '../state/history.js';
import { commit, select, state } from '../state/history.js';
import { products } from '../state/products.js';
import { beforeTrial } from './trial-edits.js';

/** Normalizes an opened text: NDJSON becomes an array, a setup becomes its products. */
async function normalizeText(given: string): Promise<string> {
  const value = parseJson(given);
  if (isObject(get(value, '/initiator'))) return expandSetup(given);
  if (value !== undefined) return given;
  const lines = given.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => parseJson(line) !== undefined);
  return isLines ? `[\n${lines.map((line) => `  ${line.trim()}`).join(',\n')}\n]` : given;
}

/** Converts a setup to its products. An invalid setup is returned unchanged, so that its findings are shown. */
async function expandSetup(setup: string): Promise<string> {
  const { setupProducts } = await loadTools();
  const result = setupProducts(setup);
  return result.ok ? formatIfValid(result.products) : setup;
}

/** Replaces the whole text. Selects the first product with renewal settings, unless `more.initiator` is set. */
export async function openText(given: string, more?: Partial<State>): Promise<void> {
  const text = await normalizeText(given);
  beforeTrial.clear();
  commit({ initiator: 0, product: 0, ...more, text });
  if (state.value.initiator === 0) selectFirstInitiator();
}

export function selectFirstInitiator(): void {
  const first = products.value.findIndex((product) => product.initiates);
  if (first > 0) select({ initiator: first, product: first });
}
