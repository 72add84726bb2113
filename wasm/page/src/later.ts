// What comes after the page is there: the rest of the page, and the module with everything, which is fetched
// when somebody asks for what only that has.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

/** What the page goes on with once it is there. */
export interface Rest {
  readonly Calls: ComponentType;
  readonly Timeline: ComponentType;
  /** What to begin with, by its name. */
  readonly STARTS: { readonly [name in 'pair' | 'chain' | 'trial']: string };
  /** Opens the editor in an element. What is typed goes to `typed`; gives what closes it. */
  open(host: Element, on: { typed(text: string): void; pause(): void }): () => void;
}

let fetchRest: (() => Promise<Rest>) | undefined;
/** States how the rest is fetched: it imports what asks for it, too. */
export function fetchRestBy(fetch: () => Promise<Rest>): void {
  fetchRest = fetch;
}

export async function rest(): Promise<Rest> {
  if (fetchRest === undefined) throw new Error('there is no rest');
  return fetchRest();
}

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
