// What the caller states about products, from flags and from the configuration file. The library
// says what each option takes; here are only the names.

import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { UsageError } from './console.js';
import { CONFIG, upwards } from './files.js';

const words = ['operation', 'role', 'payment', 'consent'];
const scalars = ['trial', 'product-id', 'max-diagnostics'];
const limits = ['ar-min-days', 'pmr-min-days', 'email-online-min-days', 'email-offline-min-days'];

/** The flags of the options, as `parseArgs` has them. */
export const flags = Object.fromEntries([...words, ...scalars, 'current', ...limits, 'config'].map((name) => [name, { type: 'string' }]));

/** What the flags mean, for a command's help. */
export const usage = `
What is known about the products:
      --operation WORD           record, create or update; record by default
      --role WORD                initiator, renewal or selfRenewing
      --payment WORD             online or offline
      --trial BOOLEAN            whether it is a free trial, true or false; else the prices tell
      --product-id N             the id that an update targets
      --current FILE             the product as it is before an update
      --consent WORD             given, declined or unavailable
      --ar-min-days N            minimum terms, where Support changed them
      --pmr-min-days N
      --email-online-min-days N
      --email-offline-min-days N
      --config FILE              the configuration file; else ${CONFIG} in this
                                 folder or the nearest one above it
`;

const camel = (flag) => flag.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const optionNames = [...words, ...scalars.map(camel), 'current', 'limits'];

/** A value that is no text. What is no such value goes on as text, for the library to refuse. */
function scalar(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The bytes of a file that an option names. */
function bytes(file) {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file}: ${error.message}`);
  }
}

/** The JSON of a file, as the caller's mistake where it has none. */
function json(file) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes(file)));
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

const kinds = {
  boolean: ['true or false', (value) => typeof value === 'boolean'],
  text: ['text', (value) => typeof value === 'string'],
  count: ['a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0],
  texts: ['a list of texts, one at least', (value) => Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')],
};

/**
 * Reads flags and configuration file together; flags go first.
 * @returns `options` for the library, and `settings`: what else the file states, with its `folder`.
 */
export function configured(values) {
  const file = values.config ?? nearest(process.cwd());
  const stated = file === undefined ? {} : json(file);
  if (typeof stated !== 'object' || stated === null || Array.isArray(stated)) throw new UsageError(`${file} must be an object of options`);
  const { options, settings } = sorted(stated, file);
  if (file !== undefined) Object.assign(settings, { file, folder: dirname(resolve(file)) });

  for (const name of words) if (values[name] !== undefined) options[name] = values[name];
  for (const name of scalars) if (values[name] !== undefined) options[camel(name)] = scalar(values[name]);
  for (const name of limits) {
    if (values[name] === undefined) continue;
    const isObject = typeof options.limits === 'object' && options.limits !== null && !Array.isArray(options.limits);
    options.limits = { ...(isObject || options.limits === undefined ? options.limits : { limits: options.limits }), [camel(name)]: scalar(values[name]) };
  }
  if (values.current !== undefined) options.current = bytes(values.current);
  else if (typeof options.current === 'string') options.current = bytes(resolve(settings.folder, options.current));
  return { options, settings };
}

/** Everything that a configuration file may state, whichever command reads it. */
const settingKinds = { format: 'text', maxWarnings: 'count', quiet: 'boolean', catalogue: 'boolean', lines: 'boolean', files: 'texts' };

/** The keys of a configuration file, for a command's help. */
export const keys = { options: optionNames.join(', '), settings: Object.keys(settingKinds).join(', ') };

/** Sorts what a configuration file states. A name that nobody knows is a mistake. */
function sorted(stated, file) {
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
      throw new UsageError(`${file}: there is no option \`${name}\`; the options are ${[...optionNames, ...Object.keys(settingKinds)].map((one) => `\`${one}\``).join(', ')}`);
    }
  }
  return { options, settings };
}

const ofCatalogues = ['payment', 'limits', 'maxDiagnostics'];

/** The options for a catalogue. What a configuration file states for products besides is passed over. */
export const catalogueOptions = (options) => Object.fromEntries(Object.entries(options).filter(([name]) => ofCatalogues.includes(name)));

/** The given flag that only an update has a use for, where there is no update. */
export const idleFlag = (options, values) => (options.operation === 'update' ? undefined : ['current', 'product-id'].find((flag) => values[flag] !== undefined));

/** The given flags that have no effect on a catalogue: to give one is a mistake. */
export const productFlags = (values) => [...words, ...scalars, 'current'].filter((flag) => values[flag] !== undefined && !ofCatalogues.includes(camel(flag)));

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const ownFlags = { purchaseDate: 'date', monthCount: 'months' };

/** What the library says, with the flags named instead of the options that they state. */
export function inFlags(message, flags) {
  return message.replace(/`(?:limits\.)?(\w+)`/g, (name, option) => {
    const flag = ownFlags[option] ?? kebab(option);
    return Object.hasOwn(flags, flag) ? `\`--${flag}\`` : name;
  });
}

/** Makes a call of the library; an option that it refuses is the caller's mistake, told by its flag where that is given, or else by the file that states it. */
export function called(call, flags, file) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = inFlags(error.message, flags);
    throw new UsageError(file !== undefined && message === error.message ? `${file}: ${message}` : message);
  }
}
