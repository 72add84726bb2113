// Extension for VS Code: starts the language server, which provides all features.

import { commands, type ExtensionContext, env, window, workspace } from 'vscode';
import { LanguageClient, type LanguageClientOptions, type ServerOptions, TransportKind } from 'vscode-languageclient/node';

import { findServer, notFound } from './server.js';

/** Section of the settings. The client library reads `renewal-rules.trace.server` itself. */
const SECTION = 'renewal-rules';
const SETTINGS = ['enable', 'server'].map((name) => `${SECTION}.${name}`);

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
  return queued(stop);
}

/** Stops the server if it runs, and starts it unless it is disabled. */
function restart(): Promise<void> {
  return queued(async () => {
    await stop();
    if (workspace.getConfiguration(SECTION).get<boolean>('enable', true)) await start();
  });
}

function queued(action: () => Promise<void>): Promise<void> {
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
    void window.showErrorMessage(notFound(configured));
    return;
  }
  client = new LanguageClient(SECTION, 'Renewal Rules', run(server), clientOptions());
  await client.start();
}

function run(server: string): ServerOptions {
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
