// Tests which files the command line checks.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { allRefused, CONFIG, cli, codes, each, given, good, names, product, refused, text, wrong } from './cli.js';

describe('files', () => {
  it('are selected by name, by folder or by pattern', () => {
    const shown = ['a.json', 'b.jsonl', 'c.txt', 'd/e.json', 'd/f/g.json', 'd/[x].json'];
    const cwd = given(each(good, ...shown, 'node_modules/n.json', '.hidden/h.json'));
    const inD = ['d/[x].json', 'd/e.json', 'd/f/g.json'];
    for (const [args, expected] of /** @type {[string, string[]][]} */ ([
      [`d/f/g.json ./a.json ${join(cwd, 'a.json')}`, ['d/f/g.json', 'a.json']],
      ['.', ['a.json', 'b.jsonl', ...inD]],
      ['*.json', ['a.json']],
      ['**/*.json', ['a.json', ...inD]],
      ['d/**', inD],
      ['{a,d/e}.json ?.{jsonl,txt}', ['a.json', 'd/e.json', 'b.jsonl', 'c.txt']],
      // The name of an existing file is never read as a pattern.
      ['d/[x].json', ['d/[x].json']],
      ['[a-b].json*', ['a.json', 'b.jsonl']],
      ['.hidden/*.json', ['.hidden/h.json']],
      [join(cwd, 'd', '*.json'), ['d/[x].json', 'd/e.json']],
    ]))
      assert.deepEqual(names(args, { cwd }), expected, args);
    assert.ok(names('../*/a.json', { cwd }).includes('a.json'));
  });

  it('default to those of the current folder', () => {
    const cwd = given(each(good, 'a.json', 'b/c.json'));
    assert.deepEqual(names([], { cwd }), ['a.json', 'b/c.json']);
    assert.deepEqual(names([], { cwd: join(cwd, 'b') }), ['c.json']);
  });

  it('may have comments if their names end with .jsonc', () => {
    const jsonc = '// Monthly, "€".\n{ /* é */ "id": 1,\n  "licence_term": "p1m", }\n';
    const cwd = given({ 'a.jsonc': jsonc, 'b.json': jsonc, 'c.jsonc': '{"id":2,"licence_term":"p1m"}' });
    assert.deepEqual(codes('.', { cwd }), {
      'a.jsonc': ['error term-format /licence_term'],
      'b.json': ['error json-syntax'],
      'c.jsonc': ['error term-format /licence_term'],
    });
    assert.match(cli('check a.jsonc', { cwd }).stdout, /^a\.jsonc:3:19: error term-format/);
    for (const [text, place] of [
      ['{ /* a */ "licence_term": "p1m"}', '1:27'],
      ['{\n//x\n// "y"\r\n  "licence_term": "p1m"}', '4:19'],
      ['{"name": "// é", /* a\n* / "b */ "licence_term": "p1m"} // end', '2:27'],
      ['{"name": "\\"/*", "licence_term": "p1m", /* "*/ }', '1:34'],
    ]) {
      const { stdout } = cli('check - --stdin-filename x.jsonc', { cwd, input: text });
      assert.match(stdout, new RegExp(`^x\\.jsonc:${place}: error term-format`), text);
    }
    assert.equal(cli('check - --stdin-filename x.jsonc', { cwd, input: jsonc.replace('p1m', 'P1M') }).status, 0);
    for (const open of ['{"id":1} /* {"id":0}', '/* {"id":1}', '{"id":1,/*"*\n"licence_term":"P1M"}']) {
      const { status, stdout } = cli('check - --stdin-filename x.jsonc', { cwd, input: open });
      assert.deepEqual([status, /error json-syntax/.test(stdout)], [1, true], open);
    }
    assert.equal(cli('diff a.jsonc c.jsonc', { cwd }).status, 0);
    const fixed = cli('check --fix a.jsonc c.jsonc', { cwd });
    assert.match(fixed.stderr, /a\.jsonc: not fixed: --fix does not preserve comments and trailing commas/);
    assert.equal(fixed.status, 1);
    assert.deepEqual(
      ['a.jsonc', 'c.jsonc'].map((name) => readFileSync(join(cwd, name), 'utf8')),
      [jsonc, '{"id":2,"licence_term":"P1M"}'],
    );
  });

  it('are read from standard input, with --stdin-filename', () => {
    assert.match(cli('check -', { input: wrong }).stdout, /^<stdin>:1:26: error term-format/);
    const { stdout, status } = cli('check - --stdin-filename x/y.json', { input: wrong });
    assert.match(stdout, /^x\/y\.json:1:26:/);
    assert.equal(status, 1);
  });

  it('are ignored by their --stdin-filename, too', () => {
    const cwd = given({ [CONFIG]: { ignores: ['old/'] } });
    const input = wrong;
    for (const args of ['old/a.json', 'b.json --ignore-pattern b.json']) {
      const { status, stdout, stderr } = cli(`check - --stdin-filename ${args}`, { cwd, input });
      assert.deepEqual([status, stdout], [0, '0 files checked, no problems\n'], args);
      assert.match(stderr, /^renewal-rules: (old\/a|b)\.json is ignored by --ignore-pattern or `ignores`\n$/);
    }
    for (const args of ['old/a.json --no-ignore', 'a.json'])
      assert.equal(cli(`check - --stdin-filename ${args}`, { cwd, input }).status, 1, args);
  });

  it('are printed on one line if their names have line breaks', () => {
    const name = 'a\n::error::x\r\u2028.json';
    const cwd = given({ [name]: wrong, [`b${name}`]: '{"name":"x"}' });
    for (const args of [
      'check .',
      'check --verbose .',
      'check --list-files .',
      'check --suppress-all .',
      'effective .',
    ]) {
      const { stdout, stderr } = cli(args, { cwd });
      assert.doesNotMatch(stdout + stderr, /^::error::x|\r|\u2028/m, args);
    }
    for (const format of ['stylish', 'github', 'markdown', 'junit', 'checkstyle'])
      assert.doesNotMatch(
        cli(`check --no-suppressions -f ${format} .`, { cwd }).stdout,
        /^::error::x|\r|\u2028/m,
        format,
      );
    assert.deepEqual(names('--no-suppressions .', { cwd }), [name]);
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(cwd, 'renewal-rules-suppressions.json'), 'utf8'))), [
      name,
    ]);
    refused(['check', 'none\n::error::x'], /^renewal-rules: none.::error::x: there is no such file\n$/, { cwd });
    for (const args of [
      ['check', '--config', 'none\n::error::x', '-'],
      ['check', '--none\n::error::x', '-'],
      ['diff', 'none\n::error::x', '.'],
      ['diff', '--base', 'none\n::error::x'],
      ['plan', 'none\n::error::x'],
      ['apply', '--dry-run', '--state', 'none\n::error::x'],
    ])
      refused(args, /^renewal-rules: .*\n$/, { cwd });
  });

  it('are products, arrays or lines depending on their content', () => {
    const [right, wrong] = ['{"id":1,"licence_term":"P1M"}', '{"id":1}'];
    const cwd = given({
      'a.json': right,
      'b.json': `[${right},${wrong}]`,
      'c.json': `${right}\n${wrong}\n`,
      'd.ndjson': `${right}\n`,
      'e.jsonl': `[${right},${wrong}]`,
    });
    const result = JSON.parse(cli('check --format json .', { cwd }).stdout);
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
    refused('check --role renewal a.json b.json', /--role does not apply to catalogues, and b\.json is one/, { cwd });
    assert.equal(cli('check --role renewal a.json', { cwd }).status, 0);
  });

  it('cannot be devices, which may be endless', () => {
    const commands = [
      'check',
      'check --config',
      'check --suppressions-location',
      'diff a.json',
      'effective',
      'plan',
      'plan --state',
      'timeline --date 2026-01-31',
      'update --base-url http://127.0.0.1:1 --current a.json',
    ];
    const cwd = given({ 'a.json': good });
    allRefused(
      cwd,
      commands.map((command) => [`${command} /dev/full`, /\/dev\/full: this is a device, not a file/]),
    );
  });

  it('are checked even if others cannot be read', () => {
    const folder = given({ 'a.json': wrong });
    symlinkSync('loop.json', join(folder, 'loop.json'));
    symlinkSync('gone.json', join(folder, 'link.json'));
    const { status, stdout, stderr } = cli('check *.json', { cwd: folder });
    // A link that leads nowhere is reported, but does not fail the check.
    assert.deepEqual([status, stdout.slice(0, 9)], [1, 'a.json:1:']);
    assert.match(stderr, /link\.json: the link leads nowhere\n.*loop\.json: the symbolic links form a cycle \(ELOOP\)/);
    // Reading this file fails at its first byte.
    symlinkSync('/proc/self/mem', join(folder, 'b.json'));
    assert.match(refused('check .', /b\.json/, { cwd: folder }), /a\.json:1:/);
  });
});

describe('skipped files', () => {
  it('are files without products, and are counted', () => {
    const cwd = given({
      'a.json': product(1),
      'package.json': { name: 'x' },
      'tsconfig.json': '{ // strict\n "compilerOptions": {} }',
      'empty.json': '',
      'list.json': '[1]',
    });
    assert.match(cli('check .', { cwd }).stdout, /1 file checked, no problems; 4 files have no products/);
    assert.deepEqual(names('*.json', { cwd }), ['a.json']);
    assert.deepEqual(codes('package.json tsconfig.json', { cwd }), {
      'package.json': [],
      'tsconfig.json': ['error json-syntax'],
    });
    assert.deepEqual(codes('. empty.json', { cwd })['empty.json'], ['error json-syntax']);
    refused('check .', /no file contains products/, { cwd: given({ 'package.json': { name: 'x' } }) });
    refused('check .', /the folder has no .json/, { cwd: given({ 'a.txt': '' }) });
    assert.equal(cli('effective .', { cwd }).stdout.split('\n')[0], 'a.json');
  });

  it('are never changed by --fix', () => {
    const files = {
      'users.json': '[{"id":"17","name":"Ann"}]',
      'x.json': '{"id":"abc","name":"x"}',
      'ui.json': '{"name":"ui","variants":{"primary":{}}}',
      'users.ndjson': '{"id":"17","name":"Ann"}\n',
    };
    const cwd = given({ ...files, 'a.json': '{"licenceTerm":"P1M","id":"17"}' });
    const { status, stdout } = cli('check --fix .', { cwd });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /4 files have no products/);
    for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(cwd, name), 'utf8'), text);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), '{"licence_term":"P1M","id":17}');
  });

  it('are listed with a reason by --verbose and --list-files', () => {
    const skipped = ['out/b.json', 'x.tmp.json', 'y.txt', 'old/c.json', 'node_modules/d/e.json', '.hidden/f.json'];
    const cwd = given({
      ...each(product(1), 'a.json', 'b/c.ndjson', ...skipped),
      'package.json': { name: 'x' },
      'setup.json': { initiator: { id: 1 } },
      '.gitignore': 'out/\n*.tmp.json\n',
      [CONFIG]: '{}',
    });
    const args = ['check', '--ignore-pattern', 'old', '.'];
    const lines = [
      'skipped .hidden: hidden',
      'skipped node_modules: a folder of packages',
      'skipped old: ignored by --ignore-pattern or `ignores`',
      'skipped out: ignored by .gitignore',
      'skipped package.json: it has no products',
      'skipped renewal-rules.config.json: the configuration file',
      'skipped setup.json: it is a setup, not products; renewal-rules plan checks it',
      'skipped x.tmp.json: ignored by .gitignore',
    ];
    const checked = cli(args, { cwd });
    for (const [flag, printed] of [
      ['--verbose', checked.stdout],
      ['--list-files', 'a.json\nb/c.ndjson\n'],
    ]) {
      const { status, stdout, stderr } = cli([...args, flag], { cwd });
      assert.deepEqual([status, stdout], [0, printed]);
      assert.deepEqual(
        stderr.trim().split('\n').sort(),
        lines.map((line) => `renewal-rules: ${line}`),
      );
    }
    assert.equal(checked.stderr, '');
  });

  it('are named in the error if a folder has no other files', () => {
    const ignore = { '.gitignore': 'all/*\nout/\n' };
    const cwd = given({ ...ignore, ...each(product(1), 'all/a.json', 'out/b.json', 'old/c.json', 'none/d.txt') });
    const nothing = 'the folder has no .* file to check';
    allRefused(cwd, [
      ['check all', new RegExp(`all: ${nothing}; all/a\\.json is ignored by \\.gitignore\n$`)],
      [
        'check old --ignore-pattern old/',
        new RegExp(`old: ${nothing}; old is ignored by --ignore-pattern or \`ignores\`\n$`),
      ],
      ['check none', new RegExp(`none: ${nothing}\n$`)],
    ]);
    const named = cli('check out', { cwd });
    assert.deepEqual([named.status, named.stdout], [0, '1 file checked, no problems\n']);
    assert.equal(named.stderr, 'renewal-rules: out is ignored by .gitignore; it is checked as it is named\n');
  });

  it('do not include files in UTF-16, which are errors', () => {
    const marked = `\ufeff${text(product(1))}\r\n`;
    const cwd = given({
      'a.json': Buffer.from(marked, 'utf16le'),
      'b.ndjson': Buffer.from(marked + marked, 'utf16le'),
      'c.json': Buffer.from('\ufeff{"name":"x"}', 'utf16le'),
    });
    const all = { 'a.json': ['error json-syntax'], 'b.ndjson': ['error json-syntax'] };
    assert.deepEqual(codes('.', { cwd }), all);
    assert.deepEqual(codes('--catalogue .', { cwd }), all);
    assert.match(cli('check --fix .', { cwd }).stdout, /it is UTF-16; save it as UTF-8[^]*1 file has no products/);
    assert.deepEqual(readFileSync(join(cwd, 'a.json')), Buffer.from(marked, 'utf16le'));
  });

  it('are chosen by .gitignore, the configuration and flags', () => {
    const all = ['a.json', 'in/deep/d.json', 'in/only-here.json', 'in/x.tmp.json', 'keep.tmp.json'];
    const others = ['only-here.json', 'x.tmp.json', 'out/b.json', 'in/c1.json', 'in/deep/c2.json'];
    const cwd = given({
      '.git/HEAD': '',
      '.gitignore': 'out/\n*.tmp.json\n!keep.tmp.json\n/only-here.json\n',
      'in/.gitignore': 'c*.json\n!x.tmp.json\n',
      ...each(product(1), ...all, ...others, 'node_modules/n.json', '.hidden/h.json'),
      [CONFIG]: { ignores: ['in/deep/', '!in/deep/'], files: ['in/'] },
    });
    const named = ['in/deep/c2.json out/b.json', 'out/b.json node_modules/n.json .hidden/h.json'];
    for (const [args, expected] of /** @type {[string, string[]][]} */ ([
      ['.', all],
      ['**/*.json', all],
      ['. --ignore-pattern deep --ignore-pattern *.tmp.json', ['a.json', 'in/only-here.json']],
      // Files and folders that are named on the command line are checked even if they would be ignored.
      [named[0], named[0].split(' ')],
      ['out node_modules .hidden', named[1].split(' ')],
    ]))
      assert.deepEqual(names(args, { cwd }), expected, args);
    // The ignore files of parent folders apply, too.
    for (const args of [[], '.']) assert.deepEqual(names(args, { cwd: join(cwd, 'in') }), all.slice(1, 4));
    writeFileSync(join(cwd, CONFIG), '{"ignores":["in/"]}');
    mkdirSync(join(cwd, 'folder.json'));
    symlinkSync('nowhere', join(cwd, 'in/c9.json'));
    assert.deepEqual(names('.', { cwd }), ['a.json', 'keep.tmp.json'], 'links in ignored folders are not reported');
  });
});

it('a folder that a nearer .gitignore includes again is checked', () => {
  const cwd = given({
    '.git/HEAD': '',
    '.gitignore': 'b/\n/a/c/\n',
    'a/.gitignore': '!b/\n!/c\n',
    'a/b/.gitignore': 'y.json\n',
    ...each(product(1), 'a/b/x.json', 'a/b/y.json', 'a/b/d/z.json', 'a/c/x.json', 'b/x.json'),
  });
  assert.deepEqual(names('.', { cwd }), ['a/b/d/z.json', 'a/b/x.json', 'a/c/x.json']);
});

describe('files that are not checked', () => {
  it('include ignored files, even if they are named', () => {
    const cwd = given({
      [CONFIG]: { ignores: ['old/'] },
      'a.json': product(1),
      'old/b.json': product(2),
      '.gitignore': 'out/\n',
      'out/c.json': product(3),
    });
    const { status, stdout, stderr } = cli('check a.json old/b.json -f json', { cwd });
    assert.deepEqual([status, JSON.parse(stdout).map(({ file }) => file)], [0, ['a.json']]);
    assert.equal(stderr, 'renewal-rules: old/b.json is ignored by --ignore-pattern or `ignores`\n');
    assert.equal(cli('check old/b.json', { cwd }).status, 0, 'only ignored files are named');
    const all = ['a.json', 'old/b.json', 'out/c.json'];
    for (const [args, expected] of /** @type {[string, string[]][]} */ ([
      ['a.json --ignore-pattern a.json', []],
      ['a.json old/b.json --no-ignore', ['a.json', 'old/b.json']],
      ['.', ['a.json']],
      ['. --no-ignore', all],
      ['. --no-ignore --ignore-pattern out', all.slice(0, 2)],
    ]))
      assert.deepEqual(names(args, { cwd }), expected, args);
    const effective = cli('effective old/b.json', { cwd });
    assert.deepEqual([effective.status, effective.stdout], [0, '']);
    assert.doesNotMatch(cli('effective .', { cwd }).stdout, /old/);
  });

  it('do not fail the run if they are broken links', () => {
    const cwd = given({ 'a.json': product(1), 'b/c.json': product(2) });
    symlinkSync('nowhere', join(cwd, 'link.json'));
    mkdirSync(join(cwd, 'b/.gitignore'));
    const { status, stdout, stderr } = cli('check .', { cwd });
    assert.deepEqual([status, stdout], [0, '2 files checked, no problems\n']);
    assert.match(
      stderr,
      /^renewal-rules: b\/\.gitignore: this is a folder, not a file \(EISDIR\)\nrenewal-rules: link\.json: the link leads nowhere\n$/,
    );
    assert.equal(cli('effective .', { cwd }).status, 0);
  });
});
