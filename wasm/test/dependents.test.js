// Property test: `dependentFields` names exactly the fields whose diagnostics can change with a field.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { check, dependentFields, jsonText } from 'renewal-rules';
import { chances } from './generated.js';

const chance = chances(7);
const pick = (list) => list[Math.floor(chance() * list.length)];
/** Builds an object of random members; `undefined` omits a member. */
const object = (members) =>
  Object.fromEntries(
    Object.entries(members)
      .map(([name, make]) => [name, make()])
      .filter(([, value]) => value !== undefined),
  );
const text = () => pick([undefined, 'x', '', 1]);
const flag = () => pick([true, true, false, undefined, 1]);
const none = undefined;

const make = {
  id: () => pick([none, 101, 101, 102, 0, 'x']),
  family_name: text,
  name: text,
  license_type: text,
  licence_term: () => pick([none, 'P1M', 'P5D', 'P0D', 'P3D', 'P10D', 'x', 1, '']),
  renew_settings: () =>
    chance() < 0.15
      ? pick([none, 1, {}])
      : object({
          product_id_for_renew: make['renew_settings.product_id_for_renew'],
          renew_ar: make['renew_settings.renew_ar'],
          renew_pmr: flag,
          renew_email: flag,
        }),
  'renew_settings.product_id_for_renew': () =>
    pick([
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
  'renew_settings.product_id_for_renew.0': () => pick([101, 102, 103, 'x', 0]),
  'renew_settings.renew_ar': () => (chance() < 0.15 ? pick([none, 1, {}]) : object({ enable: flag, required: flag })),
  'renew_settings.renew_ar.enable': flag,
  'renew_settings.renew_ar.required': flag,
  'renew_settings.renew_pmr': flag,
  'renew_settings.renew_email': flag,
  localization_values: () =>
    chance() < 0.3
      ? none
      : object({ en_US: make['localization_values.en_US'], ru_RU: make['localization_values.en_US'] }),
  'localization_values.en_US': () => pick([none, {}, { comment_for_product_for_AR: 'x' }, 1]),
  'localization_values.en_US.comment_for_product_for_AR': text,
  variants: () => (chance() < 0.1 ? pick([none, [], 1]) : Array.from({ length: pick([1, 2]) }, make['variants.0'])),
  'variants.0': () =>
    object({ vendor_code: text, sku: make['variants.0.sku'], sku_ar: text, price: make['variants.0.price'] }),
  'variants.0.vendor_code': text,
  'variants.0.sku': () => pick([none, 'S1', 'S2', '', 1]),
  'variants.0.sku_ar': text,
  'variants.0.price': () =>
    chance() < 0.1 ? pick([none, 1, {}]) : object({ common: make['variants.0.price.common'] }),
  'variants.0.price.common': () =>
    chance() < 0.1
      ? pick([none, 1])
      : object({ currency: make['variants.0.price.common.currency'], price: make['variants.0.price.common.price'] }),
  'variants.0.price.common.currency': () => pick([none, 'USD', 'usd', 1]),
  'variants.0.price.common.price': () => pick([none, '0.00', '0.00', '9.99', '9.99', '0', 'x', 1]),
};
const fields = Object.keys(make);
const product = () =>
  object(Object.fromEntries(fields.filter((name) => !name.includes('.')).map((name) => [name, make[name]])));
const options = () => {
  const operation = pick([none, 'create', 'update', 'update']);
  const given = {
    operation,
    role: pick([none, none, 'initiator', 'renewal', 'self-renewing']),
    trial: pick([none, none, true, false]),
    payment: pick([none, 'online', 'offline']),
    limits: pick([none, { pmrOnlineMinDays: 4 }]),
  };
  return operation === 'update' && chance() < 0.7 ? { ...given, current: { ...product(), id: 101 } } : given;
};

/**
 * Returns the product with a new value of a field, or `undefined` if the containers of the field are missing.
 */
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

const said = (product, options) =>
  new Set(
    check(product, options).diagnostics.map(({ path, code, severity, message }) =>
      JSON.stringify([path, code, severity, message]),
    ),
  );

/** Number of random products; `dependents.slow.js` tries more. */
const rounds = Number(process.env.DEPENDENTS_ROUNDS ?? 2_000);

test('dependentFields lists exactly the affected fields', () => {
  const named = new Map(fields.map((field) => [field, new Set(dependentFields(field))]));
  const seen = new Map(fields.map((field) => [field, new Set()]));
  const generic = (path) =>
    path
      .slice(1)
      .replaceAll('/', '.')
      .replace(/^variants\.\d+(\.|$)/, 'variants[]$1')
      .replace(/for_renew\.\d+$/, 'for_renew[]');
  const random = Array.from({ length: rounds }, () => [product(), options()]);
  // Products that consist of a single field, so that removing it leaves an empty product.
  const lonely = () =>
    fields
      .filter((field) => !field.includes('.'))
      .map((field) => [object({ [field]: () => make[field]() ?? 1 }), { operation: 'update' }]);
  for (const [given, options] of [...random, ...Array.from({ length: 40 }, lonely).flat()]) {
    const first = said(given, options);
    for (const field of fields) {
      const after = changed(given, field);
      if (after === undefined) continue;
      const second = said(after, options);
      const inside = `/${field.replaceAll('.', '/')}`;
      for (const diagnostic of [...first]
        .filter((diagnostic) => !second.has(diagnostic))
        .concat([...second].filter((diagnostic) => !first.has(diagnostic)))) {
        const [path] = JSON.parse(diagnostic);
        if (path === inside || path.startsWith(`${inside}/`)) continue;
        assert.ok(
          named.get(field).has(generic(path)),
          `${field} affects ${diagnostic}: ${JSON.stringify([given, after, options])}`,
        );
        seen.get(field).add(generic(path));
      }
    }
  }
  for (const field of fields)
    assert.deepEqual(
      [...named.get(field)].filter((name) => !seen.get(field).has(name)),
      [],
      `paths that ${field} never affects`,
    );
});

test('dependentFields reads JSON text, and accepts any product', () => {
  const product = { variants: [{}, {}] };
  const expected = dependentFields('renew_settings', product);
  assert.ok(expected.some((name) => name.startsWith('variants.1.')));
  const text = JSON.stringify(product);
  for (const source of [text, Buffer.from(text)])
    assert.deepEqual(dependentFields('renew_settings', jsonText(source)), expected);
  const throwing = {
    get variants() {
      throw new Error('unreadable');
    },
  };
  const single = dependentFields('renew_settings', {});
  for (const given of [throwing, jsonText('{'), null, 7])
    assert.deepEqual(dependentFields('renew_settings', given), single);
});
