// `renewal-rules effective`: which renewal kind a purchase leads to.

import { render } from '../dist/tools.js';
import { print, UsageError } from './console.js';
import { found, read, shown } from './files.js';
import { called, configured, flags, idleFlag, usage as optionsUsage } from './options.js';

export const summary = 'tell the renewal kind that takes effect, and why';

export const usage = `Tells which renewal kind takes effect when a product is bought, and what became of the others.

Usage: renewal-rules effective [OPTIONS] FILE...

      --format WORD              stylish or json
${optionsUsage}
Exit status: 0 it was told, 1 a product cannot be read, 2 a file or an option is wrong.
`;

export const options = { ...flags, format: { type: 'string' } };

export async function run(values, positionals) {
  const { options, settings } = configured(values);
  const format = values.format ?? 'stylish';
  if (format !== 'stylish' && format !== 'json') throw new UsageError('the formats are stylish and json');
  if (positionals.length === 0) throw new UsageError('name a file, or - for standard input');
  if (values['max-diagnostics'] !== undefined) throw new UsageError('--max-diagnostics is an option of check');
  const idle = idleFlag(options, values);
  if (idle !== undefined) throw new UsageError(`--${idle} is of use only with --operation update`);
  // A configuration file may state it for check.
  const { maxDiagnostics: _, ...stated } = options;
  let status = 0;
  for (const file of found(positionals, settings.file)) {
    const input = await read(file);
    const part = (format) => called(() => render({ part: 'decision', format }, input, stated), values, settings.file).text;
    const decision = part('json');
    if (JSON.parse(decision).reason === 'malformed') status = 1;
    const name = file === '-' ? '<stdin>' : shown(file);
    await print(format === 'json' ? decision : render({ part: 'name', name }).text + part('stylish'));
  }
  return status;
}
