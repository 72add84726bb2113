// The site's own module: what is needed before anything is clicked.

import * as glue from 'built/bindings.js';
import { NONE } from 'shell/calls.js';
import { fromText, invoke, stated } from 'shell/host.js';

export { applyFixesText, applyPatchText, article, cartComment, checkCatalogueText, checkText, jsonSchema } from 'shell/calls.js';

export { init as start } from 'shell/init.js';

/** What a call is about, as the module reads it. */
const about = ({ index, today = '', words = '' }) => [index, today, words].join('\n');

export const outline = (text) => invoke(glue.outline, fromText(text));
export const answer = (text, options, request) => invoke(glue.answer, fromText(text), stated(options), about(request));
export const picture = (text, options, request) => invoke(glue.picture, fromText(text), stated(options), about(request));
export const applyFixesCatalogueText = (text, options) => invoke(glue.fix_catalogue, fromText(text), stated(options));
export const chain = (own, renewals) => invoke(glue.chain, NONE, undefined, [own, ...renewals].join(','));
export const freeTrial = (text) => invoke(glue.free_trial, fromText(text));
export const translated = (report, messages) => invoke(glue.translate, fromText(JSON.stringify(report)), undefined, messages);
