// `renewal-rules diff`: prints the changes for buyers between two versions of products.

import { CatalogueError, compare, comparisonText, jsonText } from '#internal';
import { type Flags, formatFlag, type Given, missingArgument, under } from './command.js';
import { complain, print } from './console.js';
import { orError, UsageError } from './failure.js';
import { readConfiguration, useFlagNames } from './options.js';
import { dateFlag, purchaseFlags, withPurchase } from './purchase.js';
import { sinceCommit, type Version, version } from './versions.js';

// Options that the configuration file can set for a comparison. `payment` and `consent` are not among them: every
// combination of their values is compared.
const ofFile = ['limits', 'rules'] as const;
export const summary = 'Show what changes for buyers between two versions';
export const options = {
  ...under('Files', {
    base: { placeholder: 'COMMIT', help: 'Compare a commit of git with the files as they are now' },
  }),
  ...under('Purchase', dateFlag('Compare the timelines of a purchase on this day')),
  ...purchaseFlags(ofFile),
  ...formatFlag(['text', 'markdown', 'json']),
} as const satisfies Flags;

export const usage = ['[OPTIONS] <OLD> <NEW>', '[OPTIONS] --base <COMMIT> [FILE]...'];
export const details = `OLD and NEW are files, each a product, an array of products or one product a line, or folders, whose files are
one catalogue; one may be - for standard input. FILE is as for check. Files that git does not check out, for
example in a sparse checkout, are read from git. Submodules, and files whose contents are missing, for example in
Git LFS, are listed as not compared.`;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const { format } = values;
  const [old, current] = await versions(values, positionals);
  const [before, after] = [jsonText(old.products), jsonText(current.products)];
  const result = orError(
    () => withPurchase(values, ofFile, (options) => compare(before, after, options)),
    CatalogueError,
  );
  if (result instanceof CatalogueError) {
    complain(useFlagNames(result.message, { 'product-id': true }));
    return 2;
  }
  const text = (format: 'text' | 'markdown') =>
    withPurchase(values, ofFile, (options) => comparisonText(before, after, { ...options, format }));
  await print(format === 'json' ? `${JSON.stringify(result)}\n` : text(format));
  if (!old.isWhole || !current.isWhole) return 2;
  return result.changed ? 1 : 0;
}

async function versions(
  values: Given<typeof options>,
  positionals: readonly string[],
): Promise<readonly [Version, Version]> {
  const { settings } = readConfiguration(values);
  if (values.base !== undefined) return sinceCommit(values.base, positionals, settings);
  const [old, wanted, ...others] = positionals;
  if (others.length > 0) throw new UsageError('diff takes two files or two folders');
  if (old === undefined || wanted === undefined) throw missingArgument(old === undefined ? 'OLD' : 'NEW');
  if (old === '-' && wanted === '-') throw new UsageError('only one of the two can be standard input');
  return [await version(old, settings), await version(wanted, settings)];
}
