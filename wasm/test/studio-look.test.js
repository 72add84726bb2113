// The studio for everybody: accessible and fitting in every state, light in bytes, and still while it loads.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { example, hashOf, studio } from './studio.js';

const SHOTS = join(tmpdir(), 'renewal-rules-studio');
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
mkdirSync(SHOTS, { recursive: true });

const own = studio();
const { open, sentence } = own;

async function axe() {
  await own.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // The policy of the page holds for added scripts, not for what the browser's own tools run.
  await own.page.evaluate(AXE);
  const { violations } = await own.page.evaluate(() => axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
const fits = () => own.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** States of the studio: how it opens, and what is done there. */
const STATES = {
  single: ['set-ups/single.json', async () => own.page.locator('.cell').nth(1).click()],
  chain: ['set-ups/chain.json', async () => own.page.getByRole('tab').nth(1).click()],
  broken: ['broken/several.json', async () => own.page.locator('#assumptions summary').click()],
  'not-json': ['broken/not-json.json', async () => {}],
  calls: ['set-ups/trial.json', async () => {
    await own.page.getByRole('tab').nth(2).click();
    await own.page.locator('.call').first().waitFor();
  }],
};

for (const [name, { width, height, ...media }] of Object.entries({
  light: { colorScheme: 'light', width: 1440, height: 900 },
  dark: { colorScheme: 'dark', width: 1440, height: 900 },
  'phone-light': { colorScheme: 'light', width: 390, height: 844 },
  'zoomed-dark': { colorScheme: 'dark', width: 320, height: 256 },
  forced: { colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce', width: 1280, height: 900 },
})) {
  test(`accessible and fitting: ${name}`, async () => {
    await own.page.setViewportSize({ width, height });
    await own.page.emulateMedia(media);
    for (const [state, [file, act]] of Object.entries(STATES)) {
      await open(hashOf(await example(file)));
      await own.page.locator('#editor .cm-content').waitFor();
      await act();
      assert.deepEqual(await axe(), [], state);
      assert.ok(await fits(), state);
      await own.page.screenshot({ path: join(SHOTS, `${name}-${state}.png`), fullPage: true });
    }
  });
}

test('the pages of text are accessible, fit a phone, and lead into the studio', async () => {
  for (const [width, path] of [[1440, 'rules/'], [390, 'rules/'], [1440, 'rules/trial-kind-ignored/'], [390, 'rules/patch-drops-variants/'], [390, 'glossary/']]) {
    await own.page.setViewportSize({ width, height: 844 });
    await own.page.goto(own.site + path);
    assert.deepEqual(await axe(), [], path);
    assert.ok(await fits(), path);
  }
  await own.page.goto(`${own.site}rules/`);
  await own.page.getByLabel('Search').fill('chain repeat');
  assert.equal(await own.page.locator('[data-rule]:visible').count(), 2);
  await own.page.getByRole('link', { name: 'chain-last-not-repeated' }).click();
  await own.page.getByRole('link', { name: 'Open it in the studio' }).click();
  await own.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  assert.match(await own.page.locator('#tally').textContent(), /1 error/);
  const [reference] = await Promise.all([own.context.waitForEvent('page'), own.page.locator('#findings').getByRole('link', { name: /^Why\? chain-last-not-repeated/ }).click()]);
  await reference.locator('h1', { hasText: 'The last id of the chain is not repeated' }).waitFor();
});

test('what a link within the site leads to is there', async () => {
  const seen = new Set();
  const waiting = [own.site, `${own.site}rules/`, `${own.site}glossary/`];
  while (waiting.length > 0) {
    const address = waiting.pop();
    if (seen.has(address)) continue;
    seen.add(address);
    const answer = await own.context.request.get(address);
    assert.equal(answer.status(), 200, address);
    if (!/html/.test(answer.headers()['content-type'])) continue;
    for (const [, link] of (await answer.text()).matchAll(/(?:href|src)="([^"#]+)/g)) {
      assert.ok(!/^(\/|https?:)/.test(link), link);
      waiting.push(new URL(link, address).href);
    }
  }
  assert.ok(seen.size > 45);
});

test('the interface and the messages are in Russian, too', async () => {
  await open(hashOf(await example('broken/several.json'), { language: 'ru' }));
  assert.equal(await own.page.locator('html').getAttribute('lang'), 'ru');
  await own.page.locator('.problem', { hasText: 'Ошибка:' }).first().waitFor();
  assert.doesNotMatch(await own.page.locator('.problem').first().textContent(), /must|needs/);
  await own.page.getByRole('button', { name: 'Цепочка' }).click();
  await own.says(/14\.90 USD за 3 месяца, затем 9\.90 USD каждый месяц/);
  assert.deepEqual(await axe(), []);
  await own.page.locator('#language').selectOption('en');
  assert.match(await sentence(), /14\.90 USD for 3 months/);
});

test('both languages have the same texts with the same holes', async () => {
  const table = async (language) => JSON.parse(await readFile(new URL(`../page/words/${language}.json`, import.meta.url), 'utf8'));
  const [en, ru] = [await table('en'), await table('ru')];
  const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  assert.deepEqual(Object.keys(ru).sort(), Object.keys(en).sort());
  for (const name of Object.keys(en)) assert.deepEqual(holes(ru[name]), holes(en[name]), name);
});

test('little is loaded before the first click, and nothing moves meanwhile', async () => {
  const session = await own.context.newCDPSession(own.page);
  await session.send('Network.enable');
  let bytes = 0;
  const isRest = new Set();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => /rest-/.test(request.url) && isRest.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => { if (!isRest.has(requestId)) bytes += encodedDataLength; });
  await own.page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (globalThis.shift += entry.hadRecentInput ? 0 : entry.value))).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [1440, 390]) {
    bytes = 0;
    await own.page.setViewportSize({ width, height: 900 });
    await open();
    assert.ok(bytes < 150_000, `${bytes} bytes`);
    await own.page.locator('#editor .cm-content').waitFor();
    const shift = await own.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(globalThis.shift)))));
    assert.ok(shift < 0.05, `a shift of ${shift} at ${width}`);
  }
});

test('by keyboard alone, a set-up from nothing to the end', async () => {
  await open();
  const focused = () => own.page.evaluate(() => document.activeElement.textContent || document.activeElement.name || document.activeElement.id);
  const tabTo = async (wanted) => {
    for (let i = 0; i < 60; i++) {
      if (wanted.test(await focused())) return;
      await own.page.keyboard.press('Tab');
    }
    assert.fail(`${wanted} is not reached`);
  };
  await own.page.keyboard.press('Tab');
  await own.page.keyboard.press('Enter');
  assert.equal(await own.page.evaluate(() => document.activeElement.id), 'main');
  await tabTo(/^Blank$/);
  await own.page.keyboard.press('Enter');
  await tabTo(/Add a renewal/);
  await own.page.keyboard.press('Enter');
  // The new renewal's form: from its name on.
  await own.page.locator('[name="/1/name"]').focus();
  await own.page.keyboard.type('Next');
  await tabTo(/^\/1\/licence_term$/);
  await own.page.keyboard.type('1');
  await tabTo(/vendor_code/);
  for (const typed of ['V', 'S2', '', 'USD', '9.90']) {
    await own.page.keyboard.type(typed);
    await own.page.keyboard.press('Tab');
  }
  await own.page.locator('.box-main').first().focus();
  await own.page.keyboard.press('Enter');
  await own.page.locator('[name="/0/renew_settings/renew_ar/enable"]').focus();
  await own.page.keyboard.press('Space');
  await tabTo(/^\/0\/name$/);
  await own.page.keyboard.type('First');
  await tabTo(/^\/0\/licence_term$/);
  await own.page.keyboard.type('1');
  await tabTo(/Add a price/);
  await own.page.keyboard.press('Enter');
  await own.page.locator('[name="/0/variants/0/vendor_code"]').focus();
  for (const typed of ['V', 'S1', '', 'USD', '4.90']) {
    await own.page.keyboard.type(typed);
    await own.page.keyboard.press('Tab');
  }
  assert.equal(await sentence(), 'A buyer who pays online and consents is charged 9.90 USD automatically every month; one who declines is offered no renewal.');
  assert.equal(await own.page.locator('#tally').textContent(), 'No problems');
});
