// `renewal-rules rules`: lists all codes.

import { render, rules } from '#internal';
import { colours, formatFlag, type Given, rejectExtra } from './command.js';
import { isColored, print } from './console.js';

export const summary = 'List all rules';
export const options = { ...formatFlag(['text', 'json', 'markdown']), ...colours };
export const usage = ['[OPTIONS]'];

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  rejectExtra(positionals, 0, 'renewal-rules explain CODE describes one rule');
  const texts = {
    text: () => render('render.rules', { color: isColored(values) }),
    json: () => `${JSON.stringify(rules(), null, 2)}\n`,
    markdown: () => render('render.reference', {}),
  };
  const { format } = values;
  await print(texts[format]());
  return 0;
}
