import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';

import { rollup } from '@rollup/wasm-node';
import * as esbuild from 'esbuild';
import { publint } from 'publint';
import * as rules from 'renewal-rules/tools';
import * as vite from 'vite';

import { compile, install, required, result, root, run, timeline, use } from './pack.js';
import { examples } from './rule-examples.js';
import { minified } from './size.js';

// Limits of the unpacked package in bytes, and of the language server, which only its own command loads.
const UNPACKED = 1_907_000;
const SERVER = 326_100;

/** Returns a result as a literal, including the URLs of diagnostics, which JSON omits. */
const literal = (result) =>
  JSON.stringify(result, (_, value) => (value?.messageId === undefined ? value : { ...value, url: value.url }));

/** Returns the result of a call in an array; the array is empty if the call throws a `CatalogueError`. */
function madeBy(call) {
  try {
    return [call()];
  } catch (error) {
    assert.ok(error instanceof rules.CatalogueError);
    return [];
  }
}

/** Returns code with the results of real calls as literals, which the types must accept exactly. */
function literals() {
  const ofProducts = examples.filter(({ catalogue }) => !catalogue);
  const reports = examples.map(({ catalogue, options, text, value }) => {
    const given = rules.jsonText(text);
    const found = catalogue
      ? [rules.checkCatalogue(given, options), rules.checkCatalogue(value, options)]
      : [rules.check(given, options), rules.check(value, options)];
    return `${catalogue ? 'catalogues' : 'reports'}.push(${found.map(literal).join(', ')});`;
  });
  const decisions = ofProducts.map(({ value }) => `decisions.push(${JSON.stringify(rules.effectiveKind(value))});`);
  const products = ofProducts.map(({ text }) => rules.jsonText(text));
  const options = { purchaseDate: '2026-01-31', renewals: 2 };
  const timelines = products.flatMap((product) => madeBy(() => rules.timeline(product, options)));
  const comparisons = products.flatMap((product, i) =>
    madeBy(() => rules.compare(product, products[(i + 7) % products.length], options)),
  );
  return `
    import type { CatalogueReport, Decision, Report } from 'renewal-rules';
    import type { Comparison, RuleInfo, Timeline } from 'renewal-rules/tools';
    export const reports: Report[] = [], catalogues: CatalogueReport[] = [], decisions: Decision[] = [];
    ${reports.join('\n')}
    ${decisions.join('\n')}
    export const timelines: Timeline[] = ${literal(timelines)};
    export const comparisons: Comparison[] = ${literal(comparisons)};
    export const info: RuleInfo[] = ${JSON.stringify(rules.rules())};
  `;
}

describe('the packed package, installed elsewhere', () => {
  let app, files, unpacked, write;
  before(() => {
    ({ app, files, unpacked, write } = install());
  });
  const node = (file) => run('node', [file], { cwd: app });
  const prints = (name, text, expected) => assert.equal(node(write(name, text)), expected);
  const bundle = (more) => esbuild.build({ bundle: true, absWorkingDir: app, logLevel: 'silent', ...more });
  /** Bundles a source text. */
  const bundled = async (contents, more) => {
    const stdin = { contents, resolveDir: app };
    const { outputFiles } = await bundle({ stdin, minify: true, format: 'esm', write: false, ...more });
    return outputFiles[0].text;
  };

  it('contains exactly the files it needs', () => {
    const entries = 'index.js index.node.cjs index.d.ts tools.js tools.d.cts types/index.d.ts tools.wasm cli.js';
    const others = 'README.md schema.json config.schema.json openapi.json package.json LICENSE-APACHE LICENSE-MIT';
    for (const file of [
      ...`${entries} cli.LICENSES.txt`.split(' ').map((name) => `dist/${name}`),
      ...others.split(' '),
    ]) {
      assert.ok(files.includes(file), file);
    }
    assert.deepEqual(
      files.filter(
        (file) =>
          !/^(README\.md|LICENSE[-\w]*|package\.json|(config\.)?schema\.json|openapi\.json|dist\/(types\/)?[\w.-]+)$/.test(
            file,
          ),
      ),
      [],
    );
    assert.equal(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies, undefined);
  });

  it('contains exactly the types that its entries need', () => {
    const types = files.filter((file) => file.endsWith('.d.ts') && file.startsWith('dist/types/'));
    const texts = types.map((file) => readFileSync(join(root, file), 'utf8'));
    const needed = texts.flatMap((text) => [...text.matchAll(/'(.*?)\.js'/g)].map(([, path]) => path));
    for (const file of types.filter((file) => !/\/(lazy|tools)\.d\.ts$/.test(file))) {
      assert.ok(needed.includes(`./${basename(file, '.d.ts')}`), file);
    }
    assert.deepEqual(
      needed.filter((path) => !types.includes(`dist/types/${basename(path)}.d.ts`)),
      [],
    );
  });

  it('contains one module, and stays within its size limits', () => {
    const modules = files.filter((file) => file.endsWith('.wasm'));
    assert.deepEqual(modules, ['dist/tools.wasm']);
    // Only the entry that embeds the small WebAssembly module as text, and the language server, may be large.
    const large = files.filter(
      (file) =>
        /js$/.test(file) &&
        !['dist/index.js', 'dist/lsp.js'].includes(file) &&
        statSync(join(app, 'node_modules/renewal-rules', file)).size > 126_000,
    );
    assert.deepEqual(large, []);
    // The OpenAPI description is not counted, because no program loads it.
    const [description, server] = ['openapi.json', 'dist/lsp.js'].map(
      (file) => statSync(join(app, 'node_modules/renewal-rules', file)).size,
    );
    const own = unpacked - description - server;
    assert.ok(own <= UNPACKED, `${own} bytes`);
    assert.ok(server <= SERVER, `${server} bytes`);
  });

  it('is imported and required by Node', () => {
    prints('use.mjs', use, result);
    prints('use.cjs', required(use), result);
  });

  it('has the tools entry in Node', () => {
    const tools = `
      import { check, compare, explain, timeline } from 'renewal-rules/tools';
      const product = { licence_term: 'P1M' };
      console.log(JSON.stringify([check({}).valid, explain('chain-empty').code, timeline(product, { purchaseDate: '2026-01-31' }).periods.length > 0, compare(product, product).changed]));
    `;
    const expected = '[true,"chain-empty",true,false]\n';
    prints('tools.mjs', tools, expected);
    prints('tools.cjs', required(tools), expected);
  });

  for (const [what, code, expected] of [
    [
      'the names of its CommonJS entry to ES modules',
      "import { check } from './node_modules/renewal-rules/dist/index.node.cjs'; console.log(check({}).valid);",
      'true',
    ],
    [
      'a JSON Schema for editors',
      "import schema from 'renewal-rules/schema.json' with { type: 'json' }; console.log(schema.$schema);",
      'https://json-schema.org/draft/2020-12/schema',
    ],
    [
      'an OpenAPI description of the service',
      "import description from 'renewal-rules/openapi.json' with { type: 'json' }; console.log(description.openapi);",
      '3.1.0',
    ],
  ])
    it(`exports ${what}`, () => prints('holds.mjs', code, `${expected}\n`));

  it('runs a single instance in Node, built for speed', () => {
    const text = `
      let started = 0;
      const { Instance } = WebAssembly;
      WebAssembly.Instance = class extends Instance {
        constructor(module, imports) {
          super(module, imports);
          started += 1;
          console.log(WebAssembly.Module.exports(module).some(({ name }) => name === 'operate'));
        }
      };
      const { check } = await import('renewal-rules');
      const tools = await import('renewal-rules/tools');
      await tools.init();
      console.log(check({}).valid, tools.check({}).valid, check === tools.check, started);
    `;
    prints('instances.mjs', text, 'true\ntrue true true 1\n');
  });

  it('has lazy calls for ES modules and CommonJS', () => {
    const text = "check({ licence_term: 'P1W' }).then(({ diagnostics }) => console.log(diagnostics[0].code));";
    prints('lazy.mjs', `import { check } from 'renewal-rules/lazy';\n${text}`, 'term-format\n');
    prints('lazy.cjs', `const { check } = require('renewal-rules/lazy');\n${text}`, 'term-format\n');
  });

  it('init accepts a module, a path, bytes or a response', () => {
    const text = `
      import assert from 'node:assert/strict';
      import { readFileSync } from 'node:fs';
      import * as slim from './node_modules/renewal-rules/dist/tools.js';
      assert.throws(() => slim.check({}), /init/);
      const path = new URL(import.meta.resolve('renewal-rules/tools.wasm'));
      const other = readFileSync(path);
      other[other.length - 1] ^= 1;
      START
      console.log(slim.check({}).valid, slim.check(slim.jsonText('{')).valid, slim.rules().length > 30);
    `;
    const starts = [
      'slim.initSync(new WebAssembly.Module(readFileSync(path)));',
      'slim.initSync(readFileSync(path));',
      'await slim.init();',
      // Simulates Node before 20.16.
      'delete process.getBuiltinModule; await slim.init();',
      'await slim.init(path);',
      'await slim.init(readFileSync(path)); await slim.init();',
      "await slim.init(new Response(readFileSync(path), { headers: { 'content-type': 'application/wasm' } }));",
      "await slim.init(Promise.resolve(new Response(readFileSync(path), { headers: { 'content-type': 'application/wasm' } })));",
      "await assert.rejects(slim.init(new Response('', { status: 404 })), /404/); await slim.init();",
      'await assert.rejects(slim.init(new Uint8Array(8)), /could not start/); await slim.init();',
      'await assert.rejects(slim.init(other), /another build/); assert.throws(() => slim.initSync(other), /another build/); await slim.init();',
      'await assert.rejects(slim.init(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)), /another build/); await slim.init();',
      'await Promise.all([slim.init(), slim.init()]); slim.initSync(new Uint8Array());',
    ];
    starts.forEach((start, i) =>
      assert.equal(node(write(`slim${i}.mjs`, text.replace('START', start))), 'true false true\n', start),
    );
  });

  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    it(`has types for TypeScript under ${resolution}`, () => {
      mkdirSync(join(app, 'node_modules/@standard-schema'), { recursive: true });
      const spec = 'node_modules/@standard-schema/spec';
      cpSync(join(root, 'test', spec), join(app, spec), { recursive: true });
      const folder = `types-${resolution}`;
      write(`${folder}/use.ts`, readFileSync(join(root, 'test/use.ts'), 'utf8'));
      write(`${folder}/result.ts`, literals());
      if (module === 'nodenext') write(`${folder}/use.cts`, readFileSync(join(root, 'test/use.ts'), 'utf8'));
      const strict = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
      compile(join(app, folder), ['*.ts', '*.cts'], { ...strict, module, moduleResolution: resolution });
    });
  }

  it('has types that compile without DOM types', () => {
    write(
      'types-server/use.ts',
      `
      import { applyToForm, check } from 'renewal-rules';
      import { init, initSync, timeline } from 'renewal-rules/tools';
      check({ id: 1 }).diagnostics.map(({ code }) => code satisfies string);
      timeline({}, { purchaseDate: '2026-01-31' });
      initSync(new Uint8Array(8));
      init({}).then((nothing) => nothing satisfies void);
      export const show = (form: unknown) => applyToForm(form, check({}));
    `,
    );
    compile(join(app, 'types-server'), ['*.ts'], { lib: ['es2023'] });
  });

  it('is bundled by esbuild, for pages and for Node', async () => {
    const entry = write('esbuild.js', use);
    for (const platform of /** @type {const} */ (['browser', 'node', 'neutral'])) {
      for (const format of /** @type {const} */ (['esm', 'cjs', 'iife'])) {
        const outfile = join(app, `out/esbuild-${platform}-${format}.${format === 'esm' ? 'mjs' : 'cjs'}`);
        const { warnings } = await bundle({ entryPoints: [entry], minify: true, platform, format, outfile });
        assert.deepEqual(warnings, []);
        assert.equal(node(outfile), result);
      }
    }
  });

  it('is bundled by Vite, for pages and for servers', async () => {
    const entry = write('vite.js', use);
    for (const ssr of [false, true]) {
      /** @type {import('vite').BuildOptions} */
      const build = ssr ? { ssr: entry } : { lib: { entry, formats: ['es'], fileName: 'vite' } };
      await vite.build({
        root: app,
        logLevel: 'error',
        configFile: false,
        build: { ...build, outDir: `out/vite-${ssr}`, minify: true },
        ssr: { noExternal: true },
      });
      assert.equal(node(join(app, `out/vite-${ssr}/vite.js`)), result);
    }
  });

  it('is bundled by Rollup', async () => {
    // Without plugins, Rollup resolves only paths.
    const entry = write('rollup.js', use.replace("'renewal-rules'", "'./node_modules/renewal-rules/dist/index.js'"));
    const rolled = await rollup({ input: entry, onwarn: (warning) => assert.fail(warning.message) });
    await rolled.write({ file: join(app, 'out/rollup.mjs') });
    assert.equal(node(join(app, 'out/rollup.mjs')), result);
  });

  it('has the tools entry in bundles for Node', async () => {
    const entry = write('esbuild-tools.js', timeline);
    for (const format of /** @type {const} */ (['esm', 'cjs'])) {
      const outfile = join(app, `out/esbuild-tools.${format === 'esm' ? 'mjs' : 'cjs'}`);
      await bundle({ entryPoints: [entry], platform: 'node', format, outfile });
      assert.equal(node(outfile), 'true\n');
      // If the package is not installed, the bundle finds `tools.wasm` beside itself.
      const away = mkdtempSync(join(tmpdir(), 'renewal-rules-away-'));
      const file = join(away, basename(outfile));
      copyFileSync(outfile, file);
      const alone = () => run('node', [file], { cwd: away });
      assert.throws(alone, /Copy node_modules\/renewal-rules\/dist\/tools\.wasm/);
      copyFileSync(join(app, 'node_modules/renewal-rules/dist/tools.wasm'), join(away, 'tools.wasm'));
      assert.equal(alone(), 'true\n');
      rmSync(away, { recursive: true });
    }
  });

  it('omits WebAssembly from bundles that do not need it', async () => {
    const names = 'applyToForm, diagnosticsByField, errorSummary, jsonText, productFromForm';
    const contents = `import { ${names} } from 'renewal-rules'; console.log(${names});`;
    const { length } = await bundled(contents);
    assert.ok(length < 10_400, String(length));
    const [{ output }] = /** @type {any[]} */ (
      [
        await vite.build({
          root: app,
          logLevel: 'error',
          configFile: false,
          build: {
            lib: { entry: write('vite-forms.js', contents), formats: ['es'], fileName: 'forms' },
            write: false,
            minify: true,
          },
        }),
      ].flat()
    );
    assert.ok(output[0].code.length < 10_400, String(output[0].code.length));
  });

  it('leaves no code in bundles that do not use it', async () => {
    const unused = "import 'renewal-rules'; import { check } from 'renewal-rules'; console.log(1)";
    assert.ok((await bundled(unused, { minify: false })).length < 100);
  });

  it('suggests a remedy if WebAssembly is forbidden or missing', async () => {
    const built = await bundled("export * from 'renewal-rules'", {
      minify: false,
      format: 'iife',
      globalName: 'rules',
    });
    const script = `${built}; try { rules.check({}) } catch (error) { error.message }`;
    const globals = { TextEncoder, TextDecoder };
    const policy = { contextCodeGeneration: { strings: false, wasm: false } };
    assert.match(
      runInNewContext(script, { ...globals, document: {} }, policy),
      /content security policy.*wasm-unsafe-eval/,
    );
    assert.match(runInNewContext(script, globals, policy), /condition `workerd` or `edge-light`/);
    assert.doesNotMatch(runInNewContext(script, globals, policy), /policy/);
    assert.match(runInNewContext(`delete globalThis.WebAssembly; ${script}`, globals), /needs WebAssembly/);
  });

  it('has no problems according to publint', async () => {
    const { messages } = await publint({ pkgDir: join(app, 'node_modules/renewal-rules'), strict: true, pack: false });
    assert.deepEqual(messages, []);
  });

  it('translate does not bundle WebAssembly', () => {
    const { length } = minified("export { dependentFields, translate } from './dist/index.js'");
    assert.ok(length < 12_000, `${length} bytes`);
  });
});
