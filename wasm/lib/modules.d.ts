// Modules that the build generates or selects for each entry.

declare module 'built/bindings.js' {
  /** Arguments of a call: kinds of its two inputs, and the length of each chunk. */
  type Call = (forms: number, input: number, second: number, options: number, extra: number) => unknown;

  export const __wasm: { readonly memory: { readonly buffer: ArrayBuffer } };
  export function __wbg_reset_state(): void;
  export function initSync(given: { module: WebAssembly.Module }): void;
  export function numbers(): number;
  export function configuration(number: number): import('./model.js').RenewalConfiguration | null;
  export function reserve(length: number): number;
  export const answer: Call;
  export const apply_patch: Call;
  export const article: Call;
  export const cart_comment: Call;
  export const chain: Call;
  export const change: Call;
  export const check: Call;
  export const check_catalogue: Call;
  export const compare: Call;
  export const editor: Call;
  export const effective_kind: Call;
  export const explain: Call;
  export const fill_template: Call;
  export const fix: Call;
  export const fix_catalogue: Call;
  export const free_trial: Call;
  export const options: Call;
  export const outline: Call;
  export const picture: Call;
  export const render: Call;
  export const rules: Call;
  export const service: Call;
  export const term: Call;
  export const text: Call;
  export const timeline: Call;
  export const timelines: Call;
  export const trouble: Call;
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
