// Tests the configuration file, and the options that override it.

import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import Ajv from 'ajv/dist/2020.js';

import { rules } from 'renewal-rules/tools';
import {
  allRefused,
  CONFIG,
  cli,
  codes,
  given,
  good,
  optionsOfConfiguration,
  product,
  refused,
  renewed,
  text,
  warned,
} from './cli.js';

describe('the configuration file', () => {
  const email = {
    ...product(1, { licence_term: 'P5D' }),
    renew_settings: { product_id_for_renew: [2, 2], renew_email: true },
  };
  /** Returns the findings of a check with these arguments. */
  const found = (cwd, args) => Object.values(codes(args, { cwd })).flat();
  const tooShort = ['error term-below-minimum /licence_term'];

  it('is found in parent folders, and flags override it', () => {
    const cwd = given({
      [CONFIG]: { $schema: 'x', payment: 'offline' },
      'a/b/c.json': email,
      'a/other.json': { payment: 'online' },
    });
    const inside = join(cwd, 'a/b');
    assert.deepEqual(found(inside, 'c.json'), tooShort);
    for (const flag of ['--payment online', '--config ../other.json', '--email-offline-min-days 5'])
      assert.deepEqual(found(inside, `c.json ${flag}`), []);
    assert.deepEqual(found(inside, 'c.json --no-config'), ['warning term-below-minimum /licence_term']);
    refused('check --no-config --config x.json .', /cannot be used with/, { cwd });
  });

  it('is merged with flags, limit by limit', () => {
    const limits = { emailOfflineMinDays: 5, emailOnlineMinDays: 9 };
    const cwd = given({ [CONFIG]: { payment: 'offline', limits }, 'a.json': email });
    assert.deepEqual(found(cwd, 'a.json'), []);
    assert.deepEqual(found(cwd, 'a.json --email-offline-min-days 6'), tooShort);
    assert.deepEqual(found(cwd, 'a.json --email-online-min-days 1'), []);
  });

  it('sets the files, the format and the maximum of warnings', () => {
    const cwd = given({
      [CONFIG]: { files: ['p/*.json'], format: 'github', maxWarnings: 0, quiet: false },
      'p/a.json': warned,
      'q/x.txt': '',
    });
    const { status, stdout } = cli('check', { cwd: join(cwd, 'q') });
    assert.equal(status, 1);
    assert.ok(stdout.startsWith(`::warning file=${join(cwd, 'p/a.json')},`), stdout);
    assert.equal(cli('check --max-warnings 1', { cwd }).status, 0);
  });

  it('is not checked itself, and flags can negate its options', () => {
    const cwd = given({
      [CONFIG]: { files: ['.'], catalogue: true, quiet: true },
      'a.json': `[${warned},{"id":1}]`,
      'b.json': good.replace('101', '1'),
    });
    const [ofA, ofB] = ['warning empty-text /0/name', 'error duplicate-product-id /id'];
    assert.deepEqual(codes([], { cwd }), { 'a.json': [], 'b.json': [ofB] });
    assert.deepEqual(codes('*.json --no-quiet', { cwd }), { 'a.json': [ofA], 'b.json': [ofB] });
    assert.deepEqual(codes('--no-catalogue', { cwd }), { 'a.json': [], 'b.json': [] });
    assert.deepEqual(Object.keys(codes(`${CONFIG} --no-catalogue`, { cwd })), [CONFIG]);
  });

  it('resolves `current` in its folder, and only for products', () => {
    const cwd = given({
      [CONFIG]: { operation: 'update', current: 'current.json', consent: 'declined' },
      'current.json': { id: 1, localization_values: { en_US: {}, de_DE: {} } },
      'a/b.json': { localization_values: { en_US: {} } },
      'a/c.ndjson': '{"id":1}',
    });
    assert.deepEqual(found(join(cwd, 'a'), 'b.json'), ['warning patch-drops-locales /localization_values']);
    assert.deepEqual(found(join(cwd, 'a'), 'c.ndjson'), []);
    assert.deepEqual(found(cwd, 'a/b.json --current a/b.json'), []);
  });

  it('may have comments', () => {
    const cwd = given({
      [CONFIG]: '{\n  // As a team agreed.\n  "rules": { "price-format": "off" /* for now */ }\n}\n',
      'a.json': good,
    });
    assert.equal(cli('check a.json', { cwd }).status, 0);
  });

  it('may have trailing commas', () => {
    const cwd = given({
      [CONFIG]: '{ "rules": { "price-format": "off", /* , */ }, // more\n "files": ["a.json", ], }\n',
      'a.json': good,
    });
    assert.equal(cli('check', { cwd }).status, 0);
  });

  it('is rejected if it is invalid', () => {
    for (const [configuration, pattern] of [
      ['{"paymnet":"online"}', /no option `paymnet`; did you mean `payment`\?/],
      ['{"xyz":"online"}', /no option `xyz`; the options are `operation`/],
      ['{"__proto__":1}', /no option `__proto__`/],
      [{ payment: 'cash' }, /renewal-rules\.config\.json:1:12: the option `payment` must be one of/],
      [{ limits: { x: 1 } }, /renewal-rules\.config\.json:1:\d+: .*`limits\.x`/],
      [{ rules: { 'chain-emtpy': 'off' } }, /the option `rules` names `chain-emtpy`.*; did you mean `chain-empty`\?/],
      [{ overrides: [{ payment: 'online' }] }, /each of `overrides` must have `files`/],
      [{ overrides: [{ files: ['x/'], payment: 'cash' }] }, /config\.json:1:41: the option `payment` must be one of/],
      [{ overrides: [{ files: ['x/'], maxWarnings: 1 }] }, /no option `maxWarnings`/],
      [{ format: 1 }, /`format` must be a text, or a list of texts/],
      [{ format: 'xml' }, /config\.json:1:11: `format`: there is no format "xml"; the formats are /],
      [{ quiet: true, format: ['github', 'xml=x'] }, /config\.json:1:\d\d: `format`: there is no format "xml"/],
      [{ format: ['sarif', 'json'] }, /config\.json:1:11: `format`: only one format can go to standard output/],
      [{ limits: 3 }, /`limits` must be/],
      [{ maxWarnings: -1 }, /`maxWarnings` must be/],
      [{ files: 'a' }, /`files` must be/],
      [{ files: [] }, /`files` must be a list of texts, one at least/],
      [{ quiet: 1 }, /`quiet` must be/],
      [{ current: 'none.json' }, /none\.json/],
      [{ operation: 'update', current: 'cut.json' }, /the option `current` is not JSON/],
      [[], /must be an object/],
      ['{', /config\.json:1:2: this is not JSON at line 1, column 2: it ends too early/],
      ['{ // who\n"quiet": tru }', /config\.json:2:\d+: this is not JSON/],
      ['', /config\.json:1:1: .*it is empty/],
      ['{ "quiet": true,\n"quiet": false }', /config\.json:2:1: `quiet` appears more than once in the same object\n/],
      ['// nothing\n', /config\.json:\d:\d+: .*it is empty/],
      ['{,}', /config\.json:1:2: this is not JSON/],
      ['{"quiet":true,,}', /config\.json:1:15: this is not JSON/],
      [Buffer.from([0x7b, 0xff]), /config\.json:1:2: this is not JSON/],
      ['{\n  "limits": {},\n  "xyz": 1 }', /config\.json:3:10: there is no option `xyz`/],
      ['{\n  "overrides": [{},\n  { "files": [] }]}', /config\.json:\d:\d+: each of `overrides`/],
      [{ extends: './none.json' }, /none\.json: there is no such file\n/],
      [{ extends: 'none' }, /there is no package `none` to extend; the name of a file begins with \.\//],
      [{ extends: 1 }, /the option `extends` must be a text, or a list of texts/],
      [{ extends: './back.json' }, /renewal-rules\.config\.json extends itself/],
      [{ extends: './odd.json' }, /odd\.json:1:\d+: there is no option `x`/],
      [{ extends: './level.json', quiet: true }, /level\.json:1:\d+: the option `rules` names `x`/],
      [{ extends: './level.json', rules: { x: 'off' } }, /config\.json:1:\d+: the option `rules` names `x`/],
    ]) {
      const others = { 'cut.json': '{', 'back.json': { extends: `./${CONFIG}` }, 'odd.json': { x: 1 } };
      Object.assign(others, { 'level.json': { rules: { x: 'off' } } });
      refused('check a.json', pattern, { cwd: given({ [CONFIG]: configuration, 'a.json': good, ...others }) });
    }
    refused('check --config none.json -', /none\.json/);
    refused('check -f json a.json', /there is no format "xml"/, { cwd: given({ [CONFIG]: { format: 'xml' } }) });
  });

  it('overrides files and packages that it extends', () => {
    const cwd = given({
      'node_modules/@acme/rules/renewal-rules.config.json': {
        rules: { 'empty-text': 'error', 'term-format': 'warning' },
        ignores: ['c.json'],
        overrides: [{ files: ['b.json'], rules: { 'empty-text': 'off' } }],
      },
      'node_modules/named/package.json': { name: 'named', main: './base.json' },
      'node_modules/named/base.json': { maxWarnings: 0, limits: { arMinDays: 40 }, current: './old.json' },
      'node_modules/named/old.json': product(1),
      'shared/base.json': `{
        // Comments are allowed.
        "extends": ["@acme/rules", "named"], "limits": { "pmrOnlineMinDays": 6 } }`,
      [CONFIG]: {
        extends: './shared/base.json',
        rules: { 'term-format': 'info' },
        ignores: ['!c.json', 'd.json'],
      },
      'a.json': '{"id":1,"name":"","licence_term":"x"}',
      'b.json': '{"id":1,"name":"","licence_term":"x"}',
      'c.json': product(3),
      'd.json': product(4),
    });
    assert.deepEqual(codes('.', { cwd }), {
      'a.json': ['error empty-text /name', 'info term-format /licence_term'],
      'b.json': ['info term-format /licence_term'],
      'c.json': [],
    });
    const { status, stdout } = cli('check --print-config b.json --payment online', { cwd });
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(stdout), {
      rules: { 'empty-text': 'off', 'term-format': 'info' },
      limits: { arMinDays: 40, pmrOnlineMinDays: 6 },
      payment: 'online',
      current: product(1),
      maxWarnings: 0,
      ignores: ['c.json', '!c.json', 'd.json'],
    });
    refused('check --print-config a.json --payment cash', /`--payment` must be one of/, { cwd });
  });

  it('is printed with the settings that flags override', () => {
    const cwd = given({ [CONFIG]: { maxWarnings: 0, quiet: true, catalogue: true, format: 'json' } });
    const print = (flags) => JSON.parse(cli(`check --print-config a.json ${flags}`, { cwd }).stdout);
    assert.deepEqual(print('--no-catalogue --no-quiet --max-warnings 3 -f sarif --suppressions-location s.json'), {
      catalogue: false,
      quiet: false,
      maxWarnings: 3,
      format: ['sarif'],
      suppressions: 's.json',
    });
  });

  it('sets whether a purchased product is a trial', () => {
    const free = { ...product(101, { licence_term: 'P14D' }), ...renewed(102, 102) };
    free.variants[0].price.common.price = '0.00';
    const cwd = given({ [CONFIG]: { trial: false }, 'a.json': free });
    const [kind, inferred] = ['', '--no-config'].map((flag) =>
      cli(['timeline', '--date', '2026-01-31', 'a.json', flag].filter(Boolean), { cwd }).stdout.split('\n', 1),
    );
    assert.deepEqual([kind, inferred], [['Kind: AR'], ['Kind: none']]);
    const explained = cli('explain trial-ar-not-required --product a.json', { cwd });
    assert.match(explained.stdout, /No buyer loses/);
  });

  it('is an error if it is a link that leads nowhere', () => {
    const cwd = given({ 'a.json': good });
    symlinkSync('missing.json', join(cwd, CONFIG));
    refused('check a.json', /renewal-rules\.config\.json: the link leads nowhere/, { cwd });
  });

  it('is found in a package whatever the package exports', () => {
    const main = { 'node_modules/@x/rules/index.js': 'throw 1;\n', [CONFIG]: { extends: '@x/rules' } };
    const manifest = 'node_modules/@x/rules/package.json';
    for (const exports of [{ '.': { import: './index.js' } }, { '.': './index.js' }]) {
      const cwd = given({
        ...main,
        [manifest]: { exports },
        [`node_modules/@x/rules/${CONFIG}`]: { payment: 'offline' },
      });
      assert.deepEqual(JSON.parse(cli('check --print-config a.json', { cwd }).stdout), { payment: 'offline' });
    }
    const cwd = given({ ...main, [manifest]: { exports: './index.js' }, 'a.json': good });
    refused('check a.json', /`@x\/rules` has no renewal-rules\.config\.json/, { cwd });
  });

  it('overrides the `overrides` of files that it extends', () => {
    const limits = (arMinDays) => ({ limits: { arMinDays } });
    const cwd = given({
      'base.json': { ...limits(1), overrides: [{ files: ['a*'], ...limits(2), payment: 'online' }] },
      [CONFIG]: { extends: './base.json', ...limits(3), overrides: [{ files: ['ab'], ...limits(4) }] },
    });
    const print = (file) => JSON.parse(cli(`check --print-config ${file}`, { cwd }).stdout);
    assert.deepEqual(['a', 'ab', 'b'].map(print), [
      { ...limits(3), payment: 'online' },
      { ...limits(4), payment: 'online' },
      limits(3),
    ]);
  });

  it('is created by `init` from the files with products', () => {
    const files = {
      'products/de/a.json': product(1, renewed(2, 2)),
      'products/fr/b.json': product(2),
      'more/x/y/c.ndjson': product(3),
      'd.json': product(4),
      'package.json': '{"name":"x"}',
      'node_modules/renewal-rules/config.schema.json': '{}',
    };
    const cwd = given(files);
    const { status, stdout } = cli('init', { cwd });
    assert.deepEqual(
      [status, stdout],
      [0, `${CONFIG} is written for d.json, more/x/y/, products/, where 4 files have products\n`],
    );
    assert.deepEqual(JSON.parse(readFileSync(join(cwd, CONFIG), 'utf8')), {
      $schema: './node_modules/renewal-rules/config.schema.json',
      files: ['d.json', 'more/x/y/', 'products/'],
      catalogue: true,
    });
    assert.match(cli('check', { cwd }).stdout, /4 files checked, no problems\n$/);
    refused('init', /renewal-rules\.config\.json exists already/, { cwd });
    refused('init', /no file contains products/, { cwd: given({ 'package.json': '{"name":"x"}' }) });
    const twice = given({ 'a.json': product(1), 'b.json': product(1), 'c.json': '{"id":3,"licence_term":"p1m"}' });
    assert.match(
      cli('init', { cwd: twice }).stdout,
      /for a\.json, b\.json, c\.json, where 3 files have products\ncheck reports/,
    );
    assert.deepEqual(JSON.parse(readFileSync(join(twice, CONFIG), 'utf8')), { files: ['a.json', 'b.json', 'c.json'] });
    const single = given({ 'a.json': product(1) });
    assert.deepEqual(JSON.parse(cli('init --format json', { cwd: single }).stdout), {
      file: CONFIG,
      configuration: { files: ['a.json'] },
      products: ['a.json'],
    });
  });
});

describe('levels', () => {
  const cwd = given({
    [CONFIG]: {
      rules: { 'empty-text': 'error', 'term-format': 'warning' },
      overrides: [
        { files: ['legacy/'], rules: { 'empty-text': 'off' } },
        { files: ['*.trial.json'], trial: true, limits: { arMinDays: 20 } },
        { files: ['legacy/hard.json'], rules: { 'empty-text': 'info' } },
      ],
    },
    'a.json': '{"name":"","licence_term":"x","id":1}',
    'legacy/b.json': '{"name":"","licence_term":"x","id":1}',
    'legacy/hard.json': '[{"name":"","licence_term":"x","id":1}]',
    'c.trial.json': product(1, { ...renewed(2, 2), licence_term: 'P14D' }),
  });

  it('are set by flags, by the configuration and by overrides', () => {
    assert.deepEqual(codes('.', { cwd }), {
      'a.json': ['error empty-text /name', 'warning term-format /licence_term'],
      'c.trial.json': [
        'error term-below-minimum /licence_term',
        'error trial-ar-not-required /renew_settings/renew_ar/required',
        'error trial-price-not-zero /variants/0/price/common/price',
      ],
      'legacy/b.json': ['warning term-format /licence_term'],
      'legacy/hard.json': ['info empty-text /0/name', 'warning term-format /0/licence_term'],
    });
    assert.deepEqual(codes('legacy --rule empty-text=warning --rule term-format=off', { cwd }), {
      'legacy/b.json': ['warning empty-text /name'],
      'legacy/hard.json': ['warning empty-text /0/name'],
    });
    assert.equal(cli('check legacy --max-warnings 1', { cwd }).status, 1);
    const input = '{"licence_term":"x"}';
    assert.equal(cli('check - --stdin-filename legacy/n.json -f json', { cwd, input }).status, 0);
    assert.equal(cli('check - --config none.json', { cwd, input }).status, 2);
  });

  it('of overrides do not apply to standard input', () => {
    const single = text({ ...product(1, renewed(1, 1)), licence_term: 'P1M' });
    const cwd = given({
      [CONFIG]: { overrides: [{ files: ['*'], limits: { arMinDays: 99 } }] },
      'a.json': single,
    });
    const reports = (...args) => cli([...args, '-f', 'json'], { cwd, input: single }).stdout.includes('below-minimum');
    for (const command of ['check', 'effective'])
      assert.deepEqual([reports(command, 'a.json'), reports(command, '-')], [true, false], command);
  });

  it('of overrides apply in every command', () => {
    const ar = { renew_settings: { product_id_for_renew: [2, 2], renew_ar: { enable: true } }, licence_term: 'P1M' };
    const { id: _, ...wanted } = product(2, { licence_term: 'P1M' });
    const cwd = given({
      [CONFIG]: { overrides: [{ files: ['*.json'], limits: { arMinDays: 99 } }] },
      'a.json': product(1, ar),
      'b.json': { ...product(1, ar), name: 'B' },
      'setup.json': { initiator: wanted, renewals: [wanted], kinds: { ar: true } },
    });
    const update = 'update --base-url http://127.0.0.1:1 --current a.json --dry-run b.json';
    const outputs = (command) => {
      const { stdout, stderr } = cli(command, { cwd });
      return stdout + stderr;
    };
    /** @type {[string, RegExp, RegExp][]} */
    const cases = [
      ['effective a.json', /Kind: +none/i, /Kind: +AR/i],
      ['timeline --date 2026-01-01 a.json', /Kind: +none/i, /Kind: +AR/i],
      ['plan setup.json', /error term-below-minimum/, /2 to create/],
      [update, /error term-below-minimum/, /PATCH/],
      ['explain --product a.json term-below-minimum', /Who loses\n {2}\/licence_term/, /No buyer loses/],
    ];
    for (const [command, expected, otherwise] of cases) {
      assert.match(outputs(command), expected);
      assert.match(outputs(`${command} --no-config`), otherwise);
    }
  });

  it('are rejected for unknown codes and unknown levels', () => {
    allRefused(cwd, [
      ['check - --rule chain-emtpy=off', /the option `--rule` names `chain-emtpy`.*; did you mean `chain-empty`\?/],
      ['check - --rule chain-empty=loud', /`--rule chain-empty` must be one of `off`, `info`, `warning`, `error`/],
      ['check - --rule chain-empty', /--rule: expected CODE=LEVEL/],
      ['check - --rule json-syntax=off', /json-syntax/],
      ['check --catalogue .', /`overrides` cannot be combined with --catalogue/],
    ]);
  });

  it('depend on the limits of PMR that flags set', () => {
    const input = text(
      product(1, { licence_term: 'P9D', renew_settings: { product_id_for_renew: [2, 2], renew_pmr: true } }),
    );
    const found = (flags) => Object.values(codes(`${flags} -`, { input })).flat();
    const both = '--pmr-online-min-days 5 --pmr-offline-min-days 10';
    assert.deepEqual(found(both), ['warning term-below-minimum /licence_term']);
    assert.deepEqual(found(`${both} --payment offline`), ['error term-below-minimum /licence_term']);
  });
});

it('config.schema.json accepts what the command line accepts', () => {
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
  const taken = [
    { $schema: 'x', files: ['a'], ignores: ['b'], format: 'json', maxWarnings: 0, quiet: true },
    { format: ['github', 'sarif=x.sarif'] },
    { operation: 'update', productId: 7, current: { id: 7 }, payment: 'online', limits: { arMinDays: 6 } },
    { rules: { 'empty-text': 'off' }, overrides: [{ files: ['x/'], rules: { 'empty-text': 'error' } }] },
    { overrides: [{ files: ['x/'], payment: 'offline', limits: { pmrOnlineMinDays: 1 } }] },
    { role: 'renewal', trial: false, consent: 'declined', maxDiagnostics: 3 },
    { catalogue: true },
  ];
  const others = [
    { payment: 'cash' },
    { rules: { 'empty-text': 'loud' } },
    { rules: { 'json-syntax': 'off' } },
    { rules: { x: 'off' } },
    { limits: { pmrMinDays: 1 } },
    { overrides: [{ rules: {} }] },
    { overrides: [{ files: ['x'], quiet: true }] },
    { format: 'xml' },
    { files: [] },
    { maxWarnings: -1 },
    { productId: 0 },
    { other: 1 },
  ];
  for (const configuration of /** @type {any[]} */ ([...taken, ...others])) {
    const isTaken = taken.includes(configuration);
    assert.equal(takes(configuration), isTaken, text(configuration));
    const cwd = given({ [CONFIG]: configuration, 'a.json': configuration.catalogue ? '[]' : '{"id":7}' });
    const { status, stderr } = cli('check a.json', { cwd });
    assert.equal(status !== 2, isTaken, text(configuration) + stderr);
  }
});

it('is an error if it cannot be read, such as a link to itself', () => {
  for (const name of [CONFIG, 'renewal-rules-suppressions.json']) {
    const cwd = given({ 'a.json': good });
    symlinkSync(name, join(cwd, name));
    refused('check a.json', /ELOOP/, { cwd });
  }
});
