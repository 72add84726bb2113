// Tests `renewal-rules/lazy`: in forms in a browser, its size in the first load, and its types.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import * as esbuild from 'esbuild';

import * as rules from 'renewal-rules';
import * as lazy from 'renewal-rules/lazy';
import { launch } from './browser.js';
import { broken, sound } from './products.js';

/** Limit of the first load in bytes, minified and compressed. */
const LIMIT = 3000;

const here = import.meta.dirname;

/** Bundles an entry whose dynamic imports become files of their own. */
const bundled = (entry, more = {}) =>
  esbuild.build({
    ...entry,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    alias: { '$app/environment': 'esm-env', '$app/server': 'esm-env', '@vinejs/vine': 'esm-env' },
    // esbuild resolves an alias from the working directory.
    nodePaths: [`${here}/node_modules`],
    tsconfigRaw: {},
    chunkNames: 'fetched-[name]-[hash]',
    outdir: `${here}/../dist/build/lazy`,
    logLevel: 'silent',
    metafile: true,
    ...more,
  });

it(`the lazy entry costs at most ${LIMIT} bytes at first load`, async () => {
  const contents = "export * from 'renewal-rules/lazy'";
  const { outputFiles } = await bundled({ stdin: { contents, resolveDir: here } }, { write: false });
  const [first, ...fetched] = outputFiles.sort(
    (a, b) => Number(/fetched/.test(a.path)) - Number(/fetched/.test(b.path)),
  );
  const { length } = gzipSync(first.contents, { level: 9 });
  assert.ok(length <= LIMIT, `${length} bytes`);
  assert.deepEqual(fetched.length, 1, 'the rules are one chunk');
  assert.ok(fetched[0].contents.length > 100_000);
});

describe('lazy calls', () => {
  it('check() gives the report of the synchronous call', async () => {
    for (const product of [sound, broken]) assert.deepEqual(await lazy.check(product), rules.check(product));
    await assert.rejects(lazy.check({}, /** @type {any} */ ({ operation: 'none' })), rules.OptionsError);
  });

  it('the schemas give the results of the synchronous ones', async () => {
    const schemas = /** @type {[any, any][]} */ ([
      [lazy.formSchema, rules.formSchema],
      [lazy.productSchema, rules.productSchema],
    ]);
    for (const [slow, quick] of schemas) {
      for (const value of [sound, broken, null, { licence_term: 'P1W' }]) {
        const options = { role: /** @type {const} */ ('renewal') };
        assert.deepEqual(await slow['~standard'].validate(value), quick['~standard'].validate(value));
        assert.deepEqual(
          await slow.with(options).with({ maxDiagnostics: 1 })['~standard'].validate(value),
          quick.with(options).with({ maxDiagnostics: 1 })['~standard'].validate(value),
        );
      }
    }
  });

  it('options are copied, and invalid ones reject', async () => {
    const options = /** @type {any} */ ({ role: 'renewal', rules: { 'term-missing': 'error' } });
    const schema = lazy.productSchema.with(options);
    options.role = 'none';
    options.rules['term-missing'] = 'off';
    const { issues } = await schema['~standard'].validate({});
    assert.deepEqual(
      issues?.map(({ code }) => code),
      ['term-missing'],
    );
    const throwing = Object.defineProperty({}, 'role', { enumerable: true, get: () => assert.fail('a getter') });
    for (const wrong of [options, null, 5, [], new Map(), Object.create({ role: 'unknown' }), throwing])
      await assert.rejects(lazy.formSchema.with(wrong)['~standard'].validate({}), rules.OptionsError);
    const values = { localization_values: new Map([['en_US', {}]]) };
    const misuse = await lazy.formSchema['~standard'].validate(values);
    assert.deepEqual(misuse.issues?.[0]?.params, { reason: 'map' });
  });

  it('CommonJS modules share the instance', async () => {
    const require = /** @type {any} */ (createRequire(import.meta.url));
    const { check, preload } = require('renewal-rules/lazy');
    preload();
    const wrong = check({}, /** @type {any} */ ({ operation: 'none' }));
    await assert.rejects(wrong, require('renewal-rules').OptionsError);
  });
});

it('a retried import must export the expected name', async () => {
  const { outputFiles } = await bundled({ entryPoints: [`${here}/../lib/imports.ts`] }, { write: false });
  const { importer } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  // Firefox names the file that could not be fetched, even if the module imports it only indirectly.
  const refusal = () =>
    Promise.reject(new TypeError(`error loading dynamically imported module: ${import.meta.resolve('./products.js')}`));
  const answers = [refusal, () => Promise.resolve(rules)];
  const load = importer(() => answers.shift()?.(), 'check');
  await assert.rejects(load(), /error loading/);
  await assert.rejects(load(), /products\.js\?retry=\d+ does not export check/);
  assert.equal(await load(), rules);
});

describe('forms in Chromium', async () => {
  const { address, browser, close } = await launch();
  after(close);
  for (const name of ['react-hook-form.jsx', 'tanstack-form.js', 'superforms.js']) {
    it(`${name} fetches the rules at the first use`, async () => {
      const { metafile } = await bundled({ entryPoints: [`${here}/lazy/${name}`] });
      const outputs = Object.entries(metafile.outputs);
      const [chunk] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith('dist/index.js'));
      const url = `**/${basename(chunk)}`;
      const page = await browser.newPage();
      const fetched = [];
      page.on('request', (request) => {
        if (request.url().endsWith(basename(chunk))) fetched.push(request.url());
      });
      await page.route('**/form.html', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><body><script type="module" src="${name.replace(/\.jsx?$/, '.js')}"></script>`,
        }),
      );
      await page.route(url, (route) => route.abort());
      await page.goto(`${address}dist/build/lazy/form.html`);
      const submit = async (term) => {
        await page.locator('input').fill(term);
        await page.locator('button').click();
        const output = page.locator('output');
        await output.filter({ hasText: /./ }).waitFor();
        return [await output.textContent(), await page.locator('strong').textContent()];
      };
      await page.locator('input').waitFor();
      assert.deepEqual(fetched, [], 'nothing is fetched before the first use');
      const failed = ['renewal-rules could not be fetched; the next call tries again.', ''];
      assert.deepEqual(await submit('P1M'), failed);
      assert.equal(fetched.length, 1);
      await page.unroute(url);
      const [message] = rules
        .check({ licence_term: 'P0D' }, { role: 'renewal' })
        .diagnostics.map(({ message }) => message);
      assert.deepEqual(await submit('P0D'), ['invalid', message]);
      assert.deepEqual(await submit('P1M'), ['valid', '']);
      await page.close();
    });
  }
});
