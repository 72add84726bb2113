// Compares two versions of products.

import type { ProductValue } from './calls.js';
import { fromVersions } from './encode.js';
import { CatalogueError } from './errors.js';
import { call } from './host.js';
import type { JsonText } from './json-text.js';
import { unwrap } from './result.js';
import { withUrl } from './rule-url.js';
import type { CompareOptions, Comparison } from './tools-model.js';

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
  for (const { diagnostic } of [...compared.appeared, ...compared.disappeared]) withUrl(diagnostic);
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
  options: CompareOptions & { format?: 'text' | 'markdown' | undefined } = {},
): string => {
  const { format = 'text', ...rest } = options;
  const given = fromVersions(before, after, rest);
  const rendered =
    format === 'markdown'
      ? call('tools.comparison_markdown', {}, ...given)
      : call('tools.comparison_text', {}, ...given);
  return unwrap(rendered, CatalogueError);
};
