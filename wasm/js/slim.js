// The entry for those who host the module themselves.

import * as glue from 'built/bindings.js';
import { compiled, isReady, refusal, started } from './host.js';

export * from './api.js';

/** Fetches, compiles and starts the module, while it arrives where the server allows it. */
export async function init(source = new URL('./renewal-rules.wasm', import.meta.url)) {
  if (isReady()) return;
  const given = await source;
  const module = await response(given);
  try {
    await glue.default({ module_or_path: module });
  } catch (cause) {
    throw refusal(cause);
  }
  started();
}

/** Starts a module, or the bytes of one, that is there already. */
export function initSync(module) {
  if (isReady()) return;
  compiled(() => glue.initSync({ module }));
  started();
}

/** What there is to fetch, fetched. Node cannot fetch a file, but read it. */
async function response(source) {
  const address = typeof source === 'string' || source instanceof URL ? String(source) : undefined;
  if (address?.startsWith('file:')) {
    const files = await fileSystem();
    if (files !== undefined) return files.readFileSync(new URL(address));
  }
  const fetched = address !== undefined || (typeof Request === 'function' && source instanceof Request) ? await fetch(source) : source;
  if (typeof Response === 'function' && fetched instanceof Response && !fetched.ok) {
    throw new Error(`renewal-rules could not start: ${fetched.url || 'the module'} answered ${fetched.status}.`);
  }
  return fetched;
}

/** Node's module of files, `undefined` elsewhere. Early versions of Node 20 only have the second way. */
async function fileSystem() {
  const { process } = globalThis;
  if (process?.versions?.node === undefined) return undefined;
  // Bundlers look for a name that is written out, and have no such module for browsers.
  const name = 'node:fs';
  return process.getBuiltinModule?.(name) ?? import(/* @vite-ignore */ /* webpackIgnore: true */ name);
}
