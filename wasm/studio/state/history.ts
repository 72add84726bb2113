// State of the studio, and its undo history. Everything else is computed from the state, while typing only after the
// keystroke is painted.

import { batch, computed, signal } from '@preact/signals';
import type { OptionValues } from '../module/module.js';

/** One entry of the undo history. `options` go to checks, `buyer` to the timeline. */
export interface State {
  readonly text: string;
  /** Indexes of the initiator whose chain is shown, and of the product in the form. */
  readonly initiator: number;
  readonly product: number;
  readonly options: OptionValues;
  readonly buyer: OptionValues;
}

const EMPTY_STATE: State = { text: '{}', initiator: 0, product: 0, options: {}, buyer: {} };

/** Current state. */
export const state = signal(EMPTY_STATE);

/** State that findings and views are computed from; lags behind `state` while the user types. */
export const settledState = signal(EMPTY_STATE);

const past = signal<readonly State[]>([]);

const future = signal<readonly State[]>([]);

let lastKey: string | undefined;

/** Current text: the one to edit, copy and share. */
export const text = computed(() => state.value.text);

export const options = computed(() => state.value.options);

export const buyer = computed(() => state.value.buyer);

export const settledText = computed(() => settledState.value.text);

export const canUndo = computed(() => past.value.length > 0);

export const canRedo = computed(() => future.value.length > 0);

let settleTimer: ReturnType<typeof setTimeout> | undefined;

/** Recomputes findings and views from the current state. */
export function settle(): void {
  clearTimeout(settleTimer);
  delete document.documentElement.dataset.busy;
  settledState.value = state.value;
}

/** Recomputes after the next frame, so that the field paints the keystroke first. */
function settleLater(): void {
  document.documentElement.dataset.busy = '';
  clearTimeout(settleTimer);
  requestAnimationFrame(() => {
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle);
  });
}

/** Applies a change. Consecutive changes with the same `key` (typing in one field) are undone together. */
export function commit(change: Partial<State>, key?: string): void {
  const before = state.value;
  const next: State = { ...before, ...change };
  const names: (keyof State)[] = ['text', 'initiator', 'product', 'options', 'buyer'];
  if (names.every((name) => Object.is(next[name], before[name]))) return;
  batch(() => {
    if (key === undefined || key !== lastKey) past.value = [...past.value.slice(-499), before];
    future.value = [];
    state.value = next;
    if (key === undefined) settle();
    else settleLater();
  });
  lastKey = key;
}

/** Ends the current undo group and recomputes. */
export const endUndoGroup = (): void => {
  lastKey = undefined;
  settle();
};

/** Selects a product. This is not an undo step of its own, but is restored with the next change. */
export const select = (place: Partial<State>): void => {
  state.value = { ...state.value, ...place };
  endUndoGroup();
};

function moveInHistory(from: typeof past, to: typeof past): void {
  const last = from.value.at(-1);
  if (last === undefined) return;
  batch(() => {
    to.value = [...to.value, state.value];
    state.value = last;
    from.value = from.value.slice(0, -1);
    endUndoGroup();
  });
}

export const undo = (): void => moveInHistory(past, future);

export const redo = (): void => moveInHistory(future, past);
