// The entry with everything: the default entry's calls, and those for tools, the command line and
// the page.

export * from './index.js';
export * from './init.js';
export * from './plan.js';
export type { Failure, Result } from './result.js';
export * from './tools-calls.js';
export type * from './tools-model.js';
