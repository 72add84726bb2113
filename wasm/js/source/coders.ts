interface Coders {
  TextDecoder: typeof TextDecoder;
  TextEncoder: typeof TextEncoder;
}

/** Where the coders of text are. Simulated pages, such as those of Jest, lack them; the engine below has them. */
export const coders = (): Coders => {
  const here = typeof TextDecoder === 'function' ? globalThis : globalThis.process?.getBuiltinModule?.('node:util');
  return (here ?? {}) as Coders;
};
