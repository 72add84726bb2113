// `renewal-rules check`: checks files.

import { type CheckOptions, isJsonText, render, sourceOf } from '#internal';
import { colours, type Flags, type Given, numberOf, withHeading } from './command.js';
import { print, printMessage } from './console.js';
import { messageOf, UsageError, withPrefix } from './failure.js';
import { displayPath, resolve } from './file-names.js';
import { Finder, isPipe, isSameFile, matcher, NO_PRODUCTS, readErrorReason, SETUP } from './files.js';
import { flags } from './option-flags.js';
import {
  type Configuration,
  type ConfiguredOptions,
  formats,
  ignoreMatchers,
  keys,
  productFlag,
  readConfiguration,
  rejectIdleFlag,
  rejectOverrides,
  type Settings,
  scalar,
  validateOptions,
  withFlagNames,
} from './options.js';
import { Output, outputs } from './outputs.js';
import { inputsOf, layoutsOf, reader, Source, standardInput } from './source.js';
import { codesToSuppress, type Suppressions, suppressionFlags, suppressionsFor } from './suppressions.js';
import { replace } from './write.js';

export const summary = 'Check products, and fix them';

const checkOnlyFlags = {
  ...withHeading('Files', {
    'ignore-pattern': {
      multiple: true,
      placeholder: 'PATTERN',
      help: 'Skip files that match PATTERN, as in .gitignore; can be repeated',
    },
    'no-ignore': { help: 'Also check files that .gitignore or `ignores` of the configuration matches' },
    'stdin-filename': { placeholder: 'NAME', help: 'Set the file name of standard input' },
    'list-files': { help: 'List the files that would be checked and those that are skipped' },
  }),
  ...withHeading('Products', {
    catalogue: { help: 'Check all files together as one catalogue' },
    'no-catalogue': { help: 'Override `catalogue` of the configuration', excludes: ['catalogue'] },
  }),
  ...withHeading('Configuration', {
    'print-config': { placeholder: 'FILE', help: 'Print the configuration for FILE' },
  }),
  ...withHeading('Fix problems', {
    fix: { help: 'Apply all safe fixes', excludes: ['fix-dry-run'] },
    'fix-dry-run': {
      help: 'Apply all safe fixes without writing files; --format json contains the fixed text',
      excludes: ['suppress-all', 'suppress-rule', 'prune-suppressions'],
    },
  }),
  ...suppressionFlags,
  ...withHeading('Output', {
    format: {
      short: 'f',
      multiple: true,
      placeholder: 'FORMAT[=FILE]',
      values: formats,
      defaultValue: formats[0] ?? '',
      help: 'Set the output format; can be repeated if all but one have a FILE',
    },
    quiet: { short: 'q', help: 'Report errors only' },
    'no-quiet': { help: 'Override `quiet` of the configuration', excludes: ['quiet'] },
    verbose: { help: 'List skipped files, each with the reason' },
    'max-diagnostics': { placeholder: 'N', help: 'Report at most N diagnostics per file' },
    'max-warnings': { placeholder: 'N', help: 'Exit with 1 if there are more than N warnings' },
    ...colours,
  }),
} as const satisfies Flags;

export const usage = ['[OPTIONS] [FILE]...'];
export const details = `FILE is a file, a folder, a pattern (*, **, ?, [abc], {a,b}), or - for standard input [default: \`files\` of the
configuration, or this folder]. A file contains one product, an array of products, or one product a line; a
.jsonc file may have comments and trailing commas.

In folders, files that end in .json, .jsonc, .ndjson or .jsonl are searched. In folders and for patterns, files
without products are skipped, and so are node_modules, hidden files and what .gitignore and the configuration
ignore. A file has products if it contains licence_term, renew_settings, a comment in localization_values, or a
variant with vendor_code or price.common, even with a typo.

The configuration file is a JSON object, which may have comments; renewal-rules/config.schema.json describes it to
editors. Its keys are named like the options, and \`limits\` contains the minimum terms:
${keys.options};
${keys.settings}.
Options on the command line override the file.`;

export const options = { ...flags, ...checkOnlyFlags };

type Values = Given<typeof options>;

/** Number of files per call of the library. */
const BATCH = 256;

export async function run(values: Values, positionals: readonly string[]): Promise<number> {
  const read = readConfiguration(values);
  const configuration = { ...read, settings: { ...read.settings, ...settingsFrom(values) } };
  const { settings } = configuration;
  if (values['print-config'] !== undefined) return printConfiguration(values['print-config'], values, configuration);
  const { maxWarnings: allowed = Number.POSITIVE_INFINITY, catalogue: isCatalogue = false } = settings;
  if (isCatalogue) rejectOverrides(settings);
  const outputs = requestedOutputs(values, settings);
  const counter = counterOf(outputs, configuration, allowed);
  const found = find(values, positionals, settings);
  // Read standard input to its end even if it is ignored; otherwise the program that writes to it would fail.
  if (positionals.includes('-') && !found.files.has('-')) await standardInput();
  const all = outputs.includes(counter) ? outputs : [...outputs, counter];
  const run = new Run(values, configuration, isCatalogue, all, found);
  rejectOverwriting(found, outputs, [
    ...(settings.sources ?? []),
    ...(settings.products ?? []),
    run.suppressions?.file,
    values.current,
  ]);
  if (values['list-files']) return run.list();
  await run.check();
  return statusOf(run, counter, allowed);
}

function statusOf(run: Run, { tally: { files, filesWithErrors, warnings } }: Output, allowed: number): number {
  // Do not fail if no file was found: then all named files are ignored, and a note about each has been printed.
  if (files === 0 && run.isComplete && run.found.files.size > 0) run.fail(NO_PRODUCTS);
  const count = warnings === 1 ? '1 warning' : `${warnings} warnings`;
  if (warnings > allowed) printMessage(`${count}, at most ${allowed} ${allowed === 1 ? 'is' : 'are'} allowed`);
  if (!run.isComplete) return 2;
  return filesWithErrors > 0 || warnings > allowed ? 1 : 0;
}

/**
 * Returns the output whose counts determine the exit status: the first one. If there is none, or if `maxDiagnostics`
 * may omit warnings from it, returns a new output that counts all findings but writes nothing.
 */
function counterOf([first]: readonly Output[], { all }: Configuration, allowed: number): Output {
  const isCut = allowed !== Number.POSITIVE_INFINITY && all.some(({ maxDiagnostics }) => maxDiagnostics !== undefined);
  return first === undefined || isCut ? new Output({ format: 'github' }, null) : first;
}

/** Returns the settings that flags override. */
function settingsFrom(values: Values): Pick<Settings, 'catalogue' | 'quiet' | 'maxWarnings'> {
  const given = (['catalogue', 'quiet'] as const).filter((name) => values[name] || values[`no-${name}`]);
  return {
    ...Object.fromEntries(given.map((name) => [name, values[name] ?? false])),
    ...(values['max-warnings'] !== undefined && { maxWarnings: numberOf(values, 'max-warnings') }),
  };
}

function requestedOutputs(values: Values, settings: Settings): Output[] {
  const style = { quiet: settings.quiet ?? false };
  return values.format === undefined
    ? outputs(settings.format, values, settings.folder ?? '.', style)
    : outputs(values.format, values, '.', style);
}

async function printConfiguration(
  path: string,
  values: Values,
  { optionsFor, settings }: Configuration,
): Promise<number> {
  const { file: _, folder: __, overrides: ___, sources: ____, products: _____, ...others } = settings;
  const { current, ...options } = optionsFor(resolve(path));
  validateOptions({ all: [{ ...options, ...(current !== undefined && { current }) }], settings }, values);
  const before = isJsonText(current) ? scalar(new TextDecoder().decode(sourceOf(current) as Uint8Array)) : current;
  const { format = others.format, 'suppressions-location': suppressions = others.suppressions } = values;
  await print(`${JSON.stringify({ ...options, current: before, ...others, format, suppressions }, null, 2)}\n`);
  return 0;
}

function find(values: Values, positionals: readonly string[], settings: Settings): Finder {
  const { files, file, folder } = settings;
  const flagged = values['ignore-pattern'];
  const noIgnore = values['no-ignore'];
  const ignored = noIgnore ? [] : ignoreMatchers(settings);
  if (flagged !== undefined) ignored.push(matcher(flagged, process.cwd()));
  const named = positionals.length > 0 || files === undefined;
  const stdinName = values['stdin-filename'] || undefined;
  const finder = new Finder({ folder: named ? undefined : folder, config: file, ignored, noIgnore, stdinName });
  const found = finder.find(positionals.length > 0 ? positionals : (files ?? ['.']));
  if (values.fix) rejectPipes(found);
  return found;
}

/** Throws if a named file can only be read. */
function rejectPipes({ files }: Finder): void {
  const [pipe] = [...files].find(([path, isNamed]) => isNamed && isPipe(path)) ?? [];
  if (pipe === undefined) return;
  const name = pipe === '-' ? 'standard input' : `the pipe ${displayPath(pipe)}`;
  throw new UsageError(`--fix has no file to write ${name} to; --fix-dry-run --format json prints the fixed text`);
}

/**
 * Throws if an output would replace a file that is checked, or one of the other files that the command reads or writes.
 */
function rejectOverwriting(found: Finder, outputs: readonly Output[], others: readonly (string | undefined)[]): void {
  for (const { name } of outputs) {
    if (!name) continue;
    const isOutput = (other = '') => other !== '' && (resolve(other) === resolve(name) || isSameFile(other, name));
    const path = found.foundAs(name);
    // The output of an earlier run is in the folder, too, but has no products.
    const isChecked = path !== undefined && (found.files.get(path) || layoutsOf([new Source(path, false)])[0] !== null);
    const file = isChecked ? path : others.find(isOutput);
    if (file !== undefined)
      throw new UsageError(`${displayPath(file)} is read: name another file for the output of --format`);
  }
}

/** Collects files and checks them in batches. */
class Run {
  isComplete = true;
  readonly suppressions: Suppressions | undefined;
  /** Codes whose existing findings are to be suppressed; empty for all codes, `undefined` for none. */
  readonly #newlySuppressed: readonly string[] | undefined;
  #batch: Source[] = [];
  #options: ConfiguredOptions = {};

  constructor(
    readonly values: Values,
    readonly configuration: Configuration,
    readonly isCatalogue: boolean,
    readonly outputs: readonly Output[],
    readonly found: Finder,
  ) {
    this.suppressions = suppressionsFor(values, configuration.settings);
    this.#newlySuppressed = codesToSuppress(values);
  }

  /** Prints the names of the files that would be checked. */
  async list(): Promise<number> {
    const files = await this.#sources();
    const layouts = layoutsOf(files);
    await print(files.map(({ displayPath }, at) => (layouts[at] === null ? '' : `${displayPath}\n`)).join(''));
    // A named file has a layout even if it has no fields of a product, unless it is a setup.
    const setups = [...files.keys()].filter((at) => files[at]?.named && layouts[at] === null);
    this.#passOver(files, layouts, setups);
    return this.isComplete ? 0 : 2;
  }

  async check(): Promise<void> {
    const files = await this.#sources();
    try {
      for (const output of this.outputs) output.begin();
      for (const file of files) await this.#take(file);
      await this.#finish();
    } catch (error) {
      for (const output of this.outputs) output.discard();
      throw error;
    }
  }

  /** Returns the found files and reports what was skipped. */
  async #sources(): Promise<Source[]> {
    const { files: named, problems, notes, skipped } = this.found;
    const stdinName = this.values['stdin-filename'] || undefined;
    const files = [...named].map(([path, isNamed]) => new Source(path, isNamed, stdinName));
    for (const file of files) if (file.path === '-') file.bytes = await standardInput();
    this.#refuse(files);
    for (const problem of problems) this.fail(problem);
    for (const note of notes) printMessage(note);
    for (const [path, why] of skipped) this.#skip(displayPath(path), why);
    return files;
  }

  /** Reports an error and continues. */
  fail(message: string): void {
    printMessage(message);
    this.isComplete = false;
  }

  /** Prints skipped files if `--verbose` is set. */
  #skip(name: string, why: string): void {
    if (this.values.verbose || this.values['list-files']) printMessage(`skipped ${name}: ${why}`);
  }

  /** Throws if options are invalid for any of the files, before the first file is written. */
  #refuse(files: readonly Source[]): void {
    validateOptions(this.configuration, this.values);
    const flag = productFlag(this.values);
    if (flag !== undefined) {
      if (this.isCatalogue) throw new UsageError(`--${flag} does not apply to catalogues`);
      const layouts = layoutsOf(files);
      const catalogue = files.find((_, at) => layouts[at] !== null && layouts[at] !== 'product');
      if (catalogue !== undefined)
        throw new UsageError(`--${flag} does not apply to catalogues, and ${catalogue.displayPath} is one`);
    }
    rejectIdleFlag(this.configuration.options, this.values);
  }

  async #take(file: Source): Promise<void> {
    const options = this.configuration.optionsFor(file.absolutePath);
    if (!this.isCatalogue && (options !== this.#options || this.#batch.length === BATCH)) await this.#flush();
    this.#options = options;
    this.#batch.push(file);
  }

  async #finish(): Promise<void> {
    await this.#flush();
    for (const output of this.outputs) await output.end();
    const { suppressions } = this;
    if (suppressions === undefined) return;
    const isPruned = this.values['prune-suppressions'] === true;
    suppressions.end(isPruned);
    if (!isPruned && this.#newlySuppressed === undefined) return;
    const { file, state } = suppressions;
    withPrefix(displayPath(file), () => replace(file, suppressions.text(), state));
  }

  async #flush(): Promise<void> {
    const files = this.#batch;
    if (files.length === 0) return;
    const { fix, 'fix-dry-run': isDry } = this.values;
    if (fix || isDry) this.#fix(files, fix === true);
    if (this.#newlySuppressed !== undefined) this.#suppress(files, this.#newlySuppressed);
    for (const file of files) file.known = this.suppressions?.entriesFor(file.absolutePath);
    let setups: readonly number[] = [];
    for (const output of this.outputs) setups = await this.#show(files, output);
    this.#passOver(files, this.values.verbose ? layoutsOf(files) : [], setups);
    this.#batch = [];
  }

  /** Adds the files to an output; returns the indices of named files that are setups. */
  async #show(files: readonly Source[], output: Output): Promise<readonly number[]> {
    const { consent = 'given', maxDiagnostics, ...others } = this.#options;
    const options = output.name === null || maxDiagnostics === undefined ? others : { ...others, maxDiagnostics };
    const { stale, setups } = await output.add(files, { isCatalogue: this.isCatalogue, consent }, options);
    for (const { file, known } of stale) this.suppressions?.recordStale(files[file]?.absolutePath, known);
    return setups;
  }

  #suppress(files: readonly Source[], codes: readonly string[]): void {
    const request = { files: inputsOf(files), isCatalogue: this.isCatalogue, codes };
    const suppressions = (options: CheckOptions) => render('files.suppressions', request, '', options, reader(files));
    // An error is about the codes of --suppress-rule, not about the configuration.
    const found = this.#called(suppressions, []);
    for (const { file, known } of found) this.suppressions?.add(files[file]?.absolutePath, known);
  }

  /** Reports files that cannot be read, files without products, and setups: named ones are those at `setups`. */
  #passOver(files: readonly Source[], layouts: readonly (string | null)[], setups: readonly number[]): void {
    // Read as a named file, a text without a layout is a setup; otherwise, it may also have no products.
    const isSetup = (path: string) => layoutsOf([new Source(path, true)])[0] === null;
    for (const [at, { path, displayPath, problem }] of files.entries()) {
      if (problem !== undefined) this.fail(`${displayPath}: ${readErrorReason(problem, path)}`);
      else if (setups.includes(at)) this.fail(`${displayPath} is ${SETUP}`);
      else if (layouts[at] === null) this.#skip(displayPath, isSetup(path) ? `it is ${SETUP}` : 'it has no products');
    }
  }

  /** Fixes files in memory and, with `--fix`, on the disk. */
  #fix(files: readonly Source[], isWritten: boolean): void {
    const request = { files: inputsOf(files), isCatalogue: this.isCatalogue };
    const fixed = this.#called((options) => render('files.fix', request, '', options, reader(files)));
    for (const [at, file] of files.entries()) {
      file.applied = 0;
      const result = fixed[at];
      if (!result) continue;
      if (file.hadComments) {
        printMessage(`${file.displayPath}: not fixed: --fix does not preserve comments and trailing commas`);
        continue;
      }
      try {
        if (isWritten) replace(file.path, result.text, file.read);
        Object.assign(file, { applied: result.applied, written: isWritten, bytes: Buffer.from(result.text, 'utf8') });
      } catch (error) {
        this.fail(`${file.displayPath} could not be written: ${messageOf(error)}`);
        file.applied = undefined;
      }
    }
  }

  /** Calls the library with the options of the batch; an error about an option names its flag or the file. */
  #called<Answer>(
    call: (options: CheckOptions) => Answer,
    sources: readonly string[] | undefined = this.configuration.settings.sources,
  ): Answer {
    const { consent: _, ...options } = this.#options;
    return withFlagNames(() => call(options), this.values, sources);
  }
}
