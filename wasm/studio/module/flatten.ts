import type { Failure, Result } from '../../lib/result.js';

/** A result as a single object: `ok`, and beside it the members of the value or of the error. */
export type FlatResult<Value, Problem extends Failure = Failure> = ({ ok: true } & Value) | ({ ok: false } & Problem);

export function flatten<Value, Problem extends Failure>(result: Result<Value, Problem>): FlatResult<Value, Problem> {
  return result.ok ? { ok: true, ...result.value } : { ok: false, ...result.error };
}
