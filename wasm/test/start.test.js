// Tests environments in which the module cannot start, and a package that was not built.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-start-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const node = (args, input = '') => spawnSync(process.execPath, args, { cwd: folder, input, encoding: 'utf8' });
const file = (name) => join(root, 'dist', name);

/** Functions that start the WebAssembly module of an entry point, by its file name and the way of starting. */
const starts = {
  'index.js': (rules) => rules.check({}),
  'tools.js': (rules) => rules.init(),
  'tools.js from bytes': (rules) => rules.initSync(new Uint8Array(8)),
  'tools.node.js': (rules) => rules.init(),
  'tools.node.js by a call': (rules) => rules.check({}),
  'tools.node.cjs': (rules) => rules.init(),
  'index.node.js': (rules) => rules.check({}),
  'index.node.cjs': (rules) => rules.check({}),
  'index.node.cjs by a schema': (rules) => rules.productSchema['~standard'].validate({}),
};

describe('without WebAssembly', () => {
  for (const [name, start] of Object.entries(starts)) {
    for (const [how, flags, before] of [
      ['--jitless', ['--jitless'], ''],
      ['a deleted global', [], 'delete globalThis.WebAssembly;'],
    ]) {
      it(`${name} names the cause (${how})`, () => {
        const entry = pathToFileURL(file(name.split(' ')[0])).href;
        const script = `${before} const { default: all, ...rest } = await import('${entry}');
          try { await (${start})(all ?? rest) } catch ({ name, message, cause }) { console.log(name, message, '|', cause?.message) }`;
        const { stdout, stderr, status } = node([...flags, '--input-type=module', '--eval', script]);
        assert.equal(status, 0, stderr);
        assert.match(
          stdout,
          /^Error renewal-rules could not start: it needs WebAssembly, .*--jitless.* \| WebAssembly is not defined\n$/,
        );
      });
    }
  }

  it('each command prints one error line and exits with 2', () => {
    writeFileSync(join(folder, 'a.json'), '{"id":101}');
    for (const words of [
      'check a.json',
      'effective a.json',
      'rules',
      'explain id-range',
      'lsp',
      'diff a.json a.json',
    ]) {
      const { stdout, stderr, status } = node(['--jitless', file('cli.js'), ...words.split(' ')]);
      const own = stderr.split('\n').filter((line) => !line.startsWith('Warning: disabling flag'));
      assert.deepEqual([own.length, own[1], stdout, status], [2, '', '', 2], `${words}: ${stderr}`);
      assert.match(own[0], /^renewal-rules: could not start: it needs WebAssembly, .*--jitless/);
    }
    assert.equal(node(['--jitless', file('cli.js'), '--version']).status, 0);
  });
});

it('npm pack fails without a build', () => {
  const copy = join(folder, 'checkout', 'wasm');
  cpSync(root, copy, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(root, '..', name), join(copy, '..', name));
  const { stderr, status } = spawnSync('npm', ['pack', '--dry-run', '--offline'], { cwd: copy, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(stderr, /run `cargo xtask build` first/);
});
