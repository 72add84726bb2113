// Measures the download size of the entry points, minified and compressed. Prints a table if run directly.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const sizes = (bytes) => ({
  bytes: bytes.length,
  gzip: gzipSync(bytes, { level: 9 }).length,
  brotli: brotliCompressSync(bytes).length,
});

/** Bundles a module with its imports and returns the minified bytes; paths are relative to wasm/, or to a folder in it. */
export function minified(contents, external = [], folder = '.') {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: here(folder) },
    bundle: true,
    external,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return Buffer.from(outputFiles[0].contents);
}

/** Returns the size of each entry point and WebAssembly module in bytes. */
export function measure() {
  return {
    'default entry, all calls': sizes(minified("export * from './dist/index.js'")),
    'lazy entry, first load': sizes(minified("export * from './dist/lazy.js'", ['renewal-rules'])),
    'default entry, productSchema': sizes(minified("export { productSchema } from './dist/index.js'")),
    'tools entry, without the module': sizes(minified("export * from './dist/tools.js'")),
    'module of the default entry': sizes(readFileSync(here('dist/build/small/optimised.wasm'))),
    'tools.wasm': sizes(readFileSync(here('dist/tools.wasm'))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.table(measure());
  console.log(process.version);
}
