// `renewal-rules check`: what is wrong with files.

import { complain, Progress, say, UsageError } from './console.js';
import { Finder, matcher, NO_PRODUCTS, reader, shown, Source, standardInput } from './files.js';
import { render } from './module.js';
import { called, configured, flags, idleFlag, keys, productFlag, usage as optionsUsage } from './options.js';
import { formats, Output, outputs } from './outputs.js';
import { replace } from './write.js';

/** What a configuration file may switch on, and a flag off again. */
const switches = ['catalogue', 'quiet'];

export const summary = 'check products, and fix them';

export const usage = `Checks files of products and reports what is wrong with them.

Usage: renewal-rules check [OPTIONS] FILE...

A FILE is a file, a folder, a pattern (*, **, ?, [abc], {a,b}), or - for standard input. Its contents
decide whether it is one product, an array of products, or one product a line. In folders and for
patterns, files without products are skipped, and so are node_modules, hidden files and what
.gitignore names; files without problems are only counted. A file is one of products where it has
licence_term, renew_settings, a comment in localization_values, or a variant with vendor_code or
price.common, misspelt or not.

  -f, --format FORMAT[=FILE]     ${formats.join(', ')};
                                 several, if all but one go to a FILE
  -q, --quiet                    show errors only
      --verbose                  list what is skipped in folders and for patterns, and why
      --max-warnings N           fail if there are more than N warnings
      --max-diagnostics N        report at most N problems for each file
      --fix                      make every certain fix in the files
      --fix-dry-run              report what would be left after --fix; --format json has the fixed text
      --catalogue                all files together are one catalogue
      --ignore-pattern PATTERN   what else to skip, as in .gitignore; can be repeated
      --site URL                 the studio's address; the format sarif links to its rule pages
      --no-quiet, --no-catalogue turn off what the configuration file turns on
      --stdin-filename NAME      what standard input is called
      --color, --no-color        colours; by default FORCE_COLOR, NO_COLOR and the terminal decide
${optionsUsage}
The configuration file is a JSON object; renewal-rules/config.schema.json describes it to editors. Its
keys are named after the options, and limits holds the minimum terms:
${keys.options};
${keys.settings}. Flags override the file.

Exit status: 0 no errors, 1 errors or too many warnings, 2 a file or an option is wrong.
`;

export const options = {
  ...flags,
  format: { type: 'string', short: 'f', multiple: true },
  quiet: { type: 'boolean', short: 'q' },
  verbose: { type: 'boolean' },
  'max-warnings': { type: 'string' },
  fix: { type: 'boolean' },
  'fix-dry-run': { type: 'boolean' },
  catalogue: { type: 'boolean' },
  'ignore-pattern': { type: 'string', multiple: true },
  site: { type: 'string' },
  'stdin-filename': { type: 'string' },
  ...Object.fromEntries(switches.map((name) => [`no-${name}`, { type: 'boolean' }])),
};

/** So many files are handed over together. */
const BATCH = 256;

export async function run(values, positionals) {
  const configuration = configured(values);
  const { settings } = configuration;
  const most = maximum(values['max-warnings']) ?? settings.maxWarnings ?? Infinity;
  if (values.fix && values['fix-dry-run']) throw new UsageError('--fix and --fix-dry-run exclude each other');
  const [whole, quiet] = switches.map((name) => !values[`no-${name}`] && (values[name] ?? settings[name] ?? false));
  if (whole && settings.overrides !== undefined) throw new UsageError(`${settings.file}: \`overrides\` cannot hold for the parts of one catalogue (--catalogue)`);
  const style = { quiet, site: address(values.site, '--site') ?? address(settings.site, `${settings.file}: \`site\``) };
  const made = values.format ? outputs(values.format, values, '.', style) : within(settings.file, () => outputs(settings.format, values, settings.folder, style));
  // Warnings that a limit leaves out are warnings all the same.
  const isCut = most !== Infinity && configuration.all.some(({ maxDiagnostics }) => maxDiagnostics !== undefined);
  const counter = isCut ? new Output({ format: 'github' }, null) : made[0];
  const found = find(values, positionals, settings);
  if (values.fix && found.files.has('-')) throw new UsageError('--fix has no file to write standard input to; --fix-dry-run --format json prints the fixed text');

  const run = new Run({ values, configuration, whole, outputs: made, counter, total: found.files.size });
  const files = [...found.files].map(([path, named]) => new Source(path, named, values['stdin-filename'] || undefined));
  for (const file of files) if (file.path === '-') file.bytes = await standardInput();
  run.refuse(files);
  for (const problem of found.problems) run.fail(problem);
  for (const note of found.notes) run.note(note);
  for (const [path, why] of found.skipped) run.skip(shown(path), why);
  try {
    made.forEach((output) => output.begin());
    for (const file of files) await run.take(file);
    await run.finish();
  } catch (error) {
    made.forEach((output) => output.drop());
    throw error;
  }
  const { filesWithErrors, warnings, files: checked } = counter.tally;
  if (warnings > most) say(`renewal-rules: ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}, at most ${most} ${most === 1 ? 'is' : 'are'} allowed`);
  if (checked === 0 && run.isComplete) run.fail(NO_PRODUCTS);
  if (!run.isComplete) return 2;
  return filesWithErrors > 0 || warnings > most ? 1 : 0;
}

function find(values, positionals, { files, ignores, file, folder }) {
  if (positionals.length === 0 && files === undefined) throw new UsageError('name a file, a folder or a pattern, or - for standard input');
  const flagged = values['ignore-pattern'];
  const ignored = [ignores && matcher(ignores, folder), flagged && matcher(flagged, process.cwd())].filter(Boolean);
  return positionals.length > 0 ? new Finder({ config: file, ignored }).find(positionals) : new Finder({ folder, config: file, ignored }).find(files);
}

/** Takes files one by one, and has them checked by the batch. */
class Run {
  isComplete = true;
  #values;
  #configuration;
  #whole;
  #outputs;
  #progress;
  #batch = [];
  #options;
  #number = 0;

  constructor({ values, configuration, whole, outputs, counter, total }) {
    this.#values = values;
    this.#configuration = configuration;
    this.#whole = whole;
    this.#outputs = outputs.includes(counter) ? outputs : [...outputs, counter];
    this.#progress = new Progress(total);
  }

  /** Says what could not be done; the rest is. */
  fail(message) {
    this.note(message);
    this.isComplete = false;
  }

  /** Says something that is no mistake. */
  note(message) {
    this.#progress.clear();
    complain(message);
  }

  /** Says what is skipped, where that is asked for. */
  skip(name, why) {
    if (this.#values.verbose) this.note(`skipped ${name}: ${why}`);
  }

  /** Refuses options that are wrong for any of the files, before one is written. */
  refuse(files) {
    const { options, all } = this.#configuration;
    for (const one of all) this.#called({ part: 'files' }, [], one);
    const flag = productFlag(this.#values);
    if (flag !== undefined) {
      if (this.#whole) throw new UsageError(`--${flag} does not apply to catalogues`);
      const layouts = this.#called({ part: 'layouts' }, files, {});
      const catalogue = files.find((_, at) => layouts[at] !== null && layouts[at] !== 'product');
      if (catalogue !== undefined) throw new UsageError(`--${flag} does not apply to catalogues, and ${catalogue.shown} is one`);
    }
    const idle = idleFlag(options, this.#values);
    if (idle !== undefined) throw new UsageError(`--${idle} only works with --operation update`);
  }

  async take(file) {
    this.#progress.at(this.#number++);
    const options = this.#configuration.optionsFor(file.place);
    if (!this.#whole && (options !== this.#options || this.#batch.length === BATCH)) await this.#check();
    this.#options = options;
    this.#batch.push(file);
  }

  async finish() {
    await this.#check();
    this.#progress.clear();
    for (const output of this.#outputs) await output.end();
  }

  async #check() {
    const files = this.#batch;
    if (files.length === 0) return;
    const { fix, 'fix-dry-run': isDry } = this.#values;
    if (fix || isDry) this.#fix(files, fix);
    const { consent = 'given', maxDiagnostics, ...stated } = this.#options;
    for (const output of this.#outputs) {
      const options = output.isSilent || maxDiagnostics === undefined ? stated : { ...stated, maxDiagnostics };
      await output.add(files, { whole: this.#whole, consent }, this.#reader(files), options);
    }
    for (const file of files.filter(({ problem }) => problem)) this.fail(`${file.shown}: ${file.problem.message}`);
    if (this.#values.verbose) this.#list(files);
    this.#progress.clear();
    this.#batch = [];
  }

  /** Lists the files without products. */
  #list(files) {
    const layouts = this.#called({ part: 'layouts' }, files, {});
    for (const [at, file] of files.entries()) if (layouts[at] === null && !file.problem) this.skip(file.shown, 'it has no products');
  }

  #reader(files) {
    return reader(files, (file, position) => this.#progress.within(file, position));
  }

  /** Fixes files, here and, where that is asked for, where they are. */
  #fix(files, isWritten) {
    const fixed = this.#called({ part: 'fix', whole: this.#whole }, files, this.#options);
    for (const [at, file] of files.entries()) {
      file.applied = 0;
      if (fixed[at] === null) continue;
      const { text, applied } = fixed[at];
      try {
        if (isWritten) replace(file.path, text);
        Object.assign(file, { applied, written: Boolean(isWritten), bytes: Buffer.from(text, 'utf8') });
      } catch (error) {
        this.fail(`${file.shown} could not be written: ${error.message}`);
        file.applied = undefined;
      }
    }
  }

  #called(request, files, { consent, ...options }) {
    const asked = files.map(({ shown, named }) => ({ name: shown, named }));
    return called(() => render({ ...request, files: asked, consent }, '', options, this.#reader(files)), this.#values, this.#configuration.settings.file);
  }
}

/** A mistake in the configuration file is named with the file. */
function within(file, make) {
  try {
    return make();
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

function maximum(text) {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError('--max-warnings must be a whole number from 0');
  return Number(text);
}

function address(text, what) {
  if (text !== undefined && (!/^https?:/.test(text) || !URL.canParse(text))) throw new UsageError(`${what} must begin with https:// or http://`);
  return text;
}
