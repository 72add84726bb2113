// Tests the packed package under runtimes too large to install for every change: Bun, Deno and Next.js. `npm run
// runtimes`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { openBrowser } from '../browser.js';
import { install, run } from '../pack.js';

const app = import.meta.dirname;
const away = mkdtempSync(join(tmpdir(), 'renewal-rules-runtimes-'));
const own = (name) => join(app, 'node_modules/.bin', name);
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

before(() => install(app));
after(() => rmSync(away, { recursive: true, force: true }));

for (const [name, ...flags] of [
  ['bun', 'run'],
  ['deno', 'run', '--allow-read'],
]) {
  it(`the package can be imported and required in ${name}`, () => {
    for (const file of ['use.mjs', 'use.cjs'])
      assert.equal(run(own(name), [...flags, file], { cwd: app, env }), 'term-format false true\n');
  });
}

it('the package names the permission that Deno requires', () => {
  assert.throws(() => run(own('deno'), ['run', 'use.mjs'], { cwd: app, env }), /Requires read access.*--allow-read/);
});

it('the package can be bundled and compiled by Bun', () => {
  const bundle = (...more) =>
    run(own('bun'), ['build', '--conditions', 'module', ...more, 'bundled.js'], { cwd: app, env });
  const [file, program] = [join(away, 'bundle.js'), join(away, 'program')];
  bundle('--target=bun', `--outfile=${file}`);
  assert.equal(run(own('bun'), [file], { cwd: away, env }), 'term-format\n');
  bundle('--compile', `--outfile=${program}`);
  assert.equal(run(program, [], { cwd: away, env }), 'term-format\n');
});

describe('Next.js', () => {
  let address, server;
  before(async () => {
    run(own('next'), ['build', 'next'], { cwd: app, env });
    server = spawn(process.execPath, [own('next'), 'start', 'next', '-p', '0'], {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    for await (const text of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      printed += text;
      address = /Local:\s+(http\S+)/.exec(printed)?.[1];
      if (address !== undefined && printed.includes('Ready')) break;
    }
    server.stdout.resume();
  });
  after(() => server?.kill());

  it('works in server components', async () => {
    const text = await (await fetch(address)).text();
    assert.match(text, /<p id="server">term-format 2026-02-28<\/p>/);
    // Client components are rendered on the server, too.
    assert.match(text, /<p id="client">term-format<\/p>/);
  });

  it('works in client components', async (t) => {
    const browser = await openBrowser();
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(address);
    const shown = page.locator('#client');
    await page.locator('input[data-ready]').fill('P1M');
    await shown.filter({ hasText: 'none' }).waitFor();
    await page.locator('input').fill('soon');
    await shown.filter({ hasText: 'term-format' }).waitFor();
  });

  it('works in edge routes', async () => {
    const response = await fetch(`${address}/edge`, { method: 'POST', body: '{"licence_term":"P5"}' });
    assert.deepEqual(await response.json(), { isEdge: true, end: '2026-02-28', codes: ['term-format'] });
  });
});
