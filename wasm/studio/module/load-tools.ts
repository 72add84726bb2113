// Loads the WebAssembly module with all calls at first use.

import { importer, once } from '../../lib/imports.js';

export type Tools = typeof import('./tools.js');

const importTools = importer(() => import('./tools.js'), 'start');

export const loadTools = once(async (): Promise<Tools> => {
  const module = await importTools();
  await module.start();
  return module;
});
