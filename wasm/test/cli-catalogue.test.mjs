// Tests `check --catalogue`, which checks many files as one catalogue.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { cli, codes, given, product, renewed, text } from './cli.js';

describe('check --catalogue', () => {
  const files = {
    'a.json': `\n${text(product(1, renewed(2, 3, 3)))}\n`,
    'b/array.json': `[\n  ${text(product(2, { licence_term: 'P5D' }))},\n  ${text(product(4, renewed(9, 9)))}\n]\n`,
    'c.ndjson': `${text(product(5))}\n\n{"id":}\n${text(product(3, { name: '製', licence_term: 'P2D' }))}\n${text(product(5))}\n`,
    'package.json': '{"name":"x","version":"1.0.0"}',
  };

  it('resolves chains across files, with locations in each file', () => {
    const cwd = given(files);
    const result = JSON.parse(cli('check --catalogue --format json .', { cwd }).stdout);
    const found = result.flatMap(({ file, report }) =>
      report.diagnostics.map(
        ({ code, path, location }) => `${file}:${location.line}:${location.column} ${code} ${path}`,
      ),
    );
    assert.deepEqual(found, [
      'b/array.json:2:55 term-below-minimum /0/licence_term',
      'b/array.json:3:199 chain-unknown-product /1/renew_settings/product_id_for_renew/0',
      'c.ndjson:3:7 json-syntax /1',
      'c.ndjson:4:53 term-below-minimum /2/licence_term',
      'c.ndjson:5:7 duplicate-product-id /3/id',
    ]);
    const alone = JSON.parse(cli('check --format json b/array.json', { cwd }).stdout)[0].report.diagnostics[0];
    assert.deepEqual(alone.location, result[1].report.diagnostics[1].location);
    // Without `--catalogue`, each file is a catalogue of its own.
    assert.deepEqual(
      Object.values(codes('.', { cwd }))
        .flat()
        .filter((finding) => finding.includes('unknown-product')).length,
      1,
    );
    const { stdout } = cli('check --catalogue .', { cwd });
    assert.match(
      stdout,
      /^b\/array\.json:2:55: error term-below-minimum\n[^]*"licence_term":"P5D"[^]*\n *\| +\^{5}\n/m,
    );
    assert.match(stdout, /1 file has no products/);
  });

  it('names the file and index of a product in another file', () => {
    const cwd = given({
      'a.json': '[{"id":1,"licence_term":"P1M"},{"id":2,"licence_term":"P1M"}]',
      'c.json': '[{"id":3,"licence_term":"P1M"},{"id":2},{"id":3}]',
    });
    const [, { report }] = JSON.parse(cli('check --catalogue --format json .', { cwd }).stdout);
    assert.deepEqual(
      report.diagnostics.map(({ message, params }) => [message.split(' has ')[0], params.file]),
      [
        ['The product at index 1 of `a.json`', 'a.json'],
        ['The product at index 0', undefined],
      ],
    );
  });

  it('counts lines per file, also after files with invalid UTF-8', () => {
    const found = '{\n  "id": 101,\n  "licence_term": "P1M"\n}\n';
    const cwd = given({
      'a.json': found,
      'b.json': '{\n"zz":1}\r\n',
      'c.json': found,
      'd.json': Buffer.from('{"id":1,\n"licence_term":"\xff"}\n', 'latin1'),
      'e.ndjson': Buffer.from('\xff\r\n\r\xff\n{"id":5,"licence_term":"P1M"}\n', 'latin1'),
      'f.json': found,
    });
    const reports = JSON.parse(cli('check --catalogue --format json .', { cwd }).stdout);
    const places = reports.flatMap(({ file, report }) =>
      report.diagnostics
        .filter(({ code }) => code === 'duplicate-product-id')
        .map(({ location }) => `${file}:${location.line}:${location.column}`),
    );
    assert.deepEqual(places, ['c.json:2:9', 'f.json:2:9']);
  });

  it('checks files with a single product as one catalogue', () => {
    const cwd = given({
      'a.json': product(1, renewed(2, 2)),
      'b.json': product(2, { licence_term: 'P5D' }),
    });
    assert.deepEqual(codes('--catalogue .', { cwd }), {
      'a.json': [],
      'b.json': ['error term-below-minimum /licence_term'],
    });
    assert.deepEqual(codes('.', { cwd }), { 'a.json': [], 'b.json': [] });
    assert.deepEqual(codes('--catalogue --max-diagnostics 0 .', { cwd }), { 'a.json': [], 'b.json': [] });
    assert.equal(cli('check --catalogue --max-diagnostics 0 .', { cwd }).status, 1);
  });

  it('applies fixes in each file, and changes nothing else', () => {
    const cwd = given({
      ...files,
      'd.json': ' [ {"id":7,"licence_term":"p6d"} , {"id":8,\r\n"licence_term":"p1m"}]\r\n',
      'e.json': '\t{"id":9,"licence_term" : "p1w"}\n',
      'bytes.ndjson': Buffer.from('{"id":10,"licence_term":"p1d"}\n\xff\n', 'latin1'),
    });
    const before = readFileSync(join(cwd, 'c.ndjson'), 'utf8');
    assert.match(cli('check --catalogue --fix .', { cwd }).stdout, /; 3 fixes made/);
    assert.equal(
      readFileSync(join(cwd, 'd.json'), 'utf8'),
      ' [ {"id":7,"licence_term":"P6D"} , {"id":8,\r\n"licence_term":"P1M"}]\r\n',
    );
    assert.equal(readFileSync(join(cwd, 'c.ndjson'), 'utf8'), before);
    assert.equal(readFileSync(join(cwd, 'bytes.ndjson'), 'latin1'), '{"id":10,"licence_term":"p1d"}\n\xff\n');
    assert.match(cli('check --catalogue --fix .', { cwd }).stdout, /^(?![^]*fixes? made)/);
  });

  it('includes the readable products of invalid files', () => {
    const cwd = given({
      'a.json': product(1, renewed(2, 2)),
      'b.json': '[{"id":2,"licence_term":"P5D"}',
      'c.ndjson': Buffer.from('{"id":2,"licence_term":"P5D"}\n\xff\n', 'latin1'),
      'd.json': '[]',
      'e.json': '[{"id":3,"licence_term":"P1M"}]',
    });
    assert.deepEqual(codes('--catalogue *.* d.json', { cwd }), {
      'a.json': [],
      'b.json': ['error json-syntax'],
      'c.ndjson': ['error term-below-minimum /0/licence_term', 'error json-syntax /1'],
      'd.json': [],
      'e.json': [],
    });
  });
});
