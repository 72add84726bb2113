// Standard Schema: the interface that form and router libraries expect of a validator; and Standard JSON Schema, that of
// validators that have a JSON Schema.

import { fromGiven, type Input } from './encode.js';
import { OptionsError } from './errors.js';
import { withUrl } from './flat.js';
import { JSON_SCHEMA } from './json-schema-table.js';
import type { CheckOptions, Code, Diagnostic, DiagnosticOf, Product } from './model.js';
import { elements, pointerOf, segments } from './pointer.js';
import {
  DEFAULT_FIELD,
  fieldSelector,
  formProduct,
  groupsFirst,
  isProductField,
  productFieldsOf,
} from './product-from-form.js';
import { accepting, checked, splitOptions, validatedOptions } from './reports.js';
import { orElse } from './result.js';
import { validOption } from './valid.js';
import type { Wording } from './wording.js';

/** An issue of Standard Schema with the members of a diagnostic. */
export type SchemaIssue = {
  // A union over all codes, so that `params` is typed by `code`.
  [C in Code]: Omit<DiagnosticOf<C>, 'severity' | 'path' | 'location'> & {
    /**
     * Names of members, and indexes of array elements. Never empty, because form libraries drop an issue without a
     * field: an issue about the whole product has the path of the first product field in the value, otherwise of
     * `name`.
     */
    readonly path: readonly (string | number)[];
  };
}[Code];

/** Options of a schema. */
export type SchemaOptions = CheckOptions & Wording;

/** Options of a form schema. */
export type FormOptions = SchemaOptions & {
  /**
   * The fields that the form has controls for; by default, the product fields in its values. The path of an issue is
   * the most specific of these fields that contains the error, otherwise the nearest field, so that a control shows it.
   * `variants[].sku` stands for a control in each variant. The output retains the listed fields that are not product
   * fields.
   */
  fields?: readonly string[] | undefined;
};

/** Options that a library passes to `validate`. */
interface LibraryOptions {
  readonly libraryOptions?: Record<string, unknown> | undefined;
}

/** A Standard Schema and a Standard JSON Schema (version 1), accepted by form and router libraries. */
interface Schema<In, Out> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'renewal-rules';
    /** Validates a value. The options of this package in `libraryOptions` override those of the schema. */
    readonly validate: (
      value: unknown,
      options?: LibraryOptions | undefined,
    ) => { readonly value: Out; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };
    /** Returns the JSON Schema of a product's shape. `input` throws for a form schema: a form's values have none. */
    readonly jsonSchema: JsonSchemaConverter;
    readonly types?: { readonly input: In; readonly output: Out } | undefined;
  };
}

/** A schema of a product. Errors become issues; `check` reports the warnings too. */
export interface ProductSchema<Form = Product> extends Schema<Form, Form> {
  /**
   * Returns a schema with additional options, which are copied; limits are merged one by one. `undefined` removes an
   * option. The type argument is the type of the values: `productSchema.with<Form>({})`.
   */
  with<Values = Form>(options: SchemaOptions): ProductSchema<Values>;
}

/**
 * A schema of a form's values, `FormData` or `URLSearchParams`. The output is the product that `productFromForm` makes of
 * them.
 */
// biome-ignore lint/suspicious/noExplicitAny: a form's values have any type, which `with` sets.
export interface FormSchema<Form = any> extends Schema<Form, Product> {
  /** Returns a schema with additional options, like `with` of `productSchema`. */
  with<Values = Form>(options: FormOptions): FormSchema<Values>;
}

function issue({ severity: _, location: __, ...rest }: Diagnostic, path: string, value: unknown): SchemaIssue {
  return withUrl({ ...rest, path: segments(path, value) }) as SchemaIssue;
}

/** Merges options; an option that is set to `undefined` is removed. */
function merged<All extends object>(before: All, taken: All, given: object = {}): All {
  const all = { ...before, ...taken };
  for (const name of Object.keys(given)) if (!Object.hasOwn(taken, name)) delete all[name as keyof All];
  return all;
}

/** Names of the options that a schema has besides those of a check. */
type OwnOptions = readonly 'fields'[];

/** Merges options over those of a schema. */
function changedBy(options: FormOptions, changed: FormOptions, own: OwnOptions): FormOptions {
  const [rest, { fields }] = splitOptions<Pick<FormOptions, 'fields'>>(changed, ...own);
  const taken: FormOptions = accepting(own, () => validatedOptions(rest));
  if (fields !== undefined) taken.fields = [...validOption('fields', fields, [])];
  const all = merged(options, taken, changed);
  if (options.limits && taken.limits) all.limits = merged(options.limits, taken.limits, changed.limits);
  return all;
}

/**
 * Checks an input and returns its errors, limited by `maxDiagnostics`. An invalid input always has an error, because
 * forms take an empty list for success.
 */
function errorsOf(input: Input, options: SchemaOptions): Diagnostic[] {
  const { maxDiagnostics } = options;
  const limited = maxDiagnostics === undefined ? options : { ...options, maxDiagnostics: Math.max(1, maxDiagnostics) };
  const { valid, diagnostics } = checked(input, limited);
  return valid ? [] : diagnostics.filter(({ severity }) => severity === 'error');
}

/**
 * Extracts the product from a value. `pointers` returns a function that converts the path of an error to the path of the
 * field at which the error is shown.
 */
type Read = (value: unknown, options: FormOptions) => { product: unknown; pointers: () => (path: string) => string };

function schema<Made>(
  read: Read,
  input: JsonSchemaConverter['input'],
  own: OwnOptions,
  options: FormOptions = {},
): Made {
  const validate = (value: unknown, given?: LibraryOptions) => {
    const library = given?.libraryOptions;
    const { fields, ...others } = library === undefined ? options : changedBy(options, library, own);
    const { product, pointers } = read(value, { fields, operation: others.operation });
    const errors = errorsOf(fromGiven(product), others);
    if (errors.length === 0) return { value: product };
    const pointerFor = pointers();
    const located = errors.map((error) => ({ error, pointer: pointerFor(error.path) }));
    return { issues: groupsFirst(located).map(({ error, pointer }) => issue(error, pointer, product)) };
  };
  return {
    '~standard': { version: 1, vendor: 'renewal-rules', validate, jsonSchema: { input, output: productJsonSchema } },
    with: (changed: FormOptions) => schema(read, input, own, changedBy(options, changed, own)),
  } as Made;
}

const readProduct: Read = (product) => ({ product, pointers: () => (path) => path || fieldOfProduct(product) });

/**
 * Returns the pointer to the field that shows errors about a whole value: its first product field, otherwise `name`.
 */
const fieldOfProduct = (value: unknown): string =>
  orElse(() => {
    const members = Object.keys(value as object).map((name) => `/${name}`);
    return members.find(isProductField);
  }, undefined) ?? DEFAULT_FIELD;

const readForm: Read = (value, { fields, operation }) => {
  const product = formProduct(value, fields, operation === 'update') ?? value;
  // A name such as `ids[]` is that of a control; one such as `variants[].sku` stands for a control in each variant.
  const controls = () => fields?.flatMap((field) => (/\[\]./.test(field) ? elements(field, product) : field));
  return { product, pointers: () => fieldSelector(controls()?.map(pointerOf) ?? productFieldsOf(value)) };
};

/**
 * A Standard Schema of products. It validates values, not JSON text or bytes: parse those first.
 *
 * @example
 * ```js
 * import { productSchema } from 'renewal-rules';
 *
 * const { issues } = productSchema.with({ operation: 'create' })['~standard'].validate({ id: 101 });
 * console.log(issues[0].code); // field-not-on-create
 * ```
 */
export const productSchema: ProductSchema = /* @__PURE__ */ schema(readProduct, productJsonSchema, []);

/**
 * A Standard Schema of a form's values.
 *
 * @example
 * ```js
 * import { formSchema } from 'renewal-rules';
 *
 * console.log(formSchema['~standard'].validate({ id: '101' })); // { value: { id: 101 } }
 * ```
 */
export const formSchema: FormSchema = /* @__PURE__ */ schema(readForm, noJsonSchema, ['fields']);

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
function productJsonSchema(options: JsonSchemaOptions): Record<string, unknown> {
  const target = options?.target;
  const text = JSON.stringify(JSON_SCHEMA);
  if (target === 'openapi-3.0') return withoutPatterns(text);
  if (Object.hasOwn(DIALECTS, target)) return { $schema: DIALECTS[target], ...JSON.parse(text) };
  const targets = [...Object.keys(DIALECTS), 'openapi-3.0'].map((name) => `\`${name}\``).join(', ');
  throw new OptionsError('invalid', `the option \`target\` must be one of ${targets}`, 'target');
}

/** Throws an {@link OptionsError}: no JSON Schema describes the values of a form before they are converted. */
function noJsonSchema(): never {
  const message = 'a form has no JSON Schema: use `jsonSchema.output`, or `productSchema`';
  throw new OptionsError('invalid-argument', message);
}
