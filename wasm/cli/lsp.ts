// `renewal-rules lsp`: runs the language server, for editors.

import { init } from '#internal';
import { type Given, rejectExtra, withHeading } from './command.js';
import { printMessage } from './console.js';
import { UsageError } from './failure.js';

export const summary = 'Start the language server';
export const options = withHeading('Connection', {
  stdio: { help: 'Use standard input and output, the default' },
  socket: { placeholder: 'PORT', help: 'Connect to a port of this machine' },
  pipe: { placeholder: 'NAME', help: 'Connect to a named pipe or a Unix domain socket' },
  'node-ipc': { help: 'Use the IPC channel of Node.js' },
  clientProcessId: { placeholder: 'PID', help: 'Exit when this process no longer exists' },
});

export const usage = ['[OPTIONS]'];
export const details = `Editors start it: docs/EDITORS.md has the configuration for each. Unknown options are ignored, because editors
add some of their own.`;

/** Editors add options of their own, which must not prevent the start. */
export const ignoresUnknown = true;

/** Starts the server, which ends the process itself. */
export async function run(values: Given<typeof options>, positionals: readonly string[]): Promise<number> {
  const known = ['help', 'version', 'color', 'no-color', ...Object.keys(options)];
  const unknown = Object.keys(values).filter((name) => !known.includes(name));
  // An argument after an unknown option may be its value.
  if (unknown.length === 0) rejectExtra(positionals, 0);
  if (unknown.length > 0) {
    printMessage(`lsp ignores unknown arguments: ${[...unknown.map((name) => `--${name}`), ...positionals].join(' ')}`);
  }
  const port = Number(values.socket ?? 1);
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw new UsageError(`--socket: expected a port number, got ${JSON.stringify(values.socket)}`);
  }
  if (values['node-ipc'] && process.send === undefined) {
    throw new UsageError('--node-ipc: the process was not started with an IPC channel of Node.js');
  }
  await init();
  // The server is in a bundle of its own, so that other commands do not load it.
  const server: typeof import('../lsp/server.js') = await import(new URL('./lsp.js', import.meta.url).href);
  return server.serve(values);
}
