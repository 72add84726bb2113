// Shows the progress of long checks.

import { visible } from './safe-text.js';

/** Size in bytes from which a file takes noticeable time. */
const LARGE = 5e6;

/** Shows the progress of long work on one line, which is removed at the end. */
export class Progress {
  readonly #total: number;
  #shownAt = Date.now() + 500;
  #isShown = false;

  constructor(total: number) {
    this.#total = total;
  }

  at(number: number): void {
    if (Date.now() < this.#shownAt) return;
    this.#shownAt = Date.now() + 100;
    this.#show(`${number} of ${this.#total} files checked`);
  }

  /** Shows the progress of reading a large file. */
  within(file: { readonly shown: string }, bytes: number): void {
    if (bytes > LARGE) this.#show(`${file.shown}: ${Math.round(bytes / 1e6)} MB read`);
  }

  #show(text: string): void {
    if (!process.stderr.isTTY) return;
    this.clear();
    this.#isShown = true;
    // A wrapped line could not be removed.
    process.stderr.write(`\r${visible(text).slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** Removes the line before other output. */
  clear(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K');
    this.#isShown = false;
  }
}
