// Tests that the extension for Visual Studio Code is packed as its marketplace needs it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

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
