// Result of a call that can fail because of its data.

/** Reason of a failure. */
export interface Failure<Kind extends string = string> {
  /** Stable identifier. */
  kind: Kind;
  /** Description of the error. */
  message: string;
}

/** The value of a call, or the reason of its failure. */
export type Result<Value, Problem extends Failure = Failure> =
  | { ok: true; value: Value; error?: undefined }
  | { ok: false; error: Problem; value?: undefined };

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Keeps secrets out of what is logged or turned into JSON: there they are left out. By their names, and in copies, they
 * are what they are.
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
