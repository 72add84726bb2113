// The calls of the library that the command line makes.

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
export type { ReadPart } from '../js/read.js';

/** What was counted while files were rendered. */
export interface Tally {
  files: number;
  filesWithErrors: number;
  warnings: number;
}

/** The text of a part of a rendering. */
export const textOf = (request: object, input?: TextInput): string => render<{ text: string }>(request, input).text;
