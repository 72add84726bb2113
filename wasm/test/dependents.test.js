// `dependsOn` names the fields whose diagnostics a change of one can alter: all of them, and no other.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { check, dependsOn } from 'renewal-rules';
import { chances } from './generated.js';

const chance = chances(7);
const one = (list) => list[Math.floor(chance() * list.length)];
/** An object of members by chance; `undefined` is none. */
const object = (members) =>
  Object.fromEntries(
    Object.entries(members)
      .map(([name, make]) => [name, make()])
      .filter(([, value]) => value !== undefined),
  );
const text = () => one([undefined, 'x', '', 1]);
const flag = () => one([true, true, false, undefined, 1]);
const none = undefined;

const make = {
  id: () => one([none, 101, 101, 102, 0, 'x']),
  family_name: text,
  name: text,
  license_type: text,
  licence_term: () => one([none, 'P1M', 'P5D', 'P0D', 'P3D', 'P10D', 'x', 1, '']),
  renew_settings: () =>
    chance() < 0.15
      ? one([none, 1, {}])
      : object({
          product_id_for_renew: make['renew_settings.product_id_for_renew'],
          renew_ar: make['renew_settings.renew_ar'],
          renew_pmr: flag,
          renew_email: flag,
        }),
  'renew_settings.product_id_for_renew': () =>
    one([
      none,
      [101, 101],
      [102, 102],
      [102, 103, 103],
      [102, 103],
      [102],
      [],
      [101, 102, 102],
      [102, 103, 102, 102],
      ['x', 102],
      [101, 102, 101, 101],
      1,
    ]),
  'renew_settings.product_id_for_renew.0': () => one([101, 102, 103, 'x', 0]),
  'renew_settings.renew_ar': () => (chance() < 0.15 ? one([none, 1, {}]) : object({ enable: flag, required: flag })),
  'renew_settings.renew_ar.enable': flag,
  'renew_settings.renew_ar.required': flag,
  'renew_settings.renew_pmr': flag,
  'renew_settings.renew_email': flag,
  localization_values: () =>
    chance() < 0.3
      ? none
      : object({ en_US: make['localization_values.en_US'], ru_RU: make['localization_values.en_US'] }),
  'localization_values.en_US': () => one([none, {}, { comment_for_product_for_AR: 'x' }, 1]),
  'localization_values.en_US.comment_for_product_for_AR': text,
  variants: () => (chance() < 0.1 ? one([none, [], 1]) : Array.from({ length: one([1, 2]) }, make['variants.0'])),
  'variants.0': () =>
    object({ vendor_code: text, sku: make['variants.0.sku'], sku_ar: text, price: make['variants.0.price'] }),
  'variants.0.vendor_code': text,
  'variants.0.sku': () => one([none, 'S1', 'S2', '', 1]),
  'variants.0.sku_ar': text,
  'variants.0.price': () => (chance() < 0.1 ? one([none, 1, {}]) : object({ common: make['variants.0.price.common'] })),
  'variants.0.price.common': () =>
    chance() < 0.1
      ? one([none, 1])
      : object({ currency: make['variants.0.price.common.currency'], price: make['variants.0.price.common.price'] }),
  'variants.0.price.common.currency': () => one([none, 'USD', 'usd', 1]),
  'variants.0.price.common.price': () => one([none, '0.00', '0.00', '9.99', '9.99', '0', 'x', 1]),
};
const fields = Object.keys(make);
const product = () =>
  object(Object.fromEntries(fields.filter((name) => !name.includes('.')).map((name) => [name, make[name]])));
const options = () => {
  const operation = one([none, 'create', 'update', 'update']);
  const stated = {
    operation,
    role: one([none, none, 'initiator', 'renewal', 'selfRenewing']),
    trial: one([none, none, true, false]),
    payment: one([none, 'online', 'offline']),
    limits: one([none, { pmrOnlineMinDays: 4 }]),
  };
  return operation === 'update' && chance() < 0.7 ? { ...stated, current: { ...product(), id: 101 } } : stated;
};

/** The product with another value of a field whose surroundings it has; `undefined` where it has not. */
function changed(before, field) {
  const after = structuredClone(before);
  const names = field.split('.');
  const last = names.pop();
  const at = names.reduce((part, name) => part?.[name], after);
  const value = make[field]();
  const isList = Array.isArray(at);
  if (typeof at !== 'object' || at === null || (isList && (at.length === 0 || value === undefined))) return undefined;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return after;
}

const said = (product, stated) =>
  new Set(
    check(product, stated).diagnostics.map(({ path, code, severity, message }) =>
      JSON.stringify([path, code, severity, message]),
    ),
  );

test('every field that can change is named, and each that is named can change', () => {
  const named = new Map(fields.map((field) => [field, new Set(dependsOn(field).slice(1))]));
  const seen = new Map(fields.map((field) => [field, new Set()]));
  const generic = (path) =>
    path
      .slice(1)
      .replaceAll('/', '.')
      .replace(/^variants\.\d+(\.|$)/, 'variants[]$1')
      .replace(/for_renew\.\d+$/, 'for_renew[]');
  const before = (rounds) => Array.from({ length: rounds }, () => [product(), options()]);
  // Changes of one field alone, so that without it there is none.
  const lonely = () =>
    fields
      .filter((field) => !field.includes('.'))
      .map((field) => [object({ [field]: () => make[field]() ?? 1 }), { operation: 'update' }]);
  for (const [given, stated] of [...before(6_000), ...Array.from({ length: 40 }, lonely).flat()]) {
    const first = said(given, stated);
    for (const field of fields) {
      const after = changed(given, field);
      if (after === undefined) continue;
      const second = said(after, stated);
      const inside = `/${field.replaceAll('.', '/')}`;
      for (const one of [...first]
        .filter((one) => !second.has(one))
        .concat([...second].filter((one) => !first.has(one)))) {
        const [path] = JSON.parse(one);
        if (path === inside || path.startsWith(`${inside}/`)) continue;
        assert.ok(
          named.get(field).has(generic(path)),
          `${field} alters ${one}: ${JSON.stringify([given, after, stated])}`,
        );
        seen.get(field).add(generic(path));
      }
    }
  }
  for (const field of fields)
    assert.deepEqual(
      [...named.get(field)].filter((name) => !seen.get(field).has(name)),
      [],
      `${field} never changes these`,
    );
});
