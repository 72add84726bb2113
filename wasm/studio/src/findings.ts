// Findings and the controls that show them. A new finding about a field that is being typed in appears only when the
// field loses focus; a fixed one disappears at once.

import { computed, effect, signal } from '@preact/signals';
import type { Diagnostic, Severity } from '../../lib/model.js';
import { around } from '../../lib/pointer.js';
import { applyFix } from './edits.js';
import { t } from './language.js';
import { endUndoGroup, findings, initiators, isArray, omitted, productAt, products, select, text } from './state.js';

/** The field that is being typed in, and the codes of its findings when typing began. */
const typing = signal<{ readonly path: string; readonly known: ReadonlySet<string> } | undefined>(undefined);

export function beginTyping(path: string): void {
  if (typing.peek()?.path === path) return;
  const knownFindings = findings.peek().filter((finding) => finding.path === path);
  typing.value = { path, known: new Set(knownFindings.map(({ code }) => code)) };
}

export function endTyping(): void {
  typing.value = undefined;
}

/** All findings except new ones about the field that is being typed in. */
export const visibleFindings = computed(() => {
  const now = typing.value;
  if (now === undefined) return findings.value;
  return findings.value.filter(({ path, code }) => path !== now.path || now.known.has(code));
});

/** Controls on the page by JSON Pointer. A finding is shown at the nearest control that contains its path. */
const controls = new Map<string, HTMLElement>();
const controlsVersion = signal(0);
export function registerControl(path: string, element: HTMLElement): () => void {
  controls.set(path, element);
  controlsVersion.value = controlsVersion.peek() + 1;
  return () => {
    if (controls.get(path) === element) controls.delete(path);
    controlsVersion.value = controlsVersion.peek() + 1;
  };
}

/**
 * Returns the path of the control that shows a finding, or the path itself if no control does (a product that
 * is not selected).
 */
function nearestControlPath(path: string): string {
  for (let findingsAt = path; ; findingsAt = around(findingsAt)) {
    if (controls.has(findingsAt)) return findingsAt;
    if (findingsAt === '') return path;
  }
}

/** Findings by the path of the control that shows them. */
const findingsByControl = computed(() => {
  controlsVersion.value;
  const map = new Map<string, Diagnostic[]>();
  for (const finding of visibleFindings.value) {
    const path = nearestControlPath(finding.path);
    map.set(path, [...(map.get(path) ?? []), finding]);
  }
  return map;
});
const NO_FINDINGS: readonly Diagnostic[] = [];
export const at = (path: string): readonly Diagnostic[] => findingsByControl.value.get(path) ?? NO_FINDINGS;

export const counts = computed(() => {
  const count = (severity: Severity) => findings.value.filter((finding) => finding.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
});

/** Selects the product of a finding and focuses its field. */
export function goToFinding(finding: Diagnostic): void {
  const index = isArray.value ? Number(finding.path.split('/')[1] ?? productAt.value) : 0;
  const before = productAt.value;
  const own = products.value[index];
  if (index !== before && own !== undefined) {
    const using = initiators.value.find(({ renewals }) => own.id !== null && renewals.includes(own.id));
    select({ product: index, initiator: own.initiates ? index : (using?.index ?? index) });
  }
  const show = () => {
    const element = controls.get(nearestControlPath(finding.path)) ?? document.getElementById('main');
    const around = element?.closest('details');
    if (around) around.open = true;
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  };
  // If another product was selected, its fields are rendered by the next frame.
  if (index === before) show();
  else requestAnimationFrame(show);
}

/** Returns the path of the focused control. */
const focusedPath = (): string | undefined =>
  [...controls].find(([, element]) => element === document.activeElement)?.[0];

/** Focuses the next control with findings; the previous one if `by` is -1. */
export function goToNextFinding(by: number): void {
  endTyping();
  endUndoGroup();
  const all = [...findingsByControl.value];
  if (all.length === 0) return;
  const path = focusedPath();
  const current = all.findIndex(([place]) => place === path);
  const [, found] = all.at(current < 0 && by < 0 ? -1 : (current + by) % all.length) ?? [];
  if (found?.[0] !== undefined) goToFinding(found[0]);
}

/** Applies the fix at the focused control; if no control is focused, the first fix. */
export function fixAtFocus(): void {
  endTyping();
  endUndoGroup();
  const path = focusedPath();
  const fixable = findings.value.filter((finding) => finding.fix);
  const found =
    fixable.find((finding) => nearestControlPath(finding.path) === path) ??
    (path === undefined ? fixable[0] : undefined);
  if (found) applyFix(found);
}

/** Returns the number of findings of each severity as text. */
export function summary(): string {
  const { error, warning, info } = counts.value;
  const numbers = { errors: error, warnings: warning, infos: info, more: omitted.value };
  const parts = Object.entries(numbers).flatMap(([name, count]) => (count === 0 ? [] : t(name, { count })));
  return parts.length === 0 ? t('no-findings') : parts.join(', ');
}

/** Text for screen readers, debounced while the user types. */
export const announcement = signal('');
let announceTimer: ReturnType<typeof setTimeout> | undefined;
function announce(words: string): void {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    announcement.value = words;
  }, 400);
}

/** Outcome of an action: shown, and announced by screen readers without delay. */
export const toast = signal('');
export function notify(words: string): void {
  toast.value = '';
  // Clear it for one frame first, or a repeated message is not announced again.
  requestAnimationFrame(() => {
    toast.value = words;
  });
}

/** Awaits a download and notifies the user if it fails. */
export const reportFailure = (promise: Promise<void>): Promise<void> => promise.catch(() => notify(t('not-loaded')));

let known: ReadonlySet<string> | undefined;
export const announceChanges = (): (() => void) =>
  effect(() => {
    const all = visibleFindings.value;
    text.value;
    // On the first run, keep a message from loading the page.
    if (known) toast.value = '';
    const fresh = all.filter(({ path, code }) => known?.has(path + code) === false);
    known = new Set(all.map(({ path, code }) => path + code));
    const [first] = fresh;
    announce(first === undefined ? summary() : `${summary()}. ${first.message}`);
  });

/** Checks if a finding belongs to the product at an index. */
export const isAboutProduct = ({ path }: Diagnostic, index: number): boolean =>
  !isArray.value || path === `/${index}` || path.startsWith(`/${index}/`);
