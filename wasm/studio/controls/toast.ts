// Messages about the outcome of an action.

import { signal } from '@preact/signals';
import { t } from '../language/language.js';

/** Outcome of an action, which is shown, and announced by screen readers at once. */
export const toast = signal('');

export function notify(words: string): void {
  toast.value = '';
  // Clear the message for one frame first; otherwise, a repeated message is not announced again.
  requestAnimationFrame(() => {
    toast.value = words;
  });
}

/** Awaits a download; notifies the user if it fails. */
export const reportFailure = (promise: Promise<void>): Promise<void> => promise.catch(() => notify(t('not-loaded')));

export async function copy(words: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words);
    notify(said);
  } catch {
    notify(t('not-copied'));
  }
}
