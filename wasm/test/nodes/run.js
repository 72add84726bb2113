// Runs the package's tests in other versions of Node.js, or with the argument `own` in the one that runs this script.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const FILES = 'api bytes dependents examples forms from-form misuse schema tools'
  .split(' ')
  .map((name) => `${name}.test.js`);
for (const part of ['', '-configuration', '-files', '-formats', '-plan', '-purchase'])
  FILES.push(`cli${part}.test.mjs`);

const run = (program, args, cwd) => spawnSync(program, args, { cwd, stdio: 'inherit' }).status;

const isOwn = process.argv[2] === 'own';
if (!isOwn && !existsSync(`${here}node_modules`))
  process.exitCode = run('npm', ['ci', '--no-audit', '--no-fund'], here) ?? 1;
const nodes = isOwn ? [process.execPath] : ['node-24', 'node-26'].map((name) => `${here}node_modules/${name}/bin/node`);
for (const node of nodes.filter(existsSync)) {
  console.log(`${node} --test ${FILES.join(' ')}`);
  const files = FILES.map((name) => `test/${name}`);
  const options = ['--test', '--test-reporter=dot', '--test-concurrency=2', '--disable-warning=ExperimentalWarning'];
  process.exitCode ||= run(node, [...options, ...files], `${here}../..`);
}
