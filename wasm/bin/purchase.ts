// What the caller states about a purchase that is followed, and the files that are followed.

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

/** The flag for the day of the purchase. */
export const dateFlag = (says: string) => ({ date: { type: 'string', takes: 'YYYY-MM-DD', says } }) as const;

/** The flags of a purchase, of which the configuration file can state some, too. */
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

/** The options for the library; it says what each takes. Those of `ofFile` the configuration file can state, too. */
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

/** What the call says about a purchase. */
export function followed<Answer>(
  values: Given,
  ofFile: readonly (keyof Stated)[],
  call: (options: TimelineOptions) => Answer,
): Answer {
  const { options, file } = optionsOf(values, ofFile);
  // Only a flag can state these, so that one is meant where it is missing.
  return called(() => call(options), { date: undefined, 'product-id': undefined, ...values }, file);
}
