// Tests the examples by running them unchanged.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { promisify } from 'node:util';

import { formSchema } from 'renewal-rules';
import * as vite from 'vite';

import { openBrowser } from './browser.js';
import { Emulator } from './emulator.js';
import { root } from './pack.js';

const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const example = (name) => join(root, 'examples', name);

/** Starts a server that is closed after the test; returns its URL. */
async function serve(t, listener) {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

it('plan.js executes a plan and resumes after a failure', async (t) => {
  const emulator = await Emulator.start('--no-token');
  t.after(() => emulator.stop());
  await emulator.fail({ call: 'create' }, { call: 'create', before: 500 });
  const setup = join(root, '../examples/setups/chain.json');
  const state = join(folder, 'state.json');
  const carryOut = (...became) =>
    promisify(execFile)(process.execPath, [example('plan.js'), setup, state, emulator.url, ...became]);
  const failure = (...became) =>
    carryOut(...became).then(
      () => assert.fail('plan.js does not fail'),
      ({ stderr }) => stderr,
    );
  assert.match(await failure(), /500/);
  // The outcome of that call is unknown: it is not sent again until the user reports whether it was executed.
  assert.match(await failure(), /its result is not known/);
  assert.equal((await emulator.products()).length, 1);
  assert.match((await carryOut('not-made')).stdout, /done: 3 calls/);
  assert.match((await carryOut()).stdout, /done: 3 calls/);
  const products = await emulator.products();
  assert.deepEqual(
    products.map(({ renew_settings }) => renew_settings?.product_id_for_renew),
    [undefined, undefined, [101, 102, 102]],
  );
});

/** Resolves packages as if the tests imported them; the example's own folder has none. */
const fromTests = {
  name: 'from-tests',
  enforce: /** @type {const} */ ('pre'),
  resolveId(source, importer, options) {
    const isPackage = importer?.startsWith(example('')) && /^[\w@]/.test(source);
    return isPackage ? this.resolve(source, import.meta.filename, { ...options, skipSelf: true }) : null;
  },
};

it('react-form validates and submits in a browser', async (t) => {
  const outDir = join(folder, 'form');
  await vite.build({
    root: example('react-form'),
    base: './',
    logLevel: 'error',
    configFile: false,
    build: { outDir, emptyOutDir: true },
    resolve: { alias: { 'renewal-rules': join(root, 'dist/index.js') } },
    plugins: [fromTests],
  });
  const types = { html: 'text/html', js: 'text/javascript' };
  const address = await serve(t, ({ url }, response) => {
    const path = url === '/' ? '/index.html' : url;
    response.setHeader('content-type', types[path.split('.').at(-1)] ?? 'application/octet-stream');
    createReadStream(join(outDir, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage({ deviceScaleFactor: 1.5 });
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  const input = (name) => page.locator(`[name="${name}"]`);
  const [term, chain, ar, email, price] = [
    'licence_term',
    'renew_settings.product_id_for_renew',
    'renew_settings.renew_ar.enable',
    'renew_settings.renew_email',
    'variants.0.price.common.price',
  ];
  const values = () =>
    page
      .locator('input')
      .evaluateAll((all) =>
        all.map(({ name, type, value, checked }) => [name, type !== 'checkbox' ? value : checked ? 'on' : 'off']),
      );
  const shown = () =>
    page
      .locator('[data-error]')
      .evaluateAll((all) =>
        all
          .filter(({ textContent }) => textContent !== '')
          .map(({ dataset, textContent }) => [dataset.error, textContent]),
      );

  /** Waits until each of these fields that has an error shows it, and no other field shows an error. */
  async function shows(...known) {
    const data = new FormData();
    for (const [name, value] of await values()) data.append(name, value);
    const all = await values();
    const labels = Object.fromEntries(
      await page
        .locator('label')
        .evaluateAll((all) =>
          all.map((label) => [label.querySelector('input').name, label.querySelector('span').textContent]),
        ),
    );
    const schema = formSchema.with({
      operation: 'create',
      role: 'initiator',
      fields: all.map(([name]) => name),
      labels,
    });
    const { issues = [] } = schema['~standard'].validate(data);
    const first = (name) => issues.find(({ path }) => path.join('.') === name);
    const expected = all.flatMap(([name]) =>
      known.includes(name) && first(name) !== undefined ? [[name, first(name).message]] : [],
    );
    const isSo = (expected) =>
      JSON.stringify(
        [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-error]'))]
          .filter(({ textContent }) => textContent !== '')
          .map(({ dataset, textContent }) => [dataset.error, textContent]),
      ) === expected;
    await page.waitForFunction(isSo, JSON.stringify(expected)).catch(() => undefined);
    assert.deepEqual(await shown(), expected);
    return expected.map(([name]) => name);
  }

  // Each change validates dependent fields again, but not fields that the user has not touched.
  await input(chain).fill('102 103');
  assert.deepEqual(await shows(chain), [chain]);
  await input(term).fill('P5D');
  assert.deepEqual(await shows(chain, term), [chain]);
  await input(ar).check();
  assert.deepEqual(await shows(chain, term, ar), [term, chain]);
  await input(ar).uncheck();
  assert.deepEqual(await shows(chain, term, ar), [chain]);
  await input(email).check();
  await input(chain).fill('102 103 103');
  assert.deepEqual(await shows(chain, term, ar, email), [email]);
  await input(chain).fill('102 102');
  assert.deepEqual(await shows(chain, term, ar, email), []);
  // If all prices are zero, the product is a free trial, which requires auto renewal.
  await input(price).fill('0');
  assert.deepEqual(await shows(chain, term, ar, email, price), [term, ar, price]);
  await input(price).fill('9,90');
  assert.deepEqual(await shows(chain, term, ar, email, price), [price]);
  await input('name').fill('x');
  await input('name').fill(' ');
  await page
    .locator('[data-hint="name"]')
    .filter({ hasText: /missing|empty/ })
    .waitFor();

  await page.evaluate(() =>
    document.addEventListener('product', (event) => {
      globalThis.sent = /** @type {CustomEvent} */ (event).detail;
    }),
  );
  await page.getByText('Save').click();
  // After submitting, every field counts as touched.
  const all = (await values()).map(([name]) => name);
  assert.ok((await shows(...all)).length > 3);
  assert.equal(await page.evaluate(() => globalThis.sent), undefined);
  await input(email).uncheck();
  for (const [name, text] of [
    ['family_name', 'Example'],
    ['name', 'Example Pro'],
    ['variants.0.vendor_code', 'V1'],
    ['variants.0.sku', 'PRO-1'],
    ['variants.0.price.common.currency', 'usd'],
    [price, '9,90'],
    [chain, '102 103'],
  ]) {
    await input(name).fill(text);
    await shows(...all);
  }
  await input(ar).check();
  assert.deepEqual(await shows(...all), [term, chain, price]);
  // Creates the README's screenshot: PICTURE=../docs/form.png node --test test/examples.test.js
  if (process.env.PICTURE !== undefined) await page.locator('form').screenshot({ path: process.env.PICTURE });
  await input(ar).uncheck();
  await input(price).fill('9.90');
  await page.getByText('Apply safe fixes').click();
  await page.waitForFunction(
    (name) =>
      /** @type {HTMLInputElement} */ (document.querySelector(`[name="${name}"]`)).value.replaceAll(' ', '') ===
      '102,103,103',
    chain,
  );
  assert.deepEqual(await shows(...all), []);
  await input(email).check();
  assert.deepEqual(await shows(...all), [email]);
  await input(email).uncheck();
  await input(ar).check();
  assert.deepEqual(await shows(...all), [term]);
  await input(term).fill('P1M');
  assert.deepEqual(await shows(...all), []);
  await page.getByText('Save').click();
  await page.waitForFunction(() => globalThis.sent !== undefined);
  const sent = await page.evaluate(() => globalThis.sent);
  assert.deepEqual(sent.renew_settings, {
    product_id_for_renew: [102, 103, 103],
    renew_ar: { enable: true },
    renew_email: false,
  });
  assert.equal(sent.variants[0].price.common.price, '9.90');
});
