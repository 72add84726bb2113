// What the studio holds: a text, which product of it is looked at, and what is stated. Everything
// else follows from these.

import { batch, computed, signal } from '@preact/signals';
import * as module from './module.js';
import { language, tables } from './language.js';
import { parsed } from './value.js';

const EMPTY = { text: '{}', initiator: 0, product: 0, options: {}, buyer: {} };

/** The state that the history keeps. */
export const state = signal(EMPTY);
const past = signal([]);
const future = signal([]);
let latest;

export const text = computed(() => state.value.text);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

/** What the last change was, for a screen reader. */
export const news = signal('');

/** Takes a change. Changes with one `key` that follow each other are undone together. */
export function commit(change, key) {
  const before = state.value;
  const next = { ...before, ...change };
  if (Object.keys(next).every((name) => Object.is(next[name], before[name]))) return;
  batch(() => {
    if (key === undefined || key !== latest) past.value = [...past.value.slice(-499), before];
    future.value = [];
    state.value = next;
  });
  latest = key;
}

/** Ends what is undone together. */
export const pause = () => (latest = undefined);

/** Looks at another product: no change, but kept with those that follow. */
export const look = (place) => {
  pause();
  state.value = { ...state.value, ...place };
};

function step(from, to) {
  if (from.value.length === 0) return;
  pause();
  batch(() => {
    to.value = [...to.value, state.value];
    state.value = from.value.at(-1);
    from.value = from.value.slice(0, -1);
  });
}
export const undo = () => step(past, future);
export const redo = () => step(future, past);

export const value = computed(() => parsed(text.value));
export const isArray = computed(() => Array.isArray(value.value));

/** The products at a glance; nothing where the text has none. */
const outlined = computed(() => module.outline(text.value));
export const products = computed(() => outlined.value.products ?? []);
export const readable = computed(() => products.value.length > 0);

/** The products that start something: those with settings, and those that renew nothing. */
export const starts = computed(() => {
  const renewals = new Set(products.value.flatMap((product) => product.renewals));
  return products.value.map((product, index) => ({ ...product, index })).filter((product) => product.initiates || !renewals.has(product.id));
});

const within = (index) => Math.max(0, Math.min(index, products.value.length - 1));
export const initiatorAt = computed(() => within(state.value.initiator));
export const productAt = computed(() => within(state.value.product));
export const initiator = computed(() => products.value[initiatorAt.value]);

/** The set-up that is looked at: the initiator, then its renewals, each with its index where it is there. */
export const boxes = computed(() => {
  const first = initiator.value;
  if (first === undefined) return [];
  const find = (id) => products.value.findIndex((product) => product.id === id);
  return [{ ...first, index: initiatorAt.value }, ...first.renewals.map((id) => ({ id, ...products.value[find(id)], index: find(id) }))];
});

const MOST = 500;

/** Calls that refuse an option say so; the rest goes on without it. */
function attempt(call) {
  try {
    return { result: call() };
  } catch (error) {
    return { trouble: error.message };
  }
}

const checked = computed(() => {
  const options = { ...state.value.options, maxDiagnostics: MOST };
  const check = (given) => (isArray.value ? module.checkCatalogueText(text.value, given) : module.checkText(text.value, given));
  const { result, trouble } = attempt(() => check(options));
  const report = result ?? check({ maxDiagnostics: MOST });
  const messages = tables.value?.messages;
  return { report: messages ? module.translated(report, messages) : report, trouble };
});
export const report = computed(() => checked.value.report);
export const findings = computed(() => report.value.diagnostics);

const limits = computed(() => ({ limits: state.value.options.limits ?? {} }));
const about = (more) => ({ index: initiatorAt.value, words: tables.value?.words, ...more });
const asked = computed(() => attempt(() => module.answer(text.value, { purchaseDate: '2000-01-01', ...limits.value }, about())));

/** What the set-up means for buyers; `undefined` where there are no products. */
export const answer = computed(() => (asked.value.result?.ok ? asked.value.result : undefined));

/** Why there is no answer: the module's words. */
export const unanswered = computed(() => outlined.value.message ?? asked.value.result?.message ?? '');

export const today = signal(new Date().toLocaleDateString('sv'));
const drawn = computed(() => attempt(() => module.picture(text.value, { purchaseDate: today.value, ...limits.value, ...state.value.buyer }, about({ today: today.value }))));
export const picture = computed(() => (drawn.value.result?.ok ? drawn.value.result : undefined));

/** What is wrong with what is stated: the module's words. */
export const trouble = computed(() => checked.value.trouble ?? asked.value.trouble);
export const buyerTrouble = computed(() => drawn.value.trouble ?? (drawn.value.result?.ok === false ? drawn.value.result.message : undefined));

export { language };
