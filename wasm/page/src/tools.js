// The module with everything.

export { init as start } from 'shell/init.js';
export { applyFixesText } from 'shell/calls.js';
export { applyFixesCatalogueText, changeRequest, comparison, picture, planNew, render, setupOf, setupProducts, update } from 'shell/tools-calls.js';
