// Entry point with all calls: those of the default entry point, and those for tools and servers.

export * from './catalogues.js';
export { compare, comparisonText } from './comparisons.js';
export {
  CatalogueError,
  PatchError,
  type PatchErrorKind,
  PlanError,
  type PlanFailureKind,
  RequestError,
  type RequestFailureKind,
  ResponseError,
  SetupError,
  type SetupFailureKind,
} from './errors.js';
export * from './format.js';
export * from './index.js';
export * from './patch.js';
export { checkSetup, Plan, type Setup } from './plans.js';
export * from './requests.js';
export * from './rules.js';
export { init, initSync, type ModuleBytes, type ModuleSource } from './start.js';
export * from './timelines.js';
export type * from './tools-model.js';
