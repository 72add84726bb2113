// `renewal-rules timeline`: what happens when after a purchase.

import { timeline } from '../dist/tools.js';
import { print, UsageError } from './console.js';
import { read } from './files.js';
import { flags, followed, usage as purchaseUsage } from './purchase.js';

const ofFile = ['payment', 'consent', 'limits'];

export const summary = 'tell what happens when after a purchase';

export const usage = `Follows a purchase through its renewals: when each period starts and ends, what is ordered, who pays.

Usage: renewal-rules timeline --date YYYY-MM-DD [OPTIONS] FILE

FILE is a product or an array of products, or - for standard input.

      --date YYYY-MM-DD          the day of the purchase
      --format WORD              table, svg or json
      --payment WORD             online or offline
      --consent WORD             given, declined or unavailable
      --variant N                which variant is bought, counted from 0
      --trial BOOLEAN            whether it is a free trial, true or false; else the prices tell
${purchaseUsage(ofFile)}
Exit status: 0 it was told, 1 the file has no such purchase, 2 a file or an option is wrong.
`;

const shared = ['product-id', 'renewals', 'months', 'pmr-lead-days', 'email-lead-days'];
export const options = { ...flags('date', 'payment', 'consent', 'variant', 'trial', ...shared), format: { type: 'string' } };

export async function run(values, positionals) {
  const { format = 'table' } = values;
  if (!['table', 'svg', 'json'].includes(format)) throw new UsageError('the formats are table, svg and json');
  if (positionals.length !== 1) throw new UsageError('name one file, or - for standard input');
  const input = await read(positionals[0]);
  const told = followed(values, ofFile, (options) => timeline(input, options));
  if (!told.ok) return 1;
  const text = { table: told.table, svg: told.svg, json: JSON.stringify(told.timeline) }[format];
  await print(text.endsWith('\n') ? text : `${text}\n`);
  return 0;
}
