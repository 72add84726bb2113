// Tests `plan --out` and `apply` of the plan file: exactly the reviewed calls are made.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';

import { cli, product as existing, given, refused, text } from './cli.js';
import { Emulator } from './emulator.js';

const product = (name, more) => existing(undefined, { name, ...more });
const setup = { initiator: product('A'), renewals: [product('B')], kinds: { ar: true } };

let emulator;
before(async () => {
  emulator = await Emulator.start();
});
after(() => emulator.stop());
beforeEach(() => emulator.reset());

const env = { RENEWAL_RULES_USERNAME: 'emulator', RENEWAL_RULES_PASSWORD: 'emulator' };
const names = async () => (await emulator.products()).map(({ name }) => name);
const planned = (...args) => {
  const cwd = given({ 'setup.json': setup });
  const { status, stderr } = cli(['plan', '--out', 'plan.json', ...args, 'setup.json'], { cwd });
  assert.equal(status, 0, stderr);
  return cwd;
};
const apply = (cwd, ...args) => cli(['apply', '--state', 'state', '--wait', '0', ...args], { cwd, env });
const edit = (cwd, file, change) => writeFileSync(join(cwd, file), change(readFileSync(join(cwd, file), 'utf8')));

it('a state is bound to the service of its first call', async () => {
  const cwd = given({ 'setup.json': setup });
  refused(
    ['apply', '--no-token', '--state', 'state', '--wait', '0', '--base-url', 'http://127.0.0.1:1', 'setup.json'],
    /ECONNREFUSED/,
    {
      cwd,
      env,
    },
  );
  await emulator.fail({ call: 'create', times: 1 }, { call: 'create', before: 422 });
  assert.equal(apply(cwd, '--base-url', emulator.url).status, 1);
  const other = ['apply', '--state', 'state', '--base-url', 'http://127.0.0.1:1'];
  refused(other, /the plan is for http:.*, but --base-url is .* name another file for --state/, { cwd, env });
  assert.equal(apply(cwd, '--base-url', emulator.url).status, 0);
  assert.deepEqual(await names(), ['B', 'A']);
});

describe('a plan file', () => {
  it('lists the calls that apply makes', async () => {
    const cwd = planned();
    const { calls, baseUrl, setup } = JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8'));
    assert.deepEqual(calls, JSON.parse(cli('plan --format json setup.json', { cwd }).stdout));
    assert.deepEqual([baseUrl, setup], [null, 'setup.json']);
    const { status, stdout, stderr } = apply(cwd, '--base-url', emulator.url, 'plan.json');
    assert.deepEqual([status, stdout.split('\n').at(-2)], [0, '2 created'], stderr);
    assert.deepEqual(await names(), ['B', 'A']);
  });

  it('has its own options', () => {
    const cwd = planned('--base-url', emulator.url);
    for (const option of ['--payment=online', '--ar-min-days=1', '--no-config'])
      refused(['apply', '--state', 'state', option, 'plan.json'], /--[a-z-]+ has no effect on a plan/, { cwd });
    assert.equal(existsSync(join(cwd, 'state')), false);
  });

  it('is bound to its base URL, if it has one', async () => {
    const cwd = planned('--base-url', emulator.url);
    const stranger = ['apply', '--state', 'state', '--base-url', 'https://shop.example', 'plan.json'];
    refused(stranger, /the plan is for http:.*, but --base-url is https:\/\/shop\.example\/; no call was made/, {
      cwd,
    });
    assert.equal(apply(cwd, 'plan.json').status, 0);
    assert.deepEqual(await names(), ['B', 'A']);
    refused(['apply', '--state', 'state', 'plan.json'], /missing required option: --base-url <URL>/, {
      cwd: planned(),
    });
  });

  it('stays bound to its base URL when its progress is continued', async () => {
    const cwd = planned('--base-url', emulator.url);
    await emulator.fail({ call: 'create', times: 1 }, { call: 'create', before: 422 });
    assert.equal(apply(cwd, 'plan.json').status, 1);
    const stranger = ['apply', '--state', 'state', '--base-url', 'https://shop.example'];
    refused(stranger, /the plan is for http:.*, but --base-url is https:\/\/shop\.example\//, { cwd });
    assert.match(cli('plan --state state', { cwd }).stdout, /POST/);
    assert.equal(cli('plan --state state --not-made', { cwd }).status, 0);
    refused(stranger, /the plan is for http:/, { cwd });
    assert.equal(apply(cwd, '--base-url', `${emulator.url.replace(/\/*$/, '')}/v1/`).status, 0);
    assert.deepEqual(await names(), ['B', 'A']);
  });

  it('stays bound to a base URL with special characters', () => {
    const cwd = planned('--base-url', `${emulator.url}/$&`);
    assert.equal(apply(cwd, '--no-token', 'plan.json').status, 1);
    const stranger = ['apply', '--state', 'state', '--base-url', emulator.url];
    refused(stranger, /the plan is for http:\S*\/\$&, but --base-url is/, { cwd });
  });

  it('does not replace its setup', () => {
    const cwd = given({ 'setup.json': setup });
    refused('plan --out ./setup.json setup.json', /--out \.\/setup\.json is the setup itself/, { cwd });
    assert.equal(readFileSync(join(cwd, 'setup.json'), 'utf8'), text(setup));
  });

  it('replaces only another plan file', () => {
    const cwd = given({ 'setup.json': setup, empty: '' });
    cli('plan --state state setup.json', { cwd });
    const state = readFileSync(join(cwd, 'state'), 'utf8');
    refused('plan --out state setup.json', /state exists and is not a plan file; name another file/, { cwd });
    assert.equal(readFileSync(join(cwd, 'state'), 'utf8'), state);
    for (const file of ['empty', 'new', 'new']) assert.equal(cli(`plan --out ${file} setup.json`, { cwd }).status, 0);
  });

  it('does not continue the progress of another plan', async () => {
    const cwd = planned('--base-url', emulator.url);
    await emulator.fail({ call: 'create', times: 1 }, { call: 'create', before: 422 });
    assert.equal(apply(cwd, 'plan.json').status, 1);
    assert.deepEqual(await names(), ['B']);
    writeFileSync(join(cwd, 'other.json'), text({ ...setup, initiator: product('X') }));
    cli(['plan', '--out', 'other-plan.json', '--base-url', emulator.url, 'other.json'], { cwd });
    const other = ['apply', '--state', 'state', 'other-plan.json'];
    refused(other, /state has the progress of another plan; no call was made/, { cwd });
    assert.equal(apply(cwd, 'plan.json').status, 0);
    assert.deepEqual(await names(), ['B', 'A']);
  });

  for (const [what, file, change, message] of /** @type {[string, string, (text: string) => string, RegExp][]} */ ([
    ['the setup has changed', 'setup.json', (text) => `${text}\n`, /the setup setup\.json has changed since the plan/],
    [
      'a call was edited',
      'plan.json',
      (text) => text.replace('"B', '"Z'),
      /call 1 \(POST \/v1\/product\) of `calls` is not/,
    ],
    ['the target was edited', 'plan.json', (text) => text.replace(/"http[^"]*"/, 'null'), /the file was edited/],
    [
      'the version of the rules differs',
      'plan.json',
      (text) => text.replace(/"version": ".*?"/, '"version": "0.0.1"'),
      /made by renewal-rules 0\.0\.1/,
    ],
  ])) {
    it(`is rejected if ${what}`, async () => {
      const cwd = planned('--base-url', emulator.url);
      edit(cwd, file, change);
      refused(['apply', '--state', 'state', 'plan.json'], message, { cwd });
      refused(['apply', '--state', 'state', 'plan.json'], /no call was made/, { cwd });
      assert.deepEqual(await names(), []);
    });
  }

  it('is accepted with Windows line breaks', async () => {
    const cwd = planned('--base-url', emulator.url);
    edit(cwd, 'plan.json', (text) => text.replaceAll('\n', '\r\n'));
    assert.equal(apply(cwd, 'plan.json').status, 0);
  });
});
