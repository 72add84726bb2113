// The calls that only the entry `renewal-rules/tools` has.

import * as glue from 'built/bindings.js';
import { fixed, NONE, word } from './calls.js';
import { fromText, invoke, optionsText, stated } from './host.js';
import { reading } from './read.js';
import { comparison, fromProducts, service } from './site-calls.js';

export const applyFixesCatalogueText = (text, options) => fixed(glue.fix_catalogue, fromText(text), options);
export const applyFixesCatalogueLines = (text, options) => fixed(glue.fix_catalogue_lines, fromText(text), options);

export const rules = () => invoke(glue.rules, NONE);
export const explain = (code) => invoke(glue.explain, NONE, undefined, word(code)) ?? undefined;

/** A part of what the command line prints. Files whose bytes are not in the text are read by `read`. */
export const render = (request, text = '', options, read) => reading(read, () => invoke(glue.render, fromText(text), stated(options), optionsText(request)));

export const timeline = (products, options) => invoke(glue.timeline, fromProducts(products), stated(options));
/** As `timeline` for each product: the timeline of the one that is stated or alone, or a list with the `path` of each. */
export const timelines = (products, options) => invoke(glue.timelines, fromProducts(products), stated(options));

export const compare = (before, after, options) => comparison(before, after, options);

/**
 * Takes secrets out of what is printed, logged, copied or turned into JSON; by their names they are
 * there as before.
 */
function discreet(result, ...secrets) {
  for (const name of secrets) {
    if (Object.hasOwn(result, name)) Object.defineProperty(result, name, { enumerable: false });
  }
  return result;
}

export const loginRequest = (given) => discreet(service('loginRequest', given), 'body');
export const readLoginAnswer = (given) => discreet(service('readLoginAnswer', given), 'token', 'refreshToken');
export const isTokenValid = (given) => service('isTokenValid', given);
export const checkLogin = (given) => discreet(service('checkLogin', given), 'password');

export const createRequest = (given) => service('createRequest', given);
export const changeRequest = (given) => service('changeRequest', given);
export const readCreateAnswer = (given) => service('readCreateAnswer', given);
export const readChangeAnswer = (given) => service('readChangeAnswer', given);

export const update = (given) => service('update', given);
export const applyUpdate = (given) => service('applyUpdate', given);

export const checkSetup = (setup, options) => service('checkSetup', { setup }, options);
export const planNew = (setup, options) => service('planNew', { setup }, options);
export const planProgress = (given) => service('planProgress', given);
export const planNext = (given) => service('planNext', given);
export const planFeed = (given) => service('planFeed', given);
export const planMade = (given) => service('planMade', given);
export const planNotMade = (given) => service('planNotMade', given);
