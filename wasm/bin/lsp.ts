// `renewal-rules lsp`: the language server, for editors.

import type { Flags } from './command.js';
import { listed } from './command.js';
import { UsageError } from './console.js';
import { init } from './module.js';

export const summary = 'start the language server, for editors';

export const options = {
  stdio: { type: 'boolean', says: 'says what is so anyway: some editors add it' },
} as const satisfies Flags;

export const usage = `Starts the language server. It speaks the Language Server Protocol on standard input and output, and is
started by an editor: docs/EDITORS.md has the few lines for each.

Usage: renewal-rules lsp

${listed(options)}`;

/** The server ends the process by itself. */
export async function run(_values: unknown, positionals: readonly string[]): Promise<number> {
  if (positionals.length > 0) throw new UsageError('lsp takes no arguments');
  await init();
  // In a file of its own, so that no other command starts more slowly.
  const server: typeof import('./lsp/server.js') = await import(new URL('./lsp.js', import.meta.url).href);
  return server.serve(process.stdin, process.stdout);
}
