// The project's own examples, where the page is served beside them.

import { byId } from './dom.js';

const EXAMPLES = {
  'One product renews itself': 'products/single.json',
  'A product and its renewal': 'products/pair.json',
  'A chain of renewals': 'products/chain.json',
  'A free trial': 'products/trial.json',
  'Broken: a five-day term': 'broken/five-days.json',
  'Broken: a free trial': 'broken/trial.json',
  'Broken: many things': 'broken/several.json',
  'Broken: not JSON': 'broken/not-json.json',
};

/** The text of an example, `undefined` where there is none. */
async function fetched(file) {
  const answer = await fetch(new URL(`../../examples/${file}`, import.meta.url)).catch(() => undefined);
  return answer?.ok ? answer.text() : undefined;
}

/** Offers those examples that are there; the first text, to begin with. */
export async function offerExamples(take) {
  const texts = await Promise.all(Object.values(EXAMPLES).map(fetched));
  const choice = byId('example');
  Object.keys(EXAMPLES).forEach((name, i) => {
    if (texts[i] !== undefined) choice.add(new Option(name, String(i)));
  });
  byId('examples').hidden = choice.options.length === 0;
  // By a button: the keys that go through the choices would load each of them.
  byId('load').addEventListener('click', () => take(texts[choice.value]));
  return texts.find((text) => text !== undefined);
}
