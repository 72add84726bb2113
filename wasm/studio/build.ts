// Builds the studio into dist/studio. All paths are relative, so any file server can host it. Run from `wasm/`.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { properties } from '../config.schema.json';
import { renderDocument } from './page/document.js';

const STUDIO = resolve('dist/studio');

rmSync(STUDIO, { recursive: true, force: true });
mkdirSync(STUDIO, { recursive: true });

/** Default of each configurable limit, from the JSON Schema of the options. */
const limits = Object.entries(properties.limits.properties).map(([name, limit]) => [
  name,
  'default' in limit ? limit.default : null,
]);

/** Bundles a file with a WebAssembly build: `studio`, which is small and loaded first, or `tools`, with all calls. */
const bundle = (variant: string, entry: string, more: BuildOptions) =>
  build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    // `lib/encode.ts` imports `source` without using it, only to determine the order of modules.
    logOverride: { 'ignored-bare-import': 'silent' },
    legalComments: 'linked',
    define: {
      __LIMITS__: JSON.stringify(JSON.stringify(Object.fromEntries(limits))),
      __SITE__: JSON.stringify(process.env.SITE_URL),
    },
    alias: {
      built: `./dist/build/${variant}`,
      // The bindings of a WebAssembly module import files of `lib` under the name `lib`.
      lib: './lib',
      source: `./dist/build/${variant}/given.js`,
      examples: resolve('../examples/catalogues'),
    },
    ...more,
  });

const { metafile } = await bundle('studio', 'studio/page/main.tsx', {
  outdir: STUDIO,
  splitting: true,
  chunkNames: '[name]-[hash]',
  external: ['./tools.js'],
  entryNames: 'studio',
  metafile: true,
});
await bundle('tools', 'studio/module/tools.ts', { outfile: `${STUDIO}/tools.js` });
await bundle('studio', 'studio/static/style.css', { outdir: STUDIO });
cpSync('dist/build/studio/studio.wasm', `${STUDIO}/studio.wasm`);
cpSync('dist/tools.wasm', `${STUDIO}/tools.wasm`);
cpSync('studio/static/icon.svg', `${STUDIO}/icon.svg`);

const [, first] = Object.entries(metafile?.outputs ?? {}).find(([name]) => name.endsWith('/studio.js')) ?? [];
const preloads = (first?.imports ?? [])
  .filter(({ kind }) => kind === 'import-statement')
  .map(({ path }) => basename(path));
writeFileSync(`${STUDIO}/index.html`, renderDocument(preloads));
