// The entry of the command line and the language server: all calls, and those that the package does not export.

export * from './internal-calls.js';
export * from './tools.js';
