// The calls that only the site has.

import * as glue from 'built/bindings.js';
import { fromProducts, givenOptions, invoke, optionsText } from './host.js';
import type { SetupFailure } from './plan.js';
import type { Failure, Result } from './result.js';
import { service } from './service.js';
import type { Timeline } from './tools-model.js';

/** A timeline as the site shows it. */
export interface Picture {
  svg: string;
  notes: string[];
  timeline: Timeline;
}

/** The timeline of the product at an index, with its picture and its notes in words, of which `words` is a table in another language. */
export const picture = (
  products: unknown,
  options: unknown,
  { index, today = '', words = '' }: { index: number; today?: string; words?: string | undefined },
): Result<Picture> =>
  invoke(glue.picture, fromProducts(products), givenOptions(options), [index, today, words].join('\n'));

/** The comparison as it is shown, or as data; in another language where `tables` has the sentences and the messages of one. */
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
/** The plan of a set-up as text. */
export const planOf = (setup: unknown, options: unknown): Result<{ plan: string }, SetupFailure> =>
  service('planNew', { setup }, options);
