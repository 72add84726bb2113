// Replaces characters that would change the terminal.

/** Removes control characters, which a file name or an argument may contain. */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Puts a text on one line: after a line break in a file name, a build server could read a command. */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n]/g, '\ufffd');
