// `renewal-rules rules`: lists all codes.

import { colours, formatFlag, formatOf, type Given } from './command.js';
import { isColored, print } from './console.js';
import { UsageError } from './failure.js';
import { render, rules } from './module.js';

export const summary = 'List all rules';

const formats = ['text', 'json', 'markdown'] as const;

export const options = { ...formatFlag(formats), ...colours };

export const usage = ['[OPTIONS]'];

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  if (positionals.length > 0)
    throw new UsageError('rules takes no arguments; renewal-rules explain CODE describes one');
  const texts = {
    text: () => render('render.rules', { color: isColored(values) }),
    json: () => `${JSON.stringify(rules(), null, 2)}\n`,
    markdown: () => render('render.reference', {}),
  };
  const format = formatOf(values, formats);
  await print(texts[format]());
  return 0;
}
