// Modules that contestants generate from the JSON Schema of this package ahead of time.

import schema from '../../schema.json' with { type: 'json' };

const { $schema: _, ...rules } = schema;

/** JSON Schema of a product; the generators expect no `$schema`. */
export const productRules = rules;

/** Imports a module from its source. */
export const importSource = (code) => import(`data:text/javascript,${encodeURIComponent(code)}`);
