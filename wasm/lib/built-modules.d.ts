// Modules that the build generates or selects for each entry.

declare module 'built/bindings.js' {
  /** Exports of the WebAssembly instance. Each call of `Calls` is one of them, or an operation of `operate`. */
  export const __wasm: {
    readonly memory: { readonly buffer: ArrayBuffer };
    numbers(): number;
    configuration(number: number): import('./model.js').RenewalConfiguration | null;
    reserve(length: number): number;
    readonly [name: string]: unknown;
  };
  export function __wbg_reset_state(): void;
  export function initSync(given: { module: WebAssembly.Module }): void;
}

declare module 'built/build.js' {
  export const BUILD: string;
}

declare module 'built/inline.js' {
  export function bytes(): Uint8Array<ArrayBuffer>;
}

declare module 'source' {
  /** Provides the text encoder and decoder. */
  export function coders(): { TextDecoder: typeof TextDecoder; TextEncoder: typeof TextEncoder };
  /** URL of the module, if it is fetched. */
  export function address(): URL | undefined;
  /** Returns the module; throws if it cannot be compiled. */
  export function module(): WebAssembly.Module;
}

declare module 'examples/*' {
  const text: string;
  export default text;
}

/** URL of the site with a page for each rule, from the metadata of the workspace. It must be set before a release. */
declare const __SITE__: string;

/** Limits with their defaults. */
declare const __LIMITS__: string;
