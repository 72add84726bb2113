// `renewal-rules timeline`: prints the periods that follow a purchase.

import { type Flags, formatFlag, type Given, listed } from './command.js';
import { complain, oneOf, print, UsageError } from './console.js';
import { read } from './files.js';
import { render } from './module.js';
import { inFlags, trial, wordFlags } from './options.js';
import { dateFlag, followed, purchaseFlags } from './purchase.js';

const ofFile = ['payment', 'consent', 'limits'] as const;

export const summary = 'show what happens after a purchase, and when';

const formats = ['table', 'svg', 'json'] as const;

export const options = {
  ...dateFlag('the day of the purchase'),
  ...formatFlag(formats, 'table, svg (of one product) or json, which has one line for each product'),
  payment: wordFlags.payment,
  consent: wordFlags.consent,
  variant: { type: 'string', takes: 'N', says: 'which variant is bought, counted from 0' },
  trial,
  ...purchaseFlags(ofFile),
} as const satisfies Flags;

export const usage = `Follows a purchase through its renewals: when each period starts and ends, what is ordered, who pays.

Usage: renewal-rules timeline --date YYYY-MM-DD [OPTIONS] FILE

FILE is a product, an array of products or one product a line, or - for standard input. Of several,
all are followed that begin renewals or are none, unless --product-id names one.

${listed(options)}
Exit status: 0 it was shown, 1 a product cannot be read or there is none, 2 a file or an option is wrong.
`;

interface Shown {
  text: string;
  /** Reason why there is no timeline. */
  problems: string[];
  malformed: boolean;
}

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const format = oneOf(values.format ?? 'table', formats, 'format');
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('name one file, or - for standard input');
  const input = await read(file);
  const { text, problems, malformed } = followed(values, ofFile, (options) =>
    render<Shown>({ part: 'timelines', format }, input, options),
  );
  await print(text);
  for (const problem of problems) complain(inFlags(problem, { 'product-id': true }));
  return malformed || problems.length > 0 ? 1 : 0;
}
