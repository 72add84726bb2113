import type { CatalogueOptions, CatalogueReport, Code, Decision, DecisionOptions, Diagnostic, DiagnosticOf, Messages, Options, PatchOperation, Product, Report, Severity } from './model.js';

/** JSON text, or its bytes in UTF-8. */
export type TextInput = string | ArrayBuffer | ArrayBufferView;

/** In which language reports are; English by default. */
export interface Language {
  /** A table of all messages, such as `renewal-rules/messages/ru`. A call throws where one is missing or has other placeholders. */
  messages?: Messages | undefined;
}

/** A report in another language. */
export function translate<R extends Report | CatalogueReport>(report: R, messages: Messages): R;

/**
 * Checks a product. It means what `JSON.stringify` makes of it; whatever it is, there is a report.
 * @throws {TypeError} where an option is unknown or wrong, as every call does.
 */
export function check(product: unknown, options?: Options & Language): Report;

/** Checks a product as text or bytes: each diagnostic has a location. */
export function checkText(text: TextInput, options?: Options & Language): Report;

/** Checks a catalogue, an array of products. */
export function checkCatalogue(products: unknown, options?: CatalogueOptions & Language): CatalogueReport;

/** Checks a catalogue as text or bytes of a JSON array. */
export function checkCatalogueText(text: TextInput, options?: CatalogueOptions & Language): CatalogueReport;

/** Checks a catalogue as text or bytes of newline-delimited JSON. */
export function checkCatalogueLines(text: TextInput, options?: CatalogueOptions & Language): CatalogueReport;

/** The renewal kind that takes effect, and why. Text and bytes are read as JSON, as by the next two. */
export function effectiveKind(product: unknown, options?: DecisionOptions): Decision;

/** The article of a variant that is sold, `null` where there is none. */
export function article(product: unknown, variantIndex: number, options?: DecisionOptions): string | null;

/** The comment that the cart shows in a locale, `null` where there is none. */
export function cartComment(product: unknown, locale: string, options?: DecisionOptions): string | null;

/** A product after its certain fixes. */
export interface FixedProduct {
  /** The fixed product: a new value. What has no JSON form is `null`. */
  product: unknown;
  /** The report of the fixed product. */
  report: Report;
  /** How many fixes were made. */
  applied: number;
}

/** A text after its certain fixes. */
export interface FixedText<R = Report> {
  /** The fixed text; everything else in it is as it was. */
  text: string;
  /** The report of the fixed text. */
  report: R;
  /** How many fixes were made. */
  applied: number;
}

/** Applies every certain fix to a product. */
export function applyFixes(product: unknown, options?: Options & Language): FixedProduct;

/** Applies every certain fix to a product as text. */
export function applyFixesText(text: TextInput, options?: Options & Language): FixedText;

/**
 * Applies the operations of a fix to a text. Everything else in it stays as it is.
 * @throws {TypeError} where the text is not JSON or an operation does not fit it.
 */
export function applyPatchText(text: string, patch: readonly PatchOperation[]): string;

/** The JSON Schema (2020-12) of a product. */
export function jsonSchema(): Record<string, unknown>;

/** An issue as Standard Schema has it, with what a diagnostic has in addition. */
export type Issue = {
  // One for each code, so that the parameters follow from the code.
  [C in Code]: Omit<DiagnosticOf<C>, 'severity' | 'path' | 'location'> & {
    /** Names, and numbers for elements of arrays; none for the whole, which forms show as theirs. */
    readonly path: readonly (string | number)[];
  };
}[Code];

/**
 * A Standard Schema (version 1.1) of a product: form and router libraries take it as it is. Errors
 * become issues; `check` reports the warnings too.
 */
export interface ProductSchema<Form = Product> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'renewal-rules';
    /** The `libraryOptions` are options of this package, which override those of the schema. */
    readonly validate: (
      value: unknown,
      options?: { readonly libraryOptions?: Record<string, unknown> | undefined } | undefined,
    ) => { readonly value: Form; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    readonly types?: { readonly input: Form; readonly output: Form } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: string; readonly libraryOptions?: Record<string, unknown> | undefined }) => Record<string, unknown>;
      readonly output: (options: { readonly target: string; readonly libraryOptions?: Record<string, unknown> | undefined }) => Record<string, unknown>;
    };
  };
  /**
   * The same schema with options as they are now, in addition to those that it has; limits are added
   * one by one. What is given as `undefined` is taken back. A form with a type of its own states it:
   * `productSchema.with<Form>({})`.
   */
  with<Stated = Form>(options: Options & Language): ProductSchema<Stated>;
}

export const productSchema: ProductSchema;

/** A schema for vee-validate 4, which does not know Standard Schema: as it is, it would take anything for valid. */
export function toTypedSchema<Form extends Record<string, any> = Product>(
  schema: ProductSchema<Form>,
): {
  __type: 'VVTypedSchema';
  parse(values: any): Promise<{ value?: Form; errors: { path?: string; errors: string[] }[] }>;
};

/**
 * The product of a form's values, of its `FormData`, or of `URLSearchParams`: `"101"` becomes a number,
 * `"on"` and `"true"` become true where the interface has a number or a switch, and what is empty is
 * absent. What cannot be read so stays as it is, for a check to report. A form must number its rows
 * of `variants` without gaps, as a report refers to them by position.
 */
export function fromForm(values: unknown): Record<string, unknown>;

/** Which diagnostics are wanted. */
export interface Levels {
  /** Their severities. */
  levels?: readonly Severity[] | undefined;
}

/** The diagnostics of a report by field, as forms name it: `variants.0.sku`; those about the whole under `''`. All levels by default. */
export function diagnosticsByField(report: Report | CatalogueReport, options?: Levels): { [field: string]: Diagnostic[] };

/** The errors of a report by field, as forms name it: `variants.0.sku`; those about the whole under `''`. */
export function errorsByField(report: Report | CatalogueReport): { [field: string]: Diagnostic[] };

/**
 * The fields to check again when this one changes: itself, as it is given (`variants.0.sku`,
 * `variants[0].sku` or `/variants/0/sku`), then the others whose diagnostics it can change, and no more.
 * They are named as forms do, `''` for the whole; those of elements, such as `variants.1.sku`, for each
 * element of the product. Without a product they are `variants[].sku`.
 */
export function dependsOn(field: string, product?: unknown): string[];

/** The error summary of the GOV.UK pattern. */
export interface ErrorSummary {
  titleText: string;
  errorList: { text: string; href: string }[];
}

/**
 * The errors of a report as an error summary.
 * @param labels What the form calls its fields; put before the message. An error within a field has
 *   the label of the nearest field around it that has one, and leads there.
 */
export function errorSummary(
  report: Report,
  labels?: { readonly [field: string]: string },
  options?: {
    /** The summary's heading. */
    titleText?: string | undefined;
    /** The id of the control for a path; the field's name by default. */
    idOf?: ((path: string) => string) | undefined;
  } & Levels,
): ErrorSummary;

/** A type of the browser by its name; anything where the types of browsers are not there, as on a server. */
export type Dom<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } } ? Type : any;

/**
 * Shows the errors of a report on the controls of a form, by their names, and clears those that are
 * no more: `setCustomValidity`, `aria-invalid`, `aria-describedby`, and the text of the element with
 * the message's id where there is one. An error without a control goes to the nearest field around
 * it.
 * @returns The errors that no control can show: they have none, or it is hidden, disabled, read-only
 *   or no field, such as a fieldset or a button.
 */
export function applyToForm(
  form: Dom<'HTMLFormElement'>,
  report: Report,
  options?: {
    /** The id of the element for the message of a control; `NAME-error` by default. */
    messageId?: ((name: string) => string) | undefined;
    /** The field of a control; its `name` by default. */
    nameOf?: ((control: Dom<'Element'>) => string) | undefined;
  } & Levels,
): Diagnostic[];
