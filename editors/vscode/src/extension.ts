// Starts the language server, which does everything else.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { env, workspace } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

export async function activate(): Promise<void> {
  const documentSelector = ['file', 'untitled'].flatMap((scheme) => [
    { scheme, language: 'json' },
    { scheme, language: 'jsonc' },
    { scheme, language: 'jsonl' },
    { scheme, pattern: '**/*.{ndjson,jsonl}' },
    { scheme, pattern: '**/renewal-rules.config.json' },
  ]);
  const initializationOptions = { language: env.language };
  client = new LanguageClient('renewalRules', 'Renewal rules', server(), { documentSelector, initializationOptions });
  await client.start();
}

export const deactivate = (): Promise<void> | undefined => client?.stop();

/** Returns the configured server, that of the workspace, or the one on the search path. */
function server(): ServerOptions {
  const configured = workspace.getConfiguration('renewalRules').get<string>('server');
  const folders = workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const installed = folders.map((folder) => join(folder, 'node_modules/renewal-rules/dist/cli.js'));
  const module = configured || installed.find((file) => existsSync(file));
  const args = ['lsp'];
  if (module?.endsWith('.js')) return { module, args, transport: TransportKind.stdio };
  const options = { shell: process.platform === 'win32' };
  return { command: module ?? 'renewal-rules', args, options, transport: TransportKind.stdio };
}
