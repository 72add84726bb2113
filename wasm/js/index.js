// The default entry, which starts with the first call. The other entry has all of it as well.

export {
  applyFixes,
  applyFixesText,
  applyPatchText,
  article,
  cartComment,
  check,
  checkCatalogue,
  checkCatalogueLines,
  checkCatalogueText,
  checkText,
  dependsOn,
  effectiveKind,
  jsonSchema,
  translate,
} from './calls.js';
export { productSchema, toTypedSchema } from './schema.js';
export { applyToForm, diagnosticsByField, errorsByField, errorSummary } from './forms.js';
export { fromForm } from './from-form.js';
