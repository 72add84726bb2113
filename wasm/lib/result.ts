// Results of the module's calls that can fail because of their data. The public calls throw the failure as an error.

/** The failure of a call. */
export interface Failure<Kind extends string = string> {
  /** Stable identifier of the reason. */
  kind: Kind;
  /** Description of the error. */
  message: string;
}

/** A failure from which an error of the class `Failed` can be created: kind, message, and the class's own members. */
export type FailureOf<Failed extends { readonly kind: string }> = Failure<Failed['kind']> &
  Omit<Failed, keyof Error | 'kind' | 'toJSON'>;

/** The value of a call, or its failure. */
export type Result<Value, Problem extends Failure = Failure> =
  | { ok: true; value: Value; error?: undefined }
  | { ok: false; error: Problem; value?: undefined };

/** Returns the value of a result; throws its failure as a `Failed` if it has none. */
export function unwrap<Value, Problem extends Failure>(
  result: Result<Value, Problem>,
  Failed: new (problem: Problem) => Error,
): Value {
  if (result.ok) return result.value;
  throw new Failed(result.error);
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Omits members from the logs and the JSON of an object. They can still be read by name, and copies have them. */
export function hideMembers<Secretive extends object>(object: Secretive, ...secrets: (keyof Secretive)[]): Secretive {
  const shown = () => {
    const rest = { ...object };
    for (const name of secrets) delete rest[name];
    return rest;
  };
  for (const name of ['toJSON', INSPECT]) Object.defineProperty(object, name, { value: shown });
  return object;
}
