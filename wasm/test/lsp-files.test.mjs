// Tests the language server with files: URIs, changes on the disk, untitled documents.

import assert from 'node:assert/strict';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';

import { CONFIG, given, product, refused, renewed, text } from './cli.js';
import { Client } from './lsp.js';
import { startIn, startServer } from './lsp-start.js';

const BAD = '{"id":1,"licence_term":"p1m"}';

/** Opens a document under exactly this URI; returns the codes of its diagnostics. */
async function openUri(client, uri, content, languageId = 'json') {
  const found = client.whenUri(uri, ({ version }) => version === 1);
  await client.tell('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text: content } });
  return (await found).map(({ code }) => code);
}

const hoverOf = (client, uri) =>
  client.ask('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 12 } });

/** Starts a server that counts its calls of a function of `fs`, and writes the number to a file when it exits. */
async function startCounting(files, name) {
  const folder = given(files);
  const out = mkdtempSync(join(tmpdir(), 'renewal-rules-count-'));
  const preload = join(out, 'count.cjs');
  writeFileSync(
    preload,
    `const fs = require('fs'); const original = fs[${JSON.stringify(name)}]; let count = 0;
    fs[${JSON.stringify(name)}] = (...args) => { if (String(args[0]).startsWith(${JSON.stringify(folder)})) count++; return original(...args); };
    require('module').syncBuiltinESMExports();
    process.on('exit', () => fs.writeFileSync(${JSON.stringify(join(out, 'count'))}, String(count)));`,
  );
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `--require ${preload}`;
  const client = await Client.start(folder);
  if (before === undefined) delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = before;
  const stopped = async () => {
    await client.stop();
    const count = Number(readFileSync(join(out, 'count'), 'utf8'));
    rmSync(out, { recursive: true });
    return count;
  };
  return { client, stopped };
}

const at = (line, from, to = from) => ({ start: { line, character: from }, end: { line, character: to } });

describe('URIs', () => {
  /** Encodes a path as Visual Studio Code does. */
  const encoded = (path) => `file://${path.split('/').map(encodeStrictly).join('/')}`;
  const encodeStrictly = (name) =>
    encodeURIComponent(name).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

  it('name the same file in any encoding', async () => {
    for (const catalogue of [false, true]) {
      const folder = join(given({}), "a()@+,&'=!;$~ #%é");
      mkdirSync(folder);
      writeFileSync(join(folder, CONFIG), text({ catalogue }));
      writeFileSync(join(folder, 'a.json'), BAD);
      const client = await startIn(folder);
      for (const uri of [encoded(join(folder, 'a.json')), pathToFileURL(join(folder, 'a.json')).href]) {
        assert.deepEqual(await openUri(client, uri, BAD), ['term-format'], uri);
        assert.match((await hoverOf(client, uri)).contents.value, /licence_term/, uri);
        await client.tell('textDocument/didClose', { textDocument: { uri } });
      }
      await client.stop();
    }
  });

  it('match an open document in any encoding', async () => {
    const client = await startServer();
    const [uri, other] = [client.uri('a b.json'), client.uri('%61%20b.json').replaceAll('%25', '%')];
    assert.notEqual(uri, other);
    assert.deepEqual(await openUri(client, uri, BAD), ['term-format']);
    const fixed = client.whenUri(uri, ({ version }) => version === 2);
    await client.tell('textDocument/didChange', {
      textDocument: { uri: other, version: 2 },
      contentChanges: [{ range: at(0, 24, 27), text: 'P1M' }],
    });
    assert.deepEqual(await fixed, []);
    await client.tell('textDocument/didClose', { textDocument: { uri: other } });
    assert.equal(await hoverOf(client, uri), null);
  });

  it('of the same file are separate documents', async () => {
    const client = await startServer();
    const [uri, other] = [client.uri('a.json'), client.uri('%61.json').replaceAll('%25', '%')];
    assert.deepEqual(await openUri(client, uri, BAD), ['term-format']);
    const retracted = client.whenUri(uri, ({ diagnostics }) => diagnostics.length === 0);
    assert.deepEqual(await openUri(client, other, BAD.replace('1', '0')), ['id-range', 'term-format']);
    await retracted;
    const back = client.whenUri(uri, ({ version }) => version === 2);
    const change = { textDocument: { uri, version: 2 }, contentChanges: [{ range: at(0, 6, 7), text: '77' }] };
    await client.tell('textDocument/didChange', change);
    await client.tell('textDocument/didClose', { textDocument: { uri: other } });
    const [found] = await back;
    assert.deepEqual([found.code, found.range.start.character], ['term-format', 24]);
  });

  it('of untitled documents match in any encoding', async () => {
    const client = await startServer();
    assert.deepEqual(await openUri(client, 'untitled:a%20b', BAD), ['term-format']);
    assert.match((await hoverOf(client, 'Untitled:%61 b')).contents.value, /licence_term/);
    assert.equal(await hoverOf(client, 'untitled:%'), null);
  });

  it('of other schemes are ignored', async () => {
    const client = await startServer({ [CONFIG]: '{"catalogue":true}', 'a.json': BAD });
    for (const scheme of ['git', 'output', 'vscode-notebook-cell']) {
      const uri = client.uri('a.json').replace('file', scheme);
      await client.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'json', version: 1, text: '{}' } });
      assert.equal(await hoverOf(client, uri), null);
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
      const action = { textDocument: { uri }, range, context: { diagnostics: [] } };
      assert.deepEqual(await client.ask('textDocument/codeAction', action), []);
      assert.equal(client.messages.get(uri), undefined);
    }
    assert.equal((await client.open('a.json', BAD)).length, 1);
  });

  it('of untitled documents cause no file reads', async () => {
    const { client, stopped } = await startCounting(
      { [CONFIG]: '{"rules":{"term-format":"warning"}}' },
      'readFileSync',
    );
    const uri = 'untitled:Untitled-1';
    assert.deepEqual(await openUri(client, uri, BAD), ['term-format']);
    const last = client.whenUri(uri, ({ version }) => version === 1001);
    for (let version = 2; version <= 1001; version++) {
      const position = { line: 0, character: 0 };
      const contentChanges = [{ range: { start: position, end: position }, text: ' ' }];
      await client.tell('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    }
    assert.equal((await last)[0].severity, 2);
    assert.ok((await stopped()) < 20);
  });
});

describe('changes on the disk', () => {
  const off = '{"rules":{"term-format":"off"}}';
  const change = (client, ...names) =>
    client.tell('workspace/didChangeWatchedFiles', {
      changes: names.map((name) => ({ uri: client.uri(name), type: 1 })),
    });

  it('of dependencies of a configuration are noticed', async () => {
    const client = await startServer({
      [CONFIG]: '{"extends":"./base.json","suppressions":"known.json"}',
      'base.json': '{}',
      'known.json': '{}',
    });
    assert.equal((await client.open('a.json', BAD)).length, 1);
    writeFileSync(join(client.folder, 'base.json'), off);
    const none = client.counted('a.json', 0);
    await change(client, 'base.json');
    await none;
    writeFileSync(join(client.folder, 'base.json'), '{}');
    const again = client.counted('a.json', 1);
    await change(client, 'base.json');
    await again;
    const faded = client.when('a.json', ({ diagnostics }) => diagnostics[0]?.tags?.length === 1);
    writeFileSync(join(client.folder, 'known.json'), text({ 'a.json': { 'term-format 1/licence_term': 1 } }));
    await change(client, 'known.json');
    await faded;
  });

  it('of configurations and workspace folders are noticed', async () => {
    const client = await startServer({ [CONFIG]: '{}', 'sub/x.txt': '' });
    assert.equal((await client.open('sub/a.json', BAD)).length, 1);
    writeFileSync(join(client.folder, 'sub', CONFIG), off);
    const none = client.counted('sub/a.json', 0);
    await change(client, `sub/${CONFIG}`);
    await none;
    const other = given({ [CONFIG]: '{"catalogue":true}', 'b.json': BAD });
    const uri = pathToFileURL(join(other, 'b.json')).href;
    const added = client.whenUri(uri, ({ diagnostics }) => diagnostics.length === 1);
    const folder = { uri: pathToFileURL(other).href, name: 'other' };
    await client.tell('workspace/didChangeWorkspaceFolders', { event: { added: [folder], removed: [] } });
    await added;
    const gone = client.whenUri(uri, ({ diagnostics }) => diagnostics.length === 0);
    await client.tell('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [folder] } });
    await gone;
  });

  it('are noticed when the editor saves, without a watcher', async () => {
    const client = await startServer({ [CONFIG]: '{"extends":"./base.json"}', 'base.json': '{}' });
    assert.equal((await client.open('a.json', BAD)).length, 1);
    await client.begin('base.json', '{}');
    writeFileSync(join(client.folder, CONFIG), '{"rules":{"term-format":"warning"}}');
    const warned = client.when('a.json', ({ diagnostics }) => diagnostics[0]?.severity === 2);
    await client.tell('textDocument/didSave', { textDocument: { uri: client.uri('base.json') } });
    await warned;
  });

  it('of closed files are noticed on save, without a watcher for them', async () => {
    const watching = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    for (const [configuration, ending, capabilities] of /** @type {[object, string, object][]} */ ([
      [{ catalogue: true }, 'json', {}],
      // The server watches files with the usual names of product files.
      [{ catalogue: true, files: ['*.prod'] }, 'prod', watching],
    ])) {
      const [other, closed] = [`b.${ending}`, `a.${ending}`];
      const client = await startServer({ [CONFIG]: configuration, [closed]: BAD }, { capabilities });
      assert.equal((await client.open(other, '{"id":2}')).length, 0);
      await client.counted(closed, 1);
      writeFileSync(join(client.folder, closed), '{"id":1}');
      const fixed = client.counted(closed, 0);
      await client.tell('textDocument/didSave', { textDocument: { uri: client.uri(other) } });
      await fixed;
    }
  });

  it('of a catalogue around the workspace are watched, also without a workspace', async () => {
    const capabilities = {
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } },
    };
    const parent = given({ [CONFIG]: '{"catalogue":true}', 'in/a.json': '{"id":1}', 'b.json': '{"id":2}' });
    const inside = { workspaceFolders: [{ uri: pathToFileURL(join(parent, 'in')).href, name: 'in' }] };
    for (const more of [inside, { workspaceFolders: null, rootUri: null }]) {
      const client = await startIn(join(parent, 'in'), { ...more, capabilities });
      await client.open('a.json', '{"id":1}');
      const outside = {
        baseUri: pathToFileURL(join(parent, '..')).href,
        pattern: `{${basename(parent)},${basename(parent)}/**}`,
      };
      await client.watching(outside);
    }
  });

  it('of an outside catalogue are dropped with its last document', async () => {
    const parent = given({
      'in/x.json': '{}',
      [`out/${CONFIG}`]: '{"catalogue":true}',
      'out/a.json': BAD,
      'out/b.json': BAD,
    });
    const client = await startIn(join(parent, 'in'));
    assert.equal((await client.open('../out/a.json', BAD)).length, 1);
    // The second product also has the id of the first.
    await client.counted('../out/b.json', 2);
    const dropped = ['a', 'b'].map((name) => client.counted(`../out/${name}.json`, 0));
    await client.tell('textDocument/didClose', { textDocument: { uri: client.uri('../out/a.json') } });
    await Promise.all(dropped);
  });

  it('of suppressions apply before they are saved', async () => {
    const client = await startServer({ 'a.json': BAD, 'renewal-rules-suppressions.json': '{}' });
    assert.equal((await client.open('a.json', BAD))[0].tags.length, 0);
    const faded = client.when('a.json', ({ diagnostics }) => diagnostics[0]?.tags.length === 1);
    await client.begin('renewal-rules-suppressions.json', text({ 'a.json': { 'term-format 1/licence_term': 1 } }));
    await faded;
    const shown = client.when('a.json', ({ diagnostics }) => diagnostics[0]?.tags.length === 0);
    const textDocument = { uri: client.uri('renewal-rules-suppressions.json') };
    await client.tell('textDocument/didClose', { textDocument });
    await shown;
  });

  it('of catalogue files outside the folder are noticed', async () => {
    const parent = given({
      [`in/${CONFIG}`]: '{"catalogue":true,"files":["*.json","../out/*.json"]}',
      'in/a.json': text(product(1, renewed(2, 2))),
      'out/b.json': text(product(2)),
    });
    const client = await startIn(join(parent, 'in'));
    assert.deepEqual(await client.open('a.json', text(product(1, renewed(2, 2)))), []);
    const broken = client.counted('a.json', 1);
    rmSync(join(parent, 'out/b.json'));
    await client.onDisk('../out/b.json', 3);
    await broken;
    const whole = client.counted('a.json', 0);
    writeFileSync(join(parent, 'out/c.json'), text(product(2)));
    await client.onDisk('../out/c.json', 1);
    await whole;
  });

  it('of a directory apply to its files', async () => {
    const client = await startServer({ [CONFIG]: '{"catalogue":true}', 'sub/a.json': BAD });
    await client.counted('sub/a.json', 1);
    renameSync(join(client.folder, 'sub'), join(client.folder, 'moved'));
    const gone = client.counted('sub/a.json', 0);
    await client.tell('workspace/didChangeWatchedFiles', {
      changes: [
        { uri: client.uri('sub'), type: 3 },
        { uri: client.uri('moved'), type: 1 },
      ],
    });
    await gone;
    await client.counted('moved/a.json', 1);
  });

  it('of many files cause a single directory walk', async () => {
    const { client, stopped } = await startCounting({ [CONFIG]: '{"catalogue":true}' }, 'readdirSync');
    await client.open('a.json', BAD);
    const names = Array.from({ length: 500 }, (_, at) => `n${at}.json`);
    for (const [at, name] of names.entries()) writeFileSync(join(client.folder, name), text(product(at + 10)));
    writeFileSync(join(client.folder, 'z.json'), BAD.replace('1', '2'));
    const seen = client.counted('z.json', 1);
    await change(client, ...names, 'z.json');
    await seen;
    assert.ok((await stopped()) < 10);
  });

  it('do not add a file again for a link to it', async () => {
    const client = await startServer({ [CONFIG]: '{"catalogue":true}', 'a.json': text(product(1, renewed(2, 2))) });
    symlinkSync('a.json', join(client.folder, 'b.json'));
    linkSync(join(client.folder, 'a.json'), join(client.folder, 'c.json'));
    await change(client, 'b.json', 'c.json');
    const codes = (await client.open('a.json', text(product(1, renewed(2, 2))))).map(({ code }) => code);
    assert.deepEqual(codes, ['chain-unknown-product']);
  });
});

describe('invalid positions', () => {
  it('are clamped, and the rest of the message applies', async () => {
    for (const range of [at(0, 10, 11), at(99, 0), at(0, 500), at(0, 8, 2), { ...at(0, 0), end: at(99, 9).end }]) {
      const client = await startServer();
      await client.open('a.json', '{"name":"😀","licence_term":"P1M"}');
      const found = await client.change(
        'a.json',
        2,
        { range, text: ' ' },
        { text: BAD },
        { range: at(0, 6, 7), text: '5' },
      );
      assert.deepEqual(
        found.map(({ code }) => code),
        ['term-format'],
        JSON.stringify(range),
      );
      assert.deepEqual(
        await client.change('a.json', 3, { range: at(0, 24, 25), text: 'P' }, { range: at(0, 26, 27), text: 'M' }),
        [],
      );
      await client.stop();
    }
  });

  it('preserve later lines with Windows line breaks', async () => {
    const client = await startServer();
    const lines = BAD.replaceAll(',', ',\r\n');
    await client.open('a.json', lines);
    const end = { start: { line: 70, character: 0 }, end: { line: 71, character: 0 } };
    await client.change('a.json', 2, { range: end, text: '\r\n' });
    await client.change('a.json', 3, { range: { start: { line: 0, character: 99 }, end: at(1, 0).end }, text: '' });
    assert.deepEqual((await client.found('a.json', 3))[0].range, at(0, 23, 28));
    const [found] = await client.change('a.json', 4, { range: at(0, 8), text: '\r\n\r\n' });
    assert.deepEqual(found.range, at(2, 15, 20));
  });

  it('inside a surrogate pair preserve later columns', async () => {
    const client = await startServer();
    await client.open('a.json', '{"name":"😀","licence_term":"p1m"}');
    await client.change('a.json', 2, { range: at(0, 10, 11), text: '' });
    const [found] = await client.change('a.json', 3, { range: at(0, 10), text: '\ude00' });
    assert.deepEqual(found.range, at(0, 28, 33));
  });
});

describe('the end of a session', () => {
  it('exits with 1 without a shutdown request', async () => {
    const client = await startServer();
    const ended = new Promise((resolve) => client.process.once('exit', resolve));
    await client.tell('exit');
    assert.equal(await ended, 1);
  });

  it('rejects requests after the shutdown', async () => {
    const client = await startServer();
    const ended = new Promise((resolve) => client.process.once('exit', resolve));
    await client.ask('shutdown');
    await assert.rejects(hoverOf(client, client.uri('a.json')), { code: -32600 });
    await client.tell('exit');
    assert.equal(await ended, 0);
  });
});

describe('the start of a session', () => {
  it('rejects requests before it, and a second one', async () => {
    const client = new Client(given({}));
    const uri = client.uri('a.json');
    await assert.rejects(hoverOf(client, uri), { code: -32002 });
    await assert.rejects(client.ask('shutdown'), { code: -32002 });
    // A notification is dropped: the document is unknown later.
    await client.begin('a.json', BAD);
    await client.ask('initialize', { processId: null, rootUri: null, capabilities: {} });
    await assert.rejects(client.ask('initialize', { processId: null, rootUri: null, capabilities: {} }), {
      code: -32600,
    });
    assert.equal(await hoverOf(client, uri), null);
    assert.equal(await client.stop(), 0);
  });
});

describe('requests', () => {
  it('are rejected if params are missing', async () => {
    const client = await startServer();
    await client.open('a.json', BAD);
    const { textDocument, position } = client.at('a.json', 0, 0);
    const incomplete = {
      hover: { textDocument },
      completion: { position },
      definition: { textDocument: null, position },
      references: { textDocument, position },
      rename: { textDocument, position },
      codeAction: { textDocument, range: at(0, 0) },
      documentSymbol: {},
      diagnostic: {},
    };
    for (const [name, params] of Object.entries(incomplete)) {
      for (const given of [params, null, undefined])
        await assert.rejects(client.ask(`textDocument/${name}`, given), { code: -32602 }, name);
    }
    for (const number of [-1, 0.5, '0']) {
      const wrong = { line: 0, character: number };
      await assert.rejects(client.ask('textDocument/hover', { textDocument, position: wrong }), { code: -32602 });
      const context = { diagnostics: [] };
      const asked = client.ask('textDocument/codeAction', {
        textDocument,
        range: { start: wrong, end: wrong },
        context,
      });
      await assert.rejects(asked, { code: -32602 });
    }
    await assert.rejects(client.ask('codeLens/resolve', {}), { code: -32602 });
    await assert.rejects(client.ask('workspace/diagnostic', {}), { code: -32602 });
    assert.equal(await client.ask('textDocument/hover', { textDocument: {}, position }), null);
    for (const context of [{}, { diagnostics: null }]) {
      const of = { textDocument, range: at(0, 0), context };
      assert.deepEqual(
        (await client.ask('textDocument/codeAction', of)).map(({ kind }) => kind),
        ['source.fixAll.renewal-rules'],
      );
    }
  });
});

describe('documents', () => {
  it('get no diagnostics if they close during their check', async () => {
    const client = await startServer();
    const textDocument = { uri: client.uri('a.json') };
    await client.atOnce(() => {
      void client.begin('a.json', BAD);
      void client.tell('textDocument/didClose', { textDocument });
    });
    assert.equal((await client.open('b.json', BAD)).length, 1);
    assert.deepEqual(await client.found('a.json'), []);
  });

  it('give empty responses if they are not open', async () => {
    const client = await startServer();
    const of = client.at('unknown.json', 0, 0);
    const range = at(0, 0);
    await client.tell('textDocument/didChange', {
      textDocument: { uri: of.textDocument.uri, version: 2 },
      contentChanges: [{ range, text: '{' }],
    });
    await client.tell('textDocument/didSave', of);
    await client.tell('textDocument/didClose', of);
    for (const what of ['hover', 'completion', 'definition', 'documentSymbol', 'codeLens', 'prepareRename']) {
      assert.equal(await client.ask(`textDocument/${what}`, of), null, what);
    }
    assert.deepEqual(await client.ask('textDocument/codeAction', { ...of, range, context: { diagnostics: [] } }), []);
  });
});

describe('arguments of clients', () => {
  it('are ignored if they are unknown', async () => {
    const args = ['--node-arg=x', `--clientProcessId=${process.pid}`, '--unknown'];
    const client = await Client.start(given({}), { args });
    assert.equal((await client.open('a.json', BAD)).length, 1);
    assert.equal(await client.stop(), 0);
  });

  it('are rejected if the transport is unusable', () => {
    refused('lsp --socket=0', /--socket: expected a port number, got "0"/);
    refused('lsp --node-ipc', /--node-ipc: the process was not started with an IPC channel/);
    refused('lsp --pipe=/tmp/there-is-none/x', /ENOENT/);
  });
});
