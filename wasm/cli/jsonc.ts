// JSON with comments and trailing commas, as in configuration files.

import { type Code, check, editor, jsonText } from '#internal';
import { messageOf, orUndefined, UsageError } from './failure.js';

/**
 * Matches a comment, or a string, which may contain what looks like a comment. A comment without its end is not matched,
 * so that it is a syntax error.
 */
const STRING_OR_COMMENT = /"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"?|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

const blankedComment = (token: string): string => (token[0] === '"' ? token : token.replace(/[^\r\n]/g, ' '));

/** Matches the tokens of a text that matter for commas, and a comma between a value and a closing bracket. */
const QUOTE_OR_COMMA = /\\.|"|,(?<=[^\s[{:,]\s*,)(?=\s*[\]}])/g;

/** Replaces comments and trailing commas by spaces, so that positions stay valid. */
export function toJson(text: string): string {
  let isInText = false;
  return text.replace(STRING_OR_COMMENT, blankedComment).replace(QUOTE_OR_COMMA, (token) => {
    if (token === '"') isInText = !isInText;
    return token === ',' && !isInText ? ' ' : token;
  });
}

export const isJsonc = (file: string): boolean => /\.jsonc$/i.test(file);

/** Like `toJson`, for bytes; returns the same bytes if there is nothing to replace, or if they are not UTF-8. */
export function withoutComments(bytes: Uint8Array): Uint8Array {
  const text = orUndefined(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  const json = text && toJson(text);
  return json === text ? bytes : new TextEncoder().encode(json);
}

/** Parses a file of settings; throws an error with the position if it is not JSON, or if a name is repeated. */
export function parse(file: string, input: Uint8Array | string): unknown {
  let json: string | undefined;
  let value: unknown;
  try {
    json = toJson(typeof input === 'string' ? input : new TextDecoder('utf-8', { fatal: true }).decode(input));
    value = JSON.parse(json);
  } catch (error) {
    // Take reason and location from the library: the message of `JSON.parse` depends on the version of Node.js.
    rejectCode(file, json ?? input, 'json-syntax');
    throw new UsageError(`${file} is not JSON: ${messageOf(error)}`);
  }
  rejectCode(file, json, 'duplicate-key');
  return value;
}

/** Throws an error with the reason of the first diagnostic of this code, if there is one. */
export function rejectCode(file: string, input: Uint8Array | string, code: Code): void {
  const found = check(jsonText(input)).diagnostics.find((diagnostic) => diagnostic.code === code);
  if (found?.location === undefined) return;
  const { line, column } = found.location;
  const [sentence] = found.message.replace(/^T/, 't').split(code === 'json-syntax' ? '. ' : '; ');
  throw new UsageError(`${file}:${line}:${column}: ${sentence}`);
}

/** Number of the text that `positioned` opens in the library. The language server numbers its texts from 1. */
const TEMPORARY = 0;

/**
 * Prefixes a message with the file and a position: that of the setting `path`, if it is given and exists, otherwise
 * that of the first existing name in backticks in the message.
 */
export function positioned(file: string, input: Uint8Array | string, message: string, path = ''): string {
  const text = toJson(typeof input === 'string' ? input : new TextDecoder().decode(input));
  editor('editor.open', { opening: { text: TEMPORARY, uri: '', name: '', named: false, known: {} } }, text);
  const diagnostics = editor('editor.locate_error', { query: { text: TEMPORARY, message: `\`${path}\`${message}` } });
  editor('editor.close', { text: TEMPORARY });
  const [diagnostic] = diagnostics === 'gone' ? [] : diagnostics;
  const { line, character } = diagnostic?.range.start ?? { line: 0, character: 0 };
  return `${file}:${line + 1}:${character + 1}: ${message}`;
}
