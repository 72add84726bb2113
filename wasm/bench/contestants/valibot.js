import {
  array,
  boolean,
  integer,
  maxValue,
  minValue,
  number,
  object,
  optional,
  pipe,
  record,
  regex,
  safeParse,
  string,
} from 'valibot';

import { amount, locale, maxId, term } from '../rules.js';

export const name = 'Valibot';
export const library = 'valibot';

const id = pipe(number(), integer(), minValue(1), maxValue(maxId));
const common = object({ currency: string(), price: pipe(string(), regex(amount)) });
const schema = object({
  id: optional(id),
  family_name: optional(string()),
  name: optional(string()),
  license_type: optional(string()),
  licence_term: optional(pipe(string(), regex(term))),
  renew_settings: optional(
    object({
      product_id_for_renew: optional(array(id)),
      renew_ar: optional(object({ enable: optional(boolean()), required: optional(boolean()) })),
      renew_pmr: optional(boolean()),
      renew_email: optional(boolean()),
    }),
  ),
  localization_values: optional(
    record(
      pipe(string(), regex(locale)),
      object({ comment_for_product_for_AR: optional(string()), comment_for_product_for_MR: optional(string()) }),
    ),
  ),
  variants: optional(
    array(
      object({
        vendor_code: string(),
        sku: string(),
        sku_ar: optional(string()),
        price: object({ common }),
      }),
    ),
  ),
});

export function errors(value) {
  const result = safeParse(schema, value);
  return result.success ? 0 : result.issues.length;
}
