// Tests the studio's form fields and their findings in a real browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, hashOf, SINGLE, studio, TERM, TOO_SHORT } from './studio.js';

const own = studio();
const { open, json, value, rest, control, problems, button, press } = own;

test('Tab moves from field to field past the buttons of findings', async () => {
  await open(hashOf({ variants: [{}] }));
  await control('/variants/0/vendor_code').focus();
  for (const typed of ['V1', 'S1', '', 'usd', '9,90']) {
    await own.page.keyboard.type(typed);
    await press('Tab');
  }
  const { variants } = await value();
  assert.deepEqual(variants, [{ vendor_code: 'V1', sku: 'S1', price: { common: { currency: 'usd', price: '9,90' } } }]);
});

test('findings appear on blur and disappear while typing', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'P30D' }));
  const term = control(TERM);
  await term.fill('5');
  await rest();
  assert.equal(await problems(TERM).count(), 0);
  assert.equal(await term.getAttribute('aria-invalid'), null);
  await term.blur();
  assert.match(await problems(TERM).first().textContent(), TOO_SHORT);
  assert.equal(await term.getAttribute('aria-invalid'), 'true');
  const described = await term.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby')).textContent,
  );
  assert.match(described, TOO_SHORT);
  await term.fill('30');
  await rest();
  assert.equal(await problems(TERM).count(), 0);
  assert.equal((await value()).licence_term, 'P30D');
});

test('a term typed as text stays text until the field is left', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'P1' }));
  const term = control(TERM);
  await term.focus();
  await press('End');
  for (const [typed, held] of [
    ['M', 'P1M'],
    ['2', 'P1M2'],
  ]) {
    await own.page.keyboard.type(typed);
    await rest();
    assert.equal(await term.inputValue(), held);
    assert.equal((await value()).licence_term, held);
  }
  await press('Backspace');
  await term.blur();
  assert.equal(await term.inputValue(), '1');
});

test('F8 focuses the next problem, and Ctrl+. applies its fix', async () => {
  await open(
    hashOf({
      ...SINGLE,
      licence_term: 'p1m',
      variants: [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'usd', price: '9.90' } } }],
    }),
  );
  await press('F8');
  assert.equal(await own.page.evaluate(() => document.activeElement.getAttribute('name')), TERM);
  await press('Control+.');
  assert.equal((await value()).licence_term, 'P1M');
  await press('F8');
  assert.equal(
    await own.page.evaluate(() => document.activeElement.getAttribute('name')),
    '/variants/0/price/common/currency',
  );
  await press('Control+z');
  assert.equal((await value()).licence_term, 'p1m');
  await press('Control+y');
  assert.equal((await value()).licence_term, 'P1M');
  // Shortcuts on a Cyrillic keyboard layout, and the keydown event of browser autofill.
  const send = (key, code) =>
    own.page.evaluate(
      ([key, code]) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true, bubbles: true })),
      [key, code],
    );
  for (const [key, code, wanted] of [
    ['я', 'KeyZ', 'p1m'],
    ['н', 'KeyY', 'P1M'],
    ['Я', 'KeyZ', 'p1m'],
  ]) {
    await send(key, code);
    assert.equal((await value()).licence_term, wanted);
  }
  await control(TERM).focus();
  await send('ю', 'Period');
  assert.equal((await value()).licence_term, 'P1M');
  await own.page.evaluate(() => document.body.dispatchEvent(new Event('keydown', { bubbles: true })));
});

test('F8 reaches findings of other products and collapsed fields', async () => {
  const several = await example('broken/several.json');
  const first = { ...SINGLE, variants: [{}] };
  for (const [given, ...wanted] of [
    [
      several,
      '/id',
      '/name',
      TERM,
      'at/renew_settings/product_id_for_renew',
      '/renew_settings/renew_ar/enable',
      '/localization_values/en-US',
      '/variants/0/price/common/currency',
      '/variants/0/price/common/price',
      '/variants/1/sku',
      'at/variants/1',
    ],
    [
      [first, { id: 102, licence_term: 'p1m' }],
      '/0/variants/0/vendor_code',
      '/0/variants/0/sku',
      'at/0/variants/0',
      '/1/licence_term',
    ],
  ]) {
    await open(hashOf(given));
    const comments = own.page.locator('summary', { hasText: 'Comments' });
    if (await own.page.locator('.locale').isVisible()) await comments.click();
    for (const [key, order] of [
      ['F8', [...wanted, wanted[0]]],
      ['Shift+F8', wanted.toReversed()],
    ]) {
      for (const place of order) {
        await press(key);
        await own.page.waitForFunction(
          (place) => [document.activeElement.getAttribute('name'), document.activeElement.id].includes(place),
          place,
        );
      }
    }
  }
  // Findings of another product are not shown in this product's form.
  assert.equal(await own.page.locator('#product-form .problem', { hasText: 'p1m' }).count(), 0);
});

test('Fix all applies every fix as one undo step', async () => {
  await open(hashOf(await example('broken/trial.json')));
  await own.page.locator('#fix-all').click();
  await own.page.getByText(/^\d+ fixed\.$/).waitFor();
  assert.equal((await value()).variants[0].price.common.price, '0.00');
  assert.ok(await own.page.locator('#fix-all').isDisabled());
  await button('Undo').click();
  assert.equal(await json(), await example('broken/trial.json'));
});

test('an invalid option that prevents fixes is reported', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'p1m' }, { options: '{"limits":{"arMinDays":"x"}}' }));
  await own.page.locator('#fix-all').click();
  await own.page.locator('#toast', { hasText: 'limits.arMinDays' }).waitFor();
});

test('typing in one field is one undo step', async () => {
  await open(hashOf(SINGLE));
  await control('/name').pressSequentially('New');
  await control('/family_name').pressSequentially('F');
  assert.equal((await value()).name, 'New');
  await press('Control+z');
  assert.deepEqual([(await value()).name, (await value()).family_name], ['New', undefined]);
  await press('Control+z');
  assert.deepEqual(await value(), SINGLE);
  assert.ok(await button('Undo').isDisabled());
});

test('every field can be filled in and cleared', async () => {
  await open(hashOf('{}'));
  await own.page.getByRole('button', { name: 'Add a variant' }).click();
  await own.page.locator('summary', { hasText: 'Comments' }).click();
  await own.page.getByRole('button', { name: 'Add a locale' }).click();
  await control('/localization_values/').fill('en_US');
  const fixed = {
    '/name': 'n',
    '/id': '101',
    '/family_name': 'f',
    '/license_type': 't',
    '/licence_term': '1',
    '/localization_values/en_US/comment_for_product_for_AR': 'on',
    '/localization_values/en_US/comment_for_product_for_MR': 'off',
    '/variants/0/vendor_code': 'A',
    '/variants/0/sku': 'B',
    '/variants/0/sku_ar': 'C',
    '/variants/0/price/common/currency': 'USD',
    '/variants/0/price/common/price': '9.90',
  };
  for (const [name, text] of Object.entries(fixed)) await control(name).fill(text);
  assert.deepEqual(await value(), {
    id: 101,
    family_name: 'f',
    name: 'n',
    license_type: 't',
    licence_term: 'P1M',
    localization_values: { en_US: { comment_for_product_for_AR: 'on', comment_for_product_for_MR: 'off' } },
    variants: [{ vendor_code: 'A', sku: 'B', sku_ar: 'C', price: { common: { currency: 'USD', price: '9.90' } } }],
  });
  for (const name of Object.keys(fixed)) await control(name).fill('');
  await button('Remove variant 1').click();
  await button('Remove en_US').click();
  assert.deepEqual(await value(), {});
});

test('unknown fields, other types and number format are preserved', async () => {
  const odd =
    '{ "id": "101",   "extra": [1.50, {"deep":true}], "renew_settings": {"renew_pmr":"yes","unknown":1},\n "y": 12345678901234567890 }';
  await open(hashOf(odd));
  await control('/id').fill('7');
  assert.equal(await json(), odd.replace('"101"', '7'));
  for (const [typed, written] of [
    ['9007199254740995', '9007199254740995'],
    ['007', '7'],
    ['x', '"x"'],
  ]) {
    await control('/id').fill(typed);
    assert.equal(await json(), odd.replace('"101"', written));
  }
});

test('a value of the wrong type is replaced by an object', async () => {
  for (const [given, name, wanted] of [
    [{ renew_settings: [] }, '/renew_settings/renew_ar/enable', { renew_ar: { enable: true } }],
    [{ renew_settings: { renew_ar: [1] } }, '/renew_settings/renew_ar/enable', { renew_ar: { enable: true } }],
    [{ renew_settings: 'x' }, '/renew_settings/renew_pmr', { renew_pmr: true }],
  ]) {
    await open(hashOf(given));
    await control(name).click();
    const {
      renew_settings: { product_id_for_renew, ...switches },
    } = await value();
    assert.deepEqual([switches, product_id_for_renew], [wanted, [101, 101]]);
  }
});

test('a new field is appended to its object', async () => {
  await open(hashOf('{\n  "name": "A",\n  "variants": []\n}'));
  await control(TERM).fill('2');
  await control('/id').fill('7');
  assert.equal(await json(), '{\n  "name": "A",\n  "variants": [],\n  "licence_term": "P2M",\n  "id": 7\n}');
});
