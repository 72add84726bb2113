// Extension for VS Code: starts the language server, which provides all features.

import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { commands, type ExtensionContext, env, window, workspace } from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions, TransportKind } from 'vscode-languageclient/node';

/** Section of the settings. The client library reads `renewal-rules.trace.server` itself. */
const SECTION = 'renewal-rules';
const SETTINGS = ['enable', 'server'].map((name) => `${SECTION}.${name}`);

/** File names of the command on the search path. */
const NAMES = process.platform === 'win32' ? ['renewal-rules.cmd', 'renewal-rules.exe'] : ['renewal-rules'];

let client: LanguageClient | undefined;
/** Settles when the last start or stop of the server is done; the next one waits for it. */
let last: Promise<void> = Promise.resolve();

export async function activate({ subscriptions }: ExtensionContext): Promise<void> {
  subscriptions.push(
    commands.registerCommand(`${SECTION}.restart`, restart),
    workspace.onDidChangeConfiguration((event) => {
      if (SETTINGS.some((name) => event.affectsConfiguration(name))) void restart();
    }),
  );
  await restart();
}

export function deactivate(): Promise<void> {
  return enqueue(stop);
}

/** Stops the server if it runs, and starts it unless it is disabled. */
function restart(): Promise<void> {
  return enqueue(async () => {
    await stop();
    if (workspace.getConfiguration(SECTION).get<boolean>('enable', true)) await start();
  });
}

function enqueue(action: () => Promise<void>): Promise<void> {
  last = last.then(action).catch((error) => void window.showErrorMessage(`Renewal Rules: ${error}`));
  return last;
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  // Only stop a server that runs: for any other, `stop` would fail.
  if (running?.isRunning()) await running.stop();
}

async function start(): Promise<void> {
  const configured = workspace.getConfiguration(SECTION).get<string>('server', '');
  const folders = workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const server = findServer(configured, folders);
  if (server === undefined) {
    void window.showErrorMessage(notFoundMessage(configured));
    return;
  }
  client = new LanguageClient(SECTION, 'Renewal Rules', serverOptions(server), clientOptions());
  await client.start();
}

function serverOptions(server: string): ServerOptions {
  const args = ['lsp'];
  if (server.endsWith('.js')) return { module: server, args, transport: TransportKind.stdio };
  // On Windows, the scripts of npm, such as `renewal-rules.cmd`, only run in a shell.
  const isScript = server.endsWith('.cmd');
  return {
    command: isScript ? `"${server}"` : server,
    args,
    options: { shell: isScript },
    transport: TransportKind.stdio,
  };
}

function clientOptions(): LanguageClientOptions {
  const documentSelector = ['file', 'untitled'].flatMap((scheme) => [
    { scheme, language: 'json' },
    { scheme, language: 'jsonc' },
    { scheme, language: 'jsonl' },
    { scheme, pattern: '**/*.{ndjson,jsonl}' },
    { scheme, pattern: '**/renewal-rules.config.json' },
  ]);
  return { documentSelector, initializationOptions: { language: env.language } };
}

/**
 * Returns the path of the server: the configured one, which may be relative to a workspace folder, otherwise that of
 * the package in a workspace folder, otherwise that on the search path. Returns `undefined` if there is none.
 */
function findServer(configured: string, folders: readonly string[]): string | undefined {
  if (configured !== '') {
    return [...folders, ''].map((folder) => resolve(folder, configured)).find(isFile) ?? findOnSearchPath(configured);
  }
  const installed = folders.map((folder) => join(folder, 'node_modules/renewal-rules/dist/cli.js')).find(isFile);
  return installed ?? findOnSearchPath(...NAMES);
}

/** Returns the message for the user if no server was found. */
function notFoundMessage(configured: string): string {
  if (configured !== '') {
    return `Renewal Rules: the file of the setting "renewal-rules.server" does not exist: ${configured}. Correct the path, or remove the setting.`;
  }
  return 'Renewal Rules: the language server was not found. Run "npm install --save-dev renewal-rules" in the workspace, or set "renewal-rules.server" to its path; then run the command "Renewal Rules: Restart server".';
}

function findOnSearchPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
