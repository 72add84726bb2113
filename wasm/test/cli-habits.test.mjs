// What teams expect of a command line: what is ignored, what is checked, what holds, and what changes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { cli, codes, given, refused } from './cli.js';

const CONFIG = 'renewal-rules.config.json';
const text = (value) => JSON.stringify(value);
const product = (id, more = {}) => text({ id, name: `P${id}`, licence_term: 'P1M', ...more });

describe('which files are checked', () => {
  it('is without what the configuration ignores, though it is named', () => {
    const cwd = given({
      [CONFIG]: text({ ignores: ['old/'] }),
      'a.json': product(1),
      'old/b.json': product(2),
      '.gitignore': 'out/\n',
      'out/c.json': product(3),
    });
    const { status, stdout, stderr } = cli(['check', 'a.json', 'old/b.json', '-f', 'json'], { cwd });
    assert.deepEqual([status, JSON.parse(stdout).map(({ file }) => file)], [0, ['a.json']]);
    assert.equal(stderr, 'renewal-rules: old/b.json is ignored by --ignore-pattern or `ignores`\n');
    assert.equal(cli(['check', 'old/b.json'], { cwd }).status, 0, 'a hook names files that are all ignored');
    assert.deepEqual(Object.keys(codes(['a.json', '--ignore-pattern', 'a.json'], { cwd })), []);
    assert.deepEqual(Object.keys(codes(['a.json', 'old/b.json', '--no-ignore'], { cwd })), ['a.json', 'old/b.json']);
    assert.deepEqual(Object.keys(codes(['.'], { cwd })), ['a.json']);
    const effective = (...args) => cli(['effective', ...args], { cwd });
    assert.deepEqual([effective('old/b.json').status, effective('old/b.json').stdout], [0, '']);
    assert.doesNotMatch(effective('.').stdout, /old/);
    const all = Object.keys(codes(['.', '--no-ignore'], { cwd }));
    assert.deepEqual(all, ['a.json', 'old/b.json', 'out/c.json']);
    assert.deepEqual(Object.keys(codes(['.', '--no-ignore', '--ignore-pattern', 'out'], { cwd })), all.slice(0, 2));
  });

  it('can be listed, with what is skipped and why', () => {
    const cwd = given({
      'a.json': '{"id":1,"licence_term":"p1m"}',
      'b/c.ndjson': product(1),
      'package.json': '{"name":"x"}',
      '.gitignore': 'out/\n',
      'out/c.json': product(3),
    });
    const { status, stdout, stderr } = cli(['check', '--list-files', '.'], { cwd });
    assert.deepEqual([status, stdout], [0, 'a.json\nb/c.ndjson\n']);
    assert.deepEqual(stderr.trim().split('\n').sort(), [
      'renewal-rules: skipped out: ignored by .gitignore',
      'renewal-rules: skipped package.json: it has no products',
    ]);
  });

  it('is told where a link leads nowhere, which is no mistake of what is checked', () => {
    const cwd = given({ 'a.json': product(1), 'b/c.json': product(2) });
    symlinkSync('nowhere', join(cwd, 'link.json'));
    mkdirSync(join(cwd, 'b/.gitignore'));
    const { status, stdout, stderr } = cli(['check', '.'], { cwd });
    assert.deepEqual([status, stdout], [0, '2 files checked, no problems\n']);
    assert.match(
      stderr,
      /^renewal-rules: b\/\.gitignore: EISDIR.*\nrenewal-rules: link\.json: the link leads nowhere\n$/,
    );
    assert.equal(cli(['effective', '.'], { cwd }).status, 0);
    refused(['check', 'link.json'], /link\.json: the link leads nowhere/, { cwd });
  });
});

describe('the configuration', () => {
  it('goes over files and packages that it extends', () => {
    const cwd = given({
      'node_modules/@acme/rules/renewal-rules.config.json': text({
        rules: { 'empty-text': 'error', 'term-format': 'warning' },
        ignores: ['c.json'],
        overrides: [{ files: ['b.json'], rules: { 'empty-text': 'off' } }],
      }),
      'node_modules/named/package.json': text({ name: 'named', main: './base.json' }),
      'node_modules/named/base.json': text({ maxWarnings: 0, limits: { arMinDays: 40 }, current: './old.json' }),
      'node_modules/named/old.json': product(1),
      'shared/base.json': `{
        // It may have comments.
        "extends": ["@acme/rules", "named"], "limits": { "pmrOnlineMinDays": 6 } }`,
      [CONFIG]: text({
        extends: './shared/base.json',
        rules: { 'term-format': 'info' },
        ignores: ['!c.json', 'd.json'],
      }),
      'a.json': '{"id":1,"name":"","licence_term":"x"}',
      'b.json': '{"id":1,"name":"","licence_term":"x"}',
      'c.json': product(3),
      'd.json': product(4),
    });
    assert.deepEqual(codes(['.'], { cwd }), {
      'a.json': ['error empty-text /name', 'info term-format /licence_term'],
      'b.json': ['info term-format /licence_term'],
      'c.json': [],
    });
    const { status, stdout } = cli(['check', '--print-config', 'b.json', '--payment', 'online'], { cwd });
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), {
      rules: { 'empty-text': 'off', 'term-format': 'info' },
      limits: { arMinDays: 40, pmrOnlineMinDays: 6 },
      payment: 'online',
      current: JSON.parse(product(1)),
      maxWarnings: 0,
      ignores: ['c.json', '!c.json', 'd.json'],
    });
    refused(['check', '--print-config', 'a.json', '--payment', 'cash'], /`--payment` must be one of/, { cwd });
  });

  it('is refused where it extends what is not there, or itself', () => {
    const refusedWith = (configuration, pattern, more = {}) =>
      refused(['check', 'a.json'], pattern, {
        cwd: given({ 'a.json': product(1), [CONFIG]: text(configuration), ...more }),
      });
    refusedWith({ extends: './none.json' }, /none\.json: ENOENT/);
    refusedWith({ extends: 'none' }, /there is no package `none` to extend; the name of a file begins with \.\//);
    refusedWith({ extends: 1 }, /the option `extends` must be a text, or a list of texts/);
    refusedWith({ extends: './b.json' }, /renewal-rules\.config\.json extends itself/, {
      'b.json': text({ extends: `./${CONFIG}` }),
    });
    refusedWith({ extends: './b.json' }, /b\.json: there is no option `x`/, { 'b.json': '{"x":1}' });
  });

  it('is written with what is found', () => {
    const files = {
      'products/de/a.json': product(1, {
        renew_settings: { product_id_for_renew: [2, 2], renew_ar: { enable: true } },
      }),
      'products/fr/b.json': product(2),
      'more/x/y/c.ndjson': product(3),
      'd.json': product(4),
      'package.json': '{"name":"x"}',
      'node_modules/renewal-rules/config.schema.json': '{}',
    };
    const cwd = given(files);
    const { status, stdout } = cli(['init'], { cwd });
    assert.deepEqual(
      [status, stdout],
      [0, `${CONFIG} is written; 4 files in d.json, more/x/y/, products/ have products\n`],
    );
    assert.deepEqual(JSON.parse(readFileSync(join(cwd, CONFIG), 'utf8')), {
      $schema: './node_modules/renewal-rules/config.schema.json',
      files: ['d.json', 'more/x/y/', 'products/'],
      catalogue: true,
    });
    assert.match(cli(['check'], { cwd }).stdout, /4 files checked, no problems\n$/);
    refused(['init'], /renewal-rules\.config\.json is there already/, { cwd });
    refused(['init'], /no file has products/, { cwd: given({ 'package.json': '{"name":"x"}' }) });
    const twice = given({ 'a.json': product(1), 'b.json': product(1), 'c.json': '{"id":3,"licence_term":"p1m"}' });
    assert.match(
      cli(['init'], { cwd: twice }).stdout,
      /3 files in a\.json, b\.json, c\.json have products\ncheck shows/,
    );
    assert.deepEqual(JSON.parse(readFileSync(join(twice, CONFIG), 'utf8')), { files: ['a.json', 'b.json', 'c.json'] });
  });
});

it('makes the folder of an output', () => {
  const cwd = given({ 'a.json': product(1) });
  assert.equal(cli(['check', 'a.json', '-f', 'gitlab=out/deep/code.json'], { cwd }).status, 0);
  assert.deepEqual(JSON.parse(readFileSync(join(cwd, 'out/deep/code.json'), 'utf8')), []);
});

it('exits alike for what is wrong with a product, and where nothing could be done', () => {
  const cwd = given({
    'cut.json': '{"licence_term":',
    'list.json': '[{"id":1},',
    'wrong.json': '{"licence_term":"x","id":1}',
    'setup.json': '{"initiator":{"licence_term":"x"},"renewals":[],"kinds":{}}',
  });
  const statuses = (...args) =>
    ['cut.json', 'list.json', 'wrong.json'].map((file) => cli([...args, file], { cwd }).status);
  for (const args of [['check'], ['effective'], ['timeline', '--date', '2026-01-31']])
    assert.deepEqual(statuses(...args), [1, 1, 1], args.join(' '));
  assert.equal(cli(['plan', 'setup.json'], { cwd }).status, 1);
  assert.deepEqual(statuses('diff', 'wrong.json'), [2, 2, 0], 'where 1 is a change, nothing is compared');
});

describe('diff', () => {
  const old = { 'a.json': product(1), 'b/c.ndjson': `${product(2)}\n${product(3)}\n` };
  const current = { 'b/a.json': product(1), 'c.json': `[${product(3)},${product(2, { licence_term: 'P12M' })}]` };
  const change = /^Product 2 \(P2\)\n {2}Purchase: the term changes from P1M to P12M\.\n$/;

  it('takes two folders, whose files are one catalogue each', () => {
    const within = (folder, files) =>
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
    const cwd = given({ ...within('old', old), ...within('new', current), 'one.json': product(1) });
    const { status, stdout, stderr } = cli(['diff', 'old', 'new'], { cwd });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, change);
    assert.equal(cli(['diff', 'old', 'old'], { cwd }).status, 0);
    writeFileSync(join(cwd, 'new/d.ndjson'), `${product(4)}\n{"id":}\n`);
    refused(['diff', 'old', 'new'], /new\/d\.ndjson: not all of it can be read; check says why/, { cwd });
  });

  it('takes what git has in a commit, product by product', () => {
    const cwd = given({ ...old, 'package.json': '{"name":"x"}', 'node_modules/x/d.json': product(9) });
    const git = (...args) => {
      const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], {
        cwd,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    };
    git('init', '-q');
    git('add', '-f', '.');
    git('commit', '-qm', 'A');
    assert.deepEqual(
      [cli(['diff', '--base', 'HEAD'], { cwd }).status, cli(['diff', '--base', 'HEAD', 'b'], { cwd }).status],
      [0, 0],
    );
    for (const name of Object.keys(old)) rmSync(join(cwd, name));
    for (const [name, text] of Object.entries(current)) writeFileSync(join(cwd, name), text);
    const { status, stdout, stderr } = cli(['diff', '--base', 'HEAD'], { cwd });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, change);
    assert.match(
      cli(['diff', '--base', 'HEAD', '-f', 'markdown', 'b/c.ndjson', 'c.json'], { cwd }).stdout,
      /^\| Product 2 \(P2\) \|/m,
    );
    assert.match(cli(['diff', '--base', 'HEAD'], { cwd: join(cwd, 'b') }).stdout, /Product 2/);
    writeFileSync(join(cwd, 'mark.json'), '{"id":8,"name":"no mark of a product"}');
    git('add', 'mark.json');
    git('commit', '-qm', 'B', 'mark.json');
    assert.equal(cli(['diff', '--base', 'HEAD', 'mark.json'], { cwd }).status, 0);
    writeFileSync(join(cwd, CONFIG), text({ ignores: ['*.json', 'b/'] }));
    writeFileSync(join(cwd, 'd.ndjson'), product(7));
    assert.match(cli(['diff', '--base', 'HEAD'], { cwd }).stdout, /^(?!Product 2)[^]*Product 7/);
    rmSync(join(cwd, CONFIG));
    refused(['diff', '--base', 'none'], /git: /, { cwd });
    refused(['diff', '--base', 'HEAD', 'none.json'], /none\.json: there is no such file/, { cwd });
    refused(['diff', '--base', '--output=x'], /git: |ambiguous/, { cwd });
  });
});
