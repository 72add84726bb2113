// Formats JSON by changing only white space. Parsing and serializing would rewrite numbers and drop duplicate members.

/** Matches one token: a string, an empty container, punctuation, or white space. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g;

/** Limits the indentation, which would otherwise grow quadratically with deeply nested input. */
const MAX_INDENT_DEPTH = 100;

/** Formats JSON, or text close to JSON such as a body with unquoted placeholders. */
export function formatJson(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT_DEPTH))}`;
  return text.replaceAll(TOKENS, (part) => {
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

/** Formats a text; returns it unchanged if it is not valid JSON. */
export function formatIfValid(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return formatJson(text);
}
