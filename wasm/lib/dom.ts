// biome-ignore lint/suspicious/noExplicitAny: nothing else fits what is not there.
type Anything = any;

/** A browser type by name; `any` if the DOM types are not loaded, as on a server. */
export type Dom<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } }
  ? Type
  : Anything;
