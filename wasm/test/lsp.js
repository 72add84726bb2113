// A client for tests of the language server, which waits for messages.

import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

import { command } from './cli.js';

/** A client, with a server that it starts in a folder. */
export class Client {
  #shown = new Map();
  #waiting = [];
  #refreshed = [];
  /** The file watchers that the server has registered. */
  #watchers = [];
  #onWatched = () => {};
  /** The server's response to `initialize`. */
  initialized;

  /** Number of messages with diagnostics by URI. */
  messages = new Map();

  constructor(folder, args = []) {
    this.folder = folder;
    this.process = spawn(process.execPath, [command, 'lsp', '--stdio', ...args], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.connection = createMessageConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onNotification('textDocument/publishDiagnostics', (params) => this.#publish(params));
    this.connection.onRequest('client/registerCapability', ({ registrations }) => {
      for (const { registerOptions } of registrations) this.#watchers.push(...registerOptions.watchers);
      this.#onWatched();
      return null;
    });
    this.connection.onRequest('workspace/diagnostic/refresh', () => {
      for (const resolve of this.#refreshed.splice(0)) resolve();
      return null;
    });
    this.connection.listen();
  }

  /** Waits for the next request to pull diagnostics again. */
  refreshed = () => new Promise((resolve) => this.#refreshed.push(resolve));

  /** Waits until the server has registered a watcher for a pattern. */
  watching = (pattern) =>
    new Promise((resolve) => {
      this.#onWatched = () => {
        const found = this.#watchers.find(({ globPattern }) => isDeepStrictEqual(globPattern, pattern));
        if (found !== undefined) resolve(found);
      };
      this.#onWatched();
    });

  static async start(folder, more = {}) {
    const { capabilities, args, ...rest } = more;
    const client = new Client(folder, args);
    client.initialized = await client.ask('initialize', {
      processId: null,
      rootUri: pathToFileURL(folder).href,
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'test' }],
      capabilities: capabilities ?? {},
      ...rest,
    });
    await client.tell('initialized', {});
    return client;
  }

  ask = (method, params, token) => this.connection.sendRequest(method, params, ...(token ? [token] : []));
  tell = (method, params) => this.connection.sendNotification(method, params);
  uri = (name) => pathToFileURL(`${this.folder}/${name}`).href;
  /** Params of a request about a position. */
  at = (name, line, character) => ({ textDocument: { uri: this.uri(name) }, position: { line, character } });
  /** Sends a request about a position. */
  about = (what, ...place) => this.ask(`textDocument/${what}`, this.at(...place));

  /** Sends all messages that `send` sends in one chunk, so that the server reads them at once. */
  async atOnce(send) {
    const { stdin } = this.process;
    const pieces = [];
    stdin.write = /** @type {any} */ (
      (piece, ...rest) => {
        const done = rest.pop();
        pieces.push(Buffer.from(piece, rest[0]));
        done();
      }
    );
    send();
    // Messages are written in order: once this message is written, all earlier ones are.
    await this.tell('$/last', {});
    delete stdin.write;
    stdin.write(Buffer.concat(pieces));
  }

  /** Opens a document without waiting for its diagnostics. */
  begin = (name, text, languageId = 'json') =>
    this.tell('textDocument/didOpen', { textDocument: { uri: this.uri(name), languageId, version: 1, text } });

  /** Opens a document; returns its diagnostics. */
  async open(name, text, languageId) {
    await this.begin(name, text, languageId);
    return this.found(name, 1);
  }

  /** Notifies that a file was created (1), changed (2) or deleted (3). */
  onDisk = (name, type) => this.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: this.uri(name), type }] });

  /** Changes a document; returns its diagnostics. */
  async change(name, version, ...contentChanges) {
    await this.tell('textDocument/didChange', { textDocument: { uri: this.uri(name), version }, contentChanges });
    return this.found(name, version);
  }

  /** Waits for the diagnostics of a version or a later one. */
  found(name, version = 0) {
    return this.when(name, (params) => (params.version ?? 0) >= version);
  }

  /** Waits for this number of diagnostics. */
  counted = (name, count) => this.when(name, ({ diagnostics }) => diagnostics.length === count);

  /** Waits for diagnostics of a document that satisfy a condition. */
  when = (name, isWanted) => this.whenUri(this.uri(name), isWanted);

  /** Like `when`, but takes the exact URI of the document. */
  whenUri(uri, isWanted) {
    const shown = this.#shown.get(uri);
    if (shown && isWanted(shown)) return shown.diagnostics;
    return new Promise((resolve) => this.#waiting.push({ uri, isWanted, resolve }));
  }

  #publish(params) {
    this.messages.set(params.uri, (this.messages.get(params.uri) ?? 0) + 1);
    this.#shown.set(params.uri, params);
    const done = this.#waiting.filter(({ uri, isWanted }) => uri === params.uri && isWanted(params));
    this.#waiting = this.#waiting.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve(params.diagnostics);
  }

  /** Shuts the server down like an editor; returns its exit status. */
  async stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.ask('shutdown');
    await this.tell('exit');
    const status = await ended;
    this.connection.dispose();
    return status;
  }
}
