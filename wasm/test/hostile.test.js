import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';

import { cartComment, check, dependentFields, effectiveKind, jsonText, productSchema, skuFor } from 'renewal-rules';
import { applyPatch } from 'renewal-rules/tools';
import { hostileTexts, hostileValues } from './hostile.js';
import { run } from './pack.js';

const good = {
  id: 101,
  name: 'Example Pro',
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [102, 102], renew_ar: { enable: true } },
};
/** Returns an object with a getter. */
const readBy = (name, get) => /** @type {any} */ (Object.defineProperty({}, name, { get, enumerable: true }));
const fail = () => {
  throw new Error('no');
};
const isSound = () => {
  const { valid, configuration } = check(good);
  return valid && configuration !== null;
};

describe('hostile input', () => {
  for (const [name, make, reason] of hostileValues) {
    it(`${name} gets a report`, () => {
      const report = check(make());
      assert.equal(typeof report.valid, 'boolean');
      if (reason) {
        assert.equal(report.valid, false);
        assert.deepEqual(
          report.diagnostics.map(({ code, path }) => [code, path]),
          [['json-syntax', '']],
        );
        assert.deepEqual(report.diagnostics[0].params, { reason });
      }
      const { issues } = productSchema['~standard'].validate(make());
      if (issues) assert.ok(issues.every(({ path, message }) => Array.isArray(path) && message !== ''));
      assert.ok(isSound());
    });
  }
  for (const [name, make] of hostileTexts) {
    it(`${name} as text gets a report`, () => {
      const report = check(jsonText(make()));
      assert.equal(typeof report.valid, 'boolean');
      assert.ok(isSound());
    });
  }

  it('an empty patch changes nothing', () => {
    assert.equal(applyPatch(jsonText('{ "id" : 1 }'), []), '{ "id" : 1 }');
  });

  it('bytes with forged lengths or from other realms are read', () => {
    const said = Object.defineProperty(new TextEncoder().encode('{"licence_term":"x"}'), 'length', { value: 2 });
    assert.deepEqual(check(jsonText(said)), check(jsonText('{"licence_term":"x"}')));
    for (const foreign of [
      'new Uint8Array([123, 125])',
      'new Uint8Array([123, 125]).buffer',
      'new DataView(new Uint8Array([123, 125]).buffer)',
    ]) {
      assert.deepEqual(check(jsonText(runInNewContext(foreign))), check(jsonText('{}')), foreign);
    }
  });

  it('values whose inspection throws are not products', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const product of [proxy, readBy(Symbol.toStringTag, fail)]) {
      assert.equal(effectiveKind(product).kind, null);
      for (const call of [() => skuFor(product, 0), () => cartComment(product, 'en_US')])
        assert.throws(call, TypeError);
    }
  });

  it('dependentFields accepts unknown field names', () => {
    for (const field of ['nothing', '__proto__', 'variants.__proto__', '/~2'])
      assert.deepEqual(dependentFields(field), []);
  });

  it('input keys do not modify prototypes', () => {
    const report = check(
      JSON.parse('{"__proto__":{"polluted":true},"renew_settings":{"__proto__":{"polluted":true},"constructor":1}}'),
    );
    assert.equal({}.polluted, undefined);
    assert.equal(Object.getPrototypeOf(report), Object.prototype);
    assert.ok(
      report.diagnostics.every(
        (diagnostic) =>
          Object.getPrototypeOf(diagnostic) === Object.prototype &&
          Object.getPrototypeOf(diagnostic.params) === Object.prototype,
      ),
    );
  });

  it('calls are reentrant from getters and toJSON', () => {
    const inner = [];
    const nested = {
      get name() {
        inner.push(check(good).valid);
        return 'x';
      },
      toJSON() {
        inner.push(check(jsonText('{')).valid);
        return {
          id: 1,
          get family_name() {
            inner.push(check({ id: 0 }).valid);
            return 'y';
          },
        };
      },
    };
    assert.equal(check(nested).valid, true);
    assert.equal(check(readBy('id', () => (check(nested).valid ? 0 : 1))).valid, false);
    assert.deepEqual([...new Set(inner)], [false]);
    const options = readBy('operation', () => 'record');
    assert.equal(
      check(
        good,
        readBy('trial', () => check(nested, options).valid && false),
      ).valid,
      true,
    );
    const { proxy, revoke } = Proxy.revocable({ operation: 'create' }, {});
    revoke();
    for (const wrong of /** @type {any[]} */ ([proxy, { messages: proxy }, readBy('messages', fail)]))
      assert.throws(() => check(good, wrong), TypeError);
    assert.ok(isSound());
  });

  it('resizable and shared buffers are read', () => {
    const text = new TextEncoder().encode('{"licence_term":"x"}');
    const shared = new Uint8Array(new SharedArrayBuffer(text.length));
    shared.set(text);
    const both = new Uint8Array(new SharedArrayBuffer(text.length, { maxByteLength: 1000 }));
    both.set(text);
    const growing = new Uint8Array(new ArrayBuffer(text.length, { maxByteLength: 1000 }));
    growing.set(text);
    for (const bytes of [shared, both, growing, growing.buffer, new DataView(growing.buffer)])
      assert.deepEqual(check(jsonText(bytes)), check(jsonText('{"licence_term":"x"}')));
    growing.buffer.resize(2);
    assert.deepEqual(
      check(jsonText(growing)).diagnostics.map(({ code }) => code),
      ['json-syntax'],
    );
    growing.buffer.resize(0);
    assert.equal(check(jsonText(growing)).valid, false);
    assert.ok(isSound());
  });

  it('eight concurrent workers get correct reports', async () => {
    const { Worker } = await import('node:worker_threads');
    const program = `
      import { parentPort } from 'node:worker_threads';
      const { check, jsonText } = await import('renewal-rules');
      let wrong = 0;
      for (let i = 0; i < 2000; i++) if (check({ id: i % 2 }).valid !== (i % 2 === 1) || check(jsonText('{')).valid) wrong += 1;
      parentPort.postMessage(wrong);`;
    const url = new URL(
      `data:text/javascript,${encodeURIComponent(program.replaceAll("'renewal-rules'", JSON.stringify(import.meta.resolve('renewal-rules'))))}`,
    );
    const workers = Array.from({ length: 8 }, () => new Worker(url));
    const wrong = await Promise.all(
      workers.map((worker) => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))),
    );
    assert.deepEqual(wrong, Array(8).fill(0));
  });

  it('polluted prototypes change no report', () => {
    const before = JSON.stringify([check(good), check({ id: 0 }), check(jsonText('{"id":0}'))]);
    const polluted = {
      messages: 5,
      operation: 'create',
      libraryOptions: { trial: 'x' },
      toJSON: undefined,
      length: 3,
      id: 5,
    };
    try {
      for (const [name, value] of Object.entries(polluted))
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
      assert.equal(JSON.stringify([check(good), check({ id: 0 }), check(jsonText('{"id":0}'))]), before);
    } finally {
      for (const name of Object.keys(polluted)) delete Object.prototype[name];
    }
  });

  it('reports are the same under SES', () => {
    const answers = (rules) =>
      [
        ...hostileValues.map(([, make]) => rules.check(make())),
        ...hostileTexts.map(([, make]) => rules.check(rules.jsonText(make()))),
      ].map((report) => `${report.valid} ${report.diagnostics.length} ${report.diagnostics[0]?.message}`);
    const program = (before, after) => `
      import 'ses';
      import { hostileValues, hostileTexts } from './hostile.js';
      ${before}
      lockdown();
      ${after}
      const schema = rules.productSchema.with({ operation: 'create' });
      const codes = schema['~standard'].validate(harden({ id: 1 })).issues.map(({ code }) => code);
      let refused;
      try {
        rules.check({}, { trial: 'x' });
      } catch (error) {
        refused = error instanceof rules.OptionsError;
      }
      console.log(JSON.stringify([codes, refused, rules.fix({ licence_term: 'p1m' }).product, rules.productFromForm({ id: '1' }), (${answers})(rules)]));`;
    const taken = "const rules = await import('renewal-rules');";
    const expected = [['field-not-on-create'], true, { licence_term: 'P1M' }, { id: 1 }, answers({ check, jsonText })];
    for (const [before, after] of [
      [taken, ''],
      ['', taken],
      [`${taken} rules.check({});`, ''],
    ]) {
      assert.deepEqual(
        JSON.parse(
          run('node', ['--input-type=module', '--eval', program(before, after)], { cwd: import.meta.dirname }),
        ),
        expected,
      );
    }
  });

  it('an invalid option throws a TypeError that names it', () => {
    const cycle = {};
    cycle.self = cycle;
    const wrong = /** @type {any[][]} */ ([
      [{ operatoin: 'create' }, /operatoin/],
      [{ operation: 'creat' }, /operation/],
      [{ trial: 'yes' }, /trial/],
      [{ trial: () => true }, /trial/],
      [{ trial: Symbol('yes') }, /trial/],
      [{ productId: 1n }, /productId/],
      [{ productId: NaN }, /productId/],
      [{ limits: { arMinDays: -1 } }, /arMinDays/],
      [{ limits: { arMinDays: 6n } }, /arMinDays/],
      [{ limits: { arMindays: 6 } }, /arMindays/],
      [{ current: 1 }, /current/],
      [null, /options/],
      ['create', /options/],
      [() => 1, /options/],
      [[], /options/],
      [new Map([['operation', 'create']]), /options/],
      [{ limits: new Map([['arMinDays', 3]]) }, /limits/],
      [{ rules: new Map([['empty-text', 'off']]) }, /rules/],
      [{ rules: { 'empty-text': () => 'off' } }, /rules/],
      [{ rules: { 'empty-text': Symbol('off') } }, /rules/],
      [Object.create({ operation: 'create' }), /options/],
      [readBy('trial', fail), /trial/],
      [{ limits: readBy('arMinDays', fail) }, /limits/],
      [{ operation: 'update', current: { id: 5n } }, /current/],
      [{ operation: 'update', current: cycle }, /current/],
      [new Proxy({}, { ownKeys: fail }), /options/],
    ]);
    for (const [options, message] of wrong) {
      for (const call of [
        () => check(good, options),
        () => check(jsonText('{}'), options),
        () => productSchema.with(options),
      ]) {
        assert.throws(call, (error) => error instanceof TypeError && message.test(error.message), message.source);
      }
    }
    class ClassOptions {
      operation = 'record';
    }
    class Hidden {
      #operation = 'record';
      toJSON() {
        return { operation: this.#operation };
      }
    }
    for (const options of [
      { trial: undefined },
      Object.create(null),
      runInNewContext('({})'),
      new ClassOptions(),
      new Hidden(),
    ])
      assert.ok(check(good, options).valid);
    assert.ok(isSound());
  });
});
