// Documents of the editor and files of the open folders. The library has a copy of each, so that only changes are
// passed to it.

import { readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { shown } from '../cli/files.js';
import { isJsonc, toJson } from '../cli/jsonc.js';
import { editor } from '../cli/module.js';
import type { Stated } from '../cli/options.js';
import type { Known } from '../cli/suppressions.js';

/** Returned by the library if it was restarted and lost its texts. */
const GONE = 'gone';
const UNTITLED = 'untitled:';
let last = 0;

/** Returns the path of a `file:` URI, however it is encoded; `undefined` for other URIs. */
export function pathOf(uri: string): string | undefined {
  try {
    const path = resolve(fileURLToPath(uri));
    // Clients write drive letters in either case.
    return sep === '\\' ? path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()) : path;
  } catch {
    return undefined;
  }
}

/** Returns the key of a document: the path of a file, the URI of an untitled document, `undefined` for other schemes. */
export const keyOf = (uri: string): string | undefined => (isUntitled(uri) ? uri : pathOf(uri));

/** Tests whether a URI or a key is that of a document that was never saved. */
export const isUntitled = (key: string): boolean => key.startsWith(UNTITLED);

/** Tests whether a path is in a folder, at any depth. */
export const isInside = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Tests whether an offset is inside a surrogate pair or a CRLF. */
const isInsidePair = (text: string, offset: number): boolean =>
  /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(Math.max(offset - 1, 0), offset + 1));

/** A document, open in the editor or read from a file. */
export class Text {
  readonly number = ++last;
  isOpen = false;
  /** Set once the library has a copy. */
  isHeld = false;
  /** Set if the library found products. */
  hasProducts = false;
  #named = false;
  #isConfiguration = false;
  #options: Stated = {};
  #known: Known = {};

  /** `path` is the key of the document: its URI if it is untitled. */
  constructor(
    readonly uri: string,
    readonly path: string,
    readonly texts: Texts,
    readonly document: TextDocument,
  ) {}

  /** Passes the text to the library with its options. `named` treats it as products in any case; `known` has its suppressed findings. */
  hold(options: Stated, named: boolean, known: Known): void {
    [this.#options, this.#named, this.#known] = [options, named, known];
    [this.#isConfiguration, this.isHeld] = [false, true];
    this.handOver();
  }

  /** Passes a configuration file to the library. */
  holdConfiguration(): void {
    [this.#isConfiguration, this.isHeld] = [true, true];
    this.handOver();
  }

  /** Passes the whole text to the library. */
  handOver(): void {
    const { consent: _, ...options } = this.#options;
    const [named, known] = [this.#named, this.#known];
    const request = { part: 'open', text: this.number, uri: this.uri, name: this.#name, named, known };
    const text = this.document.getText();
    const hasProducts = editor<boolean>(request, this.#hasComments ? toJson(text) : text, options);
    this.hasProducts = hasProducts && !this.#isConfiguration;
  }

  /** Set if the text may have comments and trailing commas, which the library does not get to see. */
  get #hasComments(): boolean {
    if (this.#isConfiguration) return true;
    return isUntitled(this.path) ? this.document.languageId === 'jsonc' : isJsonc(this.path);
  }

  /** The name by which the library recognizes files of lines. */
  get #name(): string {
    if (!isUntitled(this.path)) return shown(this.path);
    return /^(ndjson|jsonl)$/.test(this.document.languageId) ? 'untitled.ndjson' : 'untitled.json';
  }

  /** Applies changes of the client. Positions outside of the text are clamped, as the protocol has it. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    const edits: TextDocumentContentChangeEvent[] = [];
    let isSynchronous = true;
    for (const change of changes) {
      const edit = 'range' in change ? this.#clamped(change) : change;
      edits.push(edit);
      isSynchronous = this.#apply(edit, version) && isSynchronous;
    }
    if (this.#hasComments || !isSynchronous) this.handOver();
    else this.hasProducts = this.ask<boolean>('edit', { changes: edits });
  }

  #clamped({ range, text }: TextDocumentContentChangeEvent & { range: object }): TextDocumentContentChangeEvent {
    const { document } = this;
    const { start, end } = range as { start: never; end: never };
    const [from, to] = [document.offsetAt(start), document.offsetAt(end)];
    const [first, past] = from <= to ? [from, to] : [to, from];
    return { range: { start: document.positionAt(first), end: document.positionAt(past) }, text };
  }

  /** Applies a change; returns `false` if the library cannot follow, as it has no half of a surrogate pair. */
  #apply(change: TextDocumentContentChangeEvent, version: number): boolean {
    const { document } = this;
    if (!('range' in change)) {
      TextDocument.update(document, [change], version);
      return !/\p{Surrogate}/u.test(change.text);
    }
    const start = document.offsetAt(change.range.start);
    const before = document.getText();
    const isSplit = isInsidePair(before, start) || isInsidePair(before, document.offsetAt(change.range.end));
    TextDocument.update(document, [change], version);
    const after = document.getText();
    const isJoined = isInsidePair(after, start) || isInsidePair(after, start + change.text.length);
    return !isSplit && !isJoined && !/\p{Surrogate}|\r(?!\n)/u.test(change.text);
  }

  /** Asks the library about this text. */
  ask<Answer>(part: string, more: object = {}): Answer {
    return this.texts.ask<Answer>(part, { text: this.number, ...more });
  }
}

/** All documents, by their keys: a file has one, however its URI is encoded. */
export class Texts {
  readonly #all = new Map<string, Text>();
  /** URIs as the client writes them, by path. */
  readonly #uris = new Map<string, string>();
  #settings: object = {};

  get(uri: string): Text | undefined {
    const key = keyOf(uri);
    return key === undefined ? undefined : this.at(key);
  }

  at(key: string): Text | undefined {
    return this.#all.get(key);
  }

  [Symbol.iterator](): IterableIterator<Text> {
    return this.#all.values();
  }

  /** Returns the URI of a file or an untitled document as the client writes it, if it has sent one. */
  uriOf(key: string): string {
    return this.#uris.get(key) ?? (isUntitled(key) ? key : pathToFileURL(key).href);
  }

  /** Sets the language and the encoding of what the library returns. */
  begin(settings: object): void {
    this.#settings = { ...this.#settings, ...settings };
    editor({ part: 'begin', ...this.#settings });
  }

  /** Adds a document that the editor opens, unless it has another scheme than `file` and `untitled`. */
  open({ uri, languageId, version, text }: { uri: string; languageId: string; version: number; text: string }) {
    const key = keyOf(uri);
    if (key === undefined) return undefined;
    const before = this.at(key);
    if (before !== undefined) this.remove(before);
    if (!isUntitled(key)) this.#uris.set(key, uri);
    const opened = this.#add(key, TextDocument.create(uri, languageId, version, text));
    opened.isOpen = true;
    return opened;
  }

  /** Returns a file as it is in the editor, or else on the disk; `undefined` if it cannot be read. */
  file(path: string): Text | undefined {
    const known = this.at(path);
    if (known !== undefined) return known;
    try {
      return this.#add(path, TextDocument.create(this.uriOf(path), 'json', 0, readFileSync(path, 'utf8')));
    } catch {
      return undefined;
    }
  }

  #add(key: string, document: TextDocument): Text {
    const text = new Text(document.uri, key, this, document);
    this.#all.set(key, text);
    return text;
  }

  remove(text: Text): void {
    editor({ part: 'close', text: text.number });
    this.#all.delete(text.path);
  }

  /** Asks the library; if it was restarted, all texts are passed to it again. */
  ask<Answer>(part: string, more: object): Answer {
    const answer = editor<Answer | typeof GONE>({ part, ...more });
    if (answer !== GONE) return answer;
    this.begin({});
    for (const text of this) if (text.isHeld) text.handOver();
    return editor<Answer>({ part, ...more });
  }
}
