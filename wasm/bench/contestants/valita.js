import * as v from '@badrap/valita';

import { amount, locale, maxId, term } from '../rules.js';

export const name = 'valita';
export const library = '@badrap/valita';

const id = v.number().assert((value) => Number.isInteger(value) && value >= 1 && value <= maxId);
const text = (pattern) => v.string().assert((value) => pattern.test(value));
const comments = v.object({
  comment_for_product_for_AR: v.string().optional(),
  comment_for_product_for_MR: v.string().optional(),
});
const schema = v.object({
  id: id.optional(),
  family_name: v.string().optional(),
  name: v.string().optional(),
  license_type: v.string().optional(),
  licence_term: text(term).optional(),
  renew_settings: v
    .object({
      product_id_for_renew: v.array(id).optional(),
      renew_ar: v.object({ enable: v.boolean().optional(), required: v.boolean().optional() }).optional(),
      renew_pmr: v.boolean().optional(),
      renew_email: v.boolean().optional(),
    })
    .optional(),
  localization_values: v
    .record(comments)
    .assert((value) => Object.keys(value).every((name) => locale.test(name)))
    .optional(),
  variants: v
    .array(
      v.object({
        vendor_code: v.string(),
        sku: v.string(),
        sku_ar: v.string().optional(),
        price: v.object({ common: v.object({ currency: v.string(), price: text(amount) }) }),
      }),
    )
    .optional(),
});

/** Accepts unknown fields, so that the library does not copy the product. */
const OPTIONS = /** @type {const} */ ({ mode: 'passthrough' });

export function errors(value) {
  const result = schema.try(value, OPTIONS);
  return result.ok === true ? 0 : result.issues.length;
}
