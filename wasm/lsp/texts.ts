// Documents of the editor, and files in its folders. The library has a copy of each text, so that later only changes
// are passed to it.

import { type BigIntStats, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

import messages from 'renewal-rules/messages/ru';
import * as lsp from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Calls, type EditorCall, editor } from '#internal';
import fields from '../../crates/editor/src/fields.ru.json';
import words from '../../crates/preview/src/sentences.ru.json';
import rules from '../../src/messages/rules.ru.json';
import { orUndefined } from '../cli/failure.js';
import { displayPath, resolve } from '../cli/file-names.js';
import { decodeUtf8, hasChanged, statOf } from '../cli/files.js';
import { isJsonc, toJson } from '../cli/jsonc.js';
import type { ConfiguredOptions } from '../cli/options.js';
import type { Known } from '../cli/suppressions.js';

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

/** A new text for a range, or for the whole document. */
type Change = { readonly range?: lsp.Range; readonly text: string };

const UNTITLED = 'untitled:';
const UNTITLED_URI = /^untitled:/i;
const BYTE_ORDER_MARK = /^\ufeff/;
let last = 0;

/** Returns the path of a `file:` URI, whatever its percent-encoding; `undefined` for other URIs. */
export const pathOf = (uri: string): string | undefined => orUndefined(() => resolve(fileURLToPath(uri)));

/**
 * Returns the key of a document, which is equal for all URIs that name the document: the path of a file, the decoded
 * URI of an untitled document, `undefined` for other schemes.
 */
export function keyOf(uri: string): string | undefined {
  if (!UNTITLED_URI.test(uri)) return pathOf(uri);
  const name = uri.slice(UNTITLED.length);
  return UNTITLED + (orUndefined(() => decodeURIComponent(name)) ?? name);
}

/** Returns whether a key is that of an untitled document, which was never saved. */
export const isUntitled = (key: string): boolean => key.startsWith(UNTITLED);

/**
 * Returns the tables of a language as JSON, by its tag, such as `ru` or `ru-RU`; none for English and unknown
 * languages.
 */
export function languageOf(tag: string): object {
  if (!/^ru\b/i.test(tag)) return {};
  const tables = { words, fields, rules, messages };
  return Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, JSON.stringify(table)]));
}

/** Returns whether an offset is inside a surrogate pair or a CRLF. */
const isInsidePair = (text: string, offset: number): boolean =>
  /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(Math.max(offset - 1, 0), offset + 1));

/** Treatment of a text by the library. */
interface Treatment {
  readonly options: ConfiguredOptions;
  /** Set to treat the text as products, whatever it contains. */
  readonly named: boolean;
  /** The suppressed findings. */
  readonly known: Known;
  /** Set for a configuration or suppressions file. */
  readonly isConfiguration?: boolean;
}

/** A document, open in the editor or read from a file. */
export class Text {
  readonly number = ++last;
  /** Set if the library has a copy of the text. */
  isLoaded = false;
  /** State of a closed file when it was read. */
  state: BigIntStats | undefined;
  #treatment: Treatment = { options: {}, named: false, known: {} };

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

  /** Set if the text is a configuration or suppressions file, not products. */
  get isConfiguration(): boolean {
    return this.#treatment.isConfiguration ?? false;
  }

  /** Version of the document for the client, `null` if the document is not open. */
  get version(): number | null {
    return this.isOpen ? this.document.version : null;
  }

  /** Returns whether a closed file is no longer as it was when it was read. */
  hasChanged(): boolean {
    return !this.isOpen && hasChanged(statOf(this.path), this.state);
  }

  /** Passes the text to the library. */
  load(treatment: Treatment): void {
    this.#treatment = treatment;
    this.isLoaded = true;
    this.transfer();
  }

  /** Passes the whole text to the library, as in the last `load`. */
  transfer(): void {
    const { options, named, known } = this.#treatment;
    const { consent: _, ...accepted } = options;
    const opening = { text: this.number, uri: this.uri, name: this.#name, named, known };
    editor('editor.open', { opening }, this.#blanked(), accepted);
  }

  /** Returns the text with its comments, trailing commas and byte order mark, which the library skips, as blanks. */
  #blanked(): string {
    const text = this.document.getText();
    const json = this.hasComments ? toJson(text) : text;
    // In UTF-8, the mark has three bytes.
    return json.replace(BYTE_ORDER_MARK, this.texts.encoding === 'utf-8' ? '   ' : ' ');
  }

  /** Set if the library gets another text than the editor has. */
  get #isBlanked(): boolean {
    return this.hasComments || BYTE_ORDER_MARK.test(this.document.getText());
  }

  /** Set if the text may have comments and trailing commas, which are removed for the library. */
  get hasComments(): boolean {
    if (this.isConfiguration) return true;
    return isUntitled(this.path) ? this.document.languageId === 'jsonc' : isJsonc(this.path);
  }

  /** The name of the text; by its extension, the library recognizes newline-delimited JSON. */
  get #name(): string {
    if (!isUntitled(this.path)) return displayPath(this.path);
    return /^(ndjson|jsonl)$/.test(this.document.languageId) ? 'untitled.ndjson' : 'untitled.json';
  }

  /** Applies changes of the client. */
  change(changes: readonly lsp.TextDocumentContentChangeEvent[], version: number): this {
    const wasBlanked = this.#isBlanked;
    const edits = changes.map((change) => this.#apply(change, version));
    if (!this.isLoaded) return this;
    if (wasBlanked || this.#isBlanked || !edits.every((edit) => edit !== undefined)) this.transfer();
    else this.texts.ask('editor.edit', { text: this.number, changes: edits });
    return this;
  }

  /**
   * Applies a change. Positions outside of the text are clamped, as the protocol requires. Returns the change for the
   * library; `undefined` if the library cannot apply it, because it contains, splits or joins half of a surrogate pair or
   * of a CRLF.
   */
  #apply({ range, text }: Change, version: number): Change | undefined {
    const { document } = this;
    if (range === undefined) {
      TextDocument.update(document, [{ text }], version);
      return /\p{Surrogate}/u.test(text) ? undefined : { text };
    }
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const [first, past] = start <= end ? [start, end] : [end, start];
    const clamped = { start: document.positionAt(first), end: document.positionAt(past) };
    const before = document.getText();
    TextDocument.update(document, [{ range: clamped, text }], version);
    const after = document.getText();
    const isSplit = isInsidePair(before, first) || isInsidePair(before, past);
    const isJoined = isInsidePair(after, first) || isInsidePair(after, first + text.length);
    return isSplit || isJoined || /\p{Surrogate}|\r(?!\n)/u.test(text) ? undefined : { range: clamped, text };
  }

  /** Asks the library about this text. */
  ask<Name extends QueryCall>(name: Name, more: Query = {}): Reply<Name> {
    return this.texts.ask(name, { query: { text: this.number, ...more } });
  }
}

/** Listeners for changes of documents. When a document is opened, `onChange` is called, too, after `onOpen`. */
type Listeners = Readonly<Record<'onOpen' | 'onChange' | 'onSave' | 'onClose', (text: Text) => void>>;

/** All texts: documents that are open in the editor, and files that were read from the disk. */
export class Texts {
  readonly #documents = new lsp.TextDocuments<Text>({
    create: (...document) => new Text(keyOf(document[0]) ?? '', true, this, TextDocument.create(...document)),
    update: (text, changes, version) => text.change(changes, version),
  });
  /** The current text by key. If a file is open under several URIs, this is the one that was opened last. */
  readonly #current = new Map<string, Text>();
  /** The URI that the client uses, by key. */
  readonly #uris = new Map<string, string>();
  #settings: Settings = {};
  /** Set if the client can create files. */
  canCreate = false;

  /** Position encoding that was agreed with the client. */
  get encoding(): string {
    return this.#settings.encoding ?? 'utf-16';
  }

  /** Tracks the documents that the client opens, changes, saves and closes, if their scheme is `file` or `untitled`. */
  listen(connection: lsp.Connection, { onOpen, onChange, onSave, onClose }: Listeners): void {
    const following =
      (...listeners: ((text: Text) => void)[]) =>
      ({ document }: { document: Text }) => {
        if (document.path !== '') for (const listener of listeners) listener(document);
      };
    this.#documents.onDidOpen(following((text) => this.#open(text), onOpen));
    this.#documents.onDidChangeContent(following(onChange));
    this.#documents.onDidSave(following(onSave));
    this.#documents.onDidClose(following((text) => this.#close(text), onClose));
    const withKnownUri =
      <Params extends { textDocument: { uri: string } }>(handler: (params: Params) => void) =>
      (params: Params) => {
        const { uri } = params.textDocument;
        handler({ ...params, textDocument: { ...params.textDocument, uri: this.get(uri)?.uri ?? uri } });
      };
    this.#documents.listen({
      ...connection,
      onDidChangeTextDocument: (handler) => connection.onDidChangeTextDocument(withKnownUri(handler)),
      onDidCloseTextDocument: (handler) => connection.onDidCloseTextDocument(withKnownUri(handler)),
      onDidSaveTextDocument: (handler) => connection.onDidSaveTextDocument(withKnownUri(handler)),
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
    if (isCurrent && other !== undefined) this.#open(other);
  }

  /**
   * Returns the text of a file in the editor, otherwise that on the disk; `undefined` if it cannot be read or is not
   * UTF-8.
   */
  file(path: string): Text | undefined {
    const known = this.at(path);
    if (known !== undefined) return known;
    const state = statOf(path);
    // Editors show a text without its byte order mark, so positions must not count it.
    const content = orUndefined(() => decodeUtf8(readFileSync(path)));
    if (content === undefined) return undefined;
    const text = new Text(path, false, this, TextDocument.create(this.uriOf(path), 'json', 0, content));
    text.state = state;
    this.#current.set(path, text);
    return text;
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
