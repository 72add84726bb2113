// Bundled libraries, loaded on first use: most runs need none.

import type { Ignore } from 'ignore';

/** Set if patterns match uppercase and lowercase letters alike: the default of git where file systems do so. */
export const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

export function ignore(): Ignore {
  const make: typeof import('ignore') = require('ignore');
  return make({ ignorecase: ignoresCase });
}

export function picomatch(): typeof import('picomatch') {
  return require('picomatch');
}
