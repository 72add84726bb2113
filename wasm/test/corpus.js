// Runs cases of the corpus with this package, in Node or a browser. The corpus is made for other implementations.

/** Members that the corpus omits from the objects in an array of a result, by the name of the array. */
const OMITTED = { diagnostics: ['message', 'related', 'section', 'url', 'location'], notes: ['message'] };

const withoutMembers = (item, names) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

/** Returns a result without the members that the corpus omits. */
function stripped(result, group) {
  const found = JSON.parse(JSON.stringify(result), (_, value) => (value === null ? undefined : value));
  for (const [name, members] of Object.entries(OMITTED)) {
    const names = members.filter((member) => group !== 'reading' || member !== 'location');
    if (found[name]) found[name] = found[name].map((item) => withoutMembers(item, names));
  }
  if (found.stop) found.stop = withoutMembers(found.stop, ['message']);
  return found;
}

const fixed = ({ text, applied }) => ({ text, applied });

/**
 * The calls of the corpus by name. Each gets the exports of an entry point of the package, the input and the options.
 */
const CALLS = {
  check: ({ check }, input, options) => check(input, options),
  checkCatalogue: ({ checkCatalogue }, input, options) => checkCatalogue(input, { layout: 'array', ...options }),
  checkCatalogueLines: ({ checkCatalogue }, input, options) => checkCatalogue(input, { layout: 'lines', ...options }),
  effectiveKind: ({ effectiveKind }, input, options) => effectiveKind(input, options),
  fix: ({ fix }, input, options) => fixed(fix(input, options)),
  fixCatalogue: ({ fixCatalogue }, input, options) => fixed(fixCatalogue(input, { layout: 'array', ...options })),
  fixCatalogueLines: ({ fixCatalogue }, input, options) => fixed(fixCatalogue(input, { layout: 'lines', ...options })),
  checkSetup: ({ checkSetup }, input, options) => checkSetup(input, options),
  timeline: ({ timeline }, input, options) => timeline(input, options),
};

const FUNCTIONS = { checkCatalogueLines: 'checkCatalogue', fixCatalogueLines: 'fixCatalogue' };

/** Makes the call of a case; returns `{ error: true }` if the call rejects the input. */
function resultOf(rules, { call, options, input, group }) {
  try {
    return stripped(CALLS[call](rules, rules.jsonText(input), options), group);
  } catch (error) {
    // Wrong options are a mistake in the case itself, not a rejected input.
    if (error.name === 'OptionsError' || error instanceof TypeError) throw error;
    return { error: true };
  }
}

/** Compares values; the order of members does not count. */
export function equal(one, other) {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}

/** Parses a file of the corpus, with one case per line. */
export const casesIn = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * Runs the cases whose call the entry point has; returns their number, and the ids of the cases with another result.
 */
export function run(rules, cases) {
  const own = cases.filter(({ call }) => (FUNCTIONS[call] ?? call) in rules);
  const failed = own.filter((one) => !equal(resultOf(rules, one), one.expected));
  return { count: own.length, failed: failed.map(({ id }) => id) };
}
