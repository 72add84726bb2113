import { reportFailure } from '../controls/toast.js';
import { openText } from '../edits/open-text.js';
import { handleShortcut, isInside } from './keyboard.js';
import { openFile } from './start.js';

/** Adds the global listeners for shortcuts, dropped files and pasted text. */
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
