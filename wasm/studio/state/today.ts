import { signal } from '@preact/signals';

/** Date on which the page was opened, in the time zone of the browser. */
export const today = signal(new Date().toLocaleDateString('sv'));
