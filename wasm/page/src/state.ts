// What the studio holds: a text, which product of it is looked at, and what is stated. Everything
// else follows from these; while somebody types, after the key is answered.

import { batch, computed, signal } from '@preact/signals';
import type { CatalogueReport, Report } from '../../js/model.js';
import { translate } from '../../js/translate.js';
import { t, tables } from './language.js';
import type { Outline } from './model.js';
import * as module from './module.js';
import { isObject, parsed } from './value.js';

/** What somebody states, by the names of options; the module says what is wrong with it. */
type Stated = { readonly [name: string]: unknown };

/** What is looked at, and what is stated: in `options` for checks, in `buyer` for the timeline. */
export interface State {
  readonly text: string;
  /** The product that begins the set-up, and the one whose form is shown, by their indexes. */
  readonly initiator: number;
  readonly product: number;
  readonly options: Stated;
  readonly buyer: Stated;
}

const EMPTY: State = { text: '{}', initiator: 0, product: 0, options: {}, buyer: {} };

/** The state that the history keeps. */
export const state = signal(EMPTY);
/** The state that the page shows: that one, or the one before the keys of this moment. */
const settled = signal(EMPTY);
const past = signal<readonly State[]>([]);
const future = signal<readonly State[]>([]);
let latest: string | undefined;

/** The text as it is now: what is changed, copied and shared. */
export const text = computed(() => state.value.text);
export const options = computed(() => state.value.options);
export const buyer = computed(() => state.value.buyer);
const shown = computed(() => settled.value.text);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

let waiting: ReturnType<typeof setTimeout> | undefined;
/** Has the page show the state as it is. */
export function settle(): void {
  clearTimeout(waiting);
  delete document.documentElement.dataset.busy;
  settled.value = state.value;
}

/** Has it show the state once the key is answered: the field in which it was typed is drawn first. */
function settleLater(): void {
  document.documentElement.dataset.busy = '';
  clearTimeout(waiting);
  requestAnimationFrame(() => {
    clearTimeout(waiting);
    waiting = setTimeout(settle);
  });
}

/** Takes a change. Changes with one `key` that follow each other are undone together: they are typed. */
export function commit(change: Partial<State>, key?: string): void {
  const before = state.value;
  const next: State = { ...before, ...change };
  const names: (keyof State)[] = ['text', 'initiator', 'product', 'options', 'buyer'];
  if (names.every((name) => Object.is(next[name], before[name]))) return;
  batch(() => {
    if (key === undefined || key !== latest) past.value = [...past.value.slice(-499), before];
    future.value = [];
    state.value = next;
    if (key === undefined) settle();
    else settleLater();
  });
  latest = key;
}

/** Ends what is undone together. */
export const pause = (): void => {
  latest = undefined;
  settle();
};

/** Looks at another product: no change, but kept with those that follow. */
export const look = (place: Partial<State>): void => {
  state.value = { ...state.value, ...place };
  pause();
};

function step(from: typeof past, to: typeof past): void {
  const last = from.value.at(-1);
  if (last === undefined) return;
  batch(() => {
    to.value = [...to.value, state.value];
    state.value = last;
    from.value = from.value.slice(0, -1);
    pause();
  });
}
export const undo = (): void => step(past, future);
export const redo = (): void => step(future, past);

export const value = computed(() => parsed(shown.value));
export const isArray = computed(() => Array.isArray(value.value));

/** The products at a glance; nothing where the text has none. */
const outlined = computed(() => module.outline(shown.value));
export const products = computed(() => (outlined.value.ok ? outlined.value.products : []));
export const readable = computed(() => products.value.length > 0);

/** The products that start something: those with settings, and those that renew nothing. */
export const starts = computed(() => {
  const renewals = new Set(products.value.flatMap((product) => product.renewals));
  return products.value
    .map((product, index) => ({ ...product, index }))
    .filter(({ id, initiates }) => initiates || id === null || !renewals.has(id));
});

const within = (index: number): number => Math.max(0, Math.min(index, products.value.length - 1));
export const initiatorAt = computed(() => within(settled.value.initiator));
export const productAt = computed(() => within(settled.value.product));
export const initiator = computed(() => products.value[initiatorAt.value]);

/** A product of the set-up, with its index; with -1 where only its id is known. */
export interface Box extends Partial<Outline> {
  readonly id: number | null;
  readonly index: number;
}

/** The set-up that is looked at: the initiator, then its renewals. */
export const boxes = computed((): Box[] => {
  const first = initiator.value;
  if (first === undefined) return [];
  const renewals = first.renewals.map((id): Box => {
    const index = products.value.findIndex((product) => product.id === id);
    return { id, ...products.value[index], index };
  });
  return [{ ...first, index: initiatorAt.value }, ...renewals];
});

/** What a box says of its place, and what its product is called. */
export const letter = (position: number): string =>
  position < 26 ? String.fromCharCode(65 + position) : String(position + 1);
export const nameOf = (box: Partial<Outline> | undefined): string =>
  box?.name || (box?.id ? t('product-id', { id: box.id }) : t('unnamed'));

const MOST = 500;

/** Calls that refuse an option say so; the rest goes on without it. */
export function attempt<Result>(call: () => Result): { result?: Result; trouble?: string } {
  try {
    return { result: call() };
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : String(error) };
  }
}

const checked = computed(() => {
  const check = (given?: Stated): Report | CatalogueReport =>
    (isArray.value ? module.checkCatalogueText : module.checkText)(shown.value, { ...given, maxDiagnostics: MOST });
  const { result, trouble } = attempt(() => check(settled.value.options));
  return { report: spoken(result ?? check()), trouble };
});
export const findings = computed(() => checked.value.report.diagnostics);
/** How many more there are. */
export const omitted = computed(() => checked.value.report.omitted ?? 0);

/** A report in the language that is spoken. */
export const spoken = <R extends Pick<Report, 'diagnostics'>>(report: R): R =>
  tables.value ? translate(report, JSON.parse(tables.value.messages)) : report;
/** The levels of codes that are stated, which not all calls take. */
export const levels = computed(() => settled.value.options.rules);
/** The limits that are stated, as the page shows them. */
export const limits = computed(() => limitsOf(settled.value.options));

/** The limits among options. */
export const limitsOf = ({ limits }: Stated): Stated => (isObject(limits) ? limits : {});

/** What a call about the set-up that is looked at takes: the text, what is stated, and of which product in which words. */
export const asks = <More extends object>(given: Stated, more?: More) =>
  [
    shown.value,
    { limits: limits.value, ...given },
    { index: initiatorAt.value, words: tables.value?.words, ...more },
  ] as const;
const asked = computed(() => attempt(() => module.answer(...asks({ purchaseDate: '2000-01-01' }))));

/** What the set-up means for buyers; `undefined` where there are no products. */
export const answer = computed(() => (asked.value.result?.ok ? asked.value.result : undefined));

/** Why the text says nothing for buyers: what is wrong with it, or that it is an empty list. */
export const unanswered = computed(() =>
  asked.value.result?.ok === false ? (findings.value[0]?.message ?? t('no-products')) : '',
);

/** What is wrong with what is stated: the module's words. */
export const trouble = computed(
  () => module.trouble(settled.value.options, tables.value?.words) ?? asked.value.trouble ?? checked.value.trouble,
);
