// Benchmark of the language server: time from a keystroke to the diagnostics, and peak memory, for unsaved catalogues
// of 1,000 and 100,000 products. Run by `npm run bench:lsp`.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '../test/lsp.js';
import { catalogue, clean } from './documents.js';

const KEYSTROKES = 41;
const folder = mkdtempSync(join(tmpdir(), 'renewal-rules-lsp-'));

for (const count of [1000, 100_000]) {
  const lines = catalogue(count, clean).map((product) => JSON.stringify(product));
  const text = `[\n${lines.join(',\n')}\n]\n`;
  const client = await Client.start(folder);
  const opening = performance.now();
  await client.open('a.json', text);
  const opened = performance.now() - opening;
  const times = [];
  // Alternately inserts and deletes a character in the middle of the document.
  const line = count >> 1;
  const character = lines[line - 1].indexOf('"licence_term":"') + '"licence_term":"'.length;
  for (let version = 2; version < 2 + KEYSTROKES; version++) {
    const isTyped = version % 2 === 0;
    const range = { start: { line, character }, end: { line, character: character + (isTyped ? 0 : 1) } };
    const start = performance.now();
    const found = await client.change('a.json', version, { range, text: isTyped ? 'x' : '' });
    times.push(performance.now() - start);
    if (found.length !== (isTyped ? 1 : 0)) throw new Error(`${found.length} findings`);
  }
  times.sort((a, b) => a - b);
  const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${client.process.pid}/status`, 'utf8'));
  const shown = (time) => `${time.toFixed(1)} ms`;
  console.log(
    `${count} products, ${(text.length / 1e6).toFixed(1)} MB: a keystroke ${shown(times[times.length >> 1])} (median), ${shown(times.at(-1))} (worst);` +
      ` opened in ${shown(opened)}; ${(Number(memory[1]) / 1024).toFixed(0)} MB at the peak`,
  );
  await client.stop();
}
rmSync(folder, { recursive: true });
