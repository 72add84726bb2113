// Runs the examples of the guide: its files, its commands with their exit codes, and its modules.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import { cli } from './cli.js';
import { root } from './pack.js';
import { assertPrinted } from './printed.js';

const guide = join(root, '../docs/guide');
// A folder inside the package, so that `renewal-rules` resolves to the package itself.
const folder = mkdtempSync(join(root, 'test/guide-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the code blocks of a page in a language, with the file names in their titles. */
const blocks = (page, language) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}(?: \\[(.*?)\\])?\\n(.*?)\`\`\``, 'gs'))].map(([, name, text]) => ({
    name,
    text,
  }));

/** Runs a command of the guide; asserts the exit code in its comment, `# exits with N`, by default 0. */
function runCommand(line, cwd) {
  const [command, comment = ''] = line.split(' # ');
  const [program, name, ...args] = command.split(' ');
  assert.deepEqual([program, name], ['npx', 'renewal-rules']);
  const { status, stdout, stderr } = cli(args, { cwd });
  assert.equal(status, Number(/exits with (\d)/.exec(comment)?.[1] ?? 0), `${line}\n${stdout}${stderr}`);
}

for (const file of readdirSync(guide)) {
  const page = readFileSync(join(guide, file), 'utf8');
  const work = join(folder, file);
  mkdirSync(work);

  describe(`the examples of ${file}`, () => {
    it('run as commands with the documented exit codes', () => {
      for (const { name, text } of blocks(page, 'json')) if (name !== undefined) writeFileSync(join(work, name), text);
      const commands = blocks(page, 'sh').flatMap(({ text }) => text.trim().split('\n'));
      for (const line of commands) runCommand(line, work);
    });

    for (const [i, { text }] of blocks(page, 'js').entries()) {
      it(`print the documented output: ${text.split('\n')[0]}`, async () => {
        const module = join(folder, `${file}-${i}.mjs`);
        writeFileSync(module, text);
        await assertPrinted(module, text);
      });
    }
  });
}
