// The internal entry point of the package, which only the command line and the language server use.

/** @type {typeof import('../dist/build/types/internal.js')} */
export const internal = await import(new URL('../dist/internal.node.js', import.meta.url).href);
