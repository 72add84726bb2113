// The module with everything.

export { init as start } from 'shell/init.js';
export { applyFixesText } from 'shell/calls.js';
export { comparison, picture, setupOf, setupProducts } from 'shell/site-calls.js';
export { applyFixesCatalogueText, changeRequest, planNew, render, update } from 'shell/tools-calls.js';
