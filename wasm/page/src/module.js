// The site's own module: what is needed before anything is clicked.

import * as glue from 'built/bindings.js';
import { fromText, invoke, stated } from 'shell/host';

import { flat } from './flat.js';

export { init as start } from 'shell/init';

/** The input of a call that takes none. */
const NONE = fromText('');

export const checkText = (text, options) => invoke(glue.check, fromText(text), stated(options));
export const checkCatalogueText = (text, options) => invoke(glue.check_catalogue, fromText(text), stated(options));
export const translated = (report, messages) => invoke(glue.translate, fromText(JSON.stringify(report)), undefined, messages);

export const outline = (text) => flat(invoke(glue.outline, fromText(text)));
export const answer = (text, options, { index, words = '' }) => flat(invoke(glue.answer, fromText(text), stated(options), [index, '', words].join('\n')));
/** What is wrong with the options of a check, in words; `null` where nothing is. */
export const trouble = (options, words) => invoke(glue.trouble, NONE, stated(options), words);
export const chain = (own, renewals) => invoke(glue.chain, NONE, undefined, [own, ...renewals].join(','));
export const freeTrial = (text) => invoke(glue.free_trial, fromText(text));
/** The text with the operations of a JSON Patch made; a field that is added takes its place in the order of the tables. */
export const change = (text, patch) => invoke(glue.change, fromText(text), undefined, JSON.stringify(patch));
export const term = (number, unit) => invoke(glue.term, NONE, undefined, `${unit} ${number}`);
