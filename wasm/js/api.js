// What every entry exports.

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
  effectiveKind,
  jsonSchema,
} from './calls.js';
export { productSchema } from './schema.js';
export { applyToForm, dependsOn, errorsByField, errorSummary } from './forms.js';
