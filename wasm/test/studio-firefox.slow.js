// Runs the studio tests in Firefox.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { browse, example, hashOf } from './studio.js';

process.env.STUDIO_BROWSER = 'firefox';
for (const name of ['studio.test', 'studio-open.test']) await import(`./${name}.js`);
for (const name of ['studio-fields', 'studio-keyboard', 'studio-panes']) await import(`./${name}.slow.js`);

/** Preferences that force the colours of the system, and reduce motion. */
const PREFERENCES = { 'browser.display.document_color_use': 2, 'ui.prefersReducedMotion': 1 };

describe('with forced colours and reduced motion', () => {
  const own = browse(PREFERENCES);

  test('is accessible and does not overflow', async () => {
    await own.page.setViewportSize({ width: 1280, height: 900 });
    await own.checkStates();
  });

  test('selection is visible in system colours, without transitions', async () => {
    await own.open(hashOf(await example('catalogues/chain.json')));
    assert.ok(
      await own.page.evaluate(
        () => matchMedia('(forced-colors: active)').matches && matchMedia('(prefers-reduced-motion: reduce)').matches,
      ),
    );
    /** Returns a computed style of an element. */
    const style = (selector, name) =>
      own.page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], name);
    const system = (colour) =>
      own.page.evaluate((colour) => {
        const probe = Object.assign(document.body.appendChild(document.createElement('i')), {
          style: `forced-color-adjust: none; color: ${colour}`,
        });
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, colour);
    const [highlight, canvas] = [await system('Highlight'), await system('Canvas')];
    assert.notEqual(highlight, canvas);
    assert.equal(await style('input[role="switch"]:checked', 'backgroundColor'), highlight);
    assert.equal(await style('.tabs [aria-selected="true"]', 'borderBottomColor'), highlight);
    assert.equal(await style('.tabs [aria-selected="false"]', 'borderBottomColor'), canvas);
    assert.equal(await style('.box:has([aria-current])', 'outlineColor'), highlight);
    assert.equal(await style('.letter', 'borderTopStyle'), 'solid');
    const moving = await own.page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) =>
          [null, '::before', '::after'].some((part) => getComputedStyle(element, part).transitionProperty !== 'none'),
        ).length,
    );
    assert.equal(moving, 0);
  });
});
