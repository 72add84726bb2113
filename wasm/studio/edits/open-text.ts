// Opens a text that contains a product, a catalogue or a setup.

import { formatIfValid } from '../json/json-layout.js';
import { get, isObject, parseJson } from '../json/json-value.js';
import { loadTools } from '../module/load-tools.js';
import type { State } from '../state/history.js';
import { commit, select, state } from '../state/history.js';
import { products } from '../state/products.js';
import { beforeTrial } from './renewal-edits.js';

export const isSetup = (text: string): boolean => isObject(get(parseJson(text), '/initiator'));

/** Normalizes an opened text: NDJSON becomes an array, a valid setup becomes its products. */
async function normalizeText(given: string): Promise<string> {
  if (isSetup(given)) {
    const { setupProducts } = await loadTools();
    const { value } = setupProducts(given);
    return value === undefined ? given : formatIfValid(value.products);
  }
  if (parseJson(given) !== undefined) return given;
  const lines = given.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => parseJson(line) !== undefined);
  return isLines ? `[\n${lines.map((line) => `  ${line.trim()}`).join(',\n')}\n]` : given;
}

/** Replaces the whole text. Selects the first product with renewal settings, unless `more.initiator` is set. */
export async function openText(given: string, more?: Partial<State>): Promise<void> {
  const text = await normalizeText(given);
  beforeTrial.clear();
  commit({ initiator: 0, product: 0, ...more, text });
  selectFirstInitiator();
}

/** Selects the first product with renewal settings, unless another than the first product is selected. */
export function selectFirstInitiator(): void {
  const first = products.value.findIndex((product) => product.initiates);
  if (state.value.initiator === 0 && first > 0) select({ initiator: first, product: first });
}
