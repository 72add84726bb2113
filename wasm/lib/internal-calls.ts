// Calls that only the command line, the language server and the studio make.

import * as glue from 'built/bindings.js';
import { ResponseError } from './errors.js';
import { fromText, givenOptions, hold, invoke, optionsText } from './host.js';
import type { JsonSource } from './json-text.js';
import type { CatalogueOptions, CheckOptions, DecisionOptions } from './model.js';
import { type ReadPart, reading } from './read.js';
import { unwrapped } from './result.js';
import { service } from './service.js';
import type { TimelineOptions } from './tools-model.js';

export { isJsonText, sourceOf } from './json-text.js';
export type { ReadPart } from './read.js';
export { START } from './refusal.js';

/** Renders a chunk of output of the command line. Files whose bytes are not in the text are read by `read`. */
export const render = <Rendered>(
  request: object,
  text: JsonSource = '',
  options?: CheckOptions | DecisionOptions | CatalogueOptions | TimelineOptions,
  read?: ReadPart,
): Rendered => reading(read, () => invoke(glue.render, fromText(text), givenOptions(options), optionsText(request)));

/**
 * Makes a call of the language server about the texts that the module retains; returns `gone` if the module was
 * restarted.
 */
export function editor<Answer>(request: object, text: JsonSource = '', options?: CheckOptions): Answer {
  hold();
  return invoke(glue.editor, fromText(text), givenOptions(options), optionsText(request));
}

/**
 * Reads the response to a change of a product.
 *
 * @throws {@link ResponseError} if the status is no success.
 */
export const readChangeResponse = (given: { status: number; body: string }): Record<string, never> =>
  unwrapped(service<Record<string, never>, never>('readChangeResponse', given), ResponseError);
