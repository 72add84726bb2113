// Loads the WebAssembly module with all calls at first use.

import { signal } from '@preact/signals';

export type Tools = typeof import('./tools.js');

/** The calls of the full module; `undefined` until it is loaded. */
export const tools = signal<Tools | undefined>(undefined);

async function startTools(): Promise<Tools> {
  const module = await import('./tools.js');
  await module.start();
  tools.value = module;
  return module;
}

let loading: Promise<Tools> | undefined;

export function loadTools(): Promise<Tools> {
  loading ??= startTools().catch((error) => {
    // Reset, so that the next call tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}
