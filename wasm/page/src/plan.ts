// The calls that make the set-up that is looked at, with placeholders for the ids that nobody knows before
// the products are created.

import type { ServiceRequest } from '../../js/plan.js';
import { layout } from './layout.js';
import { letter } from './state.js';

type Tools = typeof import('./tools.js');

/** A product's position in the set-up: the initiator, then its renewals. */
const positionOf = (product: string): number => (product === '/initiator' ? 0 : Number(product.split('/')[2]) + 1);

/** A request with placeholders. */
export type Shown = Pick<ServiceRequest, 'method' | 'path' | 'headers' | 'body'>;

/** A call of a plan, for the product at a path of the set-up. */
interface PlannedCall extends Shown {
  readonly product: string;
}

/** A text in which each id that is not known, `$ID_1` outside of strings, is put as `place` says. */
const named = (text: string, place: (call: number) => string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\$ID_(\d+)/g, (part, call?: string) =>
    call === undefined ? part : place(Number(call) - 1),
  );

/** The calls of a plan, each with its product's position. */
export function steps({ render }: Pick<Tools, 'render'>, plan: string): { position: number; request: Shown }[] {
  const { text } = render<{ text: string }>({ part: 'plan', format: 'json' }, plan);
  const calls: PlannedCall[] = JSON.parse(text);
  const id = (call: number) => `{id of ${letter(positionOf(calls[call]?.product ?? ''))}}`;
  return calls.map((call) => ({
    position: positionOf(call.product),
    request: { ...call, path: named(call.path, id), body: named(layout(call.body), id) },
  }));
}
