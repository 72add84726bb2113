interface Coders {
  TextDecoder: typeof TextDecoder;
  TextEncoder: typeof TextEncoder;
}

/**
 * Finds the text encoder and decoder. In simulated pages, such as those of Jest, they are not global, but Node has
 * them.
 */
export const coders = (): Coders => {
  const here = typeof TextDecoder === 'function' ? globalThis : globalThis.process?.getBuiltinModule?.('node:util');
  return (here ?? {}) as Coders;
};
