// Generates random products, valid and invalid in every field; deterministic for a seed.

/** Returns a random number generator (mulberry32) with values in [0, 1). */
export function chances(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const anything = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  2 ** 53,
  '',
  'x',
  '\u0000',
  '\ud83d\ude00',
  '\ud800',
  '`',
  [],
  {},
  [[]],
  [{}],
  { enable: true },
  { common: null },
];
const ids = [100, 101, 102, 103, 104, 2 ** 53 - 1];
const terms = ['', 'P1M ', ...'P1M P12M P5D P6D P14D P0D P0M p1m P1W P1Y 30 P99999999999D'.split(' ')];
const amounts = ['0.00', '0', '9.99', '00.0', '.5', '1e2', '-1', '', '9,99'];
const names = ['Example', 'Example Pro', '', ' ', 'Пример', '\u202e', 'a'.repeat(300)];
const locales = ['en_US', 'ru_RU', 'en', 'EN_us', '__proto__', ''];
const options = [
  undefined,
  {},
  { operation: 'create' },
  { operation: 'update' },
  { operation: 'update', productId: 101 },
  { operation: 'create', role: 'renewal' },
  { operation: 'create', role: 'initiator' },
  { role: 'self-renewing' },
  { trial: true },
  { trial: false },
  { payment: 'online' },
  { payment: 'offline' },
  { limits: { pmrOnlineMinDays: 10, pmrOfflineMinDays: 10 } },
  { limits: { arMinDays: 40 } },
  { maxDiagnostics: 1 },
  { maxDiagnostics: 3 },
];

/** Yields random cases without end: a JSON text, its value, options, and whether it is a catalogue. */
export function* cases(seed) {
  const chance = chances(seed);
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const some = (atMost, make) => Array.from({ length: Math.floor(chance() * (atMost + 1)) }, make);
  // Occasionally replaces a value by one of another type, or by null.
  const maybe = (make) => (chance() < 0.03 ? pick(anything) : make());
  const object = (members) => {
    const entries = Object.entries(members)
      .filter(() => chance() < 0.75)
      .map(([name, make]) => [chance() < 0.01 ? `${name}s` : name, maybe(make)]);
    if (chance() < 0.02) entries.push([pick(['extra', 'Id', 'licenceterm', '__proto__', '']), pick(anything)]);
    if (chance() < 0.1) entries.reverse();
    return Object.fromEntries(entries);
  };
  const flag = () => chance() < 0.6;
  const chain = () => {
    const list = some(3, () => maybe(() => pick(ids)));
    return chance() < 0.7 && list.length > 0 ? [...list, list.at(-1)] : list;
  };
  const comments = () =>
    object({ comment_for_product_for_AR: () => pick(names), comment_for_product_for_MR: () => pick(names) });
  const variant = () =>
    object({
      vendor_code: () => pick(names),
      sku: () => pick(['S1', 'S2', '']),
      sku_ar: () => pick(['S1-AR', '']),
      price: () =>
        object({
          common: () => object({ currency: () => pick(['USD', 'EUR', 'usd', 'US']), price: () => pick(amounts) }),
        }),
    });
  const product = () =>
    object({
      id: () => pick(ids),
      family_name: () => pick(names),
      name: () => pick(names),
      license_type: () => pick(names),
      licence_term: () => pick(terms),
      renew_settings: () =>
        object({
          product_id_for_renew: chain,
          renew_ar: () => object({ enable: flag, required: flag }),
          renew_pmr: flag,
          renew_email: flag,
        }),
      localization_values: () => Object.fromEntries(some(3, () => [pick(locales), maybe(comments)])),
      variants: () => some(3, () => maybe(variant)),
    });
  for (;;) {
    const catalogue = chance() < 0.2;
    const value = catalogue ? some(5, () => maybe(product)) : maybe(product);
    let text = JSON.stringify(value, undefined, pick([undefined, 2, '\t']));
    if (chance() < 0.1) text = text.replace('"id"', pick(['"name"', '"\\u0069d"', 'id', '"id":1,"id"']));
    if (chance() < 0.05) text = text.slice(0, Math.floor(chance() * text.length)) + pick(['', ',', '}', '\u0001', '"']);
    if (chance() < 0.05) text = text.replaceAll('\n', '\r\n');
    // Replace lone surrogates, which UTF-8 cannot encode.
    text = text.toWellFormed?.() ?? text;
    const given = catalogue
      ? pick([
          undefined,
          {},
          { payment: 'offline' },
          { limits: { pmrOnlineMinDays: 10, pmrOfflineMinDays: 10 } },
          { maxDiagnostics: 2 },
        ])
      : pick(options);
    yield { catalogue, options: given, text, value };
  }
}
