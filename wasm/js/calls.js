// The calls of the core. Each is one line here and one line in the binding crate.

import * as glue from 'built/bindings.js';
import { fromText, fromValue, invoke, optionsText, stated } from './host.js';

/** The input of a call that takes none. */
export const NONE = [0, 'null'];

export const check = (product, options) => invoke(glue.check, fromValue(product), stated(options));
export const checkText = (text, options) => invoke(glue.check, fromText(text), stated(options));

export const checkCatalogue = (products, options) => invoke(glue.check_catalogue, fromValue(products), stated(options));
export const checkCatalogueText = (text, options) => invoke(glue.check_catalogue, fromText(text), stated(options));
export const checkCatalogueLines = (text, options) => invoke(glue.check_catalogue_lines, fromText(text), stated(options));

export const effectiveKind = (product, options) => invoke(glue.effective_kind, fromValue(product), stated(options));
export const article = (product, variantIndex, options) => invoke(glue.article, fromValue(product), stated(options), word(variantIndex));
export const cartComment = (product, locale, options) => invoke(glue.cart_comment, fromValue(product), stated(options), word(locale));

export const applyFixes = (product, options) => {
  const { text, ...rest } = invoke(glue.fix, fromValue(product), stated(options));
  return { product: text === '' ? null : JSON.parse(text), ...rest };
};
export const applyFixesText = (text, options) => invoke(glue.fix, fromText(text), stated(options));
export const applyPatchText = (text, patch) => invoke(glue.apply_patch, fromText(text), undefined, optionsText(patch));

/** The fields to check again when one changes, itself first. */
export const dependsOn = (field) => (typeof field === 'string' ? [field, ...invoke(glue.depends_on, NONE, undefined, field)] : [field]);

/** The options as they are now; throws where they are bad. */
export function takenOptions(options) {
  const given = stated(options);
  invoke(glue.options, NONE, given);
  const [text, [, current]] = given;
  const taken = text === '' ? {} : JSON.parse(text);
  return typeof current === 'string' ? taken : { ...taken, current: current.slice() };
}
export const jsonSchema = () => invoke(glue.schema, NONE);

/** A word or number as text; anything else is not a word that the core knows. */
export function word(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
