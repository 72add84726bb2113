// `renewal-rules effective`: which renewal kind a purchase leads to.

import { complain, oneOf, print, UsageError } from './console.js';
import { Finder, NO_PRODUCTS, read, Source } from './files.js';
import { render } from './module.js';
import { called, configured, flags, idleFlag, usage as optionsUsage } from './options.js';

export const summary = 'show which renewal kind takes effect, and why';

export const usage = `Shows which renewal kind takes effect when a product is bought, and what became of the others.

Usage: renewal-rules effective [OPTIONS] FILE...

A FILE is named as for check. Each product of an array or of lines is shown.

  -f, --format WORD              stylish or json, which has one line for each product, with its place
${optionsUsage}
Exit status: 0 it was shown, 1 a product cannot be read, 2 a file or an option is wrong.
`;

export const options = { ...flags, format: { type: 'string', short: 'f' } };

export async function run(values, positionals) {
  const { options, settings, optionsFor } = configured(values);
  const format = oneOf(values.format ?? 'stylish', ['stylish', 'json'], 'format');
  if (positionals.length === 0) throw new UsageError('name a file, or - for standard input');
  if (values['max-diagnostics'] !== undefined) throw new UsageError('--max-diagnostics is an option of check');
  const idle = idleFlag(options, values);
  if (idle !== undefined) throw new UsageError(`--${idle} only works with --operation update`);
  const { files, problems } = new Finder({ config: settings.file }).find(positionals);
  problems.forEach(complain);
  let status = problems.length > 0 ? 2 : 0;
  let shownFiles = 0;
  for (const [path, named] of files) {
    const file = new Source(path, named);
    let input;
    try {
      input = await read(path);
    } catch (error) {
      complain(`${file.shown}: ${error.message}`);
      status = 2;
      continue;
    }
    const name = file.shown;
    const [layout] = render({ part: 'layouts', files: [{ name, length: input.length, named }] }, input);
    if (layout === null) continue;
    shownFiles++;
    // A configuration file may state it for check.
    const { maxDiagnostics: _, ...stated } = optionsFor(file.place);
    const result = called(() => render({ part: 'decisions', format, name }, input, stated), values, settings.file);
    if (result.malformed) status ||= 1;
    await print(result.text);
  }
  if (shownFiles === 0 && status === 0) throw new UsageError(NO_PRODUCTS);
  return status;
}
