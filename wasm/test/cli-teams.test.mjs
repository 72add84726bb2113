// The command line over whole folders and in the CI of teams.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import { rules } from 'renewal-rules/tools';
import { cli, codes, command, given, optionsOfConfiguration, refused } from './cli.js';

const product = (id, more = {}) => ({
  id,
  family_name: 'F',
  name: 'N',
  licence_term: 'P1M',
  variants: [{ vendor_code: 'V', sku: 'S', price: { common: { currency: 'USD', price: '9.90' } } }],
  ...more,
});
const text = (value) => JSON.stringify(value);
const renewed = (...chain) => ({ renew_settings: { product_id_for_renew: chain, renew_ar: { enable: true } } });

describe('one catalogue of many files', () => {
  const files = {
    'a.json': `\n${text(product(1, renewed(2, 3, 3)))}\n`,
    'b/array.json': `[\n  ${text(product(2, { licence_term: 'P5D' }))},\n  ${text(product(4, renewed(9, 9)))}\n]\n`,
    'c.ndjson': `${text(product(5))}\n\n{"id":}\n${text(product(3, { name: '製', licence_term: 'P2D' }))}\n${text(product(5))}\n`,
    'package.json': '{"name":"x","version":"1.0.0"}',
  };

  it('lets a chain lead from file to file, with findings at their own file and line', () => {
    const cwd = given(files);
    const result = JSON.parse(cli(['check', '--catalogue', '--format', 'json', '.'], { cwd }).stdout);
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
    const alone = JSON.parse(cli(['check', '--format', 'json', 'b/array.json'], { cwd }).stdout)[0].report
      .diagnostics[0];
    assert.deepEqual(alone.location, result[1].report.diagnostics[1].location);
    // Alone, each file is all that there is.
    assert.deepEqual(
      Object.values(codes(['.'], { cwd }))
        .flat()
        .filter((finding) => finding.includes('unknown-product')).length,
      1,
    );
    const { stdout } = cli(['check', '--catalogue', '.'], { cwd });
    assert.match(
      stdout,
      /^b\/array\.json:2:55: error term-below-minimum\n[^]*"licence_term":"P5D"[^]*\n *\| +\^{5}\n/m,
    );
    assert.match(stdout, /1 file has no products/);
  });

  it('counts the lines of each file by itself, whatever stands in those before it', () => {
    const found = '{\n  "id": 101,\n  "licence_term": "P1M"\n}\n';
    const cwd = given({
      'a.json': found,
      'b.json': '{\n"zz":1}\r\n',
      'c.json': found,
      'd.json': Buffer.from('{"id":1,\n"licence_term":"\xff"}\n', 'latin1'),
      'e.ndjson': Buffer.from('\xff\r\n\r\xff\n{"id":5,"licence_term":"P1M"}\n', 'latin1'),
      'f.json': found,
    });
    const reports = JSON.parse(cli(['check', '--catalogue', '--format', 'json', '.'], { cwd }).stdout);
    const places = reports.flatMap(({ file, report }) =>
      report.diagnostics
        .filter(({ code }) => code === 'duplicate-product-id')
        .map(({ location }) => `${file}:${location.line}:${location.column}`),
    );
    assert.deepEqual(places, ['c.json:2:9', 'f.json:2:9']);
  });

  it('says of single products what one says of another', () => {
    const cwd = given({
      'a.json': text(product(1, renewed(2, 2))),
      'b.json': text(product(2, { licence_term: 'P5D' })),
    });
    assert.deepEqual(codes(['--catalogue', '.'], { cwd }), {
      'a.json': [],
      'b.json': ['error term-below-minimum /licence_term'],
    });
    assert.deepEqual(codes(['.'], { cwd }), { 'a.json': [], 'b.json': [] });
    assert.deepEqual(codes(['--catalogue', '--max-diagnostics', '0', '.'], { cwd }), { 'a.json': [], 'b.json': [] });
    assert.equal(cli(['check', '--catalogue', '--max-diagnostics', '0', '.'], { cwd }).status, 1);
  });

  it('fixes each file where it is, and nothing else in it', () => {
    const cwd = given({
      ...files,
      'd.json': ' [ {"id":7,"licence_term":"p6d"} , {"id":8,\r\n"licence_term":"p1m"}]\r\n',
      'e.json': '\t{"id":9,"licence_term" : "p1w"}\n',
      'bytes.ndjson': Buffer.from('{"id":10,"licence_term":"p1d"}\n\xff\n', 'latin1'),
    });
    const before = readFileSync(join(cwd, 'c.ndjson'), 'utf8');
    assert.match(cli(['check', '--catalogue', '--fix', '.'], { cwd }).stdout, /; 3 fixes made/);
    assert.equal(
      readFileSync(join(cwd, 'd.json'), 'utf8'),
      ' [ {"id":7,"licence_term":"P6D"} , {"id":8,\r\n"licence_term":"P1M"}]\r\n',
    );
    assert.equal(readFileSync(join(cwd, 'c.ndjson'), 'utf8'), before);
    assert.equal(readFileSync(join(cwd, 'bytes.ndjson'), 'latin1'), '{"id":10,"licence_term":"p1d"}\n\xff\n');
    assert.match(cli(['check', '--catalogue', '--fix', '.'], { cwd }).stdout, /^(?![^]*fixes? made)/);
  });

  it('takes files that cannot be read along as far as they can', () => {
    const cwd = given({
      'a.json': text(product(1, renewed(2, 2))),
      'b.json': '[{"id":2,"licence_term":"P5D"}',
      'c.ndjson': Buffer.from('{"id":2,"licence_term":"P5D"}\n\xff\n', 'latin1'),
      'd.json': '[]',
      'e.json': '[{"id":3,"licence_term":"P1M"}]',
    });
    assert.deepEqual(codes(['--catalogue', '*.*', 'd.json'], { cwd }), {
      'a.json': [],
      'b.json': ['error json-syntax'],
      'c.ndjson': ['error term-below-minimum /0/licence_term', 'error json-syntax /1'],
      'd.json': [],
      'e.json': [],
    });
  });
});

describe('what is not a product', () => {
  it('is left alone in folders and for patterns, and counted', () => {
    const cwd = given({
      'a.json': text(product(1)),
      'package.json': '{"name":"x","version":"1.0.0"}',
      'tsconfig.json': '{ // strict\n "compilerOptions": {} }',
      'empty.json': '',
      'list.json': '[1]',
    });
    assert.match(cli(['check', '.'], { cwd }).stdout, /1 file checked, no problems; 4 files have no products/);
    assert.deepEqual(Object.keys(codes(['*.json'], { cwd })), ['a.json']);
    assert.deepEqual(codes(['package.json', 'tsconfig.json'], { cwd }), {
      'package.json': [],
      'tsconfig.json': ['error json-syntax'],
    });
    assert.deepEqual(codes(['.', 'empty.json'], { cwd })['empty.json'], ['error json-syntax']);
    refused(['check', '.'], /no file has products/, { cwd: given({ 'package.json': '{"name":"x","version":"1"}' }) });
    refused(['check', '.'], /the folder has no .json/, { cwd: given({ 'a.txt': '' }) });
    assert.equal(cli(['effective', '.'], { cwd }).stdout.split('\n')[0], 'a.json');
  });

  it('is never changed', () => {
    const files = {
      'users.json': '[{"id":"17","name":"Ann"}]',
      'x.json': '{"id":"abc","name":"x"}',
      'ui.json': '{"name":"ui","variants":{"primary":{}}}',
      'users.ndjson': '{"id":"17","name":"Ann"}\n',
    };
    const cwd = given({ ...files, 'a.json': '{"licenceTerm":"P1M","id":"17"}' });
    const { status, stdout } = cli(['check', '--fix', '.'], { cwd });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /4 files have no products/);
    for (const [name, text] of Object.entries(files)) assert.equal(readFileSync(join(cwd, name), 'utf8'), text);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), '{"licence_term":"P1M","id":17}');
  });

  it('can be listed, each with why', () => {
    const sound = text(product(1));
    const cwd = given({
      'a.json': sound,
      'package.json': '{"name":"x"}',
      '.gitignore': 'out/\n*.tmp.json\n',
      'out/b.json': sound,
      'x.tmp.json': sound,
      'y.txt': sound,
      'old/c.json': sound,
      'node_modules/d/e.json': sound,
      '.hidden/f.json': sound,
      'renewal-rules.config.json': '{}',
    });
    const args = ['check', '--ignore-pattern', 'old', '.'];
    const { status, stdout, stderr } = cli([...args, '--verbose'], { cwd });
    assert.deepEqual([status, stdout], [0, cli(args, { cwd }).stdout]);
    assert.deepEqual(
      stderr.trim().split('\n').sort(),
      [
        'skipped .hidden: hidden',
        'skipped node_modules: a folder of packages',
        'skipped old: ignored by --ignore-pattern or `ignores`',
        'skipped out: ignored by .gitignore',
        'skipped package.json: it has no products',
        'skipped renewal-rules.config.json: the configuration file',
        'skipped x.tmp.json: ignored by .gitignore',
      ].map((line) => `renewal-rules: ${line}`),
    );
    assert.equal(cli(args, { cwd }).stderr, '');
  });

  it('is said of a folder in which all is ignored', () => {
    const sound = text(product(1));
    const cwd = given({
      '.gitignore': 'all/*\nout/\n',
      'all/a.json': sound,
      'out/b.json': sound,
      'old/c.json': sound,
      'none/d.txt': sound,
    });
    refused(['check', 'all'], /all: the folder has no .* file to check; all\/a\.json is ignored by \.gitignore\n$/, {
      cwd,
    });
    refused(
      ['check', 'old', '--ignore-pattern', 'old/'],
      /old: the folder has no .* file to check; old is ignored by --ignore-pattern or `ignores`\n$/,
      { cwd },
    );
    refused(['check', 'none'], /none: the folder has no .* to check\n$/, { cwd });
    const named = cli(['check', 'out'], { cwd });
    assert.deepEqual([named.status, named.stdout], [0, '1 file checked, no problems\n']);
    assert.equal(named.stderr, 'renewal-rules: out is ignored by .gitignore; it is checked as it is named\n');
  });

  it('is not UTF-16, which is named', () => {
    const marked = `\ufeff${text(product(1))}\r\n`;
    const cwd = given({
      'a.json': Buffer.from(marked, 'utf16le'),
      'b.ndjson': Buffer.from(marked + marked, 'utf16le'),
      'c.json': Buffer.from('\ufeff{"name":"x"}', 'utf16le'),
    });
    const all = { 'a.json': ['error json-syntax'], 'b.ndjson': ['error json-syntax'] };
    assert.deepEqual(codes(['.'], { cwd }), all);
    assert.deepEqual(codes(['--catalogue', '.'], { cwd }), all);
    assert.match(
      cli(['check', '--fix', '.'], { cwd }).stdout,
      /it is UTF-16; save it as UTF-8[^]*1 file has no products/,
    );
    assert.deepEqual(readFileSync(join(cwd, 'a.json')), Buffer.from(marked, 'utf16le'));
  });

  it('is what .gitignore, the configuration and a flag name', () => {
    const sound = text(product(1));
    const cwd = given({
      '.git/HEAD': '',
      '.gitignore': 'out/\n*.tmp.json\n!keep.tmp.json\n/only-here.json\n',
      'a.json': sound,
      'only-here.json': sound,
      'x.tmp.json': sound,
      'keep.tmp.json': sound,
      'out/b.json': sound,
      'in/only-here.json': sound,
      'in/.gitignore': 'c*.json\n!x.tmp.json\n',
      'in/c1.json': sound,
      'in/x.tmp.json': sound,
      'in/deep/c2.json': sound,
      'in/deep/d.json': sound,
      'node_modules/n.json': sound,
      '.hidden/h.json': sound,
      'renewal-rules.config.json': '{"ignores":["in/deep/","!in/deep/"],"files":["in/"]}',
    });
    const names = (...args) => Object.keys(codes(args, { cwd }));
    const all = ['a.json', 'in/deep/d.json', 'in/only-here.json', 'in/x.tmp.json', 'keep.tmp.json'];
    assert.deepEqual(names('.'), all);
    assert.deepEqual(names('**/*.json'), all);
    assert.deepEqual(names('.', '--ignore-pattern', 'deep', '--ignore-pattern', '*.tmp.json'), [
      'a.json',
      'in/only-here.json',
    ]);
    assert.deepEqual(
      names('in/deep/c2.json', 'out/b.json'),
      ['in/deep/c2.json', 'out/b.json'],
      'what is named is checked',
    );
    assert.deepEqual(names('out', 'node_modules', '.hidden'), ['out/b.json', 'node_modules/n.json', '.hidden/h.json']);
    assert.deepEqual(Object.keys(codes([], { cwd: join(cwd, 'in') })), [
      'in/deep/d.json',
      'in/only-here.json',
      'in/x.tmp.json',
    ]);
    assert.deepEqual(
      Object.keys(codes(['.'], { cwd: join(cwd, 'in') })),
      ['in/deep/d.json', 'in/only-here.json', 'in/x.tmp.json'],
      'the rules around the folder hold',
    );
    writeFileSync(join(cwd, 'renewal-rules.config.json'), '{"ignores":["in/"]}');
    assert.deepEqual(names('.'), ['a.json', 'keep.tmp.json']);
    mkdirSync(join(cwd, 'folder.json'));
    symlinkSync('nowhere', join(cwd, 'in/c9.json'));
    assert.deepEqual(names('.'), ['a.json', 'keep.tmp.json'], 'no link in what is passed over');
  });
});

describe('levels', () => {
  const cwd = given({
    'renewal-rules.config.json': text({
      rules: { 'empty-text': 'error', 'term-format': 'warning' },
      overrides: [
        { files: ['legacy/'], rules: { 'empty-text': 'off' } },
        { files: ['*.trial.json'], trial: true, limits: { arMinDays: 20 } },
        { files: ['legacy/hard.json'], rules: { 'empty-text': 'info' } },
      ],
    }),
    'a.json': '{"name":"","licence_term":"x","id":1}',
    'legacy/b.json': '{"name":"","licence_term":"x","id":1}',
    'legacy/hard.json': '[{"name":"","licence_term":"x","id":1}]',
    'c.trial.json': text({ ...product(1, renewed(2, 2)), licence_term: 'P14D' }),
  });

  it('are set by flags, by the configuration, and for some files', () => {
    assert.deepEqual(codes(['.'], { cwd }), {
      'a.json': ['error empty-text /name', 'warning term-format /licence_term'],
      'c.trial.json': [
        'error term-below-minimum /licence_term',
        'error trial-ar-not-required /renew_settings/renew_ar/required',
        'error trial-price-not-zero /variants/0/price/common/price',
      ],
      'legacy/b.json': ['warning term-format /licence_term'],
      'legacy/hard.json': ['info empty-text /0/name', 'warning term-format /0/licence_term'],
    });
    assert.deepEqual(codes(['legacy', '--rule', 'empty-text=warning', '--rule', 'term-format=off'], { cwd }), {
      'legacy/b.json': ['warning empty-text /name'],
      'legacy/hard.json': ['warning empty-text /0/name'],
    });
    assert.equal(cli(['check', 'legacy', '--max-warnings', '1'], { cwd }).status, 1);
    const input = '{"licence_term":"x"}';
    assert.equal(cli(['check', '-', '--stdin-filename', 'legacy/n.json', '-f', 'json'], { cwd, input }).status, 0);
    assert.equal(cli(['check', '-', '--config', 'none.json'], { cwd, input }).status, 2);
  });

  it('for some files are none for standard input', () => {
    const single = text({ ...product(1, renewed(1, 1)), licence_term: 'P1M' });
    const cwd = given({
      'renewal-rules.config.json': text({ overrides: [{ files: ['*'], limits: { arMinDays: 99 } }] }),
      'a.json': single,
    });
    const reports = (...args) => cli([...args, '-f', 'json'], { cwd, input: single }).stdout.includes('below-minimum');
    for (const command of ['check', 'effective'])
      assert.deepEqual([reports(command, 'a.json'), reports(command, '-')], [true, false], command);
  });

  it('that are no levels are refused', () => {
    refused(
      ['check', '-', '--rule', 'chain-emtpy=off'],
      /the option `--rule` names `chain-emtpy`, but there is no such code; did you mean `chain-empty`\?/,
    );
    refused(
      ['check', '-', '--rule', 'chain-empty=loud'],
      /the option `--rule chain-empty` must be one of `off`, `info`, `warning`, `error`/,
    );
    refused(['check', '-', '--rule', 'chain-empty'], /--rule takes a code and a level/);
    refused(['check', '-', '--rule', 'json-syntax=off'], /json-syntax/);
    refused(['check', '--catalogue', '.'], /`overrides` cannot hold/, { cwd });
  });

  it('limits of PMR are flags', () => {
    const input = text(
      product(1, { licence_term: 'P9D', renew_settings: { product_id_for_renew: [2, 2], renew_pmr: true } }),
    );
    const result = (...args) =>
      JSON.parse(cli(['check', '-f', 'json', ...args, '-'], { input }).stdout)[0].report.diagnostics.map(
        ({ code, severity }) => `${severity} ${code}`,
      );
    assert.deepEqual(result('--pmr-online-min-days', '5', '--pmr-offline-min-days', '10'), [
      'warning term-below-minimum',
    ]);
    assert.deepEqual(result('--pmr-offline-min-days', '10', '--payment', 'offline'), ['error term-below-minimum']);
  });
});

describe('outputs', () => {
  const wrong = '{"id":101,"licence_term":"P1W x"}\n';
  const files = { 'a.json': wrong, 'b.json': '{"name":"","licence_term":"P1M"}' };

  it('go out at once, each to its place', () => {
    const cwd = given(files);
    const { status, stdout } = cli(
      ['check', '--format', 'stylish', '--format', 'sarif=out.sarif', '-f', 'junit=out.xml', '.'],
      { cwd },
    );
    assert.equal(status, 1);
    assert.equal(stdout, cli(['check', '.'], { cwd }).stdout);
    for (const [format, name] of [
      ['sarif', 'out.sarif'],
      ['junit', 'out.xml'],
    ])
      assert.equal(readFileSync(join(cwd, name), 'utf8'), cli(['check', '-f', format, '.'], { cwd }).stdout);
    assert.deepEqual(readdirSync(cwd).sort(), ['a.json', 'b.json', 'out.sarif', 'out.xml']);
    const piped = spawnSync('sh', ['-c', `"${process.execPath}" "${command}" check -f json=/dev/stdout b.json | cat`], {
      cwd,
      encoding: 'utf8',
    });
    assert.equal(piped.stdout, cli(['check', '-f', 'json', 'b.json'], { cwd }).stdout);
  });

  it('that cannot be made leave everything as it was', () => {
    const cwd = given({ ...files, 'out.sarif': 'old' });
    refused(['check', '-f', 'sarif', '-f', 'json', '.'], /only one format can go to standard output/, { cwd });
    refused(['check', '-f', 'sarif=x', '-f', 'json=./x', '.'], /two formats cannot both go to/, { cwd });
    refused(['check', '-f', 'sarif=', '.'], /names no file/, { cwd });
    refused(['check', '-f', 'sarif=a.json/out.sarif', '-f', 'json=out.sarif', '.'], /EEXIST|ENOTDIR/, { cwd });
    refused(['check', '-f', 'sarif=out.sarif', '--payment', 'cash', '.'], /--payment/, { cwd });
    refused(['check', '-f', 'json=out.sarif', '-f', 'sarif=a.json/out.sarif', '.'], /EEXIST|ENOTDIR/, { cwd });
    assert.equal(readFileSync(join(cwd, 'out.sarif'), 'utf8'), 'old');
    assert.deepEqual(readdirSync(cwd).sort(), ['a.json', 'b.json', 'out.sarif']);
  });

  it('come from the configuration, beside it', () => {
    const cwd = given({
      ...files,
      'renewal-rules.config.json': text({
        format: ['github', 'markdown=summary.md'],
        site: 'https://x.example/studio/',
      }),
      'x/.keep': '',
    });
    assert.match(cli(['check', '..'], { cwd: join(cwd, 'x') }).stdout, /^::error /);
    assert.match(readFileSync(join(cwd, 'summary.md'), 'utf8'), /^\| severity \| code \| where \| message \|\n/);
    const pages = (...args) =>
      JSON.parse(cli(['check', '-f', 'sarif', 'a.json', ...args], { cwd }).stdout).runs[0].tool.driver.rules.map(
        ({ helpUri }) => helpUri,
      );
    for (const [at, page] of pages().entries()) {
      const [, path] = page.split('https://x.example/studio/');
      assert.match(
        readFileSync(new URL(`../dist/site/${path}index.html`, import.meta.url), 'utf8'),
        new RegExp(`<h1[^>]*>[^]*${rules()[at].code}`),
        'the site has it there',
      );
    }
    assert.equal(pages('--site', 'https://example.org')[0], `https://example.org/rules/${rules()[0].code}/`);
    refused(['check', 'a.json', '--site', 'rules'], /--site must begin with https/, { cwd });
  });

  it('report a missing limit once, by its flag', () => {
    const pmr = text(product(1, { renew_settings: { product_id_for_renew: [2, 2], renew_pmr: true } }));
    const cwd = given({ 'a.json': pmr, 'b.json': pmr, 'c.json': text(product(3)) });
    for (const format of ['stylish', 'github', 'markdown', 'sarif']) {
      const { stdout, status } = cli(['check', '-f', format, '.'], { cwd });
      assert.equal(status, 0);
      assert.equal(stdout.match(/--pmr-online-min-days/g).length, 1, stdout);
      assert.match(stdout, /in 2 files/);
    }
    assert.doesNotMatch(
      cli(['check', '.', '--pmr-online-min-days', '1', '--pmr-offline-min-days', '1'], { cwd }).stdout,
      /info/,
    );
  });

  it('have colours where FORCE_COLOR says so', () => {
    const cwd = given(files);
    const colored = (env, ...args) => /\x1b\[/.test(cli(['check', 'a.json', ...args], { cwd, env }).stdout);
    assert.equal(colored({ FORCE_COLOR: '1' }), true);
    assert.equal(colored({ FORCE_COLOR: '' }), true);
    assert.equal(colored({ FORCE_COLOR: '0' }), false);
    assert.equal(colored({ FORCE_COLOR: '1', NO_COLOR: '1' }), true);
    assert.equal(colored({ FORCE_COLOR: '1' }, '--no-color'), false);
  });
});

describe('habits', () => {
  it('short flags are those of other linters', () => {
    const cwd = given({ 'a.json': '{"name":"","licence_term":"x","id":1}' });
    assert.equal(
      cli(['check', '-q', '-f', 'json', 'a.json'], { cwd }).stdout,
      cli(['check', '--quiet', '--format', 'json', 'a.json'], { cwd }).stdout,
    );
    assert.equal(cli(['-v']).stdout, cli(['--version']).stdout);
    assert.equal(cli(['check', '-v']).stdout, cli(['--version']).stdout);
  });

  it('the schema of the configuration takes what the command line takes', () => {
    const schema = JSON.parse(readFileSync(new URL('../config.schema.json', import.meta.url), 'utf8'));
    const takes = new Ajv({ allErrors: true }).compile(schema);
    const keys = optionsOfConfiguration();
    assert.deepEqual(
      Object.keys(schema.properties)
        .filter((key) => key !== '$schema')
        .sort(),
      keys.sort(),
    );
    assert.deepEqual(
      Object.keys(schema.properties.rules.properties).sort(),
      rules()
        .map(({ code }) => code)
        .filter((code) => code !== 'json-syntax')
        .sort(),
    );
    for (const [config, isGood] of /** @type {any[][]} */ ([
      [
        { $schema: 'x', files: ['a'], ignores: ['b'], format: 'json', maxWarnings: 0, quiet: true, site: 'https://x/' },
        true,
      ],
      [{ format: ['github', 'sarif=x.sarif'] }, true],
      [
        {
          operation: 'update',
          productId: 7,
          current: { id: 7 },
          payment: 'online',
          limits: { arMinDays: 6, pmrOnlineMinDays: 1 },
        },
        true,
      ],
      [
        {
          rules: { 'empty-text': 'off' },
          overrides: [{ files: ['x/'], payment: 'offline', rules: { 'empty-text': 'error' } }],
        },
        true,
      ],
      [{ role: 'renewal', trial: false, consent: 'declined', maxDiagnostics: 3 }, true],
      [{ catalogue: true }, true],
      [{ payment: 'cash' }, false],
      [{ rules: { 'empty-text': 'loud' } }, false],
      [{ rules: { 'json-syntax': 'off' } }, false],
      [{ rules: { x: 'off' } }, false],
      [{ limits: { pmrMinDays: 1 } }, false],
      [{ overrides: [{ rules: {} }] }, false],
      [{ overrides: [{ files: ['x'], quiet: true }] }, false],
      [{ format: 'xml' }, false],
      [{ files: [] }, false],
      [{ maxWarnings: -1 }, false],
      [{ site: 'x' }, false],
      [{ productId: 0 }, false],
      [{ other: 1 }, false],
    ])) {
      assert.equal(takes(config), isGood, text(config));
      const { status, stderr } = cli(['check', 'a.json'], {
        cwd: given({ 'renewal-rules.config.json': text(config), 'a.json': config.catalogue ? '[]' : '{"id":7}' }),
      });
      assert.equal(status !== 2, isGood, text(config) + stderr);
    }
  });
});
