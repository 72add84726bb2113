// Third-party libraries in the bundle, loaded at first use, because most runs need none.

import type { Ignore } from 'ignore';

/** Set if patterns ignore case, as git does by default on systems whose file names ignore case. */
export const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

export function ignore(): Ignore {
  const make: typeof import('ignore') = require('ignore');
  return make({ ignorecase: ignoresCase });
}

export function picomatch(): typeof import('picomatch') {
  return require('picomatch');
}
