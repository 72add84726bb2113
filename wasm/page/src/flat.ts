import type { Failure, Result } from '../../js/result.js';

/** What a call gives, or the message that says why it gives nothing, beside `ok`. */
export type Flat<Value, Problem extends Failure = Failure> = ({ ok: true } & Value) | ({ ok: false } & Problem);

export function flat<Value, Problem extends Failure>(result: Result<Value, Problem>): Flat<Value, Problem> {
  return result.ok ? { ok: true, ...result.value } : { ok: false, ...result.error };
}
