// Tests the conversion of form values to a product.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { check, diagnosticsByField, formSchema, productFromForm } from 'renewal-rules';

const product = {
  id: 101,
  name: 'Example',
  licence_term: 'P1M',
  renew_settings: {
    product_id_for_renew: [102, 103, 103],
    renew_ar: { enable: true, required: false },
    renew_pmr: true,
  },
  localization_values: { en_US: { comment_for_product_for_AR: 'Renews.' } },
  variants: [{ sku: 'S1', price: { common: { currency: 'USD', price: '9.90' } } }, { sku: '007' }],
};

describe('productFromForm', () => {
  it('converts strings to the types of the interface', () => {
    const values = {
      id: '101',
      name: 'Example',
      family_name: '',
      licence_term: 'P1M',
      renew_settings: {
        product_id_for_renew: ['102', 103, '103', ''],
        renew_ar: { enable: 'on', required: 'false' },
        renew_pmr: 'true',
        renew_email: '',
      },
      localization_values: {
        en_US: { comment_for_product_for_AR: 'Renews.', comment_for_product_for_MR: ' ' },
        ru_RU: { comment_for_product_for_AR: '' },
      },
      variants: [{ vendor_code: '', sku: 'S1', price: { common: { currency: 'USD', price: '9.90' } } }, { sku: '007' }],
    };
    assert.deepEqual(productFromForm(values), product);
    assert.deepEqual(productFromForm(product), product);
  });

  it('nests the members of objects that are named like controls', () => {
    const flat = {
      licence_term: 'P1M',
      'variants.0.sku': 'S1',
      'variants[1].sku': 'S2',
      'renew_settings[product_id_for_renew][]': ['102', '103', '103'],
      'name.x': 'not a control of a product',
    };
    assert.deepEqual(productFromForm(flat), {
      licence_term: 'P1M',
      variants: [{ sku: 'S1' }, { sku: 'S2' }],
      renew_settings: { product_id_for_renew: [102, 103, 103] },
      name: { x: 'not a control of a product' },
    });
  });

  it('lets members that are named like controls override nested ones, in any order', () => {
    const chain = 'renew_settings.product_id_for_renew';
    const held = Object.freeze({ variants: Object.freeze([{ sku: 'S1' }]), renew_settings: { renew_pmr: true } });
    const typed = { 'variants.0.sku': 'S2', [chain]: '102 103' };
    const product = {
      variants: [{ sku: 'S2' }],
      renew_settings: { renew_pmr: true, product_id_for_renew: [102, 103] },
    };
    for (const values of [
      { ...held, ...typed },
      { ...typed, ...held },
    ])
      assert.deepEqual(productFromForm(values), product);
    assert.deepEqual(held, { variants: [{ sku: 'S1' }], renew_settings: { renew_pmr: true } });
    for (const empty of [undefined, null, '', {}])
      assert.deepEqual(productFromForm({ [chain]: 'x', renew_settings: empty }), {
        renew_settings: { product_id_for_renew: ['x'] },
      });
    const data = new FormData();
    for (const [name, value] of [
      ['variants.0.sku', 'S1'],
      ['variants', ''],
    ])
      data.append(name, value);
    assert.deepEqual(productFromForm(data), { variants: [{ sku: 'S1' }] });
  });

  it('retains listed fields whose names are nested', () => {
    for (const name of ['meta.a', 'meta[a]', '/meta/a'])
      assert.deepEqual(productFromForm({ [name]: '2', 'other.a': '3' }, { fields: [name] }), { meta: { a: '2' } });
  });

  it('reports values of controls by their names', () => {
    const { issues } = formSchema['~standard'].validate({ licence_term: 'P1M', 'variants.0.sku': '' });
    assert.ok(issues?.every(({ path }) => path?.join('.') === 'variants.0.sku'));
  });

  it('reads FormData and URLSearchParams by control names', () => {
    const data = new FormData();
    const entries = [
      ['id', '101'],
      ['name', 'Example'],
      ['licence_term', 'P1M'],
      ['family_name', ''],
      ['renew_settings[product_id_for_renew][]', '102'],
      ['renew_settings[product_id_for_renew][]', '103'],
      ['renew_settings[product_id_for_renew][]', '103'],
      ['renew_settings.renew_ar.enable', 'on'],
      ['/renew_settings/renew_ar/required', 'off'],
      ['renew_settings.renew_pmr', 'on'],
      ['localization_values.en_US.comment_for_product_for_AR', 'Renews.'],
      ['variants[0][sku]', 'S1'],
      ['variants.0.price.common.currency', 'USD'],
      ['variants.0.price.common.price', '9.90'],
      ['variants.1.sku', '007'],
    ];
    for (const [name, value] of entries) data.append(name, value);
    assert.deepEqual(productFromForm(data), product);
    assert.deepEqual(productFromForm(new URLSearchParams(entries)), product);
    const chain = (...texts) => {
      const data = new FormData();
      for (const text of texts) data.append('renew_settings.product_id_for_renew', text);
      return /** @type {any} */ (productFromForm(data)).renew_settings?.product_id_for_renew;
    };
    assert.deepEqual([chain('102, 103 103'), chain('102', '102'), chain('')], [[102, 103, 103], [102, 102], undefined]);
  });

  it('merges a checkbox with a hidden control of the same name', () => {
    const sent = (...texts) =>
      /** @type {any} */ (productFromForm(new URLSearchParams(texts.map((text) => ['renew_settings.renew_pmr', text]))))
        .renew_settings?.renew_pmr;
    assert.deepEqual(
      [sent('false', 'on'), sent('true', 'false'), sent('false', 'false'), sent('false', 'maybe')],
      [true, true, undefined, ['false', 'maybe']],
    );
    assert.deepEqual(productFromForm({ renew_settings: { renew_pmr: [] } }), { renew_settings: { renew_pmr: [] } });
  });

  it('drops empty values and empty containers', () => {
    for (const empty of ['', ' ', null, undefined, NaN]) {
      assert.deepEqual(
        productFromForm({
          id: empty,
          renew_settings: { product_id_for_renew: [empty], renew_ar: { enable: empty } },
          localization_values: { en_US: {} },
        }),
        {},
      );
    }
    assert.deepEqual(productFromForm({ renew_settings: { product_id_for_renew: [], renew_pmr: false } }), {});
    // An empty array element is kept, so that its missing fields are reported at its index.
    assert.deepEqual(productFromForm({ variants: [{ sku: '' }, { sku: 'S2' }] }), { variants: [{}, { sku: 'S2' }] });
    const sparse = [];
    sparse[1] = { sku: 'S2' };
    assert.deepEqual(productFromForm({ variants: sparse }), { variants: [{}, { sku: 'S2' }] });
    assert.deepEqual(productFromForm({ variants: [] }), { variants: [] });
    // Each missing field of an element is reported at its control.
    const blank = { vendor_code: 'V1', sku: 'S1', price: { common: { currency: '', price: '' } } };
    assert.deepEqual(Object.keys(diagnosticsByField(check(productFromForm({ variants: [blank] })))), [
      'variants.0.price.common.currency',
      'variants.0.price.common.price',
    ]);
    assert.deepEqual(
      check(productFromForm({ id: '', variants: [{ sku: '' }] })).diagnostics.map(({ code }) => code),
      ['missing-field', 'missing-field', 'missing-field'],
    );
    // Unticked checkboxes are dropped if no other setting is given.
    const off = { renew_ar: { enable: false, required: false }, renew_pmr: false };
    assert.deepEqual(productFromForm({ renew_settings: off }), {});
    assert.deepEqual(productFromForm({ renew_settings: { ...off, product_id_for_renew: '1 1' } }), {
      renew_settings: { renew_pmr: false, product_id_for_renew: [1, 1] },
    });
  });

  it('keeps settings that are switched off, if other settings are given in an update', () => {
    const off = { renew_ar: { enable: false, required: false }, renew_pmr: false };
    const product = { renew_settings: { ...off, product_id_for_renew: [2, 2] } };
    const form = { renew_settings: { ...off, product_id_for_renew: '2 2' } };
    assert.deepEqual(productFromForm(form, { update: true }), product);
    assert.deepEqual(productFromForm({ renew_settings: off }, { update: true }), {});
    const data = new URLSearchParams({ 'renew_settings.renew_ar.enable': 'false', 'renew_settings.renew_pmr': 'on' });
    assert.deepEqual(productFromForm(data, { update: true }), {
      renew_settings: { renew_ar: { enable: false }, renew_pmr: true },
    });
    const schema = formSchema.with({ operation: 'update', productId: 1 });
    assert.deepEqual(schema['~standard'].validate(form), { value: product });
  });

  it('keeps ids at their index, and reports empty ones before the last', () => {
    const chain = (ids) => ({ licence_term: 'P1M', renew_settings: { product_id_for_renew: ids, renew_pmr: true } });
    const paths = (ids) => (formSchema['~standard'].validate(chain(ids)).issues ?? []).map(({ path }) => path.at(-1));
    assert.deepEqual(paths(['102', '103', '103', '', ' ']), []);
    assert.deepEqual(paths(['102', '', '103', '103']), [1]);
    assert.deepEqual(paths(['', 'x', null, '103']), [0, 1, 2]);
    assert.deepEqual(productFromForm(chain(' 102; 102 ')), chain([102, 102]));
  });

  it('keeps unconvertible values, to be reported', () => {
    const odd = {
      id: '12a',
      renew_settings: { renew_pmr: 'maybe', renew_ar: 'x', product_id_for_renew: ['102', 'x'] },
      variants: 'x',
    };
    assert.deepEqual(productFromForm(odd), {
      ...odd,
      renew_settings: { ...odd.renew_settings, product_id_for_renew: [102, 'x'] },
    });
    for (const misuse of [new Set([102, 102]), new Map(), new Date(0), Promise.resolve(), new Uint8Array([102, 102])]) {
      const { issues } = formSchema['~standard'].validate({ renew_settings: { product_id_for_renew: misuse } });
      assert.ok(
        issues?.some(({ code }) => code === 'json-syntax' || code === 'type-mismatch'),
        String(misuse),
      );
    }
    for (const [text, number] of [
      ['1.5', 1.5],
      ['007', 7],
      ['1.0', 1],
      ['9007199254740993', 2 ** 53],
    ])
      assert.equal(productFromForm({ id: text }).id, number);
    for (const id of ['9'.repeat(400), '1.000000000000000000001', '0.99999999999999999999', '1e3'])
      assert.equal(productFromForm({ id }).id, id);
  });

  it('throws an OptionsError if given no form values', () => {
    for (const wrong of [
      undefined,
      null,
      '',
      'x',
      5,
      [],
      Promise.resolve({}),
      new Map([['id', '1']]),
      new Response(''),
      Buffer.from('x'),
    ]) {
      assert.throws(() => productFromForm(/** @type {any} */ (wrong)), { name: 'OptionsError', message: /`values`/ });
    }
    for (const [options, kind, option] of /** @type {any[][]} */ ([
      [null, 'invalid-argument', 'options'],
      [{ fields: 'name' }, 'invalid', 'fields'],
      [{ fields: [5] }, 'invalid', 'fields'],
      [{ field: ['name'] }, 'unknown', 'field'],
    ]))
      assert.throws(() => productFromForm({}, options), { name: 'OptionsError', kind, option });
    for (const fine of [
      {},
      Object.create(null),
      new (class Values {
        id = '1';
      })(),
    ])
      assert.equal(typeof productFromForm(fine), 'object');
  });

  it('omits fields that are neither known nor listed in `keep`', () => {
    const strays = {
      $ACTION_ID_7f9c: '',
      '$ACTION_1:0': '{"id":"7f9c"}',
      $ACTION_REF_1: '',
      $ACTION_KEY: 'k',
      csrf_token: 't',
      csrfmiddlewaretoken: 't',
      _csrf: 't',
      authenticity_token: 't',
      __RequestVerificationToken: 't',
      'cf-turnstile-response': 't',
      save: 'Save',
      '': 'x',
      upload: new Blob(['x']),
      extra: '5',
    };
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...strays, name: 'A', 'variants.0.sku': 'S' }))
      data.append(name, value);
    data.append('variants[0][picture]', new File(['x'], 'x.png'));
    data.append('variants[0][colour]', 'blue');
    const kept = { name: 'A', variants: [{ sku: 'S', colour: 'blue' }] };
    assert.deepEqual(productFromForm(data), kept);
    assert.deepEqual(
      productFromForm({ ...strays, ...kept, variants: [{ ...kept.variants[0], picture: new Blob([]) }] }),
      kept,
    );
    assert.deepEqual(productFromForm(data, { fields: ['name', 'extra', 'upload.0'] }), {
      ...kept,
      extra: '5',
      upload: data.get('upload'),
    });
    assert.deepEqual(productFromForm(new URLSearchParams({ save: 'Save', _csrf: 't' })), {});
    // A file in a field of the product is retained, so that it is reported.
    const [{ code, params }] = check(productFromForm({ name: new Blob(['x']) })).diagnostics;
    assert.deepEqual([code, params], ['json-syntax', { reason: 'file' }]);
    // A typo within an object of the product is reported, not left out.
    const settings = { renew_settings: { renew_pmr: 'on', renew_emial: 'on' } };
    assert.ok(check(productFromForm(settings)).diagnostics.some(({ path }) => path === '/renew_settings/renew_emial'));
  });

  it('does not modify prototypes', () => {
    const data = new FormData();
    for (const name of [
      '__proto__.polluted',
      'constructor.prototype.polluted',
      'variants.__proto__.polluted',
      'toString.x',
    ])
      data.append(name, 'yes');
    const values = productFromForm(data);
    assert.equal({}.polluted, undefined);
    assert.deepEqual(values, {});
    data.append('variants.0.x.__proto__.polluted', 'yes');
    data.append('variants.0.sku', 'S');
    assert.deepEqual(Object.entries(productFromForm(data).variants[0]), [['sku', 'S']]);
    assert.ok(Object.hasOwn(productFromForm(data, { fields: ['__proto__'] }), '__proto__'));
    assert.equal(productFromForm(JSON.parse('{"__proto__":{"polluted":"yes"}}')).polluted, undefined);
  });
});
