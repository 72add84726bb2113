// Calls the package with malformed input in Chromium. `npm run endurance` makes a million calls.

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { launch } from './browser.js';

// A cycle over all inputs takes about 20 ms, mostly in the engine's own `JSON.stringify`.
const CALLS = Number(process.argv[2] ?? 5_000);

it(`memory in Chromium is stable over ${CALLS} malformed inputs`, async () => {
  const { browser, address, close } = await launch();
  try {
    const page = await browser.newPage();
    // Any page of the server, so that modules can be imported from it.
    await page.goto(`${address}test/hostile.js`);
    const found = await page.evaluate(async (calls) => {
      // @ts-expect-error: resolved by the test server.
      const { endure, watchMemories } = await import('/test/hostile.js');
      const memories = watchMemories();
      // @ts-expect-error: resolved by the test server.
      const { check, jsonText } = await import('/dist/index.js');
      return endure({ check, jsonText }, calls, memories);
    }, CALLS);
    assert.ok(found.before > 0);
    assert.deepEqual(found, { before: found.before, after: found.before, instances: 1, wrong: [] });
  } finally {
    await close();
  }
});
