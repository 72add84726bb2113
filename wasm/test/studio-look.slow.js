// Tests accessibility, layout, download size and layout shift of the studio.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { example, hashOf, studio } from './studio.js';

const own = studio();
const { open, sentence, axe, fits, tab } = own;

for (const [name, { width, height, language, ...media }] of Object.entries({
  light: { colorScheme: 'light', width: 1440, height: 900 },
  dark: { colorScheme: 'dark', width: 1440, height: 900 },
  'phone-light': { colorScheme: 'light', width: 390, height: 844 },
  'zoomed-dark': { colorScheme: 'dark', width: 320, height: 256 },
  russian: { language: 'ru', width: 1440, height: 900 },
  'phone-russian-dark': { language: 'ru', colorScheme: 'dark', width: 390, height: 844 },
  forced: { colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce', width: 1280, height: 900 },
})) {
  test(`is accessible and does not overflow: ${name}`, async () => {
    await own.page.setViewportSize({ width, height });
    await own.page.emulateMedia(media);
    await own.checkStates(name, language && { language });
  });
}

test('print layout clips nothing', async () => {
  await open(hashOf(JSON.stringify(Array(60).fill({ id: 'x', name: 'long '.repeat(40) }), null, 2)));
  await own.page.locator('#editor .cm-content').waitFor();
  await own.page.emulateMedia({ media: 'print' });
  await own.page.waitForFunction(
    () => document.getElementById('editor').shadowRoot.querySelectorAll('.cm-line').length === 242,
  );
  for (const part of ['#findings', '#editor .cm-scroller']) {
    const [width, height] = await own.page
      .locator(part)
      .evaluate((element) => [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight]);
    assert.ok(width <= 0 && height <= 0, part);
  }
});

test('findings link to the pages of their rules on the site', async () => {
  for (const [language, prefix, why] of [
    ['en', '../', /^Why\?/],
    ['ru', '../ru/', /^Почему/],
  ]) {
    await open(hashOf(await example('broken/chain.json'), { language }));
    const link = own.page.locator('#findings').getByRole('link', { name: why }).first();
    const code = (await link.getAttribute('aria-label')).split(' ').at(-1);
    assert.equal(await link.getAttribute('href'), `${prefix}rules/${code}/`);
  }
});

test('interface and messages are available in Russian', async () => {
  await open(hashOf(await example('broken/several.json'), { language: 'ru' }));
  assert.equal(await own.page.locator('html').getAttribute('lang'), 'ru');
  assert.equal(await own.page.title(), 'Студия продлений');
  await own.page.locator('.problem', { hasText: 'Ошибка:' }).first().waitFor();
  assert.doesNotMatch(await own.page.locator('.problem').first().textContent(), /must|needs/);
  await own.page.getByRole('button', { name: 'Цепочка' }).click();
  await own.waitForSentence(/14\.90 USD за 3 месяца, затем 9\.90 USD каждый месяц/);
  assert.deepEqual(await axe(), []);
  await own.page.setViewportSize({ width: 320, height: 800 });
  assert.deepEqual(
    await own.page
      .locator('.grid th')
      .evaluateAll((all) =>
        all.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent),
      ),
    [],
  );
  await tab('График');
  await own.page.getByText('Допущения').click();
  await own.page.getByText('в документе интерфейса этого не сказано').waitFor();
  assert.match(await own.page.locator('#picture svg').textContent(), /списание/);
  await own.page.locator('#language').selectOption('en');
  assert.match(await sentence(), /14\.90 USD for 3 months/);
  await own.page.getByText('the interface document does not say so').waitFor();
});

test('errors of unreadable texts are translated', async () => {
  for (const text of ['', '[]', '"x"', '{\n  "id": 1,\n}']) {
    await open(hashOf(text, { language: 'ru' }));
    const message = await sentence();
    assert.match(message, /^[А-Я]/);
    assert.doesNotMatch(message, /[a-z]+ [a-z]+/i);
  }
});

test('both languages have the same keys and placeholders', async () => {
  const table = async (file) =>
    JSON.parse(await readFile(new URL(`../studio/labels/${file}.json`, import.meta.url), 'utf8'));
  const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  const shape = (held) =>
    typeof held === 'string'
      ? placeholders(held)
      : Object.fromEntries(
          Object.entries(held)
            .sort()
            .map(([name, inner]) => [name, shape(inner)]),
        );
  assert.deepEqual(shape(await table('ru')), shape(await table('en')));
});

test('startup is small and causes no layout shift', async (t) => {
  const session = await own.context.newCDPSession(own.page);
  await session.send('Network.enable');
  let bytes = 0;
  const isLazy = new Set();
  session.on(
    'Network.requestWillBeSent',
    ({ requestId, request }) => /lazy-panes-/.test(request.url) && isLazy.add(requestId),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!isLazy.has(requestId)) bytes += encodedDataLength;
  });
  await own.page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) =>
      /** @type {any[]} */ (list.getEntries()).forEach(
        (entry) => (globalThis.shift += entry.hadRecentInput ? 0 : entry.value),
      ),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [1440, 390]) {
    bytes = 0;
    await own.page.setViewportSize({ width, height: 900 });
    await open();
    t.diagnostic(`${bytes} bytes at ${width}`);
    assert.ok(bytes < 155_000, `${bytes} bytes`);
    await own.page.locator('#editor .cm-content').waitFor();
    const shift = await own.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(globalThis.shift)))),
    );
    assert.ok(shift < 0.05, `a shift of ${shift} at ${width}`);
  }
});
