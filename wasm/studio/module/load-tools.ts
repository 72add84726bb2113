// Loads the full WebAssembly module on first use.

import { signal } from '@preact/signals';

export type Tools = typeof import('./tools.js');

/** The full module; `undefined` until it is loaded. */
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
    // Let the next caller retry.
    loading = undefined;
    throw error;
  });
  return loading;
}
