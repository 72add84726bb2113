// Tests the studio in a real browser using only the keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { studio } from './studio.js';

const own = studio();
const { open, value, sentence, rest, control, press } = own;

/** Returns the name, id or text of the focused element. */
const focused = () =>
  own.page.evaluate(
    () =>
      document.activeElement.getAttribute('name') || document.activeElement.id || document.activeElement.textContent,
  );

/** Presses a key until a matching element has the focus. */
async function tabTo(wanted, key = 'Tab') {
  for (let i = 0; i < 80; i++) {
    if (wanted.test(await focused())) return;
    await press(key);
  }
  assert.fail(`${wanted} did not get the focus`);
}

/** Types texts into consecutive fields. */
async function type(...texts) {
  for (const typed of texts) {
    await own.page.keyboard.type(typed);
    await press('Tab');
  }
}

/** Adds a renewal and fills in its fields. */
async function renewal(index, term, price) {
  await tabTo(/Add a renewal/, index > 1 ? 'Shift+Tab' : 'Tab');
  await press('Enter');
  await control(`/${index}/name`).and(own.page.locator(':focus')).waitFor();
  await type(`Renewal ${index}`, term);
  await tabTo(/vendor_code$/);
  await type('V', `R${index}`, '', 'USD', price);
}

/** Fills in the initiator's fields; the currency is lowercase, for F8 and the fix to find. */
async function initiator(base, term, price) {
  await tabTo(new RegExp(`^${base}/name$`));
  await type('First', term);
  await tabTo(/Add a variant/);
  await press('Enter');
  await control(`${base}/variants/0/vendor_code`).and(own.page.locator(':focus')).waitFor();
  await type('V', 'S1', '', 'usd', price);
}

/** Selects the initiator again. */
async function back() {
  await tabTo(/^A/, 'Shift+Tab');
  await press('Enter');
  await control('/0/name').waitFor();
}

for (const [name, said, build] of /** @type {any[][]} */ ([
  [
    'that renews itself',
    'A buyer who consents to auto renewal is charged 9.90 USD automatically every month. One who declines or cannot consent is offered no renewal.',
    async () => {
      await tabTo(/renew_ar\/enable$/);
      await press('Space');
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
      await press('Space');
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
      await press('Space');
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
      await press('Space');
    },
  ],
])) {
  test(`by keyboard alone, a product ${name}`, async () => {
    await open();
    await press('Tab');
    await press('Enter');
    assert.equal(await focused(), 'main');
    await tabTo(/^Blank$/);
    await press('Enter');
    await build();
    await rest();
    assert.equal(await own.page.locator('#tally').textContent(), '1 warning');
    await press('F8');
    assert.match(await focused(), /currency$/);
    await press('Control+.');
    assert.equal(await own.page.locator('#tally').textContent(), 'No problems');
    assert.equal(await sentence(), said);
    const ids = [await value()].flat().map(({ id }) => id);
    assert.deepEqual(ids, ids.length === 1 ? [101] : [undefined, 101, 102].slice(0, ids.length));
  });
}
