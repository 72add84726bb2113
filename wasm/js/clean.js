// What the module makes by a call of its own.

/** A report in which nothing is reported. */
export const cleanReport = (configuration, trial) => ({ valid: true, configuration, trial, diagnostics: [] });
