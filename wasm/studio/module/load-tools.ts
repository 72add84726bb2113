// Loads the WebAssembly module with all calls at first use.

import { signal } from '@preact/signals';
import { importer, once } from '../../lib/imports.js';

export type Tools = typeof import('./tools.js');

/** The calls of the full module; `undefined` until it is loaded. */
export const tools = signal<Tools | undefined>(undefined);

const importTools = importer(() => import('./tools.js'), 'start');

export const loadTools = once(async (): Promise<Tools> => {
  const module = await importTools();
  await module.start();
  tools.value = module;
  return module;
});
