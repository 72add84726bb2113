// Errors of the command line, and their messages.

import { isDataError, START } from './module.js';
import { oneLine } from './safe-text.js';

/**
 * An error in the command line or in the configuration file. Each argument becomes one line of the message: a line
 * break within it, for example in a file name, is replaced.
 */
export class UsageError extends Error {
  constructor(...lines: readonly string[]) {
    super(lines.map(oneLine).join('\n'));
  }
}

/** Returns the system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * Returns the message of an error. A message of the operating system may contain a file name, so its line breaks are
 * replaced.
 */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? ('syscall' in error ? oneLine(error.message) : error.message) : String(error);

/** Thrown if the reader of the output has closed the pipe. */
export class Stopped extends Error {}

/** Returns the message of an expected error, but the stack of an unexpected one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof UsageError || isDataError(error) || 'syscall' in error || error.message.startsWith(START);
  return isExpected ? messageOf(error).replace(/^renewal-rules /, '') : (error.stack ?? String(error));
}
