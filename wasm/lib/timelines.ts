// Computes and renders timelines.

import type { ProductValue } from './calls.js';
import { fromProducts, givenOptions } from './encode.js';
import { CatalogueError } from './errors.js';
import { call } from './host.js';
import type { JsonText } from './json-text.js';
import { unwrap } from './result.js';
import type { Timeline, TimelineOptions } from './tools-model.js';

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
