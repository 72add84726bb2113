// Announces changed findings to screen readers.

import { effect, signal } from '@preact/signals';
import { toast } from '../controls/toast.js';
import { text } from '../state/history.js';
import { summary, visibleFindings } from './visible-findings.js';

/** Text for screen readers, debounced while the user types. */
export const announcement = signal('');

let announceTimer: ReturnType<typeof setTimeout> | undefined;

function announce(words: string): void {
  clearTimeout(announceTimer);
  announceTimer = setTimeout(() => {
    announcement.value = words;
  }, 400);
}

let known: ReadonlySet<string> | undefined;

export const announceChanges = (): (() => void) =>
  effect(() => {
    const all = visibleFindings.value;
    text.value;
    // Do not clear the toast when this effect runs for the first time: the toast may be about loading the page.
    if (known) toast.value = '';
    const fresh = all.filter(({ path, code }) => known?.has(path + code) === false);
    known = new Set(all.map(({ path, code }) => path + code));
    const [first] = fresh;
    announce(first === undefined ? summary() : `${summary()}. ${first.message}`);
  });
