// Tests that native and WebAssembly reports are byte for byte the same, for text, bytes and values: for the rules'
// examples and random cases. `npm run parity` takes many more cases.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as small from 'renewal-rules';
import * as tools from 'renewal-rules/tools';

import { cases } from './generated.js';
import { examples } from './rule-examples.js';

const COUNT = Number(process.argv[2] ?? 3_000);
const AT_ONCE = 5_000;
const encoder = new TextEncoder();

function* all() {
  yield* examples;
  yield* cases(1);
}

/** Checks cases with the native core; returns the reports of the text and of the value of each case. */
function natively(some) {
  const input = some
    .map(({ catalogue, options, text, value }) =>
      JSON.stringify({
        catalogue,
        options: options === undefined ? '' : JSON.stringify(options),
        text,
        value: JSON.stringify(value),
      }),
    )
    .join('\n');
  const [program, args] = process.env.XTASK ? [process.env.XTASK, ['native']] : ['cargo', ['xtask', 'native']];
  const result = execFileSync(program, args, {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  return result
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

it(`native and WebAssembly reports agree on ${COUNT} inputs`, () => {
  const row = all();
  for (let done = 0; done < COUNT; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, COUNT - done) }, () => /** @type {any} */ (row.next().value));
    const native = natively(some);
    some.forEach(({ catalogue, options, text, value }, i) => {
      const [ofText, ofValue] = native[i];
      for (const rules of /** @type {any[]} */ (catalogue ? [tools] : [small, tools])) {
        const check = catalogue
          ? (input) => rules.checkCatalogue(input, { layout: 'array', ...options })
          : (input) => rules.check(input, options);
        const about = () => `case ${done + i}: ${text}\nwith ${JSON.stringify(options)}`;
        const same = (report, expected) => {
          const result = JSON.stringify(report);
          if (result !== expected) assert.equal(result, expected, about());
        };
        same(check(rules.jsonText(text)), ofText);
        same(check(rules.jsonText(encoder.encode(text))), ofText);
        same(check(value), ofValue);
      }
    });
  }
});
