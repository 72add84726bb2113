// `renewal-rules explain`: explains a code.

import { colours, formatFlag, type Given, missingArgument } from './command.js';
import { isColored, print } from './console.js';
import { UsageError } from './failure.js';
import { meant, oneOf } from './keyword.js';
import { explain, render, rules } from './module.js';

export const summary = 'Explain rules, with examples';

const formats = ['text', 'json'] as const;

export const options = { ...formatFlag(formats), ...colours };

export const words = () => rules().map(({ code }) => code);

export const usage = ['[OPTIONS] <CODE>...'];

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const format = oneOf(values.format ?? 'text', formats, 'format');
  if (positionals.length === 0) throw missingArgument('CODE', 'renewal-rules rules lists the codes');
  const found = positionals.map((code) => {
    const rule = explain(code);
    if (rule !== undefined) return rule;
    const advice = meant(code, words()) || '; renewal-rules rules lists them';
    throw new UsageError(`there is no code ${JSON.stringify(code)}${advice}`);
  });
  const color = isColored(values);
  const result = found.map((rule) =>
    format === 'json' ? `${JSON.stringify(rule)}\n` : render('render.rule', { code: rule.code, color }),
  );
  await print(result.join(format === 'json' ? '' : '\n'));
  return 0;
}
