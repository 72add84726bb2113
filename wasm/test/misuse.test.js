// Tests that every call rejects values that are passed by mistake instead of a product, such as a promise.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';

import * as small from 'renewal-rules';
import * as tools from 'renewal-rules/tools';

const sound = { licence_term: 'P1M' };
const text = JSON.stringify(sound);
class Empty {}

/** Misused values, each with the expected reason. */
const misuses = {
  'a promise that is not awaited': [Promise.resolve(sound), 'promise'],
  'a promise of another realm': [runInNewContext('Promise.resolve({})'), 'promise'],
  'a response': [new Response(text), 'response'],
  'a request': [new Request('http://localhost/'), 'request'],
  'form data': [new FormData(), 'form-data'],
  'search parameters': [new URLSearchParams('id=1'), 'search-parameters'],
  'a map': [new Map(Object.entries(sound)), 'map'],
  'a set': [new Set([sound]), 'set'],
  'a date': [new Date(), 'date'],
  'a file': [new Blob([text]), 'file'],
  'a stream': [new Response(text).body, 'stream'],
  'form data of another realm': [{ [Symbol.toStringTag]: 'FormData' }, 'form-data'],
  'a promise with members': [Object.assign(Promise.resolve(sound), { id: 1 }), 'promise'],
  'a promise of one’s own with members': [{ state: 'pending', then() {} }, 'promise'],
  'a map with members': [Object.assign(new Map(), sound), 'map'],
  'a response with members': [Object.assign(new Response(text), { size: 0 }), 'response'],
  'a weak map': [new WeakMap(), 'no-members'],
  'a weak set': [new WeakSet(), 'no-members'],
  'a pattern': [/x/, 'no-members'],
  'an error': [new Error('x'), 'no-members'],
  'an iterator': [[sound].values(), 'no-members'],
  'a generator': [(function* () {})(), 'no-members'],
  'an asynchronous generator': [(async function* () {})(), 'no-members'],
  'a namespace': [Math, 'no-members'],
  arguments: [runInNewContext('(function () { return arguments })()'), 'no-members'],
  'what a buffer is read by': [new TextDecoder(), 'no-members'],
  headers: [new Headers(), 'no-members'],
  'an object without own properties': [new Empty(), 'no-members'],
  'a buffer': [Buffer.from(text), 'bytes'],
  'a view': [new DataView(new ArrayBuffer(2)), 'bytes'],
  'an ArrayBuffer': [new ArrayBuffer(2), 'bytes'],
  'a shared buffer': [new SharedArrayBuffer(2), 'bytes'],
};

/** Asserts that a call throws an error of this class that names the misuse; returns true. */
const failed = (call, name) => {
  assert.throws(call, { name, kind: 'not-json', message: /^(This is|These are)|: (This is|These are)/ });
  return true;
};
/** @type {(report: any, reason: string) => boolean} */
const refused = ({ diagnostics: [diagnostic], valid }, reason) => {
  assert.deepEqual([valid, diagnostic.code, diagnostic.params.reason], [false, 'json-syntax', reason]);
  return /^(This is|These are) .+: .+\.$/.test(diagnostic.message);
};

describe('a misused value', () => {
  for (const [name, [value, reason]] of Object.entries(misuses)) {
    it(`is rejected: ${name}`, () => {
      for (const rules of [small, tools]) {
        assert.ok(refused(rules.check(value), reason));
        assert.ok(refused(rules.fix(value).report, reason));
        assert.equal(rules.effectiveKind(value).reason, 'malformed');
        for (const call of [() => rules.skuFor(value, 0), () => rules.cartComment(value, 'en_US')])
          assert.throws(call, { name: 'OptionsError', option: 'product' });
        const { issues } = rules.productSchema['~standard'].validate(value);
        assert.deepEqual(
          issues.map(({ params }) => params),
          [{ reason }],
        );
      }
      // Form data and search parameters contain the values of a form.
      const isForm = value instanceof FormData || value instanceof URLSearchParams;
      const [issue] = small.formSchema['~standard'].validate(value).issues ?? [];
      assert.deepEqual(issue?.params, isForm ? undefined : { reason });
      const given = { purchaseDate: '2026-01-31' };
      assert.ok(refused(tools.checkCatalogue(value), reason));
      assert.ok(refused(tools.checkCatalogue([sound, value]), reason));
      assert.ok(refused(tools.fixCatalogue(value).report, reason));
      assert.ok(failed(() => tools.timeline(value, given), 'CatalogueError'));
      assert.ok(failed(() => tools.timelineTable([sound, value], given), 'CatalogueError'));
      assert.ok(failed(() => tools.compare(sound, value), 'CatalogueError'));
      assert.ok(failed(() => tools.compare(value, sound), 'CatalogueError'));
      assert.ok(failed(() => tools.createRequest({ product: value }), 'RequestError'));
      assert.ok(failed(() => tools.changeRequest({ id: 1, body: value }), 'RequestError'));
      assert.ok(failed(() => tools.update({ current: sound, wanted: value }), 'RequestError'));
      assert.ok(failed(() => tools.checkSetup(value), 'SetupError'));
      assert.ok(failed(() => tools.Plan.create(value), 'SetupError'));
      assert.ok(failed(() => tools.Plan.parse(value), 'PlanError'));
      assert.throws(() => tools.check({}, { operation: 'update', current: value }), /current/);
    });
  }

  it('is rejected within a product', () => {
    for (const [name, [misuse, reason]] of Object.entries(misuses)) {
      // Skip values that the library accepts within a product: a date, which becomes a string in JSON, and objects with
      // members, which JSON represents like plain objects.
      if (reason === 'date' || name.includes('with members') || name.startsWith('form data of another')) continue;
      for (const product of [
        { localization_values: misuse },
        { localization_values: { en_US: misuse } },
        { licence_term: 'P1M', renew_settings: { product_id_for_renew: [102, 102], renew_ar: misuse } },
        { variants: [misuse] },
        { extra: { deep: [{ misuse }] } },
      ]) {
        assert.ok(refused(small.check(product), reason), name);
        assert.ok(refused(tools.checkCatalogue([sound, product]), reason), name);
        if ('extra' in product) continue;
        const { issues = [] } = small.formSchema['~standard'].validate(product);
        assert.deepEqual(
          issues.map(({ params }) => params),
          [{ reason }],
          name,
        );
        assert.ok(refused(small.check(small.productFromForm(product)), reason), name);
      }
    }
    for (const fine of [{ localization_values: {} }, { extra: [[], {}, Object.create(null), '{}', undefined] }]) {
      assert.ok(small.check(fine).valid);
    }
    for (const bytes of [Buffer.from(text), new ArrayBuffer(2), new Float64Array(1)]) {
      assert.ok(refused(tools.checkCatalogue([sound, bytes]), 'bytes'));
    }
  });

  it('is rejected in a list before a later element is inspected', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const products = Object.assign([Promise.resolve(sound), proxy], {
      map: () => assert.fail('a method of the list was called'),
    });
    assert.ok(refused(tools.checkCatalogue(products), 'promise'));
    assert.deepEqual(tools.checkCatalogue([sound, proxy]).diagnostics[0].params, { reason: 'exception' });
  });

  it('is not a class instance or an empty object', () => {
    class Product {
      licence_term = 'P1M';
    }
    class Hidden {
      toJSON() {
        return { id: 0 };
      }
    }
    assert.ok(small.check(new Product()).valid);
    assert.ok(small.check({}).valid);
    assert.ok(small.check(Object.create(null)).valid);
    assert.ok(small.check(runInNewContext('({})')).valid);
    assert.equal(small.check(new Hidden()).diagnostics[0].code, 'id-range');
  });
});

describe('an argument of another type', () => {
  for (const [option, call, values] of /** @type {[string, (wrong: any) => unknown, unknown[]][]} */ ([
    ['product', (wrong) => tools.skuFor(wrong, 0), ['x', 1n, []]],
    ['product', (wrong) => tools.cartComment(wrong, 'en_US'), ['x', 1n, []]],
    ['variantIndex', (wrong) => tools.skuFor(sound, wrong), ['0', '', 0.5, NaN, 0n, {}]],
    ['locale', (wrong) => tools.cartComment(sound, wrong), [1, {}]],
    ['field', tools.dependentFields, [1, ['name'], Symbol('id'), Object.create(null)]],
    ['code', tools.explain, [1, {}]],
  ])) {
    it(`is rejected: ${option}, ${call.name}`, () => {
      for (const wrong of [...values, undefined, null])
        assert.throws(() => call(wrong), { name: 'OptionsError', kind: 'invalid-argument', option });
    });
  }
});

describe('text without jsonText', () => {
  const remedy = /in JavaScript wrap it in `jsonText`/;
  const purchase = { purchaseDate: '2026-01-31' };

  it('is reported as a string instead of a product', () => {
    for (const given of /** @type {any[]} */ (['{}', text, '', '[]', 'bigint'])) {
      for (const report of [
        small.check(given),
        tools.check(given),
        small.fix(given).report,
        tools.checkCatalogue(given),
        tools.fixCatalogue(given).report,
      ]) {
        assert.equal(report.valid, false);
        const [{ code, path, message, params }, ...others] = /** @type {any[]} */ (report.diagnostics);
        assert.deepEqual([code, path, params.found, others.length], ['type-mismatch', '', 'string', 0]);
        assert.match(message, remedy);
      }
      assert.equal(small.effectiveKind(given).reason, 'malformed');
      assert.throws(() => small.skuFor(given, 0), { name: 'OptionsError', option: 'product' });
      assert.equal(small.isProduct(given), false);
      assert.throws(() => small.parse(given), small.InvalidProductError);
      assert.ok(small.productSchema['~standard'].validate(given).issues);
    }
    assert.match(tools.checkCatalogue([text]).diagnostics[0].message, remedy);
  });

  it('makes calls without a report throw an error', () => {
    const given = /** @type {any} */ (text);
    assert.throws(() => tools.timeline(given, purchase), tools.CatalogueError);
    assert.throws(() => tools.compare(sound, given), { name: 'CatalogueError', version: 'new' });
    assert.throws(() => tools.createRequest({ product: given }), { name: 'RequestError', kind: 'not-an-object' });
    assert.throws(() => tools.changeRequest({ id: 1, body: given }), tools.RequestError);
    assert.throws(() => tools.update({ current: given, wanted: sound }), tools.RequestError);
    assert.throws(() => tools.checkSetup(given), tools.SetupError);
    assert.throws(() => tools.Plan.create(given), tools.SetupError);
    assert.throws(() => tools.Plan.parse(given), {
      name: 'PlanError',
      kind: 'not-a-plan',
      message: /wrap .*`jsonText`/,
    });
    for (const current of [given, Buffer.from(text)])
      assert.throws(() => small.check({}, { operation: 'update', current }), {
        name: 'OptionsError',
        option: 'current',
      });
  });

  it('is reported if a body was encoded twice', () => {
    const { diagnostics, valid } = small.check(small.jsonText(JSON.stringify(text)));
    assert.deepEqual([valid, diagnostics.length, diagnostics[0].messageId], [false, 1, 'product-text']);
    assert.match(diagnostics[0].message, /encoded twice/);
  });
});

describe('jsonText', () => {
  it('accepts text and bytes, and adds locations', () => {
    const wrong = '{"licence_term":"p1m"}';
    const shared = new Uint8Array(new SharedArrayBuffer(wrong.length));
    shared.set(Buffer.from(wrong));
    for (const source of /** @type {any[]} */ ([
      wrong,
      Buffer.from(wrong),
      new DataView(Uint8Array.from(Buffer.from(wrong)).buffer),
      shared,
      shared.buffer,
    ])) {
      const given = small.jsonText(source);
      const { diagnostics } = small.check(given);
      assert.deepEqual([diagnostics[0].code, diagnostics[0].location.column], ['term-format', 17]);
      assert.equal(tools.checkCatalogue(given).diagnostics[0].path, '/0/licence_term');
      assert.equal(small.fix(given).text, '{"licence_term":"P1M"}');
    }
    assert.equal(small.check(small.jsonText(Buffer.from('no JSON'))).valid, false);
  });

  it('rejects a source that is neither text nor bytes', () => {
    for (const source of /** @type {any[]} */ ([undefined, null, {}, 1n, small.jsonText(text)]))
      assert.deepEqual(small.check(small.jsonText(source)).diagnostics[0].params, { reason: 'no-text' });
    for (const [source, reason] of /** @type {any[]} */ ([
      [Promise.resolve(text), 'promise'],
      [new Response(text), 'response'],
    ]))
      assert.deepEqual(small.check(small.jsonText(source)).diagnostics[0].params, { reason });
  });

  it('is the only input with a layout', () => {
    const products = [{ id: 1 }];
    for (const layout of /** @type {const} */ (['lines', 'array'])) {
      assert.equal(tools.checkCatalogue(products, { layout }).valid, true);
      assert.deepEqual(tools.fixCatalogue(products, { layout }).products, products);
    }
    assert.equal(tools.checkCatalogue(small.jsonText('[{"id":1}]'), { layout: 'lines' }).valid, false);
  });

  it('is rejected within a value', () => {
    const wrapped = small.jsonText(text);
    for (const report of [
      small.check(/** @type {any} */ ({ renew_settings: wrapped })),
      tools.checkCatalogue([wrapped]),
      tools.checkCatalogue([sound, { variants: [wrapped] }]),
    ])
      assert.ok(refused(report, 'json-text'));
    assert.equal(small.isProduct(wrapped), false);
  });
});
