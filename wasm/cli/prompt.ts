// Asks for a username or a password.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './failure.js';

/** Asks for a value at the terminal; a hidden one is not echoed. */
export async function ask(variable: string, question: string, isHidden: boolean): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${variable} is not set, and nobody is at a terminal to be asked`);
  const output = new Writable({
    write: (text, _, done) => void (isHidden ? done() : process.stderr.write(text, done)),
  });
  const gone = new AbortController();
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  lines.on('SIGINT', () => lines.close()).on('close', () => gone.abort());
  // From here on, the terminal does not echo what is typed.
  if (isHidden) process.stderr.write(`${question}: `);
  try {
    return await lines.question(`${question}: `, { signal: gone.signal });
  } catch {
    throw new UsageError('no answer was given');
  } finally {
    lines.close();
    if (isHidden) process.stderr.write('\n');
  }
}
