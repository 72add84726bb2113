// The texts of the editor and of the open folders. The library holds each as well, so that a change is all that is
// handed over; what it is asked about them it answers as the protocol has it.

import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

import stripComments from 'strip-json-comments';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

import type { Known } from '../baseline.js';
import { shown } from '../files.js';
import { editor } from '../module.js';
import type { Stated } from '../options.js';

/** What is said where the library had to begin anew, and holds nothing. */
const GONE = 'gone';
let last = 0;

/** A text, open in the editor or not. */
export class Text {
  readonly number = ++last;
  readonly path: string;
  /** Whether it is open in the editor, and whether the library has it. */
  isOpen = false;
  isHeld = false;
  /** Whether it has products, as the library sees it. */
  hasProducts = false;
  #named = false;
  #isConfiguration = false;
  #options: Stated = {};
  #known: Known = {};

  constructor(
    readonly uri: string,
    readonly texts: Texts,
    readonly document: TextDocument,
  ) {
    this.path = pathOf(uri);
  }

  /**
   * Hands the text over, to be checked with these options; `named` says that it has products whatever it looks like,
   * and `known` is what the baseline has of it.
   */
  hold(options: Stated, named: boolean, known: Known): void {
    [this.#options, this.#named, this.#known] = [options, named, known];
    [this.#isConfiguration, this.isHeld] = [false, true];
    this.handOver();
  }

  /** Hands a configuration over. */
  holdConfiguration(): void {
    [this.#isConfiguration, this.isHeld] = [true, true];
    this.handOver();
  }

  /** Hands the text over, where the library has not had it or had to begin anew. */
  handOver(): void {
    const { consent: _, ...options } = this.#options;
    const [named, known] = [this.#named, this.#known];
    const request = { part: 'open', text: this.number, uri: this.uri, name: shown(this.path), named, known };
    const text = this.document.getText();
    const hasProducts = editor<boolean>(request, this.#isConfiguration ? stripComments(text) : text, options);
    this.hasProducts = hasProducts && !this.#isConfiguration;
  }

  change(changes: TextDocumentContentChangeEvent[], version: number): void {
    TextDocument.update(this.document, changes, version);
    if (this.#isConfiguration) this.handOver();
    else this.hasProducts = this.ask<boolean>('edit', { changes });
  }

  /** Asks the library about this text. */
  ask<Answer>(part: string, more: object = {}): Answer {
    return this.texts.ask<Answer>(part, { text: this.number, ...more });
  }
}

/** Where a file is; the address itself for what is none. */
export function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

/** All texts. */
export class Texts {
  /** By their paths: of one file there may be several addresses. */
  readonly #all = new Map<string, Text>();
  #settings: object = {};

  get(uri: string): Text | undefined {
    return this.at(pathOf(uri));
  }

  at(path: string): Text | undefined {
    return this.#all.get(path);
  }

  [Symbol.iterator](): IterableIterator<Text> {
    return this.#all.values();
  }

  /** Says how the library answers: in which language and encoding, with which site. */
  begin(settings: object): void {
    this.#settings = { ...this.#settings, ...settings };
    editor({ part: 'begin', ...this.#settings });
  }

  open({ uri, languageId, version, text }: { uri: string; languageId: string; version: number; text: string }): Text {
    const before = this.get(uri);
    if (before !== undefined) this.remove(before);
    const opened = this.#add(uri, TextDocument.create(uri, languageId, version, text));
    opened.isOpen = true;
    return opened;
  }

  /** A file as it is in the editor, or else on the disk; nothing where it cannot be read. */
  file(path: string): Text | undefined {
    const known = this.at(path);
    if (known !== undefined) return known;
    try {
      const uri = pathToFileURL(path).href;
      return this.#add(uri, TextDocument.create(uri, 'json', 0, readFileSync(path, 'utf8')));
    } catch {
      return undefined;
    }
  }

  #add(uri: string, document: TextDocument): Text {
    const text = new Text(uri, this, document);
    this.#all.set(text.path, text);
    return text;
  }

  remove(text: Text): void {
    editor({ part: 'close', text: text.number });
    this.#all.delete(text.path);
  }

  /** Asks the library; where it had to begin anew, it is told everything once more. */
  ask<Answer>(part: string, more: object): Answer {
    const answer = editor<Answer | typeof GONE>({ part, ...more });
    if (answer !== GONE) return answer;
    this.begin({});
    for (const text of this) if (text.isHeld) text.handOver();
    return editor<Answer>({ part, ...more });
  }
}
