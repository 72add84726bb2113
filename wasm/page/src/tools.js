// The module with everything.

import * as calls from 'shell/site-calls';
import * as tools from 'shell/tools-calls';
import { flat } from './flat.js';

export { fix } from 'shell/calls';
export { init as start } from 'shell/init';
export { fixCatalogue, render } from 'shell/tools-calls';

export const changeRequest = (given) => flat(tools.changeRequest(given));
export const comparison = (before, after, options, tables) => calls.comparison(before, after, options, 'text', tables);
export const picture = (...given) => flat(calls.picture(...given));
export const planOf = (...given) => flat(calls.planOf(...given));
export const setupOf = (...given) => flat(calls.setupOf(...given));
export const setupProducts = (setup) => flat(calls.setupProducts(setup));
export const update = (given) => flat(tools.update(given));
