// Console output, and errors of the user.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { START } from './module.js';
import { similar } from './similar.js';

/** An error in the command line or in the configuration file. What it quotes, such as a file name, begins no line. */
export class UsageError extends Error {
  constructor(...lines: readonly string[]) {
    super(lines.map(oneLine).join('\n'));
  }
}

/** Returns the system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Returns the message of an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? ('syscall' in error ? oneLine(error.message) : error.message) : String(error);

/** Thrown if the reader of the output has closed the pipe. */
export class Stopped extends Error {}

let isClosed = false;
process.stdout.on('error', () => {
  // The call that prints gets the error, too.
  isClosed = true;
});
// The exit status reports the error anyway.
process.stderr.on('error', () => {});

/** Prints to standard output and waits for its reader. */
export async function print(text: string): Promise<void> {
  if (text === '') return;
  if (isClosed) throw new Stopped();
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(codeOf(error) === 'EPIPE' ? new Stopped() : error);
      else resolve();
    });
  });
}

/** Removes control characters, which a file name or an argument may contain. */
const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Puts a text on one line: after a line break in a file name, a build server could read a command. */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n]/g, '\ufffd');

/** Prints a message to standard error. */
export function say(text: string): void {
  const clean = visible(text);
  try {
    process.stderr.write(clean.endsWith('\n') ? clean : `${clean}\n`);
  } catch {
    // A file on a full disk throws at once; the exit status reports it.
  }
}

/** Prints an error message. */
export const complain = (text: string): void => say(`renewal-rules: ${text}`);

/**
 * Prints an outcome that must not be lost: to standard error if standard output fails.
 * @returns whether standard output has it.
 */
export async function report(text: string): Promise<boolean> {
  try {
    await print(text);
    return true;
  } catch (error) {
    const cause = error instanceof Stopped ? 'it is closed' : messageOf(error);
    complain(`cannot write to standard output (${cause}); its text is:\n${text}`);
    return false;
  }
}

/** Returns the message of an expected error, and the stack of any other one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = error instanceof UsageError || 'syscall' in error || error.message.startsWith(START);
  return isExpected ? messageOf(error).replace(/^renewal-rules /, '') : (error.stack ?? String(error));
}

/** Asks for a value at the terminal; a hidden one is not echoed. */
export async function ask(variable: string, question: string, isHidden: boolean): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${variable} is not set, and nobody is at a terminal to be asked`);
  const output = new Writable({
    write: (text, _, done) => void (isHidden ? done() : process.stderr.write(text, done)),
  });
  const gone = new AbortController();
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  lines.on('SIGINT', () => lines.close()).on('close', () => gone.abort());
  // From here on, the terminal does not echo typed text.
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

/**
 * Returns whether to print colours. The options override FORCE_COLOR, which overrides NO_COLOR, as in
 * Node.js.
 */
export function isColored(values: { readonly color?: boolean; readonly 'no-color'?: boolean }): boolean {
  if (values['no-color']) return false;
  if (values.color) return true;
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  return Boolean(process.stdout.isTTY) && !NO_COLOR && TERM !== 'dumb';
}

/** Returns a "did you mean" question for an unknown word; an empty text if no known word is similar. */
export function meant(word: string, words: readonly string[]): string {
  const nearest = similar(word, words);
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}

/** Returns the word if it is a known one. */
export function oneOf<const Word extends string>(word: string, words: readonly Word[], what: string): Word {
  const known = words.find((candidate) => candidate === word);
  if (known !== undefined) return known;
  throw new UsageError(
    `there is no ${what} ${JSON.stringify(word)}${meant(word, words) || `; the ${what}s are ${words.join(', ')}`}`,
  );
}

/** Size in bytes from which a file takes noticeable time. */
const LARGE = 5e6;

/** Shows the progress of long work on one line, which is removed at the end. */
export class Progress {
  readonly #total: number;
  #shownAt = Date.now() + 500;
  #isShown = false;

  constructor(total: number) {
    this.#total = total;
  }

  at(number: number): void {
    if (Date.now() < this.#shownAt) return;
    this.#shownAt = Date.now() + 100;
    this.#show(`${number} of ${this.#total} files checked`);
  }

  /** Shows the progress of reading a large file. */
  within(file: { readonly shown: string }, bytes: number): void {
    if (bytes > LARGE) this.#show(`${file.shown}: ${Math.round(bytes / 1e6)} MB read`);
  }

  #show(text: string): void {
    if (!process.stderr.isTTY) return;
    this.clear();
    this.#isShown = true;
    // A wrapped line could not be removed.
    process.stderr.write(`\r${visible(text).slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** Removes the line before other output. */
  clear(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K');
    this.#isShown = false;
  }
}
