// The schemas and `check` as asynchronous calls: the rules are fetched at the first use.

import { importer, once } from './imports.js';
import { isJsonText, type ProductValue } from './json-text.js';
import type { CheckOptions, Product, Report } from './model.js';
import { orElse } from './result.js';
import type { FormOptions, FormSchema, ProductSchema, SchemaOptions } from './schema.js';
import type { Wording } from './wording.js';

type Rules = typeof import('./index.js');

const importRules = /* @__PURE__ */ importer<Rules>(() => import('default-entry'), 'check');

/** Fetches the rules, which are the entry point `renewal-rules`; after a failure, the next call fetches them again. */
const load = /* @__PURE__ */ once(async () => {
  try {
    return await importRules();
  } catch (cause) {
    throw new Error('renewal-rules could not be fetched; the next call tries again.', { cause });
  }
});

/**
 * Fetches the rules when the browser is idle, so that the first use need not wait. A failure is ignored: the first use
 * fetches them again.
 *
 * @example
 * ```js
 * import { preload } from 'renewal-rules/lazy';
 *
 * preload();
 * ```
 */
export function preload(): void {
  const idle = globalThis.requestIdleCallback ?? setTimeout;
  idle(() => {
    load().catch(() => {});
  });
}

/**
 * Checks a product like `check` of `renewal-rules`.
 *
 * @throws `OptionsError` if an option is unknown or invalid; `Error` if the rules cannot be fetched.
 * @example
 * ```js
 * import { check } from 'renewal-rules/lazy';
 *
 * const { diagnostics } = await check({ licence_term: 'P1W' });
 * console.log(diagnostics[0].code); // term-format
 * ```
 */
export async function check<Given>(product: ProductValue<Given>, options?: CheckOptions & Wording): Promise<Report> {
  return (await load()).check(product, options);
}

/** The members of a Standard Schema (version 1) whose validation is asynchronous. */
type LazyStandard<Standard extends ProductSchema<unknown>['~standard']> = Omit<Standard, 'jsonSchema' | 'validate'> & {
  /** Rejects if an option is invalid or the rules cannot be fetched. */
  readonly validate: (...args: Parameters<Standard['validate']>) => Promise<ReturnType<Standard['validate']>>;
};

/** An asynchronous schema of a product. */
export interface LazyProductSchema<Form = Product> {
  readonly '~standard': LazyStandard<ProductSchema<Form>['~standard']>;
  /** Returns a schema with additional options, like `with` of the synchronous schema. */
  with<Values = Form>(options: SchemaOptions): LazyProductSchema<Values>;
}

/** An asynchronous schema of a form's values. */
// biome-ignore lint/suspicious/noExplicitAny: a form's values have any type, which `with` sets.
export interface LazyFormSchema<Form = any> {
  readonly '~standard': LazyStandard<FormSchema<Form>['~standard']>;
  /** Returns a schema with additional options, like `with` of the synchronous schema. */
  with<Values = Form>(options: FormOptions): LazyFormSchema<Values>;
}

/**
 * Copies the options of a schema, which are read at the first use. Anything but a plain object, of any realm, is
 * returned as it is, so that it is rejected.
 */
function copyOf(options: FormOptions): FormOptions {
  const copyOption = (option: unknown) => (isJsonText(option) ? option : orElse(() => structuredClone(option), option));
  return orElse(() => {
    const prototype = Object.getPrototypeOf(options);
    const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
    if (!isPlain) return options;
    return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, copyOption(option)]));
  }, options);
}

/** Creates an asynchronous schema that validates with the synchronous schema that `select` returns. */
const lazy = (select: (rules: Rules) => FormSchema): LazyFormSchema => ({
  '~standard': {
    version: 1,
    vendor: 'renewal-rules',
    validate: async (...args) => select(await load())['~standard'].validate(...args),
  },
  with: (options) => {
    const copy = copyOf(options);
    let schema: FormSchema | undefined;
    return lazy((rules) => {
      schema ??= select(rules).with(copy);
      return schema;
    });
  },
});

/**
 * A Standard Schema of products, like `productSchema` of `renewal-rules`.
 *
 * @example
 * ```js
 * import { productSchema } from 'renewal-rules/lazy';
 *
 * const { issues } = await productSchema.with({ operation: 'create' })['~standard'].validate({ id: 101 });
 * console.log(issues[0].code); // field-not-on-create
 * ```
 */
export const productSchema = /* @__PURE__ */ lazy((rules) => rules.productSchema as FormSchema) as LazyProductSchema;

/**
 * A Standard Schema of a form's values, like `formSchema` of `renewal-rules`.
 *
 * @example
 * ```js
 * import { formSchema } from 'renewal-rules/lazy';
 *
 * console.log(await formSchema['~standard'].validate({ id: '101' })); // { value: { id: 101 } }
 * ```
 */
export const formSchema: LazyFormSchema = /* @__PURE__ */ lazy((rules) => rules.formSchema);
