// Calls of the full WebAssembly module, which is loaded later.

import type { Calls } from '../../lib/call-types.js';
import { fix } from '../../lib/calls.js';
import { fromText, fromVersions, givenOptions } from '../../lib/encode.js';
import { call } from '../../lib/host.js';
import { jsonText } from '../../lib/json-text.js';
import { fixCatalogue } from '../../lib/tools.js';
import type { OptionValues } from './module.js';

export { service } from '../../lib/service.js';
export { init as start } from '../../lib/start.js';
export { jsonText };

export const fixAll = (text: string, isCatalogue: boolean, options: OptionValues) =>
  isCatalogue ? fixCatalogue(jsonText(text), options) : fix(jsonText(text), options);

/** Translation: the sentence templates of the module as JSON, and the message templates of the rules. */
type Tables = { words: string; messages: object };

/** Returns the comparison of two catalogues as text, translated if tables are given. */
export const comparison = (before: unknown, after: unknown, options: unknown, tables: Tables | undefined) =>
  call(
    'tools.comparison_text',
    tables === undefined ? {} : { words: tables.words, messages: JSON.stringify(tables.messages) },
    ...fromVersions(before, after, options),
  );

/** Returns the timeline of the product at an index, with its picture and notes. */
export const picture = (text: string, options: unknown, about: Calls['tools.picture']['arguments']) =>
  call('tools.picture', about, fromText(text), givenOptions(options));

export const renderPlan = (plan: string) => call('render.plan', { format: 'json' }, fromText(plan));

/** Describes the buyers who lose a renewal, or pay another amount, because of a finding. */
export const witnessTexts = (text: string, options: unknown, finding: Calls['tools.witnesses']['arguments']) =>
  call('tools.witnesses', finding, fromText(text), givenOptions(options)).value?.texts;
