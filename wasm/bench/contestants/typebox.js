import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

import { amount, locale, maxId, term } from '../rules.js';

export const name = 'TypeBox';
export const library = 'typebox';

const text = ({ source }) => Type.String({ pattern: source });
const partial = (parts) =>
  Type.Object(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Type.Optional(part)])));
const id = Type.Integer({ minimum: 1, maximum: maxId });
const comments = partial({ comment_for_product_for_AR: Type.String(), comment_for_product_for_MR: Type.String() });
const common = Type.Object({ currency: Type.String(), price: text(amount) });
const schema = Compile(
  partial({
    id,
    family_name: Type.String(),
    name: Type.String(),
    license_type: Type.String(),
    licence_term: text(term),
    renew_settings: partial({
      product_id_for_renew: Type.Array(id),
      renew_ar: partial({ enable: Type.Boolean(), required: Type.Boolean() }),
      renew_pmr: Type.Boolean(),
      renew_email: Type.Boolean(),
    }),
    localization_values: Type.Record(text(locale), comments, { additionalProperties: false }),
    variants: Type.Array(
      Type.Object({
        vendor_code: Type.String(),
        sku: Type.String(),
        sku_ar: Type.Optional(Type.String()),
        price: Type.Object({ common }),
      }),
    ),
  }),
);

export const errors = (value) => (schema.Check(value) ? 0 : schema.Errors(value).length);
