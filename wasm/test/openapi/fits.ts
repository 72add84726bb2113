// Compile-time test: types generated from openapi.json are compatible with the package's own types, both ways.

import type { Product } from '../../lib/model.js';
import type { components, operations } from './made.js';

type Schemas = components['schemas'];
declare const product: Product;
declare const change: Schemas['ProductChange'];
declare const initiator: Schemas['InitiatorCreation'];
declare const renewal: Schemas['RenewalCreation'];
declare const selfRenewing: Schemas['SelfRenewingCreation'];

export const ours: Product[] = [change, initiator, renewal, selfRenewing];
export const theirs: Schemas['ProductChange'] = product;

type Sent = operations['createProduct']['requestBody']['content']['application/json'];
export const sent: Sent[] = [initiator, renewal, selfRenewing];

export const created = (
  answer: operations['createProduct']['responses']['2XX']['content']['application/json'],
): number => answer.id;
export const refused = (answer: Schemas['LoginErrors400']): (110 | 111 | 1005)[] =>
  answer.errors.map(({ error }) => error);

// @ts-expect-error: `id` is not allowed on creation
export const withId: Sent = { id: 101, name: 'Example' };
// @ts-expect-error: a renewal product is created without settings
export const withSettings: Schemas['RenewalCreation'] = { licence_term: 'P1M', renew_settings: {} };
// @ts-expect-error: an initiator needs settings
export const withoutSettings: Schemas['InitiatorCreation'] = { licence_term: 'P1M' };
