// Tests clients of the language server that pull diagnostics.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { CONFIG, product, renewed, text } from './cli.js';
import { startServer } from './lsp-start.js';

const BAD = '{"id":1,"licence_term":"p1m"}';

/** Starts a server for a client that pulls diagnostics, and that the server can ask to pull them again. */
const started = (files = {}) =>
  startServer(files, {
    capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
  });

const pull = (client, name, previousResultId) =>
  client.ask('textDocument/diagnostic', { textDocument: { uri: client.uri(name) }, previousResultId });
const pullAll = async (client, previousResultIds = []) =>
  (await client.ask('workspace/diagnostic', { previousResultIds })).items;
const codes = ({ items }) => items.map(({ code }) => code);
const closed = (client, name) => client.tell('textDocument/didClose', { textDocument: { uri: client.uri(name) } });

describe('a client that pulls diagnostics', () => {
  it('gets the diagnostics of the last change', async () => {
    const client = await started();
    await client.begin('a.json', BAD);
    const first = await pull(client, 'a.json');
    assert.deepEqual(codes(first), ['term-format']);
    assert.deepEqual(await pull(client, 'a.json', first.resultId), { kind: 'unchanged', resultId: first.resultId });
    const change = {
      textDocument: { uri: client.uri('a.json'), version: 2 },
      contentChanges: [{ text: BAD.replace('1', '0') }],
    };
    await client.tell('textDocument/didChange', change);
    const second = await pull(client, 'a.json', first.resultId);
    assert.equal(second.kind, 'full');
    assert.deepEqual(codes(second), ['id-range', 'term-format']);
    assert.equal(client.messages.size, 0, 'no diagnostics are pushed');
  });

  it('gets nothing for closed and unknown documents', async () => {
    const client = await started();
    await client.begin('a.json', BAD);
    await closed(client, 'a.json');
    for (const name of ['a.json', 'b.json']) assert.deepEqual(await pull(client, name), { kind: 'full', items: [] });
    const textDocument = { uri: 'git:/a.json' };
    assert.deepEqual(await client.ask('textDocument/diagnostic', { textDocument }), { kind: 'full', items: [] });
  });

  it('gets the files of a catalogue from the workspace', async () => {
    const client = await started({ [CONFIG]: '{"catalogue":true}', 'a.json': BAD, 'b.json': text(product(2)) });
    const [a, ...rest] = await pullAll(client);
    assert.deepEqual(rest, []);
    assert.equal(a.uri, client.uri('a.json'));
    assert.equal(a.version, null);
    const previous = [{ uri: a.uri.replace('a.json', '%61.json'), value: a.resultId }];
    assert.equal((await pullAll(client, previous))[0].kind, 'unchanged');
    rmSync(join(client.folder, 'a.json'));
    await client.onDisk('a.json', 3);
    const [gone] = await pullAll(client, previous);
    assert.deepEqual([gone.kind, gone.items], ['full', []]);
  });

  it('is asked to pull again if other documents change', async () => {
    const client = await started({ [CONFIG]: '{"catalogue":true}', 'b.json': text(product(2)) });
    await client.begin('a.json', text(product(1, renewed(2, 2))));
    assert.deepEqual(codes(await pull(client, 'a.json')), []);
    const refreshed = client.refreshed();
    rmSync(join(client.folder, 'b.json'));
    await client.onDisk('b.json', 3);
    await refreshed;
    assert.deepEqual(codes(await pull(client, 'a.json')), ['chain-unknown-product']);
    const again = client.refreshed();
    writeFileSync(join(client.folder, CONFIG), '{"catalogue":true,"rules":{"chain-unknown-product":"off"}}');
    await client.onDisk(CONFIG, 2);
    await again;
    assert.deepEqual(codes(await pull(client, 'a.json')), []);
  });
});
