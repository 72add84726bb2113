// The calls of the core. Each is one line here and one line in the binding crate.

import * as glue from 'built/bindings.js';
import { fromText, fromValue, invoke, optionsText } from './host.js';

/** The input of a call that takes none. */
export const NONE = [0, 'null'];

export const check = (product, options) => invoke(glue.check, fromValue(product), optionsText(options));
export const checkText = (text, options) => invoke(glue.check, fromText(text), optionsText(options));

export const checkCatalogue = (products, options) => invoke(glue.check_catalogue, fromValue(products), optionsText(options));
export const checkCatalogueText = (text, options) => invoke(glue.check_catalogue, fromText(text), optionsText(options));
export const checkCatalogueLines = (text, options) => invoke(glue.check_catalogue_lines, fromText(text), optionsText(options));

export const effectiveKind = (product, options) => invoke(glue.effective_kind, fromValue(product), optionsText(options));
export const article = (product, variantIndex, options) => invoke(glue.article, fromValue(product), optionsText(options), word(variantIndex));
export const cartComment = (product, locale, options) => invoke(glue.cart_comment, fromValue(product), optionsText(options), word(locale));

export const applyFixes = (product, options) => {
  const { text, ...rest } = invoke(glue.fix_product, fromValue(product), optionsText(options));
  return { product: text === '' ? null : JSON.parse(text), ...rest };
};
export const applyFixesText = (text, options) => invoke(glue.fix_text, fromText(text), optionsText(options));
export const applyPatchText = (text, patch) => invoke(glue.apply_patch, fromText(text), '', optionsText(patch));

/** The fields to check again when one changes, itself first. */
export const dependsOn = (field) => (typeof field === 'string' ? [field, ...invoke(glue.depends_on, NONE, '', field)] : [field]);

/** The options as they are now; throws where they are bad. */
export function takenOptions(options) {
  const text = optionsText(options);
  invoke(glue.options, NONE, text);
  return text === '' ? {} : JSON.parse(text);
}
export const jsonSchema = () => invoke(glue.schema, NONE);

/** A word or number as text; anything else is no word that the core knows. */
export function word(value) {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
