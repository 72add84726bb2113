// Tests the calls of `renewal-rules/tools`: timeline, comparison, service interface, plan.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';

import * as tools from 'renewal-rules/tools';

import { hostileValues } from './hostile.js';
import { internal } from './internal.js';

const product = {
  id: 101,
  name: 'Example Pro',
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true }, renew_pmr: true },
  variants: [{ vendor_code: 'V1', sku: 'S1', sku_ar: 'S1-AR', price: { common: { currency: 'USD', price: '9.99' } } }],
};
const { jsonText } = tools;
/** Returns the value of a call, or the error that it throws. */
const attempted = (call) => {
  try {
    return { value: call(), error: undefined };
  } catch (error) {
    return { value: undefined, error };
  }
};
const bytes = (text) => new TextEncoder().encode(text);

describe('timeline', () => {
  it('accepts values, text and bytes; returns data, table or SVG', () => {
    const options = { purchaseDate: '2026-01-31', renewals: 2 };
    const result = tools.timeline(product, options);
    assert.deepEqual(
      result.periods.map(({ start, article }) => `${start} ${article}`),
      ['2026-01-31 S1-AR', '2026-02-28 S1-AR', '2026-03-31 S1-AR'],
    );
    assert.equal(tools.timeline(product, { ...options, monthCount: 'chained' }).periods[2].start, '2026-03-28');
    assert.match(tools.timelineTable(product, options), /2026-02-28/);
    assert.match(tools.timelineSvg(product, options), /^<svg/);
    for (const given of [[product], jsonText(JSON.stringify([product])), jsonText(bytes(JSON.stringify(product)))]) {
      assert.deepEqual(tools.timeline(given, options), result);
      assert.deepEqual(
        tools.timelines(given, options).map(({ timeline }) => timeline),
        [result],
      );
    }
    const both = tools.timelines(
      [product, { ...product, id: 102, renew_settings: { product_id_for_renew: [102, 102], renew_pmr: true } }],
      options,
    );
    assert.deepEqual(
      both.map(({ path, timeline }) => [path, timeline.periods[0].productId]),
      [
        ['/0', 101],
        ['/1', 102],
      ],
    );
  });

  it('throws on invalid data and on invalid options', () => {
    const options = { purchaseDate: '2026-01-31' };
    for (const [, make] of hostileValues) {
      for (const call of [tools.timeline, tools.timelineTable, tools.timelineSvg, tools.timelines]) {
        const { error } = attempted(() => call(make(), options));
        if (error === undefined) continue;
        assert.ok(error instanceof tools.CatalogueError && error.message !== '');
        assert.match(error.kind, /^[a-z]+(-[a-z]+)*$/);
      }
    }
    assert.throws(() => tools.timeline([product, product, {}], { ...options, productId: 7 }), {
      name: 'CatalogueError',
      kind: 'no-such-product',
      message: 'there is no product with the id 7',
    });
    assert.throws(() => tools.timelines(jsonText('{'), options), { kind: 'not-json' });
    assert.throws(() => tools.timelines([], options), { name: 'CatalogueError', kind: 'no-products' });
    const [first, second] = tools.timelines([product, { ...product, id: 102, licence_term: 5 }], options);
    assert.deepEqual([first.path, second.path], ['/0', '/1']);
    // JSON text is never mistaken for the key of a misuse, even if it has the same characters.
    for (const text of ['no-text', 'bigint', 'undefined']) {
      const { message } = attempted(() => tools.timeline(jsonText(`${text}!`), options)).error;
      assert.throws(() => tools.timeline(jsonText(text), options), { message });
      assert.throws(() => tools.compare(jsonText(text), product), {
        kind: 'not-json',
        message: `the old version: ${message}`,
        version: 'old',
      });
    }
    for (const renewals of [-1, 1001]) {
      assert.throws(() => tools.timeline(product, { purchaseDate: '2026-01-31', renewals }), {
        name: 'OptionsError',
        option: 'renewals',
        message: 'the option `renewals` must be a whole number from 0 to 1000',
      });
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
    { name: 'a.json', text, report: tools.check(jsonText(text)) },
    { name: 'all', report: tools.checkCatalogue([product, product]) },
  ];
  assert.deepEqual(
    JSON.parse(tools.format(results, 'json')),
    JSON.parse(JSON.stringify(results.map(({ name, report }) => ({ file: name, report })))),
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
    assert.throws(() => tools.format(wrong, 'json'), { name: 'OptionsError', message: /^the result/ });
  // @ts-expect-error: unknown format.
  assert.throws(() => tools.format([], 'yaml'), {
    name: 'OptionsError',
    kind: 'invalid',
    option: 'format',
    message: /the option `format` must be one of `stylish`/,
  });
});

it('render() names the invalid argument', () => {
  const { render } = internal;
  for (const [name, args, message] of /** @type {[any, any, string][]} */ ([
    ['render.begin', [], 'the arguments must be an object'],
    ['render.begin', {}, '`style` must be an object with `format`, `color` and `quiet`'],
    ['render.rules', { color: 'red' }, '`color` must be true or false'],
    ['files.layouts', { files: [{ length: -1 }] }, '`files` must be a list of files'],
    ['render.end', { style: {}, tally: 1 }, '`tally` must be the counts of an earlier call'],
    ['render.rules', { colour: true }, 'there is no argument `colour`; the arguments are `color`'],
    ['render.all', {}, 'there is no operation `render.all`'],
  ])) {
    assert.throws(() => render(name, args), { name: 'OptionsError', message });
  }
  // @ts-expect-error: unknown operation.
  assert.throws(() => render('render.all', {}), /no operation/);
  // @ts-expect-error: an operation of the editor.
  assert.equal(render('editor.close', { text: 0 }), false);
  // @ts-expect-error: missing argument.
  assert.throws(() => render('render.rules', {}), /color/);
  // @ts-expect-error: the result is text.
  assert.equal(render('render.reference', {}).tally, undefined);
});

it('compare() returns data, and comparisonText() text', () => {
  const short = { ...product, licence_term: 'P5D' };
  const result = tools.compare(product, short);
  assert.ok(result.changed);
  const kinds = result.products[0].changes.filter(({ aspect }) => aspect === 'kind');
  assert.ok(kinds.some((change) => 'old' in change && change.old === 'ar' && change.new === 'pmr'));
  assert.match(tools.comparisonText(product, short), /P5D/);
  assert.match(tools.comparisonText(product, short, { format: 'markdown' }), /\|/);
  const [text, shortText] = [product, short].map((one) => JSON.stringify(one));
  assert.deepEqual(tools.compare(jsonText(text), jsonText(bytes(shortText))), result);
  assert.deepEqual(tools.compare(jsonText(bytes(text)), short), result);
  assert.equal(tools.compare(product, product).changed, false);
  for (const [, make] of hostileValues) {
    const { error } = attempted(() => tools.compare(make(), make()));
    assert.ok(error === undefined || error instanceof tools.CatalogueError);
  }
  assert.throws(() => tools.comparisonText(jsonText('{'), product), { message: /^the old version/, version: 'old' });
  assert.throws(() => tools.compare(product, jsonText('{')), { name: 'CatalogueError', version: 'new' });
  assert.throws(() => tools.compare(product, product, { productId: 7 }), { kind: 'no-such-product' });
  const [{ diagnostic }] = tools.compare(product, { ...product, name: '' }).appeared;
  assert.match(diagnostic.url, /empty-text/);
  // @ts-expect-error: unknown option.
  assert.throws(() => tools.compare(product, product, { purchased: 1 }), /purchased/);
});

describe('login', () => {
  const secret = 'hunter2';
  const shown = (value) => inspect(value, { depth: 9 }) + JSON.stringify(value);
  const at = (seconds) => new Date(seconds * 1000);

  it('requests carry the password but do not log it', () => {
    const request = tools.loginRequest({ username: 'me', password: secret, base: 'https://example.test/api' });
    assert.equal(JSON.parse(request.body).password, secret);
    assert.equal({ ...request }.body, request.body);
    assert.equal(structuredClone(request).body, request.body);
    assert.equal(request.url, 'https://example.test/api/v1/login_check');
    assert.deepEqual(request.headers, { 'Content-type': 'application/json' });
    assert.ok(!('url' in tools.loginRequest({ username: 'me', password: secret })));
    assert.ok(!shown({ request }).includes(secret));
    assert.match(shown(request), /login_check/);
    assert.throws(() => tools.loginRequest({ username: 'me', password: '' }), {
      name: 'RequestError',
      kind: 'empty-password',
    });
    for (const [given, name] of /** @type {[any, string][]} */ ([
      [{ base: 1 }, 'base'],
      [{ base: 'https://shop.example/?key=1' }, 'base'],
      [{ base: 'https://shop.example/#' }, 'base'],
      [{ base: ' https://shop.example' }, 'base'],
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
    const token = tools.readLoginResponse({ ...request, body: JSON.stringify({ token: secret }) });
    assert.deepEqual([token.token, { ...token }.token], [secret, secret]);
    assert.deepEqual([token.receivedAt, token.expiresAt], [at(1_000), at(1_000 + 24 * 3600)]);
    assert.ok(!shown([token]).includes(secret));
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
        const { error } = attempted(() => tools.readLoginResponse({ status, body, receivedAt: at(0) }));
        assert.ok(error instanceof tools.ResponseError);
        assert.ok(Array.isArray(error.errors) && error.message !== '');
        assert.ok(!shown(error).includes(secret));
      }
    }
    const body = '{"errors":[{"error":1006,"message":"m"}]}';
    const { error } = attempted(() => tools.readLoginResponse({ status: 401, body, receivedAt: at(0) }));
    assert.deepEqual(error.toJSON(), {
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
});

it('create requests preserve numbers, and responses give the id', () => {
  const created = tools.createRequest({ product: jsonText('{ "vat": 1.10 }'), base: 'https://shop.example/' });
  const headers = { 'Content-type': 'application/json' };
  assert.deepEqual(created, {
    method: 'POST',
    path: '/v1/product',
    headers,
    body: '{"vat":1.10}',
    url: 'https://shop.example/v1/product',
  });
  assert.throws(() => tools.createRequest({ product: { id: 1 } }), { name: 'RequestError', kind: 'id-on-create' });
  // @ts-expect-error: an array is not a product.
  assert.throws(() => tools.createRequest({ product: [] }), { kind: 'not-an-object' });
  const changed = tools.changeRequest({ id: 7, body: { a: 1 } });
  assert.deepEqual(changed, { method: 'PATCH', path: '/v1/product/7', headers, body: '{"a":1}' });
  assert.deepEqual(tools.readCreateResponse({ status: 200, body: '{"id":7}' }), { id: 7 });
  const { error } = attempted(() => tools.readCreateResponse({ status: 200, body: 'x' }));
  assert.ok(error instanceof tools.ResponseError);
  const { message, ...without } = /** @type {any} */ (error.toJSON());
  assert.deepEqual(without, { kind: 'no-id', status: 200, body: 'x', retryable: false });
  assert.match(message, /without the new product's `id`/);
});

it('update() returns the smallest patch to the wanted product', () => {
  const exact = tools.update({ current: jsonText('{"id":1,"a":1}'), wanted: jsonText('{"a":1.50}') });
  assert.deepEqual(exact, { body: '{"a":1.50}', fields: ['a'], productId: 1 });
  assert.deepEqual(tools.update({ current: {}, wanted: {} }), { body: null, fields: [], productId: null });
  const wanted = { ...product, name: 'Example Plus' };
  const { body, fields } = tools.update({ current: product, wanted });
  assert.deepEqual([fields, JSON.parse(body)], [['name'], { name: 'Example Plus' }]);
  assert.equal(tools.update({ current: product, wanted: jsonText(JSON.stringify(product)) }).body, null);
  const { name: _, ...less } = product;
  assert.throws(() => tools.update({ current: product, wanted: less }), {
    name: 'RequestError',
    kind: 'cannot-remove',
    fields: ['name'],
  });
  assert.equal(tools.changeRequest({ id: 101, body: jsonText(body) }).method, 'PATCH');
  for (const id of [0, -1, 1.5, Number.NaN])
    assert.throws(() => tools.changeRequest({ id, body: jsonText(body) }), { kind: 'invalid-argument', option: 'id' });
  for (const none of /** @type {any[]} */ ([undefined, null, 1, Promise.resolve({ product })]))
    assert.throws(() => tools.createRequest(none), {
      name: 'OptionsError',
      message: 'the arguments must be a plain object with a member for each argument',
    });
  for (const [, make] of hostileValues) {
    const { error } = attempted(() => tools.update({ current: product, wanted: make() }));
    assert.ok(error === undefined || error instanceof tools.RequestError || error instanceof tools.OptionsError);
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
  const planned = () => tools.Plan.create(setup);
  /** Returns the data of the error that a call throws. */
  const failure = (call) => {
    const { error } = attempted(call);
    assert.ok(error instanceof tools.PlanError);
    return /** @type {any} */ (error.toJSON());
  };

  it('locates the diagnostics of a setup that is given as text', () => {
    const text = '{\n  "initiator": { "name": "" },\n  "renewals": [103, 103],\n  "kinds": { "ar": true }\n}';
    const found = new Map(tools.checkSetup(jsonText(text)).diagnostics.map((found) => [found.path, found.location]));
    assert.deepEqual(found.get('/initiator/name'), { line: 2, column: 26, endLine: 2, endColumn: 28 });
    // An absent value is located at the object that lacks it.
    assert.deepEqual(found.get('/initiator/licence_term'), { line: 2, column: 16, endLine: 2, endColumn: 30 });
    assert.deepEqual(found.get('/renewals/1'), { line: 3, column: 21, endLine: 3, endColumn: 24 });
    const { error } = attempted(() => tools.Plan.create(jsonText(text)));
    assert.ok(error instanceof tools.SetupError);
    assert.equal(
      error.report?.diagnostics.every(({ location }) => location),
      true,
    );
    assert.equal(
      tools.checkSetup(JSON.parse(text)).diagnostics.some(({ location }) => location),
      false,
    );
  });

  it('reports progress and the reason it cannot continue', () => {
    const plan = planned();
    const saved = JSON.stringify(plan);
    assert.deepEqual([plan.progress.done, plan.progress.left], [0, 3]);
    assert.equal(tools.checkSetup(setup).configuration, 'chain');
    const request = plan.next({ base: 'https://shop.example' });
    assert.deepEqual([request.method, request.url], ['POST', 'https://shop.example/v1/product']);
    const error = failure(() => plan.next());
    assert.deepEqual(error, { kind: 'unconfirmed', path: '/renewals/0', message: error.message, retryable: false });
    assert.match(error.message, /is not known/);
    assert.deepEqual(plan.progress.steps[0], { call: 'create', path: '/renewals/0', state: 'unconfirmed', id: null });
    const sent = jsonText(JSON.stringify(plan));
    for (const [status, body, kind, retryable] of /** @type {any[][]} */ ([
      [500, 'no', 'unclear', true],
      [409, 'no', 'unclear', false],
      [400, 'no', 'refused', false],
      [429, 'no', 'refused', true],
      [201, '{}', 'no-id', false],
      [201, bytes('{}'), 'no-id', false],
      [400, Uint8Array.of(0x7b, 0x7d, 0xe9), 'refused', false],
    ])) {
      const problem = failure(() => tools.Plan.parse(sent).recordResponse({ status, body }));
      assert.deepEqual(problem, {
        kind,
        path: '/renewals/0',
        status,
        body: typeof body === 'string' ? body : new TextDecoder().decode(body),
        message: problem.message,
        retryable,
      });
    }
    assert.equal(failure(() => plan.recordResponse({ status: 500, body: 'no' })).kind, 'unclear');
    const other = tools.Plan.parse(JSON.parse(JSON.stringify(plan)));
    assert.equal(other.markNotCreated().done, 0);
    assert.equal(JSON.stringify(other), saved);
    assert.equal(failure(() => other.markNotCreated()).kind, 'nothing-sent');
    assert.deepEqual([plan.markCreated(5).done, plan.progress.done], [1, 1]);
    plan.next();
    const again = failure(() => plan.markCreated(5));
    assert.deepEqual(again, { kind: 'id-taken', path: '/renewals/1', id: 5, message: again.message, retryable: false });
    for (const id of [0, -1, 1.5, 2 ** 53])
      assert.throws(() => plan.markCreated(id), { name: 'OptionsError', kind: 'invalid-argument', option: 'id' });
    const single = tools.Plan.create({
      initiator: { ...setup.initiator, variants: priced('9.90') },
      kinds: { pmr: true },
    });
    single.next();
    single.recordResponse({ status: 201, body: '{"id":5}' });
    single.next();
    const wrong = failure(() => single.markCreated(6));
    assert.deepEqual(wrong, { kind: 'other-id', id: 6, message: wrong.message, retryable: false });
    single.recordResponse({ status: 200, body: '' });
    assert.deepEqual([single.next(), single.progress.left], [null, 0]);
  });

  it('records a refused response before it throws', () => {
    const plan = planned();
    plan.next();
    assert.throws(() => plan.recordResponse({ status: 400, body: '' }), { kind: 'refused' });
    assert.equal(plan.progress.steps[0].state, 'waiting');
    assert.equal(plan.next().method, 'POST');
  });

  it('preserves number formatting', () => {
    const plan = tools.Plan.create(jsonText(JSON.stringify(setup).replace('"Month"', '"Month","vat":1.10')));
    assert.match(`${plan}`, /"vat":1\.10/);
    assert.match(tools.Plan.parse(jsonText(String(plan))).next().body, /"vat":1\.10/);
  });

  it('rejects an invalid setup with a report', () => {
    // @ts-expect-error: `initiator` is required.
    assert.throws(() => tools.Plan.create({}), { name: 'SetupError', kind: 'invalid' });
    // @ts-expect-error: unknown member of a setup.
    assert.throws(() => tools.Plan.create({ ...setup, starter: 1 }), { kind: 'unknown' });
    // @ts-expect-error: `role` is not an option of plans.
    assert.throws(() => tools.Plan.create(setup, { role: 'initiator' }), { name: 'OptionsError', option: 'role' });
    const wrong = { ...setup, renewals: [] };
    const { error } = attempted(() => tools.Plan.create(wrong));
    assert.ok(error instanceof tools.SetupError);
    assert.equal(error.kind, 'invalid-products');
    assert.equal(error.report.valid, false);
    assert.deepEqual(tools.checkSetup(wrong).diagnostics, error.report.diagnostics);
    assert.match(error.report.diagnostics[0].url, /\/rules\//);
    // @ts-expect-error: a number is not a setup.
    assert.throws(() => tools.Plan.create(7), tools.SetupError);
    // @ts-expect-error: unknown option.
    assert.throws(() => tools.Plan.create(setup, { payments: 1 }), /payments/);
    for (const none of /** @type {any[]} */ ([jsonText('{}'), {}, 7]))
      assert.throws(() => tools.Plan.parse(none), { name: 'PlanError', kind: 'not-a-plan' });
    for (const none of /** @type {any[]} */ ([jsonText(''), jsonText(String(planned()).slice(0, 50)), undefined]))
      assert.throws(() => tools.Plan.parse(none), { name: 'PlanError', kind: 'not-json' });
    // @ts-expect-error: `status` must be a number.
    assert.throws(() => planned().recordResponse({ status: 'x', body: '' }), {
      name: 'OptionsError',
      message: /status/,
    });
    // @ts-expect-error: `base` must be a string.
    assert.throws(() => planned().next({ base: 1 }), { name: 'OptionsError', message: /base/ });
  });
});

it('an error for an unknown option lists all options of the call', () => {
  const unknown = /** @type {any} */ ({ colour: 1 });
  for (const [call, own] of /** @type {const} */ ([
    [() => tools.check({}, unknown), ['messages', 'labels']],
    [() => tools.checkCatalogue([], unknown), ['messages', 'labels', 'layout']],
    [() => tools.fixCatalogue([], unknown), ['messages', 'labels', 'layout']],
    [() => tools.productSchema.with(unknown), ['messages', 'labels']],
    [() => tools.formSchema.with(unknown), ['messages', 'labels', 'fields']],
    [() => tools.comparisonText({ id: 1 }, { id: 1 }, unknown), ['format']],
  ])) {
    const { error } = attempted(call);
    assert.deepEqual([error.name, error.kind, error.option], ['OptionsError', 'unknown', 'colour']);
    for (const name of own) assert.ok(error.message.includes(`, \`${name}\``), error.message);
    assert.equal(new Set(error.message.match(/`\w+`/g)).size, error.message.match(/`\w+`/g).length);
  }
  assert.throws(() => tools.check({}, /** @type {any} */ ({ limits: { arMaxDays: 1 } })), {
    message: /`limits\.arMaxDays`(?!.*labels)/,
  });
});

it('an error for an argument names it', () => {
  const { id: _, renew_settings: __, ...initiator } = product;
  const plan = tools.Plan.create({ initiator, kinds: { pmr: true } });
  const wrong = /** @type {any} */ ({ plan: '', status: 200, body: '' });
  for (const [call, option, message] of /** @type {const} */ ([
    [() => tools.loginRequest(/** @type {any} */ ({ username: 5, password: 'p' })), 'username', /must be a text/],
    [() => plan.recordResponse(wrong), 'plan', /the arguments are `status`, `body`$/],
    [() => plan.next(/** @type {any} */ ({ url: '' })), 'url', /the arguments are `base`$/],
    [() => plan.recordResponse({ status: 99, body: '' }), 'status', /from 100 to 999/],
  ]))
    assert.throws(call, { name: 'OptionsError', kind: 'invalid-argument', option, message });
});

it('a lone surrogate in a text is read as U+FFFD', () => {
  assert.match(tools.loginRequest({ username: 'a\ud800', password: 'p' }).body, /a\ufffd/);
  assert.deepEqual(tools.readCreateResponse({ status: 201, body: '{"id":5,"x":"\ud800"}' }), { id: 5 });
  assert.equal(tools.explain('\ud800'), undefined);
});

it('an error shows the name of its class in logs', () => {
  for (const [name, Class] of Object.entries(/** @type {any} */ (tools)))
    if (name.endsWith('Error')) assert.equal(Class.name, name);
});

it('a patch names the reason why a value cannot be changed', () => {
  const patched = (value) => attempted(() => tools.applyPatch(value, [])).error;
  assert.match(patched(Promise.resolve({})).message, /promise/);
  assert.match(patched(jsonText('{')).message, /line 1, column 2/);
});
