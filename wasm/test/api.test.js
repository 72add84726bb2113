import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import * as small from 'renewal-rules';
import * as rules from 'renewal-rules/tools';

import { compile, root } from './pack.js';
import { examples } from './rule-examples.js';

const bytes = (text) => new TextEncoder().encode(text);
const same = (result, expected, about) => assert.equal(JSON.stringify(result), expected, about);

const product = {
  id: 101,
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [102, 103, 103], renew_ar: { enable: true }, renew_pmr: true },
  localization_values: {
    en_US: { comment_for_product_for_AR: 'Renews by itself.', comment_for_product_for_MR: 'Renew it.' },
  },
  variants: [{ vendor_code: 'V1', sku: 'S1', sku_ar: 'S1-AR', price: { common: { currency: 'USD', price: '9.99' } } }],
};

describe('calls', () => {
  it('the default entry has what the tools have, but for the tools', () => {
    const forms = 'dependsOn diagnosticsByField effectiveKind errorSummary errorsByField fix formSchema fromForm';
    const names = `applyToForm article cartComment check ${forms} productSchema toTypedSchema translate`.split(' ');
    assert.deepEqual(Object.keys(small), names);
    assert.deepEqual(
      names.filter((name) => !(name in rules)),
      [],
    );
  });

  it('the types declare every call and no other, but for what the command line alone calls', () => {
    const file = join(root, 'test/declared.mts');
    const names = Object.keys(rules).filter((name) => !['editor', 'render'].includes(name));
    const text = `import * as rules from 'renewal-rules/tools';\ntype Names = keyof typeof rules;\nexport const all: { [name in Names]: 0 } = {${names.map((name) => `${name}: 0`)}};\n`;
    writeFileSync(file, text);
    try {
      compile(join(root, 'test'), ['declared.mts']);
    } finally {
      rmSync(file);
    }
  });

  it('catalogues', () => {
    const [first, second] = [{ ...product }, { ...product, id: 101 }];
    const codes = (report) => report.diagnostics.map(({ code, path }) => `${path} ${code}`);
    const result = codes(rules.checkCatalogue([first, second]));
    assert.ok(result.includes('/1/id duplicate-product-id'), result.join());
    assert.deepEqual(codes(rules.checkCatalogue(JSON.stringify([first, second]))), result);
    const lines = `${JSON.stringify(first)}\n\n${JSON.stringify(second)}\n`;
    assert.deepEqual(codes(rules.checkCatalogue(lines)), result);
    assert.deepEqual(codes(rules.checkCatalogue(bytes(lines))), result);
    assert.deepEqual(codes(rules.checkCatalogue('{\n{}', { layout: 'lines' })), ['/0 json-syntax']);
    assert.deepEqual(codes(rules.checkCatalogue('{"id":1}', { layout: 'array' })), [' type-mismatch']);
    assert.deepEqual(codes(rules.checkCatalogue('{"id":1}')), []);
    assert.deepEqual(codes(rules.checkCatalogue('{\n "id": 1\n}')), [' type-mismatch']);
    assert.throws(
      // @ts-expect-error: no layout.
      () => rules.checkCatalogue('', { layout: 'list' }),
      new TypeError('the option `layout` must be one of `array`, `lines`'),
    );
    // @ts-expect-error: an option of catalogues.
    assert.throws(() => rules.check('{}', { layout: 'lines' }), /layout/);
    assert.deepEqual(codes(rules.checkCatalogue({})), [' type-mismatch']);
    assert.deepEqual(codes(rules.checkCatalogue(1n)), [' json-syntax']);
    assert.deepEqual(codes(rules.checkCatalogue(undefined)), [' json-syntax']);
    // @ts-expect-error: an option of products.
    assert.throws(() => rules.checkCatalogue([], { operation: 'create' }), /operation/);
  });

  it('the effective kind, the article and the comment', () => {
    const decision = rules.effectiveKind(product);
    assert.equal(decision.kind, 'ar');
    assert.deepEqual(
      decision.considered.map(({ outcome }) => outcome),
      ['applied', 'not-reached', 'not-reached'],
    );
    const declined = rules.effectiveKind(product, { consent: 'declined' });
    assert.equal(declined.kind, 'pmr');
    assert.deepEqual(declined.assumed, ['limits.pmrOnlineMinDays']);
    assert.equal(rules.effectiveKind(1n).reason, 'malformed');
    // @ts-expect-error: no consent.
    assert.throws(() => rules.effectiveKind(product, { consent: 'maybe' }), /consent/);
    assert.equal(rules.article(product, 0), 'S1-AR');
    assert.equal(rules.article(product, 0, { consent: 'declined' }), 'S1');
    for (const none of /** @type {any[]} */ ([1, -1, 0.5, NaN, 1e20, '', undefined, 0n, {}]))
      assert.equal(rules.article(product, none), null);
    assert.equal(rules.cartComment(product, 'en_US'), 'Renews by itself.');
    assert.equal(rules.cartComment(product, 'en_US', { consent: 'unavailable' }), 'Renew it.');
    for (const none of /** @type {any[]} */ (['ru_RU', '', undefined, {}, 1]))
      assert.equal(rules.cartComment(product, none), null);
    const text = JSON.stringify(product);
    for (const read of [text, bytes(text), bytes(text).buffer]) {
      assert.deepEqual(rules.effectiveKind(read), decision);
      assert.equal(rules.article(read, 0), 'S1-AR');
      assert.equal(rules.cartComment(read, 'en_US'), 'Renews by itself.');
    }
    assert.equal(rules.effectiveKind('{').reason, 'malformed');
  });

  it('fixes', () => {
    const broken = {
      ...product,
      licence_term: 'p1m',
      renew_settings: { ...product.renew_settings, product_id_for_renew: [102] },
      extra: { ['__proto__']: 1 },
    };
    const fixed = rules.fix(broken);
    assert.equal(fixed.applied, 2);
    assert.equal(fixed.product.licence_term, 'P1M');
    assert.deepEqual(fixed.product.renew_settings.product_id_for_renew, [102, 102]);
    assert.equal(fixed.report.valid, true);
    assert.equal(broken.licence_term, 'p1m');
    assert.ok(fixed.report.diagnostics.every(({ location }) => location === undefined));
    const proto = rules.fix(JSON.parse('{"licence_term":"p1m","__proto__":{"polluted":1}}')).product;
    assert.equal(Object.getPrototypeOf(proto), Object.prototype);
    assert.ok(Object.hasOwn(proto, '__proto__'));

    const text = '{ "licence_term" : "p1m" }\n';
    assert.equal(rules.fix(text).text, '{ "licence_term" : "P1M" }\n');
    assert.equal(rules.fix(bytes(text)).applied, 1);
    assert.ok(rules.fix(text, { rules: { 'term-format': 'warning' } }).report.valid);
    assert.deepEqual(rules.fix('{').text, '{');
    assert.equal(rules.fix(Uint8Array.of(0xff)).report.valid, false);
    const { product: none, report } = rules.fix(() => {});
    assert.equal(none, null);
    assert.equal(report.valid, false);
    assert.equal(rules.fixCatalogue(`[${text}]`).text, `[${text.replace('p1m', 'P1M')}]`);
    assert.equal(rules.fixCatalogue(text + text).applied, 2);
    assert.equal(rules.fixCatalogue(bytes(text + text)).text, (text + text).replaceAll('p1m', 'P1M'));
    assert.deepEqual(rules.fixCatalogue([{ licence_term: 'p1m' }]).products, [{ licence_term: 'P1M' }]);
    assert.deepEqual(
      rules.fixCatalogue([Promise.resolve({})]).report.diagnostics.map(({ params }) => params),
      [{ reason: 'promise' }],
    );

    const [{ fix }] = rules.check(text).diagnostics;
    assert.equal(rules.applyPatch(text, fix), '{ "licence_term" : "P1M" }\n');
    assert.throws(() => rules.applyPatch('{}', fix), TypeError);
    assert.throws(() => rules.applyPatch('{', fix), TypeError);
    for (const patch of /** @type {any[]} */ ([undefined, null, 1n, {}, [{ op: 'test' }], [{ op: 'add', path: '/x' }]]))
      assert.throws(() => rules.applyPatch(text, patch), TypeError);
  });

  it('what is known of the rules', () => {
    const all = rules.rules();
    assert.deepEqual(
      rules.explain('chain-empty'),
      all.find(({ code }) => code === 'chain-empty'),
    );
    for (const none of /** @type {any[]} */ (['', 'nothing', undefined, {}, 1]))
      assert.equal(rules.explain(none), undefined);
  });

  it('a limit of diagnostics', () => {
    const report = rules.check({ id: 'x', name: 1, variants: 2 }, { maxDiagnostics: 1 });
    assert.equal(report.diagnostics.length, 1);
    assert.ok(report.omitted >= 2);
  });
});

describe('the JSON Schema agrees with the shape rules', () => {
  const validate = new Ajv({ strict: true, allErrors: true }).compile(
    JSON.parse(readFileSync(join(root, 'schema.json'), 'utf8')),
  );
  const shape = new Set(['type-mismatch', 'missing-field', 'id-range', 'term-format', 'price-format', 'locale-format']);
  const agrees = (value) => {
    // A string would be read as the text of a product.
    const { diagnostics } = rules.check(typeof value === 'string' ? JSON.stringify(value) : value);
    const faulty = diagnostics.some(({ code, severity }) => severity === 'error' && shape.has(code));
    assert.equal(
      validate(value),
      !faulty,
      `${JSON.stringify(value)}\n${JSON.stringify(validate.errors)}\n${JSON.stringify(diagnostics)}`,
    );
  };

  it('on the examples of every rule', () => {
    for (const { catalogue, options, value } of examples) {
      if (!catalogue && options === undefined) agrees(value);
    }
  });

  it('on the largest numbers that a term can have', () => {
    const around = [2 ** 32 - 1, 2 ** 32, 4294967299, 4294967300, 4294968000, 4295000000];
    for (const count of [...around, 4200000000, 5e9, 1e9, 999999999, 1e10, 4e10, 1e20]) {
      for (const zeros of ['', '0', '00000000000']) agrees({ licence_term: `P${zeros}${count}D` });
    }
  });

  it('on every value in every place', () => {
    const values = [
      null,
      true,
      0,
      1,
      1.5,
      -1,
      101.0,
      2 ** 53,
      '',
      'x',
      'P1M',
      'P1W',
      'P0D',
      'p1m',
      '0.00',
      '.5',
      '1e2',
      'USD',
      [],
      [1],
      [[]],
      ['1'],
      {},
      { common: {} },
      { x: 1 },
      { en_US: {} },
      { en: {} },
      { en_US: { comment_for_product_for_AR: 1 } },
      { enable: 1 },
      [{}],
      [{ vendor_code: 'V', sku: 'S', price: {} }],
    ];
    const places = (value, path = []) => [
      path,
      ...(typeof value === 'object' && value !== null
        ? Object.keys(value).flatMap((key) => places(value[key], [...path, key]))
        : []),
    ];
    for (const path of places(product)) {
      for (const value of [undefined, ...values]) {
        if (path.length === 0) {
          if (value !== undefined) agrees(value);
          continue;
        }
        const changed = structuredClone(product);
        const at = path.slice(0, -1).reduce((part, key) => part[key], changed);
        const last = path.at(-1);
        if (value !== undefined) at[last] = value;
        else if (Array.isArray(at)) at.splice(last, 1);
        else delete at[last];
        agrees(changed);
      }
    }
  });
});
