// Entry point with all calls: those of the default entry point, and those for tools and servers.

import { fromInput, fromProducts, fromValue, fromVersions, type Given, givenOptions, optionsText } from './encode.js';
import { CatalogueError, PatchError } from './errors.js';
import { catalogueReportOf, fixedOf, withUrl } from './flat.js';
import { call, callFlat } from './host.js';
import { isJsonText, type JsonText, type ProductValue } from './json-text.js';
import type { FixedText, Located } from './located.js';
import type { CatalogueOptions, CatalogueReport, Code, PatchOperation, Report } from './model.js';
import { accepting, makeFixed, makeReport, splitOptions, valueIn, word } from './reports.js';
import { unwrap } from './result.js';
import type { CompareOptions, Comparison, ReportFormat, RuleInfo, Timeline, TimelineOptions } from './tools-model.js';
import { valid, validText, withDefaults } from './valid.js';
import { applyWording, type LayoutOption, type Wording } from './wording.js';

export * from './errors.js';
export * from './index.js';
export * from './requests.js';
export { init, initSync, type ModuleBytes, type ModuleSource } from './start.js';
export type * from './tools-model.js';

const LAYOUT = ['layout'] as const;

/** Options of `checkCatalogue` and `fixCatalogue`. */
export type CatalogueCheckOptions = CatalogueOptions & LayoutOption & Wording;

/**
 * Checks a catalogue: an array of products, or `jsonText` of an array or of one product per line. Never throws because of
 * the products.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { checkCatalogue } from 'renewal-rules/tools';
 *
 * console.log(checkCatalogue([{ id: 101 }, { id: 101 }]).diagnostics[0].path); // /1/id
 * ```
 */
export function checkCatalogue(text: JsonText, options?: CatalogueCheckOptions): Located<CatalogueReport>;
export function checkCatalogue<Given>(products: ProductValue<Given>, options?: CatalogueCheckOptions): CatalogueReport;
export function checkCatalogue(input: unknown, options?: CatalogueCheckOptions): CatalogueReport {
  const [rest, { layout }] = splitOptions<LayoutOption>(options, ...LAYOUT);
  const products = fromProducts(input);
  const make = (given: Given) => catalogueReportOf(callFlat('check_catalogue', word(layout), products, given));
  return accepting(LAYOUT, () => makeReport(rest, make));
}

/** Result of `fixCatalogue`: a catalogue to which its safe fixes were applied. */
export interface FixedProducts<Products> {
  /** The fixed products, as a new value; `null` if the input cannot be converted to JSON. */
  products: Products | null;
  /** The report of the fixed products. */
  report: CatalogueReport;
  /** Number of applied fixes. */
  applied: number;
}

/**
 * Applies every safe fix of a catalogue: to its text (an array or newline-delimited JSON), or to a copy of an array.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { fixCatalogue } from 'renewal-rules/tools';
 *
 * console.log(fixCatalogue([{ licence_term: 'p1m' }]).products); // [ { licence_term: 'P1M' } ]
 * ```
 */
export function fixCatalogue(text: JsonText, options?: CatalogueCheckOptions): FixedText<Located<CatalogueReport>>;
export function fixCatalogue<Given>(
  products: ProductValue<Given>,
  options?: CatalogueCheckOptions,
): FixedProducts<Given>;
export function fixCatalogue(input: unknown, options?: CatalogueCheckOptions): unknown {
  const [others, { layout }] = splitOptions<LayoutOption>(options, ...LAYOUT);
  const products = fromProducts(input);
  const make = (given: Given) => fixedOf(catalogueReportOf)(callFlat('fix_catalogue', word(layout), products, given));
  const { text, ...rest } = accepting(LAYOUT, () => makeFixed(products, others, make));
  return isJsonText(input) ? { text, ...rest } : { products: valueIn(text), ...rest };
}

/**
 * Returns the timeline of a purchase: the periods, orders and payments that follow it.
 *
 * @param products One product or an array of products, or `jsonText` of one, of an array or of one product per line.
 * @throws {@link CatalogueError} if no timeline can be computed; {@link OptionsError} if an option is unknown, invalid or
 * missing.
 * @example
 * ```js
 * import { timeline } from 'renewal-rules/tools';
 *
 * console.log(timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }).periods[0].end); // 2026-02-28
 * ```
 */
export const timeline = <Given>(products: ProductValue<Given> | JsonText, options: TimelineOptions): Timeline =>
  unwrap(call('tools.timeline', {}, fromProducts(products), givenOptions(options)), CatalogueError);

/**
 * Renders a timeline as a text table.
 *
 * @throws {@link CatalogueError} if no timeline can be computed; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { timelineTable } from 'renewal-rules/tools';
 *
 * console.log(timelineTable({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }));
 * ```
 */
export const timelineTable = <Given>(products: ProductValue<Given> | JsonText, options: TimelineOptions): string =>
  unwrap(call('tools.timeline_table', {}, fromProducts(products), givenOptions(options)), CatalogueError);

/**
 * Renders a timeline as SVG.
 *
 * @throws {@link CatalogueError} if no timeline can be computed; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { timelineSvg } from 'renewal-rules/tools';
 *
 * console.log(timelineSvg({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' })); // <svg …
 * ```
 */
export const timelineSvg = <Given>(products: ProductValue<Given> | JsonText, options: TimelineOptions): string =>
  unwrap(call('tools.timeline_svg', {}, fromProducts(products), givenOptions(options)), CatalogueError);

/** The timeline of one of several products, or the reason why it has none. */
export type ProductTimeline = {
  /** JSON Pointer to the product. */
  path: string;
} & ({ timeline: Timeline; error?: undefined } | { timeline?: undefined; error: CatalogueError });

/**
 * Returns the timeline of the product that `productId` selects, otherwise of each product.
 *
 * @throws {@link CatalogueError} if the input contains no products; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { timelines } from 'renewal-rules/tools';
 *
 * const products = [{ id: 1, licence_term: 'P1M' }, { id: 2, licence_term: 'P1M' }];
 * for (const { path, timeline } of timelines(products, { purchaseDate: '2026-01-31' })) console.log(path, timeline.stop);
 * ```
 */
export function timelines<Given>(
  products: ProductValue<Given> | JsonText,
  options: TimelineOptions,
): ProductTimeline[] {
  const all = call('tools.timelines', {}, fromProducts(products), givenOptions(options));
  return unwrap(all, CatalogueError).map(({ path, value, error }) =>
    error === undefined ? { path, timeline: value } : { path, error: new CatalogueError(error) },
  );
}

/**
 * Returns the changes for buyers between two versions of a catalogue. Each version is a product, an array of products,
 * or `jsonText`.
 *
 * @throws {@link CatalogueError} with the invalid `version`, if the versions cannot be compared; {@link OptionsError}
 * if an option is unknown or invalid.
 * @example
 * ```js
 * import { compare } from 'renewal-rules/tools';
 *
 * console.log(compare({ licence_term: 'P1M' }, { licence_term: 'P2M' }).changed); // true
 * ```
 */
export const compare = <Before, After>(
  before: ProductValue<Before> | JsonText,
  after: ProductValue<After> | JsonText,
  options?: CompareOptions,
): Comparison => {
  const compared = unwrap(call('tools.compare', {}, ...fromVersions(before, after, options)), CatalogueError);
  for (const change of [...compared.appeared, ...compared.disappeared]) {
    const { diagnostics } = applyWording({ diagnostics: [withUrl(change.diagnostic)] }, {});
    Object.assign(change, { diagnostic: diagnostics[0] });
  }
  return compared;
};

/**
 * Renders a comparison as text, or as a Markdown table.
 *
 * @throws {@link CatalogueError} if the versions cannot be compared; {@link OptionsError} if an option is invalid.
 * @example
 * ```js
 * import { comparisonText } from 'renewal-rules/tools';
 *
 * console.log(comparisonText({ licence_term: 'P1M' }, { licence_term: 'P2M' }, { format: 'markdown' }));
 * ```
 */
export const comparisonText = <Before, After>(
  before: ProductValue<Before> | JsonText,
  after: ProductValue<After> | JsonText,
  options?: CompareOptions & { format?: 'text' | 'markdown' | undefined },
): string => {
  const [rest, { format = 'text' }] = splitOptions<{ format?: keyof typeof COMPARISONS }>(options, 'format');
  const isKnown = () => Object.hasOwn(COMPARISONS, format) || undefined;
  valid('format', 'one of `text`, `markdown`', isKnown, 'invalid');
  const name = COMPARISONS[format];
  const versions = accepting(['format'], () => call(name, {}, ...fromVersions(before, after, rest)));
  return unwrap(versions, CatalogueError);
};

/** Calls that render a comparison, by format. */
const COMPARISONS = { text: 'tools.comparison_text', markdown: 'tools.comparison_markdown' } as const;

/** A checked input with its report. */
export interface FormatResult {
  /** Name of the input, such as its file name. */
  name: string;
  /** Report that a check returned for the input. */
  report: Report | CatalogueReport;
  /**
   * Text of the input, for excerpts of it. Without it, fingerprints identify products by their indexes instead of their
   * ids.
   */
  text?: string | undefined;
}

/** Default options for rendering reports. */
const STYLE: FormatOptions = { color: false, quiet: false };

/** Options for rendering reports. */
export interface FormatOptions {
  /** Set to use terminal colours. */
  color?: boolean | undefined;
  /** Set to show errors only. */
  quiet?: boolean | undefined;
}

/**
 * Renders reports as text for people or tools, as the command line does.
 *
 * @throws {@link OptionsError} if `format` is unknown, or an element of `results` has no report.
 * @example
 * ```js
 * import { check, format } from 'renewal-rules/tools';
 *
 * console.log(format([{ name: 'a.json', report: check({ id: 0 }) }], 'github')); // ::error …
 * ```
 */
export const format = (results: readonly FormatResult[], format: ReportFormat, options: FormatOptions = {}): string =>
  call('render.results', { style: { ...withDefaults(options, STYLE), format } }, fromValue(results));

/**
 * Returns the documentation of all rules, in the order of their codes.
 *
 * @example
 * ```js
 * import { rules } from 'renewal-rules/tools';
 *
 * console.log(rules()[0].code); // json-syntax
 * ```
 */
export const rules = (): RuleInfo[] => call('tools.rules', {});

/**
 * Returns the documentation of a code, `undefined` if there is no such code.
 *
 * @throws {@link OptionsError} if `code` is not a string.
 * @example
 * ```js
 * import { explain } from 'renewal-rules/tools';
 *
 * console.log(explain('chain-empty').title); // The chain is empty
 * ```
 */
export function explain(code: Code): RuleInfo;
export function explain(code: string): RuleInfo | undefined;
export function explain(code: string): RuleInfo | undefined {
  return call('tools.explain', { code: validText('code', code) }) ?? undefined;
}

/**
 * Applies the operations of a JSON Patch, such as the `fix` of a diagnostic: to JSON text, the rest of which stays
 * unchanged, or to a copy of a value.
 *
 * @throws {@link PatchError} if the text is not JSON, or an operation cannot be applied.
 * @example
 * ```js
 * import { applyPatch, jsonText } from 'renewal-rules/tools';
 *
 * const patch = [{ op: 'replace', path: '/licence_term', value: 'P1M' }];
 * console.log(applyPatch(jsonText('{ "licence_term": "p1m" }'), patch)); // { "licence_term": "P1M" }
 * ```
 */
export function applyPatch(text: JsonText, patch: readonly PatchOperation[]): string;
export function applyPatch<Given>(value: ProductValue<Given>, patch: readonly PatchOperation[]): Given;
export function applyPatch(input: unknown, patch: readonly PatchOperation[]): unknown {
  const text = unwrap(call('apply_patch', optionsText(patch), fromInput(input)), PatchError);
  return isJsonText(input) ? text : JSON.parse(text);
}
