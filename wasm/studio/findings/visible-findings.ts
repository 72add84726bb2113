// Findings by control, and their announcement. A new finding about the field in which the user types appears only when
// the field loses focus; a finding that no longer applies disappears at once.

import { computed, effect, signal } from '@preact/signals';
import { add } from '../../lib/lists.js';
import type { Diagnostic, Severity } from '../../lib/model.js';
import { toast } from '../controls/toast.js';
import { t } from '../language/language.js';
import { endUndoGroup, text } from '../state/history.js';
import { isArray } from '../state/products.js';
import { findings, omitted } from '../state/report.js';
import { controlsVersion, nearestControlPath } from './controls.js';

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

export const findingsByControl = computed(() => {
  controlsVersion.value;
  const map = new Map<string, Diagnostic[]>();
  for (const finding of visibleFindings.value) add(map, nearestControlPath(finding.path), finding);
  return map;
});

export const at = (path: string): readonly Diagnostic[] => findingsByControl.value.get(path) ?? [];

export const counts = computed(() => {
  const count = (severity: Severity) => findings.value.filter((finding) => finding.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
});

/** Returns the number of findings of each severity, as text for the user. */
export function summary(): string {
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
    const message = fresh === undefined ? summary() : `${summary()}. ${fresh.message}`;
    clearTimeout(timer);
    timer = setTimeout(() => {
      announcement.value = message;
    }, 400);
  });
}
