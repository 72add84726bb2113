// The module with everything.

import * as calls from '../../js/site-calls.js';
import * as tools from '../../js/tools-calls.js';
import { flat } from './flat.js';
import type { Tables } from './language.js';

export { fix } from '../../js/calls.js';
export { init as start } from '../../js/init.js';
export { fixCatalogue, render } from '../../js/tools-calls.js';

export const changeRequest = (given: Parameters<typeof tools.changeRequest>[0]) => flat(tools.changeRequest(given));
export const comparison = (before: unknown, after: unknown, options: unknown, tables: Tables | undefined) =>
  calls.comparison<string>(before, after, options, 'text', tables);
export const picture = (...given: Parameters<typeof calls.picture>) => flat(calls.picture(...given));
export const planOf = (...given: Parameters<typeof calls.planOf>) => flat(calls.planOf(...given));
export const setupOf = (...given: Parameters<typeof calls.setupOf>) => flat(calls.setupOf(...given));
export const setupProducts = (setup: unknown) => flat(calls.setupProducts(setup));
export const update = (given: Parameters<typeof tools.update>[0]) => flat(tools.update(given));
