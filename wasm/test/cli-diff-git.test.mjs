// Tests `renewal-rules diff --base`: a file that git does not check out is neither removed nor added.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { cli, given, product, refused, text } from './cli.js';

const file = (id, more = {}) => text(product(id, { name: `P${id}`, ...more }));

function git(cwd, ...args) {
  const settings = ['user.name=A', 'user.email=a@b.c', 'protocol.file.allow=always', 'uploadpack.allowFilter=true'];
  const all = [...settings.flatMap((setting) => ['-c', setting]), ...args];
  const { status, stdout, stderr } = spawnSync('git', all, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

/**
 * Makes a repository with a commit.
 * @param {Record<string, string>} files
 */
function repository(files = { 'a.json': file(1), 'd/b.json': file(2) }) {
  const cwd = given(files);
  git(cwd, 'init', '-q');
  git(cwd, 'config', 'uploadpack.allowFilter', 'true');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'A');
  return cwd;
}

/** Runs `diff`; returns its exit status, whether it reports product 2, and its standard error. */
function diff(cwd, args = 'diff --base HEAD') {
  const { status, stdout, stderr } = cli(args, { cwd });
  return [status, stdout.includes('Product 2'), stderr.trimEnd()];
}

const UNCHANGED = [0, false, ''];

describe('a file missing from the work tree', () => {
  it('is read from the index if it is marked as unchanged', () => {
    for (const mark of ['--skip-worktree', '--assume-unchanged']) {
      const cwd = repository();
      git(cwd, 'update-index', mark, 'd/b.json');
      rmSync(join(cwd, 'd/b.json'));
      for (const args of [
        'diff --base HEAD',
        'diff --base HEAD d',
        'diff --base HEAD d/b.json',
        'diff --base HEAD **/*.json',
      ])
        assert.deepEqual(diff(cwd, args), UNCHANGED, `${mark} ${args}`);
      rmSync(join(cwd, 'a.json'));
      assert.equal(cli('diff --base HEAD', { cwd }).status, 1, 'a deleted file is reported as removed');
    }
  });

  it('is read from the index in a sparse checkout', () => {
    const cwd = repository();
    writeFileSync(join(cwd, 'd/b.json'), file(2, { licence_term: 'P12M' }));
    git(cwd, 'commit', '-qam', 'B');
    git(cwd, 'sparse-checkout', 'set', '--cone', 'x');
    assert.deepEqual(diff(cwd), UNCHANGED);
    const { status, stdout } = cli('diff --base HEAD~1', { cwd });
    assert.equal(status, 1);
    assert.match(stdout, /P1M.*P12M/);
  });

  it('is read from the last commit if nothing is checked out', () => {
    const cwd = given({});
    git(cwd, 'clone', '-q', '--no-checkout', repository(), 'clone');
    assert.deepEqual(diff(join(cwd, 'clone')), UNCHANGED);
  });

  it('is not compared if a partial clone lacks it', () => {
    const origin = repository();
    const cwd = given({});
    git(cwd, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${origin}`, 'clone');
    const clone = join(cwd, 'clone');
    git(clone, 'remote', 'set-url', 'origin', 'file:///nowhere');
    const why = 'git does not have its contents here';
    const lines = ['a.json', 'd/b.json'].map((name) => `renewal-rules: not compared: ${name}: ${why}`);
    assert.deepEqual(diff(clone), [0, false, lines.join('\n')]);
    git(clone, 'remote', 'set-url', 'origin', `file://${origin}`);
    assert.deepEqual(diff(clone), UNCHANGED, 'the contents are fetched');
  });

  it('is not compared if it is a Git LFS pointer', () => {
    const contents = file(2);
    const id = createHash('sha256').update(contents).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize ${contents.length}\n`;
    const cwd = repository({ 'a.json': file(1), 'd/b.json': pointer });
    const left = 'renewal-rules: not compared: d/b.json: Git LFS does not have its contents here';
    assert.deepEqual(diff(cwd), [0, false, left]);
    writeFileSync(join(cwd, 'd/b.json'), contents);
    assert.deepEqual(diff(cwd), [2, false, left]);
    const store = join(cwd, '.git/lfs/objects', id.slice(0, 2), id.slice(2, 4));
    mkdirSync(store, { recursive: true });
    writeFileSync(join(store, id), contents);
    assert.deepEqual(diff(cwd), UNCHANGED);
    writeFileSync(join(cwd, 'd/b.json'), pointer);
    assert.deepEqual(diff(cwd), UNCHANGED);
  });

  it('is not compared in a submodule', () => {
    const inner = repository({ 'b.json': file(2) });
    const cwd = repository({ 'a.json': file(1) });
    git(cwd, 'submodule', '--quiet', 'add', inner, 'd');
    const left = 'renewal-rules: not compared: d: it is a submodule';
    assert.deepEqual(diff(cwd), [2, false, left]);
    git(cwd, 'commit', '-qm', 'B');
    assert.deepEqual(diff(cwd), [0, false, left]);
    git(cwd, 'submodule', '--quiet', 'deinit', '-f', 'd');
    assert.deepEqual(diff(cwd), UNCHANGED);
    assert.deepEqual(diff(cwd, 'diff --base HEAD~1'), [2, false, left]);
  });
});

describe('a file with several names', () => {
  it('is compared once with a commit', () => {
    const cwd = repository();
    symlinkSync('d', join(cwd, 'link'));
    symlinkSync('d/b.json', join(cwd, 'link.json'));
    linkSync(join(cwd, 'd/b.json'), join(cwd, 'hard.json'));
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'B');
    for (const args of ['', ' link', ' link.json', ' link d', ' d/b.json hard.json'])
      assert.deepEqual(diff(cwd, `diff --base HEAD${args}`), UNCHANGED, args);
  });

  it('is not compared if it is outside of the repository', () => {
    const outside = given({ 'c.json': file(3) });
    const cwd = repository();
    symlinkSync(outside, join(cwd, 'link'));
    refused('diff --base HEAD link', /not compared: .*c\.json: it is outside of the repository/, { cwd });
  });
});

describe('a link that changed since the commit', () => {
  const links = {
    'c.json': (cwd) => symlinkSync('a.json', join(cwd, 'c.json')),
    'd/c.json': (cwd) => linkSync(join(cwd, 'a.json'), join(cwd, 'd/c.json')),
  };
  /** Returns the products that `diff` reports as gone or new. */
  const changes = (cwd, args = '') => {
    const { stdout } = cli(`diff --base HEAD${args}`, { cwd });
    return [...stdout.matchAll(/^Product (\d+) .* is (gone|new)\.$/gm)].map(([, id, word]) => `${id} ${word}`);
  };

  it('does not hide the removal of the file that it replaced', () => {
    for (const [name, link] of Object.entries(links)) {
      const cwd = repository({ 'a.json': file(1), 'd/b.json': file(2), [name]: file(3) });
      rmSync(join(cwd, name));
      link(cwd);
      for (const args of ['', ' a.json d', ` a.json ${name}`])
        assert.deepEqual(changes(cwd, args), args === ' a.json d' && name === 'c.json' ? [] : ['3 gone'], name + args);
    }
  });

  it('causes no change if it replaced an identical file', () => {
    for (const [name, link] of Object.entries(links)) {
      const cwd = repository({ 'a.json': file(1), 'd/b.json': file(2), [name]: file(1) });
      rmSync(join(cwd, name));
      link(cwd);
      assert.deepEqual(diff(cwd), UNCHANGED, name);
    }
  });

  it('is compared by its old and its new target', () => {
    const cwd = repository({ 'x/1.txt': file(1), 'x/2.txt': file(2), 'y/3.json': file(3), 'z/4.json': file(4) });
    symlinkSync('x/1.txt', join(cwd, 'link.json'));
    symlinkSync('y', join(cwd, 'folder'));
    symlinkSync('around', join(cwd, 'around'));
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-qm', 'B');
    assert.deepEqual(changes(cwd, ' link.json folder'), []);
    for (const name of ['link.json', 'folder']) rmSync(join(cwd, name));
    assert.deepEqual(changes(cwd), ['1 gone']);
    assert.deepEqual(changes(cwd, ' link.json'), ['1 gone']);
    symlinkSync('x/2.txt', join(cwd, 'link.json'));
    symlinkSync('z', join(cwd, 'folder'));
    assert.deepEqual(changes(cwd, ' link.json'), ['1 gone', '2 new']);
    assert.deepEqual(changes(cwd, ' folder'), ['3 gone', '4 new']);
    assert.deepEqual(changes(cwd, ' folder/*.json'), ['3 gone', '4 new']);
  });
});
