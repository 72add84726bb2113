// Calls that take a catalogue.

import type { ProductValue } from './calls.js';
import { fromProducts, type Given } from './encode.js';
import { catalogueReportOf, fixedOf } from './flat.js';
import { callFlat } from './host.js';
import { isJsonText, type JsonText } from './json-text.js';
import type { CatalogueOptions, CatalogueReport } from './model.js';
import { makeFixed, makeReport, splitLayout, valueIn } from './reports.js';
import type { FixedText, LayoutOption, Located, Wording } from './wording.js';

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
  const [rest, layout] = splitLayout(options);
  const products = fromProducts(input);
  return makeReport(rest, (given) => catalogueReportOf(callFlat('check_catalogue', layout, products, given)));
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
  const [others, layout] = splitLayout(options);
  const products = fromProducts(input);
  const make = (given: Given) => fixedOf(catalogueReportOf)(callFlat('fix_catalogue', layout, products, given));
  const { text, ...rest } = makeFixed(products, others, make);
  return isJsonText(input) ? { text, ...rest } : { products: valueIn(text), ...rest };
}
