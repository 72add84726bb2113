// Code actions: fixes that preserve comments, and changes of the configuration and of the suppressions file.

import { existsSync } from 'node:fs';
import { modify } from 'jsonc-parser';
import { type CodeAction, CodeActionKind, type Diagnostic, TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Folder } from './folders.js';
import { isUntitled, type Text, type Texts } from './texts.js';

/** Adapts a fix to the text with its comments; returns no fix if it would remove a comment. */
export function preservingAction(text: Text | undefined, action: CodeAction): CodeAction[] {
  const edits = text?.withComments(action.edit?.changes?.[text.uri] ?? []);
  return text && edits ? [{ ...action, edit: { changes: { [text.uri]: edits } } }] : [];
}

/**
 * Returns the actions that turn off rules in the configuration; none for an untitled document that belongs to no
 * folder.
 */
export function turnOffActions(texts: Texts, { path, file }: Folder, shown: readonly Diagnostic[]): CodeAction[] {
  if (path === '') return [];
  const codes = new Set(shown.flatMap(({ code, source }) => (source === 'renewal-rules' ? String(code) : [])));
  return [...codes].flatMap((code) => {
    const title = texts.ask('editor.off_title', { code });
    const diagnostics = shown.filter((diagnostic) => diagnostic.code === code);
    return settingAction(texts, { title, diagnostics }, file, ['rules', code], 'off');
  });
}

/**
 * Returns the actions that add findings to the suppressions file; none for an untitled document, which has no path.
 */
export function suppressActions(
  texts: Texts,
  { suppressions }: Folder,
  key: string,
  found: readonly (CodeAction & { entry?: string })[],
): CodeAction[] {
  if (isUntitled(key)) return [];
  return found.flatMap(({ entry = '', ...action }) =>
    settingAction(texts, action, suppressions.file, ...suppressions.more(key, entry)),
  );
}

/**
 * Returns an action that sets a value in a JSON file, and creates the file if needed; none if the file cannot be read.
 */
function settingAction(texts: Texts, action: CodeAction, file: string, path: string[], value: unknown): CodeAction[] {
  const uri = texts.uriOf(file);
  const text = texts.file(file);
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
