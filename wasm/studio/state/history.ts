// State of the studio, and its undo history. Everything else is computed from the state; while the user types, only
// after the keystroke is painted.

import { batch, computed, signal } from '@preact/signals';
import type { OptionValues } from '../module/module.js';

/** The state, and an entry of the undo history. `options` are options of the check, `buyer` those of the timeline. */
export interface State {
  readonly text: string;
  /** Index of the initiator whose chain is shown; `product` is the index of the product in the form. */
  readonly initiator: number;
  readonly product: number;
  readonly options: OptionValues;
  readonly buyer: OptionValues;
}

const EMPTY_STATE: State = { text: '{}', initiator: 0, product: 0, options: {}, buyer: {} };

export const state = signal(EMPTY_STATE);

/** State that findings and views are computed from. While the user types, it lags behind `state`. */
export const settledState = signal(EMPTY_STATE);

const past = signal<readonly State[]>([]);
const future = signal<readonly State[]>([]);
let lastKey: string | undefined;

/** The current text, which the user edits, copies and shares. */
export const text = computed(() => state.value.text);
export const options = computed(() => state.value.options);
export const buyer = computed(() => state.value.buyer);
export const settledText = computed(() => settledState.value.text);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

/** Date on which the page was opened, in the time zone of the browser. */
export const TODAY = new Date().toLocaleDateString('sv');

let settleTimer: ReturnType<typeof setTimeout> | undefined;

/** Recomputes findings and views from the current state. */
export function settle(): void {
  clearTimeout(settleTimer);
  delete document.documentElement.dataset.busy;
  settledState.value = state.value;
}

/** Recomputes findings and views after the next frame, so that the browser paints the keystroke first. */
function settleLater(): void {
  document.documentElement.dataset.busy = '';
  clearTimeout(settleTimer);
  requestAnimationFrame(() => {
    clearTimeout(settleTimer);
    settleTimer = setTimeout(settle);
  });
}

/** Applies a change. Consecutive changes with the same `key`, such as typing in one field, are undone together. */
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

/** Ends the current undo group, and recomputes findings and views. */
export function endUndoGroup(): void {
  lastKey = undefined;
  settle();
}

/** Selects a product. Not an undo step; undoing the next change restores the selection, too. */
export function select(selection: Partial<State>): void {
  state.value = { ...state.value, ...selection };
  endUndoGroup();
}

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
