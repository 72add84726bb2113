// The language server: it speaks the protocol. What is found, said and written is the library's.

import { existsSync } from 'node:fs';
import { setImmediate as afterMessages } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { modify } from 'jsonc-parser';
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CodeLens,
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  type Position,
  ResponseError,
  TextDocumentSyncKind,
  TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

import { messageOf } from '../console.js';
import { BASELINE } from '../files.js';
import { type Folder, Folders } from './folders.js';
import { languageOf } from './languages.js';
import { pathOf, type Text, Texts } from './texts.js';

const FIX_ALL = 'source.fixAll.renewal-rules';
const WATCHED = ['**/*.{json,ndjson,jsonl}', '**/.gitignore'];
/** What columns can count. */
const ENCODINGS = ['utf-16', 'utf-8', 'utf-32'];

/** Speaks the protocol until the client ends it. */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<never> {
  new Server(createConnection(input, output)).listen();
  return new Promise(() => {});
}

/** What requests are about. */
interface Place {
  readonly textDocument: { readonly uri: string };
  readonly position?: Position;
}

class Server {
  readonly #texts = new Texts();
  readonly #folders = new Folders(this.#texts);
  /** What is to be checked once all messages that are there are read. */
  readonly #due = new Set<Text | Folder>();
  /** What is shown, by the address. */
  readonly #shown = new Map<string, string>();
  #canWatch = false;

  constructor(readonly connection: Connection) {}

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#initialized());
    connection.onDidOpenTextDocument(({ textDocument }) => this.#opened(this.#texts.open(textDocument)));
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      const text = this.#texts.get(uri);
      text?.change(contentChanges, version);
      if (text) this.#changed(text);
    });
    connection.onDidCloseTextDocument(({ textDocument }) => this.#closed(textDocument.uri));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri, type } of changes) this.#changedOnDisk(uri, type);
    });
    connection.onHover(
      this.#answering((place) => this.#about(place, this.#isConfiguration(place) ? 'explain' : 'hover')),
    );
    connection.onCompletion(this.#answering((place) => this.#about(place, 'completions')));
    connection.onDefinition(this.#answering((place) => this.#about(place, 'uses', { own: true })));
    connection.onReferences(
      this.#answering((params) => this.#about(params, 'uses', params.context.includeDeclaration ? {} : { own: false })),
    );
    connection.onDocumentSymbol(this.#answering((place) => this.#about(place, 'symbols')));
    connection.onCodeLens(this.#answering((place) => this.#about(place, 'lenses')));
    connection.onCodeLensResolve(this.#answering((lens) => this.#sentence(lens)));
    connection.onCodeAction(this.#answering((params) => this.#actions(params)));
    connection.listen();
  }

  /** Answers a request once all messages that are there are read, unless it was cancelled by then. */
  #answering<Params, Answer>(answer: (params: Params) => Answer) {
    return async (params: Params, token: CancellationToken): Promise<Answer | ResponseError<void>> => {
      await afterMessages();
      if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      return answer(params);
    };
  }

  #initialize({ capabilities, workspaceFolders, rootUri, locale, ...more }: InitializeParams): InitializeResult {
    const asked = capabilities.general?.positionEncodings ?? [];
    const encoding = ENCODINGS.find((name) => asked.includes(name)) ?? 'utf-16';
    this.#texts.begin({ encoding, ...languageOf(more.initializationOptions?.language ?? locale ?? 'en') });
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    for (const uri of roots) this.#folders.add(pathOf(uri));
    this.#canWatch = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false;
    // What is kept here of a text counts in UTF-16.
    const change = encoding === 'utf-16' ? TextDocumentSyncKind.Incremental : TextDocumentSyncKind.Full;
    return {
      serverInfo: { name: 'renewal-rules' },
      capabilities: {
        positionEncoding: encoding,
        textDocumentSync: { openClose: true, change, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['"', '[', ','] },
        definitionProvider: true,
        referencesProvider: true,
        documentSymbolProvider: true,
        codeLensProvider: { resolveProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
      },
    };
  }

  #initialized(): void {
    if (this.#canWatch) {
      const watchers = WATCHED.map((globPattern) => ({ globPattern }));
      void this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    }
    for (const folder of this.#folders.all) this.#configured(folder);
  }

  #opened(text: Text): void {
    this.#folders.of(text.path).hold(text);
    this.#changed(text);
  }

  #changed(text: Text): void {
    const folder = this.#folders.of(text.path);
    if (text.path === folder.file) this.#configured(folder);
    else this.#later(folder.isWhole ? folder : text);
  }

  #closed(uri: string): void {
    const text = this.#texts.get(uri);
    if (text === undefined) return;
    // What was not saved no longer counts.
    this.#texts.remove(text);
    this.#show(uri, []);
    this.#changedOnDisk(uri, FileChangeType.Changed);
  }

  #changedOnDisk(uri: string, type: FileChangeType): void {
    const text = this.#texts.get(uri);
    if (text?.isOpen) return;
    if (text !== undefined) this.#texts.remove(text);
    const path = pathOf(uri);
    const folder = this.#folders.of(path);
    if (path === folder.file || path.endsWith('.gitignore') || path.endsWith(BASELINE)) this.#configured(folder);
    if (!folder.isWhole) return;
    if (type !== FileChangeType.Changed) folder.find();
    this.#later(folder);
  }

  /** Reads the configuration of a folder, and checks what is in it anew. */
  #configured(folder: Folder): void {
    folder.read();
    this.#texts.begin({ site: folder.configuration.settings.site ?? '' });
    for (const text of this.#texts) {
      if (this.#folders.of(text.path) !== folder) continue;
      folder.hold(text);
      if (text.path !== folder.file) this.#later(text);
    }
    if (folder.isWhole) this.#later(folder);
    this.#show(folder.configurationUri, folder.problems(), this.#texts.at(folder.file));
  }

  #later(item: Text | Folder): void {
    if (this.#due.size === 0) setImmediate(() => this.#check());
    this.#due.add(item);
  }

  #check(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const item of due) {
      try {
        if ('members' in item) this.#checkWhole(item);
        else this.#checkText(item);
      } catch (error) {
        this.connection.console.error(messageOf(error));
      }
    }
  }

  #checkText(text: Text): void {
    const folder = this.#folders.of(text.path);
    if (folder.isWhole) return void this.#later(folder);
    const { isQuiet: quiet } = folder;
    this.#show(text.uri, (folder.checks(text) && text.ask<Diagnostic[] | null>('diagnostics', { quiet })) || [], text);
  }

  /** Checks a folder as one catalogue. */
  #checkWhole(folder: Folder): void {
    const members = folder.members();
    const others = members.map(({ number }) => number);
    const found = this.#texts.ask<Diagnostic[][]>('whole', { others, quiet: folder.isQuiet });
    for (const [at, text] of members.entries()) this.#show(text.uri, found[at] ?? [], text);
    const uris = new Set([...members.map(({ uri }) => uri), folder.configurationUri]);
    for (const uri of this.#shown.keys()) if (folder.has(pathOf(uri)) && !uris.has(uri)) this.#show(uri, []);
  }

  /** Shows what was found; of a text that is not open, where something is or was. */
  #show(uri: string, diagnostics: Diagnostic[], text?: Text): void {
    const now = JSON.stringify(diagnostics);
    const before = this.#shown.get(uri) ?? '[]';
    if (now === before && !text?.isOpen) return;
    this.#shown.set(uri, now);
    const version = text?.isOpen ? { version: text.document.version } : {};
    void this.connection.sendDiagnostics({ uri, diagnostics, ...version });
  }

  #isConfiguration({ textDocument: { uri } }: Place): boolean {
    return this.#folders.of(pathOf(uri)).configurationUri === uri;
  }

  /** What the library says about a place of a text that has products, of which other texts may have some, too. */
  #about<Answer>({ textDocument: { uri }, position }: Place, part: string, more: object = {}): Answer | null {
    const text = this.#texts.get(uri);
    if (text === undefined) return null;
    const folder = this.#folders.of(text.path);
    const all = folder.isWhole ? folder.members() : [...this.#texts].filter(({ isOpen }) => isOpen);
    const others = all.map(({ number }) => number);
    return text.ask<Answer | null>(part, { others, ...(position && { position }), ...more });
  }

  #sentence(lens: CodeLens): CodeLens {
    const { uri, index } = lens.data;
    const title = this.#about<string>({ textDocument: { uri } }, 'sentence', { index });
    return { ...lens, command: { title: title ?? '', command: '' } };
  }

  #actions({ textDocument, range, context: { diagnostics, only } }: CodeActionParams): CodeAction[] {
    const isWanted = (kind: string) => only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
    const actions = (part: string) => this.#about<CodeAction[]>({ textDocument }, part, { range }) ?? [];
    const isQuick = isWanted(CodeActionKind.QuickFix);
    const path = pathOf(textDocument.uri);
    const folder = this.#folders.of(path);
    return [
      ...(isQuick ? actions('fixes') : []),
      ...(isQuick ? this.#offs(folder, diagnostics) : []),
      ...(isQuick ? actions('suppressions').flatMap((action) => this.#suppression(folder, path, action)) : []),
      ...(isWanted(FIX_ALL) ? actions('fixAll') : []),
    ];
  }

  /** The actions that turn rules off in the configuration. */
  #offs({ file }: Folder, shown: readonly Diagnostic[]): CodeAction[] {
    const codes = new Set(shown.flatMap(({ code, source }) => (source === 'renewal-rules' ? String(code) : [])));
    return [...codes].flatMap((code) => {
      const title = this.#texts.ask<string>('offTitle', { code });
      const diagnostics = shown.filter((diagnostic) => diagnostic.code === code);
      return this.#stating({ title, diagnostics }, file, ['rules', code], 'off');
    });
  }

  /** The action that adds a finding to the baseline. */
  #suppression({ baseline }: Folder, path: string, action: CodeAction & { entry?: string }): CodeAction[] {
    const { entry = '', ...shown } = action;
    return this.#stating(shown, baseline.file, ...baseline.more(path, entry));
  }

  /** An action that states something in a file of JSON, which is there or not; none where the file cannot be read. */
  #stating(action: CodeAction, file: string, path: string[], value: unknown): CodeAction[] {
    const uri = pathToFileURL(file).href;
    const text = this.#texts.file(file);
    if (text === undefined && existsSync(file)) return [];
    const document = text?.document ?? TextDocument.create(uri, 'jsonc', 0, '{}\n');
    const formattingOptions = { insertSpaces: true, tabSize: 2 };
    const edits = modify(document.getText(), path, value, { formattingOptions }).map(({ offset, length, content }) =>
      TextEdit.replace({ start: document.positionAt(offset), end: document.positionAt(offset + length) }, content),
    );
    const quick = { ...action, kind: CodeActionKind.QuickFix };
    if (text !== undefined) return [{ ...quick, edit: { changes: { [uri]: edits } } }];
    const first = TextEdit.insert({ line: 0, character: 0 }, TextDocument.applyEdits(document, edits));
    const change = { textDocument: { uri, version: null }, edits: [first] };
    return [{ ...quick, edit: { documentChanges: [{ kind: 'create', uri }, change] } }];
  }
}
