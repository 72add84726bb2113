// `renewal-rules explain`: explains a code.

import { explain, render, type Witnesses, witnesses } from '#internal';
import { colours, type Flags, formatFlag, type Given, missingArgument, withHeading } from './command.js';
import { isColored, print } from './console.js';
import { oneOf, ruleCodes } from './keyword.js';
import { configFlags, keywordFlags, limitFlags, trial } from './option-flags.js';
import { dateFlag, withPurchase } from './purchase.js';
import { read, withProductsOf } from './source.js';

export const summary = 'Explain rules, with examples';
const ofFile = ['payment', 'trial', 'limits'] as const;

export const options = {
  ...withHeading('Purchase', {
    product: {
      placeholder: 'FILE|-',
      help: 'Show which buyers of the products in FILE lose a renewal, or pay another amount, because of the code',
    },
    ...dateFlag('Set the day of the purchase [default: today]'),
    payment: keywordFlags.payment,
    trial,
  }),
  ...configFlags(`Read ${ofFile.join(', ')} from FILE`),
  ...limitFlags,
  ...formatFlag(['text', 'json']),
  ...colours,
} as const satisfies Flags;

export const usage = ['[OPTIONS] <CODE>...'];
export const details = `With --product, a buyer is shown for each diagnostic of the code that costs a renewal or changes an amount: the day
on which a renewal is missing or another price is due, and what happens once the diagnostic is fixed.`;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const { format } = values;
  if (positionals.length === 0) throw missingArgument('CODE', 'renewal-rules rules lists the codes');
  const found = positionals.map((code) => explain(oneOf(code, ruleCodes(), 'code', 'renewal-rules rules lists them')));
  const color = isColored(values);
  const { product: file, date = new Date().toISOString().slice(0, 10) } = values;
  const products = file === undefined ? undefined : { file, bytes: await read(file) };
  const result = found.map((rule) => {
    const buyersOf = ({ file, bytes }: { file: string; bytes: Uint8Array }) =>
      withPurchase({ ...values, date }, file, ofFile, (options) => witnesses(rule.code, options, bytes));
    const buyers = products && withProductsOf(products.file, () => buyersOf(products));
    if (format === 'json') return `${JSON.stringify({ ...rule, ...buyers })}\n`;
    const page = render('render.rule', { code: rule.code, color });
    return buyers === undefined ? page : `${page}\nWho loses\n${linesOf(buyers)}`;
  });
  await print(result.join(format === 'json' ? '' : '\n'));
  return 0;
}

const linesOf = ({ witnesses, texts }: Witnesses): string =>
  texts.map((text, index) => `  ${witnesses[index]?.path || 'the product'}: ${text}\n`).join('') ||
  '  No buyer loses because of this code in these products.\n';
