// The page in a real browser.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { launch } from './browser.js';

const SHOTS = join(tmpdir(), 'renewal-rules-page');
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const TOO_SHORT = /AR renewal needs at least 6 days/;
const TERM = '[name="/licence_term"]';

let browser, close, address, context, page, faults;

before(async () => {
  mkdirSync(SHOTS, { recursive: true });
  let root;
  ({ browser, close, address: root } = await launch());
  address = `${root}page/`;
});

after(() => close?.());

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(8_000);
  page = await context.newPage();
  faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && !/\/examples\//.test(message.location().url) && faults.push(message.text()));
  page.on('dialog', (dialog) => faults.push(dialog.message()));
});

afterEach(async () => {
  await context.close();
  assert.deepEqual([...new Set(faults)], []);
});

async function open(hash = '') {
  await page.goto('about:blank');
  await page.goto(address + hash);
  await page.waitForSelector('html[data-ready]').catch((error) => assert.fail([error.message, ...faults].join('\n')));
}

const hashOf = (product) => `#${new URLSearchParams({ json: typeof product === 'string' ? product : JSON.stringify(product) })}`;
const json = () => page.locator('#json').inputValue();
const product = async () => JSON.parse(await json());
const problemsOf = (name) => page.locator(`.field:has([name="${name}"]) .problem`);
const example = (file) => readFile(new URL(`../../examples/${file}`, import.meta.url), 'utf8');

async function axe() {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // The policy of the page holds for added scripts, not for what the browser's own tools run.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a five-day term is told beside its field while it is typed', async () => {
  await open(hashOf(await example('products/single.json')));
  const term = page.locator(TERM);
  assert.equal(await term.getAttribute('aria-invalid'), null);
  await term.fill('');
  await term.pressSequentially('P5D');
  const problem = problemsOf('/licence_term').first();
  assert.match(await problem.textContent(), TOO_SHORT);
  assert.match(await problem.textContent(), /^Error: /);
  assert.equal(await term.getAttribute('aria-invalid'), 'true');
  const described = await term.evaluate((control) => control.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent));
  assert.ok(described.some((text) => TOO_SHORT.test(text)));
  assert.equal((await product()).licence_term, 'P5D');
  await page.waitForFunction(() => /1 error/.test(document.getElementById('status').textContent));
  await term.fill('P1M');
  assert.equal(await problemsOf('/licence_term').count(), 0);
  assert.equal(await term.getAttribute('aria-invalid'), null);
});

test('a code is left out or graded as stated, and a wrong level is told beside its field', async () => {
  await open(hashOf({ id: 101, licence_term: 'P5D', renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true } } }));
  const levels = page.locator('[id="option-rules"]');
  const trouble = page.locator('[id="option-rules-problem"]');
  await levels.evaluate((control) => control.closest('details')?.setAttribute('open', ''));
  await levels.fill('{"term-below-minimum":"off"}');
  await page.waitForFunction(() => !/error/.test(document.getElementById('status').textContent));
  assert.equal(await problemsOf('/licence_term').count(), 0);
  await levels.fill('{"term-below-minimum":"no"}');
  await page.waitForFunction(() => /1 error/.test(document.getElementById('status').textContent));
  assert.match(await trouble.textContent(), /rules\.term-below-minimum/);
});

test('a fix by click, all fixes, and back', async () => {
  await open(hashOf({ id: 101, licence_term: 'P1M', renew_settings: { product_id_for_renew: [102, 103], renew_ar: { enable: true } } }));
  const chain = '/renew_settings/product_id_for_renew';
  await problemsOf(chain).getByRole('button', { name: 'Fix' }).click();
  assert.deepEqual((await product()).renew_settings.product_id_for_renew, [102, 103, 103]);
  assert.equal(await problemsOf(chain).count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.name), chain);

  await page.locator('#json').fill(await example('broken/trial.json'));
  await page.getByRole('button', { name: 'Fix all' }).click();
  assert.equal((await product()).variants[0].price.common.price, '0.00');
  assert.ok(await page.getByRole('button', { name: 'Fix all' }).isDisabled());
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await json(), await example('broken/trial.json'));
});

test('what is typed after a fix is taken back before the fix', async () => {
  await open(hashOf({ id: 101, licence_term: 'p1m' }));
  const undo = page.getByRole('button', { name: 'Undo' });
  const name = page.locator('[name="/name"]');
  const now = async () => JSON.stringify(await product());
  await page.getByRole('button', { name: 'Fix all' }).click();
  await name.pressSequentially('New');
  await undo.click();
  assert.equal(await now(), '{"id":101,"licence_term":"P1M"}');
  await name.pressSequentially('Newer');
  await undo.click();
  assert.equal(await now(), '{"id":101,"licence_term":"P1M"}');
  await undo.click();
  assert.equal(await now(), '{"id":101,"licence_term":"p1m"}');
  assert.ok(await undo.isDisabled());
});

test('what is announced is seen, and what is wider than the screen says so', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(hashOf(await example('broken/several.json')));
  await page.getByRole('button', { name: 'Fix all' }).click();
  await page.waitForFunction(() => /fixed/.test(document.getElementById('status').textContent));
  const { width, height } = await page.locator('#status').boundingBox();
  assert.ok(width > 100 && height > 15);
  const hints = page.locator('.sideways');
  assert.deepEqual([await hints.nth(0).isVisible(), await hints.nth(1).isVisible()], [true, true]);
  await page.screenshot({ path: join(SHOTS, 'narrow.png'), fullPage: true });
  await page.setViewportSize({ width: 1900, height: 900 });
  assert.deepEqual([await hints.nth(0).isVisible(), await hints.nth(1).isVisible()], [false, false]);
  assert.equal(await page.getByLabel('Renewals to follow').getAttribute('placeholder'), '12');
});

test('every field is written, and cleared again', async () => {
  await open(hashOf('{}'));
  const fill = async (name, value) => {
    const control = page.locator(`[name="${name}"]`);
    if (await control.evaluate((one) => one instanceof HTMLSelectElement)) await control.selectOption(value);
    else await control.fill(value);
  };
  const fixed = {
    '/variants/0/price/common/price': '9.90', '/variants/0/price/common/currency': 'USD', '/variants/0/sku_ar': 'C', '/variants/0/sku': 'B', '/variants/0/vendor_code': 'A',
    '/localization_values/en_US/comment_for_product_for_MR': 'off', '/localization_values/en_US/comment_for_product_for_AR': 'on',
    '/renew_settings/renew_email': 'true', '/renew_settings/renew_pmr': 'false', '/renew_settings/renew_ar/required': 'false', '/renew_settings/renew_ar/enable': 'true',
    '/renew_settings/product_id_for_renew': '102, 102',
    '/licence_term': 'P1M', '/license_type': 't', '/name': 'n', '/family_name': 'f', '/id': '101',
  };
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await page.getByRole('button', { name: 'Add a locale' }).click();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.type), 'key');
  await page.keyboard.type('en_US');
  for (const [name, value] of Object.entries(fixed)) await fill(name, value);
  // Filled in from the last to the first, and yet in the order of the document.
  assert.equal(
    JSON.stringify(await product()),
    JSON.stringify({
      id: 101, family_name: 'f', name: 'n', license_type: 't', licence_term: 'P1M',
      renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true, required: false }, renew_pmr: false, renew_email: true },
      localization_values: { en_US: { comment_for_product_for_AR: 'on', comment_for_product_for_MR: 'off' } },
      variants: [{ vendor_code: 'A', sku: 'B', sku_ar: 'C', price: { common: { currency: 'USD', price: '9.90' } } }],
    }),
  );
  for (const name of Object.keys(fixed)) await fill(name, '');
  assert.deepEqual(await product(), { localization_values: { en_US: {} }, variants: [{}] });
  await page.getByRole('button', { name: 'Remove this locale' }).click();
  await page.getByRole('button', { name: 'Remove this variant' }).click();
  assert.deepEqual(await product(), {});
});

test('what the form does not know, and values of other types, stay', async () => {
  const odd = { id: '101', extra: [1, { deep: true }], renew_settings: { renew_pmr: 'yes', unknown: 1 }, localization_values: { 'en US': { other: 1 } } };
  await open(hashOf(odd));
  await page.locator('[name="/name"]').fill('n');
  assert.deepEqual(await product(), { ...odd, name: 'n' });
  assert.match(await problemsOf('/id').textContent(), /whole number/);
});

test('a value of another kind in the place of an object gives way', async () => {
  for (const [given, name, value, wanted] of [
    [{ renew_settings: [] }, '/renew_settings/renew_ar/enable', 'true', { renew_settings: { renew_ar: { enable: true } } }],
    [{ renew_settings: { renew_ar: [1] } }, '/renew_settings/renew_ar/required', 'true', { renew_settings: { renew_ar: { required: true } } }],
    [{ renew_settings: 'x' }, '/renew_settings/renew_pmr', 'false', { renew_settings: { renew_pmr: false } }],
  ]) {
    await open(hashOf(given));
    await page.locator(`[name="${name}"]`).selectOption(value);
    assert.deepEqual(await product(), wanted);
  }
});

test('numbers that JavaScript has not stay as they are written', async () => {
  await open(hashOf('{"id":9007199254740993,"x":1e400,"y":12345678901234567890,"z":[1.50]}'));
  assert.equal(await page.locator('[name="/id"]').inputValue(), '9007199254740993');
  await page.locator('[name="/name"]').fill('N');
  const written = '{"id":9007199254740993,"x":1e400,"y":12345678901234567890,"z":[1.50],"name":"N"}';
  assert.equal((await json()).replaceAll(/\s/g, ''), written);
  await page.getByRole('button', { name: 'Tidy' }).click();
  assert.equal((await json()).replaceAll(/\s/g, ''), written);
});

test('numbers are edited beside those that JavaScript has not', async () => {
  await open(hashOf('{"id":101,"renew_settings":{"product_id_for_renew":[9007199254740993,102]}}'));
  const chain = page.locator('[name="/renew_settings/product_id_for_renew"]');
  await chain.press('End');
  await chain.pressSequentially('3');
  const id = page.locator('[name="/id"]');
  for (const [typed, written] of [['9007199254740995', '9007199254740995'], ['1e2', '1e2'], ['007', '7']]) {
    await id.fill(typed);
    assert.equal((await json()).replaceAll(/\s/g, ''), `{"id":${written},"renew_settings":{"product_id_for_renew":[9007199254740993,1023]}}`);
  }
});

test('an id with a fraction of nothing is the id that is bought', async () => {
  const renewal = { id: 102, licence_term: 'P1M', renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true } } };
  await open(`${hashOf('{"id":101.0,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[102,102],"renew_ar":{"enable":true}}}')}&${new URLSearchParams({ 'buyer.others': JSON.stringify([renewal]) })}`);
  assert.equal(await page.locator('#timeline-note').textContent(), '');
});

test('what is wrong is announced where it changes, though it is as much as before', async () => {
  await open(hashOf({ id: 101, licence_term: 'p1m' }));
  const news = page.locator('#news');
  await page.locator('#status').filter({ hasText: '1 error' }).waitFor();
  assert.equal(await news.textContent(), '');
  await page.locator(TERM).fill('banana');
  await news.filter({ hasText: /\w/ }).waitFor();
  assert.ok((await problemsOf('/licence_term').textContent()).includes(await news.textContent()));
  await page.locator(TERM).fill('P1M');
  await page.locator('#status').filter({ hasText: 'No problems' }).waitFor();
  assert.equal(await news.textContent(), '');
});

test('undo takes back a choice, and an example with what was stated before it', async () => {
  await open(`${hashOf({ id: 101, licence_term: 'P1M' })}&payment=offline`);
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.locator('[name="/renew_settings/renew_pmr"]').selectOption('true');
  await undo.click();
  assert.deepEqual(await product(), { id: 101, licence_term: 'P1M' });
  await page.getByRole('button', { name: 'Load' }).click();
  assert.equal(await page.locator('[name="payment"]').inputValue(), '');
  await undo.click();
  assert.deepEqual(await product(), { id: 101, licence_term: 'P1M' });
  assert.equal(await page.locator('[name="payment"]').inputValue(), 'offline');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
});

test('it fits a phone with text of twice the size', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(hashOf(await example('products/chain.json')));
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  assert.ok(await fits());
});

test('the package tells which errors no control can show, as the browser lays it out', async () => {
  await open();
  const left = (html) =>
    page.evaluate(async (html) => {
      const { applyToForm, check } = await import('../dist/index.js');
      document.body.innerHTML = html;
      return applyToForm(document.forms[0], check({ licence_term: 'soon' })).length;
    }, html);
  assert.equal(await left('<form><input name="licence_term"></form>'), 0);
  assert.equal(await left('<form><div hidden><input name="licence_term"></div></form>'), 1);
  assert.equal(await left('<form><details><summary>More</summary><input name="licence_term"></details></form>'), 1);
});

test('by keyboard alone', async () => {
  await open(hashOf(await example('broken/five-days.json')));
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'main');
  // On to the button Check, which moves the focus to the summary; its first link to the field.
  for (let i = 0; i < 9 && (await focused()) !== 'Check'; i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'summary');
  assert.match(await page.locator('#summary').textContent(), /There is a problem.*Licence term: /s);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.name), '/licence_term');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('P30D');
  assert.equal((await product()).licence_term, 'P30D');
  assert.match(await page.locator('#summary').textContent(), /No errors/);
});

test('a code is explained on demand, and its example taken', async () => {
  await open(hashOf(await example('broken/five-days.json')));
  await problemsOf('/licence_term').first().getByRole('button', { name: 'Why?' }).click();
  const dialog = page.getByRole('dialog');
  assert.match(await dialog.textContent(), /term-below-minimum.*AR 6 days/s);
  await dialog.getByRole('button', { name: 'Edit this' }).last().click();
  assert.equal(await dialog.isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  assert.equal(await page.locator('#tally').textContent(), 'No problems');
});

test('options change the verdict; one that the package refuses is told beside its field', async () => {
  await open(hashOf({ ...JSON.parse(await example('broken/five-days.json')) }));
  await page.locator('#stated summary').click();
  await page.getByLabel('Minimum days, AR').fill('5');
  assert.ok(!TOO_SHORT.test(await problemsOf('/licence_term').allTextContents().then((all) => all.join())));
  await page.getByLabel('Minimum days, AR').fill('-1');
  assert.match(await page.locator('[id="option-limits.arMinDays-problem"]').textContent(), /limits\.arMinDays/);
  assert.equal(await page.getByLabel('Minimum days, AR').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Operation').selectOption('create');
  assert.equal(await problemsOf('/id').count(), 1);
});

test('the effective kind with its trace, articles and comments', async () => {
  await open(hashOf(await example('products/single.json')));
  const row = (name) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  assert.match(await row('Online, given').textContent(), /ar applied.*pmr not-reached.*AR, auto renewal/s);
  assert.match(await row('Offline, declined').textContent(), /ar rejected: consent-declined.*pmr applied/s);
  assert.match(await page.locator('#configuration').textContent(), /single/);
  assert.equal(await page.locator('#articles').textContent(), 'Variant 1EX-PRO-1M-AR');
  await page.getByLabel('Consent to auto renewal').selectOption('declined');
  assert.equal(await page.locator('#articles').textContent(), 'Variant 1EX-PRO-1M');
  assert.match(await page.locator('#comments').textContent(), /We will remind you/);
});

test('the timeline moves with the product', async () => {
  await open(hashOf(await example('products/single.json')));
  await page.getByLabel('Purchase date').fill('2026-01-31');
  await page.getByLabel('Renewals to follow').fill('2');
  const picture = page.locator('#timeline svg');
  assert.match(await picture.textContent(), /2026-02-28/);
  assert.equal(await picture.locator('rect').count(), 3);
  assert.equal(await picture.locator('style').count(), 0);
  await page.locator(TERM).fill('P10D');
  assert.match(await picture.textContent(), /2026-02-10/);
  await page.getByLabel('Renewals to follow').fill('many');
  assert.match(await page.locator('#timeline-note').textContent(), /renewals/);
  await page.getByLabel('Renewals to follow').fill('');
  await page.getByLabel('Purchase date').fill('');
  assert.match(await page.locator('#timeline-note').textContent(), /purchaseDate/);

  await page.getByLabel('Purchase date').fill('2026-01-31');
  await page.locator('#json').fill(await example('products/trial.json'));
  const [, ...others] = JSON.parse(await example('products/catalogue.json'));
  await page.getByLabel('The renewal products').fill(JSON.stringify(others));
  assert.match(await picture.textContent(), /EX-PRO-FIRST.*EX-PRO-1M/s);
});

test('any JSON can be pasted; problems have their line', async () => {
  await open();
  await page.locator('#json').fill('{\n  "id": 1,\n}');
  assert.equal(await page.locator('#fields:disabled').count(), 1);
  await page.locator('#places').getByRole('button', { name: 'Line 3, column 1' }).click();
  assert.equal(await page.evaluate(() => document.getElementById('json').selectionStart), 13);
  for (const text of ['', 'null', '[]', '[{"id":1}]', '"x"', '{"variants":"x","localization_values":[],"renew_settings":1}', '['.repeat(5000)]) {
    await page.locator('#json').fill(text);
    assert.notEqual(await page.locator('#tally').textContent(), 'No problems');
  }
  await page.locator('#json').fill('{"licence_term":"P1M"}');
  assert.equal(await page.locator(TERM).inputValue(), 'P1M');
  assert.equal(await page.locator('#fields:enabled').count(), 1);
});

test('the address holds everything', async () => {
  await open();
  const text = '{\n  "name": "ä & #% 🎁 </script>",\n  "licence_term": "P5D"\n}';
  await page.locator('#json').fill(text);
  await page.locator('#stated summary').click();
  await page.getByLabel('Role').selectOption('renewal');
  await page.getByLabel('Consent to auto renewal').selectOption('unavailable');
  await page.waitForFunction(() => /role=renewal/.test(location.hash) && /consent=unavailable/.test(location.hash));
  const shared = new URL(page.url()).hash;
  await open(shared);
  assert.equal(await json(), text);
  assert.equal(await page.locator('[name="role"]').inputValue(), 'renewal');
  assert.equal(await page.locator('[name="buyer.consent"]').inputValue(), 'unavailable');
});

test('what an address states is seen, be it refused or not', async () => {
  const stated = page.locator('#stated');
  await open(hashOf({ id: 1 }));
  assert.equal(await stated.getAttribute('open'), null);
  await open(`${hashOf({ id: 1 })}&productId=abc`);
  assert.ok(await page.locator('[id="option-productId-problem"]').isVisible());
  await open(`${hashOf({ id: 1 })}&operation=create`);
  assert.ok(await page.getByLabel('Operation').isVisible());
});

test('a product that is too long for a link is not said to be copied', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(hashOf({ name: 'short' }));
  const share = page.getByRole('button', { name: 'Copy link' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const long = JSON.stringify({ name: 'Ж'.repeat(60_000) });
  await page.locator('#json').fill(long);
  await share.click();
  await page.getByText('Link copied.').waitFor();
  await open(new URL(await copied()).hash);
  assert.equal(await json(), long);
  await page.locator('#json').fill(JSON.stringify({ name: 'Ж'.repeat(100_000) }));
  await share.click();
  await page.getByText('too long for a link').waitFor();
  await page.waitForFunction(() => location.hash === '');
});

test('a hostile address does no harm', async () => {
  const markup = '<img src=x onerror=alert(1)>"\'';
  const hostile = [
    '#json', '#json=%', '#json=%ff%00', '#=&&==&json=&__proto__=x&constructor=y&toString=z', `#json=${'['.repeat(90_000)}`, `#json=${'x'.repeat(300_000)}`,
    '#json={}&operation=destroy&limits.arMinDays=1e999&productId=-1&trial=maybe&current=[&buyer.consent=%00&role=__proto__',
    `#json={}&operation=update&current=${'['.repeat(40_000)}${']'.repeat(40_000)}&buyer.others=${'['.repeat(40_000)}${']'.repeat(40_000)}&buyer.renewals=x&buyer.purchaseDate=2026-02-31`,
    hashOf(`{"__proto__":{"polluted":1},"constructor":1,"renew_settings":{"__proto__":1},"localization_values":{"__proto__":{"comment_for_product_for_AR":"x"},"${'\\ud800'} \\u0000":{}}}`),
    hashOf({ name: markup, licence_term: markup, localization_values: { [markup]: { comment_for_product_for_AR: markup } }, variants: [{ sku: markup, sku_ar: markup, price: { common: { price: markup } } }] }),
    hashOf({ variants: Array(20_000).fill({}) }),
  ];
  for (const hash of hostile) {
    await open(hash);
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.evaluate(() => ({}).polluted), undefined);
    await page.locator('#json').fill('{"licence_term":"P1M"}');
    assert.equal(await page.locator(TERM).inputValue(), 'P1M');
  }
});

test('the examples are offered', async () => {
  await open();
  const choices = await page.locator('#example option').allTextContents();
  assert.equal(choices.length, 8);
  for (const [name, configuration] of [['One product renews itself', /single/], ['A product and its renewal', /pair/], ['A chain of renewals', /chain/], ['A free trial', /free trial/]]) {
    await page.getByLabel('Example').selectOption(name);
    await page.getByRole('button', { name: 'Load' }).click();
    assert.match(await page.locator('#configuration').textContent(), configuration);
    assert.match(await page.locator('#tally').textContent(), /^(No problems|\d info)/);
  }
});

test('without the examples the page works', async () => {
  await page.route('**/examples/**', (route) => route.fulfill({ status: 404 }));
  await open();
  assert.equal(await page.locator('#examples').isVisible(), false);
  assert.equal(await json(), '{}');
});

for (const [name, look] of Object.entries({
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'phone-light': { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  'phone-dark': { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
})) {
  test(`accessible and fitting: ${name}`, async () => {
    await page.setViewportSize(look.viewport);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    for (const file of ['products/pair.json', 'broken/several.json', 'broken/not-json.json']) {
      await open(hashOf(await example(file)));
      if (file === 'broken/several.json') await page.locator('#stated summary').click();
      await page.getByRole('button', { name: 'Check' }).click();
      assert.deepEqual(await axe(), [], file);
      assert.ok(await fits(), file);
      await page.screenshot({ path: join(SHOTS, `${name}-${file.replace(/\W/g, '-')}.png`), fullPage: true });
    }
    await page.locator('#places').getByRole('button', { name: 'Why?' }).first().click();
    assert.deepEqual(await axe(), []);
    assert.ok(await fits());
    await page.screenshot({ path: join(SHOTS, `${name}-explanation.png`) });
  });
}
