// Hostile inputs. Each is created again for each call, because reading it may change it.

const nested = (levels) => {
  const root = {};
  let at = root;
  for (let i = 0; i < levels; i++) at = at.renew_settings = {};
  return root;
};

const cycle = () => {
  const value = { id: 1, variants: [] };
  value.renew_settings = value;
  value.variants.push(value);
  return value;
};

const thrower = (thrown) => ({
  id: 1,
  get renew_settings() {
    throw thrown;
  },
});

const trap = () => {
  throw new Error('trap');
};

/** Expected reason for deep nesting: `undefined` in engines whose JSON.stringify has no depth limit. */
const tooDeep = (() => {
  try {
    JSON.stringify(nested(100_000));
    return undefined;
  } catch {
    return 'depth';
  }
})();

/** Name of the input, function that creates it, and expected reason if JSON cannot represent the value. */
/** @type {any[][]} */
export const hostileValues = [
  ['a cycle', cycle, 'cycle'],
  ['a BigInt', () => ({ id: 1n }), 'bigint'],
  ['a top-level BigInt', () => 1n, 'bigint'],
  ['a symbol', () => Symbol('product'), 'undefined'],
  ['a symbol as a property value', () => ({ id: Symbol('id') })],
  ['a function', () => () => ({}), 'undefined'],
  ['undefined', () => undefined, 'undefined'],
  ['null', () => null],
  ['NaN', () => NaN],
  ['a getter that throws', () => thrower(new Error('no')), 'exception'],
  ['a getter that throws undefined', () => thrower(undefined), 'exception'],
  [
    'a getter that throws a hostile error',
    () => thrower(new Proxy({}, { get: trap, getPrototypeOf: trap })),
    'exception',
  ],
  ['a toJSON that throws', () => ({ toJSON: trap }), 'exception'],
  ['a toJSON that returns a product', () => ({ toJSON: () => ({ id: 1 }) })],
  ['a toJSON that returns undefined', () => ({ toJSON: () => undefined }), 'undefined'],
  ['a proxy', () => new Proxy({ id: 1 }, {})],
  [
    'a proxy whose traps all throw',
    () => new Proxy({}, { get: trap, ownKeys: trap, has: trap, getPrototypeOf: trap }),
    'exception',
  ],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
    'exception',
  ],
  ['a nesting of 100,000 levels', () => nested(100_000), tooDeep],
  ['a nesting of 1,000 levels', () => nested(1_000)],
  ['lone surrogates', () => ({ name: '\ud800', family_name: '\udc00x', '\ud800': 1 })],
  ['__proto__ as a key', () => JSON.parse('{"__proto__":{"id":1},"renew_settings":{"__proto__":null}}')],
  ['constructor as a key', () => JSON.parse('{"constructor":1,"prototype":2,"toString":3,"hasOwnProperty":4}')],
  ['an array', () => []],
  [
    'a sparse array',
    () => {
      const list = [];
      list[10_000] = 1;
      return { variants: list };
    },
  ],
  ['a date', () => new Date(0), 'date'],
  ['a top-level invalid date', () => new Date(Number.NaN), 'date'],
  ['an invalid date', () => ({ licence_term: new Date(NaN) })],
  ['a map', () => new Map([['id', 1]]), 'map'],
  ['a set', () => new Set([1]), 'set'],
  ['a promise', () => Promise.resolve({ id: 1 }), 'promise'],
  ['a custom thenable', () => Object.create({ then() {} }), 'promise'],
  ['a regular expression', () => /x/, 'no-members'],
  ['an object with only inherited properties', () => Object.create({ id: 1 }), 'no-members'],
  ['an object without a prototype', () => Object.create(null)],
  ['boxed primitives', () => ({ id: Object(1), name: Object('x'), renew_settings: { renew_pmr: Object(true) } })],
  ['bytes', () => new Uint8Array(100), 'bytes'],
  ['huge numbers', () => ({ id: 1e308, renew_settings: { product_id_for_renew: [2 ** 53, -0, 1e-320] } })],
  ['a megabyte in one string', () => ({ name: 'x'.repeat(1 << 20), licence_term: '€'.repeat(1 << 20) })],
  ['ten thousand errors', () => ({ variants: Array.from({ length: 10_000 }, () => 0) })],
];

const bytes = (...values) => Uint8Array.from(values);

/** @type {any[][]} */
export const hostileTexts = [
  ['empty text', () => ''],
  ['white space', () => ' \n\t'],
  ['an open brace', () => '{'],
  ['trailing text after the value', () => '{} x'],
  ['a byte order mark', () => '\ufeff{}'],
  ['lone surrogates', () => '{"name":"\ud800"}'],
  ['escaped lone surrogates', () => '{"name":"\\ud800","family_name":"\\udc00\\ud800"}'],
  ['a nesting of 100,000 levels', () => '['.repeat(100_000)],
  ['a closed nesting of 100,000 levels', () => '{"renew_settings":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ['huge numbers', () => '{"id":1e999999,"renew_settings":{"product_id_for_renew":[' + '9'.repeat(10_000) + ']}}'],
  ['the same key a thousand times', () => '{' + Array.from({ length: 1_000 }, () => '"id":1').join() + '}'],
  ['a million characters', () => `{"name":"${'я'.repeat(1_000_000)}"}`],
  ['invalid UTF-8', () => bytes(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d)],
  ['empty bytes', () => bytes()],
  ['an ArrayBuffer', () => bytes(0x7b, 0x7d).buffer],
  ['a DataView', () => new DataView(bytes(0x7b, 0x7d, 0).buffer, 0, 2)],
  [
    'a detached buffer',
    () => {
      const view = bytes(1, 2);
      structuredClone(view.buffer, { transfer: [view.buffer] });
      return view;
    },
  ],
  [
    'a detached ArrayBuffer',
    () => {
      const { buffer } = bytes(1, 2);
      structuredClone(buffer, { transfer: [buffer] });
      return buffer;
    },
  ],
  ['a number', () => 1],
  ['undefined', () => undefined],
  [
    'a proxy',
    () =>
      new Proxy(
        {},
        {
          get() {
            throw new Error('trap');
          },
        },
      ),
  ],
  ['a proxy of bytes', () => new Proxy(bytes(0x7b, 0x7d), {})],
  ['an object with only the prototype of Uint8Array', () => Object.create(Uint8Array.prototype)],
  [
    'a view with another prototype',
    () => Object.setPrototypeOf(new DataView(bytes(0x7b, 0x7d).buffer), Uint8Array.prototype),
  ],
  ['bytes whose length getter throws', () => Object.defineProperty(bytes(0x7b, 0x7d), 'length', { get: trap })],
  [
    'a megabyte of bytes with a forged small length',
    () => Object.defineProperty(new Uint8Array(1 << 20).fill(0x20), 'length', { value: 1 }),
  ],
  ['bytes with a forged large length', () => Object.defineProperty(bytes(0x7b, 0x7d), 'length', { value: 1e9 })],
];

/**
 * Collects the memories of all WebAssembly instances created from now on. Patches `WebAssembly.Instance`,
 * because the package does not expose its instance.
 */
export function watchMemories() {
  const memories = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(module, imports) {
      super(module, imports);
      memories.push(this.exports.memory);
    }
  };
  return memories;
}

/**
 * Calls `check` with all small hostile inputs in turn. Returns the memory size after 1,000 calls and at the
 * end, and the inputs whose report ever changed.
 */
export function endure({ check, jsonText }, count, memories) {
  const small = ([name]) => !/megabyte|million|thousand|100,000|sparse|1,000|huge/.test(name);
  const values = hostileValues.filter(small).map(([name, make]) => ({ name, call: () => check(make()) }));
  const texts = hostileTexts.filter(small).map(([name, make]) => {
    const text = jsonText(make());
    return { name: `${name} as text`, call: () => check(text) };
  });
  const calls = [...values, ...texts];
  const first = calls.map(({ call }) => call());
  const result = first.map((report) => JSON.stringify(report));
  const wrong = new Set();
  let before;
  for (let i = 0; i < count; i++) {
    if (i === 1_000) before = memories[0].buffer.byteLength;
    const at = i % calls.length;
    const { valid, diagnostics } = calls[at].call();
    if (valid !== first[at].valid || diagnostics.length !== first[at].diagnostics.length) wrong.add(calls[at].name);
  }
  calls.forEach(({ name, call }, at) => JSON.stringify(call()) === result[at] || wrong.add(name));
  return { before, after: memories[0].buffer.byteLength, instances: memories.length, wrong: [...wrong] };
}
