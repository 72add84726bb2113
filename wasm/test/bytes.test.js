// Tests that every call treats bytes like `check`: a byte order mark is skipped, invalid UTF-8 is reported.

import assert from 'node:assert/strict';
import { it } from 'node:test';

import * as rules from 'renewal-rules';
import * as tools from 'renewal-rules/tools';

import { internal } from './internal.js';

const product = {
  id: 101,
  name: 'é',
  family_name: 'F',
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_pmr: true },
  variants: [],
};
const text = JSON.stringify(product);
const encode = (text) => new TextEncoder().encode(text);
/** `marked` encodes a text after a byte order mark; `cut` leaves out one byte of its only non-ASCII character. */
const marked = (text) => Uint8Array.of(0xef, 0xbb, 0xbf, ...encode(text));
const cut = (text) => encode(text).filter((byte) => byte !== 0xa9);
/** Functions that convert bytes to a typed array, to an ArrayBuffer, and to a DataView with an offset. */
const holders = [
  (bytes) => bytes,
  (bytes) => bytes.slice().buffer,
  (bytes) => new DataView(Uint8Array.of(0, ...bytes).buffer, 1),
];

const { jsonText } = rules;
const { render } = internal;
const purchase = { purchaseDate: '2026-01-31' };
/** @type {import('renewal-rules').CheckOptions} */
const update = { operation: 'update', productId: 101 };
const setup = JSON.stringify({
  initiator: { ...product, id: undefined, renew_settings: undefined },
  renewals: [],
  kinds: { pmr: true },
});
const plan = String(tools.Plan.create(jsonText(setup)));
/** Returns whether a call throws an error of the package. */
const throws = (call) => {
  try {
    call();
    return false;
  } catch (error) {
    assert.equal(typeof error.kind, 'string', error);
    return true;
  }
};

/** A valid input for each call, and a function that returns whether the call rejects an input. */
/** @type {{ [name: string]: [text: string, refuses: (given: any) => boolean] }} */
const calls = {
  check: [text, (given) => rules.check(given).diagnostics[0]?.code === 'json-syntax'],
  'check of the tools': [text, (given) => tools.check(given).diagnostics[0]?.code === 'json-syntax'],
  checkCatalogue: [
    `[${text}]`,
    (given) => tools.checkCatalogue(given, { layout: 'array' }).diagnostics[0]?.code === 'json-syntax',
  ],
  'checkCatalogue of lines': [
    text,
    (given) => tools.checkCatalogue(given, { layout: 'lines' }).diagnostics[0]?.code === 'json-syntax',
  ],
  fix: [text, (given) => rules.fix(given).report.diagnostics[0]?.code === 'json-syntax'],
  fixCatalogue: [
    `[${text}]`,
    (given) => tools.fixCatalogue(given, { layout: 'array' }).report.diagnostics[0]?.code === 'json-syntax',
  ],
  'fixCatalogue of lines': [
    text,
    (given) => tools.fixCatalogue(given, { layout: 'lines' }).report.diagnostics[0]?.code === 'json-syntax',
  ],
  applyPatch: [text, (given) => throws(() => tools.applyPatch(given, [{ op: 'remove', path: '/id' }]))],
  effectiveKind: [text, (given) => rules.effectiveKind(given).reason === 'malformed'],
  'check with current': [text, (current) => throws(() => rules.check({ licence_term: 'P2M' }, { ...update, current }))],
  'effectiveKind with current': [
    text,
    (current) => throws(() => rules.effectiveKind({ licence_term: 'P2M' }, { ...update, current })),
  ],
  'productSchema with current': [
    text,
    (current) => throws(() => rules.productSchema.with({ ...update, current })['~standard'].validate({})),
  ],
  'render with current': [
    text,
    (current) =>
      throws(() =>
        render('files.fix', { files: [{ name: 'a', length: 2 }], isCatalogue: false }, '{}', { ...update, current }),
      ),
  ],
  render: [
    text,
    (given) =>
      /json-syntax/.test(
        render(
          'render.files',
          { files: [{ name: 'a.json', length: given.byteLength, named: true }], isCatalogue: false, style: {} },
          given,
        ).text,
      ),
  ],
  timeline: [text, (given) => throws(() => tools.timeline(given, purchase))],
  'compare, the old side': [text, (given) => throws(() => tools.compare(given, product))],
  'compare, the new side': [text, (given) => throws(() => tools.compare(product, given))],
  createRequest: [text.replace('"id":101,', ''), (given) => throws(() => tools.createRequest({ product: given }))],
  changeRequest: [text, (given) => throws(() => tools.changeRequest({ id: 101, body: given }))],
  'update, current': [text, (given) => throws(() => tools.update({ current: given, wanted: jsonText(text) }))],
  'update, wanted': [text, (given) => throws(() => tools.update({ current: jsonText(text), wanted: given }))],
  checkSetup: [setup, (given) => throws(() => tools.checkSetup(given))],
  'Plan.create': [setup, (given) => throws(() => tools.Plan.create(given))],
  'Plan.parse': [plan, (given) => throws(() => tools.Plan.parse(given))],
};

for (const [name, [text, refuses]] of Object.entries(calls)) {
  it(`${name} skips a byte order mark and rejects invalid UTF-8`, () => {
    const wrap = name === 'render' ? (bytes) => bytes : jsonText;
    for (const held of holders) {
      const source = (bytes) => wrap(held(bytes));
      assert.equal(refuses(source(encode(text))), false, 'valid bytes');
      assert.equal(refuses(source(marked(text))), false, 'bytes with a byte order mark');
      assert.equal(refuses(source(cut(text))), true, 'invalid UTF-8');
    }
    assert.equal(refuses(wrap(encode(text))), false, 'valid bytes after invalid ones');
  });
}

it('`current` gives the same report as bytes and as a value', () => {
  const body = { localization_values: {} };
  const current = { ...product, localization_values: { en_US: {} } };
  const result = rules.check(body, { ...update, current });
  assert.ok(result.diagnostics.some(({ code }) => code === 'patch-drops-locales'));
  assert.deepEqual(rules.check(body, { ...update, current: jsonText(encode(JSON.stringify(current))) }), result);
  const bytes = Buffer.from(text);
  const schema = rules.productSchema.with({ ...update, current: jsonText(bytes) });
  bytes.fill(0);
  assert.deepEqual(
    schema
      .with({ payment: 'online' })
      ['~standard'].validate({ licence_term: 'P0D' })
      .issues.map(({ code }) => code),
    ['term-zero'],
  );
  // @ts-expect-error: `current` is not an option of `checkCatalogue`.
  assert.throws(() => tools.checkCatalogue([], { current: jsonText(encode(text)) }), /no option `current`/);
});
