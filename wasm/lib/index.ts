// Default entry point of the package. Its WebAssembly module starts at the first call. `renewal-rules/tools` exports
// the same calls and more.

export {
  cartComment,
  check,
  effectiveKind,
  type FixedProduct,
  fix,
  isProduct,
  parse,
  skuFor,
} from './calls.js';
export { dependentFields } from './dependent-fields.js';
export { InvalidProductError, OptionsError, type OptionsErrorKind } from './errors.js';
export {
  applyToForm,
  type DiagnosticFilter,
  diagnosticsByField,
  type ErrorSummary,
  errorSummary,
  type FormErrorOptions,
  type SummaryOptions,
} from './forms.js';
export type { JsonSchemaConverter, JsonSchemaOptions } from './json-schema.js';
export { type JsonSource, type JsonText, jsonText } from './json-text.js';
export type { FieldLabels } from './labels.js';
export type * from './model.js';
export { type ProductFromFormOptions, productFromForm } from './product-from-form.js';
export {
  type FormOptions,
  type FormSchema,
  formSchema,
  type ProductSchema,
  productSchema,
  type SchemaIssue,
  type SchemaOptions,
} from './schema.js';
export { setMessages } from './set-messages.js';
export { translate } from './translate.js';
export type { FixedText, LayoutOption, Located, Wording } from './wording.js';
