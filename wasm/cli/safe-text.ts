// Replaces characters that could control the terminal.

/** Replaces control and invisible characters, which a file name or an argument may contain. */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');

/**
 * Also replaces tabs and line breaks. In build logs, a line that begins with a part of a file name could be a command.
 */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n]/g, '\ufffd');
