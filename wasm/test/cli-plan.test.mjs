// Tests `renewal-rules plan`: it never prints the same creation twice.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { allRefused, cli, product as existing, given, refused, text } from './cli.js';

/** Returns a product without id, which is to be created. */
const product = (name, more) => existing(undefined, { name, ...more });
const setup = { initiator: product('It\'s $ID_1 "é"'), renewals: [product('B'), product('C')], kinds: { ar: true } };
const single = { initiator: product('S'), renewals: [], kinds: { ar: true } };
const files = { 'setup.json': setup, 'single.json': single };

describe('plan', () => {
  it('prints all calls as a table or as JSON', () => {
    const cwd = given(files);
    const rows = cli('plan setup.json', { cwd }).stdout.trimEnd().split('\n');
    assert.deepEqual(
      rows.map((row) => row.split(/ {2,}/).slice(0, 3)),
      [
        ['1', 'POST /v1/product', '/renewals/0'],
        ['2', 'POST /v1/product', '/renewals/1'],
        ['3', 'POST /v1/product', '/initiator'],
        ['3 to create'],
      ],
    );
    assert.match(rows[2], /"product_id_for_renew":\[\$ID_1,\$ID_2,\$ID_2\]/);
    const data = JSON.parse(cli('plan -f json single.json', { cwd }).stdout);
    assert.deepEqual(
      data.map(({ method, path }) => `${method} ${path}`),
      ['POST /v1/product', 'PATCH /v1/product/$ID_1'],
    );
  });

  it('accepts each example setup, and rejects catalogues', () => {
    const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
    for (const name of readdirSync(join(folder, 'setups'))) {
      const { status, stdout, stderr } = cli(['plan', `setups/${name}`], { cwd: folder });
      assert.equal(status, 0, name);
      assert.doesNotMatch(stderr, /error|warning/);
      assert.match(stdout, /^1 {2}POST \/v1\/product/);
      assert.match(
        cli(['timeline', '--date', '2026-01-31', `setups/${name}`], { cwd: folder }).stderr,
        /this is a setup: it describes products/,
      );
      refused(['plan', `catalogues/${name}`], /these are products, not a setup/, { cwd: folder });
      assert.equal(cli(['timeline', '--date', '2026-01-31', `catalogues/${name}`], { cwd: folder }).status, 0, name);
    }
  });

  it('prints curl commands that a shell can run', () => {
    const cwd = given(files);
    // Replace curl and jq: curl records its arguments, jq prints an id.
    writeFileSync(join(cwd, 'curl'), '#!/bin/sh\nfor one in "$@"; do printf "%s\\n" "$one" >> calls; done\n', {
      mode: 0o755,
    });
    writeFileSync(join(cwd, 'jq'), '#!/bin/sh\ncat > /dev/null; echo 77\n', { mode: 0o755 });
    const script = cli('plan -f curl setup.json', { cwd }).stdout;
    const { status, stderr } = spawnSync('sh', ['-eu', '-c', script], {
      cwd,
      encoding: 'utf8',
      env: { PATH: `${cwd}:${process.env.PATH}`, BASE_URL: 'https://x', TOKEN_HEADER: 'A: b' },
    });
    assert.equal(status, 0, stderr);
    const calls = readFileSync(join(cwd, 'calls'), 'utf8').split('\n');
    const bodies = calls.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    assert.deepEqual(
      bodies.map(({ name }) => name),
      ['B', 'C', setup.initiator.name],
    );
    assert.deepEqual(bodies[2].renew_settings.product_id_for_renew, [77, 77, 77]);
    assert.equal(calls.filter((line) => line === 'https://x/v1/product').length, 3);
    assert.equal(calls.filter((line) => line === 'A: b').length, 3);
  });

  it('prints one call at a time with --state', () => {
    const cwd = given(files);
    const plan = (...args) => cli(['plan', '--state', 'state', ...args], { cwd, input: '{"id":102}' });
    const first = plan('-f', 'json', 'single.json');
    assert.equal(JSON.parse(first.stdout)[0].method, 'POST', first.stderr);
    // The outcome of the call is unknown, so the call is not printed again.
    const again = plan();
    assert.deepEqual([again.status, again.stdout], [1, '']);
    assert.match(again.stderr, /--made ID or --not-made/);
    assert.match(plan('single.json').stderr, /exists: leave out the setup/);
    assert.equal(plan('--not-made').stdout, '1 to create, 1 to change\n');
    assert.match(plan().stdout, /^1 {2}POST \/v1\/product/);
    const refusal = plan('--response', '400', '-');
    assert.deepEqual([refusal.status, refusal.stdout], [1, '1 to create, 1 to change\n']);
    assert.match(plan().stdout, /POST/);
    const unknown = plan('--response', '99');
    assert.equal(unknown.status, 2);
    assert.match(unknown.stderr, /--response.* an HTTP status from 100 to 999/);
    assert.equal(plan('--response', '500').status, 1);
    assert.equal(plan().status, 1, 'the call is unconfirmed');
    assert.equal(plan('--made', '102').stdout, '1 created; 1 to change\n');
    assert.match(plan('-f', 'curl').stdout, /^curl -sS --fail-with-body -X PATCH "\$BASE_URL"'\/v1\/product\/102' /);
    assert.equal(plan('--response', '200').stdout, '1 created, 1 changed\n');
    assert.deepEqual([plan().status, plan().stdout], [0, '1 created, 1 changed\n']);
    assert.deepEqual(readdirSync(cwd).sort(), ['setup.json', 'single.json', 'state']);
  });

  it('prints a shell command that stops at the first failed call', () => {
    const cwd = given(files);
    const { stdout } = cli('plan -f curl setup.json', { cwd });
    writeFileSync(join(cwd, 'calls.sh'), stdout);
    // This `curl` fails, but prints a body with an id unless `--fail` is given.
    writeFileSync(join(cwd, 'curl'), '#!/bin/sh\necho call >>calls\n[ "$2" = --fail ] || echo \'{"id":1}\'\nexit 22\n');
    writeFileSync(join(cwd, 'jq'), '#!/bin/sh\ngrep -q id && echo 1\n');
    for (const program of ['curl', 'jq']) chmodSync(join(cwd, program), 0o755);
    const env = { ...process.env, PATH: `${cwd}:${process.env.PATH}`, BASE_URL: 'x', TOKEN_HEADER: 'y: z' };
    assert.notEqual(spawnSync('sh', ['calls.sh'], { cwd, env }).status, 0);
    assert.equal(readFileSync(join(cwd, 'calls'), 'utf8'), 'call\n');
  });

  it('rejects invalid input, and leaves the state unchanged', () => {
    const cwd = given({
      ...files,
      'bad.json': '{"initiator":{}}',
      'wrong.json': { ...setup, renewals: [product('B', { licence_term: 'P1D' })] },
      'cut.json': Buffer.from(text(setup), 'latin1'),
      'array.json': [product('A', { id: 1 })],
      'one.json': product('A'),
      damaged: '{',
      held: '{}',
    });
    cli('plan --state twice setup.json', { cwd });
    writeFileSync(join(cwd, 'twice'), readFileSync(join(cwd, 'twice'), 'utf8').replace(/\}$/, ',"done":[]}'));
    const failed = cli('plan --state new wrong.json', { cwd });
    assert.deepEqual([failed.status, failed.stdout], [1, '']);
    assert.match(failed.stderr, /error term-below-minimum \/renewals\/0\/licence_term/);
    assert.equal(existsSync(join(cwd, 'new')), false);
    const products = /: these are products, not a setup: .* with `initiator`, `renewals` and `kinds`\n$/;
    allRefused(cwd, [
      ['plan', /missing required argument: <SETUP>/],
      ['plan array.json', products],
      ['plan one.json', products],
      ['plan cut.json', /cut\.json: .*UTF-8/],
      ['plan damaged', /damaged: This is not JSON at line 1, column 2: it ends too early/],
      ['plan --state none', /no such file; to begin, name a setup/],
      ['plan --state damaged', /damaged: This is not JSON/],
      ['plan --state held', /held: this is not a saved plan/],
      ['plan --state twice', /twice:1:\d+: `done` appears more than once/],
      ['plan --out - setup.json', /--out: expected a file name, not "-"/],
      ['plan --state - setup.json', /--state: expected a file name, not "-"/],
      ['plan --made 1', /missing required option: --state <FILE>/],
      ['plan --state held --made 1 --not-made', /cannot be used with/],
      ['plan --state damaged --made x', /--made must be a whole number from 1/],
      ['plan --state damaged --made 0', /--made must be a whole number from 1/],
      ['plan -f crul setup.json', /did you mean `curl`/],
    ]);
    assert.equal(readFileSync(join(cwd, 'damaged'), 'utf8'), '{');
    cli('plan --state begun single.json', { cwd });
    const begun = readFileSync(join(cwd, 'begun'), 'utf8');
    allRefused(cwd, [
      ['plan --state begun --response 70000', /`--response` must be/],
      ['plan --state begun --made 100000000000000000000', /`--made` must be/],
    ]);
    assert.equal(readFileSync(join(cwd, 'begun'), 'utf8'), begun);
  });
});
