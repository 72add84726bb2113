// biome-ignore lint/suspicious/noExplicitAny: no other type accepts values of undeclared DOM types.
type Anything = any;

/** The DOM type called `Name`, such as `HTMLFormElement`; `any` if the DOM types are not declared, as on a server. */
export type Dom<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer Type } }
  ? Type
  : Anything;
