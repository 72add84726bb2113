// The calls of `renewal-rules/tools`: the timeline, the comparison, and the service interface.

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

describe('the timeline', () => {
  it('is data, a table and a picture, from a value, a text or bytes', () => {
    const options = { purchaseDate: '2026-01-31', renewals: 2 };
    const result = tools.timeline(product, options);
    assert.ok(result.ok);
    assert.deepEqual(result.timeline.periods.map(({ start, article }) => `${start} ${article}`), ['2026-01-31 S1-AR', '2026-02-28 S1-AR', '2026-03-31 S1-AR']);
    assert.equal(tools.timeline(product, { ...options, monthCount: 'chained' }).timeline.periods[2].start, '2026-03-28');
    assert.match(result.table, /2026-02-28/);
    assert.match(result.svg, /^<svg/);
    assert.deepEqual(tools.timeline([product], options), result);
    assert.deepEqual(tools.timeline(JSON.stringify([product]), options), result);
    assert.deepEqual(tools.timeline(bytes(JSON.stringify(product)), options), result);
  });

  it('says why data has none, and which option is wrong', () => {
    for (const [, make] of hostileValues) {
      const result = tools.timeline(make(), { purchaseDate: '2026-01-31' });
      assert.ok(result.ok || result.message !== '');
    }
    assert.deepEqual(tools.timeline([product, product, {}], { purchaseDate: '2026-01-31', productId: 7 }), { ok: false, message: 'there is no product with the id 7' });
    // A text is text, whatever it says.
    for (const text of ['no-text', 'bigint', 'undefined']) {
      const same = tools.timeline(`${text}!`, { purchaseDate: '2026-01-31' }).message;
      assert.equal(tools.timeline(text, { purchaseDate: '2026-01-31' }).message, same);
      assert.equal(tools.compare(text, product).message, `the old version: ${same}`);
    }
    for (const renewals of [-1, 1001]) {
      assert.throws(() => tools.timeline(product, { purchaseDate: '2026-01-31', renewals }), new TypeError('the option `renewals` must be a whole number from 0 to 1000'));
    }
    assert.throws(() => tools.timeline(product), /purchaseDate/);
    assert.throws(() => tools.timeline(product, { purchaseDate: '2026-02-30' }), /purchaseDate/);
    assert.throws(() => tools.timeline(product, { purchaseDate: '2026-01-31', renewal: 1 }), /renewal/);
  });
});

it('says in words what is wrong with what is to be rendered', () => {
  for (const [request, message] of [
    [[], 'the request must be an object'],
    [{ part: 5 }, '`part` must be a text'],
    [{ part: 'begin', color: 'red' }, '`color` must be true or false'],
    [{ part: 'files', files: [{ length: -1 }] }, '`files` must be a list of files'],
    [{ part: 'end', tally: 1 }, '`tally` must be what an earlier part gave'],
  ]) {
    assert.throws(() => tools.render(request), new TypeError(message));
  }
  assert.throws(() => tools.render({ parts: 'begin' }), /^TypeError: there is no argument `parts`; the arguments are `part`, /);
});

it('the comparison is data and text', () => {
  const short = { ...product, licence_term: 'P5D' };
  const result = tools.compare(product, short);
  assert.ok(result.ok && result.comparison.changed);
  const kinds = result.comparison.products[0].changes.filter(({ aspect }) => aspect === 'kind');
  assert.ok(kinds.some((one) => one.old === 'ar' && one.new === 'pmr'));
  assert.match(result.text, /P5D/);
  assert.deepEqual(tools.compare(JSON.stringify(product), bytes(JSON.stringify(short))), result);
  assert.deepEqual(tools.compare(bytes(JSON.stringify(product)), short), result);
  assert.equal(tools.compare(product, product).comparison.changed, false);
  for (const [, make] of hostileValues) assert.equal(typeof tools.compare(make(), make()).ok, 'boolean');
  assert.match(tools.compare('{', product).message, /^the old version/);
  assert.throws(() => tools.compare(product, product, { purchased: 1 }), /purchased/);
});

describe('logging in', () => {
  const secret = 'hunter2';
  const shown = (value) => inspect(value, { depth: 9 }) + JSON.stringify(value) + JSON.stringify({ ...value });

  it('a request carries the password, and nothing that is printed does', () => {
    const request = tools.loginRequest({ username: 'me', password: secret, base: 'https://example.test/api' });
    assert.ok(request.ok);
    assert.equal(JSON.parse(request.body).password, secret);
    assert.equal(request.url, 'https://example.test/api/v1/login_check');
    assert.deepEqual(request.headers, { 'Content-type': 'application/json' });
    assert.ok(!('url' in tools.loginRequest({ username: 'me', password: secret })));
    assert.ok(!shown(request).includes(secret));
    assert.equal(tools.loginRequest({ username: 'me', password: '' }).ok, false);
    assert.throws(() => tools.loginRequest({ username: 'me', password: secret, base: 'nowhere' }), (error) => /base/.test(error.message) && !error.message.includes(secret));
    assert.throws(() => tools.loginRequest({ username: 'me', password: [secret] }), (error) => /password/.test(error.message) && !error.message.includes(secret));
    assert.throws(() => tools.loginRequest({ user: 'me', password: secret }), (error) => /`user`/.test(error.message) && !error.message.includes(secret));
  });

  it('an answer is read, and its token is in nothing that is printed', () => {
    const request = { status: 200, receivedAt: 1_000 };
    const token = tools.readLoginAnswer({ ...request, body: JSON.stringify({ token: secret }) });
    assert.ok(token.ok, JSON.stringify(token));
    assert.equal(token.token, secret);
    assert.equal(token.expiresAt, 1_000 + 24 * 3600);
    assert.ok(!shown(token).includes(secret));
    assert.equal(tools.isTokenValid({ receivedAt: 1_000, now: token.expiresAt - 1 }), true);
    assert.equal(tools.isTokenValid({ receivedAt: 1_000, now: token.expiresAt }), false);
    for (const status of [200, 400, 401, 404, 500, 503, 777]) {
      for (const body of ['', '<html>', '{}', '[]', 'null', '{"errors":[{"error":1,"message":"a"},{"error":2,"message":"b"}]}', '{"errors":7}', `{"token":["${secret}"]}`]) {
        const result = tools.readLoginAnswer({ status, body, receivedAt: 0 });
        assert.equal(result.ok, false);
        assert.ok(Array.isArray(result.errors) && result.message !== '');
        assert.ok(!shown(result).includes(secret));
      }
    }
    const body = '{"errors":[{"error":1006,"message":"m"}]}';
    const refused = tools.readLoginAnswer({ status: 401, body, receivedAt: 0 });
    assert.deepEqual([refused.kind, refused.errors, refused.retryLater], ['unauthorized', [{ error: 1006, message: 'm' }], false]);
    assert.throws(() => tools.readLoginAnswer({ ...request, status: 'x', body: secret }), (error) => /status/.test(error.message) && !error.message.includes(secret));
  });

  it('an incoming request is checked as the service does', () => {
    const contentType = 'application/json';
    const { body } = tools.loginRequest({ username: 'me', password: secret });
    const first = tools.checkLogin({ contentType, body });
    assert.equal(first.ok, null);
    assert.equal(first.username, 'me');
    assert.equal(first.password, secret);
    assert.ok(!shown(first).includes(secret));
    assert.deepEqual(tools.checkLogin({ contentType, body, accepted: true }), { ok: true });
    assert.equal(tools.checkLogin({ contentType, body, accepted: false }).status, 401);
    for (const given of [{ contentType: 'text/plain', body }, { contentType, body: '{' }, { contentType, body: '{}' }, { body }]) {
      const refused = tools.checkLogin(given);
      assert.equal(refused.status, 400);
      assert.equal(JSON.parse(refused.body).errors.length, 1);
    }
  });
});

it('requests keep their text, and answers are read', () => {
  const created = tools.createRequest({ product: '{ "vat": 1.10 }', base: 'https://shop.example/' });
  const headers = { 'Content-type': 'application/json' };
  assert.deepEqual(created, { ok: true, method: 'POST', path: '/v1/product', headers, body: '{"vat":1.10}', url: 'https://shop.example/v1/product' });
  assert.equal(tools.createRequest({ product: { id: 1 } }).ok, false);
  const changed = tools.changeRequest({ id: 7, body: { a: 1 } });
  assert.deepEqual(changed, { ok: true, method: 'PATCH', path: '/v1/product/7', headers, body: '{"a":1}' });
  assert.deepEqual(tools.readCreateAnswer({ status: 200, body: '{"id":7}' }), { ok: true, id: 7 });
  const { message, ...without } = tools.readCreateAnswer({ status: 200, body: 'x' });
  assert.deepEqual(without, { ok: false, status: 200, body: 'x', retryLater: false });
  assert.match(message, /without the new product's `id`/);
  assert.deepEqual(tools.readChangeAnswer({ status: 204, body: '' }), { ok: true });
  const { body, retryLater } = tools.readChangeAnswer({ status: 500, body: 'x' });
  assert.deepEqual([body, retryLater, tools.readChangeAnswer({ status: 404, body: '' }).retryLater], ['x', true, false]);
});

it('the smallest update makes the wanted product', () => {
  const exact = tools.update({ current: '{"id":1,"a":1}', wanted: '{"a":1.50}' });
  assert.deepEqual(exact, { ok: true, body: '{"a":1.50}', fields: ['a'], productId: 1 });
  assert.deepEqual(tools.update({ current: {}, wanted: {} }), { ok: true, body: null, fields: [], productId: null });
  assert.deepEqual(tools.applyUpdate({ current: '{"a":1}', body: exact.body }), { ok: true, product: '{"a":1.50}' });
  const wanted = { ...product, name: 'Example Plus' };
  const result = tools.update({ current: product, wanted });
  assert.deepEqual(result.fields, ['name']);
  assert.deepEqual(JSON.parse(tools.applyUpdate({ current: product, body: result.body }).product), wanted);
  assert.deepEqual(tools.update({ current: product, wanted: JSON.stringify(product) }).body, null);
  const { name: _, ...less } = product;
  const refused = tools.update({ current: product, wanted: less });
  assert.deepEqual([refused.ok, refused.fields], [false, ['name']]);
  assert.equal(tools.changeRequest({ id: 101, body: result.body }).method, 'PATCH');
  assert.equal(tools.changeRequest({ id: 0, body: result.body }).ok, false);
  for (const none of [undefined, null, 1]) assert.throws(() => tools.createRequest(none), { name: 'TypeError', message: 'the arguments must be an object' });
  for (const [, make] of hostileValues) {
    try {
      assert.equal(typeof tools.update({ current: product, wanted: make() }).ok, 'boolean');
    } catch (error) {
      // An argument that is left out or is not a text is a mistake of the caller's.
      assert.ok(error instanceof TypeError && /wanted/.test(error.message), error.message);
    }
  }
});

describe('a plan', () => {
  const setup = {
    initiator: { name: 'Example trial', licence_term: 'P14D', variants: [{ vendor_code: 'V1', sku: 'S1', price: { common: { currency: 'USD', price: '0.00' } } }] },
    renewals: [{ name: 'Month', licence_term: 'P1M' }, { name: 'Year', licence_term: 'P12M' }],
    kinds: { ar: { required: true } },
    trial: true,
  };

  it('says in data how far it is and why it does not go on', () => {
    const made = tools.planNew(setup);
    assert.deepEqual([made.ok, made.report.valid, made.progress.left], [true, true, 3]);
    assert.equal(tools.checkSetup(setup).configuration, 'chain');
    const next = tools.planNext({ plan: made.plan, base: 'https://shop.example' });
    assert.deepEqual([next.request.url, next.error], ['https://shop.example/v1/product', null]);
    const doubt = tools.planNext({ plan: next.plan });
    const { message, ...error } = doubt.error;
    assert.deepEqual([doubt.request, error], [null, { kind: 'inDoubt', path: '/renewals/0', retryLater: false }]);
    assert.match(message, /is not known/);
    assert.deepEqual(doubt.progress.steps[0], { call: 'create', path: '/renewals/0', state: 'inDoubt', id: null });
    const fed = tools.planFeed({ plan: next.plan, status: 500, body: 'no' });
    for (const [status, body, kind, retryLater] of [[500, 'no', 'unclear', true], [409, 'no', 'unclear', false], [400, 'no', 'refused', false], [429, 'no', 'refused', true], [201, '{}', 'noId', false]]) {
      const { error: problem } = tools.planFeed({ plan: next.plan, status, body });
      assert.deepEqual(problem, { kind, path: '/renewals/0', status, body, message: problem.message, retryLater });
    }
    assert.equal(tools.planNotMade({ plan: fed.plan }).plan, made.plan);
    assert.equal(tools.planNotMade({ plan: made.plan }).error.kind, 'nothingSent');
    const on = tools.planMade({ plan: fed.plan, id: 5 });
    assert.deepEqual([on.error, on.progress.done, tools.planProgress({ plan: on.plan }).done], [null, 1, 1]);
    const again = tools.planMade({ plan: tools.planNext({ plan: on.plan }).plan, id: 5 }).error;
    assert.deepEqual(again, { kind: 'idTaken', path: '/renewals/1', id: 5, message: again.message, retryLater: false });
    assert.equal(tools.planMade({ plan: fed.plan, id: 0 }).ok, false);
    const single = tools.planNew({ initiator: { ...setup.initiator, variants: [{ vendor_code: 'V1', sku: 'S1', price: { common: { currency: 'USD', price: '9.90' } } }] }, kinds: { pmr: true } });
    const created = tools.planFeed({ plan: tools.planNext({ plan: single.plan }).plan, status: 201, body: '{"id":5}' });
    const other = tools.planMade({ plan: tools.planNext({ plan: created.plan }).plan, id: 6 }).error;
    assert.deepEqual(other, { kind: 'otherId', id: 6, message: other.message, retryLater: false });
  });

  it('is refused with a report where the set-up is wrong', () => {
    assert.equal(tools.planNew({}).ok, false);
    assert.throws(() => tools.planNew(setup, { role: 'initiator' }), /role/);
    const wrong = { ...setup, renewals: [] };
    const result = tools.planNew(wrong);
    assert.equal(result.plan, null);
    assert.equal(result.report.valid, false);
    assert.deepEqual(tools.checkSetup(wrong).diagnostics, result.report.diagnostics);
    assert.equal(tools.planNew(7).ok, false);
    assert.throws(() => tools.planNew(setup, { payments: 1 }), /payments/);
    assert.equal(tools.planNext({ plan: '{}' }).ok, false);
    assert.throws(() => tools.planNext({}), /plan/);
  });
});
