// `renewal-rules timeline`: what happens when after a purchase.

import { complain, oneOf, print, UsageError } from './console.js';
import { read } from './files.js';
import { timelines } from './module.js';
import { flags, followed, usage as purchaseUsage } from './purchase.js';
import { inFlags } from './options.js';

const ofFile = ['payment', 'consent', 'limits'];

export const summary = 'show what happens after a purchase, and when';

export const usage = `Follows a purchase through its renewals: when each period starts and ends, what is ordered, who pays.

Usage: renewal-rules timeline --date YYYY-MM-DD [OPTIONS] FILE

FILE is a product, an array of products or one product a line, or - for standard input. Of several
products each is followed, unless one is stated.

      --date YYYY-MM-DD          the day of the purchase
  -f, --format WORD              table, svg (of one product) or json, which has one line for each product
      --payment WORD             online or offline
      --consent WORD             given, declined or unavailable
      --variant N                which variant is bought, counted from 0
      --trial BOOLEAN            whether it is a free trial, true or false; by default the prices decide
${purchaseUsage(ofFile)}
Exit status: 0 it was shown, 1 the file has no such purchase, 2 a file or an option is wrong.
`;

const shared = ['product-id', 'renewals', 'months', 'pmr-lead-days', 'email-lead-days'];
export const options = { ...flags('date', 'payment', 'consent', 'variant', 'trial', ...shared), format: { type: 'string', short: 'f' } };

const inFormat = { table: ({ table }) => table, svg: ({ svg }) => svg, json: ({ timeline }) => JSON.stringify(timeline) };

export async function run(values, positionals) {
  const format = oneOf(values.format ?? 'table', Object.keys(inFormat), 'format');
  if (positionals.length !== 1) throw new UsageError('name one file, or - for standard input');
  const input = await read(positionals[0]);
  const result = followed(values, ofFile, (options) => timelines(input, options));
  const all = Array.isArray(result) ? result : [{ path: '', ...result }];
  if (all.length > 1 && format === 'svg') throw new UsageError('a picture shows one product: state which one is bought (--product-id)');
  const line = (text) => (text.endsWith('\n') ? text : `${text}\n`);
  let status = all.length > 0 ? 0 : 1;
  if (all.length === 0) complain('there are no products');
  for (const [at, { ok, message, path, ...one }] of all.entries()) {
    if (ok) {
      const heading = all.length > 1 && format === 'table' ? `${at > 0 ? '\n' : ''}${path}\n` : '';
      await print(line(heading + inFormat[format](one)));
    } else {
      complain(`${all.length > 1 ? `${path}: ` : ''}${inFlags(message, { 'product-id': true })}`);
      status = 1;
    }
  }
  return status;
}
