// Calls of the small WebAssembly module, which is loaded before the page is rendered.

import * as bindings from 'built/bindings.js';
import { catalogueReportOf, reportOf } from '../../lib/flat.js';
import { fromText, givenOptions, invoke } from '../../lib/host.js';
import type { CatalogueReport, PatchOperation, Report } from '../../lib/model.js';
import type { Result } from '../../lib/result.js';
import type { Located } from '../../lib/wording.js';
import { type FlatResult, flatten } from './flatten.js';
import type { Outline, Summary, TermUnit } from './model.js';

export { init as start } from '../../lib/init.js';

/** Options by name, as the user gave them. The module validates them. */
export type OptionValues = { readonly [name: string]: unknown };

/** Empty input for calls that take none. */
const NO_INPUT = fromText('');

export const checkText = (text: string | ArrayBuffer, options?: OptionValues): Located<Report> =>
  invoke(bindings.check, fromText(text), givenOptions(options), '', reportOf) as Located<Report>;

export const checkCatalogueText = (text: string, options?: OptionValues): Located<CatalogueReport> =>
  invoke(
    bindings.check_catalogue,
    fromText(text),
    givenOptions(options),
    '',
    catalogueReportOf,
  ) as Located<CatalogueReport>;

/** Fills the placeholders of a message template. */
export const fillTemplate = (template: string, params: object): string =>
  invoke(bindings.fill_template, fromText(JSON.stringify(params)), undefined, template);

export const outline = (text: string): FlatResult<{ products: Outline[] }> =>
  flatten(invoke<Result<{ products: Outline[] }>>(bindings.outline, fromText(text)));

export const buyerEffect = (
  text: string,
  options: OptionValues,
  { index, words = '' }: { index: number; words?: string | undefined },
): FlatResult<Summary> =>
  flatten(
    invoke<Result<Summary>>(bindings.answer, fromText(text), givenOptions(options), [index, '', words].join('\n')),
  );

/** Returns the error in the options of a check, or `null` if they are valid. */
export const optionError = (options: OptionValues, words?: string): string | null =>
  invoke(bindings.trouble, NO_INPUT, givenOptions(options), words);

export const buildChain = (own: number, renewals: readonly number[]): number[] =>
  invoke(bindings.chain, NO_INPUT, undefined, [own, ...renewals].join(','));

export const freeTrialPatch = (text: string): PatchOperation[] | null => invoke(bindings.free_trial, fromText(text));

/** Applies a JSON Patch to a text; an added member comes last in its object. */
export const applyPatch = (text: string, patch: readonly PatchOperation[]): string =>
  invoke(bindings.change, fromText(text), undefined, JSON.stringify(patch));

export const formatTerm = (number: string, unit: TermUnit): string =>
  invoke(bindings.term, NO_INPUT, undefined, `${unit} ${number}`);
