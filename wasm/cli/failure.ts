// Errors of the command line, and their messages.

import { CatalogueError, PlanError, RequestError, ResponseError, SetupError, START } from '#internal';

/** Replaces control and invisible characters, which a file name or an argument may contain. */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Also replaces tabs and line breaks, so that no file name begins a line, which CI systems may run as a command. */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n]/g, '\ufffd');

/**
 * An error in the command line or in the configuration file. Each argument becomes one line of the message: a line
 * break within it, for example in a file name, is replaced.
 */
export class UsageError extends Error {
  /** Dotted name of the setting at fault, such as `overrides.0.rules`; empty if none is known. */
  at = '';

  constructor(...lines: readonly string[]) {
    super(lines.map(oneLine).join('\n'));
  }
}

/** Thrown if the reader of the output has closed the pipe. */
export class Stopped extends Error {}

/** Returns the system's code of an error, such as ENOENT. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Reasons why the operating system refuses to read or write a file, or to connect, by code. */
const REASONS = new Map<unknown, string>([
  ['EACCES', 'no permission'],
  ['EAI_AGAIN', 'the DNS server does not respond'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the server closed the connection'],
  ['EEXIST', 'there is a file at this path or in place of one of its folders'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['EISDIR', 'this is a folder, not a file'],
  ['ELOOP', 'the symbolic links form a cycle'],
  ['EMFILE', 'too many files are open'],
  ['ENAMETOOLONG', 'the file name is too long'],
  ['ENETUNREACH', 'there is no route to the network'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'there is a file in place of a folder of this path'],
  ['ENOTFOUND', 'the host is unknown'],
  ['EPERM', 'no permission'],
  ['EROFS', 'the file system is read-only'],
]);

/** Returns the message of an error; for one of the operating system, without the system call and the path. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = REASONS.get(codeOf(error));
  if (reason !== undefined) return `${reason} (${codeOf(error)})`;
  return 'syscall' in error ? oneLine(error.message.replace(/, \w+( '.*)?$/s, '')) : error.message;
}

/** Returns whether the library rejected data (products, a setup, a plan, a response), not an option. */
export const isDataError = (
  error: unknown,
): error is CatalogueError | PlanError | RequestError | ResponseError | SetupError =>
  [CatalogueError, PlanError, RequestError, ResponseError, SetupError].some((one) => error instanceof one);

/** Returns the message of an expected error, but the stack of an unexpected one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExpected =
    error instanceof UsageError || isDataError(error) || 'syscall' in error || error.message.startsWith(START);
  if (!isExpected) return error.stack ?? String(error);
  // No caller has named the file.
  const path = 'syscall' in error && 'path' in error ? `${oneLine(String(error.path))}: ` : '';
  return path + messageOf(error).replace(/^renewal-rules /, '');
}

/** Calls `call`; returns `undefined` if it throws, by default whatever the error, otherwise only one with these codes. */
export function orUndefined<Value>(call: () => Value, codes?: readonly unknown[]): Value | undefined {
  try {
    return call();
  } catch (error) {
    if (codes === undefined || codes.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Calls `call`; returns an error of this type instead of throwing it. */
export function orError<Value, Expected>(
  call: () => Value,
  type: new (...args: never[]) => Expected,
): Value | Expected {
  try {
    return call();
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
}

/** Calls `call`; prefixes the message of an error. */
export const withPrefix = <Value>(prefix: string, call: () => Value): Value =>
  mapError(call, (error) => new UsageError(`${prefix}: ${messageOf(error)}`));

/** Calls `call`; throws what `replaced` returns for an error. */
export function mapError<Value>(call: () => Value, replaced: (error: unknown) => unknown): Value {
  try {
    return call();
  } catch (error) {
    throw replaced(error);
  }
}
