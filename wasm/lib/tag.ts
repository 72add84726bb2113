// Reads the tags of values.

/** Returns the tag of a value: `Promise`, `FormData`. It is the same in every realm, unlike the class. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);
