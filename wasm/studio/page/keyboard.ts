// Keyboard shortcuts of the page.

import { fixAtFocus, goToNextFinding } from '../findings/go-to-finding.js';
import { redo, undo } from '../state/history.js';

/** Letters of physical keys, for keyboard layouts that have no Latin letters. */
const LATIN: { readonly [code: string]: string } = { KeyZ: 'z', KeyY: 'y', Period: '.' };

/** Returns whether the target of an event is inside an element that matches a selector. */
export const isInside = ({ target }: Event, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/** Returns the action of a keyboard shortcut; `undefined` if the keys are not a shortcut. */
function shortcutAction({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): (() => void) | undefined {
  // `key` may be missing: browser autofill dispatches such keydown events.
  const name = key > '\x7f' ? LATIN[code] : key?.toLowerCase();
  if (name === 'f8') return () => goToNextFinding(shiftKey ? -1 : 1);
  if (!ctrlKey && !metaKey) return undefined;
  if (name === '.') return fixAtFocus;
  if (name === 'y') return redo;
  if (name === 'z') return shiftKey ? redo : undo;
  return undefined;
}

/** Handles the shortcuts of the whole page. */
export function handleShortcut(event: KeyboardEvent): void {
  const acts = shortcutAction(event);
  if (acts === undefined || isInside(event, '[data-own-keys]')) return;
  event.preventDefault();
  event.stopPropagation();
  acts();
}
