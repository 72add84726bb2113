// `renewal-rules timeline` and `renewal-rules diff`.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { cli, given } from './cli.js';

const product = {
  id: 101,
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true }, renew_pmr: true },
};
const cwd = given({
  'old.json': JSON.stringify(product),
  'new.json': JSON.stringify({ ...product, licence_term: 'P5D' }),
  'bad.json': '{',
  'marked.json': `\ufeff${JSON.stringify(product)}`,
  'cut.json': Buffer.from('{"name":"é","id":101}', 'latin1'),
  'two.json': JSON.stringify([product, { ...product, id: 102 }]),
  'folder/.keep': '',
});
const run = (...args) => cli(args, { cwd, input: JSON.stringify(product) });

test('timeline prints a table, a picture and data', () => {
  const purchase = ['timeline', '--date', '2026-01-31', '--renewals', '2'];
  const table = run(...purchase, 'old.json');
  assert.equal(table.status, 0, table.stderr);
  assert.match(table.stdout, /2026-02-28[^]*2026-03-31/);
  assert.equal(run(...purchase, '-').stdout, table.stdout);
  assert.match(run(...purchase, '--months', 'chained', 'old.json').stdout, /2026-03-28/);
  assert.match(run(...purchase, '--format', 'svg', 'old.json').stdout, /^<svg[^]*<\/svg>\n$/);
  assert.equal(JSON.parse(run(...purchase, '--format', 'json', 'old.json').stdout).periods.length, 3);
  assert.equal(
    JSON.parse(run(...purchase, '--format', 'json', '--ar-min-days', '40', 'old.json').stdout).decision.kind,
    'pmr',
  );
});

test('timeline and diff take arrays and lines, product by product', () => {
  const two = [
    product,
    {
      ...product,
      id: 102,
      licence_term: 'P12M',
      renew_settings: { product_id_for_renew: [103, 103], renew_ar: { enable: true } },
    },
    { id: 103, name: 'Year', licence_term: 'P12M' },
  ];
  const lines = two.map((product) => JSON.stringify(product)).join('\n');
  writeFileSync(join(cwd, 'lines.ndjson'), lines);
  writeFileSync(join(cwd, 'array.json'), JSON.stringify(two));
  writeFileSync(join(cwd, 'broken.ndjson'), `${lines}\n{"id":}`);
  const purchase = ['timeline', '--date', '2026-01-31', '--renewals', '1'];
  const result = run(...purchase, 'array.json');
  assert.equal(result.status, 0, result.stderr);
  // A renewal is in the timeline of what it renews.
  assert.deepEqual(result.stdout.match(/^\/\d$/gm), ['/0', '/1']);
  assert.doesNotMatch(result.stdout, /not renewed/);
  assert.equal(run(...purchase, 'lines.ndjson').stdout, result.stdout);
  assert.match(result.stdout, /^\/1\n[^]*Renewal 1 +103 .*2027-01-31/m);
  const data = run(...purchase, '--format', 'json', 'lines.ndjson')
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    data.map(({ periods }) => periods.length),
    [2, 2],
  );
  // The same as of each that is stated.
  assert.deepEqual(
    data.map((timeline) => JSON.stringify(timeline)),
    ['101', '102'].map((id) => run(...purchase, '--format', 'json', '--product-id', id, 'array.json').stdout.trim()),
  );
  assert.match(run(...purchase, '--format', 'svg', 'array.json').stderr, /--product-id/);
  assert.equal(run(...purchase, '--format', 'svg', '--product-id', '102', 'lines.ndjson').status, 0);
  assert.match(run(...purchase, '--product-id', '103', 'array.json').stdout, /not renewed/);
  writeFileSync(join(cwd, 'set.json'), JSON.stringify(two.slice(1)));
  assert.equal(run(...purchase, 'set.json').stdout, run(...purchase, '--product-id', '102', 'set.json').stdout);
  assert.match(run(...purchase, '--format', 'svg', 'set.json').stdout, /^<svg/);
  writeFileSync(join(cwd, 'one.json'), JSON.stringify([product]));
  assert.match(run(...purchase, '--format', 'svg', 'one.json').stdout, /^<svg/);
  assert.match(run(...purchase, 'broken.ndjson').stderr, /not JSON/);
  assert.equal(run('diff', 'array.json', 'lines.ndjson').status, 0);
  assert.match(run('diff', 'broken.ndjson', 'lines.ndjson').stderr, /the old version: /);
  writeFileSync(join(cwd, 'later.ndjson'), lines.replace('"P1M"', '"P2M"'));
  const table = run('diff', '--format', 'markdown', 'lines.ndjson', 'later.ndjson');
  assert.equal(table.status, 1);
  assert.match(table.stdout, /^\| product \| change \|\n\|---\|---\|\n\| Product 101 \| .*P1M.*P2M.* \|\n/);
});

test('diff shows what changes for buyers', () => {
  const result = run('diff', 'old.json', 'new.json');
  assert.equal(result.status, 1, result.stderr);
  assert.match(result.stdout, /P1M[^]*P5D/);
  assert.equal(run('diff', 'old.json', '-').status, 0);
  assert.equal(
    JSON.parse(run('diff', '--format', 'json', '--date', '2026-01-31', 'old.json', 'new.json').stdout).changed,
    true,
  );
  // A code that the project has switched off is no new problem.
  assert.match(result.stdout, /term-below-minimum/);
  writeFileSync(join(cwd, 'off.json'), '{"rules":{"term-below-minimum":"off"}}');
  const off = run('diff', '--config', 'off.json', 'old.json', 'new.json');
  assert.match(off.stdout, /P1M[^]*P5D/);
  assert.doesNotMatch(off.stdout, /term-below-minimum/);
});

test('a product that cannot be read is no success', () => {
  const purchase = ['timeline', '--date', '2026-01-31'];
  for (const wrong of [
    { ...product, licence_term: 1 },
    { ...product, renew_settings: [] },
    [product, { ...product, id: 102, licence_term: 'P1W' }],
  ]) {
    writeFileSync(join(cwd, 'wrong.json'), JSON.stringify(wrong));
    assert.deepEqual([run(...purchase, 'wrong.json').status, run('effective', 'wrong.json').status], [1, 1]);
  }
  writeFileSync(join(cwd, 'bare.json'), JSON.stringify({ id: 1, licence_term: 'P1M' }));
  assert.equal(run(...purchase, 'bare.json').status, 0, 'one that is not renewed is shown');
});

test('a byte order mark is no mistake', () => {
  assert.equal(run('diff', 'marked.json', 'old.json').status, 0);
  assert.equal(
    run('timeline', '--date', '2026-01-31', 'marked.json').stdout,
    run('timeline', '--date', '2026-01-31', 'old.json').stdout,
  );
});

test('a mistake is reported by its name', () => {
  const wrong = /** @type {any[][]} */ ([
    [['timeline', 'old.json'], /`--date` must be/],
    [['timeline', '--date', '2026-02-30', 'old.json'], /`--date` must be/],
    [['timeline', '--date', '2026-01-31', '--consent', 'maybe', 'old.json'], /`--consent` must be/],
    [['timeline', '--date', '2026-01-31', '--months', 'x', 'old.json'], /`--months` must be/],
    [['timeline', '--date', '2026-01-31', '--pmr-online-min-days', 'x', 'old.json'], /`--pmr-online-min-days` must be/],
    ...['renewals', 'variant', 'product-id'].map((flag) => [
      ['timeline', '--date', '2026-01-31', `--${flag}`, '06', 'old.json'],
      new RegExp(`\`--${flag}\` must be`),
    ]),
    [['timeline', '--date', '2026-01-31', 'folder'], /folder is a folder; name a file/],
    [['diff', 'folder', 'old.json'], /folder: the folder has no /],
    [['timeline', '--date', '2026-01-31', 'none.json'], /none\.json/],
    [
      ['timeline', '--date', '2026-01-31', '--format', 'png', 'old.json'],
      /no format "png"; the formats are table, svg, json/,
    ],
    [['diff', 'old.json'], /two files/],
    [['diff', 'old.json', 'bad.json'], /the new version/],
    [['diff', 'cut.json', 'old.json'], /the old version: .*UTF-8/],
    [['timeline', '--date', '2026-01-31', '--config', 'cut.json', 'old.json'], /cut\.json is not JSON/],
    [['diff', '--renewals', 'many', 'old.json', 'new.json'], /`--renewals` must be/],
  ]);
  for (const [args, message] of wrong) {
    const { status, stderr, stdout } = run(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
    assert.equal(stdout, '');
  }
  assert.equal(run('timeline', '--date', '2026-01-31', '--product-id', '7', 'old.json').status, 1);
});

test('the configuration file counts for a purchase, too, and flags go first', () => {
  const configuration = join(cwd, 'stated.json');
  const kind = (...args) =>
    JSON.parse(
      run('timeline', '--date', '2026-01-31', '--format', 'json', '--config', configuration, ...args, 'old.json')
        .stdout,
    ).decision.kind;
  writeFileSync(configuration, '{"consent":"declined","operation":"update","maxWarnings":1}');
  assert.equal(kind(), 'pmr');
  assert.equal(kind('--consent', 'given'), 'ar');
  writeFileSync(configuration, '{"limits":{"arMinDays":40,"pmrOnlineMinDays":40,"pmrOfflineMinDays":40}}');
  assert.equal(kind(), null);
  assert.equal(kind('--ar-min-days', '6'), 'ar');
  assert.equal(run('diff', 'old.json', 'new.json').status, 1);
  writeFileSync(configuration, '{"limits":{"arMinDays":1,"pmrOnlineMinDays":"x"},"consent":"declined"}');
  const { status, stderr } = run('diff', '--config', configuration, 'old.json', 'new.json');
  assert.equal(status, 2);
  assert.match(stderr, /`limits.pmrOnlineMinDays` must be/);
});
