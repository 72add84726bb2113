// Kills `renewal-rules apply` at each point of a setup of four products, while the service fails, and runs it again: no
// product is created twice, and none is lost. With the argument `all`, combines each point with each failure of each
// call.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';

import { command, given, product } from './cli.js';
import { Emulator } from './emulator.js';

const [A, ...renewals] = ['A', 'B', 'C', 'D'].map((name) => product(undefined, { name }));
const chain = { initiator: A, renewals, kinds: { ar: true } };
const single = { initiator: A, renewals: [], kinds: { ar: true } };
const preload = new URL('killed.mjs', import.meta.url).href;

const before = [500, 429, 422, 401, 'break', 'not-json', 'cut-off'].map((before) => ({ before }));
const after = [500, 504, 'break', 'not-json', 'cut-off'].map((after) => ({ after }));
const passing = (call, times) => (times === 0 ? [] : [{ call, times }]);
/** Returns whether the service reports success for an update that it has not executed: no client can detect this. */
const isLie = ({ before, call }) => call === 'change' && before === 'not-json';
const failing = (call, calls) =>
  Array.from({ length: calls }, (_, index) =>
    [...before, ...after].map((failure) => [...passing(call, index), { call, ...failure }]),
  ).flat();
const cases = [
  ...[[], ...failing('create', 4), ...failing('login', 1)].map((failures) => [chain, failures]),
  ...[[], ...failing('create', 1), ...failing('change', 1)]
    .filter((failures) => !failures.some(isLie))
    .map((failures) => [single, failures]),
];
/**
 * Returns the range of kill points to test for a case. A call has 14 points, and fewer than 6 points precede the first
 * call. The case without failures covers the points before the call that fails, and those after the call that follows
 * it.
 */
const pointsOf = (failures) => {
  const begin = 14 * (failures.find(({ times }) => times !== undefined)?.times ?? 0);
  return { begin, end: failures.length === 0 ? Number.POSITIVE_INFINITY : begin + 6 + 2 * 14 };
};

/**
 * Runs `apply` to its end, or kills it at the point `killAt`. In the result, `left` is the number of points before the
 * kill of the next run, or -1 if this run was killed.
 */
async function run(emulator, cwd, args, killAt) {
  const env = {
    ...process.env,
    NO_COLOR: '',
    KILL_AT: String(killAt),
    POINTS: join(cwd, 'points'),
    RENEWAL_RULES_USERNAME: 'emulator',
    RENEWAL_RULES_PASSWORD: 'emulator',
  };
  const child = spawn(
    process.execPath,
    ['--import', preload, command, 'apply', '--base-url', emulator.url, '--state', 'state', '--wait', '0', ...args],
    { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('close', (status, signal) => resolve({ status, signal })));
  const [stdout, stderr, end] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const left = end.signal === null ? killAt - Number(readFileSync(join(cwd, 'points'), 'utf8')) : -1;
  return { ...end, said: stdout + stderr, left };
}

/**
 * Runs `apply` until all calls are made, and reports the outcome of an unconfirmed call as a user would. Returns
 * whether a run was killed.
 */
async function survives(emulator, setup, failures, killAt) {
  const what = JSON.stringify({ failures, killAt, renewals: setup.renewals.length });
  await emulator.reset();
  await emulator.fail(...failures);
  const cwd = given({ 'setup.json': setup });
  const state = join(cwd, 'state');
  let last = await run(emulator, cwd, ['setup.json'], killAt);
  let isKilled = last.signal === 'SIGKILL';
  for (let runs = 0; last.status !== 0; runs += 1) {
    assert.ok(runs < 6, `${what}: ${last.said}`);
    assert.doesNotMatch(last.said, /\n\s+at /, what);
    let args = ['setup.json'];
    if (existsSync(state)) {
      const { isSent, done } = JSON.parse(readFileSync(state, 'utf8'));
      const due = [...setup.renewals, setup.initiator][done.length];
      args = [];
      if (isSent && due !== undefined) {
        const found = (await emulator.products()).find(({ name }) => name === due.name);
        args = found === undefined ? ['--not-made'] : ['--made', String(found.id)];
      }
    }
    last = await run(emulator, cwd, args, last.left);
    isKilled ||= last.signal === 'SIGKILL';
  }
  const products = await emulator.products();
  const ids = Object.fromEntries(products.map(({ id, name }) => [name, id]));
  assert.deepEqual(
    products.map(({ name }) => name).sort(),
    [...setup.renewals, setup.initiator].map(({ name }) => name).sort(),
    what,
  );
  const renewals = setup.renewals.length === 0 ? ['A'] : setup.renewals.map(({ name }) => name);
  const { renew_settings, licence_term } = products.find(({ name }) => name === 'A');
  assert.deepEqual(
    renew_settings.product_id_for_renew,
    [...renewals, renewals.at(-1)].map((name) => ids[name]),
    what,
  );
  assert.equal(licence_term, 'P1M');
  return isKilled;
}

it('apply creates each product once if killed at any point', { timeout: 3_600_000 }, async (t) => {
  const isLong = process.argv.includes('all');
  let count = 0;
  async function each(lane) {
    const emulator = await Emulator.start();
    t.after(() => emulator.stop());
    if (isLong) {
      for (let next = cases.shift(); next !== undefined; next = cases.shift()) {
        const [setup, failures] = next;
        const { begin, end } = pointsOf(failures);
        for (let killAt = begin; killAt < end && (await survives(emulator, setup, failures, killAt)); killAt += 1)
          count += 1;
        console.log(`${count} kills, ${JSON.stringify(failures)}`);
      }
    } else {
      // Test each point once, with one of the failures.
      const ofChain = cases.filter(([setup]) => setup === chain);
      for (let killAt = lane; await survives(emulator, ...ofChain[(killAt * 7) % ofChain.length], killAt); killAt += 2)
        count += 1;
    }
  }
  await Promise.all([each(0), each(1)]);
  t.diagnostic(`${count} kills`);
  assert.ok(count > 40, `${count} kills`);
});
