import {
  array,
  boolean,
  integer,
  looseObject,
  maxValue,
  minValue,
  number,
  optional,
  pipe,
  rawCheck,
  record,
  regex,
  safeParse,
  string,
} from 'valibot';

import { amount, locale, maxId, reportProblems, term } from '../rules.js';

export const name = 'Valibot';
export const coverage = 'types, ids, formats; functions in a raw check of the product, skipped if a type is wrong';

const id = pipe(number(), integer(), minValue(1), maxValue(maxId));
const common = looseObject({ currency: string(), price: pipe(string(), regex(amount)) });
const step = (input, key) => ({
  type: typeof key === 'number' ? 'array' : 'object',
  origin: 'value',
  input,
  key,
  value: input?.[key],
});
function steps(input, path) {
  let value = input;
  return path.map((key) => {
    const entry = step(value, key);
    value = entry.value;
    return entry;
  });
}
const schema = pipe(
  looseObject({
    id: optional(id),
    family_name: optional(string()),
    name: optional(string()),
    license_type: optional(string()),
    licence_term: optional(pipe(string(), regex(term))),
    renew_settings: optional(
      looseObject({
        product_id_for_renew: optional(array(id)),
        renew_ar: optional(looseObject({ enable: optional(boolean()), required: optional(boolean()) })),
        renew_pmr: optional(boolean()),
        renew_email: optional(boolean()),
      }),
    ),
    localization_values: optional(
      record(
        pipe(string(), regex(locale)),
        looseObject({ comment_for_product_for_AR: optional(string()), comment_for_product_for_MR: optional(string()) }),
      ),
    ),
    variants: optional(
      array(
        looseObject({
          vendor_code: string(),
          sku: string(),
          sku_ar: optional(string()),
          price: looseObject({ common }),
        }),
      ),
    ),
  }),
  rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed)
      reportProblems(dataset.value, (path, message) => addIssue({ message, path: steps(dataset.value, path) }));
  }),
);

export function problems(value) {
  const result = safeParse(schema, value);
  return result.success ? 0 : result.issues.length;
}
