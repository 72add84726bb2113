import * as arktype from 'arktype';

import { amount, judge, locale, maxId, term } from '../rules.js';

export const name = 'ArkType';
export const says =
  'types, ids, forms; the functions in a narrowing of the whole, which is passed over where a type is wrong';

/** @type {any} Its types need strict ones around it. */
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
}).narrow((product, context) => {
  let isRight = true;
  judge(product, (path, message) => {
    isRight = false;
    context.error({ path, message });
  });
  return isRight;
});

export function problems(value) {
  const result = schema(value);
  return result instanceof type.errors ? result.length : 0;
}
