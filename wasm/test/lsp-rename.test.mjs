// Tests the rename of product ids.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';

import { CONFIG } from './cli.js';
import { startServer } from './lsp-start.js';

const A = '[{"id":1,"licence_term":"P1M","renew_settings":{"product_id_for_renew":[2,2]}}]';
const B = '{"name":"😀 2","id":2,"licence_term":"P1M"}';

const started = (files = {}, documentChanges = true, more = {}) =>
  startServer(files, { capabilities: { workspace: { workspaceEdit: { documentChanges } } }, ...more });

const rename = (client, name, at, newName) =>
  client.ask('textDocument/rename', { ...client.at(name, 0, at), newName: String(newName) });
const applied = (of, edits) => TextDocument.applyEdits(TextDocument.create('', '', 0, of), edits);

describe('rename', () => {
  it('edits all files of a catalogue, open ones by version', async () => {
    const client = await started({
      [CONFIG]: '{"catalogue":true}',
      'a.json': A,
      'b.json': B,
      'c.json': A.replace('1', '3'),
    });
    await client.open('b.json', B);
    const { documentChanges } = await rename(client, 'b.json', B.indexOf('2,"lic'), 20);
    const edited = documentChanges.map(({ textDocument: { uri, version }, edits }) => [uri.slice(-6), version, edits]);
    assert.deepEqual(
      edited.map(([name, version]) => [name, version]),
      [
        ['b.json', 1],
        ['a.json', null],
        ['c.json', null],
      ],
    );
    assert.equal(applied(B, edited[0][2]), B.replace('"id":2', '"id":20'));
    assert.equal(applied(A, edited[1][2]), A.replace('2,2', '20,20'));
  });

  it('edits unsaved documents with Windows line breaks', async () => {
    const client = await started({}, false);
    const lines = A.replaceAll(',', ',\r\n');
    await client.open('a.json', lines);
    await client.open('b.jsonc', `// 2\r\n${B}`, 'jsonc');
    const at = { ...client.at('a.json', 3, 0), newName: '20' };
    const { changes } = await client.ask('textDocument/rename', at);
    assert.equal(applied(lines, changes[client.uri('a.json')]), lines.replace('[2,\r\n2]', '[20,\r\n20]'));
    assert.equal(applied(`// 2\r\n${B}`, changes[client.uri('b.jsonc')]), `// 2\r\n${B.replace(':2', ':20')}`);
  });

  it('edits a file once if it is open under two URIs', async () => {
    const client = await started();
    await client.open('b.json', B);
    const uri = client.uri('b.json').replace('b.json', '%62.json');
    await client.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 5, text: B } });
    const { documentChanges } = await rename(client, 'b.json', B.indexOf('2,"lic'), 20);
    assert.deepEqual(
      documentChanges.map(({ textDocument }) => textDocument),
      [{ uri: client.uri('b.json'), version: 1 }],
    );
  });

  it('is limited to the files of one configuration', async () => {
    const client = await started({
      [`cat/${CONFIG}`]: '{"catalogue":true}',
      'cat/1.json': A,
      'cat/2.json': B,
      [`plain/${CONFIG}`]: '{}',
    });
    for (const name of ['cat/1.json', 'plain/1.json']) await client.open(name, A);
    await client.open('plain/2.json', B);
    await client.open('cat/2.json', B);
    for (const folder of ['plain', 'cat']) {
      const from = `${folder}/2.json`;
      const { documentChanges } = await rename(client, from, B.indexOf('2,"lic'), 20);
      const uris = documentChanges.map(({ textDocument }) => textDocument.uri).sort();
      assert.deepEqual(uris, [client.uri(`${folder}/1.json`), client.uri(from)]);
    }
    // 3 is the id of a product, but not in this folder.
    await client.open('cat/3.json', '{"id":3}');
    assert.ok(await rename(client, 'plain/2.json', B.indexOf('2,"lic'), 3));
  });

  it('does not count the byte order mark of a closed file', async () => {
    const client = await started({ [CONFIG]: '{"catalogue":true}', 'a.json': A, 'b.json': `\ufeff${B}` });
    await client.open('a.json', A);
    const { documentChanges } = await rename(client, 'a.json', A.indexOf('2,2'), 20);
    const { edits } = documentChanges.find(({ textDocument }) => textDocument.uri === client.uri('b.json'));
    assert.equal(applied(B, edits), B.replace('"id":2', '"id":20'));
  });

  it('is offered only at an id', async () => {
    const capabilities = { textDocument: { rename: { prepareSupport: true } } };
    const client = await started({}, true, { capabilities });
    assert.deepEqual(client.initialized.capabilities.renameProvider, { prepareProvider: true });
    await client.open('a.json', A);
    const prepared = (at) => client.about('prepareRename', 'a.json', 0, at);
    const chain = A.indexOf('2,2');
    assert.deepEqual(await prepared(chain), {
      start: { line: 0, character: chain },
      end: { line: 0, character: chain + 1 },
    });
    assert.equal((await prepared(A.indexOf('1'))).start.character, A.indexOf('1'));
    for (const place of ['id"', 'P1M', '[{']) assert.equal(await prepared(A.indexOf(place)), null);
    assert.equal(await client.about('prepareRename', 'unknown.json', 0, 0), null);
  });

  it('rejects invalid ids, with a hint', async () => {
    const client = await started();
    await client.open('a.json', A);
    await client.open('b.json', B);
    for (const name of ['', '0', '-1', '1.5', '007', '9007199254740992', '"7"', 'x']) {
      await assert.rejects(rename(client, 'a.json', A.indexOf('1'), name), {
        code: -32803,
        message: `${JSON.stringify(name)} is not a product id. Enter a whole number from 1 to 9007199254740991.`,
      });
    }
    const taken = '2 is the id of another product. Enter an id that no product has.';
    await assert.rejects(rename(client, 'a.json', A.indexOf('1'), 2), { message: taken });
    const nowhere = 'Put the cursor on the id of a product or on an element of a chain.';
    await assert.rejects(rename(client, 'a.json', 0, 7), { message: nowhere });
    assert.deepEqual(await rename(client, 'a.json', A.indexOf('1'), ' 1 '), { documentChanges: [] });
    assert.equal(await rename(client, 'unknown.json', 0, 7), null);
  });

  it('rejects an id in the language of the client', async () => {
    const client = await started({}, true, { locale: 'ru' });
    await client.open('a.json', A);
    await assert.rejects(rename(client, 'a.json', A.indexOf('1'), 'x'), /"x" не может быть id продукта/);
  });

  it('counts columns in the encoding of the client', async () => {
    for (const [encoding, width] of Object.entries({ 'utf-8': 4, 'utf-16': 2, 'utf-32': 1 })) {
      const client = await startServer({}, { capabilities: { general: { positionEncodings: [encoding] } } });
      await client.open('b.json', B);
      const column = B.indexOf('2,"lic') - 2 + width;
      const { changes } = await rename(client, 'b.json', column, 20);
      const { range } = changes[client.uri('b.json')][0];
      assert.deepEqual([range.start.character, range.end.character], [column, column + 1], encoding);
    }
  });
});
