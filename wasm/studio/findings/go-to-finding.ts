// Moves the focus to findings, and fixes those at the focused control.

import type { Diagnostic } from '../../lib/model.js';
import { applyFix } from '../edits/text-edits.js';
import { select } from '../state/history.js';
import { initiators, isArray, productAt, products } from '../state/products.js';
import { findings } from '../state/report.js';
import { controls, focusedPath, nearestControlPath } from './controls.js';
import { endTyping, findingsByControl } from './visible-findings.js';

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
  // If the selected product changes, its fields are rendered by the next frame.
  if (index === before) show();
  else requestAnimationFrame(show);
}

/** Moves the focus to the next control with findings, or to the previous one if `by` is -1. */
export function goToNextFinding(by: number): void {
  endTyping();
  const all = [...findingsByControl.value];
  if (all.length === 0) return;
  const path = focusedPath();
  const current = all.findIndex(([place]) => place === path);
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
