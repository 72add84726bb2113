// The examples, run as they stand.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { promisify } from 'node:util';

import * as esbuild from 'esbuild';
import { Miniflare } from 'miniflare';
import { chromium } from 'playwright-core';
import * as vite from 'vite';

import { root } from './pack.js';

const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const example = (name) => join(root, 'examples', name);

/** A server until the test ends; its address. */
async function serve(t, answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

it('a plan is carried out, and goes on after a failure', async (t) => {
  const created = [];
  let fails = true;
  const base = await serve(t, async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (created.length === 1 && fails) {
      fails = false;
      response.writeHead(500).end('later');
      return;
    }
    created.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 100 + created.length }));
  });
  const product = (name) => ({ family_name: 'F', name, licence_term: 'P1M', variants: [{ vendor_code: 'V', sku: name, price: { common: { currency: 'USD', price: '9.90' } } }] });
  const [setup, state] = ['setup.json', 'state.json'].map((name) => join(folder, name));
  writeFileSync(setup, JSON.stringify({ initiator: product('A'), renewals: [product('B'), product('C')], kinds: { ar: true } }));
  const carryOut = (...became) => promisify(execFile)(process.execPath, [example('plan.js'), setup, state, base, ...became]);
  const failure = (...became) => carryOut(...became).then(() => assert.fail('it stops'), ({ stderr }) => stderr);
  assert.match(await failure(), /500/);
  // What became of that call is not known: it is not sent again until somebody says so.
  assert.match(await failure(), /its answer is not known/);
  assert.equal(created.length, 1);
  assert.match((await carryOut('not-made')).stdout, /done: 3 calls/);
  assert.match((await carryOut()).stdout, /done: 3 calls/);
  assert.deepEqual(created.map(({ name }) => name), ['B', 'C', 'A']);
  assert.deepEqual(created[2].renew_settings.product_id_for_renew, [101, 102, 102]);
});

it('a Cloudflare worker', async (t) => {
  const { outputFiles } = await esbuild.build({ entryPoints: [example('worker.js')], bundle: true, format: 'esm', conditions: ['workerd'], external: ['*.wasm'], write: false });
  const dist = join(root, 'dist');
  const worker = new Miniflare({
    compatibilityDate: '2026-01-01',
    modulesRoot: dist,
    modules: [{ type: 'ESModule', path: join(dist, 'worker.js'), contents: outputFiles[0].text }, { type: 'CompiledWasm', path: join(dist, 'renewal-rules.wasm') }],
  });
  t.after(() => worker.dispose());
  const send = (body, headers) => worker.dispatchFetch('http://localhost/', { method: 'POST', body, headers });
  const refused = await send('{"id":1}');
  assert.equal(refused.status, 422);
  assert.equal((await refused.json()).diagnostics[0].code, 'field-not-on-create');
  assert.match((await (await send('{', { 'accept-language': 'ru' })).json()).diagnostics[0].message, /Это не JSON/);
  assert.equal((await worker.dispatchFetch('http://localhost/')).status, 405);
});

it('a form with React Hook Form in a browser', async (t) => {
  const outDir = join(folder, 'form');
  await vite.build({ root: example('react-form'), base: './', logLevel: 'error', configFile: false, build: { outDir, emptyOutDir: true }, resolve: { alias: { 'renewal-rules': join(root, 'dist/index.js') } } });
  const types = { html: 'text/html', js: 'text/javascript' };
  const address = await serve(t, ({ url }, response) => {
    const path = url === '/' ? '/index.html' : url;
    response.setHeader('content-type', types[path.split('.').at(-1)] ?? 'application/octet-stream');
    createReadStream(join(outDir, path)).on('error', () => response.writeHead(404).end()).pipe(response);
  });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(address);
  const input = (name) => page.locator(`[name="${name}"]`);
  const error = (name) => page.locator(`[data-error="${name}"]`);
  const errors = async () => (await page.locator('[data-error]').evaluateAll((all) => all.filter(({ textContent }) => textContent !== '').map(({ dataset }) => dataset.error))).sort();
  const [term, chain, ar, price] = ['licence_term', 'renew_settings.product_id_for_renew', 'renew_settings.renew_ar.enable', 'variants.0.price.common.price'];

  await input(term).fill('P5D');
  await input(chain).fill('102 103');
  await error(chain).filter({ hasText: 'not repeated' }).waitFor();
  // AR makes the term too short: a field that was touched is checked again, others are left alone.
  await input(ar).check();
  await error(term).filter({ hasText: 'at least 6 days' }).waitFor();
  assert.deepEqual(await errors(), [term, chain]);
  await input(ar).uncheck();
  await error(term).filter({ hasNotText: /\w/ }).waitFor({ state: 'attached' });
  assert.deepEqual(await errors(), [chain]);

  await input('name').fill('x');
  await input('name').fill(' ');
  await page.locator('[data-hint="name"]').filter({ hasText: /missing|empty/ }).waitFor();

  await page.getByText('Fix').click();
  await page.waitForFunction((name) => document.querySelector(`[name="${name}"]`).value.replaceAll(' ', '') === '102,103,103', chain);
  await input(term).fill('P1M');
  await input(ar).check();
  for (const [name, text] of [['family_name', 'F'], ['name', 'N'], ['variants.0.vendor_code', 'V'], ['variants.0.sku', 'S'], ['variants.0.price.common.currency', 'USD'], [price, '9,90']]) await input(name).fill(text);
  await error(price).filter({ hasText: 'price' }).waitFor();
  await page.evaluate(() => document.addEventListener('product', ({ detail }) => { window.sent = detail; }));
  await page.getByText('Save').click();
  assert.equal(await page.evaluate(() => window.sent), undefined);
  await input(price).fill('9.90');
  await page.getByText('Save').click();
  await page.waitForFunction(() => window.sent !== undefined);
  const sent = await page.evaluate(() => window.sent);
  assert.deepEqual(sent.renew_settings, { product_id_for_renew: [102, 103, 103], renew_ar: { enable: true }, renew_email: false });
  assert.equal(sent.variants[0].price.common.price, '9.90');
});
