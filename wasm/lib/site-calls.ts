// Calls of the studio only.

import * as glue from 'built/bindings.js';
import { fromProducts, givenOptions, invoke, optionsText } from './host.js';
import type { SetupFailure } from './plan.js';
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
): Result<Shown, Failure> =>
  invoke(
    glue.compare,
    fromProducts(after),
    [optionsText(options), fromProducts(before)],
    tables === undefined ? how : [how, tables.words, tables.messages].join('\n'),
  );

export const setupOf = (products: unknown, index: number): Result<{ setup: string }, SetupFailure> =>
  service('setupOf', { products, index });
export const setupProducts = (setup: unknown): Result<{ products: string }> => service('setupProducts', { setup });
/** Returns the plan of a setup as text. */
export const planOf = (setup: unknown, options: unknown): Result<{ plan: string }, SetupFailure> =>
  service('planNew', { setup }, options);
