// What is said where the module cannot be compiled.

export const START = 'renewal-rules could not start:';

/** Runs `compile`, with an error that says what to do where it is not allowed. */
export function compiled<Made>(compile: () => Made): Made {
  if (typeof WebAssembly !== 'object') {
    throw new Error(`${START} it needs WebAssembly, which this environment does not offer.`);
  }
  try {
    return compile();
  } catch (cause) {
    throw refusal(cause);
  }
}

/** The error for a module that could not be compiled. */
export const refusal = (cause: unknown): Error =>
  new Error(`${START} ${reason(String((cause as Error | undefined)?.message ?? cause))}`, { cause });

function reason(message: string): string {
  if (/disallowed by embedder/i.test(message) && typeof document === 'undefined') {
    return (
      'this runtime compiles no WebAssembly while the program runs. Bundle with the condition `workerd` or `edge-light`, ' +
      'or hand the imported `renewal-rules/tools.wasm` to `initSync` of `renewal-rules/slim`.'
    );
  }
  if (/content.?security|csp|-eval|blocked|refused|disallowed/i.test(message)) {
    return "the content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src.";
  }
  return message;
}
