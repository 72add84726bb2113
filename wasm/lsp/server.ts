// The language server: connects the protocol with the library.

import { connect } from 'node:net';
import { basename, dirname } from 'node:path';
import { setImmediate as afterMessages } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

import * as lsp from 'vscode-languageserver/node';
import type { Calls } from '#internal';
import { messageOf } from '../cli/failure.js';
import { isWithin, upwards } from '../cli/file-names.js';
import { version } from '../package.json';
import { preservingAction, suppressActions, turnOffActions } from './actions.js';
import { Diagnostics } from './diagnostics.js';
import { type Folder, Folders } from './folders.js';
import { isUntitled, languageOf, pathOf, type QueryCall, type Reply, type Text, Texts } from './texts.js';

const FIX_ALL = 'source.fixAll.renewal-rules';
const CREATE_DELETE = lsp.WatchKind.Create | lsp.WatchKind.Delete;
const WATCHERS: lsp.FileSystemWatcher[] = [
  { globPattern: '**/*.{json,jsonc,ndjson,jsonl}' },
  { globPattern: '**/.gitignore' },
  // Clients report that a directory was moved or deleted, but do not report the files in it.
  { globPattern: '**/*', kind: CREATE_DELETE },
];
/** Position encodings that the library supports, the preferred one first. */
const ENCODINGS = ['utf-16', 'utf-8', 'utf-32'];

const UNINITIALIZED = new lsp.ResponseError<never>(lsp.ErrorCodes.ServerNotInitialized, 'not initialized yet');

const invalid = (message: string) => new lsp.ResponseError<never>(lsp.ErrorCodes.InvalidRequest, message);

type Message = lsp.Message & { readonly id?: unknown; readonly method?: string; params?: unknown };

/** State of the session with the client. */
class Session {
  /** The error that all requests get before the server is initialized, and after it is shut down. */
  refusal: lsp.ResponseError<never> | undefined = UNINITIALIZED;

  /**
   * Options of the connection: `null` counts as missing params, which the library rejects in requests, and
   * notifications are dropped while requests are refused.
   */
  readonly options: lsp.ConnectionOptions = {
    messageStrategy: {
      handleMessage: (message: Message, next) => {
        if (message.params === null) delete message.params;
        if (this.refusal === undefined || message.id !== undefined || message.method === 'exit') next(message);
      },
    },
  };
}

/** Options by which a client selects the transport. */
interface Transport {
  readonly socket?: string;
  readonly pipe?: string;
  readonly 'node-ipc'?: boolean;
}

/** Runs the server until the client requests its exit, which ends the process. */
export async function serve(transport: Transport): Promise<never> {
  const session = new Session();
  new Server(await connected(transport, session), session).listen();
  return new Promise(() => {});
}

/** Connects to the client by the given transport, by default through standard input and output. */
async function connected({ socket, pipe, 'node-ipc': ipc }: Transport, { options }: Session): Promise<lsp.Connection> {
  if (ipc) return lsp.createConnection(new lsp.IPCMessageReader(process), new lsp.IPCMessageWriter(process), options);
  if (socket === undefined && pipe === undefined) return lsp.createConnection(process.stdin, process.stdout, options);
  const stream = pipe === undefined ? connect(Number(socket), '127.0.0.1') : connect(pipe);
  await new Promise<void>((resolve, reject) => stream.once('connect', resolve).once('error', reject));
  return lsp.createConnection(stream, stream, options);
}

/** Members of the params of requests about a position. */
const POSITION = ['textDocument', 'position'] as const;

/** Params of a request about a document, and about a position in it if there is one. */
interface Target {
  readonly textDocument: { readonly uri: string };
  readonly position?: lsp.Position;
}

/** Params of a request that may be about a position or a range. */
interface Located {
  readonly position?: unknown;
  readonly range?: Partial<lsp.Range> | null;
}

/** Returns the positions in the params of a request, which may be malformed. */
const positionsOf = ({ position, range }: Located): unknown[] =>
  range ? [range.start, range.end] : position === undefined ? [] : [position];

/** Returns whether a value is a position; `Position.is` also accepts fractions. */
const isPosition = (value: unknown): boolean =>
  lsp.Position.is(value) && Number.isInteger(value.line) && Number.isInteger(value.character);

class Server {
  readonly #texts = new Texts();
  readonly #folders = new Folders(this.#texts);
  /** Texts and folders to check as soon as all messages that have arrived are processed. */
  readonly #due = new Set<Text | Folder>();
  #isScheduled = false;
  /** Set if configurations must be read again before the next check. */
  #isOutdated = false;
  readonly #diagnostics: Diagnostics;
  #client: lsp.ClientCapabilities = {};
  /** Paths outside of the workspace that are watched. */
  readonly #watched = new Set<string>();

  constructor(
    readonly connection: lsp.Connection,
    readonly session: Session,
  ) {
    this.#diagnostics = new Diagnostics(connection, this.#texts);
  }

  listen(): void {
    const { connection } = this;
    connection.onInitialize((params) =>
      this.session.refusal === UNINITIALIZED ? this.#initialize(params) : invalid('the server is already initialized'),
    );
    connection.onShutdown(() => {
      const { refusal } = this.session;
      this.session.refusal ??= invalid('the server is shut down');
      return refusal;
    });
    connection.onInitialized(() => {
      if (this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration) this.#watch(WATCHERS);
      this.#invalidate();
    });
    this.#texts.listen(connection, {
      onOpen: (text) => this.#opened(text),
      onChange: (text) => this.#changed(text),
      onSave: ({ path }) => this.#saved(path),
      onClose: (text) => this.#closed(text),
    });
    connection.onDidChangeWatchedFiles(({ changes }) => this.#changedOnDisk(changes));
    connection.onHover(this.#responding((place) => this.#hover(place), ...POSITION));
    connection.onCompletion(this.#responding((place) => this.#ask(place, 'editor.completions'), ...POSITION));
    connection.onDefinition(this.#responding((place) => this.#ask(place, 'editor.uses', { own: true }), ...POSITION));
    connection.onReferences(
      this.#responding(
        (params) => this.#ask(params, 'editor.uses', params.context.includeDeclaration ? {} : { own: false }),
        ...POSITION,
        'context',
      ),
    );
    connection.onDocumentSymbol(this.#responding((place) => this.#ask(place, 'editor.symbols'), 'textDocument'));
    connection.onCodeLens(this.#responding((place) => this.#ask(place, 'editor.lenses'), 'textDocument'));
    connection.onCodeLensResolve(this.#responding((lens) => this.#resolveLens(lens), 'data'));
    connection.onPrepareRename(this.#responding((place) => this.#ask(place, 'editor.rename_range'), ...POSITION));
    connection.onRenameRequest(this.#responding((params) => this.#rename(params), ...POSITION, 'newName'));
    connection.languages.diagnostics.on(
      this.#responding(({ textDocument: { uri }, previousResultId }): lsp.DocumentDiagnosticReport => {
        this.#check();
        return this.#diagnostics.report(uri, previousResultId);
      }, 'textDocument'),
    );
    connection.languages.diagnostics.onWorkspace(
      this.#responding(({ previousResultIds }) => {
        this.#check();
        return { items: this.#diagnostics.workspace(previousResultIds) };
      }, 'previousResultIds'),
    );
    connection.onCodeAction(
      this.#responding((params) => this.#codeActions(params), 'textDocument', 'range', 'context'),
    );
    connection.listen();
  }

  /**
   * Handles a request, whose params must have the `required` members, after all messages that have arrived are
   * processed, unless one of them cancels it.
   */
  #responding<Params, Answer>(answer: (params: Params) => Answer, ...required: (keyof Params & string)[]) {
    return async (params: Params, token: lsp.CancellationToken): Promise<Answer | lsp.ResponseError<never>> => {
      if (this.session.refusal !== undefined) return this.session.refusal;
      const missing = required.find((name) => (params[name] ?? null) === null);
      if (missing !== undefined)
        return new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, `missing member of the params: ${missing}`);
      if (!positionsOf(params as Located).every(isPosition))
        return new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, 'line and character must be whole numbers from 0');
      await afterMessages();
      if (token.isCancellationRequested) return new lsp.ResponseError(lsp.LSPErrorCodes.RequestCancelled, 'cancelled');
      return answer(params);
    };
  }

  #initialize({ capabilities = {}, workspaceFolders, ...params }: lsp.InitializeParams): lsp.InitializeResult {
    const asked = capabilities.general?.positionEncodings ?? [];
    const encoding = ENCODINGS.find((name) => asked.includes(name)) ?? 'utf-16';
    const language = params.initializationOptions?.language ?? params.locale ?? 'en';
    this.#texts.configure({ encoding, ...languageOf(language) });
    const root = params.rootUri ?? (params.rootPath ? pathToFileURL(params.rootPath).href : '');
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? [root];
    for (const path of roots.flatMap((uri) => pathOf(uri) ?? [])) this.#folders.roots.add(path);
    this.#client = capabilities;
    this.#texts.canCreate = capabilities.workspace?.workspaceEdit?.resourceOperations?.includes('create') ?? false;
    this.session.refusal = undefined;
    this.#diagnostics.isPulled = capabilities.textDocument?.diagnostic !== undefined;
    // Listen even if the client does not announce this notification: some clients send it nevertheless.
    this.connection.onNotification(lsp.DidChangeWorkspaceFoldersNotification.type, ({ event }) =>
      this.#changedFolders(event),
    );
    // Incremental changes need positions in UTF-16, because `TextDocument` counts in UTF-16.
    const change = encoding === 'utf-16' ? lsp.TextDocumentSyncKind.Incremental : lsp.TextDocumentSyncKind.Full;
    return {
      serverInfo: { name: 'renewal-rules', version },
      capabilities: {
        positionEncoding: encoding,
        textDocumentSync: { openClose: true, change, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['"', '[', ','] },
        definitionProvider: true,
        referencesProvider: true,
        // Options only if the client supports these, as other clients misread them.
        renameProvider: capabilities.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
        documentSymbolProvider: true,
        codeLensProvider: { resolveProvider: true },
        codeActionProvider: { codeActionKinds: [lsp.CodeActionKind.QuickFix, FIX_ALL] },
        diagnosticProvider: { identifier: 'renewal-rules', interFileDependencies: true, workspaceDiagnostics: true },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  #watch(watchers: lsp.FileSystemWatcher[]): void {
    const registered = this.connection.client.register(lsp.DidChangeWatchedFilesNotification.type, { watchers });
    registered.catch((error) => this.connection.console.error(messageOf(error)));
  }

  /**
   * Asks the client to watch the files and directories outside of the workspace that configurations and catalogues
   * depend on.
   */
  #watchOutside(): void {
    const { dynamicRegistration, relativePatternSupport } = this.#client.workspace?.didChangeWatchedFiles ?? {};
    if (!dynamicRegistration || !relativePatternSupport) return;
    const roots = [...this.#folders.roots];
    const catalogues = [...this.#folders].filter(({ isCatalogue }) => isCatalogue).map(({ path }) => path);
    const all = [...this.#folders]
      .flatMap((folder) => [...folder.dependencies, ...folder.outside()])
      .concat(catalogues);
    const outside = new Set(all.filter((path) => !this.#watched.has(path) && !roots.some((at) => isWithin(path, at))));
    if (outside.size === 0) return;
    const watchers = [...outside].map((path) => {
      this.#watched.add(path);
      const name = basename(path).replace(/[*?[\]{},]/g, '[$&]');
      return { globPattern: { baseUri: pathToFileURL(dirname(path)).href, pattern: `{${name},${name}/**}` } };
    });
    this.#watch(watchers);
  }

  #changedFolders({ added, removed }: lsp.WorkspaceFoldersChangeEvent): void {
    for (const path of removed.flatMap(({ uri }) => pathOf(uri) ?? [])) this.#folders.roots.delete(path);
    for (const path of added.flatMap(({ uri }) => pathOf(uri) ?? [])) this.#folders.roots.add(path);
    this.#invalidate();
  }

  #opened(text: Text): void {
    this.#folders.folderFor(text.path).load(text);
    // The document may belong to a folder that was not in use before.
    this.#watchOutside();
  }

  #changed(text: Text): void {
    this.#invalidateFor(text.path);
    this.#enqueue(text);
  }

  /**
   * Handles a saved document: also reads closed files again that have changed on the disk. If the client does not watch
   * files, new files and changed configurations are found at this time, too.
   */
  #saved(path: string): void {
    const changed = [...this.#texts].filter((text) => text.hasChanged());
    for (const text of changed) this.#texts.remove(text);
    if (changed.length > 0 || !this.#client.workspace?.didChangeWatchedFiles?.dynamicRegistration) this.#invalidate();
    else this.#invalidateFor(path);
  }

  /** Handles a closed document: its unsaved changes are discarded. */
  #closed({ path }: Text): void {
    const other = this.#texts.at(path);
    if (other !== undefined) {
      this.#folders.folderFor(path).load(other);
      this.#changed(other);
      return;
    }
    this.#diagnostics.set(path, []);
    this.#invalidateFor(path);
    if (isUntitled(path)) return;
    const folder = this.#folders.folderFor(path);
    if (this.#folders.isUsed(folder)) this.#enqueue(folder);
    else this.#invalidate();
  }

  /** Handles changes of files and directories on the disk. */
  #changedOnDisk(changes: readonly lsp.FileEvent[]): void {
    const paths = new Set(changes.flatMap(({ uri }) => pathOf(uri) ?? []));
    const isChanged = (path: string) => [...upwards(path)].some((at) => paths.has(at));
    for (const text of [...this.#texts]) if (!text.isOpen && isChanged(text.path)) this.#texts.remove(text);
    this.#invalidateFor(...paths);
    for (const folder of this.#folders) if (folder.expire(paths)) this.#enqueue(folder);
  }

  /** Schedules that configurations are read again before the next check. */
  #invalidate(): void {
    this.#isOutdated = true;
    this.#schedule();
  }

  /** Like `#invalidate`, if changes at one of these paths can affect a configuration. */
  #invalidateFor(...paths: string[]): void {
    if (paths.some((path) => this.#folders.dependsOn(path))) this.#invalidate();
  }

  /** Reads all configurations again, and marks everything to be checked again. */
  #reload(): void {
    this.#isOutdated = false;
    this.#folders.reload();
    for (const text of this.#texts) {
      // Closed files of a folder that is still in use are passed to the library again when the folder is checked.
      text.isLoaded = false;
      if (!text.isOpen) continue;
      this.#folders.folderFor(text.path).load(text);
      this.#due.add(text);
    }
    for (const folder of this.#folders) {
      for (const path of folder.own) this.#diagnostics.set(path, folder.problems(path));
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

  /** Checks the texts and folders that are due, if a check is scheduled. */
  #check(): void {
    if (!this.#isScheduled) return;
    this.#isScheduled = false;
    // Keys of the changed texts: clients pull the diagnostics of these by themselves.
    const own = new Set([...this.#due].flatMap((item) => ('members' in item ? [] : item.path)));
    try {
      const isReloaded = this.#isOutdated;
      if (isReloaded) this.#reload();
      const due = [...this.#due];
      this.#due.clear();
      const catalogues = new Set(due.flatMap((item) => this.#checkItem(item)));
      const all = [...this.#folders].filter(({ isCatalogue }) => isCatalogue);
      for (const folder of all) if (catalogues.has(folder)) this.#checkCatalogue(folder);
      if (isReloaded || catalogues.size > 0) this.#retract(all);
    } catch (error) {
      this.connection.console.error(messageOf(error));
    }
    this.#refresh(own);
  }

  /** Asks the client to pull diagnostics again, if those of other documents than `own` have changed. */
  #refresh(own: ReadonlySet<string>): void {
    const isOther = [...this.#diagnostics.changed].some((key) => !own.has(key));
    this.#diagnostics.changed.clear();
    if (!isOther || !this.#diagnostics.isPulled || !this.#client.workspace?.diagnostics?.refreshSupport) return;
    this.connection.languages.diagnostics.refresh().catch((error) => this.connection.console.error(messageOf(error)));
  }

  /** Checks a text, unless its folder is one catalogue; returns the catalogues that contain the text. */
  #checkItem(item: Text | Folder): Folder[] {
    if ('members' in item) return [item];
    // Skip a document that was closed, or opened again, since it became due.
    if (this.#texts.at(item.path) !== item) return [];
    const folder = this.#folders.folderFor(item.path);
    const { own, isQuiet: quiet } = folder;
    const around = [...this.#folders].filter((other) => other !== folder && other.includes(item.path));
    if (own.includes(item.path)) this.#diagnostics.set(item.path, folder.problems(item.path));
    else if (this.#folders.catalogueOf(item.path)) return [folder, ...around];
    else this.#diagnostics.set(item.path, (folder.checks(item) && item.ask('editor.diagnostics', { quiet })) || []);
    return around;
  }

  /** Checks the files of a folder as one catalogue. */
  #checkCatalogue(folder: Folder): void {
    const members = folder.members();
    const texts = members.map(({ number }) => number);
    const found = this.#texts.ask('editor.check_catalogue', { texts, quiet: folder.isQuiet });
    for (const [at, text] of members.entries()) {
      if (folder.owns(text)) this.#diagnostics.set(text.path, found[at] ?? []);
    }
  }

  /** Clears the diagnostics of documents that are neither open, in a catalogue, nor a configuration. */
  #retract(catalogues: readonly Folder[]): void {
    const own = catalogues.flatMap((folder) => folder.members().filter((text) => folder.owns(text)));
    const members = new Set(own.map(({ path }) => path));
    const configurations = new Set([...this.#folders].flatMap(({ own }) => own));
    const isSingle = (key: string) => this.#texts.at(key)?.isOpen && this.#folders.catalogueOf(key) === undefined;
    const retained = (key: string) => members.has(key) || configurations.has(key) || isSingle(key);
    for (const key of this.#diagnostics.current.keys()) if (!retained(key)) this.#diagnostics.set(key, []);
    // Ignored files are not part of a catalogue; if open, they get empty diagnostics.
    for (const { path, isOpen } of this.#texts) {
      if (isOpen && !members.has(path) && !this.#diagnostics.current.has(path)) this.#diagnostics.set(path, []);
    }
  }

  /**
   * Asks the library about a position in a text, and passes the other texts of its folder that may have products: those
   * of the catalogue, otherwise the open ones.
   */
  #ask<Name extends QueryCall>(
    { textDocument: { uri }, position }: Target,
    name: Name,
    more: Calls[Name]['arguments']['query'] = {},
  ): Reply<Name> | null {
    const text = this.#texts.get(uri);
    if (text === undefined) return null;
    const folder = this.#folders.folderFor(text.path);
    const isOpenIn = ({ path, isOpen }: Text) => isOpen && this.#folders.folderFor(path) === folder;
    const all = folder.isCatalogue ? folder.members() : [...this.#texts].filter(isOpenIn);
    // Compare paths, because the same file may be open under another URI, too.
    const others = all.flatMap(({ number, path }) => (path === text.path ? [] : number));
    return text.ask(name, { others, ...(position && { position }), ...more });
  }

  #hover(place: Target): lsp.Hover | null {
    const isConfiguration = this.#texts.get(place.textDocument.uri)?.isConfiguration;
    return this.#ask(place, isConfiguration ? 'editor.explain' : 'editor.hover');
  }

  #resolveLens(lens: lsp.CodeLens): lsp.CodeLens | lsp.ResponseError<never> {
    const { uri, index } = lens.data;
    const title = this.#ask({ textDocument: { uri } }, 'editor.sentence', { index });
    if (title === null) return new lsp.ResponseError(lsp.LSPErrorCodes.ContentModified, 'the product is gone');
    return { ...lens, command: { title, command: '' } };
  }

  /** Renames a product id in a text, and in the other texts that `#ask` passes. */
  #rename(params: lsp.RenameParams): lsp.WorkspaceEdit | lsp.ResponseError<never> | null {
    const renamed = this.#ask(params, 'editor.rename', { newName: params.newName });
    if (renamed === null) return null;
    const { error, texts = [] } = renamed;
    if (error !== undefined) return new lsp.ResponseError(lsp.LSPErrorCodes.RequestFailed, error);
    if (!this.#client.workspace?.workspaceEdit?.documentChanges)
      return { changes: Object.fromEntries(texts.map(({ uri, edits }) => [uri, edits])) };
    return {
      documentChanges: texts.map(({ uri, edits }) => {
        return { textDocument: { uri, version: this.#texts.get(uri)?.version ?? null }, edits };
      }),
    };
  }

  #codeActions({ textDocument, range, context: { diagnostics, only } }: lsp.CodeActionParams): lsp.CodeAction[] {
    // The empty kind contains all kinds.
    const isWanted = (kind: string) =>
      only?.some((wanted) => kind === wanted || kind.startsWith(wanted && `${wanted}.`)) ?? true;
    const actions = <Name extends QueryCall>(name: Name, more = {}) =>
      this.#ask({ textDocument }, name, { range, ...more });
    const text = this.#texts.get(textDocument.uri);
    if (text === undefined) return [];
    this.#check();
    const key = text.path;
    const folder = this.#folders.folderFor(key);
    if (!folder.checks(text)) return [];
    // Findings may be hidden, or not occur in the whole catalogue.
    const reported = this.#diagnostics.current.get(key)?.diagnostics ?? [];
    const isReported = ({ code, message, range }: lsp.Diagnostic) =>
      reported.some((one) => one.code === code && one.message === message && isDeepStrictEqual(one.range, range));
    const fixes = (name: 'editor.fixes' | 'editor.fix_all', more = {}) =>
      (actions(name, more) ?? []).flatMap((action) => preservingAction(text, action));
    const isQuick = isWanted(lsp.CodeActionKind.QuickFix);
    // Outside of a catalogue, an action must not depend on the products in other open documents. The findings of a
    // catalogue depend on the order of its texts.
    const catalogue = this.#folders.catalogueOf(key)?.members() ?? [];
    const others = { others: catalogue.map(({ number }) => number) };
    return [
      ...(isQuick ? fixes('editor.fixes') : []),
      ...(isQuick ? turnOffActions(this.#texts, folder, key, (diagnostics ?? []).filter(isReported)) : []),
      ...(isQuick ? suppressActions(this.#texts, folder, key, actions('editor.suppressions', others) ?? []) : []),
      ...(isWanted(FIX_ALL) ? fixes('editor.fix_all', others) : []),
    ].filter(({ diagnostics }) => diagnostics?.every(isReported) ?? true);
  }
}
