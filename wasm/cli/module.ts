// Re-exports the library calls of the command line.

import { CatalogueError, type JsonSource, PlanError, RequestError, ResponseError, render, SetupError } from '#internal';

export {
  type Code,
  changeRequest,
  check,
  checkSetup,
  compare,
  comparisonText,
  type Diagnostic,
  editor,
  explain,
  init,
  isJsonText,
  jsonText,
  loginRequest,
  Plan,
  PlanError,
  type ReadPart,
  type ReportLocation,
  ResponseError,
  readChangeResponse,
  readLoginResponse,
  render,
  rules,
  SetupError,
  START,
  sourceOf,
  update,
  type Witnesses,
  witnesses,
} from '#internal';

/** Returns whether the library threw an error because of its data. */
export const isDataError = (error: unknown): error is CatalogueError | PlanError | RequestError | SetupError =>
  [CatalogueError, PlanError, RequestError, ResponseError, SetupError].some((one) => error instanceof one);

/** Counts collected while rendering files. */
export interface Tally {
  files: number;
  filesWithErrors: number;
  warnings: number;
}

/** Text of a rendered chunk. */
export const textOf = (request: object, input?: JsonSource): string => render<{ text: string }>(request, input).text;
