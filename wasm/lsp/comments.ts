// Adapts edits of the library, which gets texts without comments and trailing commas, to the texts of the editor.

import type { TextEdit } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { toJson } from '../cli/jsonc.js';

/** Returns edits with the same result that preserve comments and trailing commas; `undefined` if this is impossible. */
export function preserving(text: string, edits: readonly TextEdit[]): TextEdit[] | undefined {
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

/** Returns the number of equal characters at the start of both texts. */
function common(left: readonly string[], right: readonly string[]): number {
  const different = left.findIndex((character, at) => character !== right[at]);
  return different < 0 ? left.length : different;
}
