// `renewal-rules rules`: all codes.

import { format as formatFlag, type Given } from './command.js';
import { isColored, oneOf, print, UsageError } from './console.js';
import { rules, textOf } from './module.js';

export const summary = 'list every code';

export const usage = `Lists every code with its severity, its section of the interface document and what is wrong.

Usage: renewal-rules rules [OPTIONS]

  -f, --format WORD              text, json or markdown
      --color, --no-color        colours; by default FORCE_COLOR, NO_COLOR and the terminal decide
`;

export const options = formatFlag;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  if (positionals.length > 0)
    throw new UsageError('rules takes no arguments; renewal-rules explain CODE describes one');
  const texts = {
    text: () => textOf({ part: 'rules', color: isColored(values) }),
    json: () => `${JSON.stringify(rules(), null, 2)}\n`,
    markdown: () => textOf({ part: 'reference' }),
  };
  const format = oneOf(values.format ?? 'text', ['text', 'json', 'markdown'], 'format');
  await print(texts[format]());
  return 0;
}
