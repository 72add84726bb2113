// Limits the size of a browser bundle for each export of the default entry, minified and compressed.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';

import * as rules from 'renewal-rules';

import { minified } from './size.js';

/** Limits in bytes. Exports that call the rules contain the WebAssembly module. */
const LIMITS = {
  InvalidProductError: 270,
  OptionsError: 170,
  applyToForm: 2_020,
  cartComment: 58_110,
  check: 60_830,
  dependentFields: 1_360,
  diagnosticsByField: 1_280,
  effectiveKind: 58_000,
  errorSummary: 1_540,
  fix: 60_950,
  formSchema: 63_930,
  isProduct: 60_830,
  jsonText: 160,
  parse: 61_000,
  productFromForm: 2_480,
  productSchema: 62_550,
  setMessages: 1_980,
  skuFor: 58_120,
  translate: 2_480,
};

it('every export has a size limit', () => {
  assert.deepEqual(Object.keys(LIMITS), Object.keys(rules));
});

function testLimit(name, exported, limit) {
  it(`${name} costs at most ${limit} bytes`, () => {
    const { length } = gzipSync(minified(`export ${exported} from './dist/index.js'`), { level: 9 });
    assert.ok(length <= limit, `${length} bytes; \`cargo xtask size\` lists the contents`);
    // A limit far above the size would not notice growth.
    assert.ok(length >= limit * 0.8, `${length} bytes: lower the limit`);
  });
}

testLimit('the whole entry', '*', 66_200);
for (const [name, limit] of Object.entries(LIMITS)) testLimit(name, `{ ${name} }`, limit);
