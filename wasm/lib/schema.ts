// Standard Schema: the interface that form and router libraries expect of a validator.

import { fromGiven, type Input } from './encode.js';
import { DEFAULT_FIELD, fieldSelector, groupsFirst, productFieldsOf } from './fields-held.js';
import { reportOf } from './flat.js';
import { callFlat } from './host.js';
import { type JsonSchemaConverter, noJsonSchema, productJsonSchema } from './json-schema.js';
import type { CheckOptions, Code, Diagnostic, DiagnosticOf, Product } from './model.js';
import { pointerOf, segments } from './pointer.js';
import { formProduct, isProductField } from './product-from-form.js';
import { makeReport, splitOptions, validatedOptions } from './reports.js';
import { withUrl } from './rule-url.js';
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
   * The output retains the listed fields that are not product fields.
   */
  fields?: readonly string[] | undefined;
};

/** Options that a library passes to `validate`. */
export interface LibraryOptions {
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

/** Merges options over those of a schema. */
function changedBy(options: FormOptions, changed: FormOptions): FormOptions {
  const [rest, { fields }] = splitOptions<Pick<FormOptions, 'fields'>>(changed, 'fields');
  const taken: FormOptions = validatedOptions(rest);
  if (fields !== undefined) taken.fields = [...fields];
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
  const { valid, diagnostics } = makeReport(limited, (given) => reportOf(callFlat('check', '', input, given)));
  return valid ? [] : diagnostics.filter(({ severity }) => severity === 'error');
}

/**
 * Extracts the product from a value. `places` returns a function that converts the path of an error to the path of the
 * field at which the error is shown.
 */
type Read = (value: unknown, options: FormOptions) => { product: unknown; places: () => (path: string) => string };

function schema<Made>(read: Read, options: FormOptions, jsonSchema: JsonSchemaConverter): Made {
  const validate = (value: unknown, given?: LibraryOptions) => {
    const library = given?.libraryOptions;
    const { fields, ...others } = library === undefined ? options : changedBy(options, library);
    const { product, places } = read(value, { fields });
    const errors = errorsOf(fromGiven(product), others);
    if (errors.length === 0) return { value: product };
    const placeOf = places();
    const placed = errors.map((error): [Diagnostic, string] => [error, placeOf(error.path)]);
    return { issues: groupsFirst(placed, ([, place]) => place).map(([error, place]) => issue(error, place, product)) };
  };
  return {
    '~standard': { version: 1, vendor: 'renewal-rules', validate, jsonSchema },
    with: (changed: FormOptions) => schema(read, changedBy(options, changed), jsonSchema),
  } as Made;
}

const asItIs: Read = (product) => ({ product, places: () => (path) => path || fieldOfWhole(product) });

/**
 * Returns the pointer to the field that shows errors about a whole value: its first product field, otherwise `name`.
 */
function fieldOfWhole(value: unknown): string {
  try {
    return (
      Object.keys(value as object)
        .map((name) => `/${name}`)
        .find(isProductField) ?? DEFAULT_FIELD
    );
  } catch {
    return DEFAULT_FIELD;
  }
}

const asAForm: Read = (value, { fields }) => {
  const product = formProduct(value, fields) ?? value;
  return { product, places: () => fieldSelector(fields?.map(pointerOf) ?? productFieldsOf(value)) };
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
export const productSchema: ProductSchema = /* @__PURE__ */ schema(
  asItIs,
  {},
  {
    input: productJsonSchema,
    output: productJsonSchema,
  },
);

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
export const formSchema: FormSchema = /* @__PURE__ */ schema(
  asAForm,
  {},
  {
    input: noJsonSchema,
    output: productJsonSchema,
  },
);
