// The entry with everything: the default entry's calls, and those for tools, the command line and
// the page. Its module is part of the file, too.

import { bytes } from 'built/inline.js';
import { compiled, provide } from './host.js';

provide(() => compiled(() => new WebAssembly.Module(bytes())));

export * from './api.js';
export {
  applyFixesCatalogueLines,
  applyFixesCatalogueText,
  applyUpdate,
  changeRequest,
  checkLogin,
  checkSetup,
  compare,
  createRequest,
  explain,
  isTokenValid,
  loginRequest,
  planFeed,
  planMade,
  planNew,
  planNext,
  planNotMade,
  planProgress,
  readChangeAnswer,
  readCreateAnswer,
  readLoginAnswer,
  render,
  rules,
  timeline,
  timelines,
  update,
} from './tools-calls.js';
