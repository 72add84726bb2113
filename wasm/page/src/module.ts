// The site's own module: what is needed before anything is clicked.

import * as glue from 'built/bindings.js';
import { catalogueReportOf, reportOf } from '../../js/flat.js';
import { fromText, givenOptions, invoke } from '../../js/host.js';
import type { CatalogueReport, PatchOperation, Report } from '../../js/model.js';
import type { Result } from '../../js/result.js';
import type { Located } from '../../js/wording.js';
import { type Flat, flat } from './flat.js';
import type { Answer, Outline, TermUnit } from './model.js';

export { init as start } from '../../js/init.js';

/** What is stated; the module says what is wrong with it. */
export type Given = { readonly [name: string]: unknown };

/** The input of a call that takes none. */
const NONE = fromText('');

export const checkText = (text: string | ArrayBuffer, options?: Given): Located<Report> =>
  invoke(glue.check, fromText(text), givenOptions(options), '', reportOf) as Located<Report>;
export const checkCatalogueText = (text: string, options?: Given): Located<CatalogueReport> =>
  invoke(
    glue.check_catalogue,
    fromText(text),
    givenOptions(options),
    '',
    catalogueReportOf,
  ) as Located<CatalogueReport>;

export const outline = (text: string): Flat<{ products: Outline[] }> =>
  flat(invoke<Result<{ products: Outline[] }>>(glue.outline, fromText(text)));
export const answer = (
  text: string,
  options: Given,
  { index, words = '' }: { index: number; words?: string | undefined },
): Flat<Answer> =>
  flat(invoke<Result<Answer>>(glue.answer, fromText(text), givenOptions(options), [index, '', words].join('\n')));
/** What is wrong with the options of a check, in words; `null` where nothing is. */
export const trouble = (options: Given, words?: string): string | null =>
  invoke(glue.trouble, NONE, givenOptions(options), words);
export const chain = (own: number, renewals: readonly number[]): number[] =>
  invoke(glue.chain, NONE, undefined, [own, ...renewals].join(','));
export const freeTrial = (text: string): PatchOperation[] | null => invoke(glue.free_trial, fromText(text));
/** The text with the operations of a JSON Patch made; a field that is added comes last in its object. */
export const change = (text: string, patch: readonly PatchOperation[]): string =>
  invoke(glue.change, fromText(text), undefined, JSON.stringify(patch));
export const term = (number: string, unit: TermUnit): string => invoke(glue.term, NONE, undefined, `${unit} ${number}`);
