// Made by `cargo xtask generate` from the Rust source: change that instead.

import type { Code, PatchOperation } from '../../lib/model.js';
import type { Outline, Summary } from './model.js';
import type { Result } from '../../lib/result.js';

/** The outlines of a text's products. */
export interface Outlines {
  products: Outline[];
}

declare module '../../lib/call-types.js' {
  interface Calls {
    /** Fills a template, which is the argument, with the members of the input, a JSON object. */
    fill_template: { arguments: string; result: string };
    /** Returns the outlines of the products. */
    outline: { arguments: ''; result: Result<Outlines> };
    /** Returns a summary of how a product renews for its buyers. */
    summary: { arguments: string; result: Result<Summary> };
    /**
     * Returns the codes of the diagnostics that can have a witness: a buyer who loses a renewal, or pays another
     * amount, because of the diagnostic.
     */
    costly_codes: { arguments: ''; result: Code[] };
    /**
     * Returns the error message for the options of a check; `null` if the options are valid. The argument contains the
     * sentence templates of the language of the page, as JSON.
     */
    options_error: { arguments: string; result: string | null };
    /**
     * Builds the chain of a product. The argument lists the id of the product, then the ids of its renewals, separated
     * by commas.
     */
    chain: { arguments: string; result: number[] };
    /** Returns the patch that turns a product into a free trial. */
    free_trial: { arguments: ''; result: PatchOperation[] | null };
    /** Applies a JSON Patch, which is the argument, to the text. */
    change: { arguments: string; result: string };
    /** Parses a licence term. The argument is the unit, a space, and the number that the user typed. */
    term: { arguments: string; result: string };
  }
}
