// Prints the progress of long checks.

import { visible } from './safe-text.js';

/** Size in bytes above which reading a file takes noticeable time. */
const LARGE = 5e6;

/** Prints the progress on one line of a terminal, which is erased at the end. */
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

  /** Prints how much of a large file is read. */
  within(file: { readonly shown: string }, bytes: number): void {
    if (bytes > LARGE) this.#show(`${file.shown}: ${Math.round(bytes / 1e6)} MB read`);
  }

  #show(text: string): void {
    if (!process.stderr.isTTY) return;
    this.clear();
    this.#isShown = true;
    // Truncate the text: a line that wraps cannot be erased.
    process.stderr.write(`\r${visible(text).slice(0, (process.stderr.columns || 80) - 1)}`);
  }

  /** Erases the line, before other output. */
  clear(): void {
    if (this.#isShown) process.stderr.write('\r\x1b[K');
    this.#isShown = false;
  }
}
