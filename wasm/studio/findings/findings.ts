// Findings by form control: their announcement, and moving the focus to them. A new finding about the field in which
// the user types appears only when the field loses focus; a finding that no longer applies disappears at once.

import { computed, effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { add } from '../../lib/lists.js';
import type { Diagnostic, Severity } from '../../lib/model.js';
import { parentOf } from '../../lib/pointer.js';
import { toast } from '../controls/toast.js';
import { applyFix } from '../edits/text-edits.js';
import { t } from '../language/language.js';
import { endUndoGroup, select, text } from '../state/history.js';
import { initiators, isArray, productAt, products } from '../state/products.js';
import { findings, omitted } from '../state/report.js';

/** Controls on the page by JSON Pointer. A finding is shown at the nearest control that contains its path. */
export const controls = new Map<string, HTMLElement>();

const controlsVersion = signal(0);

/**
 * Returns the path of the control at which a finding is shown. If there is none, because the finding is about a product
 * that is not selected, returns the path of the finding itself.
 */
function nearestControlPath(path: string): string {
  for (let at = path; ; at = parentOf(at)) {
    if (controls.has(at)) return at;
    if (at === '') return path;
  }
}

const focusedPath = (): string | undefined =>
  [...controls].find(([, element]) => element === document.activeElement)?.[0];

export const idOf = (path: string): string =>
  `at${path.replaceAll(/[^\w/-]/g, (character) => `.${character.charCodeAt(0).toString(16)}.`)}`;

/** Registers a control, while it is on the page, to show the findings at a path; returns its attributes. */
export function useControl<Control extends HTMLElement>(path: string) {
  const ref = useRef<Control>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    controls.set(path, element);
    controlsVersion.value = controlsVersion.peek() + 1;
    return () => {
      if (controls.get(path) === element) controls.delete(path);
      controlsVersion.value = controlsVersion.peek() + 1;
    };
  }, [path]);
  return { ref, id: idOf(path) };
}

/** Path of the field in which the user types, and the codes of the findings about this field when typing began. */
const typing = signal<{ readonly path: string; readonly known: ReadonlySet<string> } | undefined>(undefined);

export function beginTyping(path: string): void {
  if (typing.peek()?.path === path) return;
  const knownFindings = findings.peek().filter((finding) => finding.path === path);
  typing.value = { path, known: new Set(knownFindings.map(({ code }) => code)) };
}

/** Shows the findings that were withheld while the user typed, and ends the undo group. */
export function endTyping(): void {
  typing.value = undefined;
  endUndoGroup();
}

/** Findings to show. Omits those about the field in which the user types, if they appeared since typing began. */
const visibleFindings = computed(() => {
  const now = typing.value;
  if (now === undefined) return findings.value;
  return findings.value.filter(({ path, code }) => path !== now.path || now.known.has(code));
});

const findingsByControl = computed(() => {
  controlsVersion.value;
  const map = new Map<string, Diagnostic[]>();
  for (const finding of visibleFindings.value) add(map, nearestControlPath(finding.path), finding);
  return map;
});

export const findingsAt = (path: string): readonly Diagnostic[] => findingsByControl.value.get(path) ?? [];

export const counts = computed(() => {
  const count = (severity: Severity) => findings.value.filter((finding) => finding.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
});

/** Returns the number of findings of each severity, as text for the user. */
export function formatCounts(): string {
  const { error, warning, info } = counts.value;
  const numbers = { errors: error, warnings: warning, infos: info, more: omitted.value };
  const parts = Object.entries(numbers).flatMap(([name, count]) => (count === 0 ? [] : t(name, { count })));
  return parts.join(', ') || t('no-findings');
}

export const isAboutProduct = ({ path }: Diagnostic, index: number): boolean =>
  !isArray.value || path === `/${index}` || path.startsWith(`/${index}/`);

export const announcement = signal('');

/** Announces changed findings to screen readers, debounced while the user types. */
export function announceChanges(): void {
  let known: ReadonlySet<string> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const all = visibleFindings.value;
    text.value;
    // Do not clear the toast when this effect runs for the first time: the toast may be about loading the page.
    if (known) toast.value = '';
    const fresh = all.find(({ path, code }) => known?.has(path + code) === false);
    known = new Set(all.map(({ path, code }) => path + code));
    const message = fresh === undefined ? formatCounts() : `${formatCounts()}. ${fresh.message}`;
    clearTimeout(timer);
    timer = setTimeout(() => {
      announcement.value = message;
    }, 400);
  });
}

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
    const details = element?.closest('details');
    if (details) details.open = true;
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  };
  // If the selected product changes, its fields are rendered by the next frame.
  if (index === before) show();
  else requestAnimationFrame(show);
}

/** Moves the focus to the next control with findings, or to the previous one if `by` is -1. */
export function goToNextFinding(by: number): void {
  endTyping();
  const all = [...findingsByControl.value];
  if (all.length === 0) return;
  const focused = focusedPath();
  const current = all.findIndex(([path]) => path === focused);
  const [, found] = all.at(current < 0 && by < 0 ? -1 : (current + by) % all.length) ?? [];
  if (found?.[0] !== undefined) goToFinding(found[0]);
}

/** Applies the first fix at the focused control; if no control is focused, the first fix of all. */
export function fixAtFocus(): void {
  endTyping();
  const path = focusedPath();
  const fixable = findings.value.filter((finding) => finding.fix);
  const found = fixable.find((finding) => path === undefined || nearestControlPath(finding.path) === path);
  if (found) applyFix(found);
}
