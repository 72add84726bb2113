// Code actions: fixes that preserve comments, and changes of the configuration and of the suppressions file.

import { existsSync } from 'node:fs';

import { modify } from 'jsonc-parser';
import * as lsp from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

import type { Code } from '#internal';
import { orUndefined } from '../cli/failure.js';
import { toJson } from '../cli/jsonc.js';
import { type Named, readConfiguration } from '../cli/options.js';
import { Suppressions } from '../cli/suppressions.js';
import type { Folder } from './folders.js';
import { isUntitled, type Text, type Texts } from './texts.js';

/** Adapts a fix to the text with its comments; returns no fix if it would remove a comment. */
export function preservingAction(text: Text, action: lsp.CodeAction): lsp.CodeAction[] {
  const edits = withComments(text, action.edit?.changes?.[text.uri] ?? []);
  return edits ? [{ ...action, edit: { changes: { [text.uri]: edits } } }] : [];
}

/**
 * Adapts edits of the library, which gets texts without comments and trailing commas, to the text of the editor. Returns
 * `undefined` if they would remove a comment.
 */
function withComments({ document, hasComments, texts }: Text, edits: lsp.TextEdit[]): lsp.TextEdit[] | undefined {
  if (!hasComments) return edits;
  const text = document.getText();
  // `TextDocument` counts columns in UTF-16.
  const isCounted = texts.encoding === 'utf-16' || !/[^\0-\x7f]/.test(text);
  return isCounted ? preserving(text, edits) : undefined;
}

/** Returns edits with the same result that preserve comments and trailing commas; `undefined` if this is impossible. */
function preserving(text: string, edits: readonly lsp.TextEdit[]): lsp.TextEdit[] | undefined {
  const json = toJson(text);
  if (json === text) return [...edits];
  const [before, after] = [text, json].map((content) => TextDocument.create('', '', 0, content));
  if (before === undefined || after === undefined) return undefined;
  const smallest = edits.flatMap((edit) => smallestEdits(after, edit));
  const isKept = smallest.every(({ range }) => before.getText(range) === after.getText(range));
  // An insertion into a comment would have no effect, so compare the results.
  const isEffective = () =>
    toJson(TextDocument.applyEdits(before, smallest)) === TextDocument.applyEdits(after, smallest);
  return isKept && isEffective() ? smallest : undefined;
}

/**
 * Splits an edit into one per changed line, without the equal characters at both ends of the line. An edit that changes
 * the number of lines is returned unchanged.
 */
function smallestEdits(document: TextDocument, edit: lsp.TextEdit): lsp.TextEdit[] {
  const before = document.getText(edit.range).split('\n');
  const after = edit.newText.split('\n');
  if (before.length !== after.length) return [edit];
  let next = document.offsetAt(edit.range.start);
  return before.flatMap((line, number) => {
    const [old, made] = [[...line], [...(after[number] ?? '')]];
    const first = common(old, made);
    const last = common(old.slice(first).reverse(), made.slice(first).reverse());
    const start = next + old.slice(0, first).join('').length;
    const replaced = old.slice(first, old.length - last).join('');
    const newText = made.slice(first, made.length - last).join('');
    next += line.length + 1;
    const range = { start: document.positionAt(start), end: document.positionAt(start + replaced.length) };
    return replaced === newText ? [] : { range, newText };
  });
}

/** Returns the number of equal characters at the start of both texts. */
function common(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((character, at) => character !== right[at]);
  return different < 0 ? left.length : different;
}

/**
 * Returns the actions that turn off rules in the configuration; none for an untitled document that belongs to no
 * folder.
 */
export function turnOffActions(
  texts: Texts,
  { path, file }: Folder,
  key: string,
  shown: readonly lsp.Diagnostic[],
): lsp.CodeAction[] {
  if (path === '') return [];
  return [...new Set(shown.map(({ code }) => code as Code))].flatMap((code) => {
    const title = texts.ask('editor.off_title', { code });
    if (title === null) return [];
    const diagnostics = shown.filter((diagnostic) => diagnostic.code === code);
    const isOff = (text: string) => {
      const opened = (at: string) => (at === file ? text : texts.at(at)?.document.getText());
      const { optionsFor } = readConfiguration({ config: file }, { folder: path, opened });
      const rules: Named = optionsFor(isUntitled(key) ? undefined : key).rules ?? {};
      return rules[code] === 'off';
    };
    return settingAction(texts, { title, diagnostics }, file, ['rules', code], 'off', isOff);
  });
}

/**
 * Returns the actions that add findings to the suppressions file; none for an untitled document, which has no path.
 */
export function suppressActions(
  texts: Texts,
  { suppressions }: Folder,
  key: string,
  found: readonly (lsp.CodeAction & { entry?: string })[],
): lsp.CodeAction[] {
  if (isUntitled(key)) return [];
  const { file } = suppressions;
  return found.flatMap(({ entry = '', ...action }) => {
    const [path, value] = suppressions.more(key, entry);
    const isSet = (text: string) => Suppressions.read(file, text).entriesFor(key)[entry] === value;
    return settingAction(texts, action, file, path, value, isSet);
  });
}

/**
 * Returns an action that sets a value in a JSON file, and creates the file if needed; none if the client cannot create
 * files, if the file cannot be read, or if `isSet` throws or returns false for the new text.
 */
function settingAction(
  texts: Texts,
  action: lsp.CodeAction,
  file: string,
  path: string[],
  value: unknown,
  isSet: (text: string) => boolean,
): lsp.CodeAction[] {
  const uri = texts.uriOf(file);
  const text = texts.file(file);
  if (text === undefined && (!texts.canCreate || existsSync(file))) return [];
  const document = text?.document ?? TextDocument.create(uri, 'jsonc', 0, '{}\n');
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const changes = orUndefined(() => modify(document.getText(), path, value, { formattingOptions })) ?? [];
  const edits = changes.map(({ offset, length, content }) =>
    lsp.TextEdit.replace({ start: document.positionAt(offset), end: document.positionAt(offset + length) }, content),
  );
  const after = TextDocument.applyEdits(document, edits);
  if (!orUndefined(() => isSet(after))) return [];
  const quick = { ...action, kind: lsp.CodeActionKind.QuickFix };
  if (text !== undefined) return [{ ...quick, edit: { changes: { [uri]: edits } } }];
  const first = lsp.TextEdit.insert({ line: 0, character: 0 }, after);
  const change = { textDocument: { uri, version: null }, edits: [first] };
  return [{ ...quick, edit: { documentChanges: [{ kind: 'create', uri }, change] } }];
}
