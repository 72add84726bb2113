// What the module makes by a call of its own.

import type { Configuration, Report } from './model.js';

/** A report in which nothing is reported. */
export const cleanReport = (configuration: Configuration | null, trial: boolean): Report => ({
  valid: true,
  configuration,
  trial,
  diagnostics: [],
});
