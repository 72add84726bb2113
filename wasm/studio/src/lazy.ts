// Lazy loading of two chunks: the rest of the page (editor, timeline, API calls, examples), and the full WebAssembly
// module, which is fetched on first use.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';

/** Exports of the chunk rest.ts. */
export interface LazyChunk {
  readonly Calls: ComponentType;
  readonly Timeline: ComponentType;
  /** Texts of the examples. */
  readonly STARTS: { readonly [name in 'pair' | 'chain' | 'trial']: string };
  /**
   * Opens the editor in an element and returns a function that closes it. `typed` receives the text after
   * each edit.
   */
  openEditor(host: Element, on: { typed(text: string): void; pause(): void }): () => void;
}

let loader: (() => Promise<LazyChunk>) | undefined;
/** Sets the function that fetches the chunk. It cannot be imported here: rest.ts imports this module. */
export function setChunkLoader(fetch: () => Promise<LazyChunk>): void {
  loader = fetch;
}

export async function loadChunk(): Promise<LazyChunk> {
  if (loader === undefined) throw new Error('setChunkLoader must be called first');
  return loader();
}

type Tools = typeof import('./tools.js');

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
