// A studio in the browser, for tests.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach } from 'node:test';

import { launch } from './browser.js';

/** Opens a browser for the tests of a file; what they use is in the object that comes back. */
export function studio() {
  const own = {};
  let browser, close, problems;
  before(async () => {
    ({ browser, close, site: own.site, address: own.address } = await launch(process.env.STUDIO_BROWSER));
  });
  after(() => close?.());

  beforeEach(async () => {
    own.context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // What is copied is read here: the clipboard itself is the computer's, and each browser asks for it otherwise.
    await own.context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (globalThis.copied = text) } }));
    own.context.setDefaultTimeout(8_000);
    own.page = await own.context.newPage();
    problems = [];
    own.page.on('pageerror', (error) => problems.push(String(error.stack)));
    own.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    own.page.on('dialog', (dialog) => problems.push(dialog.message()));
    own.page.on('request', (request) => new URL(request.url()).host !== new URL(own.site).host && !/^(data|blob):/.test(request.url()) && problems.push(`asked for ${request.url()}`));
  });
  afterEach(async () => {
    await own.context.close();
    assert.deepEqual([...new Set(problems)], []);
  });

  own.open = async (hash = '') => {
    await own.page.goto('about:blank');
    await own.page.goto(own.site + hash);
    await own.page.waitForSelector('html[data-ready]', { state: 'attached' }).catch((error) => assert.fail([error.message, ...problems].join('\n')));
  };
  /** Once the page shows what was typed. */
  own.rest = () => own.page.locator('html:not([data-busy])').waitFor({ state: 'attached' });
  /** Once nothing in the page changes: what is fetched, and the editor, come later. */
  own.quiet = () =>
    own.page.evaluate(
      () =>
        new Promise((resolve) => {
          const still = () => setTimeout(() => (observer.disconnect(), resolve()), 400);
          let waiting;
          const observer = new MutationObserver(() => {
            clearTimeout(waiting);
            waiting = still();
          });
          waiting = still();
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        }),
    );
  own.copied = () => own.page.evaluate(() => globalThis.copied);
  /** The text, as it is copied: the editor shows only what is in sight. */
  own.json = async () => {
    await own.page.locator('#copy').dispatchEvent('click');
    return own.copied();
  };
  own.value = async () => JSON.parse(await own.json());
  own.sentence = async () => {
    await own.rest();
    return own.page.locator('#sentence').textContent();
  };
  /** Waits for a sentence: what is begun may have to be fetched first. */
  own.says = (said) => own.page.locator('#sentence').filter({ hasText: said }).waitFor();
  own.control = (path) => own.page.locator(`[name="${path}"]`);
  own.problems = (path) => own.page.locator(`[id="at${path}-problems"] .problem`);
  own.button = (name) => own.page.getByRole('button', { name, exact: true });
  /** Whole texts go in by what a person pastes. */
  own.paste = async (text) => {
    await own.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      // Firefox makes no clipboard event with data.
      document.body.dispatchEvent(Object.defineProperty(new Event('paste', { bubbles: true, cancelable: true }), 'clipboardData', { value: clipboardData }));
    }, text);
  };
  return own;
}

export const hashOf = (product, more = {}) => `#${new URLSearchParams({ json: typeof product === 'string' ? product : JSON.stringify(product), ...more })}`;
export const example = (file) => readFile(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
