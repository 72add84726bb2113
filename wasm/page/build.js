// Writes the site into dist/site: one folder with relative paths, which any server of files can serve.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { glossaryPage } from './pages/glossary.js';
import { openapiPage } from './pages/openapi.js';
import { ruleIndex, rulePage } from './pages/rules.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const WASM = join(HERE, '..');
const SITE = join(WASM, 'dist/site');
const at = (...parts) => join(SITE, ...parts);

rmSync(SITE, { recursive: true, force: true });
mkdirSync(SITE, { recursive: true });

/** What the schema of options says of the limits. */
const options = JSON.parse(readFileSync(join(WASM, 'config.schema.json'), 'utf8'));
const limits = Object.fromEntries(Object.entries(options.properties.limits.properties).map(([name, { default: given }]) => [name, given ?? null]));

/** The examples are shown as they are written, so they are taken as text. */
const examples = {
  name: 'examples',
  setup: ({ onLoad }) => onLoad({ filter: /examples.catalogues.*\.json$/ }, ({ path }) => ({ contents: readFileSync(path, 'utf8'), loader: 'text' })),
};

/** Bundles with one of the modules. */
const bundle = (variant, entry, more) =>
  build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'linked',
    logLevel: 'warning',
    plugins: [examples],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { __LIMITS__: JSON.stringify(JSON.stringify(limits)) },
    alias: { built: join(WASM, 'dist/build', variant), shell: join(WASM, 'js'), source: join(WASM, 'dist/build', variant, 'given.js') },
    ...more,
  });

const { metafile } = await bundle('studio', 'src/main.jsx', { outdir: SITE, splitting: true, chunkNames: '[name]-[hash]', external: ['./tools.js'], entryNames: 'studio', metafile: true });
await bundle('tools', 'src/tools.js', { outfile: at('tools.js') });
await build({ absWorkingDir: HERE, entryPoints: ['static/style.css', 'static/page.css', 'static/rules.js'], bundle: true, minify: true, format: 'esm', outdir: SITE, logLevel: 'warning' });
cpSync(join(WASM, 'dist/build/studio/studio.wasm'), at('studio.wasm'));
cpSync(join(WASM, 'dist/tools.wasm'), at('tools.wasm'));
cpSync(join(HERE, 'static/icon.svg'), at('icon.svg'));
cpSync(join(WASM, 'openapi.json'), at('openapi.json'));

// What the first script imports is asked for together with it.
const first = Object.entries(metafile.outputs).find(([name]) => name.endsWith('/studio.js'));
const needed = first[1].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `    <link rel="modulepreload" href="${basename(path)}">\n`);
const index = readFileSync(join(HERE, 'static/index.html'), 'utf8');
writeFileSync(at('index.html'), index.replace('    <script ', `${needed.join('')}    <script `));

/** Pages that are text: they work without JavaScript. */
const { rules, check, checkCatalogue } = await import('renewal-rules/tools');
const json = (path) => JSON.parse(readFileSync(join(HERE, path), 'utf8'));
const messages = json('../../src/messages/ru.json');
const texts = json('../../src/messages/rules.ru.json');
const LANGUAGES = [
  { words: json('words/pages.en.json'), folder: '', all: rules() },
  { words: json('words/pages.ru.json'), folder: 'ru', all: rules().map((rule) => ({ ...rule, ...texts[rule.code], templates: messages[rule.code] })), messages },
];
for (const { words, folder, all, messages } of LANGUAGES) {
  const page = (path, text) => {
    mkdirSync(at(folder, path), { recursive: true });
    writeFileSync(at(folder, path, 'index.html'), text);
  };
  page('rules', ruleIndex(all, words));
  for (const rule of all) {
    const given = { ...(rule.options === '' ? {} : JSON.parse(rule.options)), messages };
    const { diagnostics } = (rule.catalogue ? checkCatalogue : check)(rule.bad, given);
    page(`rules/${rule.code}`, rulePage(rule, diagnostics.find(({ code }) => code === rule.code), words));
  }
  page('glossary', glossaryPage(words));
  page('openapi', openapiPage(json('../openapi.json'), words));
}
