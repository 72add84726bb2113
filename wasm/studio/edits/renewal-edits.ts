// Edits of the renewal settings: the chain, the renewal kinds, and the free trial.

import { get, parseJson } from '../json/json.js';
import * as module from '../module/module.js';
import { commit, endUndoGroup, state, text } from '../state/history.js';
import { chainProducts, initiator, initiatorAt, isArray, productPointer, products, value } from '../state/products.js';
import { applyOperations, setAt } from './text-edits.js';

export const SETTINGS = '/renew_settings';

const CHAIN = `${SETTINGS}/product_id_for_renew`;

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

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
  const catalogue = isArray.value ? text.value : `[\n${text.value.trim()}\n]`;
  const next = withRenewals(catalogue, id === undefined ? [...renewals, fresh] : renewals);
  const product = lengthOf(parseJson(next));
  commit({ text: setAt(next, `/${product}`, renewal), product });
}

/** Removes a renewal from the chain, and its product from the text unless another product refers to it. */
export function removeRenewal(position: number): void {
  endUndoGroup();
  const box = chainProducts.value[position];
  if (box?.id == null) return;
  const { id, index } = box;
  const next = withRenewals(text.value, (initiator.value?.renewals ?? []).toSpliced(position - 1, 1));
  const { initiator: from } = state.value;
  const isUsed = products.value.some(
    ({ renewals, initiates }, at) => at !== initiatorAt.value && (renewals.includes(id) || (at === index && initiates)),
  );
  const isRemoved = index >= 0 && !isUsed;
  const product = isRemoved && index < from ? from - 1 : from;
  commit({ text: isRemoved ? setAt(next, `/${index}`, undefined) : next, initiator: product, product });
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

/** Products before the free-trial switch was turned on: turning it off restores their prices and settings. */
export const beforeTrial = new Map<string, unknown>();

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
