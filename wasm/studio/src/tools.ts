// Calls of the full WebAssembly module.

import * as calls from '../../lib/site-calls.js';
import * as tools from '../../lib/tools-calls.js';
import { flatten } from './flatten.js';
import type { Translations } from './language.js';

export { fix } from '../../lib/calls.js';
export { init as start } from '../../lib/init.js';
export { fixCatalogue, render } from '../../lib/tools-calls.js';

export const changeRequest = (given: Parameters<typeof tools.changeRequest>[0]) => flatten(tools.changeRequest(given));
export const comparison = (before: unknown, after: unknown, options: unknown, tables: Translations | undefined) =>
  calls.comparison<string>(before, after, options, 'text', tables);
export const picture = (...given: Parameters<typeof calls.picture>) => flatten(calls.picture(...given));
export const planOf = (...given: Parameters<typeof calls.planOf>) => flatten(calls.planOf(...given));
export const setupOf = (...given: Parameters<typeof calls.setupOf>) => flatten(calls.setupOf(...given));
export const setupProducts = (setup: unknown) => flatten(calls.setupProducts(setup));
export const update = (given: Parameters<typeof tools.update>[0]) => flatten(tools.update(given));
