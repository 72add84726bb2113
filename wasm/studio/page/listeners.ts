// Global listeners for keyboard shortcuts, dropped files and pasted text.

import { reportFailure } from '../controls/toast.js';
import { openText } from '../edits/open-text.js';
import { fixAtFocus, goToNextFinding } from '../findings/go-to-finding.js';
import { redo, undo } from '../state/history.js';
import { openFile } from './start.js';

/** Letters of physical keys, for keyboard layouts that have no Latin letters. */
const LATIN: { readonly [code: string]: string } = { KeyZ: 'z', KeyY: 'y', Period: '.' };

/** Returns whether the target of an event is inside an element that matches a selector. */
const isInside = ({ target }: Event, selector: string): boolean =>
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

function handleShortcut(event: KeyboardEvent): void {
  const action = shortcutAction(event);
  if (action === undefined || isInside(event, '[data-own-keys]')) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

export function addListeners(): void {
  addEventListener('keydown', handleShortcut, true);
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    openFile(file);
  });
  addEventListener('paste', (event) => {
    // Open pasted text, unless it is pasted into a text field.
    if (isInside(event, 'input:not([type=checkbox], [type=radio]), textarea, #editor')) return;
    const pasted = event.clipboardData?.getData('text/plain');
    if (pasted?.trim()) {
      event.preventDefault();
      reportFailure(openText(pasted));
    }
  });
}
