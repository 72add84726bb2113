// Tests `renewal-rules apply` if the outcome of a call cannot be saved or printed: the id of a product is never lost.

import assert from 'node:assert/strict';
import { closeSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { apply, create, files, respond, run, serve, stateOf } from './apply.js';
import { folder, given } from './cli.js';

const nameOf = ({ body }) => JSON.parse(body).name;
const names = (requests) => requests.map(nameOf);

/** Starts a service that creates products; `before` is called before each response. */
async function service(before, handle = create) {
  const { port, requests } = await serve((response, requests) => {
    before(requests.length);
    handle(response, requests);
  });
  return { url: `http://127.0.0.1:${port}`, requests };
}

const begin = (url, cwd, ...args) => apply(url, ['--no-token', '--state', 'state', ...args], { cwd });

describe('an outcome that cannot be saved', () => {
  it('is printed with the id, and recorded later by --made', async () => {
    for (const json of [[], ['--format', 'json']]) {
      const cwd = given(files);
      const at = (name) => join(cwd, name);
      // A directory in place of the file can be neither read nor written.
      const { url, requests } = await service((count) => {
        if (count > 1) return;
        renameSync(at('state'), at('saved'));
        mkdirSync(at('state'));
      });
      const { status, stdout, stderr } = await begin(url, cwd, ...json, 'setup.json');
      assert.deepEqual([status, names(requests)], [2, ['B']], stderr);
      assert.match(stderr, /not recorded: 1 of 2: create \/renewals\/0, id 101\nstate: .*EISDIR/);
      assert.match(stderr, /\nwhen state can be written, run the command again with --made 101 instead/);
      if (json.length > 0) {
        const { steps, error } = JSON.parse(stdout);
        assert.deepEqual([steps[0].id, error.kind], [101, 'unsaved']);
        assert.match(error.message, /id 101.*--made 101 instead of the setup$/s);
      } else assert.equal(stdout, '1 of 2: create /renewals/0, id 101\n1 created; 1 to create\n');
      rmdirSync(at('state'));
      renameSync(at('saved'), at('state'));
      assert.equal((await begin(url, cwd, '--made', '101')).status, 0);
      assert.deepEqual(
        [names(requests), stateOf(cwd).done],
        [
          ['B', 'A'],
          [101, 102],
        ],
      );
    }
  });

  it('is printed with the whole state if the folder was removed', async () => {
    const cwd = given({ ...files, 'folder/x': '' });
    const { url, requests } = await service((count) => {
      if (count === 1) rmSync(join(cwd, 'folder'), { recursive: true });
    });
    const args = ['--no-token', '--state', 'folder/state'];
    const { status, stdout, stderr } = await apply(url, [...args, 'setup.json'], { cwd });
    assert.deepEqual([status, names(requests)], [2, ['B']], stderr);
    assert.match(stdout, /create \/renewals\/0, id 101\n/);
    assert.match(
      stderr,
      /not recorded: .*id 101\nfolder\/state\.lock was removed.*\nfolder\/state does not exist: save the last line/,
    );
    mkdirSync(join(cwd, 'folder'));
    writeFileSync(join(cwd, 'folder/state'), stderr.trimEnd().split('\n').at(-1));
    assert.equal((await apply(url, args, { cwd })).status, 0);
    assert.deepEqual(names(requests), ['B', 'A']);
  });

  it('is recorded by --not-made if the service refused the call', async () => {
    const cwd = given(files);
    const at = (name) => join(cwd, name);
    const { url } = await service(
      () => {
        renameSync(at('state'), at('saved'));
        mkdirSync(at('state'));
      },
      (response) => respond(response, 422, '{"why":"x"}'),
    );
    const { status, stderr } = await begin(url, cwd, 'setup.json');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /status 422.*\n.*not recorded: the call was not made\nstate: .*\n.* --not-made instead of the setup\n$/,
    );
  });

  it('is recorded by a second --made or --not-made after ENOSPC', async () => {
    const preload = join(folder, 'full.mjs');
    writeFileSync(
      preload,
      `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.fsyncSync = () => { throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }); };
      syncBuiltinESMExports();`,
    );
    const env = { NODE_OPTIONS: `--import ${preload}` };
    const cwd = given(files);
    const { url } = await service(() => {});
    assert.equal((await begin(url, cwd, 'setup.json')).status, 0);
    const needless = await apply(url, ['--no-token', '--state', 'state', '--made', '7'], { cwd, env });
    assert.deepEqual([needless.status, needless.stderr.match(/not-made|not recorded/)], [1, null], needless.stderr);
    for (const [option, outcome] of /** @type {[string[], RegExp][]} */ ([
      [['--made', '7'], /not recorded: 1 of 2: create \/renewals\/0, id 7\nstate: .*ENOSPC.*\n.* --made 7 /],
      [['--not-made'], /not recorded: the call was not made\nstate: .*ENOSPC.*\n.* --not-made /],
    ])) {
      const cwd = given(files);
      const { url, requests } = await service(
        () => {},
        (response, requests) => (requests.length === 1 ? respond(response, 500) : create(response, requests)),
      );
      assert.equal((await begin(url, cwd, 'setup.json')).status, 1);
      const failed = await apply(url, ['--no-token', '--state', 'state', ...option], { cwd, env });
      assert.deepEqual([failed.status, requests.length, stateOf(cwd).isSent], [2, 1, true]);
      assert.match(failed.stderr, outcome);
      const planned = await run(['plan', '--state', 'state', ...option], { cwd, env });
      assert.equal(planned.status, 2);
      assert.match(planned.stderr, /^renewal-rules: state: the plan cannot be saved: the disk is full \(ENOSPC\)\n$/);
      const again = await begin(url, cwd, ...option);
      assert.equal(again.status, 0, again.stderr);
    }
  });

  it('is avoided: no call is sent if the state cannot be saved', async () => {
    const cwd = given({ ...files, 'folder/x': '' });
    const login = (response) => {
      rmSync(join(cwd, 'folder'), { recursive: true });
      respond(response, 200, '{"token":"T"}');
    };
    const { url, requests } = await service(() => {}, login);
    const env = { RENEWAL_RULES_USERNAME: 'u', RENEWAL_RULES_PASSWORD: 'p' };
    const { status, stderr } = await apply(url, ['--state', 'folder/state', 'setup.json'], { cwd, env });
    assert.deepEqual([status, requests.map(({ url }) => url)], [2, ['/v1/login_check']]);
    assert.match(stderr, /folder\/state.*; the call was not sent\n$/);
  });
});

describe('an outcome that cannot be printed', () => {
  it('is saved, and printed to standard error', async () => {
    for (const isFull of [true, false]) {
      for (const json of [[], ['--format', 'json']]) {
        const cwd = given(files);
        const { url, requests } = await service(() => {});
        const out = isFull ? openSync('/dev/full', 'w') : 'closed';
        const args = ['--no-token', '--state', 'state', ...json, 'setup.json'];
        const { status, stderr } = await apply(url, args, { cwd, out });
        if (typeof out === 'number') closeSync(out);
        assert.deepEqual([status, stateOf(cwd).done, stateOf(cwd).isSent], [2, [101, 102], false], stderr);
        assert.match(
          stderr,
          json.length > 0 ? /"id":101.*"id":102/ : /\/renewals\/0, id 101\n.*\/initiator, id 102\n/s,
        );
        assert.match(stderr, isFull ? /standard output \(.*ENOSPC/ : /standard output \(it is closed\)/);
        assert.doesNotMatch(stderr, /\n\s+at /);
        assert.deepEqual(names(requests), ['B', 'A']);
      }
    }
  });

  it('is printed to standard error by `plan`, too', async () => {
    const cwd = given(files);
    const out = openSync('/dev/full', 'w');
    const { status, stderr } = await run(['plan', '--state', 'state', 'setup.json'], { cwd, out });
    closeSync(out);
    assert.deepEqual([status, stateOf(cwd).isSent], [2, true]);
    assert.match(stderr, /standard output \(.*\n1 {2}POST \/v1\/product/);
  });
});

describe('an outcome before a failed login', () => {
  it('is printed and saved', async () => {
    const cwd = given(files);
    let logins = 0;
    const { port } = await serve((response, requests) => {
      const { url } = requests.at(-1);
      if (url === '/v1/login_check') respond(response, ++logins === 1 ? 200 : 401, '{"token":"T"}');
      else if (requests.length > 2) respond(response, 401);
      else create(response, requests);
    });
    const env = { RENEWAL_RULES_USERNAME: 'u', RENEWAL_RULES_PASSWORD: 'p' };
    const args = ['--state', 'state', '--format', 'json', 'setup.json'];
    const { status, stdout, stderr } = await apply(`http://127.0.0.1:${port}`, args, { cwd, env });
    const { steps, error } = JSON.parse(stdout);
    assert.deepEqual([status, steps[0].id, error.kind], [2, 102, 'no-token'], stderr);
    assert.match(stderr, /the login failed, so the call was not sent\n$/);
    assert.deepEqual([stateOf(cwd).done, stateOf(cwd).isSent], [[102], false]);
  });
});
