// Stores the diagnostics of all documents. They are pushed to the client, unless it pulls them.

import type * as lsp from 'vscode-languageserver/node';

import { keyOf, type Texts } from './texts.js';

/** The current diagnostics of a document. */
interface Current {
  readonly uri: string;
  readonly diagnostics: lsp.Diagnostic[];
  /** The diagnostics as JSON, for comparison. */
  readonly json: string;
  readonly resultId: string;
}

type Report = lsp.FullDocumentDiagnosticReport | lsp.UnchangedDocumentDiagnosticReport;

export class Diagnostics {
  /** Current diagnostics by key of the document. */
  readonly current = new Map<string, Current>();
  /** Keys of documents whose diagnostics changed since the client was last asked to pull them. */
  readonly changed = new Set<string>();
  #lastResult = 0;
  /** Set if the client pulls diagnostics. */
  isPulled = false;

  constructor(
    readonly connection: lsp.Connection,
    readonly texts: Texts,
  ) {}

  /**
   * Sets the diagnostics of a document and pushes them. For a file that is not open, they are only pushed if they have
   * changed.
   */
  set(key: string, diagnostics: lsp.Diagnostic[]): void {
    const before = this.current.get(key);
    const json = JSON.stringify(diagnostics);
    const isChanged = json !== (before?.json ?? '[]');
    const version = this.texts.at(key)?.version ?? null;
    if (version === null && !isChanged) return;
    if (isChanged) this.changed.add(key);
    const resultId = isChanged || before === undefined ? String(++this.#lastResult) : before.resultId;
    const current = { uri: this.texts.uriOf(key), diagnostics, json, resultId };
    this.current.set(key, current);
    if (version === null && json === '[]') this.current.delete(key);
    if (!this.isPulled) this.#push(before, current, version);
  }

  /** Pushes diagnostics under the URI that the client uses, and clears those of the same file under another URI. */
  #push(before: Current | undefined, { uri, diagnostics }: Current, version: number | null): void {
    if (before !== undefined && before.uri !== uri && before.json !== '[]') {
      void this.connection.sendDiagnostics({ uri: before.uri, diagnostics: [] });
    }
    void this.connection.sendDiagnostics({ uri, diagnostics, ...(version !== null && { version }) });
  }

  /** Returns the diagnostics of a document, or that they are unchanged if `previous` is their result id. */
  report(uri: string, previous: string | undefined): Report {
    const key = keyOf(uri);
    const current = key === undefined ? undefined : this.current.get(key);
    if (current === undefined) return { kind: 'full', items: [] };
    const { diagnostics: items, resultId } = current;
    return resultId === previous ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items };
  }

  /** Returns the diagnostics of all documents, and empty ones for documents that only occur in the previous results. */
  workspace(previous: readonly lsp.PreviousResultId[]): lsp.WorkspaceDocumentDiagnosticReport[] {
    const before = new Map(previous.map((one) => [keyOf(one.uri) ?? '', one]));
    return [...new Set([...this.current.keys(), ...before.keys()])].flatMap((key) => {
      const uri = this.current.get(key)?.uri ?? before.get(key)?.uri;
      if (uri === undefined) return [];
      const version = this.texts.at(key)?.version ?? null;
      return { uri, version, ...this.report(uri, before.get(key)?.value) };
    });
  }
}
