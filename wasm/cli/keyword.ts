// Validates keywords among the arguments.

import { rules } from '#internal';
import { UsageError } from './failure.js';

/** Returns the codes of all rules. */
export const ruleCodes = () => rules().map(({ code }) => code);

/** Returns a "did you mean" question for an unknown word; an empty text if no known word is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = similar(word, words);
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}

/** Returns the word if it is known; throws an error that suggests a similar or lists all known words. */
export function oneOf<const Word extends string>(
  word: string,
  words: readonly Word[],
  what: string,
  otherwise = `the ${what}s are ${words.join(', ')}`,
): Word {
  const known = words.find((candidate) => candidate === word);
  if (known !== undefined) return known;
  throw new UsageError(`there is no ${what} ${JSON.stringify(word)}${didYouMean(word, words) || `; ${otherwise}`}`);
}

/** Returns the edit distance of two words (Damerau–Levenshtein, with swaps of neighbours). */
function distance(word: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) row.push(cell(rows, row, word, other, i, j));
    rows.push(row);
  }
  return rows.at(-1)?.[other.length] ?? 0;
}

/** Returns the edit distance of the first `i` characters of `word` and the first `j` of `other`. */
function cell(rows: number[][], row: number[], word: string, other: string, i: number, j: number): number {
  const at = (row: number[] | undefined, index: number) => row?.[index] ?? Number.POSITIVE_INFINITY;
  const replaced = at(rows[i - 1], j - 1) + (word[i - 1] === other[j - 1] ? 0 : 1);
  const isSwapped = word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
  const swapped = isSwapped ? at(rows[i - 2], j - 2) + 1 : Number.POSITIVE_INFINITY;
  return Math.min(at(rows[i - 1], j) + 1, at(row, j - 1) + 1, replaced, swapped);
}

/** Returns the most similar word, if at most a third of the characters differ; `undefined` otherwise. */
export function similar(word: string, words: readonly string[]): string | undefined {
  let [found, least] = [undefined as string | undefined, Math.max(1, Math.floor(word.length / 3)) + 1];
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [found, least] = [candidate, edits];
  }
  return found;
}
