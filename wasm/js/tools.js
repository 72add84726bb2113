// The entry with everything: the default entry's calls, and those for tools, the command line and
// the page.

export * from './api.js';
export { init, initSync } from './init.js';
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
