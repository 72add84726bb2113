// Helpers for contestants that generate a module from the JSON Schema of this package.

import schema from '../../schema.json' with { type: 'json' };

const { $schema: _, ...rules } = schema;

/** JSON Schema of a product, without `$schema`, as the generators expect it. */
export const productRules = rules;

/** Imports a module, given as source text. */
export const importSource = (code) => import(`data:text/javascript,${encodeURIComponent(code)}`);
