// Validates keywords among the arguments.

import { rules } from '#internal';
import { UsageError } from './failure.js';

export const ruleCodes = () => rules().map(({ code }) => code);

/**
 * Returns a "did you mean" question with the most similar known word; an empty text if more than a third of the
 * characters differ. A word that lacks one of the segments between hyphens counts as a single edit.
 */
export function didYouMean(word: string, words: readonly string[]): string {
  const most = Math.max(1, Math.floor(word.length / 3));
  const lacksSegment = (known: string) =>
    known.split('-').some((_, at, all) => all.toSpliced(at, 1).join('-') === word);
  const [nearest] = words
    .map((known) => ({ known, edits: lacksSegment(known) ? 1 : distance(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .sort((one, other) => one.edits - other.edits);
  return nearest === undefined ? '' : `; did you mean \`${nearest.known}\`?`;
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
  // `rows[i][j]` is the distance of the first `i` characters of `word` and the first `j` of `other`.
  const rows = [Array.from(` ${other}`, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const replaced = at(i - 1, j - 1) + Number(word[i - 1] !== other[j - 1]);
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(word.length, other.length);
}
