// Findings and where they are shown. What is wrong with a field that is being typed in waits until the
// field is left; what was wrong before is said no longer as soon as it is right.

import { computed, effect, signal } from '@preact/signals';
import { look, findings, isArray, omitted, pause, products, productAt, starts, text } from './state.js';
import { fix } from './edits.js';
import { parent } from './value.js';
import { t } from './language.js';

/** The field that is being typed in, and what was said of it when that began. */
const typed = signal(undefined);

export const beginTyping = (path) => {
  if (typed.peek()?.path !== path) typed.value = { path, known: new Set(findings.peek().filter((one) => one.path === path).map(({ code }) => code)) };
};
export const endTyping = () => (typed.value = undefined);

/** What is said now. */
export const shown = computed(() => {
  const now = typed.value;
  return now === undefined ? findings.value : findings.value.filter(({ path, code }) => path !== now.path || now.known.has(code));
});

/** The fields on the page, by their paths: findings go to the nearest one around them. */
const places = new Map();
const version = signal(0);
export function place(path, element) {
  places.set(path, element);
  version.value = version.peek() + 1;
  return () => {
    if (places.get(path) === element) places.delete(path);
    version.value = version.peek() + 1;
  };
}

/** The field at which a finding is shown; its own path where none is on the page, as of another product. */
function nearest(path) {
  for (let around = path; ; around = parent(around)) {
    if (places.has(around)) return around;
    if (around === '') return path;
  }
}

/** The findings by the field at which they are shown. */
const byPlace = computed(() => {
  version.value;
  const map = new Map();
  for (const finding of shown.value) {
    const path = nearest(finding.path);
    map.set(path, [...(map.get(path) ?? []), finding]);
  }
  return map;
});
const NONE = [];
export const at = (path) => byPlace.value.get(path) ?? NONE;

export const tally = computed(() => {
  const count = (severity) => findings.value.filter((one) => one.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
});

/** Shows the product of a finding and moves to its field. */
export function go(finding) {
  const index = isArray.value ? Number(finding.path.split('/')[1] ?? productAt.value) : 0;
  const before = productAt.value;
  if (index !== productAt.value && products.value[index]) {
    const own = products.value[index];
    const start = own.initiates ? index : starts.value.find((one) => one.renewals.includes(own.id))?.index ?? index;
    look({ product: index, initiator: own.initiates ? index : start });
  }
  const show = () => {
    const element = places.get(nearest(finding.path)) ?? document.getElementById('main');
    const around = element.closest('details');
    if (around) around.open = true;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  };
  // The fields of another product are there after the next frame.
  if (index === before) show();
  else requestAnimationFrame(show);
}

/** The place that has the focus. */
const here = () => [...places].find(([, element]) => element === document.activeElement)?.[0];

/** Moves to the next field with findings, or the one before. */
export function next(by) {
  endTyping();
  pause();
  const all = [...byPlace.value];
  if (all.length === 0) return;
  const path = here();
  const current = all.findIndex(([place]) => place === path);
  const [, [first]] = all.at(current < 0 && by < 0 ? -1 : (current + by) % all.length);
  go(first);
}

/** Makes the fix at the focus, or else the first one there is. */
export function fixHere() {
  endTyping();
  pause();
  const path = here();
  const fixable = findings.value.filter((one) => one.fix);
  const found = fixable.find((one) => nearest(one.path) === path) ?? (path === undefined ? fixable[0] : undefined);
  if (found) fix(found);
  return found !== undefined;
}

/** The number of findings in words. */
export const tallied = () => {
  const { error, warning, info } = tally.value;
  const parts = [error && t('errors', { count: error }), warning && t('warnings', { count: warning }), info && t('infos', { count: info }), omitted.value && t('more', { count: omitted.value })].filter(Boolean);
  return parts.length === 0 ? t('no-findings') : parts.join(', ');
};

/** What a screen reader says once typing rests. */
export const announced = signal('');
let pending;
function announce(words) {
  clearTimeout(pending);
  pending = setTimeout(() => (announced.value = words), 400);
}

/** What came of an action: seen and said at once. */
export const toast = signal('');
export function notify(words) {
  toast.value = '';
  // What was said before is said again.
  requestAnimationFrame(() => (toast.value = words));
}

/** Waits for what has to be fetched, and says where it cannot be. */
export const fetching = (promise) => promise.catch(() => notify(t('not-loaded')));

let known;
export const watch = () => effect(() => {
  const all = shown.value;
  text.value;
  // What was said while the page was loaded stays.
  if (known) toast.value = '';
  const fresh = all.filter(({ path, code }) => known?.has(path + code) === false);
  known = new Set(all.map(({ path, code }) => path + code));
  announce(fresh.length > 0 ? `${tallied()}. ${fresh[0].message}` : tallied());
});

/** Whether a finding is about the product at this index. */
export const isIn = ({ path }, index) => !isArray.value || path === `/${index}` || path.startsWith(`/${index}/`);
