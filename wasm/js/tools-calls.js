// The calls that only the entry `renewal-rules/tools` has.

import * as glue from 'built/bindings.js';
import { fixed, NONE, word } from './calls.js';
import { fromText, fromValue, invoke, isBytes, optionsText, stated } from './host.js';
import { reading } from './read.js';

export const applyFixesCatalogueText = (text, options) => fixed(glue.fix_catalogue, fromText(text), options);
export const applyFixesCatalogueLines = (text, options) => fixed(glue.fix_catalogue_lines, fromText(text), options);

export const rules = () => invoke(glue.rules, NONE);
export const explain = (code) => invoke(glue.explain, NONE, undefined, word(code)) ?? undefined;

/** A part of what the command line prints. Files whose bytes are not in the text are read by `read`. */
export const render = (request, text = '', options, read) => reading(read, () => invoke(glue.render, fromText(text), stated(options), optionsText(request)));

/** What is text or bytes, be they readable or not, is the text of products; anything else is the products themselves. */
function fromProducts(products) {
  const text = fromText(products);
  return text[0] !== 3 || ArrayBuffer.isView(products) ? text : fromValue(products);
}

export const timeline = (products, options) => invoke(glue.timeline, fromProducts(products), stated(options));
/** As `timeline` for each product: the timeline of the one that is stated or alone, or a list with the `path` of each. */
export const timelines = (products, options) => invoke(glue.timelines, fromProducts(products), stated(options));

/** The timeline of the product at an index, with its picture and its notes in words, of which `words` is a table in another language. */
export const picture = (products, options, { index, today = '', words = '' }) => invoke(glue.picture, fromProducts(products), stated(options), [index, today, words].join('\n'));

export const compare = (before, after, options) => comparison(before, after, options);
/** The same in another language, of which `tables` has the sentences and the messages. */
export const comparison = (before, after, options, tables) =>
  invoke(glue.compare, fromProducts(after), [optionsText(options), fromProducts(before)], tables && [tables.words, tables.messages].join('\n'));

/** Makes a call of the service interface. What is given as bytes is the text that the module finds in them. */
function service(name, given, options) {
  try {
    for (const [member, bytes] of Object.entries(given).filter(([, value]) => isBytes(value))) {
      const result = invoke(glue.text, fromText(bytes), undefined, member);
      if (!result.ok) return result;
      given = { ...given, [member]: result.text };
    }
  } catch {
    // What cannot be read has no JSON form either, and that is reported.
  }
  return invoke(glue.service, fromValue(given), stated(options), name);
}

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
export const setupOf = (products, index) => service('setupOf', { products, index });
export const setupProducts = (setup) => service('setupProducts', { setup });
export const planNew = (setup, options) => service('planNew', { setup }, options);
export const planProgress = (given) => service('planProgress', given);
export const planNext = (given) => service('planNext', given);
export const planFeed = (given) => service('planFeed', given);
export const planMade = (given) => service('planMade', given);
export const planNotMade = (given) => service('planNotMade', given);
