import * as z from 'zod';

import { amount, locale, maxId, reportProblems, term } from '../rules.js';

export const name = 'Zod';
export const coverage = 'types, ids, formats; functions in a check of the product, skipped if a type is wrong';

const id = z.int().min(1).max(maxId);
const common = z.looseObject({ currency: z.string(), price: z.string().regex(amount) });
const schema = z
  .looseObject({
    id: id.optional(),
    family_name: z.string().optional(),
    name: z.string().optional(),
    license_type: z.string().optional(),
    licence_term: z.string().regex(term).optional(),
    renew_settings: z
      .looseObject({
        product_id_for_renew: z.array(id).optional(),
        renew_ar: z.looseObject({ enable: z.boolean().optional(), required: z.boolean().optional() }).optional(),
        renew_pmr: z.boolean().optional(),
        renew_email: z.boolean().optional(),
      })
      .optional(),
    localization_values: z
      .record(
        z.string().regex(locale),
        z.looseObject({
          comment_for_product_for_AR: z.string().optional(),
          comment_for_product_for_MR: z.string().optional(),
        }),
      )
      .optional(),
    variants: z
      .array(
        z.looseObject({
          vendor_code: z.string(),
          sku: z.string(),
          sku_ar: z.string().optional(),
          price: z.looseObject({ common }),
        }),
      )
      .optional(),
  })
  .check((context) =>
    reportProblems(context.value, (path, message) =>
      context.issues.push({ code: 'custom', input: context.value, path, message }),
    ),
  );

export function problems(value) {
  const result = schema.safeParse(value);
  return result.success ? 0 : result.error.issues.length;
}
