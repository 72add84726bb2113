// Benchmark: startup and input latency of the studio with a slow connection (1.6 Mbit/s, 150 ms round trip) and a CPU
// that the browser throttles to a quarter. Run by `npm run bench:studio`.

import { launch } from '../test/browser.js';

const ROUNDS = 5;
// Set the size of the window, which is also that of the viewport. The browser does not paint content outside of the
// window, so a keystroke there would seem to last until something inside is painted.
const { browser, site, close } = await launch('chromium', ['--window-size=1440,987']);
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

async function slow(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

const ready = [];
const keys = [];
for (let round = 0; round < ROUNDS; round++) {
  const context = await browser.newContext({ viewport: null });
  const page = await context.newPage();
  await slow(page);
  await page.goto(site, { waitUntil: 'commit' });
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  ready.push(await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime));
  await page.locator('#editor .cm-content').waitFor();
  await page.evaluate(() => {
    globalThis.durations = [];
    new PerformanceObserver((list) =>
      globalThis.durations.push(
        ...list
          .getEntries()
          .filter(({ name }) => /^key|^input/.test(name))
          .map(({ duration }) => duration),
      ),
    ).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  });
  for (const [field, typed] of [
    ['/name', ' and more words'],
    ['/licence_term', '23'],
    ['/variants/0/price/common/price', '9.91'],
  ]) {
    await page.locator(`[name="${field}"]`).pressSequentially(typed, { delay: 150 });
  }
  keys.push(
    ...(await page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(globalThis.durations), 300)))),
  );
  await context.close();
}
console.log(`ready after ${Math.round(median(ready))} ms (worst ${Math.round(Math.max(...ready))})`);
console.log(`keystrokes painted within ${median(keys)} ms (worst ${Math.max(...keys)}), ${keys.length} above 16 ms`);
await close();
