// Documents of the editor, and files in its folders. The library has a copy of each text, so that later only changes
// are passed to it.

import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Connection,
  type TextDocumentContentChangeEvent,
  TextDocuments,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Calls, type EditorCall, editor } from '#internal';
import { resolve, shown } from '../cli/file-names.js';
import { isJsonc, toJson } from '../cli/jsonc.js';
import type { ConfiguredOptions } from '../cli/options.js';
import type { Known } from '../cli/suppressions.js';
import { preserving } from './comments.js';

/** Returned by the library if it was restarted and lost its texts. */
const GONE = 'gone';

type Settings = Calls['editor.begin']['arguments']['settings'];
type Query = Calls['editor.hover']['arguments']['query'];

/** Names of the calls that ask about a text. */
export type QueryCall = {
  [Name in EditorCall]: Calls[Name]['arguments'] extends { query: Query } ? Name : never;
}[EditorCall];

/** Result of a call; never `gone`, because `ask` passes lost texts to the library again and repeats the call. */
export type Reply<Name extends EditorCall> = Exclude<Calls[Name]['result'], typeof GONE>;

const UNTITLED = 'untitled:';
let last = 0;

/** Returns the path of a `file:` URI, whatever its percent-encoding; `undefined` for other URIs. */
export function pathOf(uri: string): string | undefined {
  try {
    return resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

/**
 * Returns the key of a document, which is equal for all URIs that name the document: the path of a file, the decoded
 * URI of an untitled document, `undefined` for other schemes.
 */
export function keyOf(uri: string): string | undefined {
  const name = uri.slice(UNTITLED.length);
  return uri.slice(0, UNTITLED.length).toLowerCase() === UNTITLED ? UNTITLED + decoded(name) : pathOf(uri);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns whether a key is that of an untitled document, which was never saved. */
export const isUntitled = (key: string): boolean => key.startsWith(UNTITLED);

/** Returns whether an offset is inside a surrogate pair or a CRLF. */
const isInsidePair = (text: string, offset: number): boolean =>
  /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(Math.max(offset - 1, 0), offset + 1));

/** A document, open in the editor or read from a file. */
export class Text {
  readonly number = ++last;
  /** Set if the library has a copy of the text. */
  isLoaded = false;
  /** Set if the library found products in the text. */
  hasProducts = false;
  #named = false;
  #isConfiguration = false;
  #options: ConfiguredOptions = {};
  #known: Known = {};

  /**
   * `path` is the key of the document, empty for unsupported schemes. `isOpen` is false for a file read from the disk.
   */
  constructor(
    readonly path: string,
    readonly isOpen: boolean,
    readonly texts: Texts,
    readonly document: TextDocument,
  ) {}

  /** The URI of the document, spelled as by the client if it has opened the document. */
  get uri(): string {
    return this.document.uri;
  }

  /**
   * Passes the text to the library with its options. If `named` is set, the library treats the text as products,
   * whatever it contains. `known` contains the suppressed findings.
   */
  load(options: ConfiguredOptions, named: boolean, known: Known): void {
    [this.#options, this.#named, this.#known] = [options, named, known];
    [this.#isConfiguration, this.isLoaded] = [false, true];
    this.transfer();
  }

  /** Passes a configuration file to the library. */
  loadConfiguration(): void {
    [this.#isConfiguration, this.isLoaded] = [true, true];
    this.transfer();
  }

  /** Passes the whole text to the library, with the options of the last `load`. */
  transfer(): void {
    const { consent: _, ...options } = this.#options;
    const [named, known] = [this.#named, this.#known];
    const opening = { text: this.number, uri: this.uri, name: this.#name, named, known };
    const text = this.document.getText();
    const hasProducts = editor('editor.open', { opening }, this.#hasComments ? toJson(text) : text, options);
    this.hasProducts = hasProducts && !this.#isConfiguration;
  }

  /** Set if the text may have comments and trailing commas, which are removed for the library. */
  get #hasComments(): boolean {
    if (this.#isConfiguration) return true;
    return isUntitled(this.path) ? this.document.languageId === 'jsonc' : isJsonc(this.path);
  }

  /** The name of the text; by its extension, the library recognizes newline-delimited JSON. */
  get #name(): string {
    if (!isUntitled(this.path)) return shown(this.path);
    return /^(ndjson|jsonl)$/.test(this.document.languageId) ? 'untitled.ndjson' : 'untitled.json';
  }

  /** Applies changes of the client. Positions outside of the text are clamped, as the protocol requires. */
  change(changes: readonly TextDocumentContentChangeEvent[], version: number): this {
    const edits: TextDocumentContentChangeEvent[] = [];
    let isSynchronous = true;
    for (const change of changes) {
      const edit = 'range' in change ? this.#clamp(change) : change;
      edits.push(edit);
      isSynchronous = this.#apply(edit, version) && isSynchronous;
    }
    if (!this.isLoaded) return this;
    if (this.#hasComments || !isSynchronous) this.transfer();
    else this.hasProducts = this.texts.ask('editor.edit', { text: this.number, changes: edits });
    return this;
  }

  #clamp({ range, text }: TextDocumentContentChangeEvent & { range: object }): TextDocumentContentChangeEvent {
    const { document } = this;
    const { start, end } = range as { start: never; end: never };
    const [from, to] = [document.offsetAt(start), document.offsetAt(end)];
    const [first, past] = from <= to ? [from, to] : [to, from];
    return { range: { start: document.positionAt(first), end: document.positionAt(past) }, text };
  }

  /**
   * Applies a change. Returns `false` if the library cannot apply it, because it contains, splits or joins half of a
   * surrogate pair or of a CRLF.
   */
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

  /** Adapts edits of the library to the text with its comments; returns `undefined` if they would remove a comment. */
  withComments(edits: TextEdit[]): TextEdit[] | undefined {
    if (!this.#hasComments) return edits;
    const text = this.document.getText();
    // `TextDocument` counts columns in UTF-16.
    const isCounted = this.texts.encoding === 'utf-16' || !/[^\0-\x7f]/.test(text);
    return isCounted ? preserving(text, edits) : undefined;
  }

  /** Asks the library about this text. */
  ask<Name extends QueryCall>(name: Name, more: Query = {}): Reply<Name> {
    return this.texts.ask(name, { query: { text: this.number, ...more } });
  }
}

/** All texts: documents that are open in the editor, and files that were read from the disk. */
export class Texts {
  readonly #documents = new TextDocuments<Text>({
    create: (...document) => new Text(keyOf(document[0]) ?? '', true, this, TextDocument.create(...document)),
    update: (text, changes, version) => text.change(changes, version),
  });
  /** The current text by key. If a file is open under several URIs, this is the one that was opened last. */
  readonly #current = new Map<string, Text>();
  /** The URI that the client uses, by key. */
  readonly #uris = new Map<string, string>();
  #settings: Settings = {};

  /** Position encoding that was agreed with the client. */
  get encoding(): string {
    return this.#settings.encoding ?? 'utf-16';
  }

  /** Tracks the documents that the client opens, changes, saves and closes, if their scheme is `file` or `untitled`. */
  listen(connection: Connection, { onOpen, onChange, onSave, onClose }: Listeners): void {
    const following = (listener: (text: Text) => void) => (event: { document: Text }) => {
      if (event.document.path !== '') listener(event.document);
    };
    this.#documents.onDidOpen(
      following((text) => {
        this.#open(text);
        onOpen(text);
      }),
    );
    this.#documents.onDidChangeContent(following(onChange));
    this.#documents.onDidSave(following(onSave));
    this.#documents.onDidClose(
      following((text) => {
        this.#close(text);
        onClose(text);
      }),
    );
    const same = <Params extends { textDocument: { uri: string } }>({ textDocument, ...params }: Params) =>
      ({
        ...params,
        textDocument: { ...textDocument, uri: this.get(textDocument.uri)?.uri ?? textDocument.uri },
      }) as Params;
    this.#documents.listen({
      ...connection,
      onDidChangeTextDocument: (handler) => connection.onDidChangeTextDocument((params) => handler(same(params))),
      onDidCloseTextDocument: (handler) => connection.onDidCloseTextDocument((params) => handler(same(params))),
      onDidSaveTextDocument: (handler) => connection.onDidSaveTextDocument((params) => handler(same(params))),
    });
  }

  /** Returns the document with this URI, otherwise the document with the same key. */
  get(uri: string): Text | undefined {
    const key = keyOf(uri);
    return key === undefined ? undefined : (this.#documents.get(uri) ?? this.at(key));
  }

  at(key: string): Text | undefined {
    return this.#current.get(key);
  }

  [Symbol.iterator](): IterableIterator<Text> {
    return this.#current.values();
  }

  /** Returns the URI that the client uses for a document, otherwise one made from its key. */
  uriOf(key: string): string {
    return this.#uris.get(key) ?? (isUntitled(key) ? key : pathToFileURL(key).href);
  }

  /** Sets the language and the position encoding of the library's results. */
  configure(settings: Settings): void {
    this.#settings = { ...this.#settings, ...settings };
    editor('editor.begin', { settings: this.#settings });
  }

  /** Makes an open document the current text of its file. */
  #open(text: Text): void {
    const before = this.at(text.path);
    const isReplaced = before !== undefined && this.#documents.get(before.uri) !== before;
    if (before !== undefined && isReplaced) this.remove(before);
    this.#current.set(text.path, text);
    this.#uris.set(text.path, text.uri);
  }

  /** Removes a closed document. If the file is still open under another URI, that document becomes the current text. */
  #close(text: Text): void {
    const isCurrent = this.at(text.path) === text;
    this.remove(text);
    const other = this.#documents.all().findLast(({ path }) => path === text.path);
    if (!isCurrent || other === undefined) return;
    this.#open(other);
  }

  /** Returns the text of a file in the editor, otherwise that on the disk; `undefined` if it cannot be read. */
  file(path: string): Text | undefined {
    const known = this.at(path);
    if (known !== undefined) return known;
    try {
      const document = TextDocument.create(this.uriOf(path), 'json', 0, readFileSync(path, 'utf8'));
      const text = new Text(path, false, this, document);
      this.#current.set(path, text);
      return text;
    } catch {
      return undefined;
    }
  }

  remove(text: Text): void {
    editor('editor.close', { text: text.number });
    if (this.at(text.path) === text) this.#current.delete(text.path);
  }

  /** Makes a call. If the library was restarted, passes all texts to it again first. */
  ask<Name extends EditorCall>(name: Name, args: Calls[Name]['arguments']): Reply<Name> {
    const answer = editor(name, args);
    if (answer !== GONE) return answer as Reply<Name>;
    this.configure({});
    for (const text of new Set([...this, ...this.#documents.all()])) if (text.isLoaded) text.transfer();
    return editor(name, args) as Reply<Name>;
  }
}

/** Listeners for changes of documents. */
interface Listeners {
  readonly onOpen: (text: Text) => void;
  /** Called when a document is opened, too, after `onOpen`. */
  readonly onChange: (text: Text) => void;
  readonly onSave: (text: Text) => void;
  readonly onClose: (text: Text) => void;
}
