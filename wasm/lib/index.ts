// Default entry point of the package. Its WebAssembly module starts at the first call. `renewal-rules/tools` exports
// the same calls and more.

export * from './calls.js';
export { dependentFields } from './dependent-fields.js';
export { InvalidProductError, OptionsError, type OptionsErrorKind } from './errors.js';
export * from './forms.js';
export { type JsonSource, type JsonText, jsonText } from './json-text.js';
export type * from './located.js';
export type * from './model.js';
export { type ProductFromFormOptions, productFromForm } from './product-from-form.js';
export * from './schema.js';
export { type FieldLabels, type LayoutOption, setMessages, translate, type Wording } from './wording.js';
