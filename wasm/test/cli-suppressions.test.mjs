// Tests suppressions: recorded findings are not reported again.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import { allRefused, CONFIG, cli, codes, given, refused, shell, text, wrong } from './cli.js';

const SUPPRESSIONS = 'renewal-rules-suppressions.json';
const known = (cwd, file = SUPPRESSIONS) => JSON.parse(readFileSync(join(cwd, file), 'utf8'));
const suppress = (cwd, ...args) => cli(['check', '--suppress-all', ...args, '.'], { cwd });

const files = {
  'a.json': '{"id":101,"name":"","licence_term":"p6d"}',
  'b/all.json': '[{"id":1,"name":""},{"name":"","licence_term":"x"},{"id":3,"licence_term":"p1m"}]',
  'c.ndjson': '{"id":7,"licence_term":"P1M"}\n{"id":7,"name":""}\n{"id":7,"name":""}\n',
};

describe('suppressions', () => {
  it('are sorted by file, code and product', () => {
    const cwd = given(files);
    const { status, stdout, stderr } = suppress(cwd);
    assert.deepEqual([status, stdout, stderr], [0, '3 files checked, no problems; 10 suppressed\n', '']);
    assert.equal(
      readFileSync(join(cwd, SUPPRESSIONS), 'utf8'),
      `{
  "a.json": {
    "empty-text 101/name": 1,
    "term-format 101/licence_term": 1
  },
  "b/all.json": {
    "empty-text /1/name": 1,
    "empty-text 1/name": 1,
    "term-format /1/licence_term": 1,
    "term-format 3/licence_term": 1
  },
  "c.ndjson": {
    "duplicate-product-id 7/id": 2,
    "empty-text 7/name": 2
  }
}
`,
    );
    assert.match(cli('check .', { cwd }).stdout, /^3 files checked, no problems; 10 suppressed\n$/);
    assert.equal(suppress(cwd).status, 0, 'in a second run');
  });

  it('do not hide new diagnostics, which set the exit status', () => {
    const cwd = given(files);
    suppress(cwd);
    writeFileSync(join(cwd, 'a.json'), '\n{\n "licence_term": "p7d",\n "name":\n "", "id": 101, "variant": [] }');
    writeFileSync(
      join(cwd, 'b/all.json'),
      '[{"id":3,"licence_term":"p1m"},{"name":"","licence_term":"x"},{"id":1,"name":""}]',
    );
    writeFileSync(join(cwd, 'c.ndjson'), `${files['c.ndjson']}{"id":7}\n`);
    assert.deepEqual(codes('.', { cwd }), {
      'a.json': ['warning unknown-field /variant'],
      'b/all.json': [],
      'c.ndjson': ['error duplicate-product-id /3/id'],
    });
    assert.equal(cli('check .', { cwd }).status, 1);
    assert.equal(cli('check a.json', { cwd }).status, 0);
    assert.equal(cli('check a.json --max-warnings 0', { cwd }).status, 1);
    assert.equal(cli('check b --max-warnings 0', { cwd }).status, 0);
    assert.deepEqual(
      codes('a.json --max-diagnostics 1', { cwd }),
      { 'a.json': ['warning unknown-field /variant'] },
      'the limit counts new diagnostics',
    );
    const [all] = JSON.parse(cli('check . -f json', { cwd }).stdout);
    assert.deepEqual([all.report.valid, all.report.suppressed], [true, 2]);
  });

  it('match after products, variants and lines were moved', () => {
    const variant = (sku) => `{"vendor_code":"","sku":"${sku}","price":{"common":{"currency":"USD","price":"1.00"}}}`;
    const product = (id, ...skus) => `{"id":${id},"variants":[${skus.map(variant).join()}],"licence_term":"p1m"}`;
    const old = { 'a.json': product(1, 'A', '1/~'), 'b.ndjson': `${product(2, 'A')}\n${product(3, 'B')}\n` };
    const cwd = given(old);
    suppress(cwd);
    assert.deepEqual(Object.keys(known(cwd)['a.json']), [
      'empty-text 1/variants/sku:1~1~0/vendor_code',
      'empty-text 1/variants/sku:A/vendor_code',
      'term-format 1/licence_term',
    ]);
    writeFileSync(join(cwd, 'a.json'), product(1, '1/~', 'N', 'A').replaceAll('{', '{\n'));
    writeFileSync(join(cwd, 'b.ndjson'), `\n${product(4, 'A')}\n${product(3, 'B')}\n\n${product(2, 'A')}\n`);
    assert.deepEqual(codes('.', { cwd }), {
      'a.json': ['warning empty-text /variants/1/vendor_code'],
      'b.ndjson': ['error term-format /0/licence_term', 'warning empty-text /0/variants/0/vendor_code'],
    });
    assert.equal(cli('check .', { cwd }).stderr, '', 'no suppression is stale');
  });

  it('are kept for a file that could not be read as JSON', () => {
    const cwd = given(files);
    suppress(cwd);
    const before = known(cwd);
    writeFileSync(join(cwd, 'a.json'), files['a.json'].slice(0, -1));
    writeFileSync(join(cwd, 'c.ndjson'), '{"licence_term":\n{"licence_term":"P1M"}\n');
    // So little is left of this file that nothing shows that it had products.
    writeFileSync(join(cwd, 'b/all.json'), '[{"id":');
    for (const catalogue of ['', '--catalogue ']) {
      const { status, stderr } = cli(`check --prune-suppressions ${catalogue}.`, { cwd });
      assert.equal(status, 1);
      assert.doesNotMatch(stderr, /was removed/);
      assert.deepEqual(known(cwd), before);
    }
  });

  it('are reported if stale, and removed by --prune-suppressions', () => {
    const cwd = given({ ...files, 'd.json': files['a.json'] });
    suppress(cwd);
    writeFileSync(join(cwd, 'a.json'), '{"id":101,"name":"A","licence_term":"p6d"}');
    writeFileSync(join(cwd, 'c.ndjson'), '{"id":7,"licence_term":"P1M"}\n{"id":7,"name":""}\n');
    rmSync(join(cwd, 'd.json'));
    const old = readFileSync(join(cwd, SUPPRESSIONS), 'utf8');
    const named = [
      'a.json: empty-text 101/name',
      'c.ndjson: duplicate-product-id 7/id',
      'c.ndjson: empty-text 7/name',
      'd.json: empty-text 101/name',
      'd.json: term-format 101/licence_term',
    ];
    const lines = (stderr) => stderr.trim().split('\n  ');
    const { status, stderr } = cli('check .', { cwd });
    assert.equal(status, 0);
    assert.deepEqual(lines(stderr), [
      `renewal-rules: ${SUPPRESSIONS}: stale suppressions; --prune-suppressions removes them:`,
      ...named,
    ]);
    assert.equal(readFileSync(join(cwd, SUPPRESSIONS), 'utf8'), old);
    assert.deepEqual(
      lines(cli('check b', { cwd }).stderr).slice(1),
      named.slice(-2),
      'existing files that are not checked are not reported',
    );
    assert.deepEqual(lines(cli('check --prune-suppressions .', { cwd }).stderr), [
      `renewal-rules: ${SUPPRESSIONS}: removed stale suppressions:`,
      ...named,
    ]);
    assert.deepEqual(known(cwd), {
      'a.json': { 'term-format 101/licence_term': 1 },
      'b/all.json': JSON.parse(old)['b/all.json'],
      'c.ndjson': { 'duplicate-product-id 7/id': 1, 'empty-text 7/name': 1 },
    });
    assert.deepEqual([cli('check .', { cwd }).stderr, cli('check .', { cwd }).status], ['', 0]);
  });

  it('contain only the codes given by --suppress-rule', () => {
    const cwd = given(files);
    assert.equal(cli('check --suppress-rule term-format .', { cwd }).status, 1);
    assert.deepEqual(known(cwd), {
      'a.json': { 'term-format 101/licence_term': 1 },
      'b/all.json': { 'term-format /1/licence_term': 1, 'term-format 3/licence_term': 1 },
    });
    assert.equal(cli('check --suppress-rule empty-text --suppress-rule duplicate-product-id .', { cwd }).status, 0);
    assert.deepEqual(Object.keys(known(cwd)['a.json']), ['empty-text 101/name', 'term-format 101/licence_term']);
    refused('check --suppress-rule term-fromat .', /there is no code "term-fromat"; did you mean `term-format`\?/, {
      cwd,
    });
    writeFileSync(join(cwd, CONFIG), '{}');
    refused('check --suppress-rule json-syntax .', /^renewal-rules: `json-syntax` cannot be suppressed/, { cwd });
  });

  it('never contain json-syntax or not-checked', () => {
    const cwd = given({
      'a.json': '{"licence_term":',
      'b.json': '{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2,2],"renew_pmr":true}}',
    });
    assert.deepEqual(suppress(cwd, '-f', 'json').status, 1);
    assert.deepEqual(known(cwd), {});
    assert.deepEqual(codes('.', { cwd }), { 'a.json': ['error json-syntax'], 'b.json': ['info not-checked'] });
  });

  it('apply to catalogues, fixes and standard input', () => {
    const cwd = given(files);
    suppress(cwd, '--catalogue');
    assert.match(cli('check --catalogue .', { cwd }).stdout, /no problems; 10 suppressed/);
    const args = ['check', '--stdin-filename', 'b/all.json', '-'];
    assert.equal(cli(args, { cwd, input: files['b/all.json'] }).status, 0);
    assert.equal(cli('check -', { cwd, input: files['b/all.json'] }).status, 1);
    const { stdout, stderr } = cli('check --fix .', { cwd });
    assert.match(stdout, /no problems; 8 suppressed; 2 fixes made/);
    assert.match(stderr, /a\.json: term-format 101\/licence_term\n {2}b\/all\.json: term-format 3\/licence_term\n$/);
  });

  it('are in the given file, or beside the configuration', () => {
    const cwd = given({ ...files, [CONFIG]: { maxDiagnostics: 1 } });
    suppress(join(cwd, 'b'));
    assert.deepEqual(Object.keys(known(cwd)), ['b/all.json']);
    assert.equal(cli('check .', { cwd: join(cwd, 'b') }).status, 0);
    writeFileSync(join(cwd, CONFIG), text({ suppressions: 'b/known.json' }));
    refused('check .', /b\/known\.json: no such suppressions file/, { cwd });
    suppress(cwd);
    assert.deepEqual(Object.keys(known(cwd, 'b/known.json')), ['../a.json', '../c.ndjson', 'all.json']);
    assert.equal(cli(['check', '.', '--suppressions-location', SUPPRESSIONS], { cwd }).status, 1);
    assert.equal(cli('check . --no-suppressions', { cwd }).status, 1);
    assert.equal(cli('check .', { cwd }).status, 0);
    writeFileSync(join(cwd, CONFIG), text({ suppressions: join(cwd, 'b/known.json') }));
    assert.equal(cli('check .', { cwd }).status, 0);
    const schema = JSON.parse(readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8'));
    assert.ok(new Ajv({ strict: false }).validate(schema, { suppressions: 'b/known.json' }));
  });

  it('are written to a new folder, and apply to standard input', () => {
    const cwd = given({});
    const check = (option) =>
      cli(`check ${option} --suppressions-location new/dir/known.json --stdin-filename x.json -`, {
        cwd,
        input: '{"licence_term":"p6d"}',
      });
    for (const option of ['--suppress-all', '--quiet', '--prune-suppressions', '--quiet']) {
      const { status, stderr } = check(option);
      assert.deepEqual([status, stderr], [0, ''], option);
    }
    assert.deepEqual(Object.keys(known(cwd, 'new/dir/known.json')), ['../../x.json']);
  });

  it('are rejected if their file is missing or malformed', () => {
    const cwd = given({
      ...files,
      'list.json': '[]',
      'text.json': '{',
      'old.json': '{"a.json":{"term-format /licence_term":"1"}}',
    });
    allRefused(cwd, [
      [
        'check a.json --suppressions-location none.json',
        /none\.json: no such suppressions file; create it with --suppress-all\n$/,
      ],
      [
        'check a.json --suppressions-location list.json',
        /list\.json: expected a suppressions file, which is an object of files\n$/,
      ],
      ['check a.json --suppressions-location text.json', /text\.json:1:2: this is not JSON/],
      [
        'check a.json --suppressions-location old.json',
        /old\.json: expected a suppressions file; `a\.json` must be an object of counts\n$/,
      ],
      ['check a.json --prune-suppressions', /no such suppressions file/],
      [
        'check a.json --suppress-all --suppress-rule term-format',
        /the argument '--suppress-all' cannot be used with '--suppress-rule <CODE>'\n$/,
      ],
      ['check a.json --fix-dry-run --suppress-all', /'--fix-dry-run' cannot be used with '--suppress-all'/],
      ['check a.json --fix-dry-run --prune-suppressions', /cannot be used with '--prune-suppressions'/],
      ['check a.json --no-suppressions --suppress-all', /--no-suppressions cannot be used with an option that changes/],
    ]);
    assert.ok(!existsSync(join(cwd, SUPPRESSIONS)));
    assert.equal(cli('check a.json --no-suppressions', { cwd }).status, 1);
    writeFileSync(join(cwd, SUPPRESSIONS), text({ 'a.json': { 'empty-text 101/name': Number.MAX_SAFE_INTEGER } }));
    assert.equal(
      cli('check a.json', { cwd }).stdout.includes('1 error; 1 suppressed'),
      true,
      'a large count is accepted',
    );
    writeFileSync(join(cwd, SUPPRESSIONS), '{');
    refused('check a.json', /renewal-rules-suppressions\.json:1:2: this is not JSON/, { cwd });
  });

  it('are not written if another program has changed their file', () => {
    const preload = `const fs = require('fs');
      const { readFileSync } = fs;
      fs.readFileSync = (file, ...more) => {
        const content = readFileSync(file, ...more);
        if (String(file).endsWith(${JSON.stringify(SUPPRESSIONS)})) fs.writeFileSync(file, '{"b.json":{}} ');
        return content;
      };
      require('module').syncBuiltinESMExports();`;
    const cwd = given({ 'a.json': wrong, 'preload.cjs': preload, [SUPPRESSIONS]: '{}' });
    const { status, stderr } = shell('NODE_OPTIONS="--require ./preload.cjs" $RUN check --suppress-all a.json', cwd);
    assert.equal(status, 2);
    assert.match(stderr, /suppressions\.json: another program has changed it since it was read; run the command again/);
    assert.equal(readFileSync(join(cwd, SUPPRESSIONS), 'utf8'), '{"b.json":{}} ');
  });

  it('match in NDJSON files larger than a chunk', () => {
    const line = `${text({ id: 1, licence_term: 'P1M', name: 'x'.repeat(1000) })}\n`;
    const cwd = given({
      'a.ndjson': `{"id":2,"name":""}\n${line.repeat(2000).replace(/"id":1/g, (_, at) => `"id":${at + 10}`)}{"id":3,"name":""}\n`,
    });
    suppress(cwd);
    assert.deepEqual(known(cwd), { 'a.ndjson': { 'empty-text 2/name': 1, 'empty-text 3/name': 1 } });
    assert.equal(cli('check . --max-warnings 0', { cwd }).stdout, '1 file checked, no problems; 2 suppressed\n');
  });
});
