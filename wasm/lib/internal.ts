// Entry point for the command line and the language server: all public calls, and internal calls that the package does
// not export.

import type { Calls, Witnesses } from './call-types.js';
import { fromText, givenOptions } from './encode.js';
import { CatalogueError, ResponseError } from './errors.js';
import { type CallName, call, hold } from './host.js';
import type { JsonSource } from './json-text.js';
import type { CatalogueOptions, CheckOptions, Code, DecisionOptions } from './model.js';
import { type ReadChunk, reading } from './read.js';
import { unwrap } from './result.js';
import { service } from './service.js';
import type { TimelineOptions } from './tools-model.js';

export type * from './call-types.js';
export { isJsonText, sourceOf } from './json-text.js';
export type { ReadChunk } from './read.js';
export { START } from './refusal.js';
export * from './tools.js';

/** Names of the calls that render output or read files. */
export type RenderCall = Extract<CallName, `files.${string}` | `render.${string}`>;

/** Renders output of the command line. Files whose contents are not in `text` are read through `read`. */
export const render = <Name extends RenderCall>(
  name: Name,
  args: Calls[Name]['arguments'],
  text: JsonSource = '',
  options?: CheckOptions | DecisionOptions | CatalogueOptions | TimelineOptions,
  read?: ReadChunk,
): Calls[Name]['result'] => reading(read, () => call(name, args, fromText(text), givenOptions(options)));

/**
 * Returns the witnesses of a code: buyers of the products who lose a renewal, or pay another amount, because of it.
 *
 * @throws {@link CatalogueError} if the text has no products.
 */
export const witnesses = (code: Code, options: TimelineOptions, products: JsonSource): Witnesses =>
  unwrap(call('tools.witnesses', { code }, fromText(products), givenOptions(options)), CatalogueError);

/** Names of the calls about texts that the module retains for the language server. */
export type EditorCall = Extract<CallName, `editor.${string}`>;

/** Makes a call about retained texts. Many calls return `gone` if the module was restarted and has lost the texts. */
export function editor<Name extends EditorCall>(
  name: Name,
  args: Calls[Name]['arguments'],
  text: JsonSource = '',
  options?: CheckOptions,
): Calls[Name]['result'] {
  hold();
  return call(name, args, fromText(text), givenOptions(options));
}

/**
 * Reads the response to a change of a product.
 *
 * @throws {@link ResponseError} if the status is no success.
 */
export const readChangeResponse = (given: { status: number; body: string }): null =>
  unwrap(service('service.read_change_response', given), ResponseError);
