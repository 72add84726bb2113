// Tests editors: Neovim as a client of the language server, and the extension for VS Code.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { command, given } from './cli.js';

describe('Neovim', () => {
  it('shows diagnostics and hovers, fixes, and renames an id', () => {
    const product =
      '{\n  "id": 101,\n  "licence_term": "p1m",\n  "renew_settings": {"product_id_for_renew": [102], "renew_ar": {"enable": true}}\n}\n';
    const at = given({ 'a.json': product });
    const seen = join(at, 'seen.txt');
    const script = fileURLToPath(new URL('neovim.lua', import.meta.url));
    const env = { ...process.env, NODE: process.execPath, SERVER: command, PRODUCT: join(at, 'a.json'), SEEN: seen };
    const { status, stderr } = spawnSync(
      process.env.NVIM_PATH ?? 'nvim',
      ['--headless', '--clean', '-c', `luafile ${script}`],
      { cwd: at, env, encoding: 'utf8', timeout: 60_000 },
    );
    assert.equal(status, 0, stderr);
    const { failed, diagnostics, marks, hover } = JSON.parse(readFileSync(seen, 'utf8'));
    assert.equal(failed, undefined);
    assert.deepEqual(
      diagnostics.map(([line, code]) => [line, code]),
      [
        [2, 'term-format'],
        [3, 'chain-too-short'],
      ],
    );
    assert.ok(marks >= 2, 'diagnostics are shown in the text');
    assert.match(hover, /licence_term[^]*The licence term[^]*term-below-minimum/);
    const edited = product.replace('p1m', 'P1M').replace('[102]', '[102,102]').replace('101', '201');
    assert.equal(readFileSync(join(at, 'a.json'), 'utf8'), edited);
  });
});

describe('the extension for Visual Studio Code', () => {
  const folder = fileURLToPath(new URL('../../editors/vscode/', import.meta.url));

  it('is small when packed, and contains only the needed files', async () => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', 'package'], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    assert.equal(status, 0, stdout + stderr);
    const file = join(folder, 'dist/renewal-rules.vsix');
    assert.ok(statSync(file).size < 1e6);
    assert.deepEqual(namesIn(readFileSync(file)).sort(), [
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/LICENSE.txt',
      'extension/dist/extension.js',
      'extension/package.json',
      'extension/readme.md',
    ]);
    const bundle = readFileSync(join(folder, 'dist/extension.js'), 'utf8');
    assert.deepEqual(
      [...new Set([...bundle.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name))].filter(
        (name) => !isOfNode(name),
      ),
      ['vscode'],
    );
  });
});

const isOfNode = (name) => name.startsWith('node:') || builtinModules.includes(name);

/** Lists the file names in the central directory of a ZIP file. */
function namesIn(bytes) {
  const names = [];
  for (let at = bytes.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  }
  return names;
}
