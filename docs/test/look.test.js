// Opens an example of each type of page in Chromium, in light and dark mode and with the size of a phone. Tests that
// axe finds no accessibility problem, and that nothing is wider than the screen.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { chromium } from 'playwright-core';

import { pages, site } from './site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** An example of each type of page. */
const PAGES = [
  '',
  'guide/forms.html',
  'guide/emulator.html',
  'rules/',
  'rules/term-below-minimum/',
  'ru/rules/chain-last-not-repeated/',
  'ru/interface.html',
  'reference/options.html',
  'reference/command-line.html',
  'reference/glossary.html',
  'about/benchmarks.html',
  'api/',
  'api/renewal-rules/functions/check.html',
  'api/renewal-rules/interfaces/Report.html',
];

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

let server;
let browser;
let url;

before(async () => {
  server = createServer(({ url: path }, response) => {
    const { pathname } = new URL(path, 'http://localhost');
    const file = join(site, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const body = readFileSync(file);
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(body);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  'on a phone': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
};

for (const [name, look] of Object.entries(LOOKS)) {
  describe(`pages, ${name}`, () => {
    for (const path of PAGES) {
      it(`/${path} is accessible and fits the screen`, async () => {
        const page = await browser.newPage({ ...look, reducedMotion: 'reduce' });
        const errors = [];
        page.on('pageerror', (error) => errors.push(error.message));
        const response = await page.goto(url + path, { waitUntil: 'networkidle' });
        assert.equal(response.status(), 200);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
        assert.deepEqual(found, []);
        assert.deepEqual(errors, []);
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(tooWide <= 0, `${tooWide} pixels wider than the screen`);
        await page.close();
      });
    }
  });
}

it('invalid examples open in the studio with their diagnostic', async () => {
  const page = await browser.newPage();
  const rules = pages.filter((file) => /\/site\/rules\/[\w-]+\/index\.html$/.test(file));
  assert.ok(rules.length > 40);
  for (const file of rules) {
    const code = basename(dirname(file));
    const [, link] = /href="([^"]*\/studio\/index\.html#json=[^"]*)"/.exec(readFileSync(file, 'utf8'));
    // The browser does not load a page again if only the fragment of the URL changes.
    await page.goto('about:blank');
    await page.goto(new URL(link.replaceAll('&amp;', '&'), url).href);
    const why = page.locator('#findings').getByRole('link', { name: new RegExp(`^Why\\? ${code}$`) });
    await why.first().waitFor();
    const target = new URL(await why.first().getAttribute('href'), page.url());
    assert.equal(target.pathname, `/rules/${code}/`);
  }
  await page.close();
});
