// Calls that only the command line, the language server and the studio make.

import * as glue from 'built/bindings.js';
import { CatalogueError, ResponseError } from './errors.js';
import { fromText, givenOptions, hold, invoke, optionsText } from './host.js';
import type { JsonSource } from './json-text.js';
import type { CatalogueOptions, CheckOptions, Code, DecisionOptions } from './model.js';
import { type ReadPart, reading } from './read.js';
import { type Failure, type Result, unwrapped } from './result.js';
import { service } from './service.js';
import type { Timeline, TimelineOptions } from './tools-model.js';

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

/** A buyer who loses a renewal, or pays another amount, because of a diagnostic. */
export interface Witness {
  code: Code;
  path: string;
  /** The purchase. */
  options: TimelineOptions;
  /** Day on which nothing happens, or another amount is due. */
  day: string;
  /** The purchased product and the products of its chain as JSON text, before and after the fix. */
  products: string;
  fixed: string;
  before: Timeline;
  after: Timeline;
}

/** Witnesses, with a description of each. */
export interface Witnesses {
  witnesses: Witness[];
  texts: string[];
}

/**
 * Returns the buyers who lose because of a code: in the products, or without products in the code's own example.
 *
 * @throws {@link CatalogueError} if the text has no products.
 */
export function witnesses(code: Code, options: TimelineOptions, products?: JsonSource): Witnesses {
  const part = products === undefined ? 'example-witness' : 'witnesses';
  return unwrapped(
    render<Result<Witnesses, Failure<CatalogueError['kind']>>>({ part, code }, products, options),
    CatalogueError,
  );
}

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
