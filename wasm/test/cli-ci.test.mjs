// Tests the hooks for pre-commit and the action for GitHub, as far as this machine can run them: npx is replaced by a
// script that runs this package.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { given, startLine } from './cli.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const file = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const bin = given({});
writeFileSync(
  join(bin, 'npx'),
  `#!/bin/sh\n[ "$1" = --yes ] || exit 9\nprintf '%s\\n' "$2" > "${bin}/package"\nshift 2\nexec ${startLine} "$@"\n`,
  { mode: 0o755 },
);

function shell(script, cwd, env = {}) {
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { PATH: `${bin}:${process.env.PATH}`, ...env },
  });
}

const files = {
  'a.json': '{"id":1,"licence_term":"p6d"}\n',
  'package.json': '{"name":"x","version":"1.0.0"}',
  '.gitignore': 'out\n',
  'out/b.json': '{"id":1,"licence_term":"p6d"}\n',
};

describe('pre-commit', () => {
  /** @type {any[]} */
  const hooks = file('.pre-commit-hooks.yaml')
    .split(/^- /m)
    .slice(1)
    .map((text) => Object.fromEntries([...text.matchAll(/^ *(\w+): (.*)$/gm)].map(([, key, value]) => [key, value])));
  const run = ({ entry, args }, cwd) => shell(`${entry} ${args.slice(1, -1)}`, cwd);

  it('has hooks that check and fix a repository', () => {
    assert.deepEqual(
      hooks.map(({ id }) => id),
      ['renewal-rules', 'renewal-rules-fix'],
    );
    const cwd = given(files);
    const [check, fix] = hooks;
    const { status, stdout, stderr } = run(check, cwd);
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^a\.json:1:\d+: error term-format\n/);
    assert.doesNotMatch(stdout, /out\/b/);
    assert.equal(run(fix, cwd).status, 0);
    assert.match(readFileSync(join(cwd, 'a.json'), 'utf8'), /"P6D"/);
    assert.match(readFileSync(join(cwd, 'out/b.json'), 'utf8'), /"p6d"/);
    assert.equal(run(check, cwd).status, 0);
  });

  it('runs the hooks for JSON, JSON Lines and NDJSON files', () => {
    for (const { files, pass_filenames, language } of hooks) {
      assert.deepEqual([pass_filenames, language], ['false', 'system']);
      for (const name of ['a.json', 'x/b.ndjson', 'c.jsonl']) assert.match(name, new RegExp(files));
      for (const name of ['a.js', 'json', 'a.json.txt']) assert.doesNotMatch(name, new RegExp(files));
    }
  });

  it('runs the package version of its revision', () => {
    for (const hook of hooks) {
      run(hook, given(files));
      assert.equal(readFileSync(join(bin, 'package'), 'utf8'), `renewal-rules@${version}\n`);
    }
  });
});

describe('the GitHub action', () => {
  const action = file('action.yml');
  const script = action.split('      run: |\n')[1].replace(/^ {8}/gm, '');
  const inputs = Object.fromEntries(
    [...action.matchAll(/^ {2}(\w+):\n {4}description: .*\n {4}default: (.*)$/gm)].map(([, name, value]) => [
      name,
      value.replace(/^'(.*)'$/, '$1'),
    ]),
  );
  const env = Object.fromEntries(
    [...action.matchAll(/^ {8}(\w+): \$\{\{ inputs\.(\w+) \}\}$/gm)].map(([, name, input]) => [name, input]),
  );
  const run = (cwd, given = {}, more = {}) =>
    shell(script, cwd, {
      ...Object.fromEntries(Object.entries(env).map(([name, input]) => [name, { ...inputs, ...given }[input]])),
      ...more,
    });

  it('runs the version of its tag, unless an input overrides it', () => {
    const cwd = given(files);
    for (const [given, expected] of [
      [{}, version],
      [{ version: '9.9.9' }, '9.9.9'],
    ]) {
      run(cwd, given);
      assert.equal(readFileSync(join(bin, 'package'), 'utf8'), `renewal-rules@${expected}\n`);
    }
  });

  it('passes every input to its step', () => {
    assert.deepEqual(Object.values(env).sort(), Object.keys(inputs).sort());
    for (const name of Object.keys(env)) assert.match(script, new RegExp(`\\$${name}\\b`));
  });

  it('writes annotations, a job summary and a SARIF file', () => {
    const cwd = given({ ...files, 'summary.md': '' });
    const { status, stdout, stderr } = run(
      cwd,
      { sarif: 'out.sarif', version: '0.1.0' },
      { GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') },
    );
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^::error file=a\.json,line=1,[^]*\n1 error; 1 file has no products/);
    assert.match(
      readFileSync(join(cwd, 'summary.md'), 'utf8'),
      /^\| severity \|[^]*\| error \| term-format \| a\.json:1:24<br>/,
    );
    assert.equal(JSON.parse(readFileSync(join(cwd, 'out.sarif'), 'utf8')).runs[0].results.length, 1);
    assert.equal(readFileSync(join(bin, 'package'), 'utf8'), 'renewal-rules@0.1.0\n');
  });

  it('accepts patterns and additional arguments', () => {
    const cwd = given({ ...files, 'p/q/c.json': '{"id":1,"name":"","licence_term":"P1M"}' });
    const result = run(cwd, { files: '**/c.json p', args: '--max-warnings 0 --rule term-format=off' });
    assert.equal(result.status, 1);
    assert.match(result.stdout, /^::warning file=p\/q\/c\.json[^]*\n1 warning\n$/);
    assert.equal(run(cwd, { files: 'none.json' }).status, 2);
  });
});
