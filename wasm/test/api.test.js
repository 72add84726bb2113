import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import * as small from 'renewal-rules';
import * as rules from 'renewal-rules/tools';

import { compile, root } from './pack.js';
import { examples } from './rule-examples.js';

const { jsonText } = rules;
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

describe('exports', () => {
  it('the default entry is a subset of the tools entry', () => {
    const errors = 'InvalidProductError OptionsError';
    const forms =
      'dependentFields diagnosticsByField effectiveKind errorSummary fix formSchema isProduct jsonText parse';
    const all = `${errors} applyToForm cartComment check ${forms} productFromForm productSchema setMessages skuFor translate`;
    const names = all.split(' ');
    assert.deepEqual(Object.keys(small), names);
    assert.deepEqual(
      names.filter((name) => !(name in rules)),
      [],
    );
  });

  it('the types declare every export and no other', () => {
    const file = join(root, 'test/declared.mts');
    const names = Object.keys(rules);
    for (const internal of ['editor', 'readChangeResponse', 'render']) assert.ok(!names.includes(internal));
    const text = `import * as rules from 'renewal-rules/tools';\ntype Names = keyof typeof rules;\nexport const all: { [name in Names]: 0 } = {${names.map((name) => `${name}: 0`)}};\n`;
    writeFileSync(file, text);
    try {
      compile(join(root, 'test'), ['declared.mts']);
    } finally {
      rmSync(file);
    }
  });

  it('checkCatalogue accepts arrays, JSON text and lines', () => {
    const [first, second] = [{ ...product }, { ...product, id: 101 }];
    const codes = (report) => report.diagnostics.map(({ code, path }) => `${path} ${code}`);
    const result = codes(rules.checkCatalogue([first, second]));
    assert.ok(result.includes('/1/id duplicate-product-id'), result.join());
    assert.deepEqual(codes(rules.checkCatalogue(jsonText(JSON.stringify([first, second])))), result);
    const lines = `${JSON.stringify(first)}\n\n${JSON.stringify(second)}\n`;
    assert.deepEqual(codes(rules.checkCatalogue(jsonText(lines))), result);
    assert.deepEqual(codes(rules.checkCatalogue(jsonText(bytes(lines)))), result);
    assert.deepEqual(codes(rules.checkCatalogue(jsonText('{\n{}'), { layout: 'lines' })), ['/0 json-syntax']);
    for (const cut of ['[\n  {"id":1},\n  {"id":2},\n]\n', '\ufeff [\n{"id":1}\n{"id":2}]', '[{"id":1},'])
      assert.deepEqual(codes(rules.checkCatalogue(jsonText(cut))), [' json-syntax']);
    assert.deepEqual(codes(rules.checkCatalogue(jsonText('{"id":1}'), { layout: 'array' })), [' type-mismatch']);
    assert.deepEqual(codes(rules.checkCatalogue(jsonText('{"id":1}'))), []);
    assert.deepEqual(codes(rules.checkCatalogue(jsonText('{\n "id": 1\n}'))), [' type-mismatch']);
    assert.throws(
      // @ts-expect-error: `list` is not a layout.
      () => rules.checkCatalogue([], { layout: 'list' }),
      {
        name: 'OptionsError',
        kind: 'invalid',
        option: 'layout',
        message: 'the option `layout` must be one of `array`, `lines`',
      },
    );
    // @ts-expect-error: `layout` is an option of catalogues only.
    assert.throws(() => rules.check({}, { layout: 'lines' }), /layout/);
    assert.deepEqual(codes(rules.checkCatalogue({})), [' type-mismatch']);
    assert.deepEqual(codes(rules.checkCatalogue(1n)), [' json-syntax']);
    assert.deepEqual(codes(rules.checkCatalogue(undefined)), [' json-syntax']);
    // @ts-expect-error: `operation` is an option of products only.
    assert.throws(() => rules.checkCatalogue([], { operation: 'create' }), /operation/);
  });

  it('effectiveKind, skuFor and cartComment depend on consent', () => {
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
    // @ts-expect-error: `maybe` is not a consent.
    assert.throws(() => rules.effectiveKind(product, { consent: 'maybe' }), /consent/);
    assert.equal(rules.skuFor(product, 0), 'S1-AR');
    assert.equal(rules.skuFor(product, 0, { consent: 'declined' }), 'S1');
    for (const none of [1, -1, 1e20]) assert.equal(rules.skuFor(product, none), null);
    assert.equal(rules.cartComment(product, 'en_US'), 'Renews by itself.');
    assert.equal(rules.cartComment(product, 'en_US', { consent: 'unavailable' }), 'Renew it.');
    for (const none of ['ru_RU', '']) assert.equal(rules.cartComment(product, none), null);
    const text = JSON.stringify(product);
    for (const source of [text, bytes(text), bytes(text).buffer]) {
      const read = jsonText(source);
      assert.deepEqual(rules.effectiveKind(read), decision);
      assert.equal(rules.skuFor(read, 0), 'S1-AR');
      assert.equal(rules.cartComment(read, 'en_US'), 'Renews by itself.');
    }
    assert.equal(rules.effectiveKind(jsonText('{')).reason, 'malformed');
  });

  it('fix, fixCatalogue and applyPatch accept values and text', () => {
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

    const line = '{ "licence_term" : "p1m" }\n';
    const text = jsonText(line);
    assert.equal(rules.fix(text).text, '{ "licence_term" : "P1M" }\n');
    assert.equal(rules.fix(jsonText(bytes(line))).applied, 1);
    assert.ok(rules.fix(text, { rules: { 'term-format': 'warning' } }).report.valid);
    assert.deepEqual(rules.fix(jsonText('{')).text, '{');
    assert.equal(rules.fix(jsonText(Uint8Array.of(0xff))).report.valid, false);
    const { product: none, report } = rules.fix(() => {});
    assert.equal(none, null);
    assert.equal(report.valid, false);
    assert.equal(rules.fixCatalogue(jsonText(`[${line}]`)).text, `[${line.replace('p1m', 'P1M')}]`);
    assert.equal(rules.fixCatalogue(jsonText(line + line)).applied, 2);
    assert.equal(rules.fixCatalogue(jsonText(bytes(line + line))).text, (line + line).replaceAll('p1m', 'P1M'));
    assert.deepEqual(rules.fixCatalogue([{ licence_term: 'p1m' }]).products, [{ licence_term: 'P1M' }]);
    assert.deepEqual(
      rules.fixCatalogue([Promise.resolve({})]).report.diagnostics.map(({ params }) => params),
      [{ reason: 'promise' }],
    );

    const [{ fix }] = rules.check(text).diagnostics;
    assert.equal(rules.applyPatch(text, fix), '{ "licence_term" : "P1M" }\n');
    assert.deepEqual(rules.applyPatch({ licence_term: 'p1m' }, fix), { licence_term: 'P1M' });
    assert.throws(() => rules.applyPatch({}, fix), { name: 'PatchError', kind: 'does-not-fit', index: 0 });
    assert.throws(() => rules.applyPatch(jsonText('{'), fix), { name: 'PatchError', kind: 'not-json' });
    for (const patch of /** @type {any[]} */ ([undefined, null, 1n, {}, [{ op: 'test' }], [{ op: 'add', path: '/x' }]]))
      assert.throws(() => rules.applyPatch(text, patch), { name: 'PatchError', kind: 'not-a-patch' });
  });

  it('explain returns the entry of a rule', () => {
    const all = rules.rules();
    assert.deepEqual(
      rules.explain('chain-empty'),
      all.find(({ code }) => code === 'chain-empty'),
    );
    for (const none of ['', 'nothing']) assert.equal(rules.explain(none), undefined);
  });

  it('maxDiagnostics limits a report and counts the rest', () => {
    const report = rules.check({ id: 'x', name: 1, variants: 2 }, { maxDiagnostics: 1 });
    assert.equal(report.diagnostics.length, 1);
    assert.ok(report.omitted >= 2);
  });
});

describe('parse and isProduct', () => {
  const broken = { licence_term: 'P1W' };

  it('parse returns the value itself, or the contents of JSON text', () => {
    assert.equal(rules.parse(product), product);
    const text = JSON.stringify(product);
    for (const source of [text, `\ufeff${text}`, bytes(text), bytes(text).buffer, Buffer.from(`\ufeff${text}`)])
      assert.deepEqual(rules.parse(jsonText(source)), product);
    assert.throws(() => rules.parse({ id: 1 }, { operation: 'create' }), { name: 'InvalidProductError' });
  });

  it('parse throws the report of an invalid product', () => {
    for (const input of [broken, jsonText(JSON.stringify(broken)), 'x', Buffer.from('{}'), jsonText('"{}"'), 1n]) {
      assert.throws(
        () => rules.parse(input),
        (error) => {
          assert.ok(error instanceof rules.InvalidProductError && error instanceof Error);
          assert.deepEqual(error.report, rules.check(/** @type {any} */ (input)));
          const { path, message } = error.report.diagnostics.find(({ severity }) => severity === 'error');
          assert.ok(error.message.startsWith(`The product has errors:\n${path && `${path}: `}${message}`));
          return error.kind === 'invalid-product';
        },
      );
    }
  });

  it('isProduct is true for values without errors only', () => {
    assert.deepEqual([rules.isProduct(product), rules.isProduct({})], [true, true]);
    for (const none of [broken, '{}', jsonText('{}'), Buffer.from('{}'), null, undefined, [], Promise.resolve({})])
      assert.equal(rules.isProduct(none), false);
    assert.equal(rules.isProduct({ id: 1 }, { operation: 'create' }), false);
  });
});

it('a diagnostic has a page URL, which its JSON omits', () => {
  const [diagnostic] = rules.check({ id: 0 }).diagnostics;
  assert.match(diagnostic.url, /^https:\/\/[^/]+\/rules\/id-range\/$/);
  assert.ok(!JSON.stringify(diagnostic).includes(diagnostic.url));
  const { issues } = rules.productSchema['~standard'].validate({ id: 0 });
  const setup = rules.checkSetup({ initiator: { id: 1 }, kinds: { ar: true } });
  for (const { url } of [...issues, ...setup.diagnostics]) assert.match(url, /\/rules\/[a-z-]+\/$/);
});

describe('errors', () => {
  it('OptionsError has the kind and the option', () => {
    for (const [options, kind, option] of /** @type {[any, string, string | null][]} */ ([
      [{ operation: 'creation' }, 'invalid', 'operation'],
      [{ limits: { arMinDays: -1 } }, 'invalid', 'limits.arMinDays'],
      [{ 'a\n"b': 1 }, 'unknown', 'a\n"b'],
      [{ rules: { 'chain-full': 'off' } }, 'unknown-code', 'chain-full'],
      [[], 'not-an-object', null],
      [{ messages: { 'chain-empty': { full: '' } } }, 'invalid-messages', 'messages'],
      [{ messages: new Map() }, 'invalid-messages', 'messages'],
      [{ labels: null }, 'invalid', 'labels'],
      [{ labels: 5 }, 'invalid', 'labels'],
      [{ labels: [] }, 'invalid', 'labels'],
      [{ labels: new Map() }, 'invalid', 'labels'],
      [{ labels: { name: 5 } }, 'invalid', 'labels'],
    ])) {
      assert.throws(
        () => rules.check(product, options),
        (error) => {
          assert.ok(error instanceof rules.OptionsError && error instanceof TypeError);
          assert.deepEqual([error.kind, error.option], [kind, option]);
          return !error.message.includes(`${kind}\n`);
        },
      );
    }
  });

  it('service calls throw an OptionsError for non-object arguments', () => {
    const { licence_term, variants } = product;
    const initiator = { name: 'Example Pro', family_name: 'Example', licence_term, variants };
    const plan = rules.Plan.create({ initiator, renewals: [102], kinds: { pmr: true } });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const wrongs = ['x', 5, 1n, true, null, Symbol('x'), () => 1, [], ['x'], new Map(), new Response(''), proxy];
    for (const call of [
      rules.loginRequest,
      rules.readLoginResponse,
      rules.createRequest,
      rules.readCreateResponse,
      rules.changeRequest,
      rules.update,
      (given) => plan.next(given),
      (given) => plan.recordResponse(given),
    ]) {
      for (const wrong of /** @type {any[]} */ (wrongs))
        assert.throws(() => call(wrong), {
          name: 'OptionsError',
          kind: 'invalid-argument',
          message: 'the arguments must be a plain object with a member for each argument',
        });
    }
    assert.equal(plan.next({ base: undefined })?.path, '/v1/product');
  });

  it('unknown or mistyped format options throw an OptionsError', () => {
    const results = [{ name: 'a', report: rules.check(product) }];
    for (const [options, kind, option] of /** @type {any[][]} */ ([
      [null, 'invalid-argument', 'options'],
      [{ color: 5 }, 'invalid', 'color'],
      [{ colour: true }, 'unknown', 'colour'],
    ]))
      assert.throws(() => rules.format(results, 'github', options), { name: 'OptionsError', kind, option });
    for (const [options, kind, option] of /** @type {any[][]} */ ([
      [null, 'not-an-object', null],
      [{ format: 'xml' }, 'invalid', 'format'],
      [{ formats: 'text' }, 'unknown', 'formats'],
    ]))
      assert.throws(() => rules.comparisonText([], [], options), { name: 'OptionsError', kind, option });
  });

  it('serialize to JSON with their message and data', () => {
    assert.throws(
      () => rules.update({ current: { a: 1 }, wanted: {} }),
      (failed) => {
        assert.ok(failed instanceof rules.RequestError);
        const { message } = failed;
        assert.deepEqual(JSON.parse(JSON.stringify(failed)), { kind: 'cannot-remove', message, fields: ['a'] });
        return true;
      },
    );
  });
});

describe('the JSON Schema agrees with the shape rules', () => {
  const validate = new Ajv({ strict: true, allErrors: true }).compile(
    JSON.parse(readFileSync(join(root, 'schema.json'), 'utf8')),
  );
  const shape = new Set(['type-mismatch', 'missing-field', 'id-range', 'term-format', 'price-format', 'locale-format']);
  const agrees = (value) => {
    const { diagnostics } = rules.check(value);
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

  it('on terms around the largest number', () => {
    const around = [2 ** 32 - 1, 2 ** 32, 4294967299, 4294967300, 4294968000, 4295000000];
    for (const count of [...around, 4200000000, 5e9, 1e9, 999999999, 1e10, 4e10, 1e20]) {
      for (const zeros of ['', '0', '00000000000']) agrees({ licence_term: `P${zeros}${count}D` });
    }
  });

  it('on many values at every path', () => {
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
