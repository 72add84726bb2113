// What the caller states about products, from flags and from the configuration file. The library
// says what each option takes; here are only the names.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { meant, UsageError } from './console.js';
import { CONFIG, matcher, upwards } from './files.js';

const words = ['operation', 'role', 'payment', 'consent'];
const scalars = ['trial', 'product-id', 'max-diagnostics'];
export const limits = ['ar-min-days', 'pmr-online-min-days', 'pmr-offline-min-days', 'email-online-min-days', 'email-offline-min-days'];

/** What these flags mean, for a command's help. */
export const limitUsage = limits.map((name, at) => `      --${name} N`.padEnd(33) + (at === 0 ? 'minimum terms in days, where yours differ' : '')).map((line) => `${line.trimEnd()}\n`).join('');

/** The flags of the options, as `parseArgs` has them. */
export const flags = {
  ...Object.fromEntries([...words, ...scalars, 'current', ...limits, 'config'].map((name) => [name, { type: 'string' }])),
  rule: { type: 'string', multiple: true },
};

/** What the flags mean, for a command's help. */
export const usage = `
What is known about the products:
      --operation WORD           record, create or update; record by default
      --role WORD                initiator, renewal or selfRenewing
      --payment WORD             online or offline
      --trial BOOLEAN            whether it is a free trial, true or false; by default the prices decide
      --product-id N             the id that an update targets
      --current FILE             the product as it is before an update
      --consent WORD             given, declined or unavailable
${limitUsage}      --rule CODE=LEVEL          off, info, warning or error for a code; can be repeated
      --config FILE              the configuration file; else ${CONFIG} in this
                                 folder or the nearest one above it
`;

const camel = (flag) => flag.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const optionNames = [...words, ...scalars.map(camel), 'current', 'limits', 'rules'];

/** A value that is not a text. What is no such value goes on as text, for the library to refuse. */
export function scalar(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The bytes of a file that an option names. */
export function bytes(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file}: ${error.message}`);
  }
}

/** The JSON of a file, as the caller's mistake where it has none. */
function json(file) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes(file)));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is not JSON: ${error.message}`);
  }
}

/** The nearest configuration file above a folder. */
function nearest(folder) {
  for (const at of upwards(folder)) {
    const file = join(at, CONFIG);
    try {
      readFileSync(file);
      return file;
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw new UsageError(`${file}: ${error.message}`);
    }
  }
  return undefined;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const kinds = {
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  text: ['text', (value) => typeof value === 'string'],
  count: ['a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0],
  texts: ['a list of texts, one at least', isTexts],
  formats: ['a text, or a list of texts, one at least', (value) => typeof value === 'string' || isTexts(value)],
  objects: ['a list of objects', (value) => Array.isArray(value) && value.every(isObject)],
};

/** Everything that a configuration file may state besides options, whichever command reads it. */
const settingKinds = { files: 'texts', ignores: 'texts', overrides: 'objects', format: 'formats', site: 'text', maxWarnings: 'count', quiet: 'boolean', catalogue: 'boolean' };

/** The keys of a configuration file, for a command's help. */
export const keys = { options: optionNames.join(', '), settings: Object.keys(settingKinds).join(', ') };

/** Sorts what a configuration file states. A name that nobody knows is a mistake. */
function sorted(stated, file, settingKinds) {
  const options = {};
  const settings = {};
  for (const [name, value] of Object.entries(stated)) {
    if (name === '$schema') continue;
    if (optionNames.includes(name)) {
      options[name] = value;
    } else if (Object.hasOwn(settingKinds, name)) {
      const [expected, fits] = kinds[settingKinds[name]];
      if (!fits(value)) throw new UsageError(`${file}: the option \`${name}\` must be ${expected}`);
      settings[name] = value;
    } else {
      const names = [...optionNames, ...Object.keys(settingKinds)];
      throw new UsageError(`${file}: there is no option \`${name}\`${meant(name, names) || `; the options are ${names.map((one) => `\`${one}\``).join(', ')}`}`);
    }
  }
  return { options, settings };
}

/** Options with others over them; of limits and rules, each goes by itself. */
function layered(below, above) {
  const all = { ...below, ...above };
  for (const name of ['limits', 'rules']) {
    // What is not an object is for the library to refuse; nothing over it hides that.
    if (below[name] !== undefined && above[name] !== undefined) all[name] = isObject(below[name]) && isObject(above[name]) ? { ...below[name], ...above[name] } : below[name];
  }
  return all;
}

/** The options that flags state. */
function fromFlags(values) {
  const options = {};
  for (const name of words) if (values[name] !== undefined) options[name] = values[name];
  for (const name of scalars) if (values[name] !== undefined) options[camel(name)] = scalar(values[name]);
  for (const name of limits) if (values[name] !== undefined) options.limits = { ...options.limits, [camel(name)]: scalar(values[name]) };
  for (const text of values.rule ?? []) {
    const [code, level, ...rest] = text.split('=');
    if (level === undefined || rest.length > 0) throw new UsageError(`--rule takes a code and a level, such as --rule ${code}=off`);
    options.rules = { ...options.rules, [code]: level };
  }
  if (values.current !== undefined) options.current = bytes(values.current);
  return options;
}

/**
 * Reads flags and configuration file together; flags go first.
 * @returns `options` for the library, `optionsFor` a file, and `settings`: what else the configuration states, with its `folder`.
 */
export function configured(values) {
  const file = values.config ?? nearest(process.cwd());
  const stated = file === undefined ? {} : json(file);
  if (!isObject(stated)) throw new UsageError(`${file} must be an object of options`);
  const folder = file === undefined ? undefined : dirname(resolve(file));
  const read = (stated, kinds) => {
    const found = sorted(stated, file, kinds);
    if (typeof found.options.current === 'string') found.options.current = bytes(resolve(folder, found.options.current));
    return found;
  };
  const { options: below, settings } = read(stated, settingKinds);
  if (file !== undefined) Object.assign(settings, { file, folder });

  const flags = fromFlags(values);
  const overrides = (settings.overrides ?? []).map((one) => {
    const { options, settings } = read(one, { files: 'texts' });
    if (settings.files === undefined) throw new UsageError(`${file}: each of \`overrides\` must have \`files\``);
    return { options, isFor: matcher(settings.files, folder) };
  });
  const base = layered(below, flags);
  const made = new Map([['', base]]);
  const optionsOf = (applying) => {
    const key = applying.map((one) => overrides.indexOf(one)).join();
    if (!made.has(key)) made.set(key, layered([below, ...applying.map(({ options }) => options)].reduce(layered), flags));
    return made.get(key);
  };
  const optionsFor = (path) => (overrides.length === 0 ? base : optionsOf(overrides.filter(({ isFor }) => path !== undefined && isFor(path))));
  // Each by itself, so that what is wrong with one is reported though no file is under it.
  const all = [base, ...overrides.map((one) => optionsOf([one]))];
  return { options: base, optionsFor, all, settings };
}

/** The given flag that only an update has a use for, where there is no update. */
export const idleFlag = (options, values) => (options.operation === 'update' ? undefined : ['current', 'product-id'].find((flag) => values[flag] !== undefined));

const ofCatalogues = ['payment', 'max-diagnostics'];
/** The given flag that has no effect on a catalogue: to give one is a mistake. */
export const productFlag = (values) => [...words, ...scalars, 'current'].find((flag) => values[flag] !== undefined && !ofCatalogues.includes(flag));

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const ownFlags = { purchaseDate: 'date', monthCount: 'months', status: 'answer', id: 'made', base: 'base-url' };

/** What the library says, with the flags named instead of the options that they state. */
export function inFlags(message, flags) {
  const isFlag = (code) => flags.rule?.some?.((text) => text.startsWith(`${code}=`));
  const ofRules = message.replace(/`rules\.([\w-]+)`/g, (name, code) => (isFlag(code) ? `\`--rule ${code}\`` : name)).replace(/`rules`(?= names `([^`]*)`)/, (name, code) => (isFlag(code) ? '`--rule`' : name));
  return ofRules.replace(/`(?:limits\.)?(\w+)`/g, (name, option) => {
    const flag = ownFlags[option] ?? kebab(option);
    return Object.hasOwn(flags, flag) ? `\`--${flag}\`` : name;
  });
}

/** Makes a call of the library; an option that it refuses is the caller's mistake, reported by its flag where that is given, or else by the file that states it. */
export function called(call, flags, file) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = inFlags(error.message, flags);
    throw new UsageError(file !== undefined && message === error.message ? `${file}: ${message}` : message);
  }
}
