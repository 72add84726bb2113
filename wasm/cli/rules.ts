// `renewal-rules rules`: lists all codes.

import { render, rules } from '#internal';
import { colours, formatFlag, type Given } from './command.js';
import { isColored, print } from './console.js';
import { UsageError } from './failure.js';

export const summary = 'List all rules';
export const options = { ...formatFlag(['text', 'json', 'markdown']), ...colours };
export const usage = ['[OPTIONS]'];

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  if (positionals.length > 0)
    throw new UsageError('rules takes no arguments; renewal-rules explain CODE describes one');
  const texts = {
    text: () => render('render.rules', { color: isColored(values) }),
    json: () => `${JSON.stringify(rules(), null, 2)}\n`,
    markdown: () => render('render.reference', {}),
  };
  const { format } = values;
  await print(texts[format]());
  return 0;
}
