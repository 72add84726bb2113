// Test fixture: opens the studio in a browser.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';

import { launch } from './browser.js';

const SHOTS = join(tmpdir(), 'renewal-rules-studio');
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
mkdirSync(SHOTS, { recursive: true });

/** States of the studio to check: the example to open, and the actions to perform. */
/** @type {{ [state: string]: [file: string, act: (page: any) => Promise<unknown>] }} */
const STATES = {
  single: ['catalogues/single.json', (page) => page.locator('.cell').nth(1).click()],
  chain: [
    'catalogues/chain.json',
    async (page) => {
      await page.getByRole('tab').nth(1).click();
      await page.locator('#picture svg').waitFor({ state: 'attached' });
    },
  ],
  broken: ['broken/several.json', (page) => page.locator('#check-options summary').click()],
  'not-json': ['broken/not-json.json', async () => {}],
  calls: [
    'catalogues/trial.json',
    async (page) => {
      await page.getByRole('tab').nth(2).click();
      await page.locator('.call').first().waitFor();
    },
  ],
};

/** Registers hooks that open a browser shared by all tests of the file, and returns its helpers. */
export const studio = () => (shared ??= browse());
let shared;

/** Like `studio`, with a browser of its own that is launched with `more` arguments or preferences. */
export function browse(more) {
  /** @type {any} */
  const own = {};
  let browser, close, problems;
  before(async () => {
    ({ browser, close, site: own.site, address: own.address } = await launch(process.env.STUDIO_BROWSER, more));
  });
  after(() => close?.());

  beforeEach(async () => {
    own.context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // Stub the clipboard: the real one is shared by the whole machine, and permissions differ between browsers.
    await own.context.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text) => (globalThis.copied = text) },
      }),
    );
    // Generous timeout for slow machines.
    own.context.setDefaultTimeout(30_000);
    own.page = await own.context.newPage();
    problems = [];
    own.page.on('pageerror', (error) => problems.push(String(error.stack)));
    own.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    own.page.on('dialog', (dialog) => problems.push(dialog.message()));
    own.page.on(
      'request',
      (request) =>
        new URL(request.url()).host !== new URL(own.site).host &&
        !/^(data|blob):/.test(request.url()) &&
        problems.push(`asked for ${request.url()}`),
    );
  });
  afterEach(async () => {
    await own.context.close();
    assert.deepEqual([...new Set(problems)], []);
  });

  own.open = async (hash = '') => {
    await own.page.goto('about:blank');
    await own.page.goto(own.site + hash);
    await own.page
      .waitForSelector('html[data-ready]', { state: 'attached' })
      .catch((error) => assert.fail([error.message, ...problems].join('\n')));
  };
  /** Waits until the page has processed the last keystroke. */
  own.rest = () => own.page.locator('html:not([data-busy])').waitFor({ state: 'attached' });
  /** Waits until the DOM stops changing: lazily loaded chunks and the editor appear later. */
  own.quiet = () =>
    own.page.evaluate(
      () =>
        /** @type {Promise<void>} */ (
          new Promise((resolve) => {
            const still = () => setTimeout(() => (observer.disconnect(), resolve()), 400);
            let waiting;
            const observer = new MutationObserver(() => {
              clearTimeout(waiting);
              waiting = still();
            });
            waiting = still();
            observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
          })
        ),
    );
  own.copied = () => own.page.evaluate(() => globalThis.copied);
  /** Returns the full text through the copy button: the editor renders only visible lines. */
  own.json = async () => {
    await own.page.locator('#copy').dispatchEvent('click');
    return own.copied();
  };
  own.value = async () => JSON.parse(await own.json());
  own.sentence = async () => {
    await own.rest();
    return own.page.locator('#sentence').textContent();
  };
  /** Waits for a sentence, which may need a lazily loaded chunk first. */
  own.waitForSentence = (said) => own.page.locator('#sentence').filter({ hasText: said }).waitFor();
  own.control = (path) => own.page.locator(`[name="${path}"]`);
  own.problems = (path) => own.page.locator(`[id="at${path}-problems"] .problem`);
  own.press = (key) => own.page.keyboard.press(key);
  own.tab = (name) => own.page.getByRole('tab', { name }).click();
  own.button = (name) => own.page.getByRole('button', { name, exact: true });
  own.axe = async () => {
    await own.quiet();
    await own.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    // The page's content security policy blocks added scripts, but not `evaluate`.
    await own.page.evaluate(AXE);
    const { violations } = await own.page.evaluate(() => globalThis.axe.run());
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  };
  own.fits = () =>
    own.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  /**
   * Asserts in every state that axe finds no violation and nothing overflows; saves screenshots if `name` is
   * given.
   */
  own.checkStates = async (name, more) => {
    for (const [state, [file, act]] of Object.entries(STATES)) {
      await own.open(hashOf(await example(file), more));
      await own.page.locator('#editor .cm-content').waitFor();
      await act(own.page);
      assert.deepEqual(await own.axe(), [], state);
      assert.ok(await own.fits(), state);
      // No screenshots in Firefox: Playwright adds a style, which the page's content security policy blocks.
      if (name) await own.page.screenshot({ path: join(SHOTS, `${name}-${state}.png`), fullPage: true });
    }
  };
  /** Dispatches a paste event. */
  own.paste = async (text, at = 'body') => {
    await own.page.evaluate(
      ([text, at]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        // Firefox cannot construct a ClipboardEvent with data.
        document.querySelector(at).dispatchEvent(
          Object.defineProperty(new Event('paste', { bubbles: true, cancelable: true }), 'clipboardData', {
            value: clipboardData,
          }),
        );
      },
      [text, at],
    );
  };
  return own;
}

export const hashOf = (product, more = {}) =>
  `#${new URLSearchParams({ json: typeof product === 'string' ? product : JSON.stringify(product), ...more })}`;
export const example = (file) => readFile(new URL(`../../examples/${file}`, import.meta.url), 'utf8');

/** Message for a licence term too short for a self-renewing product. */
export const TOO_SHORT = /AR renewal needs at least 6 days/;
export const TERM = '/licence_term';
export const SINGLE = {
  id: 101,
  licence_term: 'P1M',
  renew_settings: { product_id_for_renew: [101, 101], renew_ar: { enable: true } },
};
