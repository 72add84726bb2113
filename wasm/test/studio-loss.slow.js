// Tests the disclosure beside a finding that shows which buyer loses.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hashOf, SINGLE, studio, TERM } from './studio.js';

const own = studio();
const { open, control, press, problems } = own;

const BUYER = { buyer: '{"purchaseDate":"2026-01-31"}' };
const settings = (kinds, chain = [101, 101]) => ({ renew_settings: { product_id_for_renew: chain, ...kinds } });
const AR = { renew_ar: { enable: true } };

const disclosures = (name = 'Example of a loss') => own.page.locator('#findings').getByText(name, { exact: true });

/** Opens a disclosure and returns its text. */
async function loss(disclosure) {
  await disclosure.click();
  const text = disclosure.locator('xpath=..').locator('p:not([role])');
  await text.waitFor();
  return text.textContent();
}

test('a witness is shown by keyboard, and computed only then', async () => {
  const asked = [];
  own.page.on('request', (request) => asked.push(request.url()));
  await open(hashOf({ ...SINGLE, licence_term: 'P5D' }, BUYER));
  await disclosures().waitFor();
  const areToolsLoaded = () => asked.some((url) => url.endsWith('/tools.wasm'));
  assert.ok(!areToolsLoaded());
  await own.page.locator('#findings').getByRole('button', { name: 'Line 1' }).focus();
  const focused = () => own.page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  for (let i = 0; i < 3 && (await focused()) !== 'Example of a loss: term-below-minimum'; i++) await press('Tab');
  await press('Enter');
  const said = own.page.locator('#findings .witness p:not([role])');
  await said.waitFor();
  assert.ok(areToolsLoaded());
  const buyer = /^A buyer who pays online and consents to auto renewal buys product 101 on 2026-01-31\. /;
  assert.match(await said.textContent(), buyer);
  assert.match(
    await said.textContent(),
    /On 2026-02-06 nothing happens\..* After the fix, product 101 follows on that day/,
  );
  assert.deepEqual(await own.axe(), []);
  assert.ok(await own.fits());
  await press('Enter');
  await said.waitFor({ state: 'detached' });
});

test('a loss is shown beside the field, for the current product', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'P5D' }, BUYER));
  const beside = problems(TERM).getByText('Example of a loss');
  assert.match(await loss(beside), /On 2026-02-06 nothing happens/);
  await control('/renew_settings/renew_pmr').check();
  await problems(TERM).getByText('No buyer loses').waitFor();
  await control(TERM).fill('31');
  await beside.waitFor({ state: 'detached' });
});

test('each of several findings at one field shows its own loss', async () => {
  await open(hashOf({ id: 101, licence_term: 'P3D', ...settings({ ...AR, renew_email: true }) }, BUYER));
  await disclosures().nth(1).waitFor();
  assert.equal(await disclosures().count(), 2);
  assert.match(await loss(disclosures().nth(0)), /charged automatically\.$/);
  assert.match(await loss(disclosures().nth(1)), /paid through the link\.$/);
});

test('a buyer of the initiator loses by its renewal', async () => {
  const all = [
    { id: 101, licence_term: 'P1M', ...settings(AR, [102, 102]) },
    { id: 102, licence_term: 'P5D' },
  ];
  await open(hashOf(all, BUYER));
  assert.match(await loss(disclosures()), /buys product 101 on 2026-01-31\..* product 102 follows/);
});

test('a finding that costs nothing shows no loss', async () => {
  const variants = [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'usd', price: '9.90' } } }];
  await open(hashOf({ id: 101, licence_term: 'P5D', ...settings({ ...AR, renew_pmr: true }), variants }, BUYER));
  assert.equal(await loss(disclosures()), 'No buyer loses a renewal or pays another amount because of this.');
  assert.ok((await own.page.locator('#findings > li').count()) > 1);
  assert.equal(await disclosures().count(), 1);
});

test('a loss is translated', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'P5D' }, { ...BUYER, language: 'ru' }));
  const text = await loss(disclosures('Пример потери'));
  assert.match(text, /^Покупатель, который платит онлайн .* 2026-02-06 ничего не происходит\./);
  assert.doesNotMatch(text, /[a-z]{3}/);
  assert.deepEqual(await own.axe(), []);
});
