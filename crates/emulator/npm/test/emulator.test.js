// Tests the npm package `@renewal-rules/emulator` with the executable in RENEWAL_RULES_EMULATOR.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';

import { createEmulator, EmulatorError } from '../index.js';

const product = { family_name: 'F', name: 'N', licence_term: 'P1M', variants: [] };

async function started(t, options) {
  const emulator = await createEmulator(options);
  t.after(() => emulator.close());
  return emulator;
}

/** Creates a product and returns the HTTP status. */
async function create(emulator, body = product) {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${emulator.url}/v1/product`, init)).status;
}

const noToken = { args: ['--no-token'] };

describe('createEmulator', () => {
  it('records requests and injects failures', async (t) => {
    const emulator = await started(t, noToken);
    await emulator.fail({ call: 'create', pass: true }, { call: 'create', before: 503, retryAfter: 1 });
    assert.equal((await emulator.failures()).length, 2);
    assert.deepEqual([await create(emulator), await create(emulator)], [201, 503]);
    const requests = await emulator.requests({ call: 'create', status: 503 });
    assert.deepEqual(
      requests.map(({ number, body, failure }) => [number, body, failure.retryAfter]),
      [[2, product, 1]],
    );
    await emulator.verify({ match: { call: 'create' }, count: 2 });
    await assert.rejects(emulator.verify({ count: 3 }), (error) => {
      assert.ok(error instanceof EmulatorError);
      assert.equal(error.status, 409);
      return /expected 3 requests/.test(error.message);
    });
    await emulator.clearRequests();
    assert.deepEqual(await emulator.requests(), []);
    await emulator.fail({ before: 500 });
    await emulator.clearFailures();
    assert.equal(await create(emulator), 201);
  });

  it('starts with, and resets to, a seed, a scenario and a time', async (t) => {
    const emulator = await started(t, {
      ...noToken,
      seed: [{ id: 205, name: 'A' }],
      scenario: { failures: [{ call: 'create', before: 500 }] },
      clock: new Date('2030-01-31T12:00:00Z'),
    });
    const state = async () => [
      await emulator.products(),
      (await emulator.failures()).length,
      (await emulator.now()).toISOString().slice(0, 10),
    ];
    const start = await state();
    assert.deepEqual(start, [[{ id: 205, name: 'A' }], 1, '2030-01-31']);
    assert.deepEqual([await create(emulator), await create(emulator)], [500, 201]);
    await emulator.advance(86_400);
    await emulator.seed([{ id: 7 }]);
    await emulator.reset('clock');
    assert.deepEqual((await state()).slice(1), [0, '2030-01-31']);
    assert.equal((await emulator.products()).length, 3);
    await emulator.setClock('2031-01-01T00:00:00Z');
    await emulator.reset();
    assert.deepEqual(await state(), start);
  });

  it('accepts logins of accounts in the seed', async (t) => {
    const accounts = [{ username: 'vendor', password: 'open sesame' }];
    const emulator = await started(t, { seed: { accounts } });
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const init = { method: 'POST', headers, body: JSON.stringify(accounts[0]) };
    assert.equal((await fetch(`${emulator.url}/v1/login_check`, init)).status, 200);
    const [login] = await emulator.requests();
    assert.deepEqual(login.body, { username: 'vendor', password: '[redacted]' });
  });

  it('reports the events of a purchase and its renewals', async (t) => {
    const renewed = { product_id_for_renew: [101, 101], renew_ar: { enable: true } };
    const seed = [{ id: 101, licence_term: 'P10D', renew_settings: renewed }];
    const emulator = await started(t, { seed, clock: '2026-01-01T00:00:00Z' });
    assert.equal((await emulator.purchase({ productId: 101 })).purchase, 1);
    await emulator.advance(10 * 86_400);
    const { assumption, events } = await emulator.events();
    assert.match(assumption, /interface document/);
    assert.deepEqual(
      events.map(({ date, event }) => `${date} ${event}`),
      ['2026-01-01 order', '2026-01-01 charge', '2026-01-06 order', '2026-01-11 charge'],
    );
  });

  it('isolates emulators from each other', async (t) => {
    const [one, other] = await Promise.all([started(t, noToken), started(t, noToken)]);
    assert.notEqual(one.url, other.url);
    await create(one);
    assert.deepEqual([(await one.products()).length, (await other.products()).length], [1, 0]);
    await one.close();
    await one.close();
    await assert.rejects(one.products());
    assert.deepEqual(await other.products(), []);
  });

  it('rejects invalid arguments, seeds and scenarios', async () => {
    await assert.rejects(createEmulator({ args: ['--x'] }), { name: 'EmulatorError', message: /--x/ });
    await assert.rejects(createEmulator({ seed: [{}] }), /product at index 0: expected a product with an `id`/);
    await assert.rejects(createEmulator({ scenario: { failures: [{ before: 1 }] } }), /status from 200 to 599/);
  });

  it('removes its temporary files', async (t) => {
    const files = () => readdirSync(tmpdir()).filter((name) => name.startsWith('renewal-rules-emulator-'));
    const before = files();
    await started(t, { seed: [] });
    assert.deepEqual(
      files().filter((name) => !before.includes(name)),
      [],
    );
  });

  it('names the package to install if there is no executable', () => {
    const script = `import('${new URL('../index.js', import.meta.url)}').then(({ createEmulator }) => createEmulator())`;
    const env = { ...process.env, RENEWAL_RULES_EMULATOR: '' };
    const { status, stderr } = spawnSync(process.execPath, ['--eval', script], { env, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /emulator not found: install @renewal-rules\/emulator-\S+, or set RENEWAL_RULES_EMULATOR/);
  });

  it('names a path that is not an executable', () => {
    const script = `import('${new URL('../index.js', import.meta.url)}').then(({ createEmulator }) => createEmulator())`;
    const env = { ...process.env, RENEWAL_RULES_EMULATOR: '/none/emulator' };
    const { status, stderr } = spawnSync(process.execPath, ['--eval', script], { env, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stderr, /EmulatorError: cannot start the emulator: spawn \/none\/emulator ENOENT/);
  });

  it('stops when its process is killed', { timeout: 60_000 }, async () => {
    const script = `import(${JSON.stringify(new URL('../index.js', import.meta.url).href)}).then(async (module) => {
      console.log((await module.createEmulator()).url);
      setInterval(() => {}, 1000);
    })`;
    const parent = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [url] = await once(parent.stdout.setEncoding('utf8'), 'data');
    assert.equal((await fetch(`${url.trim()}/_emulator/clock`)).status, 200);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    // The emulator stops as soon as the system has closed its standard input.
    while (await fetch(`${url.trim()}/_emulator/clock`).catch(() => null));
  });

  it('needs no admin token, and throws for arguments that only print', async (t) => {
    t.after(() => delete process.env.EMULATOR_ADMIN_TOKEN);
    process.env.EMULATOR_ADMIN_TOKEN = 'secret';
    const emulator = await started(t, noToken);
    assert.equal(await create(emulator), 201);
    assert.equal((await emulator.requests({ call: undefined, productId: undefined })).length, 1);
    for (const argument of ['--help', '--version'])
      await assert.rejects(createEmulator({ args: [argument] }), /stopped before it was ready/);
  });

  it('can run many times at once without a warning', async (t) => {
    const warnings = [];
    const onWarning = (warning) => warnings.push(warning);
    process.on('warning', onWarning);
    t.after(() => process.off('warning', onWarning));
    for (let count = 0; count < 12; count++) await started(t);
    assert.deepEqual(warnings, []);
  });

  it('does not keep the process alive if it is not closed', () => {
    const script = `import('${new URL('../index.js', import.meta.url)}').then(({ createEmulator }) => createEmulator())`;
    const { status, stderr } = spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  });
});

/** Ajv is a development dependency of `wasm/`, so `npm ci` must have run there. */
const tools = new URL('../../../../wasm/package.json', import.meta.url);
const findAjv = () => createRequire(tools).resolve('ajv/dist/2020.js');
const hasAjv = existsSync(new URL('node_modules/ajv', tools));

describe('scenario.schema.json', () => {
  it('accepts exactly the scenarios that the emulator accepts', {
    skip: !hasAjv && 'run `npm ci` in wasm/',
  }, async (t) => {
    const { default: Ajv } = await import(findAjv());
    const schema = JSON.parse(readFileSync(new URL('../scenario.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv({ strict: false }).compile(schema);
    const emulator = await started(t);
    const valid = [
      {},
      { call: 'login', before: 503, retryAfter: 1, times: 3, delayMs: 5 },
      { after: 'cut-off', pass: false, before: null },
      { pass: true },
    ];
    const invalid = [
      { call: 'delete' },
      { before: 199 },
      { after: 600 },
      { after: 'later' },
      { pass: true, after: 500 },
      { pass: true, before: 'break' },
      { before: 500, after: 500 },
      { times: 0 },
      { delayMs: -1 },
      { retryAfter: 1.5 },
      { afterwards: 500 },
    ];
    for (const failure of [...valid, ...invalid]) {
      const isValid = valid.includes(failure);
      assert.equal(
        validate({ $schema: 'scenario.schema.json', failures: [failure] }),
        isValid,
        JSON.stringify(failure),
      );
      const refusal = await emulator.fail(failure).then(
        () => undefined,
        (error) => error,
      );
      assert.equal(refusal?.status, isValid ? undefined : 422, JSON.stringify(failure));
    }
    for (const scenario of [{}, { failures: {} }, { failures: [], x: 1 }]) {
      assert.equal(validate(scenario), false);
      await assert.rejects(createEmulator({ scenario }), EmulatorError);
    }
  });
});
