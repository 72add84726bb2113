// Prints the outcome of service calls, and determines the exit code.

import { complain, report } from './console.js';
import { describe, messageOf } from './failure.js';
import { CallError, type Problem } from './send.js';

/**
 * Makes service calls. Prints a thrown error and returns it as a problem, so that the caller can print the outcome of
 * the calls before it.
 */
export async function attemptCalls(calls: () => Promise<Problem | null>): Promise<Problem | null> {
  try {
    return await calls();
  } catch (error) {
    complain(describe(error));
    return { kind: error instanceof CallError ? error.kind : 'failed', message: messageOf(error) };
  }
}

/** Prints the outcome of service calls; returns the exit code. */
export async function printOutcome(text: string, error: Problem | null): Promise<number> {
  const code = exitCode(error);
  return (await report(text)) ? code : 2;
}

/** Values of `kind` for problems that the service did not report. */
const LOCAL: readonly string[] = ['failed', 'no-token', 'unreachable', 'unsaved'];

/** Returns the exit code for a problem. If a call is unconfirmed, prints the options that resolve it. */
export function exitCode(error: Problem | null): number {
  if (error === null) return 0;
  if (error.kind === 'unconfirmed') complain(`${error.message} (--made ID or --not-made)`);
  return LOCAL.includes(error.kind) ? 2 : 1;
}
