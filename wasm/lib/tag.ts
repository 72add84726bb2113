// Reads the `Symbol.toStringTag` of values.

/** Returns the tag of a value, such as `Promise`. Unlike the class of the value, it is the same in every realm. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);
