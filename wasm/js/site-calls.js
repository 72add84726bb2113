// The calls that only the site has, and what the calls of the tools are made of.

import * as glue from 'built/bindings.js';
import { fromText, fromValue, invoke, isBytes, optionsText, stated } from './host.js';

/** What is text or bytes, be they readable or not, is the text of products; anything else is the products themselves. */
export function fromProducts(products) {
  const text = fromText(products);
  return text[0] !== 3 || ArrayBuffer.isView(products) ? text : fromValue(products);
}

/** The timeline of the product at an index, with its picture and its notes in words, of which `words` is a table in another language. */
export const picture = (products, options, { index, today = '', words = '' }) => invoke(glue.picture, fromProducts(products), stated(options), [index, today, words].join('\n'));

/** The comparison; in another language where `tables` has the sentences and the messages of one. */
export const comparison = (before, after, options, tables) =>
  invoke(glue.compare, fromProducts(after), [optionsText(options), fromProducts(before)], tables && [tables.words, tables.messages].join('\n'));

/** Makes a call of the service interface. What is given as bytes is the text that the module finds in them. */
export function service(name, given, options) {
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

export const setupOf = (products, index) => service('setupOf', { products, index });
export const setupProducts = (setup) => service('setupProducts', { setup });
