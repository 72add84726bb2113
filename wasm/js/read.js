// How the module reads files during a call.

let reader;

/** Makes a call in which the module reads files by `read(number, position, into)`, which says how many bytes there were: fewer than asked for where the file ends. */
export function reading(read, call) {
  reader = read;
  try {
    return call();
  } finally {
    reader = undefined;
  }
}

/** What is thrown must not pass through the module. */
export function readPart(number, position, into) {
  try {
    return reader(number, position, into);
  } catch {
    return -1;
  }
}
