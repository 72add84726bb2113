// Tests openapi.json with the linters and generators of other projects: `cargo xtask prove --only openapi-tools`.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const FILE = join(HERE, '../../openapi.json');
const description = JSON.parse(readFileSync(FILE, 'utf8'));

/** Runs a tool and returns its output; throws if it exits with an error. */
const run = (tool, ...words) =>
  execFileSync(join(HERE, 'node_modules/.bin', tool), words, {
    cwd: HERE,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });

test('Redocly reports no problems', () => {
  run('redocly', 'lint', FILE);
});

test('Spectral reports no problems', () => {
  assert.match(run('spectral', 'lint', '--fail-severity', 'hint', FILE), /No results/);
});

test('generated types are compatible with the package’s types', (t) => {
  t.after(() => rmSync(join(HERE, 'made.d.ts')));
  run('openapi-typescript', FILE, '--output', 'made.d.ts');
  run('tsc', '--project', '.');
});

test('openapi.json has the documented calls and marks other facts', () => {
  const calls = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  assert.deepEqual(calls.sort(), ['patch /v1/product/{product_id}', 'post /v1/login_check', 'post /v1/product']);
  assert.deepEqual(description.security, []);
  assert.equal(description.components.securitySchemes, undefined);
  const examples = Object.keys(description.components.examples);
  assert.deepEqual(examples, [
    'chain-1',
    'chain-2',
    'chain-3',
    'pair-1',
    'pair-2',
    'single-1',
    'single-2',
    'trial-1',
    'trial-2',
  ]);
  for (const of of [
    description,
    description.components.parameters.TokenHeader,
    description.components.responses.ProductError,
  ]) {
    assert.ok(of['x-not-shown'].length > 0);
  }
  const { InitiatorCreation, RenewalCreation, SelfRenewingCreation } = description.components.schemas;
  const without = ({ properties }) => Object.keys(properties).filter((name) => properties[name] === false);
  assert.deepEqual(without(InitiatorCreation), ['id']);
  assert.deepEqual(without(RenewalCreation), ['id', 'renew_settings']);
  assert.deepEqual(without(SelfRenewingCreation), ['id', 'licence_term', 'renew_settings']);
});
