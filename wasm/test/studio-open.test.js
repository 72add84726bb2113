// Tests opening and sharing in the studio: files, pasted text, URLs, languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, hashOf, SINGLE, studio } from './studio.js';

const own = studio();
const { open, json, value, sentence, waitForSentence, control, button, paste, tab } = own;

test('opens arrays, NDJSON, files and long catalogues', async () => {
  await open();
  assert.equal(await own.page.getByRole('button', { name: /^Open/ }).count(), 1);
  const products = [1, 2, 3].map((id) => ({
    ...SINGLE,
    id,
    renew_settings: { ...SINGLE.renew_settings, product_id_for_renew: [id, id] },
  }));
  await paste(products.map((product) => JSON.stringify(product)).join('\n'), '#trial');
  assert.deepEqual(await value(), products);
  await own.page.getByLabel('Initiators (3)').selectOption({ value: '2' });
  assert.match(await own.page.locator('.box-name').textContent(), /3/);
  const openFile = (buffer) =>
    own.page.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });
  await openFile(Buffer.from([0xff, 0x7b, 0x7d]));
  await own.page.getByText('it is not UTF-8').waitFor();
  await openFile(Buffer.from(`\uFEFF${await example('products/catalogue.json')}`));
  await own.page.locator('.box').nth(2).waitFor();
  assert.match(await sentence(), /free of charge for 14 days.*4\.90 USD for 1 month, then 9\.90 USD every month/);
  await own.page.evaluate(
    (text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'y.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    JSON.stringify(
      Array.from({ length: 300 }, (_, i) => ({ id: i + 1, name: `Product ${i + 1}`, licence_term: 'P1M' })),
    ),
  );
  await own.page.getByLabel('Search by id or name').fill('Product 277');
  await own.page.getByLabel('Initiators (300)').selectOption({ label: '277 Product 277' });
  assert.equal(await control('/276/name').inputValue(), 'Product 277');
  await paste(JSON.stringify(Array(600).fill({ id: 'x' })));
  await own.page.locator('#tally', { hasText: /^500 errors, 100 more$/ }).waitFor();
});

test('copying twice announces it twice', async () => {
  await open(hashOf({ name: '' }));
  await own.page.getByRole('form', { name: 'Product' }).waitFor();
  const toast = own.page.locator('#toast');
  await toast.evaluate((element) => {
    globalThis.said = [];
    new MutationObserver(() => globalThis.said.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  for (const count of [1, 2]) {
    await own.page.locator('#copy').click();
    await own.page.waitForFunction(
      (count) => globalThis.said.filter((text) => text === 'Copied.').length === count,
      count,
    );
  }
});

test('failed downloads are reported', async () => {
  const notice = own.page.getByText('Loading failed. Check the connection and try again.');
  await own.page.route(/russian-/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 0;' }));
  await open(hashOf(SINGLE, { language: 'ru' }));
  await notice.waitFor();
  await button('Format').click();
  await notice.waitFor({ state: 'hidden' });
  await own.page.locator('#language').selectOption('ru');
  await notice.waitFor();
  assert.equal(await own.page.locator('#language').inputValue(), 'en');
  await own.page.route(/studio\.wasm/, (route) => route.fulfill({ contentType: 'application/wasm', body: '' }));
  await own.page.reload();
  await own.page.getByRole('alert').and(notice).waitFor();
});

test('failed downloads are repeated at the next use', async () => {
  // A page of its own, because the browser prints the failures to the console.
  const page = await own.context.newPage();
  const files = /\/(russian-|lazy-panes-|tools\.)/;
  await page.route(files, (route) => route.abort());
  await page.goto(own.site + hashOf(SINGLE));
  const notice = page.getByText('Loading failed. Check the connection and try again.');
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await notice.waitFor();
  await page.unroute(files);
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('#editor .cm-content').waitFor();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.locator('#picture svg').waitFor({ state: 'attached' });
  await page.route(files, (route) => route.abort());
  await page.locator('#language').selectOption('ru');
  await notice.waitFor();
  await page.unroute(files);
  await page.locator('#language').selectOption('ru');
  await page.locator('html[lang=ru]').waitFor({ state: 'attached' });
});

test('text pasted before startup is ignored', async () => {
  let start;
  /** @type {Promise<void>} */
  const asked = new Promise((resolve) =>
    own.page.route(/studio\.wasm/, (route) => {
      start = () => route.continue();
      resolve();
    }),
  );
  await own.page.goto(own.site);
  await asked;
  await paste('{"name":"early"}');
  start();
  await own.page.locator('html[data-ready]').waitFor({ state: 'attached' });
  assert.equal((await value()).name, JSON.parse(await example('catalogues/single.json')).name);
});

test('a copied link restores text and options', async () => {
  await open();
  const text = '{\n  "name": "ä & #% 🎁 </script>",\n  "licence_term": "P5D"\n}';
  await paste(text);
  await own.page.locator('#check-options summary').click();
  await own.page.locator('#check-options').getByLabel('Minimum days, AR').fill('9');
  await button('Copy link').click();
  await own.page.getByText('Link copied.').waitFor();
  await open(new URL(await own.copied()).hash);
  assert.equal(await json(), text);
  assert.equal(await own.page.locator('#check-options').getByLabel('Minimum days, AR').inputValue(), '9');
  await paste(JSON.stringify({ name: 'Ж'.repeat(100_000) }));
  await button('Copy link').click();
  await own.page.getByText('too long for a link').waitFor();
});

test('a changed URL hash replaces the state and can be undone', async () => {
  const products = [
    SINGLE,
    { ...SINGLE, id: 102, renew_settings: { ...SINGLE.renew_settings, product_id_for_renew: [102, 102] } },
  ];
  await open(hashOf(products));
  const name = own.page.locator('.box-name');
  assert.match(await name.textContent(), /101/);
  await own.page.goto(
    own.site +
      hashOf(products, { initiator: 1, options: '{"limits":{"arMinDays":9}}', buyer: '{"payment":"offline"}' }),
  );
  await name.getByText('102').waitFor();
  assert.equal(await own.page.locator('#check-options').getByLabel('Minimum days, AR').inputValue(), '9');
  await tab('Timeline');
  assert.equal(await own.page.getByLabel('Payment').inputValue(), 'offline');
  await button('Undo').click();
  await name.getByText('101').waitFor();
  assert.equal(await own.page.getByLabel('Payment').inputValue(), 'online');
  const { id, renew_settings, ...product } = SINGLE;
  await own.page.goto(own.site + hashOf({ initiator: product, renewals: [205], kinds: { ar: true } }));
  await waitForSentence(/Product 205, which comes next in the chain, is not among the products/);
  await button('Undo').click();
  await name.getByText('101').waitFor();
  // A hash change that is overwritten before its event arrives, as when the studio writes its own hash.
  await own.page.evaluate(
    (hash) => {
      const { href } = location;
      location.hash = hash;
      history.replaceState(undefined, '', href);
    },
    hashOf(SINGLE, { language: 'ru' }),
  );
  await own.page.getByRole('tab', { name: 'Вызовы API' }).waitFor();
});

test('a setup description is opened as its products', async () => {
  await open();
  const { id, renew_settings, ...product } = JSON.parse(await example('catalogues/single.json'));
  const setup = {
    initiator: product,
    renewals: [{ ...product, name: 'Next', licence_term: 'P3M' }],
    kinds: { ar: true },
  };
  await paste(JSON.stringify(setup));
  await waitForSentence(/charged 9\.90 USD automatically every 3 months/);
  assert.deepEqual(
    (await value()).map((product) => [product.id, product.renew_settings?.product_id_for_renew]),
    [
      [101, [102, 102]],
      [102, undefined],
    ],
  );
});

test('applyToForm returns errors of controls hidden by layout', async () => {
  await open();
  const left = (html) =>
    own.page.evaluate(async (html) => {
      // @ts-expect-error: resolved by the test server.
      const { applyToForm, check } = await import('/dist/index.js');
      document.body.innerHTML = html;
      return applyToForm(document.forms[0], check({ licence_term: 'soon' })).length;
    }, html);
  assert.equal(await left('<form><input name="licence_term"></form>'), 0);
  assert.equal(await left('<form><div hidden><input name="licence_term"></div></form>'), 1);
  assert.equal(await left('<form><details><summary>More</summary><input name="licence_term"></details></form>'), 1);
});
