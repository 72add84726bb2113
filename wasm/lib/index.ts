// The default entry, which starts at the first call. `renewal-rules/tools` contains all of it, too.

export {
  article,
  cartComment,
  check,
  effectiveKind,
  type FixedProduct,
  fix,
  type Slip,
  type TextInput,
  type Value,
} from './calls.js';
export { dependsOn } from './depends-on.js';
export type { Dom } from './dom.js';
export {
  applyToForm,
  diagnosticsByField,
  type ErrorSummary,
  errorSummary,
  errorsByField,
  type Severities,
  type ShowOptions,
  type SummaryOptions,
} from './forms.js';
export { type FromFormOptions, fromForm } from './from-form.js';
export type { Labels } from './labels.js';
export type * from './model.js';
export {
  type FormOptions,
  type FormSchema,
  formSchema,
  type Issue,
  type ProductSchema,
  productSchema,
  type SchemaOptions,
  toTypedSchema,
} from './schema.js';
export { translate } from './translate.js';
export type { FixedText, LayoutOption, Located, Wording } from './wording.js';
