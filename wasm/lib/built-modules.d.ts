// Modules that the build generates or selects for each entry point.

declare module 'built/bindings.js' {
  /**
   * Exports of the WebAssembly instance. Each name in `Calls` is an export, or an operation of the export `operate`.
   */
  export const __wasm: {
    readonly memory: { readonly buffer: ArrayBuffer };
    numbers(): number;
    reserve(length: number): number;
    readonly [name: string]: unknown;
  };
  /** Creates an instance of the module. */
  export function instantiate(module: WebAssembly.Module): void;
  /** Replaces the instance by a new one of the same module. */
  export function __wbg_reset_state(): void;
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
  /** Default URL to fetch the module from; `undefined` if the module is read from a file or embedded. */
  export function defaultUrl(): URL | undefined;
  /** Compiles and returns the WebAssembly module; throws if it cannot be compiled. */
  export function module(): WebAssembly.Module;
}

declare module 'renewal-rules/messages/ru' {
  const messages: import('./model.js').Messages;
  export default messages;
}

declare module '*.css' {
  const text: string;
  export default text;
}

declare module 'examples/*.json' {
  const text: string;
  export default text;
}

/** URL of the site with a page for each rule, defined by the build from the metadata of the Cargo workspace. */
declare const __SITE__: string;

/** Configurable limits with their defaults, as JSON. */
declare const __LIMITS__: string;
