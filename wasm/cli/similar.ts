// Suggests a known word for a typo. The core has suggestions of its own (`src/messages/spelling.rs`): these need no
// WebAssembly, so that errors about commands and options come at once.

/** Returns the number of characters to insert, delete, replace or swap to turn one word into another. */
function distance(word: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) row.push(cell(rows, row, word, other, i, j));
    rows.push(row);
  }
  return rows.at(-1)?.[other.length] ?? 0;
}

/** Returns the distance between the first `i` characters of one word and the first `j` of another. */
function cell(rows: number[][], row: number[], word: string, other: string, i: number, j: number): number {
  const at = (row: number[] | undefined, index: number) => row?.[index] ?? Number.POSITIVE_INFINITY;
  const replaced = at(rows[i - 1], j - 1) + (word[i - 1] === other[j - 1] ? 0 : 1);
  const isSwapped = word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1];
  const swapped = isSwapped ? at(rows[i - 2], j - 2) + 1 : Number.POSITIVE_INFINITY;
  return Math.min(at(rows[i - 1], j) + 1, at(row, j - 1) + 1, replaced, swapped);
}

/** Returns the most similar of some words, if any is similar: a third of the characters may differ. */
export function similar(word: string, words: readonly string[]): string | undefined {
  let [found, least] = [undefined as string | undefined, Math.max(1, Math.floor(word.length / 3)) + 1];
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) [found, least] = [candidate, edits];
  }
  return found;
}
