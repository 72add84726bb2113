// `renewal-rules check`: what is wrong with files.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { complain, Progress, say, UsageError } from './console.js';
import { Finder, located, matcher, shown } from './files.js';
import { render } from './module.js';
import { called, configured, flags, idleFlag, keys, productFlag, usage as optionsUsage } from './options.js';
import { formats, Output, outputs } from './outputs.js';
import { replace } from './write.js';

/** What a configuration file may switch on, and a flag off again. */
const switches = ['catalogue', 'quiet'];

export const summary = 'tell what is wrong with products, and fix it';

export const usage = `Checks files of products and tells what is wrong with them.

Usage: renewal-rules check [OPTIONS] FILE...

A FILE is a file, a folder, a pattern (*, **, ?, [abc], {a,b}), or - for standard input. What stands in
it says whether it is one product, an array of products, or one product a line. In folders and for
patterns, files without products are passed over, and so is what .gitignore names.

  -f, --format FORMAT[=FILE]     ${formats.join(', ')};
                                 several where each but one goes to a FILE
  -q, --quiet                    show errors only
      --max-warnings N           fail where there are more warnings
      --max-diagnostics N        tell at most so many problems of a file
      --fix                      make every certain fix in the files
      --fix-dry-run              tell what --fix would leave; the format json has the fixed text
      --catalogue                all files together are one catalogue
      --ignore-pattern PATTERN   what is passed over besides, as in .gitignore; as often as needed
      --rule-pages URL           where the rules have a page each, for the format sarif
      --no-quiet, --no-catalogue not so, though the configuration file says it
      --stdin-filename NAME      what standard input is called
      --color, --no-color        colours; without either, FORCE_COLOR, NO_COLOR and the terminal tell
${optionsUsage}
The configuration file is a JSON object; renewal-rules/config.schema.json describes it to editors. Its
keys are named after the options, and limits holds the minimum terms:
${keys.options};
${keys.settings}. Flags go first.

Exit status: 0 no errors, 1 errors or too many warnings, 2 a file or an option is wrong.
`;

export const options = {
  ...flags,
  format: { type: 'string', short: 'f', multiple: true },
  quiet: { type: 'boolean', short: 'q' },
  'max-warnings': { type: 'string' },
  fix: { type: 'boolean' },
  'fix-dry-run': { type: 'boolean' },
  catalogue: { type: 'boolean' },
  'ignore-pattern': { type: 'string', multiple: true },
  'rule-pages': { type: 'string' },
  'stdin-filename': { type: 'string' },
  ...Object.fromEntries(switches.map((name) => [`no-${name}`, { type: 'boolean' }])),
};

/** Files are handed over together up to so many bytes. */
const BATCH = 1 << 20;

export async function run(values, positionals) {
  const configuration = configured(values);
  const { settings } = configuration;
  const most = maximum(values['max-warnings']) ?? settings.maxWarnings ?? Infinity;
  if (values.fix && values['fix-dry-run']) throw new UsageError('--fix and --fix-dry-run exclude each other');
  const [whole, quiet] = switches.map((name) => !values[`no-${name}`] && (values[name] ?? settings[name] ?? false));
  if (whole && settings.overrides !== undefined) throw new UsageError(`${settings.file}: \`overrides\` cannot hold for the parts of one catalogue (--catalogue)`);
  const style = { quiet, rulePages: address(values['rule-pages'] ?? settings.rulePages) };
  const made = values.format ? outputs(values.format, values, '.', style) : outputs(settings.format, values, settings.folder, style);
  // Warnings that a limit leaves out are warnings all the same.
  const isCut = most !== Infinity && configuration.all.some(({ maxDiagnostics }) => maxDiagnostics !== undefined);
  const counter = isCut ? new Output({ format: 'github' }, null) : made[0];
  const found = find(values, positionals, settings);
  if (values.fix && found.files.has('-')) throw new UsageError('--fix has no file to write standard input to; --fix-dry-run --format json prints the fixed text');

  const run = new Run({ values, configuration, whole, outputs: made, counter, total: found.files.size });
  const files = [...found.files].map(([path, named]) => file(path, named, values['stdin-filename']));
  await run.refuse(files);
  for (const problem of found.problems) run.fail(problem);
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
  if (checked === 0 && run.isComplete) run.fail('no file has products; name one outright to have it checked');
  if (!run.isComplete) return 2;
  return filesWithErrors > 0 || warnings > most ? 1 : 0;
}

function find(values, positionals, { files, ignores, file, folder }) {
  if (positionals.length === 0 && files === undefined) throw new UsageError('name a file, a folder or a pattern, or - for standard input');
  const flagged = values['ignore-pattern'];
  const ignored = [ignores && matcher(ignores, folder), flagged && matcher(flagged, process.cwd())].filter(Boolean);
  return positionals.length > 0 ? new Finder({ config: file, ignored }).find(positionals) : new Finder({ folder, config: file, ignored }).find(files);
}

/** A file by all its names. */
function file(path, named, stated) {
  if (path !== '-') return { path, named, shown: shown(path), located: located(path) };
  return { path, named, shown: stated || '<stdin>', located: stated ? located(stated) : '<stdin>' };
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
  #bytes = 0;
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
    this.#progress.clear();
    complain(message);
    this.isComplete = false;
  }

  /** Refuses options that are wrong for any of the files, before one is written. */
  async refuse(files) {
    const { options, all } = this.#configuration;
    for (const one of all) this.#called({ part: 'files' }, '', one);
    const flag = productFlag(this.#values);
    if (flag !== undefined) await this.#refuseCatalogues(files, flag);
    const idle = idleFlag(options, this.#values);
    if (idle !== undefined) throw new UsageError(`--${idle} is of use only with --operation update`);
  }

  async #refuseCatalogues(files, flag) {
    if (this.#whole) throw new UsageError(`--${flag} does not apply to catalogues`);
    for (const file of files) {
      const bytes = await this.#read(file);
      if (bytes === undefined) continue;
      const [layout] = render({ part: 'layouts', files: [{ name: file.shown, length: bytes.length, named: file.named }] }, bytes);
      if (layout !== null && layout !== 'product') throw new UsageError(`--${flag} does not apply to catalogues, and ${file.shown} is one`);
      // Standard input can be read but once.
      if (file.path === '-') file.bytes = bytes;
    }
  }

  async take(file) {
    this.#progress.at(this.#number++);
    const bytes = file.bytes ?? (await this.#read(file, (error) => this.fail(`${file.shown}: ${error.message}`)));
    if (bytes === undefined) return;
    this.#progress.large(file.shown, bytes.length);
    const options = this.#configuration.optionsFor(file.path === '-' ? resolve(file.shown) : file.path);
    if (!this.#whole && (options !== this.#options || this.#bytes + bytes.length > BATCH)) await this.#check();
    this.#options = options;
    this.#bytes += bytes.length;
    this.#batch.push({ ...file, bytes, length: bytes.length });
  }

  async finish() {
    await this.#check();
    this.#progress.clear();
    for (const output of this.#outputs) await output.end();
  }

  async #read({ path }, fail = () => {}) {
    try {
      return path === '-' ? await buffer(process.stdin) : readFileSync(path);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  async #check() {
    const files = this.#batch;
    if (files.length === 0) return;
    this.#batch = [];
    this.#bytes = 0;
    const { fix, 'fix-dry-run': isDry } = this.#values;
    if (fix || isDry) this.#fix(files, fix);
    const bytes = files.length === 1 ? files[0].bytes : Buffer.concat(files.map(({ bytes }) => bytes));
    const { consent = 'given', maxDiagnostics, ...stated } = this.#options;
    for (const output of this.#outputs) {
      const options = output.isSilent || maxDiagnostics === undefined ? stated : { ...stated, maxDiagnostics };
      this.#progress.clear();
      await output.add(files, { whole: this.#whole, consent }, bytes, options);
    }
  }

  /** Fixes files, here and, where that is asked for, where they are. */
  #fix(files, isWritten) {
    const asked = files.map(({ shown, length, named }) => ({ name: shown, length, named }));
    const bytes = Buffer.concat(files.map(({ bytes }) => bytes));
    const fixed = this.#called({ part: 'fix', files: asked, whole: this.#whole }, bytes, this.#options);
    for (const [at, file] of files.entries()) {
      file.applied = 0;
      if (fixed[at] === null) continue;
      try {
        if (isWritten) replace(file.path, fixed[at].text);
      } catch (error) {
        this.fail(`${file.shown} could not be written: ${error.message}`);
        file.applied = undefined;
        continue;
      }
      Object.assign(file, { applied: fixed[at].applied, written: Boolean(isWritten), bytes: Buffer.from(fixed[at].text, 'utf8') });
      file.length = file.bytes.length;
    }
  }

  #called(request, bytes, { consent, ...options }) {
    return called(() => render({ ...request, consent }, bytes, options), this.#values, this.#configuration.settings.file);
  }
}

function maximum(text) {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError('--max-warnings must be a whole number from 0');
  return Number(text);
}

function address(text) {
  if (text !== undefined && (!/^https?:/.test(text) || !URL.canParse(text))) throw new UsageError('the address of the rule pages must begin with https:// or http://');
  return text;
}
