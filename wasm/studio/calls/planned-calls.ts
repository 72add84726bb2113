// Planned API calls of the shown chain, with placeholders for ids that the service assigns.

import type { ServiceRequest } from '../../lib/tools-model.js';
import { formatJson } from '../json/json-layout.js';
import type { Tools } from '../module/load-tools.js';
import { letter } from '../state/products.js';

/**
 * Returns the position in the chain of the product at a JSON Pointer into the setup: 0 for the initiator, then its
 * renewals.
 */
const positionOf = (product: string): number => (product === '/initiator' ? 0 : Number(product.split('/')[2]) + 1);

/** A request in which unknown ids are placeholders. */
export type DisplayedRequest = Pick<ServiceRequest, 'method' | 'path' | 'headers' | 'body'>;

/** A planned call; `product` is a JSON Pointer into the setup. */
interface PlannedCall extends DisplayedRequest {
  readonly product: string;
}

/** Replaces each unknown id, `$ID_1` outside of strings, by a readable placeholder. */
const replaceIds = (text: string, place: (call: number) => string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\$ID_(\d+)/g, (part, call?: string) =>
    call === undefined ? part : place(Number(call) - 1),
  );

/** Returns the calls of a plan, each with the position of its product. */
export function plannedCalls(
  { renderPlan }: Pick<Tools, 'renderPlan'>,
  plan: string,
): { position: number; request: DisplayedRequest }[] {
  const calls: PlannedCall[] = JSON.parse(renderPlan(plan));
  const id = (call: number) => `{id of ${letter(positionOf(calls[call]?.product ?? ''))}}`;
  return calls.map((call) => ({
    position: positionOf(call.product),
    request: { ...call, path: replaceIds(call.path, id), body: replaceIds(formatJson(call.body), id) },
  }));
}
