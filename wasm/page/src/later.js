// What comes after the page is there: the rest of the page, and the module with everything, which is fetched
// when somebody asks for what only that has.

import { signal } from '@preact/signals';

export const rest = () => import('./rest.js');

/** It, once it is there. */
export const tools = signal(undefined);

let loading;
export const load = () =>
  (loading ??= import('./tools.js').then(
    async (module) => {
      await module.start();
      return (tools.value = module);
    },
  ).catch((error) => {
    // The next one who asks tries again.
    loading = undefined;
    throw error;
  }));
