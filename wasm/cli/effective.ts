// `renewal-rules effective`: prints the effective renewal kind of a purchase.

import { type Calls, render } from '#internal';
import { formatFlag, type Given, missingArgument } from './command.js';
import { print, printMessage } from './console.js';
import { messageOf, UsageError } from './failure.js';
import { Finder, NO_PRODUCTS, SETUP } from './files.js';
import { flags } from './option-flags.js';
import { type ConfiguredOptions, ignoreMatchers, readConfiguration, rejectIdleFlag, withFlagNames } from './options.js';
import { layoutsOf, read, type Source, sourcesOf } from './source.js';

export const summary = 'Show which renewal kind takes effect, and why';
export const usage = ['[OPTIONS] <FILE>...'];
export const details =
  'FILE is as for check. Each product in a file is shown; --format json prints one line for each product.';

export const options = { ...flags, ...formatFlag(['stylish', 'json']) };

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const { options, settings, optionsFor } = readConfiguration(values);
  const { format } = values;
  if (positionals.length === 0) throw missingArgument('FILE', 'use - for standard input');
  if (values['max-diagnostics'] !== undefined)
    throw new UsageError('unexpected option --max-diagnostics; only check has it');
  rejectIdleFlag(options, values);
  const finder = new Finder({ config: settings.file, ignored: ignoreMatchers(settings) }).find(positionals);
  const statuses = finder.problems.map(() => 2);
  for (const file of sourcesOf(finder)) {
    // Ignore `maxDiagnostics`, which a configuration file may set for `check`.
    const { maxDiagnostics: _, ...given } = optionsFor(file.absolutePath);
    const input = await read(file.path).catch((error) => void printMessage(`${file.displayPath}: ${messageOf(error)}`));
    const found = input && withFlagNames(() => decide(file, format, input, given), values, settings.sources);
    if (found === null) continue;
    statuses.push(statusOf(found));
    await print(found?.text ?? '');
  }
  if (statuses.length === 0 && finder.files.size > 0) throw new UsageError(NO_PRODUCTS);
  return Math.max(0, ...statuses);
}

/** Returns the exit status for the decision of a file; `undefined` stands for one that is unreadable, or a setup. */
const statusOf = (found: Decided | undefined): number => (found === undefined ? 2 : Number(found.malformed));

type Decided = Calls['render.decisions']['result'];

/** Returns the decision for a file; `null` if it has no products and is not named. Reports a named setup. */
function decide(
  file: Source,
  format: 'stylish' | 'json',
  input: Uint8Array,
  given: ConfiguredOptions,
): Decided | null | undefined {
  file.bytes = input;
  if (layoutsOf([file])[0] !== null)
    return render('render.decisions', { format, name: file.displayPath }, input, given);
  if (!file.named) return null;
  printMessage(`${file.displayPath} is ${SETUP}`);
  return undefined;
}
