// Calls of the studio only.

import * as glue from 'built/bindings.js';
import type { CatalogueError, SetupError } from './errors.js';
import { fromProducts, givenOptions, invoke, optionsText } from './host.js';
import type { JsonText } from './json-text.js';
import type { Failure, Result } from './result.js';
import { service } from './service.js';
import type { Timeline } from './tools-model.js';

/** A timeline as the studio shows it. */
export interface Picture {
  svg: string;
  notes: string[];
  timeline: Timeline;
}

/**
 * Returns the timeline of the product at an index, with its picture and notes; `words` is a table of another
 * language.
 */
export const picture = (
  products: unknown,
  options: unknown,
  { index, today = '', words = '' }: { index: number; today?: string; words?: string | undefined },
): Result<Picture> =>
  invoke(glue.picture, fromProducts(products), givenOptions(options), [index, today, words].join('\n'));

/** Returns the comparison as text or data, in the language of `tables` if given. */
export const comparison = <Shown>(
  before: unknown,
  after: unknown,
  options: unknown,
  how: 'text' | 'markdown' | '',
  tables?: { words: string; messages: string },
): Result<Shown, Failure<CatalogueError['kind']>> =>
  invoke(
    glue.compare,
    fromProducts(after),
    [optionsText(options), fromProducts(before)],
    tables === undefined ? how : [how, tables.words, tables.messages].join('\n'),
  );

type SetupFailure = Failure<SetupError['kind']> & Pick<SetupError, 'report'>;

/** Returns the setup of the product at an index as text. */
export const setupOf = (products: JsonText, index: number): Result<{ setup: string }, SetupFailure> =>
  service('setupOf', { products, index }, { documents: ['products'] });
/** Returns the products of a setup as text. */
export const setupProducts = (setup: JsonText): Result<{ products: string }> =>
  service('setupProducts', { setup }, { documents: ['setup'] });
/** Returns the plan of a setup as text. */
export const planOf = (setup: JsonText, options: unknown): Result<{ plan: string }, SetupFailure> =>
  service('planNew', { setup }, { documents: ['setup'], options });
