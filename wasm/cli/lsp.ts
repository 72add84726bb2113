// `renewal-rules lsp`: the language server, for editors.

import type { Flags, Given } from './command.js';
import { listed } from './command.js';
import { complain, UsageError } from './console.js';
import { init } from './module.js';

export const summary = 'start the language server, for editors';

export const options = {
  stdio: { type: 'boolean', says: 'speak on standard input and output, which is the default' },
  socket: { type: 'string', takes: 'PORT', says: 'connect to a port of this machine instead' },
  pipe: { type: 'string', takes: 'NAME', says: 'connect to a named pipe or a Unix domain socket instead' },
  'node-ipc': { type: 'boolean', says: 'speak on the IPC channel of Node.js instead' },
  clientProcessId: { type: 'string', takes: 'N', says: 'exit when this process no longer exists' },
} as const satisfies Flags;

export const usage = `Starts the language server. It speaks the Language Server Protocol on standard input and output, and is
started by an editor: docs/EDITORS.md has the few lines for each.

Usage: renewal-rules lsp

${listed(options)}
Options that it does not know are ignored: editors add some of their own.
`;

/** Editors add options of their own, which do not prevent the start. */
export const ignoresUnknown = true;

/** Starts the server, which ends the process by itself. */
export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const known = ['help', 'version', 'color', 'no-color', ...Object.keys(options)];
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  // An argument after an unknown option may be its value.
  if (positionals.length > 0 && unknown.length === 0) throw new UsageError('lsp takes no arguments');
  if (unknown.length > 0) {
    complain(`lsp ignores unknown arguments: ${[...unknown.map((name) => `--${name}`), ...positionals].join(' ')}`);
  }
  const port = Number(values.socket ?? 1);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new UsageError(`--socket: expected a port number, got ${JSON.stringify(values.socket)}`);
  }
  if (values['node-ipc'] && process.send === undefined) {
    throw new UsageError('--node-ipc: the process was not started with an IPC channel of Node.js');
  }
  await init();
  // A file of its own, so that other commands do not load it.
  const server: typeof import('../lsp/server.js') = await import(new URL('./lsp.js', import.meta.url).href);
  return server.serve(values);
}
