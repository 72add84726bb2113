// Edits of the chain: add, remove and move renewals.

import { get, parseJson } from '../json/json-value.js';
import type { Outline } from '../module/model.js';
import * as module from '../module/module.js';
import { commit, endUndoGroup, state, text } from '../state/history.js';
import { chainProducts, initiator, initiatorAt, isArray, productPointer, products, value } from '../state/products.js';
import { SETTINGS, setAt } from './text-edits.js';

const CHAIN = `${SETTINGS}/product_id_for_renew`;

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
 * Returns the text with the renewals of the initiator replaced. If `renewals` is empty, the initiator renews itself and
 * therefore needs an id: a missing id is added; an invalid id is not changed.
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

/** Adds a renewal: the product with an id that the chain already lists, or a new product at the end of the chain. */
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

export const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Removes a renewal from the chain, and its product from the text unless another product refers to it. */
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

/** Turns a renewal kind on or off. If the chain is missing, sets one in which the product renews itself. */
export function setKind(path: string, on: boolean): void {
  endUndoGroup();
  const next = setAt(text.value, path, on);
  const base = productPointer(initiatorAt.value);
  commit({ text: on && get(parseJson(next), base + CHAIN) === undefined ? withRenewals(next, []) : next });
}
