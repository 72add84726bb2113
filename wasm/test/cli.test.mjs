// Tests the command line as a user or a build server runs it.

import assert from 'node:assert/strict';
import { chmodSync, chownSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { jsonText, rules, timeline } from 'renewal-rules/tools';
import { allRefused, CONFIG, cli, given, good, optionsOfConfiguration, refused, shell, warned, wrong } from './cli.js';

const project = fileURLToPath(new URL('../..', import.meta.url));
const fixable = '{ "id": 101,\r\n\t"licence_term" : "p6d" , "name": "製品 \\u00e9 🎁", "x": 1.50 }\r\n\r\n';

describe('exit status', () => {
  it('is 1 for errors in products, and 2 for invalid arguments', () => {
    const cwd = given({ 'good.json': good, 'wrong.json': wrong, 'warned.json': warned });
    assert.equal(cli('check good.json', { cwd }).status, 0);
    assert.equal(cli('check warned.json', { cwd }).status, 0);
    assert.equal(cli('check good.json wrong.json', { cwd }).status, 1);
    for (const words of ['check', 'effective', 'timeline --date 2026-01-31', 'diff good.json', 'plan'])
      refused(`${words} none.json`, /: none\.json: there is no such file\n$/, { cwd });
    symlinkSync('nowhere', join(cwd, 'link.json'));
    for (const words of ['check', 'plan'])
      refused(`${words} link.json`, /: link\.json: the link leads nowhere\n$/, { cwd });
    allRefused(cwd, [
      ['check good.json *.none', /\*\.none: no file matches/],
      ['effective', /missing required argument: <FILE>/],
      ['timeline good.json', /missing required option: --date <YYYY-MM-DD>/],
      ['check --fix ', /an empty argument names no file/],
      ['check --payment cash good.json', /`--payment` must be one of/],
      ['check --product-id 7 good.json', /--product-id only works with --operation update/],
      ['effective --product-id 7 good.json', /--product-id only works with --operation update/],
      ['check --operation create --current good.json good.json', /--current only works with/],
      ['effective --operation create --current good.json good.json', /--current only works with/],
      ['check --operation update --product-id x good.json', /`--product-id` must be/],
      ['check --nope good.json', /Unknown option '--nope'; renewal-rules check --help lists the options/],
      ['check --format xml good.json', /no format "xml"; the formats are stylish/],
      ['check --max-warnings -1 good.json', /max-warnings/],
      ['check --pmr-online-min-days x good.json', /`--pmr-online-min-days` must be/],
      ['check --consent x good.json', /`--consent` must be one of/],
      ['effective --consent x good.json', /`--consent` must be one of/],
      ['check --catalogue --role renewal good.json', /--role does not apply to catalogues/],
      ['nope', /no command "nope"; renewal-rules --help lists them/],
      ['chekc', /no command "chekc"; did you mean `check`\?/],
      ['check --qiuet good.json', /Unknown option '--qiuet'; did you mean `--quiet`\?/],
      ['check --pmr-min-days 7 good.json', /Unknown option '--pmr-min-days'; did you mean `--pmr-online-min-days`\?/],
      ['check -f sarfi good.json', /no format "sarfi"; did you mean `sarif`\?/],
      ['check --fix -', /standard input/],
      ['check --fix --fix-dry-run -', /cannot be used with/],
      ['explain chain-emtpy', /no code "chain-emtpy"; did you mean `chain-empty`\?/],
      ['explain', /missing required argument: <CODE>/],
      [[], /Usage/],
    ]);
  });

  it('is 2 if a named file is a setup', () => {
    const cwd = given({ 'good.json': good, 'setup.json': '{ "initiator": { "licence_term": "P1D" } }' });
    for (const options of [
      '--color',
      '--catalogue',
      '--format json --quiet',
      '--fix',
      '--max-warnings 0 --max-diagnostics 1',
      '--list-files',
      '--verbose',
    ]) {
      const { status, stderr } = cli(`check ${options} good.json setup.json`, { cwd });
      assert.deepEqual(
        [status, stderr],
        [2, 'renewal-rules: setup.json is a setup, not products; renewal-rules plan checks it\n'],
      );
    }
    assert.equal(cli('check .', { cwd }).status, 0);
    const { status, stderr } = cli('effective setup.json', { cwd });
    assert.deepEqual(
      [status, stderr],
      [2, 'renewal-rules: setup.json is a setup, not products; renewal-rules plan checks it\n'],
    );
  });

  it('is 1 for errors that --max-diagnostics omits', () => {
    const cwd = given({ 'a.json': '{"name":"","licence_term":"P1W x"}' });
    const limited = (limit) => cli(['check', '--max-diagnostics', limit, 'a.json'], { cwd });
    for (const limit of ['0', '1']) assert.equal(limited(limit).status, 1);
    assert.match(
      limited('0').stdout,
      /^a\.json: 2 problems, none shown\n[^]*\n1 file checked, 2 problems, none shown\n$/,
    );
    assert.match(limited('1').stdout, /\na\.json: 1 error\n {2}1 more not shown\n[^]*\n1 error; 1 more not shown\n$/);
    assert.equal(limited('-1').status, 2);
    assert.match(limited('-1').stderr, /^renewal-rules: --max-diagnostics: a value .* --max-diagnostics=VALUE; /);
  });

  it('is 1 for empty files, invalid UTF-8 and invalid JSON', () => {
    const cwd = given({
      'empty.json': '',
      'bytes.json': Buffer.from([0x7b, 0xff, 0x7d]),
      'text.json': 'x',
    });
    for (const name of readdirSync(cwd)) {
      const { status, stdout } = cli(['check', name], { cwd });
      assert.equal(status, 1);
      assert.match(stdout, new RegExp(`^${name}:1:\\d+: error json-syntax`));
    }
  });

  it('ignores a byte order mark, which fixes preserve', () => {
    const cwd = given({
      'good.json': `\ufeff${good}`,
      'wrong.json': `\ufeff${wrong}`,
      'lines.ndjson': `\ufeff\n${good}${wrong}`,
      'fixable.json': `\ufeff${fixable}`,
      [CONFIG]: '\ufeff{"operation":"update","current":"good.json"}',
    });
    assert.equal(cli('check good.json', { cwd }).status, 0);
    assert.match(
      cli('check wrong.json', { cwd }).stdout,
      /^wrong\.json:1:26: error term-format\n[^]* {2}1 \| \{"id":101,"licence_term":"P1W x"\}\n {4}\| {26}\^{7}\n/,
    );
    assert.match(cli('check lines.ndjson', { cwd }).stdout, /^lines\.ndjson:3:26: error term-format\n/m);
    assert.match(
      cli('check --catalogue --config none.json wrong.json lines.ndjson', {
        cwd: given({ 'none.json': '{}', 'wrong.json': `\ufeff${wrong}`, 'lines.ndjson': `\ufeff${wrong}` }),
      }).stdout,
      /^wrong\.json:1:26: [^]*^lines\.ndjson:1:26: /m,
    );
    assert.equal(cli('check --fix fixable.json', { cwd }).status, 0);
    assert.equal(readFileSync(join(cwd, 'fixable.json'), 'utf8'), `\ufeff${fixable.replace('p6d', 'P6D')}`);
    for (const words of ['effective', 'timeline --date 2026-01-31', 'diff good.json'])
      assert.equal(cli(`${words} good.json`, { cwd }).status, 0, words);
  });

  it('is 1 for more warnings than --max-warnings', () => {
    const cwd = given({ 'a.json': warned, 'b.json': warned });
    assert.equal(cli('check . --max-warnings 2', { cwd }).status, 0);
    const { status, stderr } = cli('check . --max-warnings 1', { cwd });
    assert.equal(status, 1);
    assert.match(stderr, /2 warnings, at most 1 is allowed/);
    assert.match(cli('check a.json --max-warnings 0', { cwd }).stderr, /1 warning, at most 0 are allowed/);
    for (const limit of ['0', '1']) {
      const result = cli(['check', '.', '--max-diagnostics', limit, '--max-warnings', '1'], { cwd });
      assert.deepEqual([result.status, result.stderr], [1, 'renewal-rules: 2 warnings, at most 1 is allowed\n']);
    }
    assert.equal(cli('check . --max-diagnostics 0 --max-warnings 2', { cwd }).status, 0);
  });

  it('is 2 if the output cannot be written', () => {
    const cwd = given({ 'good.json': good });
    const { status, stderr } = shell('$RUN check good.json > /dev/full', cwd);
    assert.deepEqual([status, stderr.split('\n').length], [2, 2]);
    assert.match(stderr, /^renewal-rules: the disk is full \(ENOSPC\)\n$/);
  });

  it('comes without an error message if the pipe is closed', () => {
    const cwd = given({ 'a.ndjson': `${wrong.repeat(5000)}` });
    const { stderr, stdout } = shell('$RUN check a.ndjson | head -n 1', cwd);
    assert.equal(stderr, '');
    assert.match(stdout, /^a\.ndjson:1:/);
  });
});

describe('fixes', () => {
  const fixed = fixable.replace('p6d', 'P6D');

  it('are written without any other change to a file', () => {
    const cwd = given({
      'a.json': fixable,
      'good.json': good,
      'wrong.json': wrong,
      'bytes.json': Buffer.from([0xff]),
      'l.ndjson': `\n${fixable.replaceAll('\r\n', '')}\n\n{`,
    });
    chmodSync(join(cwd, 'a.json'), 0o640);
    // Only root can change the owner of a file.
    const owner = process.getuid() || 1000;
    chownSync(join(cwd, 'a.json'), owner, process.getgid());
    symlinkSync('a.json', join(cwd, 'link.json'));
    const before = statSync(join(cwd, 'good.json'));
    const { status, stdout } = cli('check --fix link.json good.json wrong.json bytes.json l.ndjson', { cwd });
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
    assert.equal(cli('check --fix a.json', { cwd }).status, 0);
  });

  it('are applied even if they reveal another diagnostic', () => {
    const lonely = '[{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[6],"renew_email":true}}]';
    const cwd = given({ 'a.json': lonely });
    assert.match(cli('check --catalogue a.json', { cwd }).stdout, /chain-too-short[^]*1 can be fixed/);
    assert.match(cli('check --catalogue --fix a.json', { cwd }).stdout, /chain-unknown-product[^]*1 fix made/);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), lonely.replace('[6]', '[6,6]'));
  });

  it('are reported but not written with --fix-dry-run', () => {
    const cwd = given({ 'a.json': fixable });
    const { status, stdout } = cli('check --fix-dry-run --format json a.json', { cwd });
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout)[0].output, fixed);
    assert.match(cli('check --fix-dry-run a.json', { cwd }).stdout, /1 fix would be made/);
    assert.equal(readFileSync(join(cwd, 'a.json'), 'utf8'), fixable);
    assert.equal(JSON.parse(cli('check --fix-dry-run --format json -', { input: fixable }).stdout)[0].output, fixed);
    assert.equal(JSON.parse(cli('check --fix --format json a.json', { cwd }).stdout)[0].output, undefined);
  });

  it('are not limited by --max-diagnostics', () => {
    const cwd = given({ 'a.json': '{"licence_term":"p6d","renew_settings":{"product_id_for_renew":[2]}}' });
    cli('check --fix --max-diagnostics 1 a.json', { cwd });
    assert.equal(
      readFileSync(join(cwd, 'a.json'), 'utf8'),
      '{"licence_term":"P6D","renew_settings":{"product_id_for_renew":[2,2]}}',
    );
  });

  it('are not written if an option is invalid for any file', () => {
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
    const configured = { [CONFIG]: '{"trial":"maybe"}', ...files };
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
});

describe('other commands', () => {
  it('effective prints the kind and why others do not apply', () => {
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
    assert.equal(cli('effective -', { input: '{' }).status, 1);
    assert.equal(cli('effective -', { input: '{}' }).status, 0);
    const cwd = given({
      'a.json': good,
      'l.ndjson': `${good}${wrong}`,
      'package.json': '{"name":"x","version":"1"}',
      'others/x.json': '{"compilerOptions":{}}',
    });
    const all = cli('effective -f json .', { cwd });
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
    refused('effective others', /no file contains products/, { cwd });
  });

  it('explain describes every code', () => {
    const codes = rules().map(({ code }) => code);
    const { status, stdout } = cli(['explain', ...codes]);
    assert.equal(status, 0);
    for (const { code, title, explanation } of rules()) {
      assert.ok(stdout.includes(`${code} (`) && stdout.includes(title));
      assert.ok(stdout.replace(/\s+/g, ' ').includes(explanation.replace(/\s+/g, ' ')), code);
    }
    assert.equal(JSON.parse(cli('explain chain-empty --format json').stdout).code, 'chain-empty');
  });

  it('explain --product prints buyers who lose a renewal', () => {
    const settings = { product_id_for_renew: [101, 101], renew_ar: { enable: true } };
    const product = JSON.stringify({ id: 101, licence_term: 'P5D', renew_settings: settings });
    const cwd = given({ 'product.json': product });
    const explained = (...args) =>
      cli(['explain', '--product', 'product.json', '--date', '2026-01-31', ...args], { cwd }).stdout;
    const text = explained('term-below-minimum');
    assert.match(
      text,
      /\nWho loses\n {2}\/licence_term: A buyer .* On 2026-02-06 nothing happens\. .* After the fix, /,
    );
    assert.match(explained('chain-empty'), /No buyer loses because of this code in these products\.\n$/);
    const { witnesses, texts } = JSON.parse(explained('term-below-minimum', '--format', 'json'));
    assert.deepEqual([witnesses[0].day, texts.length], ['2026-02-06', 1]);
    assert.deepEqual(timeline(jsonText(witnesses[0].fixed), witnesses[0].options), witnesses[0].after);
    const longer = explained('term-below-minimum', '--ar-min-days', '5');
    assert.match(longer, /No buyer loses/);
    refused('explain --product none.json chain-empty', /there is no such file/, { cwd });
    const cut = cli('explain --product - chain-empty', { cwd, input: '[' });
    assert.equal(cut.status, 1);
    assert.match(
      cut.stderr,
      /^renewal-rules: <stdin>: This is not JSON at line 1, column 2: it ends too early\. .*\n$/,
    );
  });

  it('rules lists all rules in each format', () => {
    assert.equal(cli('rules').stdout.trimEnd().split('\n').length, rules().length);
    assert.deepEqual(JSON.parse(cli('rules --format json').stdout), rules());
    assert.match(cli('rules --format markdown').stdout, /^# Rules\n[^]*\n## `chain-empty`\n/);
  });

  it('help and README name every key of the configuration', () => {
    const keys = optionsOfConfiguration();
    assert.ok(keys.length > 10);
    const help = cli('check --help').stdout;
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const key of keys) {
      assert.match(help.split('The configuration file is')[1] ?? '', new RegExp(`\\b${key}\\b`));
      assert.ok(readme.includes(`\`${key}\``), key);
    }
  });

  it('help and version exit with 0 in every spelling', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    assert.equal(cli('--version').stdout, `${version}\n`);
    for (const args of '--help,help,check --help,help check,effective -h,explain --help,rules --help'.split(',')) {
      const { status, stdout } = cli(args);
      assert.equal(status, 0);
      assert.match(stdout, /Usage: renewal-rules/);
    }
  });
});

it('unreadable products exit with 1, but with 2 in diff', () => {
  const cwd = given({
    'cut.json': '{"licence_term":',
    'list.json': '[{"id":1},',
    'wrong.json': '{"licence_term":"x","id":1}',
    'setup.json': '{"initiator":{"licence_term":"x"},"renewals":[],"kinds":{}}',
  });
  const statuses = (...args) =>
    ['cut.json', 'list.json', 'wrong.json'].map((file) => cli([...args, file], { cwd }).status);
  for (const args of [['check'], ['effective'], ['timeline', '--date', '2026-01-31']])
    assert.deepEqual(statuses(...args), [1, 1, 1], args.join(' '));
  assert.equal(cli('plan setup.json', { cwd }).status, 1);
  assert.deepEqual(statuses('diff', 'wrong.json'), [2, 2, 0], 'status 1 of diff means that products differ');
});

it('short flags are equivalent to long flags', () => {
  const cwd = given({ 'a.json': '{"name":"","licence_term":"x","id":1}' });
  const { stdout } = cli('check -q -f json a.json', { cwd });
  assert.match(stdout, /^(?![^]*empty-text)[^]*term-format/);
  assert.equal(stdout, cli('check --quiet --format json a.json', { cwd }).stdout);
  assert.equal(cli('-v').stdout, cli('--version').stdout);
  assert.equal(cli('check -v').stdout, cli('--version').stdout);
});
