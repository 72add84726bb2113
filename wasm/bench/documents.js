// Input documents of the benchmarks.

import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../benches/product.json', import.meta.url), 'utf8');

/** The benchmark product. It has one warning: PMR has no effect on a free trial. */
export const warned = JSON.parse(text);
const settings = warned.renew_settings;
/** A product without diagnostics. */
export const clean = { ...warned, renew_settings: { ...settings, renew_pmr: false } };
/** A product whose fields have the right types, with three errors that involve several fields. */
export const across = {
  ...clean,
  licence_term: 'P5D',
  renew_settings: {
    ...clean.renew_settings,
    renew_ar: { enable: true, required: false },
    product_id_for_renew: [102, 103],
  },
};
/** Like `across`, with a number as `sku`. */
export const mistyped = { ...across, variants: [{ ...across.variants[0], sku: 1 }] };

/** Returns `count` products: copies of `trial`, each after its two renewals. */
export function catalogue(count, trial) {
  const priced = (price) => [{ ...warned.variants[0], price: { common: { currency: 'USD', price } } }];
  const product = (id) => {
    if (id % 3 === 0)
      return {
        id,
        ...trial,
        renew_settings: { ...trial.renew_settings, product_id_for_renew: [id - 2, id - 1, id - 1] },
      };
    const { renew_settings: _, ...renewal } = trial;
    return { id, ...renewal, licence_term: id % 3 === 1 ? 'P12M' : 'P1M', variants: priced('9.90') };
  };
  return Array.from({ length: count }, (_, at) => product(at + 1));
}
