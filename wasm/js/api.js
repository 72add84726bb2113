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
  dependsOn,
  effectiveKind,
  jsonSchema,
} from './calls.js';
export { productSchema } from './schema.js';
export { applyToForm, errorsByField, errorSummary } from './forms.js';
