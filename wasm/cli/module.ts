// The exports of the library that the command line uses. All files import them from here, because the bundle would repeat
// each import of an external module.

import { CatalogueError, PlanError, RequestError, ResponseError, SetupError } from '#internal';

export {
  type CallFormat,
  type Calls,
  type Code,
  changeRequest,
  check,
  checkSetup,
  compare,
  comparisonText,
  type Diagnostic,
  type EditorCall,
  editor,
  explain,
  type FileSuppressions,
  type InputFile,
  init,
  isJsonText,
  jsonText,
  loginRequest,
  Plan,
  PlanError,
  type ReadPart,
  type RenderCall,
  type ReportLocation,
  ResponseError,
  readChangeResponse,
  readLoginResponse,
  render,
  rules,
  SetupError,
  START,
  sourceOf,
  type Tally,
  update,
  type Witnesses,
  witnesses,
} from '#internal';

/**
 * Returns whether the library threw an error because of the data passed to it (products, a setup, a plan or a
 * response), not because of an option or a bug.
 */
export const isDataError = (error: unknown): error is CatalogueError | PlanError | RequestError | SetupError =>
  [CatalogueError, PlanError, RequestError, ResponseError, SetupError].some((one) => error instanceof one);
