// The calls that only the entry `renewal-rules/tools` has.

import * as glue from 'built/bindings.js';
import { NONE, word } from './calls.js';
import { fromText, fromValue, invoke, optionsText } from './host.js';

export const applyFixesCatalogueText = (text, options) => invoke(glue.fix_catalogue, fromText(text), optionsText(options));
export const applyFixesCatalogueLines = (text, options) => invoke(glue.fix_catalogue_lines, fromText(text), optionsText(options));

export const rules = () => invoke(glue.rules, NONE);
export const explain = (code) => invoke(glue.explain, NONE, '', word(code)) ?? undefined;

/** A part of what the command line prints: `{ text, tally }`. */
export const render = (request, text = '', options) => invoke(glue.render, fromText(text), optionsText(options), optionsText(request));

/** What is text or bytes, be they readable or not, is the text of products; anything else is the products themselves. */
function fromProducts(products) {
  const text = fromText(products);
  return text[0] !== 3 || ArrayBuffer.isView(products) ? text : fromValue(products);
}

export const timeline = (products, options) => invoke(glue.timeline, fromProducts(products), optionsText(options));

export function compare(before, after, options) {
  const [form, text] = fromProducts(before);
  // The second of two inputs says by its first character whether it is one.
  const extra = form === 3 ? `!${text}` : `=${typeof text === 'string' ? text : new TextDecoder().decode(text)}`;
  return invoke(glue.compare, fromProducts(after), optionsText(options), extra);
}

const service = (name, given, options) => invoke(glue.service, fromValue(given), optionsText(options), name);

/**
 * Takes secrets out of what is printed, logged, copied or turned into JSON; by their names they are
 * there as before.
 */
function discreet(told, ...secrets) {
  for (const name of secrets) {
    if (Object.hasOwn(told, name)) Object.defineProperty(told, name, { enumerable: false });
  }
  return told;
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
