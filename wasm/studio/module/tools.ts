// Calls of the full WebAssembly module, which is loaded later.

import { fix as fixProduct } from '../../lib/calls.js';
import { fixCatalogue as fixProducts } from '../../lib/catalogues.js';
import { RequestError } from '../../lib/errors.js';
import { jsonText } from '../../lib/json-text.js';
import type { CatalogueOptions, CheckOptions } from '../../lib/model.js';
import * as tools from '../../lib/requests.js';
import type { Failure } from '../../lib/result.js';
import * as calls from '../../lib/studio-calls.js';
import type { ServiceRequest } from '../../lib/tools-model.js';
import { type FlatResult, flatten } from './flatten.js';

export { init as start } from '../../lib/start.js';

export { renderPlan } from '../../lib/studio-calls.js';

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
  attempted(() => tools.changeRequest({ id, body: jsonText(body) }));

/** Translation: the sentence templates of the module as JSON, and the message templates of the rules. */
interface Tables {
  readonly words: string;
  readonly messages: object;
}

export const comparison = (before: unknown, after: unknown, options: unknown, tables: Tables | undefined) =>
  calls.comparison(
    before,
    after,
    options,
    tables && { words: tables.words, messages: JSON.stringify(tables.messages) },
  );

export const picture = (text: string, options: unknown, about: Parameters<typeof calls.picture>[2]) =>
  flatten(calls.picture(jsonText(text), options, about));

export const planOf = (setup: string, options: unknown) => flatten(calls.planOf(jsonText(setup), options));

export const setupOf = (text: string, index: number) => flatten(calls.setupOf(jsonText(text), index));

export const setupProducts = (setup: string) => flatten(calls.setupProducts(jsonText(setup)));

export const update = (given: Parameters<typeof tools.update>[0]) => attempted(() => tools.update(given));
