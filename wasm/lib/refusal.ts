// Errors for a module that cannot be compiled.

/** The beginning of the message of each error that keeps the library from starting. */
export const START = 'renewal-rules could not start:';

/** Runs `compile`, and throws an error that names the remedy if compiling is not possible. */
export function compiled<Made>(compile: () => Made): Made {
  try {
    return compile();
  } catch (cause) {
    throw refusal(cause);
  }
}

/** Makes the error for a module that could not be compiled. */
export const refusal = (cause: unknown): Error =>
  new Error(`${START} ${reason(String((cause as Error | undefined)?.message ?? cause))}`, { cause });

function reason(message: string): string {
  if (typeof WebAssembly !== 'object') {
    return 'it needs WebAssembly, which this environment does not offer. Node has it if it runs without --jitless.';
  }
  if (/disallowed by embedder/i.test(message) && typeof document === 'undefined') {
    return (
      'this runtime cannot compile WebAssembly at run time. Bundle with the condition `workerd` or `edge-light`, ' +
      'or hand the imported `renewal-rules/tools.wasm` to `initSync` of `renewal-rules/tools`.'
    );
  }
  if (/content.?security|csp|-eval|blocked|refused|disallowed/i.test(message)) {
    return "the content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src.";
  }
  return message;
}
