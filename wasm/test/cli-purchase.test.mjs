// Tests `renewal-rules timeline` and `renewal-rules diff`.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { allRefused, cli, given, refused, renewed, text } from './cli.js';

const product = {
  id: 101,
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true }, renew_pmr: true },
};
const cwd = given({
  'old.json': product,
  'new.json': { ...product, licence_term: 'P5D' },
  'bad.json': '{',
  'cut.json': Buffer.from('{"name":"é","id":101}', 'latin1'),
  'folder/.keep': '',
});
const run = (...args) => cli(args, { cwd, input: text(product) });
const write = (name, value) => writeFileSync(join(cwd, name), text(value));

test('timeline prints a table, an SVG or JSON', () => {
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

test('timeline and diff accept arrays and lines of products', () => {
  const two = [
    product,
    { ...product, id: 102, licence_term: 'P12M', ...renewed(103, 103) },
    { id: 103, name: 'Year', licence_term: 'P12M' },
  ];
  const lines = two.map((product) => text(product)).join('\n');
  writeFileSync(join(cwd, 'lines.ndjson'), lines);
  write('array.json', two);
  writeFileSync(join(cwd, 'broken.ndjson'), `${lines}\n{"id":}`);
  const purchase = ['timeline', '--date', '2026-01-31', '--renewals', '1'];
  const result = run(...purchase, 'array.json');
  assert.equal(result.status, 0, result.stderr);
  // A renewal has no timeline of its own: it is part of that of its initiator.
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
  // The timelines are the same as if each product is requested separately.
  assert.deepEqual(
    data.map(text),
    ['101', '102'].map((id) => run(...purchase, '--format', 'json', '--product-id', id, 'array.json').stdout.trim()),
  );
  assert.match(run(...purchase, '--format', 'svg', 'array.json').stderr, /--product-id/);
  assert.equal(run(...purchase, '--format', 'svg', '--product-id', '102', 'lines.ndjson').status, 0);
  assert.match(run(...purchase, '--product-id', '103', 'array.json').stdout, /not renewed/);
  write('set.json', two.slice(1));
  assert.equal(run(...purchase, 'set.json').stdout, run(...purchase, '--product-id', '102', 'set.json').stdout);
  assert.match(run(...purchase, '--format', 'svg', 'set.json').stdout, /^<svg/);
  write('one.json', [product]);
  assert.match(run(...purchase, '--format', 'svg', 'one.json').stdout, /^<svg/);
  assert.match(run(...purchase, 'broken.ndjson').stderr, /^renewal-rules: broken\.ndjson: .*not JSON/);
  assert.equal(run('diff', 'array.json', 'lines.ndjson').status, 0);
  assert.match(run('diff', 'broken.ndjson', 'lines.ndjson').stderr, /^renewal-rules: broken\.ndjson: /);
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
  // A disabled code is not reported as a new diagnostic.
  assert.match(result.stdout, /term-below-minimum/);
  write('off.json', { rules: { 'term-below-minimum': 'off' } });
  const off = run('diff', '--config', 'off.json', 'old.json', 'new.json');
  assert.match(off.stdout, /P1M[^]*P5D/);
  assert.doesNotMatch(off.stdout, /term-below-minimum/);
});

test('timeline and effective fail for malformed products', () => {
  const purchase = ['timeline', '--date', '2026-01-31'];
  for (const wrong of [
    { ...product, licence_term: 1 },
    { ...product, renew_settings: [] },
    [product, { ...product, id: 102, licence_term: 'P1W' }],
  ]) {
    write('wrong.json', wrong);
    assert.deepEqual([run(...purchase, 'wrong.json').status, run('effective', 'wrong.json').status], [1, 1]);
  }
  write('bare.json', { id: 1, licence_term: 'P1M' });
  assert.equal(run(...purchase, 'bare.json').status, 0, 'a product without renewals has a timeline');
});

test('invalid arguments of timeline and diff are named', () => {
  const purchase = 'timeline --date 2026-01-31';
  allRefused(cwd, [
    ['timeline old.json', /missing required option: --date <YYYY-MM-DD>/],
    ['timeline --date 2026-02-30 old.json', /`--date` must be/],
    [`${purchase} --consent maybe old.json`, /`--consent` must be/],
    [`${purchase} --months x old.json`, /`--months` must be/],
    [`${purchase} --pmr-online-min-days x old.json`, /`--pmr-online-min-days` must be/],
    ...['renewals', 'variant', 'product-id'].map((flag) => [
      `${purchase} --${flag} 06 old.json`,
      new RegExp(`\`--${flag}\` must be`),
    ]),
    [`${purchase} folder`, /folder: this is a folder, not a file/],
    ['diff folder old.json', /folder: the folder has no /],
    [`${purchase} --format png old.json`, /no format "png"; the formats are table, svg, json/],
    ['diff old.json', /missing required argument: <NEW>/],
    ['diff old.json bad.json', /^renewal-rules: bad\.json: This is not JSON/],
    ['diff cut.json old.json', /^renewal-rules: cut\.json: .*UTF-8/],
    [`${purchase} --config cut.json old.json`, /cut\.json:1:\d+: this is not JSON/],
    ['diff --renewals many old.json new.json', /`--renewals` must be/],
  ]);
  assert.equal(run('timeline', '--date', '2026-01-31', '--product-id', '7', 'old.json').status, 1);
});

test('flags override the configuration of timeline and diff', () => {
  const kind = (...flags) =>
    JSON.parse(
      run('timeline', '--date', '2026-01-31', '--format', 'json', '--config', 'stated.json', ...flags, 'old.json')
        .stdout,
    ).decision.kind;
  write('stated.json', { consent: 'declined', operation: 'update', maxWarnings: 1 });
  assert.equal(kind(), 'pmr');
  assert.equal(kind('--consent', 'given'), 'ar');
  write('stated.json', { limits: { arMinDays: 40, pmrOnlineMinDays: 40, pmrOfflineMinDays: 40 } });
  assert.equal(kind(), null);
  assert.equal(kind('--ar-min-days', '6'), 'ar');
  assert.equal(run('diff', 'old.json', 'new.json').status, 1);
  write('stated.json', { limits: { arMinDays: 1, pmrOnlineMinDays: 'x' }, consent: 'declined' });
  refused('diff --config stated.json old.json new.json', /`limits.pmrOnlineMinDays` must be/, { cwd });
});

describe('diff', () => {
  const named = (id, more = {}) => ({ id, name: `P${id}`, licence_term: 'P1M', ...more });
  const old = { 'a.json': named(1), 'b/c.ndjson': `${text(named(2))}\n${text(named(3))}\n` };
  const current = { 'b/a.json': named(1), 'c.json': [named(3), named(2, { licence_term: 'P12M' })] };
  const change = /^Product 2 \(P2\)\n {2}Purchase: the term changes from P1M to P12M\.\n$/;

  test('compares two folders as one catalogue each', () => {
    const within = (folder, files) =>
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
    const cwd = given({ ...within('old', old), ...within('new', current), 'one.json': named(1) });
    const { status, stdout, stderr } = cli('diff old new', { cwd });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, change);
    assert.match(cli('diff -f markdown old new', { cwd }).stdout, /^\| Product 2 \(P2\) \|/m);
    assert.equal(cli('diff old old', { cwd }).status, 0);
    writeFileSync(join(cwd, 'new/d.ndjson'), `${text(named(4))}\n{"id":}\n`);
    refused('diff old new', /new\/d\.ndjson: a part of it is not valid JSON; renewal-rules check lists the errors/, {
      cwd,
    });
  });
});
