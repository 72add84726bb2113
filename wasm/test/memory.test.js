import assert from 'node:assert/strict';
import { it } from 'node:test';

import { hostileTexts, hostileValues } from './hostile.js';

// The memories of all instances, seen through what the engine offers; the package shows none.
const memories = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  constructor(...args) {
    super(...args);
    memories.push(this.exports.memory);
  }
};
const { check, checkText } = await import('renewal-rules');

const sound = () => check({ name: 'Example Pro' }).valid;
const CALLS = 1_000_000;

it(`the memory after a million calls with malformed input is what it was after a thousand`, () => {
  const small = ([name]) => !/megabyte|million|thousand|100,000|sparse|1,000|huge/.test(name);
  const values = hostileValues.filter(small).map(([, make]) => make);
  const texts = hostileTexts.filter(small).map(([, make]) => make());
  const call = (i) => (i % 2 ? check(values[(i >> 1) % values.length]()) : checkText(texts[(i >> 1) % texts.length]));
  let i = 0;
  for (; i < 1_000; i++) call(i);
  const [memory] = memories;
  const before = memory.buffer.byteLength;
  for (; i < CALLS; i++) call(i);
  assert.equal(memory.buffer.byteLength, before);
  assert.equal(memories.length, 1, 'nothing made a new instance necessary');
  assert.ok(sound());
});

it('large inputs leave the memory as large as one of them needs', () => {
  const big = `{"name":"${'x'.repeat(1 << 22)}"}`;
  checkText(big);
  const { byteLength } = memories.at(-1).buffer;
  for (let i = 0; i < 50; i++) checkText(big);
  assert.ok(memories.at(-1).buffer.byteLength <= byteLength * 1.5);
});

it('after a trap the call is made again in a new instance', () => {
  const instances = memories.length;
  // Whatever the instance kept in its memory is gone: the next call cannot but trap or go astray.
  new Uint8Array(memories.at(-1).buffer).fill(0xff);
  assert.equal(sound(), true);
  assert.equal(memories.length, instances + 1);
  assert.equal(sound(), true);
  assert.equal(memories.length, instances + 1);
});

it('when the stack is used up, the error is the caller’s and the next call works', () => {
  const deep = () => {
    sound();
    return deep();
  };
  assert.throws(deep);
  assert.equal(sound(), true);
});
