// Entry point for the command line and the language server: all public calls, and internal calls that the package does
// not export.

export * from './internal-calls.js';
export * from './tools.js';
