// The calls of the core. Each is one line here and one line in the binding crate.

import * as glue from 'built/bindings.js';
import { fromText, fromValue, invoke, isBytes, optionsText, stated } from './host.js';
import { dotted, elements, pointerOf } from './pointer.js';

/** The input of a call that takes none. */
export const NONE = [0, 'null'];

/** A report, worded by the table that the options have. */
function report(call, input, options) {
  const [others, messages] = parted(options);
  const found = invoke(call, input, stated(others));
  return messages === undefined ? found : translate(found, messages);
}

/** The options of the core, and the table of messages, which is none of them. */
function parted(options) {
  try {
    const messages = options?.messages;
    if (messages !== undefined) return [{ ...options, messages: undefined }, messages];
  } catch {
    // They say themselves what is wrong with them.
  }
  return [options];
}

/** A report in another language; throws where the table lacks a message or has wrong ones. */
export const translate = (report, messages) => invoke(glue.translate, fromValue(report), undefined, optionsText(messages));

export const check = (product, options) => report(glue.check, fromValue(product), options);
export const checkText = (text, options) => report(glue.check, fromText(text), options);

export const checkCatalogue = (products, options) => report(glue.check_catalogue, fromValue(products), options);
export const checkCatalogueText = (text, options) => report(glue.check_catalogue, fromText(text), options);
export const checkCatalogueLines = (text, options) => report(glue.check_catalogue_lines, fromText(text), options);

/** Text and bytes are read as JSON, anything else is the product itself. */
const fromProduct = (product) => (typeof product === 'string' || isBytes(product) ? fromText(product) : fromValue(product));

export const effectiveKind = (product, options) => invoke(glue.effective_kind, fromProduct(product), stated(options));
export const article = (product, variantIndex, options) => invoke(glue.article, fromProduct(product), stated(options), word(variantIndex));
export const cartComment = (product, locale, options) => invoke(glue.cart_comment, fromProduct(product), stated(options), word(locale));

/** Makes fixes; the report of what comes out is worded as that of a check. */
export function fixed(call, input, options) {
  const [others, messages] = parted(options);
  const found = invoke(call, input, stated(others));
  return messages === undefined ? found : { ...found, report: translate(found.report, messages) };
}

export const applyFixes = (product, options) => {
  const { text, ...rest } = fixed(glue.fix, fromValue(product), options);
  return { product: text === '' ? null : JSON.parse(text), ...rest };
};
export const applyFixesText = (text, options) => fixed(glue.fix, fromText(text), options);
export const applyPatchText = (text, patch) => invoke(glue.apply_patch, fromText(text), undefined, optionsText(patch));

/**
 * The fields to check again when one changes, itself first. Those of elements are named for each that
 * the product has.
 */
export function dependsOn(field, product) {
  if (typeof field !== 'string') return [field];
  const own = dotted(pointerOf(field));
  const others = invoke(glue.depends_on, NONE, undefined, own).flatMap((name) => elements(name, product));
  return [field, ...others.filter((name) => name !== own)];
}

/** The options as they are now; throws where they are bad. */
export function takenOptions(options) {
  const [others, messages] = parted(options);
  const given = stated(others);
  invoke(glue.options, NONE, given);
  const [text, [, current]] = given;
  const taken = text === '' ? {} : JSON.parse(text);
  if (messages !== undefined) {
    translate({ diagnostics: [] }, messages);
    taken.messages = JSON.parse(JSON.stringify(messages));
  }
  return typeof current === 'string' ? taken : { ...taken, current: new Uint8Array(current) };
}
export const jsonSchema = () => invoke(glue.schema, NONE);

/** A word or number as text; anything else is not a word that the core knows. */
export function word(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
