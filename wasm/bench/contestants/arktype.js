import * as arktype from 'arktype';

import { amount, locale, maxId, term } from '../rules.js';

export const name = 'ArkType';
export const library = 'arktype';

/** @type {any} ArkType infers types only in strict mode, which is off here. */
const type = arktype.type;
const ids = type(`1 <= number.integer <= ${maxId}`).array();
const comments = type({ 'comment_for_product_for_AR?': 'string', 'comment_for_product_for_MR?': 'string' });
const schema = type({
  'id?': `1 <= number.integer <= ${maxId}`,
  'family_name?': 'string',
  'name?': 'string',
  'license_type?': 'string',
  'licence_term?': term,
  'renew_settings?': {
    'product_id_for_renew?': ids,
    'renew_ar?': { 'enable?': 'boolean', 'required?': 'boolean' },
    'renew_pmr?': 'boolean',
    'renew_email?': 'boolean',
  },
  'localization_values?': { [`[/${locale.source}/]`]: comments, '+': 'reject' },
  'variants?': type({
    vendor_code: 'string',
    sku: 'string',
    'sku_ar?': 'string',
    price: { common: { currency: 'string', price: amount } },
  }).array(),
});

export function errors(value) {
  const result = schema(value);
  return result instanceof type.errors ? result.length : 0;
}
