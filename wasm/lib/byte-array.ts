// Built-in getters for type and length of a byte array, which the array's own members cannot override.

export const byteArray = /* @__PURE__ */ (() => {
  const getter = (object: object, name: PropertyKey) =>
    Object.getOwnPropertyDescriptor(object, name)?.get as (this: unknown) => unknown;
  const arrays = Object.getPrototypeOf(Uint8Array.prototype);
  return {
    tag: getter(arrays, Symbol.toStringTag),
    length: getter(arrays, 'byteLength') as (this: unknown) => number,
    bufferLength: getter(ArrayBuffer.prototype, 'byteLength'),
  };
})();
