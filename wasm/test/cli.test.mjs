// The command line, run as a person or a build server runs it.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import Ajv from 'ajv';
import { JSDOM } from 'jsdom';

import { check, checkCatalogue, rules } from 'renewal-rules/tools';
import { cli, command, folder, given, optionsOfConfiguration, refused } from './cli.js';

/** The standard's own schema, as OASIS gives it out. */
const sarif = JSON.parse(readFileSync(new URL('sarif-2.1.0.schema.json', import.meta.url), 'utf8'));
const project = fileURLToPath(new URL('../..', import.meta.url));

const good = '{"id":101,"licence_term":"P1M"}\n';
const wrong = '{"id":101,"licence_term":"P1W x"}\n';
const fixable = '{ "id": 101,\r\n\t"licence_term" : "p6d" , "name": "製品 \\u00e9 🎁", "x": 1.50 }\r\n\r\n';
const warned = '{"name":"","licence_term":"P1M"}\n';

describe('exit status', () => {
  it('is 0 without an error, 1 with one, and 2 where something is wrong with the call', () => {
    const cwd = given({ 'good.json': good, 'wrong.json': wrong, 'warned.json': warned });
    assert.equal(cli(['check', 'good.json'], { cwd }).status, 0);
    assert.equal(cli(['check', 'warned.json'], { cwd }).status, 0);
    assert.equal(cli(['check', 'good.json', 'wrong.json'], { cwd }).status, 1);
    symlinkSync('nowhere', join(cwd, 'link.json'));
    for (const [name, reason] of [
      ['none.json', 'there is no such file'],
      ['link.json', 'the link leads nowhere'],
    ]) {
      for (const args of [
        ['check', name],
        ['effective', name],
        ['timeline', '--date', '2026-01-31', name],
        ['diff', 'good.json', name],
        ['plan', name],
      ])
        refused(args, new RegExp(`: ${name}: ${reason}\n$`), { cwd });
    }
    refused(['check', 'good.json', '*.none'], /\*\.none: no file matches/, { cwd });
    refused(['check'], /name a file/, { cwd });
    refused(['check', '--fix', ''], /an empty argument names no file/, { cwd });
    refused(['check', '--payment', 'cash', 'good.json'], /`--payment` must be one of/, { cwd });
    for (const name of ['check', 'effective']) {
      refused([name, '--product-id', '7', 'good.json'], /--product-id only works with --operation update/, { cwd });
      refused([name, '--operation', 'create', '--current', 'good.json', 'good.json'], /--current only works with/, {
        cwd,
      });
    }
    refused(['check', '--operation', 'update', '--product-id', 'x', 'good.json'], /`--product-id` must be/, { cwd });
    refused(['check', '--nope', 'good.json'], /Unknown option '--nope'; renewal-rules check --help lists the options/, {
      cwd,
    });
    refused(['check', '--format', 'xml', 'good.json'], /no format "xml"; the formats are stylish/, { cwd });
    refused(['check', '--max-warnings', '-1', 'good.json'], /max-warnings/, { cwd });
    refused(['check', '--pmr-online-min-days', 'x', 'good.json'], /`--pmr-online-min-days` must be/, { cwd });
    refused(['check', '--consent', 'x', 'good.json'], /`--consent` must be one of/, { cwd });
    refused(['check', '--catalogue', '--role', 'renewal', 'good.json'], /--role does not apply to catalogues/, { cwd });
    refused(['nope'], /no command "nope"; renewal-rules --help lists them/, { cwd });
    refused(['chekc'], /no command "chekc"; did you mean `check`\?/, { cwd });
    refused(['check', '--qiuet', 'good.json'], /Unknown option '--qiuet'; did you mean `--quiet`\?/, { cwd });
    refused(['check', '-f', 'sarfi', 'good.json'], /no format "sarfi"; did you mean `sarif`\?/, { cwd });
    refused([], /Usage/, { cwd });
  });

  it('is 1 where a limit leaves an error out, which comes before warnings', () => {
    const cwd = given({ 'a.json': '{"name":"","licence_term":"P1W x"}' });
    const limited = (limit) => cli(['check', '--max-diagnostics', limit, 'a.json'], { cwd });
    for (const limit of ['0', '1']) assert.equal(limited(limit).status, 1);
    assert.match(
      limited('0').stdout,
      /^a\.json: 2 problems, none shown\n[^]*\n1 file checked, 2 problems, none shown\n$/,
    );
    assert.match(limited('1').stdout, /\na\.json: 1 error\n {2}1 more not shown\n[^]*\n1 error; 1 more not shown\n$/);
  });

  it('is 1 for what is not JSON, be it empty, bytes or too deep', () => {
    const cwd = given({
      'empty.json': '',
      'bytes.json': Buffer.from([0x7b, 0xff, 0x7d]),
      'text.json': 'x',
      'utf-16.json': Buffer.from(`\ufeff${good}`, 'utf16le'),
    });
    for (const name of readdirSync(cwd)) {
      const { status, stdout } = cli(['check', name], { cwd });
      assert.equal(status, 1);
      assert.match(stdout, new RegExp(`^${name}:1:\\d+: error json-syntax`));
    }
    assert.match(cli(['check', 'utf-16.json'], { cwd }).stdout, /it is UTF-16; save it as UTF-8/);
  });

  it('is the same with a byte order mark, which fixes keep', () => {
    const cwd = given({
      'good.json': `\ufeff${good}`,
      'wrong.json': `\ufeff${wrong}`,
      'lines.ndjson': `\ufeff\n${good}${wrong}`,
      'fixable.json': `\ufeff${fixable}`,
      'renewal-rules.config.json': '\ufeff{"operation":"update","current":"good.json"}',
    });
    assert.equal(cli(['check', 'good.json'], { cwd }).status, 0);
    assert.match(
      cli(['check', 'wrong.json'], { cwd }).stdout,
      /^wrong\.json:1:26: error term-format\n[^]* {2}1 \| \{"id":101,"licence_term":"P1W x"\}\n {4}\| {26}\^{7}\n/,
    );
    assert.match(cli(['check', 'lines.ndjson'], { cwd }).stdout, /^lines\.ndjson:3:26: error term-format\n/m);
    assert.match(
      cli(['check', '--catalogue', '--config', 'none.json', 'wrong.json', 'lines.ndjson'], {
        cwd: given({ 'none.json': '{}', 'wrong.json': `\ufeff${wrong}`, 'lines.ndjson': `\ufeff${wrong}` }),
      }).stdout,
      /^wrong\.json:1:26: [^]*^lines\.ndjson:1:26: /m,
    );
    assert.equal(cli(['check', '--fix', 'fixable.json'], { cwd }).status, 0);
    assert.equal(readFileSync(join(cwd, 'fixable.json'), 'utf8'), `\ufeff${fixable.replace('p6d', 'P6D')}`);
    assert.equal(cli(['effective', 'good.json'], { cwd }).status, 0);
  });

  it('is 1 for more warnings than allowed', () => {
    const cwd = given({ 'a.json': warned, 'b.json': warned });
    assert.equal(cli(['check', '.', '--max-warnings', '2'], { cwd }).status, 0);
    const { status, stderr } = cli(['check', '.', '--max-warnings', '1'], { cwd });
    assert.equal(status, 1);
    assert.match(stderr, /2 warnings, at most 1 is allowed/);
    assert.match(cli(['check', 'a.json', '--max-warnings', '0'], { cwd }).stderr, /1 warning, at most 0 are allowed/);
    for (const limit of ['0', '1']) {
      const result = cli(['check', '.', '--max-diagnostics', limit, '--max-warnings', '1'], { cwd });
      assert.deepEqual([result.status, result.stderr], [1, 'renewal-rules: 2 warnings, at most 1 is allowed\n']);
    }
    assert.equal(cli(['check', '.', '--max-diagnostics', '0', '--max-warnings', '2'], { cwd }).status, 0);
  });

  it('is 2 where the output cannot be written', () => {
    const cwd = given({ 'good.json': good });
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${command}" check good.json > /dev/full`],
      { cwd, encoding: 'utf8' },
    );
    assert.deepEqual([status, stderr.split('\n').length], [2, 2]);
    assert.match(stderr, /^renewal-rules: ENOSPC/);
  });

  it('makes no noise where the reader of the output has seen enough', () => {
    const cwd = given({ 'a.ndjson': `${wrong.repeat(5000)}` });
    const { stderr, stdout } = spawnSync(
      'sh',
      ['-c', `"${process.execPath}" "${command}" check a.ndjson | head -n 1`],
      { cwd, encoding: 'utf8' },
    );
    assert.equal(stderr, '');
    assert.match(stdout, /^a\.ndjson:1:/);
  });
});

describe('formats', () => {
  const names = ['several.json', 'trial.json', 'wide.json', 'not-json.json', 'catalogue.ndjson'].map(
    (name) => `examples/broken/${name}`,
  );

  it('stylish: the same as the native example prints', () => {
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

  it('json: the reports as they are, with the names of the files', () => {
    const result = JSON.parse(cli(['check', '--format', 'json', ...names], { cwd: project }).stdout);
    assert.deepEqual(
      result,
      names.map((file) => {
        const bytes = readFileSync(join(project, file));
        return { file, report: file.endsWith('ndjson') ? checkCatalogue(bytes, { layout: 'lines' }) : check(bytes) };
      }),
    );
    assert.deepEqual(Object.keys(result[0].report), ['valid', 'configuration', 'trial', 'diagnostics']);
  });

  it('sarif: valid by the standard, with places and fixes', () => {
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
      cli(['check', '--format', 'sarif', '.'], { cwd }).stdout,
      cli(['check', '--format', 'sarif', 'clean.json'], { cwd }).stdout,
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

  it('junit: XML with a suite for each file and the numbers that it has', () => {
    const hostile = '<a>&"\u0007\'.json';
    const cwd = given({ [hostile]: '{"licence_term":"\\u0001]]>\\ufffe","name":""}', 'clean.json': good });
    const { stdout } = cli(['check', '--format', 'junit', '.'], { cwd });
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

  it('junit: what stands in a name begins no line', () => {
    const cwd = given({ 'a\n::error::b.json': '{"renew_settings":{"\\n::error::c":1}}' });
    const { stdout } = cli(['check', '--format', 'junit', '.'], { cwd });
    assert.doesNotMatch(stdout, /^::/m);
    const xml = new new JSDOM().window.DOMParser().parseFromString(stdout, 'application/xml');
    assert.equal(xml.querySelector('testsuite').getAttribute('name'), 'a\n::error::b.json');
    assert.equal(
      xml.querySelector('testcase[name^=unknown]').getAttribute('name'),
      'unknown-field at /renew_settings/\n::error::c',
    );
  });

  it('those for tools name files by their repository, that for people by the folder they are in', () => {
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
      JSON.parse(
        cli(['check', '--format', 'json', '--stdin-filename', 'c.json', '-'], { cwd: join(cwd, 'pkg'), input: good })
          .stdout,
      )[0].file,
      'pkg/c.json',
    );
    symlinkSync(cwd, join(folder, 'link'));
    assert.match(cli(['check', '--format', 'github', join(folder, 'link/b.json')], { cwd }).stdout, / file=b\.json,/);
    assert.match(result('stylish'), /^store\/a\.json:1:26: [^]*^\.\.\/b\.json:1:26: /m);
  });

  it('quiet: errors only, in each of them', () => {
    const cwd = given({ 'a.json': '{"name":"","licence_term":"P1W x"}', 'b.json': warned });
    for (const format of ['stylish', 'json', 'github', 'junit']) {
      const { stdout } = cli(['check', '--quiet', '--format', format, '.'], { cwd });
      assert.match(stdout, /term-format/);
      assert.doesNotMatch(stdout, /empty-text/);
    }
  });

  it('colours only where they are wanted', () => {
    const cwd = given({ 'a.json': wrong });
    assert.doesNotMatch(cli(['check', 'a.json'], { cwd }).stdout, /\x1b/);
    assert.match(cli(['check', '--color', 'a.json'], { cwd }).stdout, /\x1b\[1;31merror/);
    assert.doesNotMatch(cli(['check', '--color', '--no-color', 'a.json'], { cwd }).stdout, /\x1b/);
    assert.doesNotMatch(cli(['check', '--color', '--format', 'json', 'a.json'], { cwd }).stdout, /\x1b/);
  });
});

describe('files', () => {
  const cwd = given({
    'a.json': good,
    'b.jsonl': good,
    'c.txt': good,
    'd/e.json': good,
    'd/f/g.json': good,
    'd/[x].json': good,
    'node_modules/n.json': good,
    '.hidden/h.json': good,
  });
  const names = (...args) =>
    JSON.parse(cli(['check', '--format', 'json', ...args], { cwd }).stdout).map(({ file }) => file);

  it('are named one by one, by folder or by pattern', () => {
    assert.deepEqual(names('d/f/g.json', './a.json', join(cwd, 'a.json')), ['d/f/g.json', 'a.json']);
    assert.deepEqual(names('.'), ['a.json', 'b.jsonl', 'd/[x].json', 'd/e.json', 'd/f/g.json']);
    assert.deepEqual(names('*.json'), ['a.json']);
    assert.deepEqual(names('**/*.json'), ['a.json', 'd/[x].json', 'd/e.json', 'd/f/g.json']);
    assert.deepEqual(names('d/**'), ['d/[x].json', 'd/e.json', 'd/f/g.json']);
    assert.deepEqual(names('{a,d/e}.json', '?.{jsonl,txt}'), ['a.json', 'd/e.json', 'b.jsonl', 'c.txt']);
    assert.deepEqual(names('d/[x].json'), ['d/[x].json'], 'a file is a file, whatever its name means as a pattern');
    assert.deepEqual(names('[a-b].json*'), ['a.json', 'b.jsonl']);
    assert.deepEqual(names('.hidden/*.json'), ['.hidden/h.json']);
    assert.deepEqual(names(join(cwd, 'd', '*.json')), ['d/[x].json', 'd/e.json']);
    assert.deepEqual(names('../*/a.json').includes('a.json'), true);
  });

  it('are read from standard input, by a name', () => {
    assert.match(cli(['check', '-'], { input: wrong }).stdout, /^<stdin>:1:26: error term-format/);
    const { stdout, status } = cli(['check', '-', '--stdin-filename', 'x/y.json'], { input: wrong });
    assert.match(stdout, /^x\/y\.json:1:26:/);
    assert.equal(status, 1);
  });

  it('are what stands in them, side by side in one run', () => {
    const [right, wrong] = ['{"id":1,"licence_term":"P1M"}', '{"id":1}'];
    const cwd = given({
      'a.json': right,
      'b.json': `[${right},${wrong}]`,
      'c.json': `${right}\n${wrong}\n`,
      'd.ndjson': `${right}\n`,
      'e.jsonl': `[${right},${wrong}]`,
    });
    const result = JSON.parse(cli(['check', '--format', 'json', '.'], { cwd }).stdout);
    assert.deepEqual(
      result.map(({ file, report }) => [
        file,
        'configuration' in report,
        report.diagnostics.map(({ path }) => path).join(),
      ]),
      [
        ['a.json', true, ''],
        ['b.json', false, '/1/id'],
        ['c.json', false, '/1/id'],
        ['d.ndjson', false, ''],
        ['e.jsonl', false, '/1/id'],
      ],
    );
    refused(
      ['check', '--role', 'renewal', 'a.json', 'b.json'],
      /--role does not apply to catalogues, and b\.json is one/,
      { cwd },
    );
    assert.equal(cli(['check', '--role', 'renewal', 'a.json'], { cwd }).status, 0);
  });

  it('that cannot be read do not stop the others', () => {
    const folder = given({ 'a.json': wrong });
    symlinkSync('loop.json', join(folder, 'loop.json'));
    symlinkSync('gone.json', join(folder, 'link.json'));
    const { status, stdout, stderr } = cli(['check', '*.json'], { cwd: folder });
    // Links that lead to no file are only told of.
    assert.deepEqual([status, stdout.slice(0, 9)], [1, 'a.json:1:']);
    assert.match(stderr, /link\.json: the link leads nowhere\n.*loop\.json: ELOOP/);
    // Nobody can read it from its start.
    symlinkSync('/proc/self/mem', join(folder, 'b.json'));
    assert.match(refused(['check', '.'], /b\.json/, { cwd: folder }), /a\.json:1:/);
  });
});

describe('fixes', () => {
  const fixed = fixable.replace('p6d', 'P6D');

  it('are written, and nothing else is changed', () => {
    const cwd = given({
      'a.json': fixable,
      'good.json': good,
      'wrong.json': wrong,
      'bytes.json': Buffer.from([0xff]),
      'l.ndjson': `\n${fixable.replaceAll('\r\n', '')}\n\n{`,
    });
    chmodSync(join(cwd, 'a.json'), 0o640);
    // Only root can give a file to somebody else.
    const owner = process.getuid() || 1000;
    chownSync(join(cwd, 'a.json'), owner, process.getgid());
    symlinkSync('a.json', join(cwd, 'link.json'));
    const before = statSync(join(cwd, 'good.json'));
    const { status, stdout } = cli(
      ['check', '--fix', 'link.json', 'good.json', 'wrong.json', 'bytes.json', 'l.ndjson'],
      { cwd },
    );
    assert.equal(status, 1);
    assert.match(stdout, /2 fixes made/);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), fixed);
    assert.equal(statSync(join(cwd, 'a.json')).mode & 0o777, 0o640);
    assert.equal(statSync(join(cwd, 'a.json')).uid, owner);
    assert.ok(lstatSync(join(cwd, 'link.json')).isSymbolicLink());
    assert.equal(statSync(join(cwd, 'good.json')).ino, before.ino, 'an unchanged file is not written');
    assert.equal(readFileSync(join(cwd, 'wrong.json'), 'utf8'), wrong);
    assert.deepEqual(readFileSync(join(cwd, 'bytes.json')), Buffer.from([0xff]));
    assert.equal(readFileSync(join(cwd, 'l.ndjson'), 'utf8'), `\n${fixed.replaceAll('\r\n', '')}\n\n{`);
    assert.deepEqual(readdirSync(cwd).sort(), [
      'a.json',
      'bytes.json',
      'good.json',
      'l.ndjson',
      'link.json',
      'wrong.json',
    ]);
    assert.equal(cli(['check', '--fix', 'a.json'], { cwd }).status, 0);
  });

  it('are made whatever comes to light', () => {
    const lonely = '[{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[6],"renew_email":true}}]';
    const cwd = given({ 'a.json': lonely });
    assert.match(cli(['check', '--catalogue', 'a.json'], { cwd }).stdout, /chain-too-short[^]*1 can be fixed/);
    assert.match(
      cli(['check', '--catalogue', '--fix', 'a.json'], { cwd }).stdout,
      /chain-unknown-product[^]*1 fix made/,
    );
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), lonely.replace('[6]', '[6,6]'));
  });

  it('are reported without being written', () => {
    const cwd = given({ 'a.json': fixable });
    const { status, stdout } = cli(['check', '--fix-dry-run', '--format', 'json', 'a.json'], { cwd });
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout)[0].output, fixed);
    assert.match(cli(['check', '--fix-dry-run', 'a.json'], { cwd }).stdout, /1 fix would be made/);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), fixable);
    assert.equal(
      JSON.parse(cli(['check', '--fix-dry-run', '--format', 'json', '-'], { input: fixable }).stdout)[0].output,
      fixed,
    );
    assert.equal(
      JSON.parse(cli(['check', '--fix', '--format', 'json', 'a.json'], { cwd }).stdout)[0].output,
      undefined,
    );
  });

  it('need a file, and one way to make them', () => {
    refused(['check', '--fix', '-'], /standard input/);
    refused(['check', '--fix', '--fix-dry-run', '-'], /exclude each other/);
  });

  it('are not limited by how many problems are reported', () => {
    const cwd = given({ 'a.json': '{"licence_term":"p6d","renew_settings":{"product_id_for_renew":[2]}}' });
    cli(['check', '--fix', '--max-diagnostics', '1', 'a.json'], { cwd });
    assert.equal(
      readFileSync(join(cwd, 'a.json'), 'utf8'),
      '{"licence_term":"P6D","renew_settings":{"product_id_for_renew":[2,2]}}',
    );
  });

  it('are not begun where an option is wrong for any of the files', () => {
    const files = { 'a.json': fixable, 'b.ndjson': '{"id":1,"licence_term":"p6d"}' };
    const onlyProducts = [
      ['operation', 'update'],
      ['role', 'renewal'],
      ['consent', 'declined'],
      ['trial', 'true'],
      ['product-id', '1'],
      ['current', 'a.json'],
    ];
    for (const [flag, value] of onlyProducts) {
      const cwd = given(files);
      refused(
        ['check', '--fix', `--${flag}`, value, 'a.json', 'b.ndjson'],
        new RegExp(`--${flag} does not apply to catalogues, and b\\.ndjson is one`),
        { cwd },
      );
      assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), fixable);
    }
    const configured = { 'renewal-rules.config.json': '{"trial":"maybe"}', ...files };
    for (const [args, all] of /** @type {any[][]} */ ([
      [['--consent', 'x', 'a.json'], files],
      [['b.ndjson', 'a.json'], configured],
      [['b.ndjson'], configured],
    ])) {
      const cwd = given(all);
      refused(['check', '--fix', ...args], /`(--consent|trial)` must be/, { cwd });
      for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(cwd, name), 'utf8'), text);
    }
  });

  it('that cannot be written leave the file as it was', () => {
    // No name beside it can be longer; not even root can make one.
    const name = `${'a'.repeat(250)}.json`;
    const cwd = given({ [name]: fixable });
    refused(['check', '--fix', name], /could not be written/, { cwd });
    assert.deepEqual(readdirSync(cwd), [name]);
    assert.equal(readFileSync(join(cwd, name), 'utf8'), fixable);
  });
});

describe('the configuration file', () => {
  const email = '{"id":1,"licence_term":"P5D","renew_settings":{"product_id_for_renew":[2,2],"renew_email":true}}';
  const config = (value) => JSON.stringify(value);
  const codes = (cwd, ...args) =>
    JSON.parse(cli(['check', '--format', 'json', ...args], { cwd }).stdout)[0].report.diagnostics.map(
      ({ code, severity }) => `${severity} ${code}`,
    );

  it('is found in this folder or above it, and flags go before it', () => {
    const cwd = given({
      'renewal-rules.config.json': config({ $schema: 'x', payment: 'offline' }),
      'a/b/c.json': email,
      'a/other.json': config({ payment: 'online' }),
    });
    const inside = join(cwd, 'a/b');
    assert.deepEqual(codes(inside, 'c.json'), ['error term-below-minimum']);
    assert.deepEqual(codes(inside, 'c.json', '--payment', 'online'), []);
    assert.deepEqual(codes(inside, 'c.json', '--config', '../other.json'), []);
    assert.deepEqual(codes(inside, 'c.json', '--email-offline-min-days', '5'), []);
  });

  it('joins limits one by one', () => {
    const cwd = given({
      'renewal-rules.config.json': config({
        payment: 'offline',
        limits: { emailOfflineMinDays: 5, emailOnlineMinDays: 9 },
      }),
      'a.json': email,
    });
    assert.deepEqual(codes(cwd, 'a.json'), []);
    assert.deepEqual(codes(cwd, 'a.json', '--email-offline-min-days', '6'), ['error term-below-minimum']);
    assert.deepEqual(codes(cwd, 'a.json', '--email-online-min-days', '1'), []);
  });

  it('states the files, the format and what is allowed', () => {
    const cwd = given({
      'renewal-rules.config.json': config({ files: ['p/*.json'], format: 'github', maxWarnings: 0, quiet: false }),
      'p/a.json': warned,
      'q/x.txt': '',
    });
    const { status, stdout } = cli(['check'], { cwd: join(cwd, 'q') });
    assert.equal(status, 1);
    assert.ok(stdout.startsWith(`::warning file=${join(cwd, 'p/a.json')},`), stdout);
    assert.equal(cli(['check', '--max-warnings', '1'], { cwd }).status, 0);
  });

  it('is not a product, and flags switch off what it switches on', () => {
    const cwd = given({
      'renewal-rules.config.json': config({ files: ['.'], catalogue: true, quiet: true }),
      'a.json': `[${warned},{"id":1}]`,
      'b.json': '{"id":1,"licence_term":"P1M"}',
    });
    const names = (...args) =>
      JSON.parse(cli(['check', '--format', 'json', ...args], { cwd }).stdout).map(({ file, report }) => [
        file,
        report.valid,
        report.diagnostics.length,
      ]);
    assert.deepEqual(names(), [
      ['a.json', true, 0],
      ['b.json', false, 1],
    ]);
    assert.deepEqual(names('*.json', '--no-quiet'), [
      ['a.json', true, 1],
      ['b.json', false, 1],
    ]);
    assert.deepEqual(names('--no-catalogue'), [
      ['a.json', true, 0],
      ['b.json', true, 0],
    ]);
    assert.deepEqual(names('renewal-rules.config.json', '--no-catalogue')[0].slice(0, 1), [
      'renewal-rules.config.json',
    ]);
  });

  it('names the product as it is by its own folder, and spares catalogues what they do not take', () => {
    const update = config({ operation: 'update', current: 'current.json', consent: 'declined' });
    const cwd = given({
      'renewal-rules.config.json': update,
      'current.json': '{"id":1,"localization_values":{"en_US":{},"de_DE":{}}}',
      'a/b.json': '{"localization_values":{"en_US":{}}}',
      'a/c.ndjson': '{"id":1}',
    });
    assert.deepEqual(codes(join(cwd, 'a'), 'b.json'), ['warning patch-drops-locales']);
    assert.deepEqual(codes(join(cwd, 'a'), 'c.ndjson'), []);
    assert.deepEqual(codes(cwd, 'a/b.json', '--current', 'a/b.json'), []);
  });

  it('may have comments', () => {
    const cwd = given({
      'renewal-rules.config.json': '{\n  // As a team agreed.\n  "rules": { "price-format": "off" /* for now */ }\n}\n',
      'a.json': good,
    });
    assert.equal(cli(['check', 'a.json'], { cwd }).status, 0);
  });

  it('is refused where it is wrong', () => {
    for (const [text, pattern] of [
      ['{"paymnet":"online"}', /no option `paymnet`; did you mean `payment`\?/],
      ['{"xyz":"online"}', /no option `xyz`; the options are `operation`/],
      ['{"__proto__":1}', /no option `__proto__`/],
      ['{"payment":"cash"}', /renewal-rules\.config\.json: the option `payment` must be one of/],
      ['{"limits":{"x":1}}', /renewal-rules\.config\.json: .*`limits\.x`/],
      [
        '{"rules":{"chain-emtpy":"off"}}',
        /renewal-rules\.config\.json: the option `rules` names `chain-emtpy`, but there is no such code; did you mean `chain-empty`\?/,
      ],
      ['{"overrides":[{"payment":"online"}]}', /each of `overrides` must have `files`/],
      [
        '{"overrides":[{"files":["x/"],"payment":"cash"}]}',
        /renewal-rules\.config\.json: the option `payment` must be one of/,
      ],
      ['{"overrides":[{"files":["x/"],"maxWarnings":1}]}', /no option `maxWarnings`/],
      ['{"format":1}', /`format` must be a text, or a list of texts/],
      ['{"format":["sarif","json"]}', /only one format can go to standard output/],
      ['{"limits":3}', /`limits` must be/],
      ['{"maxWarnings":-1}', /`maxWarnings` must be/],
      ['{"files":"a"}', /`files` must be/],
      ['{"files":[]}', /`files` must be a list of texts, one at least/],
      ['{"quiet":1}', /`quiet` must be/],
      ['{"current":"none.json"}', /none\.json/],
      [
        '{"operation":"update","current":"cut.json"}',
        /renewal-rules\.config\.json: the option `current` must be the product as it is/,
      ],
      ['[]', /must be an object/],
      ['{', /is not JSON/],
      ['{ // who\n"quiet": tru }', /is not JSON/],
    ]) {
      const cwd = given({ 'renewal-rules.config.json': text, 'a.json': good, 'cut.json': '{' });
      refused(['check', 'a.json'], pattern, { cwd });
    }
    refused(['check', '--config', 'none.json', '-'], /none\.json/);
  });
});

describe('the other commands', () => {
  it('effective shows the kind with its trace', () => {
    const file = 'examples/products/pair.json';
    const { status, stdout } = cli(['effective', file, '--consent', 'declined', '--pmr-online-min-days', '400'], {
      cwd: project,
    });
    assert.equal(status, 0);
    assert.match(
      stdout,
      /^examples\/products\/pair\.json\n.*pair.*\n.*Email renewal\n.*AR does not apply: the buyer declined.*\n.*PMR does not apply: the licence term is too short/,
    );
    const decision = JSON.parse(cli(['effective', file, '--format', 'json'], { cwd: project }).stdout);
    assert.equal(decision.kind, 'ar');
    assert.deepEqual([decision.file, decision.path], [file, '']);
    assert.deepEqual(Object.keys(decision).slice(2), [
      'kind',
      'configuration',
      'trial',
      'reason',
      'considered',
      'assumed',
    ]);
    assert.equal(cli(['effective', '-'], { input: '{' }).status, 1);
    assert.equal(cli(['effective', '-'], { input: '{}' }).status, 0);
    refused(['effective', '-', '--consent', 'x'], /`--consent`/, { input: '{}' });
    refused(['effective'], /name a file/);
    const cwd = given({
      'a.json': good,
      'l.ndjson': `${good}${wrong}`,
      'package.json': '{"name":"x","version":"1"}',
      'others/x.json': '{"compilerOptions":{}}',
    });
    const all = cli(['effective', '-f', 'json', '.'], { cwd });
    assert.deepEqual(
      [
        all.status,
        all.stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
          .map(({ file, path, reason }) => [file, path, reason]),
      ],
      [
        1,
        [
          ['a.json', '', 'not-configured'],
          ['l.ndjson', '/0', 'not-configured'],
          ['l.ndjson', '/1', 'malformed'],
        ],
      ],
    );
    refused(['effective', 'others'], /no file has products/, { cwd });
  });

  it('explain describes every code', () => {
    const codes = rules().map(({ code }) => code);
    const { status, stdout } = cli(['explain', ...codes]);
    assert.equal(status, 0);
    for (const { code, title, explanation } of rules()) {
      assert.ok(stdout.includes(`${code} (`) && stdout.includes(title));
      assert.ok(stdout.replace(/\s+/g, ' ').includes(explanation.replace(/\s+/g, ' ')), code);
    }
    assert.equal(JSON.parse(cli(['explain', 'chain-empty', '--format', 'json']).stdout).code, 'chain-empty');
    refused(['explain', 'chain-emtpy'], /no code "chain-emtpy"; did you mean `chain-empty`\?/);
    refused(['explain'], /name a code/);
  });

  it('rules lists them', () => {
    assert.equal(cli(['rules']).stdout.trimEnd().split('\n').length, rules().length);
    assert.deepEqual(JSON.parse(cli(['rules', '--format', 'json']).stdout), rules());
    assert.match(cli(['rules', '--format', 'markdown']).stdout, /^# Rules\n[^]*\n## `chain-empty`\n/);
  });

  it('the help and the README name every key of the configuration file', () => {
    const keys = optionsOfConfiguration();
    assert.ok(keys.length > 10);
    const help = cli(['check', '--help']).stdout;
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const key of keys) {
      assert.match(help.split('The configuration file is')[1], new RegExp(`\\b${key}\\b`));
      assert.ok(readme.includes(`\`${key}\``), key);
    }
  });

  it('help and version', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    assert.equal(cli(['--version']).stdout, `${version}\n`);
    for (const args of [
      ['--help'],
      ['help'],
      ['check', '--help'],
      ['help', 'check'],
      ['effective', '-h'],
      ['explain', '--help'],
      ['rules', '--help'],
    ]) {
      const { status, stdout } = cli(args);
      assert.equal(status, 0);
      assert.match(stdout, /Usage: renewal-rules/);
    }
  });

  it('completions complete commands, flags and their words in bash', () => {
    const script = join(given({ 'completions.bash': cli(['completions', 'bash']).stdout }), 'completions.bash');
    const completed = (...words) => {
      const run =
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _renewal_rules; printf "%s\n" "${COMPREPLY[@]}"';
      return execFileSync('bash', ['-c', run, 'bash', script, 'renewal-rules', ...words], { encoding: 'utf8' })
        .trim()
        .split('\n');
    };
    assert.deepEqual(completed('ti'), ['timeline']);
    assert.deepEqual(completed('check', '--fix'), ['--fix', '--fix-dry-run']);
    assert.deepEqual(completed('diff', '-f', ''), ['text', 'markdown', 'json']);
    assert.deepEqual(completed('check', '--rule', 'price-format=w'), ['price-format=warning']);
    assert.deepEqual(completed('explain', 'price-f'), ['price-format']);
    assert.deepEqual(completed('completions', 'f'), ['fish']);
    // What is a file is completed by the shell itself.
    assert.deepEqual(completed('check', ''), ['']);
    // Each flag of the help is one that is completed, in the other shells, too.
    const scripts = ['bash', 'zsh', 'fish'].map((shell) => cli(['completions', shell]).stdout);
    for (const [, flag] of cli(['check', '--help']).stdout.matchAll(/^ .{5}--([\w-]+)/gm)) {
      for (const text of scripts) assert.match(text, new RegExp(`[ -]${flag}\\b`), flag);
    }
    refused(['completions'], /name one shell: bash, zsh, fish/);
    refused(['completions', 'csh'], /no shell "csh"/);
  });
});
