// State of the studio: the JSON text, the selected product, and the options. Everything else is computed from it, while
// typing only after the keystroke is painted.

import { batch, computed, signal } from '@preact/signals';
import type { CatalogueReport, Report } from '../../lib/model.js';
import { translate } from '../../lib/translate.js';
import { t, translations } from './language.js';
import type { Outline } from './model.js';
import * as module from './module.js';
import { isObject, parseJson } from './value.js';

/** Options by name, as the user gave them. The module validates them. */
type OptionValues = { readonly [name: string]: unknown };

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
const settledState = signal(EMPTY_STATE);
const past = signal<readonly State[]>([]);
const future = signal<readonly State[]>([]);
let lastKey: string | undefined;

/** Current text: the one to edit, copy and share. */
export const text = computed(() => state.value.text);
export const options = computed(() => state.value.options);
export const buyer = computed(() => state.value.buyer);
const settledText = computed(() => settledState.value.text);
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

export const value = computed(() => parseJson(settledText.value));
export const isArray = computed(() => Array.isArray(value.value));

/** Outlines of the products; empty if the text has none. */
const outlineResult = computed(() => module.outline(settledText.value));
export const products = computed(() => (outlineResult.value.ok ? outlineResult.value.products : []));
export const readable = computed(() => products.value.length > 0);

/** Products that can be selected: those with renewal settings, and those that are no product's renewal. */
export const initiators = computed(() => {
  const renewals = new Set(products.value.flatMap((product) => product.renewals));
  return products.value
    .map((product, index) => ({ ...product, index }))
    .filter(({ id, initiates }) => initiates || id === null || !renewals.has(id));
});

const clampIndex = (index: number): number => Math.max(0, Math.min(index, products.value.length - 1));
export const initiatorAt = computed(() => clampIndex(settledState.value.initiator));
export const productAt = computed(() => clampIndex(settledState.value.product));
export const initiator = computed(() => products.value[initiatorAt.value]);

/** A product of the shown chain; `index` is -1 if the chain lists an id that the text does not contain. */
export interface ChainProduct extends Partial<Outline> {
  readonly id: number | null;
  readonly index: number;
}

/** The shown chain: the initiator, then its renewals. */
export const chainProducts = computed((): ChainProduct[] => {
  const first = initiator.value;
  if (first === undefined) return [];
  const renewals = first.renewals.map((id): ChainProduct => {
    const index = products.value.findIndex((product) => product.id === id);
    return { id, ...products.value[index], index };
  });
  return [{ ...first, index: initiatorAt.value }, ...renewals];
});

export const letter = (position: number): string =>
  position < 26 ? String.fromCharCode(65 + position) : String(position + 1);
export const nameOf = (box: Partial<Outline> | undefined): string =>
  box?.name || (box?.id ? t('product-id', { id: box.id }) : t('unnamed'));

const MAX_DIAGNOSTICS = 500;

/**
 * Runs a call and returns the message of an exception (an invalid option), so that the page goes on without
 * the result.
 */
export function attempt<Result>(call: () => Result): { result?: Result; trouble?: string } {
  try {
    return { result: call() };
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : String(error) };
  }
}

const checkResult = computed(() => {
  const check = (given?: OptionValues): Report | CatalogueReport =>
    (isArray.value ? module.checkCatalogueText : module.checkText)(settledText.value, {
      ...given,
      maxDiagnostics: MAX_DIAGNOSTICS,
    });
  const { result, trouble } = attempt(() => check(settledState.value.options));
  return { report: translated(result ?? check()), trouble };
});
export const findings = computed(() => checkResult.value.report.diagnostics);
/** Number of findings beyond the maximum. */
export const omitted = computed(() => checkResult.value.report.omitted ?? 0);

/** Translates a report to the current language. */
export const translated = <R extends Pick<Report, 'diagnostics'>>(report: R): R =>
  translations.value ? translate(report, JSON.parse(translations.value.messages)) : report;
/** Severity overrides by code; not every call takes them. */
export const severityOverrides = computed(() => settledState.value.options.rules);
/** Configured limits. */
export const limits = computed(() => limitsOf(settledState.value.options));

/** Returns the `limits` of options, or an empty object if it is not an object. */
export const limitsOf = ({ limits }: OptionValues): OptionValues => (isObject(limits) ? limits : {});

/**
 * Returns the arguments of a call about the shown chain: text, options, and the initiator's index with the
 * translation table.
 */
export const callArguments = <More extends object>(given: OptionValues, more?: More) =>
  [
    settledText.value,
    { limits: limits.value, ...given },
    { index: initiatorAt.value, words: translations.value?.words, ...more },
  ] as const;
const effectResult = computed(() =>
  attempt(() => module.buyerEffect(...callArguments({ purchaseDate: '2000-01-01' }))),
);

/** Effect of the renewal settings for buyers; `undefined` if there are no products. */
export const buyerEffect = computed(() => (effectResult.value.result?.ok ? effectResult.value.result : undefined));

/**
 * Reason why there is no effect to show: the first finding, or that there are no products. Empty if there is
 * one.
 */
export const noEffectReason = computed(() =>
  effectResult.value.result?.ok === false ? (findings.value[0]?.message ?? t('no-products')) : '',
);

/** First error in the options, as reported by the module. */
export const optionError = computed(
  () =>
    module.optionError(settledState.value.options, translations.value?.words) ??
    effectResult.value.trouble ??
    checkResult.value.trouble,
);
