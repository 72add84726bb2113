// For Node and similar runtimes: reads the module from a file beside this one.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as util from 'node:util';

import { compiled, START } from '../refusal.js';

export const coders = (): typeof util => util;

/** Returns no URL to fetch the module from, because it is read from a file. */
export const defaultUrl = (): undefined => undefined;

export function module(): WebAssembly.Module {
  const bytes = read();
  return compiled(() => new WebAssembly.Module(bytes));
}

/** Reads the module from the first location that has it. In a bundled server, it may not be beside this file. */
function read(): Buffer<ArrayBuffer> {
  let refused: unknown;
  for (const place of places()) {
    try {
      return readFileSync(place());
    } catch (cause) {
      // Try the next location.
      refused ??= cause;
    }
  }
  const instead =
    'Copy node_modules/renewal-rules/dist/tools.wasm to where the bundle is, or leave renewal-rules out of the bundle.';
  throw new Error(`${START} tools.wasm could not be read (${(refused as Error).message}). ${instead}`, {
    cause: refused,
  });
}

function* places(): Generator<() => string | URL> {
  yield () => new URL('./tools.wasm', import.meta.url);
  // Join the module name at run time, because bundlers would try to resolve a literal one.
  const name = ['renewal-rules', 'tools.wasm'].join('/');
  for (const base of [import.meta.url, process.argv[1], `${process.cwd()}/bundle.js`]) {
    if (!base) continue;
    yield () => new URL('tools.wasm', base.startsWith('file:') ? base : pathToFileURL(base));
    yield () => createRequire(base).resolve(name);
  }
}
