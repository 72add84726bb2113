// Re-exports the library calls of the command line.

import { render, type TextInput } from 'renewal-rules/tools';

export {
  changeRequest,
  check,
  checkSetup,
  compare,
  comparisonText,
  type Diagnostic,
  editor,
  explain,
  init,
  type Location,
  loginRequest,
  Plan,
  readChangeAnswer,
  readLoginAnswer,
  render,
  rules,
  update,
} from 'renewal-rules/tools';
export type { ReadPart } from '../lib/read.js';

/** Counts collected while rendering files. */
export interface Tally {
  files: number;
  filesWithErrors: number;
  warnings: number;
}

/** Text of a rendered chunk. */
export const textOf = (request: object, input?: TextInput): string => render<{ text: string }>(request, input).text;
