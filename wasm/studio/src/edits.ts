// Editing operations of the studio. Each is one undoable change of the JSON text that leaves everything else in it byte
// for byte as it was.

import type { Diagnostic, PatchOperation } from '../../lib/model.js';
import { formatIfValid } from './layout.js';
import { loadTools } from './lazy.js';
import type { Outline } from './model.js';
import * as module from './module.js';
import {
  chainProducts,
  commit,
  endUndoGroup,
  initiator,
  initiatorAt,
  isArray,
  options,
  products,
  type State,
  select,
  state,
  text,
  value,
} from './state.js';
import { get, isObject, parseJson, setOperations } from './value.js';

export const SETTINGS = '/renew_settings';
const CHAIN = `${SETTINGS}/product_id_for_renew`;

const applyOperations = (from: string, operations: readonly PatchOperation[]): string =>
  operations.length === 0 ? from : module.applyPatch(from, operations);
const setAt = (from: string, path: string, leaf: unknown): string =>
  applyOperations(from, setOperations(parseJson(from), path, leaf));

/** Returns the JSON Pointer of a product in the text. */
export const productPointer = (index: number): string => (isArray.value ? `/${index}` : '');

/** Sets the value at a path, or removes it if `leaf` is `undefined`. */
export function setValue(path: string, leaf: unknown, key?: string): void {
  commit({ text: setAt(text.value, path, leaf) }, key);
}

/** Applies the fix of a finding. */
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

/** Reformats the text. */
export function formatText(): void {
  endUndoGroup();
  commit({ text: formatIfValid(text.value) });
}

/** Returns the text as an array of products: wraps a single product in brackets. */
function toCatalogueText(): string {
  return isArray.value ? text.value : `[\n${text.value.trim()}\n]`;
}

/** Returns the smallest unused id above 100. */
function freeId(): number {
  const used = new Set(products.value.flatMap(({ id, renewals }) => [id, ...renewals]));
  let id = 101;
  while (used.has(id)) id += 1;
  return id;
}

/**
 * Returns the text with the renewals of the initiator set. Without renewals the product renews itself, which
 * needs an id: a missing id is added, an invalid one is left alone.
 */
function withRenewals(from: string, renewals: readonly number[]): string {
  const all = parseJson(from);
  const base = Array.isArray(all) ? `/${initiatorAt.value}` : '';
  let own = initiator.value?.id ?? renewals[0];
  let next = from;
  if (own === undefined && get(all, `${base}/id`) === undefined) {
    own = freeId();
    next = setAt(from, `${base}/id`, own);
  }
  return setAt(next, base + CHAIN, own && module.buildChain(own, renewals));
}

/**
 * Adds a renewal: the product of an id that the chain already lists, or a new product at the end of the
 * chain.
 */
export function addRenewal(id?: number | null): void {
  endUndoGroup();
  const like = get(value.value, productPointer(initiatorAt.value));
  const fresh = id ?? freeId();
  const first = (field: string) => get(like, `/variants/0/${field}`);
  const renewal = {
    id: fresh,
    family_name: get(like, '/family_name'),
    name: get(like, '/name'),
    variants: [{ vendor_code: first('vendor_code'), price: { common: { currency: first('price/common/currency') } } }],
  };
  const renewals = initiator.value?.renewals ?? [];
  const next = withRenewals(toCatalogueText(), id === undefined ? [...renewals, fresh] : renewals);
  const product = lengthOf(parseJson(next));
  commit({
    text: module.applyPatch(next, [{ op: 'add', path: '/-', value: JSON.parse(JSON.stringify(renewal)) }]),
    product,
  });
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Removes a renewal from the chain, and its product from the text if nothing else uses it. */
export function removeRenewal(position: number): void {
  endUndoGroup();
  const box = chainProducts.value[position];
  if (box?.id == null) return;
  const { id } = box;
  const renewals = (initiator.value?.renewals ?? []).toSpliced(position - 1, 1);
  let next = withRenewals(text.value, renewals);
  let { initiator: from } = state.value;
  const uses = (product: Outline, index: number) =>
    product.renewals.includes(id) || (index === box.index && product.initiates);
  const isUsed = products.value.some((product, index) => index !== initiatorAt.value && uses(product, index));
  if (box.index >= 0 && !isUsed) {
    next = module.applyPatch(next, [{ op: 'remove', path: `/${box.index}` }]);
    if (box.index < from) from -= 1;
  }
  commit({ text: next, initiator: from, product: from });
}

export function moveRenewal(from: number, to: number): void {
  const renewals = [...(initiator.value?.renewals ?? [])];
  if (to < 1 || to > renewals.length || from === to) return;
  renewals.splice(to - 1, 0, ...renewals.splice(from - 1, 1));
  endUndoGroup();
  commit({ text: withRenewals(text.value, renewals) });
}

/** Turns a renewal kind on or off. If the chain is not set yet, the product is made to renew itself. */
export function setKind(path: string, on: boolean): void {
  endUndoGroup();
  const next = setAt(text.value, path, on);
  const base = productPointer(initiatorAt.value);
  commit({ text: on && get(parseJson(next), base + CHAIN) === undefined ? withRenewals(next, []) : next });
}

/**
 * Products as they were before the free-trial switch was turned on, to restore prices and settings when it is
 * turned off.
 */
const beforeTrial = new Map<string, unknown>();

export function setTrial(on: boolean): void {
  endUndoGroup();
  const base = productPointer(initiatorAt.value);
  const product = get(value.value, base);
  const key = `${initiatorAt.value} ${initiator.value?.id}`;
  if (on) {
    beforeTrial.set(key, product);
    const patch = module.freeTrialPatch(JSON.stringify(product)) ?? [];
    const moved = patch.map((operation) => ({ ...operation, path: base + operation.path }));
    commit({ text: applyOperations(text.value, moved) });
    return;
  }
  const was = beforeTrial.get(key);
  let next = setAt(text.value, `${base}${SETTINGS}/renew_ar`, get(was, `${SETTINGS}/renew_ar`) ?? { enable: true });
  for (let index = 0; index < lengthOf(get(product, '/variants')); index++) {
    const path = `/variants/${index}/price/common/price`;
    next = setAt(next, base + path, get(was, path) ?? '');
  }
  commit({ text: next });
}

/** Normalizes opened text: NDJSON becomes an array, a setup description becomes its products. */
async function normalizeText(given: string): Promise<string> {
  const value = parseJson(given);
  if (isObject(get(value, '/initiator'))) return expandSetup(given);
  if (value !== undefined) return given;
  const lines = given.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => parseJson(line) !== undefined);
  return isLines ? `[\n${lines.map((line) => `  ${line.trim()}`).join(',\n')}\n]` : given;
}

/**
 * Expands a setup description to its products; an invalid one is returned unchanged, and its findings are
 * reported.
 */
async function expandSetup(setup: string): Promise<string> {
  const { setupProducts } = await loadTools();
  const result = setupProducts(setup);
  return result.ok ? formatIfValid(result.products) : setup;
}

/**
 * Replaces the whole text and selects the first product with renewal settings, unless `more` selects another
 * one.
 */
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
