// Tests the command line with large inputs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

import { cli, command, given, shell } from './cli.js';
import { internal } from './internal.js';

const { checkCatalogue, jsonText, render } = internal;

const line = (id, more) => `${JSON.stringify({ id, name: 'N'.repeat(900), licence_term: 'P1M', ...more })}\n`;

it('lines in chunks get the report of the whole text', () => {
  const wrong = `{"id":\n\r${line(7, { licence_term: 'p1m' })}{"id":10,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[20,20],"renew_ar":{"enable":true}}}\n`;
  const text =
    Array.from({ length: 2000 }, (_, at) => line(at + 1)).join('') + wrong + line(20, { licence_term: 'P5D' });
  assert.ok(text.length > 1 << 20);
  const cwd = given({
    'a.ndjson': text,
    'b.json': text,
    'text.json': `[${'{"id":1},\n'.repeat(150_000)}{"id":2,"licence_term":"P1M"}]`,
  });
  const [a, b, array] = JSON.parse(cli('check -f json --max-diagnostics 40 .', { cwd }).stdout);
  const report = checkCatalogue(jsonText(text), { maxDiagnostics: 40, layout: 'lines' });
  assert.deepEqual(a.report, JSON.parse(JSON.stringify(report)));
  assert.ok(a.report.diagnostics.length > 4);
  assert.deepEqual([b.report, array.report.omitted], [a.report, 149_999 - 40]);
  // The excerpt and the location of a fix are the same as if the whole file were passed at once.
  for (const format of /** @type {const} */ (['stylish', 'sarif'])) {
    const expected = render(
      'render.files',
      { style: { format }, isCatalogue: false, files: [{ name: 'a.ndjson', length: Buffer.byteLength(text) }] },
      text,
    ).text;
    assert.ok(expected.length > 1000);
    assert.ok(cli(['check', '-f', format, 'a.ndjson'], { cwd }).stdout.includes(expected));
  }
});

it('memory does not grow with the number of lines', () => {
  const cwd = given({ 'small.ndjson': line(1).repeat(2) });
  const handle = openSync(join(cwd, 'large.ndjson'), 'w');
  let size = 0;
  for (let part = 0; size < 128e6; part++)
    size += writeSync(handle, Array.from({ length: 1000 }, (_, at) => line(1000 * part + at + 1)).join(''));
  closeSync(handle);
  const report = 'process.on("exit", () => process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const memory = (name) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(report)}`, command, 'check', '--no-color', name],
      { cwd, encoding: 'utf8' },
    );
    return [status, Number(stderr) * 1024];
  };
  const [[small, before], [large, after]] = [memory('small.ndjson'), memory('large.ndjson')];
  assert.deepEqual([small, large], [1, 0]);
  assert.ok(after - before < size / 2, `${after - before} more bytes for ${size}`);
});

it('a named pipe is read only once', () => {
  const cwd = given({ 'a.json': '{"id":1,"licence_term":"P1W"}' });
  const { stdout } = shell('cat a.json | $RUN check -f stylish -f json=out.json /dev/stdin', cwd);
  assert.match(stdout, /error term-format/);
  assert.equal(JSON.parse(readFileSync(join(cwd, 'out.json'), 'utf8'))[0].report.diagnostics[0].code, 'term-format');
});

it('files without problems are only counted, unless named', () => {
  const cwd = given({ 'a.json': '{"id":1,"licence_term":"P1M"}', 'b.json': '{"id":2,"licence_term":"P1W"}' });
  assert.match(cli('check .', { cwd }).stdout, /^b\.json:1:[^]*\n1 error in 1 of 2 files; 1 can be fixed\n$/);
  assert.equal(cli('check a*', { cwd }).stdout, '1 file checked, no problems\n');
  assert.match(cli('check a.json', { cwd }).stdout, /^a\.json: no problems\n {2}configuration: /);
  assert.equal(JSON.parse(cli('check -f json .', { cwd }).stdout).length, 2);
});
