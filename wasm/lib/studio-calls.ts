// Calls that only the studio makes.

import type { Calls } from './call-types.js';
import { fromProducts, fromText, fromVersions, givenOptions } from './encode.js';
import { call } from './host.js';
import type { JsonText } from './json-text.js';
import { service } from './service.js';

/**
 * Returns the timeline of the product at an index, with its picture and notes; `words` is a table of the sentences in
 * another language, as JSON.
 */
export const picture = (
  products: unknown,
  options: unknown,
  { index, today = '', words }: { index: number; today?: string; words?: string | undefined },
): Calls['tools.picture']['result'] =>
  call('tools.picture', { index, today, words }, fromProducts(products), givenOptions(options));

/** Returns the comparison of two catalogues as text, translated by `tables` if given. */
export const comparison = (
  before: unknown,
  after: unknown,
  options: unknown,
  tables: Calls['tools.comparison_text']['arguments'] = {},
): Calls['tools.comparison_text']['result'] =>
  call('tools.comparison_text', tables, ...fromVersions(before, after, options));

/** Returns the witnesses of the findings with a code, or of one of them. */
export const witnesses = (
  products: JsonText,
  options: unknown,
  finding: Calls['tools.witnesses']['arguments'],
): Calls['tools.witnesses']['result'] =>
  call('tools.witnesses', finding, fromProducts(products), givenOptions(options));

/** Returns the setup of the product at an index as text. */
export const setupOf = (products: JsonText, index: number): Calls['service.setup_of']['result'] =>
  service('service.setup_of', { products, index });
/** Returns the products of a setup as text. */
export const setupProducts = (setup: JsonText): Calls['service.setup_products']['result'] =>
  service('service.setup_products', { setup });
/** Returns the plan of a setup as text. */
export const planOf = (setup: JsonText, options: unknown): Calls['service.plan_new']['result'] =>
  service('service.plan_new', { setup }, options);
/** Renders the calls of a plan. */
export const renderPlan = (plan: string, format: Calls['render.plan']['arguments']['format']): string =>
  call('render.plan', { format }, fromText(plan));
