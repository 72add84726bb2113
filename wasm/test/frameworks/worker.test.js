// Tests the example of a worker in `workerd`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

import * as esbuild from 'esbuild';
import { Miniflare } from 'miniflare';

import { root } from '../pack.js';

it('worker.js runs as a Cloudflare Worker', async (t) => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'examples/worker.js')],
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    external: ['*.wasm?module'],
    write: false,
  });
  const dist = join(root, 'dist');
  const worker = new Miniflare({
    compatibilityDate: '2026-01-01',
    modulesRoot: dist,
    modules: [
      { type: 'ESModule', path: join(dist, 'worker.js'), contents: outputFiles[0].text },
      { type: 'CompiledWasm', path: join(dist, 'tools.wasm?module'), contents: readFileSync(join(dist, 'tools.wasm')) },
    ],
  });
  t.after(() => worker.dispose());
  /** @type {(body: string, headers?: object) => Promise<any>} */
  const send = (body, headers) => worker.dispatchFetch('http://localhost/', { method: 'POST', body, headers });
  const refused = await send('{"id":1}');
  assert.equal(refused.status, 422);
  assert.equal((await refused.json()).diagnostics[0].code, 'field-not-on-create');
  assert.match((await (await send('{', { 'accept-language': 'ru' })).json()).diagnostics[0].message, /Это не JSON/);
  assert.equal((await worker.dispatchFetch('http://localhost/')).status, 405);
});
