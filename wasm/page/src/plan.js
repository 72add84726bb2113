// The calls that make the set-up that is looked at, with placeholders for the ids that nobody knows before
// the products are created.

import { layout } from './layout.js';
import { letter } from './state.js';

/** A product's position in the set-up: the initiator, then its renewals. */
const positionOf = (product) => (product === '/initiator' ? 0 : Number(product.split('/')[2]) + 1);

/** A text in which each id that is not known, `$ID_1` outside of strings, is put as `place` says. */
const named = (text, place) => text.replaceAll(/"(?:[^"\\]|\\.)*"|\$ID_(\d+)/g, (part, call) => (call === undefined ? part : place(call - 1)));

/** The calls of a plan, each with its product's position. */
export function steps(tools, plan) {
  const calls = JSON.parse(tools.render({ part: 'plan', format: 'json' }, plan).text);
  const id = (call) => `{id of ${letter(positionOf(calls[call].product))}}`;
  return calls.map((call) => ({ position: positionOf(call.product), request: { ...call, path: named(call.path, id), body: named(layout(call.body), id) } }));
}
