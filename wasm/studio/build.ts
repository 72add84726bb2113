// Builds the studio into dist/studio. All paths are relative, so any file server can host it. Run from `wasm/`.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
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

/** Imports `examples/NAME` as the verbatim text of examples/catalogues/NAME.json. */
const examples: Plugin = {
  name: 'examples',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^examples\// }, ({ path }) => ({
      path: resolve(`../examples/catalogues/${basename(path)}.json`),
      namespace: 'examples',
    }));
    onLoad({ filter: /./, namespace: 'examples' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }));
  },
};

const common = {
  bundle: true,
  minify: true,
  format: 'esm',
  logLevel: 'warning',
  // `lib/encode.ts` imports `source` without using it, only to determine the order of modules.
  logOverride: { 'ignored-bare-import': 'silent' },
} satisfies BuildOptions;

/**
 * Bundles an entry point with one of the two WebAssembly builds: `studio`, which is small and loaded first, or `tools`,
 * which has all calls.
 */
const bundleWith = (variant: string, entry: string, more: BuildOptions) =>
  build({
    ...common,
    entryPoints: [entry],
    target: 'es2022',
    legalComments: 'linked',
    plugins: [examples],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      __LIMITS__: JSON.stringify(JSON.stringify(Object.fromEntries(limits))),
      __SITE__: JSON.stringify(process.env.SITE_URL),
    },
    alias: {
      built: `./dist/build/${variant}`,
      // The bindings of a WebAssembly module import files of `lib` under the name `shell`.
      shell: './lib',
      source: `./dist/build/${variant}/given.js`,
    },
    ...more,
  });

const { metafile } = await bundleWith('studio', 'studio/page/main.tsx', {
  outdir: STUDIO,
  splitting: true,
  chunkNames: '[name]-[hash]',
  external: ['./tools.js'],
  entryNames: 'studio',
  metafile: true,
});
await bundleWith('tools', 'studio/module/tools.ts', { outfile: `${STUDIO}/tools.js` });
await build({ ...common, entryPoints: ['studio/static/style.css'], outdir: STUDIO });
cpSync('dist/build/studio/studio.wasm', `${STUDIO}/studio.wasm`);
cpSync('dist/tools.wasm', `${STUDIO}/tools.wasm`);
cpSync('studio/static/icon.svg', `${STUDIO}/icon.svg`);

const [, first] = Object.entries(metafile?.outputs ?? {}).find(([name]) => name.endsWith('/studio.js')) ?? [];
const preloads = (first?.imports ?? [])
  .filter(({ kind }) => kind === 'import-statement')
  .map(({ path }) => basename(path));
writeFileSync(`${STUDIO}/index.html`, renderDocument(preloads));
