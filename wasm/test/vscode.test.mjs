// Tests the extension for VS Code with stubs of the editor and of its client library.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';

import { given } from './cli.js';

const root = fileURLToPath(new URL('../../editors/vscode/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { outputFiles } = await build({
  entryPoints: [join(root, 'src/extension.ts')],
  bundle: true,
  platform: 'node',
  format: 'cjs',
  write: false,
  external: ['vscode', 'vscode-languageclient/node'],
});

/** Starts the extension in an editor with these folders and settings; `log` has the calls of the client library. */
async function editor(folders, settings = {}) {
  const log = [];
  const errors = [];
  const commands = new Map();
  let notify;
  class LanguageClient {
    #isRunning = false;
    constructor(id, _name, server, options) {
      log.push(['new', id, server, options]);
    }
    isRunning = () => this.#isRunning;
    async start() {
      this.#isRunning = true;
      log.push(['start']);
    }
    async stop() {
      this.#isRunning = false;
      log.push(['stop']);
    }
  }
  const stubs = {
    vscode: {
      commands: { registerCommand: (name, action) => commands.set(name, action) },
      env: { language: 'ru' },
      window: { showErrorMessage: (message) => errors.push(message) },
      workspace: {
        workspaceFolders: folders.map((fsPath) => ({ uri: { fsPath } })),
        getConfiguration: (section) => ({ get: (name, otherwise) => settings[`${section}.${name}`] ?? otherwise }),
        onDidChangeConfiguration: (listener) => {
          notify = listener;
        },
      },
    },
    'vscode-languageclient/node': { LanguageClient, TransportKind: { stdio: 0 } },
  };
  const require = createRequire(import.meta.url);
  const module = { exports: /** @type {any} */ ({}) };
  const process = { platform: globalThis.process.platform, env: { PATH: '' }, cwd: () => folders[0] };
  runInNewContext(outputFiles[0].text, {
    module,
    exports: module.exports,
    process,
    require: (name) => stubs[name] ?? require(name),
  });
  await module.exports.activate({ subscriptions: [] });
  const set = async (name, value) => {
    settings[name] = value;
    notify({ affectsConfiguration: (wanted) => wanted === name });
    // `deactivate` waits for the restart that the setting has caused.
    await module.exports.deactivate();
  };
  const calls = () => log.map(([call]) => call);
  return { log, errors, commands, set, calls };
}

const CLI = 'node_modules/renewal-rules/dist/cli.js';

describe('the extension for Visual Studio Code', () => {
  it('starts the server of a workspace folder', async () => {
    const [empty, folder] = [given({}), given({ [CLI]: '' })];
    const { log, errors } = await editor([empty, folder]);
    assert.deepEqual(errors, []);
    const [, id, server, { documentSelector, initializationOptions }] = log[0];
    assert.equal(server.module, join(folder, CLI));
    assert.deepEqual([...server.args], ['lsp']);
    assert.ok(`${id}.trace.server` in manifest.contributes.configuration.properties);
    assert.deepEqual([...new Set(documentSelector.map(({ scheme }) => scheme))], ['file', 'untitled']);
    assert.equal(initializationOptions.language, 'ru');
  });

  it('restarts the server by the command', async () => {
    const { commands, calls } = await editor([given({ [CLI]: '' })]);
    const [{ command }] = manifest.contributes.commands;
    await Promise.all([commands.get(command)(), commands.get(command)()]);
    assert.deepEqual(calls(), ['new', 'start', 'stop', 'new', 'start', 'stop', 'new', 'start']);
  });

  it('does not start the server if it is disabled', async () => {
    const { set, calls } = await editor([given({ [CLI]: '' })], { 'renewal-rules.enable': false });
    assert.deepEqual(calls(), []);
    await set('renewal-rules.enable', true);
    assert.deepEqual(calls(), ['new', 'start', 'stop']);
    await set('editor.fontSize', 12);
    assert.deepEqual(calls(), ['new', 'start', 'stop']);
  });

  it('suggests a remedy if there is no server', async () => {
    const folder = given({ 'server.js': '' });
    const { errors, calls, set } = await editor([folder]);
    assert.equal(errors.length, 1);
    assert.match(errors[0], /npm install --save-dev renewal-rules/);
    await set('renewal-rules.server', 'absent.js');
    assert.match(errors[1], /does not exist: absent\.js/);
    assert.deepEqual(calls(), []);
    await set('renewal-rules.server', 'server.js');
    assert.equal(errors.length, 2);
    assert.deepEqual(calls(), ['new', 'start', 'stop']);
  });

  it('is only active in workspaces with its files', () => {
    for (const event of manifest.activationEvents) assert.match(event, /^workspaceContains:/);
  });
});
