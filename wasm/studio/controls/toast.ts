// Messages about the outcome of an action or a download.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language/language.js';

/** Outcome of an action, which is shown, and announced by screen readers at once. */
export const toast = signal('');

export function notify(message: string): void {
  toast.value = '';
  // Clear the message for one frame first; otherwise, a repeated message is not announced again.
  requestAnimationFrame(() => {
    toast.value = message;
  });
}

/** Awaits a download; notifies the user if it fails. */
export const reportFailure = (promise: Promise<void>): Promise<void> => promise.catch(() => notify(t('not-loaded')));

/** Starts a download. Returns its result, `undefined` until it completes, and a message to show until then. */
export function useDownload<Value extends object>(load: () => Promise<Value>): [Value | undefined, string] {
  const [loaded, setLoaded] = useState<Value>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then(setLoaded, () => setFailed(true));
  }, [load]);
  return [loaded, t(failed ? 'not-loaded' : 'loading')];
}

export async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(message);
  } catch {
    notify(t('not-copied'));
  }
}
