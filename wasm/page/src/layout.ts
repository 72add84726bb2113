// The layout of JSON, of which nothing but white space is changed: a value would lose how its numbers are
// written, and all but the last of equal names.

/** A part of the text that is laid out as a whole: a string, an empty container, a sign, white space. */
const PARTS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g;

/** Deeper levels are not indented further, so that a text of many levels stays of a size that can be held. */
const DEEPEST = 100;

/** A text of JSON, or nearly so, laid out. */
export function layout(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
  return text.replaceAll(PARTS, (part) => {
    if (part[0] === '"') return part;
    if (part.trim() === '') return '';
    if (part.length > 1) return `${part[0]}${part.at(-1)}`;
    if (part === ':') return ': ';
    if ('[{'.includes(part)) depth += 1;
    if (!']}'.includes(part)) return part + line();
    depth -= 1;
    return line() + part;
  });
}

/** The text laid out, or as it is where it is not JSON. */
export function laidOut(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return layout(text);
}
