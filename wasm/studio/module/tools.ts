// Calls of the full WebAssembly module, which is loaded later.

import type { Calls } from '../../lib/call-types.js';
import { fix as fixProduct } from '../../lib/calls.js';
import { fixCatalogue as fixProducts } from '../../lib/catalogues.js';
import { fromText, fromVersions, givenOptions } from '../../lib/encode.js';
import { RequestError } from '../../lib/errors.js';
import { call } from '../../lib/host.js';
import { jsonText } from '../../lib/json-text.js';
import type { CatalogueOptions, CheckOptions } from '../../lib/model.js';
import * as requests from '../../lib/requests.js';
import type { Failure } from '../../lib/result.js';
import { service } from '../../lib/service.js';
import type { ServiceRequest } from '../../lib/tools-model.js';
import { type FlatResult, flatten } from './flatten.js';

export { init as start } from '../../lib/start.js';

/** Makes a call. If the call throws a `RequestError`, returns the error as a result. */
function attempted<Value>(call: () => Value): FlatResult<Value, Failure & Pick<RequestError, 'fields'>> {
  try {
    return { ok: true, ...call() };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { ok: false, ...error.toJSON() };
  }
}

export const fix = (text: string, options?: CheckOptions) => fixProduct(jsonText(text), options);

export const fixCatalogue = (text: string, options?: CatalogueOptions) => fixProducts(jsonText(text), options);

export const changeRequest = ({ id, body }: { id: number; body: string }): FlatResult<ServiceRequest> =>
  attempted(() => requests.changeRequest({ id, body: jsonText(body) }));

/** Translation: the sentence templates of the module as JSON, and the message templates of the rules. */
interface Tables {
  readonly words: string;
  readonly messages: object;
}

/** Returns the comparison of two catalogues as text, translated if tables are given. */
export const comparison = (before: unknown, after: unknown, options: unknown, tables: Tables | undefined) =>
  call(
    'tools.comparison_text',
    tables === undefined ? {} : { words: tables.words, messages: JSON.stringify(tables.messages) },
    ...fromVersions(before, after, options),
  );

/**
 * Returns the timeline of the product at an index, with its picture and notes; `words` is a table of the sentences in
 * another language, as JSON.
 */
export const picture = (
  text: string,
  options: unknown,
  about: { index: number; today?: string; words?: string | undefined },
) => flatten(call('tools.picture', { today: '', ...about }, fromText(text), givenOptions(options)));

/** Returns the plan of a setup as text. */
export const planOf = (setup: string, options: unknown) =>
  flatten(service('service.plan_new', { setup: jsonText(setup) }, options));

/** Returns the setup of the product at an index as text. */
export const setupOf = (text: string, index: number) =>
  flatten(service('service.setup_of', { products: jsonText(text), index }));

/** Returns the products of a setup as text. */
export const setupProducts = (setup: string) => flatten(service('service.setup_products', { setup: jsonText(setup) }));

/** Renders the calls of a plan as JSON. */
export const renderPlan = (plan: string): string => call('render.plan', { format: 'json' }, fromText(plan));

/** Describes the buyers who lose a renewal, or pay another amount, because of a finding. */
export function losses(text: string, options: unknown, finding: Calls['tools.witnesses']['arguments']): string[] {
  const found = call('tools.witnesses', finding, fromText(text), givenOptions(options));
  return found.ok ? found.value.texts : [];
}

export const update = (given: Parameters<typeof requests.update>[0]) => attempted(() => requests.update(given));
