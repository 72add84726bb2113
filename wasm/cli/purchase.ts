// Options of a purchase, for the commands that compute timelines.

import type { TimelineOptions } from '#internal';
import { type Flags, withHeading } from './command.js';
import { configFlags, limitFlags } from './option-flags.js';
import { type ConfiguredOptions, readConfiguration, scalar, withFlagNames } from './options.js';
import { absolutePathOf } from './source.js';

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
type Given = { readonly [N in Name | 'payment' | 'consent' | 'config']?: string } & { readonly 'no-config'?: boolean };

/** The option for the purchase date. */
export const dateFlag = (help: string) => ({ date: { placeholder: 'YYYY-MM-DD', help } }) as const;

/** Returns the flags of a purchase. `ofFile` are the options that the configuration file can set. */
export const purchaseFlags = (ofFile: readonly string[]) =>
  ({
    ...withHeading('Purchase', {
      'product-id': { placeholder: 'ID', help: 'Set the id of the purchased product' },
      renewals: { placeholder: 'N', defaultValue: '12', help: 'Set the number of renewals to follow' },
      months: {
        placeholder: 'MODE',
        values: ['anchored', 'chained'],
        defaultValue: 'anchored',
        help: 'Count months from the purchase, or from the previous renewal',
      },
      'pmr-lead-days': { placeholder: 'DAYS', help: 'Create PMR orders DAYS days before the end of a period' },
      'email-lead-days': { placeholder: 'DAYS', help: 'Send Email messages DAYS days before the end of a period' },
    }),
    ...configFlags(`Read ${ofFile.join(', ')} from FILE`),
    ...limitFlags,
  }) as const satisfies Flags;

/**
 * Calls the library with the options of a purchase, which it validates; the configuration can set those in `ofFile` for
 * the products in `file`. Errors name the flag, or the position in the configuration file.
 */
export function withPurchase<Result>(
  values: Given,
  file: string,
  ofFile: readonly (keyof ConfiguredOptions)[],
  call: (options: TimelineOptions) => Result,
): Result {
  const { optionsFor, settings } = readConfiguration(values);
  const configured = optionsFor(absolutePathOf(file));
  const given = (Object.keys(names) as Name[]).map((flag) => [names[flag], values[flag] && scalar(values[flag])]);
  const all = [...ofFile.map((name) => [name, configured[name]]), ...given].filter(([, value]) => value !== undefined);
  const options: TimelineOptions = Object.fromEntries(all);
  // Name the flag if the date or the product id is missing, because the configuration file cannot set them.
  return withFlagNames(() => call(options), { date: undefined, 'product-id': undefined, ...values }, settings.sources);
}
