// The studio in a real browser: what people do with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, hashOf, studio } from './studio.js';

const own = studio();
const { open, json, value, sentence, says, rest, control, problems, button, paste } = own;

const TOO_SHORT = /AR renewal needs at least 6 days/;
const TERM = '/licence_term';
const SINGLE = {
  id: 101,
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true } },
};

test('it opens with an example and its answer', async () => {
  await open();
  assert.equal(
    await sentence(),
    'A buyer who consents to auto renewal is charged 9.90 USD automatically every month. One who declines or cannot consent gets a pre-filled order to pay.',
  );
  assert.match(await own.page.locator('#configuration').textContent(), /renews itself/);
  assert.equal(await own.page.locator('.cell').count(), 6);
});

test('each card begins a set-up, and undo takes it back', async () => {
  await open();
  const before = await sentence();
  for (const [name, said, boxes] of [
    ['Separate renewal', /charged 49\.00 USD automatically every year/, 2],
    ['Chain', /14\.90 USD for 3 months, then 9\.90 USD every month/, 3],
    ['Free trial', /free of charge for 14 days, then is charged 9\.90 USD/, 2],
  ]) {
    await own.page.getByRole('navigation').getByRole('button', { name }).click();
    await says(said);
    assert.equal(await own.page.locator('.box').count(), boxes);
    assert.doesNotMatch(await own.page.locator('#tally').textContent(), /error|warning/);
  }
  for (let i = 0; i < 3; i++) await button('Undo').click();
  assert.equal(await sentence(), before);
});

test('the typical way through the fields loses nothing to a button', async () => {
  await open(hashOf({ variants: [{}] }));
  await control('/variants/0/vendor_code').focus();
  for (const typed of ['V1', 'S1', '', 'usd', '9,90']) {
    await own.page.keyboard.type(typed);
    await own.page.keyboard.press('Tab');
  }
  const { variants } = await value();
  assert.deepEqual(variants, [{ vendor_code: 'V1', sku: 'S1', price: { common: { currency: 'usd', price: '9,90' } } }]);
});

test('a finding waits until its field is left, and is gone as soon as it is right', async () => {
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

test('F8 goes to the next problem, and Ctrl+. makes its fix', async () => {
  await open(
    hashOf({
      ...SINGLE,
      licence_term: 'p1m',
      variants: [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'usd', price: '9.90' } } }],
    }),
  );
  await own.page.keyboard.press('F8');
  assert.equal(await own.page.evaluate(() => document.activeElement.getAttribute('name')), TERM);
  await own.page.keyboard.press('Control+.');
  assert.equal((await value()).licence_term, 'P1M');
  await own.page.keyboard.press('F8');
  assert.equal(
    await own.page.evaluate(() => document.activeElement.getAttribute('name')),
    '/variants/0/price/common/currency',
  );
  await own.page.keyboard.press('Control+z');
  assert.equal((await value()).licence_term, 'p1m');
  await own.page.keyboard.press('Control+y');
  assert.equal((await value()).licence_term, 'P1M');
  // The same keys where the letters are Cyrillic; and what a browser sends when it fills in a form.
  const press = (key, code) =>
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
    await press(key, code);
    assert.equal((await value()).licence_term, wanted);
  }
  await control(TERM).focus();
  await press('ю', 'Period');
  assert.equal((await value()).licence_term, 'P1M');
  await own.page.evaluate(() => document.body.dispatchEvent(new Event('keydown', { bubbles: true })));
});

test('F8 reaches every field with findings: those that share one, of another product, and in what is closed', async () => {
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
        await own.page.keyboard.press(key);
        await own.page.waitForFunction(
          (place) => [document.activeElement.getAttribute('name'), document.activeElement.id].includes(place),
          place,
        );
      }
    }
  }
  // Those of another product are not among those of this one.
  assert.equal(await own.page.locator('#product-form .problem', { hasText: 'p1m' }).count(), 0);
});

test('all fixes in one go, and back', async () => {
  await open(hashOf(await example('broken/trial.json')));
  await own.page.locator('#fix-all').click();
  await own.page.getByText(/^\d+ fixed\.$/).waitFor();
  assert.equal((await value()).variants[0].price.common.price, '0.00');
  assert.ok(await own.page.locator('#fix-all').isDisabled());
  await button('Undo').click();
  assert.equal(await json(), await example('broken/trial.json'));
});

test('where an option keeps fixes from being made, it is named', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'p1m' }, { options: '{"limits":{"arMinDays":"x"}}' }));
  await own.page.locator('#fix-all').click();
  await own.page.locator('#toast', { hasText: 'limits.arMinDays' }).waitFor();
});

test('what is typed in one field is undone together, apart from what was before', async () => {
  await open(hashOf(SINGLE));
  await control('/name').pressSequentially('New');
  await control('/family_name').pressSequentially('F');
  assert.equal((await value()).name, 'New');
  await own.page.keyboard.press('Control+z');
  assert.deepEqual([(await value()).name, (await value()).family_name], ['New', undefined]);
  await own.page.keyboard.press('Control+z');
  assert.deepEqual(await value(), SINGLE);
  assert.ok(await button('Undo').isDisabled());
});

test('the repeated last id is made, and renewals are added, moved and removed by keyboard', async () => {
  await open(hashOf(SINGLE));
  const chain = async () => (await value()).find(({ id }) => id === 101).renew_settings.product_id_for_renew;
  const add = own.page.getByRole('button', { name: 'Add a renewal' });
  await add.press('Enter');
  assert.deepEqual(await chain(), [102, 102]);
  await add.press('Enter');
  assert.deepEqual(await chain(), [102, 103, 103]);
  await own.page.locator('.box-main').nth(2).press('Alt+ArrowLeft');
  assert.deepEqual(await chain(), [103, 102, 102]);
  await own.page.getByRole('button', { name: /^Remove product 102/ }).press('Enter');
  assert.deepEqual(await chain(), [103, 103]);
  assert.deepEqual(
    (await value()).map(({ id }) => id),
    [101, 103],
  );
  await own.page.getByRole('button', { name: /^Remove product 103/ }).press('Enter');
  assert.deepEqual(await chain(), [101, 101]);
  await own.page.keyboard.press('Control+z');
  assert.deepEqual(await chain(), [103, 103]);
});

test('an id is written only where there is none and the chain needs it, and one that no product has', async () => {
  const chained = (id, ids) => ({ id, renew_settings: { product_id_for_renew: ids } });
  const add = () => own.page.getByRole('button', { name: 'Add a renewal' }).click();
  const remove = () =>
    own.page
      .getByRole('button', { name: /^Remove product/ })
      .first()
      .click();
  for (const [given, act, ...wanted] of /** @type {any[][]} */ ([
    [{}, add, [undefined, [101, 101]], [101, undefined]],
    [{ id: '7' }, add, ['7', [101, 101]], [101, undefined]],
    [[chained(undefined, [101, 101]), { id: 101 }], remove, [102, [102, 102]]],
    [[chained('7', [101, 101]), { id: 101 }], remove, ['7', undefined]],
    [chained(Number.MAX_SAFE_INTEGER, undefined), add, [Number.MAX_SAFE_INTEGER, [101, 101]], [101, undefined]],
  ])) {
    await open(hashOf(given));
    await act();
    assert.deepEqual(
      (await value()).map(({ id, renew_settings }) => [id, renew_settings?.product_id_for_renew]),
      wanted,
    );
  }
});

test('renewals are reordered by the mouse', async () => {
  await open(hashOf(await example('catalogues/chain.json')));
  await own.page.locator('.box').nth(2).dragTo(own.page.locator('.box').nth(1), { steps: 10 });
  const [first] = await value();
  assert.deepEqual(first.renew_settings.product_id_for_renew, [103, 102, 102]);
});

test('a renewal that is not there is described in its place', async () => {
  await open(hashOf({ ...SINGLE, renew_settings: { ...SINGLE.renew_settings, product_id_for_renew: [205, 205] } }));
  assert.match(await sentence(), /Product 205, which comes next in the chain, is not among the products/);
  await own.page.locator('.box-main').nth(1).click();
  assert.equal((await value())[1].id, 205);
});

test('one choice makes a free trial, and takes it back', async () => {
  await open(hashOf(await example('catalogues/pair.json')));
  const before = await json();
  const trial = own.page.getByRole('switch', { name: /Free trial/ });
  await trial.click();
  const [first] = await value();
  assert.deepEqual(
    [first.renew_settings.renew_ar, first.variants[0].price.common.price],
    [{ enable: true, required: true }, '0.00'],
  );
  assert.match(await sentence(), /free of charge/);
  await own.page.keyboard.press('Control+z');
  assert.equal(await json(), before);
  await trial.click();
  await trial.click();
  assert.equal((await value())[0].variants[0].price.common.price, '59.00');
  // What it was is remembered of this document alone.
  await trial.click();
  await paste(JSON.stringify({ ...first, renew_settings: { renew_ar: { enable: true, required: true } } }));
  await trial.click();
  const { renew_settings, variants } = await value();
  assert.deepEqual([renew_settings, variants[0].price.common.price], [{ renew_ar: { enable: true } }, '']);
  for (const text of ['{}', '{"variants":"x"}']) {
    await paste(text);
    for (let i = 0; i < 3; i++) {
      await trial.click();
      assert.ok(!(await trial.isChecked()));
    }
  }
});

test('kinds are switches, and the answer follows', async () => {
  await open();
  await own.page.getByRole('switch', { name: /Auto renewal \(AR\)/ }).click();
  assert.match(await sentence(), /^Every buyer gets a pre-filled order to pay 9\.90 USD every month/);
  await own.page.getByRole('switch', { name: /Pre-filled order/ }).click();
  await own.page.getByRole('switch', { name: /Email/ }).click();
  assert.equal(await sentence(), 'Nothing renews: no renewal kind applies.');
  assert.equal((await value()).renew_settings.renew_ar.enable, false);
});

test('a cell opens the ladder with reasons in words', async () => {
  await open();
  await own.page.locator('.cell').nth(1).click();
  const ladder = own.page.locator('#ladder');
  assert.match(
    await ladder.textContent(),
    /AR.*It does not apply: the buyer declined auto renewal.*PMR.*It applies if the term meets its minimum.*Not looked at/s,
  );
  const limit = ladder.getByLabel('Minimum days, PMR, online');
  for (const [key, wanted] of [
    ['1', '1'],
    ['5', '15'],
    ['Backspace', '1'],
    ['Backspace', ''],
    ['3', '3'],
  ]) {
    await limit.press(key);
    await own.rest();
    assert.equal(await limit.inputValue(), wanted);
  }
  assert.match(await ladder.textContent(), /PMR\) It applies\./);
});

test('a missing limit has its own field where it is missing', async () => {
  await open();
  const limit = own.page.locator('.needs').getByLabel('Minimum days, PMR, online');
  await limit.fill('40');
  await limit.blur();
  await own.page
    .locator('#tally')
    .filter({ hasText: 'warning' })
    .or(own.page.locator('#tally').filter({ hasText: 'error' }))
    .waitFor();
  await own.page.locator('#assumptions[open]').waitFor();
  await own.page.keyboard.press('Control+z');
  await own.page
    .locator('#tally')
    .filter({ hasText: /^1 info$/ })
    .waitFor();
  const preset = (name) => own.page.locator(`#option-${name}`).getAttribute('placeholder');
  assert.deepEqual([await preset('arMinDays'), await preset('pmrOnlineMinDays')], ['6', '']);
});

test('levels of codes are stated, and a wrong one is reported', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'P5D' }));
  await own.page.locator('#assumptions summary').click();
  const levels = own.page.locator('#option-rules');
  await levels.fill('{"term-below-minimum":"off"}');
  await own.page.locator('#tally').filter({ hasText: 'No problems' }).waitFor();
  const trouble = own.page.locator('#option-trouble');
  await levels.fill('{"term-below-minimum":"no"}');
  await trouble.filter({ hasText: 'rules.term-below-minimum' }).waitFor();
  await levels.fill('{"term');
  await trouble.filter({ hasText: '`rules` must be an object' }).waitFor();
  await levels.blur();
  assert.equal(await levels.inputValue(), '{"term');
  await button('Undo').click();
  await trouble.waitFor({ state: 'detached' });
  assert.equal(await levels.inputValue(), '');
  await levels.fill('{}');
  await levels.fill('');
  assert.ok(await levels.isVisible());
});

test('a wrong limit, level or date is reported in the language of the page', async () => {
  await open(hashOf(await example('catalogues/single.json'), { language: 'ru' }));
  await own.page.locator('#assumptions summary').click();
  const said = own.page.locator('#option-trouble');
  const limit = own.page.locator('#assumptions').getByLabel('Минимум дней, AR');
  await limit.fill('шесть');
  await said.getByText('параметр `limits.arMinDays` должен быть целым числом от 0 до 4294967295').waitFor();
  await own.page.getByRole('tab', { name: 'Вызовы API' }).click();
  await own.page.locator('#calls .notice', { hasText: 'limits.arMinDays' }).waitFor();
  await limit.fill('6');
  await own.page.locator('.call').first().waitFor();
  await own.page.locator('#option-rules').fill('{"term-below-minimum":"no"}');
  await said
    .getByText('параметр `rules.term-below-minimum` должен быть одним из слов `off`, `info`, `warning`, `error`')
    .waitFor();
  await own.page.getByRole('tab', { name: 'График' }).click();
  await own.page.getByLabel('Дата покупки').fill('');
  await own.page
    .locator('#timeline-trouble')
    .getByText('параметр `purchaseDate` должен быть датой вида 2026-01-31')
    .waitFor();
});

test('every field is written, and cleared again', async () => {
  await open(hashOf('{}'));
  await own.page.getByRole('button', { name: 'Add a price' }).click();
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
  await button('Remove price 1').click();
  await button('Remove en_US').click();
  assert.deepEqual(await value(), {});
});

test('what the form does not know, values of other types, and how it is written stay', async () => {
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

test('a value of another kind in the place of an object gives way', async () => {
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

test('an array, lines and a file are opened; a long catalogue has a list to choose from', async () => {
  await open();
  assert.equal(await own.page.getByRole('button', { name: /^Open/ }).count(), 1);
  const products = [1, 2, 3].map((id) => ({
    ...SINGLE,
    id,
    renew_settings: { ...SINGLE.renew_settings, product_id_for_renew: [id, id] },
  }));
  await paste(products.map((product) => JSON.stringify(product)).join('\n'), '#trial');
  assert.deepEqual(await value(), products);
  await own.page.getByLabel('Set-up (3 here)').selectOption({ value: '2' });
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
  await own.page.getByLabel('Set-up (300 here)').selectOption({ label: '277 Product 277' });
  assert.equal(await control('/276/name').inputValue(), 'Product 277');
  await paste(JSON.stringify(Array(600).fill({ id: 'x' })));
  await own.page.locator('#tally', { hasText: /^500 errors, 100 more$/ }).waitFor();
});

test('what is copied again is said again', async () => {
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

test('what cannot be fetched is named', async () => {
  const notice = own.page.getByText('It could not be loaded. Try again with a connection.');
  await own.page.route(/russian-/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 0;' }));
  await open(hashOf(SINGLE, { language: 'ru' }));
  await notice.waitFor();
  await button('Tidy').click();
  await notice.waitFor({ state: 'hidden' });
  await own.page.locator('#language').selectOption('ru');
  await notice.waitFor();
  assert.equal(await own.page.locator('#language').inputValue(), 'en');
  await own.page.route(/studio\.wasm/, (route) => route.fulfill({ contentType: 'application/wasm', body: '' }));
  await own.page.reload();
  await own.page.getByRole('alert').and(notice).waitFor();
});

test('what is pasted before the studio has started is let be', async () => {
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

test('the address holds everything', async () => {
  await open();
  const text = '{\n  "name": "ä & #% 🎁 </script>",\n  "licence_term": "P5D"\n}';
  await paste(text);
  await own.page.locator('#assumptions summary').click();
  await own.page.locator('#assumptions').getByLabel('Minimum days, AR').fill('9');
  await button('Copy link').click();
  await own.page.getByText('Link copied.').waitFor();
  await open(new URL(await own.copied()).hash);
  assert.equal(await json(), text);
  assert.equal(await own.page.locator('#assumptions').getByLabel('Minimum days, AR').inputValue(), '9');
  await paste(JSON.stringify({ name: 'Ж'.repeat(100_000) }));
  await button('Copy link').click();
  await own.page.getByText('too long for a link').waitFor();
});

test('an address that is entered where the studio is open is taken as a whole, and can be undone', async () => {
  const products = [
    SINGLE,
    { ...SINGLE, id: 102, renew_settings: { ...SINGLE.renew_settings, product_id_for_renew: [102, 102] } },
  ];
  await open(hashOf(products));
  const name = own.page.locator('.box-name');
  assert.match(await name.textContent(), /101/);
  await own.page.goto(
    own.site + hashOf(products, { at: 1, options: '{"limits":{"arMinDays":9}}', buyer: '{"payment":"offline"}' }),
  );
  await name.getByText('102').waitFor();
  assert.equal(await own.page.locator('#assumptions').getByLabel('Minimum days, AR').inputValue(), '9');
  await own.page.getByRole('tab', { name: 'Timeline' }).click();
  assert.equal(await own.page.getByLabel('Payment').inputValue(), 'offline');
  await button('Undo').click();
  await name.getByText('101').waitFor();
  assert.equal(await own.page.getByLabel('Payment').inputValue(), 'online');
  const { id, renew_settings, ...product } = SINGLE;
  await own.page.goto(own.site + hashOf({ initiator: product, renewals: [205], kinds: { ar: true } }));
  await says(/Product 205, which comes next in the chain, is not among the products/);
  await button('Undo').click();
  await name.getByText('101').waitFor();
  // At the very moment at which the studio writes its own.
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

test('a hostile address does no harm', async () => {
  const markup = '<img src=x onerror=alert(1)>"\'';
  const hostile = [
    '#json',
    '#json=%',
    '#json=%ff%00',
    '#=&&==&json=&__proto__=x',
    `#json=${'['.repeat(90_000)}`,
    `#json=${'x'.repeat(300_000)}`,
    '#json={}&at=-1&at=1e999&language=__proto__&options={"limits":[],"rules":"x","toString":1}&buyer={"renewals":-1,"purchaseDate":"2026-02-31"}',
    '#json={}&at=99&options=[1]&buyer=%7B"variant":9e99}',
    hashOf(
      `{"__proto__":{"polluted":1},"constructor":1,"renew_settings":{"__proto__":1},"localization_values":{"__proto__":{"comment_for_product_for_AR":"x"},"${'\\ud800'} \\u0000":{}}}`,
    ),
    hashOf({
      name: markup,
      licence_term: markup,
      localization_values: { [markup]: { comment_for_product_for_AR: markup } },
      variants: [{ sku: markup, sku_ar: markup, price: { common: { price: markup } } }],
    }),
    hashOf({ variants: Array(20_000).fill({}) }),
  ];
  for (const hash of hostile) {
    await open(hash);
    assert.equal(await own.page.locator('img:not(.cm-widgetBuffer)').count(), 0);
    assert.equal(await own.page.evaluate(() => ({}).polluted), undefined);
    await paste('{"licence_term":"P7M"}');
    assert.equal(await control(TERM).inputValue(), '7');
  }
});

test('the package says which errors no control can show, as the browser lays it out', async () => {
  await open();
  const left = (html) =>
    own.page.evaluate(async (html) => {
      // @ts-expect-error: what the server has.
      const { applyToForm, check } = await import('/dist/index.js');
      document.body.innerHTML = html;
      return applyToForm(document.forms[0], check({ licence_term: 'soon' })).length;
    }, html);
  assert.equal(await left('<form><input name="licence_term"></form>'), 0);
  assert.equal(await left('<form><div hidden><input name="licence_term"></div></form>'), 1);
  assert.equal(await left('<form><details><summary>More</summary><input name="licence_term"></details></form>'), 1);
});

/** What has the focus. */
const focused = () =>
  own.page.evaluate(
    () =>
      document.activeElement.getAttribute('name') || document.activeElement.id || document.activeElement.textContent,
  );

/** Presses a key until something has the focus. */
async function tabTo(wanted, key = 'Tab') {
  for (let i = 0; i < 80; i++) {
    if (wanted.test(await focused())) return;
    await own.page.keyboard.press(key);
  }
  assert.fail(`${wanted} is not reached`);
}

/** Types one text after the other, each into the next field. */
async function type(...texts) {
  for (const typed of texts) {
    await own.page.keyboard.type(typed);
    await own.page.keyboard.press('Tab');
  }
}

/** Adds a renewal and describes it. */
async function renewal(index, term, price) {
  await tabTo(/Add a renewal/, index > 1 ? 'Shift+Tab' : 'Tab');
  await own.page.keyboard.press('Enter');
  await control(`/${index}/name`).and(own.page.locator(':focus')).waitFor();
  await type(`Renewal ${index}`, term);
  await tabTo(/vendor_code$/);
  await type('V', `R${index}`, '', 'USD', price);
}

/** Describes the initiator, whose kinds come first; the currency is typed in small letters. */
async function initiator(base, term, price) {
  await tabTo(new RegExp(`^${base}/name$`));
  await type('First', term);
  await tabTo(/Add a price/);
  await own.page.keyboard.press('Enter');
  await control(`${base}/variants/0/vendor_code`).and(own.page.locator(':focus')).waitFor();
  await type('V', 'S1', '', 'usd', price);
}

/** From the renewal that was described last back to the initiator. */
async function back() {
  await tabTo(/^A/, 'Shift+Tab');
  await own.page.keyboard.press('Enter');
  await control('/0/name').waitFor();
}

for (const [name, said, build] of /** @type {any[][]} */ ([
  [
    'that renews itself',
    'A buyer who consents to auto renewal is charged 9.90 USD automatically every month. One who declines or cannot consent is offered no renewal.',
    async () => {
      await tabTo(/renew_ar\/enable$/);
      await own.page.keyboard.press('Space');
      await initiator('', '1', '9.90');
    },
  ],
  [
    'with a separate renewal',
    'Every buyer pays 9.90 USD for 1 month, then gets a message with a link to renew for 4.90 USD every 3 months.',
    async () => {
      await renewal(1, '3', '4.90');
      await back();
      await tabTo(/renew_email$/);
      await own.page.keyboard.press('Space');
      await initiator('/0', '1', '9.90');
    },
  ],
  [
    'with a chain',
    'A buyer who consents to auto renewal pays 1.00 USD for 1 month, then is charged automatically: 4.90 USD for 2 months, then 9.90 USD every month. One who declines or cannot consent is offered no renewal.',
    async () => {
      await renewal(1, '2', '4.90');
      await renewal(2, '1', '9.90');
      await back();
      await tabTo(/renew_ar\/enable$/);
      await own.page.keyboard.press('Space');
      await initiator('/0', '1', '1.00');
    },
  ],
  [
    'with a free trial',
    'A buyer uses it free of charge for 1 month, then is charged 9.90 USD automatically every month. One who cannot consent to auto renewal is offered no renewal.',
    async () => {
      await renewal(1, '1', '9.90');
      await back();
      await initiator('/0', '1', '5.00');
      await tabTo(/^trial$/, 'Shift+Tab');
      await own.page.keyboard.press('Space');
    },
  ],
])) {
  test(`by keyboard alone, a set-up ${name} from nothing to the end`, async () => {
    await open();
    await own.page.keyboard.press('Tab');
    await own.page.keyboard.press('Enter');
    assert.equal(await focused(), 'main');
    await tabTo(/^Blank$/);
    await own.page.keyboard.press('Enter');
    await build();
    await rest();
    assert.equal(await own.page.locator('#tally').textContent(), '1 warning');
    await own.page.keyboard.press('F8');
    assert.match(await focused(), /currency$/);
    await own.page.keyboard.press('Control+.');
    assert.equal(await own.page.locator('#tally').textContent(), 'No problems');
    assert.equal(await sentence(), said);
    const ids = [await value()].flat().map(({ id }) => id);
    assert.deepEqual(ids, ids.length === 1 ? [101] : [undefined, 101, 102].slice(0, ids.length));
  });
}

test('a description of a set-up is opened as the products that it makes', async () => {
  await open();
  const { id, renew_settings, ...product } = JSON.parse(await example('catalogues/single.json'));
  const setup = {
    initiator: product,
    renewals: [{ ...product, name: 'Next', licence_term: 'P3M' }],
    kinds: { ar: true },
  };
  await paste(JSON.stringify(setup));
  await says(/charged 9\.90 USD automatically every 3 months/);
  assert.deepEqual(
    (await value()).map((product) => [product.id, product.renew_settings?.product_id_for_renew]),
    [
      [101, [102, 102]],
      [102, undefined],
    ],
  );
  await open(hashOf({ ...setup, renewals: [205] }));
  await says(/Product 205, which comes next in the chain, is not among the products/);
});

test('a field that is filled in comes last in its object', async () => {
  await open(hashOf('{\n  "name": "A",\n  "variants": []\n}'));
  await control(TERM).fill('2');
  await control('/id').fill('7');
  assert.equal(await json(), '{\n  "name": "A",\n  "variants": [],\n  "licence_term": "P2M",\n  "id": 7\n}');
});
