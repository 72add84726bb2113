// Tests `renewal-rules apply` with the emulator: which calls it sends, when it retries, and when it asks the user.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { buildSync } from 'esbuild';

import { allRefused, cli, product as existing, given, refused, startLine } from './cli.js';
import { Emulator } from './emulator.js';

const PASSWORD = 'pass-of-vendor';
const env = { RENEWAL_RULES_USERNAME: 'vendor', RENEWAL_RULES_PASSWORD: PASSWORD };
/** Returns a product without id, which is to be created. */
const product = (name, more) => existing(undefined, { name, ...more });
const setup = { initiator: product('A'), renewals: [product('B'), product('C'), product('D')], kinds: { ar: true } };
const files = {
  'setup.json': setup,
  'single.json': { initiator: product('S'), renewals: [], kinds: { ar: true } },
};

let emulator;
before(async () => {
  emulator = await Emulator.start('--account', `vendor:${PASSWORD}`);
});
after(() => emulator.stop());
beforeEach(() => emulator.reset());

/** Runs a command without waits before retries, and asserts that no secret is printed or written. */
function run(name, cwd, ...args) {
  const result = cli([name, '--base-url', emulator.url, '--wait', '0', ...args], { cwd, env });
  const kept = readdirSync(cwd).map((name) => readFileSync(join(cwd, name), 'utf8'));
  for (const text of [result.stdout, result.stderr, ...kept])
    assert.doesNotMatch(text, /pass-of-vendor|Bearer|[0-9a-f]{32}/);
  return result;
}
const apply = (cwd, ...args) => run('apply', cwd, ...args);
const names = async () => (await emulator.products()).map(({ name }) => name);
const state = (cwd) => JSON.parse(readFileSync(join(cwd, 'state'), 'utf8'));

describe('apply of a setup', () => {
  it('creates each product once, and prints its id', async () => {
    const cwd = given(files);
    const dry = apply(cwd, '--dry-run', 'setup.json');
    assert.equal(dry.stdout, cli('plan setup.json', { cwd }).stdout);
    assert.equal(JSON.parse(apply(cwd, '--dry-run', '--format', 'json', 'setup.json').stdout).length, 4);
    assert.deepEqual([await names(), readdirSync(cwd).sort()], [[], Object.keys(files).sort()]);
    const { status, stdout, stderr } = apply(cwd, '--state', 'state', 'setup.json');
    assert.equal(status, 0, stderr);
    assert.equal(
      stdout,
      '1 of 4: create /renewals/0, id 101\n2 of 4: create /renewals/1, id 102\n3 of 4: create /renewals/2, id 103\n4 of 4: create /initiator, id 104\n4 created\n',
    );
    assert.deepEqual(await names(), ['B', 'C', 'D', 'A']);
    assert.deepEqual((await emulator.products())[3].renew_settings.product_id_for_renew, [101, 102, 103, 103]);
    assert.equal(apply(cwd, '--state', 'state').stdout, '4 created\n');
    const { steps, ...rest } = JSON.parse(apply(cwd, '--state', 'state', '--format', 'json').stdout);
    assert.deepEqual(
      [rest, steps[3]],
      [
        { done: 4, left: 0, error: null },
        { call: 'create', path: '/initiator', state: 'done', id: 104 },
      ],
    );
    assert.equal((await names()).length, 4);
    assert.deepEqual(readdirSync(cwd).sort(), ['setup.json', 'single.json', 'state']);
  });

  it('asks for the outcome if a creation is unconfirmed', async () => {
    for (const [failure, isMade] of /** @type {any[][]} */ ([
      // `cargo xtask prove --only kill` tries the other failures.
      [{ after: 'break' }, true],
      [{ before: 500 }, false],
      [{ after: 'cut-off' }, true],
    ])) {
      await emulator.reset();
      await emulator.fail({ call: 'create' }, { call: 'create', ...failure });
      const cwd = given(files);
      const first = apply(cwd, '--state', 'state', 'setup.json');
      assert.equal(first.status, 1, JSON.stringify(failure));
      assert.match(
        first.stderr,
        /the creation of `\/renewals\/1` was sent and its result is not known.*\(--made ID or --not-made\)\n$/,
      );
      const again = apply(cwd, '--state', 'state', '--format', 'json');
      assert.deepEqual([again.status, JSON.parse(again.stdout).error.kind], [1, 'unconfirmed']);
      assert.equal((await names()).length, isMade ? 2 : 1);
      assert.equal(
        apply(cwd, '--state', 'state', ...(isMade ? ['--made', '101'] : ['--made', 'x'])).status,
        isMade ? 1 : 2,
      );
      const last = apply(cwd, '--state', 'state', ...(isMade ? ['--made', '102'] : ['--not-made']));
      assert.equal(last.status, 0, last.stderr);
      assert.deepEqual(await names(), ['B', 'C', 'D', 'A']);
    }
  });

  it('retries rejected creations, and any login or change', async () => {
    const cwd = given(files);
    await emulator.fail(
      { call: 'login', before: 503 },
      { call: 'login', before: 'break' },
      { call: 'create', before: 429, times: 2 },
      { call: 'change', after: 'break' },
      { call: 'change', before: 502 },
      { call: 'change', after: 504 },
    );
    const { status, stdout, stderr } = apply(cwd, '--state', 'state', 'single.json');
    assert.equal(status, 0, stderr);
    assert.equal(
      stdout,
      '1 of 2: create /initiator, id 101\n2 of 2: change /initiator, id 101\n1 created, 1 changed\n',
    );
    assert.equal(stderr.match(/status 429/g).length, 2);
    assert.deepEqual([await names(), await emulator.isFailing()], [['S'], false]);
  });

  it('stops after six attempts, and continues in the next run', async () => {
    const cwd = given(files);
    await emulator.fail({ call: 'create', before: 429, times: 6 });
    const { status, stderr } = apply(cwd, '--state', 'state', 'setup.json');
    assert.deepEqual([status, stderr.match(/status 429/g).length], [1, 6]);
    await emulator.fail({ call: 'create', before: 422 });
    const refusal = apply(cwd, '--state', 'state', '--format', 'json');
    assert.deepEqual([refusal.status, JSON.parse(refusal.stdout).error.status], [1, 422]);
    // The body of the response is printed, because it contains the reason.
    assert.match(refusal.stderr, /status 422\n.*This is a scripted failure/);
    assert.equal(apply(cwd, '--state', 'state').status, 0);
    assert.deepEqual(await names(), ['B', 'C', 'D', 'A']);
  });

  it('continues with a state that was reformatted', async () => {
    const cwd = given(files);
    await emulator.fail({ call: 'create' }, { call: 'create', before: 422 });
    assert.equal(apply(cwd, '--state', 'state', 'setup.json').status, 1);
    const { baseUrl, ...plan } = state(cwd);
    writeFileSync(join(cwd, 'state'), `\ufeff${JSON.stringify({ ...plan, baseUrl }, null, 2)}\n`);
    assert.equal(apply(cwd, '--state', 'state').status, 0);
    assert.equal(state(cwd).baseUrl, baseUrl);
    assert.deepEqual(await names(), ['B', 'C', 'D', 'A']);
  });

  it('leaves no call unconfirmed if the service is unreachable', async () => {
    const cwd = given(files);
    // The system never assigns this port by itself, so no server listens there.
    const nowhere = 'http://127.0.0.1:2';
    const unreached = cli(`apply --base-url ${nowhere} --no-token --wait 0 --state state setup.json`, { cwd });
    assert.equal(unreached.status, 2);
    assert.equal(unreached.stderr.match(/ECONNREFUSED/g).length, 6);
    assert.deepEqual([state(cwd).isSent, unreached.stdout], [false, '4 to create\n']);
    assert.equal(apply(cwd, '--state', 'state').status, 0);
  });

  it('logs in again if a token expires, unless it was given', async () => {
    const cwd = given(files);
    await emulator.fail({ call: 'create' }, { call: 'create', before: 401 });
    assert.equal(apply(cwd, '--state', 'state', 'setup.json').status, 0);
    const { token } = JSON.parse(await emulator.call('/v1/login_check', { username: 'vendor', password: PASSWORD }));
    const ready = (...args) =>
      cli(['apply', '--base-url', emulator.url, ...args], { cwd, env: { RENEWAL_RULES_TOKEN: token } });
    await emulator.fail({ call: 'login', before: 500 });
    assert.equal(ready('--state', 'second', 'single.json').status, 0);
    await emulator.move(90_000);
    const { status, stdout, stderr } = ready('--state', 'third', 'single.json');
    assert.deepEqual([status, stdout, await emulator.isFailing()], [1, '1 to create, 1 to change\n', true]);
    assert.match(stderr, /status 401/);
    const odd = cli(['apply', '--base-url', emulator.url, '--state', 'fourth', 'single.json'], {
      cwd,
      env: { RENEWAL_RULES_TOKEN: 'se\ncret' },
    });
    assert.deepEqual([odd.status, odd.stderr.includes('cret'), existsSync(join(cwd, 'fourth'))], [2, false, false]);
  });

  it('takes no password as a flag, and prompts without echo', async () => {
    const cwd = given(files);
    const begin = `apply --base-url ${emulator.url} --state state`;
    allRefused(cwd, [
      [`${begin} --password x setup.json`, /Unknown option '--password'/],
      [`${begin} setup.json`, /missing environment variable RENEWAL_RULES_USERNAME/],
    ]);
    const wrong = cli(`${begin} setup.json`, { cwd, env: { ...env, RENEWAL_RULES_PASSWORD: 'wrong-one' } });
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /the login was refused \(401\)/);
    assert.doesNotMatch(wrong.stderr, /wrong-one/);
    assert.equal(existsSync(join(cwd, 'state')), false);
    // Runs the command in a pseudo-terminal, which echoes typed text unless the program turns that off.
    const run = async (state, answers) => {
      const line = `${startLine} apply --base-url ${emulator.url} --state ${state} setup.json`;
      const typed = spawn('script', ['-qec', line, '/dev/null'], { cwd, env: { ...process.env, TERM: 'dumb' } });
      const ended = once(typed, 'close');
      let shown = '';
      typed.stdout.on('data', (text) => {
        for (const [question, answer] of Object.entries(answers))
          if (!shown.includes(question) && `${shown}${text}`.includes(question)) typed.stdin.write(answer);
        shown += text;
      });
      const [code] = await ended;
      assert.match(shown, /^Username: vendor\s+Password: \s+1 of 4: .*4 created\s+$/s);
      assert.equal(code, 0);
    };
    await run('state', { 'Username: ': 'vendor\r', 'Password: ': `${PASSWORD}\r` });
    assert.deepEqual(await names(), ['B', 'C', 'D', 'A']);
    await run('pasted', { 'Username: ': `vendor\r${PASSWORD}\r` });
  });

  it('sends nothing if an argument or the setup is invalid', async () => {
    const cwd = given({
      ...files,
      'wrong.json': { ...setup, renewals: [product('B', { licence_term: 'P1D' })] },
      held: '{}',
    });
    const wrong = apply(cwd, '--state', 'state', 'wrong.json');
    assert.deepEqual([wrong.status, wrong.stdout], [1, '']);
    assert.match(wrong.stderr, /error term-below-minimum \/renewals\/0\/licence_term/);
    const base = `apply --base-url ${emulator.url}`;
    const begun = `${base} --state state`;
    for (const [args, words] of /** @type {[string, RegExp][]} */ ([
      ['apply --state state setup.json', /missing required option: --base-url <URL>/],
      ['apply --base-url ftp://x --state state --no-token setup.json', /--base-url must be an absolute URL/],
      [`${base} setup.json`, /missing required option: --state <FILE>/],
      [`${base} --state `, /--state: expected a file name/],
      [`${base} --state none`, /no such file; to begin, name a setup/],
      [`${base} --state held setup.json`, /exists: leave out the setup/],
      [`${base} --state held`, /this is not a saved plan/],
      [`${begun} setup.json single.json`, /unexpected argument 'single.json'/],
      [`${begun} --made 1 setup.json`, /leave out the setup/],
      [`${begun} --made 1 --not-made`, /cannot be used with/],
      [`${base} --made 1`, /missing required option: --state <FILE>/],
      [`${begun} --token-header Authorization setup.json`, /--token-header takes a name/],
      [[...begun.split(' '), '--token-header', 'host: {token}', 'setup.json'], /must be a header for the token alone/],
      [`${begun} --wait 1h setup.json`, /--wait must be a whole number/],
      ['apply --dry-run', /missing required argument: <SETUP>/],
    ]))
      refused(args, words, { cwd, env });
    assert.deepEqual(
      [await names(), existsSync(join(cwd, 'state')), readFileSync(join(cwd, 'held'), 'utf8')],
      [[], false, '{}'],
    );
  });
});

describe('update', () => {
  it('sends only the fields that differ', async () => {
    const old = product('Old', { vat: 1.5 });
    const cwd = given({
      ...files,
      'old.json': old,
      'new.json': { ...old, name: 'New' },
      'less.json': '{}',
      'short.json': { ...old, licence_term: 'p1m' },
      'other.json': { ...old, id: 7, name: 'New' },
      'twice.json': `${JSON.stringify({ ...old, name: 'New' }).slice(0, -1)},"name":"S"}`,
      'old.jsonc': `// The current product.\n${JSON.stringify(old)}`,
    });
    apply(cwd, '--state', 'state', 'single.json');
    const change = (...args) => run('update', cwd, '--current', 'old.json', ...args);
    assert.equal(change('--id', '101', '--dry-run', 'new.json').stdout, 'PATCH /v1/product/101  {"name":"New"}\n');
    assert.deepEqual(
      JSON.parse(change('--id', '101', '--dry-run', '--format', 'json', 'new.json').stdout).map(
        ({ method, path, body }) => [method, path, body],
      ),
      [['PATCH', '/v1/product/101', '{"name":"New"}']],
    );
    const twice = change('--id', '101', 'twice.json');
    assert.deepEqual([twice.status, twice.stdout], [1, '']);
    assert.match(twice.stderr, /twice\.json:1:\d+: error duplicate-key \/name: /);
    const jsonc = ['update', cwd, '--current', 'old.jsonc', '--id', '101', '--dry-run'];
    assert.equal(run(...jsonc, 'new.json').stdout, 'PATCH /v1/product/101  {"name":"New"}\n');
    writeFileSync(join(cwd, 'wide.json'), '\ufeff{}', 'utf16le');
    assert.match(change('--id', '101', 'wide.json').stderr, /wide\.json: This is not JSON/);
    assert.deepEqual(await names(), ['S']);
    await emulator.fail({ call: 'change', before: 429 }, { call: 'change', after: 'cut-off' });
    assert.equal(change('--id', '101', 'new.json').stdout, 'product 101 changed: name\n');
    const [{ name, vat, renew_settings }] = await emulator.products();
    assert.deepEqual([name, vat, renew_settings.product_id_for_renew], ['New', undefined, [101, 101]]);
    assert.deepEqual(JSON.parse(change('--id', '101', '--format', 'json', 'new.json').stdout), {
      id: 101,
      fields: ['name'],
      error: null,
    });
    assert.deepEqual([change('old.json').status, change('old.json').stdout], [0, 'nothing to change\n']);

    assert.match(change('new.json').stderr, /missing required option: --id <ID>/);
    for (const id of ['0', 'x', '9'.repeat(20)]) assert.equal(change('--id', id, 'new.json').status, 2, id);
    assert.match(change('--id', '8', 'other.json').stderr, /--id is 8, but the product's id is 7/);
    assert.match(change('--id', '101', 'less.json').stderr, /a change cannot remove a field/);
    assert.equal(change('--id', '101', 'less.json').status, 2);
    const short = change('--id', '101', 'short.json');
    assert.deepEqual([short.status, short.stdout], [1, '']);
    assert.match(short.stderr, /error term-format \/licence_term/);
    const unknown = change('--id', '999', '--format', 'json', 'new.json');
    assert.deepEqual([unknown.status, JSON.parse(unknown.stdout).error.status], [1, 404]);
    for (const failure of [{ before: 'break' }, { after: 'break' }, { after: 'cut-off' }]) {
      await emulator.fail({ call: 'change', ...failure, times: 6 });
      const { status, stderr } = change('--id', '101', 'new.json');
      assert.equal(status, 1, stderr);
      assert.match(stderr, /whether the change was made is not known; it is safe to run the command again\n$/);
    }
    const base = `update --base-url ${emulator.url}`;
    allRefused(cwd, [
      [`${base} new.json`, /missing required option: --current <FILE>/],
      [`${base} --current old.json`, /missing required argument: <PRODUCT>/],
    ]);
  });
});

describe('the waits before a retry', () => {
  let Service;
  before(async () => {
    const outfile = fileURLToPath(new URL('../dist/build/send.js', import.meta.url));
    buildSync({
      entryPoints: [fileURLToPath(new URL('../cli/send.ts', import.meta.url))],
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      external: ['#internal'],
      outfile,
    });
    ({ Service } = await import(pathToFileURL(outfile).href));
  });
  const request = (url) => ({
    method: 'PATCH',
    url: `${url}/v1/product/101`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  /** Lets the emulator fail; returns the waits before retries in milliseconds, and the message of the final error. */
  async function waits(...failures) {
    await emulator.fail(...failures);
    const waited = [];
    const service = new Service({ 'base-url': emulator.url, 'no-token': true }, 1, (time) => waited.push(time));
    let isMade = false;
    const take = ({ status = 0 }) => {
      isMade = status === 401;
      // When the emulator no longer fails, it responds with 401, because the call has no token.
      return isMade ? null : { message: `${status}`, retryable: true };
    };
    const error = await service.carryOut({
      next: () => ({ request: isMade ? null : request(emulator.url), error: null }),
      keep() {},
      take,
    });
    return [waited, error?.message];
  }

  it('double each time, or follow Retry-After', async () => {
    assert.deepEqual(await waits(), [[], undefined]);
    assert.deepEqual(await waits({ before: 503, times: 5 }), [[1000, 2000, 4000, 8000, 16000], undefined]);
    assert.deepEqual(
      await waits({ before: 429, retryAfter: 30 }, { before: 'break' }, { before: 429, retryAfter: 1 }),
      [[30_000, 2000, 4000], undefined],
    );
    assert.deepEqual(await waits({ before: 503, times: 6 }), [[1000, 2000, 4000, 8000, 16000], '503']);
    // A day is too long to wait, so the call is not retried.
    assert.deepEqual(await waits({ before: 429, retryAfter: 86_400 }), [[], '429']);
  });
});
