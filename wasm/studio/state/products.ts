// Products in the text: their outlines, the selected product, and the shown chain.

import { computed } from '@preact/signals';
import { parseJson } from '../json/json.js';
import { t } from '../language/language.js';
import type { Outline } from '../module/model.js';
import { outline } from '../module/module.js';
import { settledState, settledText } from './history.js';

export const value = computed(() => parseJson(settledText.value));
export const isArray = computed(() => Array.isArray(value.value));

/** Outlines of the products; none if the text cannot be read. */
export const products = computed(() => outline(settledText.value).value?.products ?? []);

/** Products that can be selected as initiators: those with renewal settings, and those that are no renewal. */
export const initiators = computed(() => {
  const renewals = new Set(products.value.flatMap((product) => product.renewals));
  return products.value
    .map((product, index) => ({ ...product, index }))
    .filter(({ id, initiates }) => initiates || id === null || !renewals.has(id));
});

const clampIndex = (index: number): number => Math.max(0, Math.min(index, products.value.length - 1));

export const initiatorAt = computed(() => clampIndex(settledState.value.initiator));
export const productAt = computed(() => clampIndex(settledState.value.product));
export const initiator = computed(() => products.value[initiatorAt.value]);

/** A product of the shown chain. `index` is its index in the text, -1 if the text does not contain it. */
export interface ChainProduct extends Partial<Outline> {
  readonly id: number | null;
  readonly index: number;
}

/** The shown chain: the initiator, then its renewals. */
export const chainProducts = computed((): ChainProduct[] => {
  const first = initiator.value;
  if (first === undefined) return [];
  const renewals = first.renewals.map((id): ChainProduct => {
    const index = products.value.findIndex((product) => product.id === id);
    return { id, ...products.value[index], index };
  });
  return [{ ...first, index: initiatorAt.value }, ...renewals];
});

export const letter = (position: number): string =>
  position < 26 ? String.fromCharCode(65 + position) : String(position + 1);

export const nameOf = (box: Partial<Outline> | undefined): string =>
  box?.name || (box?.id ? t('product-id', { id: box.id }) : t('unnamed'));

export const productPointer = (index: number): string => (isArray.value ? `/${index}` : '');
