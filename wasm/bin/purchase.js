// What the caller states about a purchase that is followed, and the files that are followed.

import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

const names = {
  date: 'purchaseDate',
  'product-id': 'productId',
  renewals: 'renewals',
  months: 'monthCount',
  'pmr-lead-days': 'pmrLeadDays',
  'email-lead-days': 'emailLeadDays',
  payment: 'payment',
  consent: 'consent',
  variant: 'variant',
  trial: 'trial',
};
const limits = { 'ar-min-days': 'arMinDays', 'pmr-min-days': 'pmrMinDays', 'email-online-min-days': 'emailOnlineMinDays', 'email-offline-min-days': 'emailOfflineMinDays' };

/** These flags, and those of the minimum terms, as `parseArgs` has them. */
export const flags = (...these) => Object.fromEntries([...these, ...Object.keys(limits)].map((name) => [name, { type: 'string' }]));

/** What the shared flags mean, for a command's help. */
export const usage = `      --product-id N             the product that is bought
      --renewals N               how many renewals are followed; 12 by default
      --months WORD              how month terms are counted: anchored (the default) or chained
      --pmr-lead-days N          how many days before the end a PMR order is created
      --email-lead-days N        how many days before the end an Email message is sent
      --ar-min-days N, --pmr-min-days N, --email-online-min-days N, --email-offline-min-days N
                                 minimum terms, where Support changed them
`;

/** A number or a word of JSON; what is neither goes on as text, for the library to judge. */
const scalar = (text) => (/^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text);

/** The options for the library; it says what each takes. */
export function stated(values) {
  const named = (table) => Object.entries(table).filter(([flag]) => values[flag] !== undefined).map(([flag, name]) => [name, scalar(values[flag])]);
  const minimums = Object.fromEntries(named(limits));
  return { ...Object.fromEntries(named(names)), ...(Object.keys(minimums).length > 0 && { limits: minimums }) };
}

/** The bytes of a file, or of standard input. */
export const read = async (file) => (file === '-' ? buffer(process.stdin) : readFileSync(file));
