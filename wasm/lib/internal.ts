// The entry of the command line and the language server: all public calls, and internal ones that the package does not
// export.

export * from './internal-calls.js';
export * from './tools.js';
