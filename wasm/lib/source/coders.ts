// Text coders of the runtime.

/**
 * Finds the text encoder and decoder. In simulated pages, such as those of Jest, they are not global, but Node has
 * them.
 */
export const coders = (): ReturnType<typeof import('source').coders> => {
  const here = typeof TextDecoder === 'function' ? globalThis : globalThis.process?.getBuiltinModule?.('node:util');
  return (here ?? {}) as typeof globalThis;
};
