import * as z from 'zod';

import { amount, locale, maxId, term } from '../rules.js';

export const name = 'Zod';
export const library = 'zod';

const id = z.int().min(1).max(maxId);
const common = z.object({ currency: z.string(), price: z.string().regex(amount) });
const schema = z.object({
  id: id.optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
  license_type: z.string().optional(),
  licence_term: z.string().regex(term).optional(),
  renew_settings: z
    .object({
      product_id_for_renew: z.array(id).optional(),
      renew_ar: z.object({ enable: z.boolean().optional(), required: z.boolean().optional() }).optional(),
      renew_pmr: z.boolean().optional(),
      renew_email: z.boolean().optional(),
    })
    .optional(),
  localization_values: z
    .record(
      z.string().regex(locale),
      z.object({
        comment_for_product_for_AR: z.string().optional(),
        comment_for_product_for_MR: z.string().optional(),
      }),
    )
    .optional(),
  variants: z
    .array(
      z.object({
        vendor_code: z.string(),
        sku: z.string(),
        sku_ar: z.string().optional(),
        price: z.object({ common }),
      }),
    )
    .optional(),
});

export function errors(value) {
  const result = schema.safeParse(value);
  return result.success ? 0 : result.error.issues.length;
}
