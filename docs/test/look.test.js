// Opens a page of each kind in Chromium, light and dark, and on a phone: no accessibility problem, and nothing wider than
// the screen.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { chromium } from 'playwright-core';

import { site } from './site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of each kind. */
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

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

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
      it(`/${path}`, async () => {
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
