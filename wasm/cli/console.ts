// Prints to standard output and standard error.

import { codeOf, messageOf, Stopped, visible } from './failure.js';

// Ignore errors of standard error: the exit status reports the failure that could not be printed.
process.stderr.on('error', () => {});

let isClosed = false;
process.stdout.on('error', () => {
  // Only record that nothing can be printed any more; the callback of `write` also gets the error, and reports it.
  isClosed = true;
});

/** Prints to standard output; resolves when the text is written. */
export async function print(text: string): Promise<void> {
  if (text === '') return;
  if (isClosed) throw new Stopped();
  const error = await new Promise((done) => process.stdout.write(text, done));
  if (error) throw codeOf(error) === 'EPIPE' ? new Stopped() : error;
}

/** Prints a message to standard error. */
export function writeStderr(text: string): void {
  const clean = visible(text);
  try {
    process.stderr.write(clean.endsWith('\n') ? clean : `${clean}\n`);
  } catch {
    // Writing to a file on a full disk throws; the exit status reports the failure.
  }
}

export const printMessage = (text: string): void => writeStderr(`renewal-rules: ${text}`);

/** Prints an outcome, which must not be lost: to standard error, and returns false, if standard output fails. */
export async function report(text: string): Promise<boolean> {
  try {
    await print(text);
    return true;
  } catch (error) {
    const cause = error instanceof Stopped ? 'it is closed' : messageOf(error);
    printMessage(`cannot write to standard output (${cause}); its text is:\n${text}`);
    return false;
  }
}

/** Returns whether to print colours: the options override FORCE_COLOR, which overrides NO_COLOR. */
export function isColored(values: { readonly color?: boolean; readonly 'no-color'?: boolean }): boolean {
  if (values['no-color']) return false;
  if (values.color) return true;
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  return Boolean(process.stdout.isTTY) && !NO_COLOR && TERM !== 'dumb';
}
