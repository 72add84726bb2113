// Calls of the small WebAssembly module, which is loaded before the page is rendered.

import { fromText, givenOptions, NONE } from '../../lib/encode.js';
import { catalogueReportOf, reportOf } from '../../lib/flat.js';
import { call, callFlat } from '../../lib/host.js';
import type { CatalogueReport, PatchOperation, Report } from '../../lib/model.js';
import type { TermUnit } from './model.js';

export { init as start } from '../../lib/start.js';

/** Options by name, as the user gave them. The module validates them. */
export type OptionValues = { readonly [name: string]: unknown };

export const checkText = (text: string | ArrayBuffer, options?: OptionValues): Report =>
  reportOf(callFlat('check', '', fromText(text), givenOptions(options)));

export const checkCatalogueText = (text: string, options?: OptionValues): CatalogueReport =>
  catalogueReportOf(callFlat('check_catalogue', '', fromText(text), givenOptions(options)));

export const fillTemplate = (template: string, params: object) =>
  call('fill_template', template, fromText(JSON.stringify(params)));

export const outline = (text: string) => call('outline', '', fromText(text));

export const buyerSummary = (
  text: string,
  options: OptionValues,
  { index, words = '' }: { index: number; words?: string | undefined },
) => call('summary', `${index}\n${words}`, fromText(text), givenOptions(options));

/** Returns the codes of the findings that can have a witness. */
export const codesWithWitness = () => call('costly_codes', '');

/** Returns the error in the options of a check, or `null` if they are valid. */
export const optionError = (options: OptionValues, words = '') =>
  call('options_error', words, NONE, givenOptions(options));

export const buildChain = (own: number, renewals: readonly number[]) => call('chain', [own, ...renewals].join(','));

export const freeTrialPatch = (text: string) => call('free_trial', '', fromText(text));

/** Applies a JSON Patch to a text. A member that is added becomes the last of its object. */
export const applyPatch = (text: string, patch: readonly PatchOperation[]) =>
  call('change', JSON.stringify(patch), fromText(text));

export const formatTerm = (number: string, unit: TermUnit) => call('term', `${unit} ${number}`);
