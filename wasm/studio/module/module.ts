// Calls of the small WebAssembly module, which is loaded before the page is rendered.

import { fromText, givenOptions } from '../../lib/encode.js';
import { catalogueReportOf, reportOf } from '../../lib/flat.js';
import { call, callFlat } from '../../lib/host.js';
import type { CatalogueReport, Code, PatchOperation, Report } from '../../lib/model.js';
import type { Located } from '../../lib/wording.js';
import { type FlatResult, flatten } from './flatten.js';
import type { Outline, Summary, TermUnit } from './model.js';

export { init as start } from '../../lib/start.js';

/** Options by name, as the user gave them. The module validates them. */
export type OptionValues = { readonly [name: string]: unknown };

/** Input of calls that need none. */
const NO_INPUT = fromText('');

export const checkText = (text: string | ArrayBuffer, options?: OptionValues): Located<Report> =>
  reportOf(callFlat('check', '', fromText(text), givenOptions(options))) as Located<Report>;

export const checkCatalogueText = (text: string, options?: OptionValues): Located<CatalogueReport> =>
  catalogueReportOf(callFlat('check_catalogue', '', fromText(text), givenOptions(options))) as Located<CatalogueReport>;

/** Fills the placeholders of a message template. */
export const fillTemplate = (template: string, params: object): string =>
  call('fill_template', template, fromText(JSON.stringify(params)));

export const outline = (text: string): FlatResult<{ products: Outline[] }> =>
  flatten(call('outline', '', fromText(text)));

export const buyerEffect = (
  text: string,
  options: OptionValues,
  { index, words = '' }: { index: number; words?: string | undefined },
): FlatResult<Summary> => flatten(call('summary', [index, words].join('\n'), fromText(text), givenOptions(options)));

/** Returns the codes of the findings that can cost a renewal or change an amount. */
export const costlyCodes = (): Code[] => call('costly_codes', '', NO_INPUT);

/** Returns the error in the options of a check, or `null` if they are valid. */
export const optionError = (options: OptionValues, words = ''): string | null =>
  call('options_error', words, NO_INPUT, givenOptions(options));

export const buildChain = (own: number, renewals: readonly number[]): number[] =>
  call('chain', [own, ...renewals].join(','));

export const freeTrialPatch = (text: string): PatchOperation[] | null => call('free_trial', '', fromText(text));

/** Applies a JSON Patch to a text. A member that is added becomes the last of its object. */
export const applyPatch = (text: string, patch: readonly PatchOperation[]): string =>
  call('change', JSON.stringify(patch), fromText(text));

export const formatTerm = (number: string, unit: TermUnit): string => call('term', `${unit} ${number}`);
