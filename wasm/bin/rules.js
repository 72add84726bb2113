// `renewal-rules rules`: all codes.

import { isColored, oneOf, print, UsageError } from './console.js';
import { render, rules } from './module.js';

export const summary = 'list every code';

export const usage = `Lists every code with its severity, its section of the interface document and what is wrong.

Usage: renewal-rules rules [OPTIONS]

  -f, --format WORD              text, json or markdown
      --color, --no-color        colours; by default FORCE_COLOR, NO_COLOR and the terminal decide
`;

export const options = { format: { type: 'string', short: 'f' } };

export async function run(values, positionals) {
  if (positionals.length > 0) throw new UsageError('rules takes no arguments; renewal-rules explain CODE describes one');
  const texts = {
    text: () => render({ part: 'rules', color: isColored(values) }).text,
    json: () => `${JSON.stringify(rules(), null, 2)}\n`,
    markdown: () => render({ part: 'reference' }).text,
  };
  await print(texts[oneOf(values.format ?? 'text', Object.keys(texts), 'format')]());
  return 0;
}
