// The entry with all calls: those of the default entry, and those for tools, the command line and the studio.

export * from './index.js';
export * from './init.js';
export * from './plan.js';
export type { Failure, Result } from './result.js';
export * from './tools-calls.js';
export type * from './tools-model.js';
