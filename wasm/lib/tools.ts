// The entry with all calls: those of the default entry, and those for tools and servers.

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
export * from './index.js';
export { init, initSync, type ModuleBytes, type ModuleSource } from './init.js';
export { Plan, type ServiceRequest, type Setup } from './plan.js';
export * from './tools-calls.js';
export type * from './tools-model.js';
