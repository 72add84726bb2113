// Runs the examples in the documentation of every export, and compares what they print with their comments.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import * as tools from 'renewal-rules/tools';

import { root } from './pack.js';
import { assertPrinted } from './printed.js';

// A folder inside the package, so that `renewal-rules` resolves to the package itself.
const folder = mkdtempSync(join(root, 'test/doc-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The documented examples of each export, by name. */
const examples = readdirSync(join(root, 'lib'))
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const text = readFileSync(join(root, 'lib', file), 'utf8');
    const documented = text.matchAll(
      /\/\*\*(?:(?!\*\/).)*?```js\n((?:(?!\*\/).)*?)```.*?\*\/\s*export (?:async )?(?:const|function|class) (\w+)/gs,
    );
    return [...documented].map(([, code, name]) => ({ name, code: code.replaceAll(/^ \* ?/gm, '') }));
  });

describe('documented examples', () => {
  it('exist for every export', () => {
    const names = new Set(examples.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(tools).filter((name) => !names.has(name)),
      [],
    );
  });

  // Number the files, because two entry points may have an export of the same name.
  for (const [index, { name, code }] of examples.entries()) {
    it(`of ${name} prints the output in its comments`, async () => {
      const file = join(folder, `${name}-${index}.mjs`);
      writeFileSync(file, code);
      await assertPrinted(file, code);
    });
  }
});
