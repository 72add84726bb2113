// `renewal-rules timeline`: prints the periods that follow a purchase.

import { render } from '#internal';
import { type Flags, formatFlag, type Given, missing, missingArgument, rejectExtra, withHeading } from './command.js';
import { print, printMessage } from './console.js';
import { keywordFlags, trial } from './option-flags.js';
import { useFlagNames } from './options.js';
import { dateFlag, purchaseFlags, withPurchase } from './purchase.js';
import { displayName, read } from './source.js';

const ofFile = ['payment', 'consent', 'trial', 'limits'] as const;
export const summary = 'Show the renewals that follow a purchase';
export const options = {
  payment: keywordFlags.payment,
  consent: keywordFlags.consent,
  ...withHeading('Purchase', {
    ...dateFlag('Set the day of the purchase'),
    variant: { placeholder: 'N', help: 'Set the index of the variant, from 0' },
    trial,
  }),
  ...purchaseFlags(ofFile),
  ...formatFlag(['table', 'svg', 'json']),
} as const satisfies Flags;

export const usage = ['[OPTIONS] --date <YYYY-MM-DD> <FILE>'];
export const details = `FILE is a product, an array of products or one product a line, or - for standard input. If there are several
products, all initiators and all products outside of chains are followed, unless --product-id names one. The
format svg draws one product; json prints one line for each.`;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const { format } = values;
  const [file] = positionals;
  if (values.date === undefined) throw missing('date', options);
  rejectExtra(positionals, 1);
  if (file === undefined) throw missingArgument('FILE', 'use - for standard input');
  const input = await read(file);
  const { text, problems, malformed } = withPurchase(values, file, ofFile, (options) =>
    render('render.timelines', { format }, input, options),
  );
  await print(text);
  for (const problem of problems)
    printMessage(`${displayName(file)}: ${useFlagNames(problem, { 'product-id': true })}`);
  return malformed || problems.length > 0 ? 1 : 0;
}
