// What comes after the page is there: the rest of the page, and the module with everything, which is fetched
// when somebody asks for what only that has.

import { signal } from '@preact/signals';

export const rest = () => import('./rest.js');

type Tools = typeof import('./tools.js');

/** It, once it is there. */
export const tools = signal<Tools | undefined>(undefined);

async function start(): Promise<Tools> {
  const module = await import('./tools.js');
  await module.start();
  tools.value = module;
  return module;
}

let loading: Promise<Tools> | undefined;
export function load(): Promise<Tools> {
  loading ??= start().catch((error) => {
    // The next one who asks tries again.
    loading = undefined;
    throw error;
  });
  return loading;
}
