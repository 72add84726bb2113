// Tests the tabs beside the form (timeline, API calls, JSON editor), and hostile URLs.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { example, hashOf, studio, TERM, TOO_SHORT } from './studio.js';

const own = studio();
const { open, json, value, sentence, waitForSentence, rest, control, button, paste, press, tab } = own;

test('timeline is a picture, and a list on a phone', async () => {
  await open(hashOf(await example('catalogues/trial.json')));
  await tab('Timeline');
  await own.page.getByLabel('Purchase date').fill('2026-01-31');
  const picture = own.page.locator('#picture svg');
  assert.match(await picture.textContent(), /9\.90 USD, charged/);
  assert.equal(await picture.locator('rect.bar').count(), 4);
  assert.equal(await picture.locator('style').count(), 0);
  const sizes = await picture
    .locator('text')
    .evaluateAll((all) => all.map((element) => Number(element.getAttribute('font-size'))));
  assert.ok(Math.min(...sizes) >= 12);
  await own.page.getByLabel('Purchase date').fill('');
  assert.match(await own.page.locator('#timeline-error').textContent(), /purchaseDate/);
  await own.page.getByLabel('Purchase date').fill('2026-01-31');
  await own.page.getByText('Assumptions').click();
  const renewals = own.page.getByLabel('Number of renewals');
  for (const typed of ['x', '5000', '2']) {
    await renewals.fill(typed);
    await rest();
  }
  assert.equal(await own.page.locator('#timeline-error').count(), 0);
  await own.page.setViewportSize({ width: 390, height: 800 });
  assert.ok(await picture.isHidden());
  assert.match(await own.page.locator('.periods').textContent(), /2026-02-14.*9\.90 USD charged automatically/s);
});

test('API calls are in order, with placeholders for ids', async () => {
  await open(hashOf(await example('catalogues/chain.json')));
  await tab('API calls');
  const calls = own.page.locator('.call');
  await calls.nth(2).waitFor();
  const texts = await calls.allTextContents();
  assert.equal(texts.length, 3);
  assert.ok(texts.every((text) => text.includes("curl -X POST '{base_url}/v1/product'")));
  assert.match(texts[2], /\{id of B\},\s+\{id of C\},\s+\{id of C\}/);
  await own.page.getByLabel('fetch').check();
  assert.match(await calls.first().textContent(), /await fetch\("\{base_url\}\/v1\/product"/);
  // The placeholder of an id, such as {id of B}, has the letter of the product's box; more than 26 products have longer
  // labels.
  const [first, next] = JSON.parse(await example('catalogues/chain.json'));
  const ids = Array.from({ length: 27 }, (_, index) => 201 + index);
  const many = [
    { ...first, renew_settings: { ...first.renew_settings, product_id_for_renew: [...ids, ids.at(-1)] } },
    ...ids.map((id) => ({ ...next, id })),
  ];
  await open(hashOf(many));
  await tab('API calls');
  await calls.nth(27).waitFor();
  const used = [...(await calls.nth(27).textContent()).matchAll(/\{id of (.*?)\}/g)].map(([, sign]) => sign);
  assert.deepEqual([...new Set(used)], (await own.page.locator('.box .letter').allTextContents()).slice(1));
});

test('rule levels apply to API calls, too', async () => {
  const now = { ...JSON.parse(await example('catalogues/single.json')), licence_term: 'P5D' };
  await open(hashOf(now, { options: '{"rules":{"term-below-minimum":"off"}}' }));
  await tab('API calls');
  await own.page.locator('.call').first().waitFor();
  await own.page.getByLabel('As updates of existing products').check();
  await own.page.getByLabel('Current version').fill(JSON.stringify({ ...now, licence_term: 'P1M' }));
  await own.page.locator('#comparison').waitFor();
  assert.doesNotMatch(await own.page.locator('#calls').textContent(), TOO_SHORT);
  await own.page.locator('#option-rules').fill('');
  await own.page.locator('#calls .problem', { hasText: TOO_SHORT }).waitFor();
  assert.match(await own.page.locator('#comparison').textContent(), TOO_SHORT);
});

test('an update sends the differences and explains the effect', async () => {
  const now = JSON.parse(await example('catalogues/single.json'));
  await open(hashOf({ ...now, licence_term: 'P3M' }));
  await tab('API calls');
  await own.page.getByLabel('As updates of existing products').check();
  await own.page.getByLabel('Current version').fill(JSON.stringify(now));
  assert.match(
    await own.page.locator('.call').textContent(),
    /PATCH '\{base_url\}\/v1\/product\/101'.*"licence_term": "P3M"/s,
  );
  assert.match(await own.page.locator('#comparison').textContent(), /P3M|3 months/);
  const said = own.page.locator('#calls .notice');
  await own.page.getByLabel('Current version').fill('{"id":');
  await said.getByText('This is not JSON at line 1, column 7: it ends too early').waitFor();
  await own.page.getByLabel('Current version').fill(JSON.stringify(now));
  await paste('x');
  await said.getByText('This is not JSON at line 1, column 1: there is an unknown word').waitFor();
  assert.equal(await own.page.locator('#calls ol').count(), 0);
});

test('the effect of an update is translated', async () => {
  const before = JSON.parse(await example('catalogues/chain.json'));
  const now = structuredClone(before);
  now[0].licence_term = 'P5D';
  now[0].renew_settings.renew_ar.enable = false;
  now[1].name = 'НОВОЕ';
  now[2].variants[0].price.common.price = '9,90';
  await open(hashOf(now, { language: 'ru' }));
  await tab('Вызовы API');
  await own.page.getByLabel('Обновить существующие').check();
  await own.page.getByLabel('Текущая версия в сервисе, JSON').fill(JSON.stringify(before));
  const comparison = own.page.locator('#comparison');
  const text = await comparison.textContent();
  assert.match(text, /^ {2}Покупка: срок лицензии — теперь P5D, раньше P1M\.$/m);
  assert.match(text, /^ {2}Вид продления, .*раньше AR\. В новой версии AR не действует: не включено/m);
  assert.match(text, /^Новые замечания:\n(.*\n)* {2}ошибка: продукт 103: Цена `9,90` записана неверно\./m);
  // Quoted values, field names and codes are not translated.
  const said = text.replaceAll(/`[^`]*`|«[^»]*»|\[[^\]]*\]|\([^()]*\)/g, '');
  assert.deepEqual(
    (said.match(/\w*[a-z]{2}\w*/g) ?? []).filter((word) => word !== 'Email'),
    [],
  );
  await own.page.locator('#language').selectOption('en');
  await comparison.getByText('Purchase: the term changes from P1M to P5D.').waitFor();
  before[1].publisher = 'Example';
  await own.page.getByLabel('Current version').fill(JSON.stringify(before));
  await own.page.getByText('these would be removed: publisher.').waitFor();
});

test('an update that drops a variant gets a warning', async () => {
  const now = JSON.parse(await example('catalogues/single.json'));
  const before = {
    ...now,
    variants: [
      ...now.variants,
      { vendor_code: 'V', sku: 'GONE', price: { common: { currency: 'USD', price: '1.00' } } },
    ],
  };
  await open(hashOf(now));
  await tab('API calls');
  await own.page.getByLabel('As updates of existing products').check();
  await own.page.getByLabel('Current version').fill(JSON.stringify(before));
  assert.match((await own.page.locator('.call .problem').allTextContents()).join(), /Warning:.*GONE/);
});

test('editor completes names, shows findings, shares undo history', async () => {
  await open(hashOf('{}'));
  const editor = own.page.locator('#editor .cm-content');
  await editor.click();
  // Before a missing member name nothing is completed, and nothing throws.
  await press('ControlOrMeta+a');
  await own.page.keyboard.insertText('{:{ ');
  await press('Control+Space');
  await own.quiet();
  await press('ControlOrMeta+a');
  await own.page.keyboard.type('{ "lic');
  await own.page.locator('.cm-tooltip-autocomplete li', { hasText: 'licence_term' }).click();
  await own.page.keyboard.type('"P5W"');
  assert.deepEqual(await value(), { licence_term: 'P5W' });
  await own.page.locator('#editor .cm-lintRange-error').waitFor();
  // Move the mouse away: it may be over this very word after choosing the completion.
  await own.page.mouse.move(5, 5);
  // Wait until diagnostics settle: an underline that is redrawn under the mouse shows no tooltip.
  await own.quiet();
  await own.page.locator('#editor .cm-lintRange-error').hover();
  await own.page.locator('.cm-tooltip-lint', { hasText: 'valid term' }).waitFor();
  await control('/name').fill('N');
  await own.page.locator('#editor .cm-line', { hasText: '"name"' }).waitFor();
  await press('ControlOrMeta+z');
  assert.deepEqual(await value(), { licence_term: 'P5W' });
  await press('ControlOrMeta+z');
  assert.equal(await json(), '{}');
});

for (const [name, selector, isEditor] of [
  ['editor', '#editor .cm-content', true],
  ['text area', 'textarea#json', false],
]) {
  test(`typing in the ${name} preserves line endings`, async () => {
    if (!isEditor)
      await own.page.route(/lazy-panes-/, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw 0;' }),
      );
    const text = '{\r\n  "name": "A"\r\n}';
    await open(hashOf(text));
    await own.page.locator(selector).click();
    await press('ControlOrMeta+Home');
    await press('Enter');
    assert.equal(await json(), `\r\n${text}`);
    await control('/name').fill('BC');
    if (isEditor) await own.page.locator('.cm-line', { hasText: '"BC"' }).waitFor();
    await own.page.locator(selector).click();
    await press('ControlOrMeta+End');
    await own.page.keyboard.type(' ');
    assert.equal(await json(), `\r\n${text.replace('A', 'BC')} `);
    // Mixed line endings are each preserved.
    await paste('{\r\n\n"a":1,\r"b":2}\r\n');
    if (isEditor) await own.page.locator('.cm-line', { hasText: '"b":2' }).waitFor();
    await own.page.locator(selector).click();
    await press('ControlOrMeta+Home');
    for (const [key, wanted] of [
      ['ArrowDown', '{\r\n\n"a":1,\r"b":2}\r\n'],
      [' ', '{\r\n \n"a":1,\r"b":2}\r\n'],
      ['Delete', '{\r\n "a":1,\r"b":2}\r\n'],
      ['ControlOrMeta+End', '{\r\n "a":1,\r"b":2}\r\n'],
      ['Enter', '{\r\n "a":1,\r"b":2}\r\n\n'],
    ]) {
      await press(key);
      assert.equal(await json(), wanted);
    }
  });
}

test('a text area is used if the editor fails to load', async () => {
  await own.page.route(/lazy-panes-/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 0;' }));
  await open(hashOf('{}'));
  const area = own.page.locator('textarea#json');
  await area.fill('{"licence_term":"P1M"}');
  await own.rest();
  assert.equal(await control(TERM).inputValue(), '1');
  assert.ok(await area.isVisible());
});

test('formatting changes only white space', async () => {
  await open(hashOf('{"name":"a","number":1.50, "none":{ }, "name":"\\u0061, [b]: \\"c"}'));
  await button('Format').click();
  assert.equal(await json(), '{\n  "name": "a",\n  "number": 1.50,\n  "none": {},\n  "name": "\\u0061, [b]: \\"c"\n}');
  for (const text of ['{"name":}', `${'['.repeat(5000)}${']'.repeat(5000)}`]) {
    await open(hashOf(text));
    await button('Format').click();
    assert.equal((await json()).replaceAll(/\s/g, ''), text);
  }
});

test('any text is accepted, and the form recovers from it', async () => {
  await open(hashOf('{\n  "id": 1,\n}'));
  assert.ok(await own.page.locator('#form-off').isVisible());
  for (const text of [
    '',
    'null',
    '[]',
    '"x"',
    '{"variants":"x","localization_values":[],"renew_settings":1}',
    '['.repeat(5000),
    '[1,null,{}]',
  ]) {
    await open(hashOf(text));
    assert.notEqual(await sentence(), '');
    await button('Free trial').click();
    await waitForSentence(/free of charge/);
  }
});

test('hostile URL hashes are harmless', async () => {
  const markup = '<img src=x onerror=alert(1)>"\'';
  const hostile = [
    '#json',
    '#json=%',
    '#json=%ff%00',
    '#=&&==&json=&__proto__=x',
    `#json=${'['.repeat(90_000)}`,
    `#json=${'x'.repeat(300_000)}`,
    '#json={}&initiator=-1&initiator=1e999&language=__proto__&options={"limits":[],"rules":"x","toString":1}&buyer={"renewals":-1,"purchaseDate":"2026-02-31"}',
    '#json={}&initiator=99&options=[1]&buyer=%7B"variant":9e99}',
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
