// `renewal-rules check`: what is wrong with files.

import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

import { applyFixesCatalogueLines, applyFixesCatalogueText, applyFixesText, render } from '../dist/tools.js';
import { isColored, print, Progress, say, UsageError } from './console.js';
import { found, isLines, located, replace, shown } from './files.js';
import { called, catalogueOptions, configured, flags, idleFlag, keys, productFlags, usage as optionsUsage } from './options.js';

/** What a configuration file may switch on, and a flag off again. */
const switches = ['catalogue', 'lines', 'quiet'];

const formats = ['stylish', 'json', 'sarif', 'github', 'junit'];

export const summary = 'tell what is wrong with products, and mend it';

export const usage = `Checks product files and tells what is wrong with them.

Usage: renewal-rules check [OPTIONS] FILE...

A FILE is a file, a folder (every .json, .ndjson and .jsonl file in it), a pattern (*, **, ?, [abc],
{a,b}), or - for standard input. A file named .ndjson or .jsonl is a catalogue, one product a line.

      --format WORD              ${formats.join(', ')}
      --quiet                    show errors only
      --max-warnings N           fail where there are more warnings
      --max-diagnostics N        tell at most so many problems of a file
      --fix                      make every certain mend in the files
      --fix-dry-run              tell what --fix would leave; the format json has the mended text
      --catalogue                the files are arrays of products
      --lines                    the files have one product a line
      --no-quiet, --no-catalogue, --no-lines
                                 not so, though the configuration file says it
      --stdin-filename NAME      what standard input is called
      --color, --no-color        colours; without either, where the output is a terminal
${optionsUsage}
The configuration file is a JSON object. Its keys are named after the options, and limits holds the minimum terms:
${keys.options};
${keys.settings}. Flags go first.

Exit status: 0 no errors, 1 errors or too many warnings, 2 a file or an option is wrong.
`;

export const options = {
  ...flags,
  format: { type: 'string' },
  quiet: { type: 'boolean' },
  'max-warnings': { type: 'string' },
  fix: { type: 'boolean' },
  'fix-dry-run': { type: 'boolean' },
  catalogue: { type: 'boolean' },
  lines: { type: 'boolean' },
  'stdin-filename': { type: 'string' },
  ...Object.fromEntries(switches.map((name) => [`no-${name}`, { type: 'boolean' }])),
};

export async function run(values, positionals) {
  const { options, settings } = configured(values);
  const format = values.format ?? settings.format ?? 'stylish';
  if (!formats.includes(format)) throw new UsageError(`there is no format ${JSON.stringify(format)}; the formats are ${formats.join(', ')}`);
  const most = maximum(values['max-warnings']) ?? settings.maxWarnings ?? Infinity;
  if (values.fix && values['fix-dry-run']) throw new UsageError('--fix and --fix-dry-run exclude each other');
  const [isCatalogue, isAllLines, isQuiet] = switched(values, settings);

  if (positionals.length === 0 && settings.files === undefined) throw new UsageError('name a file, a folder or a pattern, or - for standard input');
  const files = positionals.length > 0 ? found(positionals, settings.file) : found(settings.files, settings.file, settings.folder);
  const stated = values['stdin-filename'];
  const nameOf = (file) => (file === '-' ? stated || '<stdin>' : shown(file));
  const nameFor = (file) => (format === 'stylish' || (file === '-' && !stated) ? nameOf(file) : located(file === '-' ? stated : file));
  const kindOf = (name) => (isAllLines || (!isCatalogue && isLines(name)) ? 'lines' : isCatalogue ? 'catalogue' : 'product');
  if (values.fix && files.includes('-')) throw new UsageError('--fix has no file to write standard input to; --fix-dry-run --format json prints the mended text');

  const { consent = 'given', ...ofProduct } = options;
  const ofCatalogue = catalogueOptions(options);
  const statedFor = { product: ofProduct, catalogue: ofCatalogue, lines: ofCatalogue };
  const style = { format, color: isColored(values) && format === 'stylish', quiet: isQuiet };
  const progress = new Progress(files.length);
  const isFixed = Boolean(values.fix || values['fix-dry-run']);
  let { text: told, tally } = render({ part: 'begin', ...style });
  // Warnings that a limit leaves out are warnings all the same.
  const isCut = most !== Infinity && options.maxDiagnostics !== undefined;
  let { warnings } = tally;
  const partOf = (kind, input, rest) => called(() => render({ part: 'file', ...style, kind, consent, tally, ...rest }, input, statedFor[kind]), values, settings.file);

  // No file may be written before all that is stated is known to hold for every file.
  const kinds = new Map(files.map((file) => [kindOf(nameOf(file)), nameOf(file)]));
  const catalogue = kinds.get('lines') ?? kinds.get('catalogue');
  const [flag] = productFlags(values);
  if (catalogue !== undefined && flag !== undefined) throw new UsageError(`--${flag} does not apply to catalogues, and ${catalogue} is one`);
  const idle = idleFlag(options, values);
  if (idle !== undefined) throw new UsageError(`--${idle} is of use only with --operation update`);
  for (const [kind, name] of kinds) partOf(kind, '', { name });

  let isComplete = true;
  for (const [number, file] of files.entries()) {
    progress.at(number);
    const name = nameOf(file);
    let text;
    try {
      text = file === '-' ? await buffer(process.stdin) : readFileSync(file);
    } catch (error) {
      progress.clear();
      say(`renewal-rules: ${name}: ${error.message}`);
      isComplete = false;
      continue;
    }
    progress.large(name, text.length);
    const kind = kindOf(name);
    let mends;
    let written = false;
    if (isFixed) {
      const fixed = mended(kind, text, statedFor[kind]);
      mends = fixed.applied;
      if (mends > 0 && values.fix) {
        try {
          replace(file, fixed.text);
          written = true;
        } catch (error) {
          progress.clear();
          say(`renewal-rules: ${name} could not be written: ${error.message}`);
          isComplete = false;
          mends = undefined;
        }
      }
      if (mends > 0) text = fixed.text;
    }
    const part = partOf(kind, text, { name: nameFor(file), mends, written });
    warnings = isCut ? warnings + render({ part: 'file', ...style, kind }, text, unlimited(statedFor[kind])).tally.warnings : part.tally.warnings;
    tally = part.tally;
    told += part.text;
    if (told.length > 1 << 16) {
      progress.clear();
      await print(told);
      told = '';
    }
  }
  progress.clear();
  await print(told + render({ part: 'end', ...style, tally }).text);
  if (warnings > most) say(`renewal-rules: ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, at most ${most} ${most === 1 ? 'is' : 'are'} allowed`);
  if (!isComplete) return 2;
  return tally.filesWithErrors > 0 || warnings > most ? 1 : 0;
}

/** Which switches are on. A flag for how files are read goes before all that the configuration file says of that. */
function switched(values, settings) {
  const stated = values.catalogue || values.lines ? { quiet: settings.quiet } : settings;
  return switches.map((name) => !values[`no-${name}`] && (values[name] ?? stated[name] ?? false));
}

function maximum(text) {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError('--max-warnings must be a whole number from 0');
  return Number(text);
}

const fixers = { product: applyFixesText, catalogue: applyFixesCatalogueText, lines: applyFixesCatalogueLines };
const unlimited = ({ maxDiagnostics: _, ...options }) => options;
const mended = (kind, input, options) => fixers[kind](input, unlimited(options));
