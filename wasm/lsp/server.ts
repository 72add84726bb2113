// The language server: translates between the protocol and the library.

import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname } from 'node:path';
import { setImmediate as afterMessages } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { modify } from 'jsonc-parser';
import {
  type CancellationToken,
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CodeLens,
  type Connection,
  createConnection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  type DocumentDiagnosticReport,
  ErrorCodes,
  type FileEvent,
  type FileSystemWatcher,
  type InitializeParams,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  LSPErrorCodes,
  type Position,
  type RenameParams,
  ResponseError,
  TextDocumentSyncKind,
  TextEdit,
  WatchKind,
  type WorkspaceEdit,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

import { messageOf } from '../cli/failure.js';
import { upwards } from '../cli/file-names.js';
import type { Calls } from '../cli/module.js';
import { version } from '../cli/version.js';
import { Diagnostics } from './diagnostics.js';
import { type Folder, Folders } from './folders.js';
import { languageOf } from './languages.js';
import { isInside, isUntitled, keyOf, pathOf, type QueryCall, type Reply, type Text, Texts } from './texts.js';

const FIX_ALL = 'source.fixAll.renewal-rules';
const CREATE_DELETE = WatchKind.Create | WatchKind.Delete;
const WATCHERS: FileSystemWatcher[] = [
  { globPattern: '**/*.{json,jsonc,ndjson,jsonl}' },
  { globPattern: '**/.gitignore' },
  // Clients report a directory that is moved or deleted, but not its files.
  { globPattern: '**/*', kind: CREATE_DELETE },
];
/** Units of columns that the library can count, the preferred one first. */
const ENCODINGS = ['utf-16', 'utf-8', 'utf-32'];

/** The arguments by which clients choose a transport. */
export interface Transport {
  readonly socket?: string;
  readonly pipe?: string;
  readonly 'node-ipc'?: boolean;
}

/** Speaks the protocol until the client ends it. */
export async function serve(transport: Transport): Promise<never> {
  new Server(await connected(transport)).listen();
  return new Promise(() => {});
}

/** Connects to the client: through standard input and output, unless another transport is given. */
async function connected({ socket, pipe, 'node-ipc': ipc }: Transport): Promise<Connection> {
  if (ipc) return createConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  if (socket === undefined && pipe === undefined) return createConnection(process.stdin, process.stdout);
  const stream = pipe === undefined ? connect(Number(socket), '127.0.0.1') : connect(pipe);
  await new Promise<void>((resolve, reject) => stream.once('connect', resolve).once('error', reject));
  return createConnection(stream, stream);
}

/** Params of a request about a document, and perhaps a position in it. */
interface Target {
  readonly textDocument: { readonly uri: string };
  readonly position?: Position;
}

/** Calls that return code actions. */
type ActionCall = 'editor.fixes' | 'editor.fix_all' | 'editor.suppressions';

class Server {
  readonly #texts = new Texts();
  readonly #folders = new Folders(this.#texts);
  /** Texts and folders to check once all messages that have arrived are read. */
  readonly #due = new Set<Text | Folder>();
  #isScheduled = false;
  #isShutDown = false;
  /** Set if configurations must be read again before the next check. */
  #isOutdated = false;
  readonly #diagnostics: Diagnostics;
  #canRefresh = false;
  #canEditVersions = false;
  #canWatch = false;
  #canWatchOutside = false;
  /** Files outside of the workspace that are watched. */
  readonly #watched = new Set<string>();

  constructor(readonly connection: Connection) {
    this.#diagnostics = new Diagnostics(connection, this.#texts);
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onShutdown(() => {
      this.#isShutDown = true;
    });
    connection.onInitialized(() => this.#initialized());
    this.#texts.listen(connection, {
      onOpen: (text) => this.#folders.of(text.path).load(text),
      onChange: (text) => this.#changed(text),
      onSave: (text) => this.#saved(text),
      onClose: (text) => this.#closed(text),
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#changedOnDisk(changes));
    connection.onHover(
      this.#responding((place) => this.#ask(place, this.#isConfiguration(place) ? 'editor.explain' : 'editor.hover')),
    );
    connection.onCompletion(this.#responding((place) => this.#ask(place, 'editor.completions')));
    connection.onDefinition(this.#responding((place) => this.#ask(place, 'editor.uses', { own: true })));
    connection.onReferences(
      this.#responding((params) =>
        this.#ask(params, 'editor.uses', params.context.includeDeclaration ? {} : { own: false }),
      ),
    );
    connection.onDocumentSymbol(this.#responding((place) => this.#ask(place, 'editor.symbols')));
    connection.onCodeLens(this.#responding((place) => this.#ask(place, 'editor.lenses')));
    connection.onCodeLensResolve(this.#responding((lens) => this.#resolveLens(lens)));
    connection.onPrepareRename(this.#responding((place) => this.#ask(place, 'editor.rename_range')));
    connection.onRenameRequest(this.#responding((params) => this.#rename(params)));
    connection.languages.diagnostics.on(
      this.#responding(({ textDocument: { uri }, previousResultId }): DocumentDiagnosticReport => {
        this.#check();
        return this.#diagnostics.report(uri, previousResultId);
      }),
    );
    connection.languages.diagnostics.onWorkspace(
      this.#responding(({ previousResultIds }) => {
        this.#check();
        return { items: this.#diagnostics.workspace(previousResultIds) };
      }),
    );
    connection.onCodeAction(this.#responding((params) => this.#codeActions(params)));
    connection.listen();
  }

  /** Answers a request once all messages that have arrived are read, unless it was cancelled by then. */
  #responding<Params, Answer>(answer: (params: Params) => Answer) {
    return async (params: Params, token: CancellationToken): Promise<Answer | ResponseError<never>> => {
      if (this.#isShutDown) return new ResponseError(ErrorCodes.InvalidRequest, 'the server is shut down');
      await afterMessages();
      if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      return answer(params);
    };
  }

  #initialize({ capabilities, workspaceFolders, rootUri, locale, ...more }: InitializeParams): InitializeResult {
    const asked = capabilities.general?.positionEncodings ?? [];
    const encoding = ENCODINGS.find((name) => asked.includes(name)) ?? 'utf-16';
    this.#texts.configure({ encoding, ...languageOf(more.initializationOptions?.language ?? locale ?? 'en') });
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    for (const path of roots.flatMap((uri) => pathOf(uri) ?? [])) this.#folders.addRoot(path);
    this.#adapt(capabilities);
    // Some clients send it without announcing it.
    this.connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) =>
      this.#changedFolders(event),
    );
    // Document positions are counted in UTF-16 here.
    const change = encoding === 'utf-16' ? TextDocumentSyncKind.Incremental : TextDocumentSyncKind.Full;
    return {
      serverInfo: { name: 'renewal-rules', version: version() },
      capabilities: {
        positionEncoding: encoding,
        textDocumentSync: { openClose: true, change, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['"', '[', ','] },
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: renameProvider(capabilities),
        documentSymbolProvider: true,
        codeLensProvider: { resolveProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        diagnosticProvider: { identifier: 'renewal-rules', interFileDependencies: true, workspaceDiagnostics: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  /** Takes note of optional features of the client. */
  #adapt({ textDocument, workspace }: ClientCapabilities): void {
    this.#diagnostics.isPulled = textDocument?.diagnostic !== undefined;
    this.#canRefresh = workspace?.diagnostics?.refreshSupport ?? false;
    this.#canEditVersions = workspace?.workspaceEdit?.documentChanges ?? false;
    const watching = workspace?.didChangeWatchedFiles;
    this.#canWatch = watching?.dynamicRegistration ?? false;
    this.#canWatchOutside = this.#canWatch && (watching?.relativePatternSupport ?? false);
  }

  #initialized(): void {
    if (this.#canWatch) this.#watch(WATCHERS);
    this.#invalidate();
  }

  #watch(watchers: FileSystemWatcher[]): void {
    const registered = this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    registered.catch((error) => this.connection.console.error(messageOf(error)));
  }

  /** Watches files and directories outside of the workspace that configurations and catalogues depend on. */
  #watchOutside(): void {
    if (!this.#canWatchOutside) return;
    const roots = [...this.#folders.roots];
    const all = [...this.#folders].flatMap((folder) => [...folder.dependencies, ...folder.outside()]);
    const outside = new Set(all.filter((path) => !this.#watched.has(path) && !roots.some((at) => isInside(path, at))));
    if (outside.size === 0) return;
    const watchers = [...outside].map((path) => {
      this.#watched.add(path);
      const name = basename(path).replace(/[*?[\]{},]/g, '[$&]');
      return { globPattern: { baseUri: pathToFileURL(dirname(path)).href, pattern: `{${name},${name}/**}` } };
    });
    this.#watch(watchers);
  }

  #changedFolders({ added, removed }: WorkspaceFoldersChangeEvent): void {
    for (const path of removed.flatMap(({ uri }) => pathOf(uri) ?? [])) this.#folders.removeRoot(path);
    for (const path of added.flatMap(({ uri }) => pathOf(uri) ?? [])) this.#folders.addRoot(path);
    this.#invalidate();
  }

  #changed(text: Text): void {
    if (!isUntitled(text.path) && this.#folders.dependsOn(text.path)) this.#invalidate();
    this.#enqueue(text);
  }

  /** Takes note of a saved file, also for clients that do not watch files. */
  #saved({ path }: Text): void {
    if (!isUntitled(path) && this.#folders.dependsOn(path)) this.#invalidate();
  }

  /** Takes note of a closed document. Its unsaved changes no longer count. */
  #closed({ path }: Text): void {
    const other = this.#texts.at(path);
    if (other !== undefined) {
      this.#folders.of(path).load(other);
      this.#changed(other);
      return;
    }
    this.#diagnostics.set(path, []);
    if (isUntitled(path)) return;
    if (this.#folders.dependsOn(path)) this.#invalidate();
    this.#enqueue(this.#folders.of(path));
  }

  /** Takes note of a batch of changes on the disk, of files and of directories. */
  #changedOnDisk(changes: readonly FileEvent[]): void {
    const paths = new Set(changes.flatMap(({ uri }) => pathOf(uri) ?? []));
    const closed = [...this.#texts].filter(({ isOpen }) => !isOpen);
    for (const text of closed) if (isWithin(text.path, paths)) this.#texts.remove(text);
    if ([...paths].some((path) => this.#folders.dependsOn(path))) this.#invalidate();
    for (const folder of this.#folders) if (folder.expire(paths)) this.#enqueue(folder);
  }

  /** Reads the configurations again before the next check. */
  #invalidate(): void {
    this.#isOutdated = true;
    this.#schedule();
  }

  /** Reads all configurations again, and checks everything anew. */
  #reload(): void {
    this.#isOutdated = false;
    this.#folders.reload();
    for (const text of this.#texts) {
      // A closed file is passed again when its folder, if that is still in use, is checked.
      text.isLoaded = false;
      if (!text.isOpen) continue;
      this.#folders.of(text.path).load(text);
      this.#due.add(text);
    }
    for (const folder of this.#folders) {
      this.#diagnostics.set(folder.file, folder.problems());
      if (folder.isCatalogue) this.#due.add(folder);
    }
    this.#watchOutside();
  }

  #enqueue(item: Text | Folder): void {
    this.#due.add(item);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#check());
  }

  /** Checks the due texts and folders, if a check is scheduled. */
  #check(): void {
    if (!this.#isScheduled) return;
    this.#isScheduled = false;
    // Clients pull the diagnostics of a changed text without a request to do so.
    const own = new Set([...this.#due].flatMap((item) => ('members' in item ? [] : item.path)));
    try {
      const isReloaded = this.#isOutdated;
      if (isReloaded) this.#reload();
      const due = [...this.#due];
      this.#due.clear();
      const wholes = new Set(due.flatMap((item) => this.#checkItem(item) ?? []));
      const all = [...this.#folders].filter(({ isCatalogue }) => isCatalogue);
      for (const folder of all) if (wholes.has(folder)) this.#checkCatalogue(folder);
      if (isReloaded || wholes.size > 0) this.#retract(all);
    } catch (error) {
      this.connection.console.error(messageOf(error));
    }
    this.#refresh(own);
  }

  /** Asks the client to pull again if diagnostics of other than the given documents changed. */
  #refresh(own: ReadonlySet<string>): void {
    const changed = this.#diagnostics.takeChanged();
    if (!this.#diagnostics.isPulled || !this.#canRefresh || [...changed].every((key) => own.has(key))) return;
    this.connection.languages.diagnostics.refresh().catch((error) => this.connection.console.error(messageOf(error)));
  }

  /** Checks a text; returns the folder to check instead if it is one catalogue. */
  #checkItem(item: Text | Folder): Folder | undefined {
    if ('members' in item) return item;
    // Skip a document that was closed or opened again since.
    if (this.#texts.at(item.path) !== item) return undefined;
    const folder = this.#folders.of(item.path);
    const { isQuiet: quiet } = folder;
    if (item.path === folder.file) this.#diagnostics.set(item.path, folder.problems());
    else if (folder.isCatalogue && !isUntitled(item.path)) return folder;
    else this.#diagnostics.set(item.path, (folder.checks(item) && item.ask('editor.diagnostics', { quiet })) || []);
    return undefined;
  }

  /** Checks a folder as one catalogue. */
  #checkCatalogue(folder: Folder): void {
    const members = folder.members();
    const texts = members.map(({ number }) => number);
    const found = this.#texts.ask('editor.whole', { texts, quiet: folder.isQuiet });
    for (const [at, { path }] of members.entries()) this.#diagnostics.set(path, found[at] ?? []);
  }

  /** Retracts diagnostics of files that are no longer open, in a catalogue, or a configuration. */
  #retract(catalogues: readonly Folder[]): void {
    const members = new Set(catalogues.flatMap((folder) => folder.members().map(({ path }) => path)));
    const configurations = new Set([...this.#folders].map(({ file }) => file));
    const retained = (key: string) => members.has(key) || configurations.has(key) || this.#isSingle(key);
    for (const key of this.#diagnostics.keys()) if (!retained(key)) this.#diagnostics.set(key, []);
    // Open files of a catalogue that are no members, as they are ignored, have no diagnostics.
    for (const { path, isOpen } of this.#texts) {
      if (isOpen && !members.has(path) && !this.#diagnostics.has(path)) this.#diagnostics.set(path, []);
    }
  }

  /** Tests whether a document is open and checked by itself. */
  #isSingle(key: string): boolean {
    if (!this.#texts.at(key)?.isOpen) return false;
    return isUntitled(key) || !this.#folders.of(key).isCatalogue;
  }

  #isConfiguration({ textDocument: { uri } }: Target): boolean {
    const key = keyOf(uri);
    return key !== undefined && this.#folders.of(key).file === key;
  }

  /** Asks the library about a position in a text, with the other texts that may have products. */
  #ask<Name extends QueryCall>(
    { textDocument: { uri }, position }: Target,
    name: Name,
    more: Calls[Name]['arguments']['query'] = {},
  ): Reply<Name> | null {
    const text = this.#texts.get(uri);
    if (text === undefined) return null;
    const folder = this.#folders.of(text.path);
    const members = folder.isCatalogue && !isUntitled(text.path) ? folder.members() : [];
    const all = members.length > 0 ? members : [...this.#texts].filter(({ isOpen }) => isOpen);
    // The file may be open under another URI.
    const others = all.flatMap(({ number, path }) => (path === text.path ? [] : number));
    return text.ask(name, { others, ...(position && { position }), ...more });
  }

  #resolveLens(lens: CodeLens): CodeLens {
    const { uri, index } = lens.data;
    const title = this.#ask({ textDocument: { uri } }, 'editor.sentence', { index });
    return { ...lens, command: { title: title ?? '', command: '' } };
  }

  /** Renames an id in all texts that the library is asked about. */
  #rename(params: RenameParams): WorkspaceEdit | ResponseError<never> | null {
    const renamed = this.#ask(params, 'editor.rename', { newName: params.newName });
    if (renamed === null) return null;
    const { error, texts = [] } = renamed;
    if (error !== undefined) return new ResponseError(LSPErrorCodes.RequestFailed, error);
    if (!this.#canEditVersions) return { changes: Object.fromEntries(texts.map(({ uri, edits }) => [uri, edits])) };
    return {
      documentChanges: texts.map(({ uri, edits }) => {
        const text = this.#texts.get(uri);
        return { textDocument: { uri, version: text?.isOpen ? text.document.version : null }, edits };
      }),
    };
  }

  #codeActions({ textDocument, range, context: { diagnostics, only } }: CodeActionParams): CodeAction[] {
    const isWanted = (kind: string) => only?.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`)) ?? true;
    const actions = <Name extends ActionCall>(name: Name, more = {}) =>
      this.#ask({ textDocument }, name, { range, ...more }) ?? [];
    const fixes = (name: 'editor.fixes' | 'editor.fix_all', more = {}) =>
      actions(name, more).flatMap((action) => this.#preserving(action, textDocument.uri));
    const isQuick = isWanted(CodeActionKind.QuickFix);
    const key = keyOf(textDocument.uri);
    if (key === undefined) return [];
    const folder = this.#folders.of(key);
    // Outside of a catalogue, the products of other documents are unrelated.
    const isCatalogue = folder.isCatalogue && !isUntitled(key);
    return [
      ...(isQuick ? fixes('editor.fixes') : []),
      ...(isQuick ? this.#turnOffActions(folder, diagnostics) : []),
      ...(isQuick ? this.#suppressActions(folder, key, actions('editor.suppressions')) : []),
      ...(isWanted(FIX_ALL) ? fixes('editor.fix_all', isCatalogue ? {} : { others: [] }) : []),
    ];
  }

  /** Returns a fix for a text with its comments; none if it would remove any. */
  #preserving(action: CodeAction, uri: string): CodeAction[] {
    const text = this.#texts.get(uri);
    const edits = text?.withComments(action.edit?.changes?.[text.uri] ?? []);
    return text && edits ? [{ ...action, edit: { changes: { [text.uri]: edits } } }] : [];
  }

  /** Returns the actions that turn rules off in the configuration; none if there is no folder for it. */
  #turnOffActions({ path, file }: Folder, shown: readonly Diagnostic[]): CodeAction[] {
    if (path === '') return [];
    const codes = new Set(shown.flatMap(({ code, source }) => (source === 'renewal-rules' ? String(code) : [])));
    return [...codes].flatMap((code) => {
      const title = this.#texts.ask('editor.off_title', { code });
      const diagnostics = shown.filter((diagnostic) => diagnostic.code === code);
      return this.#settingAction({ title, diagnostics }, file, ['rules', code], 'off');
    });
  }

  /** Returns the actions that add findings to the suppressions file; none for an untitled document, which it cannot name. */
  #suppressActions({ suppressions }: Folder, key: string, found: (CodeAction & { entry?: string })[]): CodeAction[] {
    if (isUntitled(key)) return [];
    return found.flatMap(({ entry = '', ...action }) =>
      this.#settingAction(action, suppressions.file, ...suppressions.more(key, entry)),
    );
  }

  /** Returns an action that sets a value in a JSON file, which may not exist; none if the file cannot be read. */
  #settingAction(action: CodeAction, file: string, path: string[], value: unknown): CodeAction[] {
    const uri = this.#texts.uriOf(file);
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

/** Returns the options of rename, which clients without support for them misread. */
const renameProvider = ({ textDocument }: ClientCapabilities) =>
  textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true;

/** Tests whether a path is one of several, or inside a directory that is. */
function isWithin(path: string, paths: ReadonlySet<string>): boolean {
  for (const at of upwards(path)) if (paths.has(at)) return true;
  return false;
}
