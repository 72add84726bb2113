// What is printed, and the mistakes of the caller.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { START } from '../js/refusal.js';
import type { common, Values } from './command.js';
import { render } from './module.js';

/** A mistake in the command line or in the configuration file. */
export class UsageError extends Error {}

/** What the system calls an error, such as ENOENT. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** The words of an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? ('syscall' in error ? oneLine(error.message) : error.message) : String(error);

/** The reader of the output went away. */
export class Stopped extends Error {}

let isClosed = false;
process.stdout.on('error', () => {
  // Whoever prints hears of it, too.
  isClosed = true;
});
// The exit status says it to whoever does not read.
process.stderr.on('error', () => {});

/** Prints to standard output, at the pace of its reader. */
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

/** Text without what would steer the terminal: it may be in a file's name or an argument. */
const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Text on one line: a name of a file may have line breaks, after which a build server could read a command. */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n]/g, '\ufffd');

/** Says something to the person at the terminal. */
export function say(text: string): void {
  const clean = visible(text);
  try {
    process.stderr.write(clean.endsWith('\n') ? clean : `${clean}\n`);
  } catch {
    // A file on a full disk throws at once; the exit status reports it.
  }
}

/** Says what could not be done. */
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

/** The message of an error that the user can act upon; with the stack if it is a defect. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected = error instanceof UsageError || 'syscall' in error || error.message.startsWith(START);
  return isExpected ? messageOf(error).replace(/^renewal-rules /, '') : (error.stack ?? String(error));
}

/** Asks the person at the terminal; a hidden answer is not shown while it is typed. */
export async function ask(variable: string, question: string, isHidden: boolean): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${variable} is not set, and nobody is at a terminal to be asked`);
  const output = new Writable({
    write: (text, _, done) => void (isHidden ? done() : process.stderr.write(text, done)),
  });
  const gone = new AbortController();
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  lines.on('SIGINT', () => lines.close()).on('close', () => gone.abort());
  // From here on, nothing that is typed is shown by the terminal itself.
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

/** Whether what is printed has colours. The flags go before FORCE_COLOR, and that before NO_COLOR, as in Node.js. */
export function isColored(values: Values<typeof common>): boolean {
  if (values['no-color']) return false;
  if (values.color) return true;
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  return Boolean(process.stdout.isTTY) && !NO_COLOR && TERM !== 'dumb';
}

/** A question for what was most likely meant by a word that is not known. */
export function meant(word: string, words: readonly string[]): string {
  const nearest = render<string | null>({ part: 'nearest', word, words });
  return nearest === null ? '' : `; did you mean \`${nearest}\`?`;
}

/** The word, where it is one of those that there are. */
export function oneOf<const Word extends string>(word: string, words: readonly Word[], what: string): Word {
  const known = words.find((candidate) => candidate === word);
  if (known !== undefined) return known;
  throw new UsageError(
    `there is no ${what} ${JSON.stringify(word)}${meant(word, words) || `; the ${what}s are ${words.join(', ')}`}`,
  );
}

/** A file of as many bytes takes a while. */
const LARGE = 5e6;

/** Shows how far long work has come, on one line that is wiped at the end. */
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

  /** Shows how far the reading of a large file is. */
  within(file: { readonly shown: string }, bytes: number): void {
    if (bytes > LARGE) this.#show(`${file.shown}: ${Math.round(bytes / 1e6)} MB read`);
  }

  #show(text: string): void {
    if (!process.stderr.isTTY) return;
    this.clear();
    this.#isShown = true;
    // What goes on in the next line would stay there.
    process.stderr.write(`\r${visible(text).slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** Wipes the line, before something else is printed. */
  clear(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K');
    this.#isShown = false;
  }
}
