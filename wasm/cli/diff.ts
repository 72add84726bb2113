// `renewal-rules diff`: prints the changes for buyers between two versions of products.

import { statSync } from 'node:fs';
import { CatalogueError, compare, comparisonText, jsonText, render } from '#internal';
import { type Flags, formatFlag, type Given, missingArgument, rejectExtra, withHeading } from './command.js';
import { print, printMessage } from './console.js';
import { oneLine, orError, UsageError } from './failure.js';
import { Finder, readErrorReason } from './files.js';
import { readConfiguration, type Settings, useFlagNames } from './options.js';
import { dateFlag, purchaseFlags, withPurchase } from './purchase.js';
import { displayName, inputsOf, read, reader, sourcesOf } from './source.js';

// Options that the configuration file can set for a comparison. `payment` and `consent` are not among them: every
// combination of their values is compared.
const ofFile = ['limits', 'rules'] as const;
export const summary = 'Show what changes for buyers between two versions';
export const options = {
  ...withHeading('Purchase', dateFlag('Compare the timelines of a purchase on this day')),
  ...purchaseFlags(ofFile),
  ...formatFlag(['text', 'markdown', 'json']),
} as const satisfies Flags;

export const usage = ['[OPTIONS] <OLD> <NEW>'];
export const details = `OLD and NEW are files, each a product, an array of products or one product a line, or folders, whose files are
one catalogue; one may be - for standard input. To compare a commit of git with the files as they are now, check it
out beside them: git worktree add --detach ../old main`;

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const { format } = values;
  const [old, current] = await versions(values, positionals);
  const [, file = ''] = positionals;
  const [before, after] = [jsonText(old.products), jsonText(current.products)];
  const result = orError(
    () => withPurchase(values, file, ofFile, (options) => compare(before, after, options)),
    CatalogueError,
  );
  if (result instanceof CatalogueError) {
    const file = oneLine(displayName(positionals[result.version === 'old' ? 0 : 1] ?? ''));
    const message = result.message.replace(`the ${result.version} version`, () => file);
    printMessage(useFlagNames(message, { 'product-id': true }));
    return 2;
  }
  const text = (format: 'text' | 'markdown') =>
    withPurchase(values, file, ofFile, (options) => comparisonText(before, after, { ...options, format }));
  await print(format === 'json' ? `${JSON.stringify(result)}\n` : text(format));
  if (!old.isComplete || !current.isComplete) return 2;
  return result.changed ? 1 : 0;
}

/** Products of a version; `isComplete` is false if some of them could not be read. */
interface Version {
  readonly products: Uint8Array | string;
  readonly isComplete: boolean;
}

async function versions(
  values: Given<typeof options>,
  positionals: readonly string[],
): Promise<readonly [Version, Version]> {
  rejectExtra(positionals, 2);
  const [old, wanted] = positionals;
  if (old === undefined || wanted === undefined) throw missingArgument(old === undefined ? 'OLD' : 'NEW');
  if (old === '-' && wanted === '-') throw new UsageError('only one of the two can be standard input');
  const { settings } = readConfiguration(values);
  return [await version(old, settings), await version(wanted, settings)];
}

/** Reads the products of a file, or of all files in a folder as one catalogue. */
async function version(path: string, { file: config }: Settings): Promise<Version> {
  const isFolder = path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder) return { products: await read(path), isComplete: true };
  const files = sourcesOf(new Finder({ config }).find([path]));
  const { products, unreadable } = render('files.catalogue', { files: inputsOf(files) }, '', {}, reader(files));
  const partly = new Set(unreadable.map((number) => files[number]));
  const wrong = files.filter((file) => file.problem !== undefined || partly.has(file));
  for (const { path, displayPath, problem } of wrong) {
    const reason =
      problem === undefined
        ? 'a part of it is not valid JSON; renewal-rules check lists the errors'
        : readErrorReason(problem, path);
    printMessage(`${displayPath}: ${reason}`);
  }
  return { products, isComplete: wrong.length === 0 };
}
