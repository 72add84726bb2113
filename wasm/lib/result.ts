// Results of the module's calls that can fail because of their data. Public calls throw the reason instead.

/** Reason of a failure. */
export interface Failure<Kind extends string = string> {
  /** Stable identifier. */
  kind: Kind;
  /** Description of the error. */
  message: string;
}

/** Reason of which an error of a class is made: its kind, its message, and its data. */
export type FailureOf<Failed extends { readonly kind: string }> = Failure<Failed['kind']> &
  Omit<Failed, keyof Error | 'kind' | 'toJSON'>;

/** The value of a call, or the reason of its failure. */
export type Result<Value, Problem extends Failure = Failure> =
  | { ok: true; value: Value; error?: undefined }
  | { ok: false; error: Problem; value?: undefined };

/** Returns the value of a result; throws an error made of the reason if there is none. */
export function unwrapped<Value, Problem extends Failure>(
  result: Result<Value, Problem>,
  Failed: new (problem: Problem) => Error,
): Value {
  if (result.ok) return result.value;
  throw new Failed(result.error);
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Omits secrets from logs and JSON of an object. They remain ordinary members: by their names, and in copies.
 */
export function discreet<Secretive extends object>(object: Secretive, ...secrets: (keyof Secretive)[]): Secretive {
  const shown = () => {
    const rest = { ...object };
    for (const name of secrets) delete rest[name];
    return rest;
  };
  for (const name of ['toJSON', INSPECT]) Object.defineProperty(object, name, { value: shown });
  return object;
}
