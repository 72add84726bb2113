// Tests editing in the studio: chain, renewal kinds, free trial, limits.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, hashOf, SINGLE, studio } from './studio.js';

const own = studio();
const { open, json, value, sentence, waitForSentence, control, button, paste, press, tab } = own;

test('opens with an example and its effect for buyers', async () => {
  await open();
  assert.equal(
    await sentence(),
    'A buyer who consents to auto renewal is charged 9.90 USD automatically every month. One who declines or cannot consent gets a pre-filled order to pay.',
  );
  assert.match(await own.page.locator('#configuration').textContent(), /renews itself/);
  assert.equal(await own.page.locator('.cell').count(), 6);
});

test('each card opens an example, and undo restores the text', async () => {
  await open();
  const before = await sentence();
  for (const [name, said, boxes] of [
    ['Separate renewal', /charged 49\.00 USD automatically every year/, 2],
    ['Chain', /14\.90 USD for 3 months, then 9\.90 USD every month/, 3],
    ['Free trial', /free of charge for 14 days, then is charged 9\.90 USD/, 2],
  ]) {
    await own.page.getByRole('navigation').getByRole('button', { name }).click();
    await waitForSentence(said);
    assert.equal(await own.page.locator('.box').count(), boxes);
    assert.doesNotMatch(await own.page.locator('#tally').textContent(), /error|warning/);
  }
  for (let i = 0; i < 3; i++) await button('Undo').click();
  assert.equal(await sentence(), before);
});

test('keyboard adds, moves and removes renewals', async () => {
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
  await press('Control+z');
  assert.deepEqual(await chain(), [103, 103]);
});

test('an initiator gets an unused id if its chain needs one', async () => {
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

test('dragging reorders renewals', async () => {
  await open(hashOf(await example('catalogues/chain.json')));
  await own.page.locator('.box').nth(2).dragTo(own.page.locator('.box').nth(1), { steps: 10 });
  const [first] = await value();
  assert.deepEqual(first.renew_settings.product_id_for_renew, [103, 102, 102]);
});

test('clicking a missing renewal adds its product', async () => {
  await open(hashOf({ ...SINGLE, renew_settings: { ...SINGLE.renew_settings, product_id_for_renew: [205, 205] } }));
  assert.match(await sentence(), /Product 205, which comes next in the chain, is not among the products/);
  await own.page.locator('.box-main').nth(1).click();
  assert.equal((await value())[1].id, 205);
});

test('one switch makes a free trial and reverts it', async () => {
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
  await press('Control+z');
  assert.equal(await json(), before);
  await trial.click();
  await trial.click();
  assert.equal((await value())[0].variants[0].price.common.price, '59.00');
  // The previous prices are restored only within the same document.
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

test('renewal kind switches update the effect for buyers', async () => {
  await open();
  await own.page.getByRole('switch', { name: /Auto renewal \(AR\)/ }).click();
  assert.match(await sentence(), /^Every buyer gets a pre-filled order to pay 9\.90 USD every month/);
  await own.page.getByRole('switch', { name: /Pre-filled manual renewal/ }).click();
  await own.page.getByRole('switch', { name: /Email/ }).click();
  assert.equal(await sentence(), 'Nothing renews: no renewal kind applies.');
  assert.equal((await value()).renew_settings.renew_ar.enable, false);
});

test('a cell expands to the reason for each renewal kind', async () => {
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

test('a finding that needs a limit offers an input for it', async () => {
  await open();
  const limit = own.page.locator('.needs').getByLabel('Minimum days, PMR, online');
  await limit.fill('40');
  await limit.blur();
  await own.page
    .locator('#tally')
    .filter({ hasText: 'warning' })
    .or(own.page.locator('#tally').filter({ hasText: 'error' }))
    .waitFor();
  await own.page.locator('#check-options[open]').waitFor();
  await press('Control+z');
  await own.page
    .locator('#tally')
    .filter({ hasText: /^1 info$/ })
    .waitFor();
  const preset = (name) => own.page.locator(`#option-${name}`).getAttribute('placeholder');
  assert.deepEqual([await preset('arMinDays'), await preset('pmrOnlineMinDays')], ['6', '']);
});

test('rule levels can be set, and invalid ones are reported', async () => {
  await open(hashOf({ ...SINGLE, licence_term: 'P5D' }));
  await own.page.locator('#check-options summary').click();
  const levels = own.page.locator('#option-rules');
  await levels.fill('{"term-below-minimum":"off"}');
  await own.page.locator('#tally').filter({ hasText: 'No problems' }).waitFor();
  const error = own.page.locator('#option-error');
  await levels.fill('{"term-below-minimum":"no"}');
  await error.filter({ hasText: 'rules.term-below-minimum' }).waitFor();
  await levels.fill('{"term');
  await error.filter({ hasText: '`rules` must be an object' }).waitFor();
  await levels.blur();
  assert.equal(await levels.inputValue(), '{"term');
  await button('Undo').click();
  await error.waitFor({ state: 'detached' });
  assert.equal(await levels.inputValue(), '');
  await levels.fill('{}');
  await levels.fill('');
  assert.ok(await levels.isVisible());
});

test('invalid options are reported in the language of the page', async () => {
  await open(hashOf(await example('catalogues/single.json'), { language: 'ru' }));
  await own.page.locator('#check-options summary').click();
  const said = own.page.locator('#option-error');
  const limit = own.page.locator('#check-options').getByLabel('Минимум дней, AR');
  await limit.fill('шесть');
  await said.getByText('параметр `limits.arMinDays` должен быть целым числом от 0 до 4294967295').waitFor();
  await tab('Вызовы API');
  await own.page.locator('#calls .notice', { hasText: 'limits.arMinDays' }).waitFor();
  await limit.fill('6');
  await own.page.locator('.call').first().waitFor();
  await own.page.locator('#option-rules').fill('{"term-below-minimum":"no"}');
  await said
    .getByText('параметр `rules.term-below-minimum` должен быть одним из слов `off`, `info`, `warning`, `error`')
    .waitFor();
  await tab('График');
  await own.page.getByLabel('Дата покупки').fill('');
  await own.page
    .locator('#timeline-error')
    .getByText('параметр `purchaseDate` должен быть датой вида 2026-01-31')
    .waitFor();
});
