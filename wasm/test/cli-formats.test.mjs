// Tests the output formats and their destinations.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import Ajv from 'ajv';
import { JSDOM } from 'jsdom';

import { check, checkCatalogue, jsonText, rules } from 'renewal-rules/tools';
import { allRefused, CONFIG, cli, folder, given, good, product, shell, warned, wrong } from './cli.js';

/** The JSON Schema of SARIF, as published by OASIS. */
const sarif = JSON.parse(readFileSync(new URL('sarif-2.1.0.schema.json', import.meta.url), 'utf8'));
const project = fileURLToPath(new URL('../..', import.meta.url));

describe('formats', () => {
  const names = ['several.json', 'trial.json', 'wide.json', 'not-json.json', 'catalogue.ndjson'].map(
    (name) => `examples/broken/${name}`,
  );

  it('stylish: prints the same as the native example', () => {
    for (const [snapshot, files] of /** @type {any[][]} */ ([
      [
        'products',
        readdirSync(join(project, 'examples/products'))
          .filter((name) => name !== 'catalogue.json')
          .sort()
          .map((name) => `examples/products/${name}`),
      ],
      ...readdirSync(join(project, 'examples/broken')).map((name) => [`broken-${name}`, [`examples/broken/${name}`]]),
    ])) {
      const native = readFileSync(
        join(project, `tests/snapshots/behaviour__example_check__${snapshot}.snap`),
        'utf8',
      ).replace(/^---\n.*?\n---\n/s, '');
      const inFlags = native.replace(/`limits\.(\w+)`(?=[,)])/g, (written, name) =>
        native.indexOf(written) > native.indexOf('info: ')
          ? `\`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``
          : written,
      );
      assert.equal(cli(['check', ...files], { cwd: project }).stdout.trimEnd(), inFlags.trimEnd(), snapshot);
    }
  });

  it('json: contains each report with the name of its file', () => {
    const result = JSON.parse(cli(['check', '--format', 'json', ...names], { cwd: project }).stdout);
    assert.deepEqual(
      result,
      names.map((file) => {
        const bytes = jsonText(readFileSync(join(project, file)));
        return { file, report: file.endsWith('ndjson') ? checkCatalogue(bytes, { layout: 'lines' }) : check(bytes) };
      }),
    );
    assert.deepEqual(Object.keys(result[0].report), ['valid', 'configuration', 'trial', 'diagnostics']);
  });

  it('sarif: conforms to its schema, with rules and locations', () => {
    const ajv = new Ajv({
      allErrors: true,
      unicodeRegExp: false,
      formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/ },
    });
    ajv.addFormat('uri', (text) => URL.canParse(text));
    ajv.addFormat('uri-reference', /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})*$/);
    const cwd = given({ 'a b/ü%.json': wrong, 'clean.json': good });
    for (const stdout of [
      cli(['check', '--format', 'sarif', ...names], { cwd: project }).stdout,
      cli('check --format sarif .', { cwd }).stdout,
      cli('check --format sarif clean.json', { cwd }).stdout,
    ]) {
      const result = JSON.parse(stdout);
      assert.ok(ajv.validate(sarif, JSON.parse(stdout)), ajv.errorsText());
      const [run] = result.runs;
      assert.deepEqual(
        run.tool.driver.rules.map(({ id }) => id),
        rules().map(({ code }) => code),
      );
      for (const { ruleId, ruleIndex } of run.results) assert.equal(run.tool.driver.rules[ruleIndex].id, ruleId);
    }
    const [{ results }] = JSON.parse(cli(['check', '--format', 'sarif', 'a b/ü%.json'], { cwd }).stdout).runs;
    assert.deepEqual(results[0].locations[0].physicalLocation, {
      artifactLocation: { uri: 'a%20b/%C3%BC%25.json', uriBaseId: '%SRCROOT%' },
      region: { startLine: 1, startColumn: 26, endLine: 1, endColumn: 33 },
    });
  });

  it('junit: has a suite with correct counts for each file', () => {
    const hostile = '<a>&"\u0007\'.json';
    const cwd = given({ [hostile]: '{"licence_term":"\\u0001]]>\\ufffe","name":""}', 'clean.json': good });
    const { stdout } = cli('check --format junit .', { cwd });
    const xml = new new JSDOM().window.DOMParser().parseFromString(stdout, 'application/xml');
    assert.equal(xml.querySelector('parsererror'), null);
    const suites = [...xml.documentElement.children];
    assert.deepEqual(
      suites.map((suite) => suite.getAttribute('name')),
      [hostile.replace('\u0007', '\ufffd'), 'clean.json'],
    );
    for (const suite of suites) {
      const cases = [...suite.children];
      assert.equal(Number(suite.getAttribute('tests')), cases.length);
      assert.equal(Number(suite.getAttribute('failures')), suite.querySelectorAll('failure').length);
      assert.ok(
        cases.length > 0 &&
          cases.every((element) => element.tagName === 'testcase' && element.getAttribute('name') !== ''),
      );
    }
    assert.equal(suites[0].getAttribute('failures'), '1');
  });

  it('junit: escapes line breaks in names', () => {
    const cwd = given({ 'a\n::error::b.json': '{"renew_settings":{"\\n::error::c":1}}' });
    const { stdout } = cli('check --format junit .', { cwd });
    assert.doesNotMatch(stdout, /^::/m);
    const xml = new new JSDOM().window.DOMParser().parseFromString(stdout, 'application/xml');
    assert.equal(xml.querySelector('testsuite').getAttribute('name'), 'a\n::error::b.json');
    assert.equal(
      xml.querySelector('testcase[name^=unknown]').getAttribute('name'),
      'unknown-field at /renew_settings/\n::error::c',
    );
  });

  it('use paths from the repository root, except for stylish', () => {
    const cwd = given({ '.git/HEAD': '', 'pkg/store/a.json': wrong, 'b.json': wrong });
    const outside = join(given({ 'c.json': wrong }), 'c.json');
    const result = (format) =>
      cli(['check', '--format', format, 'store/a.json', '../b.json', outside], { cwd: join(cwd, 'pkg') }).stdout;
    const names = ['pkg/store/a.json', 'b.json', outside];
    assert.deepEqual(
      JSON.parse(result('json')).map(({ file }) => file),
      names,
    );
    assert.deepEqual(
      [...result('github').matchAll(/ file=([^,]+),/g)].map(([, name]) => name),
      names,
    );
    assert.deepEqual(
      [...result('junit').matchAll(/<testsuite name="([^"]+)"/g)].map(([, name]) => name),
      names,
    );
    const places = JSON.parse(result('sarif')).runs[0].results.map(
      ({ locations }) => locations[0].physicalLocation.artifactLocation,
    );
    assert.deepEqual(places, [
      { uri: names[0], uriBaseId: '%SRCROOT%' },
      { uri: names[1], uriBaseId: '%SRCROOT%' },
      { uri: `file://${outside}` },
    ]);
    assert.deepEqual(
      JSON.parse(cli('check --format json --stdin-filename c.json -', { cwd: join(cwd, 'pkg'), input: good }).stdout)[0]
        .file,
      'pkg/c.json',
    );
    symlinkSync(cwd, join(folder, 'link'));
    assert.match(cli(['check', '--format', 'github', join(folder, 'link/b.json')], { cwd }).stdout, / file=b\.json,/);
    assert.match(result('stylish'), /^store\/a\.json:1:26: [^]*^\.\.\/b\.json:1:26: /m);
  });

  it('stylish: colours follow flags and environment variables', () => {
    const cwd = given({ 'a.json': wrong });
    for (const [flags, env, isColored] of /** @type {[string, object, boolean][]} */ ([
      ['', {}, false],
      ['--color ', {}, true],
      ['--color --no-color ', {}, false],
      ['--color --format json ', {}, false],
      ['', { FORCE_COLOR: '1' }, true],
      ['', { FORCE_COLOR: '' }, true],
      ['', { FORCE_COLOR: '0' }, false],
      ['', { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
      ['--no-color ', { FORCE_COLOR: '1' }, false],
    ])) {
      const { stdout } = cli(`check ${flags}a.json`, { cwd, env });
      assert.equal(stdout.includes('\x1b[1;31merror'), isColored, flags + JSON.stringify(env));
      assert.ok(isColored || !stdout.includes('\x1b'));
    }
  });
});

describe('outputs', () => {
  const files = { 'a.json': wrong, 'b.json': warned };

  it('are written to several destinations in one run', () => {
    const cwd = given(files);
    const { status, stdout } = cli('check --format stylish --format sarif=out.sarif -f junit=out.xml .', { cwd });
    assert.equal(status, 1);
    assert.equal(stdout, cli('check .', { cwd }).stdout);
    for (const [format, name] of [
      ['sarif', 'out.sarif'],
      ['junit', 'out.xml'],
    ])
      assert.equal(readFileSync(join(cwd, name), 'utf8'), cli(['check', '-f', format, '.'], { cwd }).stdout);
    assert.deepEqual(readdirSync(cwd).sort(), ['a.json', 'b.json', 'out.sarif', 'out.xml']);
    assert.equal(
      shell('$RUN check -f json=/dev/stdout b.json | cat', cwd).stdout,
      cli('check -f json b.json', { cwd }).stdout,
    );
  });

  it('change no file if one of them cannot be written', () => {
    const cwd = given({ ...files, 'out.sarif': 'old' });
    allRefused(cwd, [
      ['check -f sarif -f json .', /only one format can go to standard output/],
      ['check -f sarif=x -f json=./x .', /two formats cannot both go to/],
      ['check -f sarif= .', /--format sarif=: expected a file name/],
      ['check -f sarif=a.json/out.sarif -f json=out.sarif .', /a\.json.*: there is a file .*\((EEXIST|ENOTDIR)\)\n$/],
      ['check -f json=out.sarif -f sarif=a.json/out.sarif .', /a\.json.*: there is a file .*\((EEXIST|ENOTDIR)\)\n$/],
      ['check -f sarif=out.sarif --payment cash .', /--payment/],
    ]);
    assert.equal(readFileSync(join(cwd, 'out.sarif'), 'utf8'), 'old');
    assert.deepEqual(readdirSync(cwd).sort(), ['a.json', 'b.json', 'out.sarif']);
  });

  it('can be configured, with paths relative to the configuration', () => {
    const cwd = given({
      ...files,
      [CONFIG]: { format: ['github', 'markdown=summary.md'] },
      'x/.keep': '',
    });
    assert.match(cli('check ..', { cwd: join(cwd, 'x') }).stdout, /^::error /);
    assert.match(readFileSync(join(cwd, 'summary.md'), 'utf8'), /^\| severity \| code \| where \| message \|\n/);
  });

  it('link to the pages of the rules, as diagnostics do', () => {
    const cwd = given({ 'a.json': '{"licence_term":"p"}' });
    const { rules: links } = JSON.parse(cli('check -f sarif a.json', { cwd }).stdout).runs[0].tool.driver;
    const [diagnostic] = check({ licence_term: 'p' }).diagnostics;
    assert.equal(links.find(({ id }) => id === diagnostic.code).helpUri, diagnostic.url);
  });

  it('report a missing limit once, by its flag', () => {
    const pmr = product(1, { renew_settings: { product_id_for_renew: [2, 2], renew_pmr: true } });
    const cwd = given({ 'a.json': pmr, 'b.json': pmr, 'c.json': product(3) });
    for (const format of ['stylish', 'github', 'markdown', 'sarif']) {
      const { stdout, status } = cli(['check', '-f', format, '.'], { cwd });
      assert.equal(status, 0);
      assert.equal(stdout.match(/--pmr-online-min-days/g).length, 1, stdout);
      assert.match(stdout, /in 2 files/);
    }
    assert.doesNotMatch(cli('check . --pmr-online-min-days 1 --pmr-offline-min-days 1', { cwd }).stdout, /info/);
  });

  it('are written to folders that do not exist yet', () => {
    const cwd = given({ 'a.json': product(1) });
    assert.equal(cli('check a.json -f gitlab=out/deep/code.json', { cwd }).status, 0);
    assert.deepEqual(JSON.parse(readFileSync(join(cwd, 'out/deep/code.json'), 'utf8')), []);
  });
});
