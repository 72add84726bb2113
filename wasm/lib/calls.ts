// Calls of the default entry point that run in the WebAssembly module. Each calls a function of the binding crate.

import { fromGiven, fromInput, type Given, givenOptions, type Input, isOptions, textOf } from './encode.js';
import { InvalidProductError } from './errors.js';
import { fixedOf, reportOf } from './flat.js';
import { call, callFlat } from './host.js';
import { isJsonText, type JsonText, type ProductValue } from './json-text.js';
import type { FixedText, Located } from './located.js';
import type { CheckOptions, Decision, DecisionOptions, Product, Report } from './model.js';
import { checked, makeFixed, valueIn } from './reports.js';
import { valid, validText } from './valid.js';
import type { Wording } from './wording.js';

/**
 * Checks a product: a value, read as the JSON that `JSON.stringify` returns for it, or `jsonText(source)`. Never throws
 * because of the product.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { check } from 'renewal-rules';
 *
 * console.log(check({ licence_term: 'P1W' }).diagnostics[0].code); // term-format
 * ```
 */
export function check(text: JsonText, options?: CheckOptions & Wording): Located<Report>;
export function check<Given>(product: ProductValue<Given>, options?: CheckOptions & Wording): Report;
export function check(input: unknown, options?: CheckOptions & Wording): Report {
  return checked(fromInput(input), options);
}

/**
 * Returns whether a value is a product without errors. Returns false for `jsonText`, which only wraps a product.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { isProduct } from 'renewal-rules';
 *
 * console.log(isProduct({ licence_term: 'P1M' }), isProduct('{}')); // true false
 * ```
 */
export const isProduct = (value: unknown, options?: CheckOptions): value is Product =>
  checked(fromGiven(value), options).valid;

/**
 * Returns a product that has no errors: the value itself, or what `jsonText(source)` contains.
 *
 * @throws {@link InvalidProductError} with the report, if it has errors; {@link OptionsError} if an option is unknown or
 * invalid.
 * @example
 * ```js
 * import { jsonText, parse } from 'renewal-rules';
 *
 * console.log(parse(jsonText('{"licence_term":"P1M"}')).licence_term); // P1M
 * ```
 */
export function parse(input: unknown, options?: CheckOptions & Wording): Product {
  const encoded = fromInput(input);
  const report = checked(encoded, options);
  if (!report.valid) throw new InvalidProductError(report);
  return isJsonText(input) ? JSON.parse(textOf(encoded)) : (input as Product);
}

/** Result of `fix`: a product to which its safe fixes were applied. */
export interface FixedProduct<Product> {
  /** The fixed product, as a new value; `null` if the input cannot be converted to JSON. */
  product: Product | null;
  /** The report of the fixed product. */
  report: Report;
  /** Number of applied fixes. */
  applied: number;
}

/**
 * Applies every safe fix of a product: to its text, or to a copy of the value.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { fix, jsonText } from 'renewal-rules';
 *
 * console.log(fix({ licence_term: 'p1m' }).product); // { licence_term: 'P1M' }
 * console.log(fix(jsonText('{ "licence_term": "p1m" }')).text); // { "licence_term": "P1M" }
 * ```
 */
export function fix(text: JsonText, options?: CheckOptions & Wording): FixedText;
export function fix<Given>(product: ProductValue<Given>, options?: CheckOptions & Wording): FixedProduct<Given>;
export function fix(input: unknown, options?: CheckOptions & Wording): unknown {
  const encoded = fromInput(input);
  const make = (given: Given) => fixedOf(reportOf)(callFlat('fix', '', encoded, given));
  const { text, ...rest } = makeFixed(encoded, options, make);
  return isJsonText(input) ? { text, ...rest } : { product: valueIn(text), ...rest };
}

/** Encodes a product and its `DecisionOptions`. */
const decided = (product: unknown, options: unknown): [Input, Given] => [fromInput(product), givenOptions(options)];

/** Like `decided`, for a result that cannot report a misuse: throws if the product is neither an object nor `jsonText`. */
const decidedOrThrow = (product: unknown, options: unknown): [Input, Given] =>
  valid('product', 'a product or `jsonText`', () => isJsonText(product) || isOptions(product) || undefined) &&
  decided(product, options);

/**
 * Returns the effective renewal kind with its reasons.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid.
 * @example
 * ```js
 * import { effectiveKind } from 'renewal-rules';
 *
 * const renew_settings = { product_id_for_renew: [102, 102], renew_pmr: true };
 * console.log(effectiveKind({ licence_term: 'P1M', renew_settings }).kind); // pmr
 * ```
 */
export const effectiveKind = <Given>(product: ProductValue<Given>, options?: DecisionOptions): Decision =>
  call('effective_kind', '', ...decided(product, options));

/**
 * Returns the stock-keeping unit that is ordered for a variant: `sku_ar` for AR, if it has one, otherwise `sku`. `null` if
 * there is none.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid, or another argument has the wrong type.
 * @example
 * ```js
 * import { skuFor } from 'renewal-rules';
 *
 * console.log(skuFor({ variants: [{ sku: 'S1', sku_ar: 'S1-AR' }] }, 0)); // S1
 * ```
 */
export const skuFor = <Given>(
  product: ProductValue<Given>,
  variantIndex: number,
  options?: DecisionOptions,
): string | null => {
  const index = valid('variantIndex', 'a whole number', () =>
    Number.isInteger(variantIndex) ? variantIndex : undefined,
  );
  return call('article', String(index), ...decidedOrThrow(product, options));
};

/**
 * Returns the comment that the cart shows in a locale, `null` if there is none.
 *
 * @throws {@link OptionsError} if an option is unknown or invalid, or another argument has the wrong type.
 * @example
 * ```js
 * import { cartComment } from 'renewal-rules';
 *
 * const localization_values = { en_US: { comment_for_product_for_MR: 'Renew it.' } };
 * console.log(cartComment({ localization_values }, 'en_US')); // Renew it.
 * ```
 */
export const cartComment = <Given>(
  product: ProductValue<Given>,
  locale: string,
  options?: DecisionOptions,
): string | null => call('cart_comment', validText('locale', locale), ...decidedOrThrow(product, options));
