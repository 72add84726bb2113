// Tests files with several names, links to folders, and uppercase and lowercase letters in patterns.

import assert from 'node:assert/strict';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { CONFIG, cli, codes, each, given, names, product, refused } from './cli.js';

/** Returns the names that `check --list-files` prints. */
const listed = (args, cwd) => cli(`check --list-files ${args}`, { cwd }).stdout.trimEnd().split('\n');

describe('a file with several names', () => {
  const cwd = given({ 'd/b.json': product(1), 'none/x.txt': '' });
  symlinkSync('d/b.json', join(cwd, 'a-link.json'));
  linkSync(join(cwd, 'd/b.json'), join(cwd, 'd/hard.json'));
  symlinkSync('d', join(cwd, 'folder'));

  it('is checked once', () => {
    for (const [args, expected] of /** @type {[string, string][]} */ ([
      ['d/b.json ./d/b.json', 'd/b.json'],
      [`d/b.json ${join(cwd, 'd/b.json')}`, 'd/b.json'],
      ['a-link.json d/b.json', 'a-link.json'],
      ['d/b.json a-link.json', 'd/b.json'],
      ['d/hard.json d/b.json', 'd/hard.json'],
      ['folder/b.json d/hard.json', 'folder/b.json'],
      ['*.json d/*.json', 'd/b.json'],
      ['.', 'd/b.json'],
      ['d folder', 'd/b.json'],
      ['. d/hard.json', 'd/hard.json'],
    ])) {
      assert.deepEqual(listed(args, cwd), [expected], args);
    }
    for (const [args, expected] of [
      ['d/b.json a-link.json', 'd/b.json'],
      ['folder/b.json d/hard.json', 'folder/b.json'],
      ['.', 'd/b.json'],
    ]) {
      assert.deepEqual(Object.values(codes(`--catalogue ${args}`, { cwd })), [[]], args);
      assert.equal(cli(`effective ${args}`, { cwd }).stdout.split('\n')[0], expected, args);
    }
    assert.match(cli('check . --verbose', { cwd }).stderr, /skipped a-link\.json: the same file as d\/b\.json\n/);
  });

  it('is compared once by diff', () => {
    const { status, stdout, stderr } = cli('diff . d/b.json', { cwd });
    assert.deepEqual([status, stderr], [0, ''], stdout);
  });
});

describe('a link to a folder', () => {
  const elsewhere = given({ 'p/b.json': product(2) });
  const cwd = given({ 'a.json': product(1), 'empty/x.txt': '' });
  symlinkSync(join(elsewhere, 'p'), join(cwd, 'link'));
  symlinkSync(join(elsewhere, 'p'), join(cwd, 'link.json'));
  symlinkSync('..', join(cwd, 'empty/circle'));

  it('is skipped unless named, and listed by --verbose', () => {
    for (const args of ['.', '**/*.json']) {
      assert.deepEqual(names(args, { cwd }), ['a.json'], args);
      const { stderr } = cli(['check', '--verbose', args], { cwd });
      for (const name of ['link', 'link.json', 'empty/circle'])
        assert.ok(stderr.includes(`skipped ${name}: a link to a folder`), stderr);
    }
    refused('check empty', /empty\/circle is a link to a folder; name it/, { cwd });
  });

  it('is followed if it is named', () => {
    for (const args of ['link', 'link/', 'link/*.json', 'link/b.json'])
      assert.deepEqual(listed(args, cwd), ['link/b.json'], args);
    assert.deepEqual(listed('empty/circle', cwd), ['empty/circle/a.json']);
  });

  it('is not a folder if it is broken or circular', () => {
    const cwd = given({ 'a.json': product(1) });
    symlinkSync('nowhere', join(cwd, 'gone'));
    symlinkSync('loop', join(cwd, 'loop'));
    assert.deepEqual(names('.', { cwd }), ['a.json']);
    refused('check gone', /gone: the link leads nowhere/, { cwd });
    refused('check loop', /ELOOP/, { cwd });
  });
});

describe('patterns', () => {
  const files = each(product(1, { name: '' }), 'archive/a.json', 'B.json', 'sub/drafts/c.json');
  /** Returns each checked file with its number of diagnostics. */
  const checked = (cwd, args) => Object.entries(codes(args, { cwd })).map(([name, { length }]) => `${name} ${length}`);
  const all = ['B.json 1', 'archive/a.json 1', 'sub/drafts/c.json 1'];

  it('distinguish uppercase and lowercase letters', () => {
    for (const [more, args, expected] of /** @type {[object, string, string[]][]} */ ([
      [{ '.gitignore': 'Archive/\nb.json\n' }, '.', all],
      [{ '.gitignore': 'archive/\nB.json\n' }, '.', all.slice(2)],
      [{ 'sub/.gitignore': 'Drafts/\n' }, '.', all],
      [{ 'archive/.gitignore': 'A.json\n' }, '.', all],
      [{ [CONFIG]: { ignores: ['Archive/', 'b.json'] } }, '.', all],
      [{ [CONFIG]: { ignores: ['archive/', 'B.json'] } }, '.', all.slice(2)],
      [{ [CONFIG]: { overrides: [{ files: ['Archive/', 'b.json'], rules: { 'empty-text': 'off' } }] } }, '.', all],
      [{}, '. --ignore-pattern Archive --ignore-pattern b.json', all],
      [{}, '**/*.json', all],
      [{}, '[A-Z]*.json', all.slice(0, 1)],
      [{}, '{B,archive/A}.json', all.slice(0, 1)],
    ]))
      assert.deepEqual(checked(given({ ...files, ...more }), args), expected, JSON.stringify([more, args]));
  });

  it('distinguish folders whose names differ only in case', () => {
    const cwd = given({ ...each(product(1), 'archive/a.json', 'Archive/b.json'), '.gitignore': 'Archive/\n' });
    mkdirSync(join(cwd, 'ARCHIVE'));
    assert.deepEqual(names('.', { cwd }), ['archive/a.json']);
  });
});
