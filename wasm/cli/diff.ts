// `renewal-rules diff`: prints the changes for buyers between two versions of products.

import { type Flags, formatFlag, type Given, listed } from './command.js';
import { complain, oneOf, print, UsageError } from './console.js';
import { compare, comparisonText, isDataError, jsonText } from './module.js';
import { configured, inFlags } from './options.js';
import { dateFlag, followed, purchaseFlags } from './purchase.js';
import { sinceCommit, type Version, version } from './versions.js';

// The versions are compared for every payment and consent.
const ofFile = ['limits', 'rules'] as const;

export const summary = 'show what changes for buyers between two versions';

const formats = ['text', 'markdown', 'json'] as const;

export const options = {
  ...formatFlag(formats, 'text, markdown or json'),
  base: { type: 'string', takes: 'COMMIT', says: 'compare what git has in a commit with what is there now' },
  ...dateFlag('the day of a purchase whose timelines are compared'),
  ...purchaseFlags(ofFile),
} as const satisfies Flags;

export const usage = `Shows what changes for buyers between two versions of a product or of a catalogue.

Usage: renewal-rules diff [OPTIONS] OLD NEW
       renewal-rules diff [OPTIONS] --base COMMIT [FILE...]

OLD and NEW are files, each a product, an array of products or one product a line, or folders, whose files
are one catalogue; one may be - for standard input. A FILE is named as for check; without one, those of the
configuration file are compared, or all in this folder. Files that the work tree leaves out are read from the
index; what is not at hand, such as the file of a Git LFS pointer or a submodule, is listed as not compared.

${listed(options)}
Exit status: 0 nothing changes for buyers, 1 something does, 2 a file or an option is wrong.
`;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const format = oneOf(values.format ?? 'text', formats, 'format');
  const [old, current] = await versions(values, positionals);
  const [before, after] = [jsonText(old.products), jsonText(current.products)];
  const result = compared(() => followed(values, ofFile, (options) => compare(before, after, options)));
  if (result === undefined) return 2;
  const text = (format: 'text' | 'markdown') =>
    followed(values, ofFile, (options) => comparisonText(before, after, { ...options, format }));
  await print(format === 'json' ? `${JSON.stringify(result)}\n` : text(format));
  if (!old.isWhole || !current.isWhole) return 2;
  return result.changed ? 1 : 0;
}

/** Returns a comparison; complains and returns `undefined` if there is none. */
function compared<Answer>(call: () => Answer): Answer | undefined {
  try {
    return call();
  } catch (error) {
    if (!isDataError(error)) throw error;
    complain(inFlags(error.message, { 'product-id': true }));
    return undefined;
  }
}

async function versions(
  values: Given<typeof options>,
  positionals: readonly string[],
): Promise<readonly [Version, Version]> {
  const { settings } = configured(values);
  if (values.base !== undefined) return sinceCommit(values.base, positionals, settings);
  const [old, wanted, ...others] = positionals;
  if (old === undefined || wanted === undefined || others.length > 0)
    throw new UsageError('name two files or two folders');
  if (old === '-' && wanted === '-') throw new UsageError('only one of the two can be standard input');
  return [await version(old, settings), await version(wanted, settings)];
}
