// Tests how paths of Windows are read, compared and printed: drive letters, shares, backslashes, case and line breaks.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

import { product, text } from './cli.js';
import { runAndWait } from './thread.js';
import { bundled, machine } from './windows.js';

const module = String(await bundled(`import './cli/main.js';`));
const { keyOf, matcher, nameFrom, pathOf, reportPath } = await import(
  String(
    await bundled(`
      export { nameFrom, reportPath } from './cli/file-names.js';
      export { matcher } from './cli/files.js';
      export { keyOf, pathOf } from './lsp/texts.js';
    `),
  )
);

/** Creates files in the folder that stands for the machine; `files` contains their contents by relative path. */
function given(files) {
  for (const [name, content] of Object.entries(files)) {
    const file = join(machine, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : text(content));
  }
}

/** Runs the command line in a folder, given as a path of Windows. */
const cli = (cwd, ...args) =>
  runAndWait({ module, args, cwd: machine, env: { ...process.env, CWD: cwd, NO_COLOR: '1' } });

/** Checks files; returns their names in the report. */
function names(cwd, ...args) {
  const { stdout, stderr } = cli(cwd, 'check', '--format', 'json', ...args);
  assert.ok(stdout.startsWith('['), stderr);
  return JSON.parse(stdout).map(({ file }) => file);
}

describe('names', () => {
  it('are relative and have forward slashes', () => {
    for (const [folder, file, name] of [
      ['C:\\work', 'C:\\work\\a\\b.json', 'a/b.json'],
      ['C:\\work', 'c:\\WORK\\a.json', 'a.json'],
      ['C:\\work', 'C:\\other\\a.json', '../other/a.json'],
      ['C:\\', 'C:\\a.json', 'a.json'],
      ['C:\\work', 'D:\\a\\b.json', 'D:/a/b.json'],
      ['C:\\work', '\\\\server\\share\\a.json', '//server/share/a.json'],
      ['\\\\server\\share\\x', '\\\\server\\share\\x\\a.json', 'a.json'],
    ])
      assert.equal(nameFrom(folder, file), name);
    assert.equal(reportPath('D:\\a\\b.json'), 'D:/a/b.json');
  });
});

describe('ignore patterns', () => {
  it('match paths with backslashes, in any case', () => {
    const ignores = matcher('/build/\r\n*.tmp.json\r\n!keep.tmp.json\r\n', 'C:\\work');
    const verdict = (path, isFolder) => ignores(path, isFolder);
    assert.equal(verdict('C:\\work\\build', true), true);
    assert.equal(verdict('c:\\Work\\BUILD', true), true);
    assert.equal(verdict('C:\\work\\a\\b.tmp.json'), true);
    assert.equal(verdict('C:\\work\\a\\keep.tmp.json'), false);
    assert.equal(verdict('C:\\work\\a.json'), undefined);
    assert.equal(verdict('D:\\build', true), undefined, 'another drive');
    assert.equal(verdict('C:\\work', true), undefined, 'the folder itself');
  });
});

describe('URIs', () => {
  it('lead to paths with an uppercase drive letter', () => {
    for (const uri of ['file:///c%3A/a%20b/c.json', 'file:///C:/a%20b/c.json', 'FILE:///c:/a b/c.json'])
      assert.equal(pathOf(uri), 'C:\\a b\\c.json');
    assert.equal(pathOf('file://server/share/a.json'), '\\\\server\\share\\a.json');
    assert.equal(pathOf('file:///no-drive/a.json'), undefined);
    assert.equal(keyOf('untitled:C%3A%5Ca.json'), 'untitled:C:\\a.json');
  });
});

describe('a check', () => {
  given({
    'C/work/Products/a.json': product(1),
    'C/work/Products/b.json': product(2),
    'C/work/Products/deep/c.json': product(3),
    'C/work/out/d.json': product(4),
    'C/work/.gitignore': 'out/\r\n',
    'D/e.json': product(5),
    'server/share/f.json': product(6),
  });

  it('takes folders, patterns, drives and shares', () => {
    assert.deepEqual(names('C:\\work'), ['Products/a.json', 'Products/b.json', 'Products/deep/c.json']);
    assert.deepEqual(names('C:\\work', 'products\\*.json'), ['products/a.json', 'products/b.json']);
    assert.deepEqual(names('C:\\work', 'C:\\work\\Products\\deep'), ['Products/deep/c.json']);
    assert.deepEqual(names('c:\\work', 'C:\\work\\Products\\deep'), ['Products/deep/c.json']);
    assert.deepEqual(names('C:\\work', 'D:\\'), ['D:/e.json']);
    assert.deepEqual(names('C:\\work', 'D:\\e.json', 'd:\\E.JSON'), ['D:/e.json']);
    assert.deepEqual(names('C:\\work', '\\\\server\\share'), ['//server/share/f.json']);
    const outside = ['C:/work/Products/a.json', 'C:/work/Products/b.json'];
    assert.deepEqual(names('C:\\work\\Products\\deep', '..\\*.json'), outside);
  });

  it('reads no ignore files above a C: or c: working directory', () => {
    given({
      'C/outer/.gitignore': 'inner/\n',
      'C/outer/inner/a.json': product(1),
      'C/outer/inner/b/c.json': product(2),
    });
    for (const cwd of ['C:\\outer\\inner', 'c:\\outer\\inner']) {
      assert.deepEqual(names(cwd), ['a.json', 'b/c.json']);
      assert.equal(cli(cwd, 'check', 'b').stderr, '', cwd);
    }
  });

  it('finds a parent configuration whose paths use either slash', () => {
    const config = { files: ['Products/deep', 'Products\\a.json'], ignores: ['b.json'] };
    given({ 'C/work/renewal-rules.config.json': `${JSON.stringify(config, null, 2)}\n`.replaceAll('\n', '\r\n') });
    assert.deepEqual(names('C:\\work'), ['Products/deep/c.json', 'Products/a.json']);
    const { stderr } = cli('C:\\work\\Products', 'check', 'b.json');
    assert.match(stderr, /b\.json is ignored by --ignore-pattern or `ignores`/);
  });

  it('keeps CRLF, and suppressions name files with forward slashes', () => {
    const crlf = '{\r\n  "id": 101,\r\n  "licence_term": "p1m",\r\n  "name": ""\r\n}\r\n';
    given({ 'C/fix/sub/a.json': crlf, 'C/fix/b.ndjson': '{"id":1}\r\n{"id":2}\r\n' });
    const { status, stderr } = cli('C:\\fix', 'check', '--fix', 'sub\\a.json', 'b.ndjson');
    assert.equal(status, 0, stderr);
    const fixed = readFileSync(join(machine, 'C/fix/sub/a.json'), 'utf8');
    assert.equal(fixed, crlf.replace('p1m', 'P1M'));
    cli('C:\\fix', 'check', '--suppress-all', 'sub\\a.json');
    const known = JSON.parse(readFileSync(join(machine, 'C/fix/renewal-rules-suppressions.json'), 'utf8'));
    assert.deepEqual(Object.keys(known), ['sub/a.json']);
    assert.equal(cli('C:\\fix', 'check', 'SUB\\a.json').status, 0);
  });

  it('writes to files in new folders, and to the device NUL', () => {
    given({ 'C/out/a.json': product(1) });
    const { status, stderr } = cli('C:\\out', 'check', '-f', 'sarif=reports\\x.sarif', '-f', 'json=NUL', 'a.json');
    assert.equal(status, 0, stderr);
    const sarif = JSON.parse(readFileSync(join(machine, 'C/out/reports/x.sarif'), 'utf8'));
    assert.equal(sarif.version, '2.1.0');
  });
});
