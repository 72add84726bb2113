/** Where the coders of text are. Simulated pages, such as those of Jest, lack them; the engine below has them. */
export const coders = () => (typeof TextDecoder === 'function' ? globalThis : globalThis.process?.getBuiltinModule?.('node:util')) ?? {};
