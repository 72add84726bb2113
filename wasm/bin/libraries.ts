// What the bundle has of others, each read where it is needed: most runs need none.

import type { Ignore } from 'ignore';

export function ignore(): Ignore {
  const make: typeof import('ignore') = require('ignore');
  return make();
}

export function picomatch(): typeof import('picomatch') {
  return require('picomatch');
}
