// Implements Standard JSON Schema, the interface of validators that have a JSON Schema.

import { OptionsError } from './errors.js';
import { JSON_SCHEMA } from './json-schema-table.js';

/** Options of a converter of Standard JSON Schema. */
export interface JsonSchemaOptions {
  /** Dialect of the result: `draft-2020-12`, `draft-07` or `openapi-3.0`. */
  readonly target: 'draft-2020-12' | 'draft-07' | 'openapi-3.0' | (string & {});
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** Converters of Standard JSON Schema. */
export interface JsonSchemaConverter {
  /** Returns the JSON Schema of the values that the validator accepts. */
  readonly input: (options: JsonSchemaOptions) => Record<string, unknown>;
  /** Returns the JSON Schema of the values that the validator returns. */
  readonly output: (options: JsonSchemaOptions) => Record<string, unknown>;
}

/** Values of `$schema` by dialect. The rest of the schema is valid in each dialect. */
const DIALECTS: { readonly [target: string]: string } = {
  'draft-2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
};

/** Replaces `patternProperties`, which OpenAPI 3.0 lacks, by `additionalProperties`, so that any name is allowed. */
const withoutPatterns = (text: string): Record<string, unknown> =>
  JSON.parse(text, (_, value) => {
    const { patternProperties, ...rest } = value ?? {};
    if (patternProperties === undefined) return value;
    return { ...rest, additionalProperties: Object.values(patternProperties)[0] };
  });

/**
 * Returns the JSON Schema of a product's shape. Every product without errors matches it. Rules that involve several
 * fields are not part of it.
 */
export function productJsonSchema(options: JsonSchemaOptions): Record<string, unknown> {
  const target = options?.target;
  const text = JSON.stringify(JSON_SCHEMA);
  if (target === 'openapi-3.0') return withoutPatterns(text);
  if (Object.hasOwn(DIALECTS, target)) return { $schema: DIALECTS[target], ...JSON.parse(text) };
  const targets = [...Object.keys(DIALECTS), 'openapi-3.0'].map((name) => `\`${name}\``).join(', ');
  throw new OptionsError('invalid', `the option \`target\` must be one of ${targets}`, 'target');
}

/** Throws an {@link OptionsError}: no JSON Schema describes the values of a form before they are converted. */
export function noJsonSchema(): never {
  const message = 'a form has no JSON Schema: use `jsonSchema.output`, or `productSchema`';
  throw new OptionsError('invalid-argument', message);
}
