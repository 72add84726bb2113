// Options of a purchase, shared by commands that follow one.

import type { TimelineOptions } from 'renewal-rules/tools';

import type { Flags, Values } from './command.js';
import { called, configFlag, configured, limitFlags, type Stated, scalar } from './options.js';

const names = {
  date: 'purchaseDate',
  'product-id': 'productId',
  renewals: 'renewals',
  months: 'monthCount',
  'pmr-lead-days': 'pmrLeadDays',
  'email-lead-days': 'emailLeadDays',
  variant: 'variant',
  trial: 'trial',
} as const;

type Name = keyof typeof names;
type Given = Values<{ readonly [N in Name | 'payment' | 'consent' | 'config']: { type: 'string' } }>;

/** The option for the purchase date. */
export const dateFlag = (says: string) => ({ date: { type: 'string', takes: 'YYYY-MM-DD', says } }) as const;

/** Options of a purchase; the configuration file can set some of them. */
export const purchaseFlags = (ofFile: readonly string[]) =>
  ({
    'product-id': { type: 'string', takes: 'N', says: 'the product that is bought' },
    renewals: { type: 'string', takes: 'N', says: 'how many renewals are followed; 12 by default' },
    months: {
      type: 'string',
      takes: 'WORD',
      words: ['anchored', 'chained'],
      says: 'how month terms are counted: anchored (the default) or chained',
    },
    'pmr-lead-days': { type: 'string', takes: 'N', says: 'how many days before the end a PMR order is created' },
    'email-lead-days': { type: 'string', takes: 'N', says: 'how many days before the end an Email message is sent' },
    ...limitFlags,
    ...configFlag(`the configuration file, whose ${ofFile.join(', ')} count here;\nelse the nearest one, as for check`),
  }) as const satisfies Flags;

/**
 * Returns the options for the library, which validates them. The configuration file can set those of
 * `ofFile`.
 */
function optionsOf(values: Given, ofFile: readonly (keyof Stated)[]) {
  const { options, settings } = configured(values);
  const held = ofFile.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  const given = (Object.keys(names) as Name[]).flatMap((flag) => {
    const text = values[flag];
    return text === undefined ? [] : [[names[flag], scalar(text)]];
  });
  const all: TimelineOptions = Object.fromEntries([...held, ...given]);
  return { options: all, file: settings.file };
}

/** Returns the result of a call about a purchase. */
export function followed<Answer>(
  values: Given,
  ofFile: readonly (keyof Stated)[],
  call: (options: TimelineOptions) => Answer,
): Answer {
  const { options, file } = optionsOf(values, ofFile);
  // Only a flag can set these, so a missing one is reported as a flag.
  return called(() => call(options), { date: undefined, 'product-id': undefined, ...values }, file);
}
