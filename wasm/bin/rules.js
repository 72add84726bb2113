// `renewal-rules rules`: all codes.

import { render, rules } from '../dist/tools.js';
import { isColored, print, UsageError } from './console.js';

export const summary = 'list every code';

export const usage = `Lists every code with its severity, its section of the interface document and what is wrong.

Usage: renewal-rules rules [OPTIONS]

      --format WORD              text, json or markdown
      --color, --no-color        colours; without either, where the output is a terminal
`;

export const options = { format: { type: 'string' } };

export async function run(values, positionals) {
  if (positionals.length > 0) throw new UsageError('rules takes no arguments; renewal-rules explain CODE tells about one');
  const texts = {
    text: () => render({ part: 'rules', color: isColored(values) }).text,
    json: () => `${JSON.stringify(rules(), null, 2)}\n`,
    markdown: () => render({ part: 'reference' }).text,
  };
  const { format = 'text' } = values;
  if (!Object.hasOwn(texts, format)) throw new UsageError('the formats are text, json and markdown');
  await print(texts[format]());
  return 0;
}
