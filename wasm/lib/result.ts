// Results of steps that can fail. The public calls throw the failure of a call of the module as an error.

/** Returns the result of `read`, or `instead` if it throws: inspecting some values, such as a revoked proxy, throws. */
export function orElse<Value, Instead>(read: () => Value, instead: Instead): Value | Instead {
  try {
    return read();
  } catch {
    return instead;
  }
}

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
