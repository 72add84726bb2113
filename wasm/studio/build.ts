// Builds the static site into dist/site. All paths are relative, so any file server can host it. Run from `wasm/`.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { check, checkCatalogue, jsonText, type Messages, rules } from 'renewal-rules/tools';
import messages from '../../src/messages/ru.json';
import texts from '../../src/messages/rules.ru.json';
import { properties } from '../config.schema.json';
import { renderDocument } from './page/document.js';
import type { Words } from './pages/frame.js';
import { glossaryPage } from './pages/glossary.js';
import { type Description, openapiPage } from './pages/openapi.js';
import { ruleIndex, rulePage } from './pages/rules.js';
import english from './words/pages.en.json';
import russian from './words/pages.ru.json';

const SITE = resolve('dist/site');

rmSync(SITE, { recursive: true, force: true });
mkdirSync(SITE, { recursive: true });

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

const common = { bundle: true, minify: true, format: 'esm', logLevel: 'warning' } satisfies BuildOptions;

/**
 * Bundles an entry point together with one WebAssembly build: `studio` (small, loaded first) or `tools`
 * (everything).
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
      shell: './lib',
      source: `./dist/build/${variant}/given.js`,
    },
    ...more,
  });

const { metafile } = await bundleWith('studio', 'studio/page/main.tsx', {
  outdir: SITE,
  splitting: true,
  chunkNames: '[name]-[hash]',
  external: ['./tools.js'],
  entryNames: 'studio',
  metafile: true,
});
await bundleWith('tools', 'studio/module/tools.ts', { outfile: `${SITE}/tools.js` });
await build({
  ...common,
  entryPoints: ['studio/static/style.css', 'studio/static/page.css', 'studio/static/rules.ts'],
  outdir: SITE,
});
cpSync('dist/build/studio/studio.wasm', `${SITE}/studio.wasm`);
cpSync('dist/tools.wasm', `${SITE}/tools.wasm`);
cpSync('studio/static/icon.svg', `${SITE}/icon.svg`);
cpSync('openapi.json', `${SITE}/openapi.json`);

const [, first] = Object.entries(metafile?.outputs ?? {}).find(([name]) => name.endsWith('/studio.js')) ?? [];
const preloads = (first?.imports ?? [])
  .filter(({ kind }) => kind === 'import-statement')
  .map(({ path }) => basename(path));
writeFileSync(`${SITE}/index.html`, renderDocument(preloads));

/** Writes the reference pages (rules, glossary, OpenAPI) of one language. They work without JavaScript. */
function writePages(words: Words, folder: string, all: ReturnType<typeof rules>, messages?: Messages): void {
  const write = (path: string, text: string) => {
    const file = `${SITE}/${folder}${path}/index.html`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  write('rules', ruleIndex(all, words));
  for (const rule of all) {
    const given = { ...(rule.options === '' ? {} : JSON.parse(rule.options)), messages };
    const { diagnostics } = rule.catalogue
      ? checkCatalogue(jsonText(rule.bad), given)
      : check(jsonText(rule.bad), given);
    const diagnostic = diagnostics.find(({ code }) => code === rule.code);
    write(`rules/${rule.code}`, rulePage(rule, diagnostic, words));
  }
  write('glossary', glossaryPage(words));
  const description: Description = JSON.parse(readFileSync('openapi.json', 'utf8'));
  write('openapi', openapiPage(description, words));
}

const all = rules();
// Texts that are not translated yet stay English.
const russianTexts: { readonly [code: string]: { readonly title?: string; readonly explanation?: string } } = texts;
const russianTemplates: { readonly [code: string]: { readonly [id: string]: string } } = messages;
const translated = all.map((rule) => ({
  ...rule,
  ...russianTexts[rule.code],
  templates: { ...rule.templates, ...russianTemplates[rule.code] },
}));
writePages(english, '', all);
writePages(russian, 'ru/', translated, messages);
