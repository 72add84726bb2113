// Tests the packed package with webpack, which is slow, and with the linter of types `attw`.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import webpack from 'webpack';

import { install, required, result, run, timeline, tool, use } from '../pack.js';

describe('the packed package, installed elsewhere', () => {
  const { app, tarball, write } = install();
  const node = (file) => run('node', [file], { cwd: app });
  /** Bundles a file for a target; returns the path of the bundle. */
  const packed = (entry, target) =>
    new Promise((resolve, reject) => {
      const filename = `${entry.replaceAll(/\W+/g, '-')}.cjs`;
      webpack(
        { context: app, entry, mode: 'production', target, output: { path: join(app, 'out'), filename } },
        (error, stats) => {
          if (error) reject(error);
          // The only expected warning is about large files, so only assert that there are no errors.
          assert.deepEqual(stats.toJson({ errors: true }).errors, []);
          resolve(join(app, 'out', filename));
        },
      );
    });
  const pages = ['web', 'es2022'];

  it('is bundled by webpack, for pages and for Node', async () => {
    for (const target of [pages, 'node20']) assert.equal(node(await packed(write('use.js', use), target)), result);
    assert.equal(node(await packed(write('required.cjs', required(use)), pages)), result);
  });

  it('has the tools entry in bundles of webpack for Node', async () => {
    assert.equal(node(await packed(write('tools.js', timeline), 'node20')), 'true\n');
  });

  it('omits WebAssembly from webpack bundles that do not need it', async () => {
    const names = 'applyToForm, diagnosticsByField, errorSummary, jsonText, productFromForm';
    const contents = `import { ${names} } from 'renewal-rules'; console.log(${names});`;
    const { size } = statSync(await packed(write('forms.js', contents), pages));
    assert.ok(size < 8_200, String(size));
  });

  it('has types without problems according to attw', () => {
    run(tool('attw'), [tarball, '--profile', 'node16', '--exclude-entrypoints', 'tools.wasm'], { cwd: app });
  });
});
