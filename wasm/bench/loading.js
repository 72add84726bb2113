// Benchmark: bundle size, and time from the import to the first report, each measured in a new process.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { minified } from '../test/size.js';
import { code as standaloneCode } from './contestants/ajv.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Contestants: the name of the file in contestants/, and the source of a module that exports the whole library. */
const contestants = [
  ['renewal-rules', "export * from 'renewal-rules'"],
  ['ajv', "export { default } from 'ajv'"],
  ['ata', "export * from 'ata-validator'"],
  ['typebox', "export * from 'typebox'; export * from 'typebox/compile'"],
  ['valita', "export * from '@badrap/valita'"],
  ['arktype', "export * from 'arktype'"],
  ['zod', "export * from 'zod'"],
  ['valibot', "export * from 'valibot'"],
];

/** Module with Ajv's standalone code, which is bundled instead of Ajv. */
const STANDALONE = `${standaloneCode}; export const errors = (value) => (validate(value) ? 0 : validate.errors.length);`;

const urlOf = (file) => new URL(file, import.meta.url).href;

/**
 * Returns the source of a module that counts the problems of a product. `from` is the path of the contestant's module.
 */
function counter(file, from) {
  const errors = `import { errors } from ${JSON.stringify(from)};`;
  if (file === 'renewal-rules') return `${errors} export const problems = errors;`;
  const rules = `import { countWith } from ${JSON.stringify(fileURLToPath(urlOf('rules.js')))};`;
  return `${errors} ${rules} export const problems = countWith(errors);`;
}

/**
 * Writes two modules of a contestant into a folder, one that imports packages and one that is bundled; returns their
 * paths.
 */
function writeModules(folder, file) {
  const contestant = fileURLToPath(urlOf(`contestants/${file}.js`));
  const standalone = join(folder, 'standalone.mjs');
  writeFileSync(standalone, STANDALONE);
  const packaged = join(folder, `${file}.mjs`);
  writeFileSync(packaged, counter(file, contestant));
  const bundled = join(folder, `${file}.bundled.mjs`);
  writeFileSync(bundled, minified(counter(file, file === 'ajv' ? standalone : contestant)));
  return { packaged, bundled };
}

/** Calls `act` with a temporary folder inside the folder of this file, so that imports of packages resolve. */
function inFolder(act) {
  const folder = mkdtempSync(join(here, 'loading-'));
  try {
    act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const printSizes = () => inFolder(sizesIn);

function sizesIn(folder) {
  /** @type {[file: string, whole: number, used: number][]} */
  const rows = contestants.map(([file, all]) => [
    file,
    gzip(minified(all, [], 'bench')),
    gzip(readFileSync(writeModules(folder, file).bundled)),
  ]);
  const [, base] = rows[0];
  console.log(
    '\nsize, minified by esbuild, gzip -9; ratios to the default entry of renewal-rules\n   ratio    whole  what the bench uses',
  );
  for (const [file, all, used] of rows) {
    console.log(
      `${(all / base).toFixed(2).padStart(8)} ${(all / 1e3).toFixed(1).padStart(5)} KB  ${(used / 1e3).toFixed(1).padStart(6)} KB (${(used / base).toFixed(2)})  ${file}`,
    );
  }
  const rules = gzip(minified("export { countWith } from './bench/rules.js'"));
  console.log(
    `  The functions of bench/rules.js, ${(rules / 1e3).toFixed(1)} KB, are part of what the bench uses of each but renewal-rules.`,
  );
}

/** Measures the time from the import of a module to its first report in a new process; returns milliseconds. */
function coldStart(file) {
  const code = `
    const start = performance.now();
    const { problems } = await import(${JSON.stringify(pathToFileURL(file).href)});
    problems({ id: 1 });
    console.log(performance.now() - start);`;
  const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code];
  return Number(execFileSync(process.execPath, options, { encoding: 'utf8' }));
}

export const printColdStarts = () => inFolder(coldStartsIn);

function coldStartsIn(folder) {
  /** @type {[file: string, packaged: () => number, bundled: () => number][]} */
  const runs = contestants.map(([file]) => {
    const { packaged, bundled } = writeModules(folder, file);
    return [file, () => coldStart(packaged), () => coldStart(bundled)];
  });
  const times = runs.map(() => [[], []]);
  for (let round = 0; round < 9; round++) {
    runs.forEach(([, packaged, bundled], at) => {
      times[at][0].push(packaged());
      times[at][1].push(bundled());
    });
  }
  const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
  const base = times[0].map(median);
  console.log('\ncold import to first report, median of nine; ratios to renewal-rules\n  as packages       bundled');
  runs.forEach(([file], at) => {
    const cells = times[at].map(
      (all, way) => `${median(all).toFixed(1).padStart(6)} ms ${(median(all) / base[way]).toFixed(2).padStart(5)}`,
    );
    console.log(`${cells.join('  ')}  ${file}`);
  });
}
