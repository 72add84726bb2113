// Tests the calls of `renewal-rules/tools`: timeline, comparison, service interface, plan.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';

import * as tools from 'renewal-rules/tools';

import { hostileValues } from './hostile.js';

const product = {
  id: 101,
  name: 'Example Pro',
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true }, renew_pmr: true },
  variants: [{ vendor_code: 'V1', sku: 'S1', sku_ar: 'S1-AR', price: { common: { currency: 'USD', price: '9.99' } } }],
};
const bytes = (text) => new TextEncoder().encode(text);

describe('timeline', () => {
  it('is data, a table or an SVG, from a value, text or bytes', () => {
    const options = { purchaseDate: '2026-01-31', renewals: 2 };
    const result = tools.timeline(product, options);
    assert.ok(result.ok);
    assert.deepEqual(
      result.value.periods.map(({ start, article }) => `${start} ${article}`),
      ['2026-01-31 S1-AR', '2026-02-28 S1-AR', '2026-03-31 S1-AR'],
    );
    assert.equal(tools.timeline(product, { ...options, monthCount: 'chained' }).value.periods[2].start, '2026-03-28');
    assert.match(tools.timelineTable(product, options).value, /2026-02-28/);
    assert.match(tools.timelineSvg(product, options).value, /^<svg/);
    for (const given of [[product], JSON.stringify([product]), bytes(JSON.stringify(product))]) {
      assert.deepEqual(tools.timeline(given, options), result);
      assert.deepEqual(
        tools.timelines(given, options).map(({ path: _, ...result }) => result),
        [result],
      );
    }
    const both = tools.timelines(
      [product, { ...product, id: 102, renew_settings: { product_id_for_renew: [102, 102], renew_pmr: true } }],
      options,
    );
    assert.deepEqual(
      both.map(({ path, ok, value }) => [path, ok, value.periods[0].productId]),
      [
        ['/0', true, 101],
        ['/1', true, 102],
      ],
    );
  });

  it('reports invalid data and throws on invalid options', () => {
    for (const [, make] of hostileValues) {
      for (const call of [tools.timeline, tools.timelineTable, tools.timelineSvg]) {
        const result = call(make(), { purchaseDate: '2026-01-31' });
        assert.ok(result.ok || (result.error.message !== '' && /^[a-z]+(-[a-z]+)*$/.test(result.error.kind)));
      }
    }
    assert.deepEqual(tools.timeline([product, product, {}], { purchaseDate: '2026-01-31', productId: 7 }), {
      ok: false,
      error: { kind: 'no-such-product', message: 'there is no product with the id 7' },
    });
    assert.deepEqual(
      tools.timelines('{', { purchaseDate: '2026-01-31' }).map(({ path, error }) => [path, error.kind]),
      [['', 'not-json']],
    );
    // A string is always JSON text, even if it equals an internal marker for another kind of value.
    for (const text of ['no-text', 'bigint', 'undefined']) {
      const same = tools.timeline(`${text}!`, { purchaseDate: '2026-01-31' }).error.message;
      assert.equal(tools.timeline(text, { purchaseDate: '2026-01-31' }).error.message, same);
      assert.deepEqual(tools.compare(text, product).error, {
        kind: 'not-json',
        message: `the old version: ${same}`,
        version: 'old',
      });
    }
    for (const renewals of [-1, 1001]) {
      assert.throws(
        () => tools.timeline(product, { purchaseDate: '2026-01-31', renewals }),
        new TypeError('the option `renewals` must be a whole number from 0 to 1000'),
      );
    }
    // @ts-expect-error: `purchaseDate` is required.
    assert.throws(() => tools.timeline(product), /purchaseDate/);
    assert.throws(() => tools.timeline(product, { purchaseDate: '2026-02-30' }), /purchaseDate/);
    // @ts-expect-error: unknown option.
    assert.throws(() => tools.timeline(product, { purchaseDate: '2026-01-31', renewal: 1 }), /renewal/);
  });
});

it('format() renders the formats of the command line', () => {
  const text = '{"licence_term":"p1m"}';
  const results = [
    { name: 'a.json', text, report: tools.check(text) },
    { name: 'all', report: tools.checkCatalogue([product, product]) },
  ];
  assert.deepEqual(
    JSON.parse(tools.format(results, 'json')),
    results.map(({ name, report }) => ({ file: name, report })),
  );
  const sarif = JSON.parse(tools.format(results, 'sarif'));
  assert.deepEqual(
    sarif.runs[0].results.map(({ ruleId }) => ruleId),
    ['term-format', 'duplicate-product-id'],
  );
  assert.match(tools.format(results, 'junit'), /<testsuites/);
  assert.match(tools.format(results, 'stylish'), /a\.json.*p1m/s);
  assert.doesNotMatch(tools.format(results, 'stylish', { quiet: true }), /not-checked/);
  assert.match(tools.format(results, 'stylish', { color: true }), /\u001b\[/);
  assert.deepEqual(JSON.parse(tools.format([], 'json')), []);
  for (const wrong of /** @type {any[]} */ ([undefined, {}, [{}], [{ name: 'a' }], [{ name: 'a', report: {} }]]))
    assert.throws(() => tools.format(wrong, 'json'), /^TypeError: the result/);
  // @ts-expect-error: unknown format.
  assert.throws(() => tools.format([], 'yaml'), /format/);
});

it('render() names the invalid argument', () => {
  // `render` is an untyped internal call of the command line.
  const { render } = /** @type {any} */ (tools);
  for (const [request, message] of /** @type {[object, string][]} */ ([
    [[], 'the request must be an object'],
    [{ part: 5 }, '`part` must be a text'],
    [{ part: 'begin', color: 'red' }, '`color` must be true or false'],
    [{ part: 'files', files: [{ length: -1 }] }, '`files` must be a list of files'],
    [{ part: 'end', tally: 1 }, '`tally` must be what an earlier part gave'],
  ])) {
    assert.throws(() => render(request), new TypeError(message));
  }
  assert.throws(
    () => render({ parts: 'begin' }),
    /^TypeError: there is no argument `parts`; the arguments are `part`, /,
  );
});

it('compare() returns data, and comparisonText() text', () => {
  const short = { ...product, licence_term: 'P5D' };
  const result = tools.compare(product, short);
  assert.ok(result.ok && result.value.changed);
  const kinds = result.value.products[0].changes.filter(({ aspect }) => aspect === 'kind');
  assert.ok(kinds.some((change) => 'old' in change && change.old === 'ar' && change.new === 'pmr'));
  assert.match(tools.comparisonText(product, short).value, /P5D/);
  assert.match(tools.comparisonText(product, short, { format: 'markdown' }).value, /\|/);
  assert.deepEqual(tools.compare(JSON.stringify(product), bytes(JSON.stringify(short))), result);
  assert.deepEqual(tools.compare(bytes(JSON.stringify(product)), short), result);
  assert.equal(tools.compare(product, product).value.changed, false);
  for (const [, make] of hostileValues) assert.equal(typeof tools.compare(make(), make()).ok, 'boolean');
  assert.match(tools.comparisonText('{', product).error.message, /^the old version/);
  assert.equal(tools.compare(product, '{').error.version, 'new');
  assert.equal(tools.compare(product, product, { productId: 7 }).error.kind, 'no-such-product');
  // @ts-expect-error: no option.
  assert.throws(() => tools.compare(product, product, { purchased: 1 }), /purchased/);
});

describe('login', () => {
  const secret = 'hunter2';
  const shown = (value) => inspect(value, { depth: 9 }) + JSON.stringify(value);
  const at = (seconds) => new Date(seconds * 1000);

  it('requests carry the password but do not log it', () => {
    const { ok, value: request } = tools.loginRequest({
      username: 'me',
      password: secret,
      base: 'https://example.test/api',
    });
    assert.ok(ok);
    assert.equal(JSON.parse(request.body).password, secret);
    assert.equal({ ...request }.body, request.body);
    assert.equal(structuredClone(request).body, request.body);
    assert.equal(request.url, 'https://example.test/api/v1/login_check');
    assert.deepEqual(request.headers, { 'Content-type': 'application/json' });
    assert.ok(!('url' in tools.loginRequest({ username: 'me', password: secret }).value));
    assert.ok(!shown({ request }).includes(secret));
    assert.match(shown(request), /login_check/);
    assert.equal(tools.loginRequest({ username: 'me', password: '' }).error.kind, 'empty-password');
    for (const [given, name] of /** @type {[any, string][]} */ ([
      [{ base: 1 }, 'base'],
      [{ password: [secret] }, 'password'],
      [{ user: 'me' }, 'user'],
    ])) {
      assert.throws(
        () => tools.loginRequest({ username: 'me', password: secret, ...given }),
        (error) => error instanceof TypeError && error.message.includes(name) && !error.message.includes(secret),
      );
    }
  });

  it('responses are parsed, and tokens are not logged', () => {
    const request = { status: 200, receivedAt: at(1_000) };
    const { ok, value: token } = tools.readLoginResponse({ ...request, body: JSON.stringify({ token: secret }) });
    assert.ok(ok);
    assert.deepEqual([token.token, { ...token }.token], [secret, secret]);
    assert.deepEqual([token.receivedAt, token.expiresAt], [at(1_000), at(1_000 + 24 * 3600)]);
    assert.ok(!shown([token]).includes(secret));
    assert.equal(
      tools.isTokenValid({ receivedAt: token.receivedAt, now: new Date(token.expiresAt.getTime() - 1) }),
      true,
    );
    assert.equal(tools.isTokenValid({ receivedAt: token.receivedAt, now: token.expiresAt }), false);
    for (const now of /** @type {any[]} */ ([1_000, '2026-01-31', undefined, new Date(Number.NaN)])) {
      assert.throws(() => tools.isTokenValid({ receivedAt: at(0), now }), new TypeError('`now` must be a date'));
    }
    for (const status of [200, 400, 401, 404, 500, 503, 777]) {
      for (const body of [
        '',
        '<html>',
        '{}',
        '[]',
        'null',
        '{"errors":[{"error":1,"message":"a"},{"error":2,"message":"b"}]}',
        '{"errors":7}',
        `{"token":["${secret}"]}`,
      ]) {
        const result = tools.readLoginResponse({ status, body, receivedAt: at(0) });
        assert.equal(result.ok, false);
        assert.ok(Array.isArray(result.error.errors) && result.error.message !== '');
        assert.ok(!shown(result).includes(secret));
      }
    }
    const body = '{"errors":[{"error":1006,"message":"m"}]}';
    const { error } = tools.readLoginResponse({ status: 401, body, receivedAt: at(0) });
    assert.deepEqual(error, {
      kind: 'unauthorized',
      message: error.message,
      status: 401,
      errors: [{ error: 1006, message: 'm' }],
      retryable: false,
    });
    assert.throws(
      // @ts-expect-error: `status` must be a number.
      () => tools.readLoginResponse({ ...request, status: 'x', body: secret }),
      (/** @type {Error} */ error) => /status/.test(error.message) && !error.message.includes(secret),
    );
  });

  it('checkLogin validates like the service', () => {
    const contentType = 'application/json';
    const { body } = tools.loginRequest({ username: 'me', password: secret }).value;
    const first = tools.checkLogin({ contentType, body });
    assert.ok(first.ok);
    assert.deepEqual([first.value.username, first.value.password], ['me', secret]);
    assert.ok(!shown(first).includes(secret));
    const { error } = tools.checkLogin({ contentType, body, accepted: false });
    assert.deepEqual([error.kind, error.status], ['bad-credentials', 401]);
    for (const [given, kind] of /** @type {[{ contentType?: string, body: string }, string][]} */ ([
      [{ contentType: 'text/plain', body }, 'invalid-content-type'],
      [{ contentType, body: '{' }, 'invalid-json'],
      [{ contentType, body: '{}' }, 'invalid-data'],
      [{ body }, 'invalid-content-type'],
    ])) {
      const { error: refused } = tools.checkLogin(given);
      assert.deepEqual([refused.kind, refused.status], [kind, 400]);
      assert.equal(JSON.parse(refused.body).errors.length, 1);
    }
  });
});

it('requests preserve the text, and responses are parsed', () => {
  const created = tools.createRequest({ product: '{ "vat": 1.10 }', base: 'https://shop.example/' });
  const headers = { 'Content-type': 'application/json' };
  assert.deepEqual(created, {
    ok: true,
    value: {
      method: 'POST',
      path: '/v1/product',
      headers,
      body: '{"vat":1.10}',
      url: 'https://shop.example/v1/product',
    },
  });
  assert.equal(tools.createRequest({ product: { id: 1 } }).error.kind, 'id-on-create');
  // @ts-expect-error: no product.
  assert.equal(tools.createRequest({ product: [] }).error.kind, 'not-an-object');
  const changed = tools.changeRequest({ id: 7, body: { a: 1 } });
  assert.deepEqual(changed.value, { method: 'PATCH', path: '/v1/product/7', headers, body: '{"a":1}' });
  assert.deepEqual(tools.readCreateResponse({ status: 200, body: '{"id":7}' }), { ok: true, value: { id: 7 } });
  const { message, ...without } = tools.readCreateResponse({ status: 200, body: 'x' }).error;
  assert.deepEqual(without, { kind: 'no-id', status: 200, body: 'x', retryable: false });
  assert.match(message, /without the new product's `id`/);
  assert.deepEqual(tools.readChangeAnswer({ status: 204, body: '' }), { ok: true, value: {} });
  const { error } = tools.readChangeAnswer({ status: 500, body: 'x' });
  assert.deepEqual([error.kind, error.body, error.retryable], ['status', 'x', true]);
  assert.equal(tools.readChangeAnswer({ status: 404, body: '' }).error.retryable, false);
});

it('update() returns the smallest patch to the wanted product', () => {
  const exact = tools.update({ current: '{"id":1,"a":1}', wanted: '{"a":1.50}' });
  assert.deepEqual(exact, { ok: true, value: { body: '{"a":1.50}', fields: ['a'], productId: 1 } });
  assert.deepEqual(tools.update({ current: {}, wanted: {} }).value, { body: null, fields: [], productId: null });
  assert.deepEqual(tools.applyUpdate({ current: '{"a":1}', body: exact.value.body }), {
    ok: true,
    value: { product: '{"a":1.50}' },
  });
  const wanted = { ...product, name: 'Example Plus' };
  const { value } = tools.update({ current: product, wanted });
  assert.deepEqual(value.fields, ['name']);
  assert.deepEqual(JSON.parse(tools.applyUpdate({ current: product, body: value.body }).value.product), wanted);
  assert.deepEqual(tools.update({ current: product, wanted: JSON.stringify(product) }).value.body, null);
  const { name: _, ...less } = product;
  const { error } = tools.update({ current: product, wanted: less });
  assert.deepEqual([error.kind, error.fields], ['cannot-remove', ['name']]);
  assert.equal(tools.changeRequest({ id: 101, body: value.body }).value.method, 'PATCH');
  assert.equal(tools.changeRequest({ id: 0, body: value.body }).error.kind, 'not-an-id');
  for (const none of /** @type {any[]} */ ([undefined, null, 1, Promise.resolve({ product })]))
    assert.throws(() => tools.createRequest(none), { name: 'TypeError', message: 'the arguments must be an object' });
  for (const [, make] of hostileValues) {
    try {
      assert.equal(typeof tools.update({ current: product, wanted: make() }).ok, 'boolean');
    } catch (error) {
      // A missing or unconvertible argument is the caller's mistake and throws.
      assert.ok(error instanceof TypeError && /wanted/.test(error.message), error.message);
    }
  }
});

describe('Plan', () => {
  const priced = (price) => [{ vendor_code: 'V1', sku: 'S1', price: { common: { currency: 'USD', price } } }];
  const setup = {
    initiator: { name: 'Example trial', licence_term: 'P14D', variants: priced('0.00') },
    renewals: [
      { name: 'Month', licence_term: 'P1M' },
      { name: 'Year', licence_term: 'P12M' },
    ],
    kinds: { ar: { required: true } },
    trial: true,
  };
  const planned = () => tools.Plan.create(setup).value;

  it('reports progress and the reason it cannot continue', () => {
    const plan = planned();
    const saved = JSON.stringify(plan);
    assert.deepEqual([plan.progress.done, plan.progress.left], [0, 3]);
    assert.equal(tools.checkSetup(setup).value.configuration, 'chain');
    const { ok, value: request } = plan.next({ base: 'https://shop.example' });
    assert.deepEqual([ok, request.method, request.url], [true, 'POST', 'https://shop.example/v1/product']);
    const { error } = plan.next();
    assert.deepEqual(error, { kind: 'unconfirmed', path: '/renewals/0', message: error.message, retryable: false });
    assert.match(error.message, /is not known/);
    assert.deepEqual(plan.progress.steps[0], { call: 'create', path: '/renewals/0', state: 'unconfirmed', id: null });
    const sent = JSON.stringify(plan);
    for (const [status, body, kind, retryable] of /** @type {any[][]} */ ([
      [500, 'no', 'unclear', true],
      [409, 'no', 'unclear', false],
      [400, 'no', 'refused', false],
      [429, 'no', 'refused', true],
      [201, '{}', 'no-id', false],
      [201, bytes('{}'), 'no-id', false],
    ])) {
      const { error: problem } = tools.Plan.parse(sent).value.answer({ status, body });
      assert.deepEqual(problem, {
        kind,
        path: '/renewals/0',
        status,
        body: typeof body === 'string' ? body : '{}',
        message: problem.message,
        retryable,
      });
    }
    assert.deepEqual(plan.answer({ status: 500, body: 'no' }).error.kind, 'unclear');
    const other = tools.Plan.parse(JSON.parse(JSON.stringify(plan))).value;
    assert.ok(other.deny().ok);
    assert.equal(JSON.stringify(other), saved);
    assert.equal(other.deny().error.kind, 'nothing-sent');
    assert.deepEqual([plan.confirm(5).value.done, plan.progress.done], [1, 1]);
    plan.next();
    const again = plan.confirm(5).error;
    assert.deepEqual(again, {
      kind: 'id-taken',
      path: '/renewals/1',
      id: 5,
      message: again.message,
      retryable: false,
    });
    assert.equal(plan.confirm(0).error.kind, 'not-an-id');
    const single = tools.Plan.create({
      initiator: { ...setup.initiator, variants: priced('9.90') },
      kinds: { pmr: true },
    }).value;
    single.next();
    single.answer({ status: 201, body: '{"id":5}' });
    single.next();
    const wrong = single.confirm(6).error;
    assert.deepEqual(wrong, { kind: 'other-id', id: 6, message: wrong.message, retryable: false });
    single.answer({ status: 200, body: '' });
    assert.deepEqual([single.next(), single.progress.left], [{ ok: true, value: null }, 0]);
  });

  it('preserves number formatting', () => {
    const plan = tools.Plan.create(JSON.stringify(setup).replace('"Month"', '"Month","vat":1.10')).value;
    assert.match(`${plan}`, /"vat":1\.10/);
    assert.match(tools.Plan.parse(String(plan)).value.next().value.body, /"vat":1\.10/);
  });

  it('rejects an invalid setup with a report', () => {
    // @ts-expect-error: `initiator` is required.
    assert.equal(tools.Plan.create({}).error.kind, 'invalid');
    // @ts-expect-error: unknown member of a setup.
    assert.equal(tools.Plan.create({ ...setup, starter: 1 }).error.kind, 'unknown');
    // @ts-expect-error: `role` is not an option of plans.
    assert.throws(() => tools.Plan.create(setup, { role: 'initiator' }), /role/);
    const wrong = { ...setup, renewals: [] };
    const { error } = tools.Plan.create(wrong);
    assert.equal(error.kind, 'invalid-products');
    assert.equal(error.report.valid, false);
    assert.deepEqual(tools.checkSetup(wrong).value.diagnostics, error.report.diagnostics);
    // @ts-expect-error: a number is not a setup.
    assert.equal(tools.Plan.create(7).ok, false);
    // @ts-expect-error: unknown option.
    assert.throws(() => tools.Plan.create(setup, { payments: 1 }), /payments/);
    for (const none of /** @type {any[]} */ (['{}', '', {}, 7]))
      assert.equal(tools.Plan.parse(none).error.kind, 'resume-error');
    assert.throws(() => tools.Plan.parse(undefined), { name: 'TypeError', message: /plan/ });
    // @ts-expect-error: `status` must be a number.
    assert.throws(() => planned().answer({ status: 'x', body: '' }), { name: 'TypeError', message: /status/ });
    // @ts-expect-error: `base` must be a string.
    assert.throws(() => planned().next({ base: 1 }), { name: 'TypeError', message: /base/ });
  });
});
