// Runs the examples in the documentation of every export, and compares what they print with their comments.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

import * as tools from 'renewal-rules/tools';

import { root } from './pack.js';

// Inside of the package, so that `renewal-rules` resolves to itself.
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

/** Runs a module; returns what it prints, line by line. */
async function printed(file) {
  const { log } = console;
  const lines = [];
  console.log = (...values) => lines.push(format(...values));
  try {
    await import(pathToFileURL(file).href);
  } finally {
    console.log = log;
  }
  return lines;
}

describe('documented examples', () => {
  it('exist for every export', () => {
    const names = new Set(examples.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(tools).filter((name) => !names.has(name)),
      [],
    );
  });

  for (const { name, code } of examples) {
    it(`of ${name} prints the output in its comments`, async () => {
      const file = join(folder, `${name}.mjs`);
      writeFileSync(file, code);
      const lines = await printed(file);
      const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
      if (expected.length > 0) assert.equal(lines.length, expected.length);
      expected.forEach((text, i) => {
        // An ellipsis stands for the rest of the output.
        if (text.endsWith('…')) assert.ok(lines[i].startsWith(text.slice(0, -1).trimEnd()), lines[i]);
        else assert.equal(lines[i], text);
      });
    });
  }
});
