// Malformed input, call after call, in Chromium. `npm run endurance` makes many more calls than the
// tests.

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { launch } from './browser.js';

// Each cycle costs the engine's own `JSON.stringify` some twenty milliseconds.
const CALLS = Number(process.argv[2] ?? 5_000);

it(`the memory after ${CALLS} calls with malformed input in Chromium is what it was after a thousand`, async () => {
  const { browser, address, close } = await launch();
  try {
    const page = await browser.newPage();
    // Any document of the same origin.
    await page.goto(`${address}test/hostile.js`);
    const found = await page.evaluate(async (calls) => {
      // @ts-expect-error: what the server has.
      const { endure, watchMemories } = await import('/test/hostile.js');
      const memories = watchMemories();
      // @ts-expect-error: what the server has.
      const { check } = await import('/dist/index.js');
      return endure(check, calls, memories);
    }, CALLS);
    assert.ok(found.before > 0);
    assert.deepEqual(found, { before: found.before, after: found.before, instances: 1, wrong: [] });
  } finally {
    await close();
  }
});
