// Findings and where they are shown. What is wrong with a field that is being typed in waits until the
// field is left; what was wrong before is said no longer as soon as it is right.

import { computed, effect, signal } from '@preact/signals';
import type { Diagnostic, Severity } from '../../js/model.js';
import { around } from '../../js/pointer.js';
import { fix } from './edits.js';
import { t } from './language.js';
import { findings, isArray, look, omitted, pause, productAt, products, starts, text } from './state.js';

/** The field that is being typed in, and what was said of it when that began. */
const typed = signal<{ readonly path: string; readonly known: ReadonlySet<string> } | undefined>(undefined);

export function beginTyping(path: string): void {
  if (typed.peek()?.path === path) return;
  const known = findings.peek().filter((finding) => finding.path === path);
  typed.value = { path, known: new Set(known.map(({ code }) => code)) };
}

export function endTyping(): void {
  typed.value = undefined;
}

/** What is said now. */
export const shown = computed(() => {
  const now = typed.value;
  if (now === undefined) return findings.value;
  return findings.value.filter(({ path, code }) => path !== now.path || now.known.has(code));
});

/** The fields on the page, by their paths: findings go to the nearest one around them. */
const places = new Map<string, HTMLElement>();
const version = signal(0);
export function place(path: string, element: HTMLElement): () => void {
  places.set(path, element);
  version.value = version.peek() + 1;
  return () => {
    if (places.get(path) === element) places.delete(path);
    version.value = version.peek() + 1;
  };
}

/** The field at which a finding is shown; its own path where none is on the page, as of another product. */
function nearest(path: string): string {
  for (let at = path; ; at = around(at)) {
    if (places.has(at)) return at;
    if (at === '') return path;
  }
}

/** The findings by the field at which they are shown. */
const byPlace = computed(() => {
  version.value;
  const map = new Map<string, Diagnostic[]>();
  for (const finding of shown.value) {
    const path = nearest(finding.path);
    map.set(path, [...(map.get(path) ?? []), finding]);
  }
  return map;
});
const NONE: readonly Diagnostic[] = [];
export const at = (path: string): readonly Diagnostic[] => byPlace.value.get(path) ?? NONE;

export const tally = computed(() => {
  const count = (severity: Severity) => findings.value.filter((finding) => finding.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
});

/** Shows the product of a finding and moves to its field. */
export function go(finding: Diagnostic): void {
  const index = isArray.value ? Number(finding.path.split('/')[1] ?? productAt.value) : 0;
  const before = productAt.value;
  const own = products.value[index];
  if (index !== before && own !== undefined) {
    const using = starts.value.find(({ renewals }) => own.id !== null && renewals.includes(own.id));
    look({ product: index, initiator: own.initiates ? index : (using?.index ?? index) });
  }
  const show = () => {
    const element = places.get(nearest(finding.path)) ?? document.getElementById('main');
    const around = element?.closest('details');
    if (around) around.open = true;
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  };
  // The fields of another product are there after the next frame.
  if (index === before) show();
  else requestAnimationFrame(show);
}

/** The place that has the focus. */
const here = (): string | undefined => [...places].find(([, element]) => element === document.activeElement)?.[0];

/** Moves to the next field with findings, or the one before. */
export function next(by: number): void {
  endTyping();
  pause();
  const all = [...byPlace.value];
  if (all.length === 0) return;
  const path = here();
  const current = all.findIndex(([place]) => place === path);
  const [, found] = all.at(current < 0 && by < 0 ? -1 : (current + by) % all.length) ?? [];
  if (found?.[0] !== undefined) go(found[0]);
}

/** Makes the fix at the focus, or else the first one there is. */
export function fixHere(): void {
  endTyping();
  pause();
  const path = here();
  const fixable = findings.value.filter((finding) => finding.fix);
  const found =
    fixable.find((finding) => nearest(finding.path) === path) ?? (path === undefined ? fixable[0] : undefined);
  if (found) fix(found);
}

/** The number of findings in words. */
export function tallied(): string {
  const { error, warning, info } = tally.value;
  const counts = { errors: error, warnings: warning, infos: info, more: omitted.value };
  const parts = Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : t(name, { count })));
  return parts.length === 0 ? t('no-findings') : parts.join(', ');
}

/** What a screen reader says once typing rests. */
export const announced = signal('');
let pending: ReturnType<typeof setTimeout> | undefined;
function announce(words: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => {
    announced.value = words;
  }, 400);
}

/** What came of an action: seen and said at once. */
export const toast = signal('');
export function notify(words: string): void {
  toast.value = '';
  // What was said before is said again.
  requestAnimationFrame(() => {
    toast.value = words;
  });
}

/** Waits for what has to be fetched, and says where it cannot be. */
export const fetching = (promise: Promise<void>): Promise<void> => promise.catch(() => notify(t('not-loaded')));

let known: ReadonlySet<string> | undefined;
export const watch = (): (() => void) =>
  effect(() => {
    const all = shown.value;
    text.value;
    // What was said while the page was loaded stays.
    if (known) toast.value = '';
    const fresh = all.filter(({ path, code }) => known?.has(path + code) === false);
    known = new Set(all.map(({ path, code }) => path + code));
    const [first] = fresh;
    announce(first === undefined ? tallied() : `${tallied()}. ${first.message}`);
  });

/** Whether a finding is about the product at this index. */
export const isIn = ({ path }: Diagnostic, index: number): boolean =>
  !isArray.value || path === `/${index}` || path.startsWith(`/${index}/`);
