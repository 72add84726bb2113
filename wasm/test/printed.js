// Runs examples and compares what they print with their comments.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

/** Runs a module; returns what it prints, line by line. */
async function printed(file) {
  const { log } = console;
  const lines = [];
  console.log = (...values) => lines.push(format(...values));
  try {
    await import(pathToFileURL(file).href);
  } finally {
    console.log = log;
  }
  return lines;
}

/**
 * Runs an example; asserts that each `console.log(…); // text` prints the text in its comment. An ellipsis at the end
 * of the text stands for the rest of the output.
 */
export async function assertPrinted(file, code) {
  const lines = await printed(file);
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
  if (expected.length > 0) assert.equal(lines.length, expected.length);
  expected.forEach((text, i) => {
    if (text.endsWith('…')) assert.ok(lines[i].startsWith(text.slice(0, -1).trimEnd()), lines[i]);
    else assert.equal(lines[i], text);
  });
}
