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
  applyToForm: 1_300,
  cartComment: 66_000,
  check: 67_500,
  dependentFields: 1_200,
  diagnosticsByField: 400,
  effectiveKind: 66_000,
  errorSummary: 590,
  fix: 67_500,
  formSchema: 70_000,
  isProduct: 67_500,
  jsonText: 160,
  parse: 67_600,
  productFromForm: 1_700,
  productSchema: 69_000,
  setMessages: 1_700,
  skuFor: 66_000,
  translate: 2_150,
};

it('every export has a size limit', () => {
  assert.deepEqual(Object.keys(LIMITS), Object.keys(rules));
});

for (const [name, limit] of Object.entries(LIMITS)) {
  it(`${name} costs at most ${limit} bytes`, () => {
    const { length } = gzipSync(minified(`export { ${name} } from './dist/index.js'`), { level: 9 });
    assert.ok(length <= limit, `${length} bytes`);
    // A limit far above the size would not notice growth.
    assert.ok(length >= limit * 0.8, `${length} bytes: lower the limit`);
  });
}
