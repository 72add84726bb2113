// Tests the lock of a plan: two runs never hold it at the same time, and a run that has ended does not hold it for
// ever.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { apply as applyInThread, create, files, respond, run as runInThread, serve, stateOf } from './apply.js';
import { command, given, refused } from './cli.js';

// A lock belongs to a process, so run each command in one of its own.
const run = (args, more) => runInThread(args, { ...more, isProcess: true });
const apply = (url, args, more) => applyInThread(url, args, { ...more, isProcess: true });

const args = ['--no-token', '--state', 'state'];
const lockOf = (cwd) => join(cwd, 'state.lock');
const readLock = (cwd) => JSON.parse(readFileSync(lockOf(cwd), 'utf8'));

/** Preloaded module that makes another run take over the lock as soon as the plan is saved. */
const TAKE = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { renameSync, writeFileSync } = fs;
fs.renameSync = (from, to) => {
  renameSync(from, to);
  writeFileSync('state.lock', 'other');
};
syncBuiltinESMExports();
`;

/** Starts a service that responds to the first creation when `release` is called. */
async function service() {
  let release;
  let arrive;
  const arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  const { port, requests } = await serve((response, requests) => {
    const respond = () => create(response, requests);
    if (requests.length > 1) return respond();
    release = respond;
    arrive();
  });
  return { url: `http://127.0.0.1:${port}`, requests, arrived, release: () => release() };
}

/** A run that was killed: its folder, its service and its lock, with the id of a process that has ended. */
const killed = (async () => {
  const { url, arrived } = await service();
  const cwd = given(files);
  const child = spawn(process.execPath, [command, 'apply', '--base-url', url, ...args, 'setup.json'], { cwd });
  await arrived;
  child.kill('SIGKILL');
  await once(child, 'close');
  return { cwd, url, lock: readLock(cwd) };
})();

/** Runs `apply` in a new folder that contains this lock. */
async function runWith(lock, more = {}) {
  const cwd = given({ ...files, 'state.lock': lock, ...more });
  const { port } = await serve(create);
  const result = await apply(`http://127.0.0.1:${port}`, [...args, 'setup.json'], { cwd });
  return { ...result, cwd };
}

it('apply says how to continue when a signal stops it', async () => {
  const { url, arrived } = await service();
  const cwd = given(files);
  const child = spawn(process.execPath, [command, 'apply', '--base-url', url, ...args, 'setup.json'], { cwd });
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  await arrived;
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'close'), [null, 'SIGINT']);
  assert.equal(said, 'renewal-rules: stopped by SIGINT; run the command again without the setup to continue\n');
});

describe('a lock of a run that has ended', () => {
  it('is removed at once if its process is known to have ended', async () => {
    const { cwd, url, lock } = await killed;
    const again = await apply(url, args, { cwd });
    assert.match(again.stderr, /\(--made ID or --not-made\)\n$/);
    assert.equal(existsSync(lockOf(cwd)), false);
    for (const left of [
      lock,
      { ...lock, host: 'another.name' },
      // The process id was reused: it belongs to another process now.
      { ...lock, pid: process.pid },
      { ...lock, pid: 1 },
    ]) {
      const { status, stderr, cwd } = await runWith(left);
      assert.equal(status, 0, stderr);
      assert.deepEqual(readdirSync(cwd).sort(), ['setup.json', 'state']);
    }
  });

  it('is removed together with a stale claim', async () => {
    const { lock } = await killed;
    const { status, stderr, cwd } = await runWith(lock, { 'state.lock.claim': lock });
    assert.equal(status, 0, stderr);
    assert.deepEqual(readdirSync(cwd).sort(), ['setup.json', 'state']);
  });

  it('is removed without a heartbeat if its process is unknown', async () => {
    const { lock } = await killed;
    const elsewhere = { ...lock, realm: 'another computer', pid: process.pid };
    const all = ['', '\0\0', '{"id":"1', '{"id":""}', '{"id":"","pid":1}', elsewhere].map(async (left) => {
      const { status, stderr, cwd } = await runWith(left);
      assert.equal(status, 0, stderr);
      assert.deepEqual(readdirSync(cwd).sort(), ['setup.json', 'state']);
    });
    await Promise.all(all);
  });
});

it('a file with the name of a lock is kept if it is something else', async () => {
  for (const content of ['# composer\n', '{"packages":[]}', '{"format":1}', 'null']) {
    const { status, stderr, cwd } = await runWith(content);
    assert.equal(status, 2);
    assert.match(stderr, /^renewal-rules: state\.lock is not a lock file of this program/);
    assert.equal(readFileSync(lockOf(cwd), 'utf8'), content);
    assert.equal(existsSync(join(cwd, 'state')), false);
  }
});

describe('a lock of an active run', () => {
  it('is found through links to the state file', async () => {
    // The state file does not exist when the first run begins.
    for (const [first, second] of [
      ['state', 'link'],
      ['link', 'state'],
    ]) {
      const { url, arrived, release } = await service();
      const cwd = given(files);
      symlinkSync('state', join(cwd, 'link'));
      const holder = apply(url, ['--no-token', '--state', first, 'setup.json'], { cwd });
      await arrived;
      const other = await apply(url, ['--no-token', '--state', second], { cwd });
      assert.equal(other.status, 2);
      assert.match(other.stderr, /state\.lock exists: another run/);
      release();
      assert.equal((await holder).status, 0);
    }
  });

  it('is named if it cannot be read', async () => {
    const cwd = given({ ...files, 'state.lock/file': '' });
    refused(
      'apply --base-url http://127.0.0.1:1 --state state setup.json',
      /state\.lock cannot be created: this is a folder, not a file \(EISDIR\)/,
      {
        cwd,
      },
    );
  });

  it('is named if it is a link that leads nowhere', () => {
    const cwd = given(files);
    symlinkSync('nowhere', join(cwd, 'state.lock'));
    refused('plan --state state setup.json', /state\.lock is a link that leads nowhere; remove it/, { cwd });
  });

  it('works for state files with the longest names', async () => {
    const cwd = given(files);
    const { port } = await serve(create);
    const state = 's'.repeat(255);
    const result = await apply(`http://127.0.0.1:${port}`, ['--no-token', '--state', state, 'setup.json'], { cwd });
    assert.equal(result.status, 0, result.stderr);
    assert.deepEqual(readdirSync(cwd).sort(), [state, 'setup.json'].sort());
  });

  it('makes other runs fail, with a hint to wait', async () => {
    const { url, arrived, release } = await service();
    const cwd = given(files);
    const holder = apply(url, [...args, 'setup.json'], { cwd });
    await arrived;
    const { pid } = readLock(cwd);
    const message = new RegExp(`state\\.lock exists: another run \\(process ${pid} on .*\\) .*; wait until it ends`);
    for (const other of [apply(url, args, { cwd }), run(['plan', '--state', 'state'], { cwd })]) {
      const { status, stderr } = await other;
      assert.equal(status, 2);
      assert.match(stderr, message);
    }
    release();
    assert.equal((await holder).status, 0);
    assert.deepEqual(stateOf(cwd).done, [101, 102]);
  });

  it('on another computer is valid while it has a heartbeat', async () => {
    const { lock } = await killed;
    const cwd = given({ ...files, 'state.lock': { ...lock, realm: 'another computer' } });
    let time = 1e9;
    const timer = setInterval(() => utimesSync(lockOf(cwd), ++time, time), 200);
    after(() => clearInterval(timer));
    const { status, stderr } = await apply('http://127.0.0.1:1', [...args, 'setup.json'], { cwd });
    clearInterval(timer);
    assert.equal(status, 2);
    assert.match(stderr, /state\.lock exists: another run/);
  });

  it('has a heartbeat', async () => {
    const { url, arrived, release } = await service();
    const cwd = given(files);
    const holder = apply(url, [...args, 'setup.json'], { cwd });
    await arrived;
    utimesSync(lockOf(cwd), 1, 1);
    while (statSync(lockOf(cwd)).mtimeMs === 1000) await new Promise((resolve) => setImmediate(resolve));
    release();
    assert.equal((await holder).status, 0);
  });

  it('stops its run if another run takes it over', async () => {
    const { url, requests, arrived, release } = await service();
    const cwd = given(files);
    const holder = apply(url, [...args, 'setup.json'], { cwd });
    await arrived;
    writeFileSync(lockOf(cwd), 'other');
    const state = readFileSync(join(cwd, 'state'), 'utf8');
    release();
    const { status, stderr } = await holder;
    assert.deepEqual([status, requests.length], [2, 1]);
    assert.match(stderr, /not recorded: .*id 101\nstate\.lock: another run has taken over/);
    assert.deepEqual([readFileSync(lockOf(cwd), 'utf8'), readFileSync(join(cwd, 'state'), 'utf8')], ['other', state]);
  });
});

describe('a lock that a run has lost', () => {
  /** Runs `apply`; calls `lose` with the lock file before the response to each call. */
  async function losing(lose, handle = create) {
    let cwd = '';
    const { port, requests } = await serve((response, requests) => {
      lose(lockOf(cwd));
      handle(response, requests);
    });
    cwd = given(files);
    const { status, stderr } = await apply(`http://127.0.0.1:${port}`, [...args, 'setup.json'], { cwd });
    return { status, stderr, requests, state: stateOf(cwd) };
  }
  const take = (lock) => writeFileSync(lock, 'other');

  it('prevents recording a response, also if it was removed', async () => {
    for (const [lose, words] of /** @type {[(lock: string) => void, RegExp][]} */ ([
      [take, /: another run has taken over/],
      [rmSync, / was removed during this run/],
    ])) {
      const { status, stderr, requests, state } = await losing(lose);
      assert.deepEqual([status, requests.length, state.isSent, state.done], [2, 1, true, []], stderr);
      assert.match(stderr, /not recorded: 1 of 2: create .*, id 101\n/);
      assert.match(stderr, words);
      assert.doesNotMatch(stderr, /--made/);
    }
  });

  it('leaves a call with status 500 unconfirmed', async () => {
    const { stderr, state } = await losing(take, (response) => respond(response, 500));
    assert.deepEqual([state.isSent, state.done], [true, []]);
    assert.match(stderr, /status 500: whether it was made is not known/);
    assert.doesNotMatch(stderr, /the call was not made/);
  });

  it('prevents a call from being sent', async () => {
    const cwd = given({ ...files, 'take.mjs': TAKE });
    const { port, requests } = await serve(create);
    const env = { NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, 'take.mjs'))}` };
    const result = await apply(`http://127.0.0.1:${port}`, [...args, 'setup.json'], { cwd, env });
    assert.deepEqual([result.status, requests.length, stateOf(cwd).isSent], [2, 0, true], result.stderr);
    assert.match(result.stderr, /another run has taken over this plan; the call was not sent/);
  });
});

describe('concurrent runs', () => {
  it('create each product once, also with stale locks', async () => {
    const { lock } = await killed;
    for (const more of [{}, { 'state.lock': lock }, { 'state.lock': lock, 'state.lock.claim': lock }]) {
      const cwd = given({ ...files, ...more });
      const { port, requests } = await serve(create);
      const url = `http://127.0.0.1:${port}`;
      const results = await Promise.all(Array.from({ length: 6 }, () => apply(url, [...args, 'setup.json'], { cwd })));
      for (const { status, stderr } of results)
        if (status !== 0) assert.match(stderr, /state\.lock(\.claim)? exists: another run|state exists: leave out/);
      assert.equal(results.filter(({ status }) => status === 0).length, 1);
      assert.equal(requests.length, 2);
      assert.deepEqual(readdirSync(cwd).sort(), ['setup.json', 'state']);
    }
  });
});
