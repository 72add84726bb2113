// biome-ignore lint/suspicious/noExplicitAny: nothing else fits what is not there.
type Anything = any;

/** A type of the browser by its name; anything where the types of browsers are not there, as on a server. */
export type Dom<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } }
  ? Type
  : Anything;
