// Calls that only the command line and the language server make.

import type { Calls, Witnesses } from './call-types.js';
import { fromText, givenOptions } from './encode.js';
import { CatalogueError, ResponseError } from './errors.js';
import { type CallName, call, hold } from './host.js';
import type { JsonSource } from './json-text.js';
import type { CatalogueOptions, CheckOptions, Code, DecisionOptions } from './model.js';
import { type ReadPart, reading } from './read.js';
import { unwrapped } from './result.js';
import { service } from './service.js';
import type { TimelineOptions } from './tools-model.js';

export type * from './call-types.js';
export { isJsonText, sourceOf } from './json-text.js';
export type { ReadPart } from './read.js';
export { START } from './refusal.js';

/** Calls that render output or read files, with their text, bytes or files and their options. */
export type RenderCall = Extract<CallName, `files.${string}` | `render.${string}`>;

/** Renders output of the command line. Files whose bytes are not in the text are read by `read`. */
export const render = <Name extends RenderCall>(
  name: Name,
  args: Calls[Name]['arguments'],
  text: JsonSource = '',
  options?: CheckOptions | DecisionOptions | CatalogueOptions | TimelineOptions,
  read?: ReadPart,
): Calls[Name]['result'] => reading(read, () => call(name, args, fromText(text), givenOptions(options)));

/**
 * Returns the buyers of the products who lose because of a code.
 *
 * @throws {@link CatalogueError} if the text has no products.
 */
export const witnesses = (code: Code, options: TimelineOptions, products: JsonSource): Witnesses =>
  unwrapped(call('tools.witnesses', { code }, fromText(products), givenOptions(options)), CatalogueError);

/** Calls about texts that the module retains. */
export type EditorCall = Extract<CallName, `editor.${string}`>;

/** Makes a call about retained texts; many return `gone` if the module was restarted. */
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
  unwrapped(service('service.read_change_response', given), ResponseError);
