// `renewal-rules explain`: what is known about a code.

import { explain, render } from '../dist/tools.js';
import { isColored, print, UsageError } from './console.js';

export const summary = 'tell what a code means, with examples';

export const usage = `Tells what a code means, why it matters, and shows an example that breaks the rule and the mended one.

Usage: renewal-rules explain [OPTIONS] CODE...

      --format WORD              text or json
      --color, --no-color        colours; without either, where the output is a terminal
`;

export const options = { format: { type: 'string' } };

export async function run(values, positionals) {
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') throw new UsageError('the formats are text and json');
  if (positionals.length === 0) throw new UsageError('name a code; renewal-rules rules lists them');
  const known = positionals.map((code) => {
    const rule = explain(code);
    if (rule === undefined) throw new UsageError(`there is no code ${JSON.stringify(code)}; renewal-rules rules lists them`);
    return rule;
  });
  const color = isColored(values);
  const told = known.map((rule) => (format === 'json' ? `${JSON.stringify(rule)}\n` : render({ part: 'rule', code: rule.code, color }).text));
  await print(told.join(format === 'json' ? '' : '\n'));
  return 0;
}
