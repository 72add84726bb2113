// Validates keywords among the arguments.

import { UsageError } from './failure.js';
import { similar } from './similar.js';

/** Returns a "did you mean" question for an unknown word; an empty text if no known word is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = similar(word, words);
  return nearest === undefined ? '' : `; did you mean \`${nearest}\`?`;
}

/** Returns the word if it is known; throws an error that suggests a similar or lists all known words. */
export function oneOf<const Word extends string>(word: string, words: readonly Word[], what: string): Word {
  const known = words.find((candidate) => candidate === word);
  if (known !== undefined) return known;
  throw new UsageError(
    `there is no ${what} ${JSON.stringify(word)}${didYouMean(word, words) || `; the ${what}s are ${words.join(', ')}`}`,
  );
}
