// Tests the packed package under test runners and on edge runtimes.

import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import * as esbuild from 'esbuild';
import { Miniflare } from 'miniflare';

import { install, run, tool } from '../pack.js';

const use = `
  it('checks', () => {
    expect(check({ licence_term: 'P5' }).diagnostics.map(({ code }) => code)).toEqual(['term-format']);
    expect(check(jsonText('{')).valid).toBe(false);
    expect(timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }).periods.length > 0).toBe(true);
  });`;

describe('the packed package', () => {
  let app, write;
  before(() => {
    ({ app, write } = install());
    for (const name of ['jest', 'jest-environment-jsdom', 'vitest', 'jsdom'])
      symlinkSync(join(import.meta.dirname, 'node_modules', name), join(app, 'node_modules', name));
  });
  const passes = (program, args) => run(tool(program), args, { cwd: app, env: { ...process.env, CI: '1' } });

  for (const environment of ['node', 'jsdom']) {
    it(`runs in Jest with ${environment}`, () => {
      write(
        `jest-${environment}/use.test.cjs`,
        `const { check, jsonText } = require('renewal-rules'); const { timeline } = require('renewal-rules/tools');\n${use}`,
      );
      passes('jest', ['--rootDir', app, `--env=${environment}`, '--testMatch', `**/jest-${environment}/*.test.cjs`]);
    });
  }

  for (const environment of ['node', 'jsdom']) {
    it(`runs in Vitest with ${environment}`, () => {
      write(
        `vitest-${environment}/use.test.js`,
        `import { expect, it } from 'vitest'; import { check, jsonText } from 'renewal-rules'; import { timeline } from 'renewal-rules/tools';\n${use}`,
      );
      passes('vitest', ['run', '--environment', environment, '--dir', `vitest-${environment}`]);
    });
  }
});

describe('the packed package on edge runtimes', () => {
  let app;
  before(() => {
    ({ app } = install());
  });
  const start = (t, options) => {
    const runtime = new Miniflare({ compatibilityDate: '2026-01-01', ...options });
    t.after(() => runtime.dispose());
    return runtime;
  };

  /** Bundles a worker as deployment tools do: with their export conditions, WebAssembly modules external. */
  async function bundle(text, conditions) {
    const { outputFiles } = await esbuild.build({
      stdin: { contents: text, resolveDir: app },
      bundle: true,
      format: 'esm',
      conditions,
      external: ['*.wasm?module'],
      write: false,
    });
    return outputFiles[0].text;
  }

  it('is imported as a module by workerd', async (t) => {
    const worker = `
      import { check, jsonText } from 'renewal-rules';
      import { timeline } from 'renewal-rules/tools';
      export default { fetch: async (request) => Response.json([check(await request.json()), timeline({ licence_term: 'P1M' }, { purchaseDate: '2026-01-31' }).periods.length > 0]) };`;
    const contents = await bundle(worker, ['workerd', 'worker', 'browser']);
    const dist = join(app, 'node_modules/renewal-rules/dist');
    const runtime = start(t, {
      modulesRoot: dist,
      modules: [
        { type: 'ESModule', path: join(dist, 'worker.js'), contents },
        {
          type: 'CompiledWasm',
          path: join(dist, 'tools.wasm?module'),
          contents: readFileSync(join(dist, 'tools.wasm')),
        },
      ],
    });
    const answer = await runtime.dispatchFetch('http://localhost/', { method: 'POST', body: '{"licence_term":"P5"}' });
    const [report, ok] = /** @type {any} */ (await answer.json());
    assert.deepEqual([report.diagnostics.map(({ code }) => code), ok], [['term-format'], true]);
  });

  it('reports that it cannot compile inlined WebAssembly', async (t) => {
    const worker = `
      import { check, jsonText } from 'renewal-rules';
      export default { fetch() { try { check({}); } catch (error) { return new Response(error.message); } } };`;
    const runtime = start(t, { modules: true, script: await bundle(worker, []) });
    const text = await (await runtime.dispatchFetch('http://localhost/')).text();
    assert.match(text, /cannot compile WebAssembly at run time.*`workerd`/);
  });

  it('imports `?module` under the edge-light condition', async () => {
    for (const entry of ['renewal-rules', 'renewal-rules/tools']) {
      const contents = await bundle(`export * from '${entry}'`, ['edge-light']);
      assert.ok(contents.includes('from "./tools.wasm?module"'));
    }
  });
});
