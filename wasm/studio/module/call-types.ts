// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { PatchOperation } from '../../lib/model.js';
import type { Outline, Summary } from './model.js';
import type { Result } from '../../lib/result.js';

/** The outlines of a text's products. */
export interface Outlines {
  products: Outline[];
}

declare module '../../lib/call-types.js' {
  interface Calls {
    /** Returns the outlines of the products. */
    outline: { arguments: ''; result: Result<Outlines> };
    /** Returns the summary of a product for its buyers. */
    summary: { arguments: string; result: Result<Summary> };
    /** Returns the error in the options of a check, in the sentences of the extra argument; `null` if they are valid. */
    options_error: { arguments: string; result: string | null };
    /** Builds the chain for a product id followed by renewal ids. */
    chain: { arguments: string; result: number[] };
    /** Returns the patch that turns a product into a free trial. */
    free_trial: { arguments: ''; result: PatchOperation[] | null };
    /** Applies the extra argument, a JSON Patch, to the text. */
    change: { arguments: string; result: string };
    /** Parses a licence term: the extra argument has its unit, a space, and the typed number. */
    term: { arguments: string; result: string };
  }
}
