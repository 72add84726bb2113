// Applies edits of the library, which sees no comments and trailing commas, to texts that have them.

import type { TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';

import { toJson } from '../cli/jsonc.js';

/** Returns edits with the same result that keep comments and trailing commas; `undefined` if there are none. */
export function preserving(text: string, edits: readonly TextEdit[]): TextEdit[] | undefined {
  const json = toJson(text);
  if (json === text) return [...edits];
  const [before, after] = [text, json].map((content) => TextDocument.create('', '', 0, content));
  if (before === undefined || after === undefined) return undefined;
  const smallest = edits.flatMap((edit) => smallestEdits(after, edit));
  const isKept = smallest.every(({ range }) => before.getText(range) === after.getText(range));
  // An insertion into a comment has no effect.
  const isEffective = () =>
    toJson(TextDocument.applyEdits(before, smallest)) === TextDocument.applyEdits(after, smallest);
  return isKept && isEffective() ? smallest : undefined;
}

/** Splits an edit by line, if it keeps the number of lines, without what stays at the start and the end of each. */
function smallestEdits(document: TextDocument, edit: TextEdit): TextEdit[] {
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

/** Returns the number of equal characters at the start. */
function common(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((character, at) => character !== right[at]);
  return different < 0 ? left.length : different;
}
