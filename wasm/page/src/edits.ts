// What a person does to the set-up. Each is one change of the text, in which all that was not meant
// stays as it is written.

import type { Diagnostic, PatchOperation } from '../../js/model.js';
import { load } from './later.js';
import { laidOut } from './layout.js';
import type { Outline } from './model.js';
import * as module from './module.js';
import {
  boxes,
  commit,
  initiator,
  initiatorAt,
  isArray,
  look,
  options,
  pause,
  products,
  type State,
  state,
  text,
  value,
} from './state.js';
import { get, isObject, operations, parsed } from './value.js';

export const SETTINGS = '/renew_settings';
const CHAIN = `${SETTINGS}/product_id_for_renew`;

const patched = (from: string, operations: readonly PatchOperation[]): string =>
  operations.length === 0 ? from : module.change(from, operations);
const at = (from: string, path: string, leaf: unknown): string => patched(from, operations(parsed(from), path, leaf));

/** Where a product is in the text. */
export const baseOf = (index: number): string => (isArray.value ? `/${index}` : '');

/** Puts a value at a path, or takes it away where there is none. */
export function put(path: string, leaf: unknown, key?: string): void {
  commit({ text: at(text.value, path, leaf) }, key);
}

/** Makes a fix of a finding. */
export function fix({ fix = [] }: Diagnostic): void {
  pause();
  commit({ text: patched(text.value, fix) });
}

export async function fixAll(): Promise<number> {
  const tools = await load();
  pause();
  const make = (isArray.value ? tools.fixCatalogue : tools.fix) as typeof tools.fix;
  const fixed = make(text.value, options.value);
  commit({ text: fixed.text });
  return fixed.applied;
}

/** Lays the text out anew. */
export function tidy(): void {
  pause();
  commit({ text: laidOut(text.value) });
}

/** The text as an array of products. */
function asArray(): string {
  return isArray.value ? text.value : `[\n${text.value.trim()}\n]`;
}

/** The least id above 100 that no product has. */
function freeId(): number {
  const used = new Set(products.value.flatMap(({ id, renewals }) => [id, ...renewals]));
  let id = 101;
  while (used.has(id)) id += 1;
  return id;
}

/** The text with the renewals of the initiator set. Without any it renews itself: for that it gets an id, unless something else is there. */
function chained(from: string, renewals: readonly number[]): string {
  const all = parsed(from);
  const base = Array.isArray(all) ? `/${initiatorAt.value}` : '';
  let own = initiator.value?.id ?? renewals[0];
  let next = from;
  if (own === undefined && get(all, `${base}/id`) === undefined) {
    own = freeId();
    next = at(from, `${base}/id`, own);
  }
  return at(next, base + CHAIN, own && module.chain(own, renewals));
}

/** Adds a renewal: the one that is named by the chain already, or a new one at its end. */
export function addRenewal(id?: number | null): void {
  pause();
  const like = get(value.value, baseOf(initiatorAt.value));
  const fresh = id ?? freeId();
  const first = (field: string) => get(like, `/variants/0/${field}`);
  const renewal = {
    id: fresh,
    family_name: get(like, '/family_name'),
    name: get(like, '/name'),
    variants: [{ vendor_code: first('vendor_code'), price: { common: { currency: first('price/common/currency') } } }],
  };
  const renewals = initiator.value?.renewals ?? [];
  const next = chained(asArray(), id === undefined ? [...renewals, fresh] : renewals);
  const product = lengthOf(parsed(next));
  commit({
    text: module.change(next, [{ op: 'add', path: '/-', value: JSON.parse(JSON.stringify(renewal)) }]),
    product,
  });
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Takes a renewal out of the chain, and out of the text where nothing else uses it. */
export function removeRenewal(position: number): void {
  pause();
  const box = boxes.value[position];
  if (box?.id == null) return;
  const { id } = box;
  const renewals = (initiator.value?.renewals ?? []).toSpliced(position - 1, 1);
  let next = chained(text.value, renewals);
  let { initiator: from } = state.value;
  const uses = (product: Outline, index: number) =>
    product.renewals.includes(id) || (index === box.index && product.initiates);
  const isUsed = products.value.some((product, index) => index !== initiatorAt.value && uses(product, index));
  if (box.index >= 0 && !isUsed) {
    next = module.change(next, [{ op: 'remove', path: `/${box.index}` }]);
    if (box.index < from) from -= 1;
  }
  commit({ text: next, initiator: from, product: from });
}

/** Moves a renewal to another place of the chain. */
export function moveRenewal(from: number, to: number): void {
  const renewals = [...(initiator.value?.renewals ?? [])];
  if (to < 1 || to > renewals.length || from === to) return;
  renewals.splice(to - 1, 0, ...renewals.splice(from - 1, 1));
  pause();
  commit({ text: chained(text.value, renewals) });
}

/** Turns a kind of renewal on or off. Where no renewals are named yet, the product renews itself. */
export function setKind(path: string, on: boolean): void {
  pause();
  const next = at(text.value, path, on);
  const base = baseOf(initiatorAt.value);
  commit({ text: on && get(parsed(next), base + CHAIN) === undefined ? chained(next, []) : next });
}

/** What a product was before it became a free trial, so that it can become that again. */
const before = new Map<string, unknown>();

export function setTrial(on: boolean): void {
  pause();
  const base = baseOf(initiatorAt.value);
  const product = get(value.value, base);
  const key = `${initiatorAt.value} ${initiator.value?.id}`;
  if (on) {
    before.set(key, product);
    const patch = module.freeTrial(JSON.stringify(product)) ?? [];
    const moved = patch.map((operation) => ({ ...operation, path: base + operation.path }));
    commit({ text: patched(text.value, moved) });
    return;
  }
  const was = before.get(key);
  let next = at(text.value, `${base}${SETTINGS}/renew_ar`, get(was, `${SETTINGS}/renew_ar`) ?? { enable: true });
  for (let index = 0; index < lengthOf(get(product, '/variants')); index++) {
    const path = `/variants/${index}/price/common/price`;
    next = at(next, base + path, get(was, path) ?? '');
  }
  commit({ text: next });
}

/** The text that was opened: one product a line becomes an array. */
async function opened(given: string): Promise<string> {
  const value = parsed(given);
  if (isObject(get(value, '/initiator'))) return productsOf(given);
  if (value !== undefined) return given;
  const lines = given.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && lines.every((line) => parsed(line) !== undefined);
  return isLines ? `[\n${lines.map((line) => `  ${line.trim()}`).join(',\n')}\n]` : given;
}

/** The products that a description of a set-up makes; as it is where it is not understood, which is reported. */
async function productsOf(setup: string): Promise<string> {
  const { setupProducts } = await load();
  const result = setupProducts(setup);
  return result.ok ? laidOut(result.products) : setup;
}

/** Takes a whole text in the place of the one that is there, and begins with the first product that starts renewals, unless `more` says which. */
export async function take(given: string, more?: Partial<State>): Promise<void> {
  const text = await opened(given);
  before.clear();
  commit({ initiator: 0, product: 0, ...more, text });
  if (state.value.initiator === 0) begin();
}

export function begin(): void {
  const first = products.value.findIndex((product) => product.initiates);
  if (first > 0) look({ initiator: first, product: first });
}
