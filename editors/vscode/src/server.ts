// Finds the language server.

import { existsSync, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** File names of the command on the search path. */
const NAMES = process.platform === 'win32' ? ['renewal-rules.cmd', 'renewal-rules.exe'] : ['renewal-rules'];

/**
 * Returns the path of the server: the configured one, which may be relative to a workspace folder, otherwise that of
 * the package in a workspace folder, otherwise that on the search path. Returns `undefined` if there is none.
 */
export function findServer(configured: string, folders: readonly string[]): string | undefined {
  if (configured !== '') {
    return [...folders, ''].map((folder) => resolve(folder, configured)).find(isFile) ?? onSearchPath(configured);
  }
  const installed = folders.map((folder) => join(folder, 'node_modules/renewal-rules/dist/cli.js')).find(isFile);
  return installed ?? onSearchPath(...NAMES);
}

/** Returns the message for the user if no server was found. */
export function notFound(configured: string): string {
  if (configured !== '') {
    return `Renewal Rules: the file of the setting "renewal-rules.server" does not exist: ${configured}. Correct the path, or remove the setting.`;
  }
  return 'Renewal Rules: the language server was not found. Run "npm install --save-dev renewal-rules" in the workspace, or set "renewal-rules.server" to its path; then run the command "Renewal Rules: Restart server".';
}

function onSearchPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile);
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
