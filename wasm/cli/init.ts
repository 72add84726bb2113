// `renewal-rules init`: writes an initial configuration file.

import { existsSync } from 'node:fs';
import { render } from '#internal';
import { formatFlag, type Given, rejectExtra } from './command.js';
import { print } from './console.js';
import { UsageError } from './failure.js';
import { CONFIG } from './file-names.js';
import { Finder, NO_PRODUCTS } from './files.js';
import { inputsOf, layoutsOf, reader, type Source, sourcesOf } from './source.js';
import { replace } from './write.js';

export const summary = `Write ${CONFIG} for the products in this folder`;
export const usage = ['[OPTIONS]'];
export const details = `The configuration lists the files and folders that contain products, and sets \`catalogue\` if checking them as one
catalogue adds no diagnostic. An existing file is not replaced.`;

export const options = formatFlag(['text', 'json']);
const SCHEMA = './node_modules/renewal-rules/config.schema.json';

export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const { format } = values;
  rejectExtra(positionals, 0, 'init searches the current folder');
  if (existsSync(CONFIG)) throw new UsageError(`${CONFIG} exists already; edit it, or remove it first`);
  const all = sourcesOf(new Finder({}).find(['.']));
  const layouts = layoutsOf(all);
  const ours = all.filter((_, at) => layouts[at] !== null);
  if (ours.length === 0) throw new UsageError(NO_PRODUCTS);
  const [alone, together] = [false, true].map((isCatalogue) => countFindings(ours, isCatalogue)) as [number, number];
  const configuration = {
    ...(existsSync(SCHEMA) ? { $schema: SCHEMA } : {}),
    files: foldersOf(ours.map(({ displayPath }) => displayPath)),
    ...(ours.length > 1 && together <= alone ? { catalogue: true } : {}),
  };
  replace(CONFIG, `${JSON.stringify(configuration, null, 2)}\n`);
  if (format === 'json') {
    await print(
      `${JSON.stringify({ file: CONFIG, configuration, products: ours.map(({ displayPath }) => displayPath) })}\n`,
    );
    return 0;
  }
  const [count, has] = ours.length === 1 ? ['1 file', 'has'] : [`${ours.length} files`, 'have'];
  await print(`${CONFIG} is written for ${configuration.files.join(', ')}, where ${count} ${has} products\n`);
  if (alone > 0)
    await print('check reports their diagnostics, and check --suppress-all suppresses the existing ones\n');
  return 0;
}

/** Counts the findings of files, checked one by one or as one catalogue. */
function countFindings(files: readonly Source[], isCatalogue: boolean): number {
  const request = { files: inputsOf(files), isCatalogue, codes: [] };
  const all = render('files.suppressions', request, '', {}, reader(files));
  return all.flatMap(({ known }) => Object.values(known)).reduce((sum, count) => sum + count, 0);
}

/** Returns the folders to check: for each top-level folder, the deepest folder that contains all its files. */
function foldersOf(files: readonly string[]): string[] {
  const tops = new Map<string, string[]>();
  for (const file of files) {
    const [top = file, ...rest] = file.split('/').slice(0, -1);
    const common = tops.get(top);
    const at = common?.findIndex((name, at) => name !== rest[at]) ?? -1;
    tops.set(top, common === undefined ? rest : at < 0 ? common : common.slice(0, at));
  }
  return [...tops].map(([top, rest]) => (files.includes(top) ? top : `${[top, ...rest].join('/')}/`));
}
