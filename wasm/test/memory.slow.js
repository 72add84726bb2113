import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

import { endure, watchMemories } from './hostile.js';

const memories = watchMemories();
const { check, jsonText } = await import('renewal-rules');

const sound = () => check({ name: 'Example Pro' }).valid;
// Enough calls for a leak of a few bytes each to need more pages. For runs with more calls see BENCHMARKS.md.
const CALLS = Number(process.argv[2] ?? 200_000);

/** Runs a program in a new process and parses the JSON that it prints. */
const result = (program, ...flags) =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }),
  );

it(`memory is stable over ${CALLS} malformed inputs`, () => {
  const found = endure({ check, jsonText }, CALLS, memories);
  assert.deepEqual(found, { before: found.before, after: found.before, instances: 1, wrong: [] });
  assert.ok(sound());
});

it('repeated large inputs reuse the memory of the first', () => {
  const big = `{"name":"${'x'.repeat(1 << 22)}"}`;
  check(jsonText(big));
  const { byteLength } = memories.at(-1).buffer;
  for (let i = 0; i < 50; i++) check(jsonText(big));
  assert.ok(memories.at(-1).buffer.byteLength <= byteLength * 1.5);
});

it('a call that traps is repeated in a new instance', () => {
  const instances = memories.length;
  // Overwrites all state of the instance, so that the next call traps.
  new Uint8Array(memories.at(-1).buffer).fill(0xff);
  assert.equal(sound(), true);
  assert.equal(memories.length, instances + 1);
  assert.equal(sound(), true);
  assert.equal(memories.length, instances + 1);
});

it('a stack overflow is thrown, and the next call works', () => {
  const deep = () => {
    sound();
    return deep();
  };
  assert.throws(deep);
  assert.equal(sound(), true);
});

it('a report that exceeds the memory is reported as too large', () => {
  const calls = `
    import { checkCatalogue, jsonText } from 'renewal-rules/tools';
    const faulty = (products) => checkCatalogue(jsonText('[0' + ',0'.repeat(products) + ']'));
    const [{ code, params }, ...others] = faulty(600_000).diagnostics;
    console.log(JSON.stringify([code, params, others.length, faulty(1).diagnostics.length]));`;
  const limit = `--wasm-max-mem-pages=${(9 << 26) / (1 << 16)}`;
  assert.deepEqual(result(calls, limit), ['json-syntax', { reason: 'too-large' }, 0, 2]);
});

it('calls work after a call that needs more than 2 GB', () => {
  const calls = `
    import { watchMemories } from './hostile.js';
    const memories = watchMemories();
    const { check, jsonText } = await import('renewal-rules');
    const { valid } = check(jsonText('{"list":[0' + ',0'.repeat(140_000_000) + ']}'));
    const [{ buffer }] = memories;
    const large = check(jsonText('{"name":"' + 'x'.repeat(60_000) + '"}')).valid;
    let refused;
    try {
      check({}, { operation: 'none' });
    } catch (error) {
      refused = error.name;
    }
    console.log(JSON.stringify([valid, buffer.byteLength > 2 ** 31, memories.length, memories.at(-1).buffer.byteLength < 2 ** 23, large, check({ id: 101 }).valid, check(jsonText('{"id":0}')).diagnostics[0].code, refused]));`;
  assert.deepEqual(result(calls), [true, true, 2, true, true, true, 'id-range', 'OptionsError']);
});
