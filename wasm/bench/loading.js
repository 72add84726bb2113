// Benchmark: bundle size, and time from import to the first report, each measured in a new process.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { minified } from '../test/size.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;

const contestants = [
  ['renewal-rules', "export * from 'renewal-rules'"],
  ['valibot', "export * from 'valibot'"],
  ['zod', "export * from 'zod'"],
  ['ajv', "export { default } from 'ajv'"],
  ['typebox', "export * from '@sinclair/typebox'; export * from '@sinclair/typebox/compiler'"],
  ['arktype', "export * from 'arktype'"],
];

export function printSizes() {
  /** @type {[file: string, whole: number, used: number][]} */
  const rows = contestants.map(([file, all]) => [
    file,
    gzip(minified(all)),
    gzip(minified(`export * from './bench/contestants/${file}.js'`)),
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
  const rules = gzip(minified("export { reportProblems } from './bench/rules.js'"));
  console.log(
    `  The functions of bench/rules.js, ${(rules / 1e3).toFixed(1)} KB, are part of what the bench uses of each but renewal-rules.`,
  );
}

export function printColdStarts() {
  const folder = mkdtempSync(join(here, 'cold-'));
  const measure = (url) => {
    const code = `
      const start = performance.now();
      const { problems } = await import(${JSON.stringify(url)});
      problems({ id: 1 });
      console.log(performance.now() - start);`;
    const run = () =>
      Number(
        execFileSync(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code],
          { encoding: 'utf8' },
        ),
      );
    return run;
  };
  /** @type {[file: string, packaged: () => number, bundled: () => number][]} */
  const runs = contestants.map(([file]) => {
    const bundled = join(folder, `${file}.mjs`);
    writeFileSync(bundled, minified(`export * from './bench/contestants/${file}.js'`));
    return [
      file,
      measure(new URL(`contestants/${file}.js`, import.meta.url).href),
      measure(pathToFileURL(bundled).href),
    ];
  });
  const times = runs.map(() => [[], []]);
  for (let round = 0; round < 9; round++) {
    runs.forEach(([, packaged, bundled], at) => {
      times[at][0].push(packaged());
      times[at][1].push(bundled());
    });
  }
  rmSync(folder, { recursive: true });
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
