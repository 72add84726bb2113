// Options of a purchase, for the commands that compute timelines.

import type { TimelineOptions } from 'renewal-rules/tools';

import { type Flags, under, type Values } from './command.js';
import { withFlagNames } from './option-errors.js';
import { configFlags, limitFlags } from './option-flags.js';
import { type ConfiguredOptions, readConfiguration, scalar } from './options.js';

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
type Given = Values<
  { readonly [N in Name | 'payment' | 'consent' | 'config']: { type: 'string' } } & {
    readonly 'no-config': { type: 'boolean' };
  }
>;

/** The option for the purchase date. */
export const dateFlag = (help: string) => ({ date: { type: 'string', placeholder: 'YYYY-MM-DD', help } }) as const;

/** Options of a purchase; `ofFile` are those that the configuration file can also set. */
export const purchaseFlags = (ofFile: readonly string[]) =>
  ({
    ...under('Purchase', {
      'product-id': { type: 'string', placeholder: 'ID', help: 'Set the id of the purchased product' },
      renewals: { type: 'string', placeholder: 'N', defaultValue: '12', help: 'Set the number of renewals to follow' },
      months: {
        type: 'string',
        placeholder: 'COUNT',
        values: ['anchored', 'chained'],
        defaultValue: 'anchored',
        help: 'Count months from the purchase, or from the previous renewal',
      },
      'pmr-lead-days': { type: 'string', placeholder: 'DAYS', help: 'Create PMR orders so many days before the end' },
      'email-lead-days': {
        type: 'string',
        placeholder: 'DAYS',
        help: 'Send Email messages so many days before the end',
      },
    }),
    ...configFlags(`Read ${ofFile.join(', ')} from FILE`),
    ...limitFlags,
  }) as const satisfies Flags;

/**
 * Returns the options for the library, which validates them. The configuration file can set the options in `ofFile`.
 */
function optionsOf(values: Given, ofFile: readonly (keyof ConfiguredOptions)[]) {
  const { options, settings } = readConfiguration(values);
  const held = ofFile.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  const given = (Object.keys(names) as Name[]).flatMap((flag) => {
    const text = values[flag];
    return text === undefined ? [] : [[names[flag], scalar(text)]];
  });
  const all: TimelineOptions = Object.fromEntries([...held, ...given]);
  return { options: all, file: settings.file };
}

/** Makes a call about a purchase; errors name flags, or the configuration file. */
export function withPurchase<Answer>(
  values: Given,
  ofFile: readonly (keyof ConfiguredOptions)[],
  call: (options: TimelineOptions) => Answer,
): Answer {
  const { options, file } = optionsOf(values, ofFile);
  // The configuration file cannot set these two, so an error about a missing one names the flag.
  return withFlagNames(() => call(options), { date: undefined, 'product-id': undefined, ...values }, file);
}
