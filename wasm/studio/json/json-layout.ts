// Formats JSON by changing only white space: serializing would rewrite numbers and drop duplicate members.

import { parseJson } from './json-value.js';

/** Matches one token: a string, an empty container, punctuation, or white space. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[{]\s*[\]}]|[[\]{},:]|\s+/g;

/** Tokens before or after which a line break is inserted. */
const BREAKING = '[]{},';

/** Maximum depth that is indented: without it, the size of deeply nested input would grow quadratically. */
const MAX_INDENT_DEPTH = 100;

/** Formats JSON, or text close to JSON such as a body with unquoted placeholders. */
export function formatJson(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT_DEPTH))}`;
  return text.replaceAll(TOKENS, (part) => {
    if (part.length > 1 || !BREAKING.includes(part)) return formatInline(part);
    if ('[{'.includes(part)) depth += 1;
    if (!']}'.includes(part)) return part + line();
    depth -= 1;
    return line() + part;
  });
}

/** Formats a token at which no line breaks: a string, white space, an empty container, or a colon. */
function formatInline(token: string): string {
  if (token[0] === '"') return token;
  if (token === ':') return ': ';
  return token.trim() === '' ? '' : `${token[0]}${token.at(-1)}`;
}

/** Formats a text; returns it unchanged if it is not valid JSON. */
export const formatIfValid = (text: string): string => (parseJson(text) === undefined ? text : formatJson(text));
