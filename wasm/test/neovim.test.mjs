// Tests Neovim as a client of the language server.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
