// Tests the language server through its protocol.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

import { product as base, CONFIG, cli, given, renewed } from './cli.js';
import { startIn, startServer } from './lsp-start.js';

const SUPPRESSIONS = 'renewal-rules-suppressions.json';
/** Capabilities of a client that can create files. */
const creating = { capabilities: { workspace: { workspaceEdit: { resourceOperations: ['create'] } } } };
const text = (value) => JSON.stringify(value, null, 2);
const product = (id, more = {}) => base(id, { name: `N${id}`, ...more });
const range = (line, from, to) => ({ start: { line, character: from }, end: { line, character: to } });
const codes = (found) => found.map(({ code }) => code);
const applied = (of, edits) => TextDocument.applyEdits(TextDocument.create('', '', 0, of), edits);

/** Returns the position in a text after the first `more` characters of a word. */
function position(of, word, more = 1) {
  const before = of.slice(0, of.indexOf(word) + more).split('\n');
  return [before.length - 1, before.at(-1).length];
}

describe('diagnostics', () => {
  it('are those of the command line, for the unsaved text', async () => {
    const client = await startServer({ 'a.json': '{}' });
    const of = text(product(1, { licence_term: 'p5d', ...renewed(2) }));
    const found = await client.open('a.json', of);
    writeFileSync(join(client.folder, 'b.json'), of);
    const { stdout } = cli('check --format json b.json', { cwd: client.folder });
    const [{ report }] = JSON.parse(stdout);
    assert.ok(report.diagnostics.length > 1);
    assert.deepEqual(
      found.map(({ code, message, severity, range: { start, end } }) => [
        code,
        message,
        severity,
        start.line + 1,
        start.character + 1,
        end.line + 1,
        end.character + 1,
      ]),
      report.diagnostics.map(({ code, message, severity, location: { line, column, endLine, endColumn } }) => [
        code,
        message,
        ['', 'error', 'warning', 'info'].indexOf(severity),
        line,
        column,
        endLine,
        endColumn,
      ]),
    );
    const [line, character] = position(of, 'p5d', 0);
    const changed = await client.change('a.json', 2, { range: range(line, character, character + 3), text: 'P1M' });
    assert.deepEqual(
      codes(changed),
      codes(found).filter((code) => code !== 'term-format'),
    );
  });

  it('contain related locations and the page of the rule', async () => {
    const client = await startServer();
    const [found] = await client.open('a.json', text(product(1, { ...renewed(2, 2), licence_term: 'P5D' })));
    assert.equal(found.code, 'term-below-minimum');
    assert.match(found.codeDescription.href, /^https:.*\/rules\/term-below-minimum\/$/);
    const enable = found.relatedInformation.find(({ message }) => message === '/renew_settings/renew_ar/enable');
    assert.deepEqual(enable.location.uri, client.uri('a.json'));
    assert.equal(enable.location.range.end.character - enable.location.range.start.character, 'true'.length);
  });

  it('cover catalogues and lines, and skip other JSON', async () => {
    const client = await startServer();
    const slip = { id: 2, licence_term: 'p1m' };
    assert.deepEqual(codes(await client.open('a.json', text([product(1), slip]))), ['term-format']);
    assert.deepEqual(
      codes(await client.open('a.ndjson', `{"id":1,"licence_term":"P1M"}\n{"id":}\n${JSON.stringify(slip)}\n`)),
      ['json-syntax', 'term-format'],
    );
    assert.deepEqual(await client.open('package.json', '{"name":"x","id":-1}'), []);
  });

  it('depend on levels, overrides, ignores and files', async () => {
    const configuration = {
      rules: { 'term-format': 'warning' },
      ignores: ['old/'],
      files: ['*.json', 'named.json'],
      overrides: [{ files: ['b*'], rules: { 'term-format': 'off' } }],
    };
    const client = await startServer({ [CONFIG]: text(configuration), 'named.json': '{}' });
    const of = text(product(1, { licence_term: 'p1m' }));
    assert.deepEqual(
      (await client.open('a.json', of)).map(({ severity }) => severity),
      [2],
    );
    assert.deepEqual(await client.open('b.json', of), []);
    assert.deepEqual(await client.open('old/a.json', of), []);
    assert.deepEqual(codes(await client.open('named.json', '[1]')), ['type-mismatch']);
  });

  it('cover all files of a catalogue, with unsaved changes', async () => {
    const client = await startServer({
      [CONFIG]: '{"catalogue":true}',
      'a.json': text(product(1, renewed(2, 2))),
      'b.json': text(product(2)),
    });
    const [line, character] = position(text(product(2)), 'P1M', 0);
    assert.deepEqual(await client.open('b.json', text(product(2))), []);
    const found = await client.change('b.json', 2, { range: range(line, character, character + 3), text: 'P2D' });
    assert.deepEqual(codes(found), ['term-below-minimum']);
    const gone = client.when('a.json', ({ diagnostics }) => diagnostics.length > 0);
    await client.change('b.json', 3, { text: text(product(3)) });
    assert.deepEqual(codes(await gone), ['chain-unknown-product']);
    // A change of a file that is not open is taken into account.
    writeFileSync(join(client.folder, 'c.json'), text(product(2)));
    const back = client.counted('a.json', 0);
    await client.onDisk('c.json', 1);
    await back;
    rmSync(join(client.folder, 'c.json'));
    const again = client.when('a.json', ({ diagnostics }) => diagnostics.length > 0);
    await client.onDisk('c.json', 3);
    await again;
  });

  it('of a catalogue take products of nested folders with a configuration into account', async () => {
    const inner = { [`in/${CONFIG}`]: '{"payment":"offline"}', 'in/b.json': text(product(2)) };
    const client = await startServer({ [CONFIG]: '{"catalogue":true}', ...inner });
    const outer = text(product(1, renewed(2, 2)));
    assert.deepEqual(codes(await client.open('a.json', outer)), []);
    await client.open('in/b.json', text(product(2)));
    const lost = client.counted('a.json', 1);
    await client.change('in/b.json', 2, { text: text(product(3)) });
    assert.deepEqual(codes(await lost), ['chain-unknown-product']);
  });

  it('of a catalogue ignore files that are not UTF-8', async () => {
    const other = Buffer.from('{"id":2,"name":"caf\xe9"}', 'latin1');
    const client = await startServer({ [CONFIG]: '{"catalogue":true}', 'b.json': other });
    const found = await client.open('a.json', text(product(1, renewed(2, 2))));
    assert.deepEqual(codes(found), ['chain-unknown-product']);
  });

  it('are those of one catalogue, also in nested workspace folders', async () => {
    const files = { [CONFIG]: '{"catalogue":true}', 'in/b.json': text(product(2)) };
    const folder = given(files);
    const workspaceFolders = ['', '/in'].map((path) => ({ uri: pathToFileURL(folder + path).href, name: path }));
    const client = await startIn(folder, { workspaceFolders });
    assert.deepEqual(await client.open('a.json', text(product(1, renewed(2, 2)))), []);
    const gone = client.when('a.json', ({ diagnostics }) => diagnostics.length > 0);
    await client.open('in/b.json', text(product(3)));
    assert.deepEqual(codes(await gone), ['chain-unknown-product']);
  });

  it('follow a configuration that is not saved yet', async () => {
    const client = await startServer();
    assert.deepEqual(codes(await client.open('a.json', '{"id":1,"licence_term":"P1M","name":""}')), ['empty-text']);
    const off = client.counted('a.json', 0);
    await client.open(CONFIG, '{"rules":{"empty-text":"off"}}');
    await off;
    assert.equal((await client.change(CONFIG, 2, { text: '{"rules":1}' })).length, 1);
  });

  it('are faded if they are suppressed', async () => {
    const client = await startServer({ 'a.json': '{"id":1,"licence_term":"p1m"}' });
    cli('check --suppress-all a.json', { cwd: client.folder });
    await client.onDisk(SUPPRESSIONS, 1);
    const found = await client.open('a.json', '{"id":1,"licence_term":"p1m","name":""}');
    assert.deepEqual(
      found.map(({ code, tags }) => [code, ...tags]),
      [['empty-text'], ['term-format', 1]],
    );
  });

  it('are retracted when the document closes', async () => {
    const client = await startServer();
    assert.equal((await client.open('a.json', '{"licence_term":"p1m"}')).length, 1);
    const none = client.counted('a.json', 0);
    await client.tell('textDocument/didClose', { textDocument: { uri: client.uri('a.json') } });
    await none;
  });
});

describe('actions', () => {
  const of =
    '{\n  "id": 1,\n  "licence_term": "p1m",\n  "renew_settings": {"product_id_for_renew": [2], "renew_ar": {"enable": true}}\n}\n';
  const actions = (client, name, at, diagnostics, only) =>
    client.ask('textDocument/codeAction', {
      textDocument: { uri: client.uri(name) },
      range: at,
      context: { diagnostics, ...(only ? { only } : {}) },
    });

  /** Returns the titles of the actions that change the configuration or the suppressions. */
  async function settings(client, name, diagnostics) {
    const found = await actions(client, name, range(0, 0, 999), diagnostics, ['quickfix']);
    return found.map(({ title }) => title).filter((title) => /^(Turn|Add)/.test(title));
  }

  it('fix a diagnostic by the smallest edit', async () => {
    const client = await startServer({}, creating);
    const found = await client.open('a.json', of);
    const term = found.find(({ code }) => code === 'term-format');
    const [fix, ...rest] = await actions(client, 'a.json', term.range, [term], ['quickfix']);
    assert.equal(fix.title, 'Write "P1M" instead');
    const { tags: _, ...shown } = term;
    assert.deepEqual(fix.diagnostics, [shown]);
    assert.equal(fix.isPreferred, true);
    assert.deepEqual(fix.edit.changes, { [client.uri('a.json')]: [{ range: range(2, 19, 22), newText: 'P1M' }] });
    assert.deepEqual(
      rest.map(({ title }) => title),
      ['Turn term-format off in the configuration', 'Add this term-format to the suppressions'],
    );
    const titles = async (only) =>
      (await actions(client, 'a.json', term.range, [term], only)).map(({ title }) => title);
    assert.deepEqual(await titles(['']), await titles());
    assert.deepEqual(await titles(['quick']), []);
  });

  it('suppress a diagnostic of the catalogue', async () => {
    const other = JSON.stringify(product(1));
    const client = await startServer({ [CONFIG]: '{"catalogue":true}', 'b.json': other }, creating);
    const found = await client.open('a.json', JSON.stringify(product(1, renewed(2, 2))));
    assert.deepEqual(codes(found), ['chain-unknown-product']);
    assert.deepEqual(await settings(client, 'a.json', found), [
      'Turn chain-unknown-product off in the configuration',
      'Add this chain-unknown-product to the suppressions',
    ]);
    const repeated = await client.open('b.json', other);
    assert.deepEqual(await settings(client, 'b.json', repeated), [
      'Turn duplicate-product-id off in the configuration',
      'Add this duplicate-product-id to the suppressions',
    ]);
  });

  it('never fix an id to one that another file uses', async () => {
    const files = { 'b.json': '{"id": 2, "licence_term": "P1M"}' };
    const own = '{"id": "2", "licence_term": "p1m"}';
    for (const [catalogue, fixed] of [
      [true, '{"id": "2", "licence_term": "P1M"}'],
      [false, '{"id": 2, "licence_term": "P1M"}'],
    ]) {
      const client = await startServer({ ...files, [CONFIG]: text({ catalogue }) });
      await client.open('b.json', files['b.json']);
      await client.open('a.json', own);
      const [all] = await actions(client, 'a.json', range(0, 0, 0), [], ['source.fixAll']);
      assert.equal(applied(own, all.edit.changes[client.uri('a.json')]), fixed);
    }
  });

  it('apply the same fixes as the command line', async () => {
    const client = await startServer({ 'b.json': of });
    await client.open('a.json', of);
    const [all, ...rest] = await actions(client, 'a.json', range(0, 0, 0), [], ['source.fixAll']);
    assert.equal(all.kind, 'source.fixAll.renewal-rules');
    assert.deepEqual(rest, []);
    cli('check --fix b.json', { cwd: client.folder });
    assert.equal(
      applied(of, all.edit.changes[client.uri('a.json')]),
      readFileSync(join(client.folder, 'b.json'), 'utf8'),
    );
  });

  it('keep comments and trailing commas, or are not offered', async () => {
    const client = await startServer();
    const lines = [
      '{ // "id": 1',
      '  "id": "2", /* é */ "licence_term": "P1M", // term',
      '  "variants": [{"vendor_code": "V", "sku": "S", "price": {"common": {"currency": "usd", "price": "1"}},}],',
      '  "renew_settings": {"product_id_for_renew": [3 /* x */,], "renew_ar": {"enable": true}}, // "id": "3"',
      '}',
    ];
    const [before, fixed] = [
      lines.join('\r\n'),
      lines.join('\r\n').replace('"id": "2"', '"id": 2').replace('[3 ', '[3,3 ').replace('usd', 'USD'),
    ];
    const [term] = await client.open('b.jsonc', '{ /* a */\n// b\n "licence_term": "p1m"}', 'jsonc');
    assert.deepEqual(term.range, range(2, 17, 22));
    await client.open('a.jsonc', before, 'jsonc');
    const [all] = await actions(client, 'a.jsonc', range(0, 0, 0), [], ['source.fixAll']);
    assert.equal(applied(before, all.edit.changes[client.uri('a.jsonc')]), fixed);
    const between = before.replace(
      '"id": "2", /* é */ "licence_term": "P1M"',
      '"id": "2", /* é */ "licence_term": "p1m"',
    );
    await client.change('a.jsonc', 2, { text: between });
    assert.deepEqual(await actions(client, 'a.jsonc', range(0, 0, 0), [], ['source.fixAll']), []);
  });

  it('fit a text that begins with a byte order mark', async () => {
    for (const encoding of ['utf-16', 'utf-8']) {
      const client = await startServer({}, { capabilities: { general: { positionEncodings: [encoding] } } });
      const [term] = await client.open('a.json', '\ufeff{"licence_term":"p5d"}');
      // In UTF-8, the mark has three bytes.
      const start = encoding === 'utf-8' ? 19 : 17;
      assert.deepEqual(term.range, range(0, start, start + 5));
      const [unmarked] = await client.change('a.json', 2, { text: '{"licence_term":"p5d"}' });
      assert.deepEqual(unmarked.range, range(0, 16, 21));
    }
  });

  it('turn a rule off, and create the configuration if needed', async () => {
    const client = await startServer({}, creating);
    const [term] = await client.open('a.json', '{"licence_term":"p1m"}');
    const off = async () =>
      (await actions(client, 'a.json', term.range, [term])).find(({ title }) => title.startsWith('Turn'));
    const [creation, { edits }] = (await off()).edit.documentChanges;
    assert.deepEqual(creation, { kind: 'create', uri: client.uri(CONFIG) });
    assert.deepEqual(JSON.parse(applied('', edits)), { rules: { 'term-format': 'off' } });
    const before = '{\n  "rules": {"chain-empty": "warning"}\n}\n';
    writeFileSync(join(client.folder, CONFIG), before);
    await client.onDisk(CONFIG, 1);
    const after = applied(before, (await off()).edit.changes[client.uri(CONFIG)]);
    assert.deepEqual(JSON.parse(after), { rules: { 'chain-empty': 'warning', 'term-format': 'off' } });
    const none = client.counted('a.json', 0);
    writeFileSync(join(client.folder, CONFIG), after);
    await client.onDisk(CONFIG, 2);
    await none;
  });

  it('suppress a diagnostic, and create the file if needed', async () => {
    const products = text([product(7, { licence_term: 'p1m' }), product(8, { licence_term: 'p2m' })]);
    const client = await startServer({ 'a.json': products }, creating);
    const found = await client.open('a.json', products);
    const added = async (at) =>
      (await actions(client, 'a.json', found[at].range, [found[at]])).find(({ title }) => title.startsWith('Add'));
    const [creation, { edits }] = (await added(0)).edit.documentChanges;
    const uri = client.uri(SUPPRESSIONS);
    assert.deepEqual(creation, { kind: 'create', uri });
    const first = applied('', edits);
    assert.deepEqual(JSON.parse(first), { 'a.json': { 'term-format 7/licence_term': 1 } });
    const faded = client.when(
      'a.json',
      ({ diagnostics }) => diagnostics[0]?.severity === 4 && diagnostics[0].tags.length === 1,
    );
    writeFileSync(join(client.folder, SUPPRESSIONS), first);
    await client.onDisk(SUPPRESSIONS, 1);
    await faded;
    assert.equal(await added(0), undefined);
    writeFileSync(join(client.folder, SUPPRESSIONS), applied(first, (await added(1)).edit.changes[uri]));
    assert.equal(cli('check a.json', { cwd: client.folder }).status, 0);
  });

  it('create the suppressions file that the configuration names', async () => {
    const client = await startServer({ [CONFIG]: '{"suppressions":"s.json"}' }, creating);
    const [term] = await client.open('a.json', '{"licence_term":"p1m"}');
    const all = await actions(client, 'a.json', term.range, [term]);
    const [creation] = all.find(({ title }) => title.startsWith('Add')).edit.documentChanges;
    assert.deepEqual(creation, { kind: 'create', uri: client.uri('s.json') });
  });

  const bad = '{"licence_term":"p1m","name":""}';

  it('change only existing files if the client cannot create files', async () => {
    for (const files of [{}, { [CONFIG]: '{}', [SUPPRESSIONS]: '{}' }]) {
      const client = await startServer(files);
      const [term] = await client.open('a.json', bad.replace(',"name":""', ''));
      const all = await actions(client, 'a.json', term.range, [term]);
      const changed = all.flatMap(({ edit }) => Object.keys(edit.changes));
      const own = client.uri('a.json');
      const expected = [own, ...Object.keys(files).map(client.uri), own];
      assert.deepEqual(changed, expected);
    }
  });

  it('are not offered for a code whose level cannot be changed', async () => {
    const client = await startServer({}, creating);
    const found = await client.open('a.ndjson', `{"id":1,"licence_term":"P1M"}\n{"id":}\n`, 'ndjson');
    assert.deepEqual(codes(found), ['json-syntax']);
    const all = await actions(client, 'a.ndjson', found[0].range, found);
    assert.deepEqual(all, []);
  });

  it('are not offered if an override sets the rule', async () => {
    const rules = { 'term-format': 'error' };
    const client = await startServer({ [CONFIG]: text({ overrides: [{ files: ['a.json'], rules }] }) });
    const titles = async (name) => settings(client, name, await client.open(name, bad));
    assert.deepEqual(await titles('a.json'), ['Turn empty-text off in the configuration']);
    assert.deepEqual(
      (await titles('b.json')).sort(),
      ['empty-text', 'term-format'].map((code) => `Turn ${code} off in the configuration`),
    );
  });

  it('are not offered for findings that are not reported', async () => {
    const client = await startServer({ [CONFIG]: '{}' }, creating);
    const found = await client.open('a.json', bad);
    assert.deepEqual(codes(found).sort(), ['empty-text', 'term-format']);
    assert.equal((await settings(client, 'a.json', found)).length, 4);
    await client.begin(CONFIG, '{"quiet":true}');
    await client.counted('a.json', 1);
    assert.deepEqual(await settings(client, 'a.json', found), [
      'Turn term-format off in the configuration',
      'Add this term-format to the suppressions',
    ]);
    await client.change(CONFIG, 2, { text: '{"ignores":["a.json"]}' });
    await client.counted('a.json', 0);
    assert.deepEqual(await actions(client, 'a.json', range(0, 0, 99), found), []);
  });

  it('never change an invalid file', async () => {
    for (const invalid of ['{bad', '{<<<<<<< HEAD\n"rules":{}}', '[]', '{"rules":1,}x']) {
      const client = await startServer({ [CONFIG]: invalid, [SUPPRESSIONS]: invalid });
      const found = await client.open('a.json', bad);
      assert.equal(found.length, 2);
      assert.deepEqual(await settings(client, 'a.json', found), []);
    }
  });
});

describe('the configuration', () => {
  it('is read again when it changes, and shows its errors', async () => {
    const client = await startServer({ [CONFIG]: '{}' });
    assert.equal((await client.open('a.json', '{"licence_term":"p1m"}')).length, 1);
    const off = client.counted('a.json', 0);
    const configuration = '{\n  "rules": {"term-format": "off"}\n}\n';
    await client.begin(CONFIG, configuration);
    await off;
    const [wrong] = await client.change(CONFIG, 2, { range: range(1, 28, 31), text: 'of' });
    assert.match(wrong.message, /`rules.term-format` must be/);
    assert.deepEqual(wrong.range, range(1, 27, 31));
    const unknown = client.when(CONFIG, ({ diagnostics }) => /no option/.test(diagnostics[0]?.message));
    await client.change(CONFIG, 3, { text: '{\n  "rulez": {}\n}' });
    assert.deepEqual((await unknown)[0].range, range(1, 11, 13));
    const broken = client.when(CONFIG, ({ diagnostics }) => /not JSON/.test(diagnostics[0]?.message));
    await client.change(CONFIG, 4, { text: '{\n  "rules": }' });
    assert.deepEqual((await broken)[0].range.start, { line: 1, character: 11 });
    await client.change(CONFIG, 5, { text: '{}' });
    assert.equal((await client.counted('a.json', 1)).length, 1);
    assert.deepEqual(await client.counted(CONFIG, 0), []);
  });

  it('shows paths of errors only if they are in an extended file', async () => {
    const at = given({ [`a b/${CONFIG}`]: '{"rulez":{}}', 'a b/base.json': '{"rulez":{}}' });
    const client = await startIn(join(at, 'a b'));
    const [own] = await client.open(CONFIG, '{"rulez":{}}');
    assert.match(own.message, /^there is no option `rulez`/);
    const [extended] = await client.change(CONFIG, 2, { text: '{"extends":"./base.json"}' });
    assert.match(extended.message, /a b[/\\]base\.json:1:10: there is no option `rulez`/);
  });

  it('shows errors of formats, and of overrides of a catalogue', async () => {
    const client = await startServer({ [CONFIG]: '{"quiet":true,"format":"xml"}' });
    const [format] = await client.counted(CONFIG, 1);
    assert.match(format.message, /^`format`: there is no format "xml"/);
    assert.deepEqual(format.range, range(0, 23, 28));
    await client.begin(CONFIG, '{"catalogue":true,"overrides":[{"files":["a"]}]}');
    const [overrides] = await client.when(CONFIG, ({ diagnostics }) => /overrides/.test(diagnostics[0]?.message));
    assert.deepEqual(overrides.range, range(0, 30, 47));
  });

  it('shows override and suppressions errors at their settings', async () => {
    const client = await startServer({ [CONFIG]: '{}' });
    await client.begin(CONFIG, '{}');
    for (const [index, [setting, value]] of [
      ['rulez', '{}'],
      ['rules', '{"x":"off"}'],
      ['limits', '{"arMinDays":-1}'],
      ['consent', '"no"'],
    ].entries()) {
      const configuration = `{"rules":{},"overrides":[{"files":["b"]},{"files":["a"],"${setting}":${value}}]}`;
      const [found] = await client.change(CONFIG, index + 2, { text: configuration });
      const start = configuration.lastIndexOf(setting) + setting.length + 2;
      const [from, to] = setting === 'limits' ? [start + 13, start + 15] : [start, start + value.length];
      assert.deepEqual(found.range, range(0, from, to), found.message);
    }
    const [missing] = await client.change(CONFIG, 9, { text: '{"suppressions":"none.json"}' });
    assert.match(missing.message, /^no such suppressions file/);
    assert.deepEqual(missing.range, range(0, 16, 27));
  });

  it('has errors in the suppressions file', async () => {
    for (const configuration of [{}, { [CONFIG]: '{"catalogue":true,"files":["*.json"]}' }]) {
      const client = await startServer({ ...configuration, [SUPPRESSIONS]: '{bad' });
      const [syntax] = await client.counted(SUPPRESSIONS, 1);
      assert.match(syntax.message, /^this is not JSON/);
      assert.deepEqual(syntax.range.start, { line: 0, character: 1 });
      const [type] = await client.open(SUPPRESSIONS, '[]');
      assert.match(type.message, /^expected a suppressions file/);
      assert.deepEqual(await client.change(SUPPRESSIONS, 2, { text: '{}' }), []);
    }
  });

  it('has errors in a parent of the workspace folder', async () => {
    const client = await startIn(join(given({ [CONFIG]: '{"rulez":{}}', 'in/a.json': '{}' }), 'in'));
    const [unknown] = await client.counted(`../${CONFIG}`, 1);
    assert.match(unknown.message, /^there is no option `rulez`/);
  });

  it('has a hover for each code', async () => {
    const configuration = '{"rules": {"chain-empty": "off"}}';
    const client = await startServer({ [CONFIG]: configuration });
    await client.begin(CONFIG, configuration);
    const { contents } = await client.about('hover', CONFIG, 0, 15);
    assert.match(contents.value, /^\[`chain-empty`\]\(https:[^)]*\): \*\*The chain is empty/);
  });
});

describe('a position', () => {
  const catalogue = [
    product(101, renewed(102, 103, 103)),
    product(102, { name: 'Pro' }),
    product(103, { name: 'Pro again', licence_term: 'P2M' }),
  ];
  const of = text(catalogue);
  const hover = async (client, word, more) =>
    (await client.about('hover', 'a.json', ...position(of, word, more)))?.contents.value;

  it('has a hover with meaning, rules and renewal kinds', async () => {
    const client = await startServer();
    await client.open('a.json', of);
    const enable = await hover(client, '"enable"', 2);
    assert.match(enable, /^`renew_settings\.renew_ar\.enable`: Turns auto renewal on\./);
    assert.match(
      enable,
      /- \[`no-kind-enabled`\]\(https:[^)]*\/rules\/no-kind-enabled\/\): No renewal kind is turned on/,
    );
    const settings = await hover(client, '"renew_settings"', 2);
    assert.match(settings, /charged automatically: 9\.90 USD for 1 month, then 9\.90 USD every 2 months/);
    assert.match(settings, /- online payment, consent declined: No renewal/);
    assert.match(await hover(client, '"P1M"', 2), /At its shortest it is 28 days\./);
    assert.match(await hover(client, '"product_id_for_renew"', 2), /- 102: Pro\n- 103: Pro again\n/);
    assert.equal(await hover(client, '[', 0), undefined);
  });

  it('completes names of an object and ids of a chain', async () => {
    const client = await startServer();
    const typed = '[{"id": 101, "licence_term": "P1M", "renew_settings": {"re"\n}}, {"id": 102, "name": "Pro"}]';
    await client.open('a.json', typed);
    const names = await client.about('completion', 'a.json', 0, typed.indexOf('"re"') + 3);
    assert.deepEqual(
      names.map(({ label }) => label),
      ['product_id_for_renew', 'renew_ar', 'renew_pmr', 'renew_email'],
    );
    assert.equal(names[1].detail, 'Auto renewal (AR).');
    const at = typed.indexOf('"re"');
    assert.deepEqual(names[1].textEdit, { range: range(0, at, at + 4), newText: '"renew_ar": ' });
    const open =
      '[{"id": 101, "licence_term": "P1M", "renew_settings": {"product_id_for_renew": [102, ]}}, {"id": 102, "name": "Pro"}, {"id": 103, "name": "Max"}]';
    await client.change('a.json', 2, { text: open });
    const ids = await client.about('completion', 'a.json', 0, open.indexOf(' ]') + 1);
    assert.equal(ids[0].label, '102');
    assert.match(ids[0].detail, /repeats it/);
    assert.deepEqual(
      ids.slice(1).map(({ label, detail }) => `${label} ${detail}`),
      ['103 Max'],
    );
  });

  it('leads from an id to its definition and references', async () => {
    const client = await startServer();
    await client.open('a.json', of);
    await client.open('b.json', text(product(7, renewed(102, 102))));
    const at = client.at('a.json', ...position(of, '102', 1));
    const own = of.indexOf('"id": 102') + '"id": '.length;
    const [line, character] = [of.slice(0, own).split('\n').length - 1, of.slice(0, own).split('\n').at(-1).length];
    assert.deepEqual(await client.ask('textDocument/definition', at), [
      { uri: client.uri('a.json'), range: range(line, character, character + 3) },
    ]);
    const uses = await client.ask('textDocument/references', { ...at, context: { includeDeclaration: true } });
    assert.deepEqual(
      uses.map(({ uri }) => uri.slice(-6)),
      ['a.json', 'a.json', 'b.json', 'b.json'],
    );
    const others = await client.ask('textDocument/references', { ...at, context: { includeDeclaration: false } });
    assert.equal(others.length, 3);
    assert.deepEqual(await client.about('definition', 'a.json', ...position(of, '9.90', 1)), []);
  });

  it('has symbols of products and lenses of initiators', async () => {
    const client = await startServer();
    await client.open('a.json', of);
    const symbols = await client.about('documentSymbol', 'a.json', 0, 0);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['101 N101', '102 Pro', '103 Pro again'],
    );
    assert.deepEqual(symbols[0].range.start, { line: 1, character: 2 });
    const lenses = await client.about('codeLens', 'a.json', 0, 0);
    assert.deepEqual(
      lenses.map(({ range: { start } }) => start),
      [{ line: 1, character: 2 }],
    );
    const { command } = await client.ask('codeLens/resolve', lenses[0]);
    assert.match(
      command.title,
      /^A buyer who consents to auto renewal pays 9\.90 USD for 1 month, then is charged automatically: /,
    );
    await client.change('a.json', 2, { text: '[]' });
    await assert.rejects(client.ask('codeLens/resolve', lenses[0]), { code: -32801, message: 'the product is gone' });
  });
});

describe('the protocol', () => {
  it('starts with the name and version of the server', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    assert.deepEqual((await startServer()).initialized.serverInfo, { name: 'renewal-rules', version });
  });

  it('uses the language of the client', async () => {
    const client = await startServer({}, { locale: 'ru-RU' });
    const [found] = await client.open('a.json', '{"id":1,"licence_term":"p1m"}');
    assert.match(found.message, /[а-я]/);
    const { contents } = await client.about('hover', 'a.json', 0, 12);
    assert.match(contents.value, /Срок лицензии.*\n[^]*Это поле читают правила/);
  });

  it('counts columns in the encoding of the client', async () => {
    for (const [encoding, width] of Object.entries({ 'utf-8': 6, 'utf-16': 3, 'utf-32': 2 })) {
      const client = await startServer({}, { capabilities: { general: { positionEncodings: [encoding] } } });
      assert.equal(client.initialized.capabilities.positionEncoding, encoding);
      const of = '{"name":"é😀","licence_term":"p1m"}';
      const start = of.indexOf('"p1m"') - 'é😀'.length + width;
      const [found] = await client.open('a.json', of);
      assert.equal(found.range.start.character, start, encoding);
      const { contents } = await client.about('hover', 'a.json', 0, start + 1);
      assert.match(contents.value, /^`licence_term`/);
      const isWhole = client.initialized.capabilities.textDocumentSync.change === 1;
      const change = isWhole
        ? { text: of.replace('p1m', 'P1M') }
        : { range: range(0, start + 1, start + 4), text: 'P1M' };
      assert.deepEqual(await client.change('a.json', 2, change), []);
    }
  });

  it('rejects a cancelled request', async () => {
    const client = await startServer();
    await client.open('a.json', text(product(1)));
    const source = new CancellationTokenSource();
    let refused;
    await client.atOnce(() => {
      refused = assert.rejects(client.ask('textDocument/hover', client.at('a.json', 1, 4), source.token), {
        code: -32800,
      });
      source.cancel();
    });
    await refused;
  });

  it('survives invalid, deep and large texts', async () => {
    const client = await startServer();
    const found = await client.open('a.json', `${'['.repeat(200_000)}"licence_term":`);
    assert.deepEqual(codes(found), ['json-syntax']);
    const lines = Array.from({ length: 100_000 }, (_, at) => `  {"id": ${at + 1},\n   "licence_term": "P1M"}`).join(
      ',\n',
    );
    assert.deepEqual(await client.open('b.json', `[\n${lines}\n]\n`), []);
    const [slip] = await client.change('b.json', 2, { range: range(150_000, 20, 23), text: 'p1m' });
    assert.equal(slip.code, 'term-format');
    assert.equal(slip.range.start.line, 150_000);
    assert.equal(await client.stop(), 0);
  });

  it('rejects positional arguments', () => {
    const { status, stderr } = cli('lsp a.json');
    assert.equal(status, 2);
    assert.match(stderr, /unexpected argument/);
  });
});
