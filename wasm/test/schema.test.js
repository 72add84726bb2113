// Tests the Standard Schema interfaces: `productSchema` and `formSchema`.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import Ajv7 from 'ajv';
import Ajv from 'ajv/dist/2020.js';
import { check, fix, formSchema, OptionsError, productSchema } from 'renewal-rules';
import { broken, sound } from './products.js';

describe('Standard Schema', () => {
  const standard = productSchema['~standard'];

  it('is a plain object of version 1 and synchronous', () => {
    assert.equal(Object.getPrototypeOf(productSchema), Object.prototype);
    assert.equal(standard.version, 1);
    assert.equal(standard.vendor, 'renewal-rules');
  });

  it('returns valid input itself', () => {
    const { value, ...rest } = /** @type {any} */ (standard.validate(sound));
    assert.equal(value, sound);
    assert.deepEqual(rest, {});
  });

  it('returns an issue with path, code and params for each error', () => {
    const failure = standard.validate(broken);
    assert.deepEqual(Object.keys(failure), ['issues']);
    const paths = failure.issues.map(({ path }) => path);
    assert.deepEqual(paths, [
      ['renew_settings', 'product_id_for_renew'],
      ['variants', 0, 'sku'],
    ]);
    for (const issue of failure.issues) {
      assert.equal(typeof issue.message, 'string');
      assert.equal(typeof issue.code, 'string');
      assert.equal(typeof issue.params, 'object');
      assert.ok(Array.isArray(issue.related));
    }
  });

  it('gives issues about the whole value the path of a field', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [null, 1, 'x', true, [], ['id'], [{ id: 1 }], 1n, undefined, Symbol('x'), () => 1, proxy]) {
      assert.deepEqual(
        standard.validate(value).issues.map(({ path }) => path),
        [['name']],
      );
    }
    for (const [value, path] of [
      [{ id: 1n }, ['id']],
      [{ extra: 1n, licence_term: 'P1M', id: 1 }, ['licence_term']],
      [{ extra: 1n }, ['name']],
      [Object.create({ id: 1 }), ['name']],
    ])
      assert.deepEqual(standard.validate(value).issues?.[0].path, path);
    for (const [value, path] of [
      [{ id: 1n }, ['id']],
      [{ extra: '', licence_term: 'P1M', id: 1n }, ['licence_term']],
      [null, ['name']],
    ])
      assert.deepEqual(formSchema['~standard'].validate(value).issues?.[0].path, path);
  });

  it('accepts options per validation', () => {
    const codes = (given) => standard.validate({ id: 1 }, given).issues?.map(({ code }) => code);
    assert.deepEqual(codes({ libraryOptions: { operation: 'create' } }), ['field-not-on-create']);
    for (const none of [undefined, {}, { libraryOptions: undefined }, null, 0]) assert.equal(codes(none), undefined);
    assert.throws(() => codes({ libraryOptions: { operatoin: 'create' } }), /operatoin/);
  });

  it('with() merges options', () => {
    const created = productSchema.with({ operation: 'create' });
    assert.ok(
      created['~standard'].validate({ ...sound, id: 1 }).issues.some(({ code }) => code === 'field-not-on-create'),
    );
    const renewal = created.with({ role: 'renewal' });
    const codes = renewal['~standard'].validate({ ...sound, id: 1 }).issues.map(({ code, path }) => [code, path[0]]);
    assert.deepEqual(codes, [
      ['field-not-on-create', 'id'],
      ['field-not-on-create', 'renew_settings'],
    ]);
  });

  it('with() copies options and can reset them', () => {
    const short = {
      id: 101,
      licence_term: 'P5D',
      renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true } },
    };
    const given = { limits: { arMinDays: 5 } };
    const lenient = productSchema.with(given);
    given.limits.arMinDays = 6;
    assert.ok('value' in lenient['~standard'].validate(short));
    assert.ok('value' in lenient.with({ limits: { emailOnlineMinDays: 9 } })['~standard'].validate(short));
    assert.ok('issues' in lenient.with({ limits: { arMinDays: 6 } })['~standard'].validate(short));
    const back = productSchema
      .with({ operation: 'create', limits: { arMinDays: 5, emailOnlineMinDays: 9 } })
      .with({ operation: undefined, limits: { arMinDays: undefined } });
    assert.deepEqual(
      back['~standard'].validate({ ...short, id: 1 }).issues.map(({ code }) => code),
      ['term-below-minimum'],
    );
    assert.ok(
      'value' in
        productSchema
          .with({ limits: { arMinDays: 9 } })
          .with({ limits: undefined })
          ['~standard'].validate({ ...short, licence_term: 'P6D' }),
    );
    /** @type {any} */
    let operation = 'record';
    const changing = productSchema.with({
      get operation() {
        return operation;
      },
    });
    operation = 'nonsense';
    assert.ok('value' in changing['~standard'].validate(sound));
  });

  it('maxDiagnostics limits issues, but keeps at least one', () => {
    const count = (schema, value) => schema['~standard'].validate(value).issues.length;
    const many = { name: '', family_name: '', variants: Array.from({ length: 20_000 }, () => ({})) };
    assert.equal(count(productSchema, many), 60_000);
    for (const schema of [productSchema, formSchema]) {
      assert.equal(count(schema.with({ maxDiagnostics: 10 }), many), 10);
      assert.equal(count(schema.with({ maxDiagnostics: 1 }), { name: '', licence_term: 'P1W x' }), 1);
      assert.equal(count(schema.with({ maxDiagnostics: 0 }), broken), 1);
      assert.equal(count(schema.with({ maxDiagnostics: 5 }), broken), 2);
    }
    assert.throws(() => productSchema.with({ maxDiagnostics: -1 }), /maxDiagnostics/);
  });

  it('rejects text, bytes and misused values', () => {
    for (const value of [
      JSON.stringify(sound),
      Buffer.from(JSON.stringify(sound)),
      Promise.resolve(sound),
      new Map(),
      new FormData(),
      new Response('{}'),
    ]) {
      assert.deepEqual(
        standard.validate(value).issues.map(({ path }) => path),
        [['name']],
      );
    }
  });
});

describe('Standard JSON Schema', () => {
  const { jsonSchema } = productSchema['~standard'];
  const misspelt = { localization_values: { english: {} } };

  it('describes the shape of a product in the JSON Schema dialects', () => {
    for (const [target, Validator] of /** @type {[string, any][]} */ ([
      ['draft-2020-12', Ajv],
      ['draft-07', Ajv7],
    ])) {
      const schema = jsonSchema.input({ target });
      assert.deepEqual(jsonSchema.output({ target }), schema);
      assert.match(String(schema.$schema), target === 'draft-07' ? /draft-07/ : /2020-12/);
      const isValid = new Validator({ strict: true }).compile(schema);
      assert.ok(isValid(sound) && isValid({}));
      for (const wrong of [{ id: 0 }, { licence_term: 'P1W' }, misspelt, []]) {
        assert.equal(check(/** @type {any} */ (wrong)).valid, false);
        assert.equal(isValid(wrong), false);
      }
    }
  });

  it('the OpenAPI 3.0 schema has only keywords of OpenAPI 3.0', () => {
    const schema = jsonSchema.input({ target: 'openapi-3.0' });
    assert.equal(schema.$schema, undefined);
    assert.doesNotMatch(JSON.stringify(schema), /patternProperties/);
    const isValid = new Ajv7({ strict: true }).compile(schema);
    assert.ok(isValid(sound) && !isValid({ id: 0 }));
    // OpenAPI 3.0 cannot restrict the names of members: any name is accepted as a locale, but its comments are
    // validated.
    assert.ok(isValid(misspelt) && !isValid({ localization_values: { english: 1 } }));
  });

  it('returns a new object for each call', () => {
    const first = jsonSchema.input({ target: 'draft-07' });
    delete first.properties;
    assert.ok('properties' in jsonSchema.input({ target: 'draft-07' }));
  });

  it('throws for other targets, and for the values of a form', () => {
    for (const options of /** @type {any[]} */ ([{ target: 'draft-04' }, { target: '__proto__' }, {}, undefined]))
      assert.throws(() => jsonSchema.input(options), OptionsError);
    const form = formSchema.with({ operation: 'create' })['~standard'].jsonSchema;
    assert.throws(() => form.input({ target: 'draft-07' }), { name: 'OptionsError', message: /productSchema/ });
    assert.deepEqual(form.output({ target: 'draft-07' }), jsonSchema.output({ target: 'draft-07' }));
  });
});

describe('formSchema', () => {
  const chain = 'renew_settings.product_id_for_renew';
  const placed = (schema, values) =>
    (schema['~standard'].validate(values).issues ?? []).map(({ path, code }) => `${path.join('.')} ${code}`);

  it('returns the product converted from the values', () => {
    const values = {
      id: '101',
      licence_term: 'P1M',
      renew_settings: { product_id_for_renew: '102 102', renew_ar: { enable: 'on' } },
    };
    const product = {
      id: 101,
      licence_term: 'P1M',
      renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true } },
    };
    assert.deepEqual(formSchema['~standard'].validate(values), { value: product });
    const data = new FormData();
    data.append('id', '101');
    assert.deepEqual(formSchema['~standard'].validate(data), { value: { id: 101 } });
    for (const value of [5, undefined, '{}', Promise.resolve({}), new Map(), Buffer.from('{}'), new Response('{}')])
      assert.deepEqual(
        formSchema['~standard'].validate(value).issues.map(({ path }) => path),
        [['name']],
      );
  });

  it('omits framework fields and shows no error at them', () => {
    const strays = { $ACTION_ID_7f9c: '', _csrf: 't', save: 'Save' };
    const data = new FormData();
    for (const [name, value] of Object.entries(strays)) data.append(name, value);
    data.append('name', 'A');
    for (const values of [data, { ...strays, name: 'A' }]) {
      assert.deepEqual(formSchema['~standard'].validate(values), { value: { name: 'A' } });
      const listed = formSchema.with({ fields: ['_csrf', 'name'] });
      assert.deepEqual(listed['~standard'].validate(values), { value: { _csrf: 't', name: 'A' } });
      for (const schema of [formSchema, listed]) {
        const strict = schema.with({ operation: 'create', role: 'initiator', trial: true });
        assert.deepEqual([...new Set(placed(strict, values).map((issue) => issue.split(' ')[0]))], ['name']);
      }
    }
  });

  it('shows errors at the controls of each variant', () => {
    for (const field of ['variants[].sku', 'variants[][sku]']) {
      const schema = formSchema.with({ fields: [field, 'licence_term'] });
      const { issues = [] } = schema['~standard'].validate({ variants: [{ sku: 'a' }, { sku: 'b' }] });
      assert.deepEqual([...new Set(issues.map(({ path }) => path.join('.')))].sort(), [
        'variants.0.sku',
        'variants.1.sku',
      ]);
    }
  });

  it('shows each error at the most specific field, groups first', async () => {
    const { standardSchemaResolver } = await import('@hookform/resolvers/standard-schema');
    /** Returns the messages in the errors of React Hook Form. */
    const messages = (errors) =>
      typeof errors !== 'object' || errors === null
        ? []
        : [
            errors.message ?? [],
            ...Object.entries(errors).map(([name, held]) => (name === 'ref' ? [] : messages(held))),
          ].flat();
    const values = {
      licence_term: 'P5D',
      renew_settings: { product_id_for_renew: '102 103', renew_ar: { enable: 'maybe', required: 'x' }, renew_pmr: 'y' },
      variants: [{ vendor_code: 'V', sku: 5, price: { common: { currency: 'USD', price: '9' } } }, { sku: 'S' }],
    };
    for (const [fields, places] of [
      [
        ['renew_settings', 'renew_settings.renew_ar', 'variants', 'variants.0'],
        ['renew_settings', 'renew_settings.renew_ar', 'variants', 'variants.0'],
      ],
      [
        ['variants.0.sku', 'variants', 'renew_settings.renew_ar.enable', 'renew_settings.renew_ar', 'renew_settings'],
        ['renew_settings', 'renew_settings.renew_ar', 'renew_settings.renew_ar.enable', 'variants', 'variants.0.sku'],
      ],
      [['renew_settings.renew_ar.enable'], ['renew_settings.renew_ar.enable']],
    ]) {
      const schema = formSchema.with({ fields });
      const issues = schema['~standard'].validate(values).issues ?? [];
      const found = [...new Set(issues.map(({ path }) => path.join('.')))];
      assert.deepEqual(
        found.filter((place) => places.includes(place)),
        places,
      );
      const { errors } = await standardSchemaResolver(schema)(values, undefined, {
        fields: {},
        shouldUseNativeValidation: false,
      });
      // React Hook Form shows the first message of a field.
      const firsts = found.map((place) => issues.find(({ path }) => path.join('.') === place)?.message);
      assert.deepEqual(messages(errors).sort(), firsts.sort());
    }
  });

  it('rejects options that are unknown or of another type', () => {
    for (const [schema, options, kind, option] of /** @type {any[][]} */ ([
      [formSchema, { fields: 5 }, 'invalid', 'fields'],
      [formSchema, { fields: null }, 'invalid', 'fields'],
      [formSchema, { fields: 'name' }, 'invalid', 'fields'],
      [formSchema, { fields: [5] }, 'invalid', 'fields'],
      [formSchema, { labels: null }, 'invalid', 'labels'],
      [productSchema, { labels: { name: 5 } }, 'invalid', 'labels'],
      [productSchema, { fields: ['name'] }, 'unknown', 'fields'],
      [formSchema, null, 'not-an-object', null],
    ])) {
      assert.throws(() => schema.with(options), { name: 'OptionsError', kind, option });
      assert.throws(() => schema['~standard'].validate({}, { libraryOptions: options }), { kind, option });
    }
  });

  it('accepts unticked checkboxes of a product without renewals', () => {
    const values = {
      name: 'A',
      renew_settings: {
        product_id_for_renew: '',
        renew_ar: { enable: false, required: false },
        renew_pmr: false,
        renew_email: false,
      },
    };
    assert.deepEqual(formSchema['~standard'].validate(values), { value: { name: 'A' } });
  });

  it('maps each error to a field in the values or in `fields`', () => {
    const values = {
      name: 'A',
      licence_term: '',
      renew_settings: { product_id_for_renew: '102 103', renew_ar: { enable: true } },
    };
    assert.deepEqual(placed(formSchema, values), ['licence_term term-missing', `${chain} chain-last-not-repeated`]);
    assert.deepEqual(placed(formSchema, { ...values, renew_settings: { product_id_for_renew: '102 x' } }), [
      'licence_term term-missing',
      `${chain} type-mismatch`,
    ]);
    assert.deepEqual(placed(formSchema, { name: 'A', [chain]: '' }), []);
    const some = formSchema.with({
      fields: ['name', 'renew_settings[renew_pmr]', 'variants.0.sku'],
      operation: 'create',
      trial: true,
    });
    assert.deepEqual(placed(some, values), [
      'name term-missing',
      'renew_settings.renew_pmr chain-last-not-repeated',
      'renew_settings.renew_pmr trial-ar-not-required',
      'variants.0.sku missing-field',
    ]);
    assert.deepEqual(placed(formSchema, {}), []);
    for (const [name, ...texts] of [
      [chain, '102 x'],
      [`${chain}[]`, '102', 'x'],
      ['renew_settings[product_id_for_renew]', '102 x'],
    ]) {
      const data = new FormData();
      data.append('licence_term', 'P1M');
      for (const text of texts) data.append(name, text);
      assert.deepEqual(placed(formSchema, data), [`${chain} type-mismatch`]);
    }
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    assert.deepEqual(placed(formSchema, proxy), ['name json-syntax']);
    const cycle = { licence_term: 5n };
    cycle.self = cycle;
    assert.deepEqual(placed(formSchema, cycle), ['licence_term json-syntax']);
  });

  it('messages use the labels of the form', () => {
    const labels = { 'variants[].price.common.currency': 'Currency', licence_term: 'Term', [chain]: 'Renewed by' };
    const variants = [{ vendor_code: 'V', sku: 'S', price: { common: { currency: '', price: '9.90' } } }];
    const schema = formSchema.with({ labels });
    const messages = (values) => schema['~standard'].validate(values).issues.map(({ message }) => message);
    assert.match(messages({ variants })[0], /^Currency is missing\./);
    assert.match(messages({ licence_term: '5 days' })[0], /^Term /);
    assert.match(
      messages({ renew_settings: { product_id_for_renew: '', renew_pmr: true }, licence_term: 'P1M' })[0],
      /Renewed by/,
    );
    for (const written of [
      'variants.0.price.common.currency',
      'variants[0].price.common.currency',
      '/variants/0/price/common/currency',
    ]) {
      const { price } = variants[0];
      const report = check(
        { variants: [{ ...variants[0], price: { common: { price: price.common.price } } }] },
        { labels: { [written]: 'Currency' } },
      );
      assert.match(report.diagnostics[0].message, /^Currency is missing\./);
    }
    for (const [product, options] of /** @type {[object, object?][]} */ ([
      [{ licence_term: 'name' }],
      [{ licence_term: '`name`' }],
      [{ localization_values: { name: {} } }],
      [{ renew_settings: { name: 5 } }],
      [{ variants: [] }, { operation: 'update', current: { variants: [{ sku: 'name' }] } }],
    ])) {
      const [quoted] = check(product, { ...options, labels: { name: 'Product name' } }).diagnostics;
      assert.equal(quoted.message, check(product, options).diagnostics[0].message);
    }
    assert.equal(check(broken, { labels: {} }).diagnostics[0].message, check(broken).diagnostics[0].message);
  });
});

it('large input respects maxDiagnostics and is fixed in one call', () => {
  const many = { name: '', variants: Array.from({ length: 100_000 }, () => ({ vendor_code: 1 })) };
  const { issues } = productSchema.with({ maxDiagnostics: 3 })['~standard'].validate(many);
  assert.equal(issues.length, 3);
  const ids = Array.from({ length: 20_000 }, (_, at) => String(at + 1));
  const { product, applied } = fix({
    licence_term: 'P1M',
    renew_settings: { renew_pmr: true, product_id_for_renew: [...ids, '20000'] },
  });
  assert.equal(applied, ids.length + 1);
  assert.deepEqual(product.renew_settings.product_id_for_renew.slice(-2), [20_000, 20_000]);
});
