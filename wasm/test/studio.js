// A studio in the browser, for tests.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach } from 'node:test';

import { launch } from './browser.js';

/** Opens a browser for the tests of a file; what they use is in the object that comes back. */
export function studio() {
  const own = {};
  let browser, close, faults;
  before(async () => {
    ({ browser, close, site: own.site, address: own.address } = await launch());
  });
  after(() => close?.());

  beforeEach(async () => {
    own.context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
    own.context.setDefaultTimeout(8_000);
    own.page = await own.context.newPage();
    faults = [];
    own.page.on('pageerror', (error) => faults.push(String(error.stack)));
    own.page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    own.page.on('dialog', (dialog) => faults.push(dialog.message()));
    own.page.on('request', (request) => new URL(request.url()).host !== new URL(own.site).host && !/^(data|blob):/.test(request.url()) && faults.push(`asked for ${request.url()}`));
  });
  afterEach(async () => {
    await own.context.close();
    assert.deepEqual([...new Set(faults)], []);
  });

  own.open = async (hash = '') => {
    await own.page.goto('about:blank');
    await own.page.goto(own.site + hash);
    await own.page.waitForSelector('html[data-ready]', { state: 'attached' }).catch((error) => assert.fail([error.message, ...faults].join('\n')));
  };
  /** The text, as it is copied: the editor shows only what is in sight. */
  own.json = async () => {
    await own.page.locator('#copy').dispatchEvent('click');
    return own.page.evaluate(() => navigator.clipboard.readText());
  };
  own.value = async () => JSON.parse(await own.json());
  own.sentence = () => own.page.locator('#sentence').textContent();
  own.control = (path) => own.page.locator(`[name="${path}"]`);
  own.problems = (path) => own.page.locator(`[id="at${path}-problems"] .problem`);
  own.button = (name) => own.page.getByRole('button', { name, exact: true });
  /** Whole texts go in by what a person pastes. */
  own.paste = async (text) => {
    await own.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  };
  return own;
}

export const hashOf = (product, more = {}) => `#${new URLSearchParams({ json: typeof product === 'string' ? product : JSON.stringify(product), ...more })}`;
export const example = (file) => readFile(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
