// Runs the corpus for other implementations: in Node, in Chromium, and a sample of it with the command line.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

import * as rules from 'renewal-rules';
import * as tools from 'renewal-rules/tools';

import { launch } from './browser.js';
import { cli, given } from './cli.js';
import { casesIn, equal, run } from './corpus.js';

const folder = new URL('../../corpus/cases/', import.meta.url);
const cases = readdirSync(folder).flatMap((name) => casesIn(readFileSync(new URL(name, folder), 'utf8')));

it('both entries give the expected results of the corpus', () => {
  assert.deepEqual(run(tools, cases), { count: cases.length, failed: [] });
  const { count, failed } = run(rules, cases);
  assert.ok(count > cases.length / 2 && count < cases.length);
  assert.deepEqual(failed, []);
});

it('a wrong expectation is detected', () => {
  const [one] = cases;
  assert.deepEqual(run(tools, [{ ...one, expected: { ...one.expected, valid: 'x' } }]).failed, [one.id]);
  assert.ok(!equal([], {}) && !equal({ a: 1 }, { b: 1 }) && equal({ a: [1], b: 2 }, { b: 2, a: [1] }));
});

it('both entries give the same results in Chromium', async () => {
  const { browser, address, close } = await launch();
  try {
    const page = await browser.newPage();
    // Any page of the server, so that modules can be imported from it.
    await page.goto(`${address}test/corpus.js`);
    const found = await page.evaluate(async (cases) => {
      const [{ run }, rules, tools] = await Promise.all(
        ['/test/corpus.js', '/dist/index.js', '/dist/tools.js'].map((path) => import(path)),
      );
      await tools.init();
      return [run(rules, cases), run(tools, cases)];
    }, cases);
    assert.deepEqual(found, [run(rules, cases), { count: cases.length, failed: [] }]);
  } finally {
    await close();
  }
});

/** Writes every nth case that a command can run to a file: cases with default options, whose input has a product. */
function written(call, nth) {
  const isDefault = ({ consent = 'given', ...others }) => consent === 'given' && Object.keys(others).length === 0;
  const plain = cases.filter((one) => one.call === call && isDefault(one.options));
  const chosen = plain.filter(({ input }, i) => i % nth === 0 && /^\{.*"(licence_term|renew_settings)"/s.test(input));
  const cwd = given(Object.fromEntries(chosen.map(({ id, input }) => [`${id}.json`, input])));
  assert.ok(chosen.length > 10);
  return { chosen, cwd, names: chosen.map(({ id }) => `${id}.json`) };
}

it('the command line gives the expected results of a sample', () => {
  const checks = written('check', 20);
  const results = JSON.parse(cli(['check', '--format', 'json', ...checks.names], checks).stdout);
  const places = ({ diagnostics }) => diagnostics.map(({ code, path, severity }) => [code, path, severity]);
  for (const { id, expected } of checks.chosen) {
    const { report } = results.find(({ file }) => file === `${id}.json`);
    assert.deepEqual([report.valid, places(report)], [expected.valid, places(expected)], id);
  }
  const decisions = written('effectiveKind', 3);
  const lines = casesIn(cli(['effective', '--format', 'json', ...decisions.names], decisions).stdout);
  for (const { id, expected } of decisions.chosen) {
    const { kind, reason } = lines.find(({ file }) => file === `${id}.json`);
    assert.deepEqual([kind ?? undefined, reason ?? undefined], [expected.kind, expected.reason], id);
  }
});
